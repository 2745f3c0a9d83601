"""Call everything public with wrong arguments: each call must succeed, or explain in one sentence what is wrong.

    python -m tests.attacks.calls [SEED [CALLS]]

Every parameter of every public function is replaced by every wrong value; then CALLS more calls replace two at a time.
The last line of output says how much was tried.
"""

from __future__ import annotations

import importlib
import os
import random
import resource
import signal
import sys
import tempfile
import time
import warnings
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from types import ModuleType
from typing import Any, NamedTuple

import halfmove as hm
from halfmove import bookmaking, compare, exercises, studies, theory, tracing, words
from halfmove.errors import HalfmoveError
from tests.attacks import as_command, sentence_fault
from tests.attacks.nasty import VALUES

SECONDS = 120  # that one call may take, on a busy machine
MEGABYTES = 700  # that one call may add: a list of a million moves and of the positions after them
FEW = hm.Limits(nodes=300, seconds=2.0)


class Row(NamedTuple):
    left: int


def _moves(p: Row) -> Iterator[int]:
    yield 1
    if p.left > 1:
        yield 2


def _moves_with_data(p: int, data: Any) -> Iterator[int]:
    yield 1


GAME = hm.Game("take", Row(5), _moves, lambda p, move: Row(p.left - move), lambda p: (p.left <= 0, -1))


def _many(p: int) -> Iterator[int]:
    yield from range(1, p + 1)


WIDE = hm.Game("many moves", 10**12, _many, lambda p, move: p - move, lambda p: (p == 0, -1))
RULES = {"moves": _moves, "play": GAME.play, "result": GAME.result}
RESULT = hm.search(hm.trees.explicit([[3, [7, 2]], [4, 1]]), "sss_star", trace=True, compiled=False)
PLAN = studies.plan(["uniform:2,2"], ["alpha_beta", "sss_star"], trees=2)
TABLE = compare.measure(PLAN, compiled=False)
CELL = PLAN.cells[0]
PLAYER = hm.Player(GAME, FEW, compiled=False)
PROOF = hm.prove(GAME, compiled=False)
TAKE = hm.games.nim(1, 2)
BOOK = bookmaking.build("nim:1,2", 2, nodes=9, jobs=1, compiled=False, memory="64 KB")
SOLVED = hm.solve(GAME, compiled=False)
SHEET = exercises.sheet("value", level=1, count=1)
PARAMETER = hm.Parameter("guess", "score", "a guess", 3)


def _opened(file: Any, **named: Any) -> hm.Database:
    SOLVED.save("solved.db")
    return hm.Database(file, **named)


def kernel(game: Any, p: Any, height: Any, a: Any, b: Any, run: Any) -> Any:
    return words.value(game, p, height, a, b, run)


@dataclass(frozen=True)
class Target:
    """A function and arguments with which it succeeds: unnamed ones, and those by name."""

    function: Callable[..., Any]
    named: Mapping[str, Any] = field(default_factory=dict)
    unnamed: tuple[Any, ...] = ()


def _target(function: Callable[..., Any], *unnamed: Any, **named: Any) -> Target:
    return Target(function, named, unnamed)


def _without_file(function: Callable[..., Any], name: str) -> Callable[..., Any]:
    """The function, followed by the removal of the file that it wrote: other calls would be refused because of it."""

    def call(**given: Any) -> None:
        function(**given)
        if isinstance(given[name], str) and os.path.isfile(given[name]):
            os.remove(given[name])

    return call


def _made_only(function: Callable[..., Any]) -> Callable[..., Any]:
    """The function, without a search of the game that it makes: errors of a user's function are raised unchanged."""

    def call(**given: Any) -> None:
        function(**given)

    return call


class Bones:
    """A game in the form of easyAI."""

    def __init__(self) -> None:
        self.pile, self.current_player = 4, 1

    def possible_moves(self) -> list[int]:
        return [1, 2]

    def make_move(self, move: int) -> None:
        self.pile -= move

    def is_over(self) -> bool:
        return self.pile <= 0

    def scoring(self) -> int:
        return 100 if self.pile <= 0 else 0

    def switch_player(self) -> None:
        self.current_player = 3 - self.current_player


SIZE = {"width": 2, "depth": 4}
TARGETS: dict[str, Target] = {
    "from_easyai": _target(_made_only(hm.from_easyai), game=Bones(), scoring=None),
    "from_open_spiel": _target(_made_only(hm.from_open_spiel), game="tic_tac_toe", evaluate=None, same=None),
    "search": _target(
        hm.search,
        GAME,
        algorithm="alpha_beta",
        window=(-1, 1),
        depth=2,
        position=Row(3),
        compiled=False,
        trace=False,
        limits=FEW,
    ),
    "Player": _target(
        lambda **given: hm.Player(**given).choose(),
        game=TAKE,
        limits=FEW,
        memory="1 MB",
        threads=1,
        method="auto",
        seed=0,
        compiled=False,
        table=True,
        killers=True,
        history=True,
        ordering=True,
        quiescence=True,
        reductions=None,
        skips=None,
        pruning=None,
        gains=None,
        shallower=False,
        deeper=None,
        aspiration=None,
        extensions=None,
        repetitions=None,
        book=BOOK,
        variety=0.0,
    ),
    "Book": _target(hm.Book, game=TAKE, what="nim:1,2", made={}, positions=BOOK.positions),
    "Book.load": _target(hm.Book.load, path="nim.book", game=TAKE),
    "Book.entry": _target(BOOK.entry, position=TAKE.start),
    "Book.value": _target(BOOK.value, position=TAKE.start),
    "Book.line": _target(BOOK.line, position=TAKE.start, move=TAKE.legal(TAKE.start)[0]),
    "Book.save": _target(_without_file(BOOK.save, "path"), path="saved.book"),
    "bookmaking.build": _target(
        _without_file(bookmaking.build, "file"),
        game="nim:1,2",
        entries=2,
        nodes=9,
        seconds=1.0,
        depth=1,
        total_seconds=1.0,
        per_point=1.0,
        jobs=1,
        seed=1,
        memory="64 KB",
        compiled=False,
        file=None,
        extend=BOOK,
        database=None,
        progress=None,
    ),
    "bookmaking.add_games": _target(bookmaking.add_games, game="nim:1,2", file="games.jsonl", extend=None, first=9),
    "Player.choose": _target(PLAYER.choose, Row(3), clock=(9, 1), depth=3, all_best=True, live=None),
    "Player.solve": _target(PLAYER.solve, Row(3), limits=FEW),
    "Player.solve_many": _target(PLAYER.solve_many, (Row(3), Row(2)), limits=FEW),
    "solve": _target(
        hm.solve,
        GAME,
        out=None,
        tiers=None,
        symmetry=False,
        memory="1 MB",
        jobs=1,
        compiled=False,
        progress=None,
        cluster=None,
        workers_within=1.0,
        idle=None,
    ),
    "verify": _target(hm.verify, SOLVED, jobs=1, compiled=False, progress=None),
    "Database": _target(_opened, "solved.db", game=GAME, progress=None),
    "Database.probe": _target(SOLVED.probe, Row(3)),
    "Database.moves": _target(SOLVED.moves, Row(3)),
    "Database.line": _target(SOLVED.line, Row(3), most=10),
    "Database.save": _target(SOLVED.save, "saved.db"),
    "check": _target(hm.check, GAME, games=2, seed=0, compiled=False),
    "check_algorithm": _target(hm.check_algorithm, "alpha_beta", trees=2, seed=0, compiled=False),
    "page": _target(hm.page, GAME, level=3, seconds=0.5, endgames=None, book=None),
    "play": _target(
        hm.play,
        GAME,
        level="easy",
        you="first",
        seconds=0.1,
        position=Row(3),
        memory="1 MB",
        threads=1,
        seed=1,
        endgames=None,
        book=None,
    ),
    "explore": _target(hm.explore, GAME, algorithm="alpha_beta", depth=2, position=Row(3), window=(-1, 1), step=0),
    "presorted": _target(hm.presorted, game=hm.games.othello(4)),
    "algorithm": _target(
        lambda **declared: hm.algorithm(**declared)(kernel),
        title="t",
        source="s",
        promise="p",
        parameters=(PARAMETER,),
        parts=(hm.Part("p"),),
        state={"n": 0},
        counters=("c",),
        aliases=("k",),
        window=True,
        clips=False,
        proves=False,
        steps="",
        lists=None,
        using={},
        faults=("f",),
        variants={},
        origin=None,
    ),
    "algorithm()": _target(lambda function: hm.algorithm()(function), kernel),
    "words.kernel": _target(words.kernel, kernel),
    "Parameter": _target(
        hm.Parameter,
        name="n",
        kind="int",
        help="h",
        default=1,
        choices=("a",),
        least=0,
        words={},
        check=None,
        shown="",
    ),
    "Parameter.checked": _target(PARAMETER.checked, "mtd_f", 3),
    "Part": _target(hm.Part, name="p", state={"n": 0}, arena=0, table=None),
    "Limits": _target(hm.Limits, nodes=10, seconds=1.0, memory=1 << 20),
    "Window": _target(hm.Window, low=0, high=1),
    "Window.of": _target(hm.Window.of, (0, 1)),
    "Window.bound": _target(hm.Window(0, 1).bound, 0.5),
    "Counts": _target(hm.Counts, leaves=1, nodes=1),
    "Result": _target(hm.Result, value=1, bound="exact", counts=hm.Counts(), seconds=1.0, algorithm="x"),
    "Result.as_dict": _target(RESULT.as_dict),
    "Game": _target(
        hm.Game,
        name="g",
        start=Row(5),
        **RULES,
        evaluate=lambda p: 0,
        key=lambda p: 1,
        turn=lambda p: 0,
        show=str,
        parse=int,
        format=str,
        locate=None,
        data=None,
        longest=9,
        leaves_only=False,
        width=None,
        parameters={},
    ),
    "Game with data": _target(
        hm.Game,
        name="g",
        start=5,
        moves=_moves_with_data,
        play=lambda p, m, data: p - 1,
        result=lambda p, data: (p == 0, 1),
        data=[1],
    ),
    "Game.legal": _target(GAME.legal, Row(5)),
    "Game.next": _target(GAME.next, Row(5), 1),
    "Game.outcome": _target(GAME.outcome, Row(5)),
    "Game.call": _target(GAME.call, "result", Row(5)),
    "U64": _target(hm.U64, 3),
    "trees.uniform": _target(hm.trees.uniform, **SIZE, seed=0, values=(0, 9), order="worst"),
    "trees.ordered": _target(hm.trees.ordered, **SIZE, seed=0, order=1, probability=1.0, root=64, values=(0, 127)),
    "trees.incremental": _target(hm.trees.incremental, **SIZE, seed=0, values=(-100, 100)),
    "trees.dependent": _target(hm.trees.dependent, **SIZE, seed=0),
    "trees.explicit": _target(hm.trees.explicit, tree=[1, [2, 3]], name="t"),
    "trees.named": _target(hm.trees.named, name="srimani_1985:figure-a1"),
    "trees.load": _target(hm.trees.load, path="tree.json"),
    "many moves: legal": _target(WIDE.legal, position=10**12, most=3),
    "many moves: check": _target(hm.check, WIDE, games=1, compiled=False),
    "many moves: search": _target(
        partial(hm.search, WIDE, limits=FEW, compiled=False), position=10**12, depth=1, trace=True
    ),
    "many moves: choose": _target(hm.Player(WIDE, FEW, compiled=False).choose, position=10**12),
    "locate": _target(lambda position: hm.trees.explicit([[1, 2], 3]).locate(position), "1.2"),  # type: ignore[misc]
    "games.nim": _target(hm.games.nim, 3, 4),
    "games.tic_tac_toe": _target(hm.games.tic_tac_toe),
    "games.connect_four": _target(hm.games.connect_four, width=4, height=3, connect=3),
    "games.othello": _target(hm.games.othello, size=4),
    "games.kalah": _target(hm.games.kalah, pits=3, seeds=2),
    "games.checkers": _target(hm.games.checkers),
    "games.breakthrough": _target(hm.games.breakthrough, width=4, height=5),
    "games.hex": _target(hm.games.hex, size=3, swap=True),
    "games.gomoku": _target(hm.games.gomoku, size=4, connect=3, exact=True),
    "games.domineering": _target(hm.games.domineering, width=3, height=4),
    "games.chess": _target(hm.games.chess, start=518),
    "chess at": _target(
        lambda position: hm.search(hm.games.chess(), position=position, depth=1),
        "r3k2r/8/8/4pP2/8/8/8/R3K2R w KQkq e6 0 1",
    ),
    "games.chess_endgame": _target(hm.games.chess_endgame, pieces="KQK"),
    "games.l_game": _target(hm.games.l_game),
    "games.dots_and_boxes": _target(hm.games.dots_and_boxes, width=2, height=3),
    "games.nine_mens_morris": _target(hm.games.nine_mens_morris, flying=False),
    "chess_endgame at": _target(
        lambda position: hm.search(hm.games.chess_endgame("KQK"), position=position, depth=1),
        "8/8/8/4k3/8/8/1Q6/K7 w - - 0 1",
    ),
    "othello at": _target(lambda position: hm.search(hm.games.othello(), position=position, depth=1), "d3c3"),
    "connect_four at": _target(lambda position: hm.search(hm.games.connect_four(), position=position, depth=1), "4453"),
    "theory.Branching": _target(theory.Branching, 2, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0),
    "theory.Storage": _target(theory.Storage, open=1, backup=1),
    "theory.BoundGrowth": _target(theory.BoundGrowth, lower=1.0, upper=2.0, asymptotic=1.5),
    "theory.LargestMean": _target(theory.LargestMean, chance=0.5, leaves=1.0),
    "theory.child_types": _target(theory.child_types, "sss_star", "F", 3, 2, at_max=False),
    "theory.draw_types": _target(theory.draw_types, "sss_star", 2, 2, 1),
    "theory.parallel_limit": _target(theory.parallel_limit, scheme="pv_splitting", width=3, depth=4),
    "theory.parallel_rounds": _target(theory.parallel_rounds, scheme="pv_splitting", width=3, depth=4),
    "theory.tree_splitting_speedup": _target(theory.tree_splitting_speedup, processors=4),
    "theory.expected": _target(
        theory.expected,
        "alpha_beta",
        {"family": "uniform", **SIZE, "values": None},
        {},
        None,
    ),
    "theory.LeafFit": _target(theory.LeafFit, 0.7, 0.3, (1.0,)),
    "theory.PhaseChoice": _target(theory.PhaseChoice, 1, theory.Storage(1, 0), True),
    "theory.Pruning": _target(theory.Pruning, "0", 0, 0, 0, 1),
    "theory.SolutionTree": _target(theory.SolutionTree, ("0",), 1),
    "theory.alpha_beta_window": _target(theory.alpha_beta_window, [[1, 2], 3], "1.2", viewpoint="parent"),
    "theory.bounds_along": _target(theory.bounds_along, [[1, 2], 3], "1.2"),
    "theory.pruning_bounds": _target(theory.pruning_bounds, [[1, 2], 3], "1.2"),
    "theory.solution_tree_count": _target(theory.solution_tree_count, [[1, 2], 3]),
    "theory.solution_trees": _target(theory.solution_trees, [[1, 2], 3]),
    "theory.visit_chance": _target(theory.visit_chance, 2, 2, 2),
    "studies.AlgorithmSpec": _target(studies.AlgorithmSpec, id="scout", parameters=(), file=None),
    "studies.AlgorithmSpec.of": _target(studies.AlgorithmSpec.of, "scout", test="strict"),
    "studies.AlgorithmSpec.parse": _target(studies.AlgorithmSpec.parse, text="scout:test=strict", more=None),
    "studies.TreeSpec": _target(studies.TreeSpec, "uniform", (("width", 2), ("depth", 2)), None, 0, None),
    "studies.TreeSpec.of": _target(studies.TreeSpec.of, "uniform", 2, 2, values=(0, 9), look_ahead=2, opening=0),
    "studies.TreeSpec.parse": _target(studies.TreeSpec.parse, text="uniform:2,2"),
    "studies.TreeSpec.make": _target(CELL.tree.make, seed=1),
    "studies.TreeSpec.seed": _target(CELL.tree.seed, base=1, repetition=1),
    "studies.TreeSpec.looking_ahead": _target(CELL.tree.looking_ahead, half_moves=1),
    "studies.Cell": _target(studies.Cell, tree=CELL.tree, algorithm=CELL.algorithm, count=2, first=1),
    "studies.Plan": _target(studies.Plan, cells=PLAN.cells, seed=1, name="n", about="a"),
    "studies.plan": _target(
        studies.plan, families=["uniform:2,2"], algorithms=["scout"], trees=2, seed=1, name="n", about="a"
    ),
    "studies.parallel_plan": _target(
        studies.parallel_plan,
        families=["uniform:2,2"],
        schemes=["pv_splitting"],
        processors=[1, 2],
        trees=2,
        seed=1,
        depth=1,
        name="n",
    ),
    "studies.speedups": _target(studies.speedups, TABLE),
    "studies.joined": _target(studies.joined, cells=PLAN.cells, seed=1, name="n", about="a"),
    "studies.load": _target(studies.load, path="study.toml", trees=1, seed=1),
    "studies.run": _target(studies.run, plan=PLAN, jobs=1, store=None, progress=None, cluster=None, compiling=None),
    "studies.summarise": _target(studies.summarise, numbers=[1, 2, 3], confidence=0.95),
    "studies.Store": _target(lambda path: studies.Store(path).close(), "store.db"),
    "studies.Table": _target(studies.Table, plan=PLAN, records=TABLE.records),
    "studies.Table.cell": _target(TABLE.cell, tree="uniform:2,2", algorithm="alpha_beta"),
    "studies.Table.aggregates": _target(TABLE.aggregates, metric="leaves"),
    "studies.Table.differences": _target(TABLE.differences, metric="leaves", reference="alpha_beta"),
    "studies.Table.csv": _target(TABLE.csv),
    "studies.Table.parquet": _target(TABLE.parquet, path="table.parquet"),
    "compare.compare": _target(
        compare.compare, families=["uniform:2,2"], algorithms=["scout"], trees=2, seed=1, depth=None, compiled=False
    ),
    "compare.planned": _target(
        compare.planned, families=["uniform:2,2"], algorithms=["scout"], trees=2, seed=1, depth=None
    ),
    "compare.measure": _target(compare.measure, PLAN, compiled=False, progress=None),
    "compare.rows": _target(compare.rows, TABLE),
    "compare.single_searches": _target(lambda table: list(compare.single_searches(table)), TABLE),
    "tracing.listing": _target(tracing.listing, RESULT.events),
    "exercises.sheet": _target(exercises.sheet, kind="nim", level=1, seed=1, count=2),
    "exercises.Sheet.text": _target(SHEET.text, solution=True),
    "exercises.Sheet.html": _target(SHEET.html, solution=True),
    "exercises.Sheet.pdf": _target(SHEET.pdf, solution=True),
    "exercises.Sheet.as_dict": _target(SHEET.as_dict, solution=True),
    "draw": _target(hm.draw, hm.trees.explicit([[1, 2], 3]), "alpha_beta", step=3),
    "prove": _target(hm.prove, GAME, Row(4), at_least=1, limits=FEW, algorithm="df_pn", compiled=False, entries=50),
    "perft": _target(hm.perft, GAME, 2, Row(4), compiled=False, bulk=False, beyond=True),
    "WrittenGame": _target(
        hm.WrittenGame,
        TAKE,
        (),
        start=TAKE.start,
        result="*",
        tags={"White": "Ann"},
        comments={0: "a comment"},
        place=None,
    ),
    "read_games": _target(
        lambda *given, **named: list(hm.read_games(*given, **named)), os.devnull, TAKE, skip_bad=True
    ),
    "write_games": _target(hm.write_games, [hm.WrittenGame(TAKE, ())], os.devnull),
    "Proof.check": _target(PROOF.check, GAME),
    "Proof.tree": _target(PROOF.tree, GAME),
    "Proof.save": _target(PROOF.save, os.devnull),
    "Proof.load": _target(hm.Proof.load, os.devnull, GAME),
    "board": _target(hm.board, GAME, Row(3)),
    "tracing.reasons": _target(tracing.reasons, RESULT.log),
    "tracing.told": _target(lambda log, rules: list(tracing.told(log, rules)), RESULT.log, {"1": "a rule"}),
    "tracing.rules_of": _target(tracing.rules_of, hm.ALGORITHMS["ps_star"]),
}

# Formulas of the size of a tree, by the names of their parameters.
_FORMULAS = {
    "expected_leaves": {**SIZE, "values": (0, 9), "viewpoint": "max"},
    "expected_leaves_exact": {**SIZE, "values": (0, 9), "viewpoint": "max"},
    "expected_leaves_bivalued": {**SIZE, "chance": 0.5, "viewpoint": "max"},
    "expected_leaves_shallow": {**SIZE, "values": (0, 9), "viewpoint": "max"},
    **{
        name: {**SIZE, "values": (0, 9), "viewpoint": "max", "dual": True}
        for name in ("expected_leaves_sss", "expected_leaves_sss_exact")
    },
    **{
        name: {**SIZE, "memory": 3, "values": (0, 9), "viewpoint": "max"}
        for name in ("expected_leaves_iter_sss", "expected_leaves_iter_sss_exact")
    },
    "expected_leaves_ps": {**SIZE, "phases": 2, "values": (0, 9), "viewpoint": "max", "bound": True},
    "expected_leaves_abs": {**SIZE, "split": 2, "values": (0, 9), "viewpoint": "max"},
    "expected_leaves_dependent": {**SIZE, "algorithm": "sss_star"},
    **{name: {**SIZE, "values": (0, 1), "viewpoint": "max"} for name in ("leaves_deviation", "leaves_variance_exact")},
    **dict.fromkeys(("iter_sss_memories", "largest_bivalued"), SIZE),
    "sss_advantage": {"width": 3, "dual": True},
    "upper_bound_growth": {"width": 3},
    "storage_bytes": {
        "algorithm": "ps_star",
        **SIZE,
        "phases": 2,
        "memory": None,
        "stage": 2,
        "split": 2,
        "position_words": 3,
    },
    "expected_leaves_test": {**SIZE, "above": 4, "values": (0, 9)},
    "expected_nodes": {**SIZE, "values": (0, 9), "viewpoint": "max"},
    "expected_nodes_by_depth": {**SIZE, "values": (0, 9), "viewpoint": "max"},
    **{name: {**SIZE, "abf": 1} for name in ("alpha_beta_leaves", "ratio", "sss_leaves", "sss_leaves_closed")},
    **{name: {"width": 3, "abf": 2} for name in ("alpha_beta_branching", "sss_branching")},
    **dict.fromkeys(("iter_sss_full", "iter_sss_least", "mean_ratio", "minimum_leaves", "minimum_nodes"), SIZE),
    **dict.fromkeys(("peak", "sss_storage"), SIZE),
    "ps_storage": {**SIZE, "phases": 1},
    "choose_phases": {**SIZE, "order": 2, "storage": 9},
    "phase_choices": {**SIZE, "order": 2},
    "staged_sss_storage": {**SIZE, "stage": 1},
    **{name: {**SIZE, "split": 1} for name in ("alpha_beta_sss_storage", "sss_alpha_beta_storage")},
    **{
        name: {**SIZE, "node": "2.1", "values": (0, 9), "viewpoint": "max"}
        for name in ("visit_probability", "visit_probability_exact")
    },
    "visit_probabilities": {**SIZE, "values": (0, 9), "viewpoint": "max"},
    "backed_up_chance": {**SIZE, "chance": 0.5, "at": 1},
    "backed_up_distribution": {**SIZE, "values": (0, 9), "at": 1},
    "fuller_scale": SIZE,
    **{name: {"largest": 6} for name in ("fuller_fit", "fuller_range")},
    **{
        name: {"width": 3}
        for name in (
            "average_exponent",
            "best_exponent",
            "branching",
            "coarse_bound",
            "depth_gain",
            "largest_product",
            "lower_bound",
            "shallow_bound",
            "upper_bound",
            "xi",
        )
    },
}
TARGETS |= {f"theory.{name}": Target(getattr(theory, name), named) for name, named in _FORMULAS.items()}

# Every parameter of every algorithm.
_GIVEN: dict[str, dict[str, Any]] = {
    "aspiration": {"guess": 3, "error": 1},
    "mtd_f": {"guess": 3},
    "ps_star": {"phases": 2},
    "staged_sss_star": {"stage": 2},
    "sss_alpha_beta": {"split": 2},
    "alpha_beta_sss": {"split": 2},
    "best_first_minimax": {"budget": 20},
}
for _algorithm in hm.ALGORITHMS.values():
    _given = {p.name: p.default for p in _algorithm.parameters if not p.required and p.default is not None}
    _given |= _GIVEN.get(_algorithm.id, {})
    _tree = hm.trees.uniform(2, 4, values=(0, 9))
    TARGETS[f"search {_algorithm.id}"] = Target(
        partial(hm.search, _tree, _algorithm.id, compiled=False, limits=FEW), _given
    )
    TARGETS[f"ALGORITHMS {_algorithm.id}.settle"] = Target(_algorithm.settle, {}, (_given,))

# Numbers of tasks: with a large number a call rightly takes long.
_COUNTS = ("games", "trees", "jobs", "count", "repetition")
_MANY = ("2**31", "2**62", "2**63", "2**64", "10**400", "10**4300")

# Values that request machine code, which takes long to compile.
_SURELY = ("None", "True", "np.bool")

# Callbacks: errors that they raise themselves are not faults.
_CALLBACKS, _FAILING = ("progress", "compiling", "live"), ("class", "function")

# Public names that are not called here, and why.
LEFT_OUT = {
    "BrokenPromise", "GameError", "HalfmoveError", "NotCompilable", "UsageError",  # errors
    "studies.Aggregate", "studies.Difference", "studies.Summary", "studies.Record",  # only returned, never passed
    "studies.Ratio", "studies.Speedup",
    "studies.Interrupted",
    "Proof",  # its methods are called
    "exercises.Exercise", "exercises.Sheet", "exercises.Solution", "exercises.Table",
}  # fmt: skip


def public() -> Iterator[str]:
    """The names of all public functions and classes."""
    modules: dict[str, ModuleType] = {"": hm, "trees.": hm.trees, "games.": hm.games, "theory.": theory}
    modules |= {"studies.": importlib.import_module("halfmove.studies"), "tracing.": tracing, "exercises.": exercises}
    for prefix, module in modules.items():
        for name in module.__all__:
            if callable(getattr(module, name)):
                yield prefix + name


def calls(seed: int, count: int, only: str = "", quick: bool = False) -> Iterator[tuple[str, Callable[[], Any]]]:
    """Every call with its text: first all with one wrong argument, then `count` with two.

    `quick` leaves out calls that rightly compile machine code.
    """
    targets = {name: target for name, target in TARGETS.items() if only in name}
    for name, target in targets.items():
        yield f"{name}()", lambda target=target: target.function(*target.unnamed, **target.named)
        for place in _places(target):
            for value in VALUES:
                callback = place in _CALLBACKS and value in _FAILING
                machine_code = quick and place == "compiled" and value in _SURELY
                if not (place in _COUNTS and value in _MANY) and not callback and not machine_code:
                    yield _call(name, target, {place: value})
    chance = random.Random(seed)
    wide = [name for name, target in targets.items() if len(_places(target)) > 1]
    for _ in range(count if wide else 0):
        name = chance.choice(wide)
        places = chance.sample(_places(targets[name]), 2)
        usual = [value for value in VALUES if value not in _MANY]
        wrong = {place: chance.choice(usual if place in _COUNTS else list(VALUES)) for place in places}
        if not (quick and wrong.get("compiled") in _SURELY):
            yield _call(name, targets[name], wrong)


def _places(target: Target) -> list[int | str]:
    return [*range(len(target.unnamed)), *target.named]


def _call(name: str, target: Target, wrong: Mapping[int | str, str]) -> tuple[str, Callable[[], Any]]:
    def call() -> Any:
        unnamed = [VALUES[wrong[i]]() if i in wrong else value for i, value in enumerate(target.unnamed)]
        named = {key: VALUES[wrong[key]]() if key in wrong else value for key, value in target.named.items()}
        return target.function(*unnamed, **named)

    return f"{name}({', '.join(f'{place}={value}' for place, value in wrong.items())})", call


class Hangs(BaseException):
    """A call takes too long, or uses too much memory."""


@contextmanager
def alarm(seconds: int) -> Iterator[None]:
    """Raise `Hangs` if the block takes longer, or uses far more memory than anything before."""
    until, most = time.monotonic() + seconds, _peak() + MEGABYTES

    def ring(*_: Any) -> None:
        if time.monotonic() > until:
            raise Hangs(f"takes more than {seconds} seconds")
        if _peak() > most:
            raise Hangs(f"uses more than {MEGABYTES} MB")

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, 0.5, 0.5)
    try:
        yield
        ring()
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def _peak() -> int:
    """The peak memory of this process in megabytes."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> (20 if sys.platform == "darwin" else 10)


def fault_of(call: Callable[[], Any]) -> str | None:
    """What is wrong with the way a call ends; None if it succeeds, or explains in a sentence why not."""
    try:
        with alarm(SECONDS):
            _use(call())
    except HalfmoveError as error:
        return sentence_fault(str(error))
    except Hangs as error:
        return str(error)
    except BaseException as error:
        return f"{type(error).__name__}: {str(error)[:150]}"
    return None


def _use(answer: Any) -> None:
    """An object that was made from a wrong argument must be usable, too."""
    if isinstance(answer, hm.Game) and answer.moves not in (_moves, _moves_with_data):
        answer = hm.search(answer, limits=FEW, compiled=False)
    if isinstance(answer, hm.Result) and answer._rest_of_line is not None:  # of a search
        answer.as_dict()


def attack(
    seed: int, count: int, report: Callable[[str], None] = lambda _: None, only: str = "", quick: bool = False
) -> tuple[Counter[str], dict[str, str]]:
    """Make all calls in a temporary folder. Returns how often each function was called, and the faults by call."""
    tried: Counter[str] = Counter()
    faults: dict[str, str] = {}
    before = os.getcwd()
    with tempfile.TemporaryDirectory() as folder, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        os.chdir(folder)
        try:
            for text, call in calls(seed, count, only, quick):
                for file, content in (("tree.json", "[1, [2, 3]]"), ("study.toml", STUDY)):
                    if not os.path.exists(file):
                        with open(file, "w", encoding="utf-8") as target:
                            target.write(content)
                tried[text.partition("(")[0]] += 1
                fault = fault_of(call)
                if fault is not None:
                    faults[text] = fault
                    report(f"{text}: {fault}")
        finally:
            os.chdir(before)
    return tried, faults


STUDY = 'families = ["uniform:2,2"]\nalgorithms = ["scout"]\ntrees = 1\n'


if __name__ == "__main__":
    as_command(attack, "calls")
