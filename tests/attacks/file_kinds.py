"""Files of every kind that halfmove reads: how a valid one is made, forged with correct checksums, and used."""

from __future__ import annotations

import json
import math
import random
import sqlite3
import zlib
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import halfmove as hm
from halfmove import bookmaking, matches, studies
from halfmove.books import files as book_files
from halfmove.cli import saved_game
from halfmove.cli.played_game import PlayedGame
from halfmove.matches import files as match_files
from halfmove.proofs import files as proof_files
from halfmove.studies.store import Store, _checksum
from halfmove.studies.work import Record
from tests.attacks import solved
from tests.attacks.forging import BOMBS, ODD, as_json, changed, check_printable, raw_changed


class Kind(NamedTuple):
    """A kind of files.

    make    makes valid files in a folder
    forge   writes a changed copy of one of them
    use     does everything that can be done with a file
    """

    make: Callable[[Path], None]
    forge: Callable[[random.Random, Path, Path], None]
    use: Callable[[random.Random, Path], None]


# Books


def _make_books(folder: Path) -> None:
    few: dict[str, Any] = {"nodes": 30, "jobs": 1, "compiled": False}
    bookmaking.build("tic_tac_toe", 25, file=str(folder / "ttt.book"), **few)
    bookmaking.build("nim:2,3", 6, file=str(folder / "nim.book"), **few)


def _forge_book(chance: random.Random, source: Path, path: Path) -> None:
    content = source.read_bytes()
    if chance.random() < 0.1:
        path.write_bytes(raw_changed(chance, content))
        return
    first, _, rest = content.partition(b"\n")
    rows = json.loads(zlib.decompress(rest.partition(b"\n")[2]))
    head = json.loads(first)
    how = chance.random()
    if how < 0.3:
        head = changed(chance, head)
    else:
        rows = changed(chance, rows)
    body = zlib.compress(json.dumps(rows, separators=(",", ":")).encode())
    if how > 0.95:
        body = chance.choice(_book_bombs())
    first = as_json(head).encode()
    path.write_bytes(b"\n".join([first, book_files._checksum(first, body), body]))


@cache
def _book_bombs() -> list[bytes]:
    """Lists that are a thousand times longer than their files."""
    row = b"[[%d,0,0],null,null,null,[],0],"
    return [
        _packed(b"[[]", b",[]" * 1_000_000, 20, b"]"),
        _packed(b"[[[0", b",0" * 1_000_000, 40, b"],null,null,null,[],0]]"),
        _packed(b"[[[0,0],null,null,null,[0", b",0" * 1_000_000, 40, b"],0]]"),
        _packed(b"[", b"[" * 1_000_000, 40, b"]"),
        _packed(b"[", b" " * 1_000_000, 40, b"]"),
        _packed(b"[", b"".join(row % each for each in range(100_000)), 10, b"[[0,1],null,null,null,[],0]]"),
        zlib.compress(b'{"a":1}') + b"x",
        zlib.compress(b"[[[0,1,2]"),
        zlib.compress(b"[]"),
        *(zlib.compress(each) for each in BOMBS),
    ]


def _packed(begin: bytes, often: bytes, times: int, end: bytes) -> bytes:
    pack = zlib.compressobj(6)
    pieces = [pack.compress(begin), *(pack.compress(often) for _ in range(times)), pack.compress(end), pack.flush()]
    return b"".join(pieces)


def _use_book(chance: random.Random, path: Path) -> None:
    game = None if chance.random() < 0.3 else hm.games.tic_tac_toe() if "ttt" in path.stem else hm.games.nim(2, 3)
    book = hm.Book.load(path, game)
    game = book.game
    at = game.start
    check_printable(repr(book), book.stats(), len(book))
    while not game.outcome(at)[0]:
        book.value(at)
        entry = book.entry(at)
        if entry is not None:
            check_printable(repr(entry), entry.nodes, entry.depth, book.line(at, entry.best.move))
        at = game.next(at, chance.choice(game.legal(at)))
    hm.Player(game, hm.Limits(nodes=20), book=book, variety=chance.choice((0, 0.5)), compiled=False).choose(game.start)
    if chance.random() < 0.2:
        what = "tic_tac_toe" if "tic" in game.name else "nim:2,3"
        more = bookmaking.build(what, len(book) + 1, extend=book, nodes=20, jobs=1, compiled=False, total_seconds=5)
        more.save(str(path) + ".more")
        hm.Book.load(str(path) + ".more", game)


# Matches and games


@cache
def _match() -> matches.Match:
    return matches.match("tic_tac_toe", "random", "random:seed=2", games=6)


def _make_matches(folder: Path) -> None:
    matches.run(_match(), 1, str(folder / "pairs.json"))


def _forge_match(chance: random.Random, source: Path, path: Path) -> None:
    if chance.random() < 0.1:
        path.write_bytes(raw_changed(chance, source.read_bytes()))
        return
    data = json.loads(source.read_text())
    data = changed(chance, data)
    if isinstance(data, dict):
        data.pop("checksum", None)
        data["checksum"] = match_files._checksum(data)
    path.write_text(as_json(data))


def _use_match(chance: random.Random, path: Path) -> None:
    standing = matches.run(_match(), 1, str(path), resume=True)
    check_printable(
        repr(standing), standing.verdict, standing.as_dict(), match_files.as_lines(_match(), standing.games)
    )


def _make_games(folder: Path) -> None:
    standing = matches.run(_match(), 1)
    (folder / "lines.json").write_text(match_files.as_lines(_match(), standing.games))
    matches.run(_match(), 1, str(folder / "pairs.json"))
    _make_saved(folder)


def _forge_games(chance: random.Random, source: Path, path: Path) -> None:
    if chance.random() < 0.1:
        path.write_bytes(raw_changed(chance, source.read_bytes()))
        return
    lines = [json.loads(line) for line in source.read_text().splitlines()] if source.stem == "lines" else None
    data = changed(chance, json.loads(source.read_text()) if lines is None else lines)
    several = lines is not None and isinstance(data, list)
    path.write_text("\n".join(map(as_json, data)) if several else as_json(data))


def _use_games(chance: random.Random, path: Path) -> None:
    added = bookmaking.add_games("tic_tac_toe", str(path))
    check_printable(repr(added.book), added.book.stats(), added.book.entry())


def _make_saved(folder: Path) -> None:
    game = hm.games.tic_tac_toe()
    played = PlayedGame(game, "tic_tac_toe")
    for move in (5, 1, 3, 7, 4, 6, 2, 8, 9):
        if not played.over and move in game.legal(played.at):
            played.play(move)
    saved_game.save(played, str(folder / "saved.json"), saved_game.Settings(3, 0.5, (1,)))


def _use_saved(chance: random.Random, path: Path) -> None:
    from halfmove.cli.game_argument import game_from

    what = saved_game.game_in(str(path)) if chance.random() < 0.5 else "tic_tac_toe"
    played, _ = saved_game.load(str(path), game_from(what), what)
    assert played.side in (0, 1)


# Proofs, trees, studies, stores


def _make_proofs(folder: Path) -> None:
    hm.prove(hm.games.nim(2, 3), compiled=False).save(folder / "nim.proof")
    hm.prove(hm.games.tic_tac_toe(), at_least=1, compiled=False).save(folder / "ttt.proof")


def _forge_proof(chance: random.Random, source: Path, path: Path) -> None:
    if chance.random() < 0.1:
        path.write_bytes(raw_changed(chance, source.read_bytes()))
        return
    data = changed(chance, json.loads(source.read_text()))
    if isinstance(data, dict):
        data.pop("checksum", None)
        data["checksum"] = proof_files._checksum(data)
    path.write_text(as_json(data))


def _use_proof(chance: random.Random, path: Path) -> None:
    game = hm.games.tic_tac_toe() if "ttt" in path.stem else hm.games.nim(2, 3)
    proof = hm.Proof.load(path)
    check_printable(str(proof), repr(proof), len(proof), json.dumps(proof.as_dict()))
    proof.check(game)
    hm.search(proof.tree(game), "minimax", limits=hm.Limits(nodes=500), compiled=False)
    assert hm.Proof.load(path, game).move is not None or not proof.proven


def _make_trees(folder: Path) -> None:
    (folder / "tree.json").write_text("[[3, [7, 2]], [4, [1, [5, -2], 6]], 8]")
    (folder / "real.json").write_text("[[3.5, [7, 2]], [4, 1]]")


def _forge_json(chance: random.Random, source: Path, path: Path) -> None:
    if chance.random() < 0.2:
        path.write_bytes(raw_changed(chance, source.read_bytes()))
        return
    path.write_text(as_json(changed(chance, json.loads(source.read_text()))))


def _use_tree(chance: random.Random, path: Path) -> None:
    game = hm.trees.load(path)
    hm.search(game, "scout", limits=hm.Limits(nodes=1000), compiled=False)


_STUDY = {
    "name": "ordered trees",
    "seed": 1,
    "trees": 2,
    "families": ["uniform:3,2", {"family": "ordered", "depth": 2, "each": {"width": [2, 3], "order": [1, 2]}}],
    "algorithms": ["alpha_beta", {"id": "ps_star", "each": {"phases": [2, 3]}}],
    "parts": [{"families": ["uniform:2,2"], "trees": 1}],
}


def _make_studies(folder: Path) -> None:
    (folder / "study.toml").write_text(_toml(_STUDY))


def _toml(data: dict[str, Any]) -> str:
    return "".join(f"{json.dumps(str(key))} = {_toml_value(value)}\n" for key, value in data.items())


def _toml_value(value: Any) -> str:
    if isinstance(value, dict):
        inside = ", ".join(f"{json.dumps(str(key))} = {_toml_value(each)}" for key, each in value.items())
        return "{" + inside + "}"
    if isinstance(value, list):
        return f"[{', '.join(map(_toml_value, value))}]"
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)
    return json.dumps("none" if value is None else value)


def _forge_study(chance: random.Random, source: Path, path: Path) -> None:
    if chance.random() < 0.2:
        path.write_bytes(raw_changed(chance, source.read_bytes()))
        return
    data = changed(chance, _STUDY)
    if chance.random() < 0.1:
        data["families"] = [{"family": "uniform", "each": {name: list(range(1, 200)) for name in ("width", "depth")}}]
        data["families"][0]["each"]["seed"] = list(range(200))
    path.write_text(_toml(data if isinstance(data, dict) else {"x": data}))


def _use_study(chance: random.Random, path: Path) -> None:
    plan = studies.load(path)
    check_printable(repr(plan), plan.digest, plan.searches)


def _study_plan() -> Any:
    return studies.plan(["uniform:2,2"], ["alpha_beta", "scout"], trees=4)


def _make_stores(folder: Path) -> None:
    studies.run(_study_plan(), jobs=1, store=folder / "store.db")
    with sqlite3.connect(folder / "store.db") as base:
        base.execute("PRAGMA journal_mode = DELETE")


_STATEMENTS = (
    "CREATE TRIGGER evil AFTER INSERT ON searches BEGIN DELETE FROM searches; END",
    "CREATE VIEW evil AS WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT x FROM c",
    "DROP TABLE files",
    "DROP TABLE about",
    "DELETE FROM about",
    "UPDATE about SET value = x'00ff'",
    "UPDATE about SET value = char(27) || '[31m' WHERE key = 'halfmove'",
    "UPDATE cells SET seed = NULL WHERE 0",
    "UPDATE cells SET id = 9223372036854775807 WHERE id = 1",
    "DELETE FROM searches WHERE repetition = 1",
    "CREATE TABLE more (x)",
    "CREATE INDEX more ON searches (leaves)",
    "PRAGMA user_version = 7",
    "PRAGMA application_id = 7",
)


def _forge_store(chance: random.Random, source: Path, path: Path) -> None:
    content = source.read_bytes()
    if chance.random() < 0.3:
        path.write_bytes(raw_changed(chance, content))
        return
    path.write_bytes(content)
    base = sqlite3.connect(path, isolation_level=None)
    try:
        if chance.random() < 0.3:
            base.execute(chance.choice(_STATEMENTS))
        elif chance.random() < 0.2:
            base.execute("DROP TABLE searches")
            base.execute("CREATE VIEW searches AS WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x FROM c) SELECT x")
        else:
            _forge_record(chance, base)
    except (sqlite3.Error, OverflowError, UnicodeError):
        pass
    finally:
        base.close()


def _forge_record(chance: random.Random, base: Any) -> None:
    """Change a number of a search, and its checksum accordingly."""
    columns = ", ".join(f'"{name}"' for name in Record._fields)
    number, *fields = chance.choice(base.execute(f"SELECT cell, {columns} FROM searches").fetchall())
    key = base.execute("SELECT seed, tree, algorithm FROM cells WHERE id = ?", (number,)).fetchone()
    where = chance.randrange(len(fields))
    changed_fields = list(fields)
    changed_fields[where] = chance.choice([each for each in ODD if not isinstance(each, list | dict)])
    made = Record(*changed_fields)
    base.execute(
        f'UPDATE searches SET "{Record._fields[where]}" = ?, checksum = ? WHERE cell = ? AND repetition = ?',
        (changed_fields[where], _checksum(key, made), number, fields[0]),
    )


def _use_store(chance: random.Random, path: Path) -> None:
    import warnings

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        with Store(path) as store:
            store.finished(_study_plan())
        table = studies.run(_study_plan(), jobs=1, store=path)
        check_printable(repr(table))


KINDS: dict[str, Kind] = {
    "database": Kind(solved.make_databases, solved.forge_database, solved.use_database),
    "book": Kind(_make_books, _forge_book, _use_book),
    "match": Kind(_make_matches, _forge_match, _use_match),
    "games": Kind(_make_games, _forge_games, _use_games),
    "saved game": Kind(_make_saved, _forge_json, _use_saved),
    "proof": Kind(_make_proofs, _forge_proof, _use_proof),
    "tree": Kind(_make_trees, _forge_json, _use_tree),
    "study": Kind(_make_studies, _forge_study, _use_study),
    "store": Kind(_make_stores, _forge_store, _use_store),
    "checkpoint": Kind(solved.make_checkpoints, solved.forge_checkpoint, solved.use_checkpoint),
}
