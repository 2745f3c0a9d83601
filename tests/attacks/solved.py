"""Databases of solved games, and folders of interrupted solves: how valid ones are made, forged and used."""

from __future__ import annotations

import copy
import io
import json
import random
import shutil
import tempfile
import zlib
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np

import halfmove as hm
from halfmove.errors import HalfmoveError
from halfmove.parts.worth import FOREVER, value_in, worth_of
from halfmove.solving import files as database_files
from halfmove.solving import solve
from halfmove.solving.headers import distance_of
from tests.attacks import sentence_fault
from tests.attacks.forging import as_json, changed, changed_words, check_printable, raw_changed
from tests.graph_games import Kind as Graph
from tests.graph_games import all_tiers, random_game

SPEEDS = [True, False]  # machine code and plain Python; `batch` may remove the first


def _speed(chance: random.Random, share: float) -> bool:
    return True in SPEEDS and chance.random() < share


@cache
def games() -> dict[str, hm.Game]:
    """The games of the databases: with and without their own numbers, with tables that are indexed by a position."""
    return {
        "nim": hm.games.nim(2, 3),
        "board": hm.games.tic_tac_toe(),
        "ranked": random_game(Graph(nodes=40, tiers=3, holes=1, ranked=True), 1),
        "table": random_game(Graph(nodes=60, tiers=2), 2),
        "one tier": random_game(Graph(nodes=40), 3),
    }


def make_databases(folder: Path) -> None:
    for name, game in games().items():
        hm.solve(game, str(folder / f"{name}.db"), jobs=1, compiled=False)
    hm.solve(games()["board"], str(folder / "board folded.db"), symmetry=True, jobs=1, compiled=False)
    hm.solve(
        games()["ranked"], str(folder / "ranked family.db"), tiers=all_tiers(games()["ranked"]), jobs=1, compiled=False
    )


def forge_database(chance: random.Random, source: Path, path: Path) -> None:
    if chance.random() < 0.1:
        path.write_bytes(raw_changed(chance, source.read_bytes()))
        return
    header, words = _parts(source)
    how = chance.random()
    if how < 0.35:
        header = changed(chance, header)
    elif how < 0.6:
        words = _changed_tier(chance, header, words)
    else:
        header, words = _lied(chance, header, words)
    head = database_files.MAGIC + as_json(header).encode(errors="surrogatepass") + b"\n"
    head += database_files._crc(head)
    content = words.astype("<i8").tobytes()
    blocks = range(0, len(content), database_files.BLOCK)
    table = np.array([zlib.crc32(content[each : each + database_files.BLOCK]) for each in blocks], "<u4").tobytes()
    begin = -(-len(head) // database_files.ALIGNED) * database_files.ALIGNED
    path.write_bytes(head.ljust(begin, b"\0") + content + table + database_files._crc(table))


@cache
def _parts(source: Path) -> tuple[dict[str, Any], Any]:
    header, words = database_files.read(source)
    return header, words.copy()


def _lied(chance: random.Random, header: dict[str, Any], words: Any) -> tuple[dict[str, Any], Any]:
    """A database that is well-formed without knowing its rules, but has other values, codes and numbers."""
    header, words, at = copy.deepcopy(header), words.copy(), 0
    how = chance.randrange(5)
    if how == 0:
        header["scores"] = [0, *sorted(chance.sample(range(1, 100), len(header["scores"]) - 1))]
    if how == 1 and header["ranges"]:
        pair = chance.choice(header["ranges"])
        pair[chance.randrange(2)] += chance.choice((-1, 1, 5, 1 << 30))
    for tier in header["tiers"]:
        if how == 2:
            worths = {_any_worth(chance, len(header["scores"])) for _ in tier["book"][tier["dense"] :]}
            while len(worths) < len(tier["book"]) - tier["dense"]:
                worths.add(_any_worth(chance, len(header["scores"])))
            forged_worths = [[value_in(worth), distance_of(worth)] for worth in sorted(worths)]
            tier["book"] = [None] * tier["dense"] + forged_worths
        *numbers, codes = [(at := at + count) - count for count in tier["words"]]
        if how == 3:
            kind = f"u{tier['bits'] // 8}"
            made = [chance.randrange(len(tier["book"])) for _ in range(tier["numbers"])]
            words[codes:at].view(kind)[: tier["numbers"]] = made
            tier["positions"] = sum(map(bool, made)) if tier["dense"] else tier["numbers"]
        if how == 4 and numbers:
            for _ in range(chance.choice((1, 3))):
                begin, end = numbers[0], codes
                words[chance.randrange(begin, end)] ^= 1 << chance.randrange(chance.choice((4, 20, 62)))
    return header, words


def _any_worth(chance: random.Random, scores: int) -> int:
    distance = chance.choice((FOREVER, FOREVER - 1, chance.randrange(20), chance.randrange(FOREVER)))
    return worth_of(chance.randrange(1 - scores, scores), distance)


def _changed_tier(chance: random.Random, header: dict[str, Any], words: Any) -> Any:
    """Change words in some arrays of tiers."""
    words, at, spans = words.copy(), 0, []
    for tier in header["tiers"]:
        for count in tier["words"]:
            spans.append((at, at + count))
            at += count
    for _ in range(chance.choice((1, 1, 3))):
        begin, end = chance.choice(spans)
        words[begin:end] = changed_words(chance, words[begin:end])
    return words


def use_database(chance: random.Random, path: Path) -> None:
    name = path.stem.partition("-")[0].split()[0]
    game = games()[name if name in games() else "one tier"] if chance.random() < 0.9 else None
    if game is None and name not in ("nim", "board"):
        game = games()["ranked"]
    base = hm.Database(path, game)
    game = base.game
    scores = {score for each in base.scores for score in (each, -each)}

    def insist(entry: Any) -> None:
        if entry is not None and (entry.value not in scores or not (entry.distance is None or entry.distance >= 0)):
            raise AssertionError(f"{entry} is not among the scores")

    at = game.start
    for _ in range(6):
        insist(base.probe(at))
        for move in base.moves(at):
            insist(move)
        if game.outcome(at)[0]:
            break
        at = game.next(at, chance.choice(game.legal(at)))
    check_printable(repr(base), len(base))
    for use in chance.sample(_USES, 2):
        try:
            use(chance, base, game, insist)
        except HalfmoveError as error:
            _check_sentence(error)


def _positions(chance: random.Random, base: Any, game: hm.Game, insist: Any) -> None:
    for _, entry in islice(base.positions(), 400):
        insist(entry)


def _statistics(chance: random.Random, base: Any, game: hm.Game, insist: Any) -> None:
    check_printable(repr(base.statistics), base.line(game.start, 50))


def _verify(chance: random.Random, base: Any, game: hm.Game, insist: Any) -> None:
    hm.verify(base, jobs=1, compiled=_speed(chance, 0.7))


def _search(chance: random.Random, base: Any, game: hm.Game, insist: Any) -> None:
    limits = hm.Limits(nodes=chance.choice((20, 300)))
    results = [hm.search(game, "alpha_beta", endgames=[base], limits=limits, compiled=each) for each in SPEEDS]
    if len({(each.value, each.bound) for each in results}) > 1:
        raise AssertionError(f"the speeds differ: {results}")


def _player(chance: random.Random, base: Any, game: hm.Game, insist: Any) -> None:
    for compiled in SPEEDS:
        player = hm.Player(game, hm.Limits(nodes=60), endgames=[base], compiled=compiled, table=False)
        player.choose(game.start)


_USES = (_positions, _statistics, _verify, _search, _search, _player)


def _check_sentence(error: HalfmoveError) -> None:
    """A refusal during use must be a sentence, too."""
    if (fault := sentence_fault(str(error))) is not None:
        raise AssertionError(fault)


# Checkpoints


class _Stop(Exception):
    """Interrupts a solve."""


def make_checkpoints(folder: Path) -> None:
    """Folders of solves that were interrupted while positions were listed, while they were solved, and at the end."""
    cases: list[tuple[str, str, Any]] = [
        ("board", "listing", {"symmetry": True}),
        ("board", "solving", {"symmetry": True}),
        ("board", "writing", {"symmetry": True}),
        ("ranked", "solving", {}),
        ("ranked", "family", {"tiers": all_tiers(games()["ranked"])}),
    ]
    for name, stage, options in cases:
        out = folder / f"{name} {stage}.db"
        left, end = [3 if stage == "listing" else 2], "_save_reach" if stage == "listing" else ""
        before = {each: getattr(solve._Solve, each) for each in ("_save_reach", "_settled")}
        settle, write = solve.Settler.settle, hm.Database.write

        def stop(function: Any, left: list[int] = left) -> Any:
            def stopping(*given: Any) -> Any:
                left[0] -= 1
                if left[0] < 0:
                    raise _Stop
                return function(*given)

            return stopping

        try:
            if end:
                solve._Solve._save_reach = stop(before[end])  # type: ignore[method-assign]
            elif stage == "writing":
                left[0] = 0
                hm.Database.write = stop(write)  # type: ignore[method-assign]
            else:
                solve.Settler.settle = stop(settle)  # type: ignore[method-assign]
            hm.solve(games()[name], str(out), jobs=1, compiled=False, **options)
        except _Stop:
            pass
        finally:
            solve._Solve._save_reach = before["_save_reach"]  # type: ignore[method-assign]
            solve.Settler.settle, hm.Database.write = settle, write  # type: ignore[method-assign]


def forge_checkpoint(chance: random.Random, source: Path, path: Path) -> None:
    shutil.copytree(source, path)
    state = json.loads((path / "state.json").read_text())
    kept = state["kept"]
    how = chance.random()
    if how < 0.1:
        file = chance.choice([each for each in path.iterdir() if each.name != "lock"])
        file.write_bytes(raw_changed(chance, file.read_bytes()))
        return
    if how < 0.5:
        about = kept["about"]
        kept = changed(chance, kept)
        if isinstance(kept, dict) and chance.random() < 0.8:
            kept["about"] = about
    elif kept["arrays"]:
        name = chance.choice(list(kept["arrays"]))
        file = path / kept["arrays"][name][0]
        array = np.load(file)
        array = changed_words(chance, array.view(np.int64)).view(array.dtype)
        if chance.random() < 0.2:
            array = chance.choice((array[:-1], array.astype(np.float64), array.reshape(1, -1), array.astype(">i8")))
        held = io.BytesIO()
        np.save(held, array)
        file.write_bytes(held.getvalue())
        kept["arrays"][name][1] = zlib.crc32(np.ascontiguousarray(array).data)
    checked = zlib.crc32(json.dumps(kept, sort_keys=True).encode())
    (path / "state.json").write_text(json.dumps({"kept": kept, "checked": checked}))


def use_checkpoint(chance: random.Random, path: Path) -> None:
    name, stage = path.name.partition(".db")[0].split() if path.is_dir() else ("board", "solving")
    options: dict[str, Any] = {"tiers": all_tiers(games()["ranked"])} if stage == "family" else {}
    options |= {"symmetry": True} if name == "board" else {}
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "made.db"
        if path.is_dir():
            path.rename(f"{out}.part")
        else:
            Path(f"{out}.part").mkdir()
            Path(f"{out}.part", "state.json").symlink_to(path)
        hm.solve(games()[name], str(out), jobs=1, compiled=_speed(chance, 0.3), **options)
