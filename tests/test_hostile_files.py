"""Files that somebody forged, with right checksums: each is refused in one sentence, or used without harm."""

from __future__ import annotations

import json
import os
import random
import sqlite3
import sys
import tracemalloc
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import halfmove as hm
from halfmove import bookmaking, matches, studies
from halfmove.base.user_files import UserFile
from halfmove.books import files as book_files
from halfmove.books.records import Known, Link, Probed, Searched
from halfmove.books.values import backed_up
from halfmove.cli import saved_game
from halfmove.engine.bind import bind
from halfmove.errors import UsageError
from halfmove.kernels import primitives
from halfmove.matches import files as match_files
from halfmove.parts import packing
from halfmove.solving import files as database_files
from halfmove.solving.soundness import Unsound, check_packed
from halfmove.solving.tiers import are_numbers
from halfmove.studies.store import Store, _checksum
from halfmove.studies.work import Record
from tests.attacks.forging import changed_words
from tests.conftest import usually
from tests.graph_games import Kind, random_game


def refused(words: str, call: Callable[[], Any]) -> None:
    with pytest.raises(UsageError, match=words) as caught:
        call()
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 700
    assert str(caught.value).isprintable()


# What is no file, or has no end

READERS: dict[str, Callable[[str], Any]] = {
    "database": hm.Database,
    "book": hm.Book.load,
    "proof": hm.Proof.load,
    "tree": hm.trees.load,
    "study": studies.load,
    "store": Store,
    "saved game": saved_game.game_in,
    "games": lambda file: bookmaking.add_games("tic_tac_toe", file),
    "match": lambda file: matches.run(matches.match("tic_tac_toe", "random", "random", games=2), 1, file, resume=True),
    "book of a player": lambda file: matches.player_from(f"time=0.1,book={file}"),
    "Python": lambda file: UserFile.find(file, "game"),
}


@pytest.mark.skipif(sys.platform == "win32", reason="pipes and devices")
@pytest.mark.parametrize("reader", READERS)
def test_what_has_no_end_is_not_read(reader: str, tmp_path: Path) -> None:
    pipe, link, folder = tmp_path / "pipe", tmp_path / "link", tmp_path / "folder"
    os.mkfifo(pipe)
    link.symlink_to("/dev/zero")
    folder.mkdir()
    for file in (pipe, link, Path("/dev/zero"), folder):
        refused("not a file|it is a folder", lambda file=file: READERS[reader](str(file)))


@pytest.mark.parametrize("reader", [name for name in READERS if name not in ("book of a player", "store")])
def test_what_is_too_large_is_not_read(reader: str, tmp_path: Path) -> None:
    file = tmp_path / "large"
    with file.open("wb") as made:
        made.truncate(1 << 40)
    refused("more than .* too large for a file of its kind|is not a database", lambda: READERS[reader](str(file)))


def test_standard_input_that_has_no_end(monkeypatch: pytest.MonkeyPatch) -> None:
    import io

    from halfmove.cli import streams

    monkeypatch.setattr(streams, "LARGEST_TREE", 1 << 20)
    monkeypatch.setattr(sys, "stdin", io.StringIO("[" * (1 << 21)))
    refused("more than 1 MB", streams.read_input)


# Databases


def _outside(memory: Any, index: int) -> int:
    if not 0 <= index < len(memory):
        raise AssertionError(f"{index} is outside of {len(memory)} words")
    return int(memory[index])


def _put(memory: list[int], index: int, word: int) -> None:
    memory[index] = word


PACK, UNPACK, FIND = (
    bind(each, {primitives.peek: _outside, primitives.poke: _put})
    for each in (packing.packed, packing.unpacked, packing.place_of)
)


def _packed(numbers: list[int]) -> tuple[Any, Any]:
    index, words = [0] * max(1, 2 * -(-len(numbers) // packing.BLOCK)), [0] * (len(numbers) + 20)
    used = PACK(numbers, 0, len(numbers), index, words)
    return np.array(index, np.int64), np.array(words[: max(1, used)], np.int64)


def test_packed_words_that_are_let_through_are_read_inside_of_themselves() -> None:
    chance = random.Random(1)
    accepted = 0
    for _ in range(usually(400, 4000)):
        most = chance.choice((300, 10**4, 10**9, 1 << 62))
        count = chance.choice((0, 1, 127, 128, 129, 300)) if most > 300 else 200
        numbers = sorted({chance.randrange(most) for _ in range(count)})
        index, words = _packed(numbers)
        check_packed(index, words, len(numbers), most)
        if chance.random() < 0.5:
            index = changed_words(chance, index)
        elif chance.random() < 0.8:
            words = changed_words(chance, words)
        else:
            numbers = numbers[:-1]
        try:
            check_packed(index, words, len(numbers), most)
        except Unsound:
            continue
        accepted += 1
        found = [0] * len(numbers)
        UNPACK(index, words, 0, len(numbers), found, 0)
        assert all(-(1 << 63) <= number < 1 << 63 for number in found)
        are_numbers(np.array(found, np.int64), most)
        for number in [*found[::17], *(chance.randrange(most) for _ in range(5))]:
            assert -1 <= FIND(index, words, len(numbers), number) < max(1, len(numbers))
    assert accepted > 30


@pytest.fixture(scope="module")
def board(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("hostile") / "board.db"
    hm.solve(hm.games.tic_tac_toe(), str(file), jobs=1, compiled=False)
    return file


def _forged(file: Path, change: Callable[[dict[str, Any], Any], Any]) -> Path:
    header, words = database_files.read(file)
    words = words.copy()
    change(header, words)
    to = file.parent / "forged.db"
    database_files.write(str(to), header, [words])
    return to


def _spans(header: dict[str, Any]) -> list[list[slice]]:
    at, found = 0, []
    for told in header["tiers"]:
        found.append([slice((at := at + count) - count, at) for count in told["words"]])
    return found


def _no_fields(header: dict[str, Any], words: Any) -> None:
    for index, fields, _ in _spans(header):
        words[fields] = 0
        del index


def _wide(header: dict[str, Any], words: Any) -> None:
    for index, _, _ in _spans(header):
        words[index][1::2] |= 63


def _far(header: dict[str, Any], words: Any) -> None:
    for index, _, _ in _spans(header):
        words[index][1::2] += 1 << 40


@pytest.mark.parametrize("change", [_no_fields, _wide, _far])
def test_words_that_lead_elsewhere(board: Path, change: Any) -> None:
    refused("not a database that this version", lambda: hm.Database(_forged(board, change)))


@pytest.mark.parametrize(
    "change",
    [
        lambda header: header.pop("rules"),
        lambda header: header.update(rules=5),
        lambda header: header.pop("game"),
        lambda header: header.pop("ranges"),
        lambda header: header.update(ranges=[]),
        lambda header: header.update(ranges=[[0, 1]]),
        lambda header: header.update(ranges=[[0, 1 << 40], [0, 1 << 40]]),
        lambda header: header.update(ranges=[["a", 1], [0, 1]]),
        lambda header: header.update(tiers=[]),
        lambda header: header.update(scores=[]),
        lambda header: header.update(scores=[1, 0]),
        lambda header: header.update(scores=[0, 1 << 70]),
        lambda header: header.update(scores=[0, True]),
        lambda header: header.update(family=True),
        lambda header: header["tiers"][0].update(positions=10**30),
        lambda header: header["tiers"][0].update(tier=10**30),
        lambda header: header["tiers"][0].update(book=[[5, 1]]),
        lambda header: header["tiers"][0].update(book=[[0, 10**12]]),
        lambda header: header["tiers"][0].update(book=7),
        lambda header: [tier.update(book=[[0, 0]] * len(tier["book"])) for tier in header["tiers"]],
        lambda header: header["tiers"][0].update(words=[1 << 80, 1, 1]),
        lambda header: header.update(parameters={"game": "nim", "piles": [1 << 61]}),
        lambda header: header.update(parameters={"game": "uniform", "width": 10**12, "depth": 3}),
    ],
)
def test_headers_that_cannot_be(board: Path, change: Any) -> None:
    refused("forged", lambda: hm.Database(_forged(board, lambda header, words: change(header))))


def test_tiers_that_the_rules_do_not_know(tmp_path: Path) -> None:
    game = random_game(Kind(nodes=40, tiers=3, ranked=True), 1)
    file = tmp_path / "ranked.db"
    hm.solve(game, str(file), jobs=1, compiled=False)
    for tier in (-3, 10**6, 1 << 40):
        made = _forged(file, lambda header, words, tier=tier: header["tiers"][0].update(tier=tier))
        refused("not a database that this version", lambda made=made: hm.Database(made, game))


def test_positions_that_cannot_be_are_not_shown_to_the_rules(tmp_path: Path) -> None:
    game = random_game(Kind(nodes=40), 3)
    file = tmp_path / "table.db"
    hm.solve(game, str(file), jobs=1, compiled=False)
    sound = hm.Database(file, game)
    assert hm.verify(sound, jobs=1, compiled=False).right
    (tier,) = sound.tiers.values()
    numbers = tier.numbers(sound.crew).tolist()
    assert sound.numbering.number(game.start) != numbers[-1]
    numbers[-1] += sound.numbering.worths[0] << 30  # far outside of the table
    index, fields = _packed(numbers)
    header, _ = database_files.read(file)
    header["ranges"][0][1] += 1 << 30
    header["tiers"][0]["words"] = [len(index), len(fields), len(tier.codes)]
    database_files.write(str(file), header, [index, fields, tier.codes])
    forged = hm.Database(file, game)
    for compiled in (False, True):
        assert "by the rules" in str(hm.verify(forged, jobs=1, compiled=compiled).fault)


# Books


def _book(path: Path, body: bytes) -> Path:
    bookmaking.build("tic_tac_toe", 3, file=str(path), nodes=20, jobs=1, compiled=False)
    first = path.read_bytes().partition(b"\n")[0]
    path.write_bytes(b"\n".join([first, book_files._checksum(first, body), body]))
    return path


@pytest.mark.parametrize(
    ("begin", "often", "end"),
    [(b"[[]", b",[]", b"]"), (b"[[[0", b",0", b"],null,null,null,[],0]]"), (b"", b"[", b""), (b"[", b" ", b"]")],
)
def test_a_small_book_that_unpacks_to_a_huge_one(begin: bytes, often: bytes, end: bytes, tmp_path: Path) -> None:
    pack = zlib.compressobj(6)
    body = pack.compress(begin) + b"".join(pack.compress(often * 1_000_000) for _ in range(20))
    file = _book(tmp_path / "bomb.book", body + pack.compress(end) + pack.flush())
    tracemalloc.start()
    try:
        refused("do not fit together", lambda: hm.Book.load(file))
        assert tracemalloc.get_traced_memory()[1] < 30 << 20
    finally:
        tracemalloc.stop()


def test_numbers_of_a_book_that_no_search_finds(tmp_path: Path) -> None:
    file = tmp_path / "odd.book"
    bookmaking.build("tic_tac_toe", 3, file=str(file), nodes=20, jobs=1, compiled=False)
    rows = json.loads(zlib.decompress(file.read_bytes().split(b"\n", 2)[2]))
    for value in (10**30, True, "1", None, [1]):
        made = [[*rows[0][:1], [value, 0, 1, 1], *rows[0][2:]], *rows[1:]]
        file.unlink()
        _book(file, zlib.compress(json.dumps(made, separators=(",", ":")).encode()))
        refused("do not fit together", lambda: hm.Book.load(file))


def test_a_circle_of_positions_without_any_value() -> None:
    game = hm.games.tic_tac_toe()
    first = tuple(game.start)
    after = [tuple(game.call("symmetry", game.next(game.start, move))) for move in game.legal(game.start)]
    children = list(dict.fromkeys(after))
    links = tuple(Link(number, False) for number in range(1, len(children) + 1))
    positions = [Known(first, links=links, complete=True)]
    positions += [Known(each, links=(Link(0, False),), complete=True) for each in children]
    book = hm.Book(game, "tic_tac_toe", {}, positions)
    assert book.entry() is None
    hm.Player(game, hm.Limits(nodes=20), book=book, compiled=False).choose(game.start)


def test_a_book_that_contradicts_itself() -> None:
    game = hm.games.tic_tac_toe()

    def after(at: Any) -> list[Any]:
        return list(dict.fromkeys(game.call("symmetry", game.next(at, move)) for move in game.legal(at)))

    children = after(game.start)
    grandchildren = list(dict.fromkeys(each for child in children for each in after(child)))
    numbers = {at: number for number, at in enumerate([game.start, *children, *grandchildren])}
    positions = []
    for at in numbers:
        links = () if at in grandchildren else tuple(Link(numbers[each], False) for each in after(at))
        searched = Searched(-1, "exact", 1, 1) if at in children else None  # which the draws after it cannot be
        probed = Probed(0, 5) if at in grandchildren else None
        positions.append(Known(tuple(at), searched, probed, None, links, bool(links)))
    book = hm.Book(game, "tic_tac_toe", {}, positions)
    assert hm.Player(game, hm.Limits(nodes=20), book=book, compiled=False).choose(game.start).move is not None


def test_a_large_circle_ends_soon() -> None:
    size = 5000
    ring = [Known((n,), Searched(n % 3, "estimate", 1, 1), None, None, (Link((n + 1) % size, False),), True)
            for n in range(size)]  # fmt: skip
    assert all(value is not None for value in backed_up(ring))


def test_a_game_that_only_a_file_names_has_few_moves(tmp_path: Path) -> None:
    file = tmp_path / "saved.json"
    data = {"kind": "halfmove game", "version": 1, "game": "nim:5000", "name": "", "position": None}
    file.write_text(json.dumps(data | {"moves": ["1-1"]}))
    refused("more than 1000 moves", lambda: saved_game.game_in(str(file)))


# Matches, proofs, studies, stores, checkpoints


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[matches.Match, dict[str, Any]]:
    plan = matches.match("tic_tac_toe", "random", "random", games=4)
    file = tmp_path_factory.mktemp("match") / "pairs.json"
    matches.run(plan, 1, str(file))
    return plan, json.loads(file.read_text())


@pytest.mark.parametrize(
    "change",
    [
        lambda data: data.update(pairs=5),
        lambda data: data.update(pairs=None),
        lambda data: data.pop("pairs"),
        lambda data: data.pop("match"),
        lambda data: data.update(match=[]),
        lambda data: data["match"].update(halfmove="\x1b]0;owned\x07\x1b[31mred\u202e"),
        lambda data: data["pairs"][0].pop(),
        lambda data: data["pairs"].append(data["pairs"][0]),
        lambda data: data["pairs"][0][0].update(score=3.0),
        lambda data: data["pairs"][0][0].update(score="1"),
        lambda data: data["pairs"][0][0].update(moves=7),
        lambda data: data["pairs"][0][0].update(efforts=[[1], [2]]),
        lambda data: data["pairs"][0][0]["efforts"][0].__setitem__(0, 10**400),
        lambda data: data["pairs"][0][0].update(pair=[]),
        lambda data: data["pairs"][0][0].pop("note"),
        lambda data: data["pairs"][0][0].update(more=1),
    ],
)
def test_files_of_matches_that_cannot_be(played: Any, change: Any, tmp_path: Path) -> None:
    plan, data = played
    data = json.loads(json.dumps(data))
    change(data)
    data.pop("checksum", None)
    data["checksum"] = match_files._checksum(data)
    file = tmp_path / "pairs.json"
    file.write_text(json.dumps(data))
    refused("pairs", lambda: matches.run(plan, 1, str(file), resume=True))


def test_studies_with_too_many_combinations(tmp_path: Path) -> None:
    file = tmp_path / "study.toml"
    many = list(range(1, 200))
    file.write_text(
        f'families = [{{family = "uniform", each = {{width = {many}, depth = {many}, seed = {many}}}}}]\n'
        'algorithms = ["minimax"]\n'
    )
    refused("at most 100,000 combinations", lambda: studies.load(file))
    file.write_text("a" + ".a" * 100_000 + " = 1\n")
    refused("more than 1000 dots", lambda: studies.load(file))


def test_stores_with_more_than_tables(tmp_path: Path) -> None:
    plan = studies.plan(["uniform:2,2"], ["alpha_beta"], trees=3)
    for number, statement in enumerate(
        (
            "CREATE TRIGGER evil AFTER INSERT ON searches BEGIN DELETE FROM searches; END",
            "CREATE VIEW evil AS SELECT 1",
            "DROP TABLE files",
        )
    ):
        file = tmp_path / f"{number}.db"
        studies.run(plan, jobs=1, store=file)
        with sqlite3.connect(file) as base:
            base.execute(statement)
        refused("other tables", lambda file=file: Store(file))


def test_names_in_a_store_that_are_no_text(tmp_path: Path) -> None:
    file = tmp_path / "store.db"
    studies.run(studies.plan(["uniform:2,2"], ["alpha_beta"], trees=1), jobs=1, store=file)
    content = file.read_bytes()
    assert b"CREATE TABLE files" in content
    file.write_bytes(content.replace(b"CREATE TABLE files", b"CREATE TABL\xd5 files"))
    refused("is damaged and left as it is", lambda: Store(file))


def test_stored_numbers_that_no_search_finds(tmp_path: Path) -> None:
    plan = studies.plan(["uniform:2,2"], ["alpha_beta"], trees=3)
    file = tmp_path / "store.db"
    studies.run(plan, jobs=1, store=file)
    with Store(file) as store:
        before = store.records(1, plan.cells[0])
    made = before[0]._replace(leaves="many")
    with sqlite3.connect(file) as base:
        key = base.execute("SELECT seed, tree, algorithm FROM cells").fetchone()
        base.execute(
            "UPDATE searches SET leaves = 'many', checksum = ? WHERE repetition = ?",
            (_checksum(key, Record(*made)), made.repetition),
        )
    with Store(file) as store, pytest.warns(RuntimeWarning, match="1 results .* damaged"):
        assert store.records(1, plan.cells[0]) == before[1:]


@pytest.mark.parametrize(
    "change",
    [
        lambda kept: kept.update(state=5),
        lambda kept: kept.pop("arrays"),
        lambda kept: kept.update(arrays={"scores": ["../x.npy", 1]}),
        lambda kept: kept.update(state={"real": False, "all_listed": True, "sizes": {}}),
        lambda kept: kept.update(state={"real": False, "listed": [{"tier": 0}]}),
        lambda kept: kept.update(state={"real": False, "ranges": [[0, 5]]}),
        lambda kept: kept.update(state={"real": False, "waiting": 3}),
    ],
)
def test_checkpoints_that_cannot_be(change: Any, tmp_path: Path) -> None:
    from halfmove.conformance.rules_hash import rules_hash

    game = hm.games.nim(2, 3)
    about = {"game": game.name, "rules": rules_hash(game, numbered=True), "tiers": [], "symmetry": False}
    kept: dict[str, Any] = {"about": about, "state": {"real": False}, "arrays": {}}
    change(kept)
    folder = tmp_path / "x.db.part"
    folder.mkdir()
    checked = zlib.crc32(json.dumps(kept, sort_keys=True).encode())
    (folder / "state.json").write_text(json.dumps({"kept": kept, "checked": checked}))
    refused("damaged; remove the folder", lambda: hm.solve(game, str(tmp_path / "x.db"), jobs=1, compiled=False))
