"""Programs as WebAssembly, run by wasmtime: the same values, counts and lines as machine code of this computer."""

from __future__ import annotations

import math
import random
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("wasmtime", reason="the package wasmtime runs modules for pages: pip install it")

import halfmove as hm
from halfmove.algorithms.registry import ALGORITHMS, find
from halfmove.cli.game_argument import game_from
from halfmove.engine import (
    PersistentMemory,
    Positions,
    Runner,
    Scores,
    Table,
    Task,
    WasmProgram,
    position_words,
    shapes,
    wasm_program,
)
from halfmove.engine.native import cache
from halfmove.engine.wasm.module import module_of
from halfmove.errors import NotCompilable
from halfmove.kernels.declaration import Algorithm
from halfmove.model import WIDE, Limits, Window
from halfmove.parts.history import HISTORY_WORDS
from halfmove.parts.in_progress import IN_PROGRESS_WORDS
from halfmove.parts.killers import KILLER_WORDS
from halfmove.parts.transpositions import TRANSPOSITIONS
from halfmove.players.kernels.deep import deep
from halfmove.players.kernels.mcts import mcts
from halfmove.players.kernels.solver import solver
from tests.conftest import LONG, random_positions, random_trees, usually
from tests.wasm_host import Found, Host

BITS = 12  # of the table of a player
# Memories that a player keeps from one depth to the next, and their words.
KEPT = {"in_progress": IN_PROGRESS_WORDS, "killer_moves": KILLER_WORDS, "good_moves": HISTORY_WORDS}

GAMES = {
    "nim": hm.games.nim(3, 4, 5),
    "tic_tac_toe": hm.games.tic_tac_toe(),
    "connect_four": hm.games.connect_four(),
    "othello": hm.games.othello(),
    "kalah": hm.games.kalah(),
    "checkers": hm.games.checkers(),
    "breakthrough": hm.games.breakthrough(6, 5),
    "chess": hm.games.chess(),
    "chess_endgame": hm.games.chess_endgame(),
    "l_game": hm.games.l_game(),
    "dots_and_boxes": hm.games.dots_and_boxes(),
    "nine_mens_morris": hm.games.nine_mens_morris(),
}


def task_of(game: hm.Game, algorithm: Algorithm, depth: int | None, position: Any = None, **given: Any) -> Task:
    """A search as a player or `search` makes it."""
    window, limits, trace, real = (given.pop(name, None) for name in ("window", "limits", "trace", "real"))
    at = game.start if position is None else position
    parameters = algorithm.settle(given)
    task = Task(game, algorithm, parameters, window or WIDE, depth, at, limits or Limits(), bool(trace), bool(real))

    def attach(task: Task) -> None:
        task.external = {name: PersistentMemory(words) for name, words in KEPT.items()}
        if TRANSPOSITIONS in algorithm.parts:
            words = position_words(game.start) + (2 if task.real else 1) + 1
            table = Table(game.start, 8 * words << BITS, task.real)
            task.external["seen"] = table.memory
            task.state = {"seen_shift": table.shift, "least_shift": table.least_shift}
        if algorithm is solver.algorithm:
            task.external |= {
                "root_positions": Positions([at], position_words(game.start)),
                "root_scores": Scores(1),
                "root_numbers": Scores(1),
            }
            task.state["roots"] = 1

    task.attach = attach
    task.attach_memory()
    return task


def compare(made: WasmProgram, task: Task, host: Host | None = None) -> Found:
    """Search in a module and as machine code of this computer: both must say the same."""
    host = Host(made, table_bits=BITS) if host is None else host
    given = {name: int(value) for name, value in task.state.items() if name == "roots"}
    if task.algorithm is solver.algorithm:
        words = [shapes.as_bits(each) for each in shapes.leaves_of(shapes.canonical(task.position), "")]
        host.write(host.places["root_positions"], words)
    if task.limits.nodes is not None:
        given["most_nodes"] = task.limits.nodes
    found = host.search(task.root, task.height, endless=int(task.endless), **given)
    raw, task, _native = Runner(True).run(task)
    assert found.stopped == raw.stopped
    if raw.stopped is None:
        assert found.score == raw.score
    assert found.best == raw.best or abs(raw.best) == math.inf
    counts = {name: found.counts[name] for name in made.about["counters"]}
    assert counts == {name: getattr(raw.counts, name, None) for name in counts if hasattr(raw.counts, name)} | dict(
        raw.own_counts
    )
    assert found.counts["leaves"] + found.counts["inner"] == raw.counts.nodes
    assert found.line == [words_of(move) for move in raw.line]
    if raw.leaf_paths is not None:
        assert found.leaf_paths == [tuple(words_of(move) for move in path) for path in raw.leaf_paths]
    return found


def words_of(x: Any) -> tuple[int, ...]:
    return tuple(shapes.as_bits(each) for each in shapes.leaves_of(shapes.canonical(x), ""))


def needed(algorithm: Algorithm) -> dict[str, Any]:
    """Values of the parameters that have no default."""
    return {parameter.name: 2 for parameter in algorithm.parameters if parameter.required}


@pytest.mark.parametrize("name", ALGORITHMS)
def test_every_algorithm_on_explicit_trees(name: str) -> None:
    """Values, all counts, lines and the order of leaves; ragged trees, ties, windows, a limit of nodes."""
    algorithm = find(name)
    chance = random.Random(name)
    for number, tree in enumerate(random_trees(usually(12, 60), 11, ("bits", "ties", "integers"))):
        window = Window() if number % 3 else Window(*sorted(chance.sample(range(-3, 9), 2)))
        limits = Limits(nodes=chance.randrange(1, 40)) if number % 4 == 3 else None
        game = hm.trees.explicit(tree)
        task = task_of(game, algorithm, None, window=window, limits=limits, trace=True, **needed(algorithm))
        compare(wasm_program(task), task)


@pytest.mark.parametrize("name", GAMES)
def test_the_rules_of_every_game(name: str) -> None:
    """What the rules answer in a module is what Python answers."""
    game = GAMES[name]
    host = Host(wasm_program(task_of(game, deep.algorithm, 3)))
    for at in random_positions(game, usually(40, 400), 5, range(0, 60)):
        over, score, guess, moves, children = host.rules(at)
        assert (over, score) == (False, 0)
        assert guess == (game.call("evaluate", at) if game.evaluate is not None else 0)
        legal = game.legal(at)
        assert moves == [words_of(move) for move in legal]
        after = [game.next(at, move) for move in legal]
        assert children == [words_of(each) for each in after]
        if game.turn is not None:
            assert host.sides(at, len(legal)) == [game.moves_again(at, each) for each in after]
        for child in after:
            if game.outcome(child)[0]:
                assert host.rules(child)[:2] == (True, game.outcome(child)[1])


@pytest.mark.parametrize("name", GAMES)
def test_players_of_every_game(name: str) -> None:
    """The search of a player, with its table and hooks, deeper and deeper."""
    game = GAMES[name]
    made = wasm_program(task_of(game, deep.algorithm, 8))
    for at in random_positions(game, usually(3, 20), 7, range(0, 30)):
        host = Host(made, table_bits=BITS)
        for depth in range(1, usually(5, 7)):
            for memory, words in {"seen": host.about["entry_words"] << BITS, **KEPT}.items():
                host.write(host.places[memory], [0] * words)
            compare(made, task_of(game, deep.algorithm, depth, at), host)


@pytest.mark.parametrize("name", usually(("nim", "kalah", "l_game"), tuple(GAMES)))
def test_random_games(name: str) -> None:
    game = GAMES[name]
    at = random_positions(game, 1, 3, range(0, 10))[0]
    task = task_of(game, mcts.algorithm, None, at, playouts=300, seed=4, longest_playout=60)
    made = wasm_program(task)
    found = compare(made, task, Host(made, arena=1 << 21))
    assert found.counts["played"] > 0


@pytest.mark.parametrize("name", usually(("nim", "tic_tac_toe"), ("nim", "tic_tac_toe", "kalah")))
def test_solving(name: str) -> None:
    game = {"kalah": hm.games.kalah(3, 2)}.get(name, GAMES[name])
    for at in random_positions(game, 3, 9, range(0, 6)):
        task = task_of(game, solver.algorithm, None, at)
        compare(wasm_program(task), task)


GAME_ALGORITHMS = usually(("alpha_beta", "sss_star"), tuple(ALGORITHMS))


@pytest.mark.parametrize("name", usually(("kalah",), tuple(GAMES)))
@pytest.mark.parametrize("algorithm", GAME_ALGORITHMS)
def test_algorithms_on_games(name: str, algorithm: str) -> None:
    game, found = GAMES[name], find(algorithm)
    for at in random_positions(game, 2, 13, range(0, 20)):
        task = task_of(game, found, 3, at, **needed(found))
        compare(wasm_program(task), task)


def test_real_scores() -> None:
    """Scores that are no whole numbers, infinite ones among them."""
    for tree in ([[0.5, [2.25, -1.0]], [1.5, 3.0]], [[math.inf, 1.0], [-math.inf, 0.25]]):
        task = task_of(hm.trees.explicit(tree), find("f_alpha_beta"), None)
        made = wasm_program(task)
        assert made.about["real"]
        host = Host(made)
        found = host.search(task.root)
        raw = Runner(True).run(task).raw
        assert (found.counts["leaves"], found.line) == (raw.counts.leaves, [(move,) for move in raw.line])


def test_too_small_a_memory_ends_the_search() -> None:
    """Kernels check how much room a memory has: nothing is overrun, and the search says why it ended."""
    game = GAMES["othello"]
    made = wasm_program(task_of(game, deep.algorithm, 8))
    host = Host(made, table_bits=BITS)
    for room in (0, 5, 17, 60):
        for place, _ in host.rooms:
            host.write(place - 8, [room])
        found = host.search(game.start, 8)
        assert (found.stopped, found.status != 0) == ("memory", True)
        names = {place: name for name, place in host.places.items()}
        for place, _ in host.rooms:
            if names[place] in ("sort_words", "sorted_moves"):
                assert host.read(place + 8 * max(room, 0), 50) == [0] * 50
    for place, room in host.rooms:
        host.write(place - 8, [room])
    assert host.search(game.start, 3).stopped is None


def test_a_small_arena_ends_the_search() -> None:
    game = hm.trees.uniform(4, 6)
    task = task_of(game, find("sss_star"), None)
    made = wasm_program(task)
    host = Host(made)
    host.template[made.about["fields"]["arena_most"]] = 500
    found = host.search(task.root)
    assert found.stopped == "memory"
    assert host.read(host.places["arena"] + 8 * 500, 500) == [0] * 500


def test_a_time_limit() -> None:
    import time

    game = GAMES["othello"]
    made = wasm_program(task_of(game, deep.algorithm, 30))
    found = Host(made, table_bits=BITS).search(game.start, 30, deadline=time.monotonic_ns() + 50_000_000)
    assert found.stopped == "seconds"
    assert found.counts["leaves"] > 0


def test_the_same_bytes_every_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Compiled again, and after other programs: the same bytes."""
    compiled = []
    first = wasm_program(task_of(GAMES["nim"], deep.algorithm, 4))
    monkeypatch.setattr(cache, "load", compiled.append)
    again = wasm_program(task_of(GAMES["nim"], deep.algorithm, 4))
    assert len(compiled) == 1
    assert again == first
    assert b".py" not in first.code  # no file of this computer is named


def test_rules_that_make_arrays_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "arrays.py"
    file.write_text(
        "import numpy as np\nimport halfmove as hm\n"
        "def moves(p):\n    made = np.zeros(3)\n    for i in range(len(made)):\n        yield i\n"
        "def play(p, move):\n    return p - 1\ndef result(p):\n    return p <= 0, -1\n"
        "game = hm.Game('arrays', 5, moves, play, result)\n"
    )
    game = game_from(f"{file}:game")
    with pytest.raises(NotCompilable, match="arrays"):
        wasm_program(task_of(game, deep.algorithm, 4))


def test_what_is_no_webassembly() -> None:
    with pytest.raises(NotCompilable):
        module_of(b"\x7fELF" + bytes(60), {})


@pytest.mark.skipif(not LONG, reason="for long runs")
def test_sizes_of_modules() -> None:
    for game in GAMES.values():
        assert len(wasm_program(task_of(game, deep.algorithm, 4)).code) < 40_000
