"""What Campbell & Marsland 1983 say without a number: who needs fewer leaves, the same ones, or less than a formula."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from itertools import product
from typing import Any

import pytest

import halfmove as hm
from halfmove.studies import papers
from halfmove.studies.papers import Setting
from halfmove.studies.plans import Cell
from halfmove.studies.quantities import measured, searches
from halfmove.studies.reproduce import Results, choose, compared
from halfmove.studies.statements import STATEMENTS
from halfmove.studies.verdicts import verdict
from halfmove.studies.work import Record

from .claims import Tools, sees_the_same_around_the_value
from .test_worst_first import filled, shapes

PAPER = papers.load("campbell_marsland_1983")
TEST = PAPER.tables["aspiration test"]


def record(repetition: int, leaves: int) -> Record:
    return Record(repetition, 0, "exact", leaves, 9, *[0] * 9, 0.0)


def numbered(leaves: Sequence[int]) -> list[Record]:
    return [record(number, each) for number, each in enumerate(leaves, 1)]


def alpha_beta_leaves(game: Any, low: float, high: float) -> list[Any]:
    """The leaves of alpha-beta as in figure 2, by the rules of the game alone; a leaf by the moves that lead to it."""
    seen: list[Any] = []

    def value(p: Any, path: tuple[Any, ...], a: float, b: float) -> float:
        over, score = game.outcome(p)
        if over:
            seen.append(path)
            return float(score)
        for move in game.legal(p):
            a = max(a, -value(game.next(p, move), (*path, move), -b, -a))
            if a >= b:
                break
        return a

    value(game.start, (), low, high)
    return seen


# The aspiration test


def test_leaves_of_alpha_beta_with_a_window() -> None:
    """The search that the statement compares with has the leaves of plain alpha-beta."""
    for seed in range(1, 6):
        game = hm.trees.ordered(4, 4, seed=seed, root=64)
        found = hm.search(game, "alpha_beta", window=(63, 65), compiled=False, trace=True).leaf_order or ()
        plain = [".".join(map(str, path)) for path in alpha_beta_leaves(game, 63, 65)]
        assert list(found) == plain


def test_the_aspiration_test() -> None:
    cells = compared(Results(choose(PAPER.id, "aspiration test", 20), None))
    assert {cell.row: cell.status for cell in cells} == {
        "the same in almost all cases": "explained",
        "the same in all cases": "agrees",
        "SSS within AB": "agrees",
    }
    assert {cell.trees for cell in cells} == {20}


def test_both_windows_matter() -> None:
    """With open windows SSS* evaluates other leaves; against itself with the same window, the same."""
    setting = TEST.cell("the same in all cases", "T(8,4)").setting
    small = replace(setting, tree={**setting.tree, "width": 4})
    wide = replace(small, against_window={})
    itself = replace(small, against="sss_star", against_window=small.window)
    same = STATEMENTS["same leaves"]
    assert all(same(itself, 10))
    assert sum(same(wide, 10)) < sum(same(small, 10))
    assert all(STATEMENTS["leaves within"](wide, 10))
    assert not all(STATEMENTS["leaves within"](replace(wide, window={}, against_window={"high": 1}), 10))


def test_with_different_leaves_there_is_no_exception() -> None:
    for seed in range(1, 21):
        tree = hm.trees.uniform(4, 4, seed)
        value = hm.search(tree, "alpha_beta", compiled=False).value
        low, high = math.nextafter(value, -math.inf), math.nextafter(value, math.inf)
        one = hm.search(tree, "sss_star", window=(-math.inf, high), compiled=False, trace=True)
        other = hm.search(tree, "alpha_beta", window=(low, high), compiled=False, trace=True)
        assert set(one.leaf_order or ()) == set(other.leaf_order or ())


@pytest.mark.parametrize(("held", "mostly"), [(10, 1), (9, 1), (8, 0), (0, 0)])
def test_almost_all_is_nine_of_ten(held: int, mostly: int, monkeypatch: pytest.MonkeyPatch) -> None:
    trials = [True] * held + [False] * (10 - held)
    monkeypatch.setattr("halfmove.studies.quantities.STATEMENTS", {"mostly same leaves": lambda *_: trials})
    found = measured(Setting("mostly same leaves"), 10, lambda _: ())
    assert (found.mean, found.trees, found.note) == (mostly, 10, f"holds on {held} of 10 trees")


# What minimal windows find, and searches in place of others


@pytest.mark.parametrize("table", ["minimal windows", "in place of another"])
def test_what_minimal_windows_find(table: str) -> None:
    cells = compared(Results(choose(PAPER.id, table, 10), None))
    assert {cell.status for cell in cells} == {"agrees"}


def test_guesses_and_repeated_searches() -> None:
    """The searches that the cells ask for, and that a wrong guess of SSS* costs more than no guess."""
    guessed, repeated = PAPER.tables["guessed windows"], PAPER.tables["repeated searches"]
    assert [str(cell.algorithm) for cell in searches(guessed.cell("SSS", "5, too high").setting, 3)] == [
        "aspiration:guess=73,error=8,over=sss_star",
        "sss_star",
    ]
    assert [str(cell.algorithm) for cell in searches(repeated.cell("SSS", "1, too low").setting, 3)] == [
        "aspiration:guess=55,error=8,over=sss_star",
        "aspiration:guess=55,error=8,over=alpha_beta",
    ]
    right, wrong = (guessed.cell("SSS", f"1, {guess}").setting for guess in ("right", "too low"))

    def records(cell: Cell) -> list[Record]:
        trees = (cell.tree.make(seed) for seed in range(1, 7))
        found = (hm.search(tree, cell.algorithm.id, compiled=False, **cell.algorithm.named) for tree in trees)
        return numbered([each.counts.leaves for each in found])

    assert (measured(right, 6, records).mean, measured(wrong, 6, records).mean) == (1, 0)


def small(quantity: str, algorithm: str, **more: Any) -> Setting:
    tree = {"width": 3, "depth": 3, "order": "random"}
    return Setting(quantity, algorithm=algorithm, family="ordered", tree=tree, **more)


def test_best_moves_and_values() -> None:
    for algorithm, known in (("minimax", True), ("l_alpha_beta", False), ("p_alpha_beta_belle", False)):
        assert all(STATEMENTS["best move"](small("best move", algorithm), 10))
        assert all(STATEMENTS["value known"](small("value known", algorithm), 10)) == known
    blind = {"parameters": {"above": 200}}  # an upper bound has no move
    assert not any(STATEMENTS["best move"](small("best move", "test", **blind), 4))
    held = STATEMENTS["best move"](small("best move", "test", parameters={"above": 0}), 10)
    assert len(held) == 50
    assert any(held)
    assert not all(held)  # some move that is good enough, and not always the best


def test_same_answers() -> None:
    same = STATEMENTS["same answer"]
    assert all(same(small("same answer", "scout", against="minimax"), 10))
    window = {"low": 63, "high": 64}
    assert all(
        same(small("same answer", "sss_star", window=window, against="test", against_parameters={"above": 63}), 10)
    )
    other = small("same answer", "sss_star", window=window, against="test", against_parameters={"above": 64})
    assert not any(same(other, 10))  # the score is 64
    assert not any(same(small("same answer", "alpha_beta", window=window, against="alpha_beta"), 10))


# Means


def test_few_trees_do_not_decide() -> None:
    """A mean that is not below, but whose error allows it, is ambiguous; one that is surely above disagrees."""
    cell = PAPER.tables["6-ply"].cell("AS2", "1, random")
    theirs = numbered([4] * 6)

    def status(*ours: int) -> str:
        mine = numbered(ours * 3)
        found = measured(cell.setting, 6, lambda c: theirs if c.algorithm.id == "alpha_beta" else mine)
        return verdict(cell, found)[0]

    assert status(1, 9) == "ambiguous"
    assert status(9, 9) == status(9, 10) == "disagrees"
    assert status(2, 3) == "agrees"
    alone = measured(cell.setting, 1, lambda c: numbered([4] if c.algorithm.id == "alpha_beta" else [5]))
    assert verdict(cell, alone)[0] == "ambiguous"


@pytest.mark.parametrize(("ours", "theirs", "fewer"), [((3, 9), (6, 7), 1), ((3, 10), (6, 7), 0), ((8, 8), (6, 7), 0)])
def test_fewer_on_average(ours: tuple[int, int], theirs: tuple[int, int], fewer: int) -> None:
    setting = PAPER.tables["6-ply"].cell("AS2", "1, random").setting

    def records(cell: Cell) -> list[Record]:
        return numbered(theirs if cell.algorithm.id == "alpha_beta" else ours)

    found = measured(setting, 2, records)
    assert (found.mean, found.trees) == (fewer, 2)
    assert found.note.startswith(f"{100 * (sum(ours) / sum(theirs) - 1):+.1f} % (")


def two_ply(width: int) -> float:
    """The leaves that alpha-beta is expected to evaluate on T(width, 2), all different.

    It comes to leaf j of child s, both counted from 0, when the j leaves before it are above the minima of s children.
    """
    chances = (
        math.lgamma(child + 1) + math.lgamma(leaf / width + 1) - math.lgamma(child + leaf / width + 1)
        for child in range(width)
        for leaf in range(width)
    )
    return math.fsum(map(math.exp, chances))


@pytest.mark.parametrize("width", [8, 16, 24])
def test_below_the_formula(width: int) -> None:
    cell = PAPER.tables["Fuller"].cell(f"T({width},2)", "AB")
    bound = math.floor(two_ply(width))
    for leaves, below in (((bound - 2, bound + 2), 1), ((bound - 1, bound + 3), 0)):
        found = measured(cell.setting, 2, lambda _, leaves=leaves: numbered(leaves))
        assert found.mean == below
        assert found.note == f"{sum(leaves) / 2:,.1f}, and {two_ply(width):,.1f} by the formula"
        assert verdict(cell, found)[0] == ("agrees" if below else "ambiguous")
    surely = measured(cell.setting, 2, lambda _: numbered([bound + 1, bound + 1]))
    assert verdict(cell, surely)[0] == "disagrees"


@pytest.mark.parametrize(("here", "same"), [(60, 1), (69, 1), (71, 0), (49, 0), (51, 1)])
def test_the_same_ratio_at_another_width(here: int, same: int) -> None:
    setting = PAPER.tables["width"].cell("SSS", "T(8,4) random").setting
    assert [cell.tree.size for cell in searches(setting, 5)] == [(8, 4), (8, 4), (24, 4), (24, 4)]

    def records(cell: Cell) -> list[Record]:
        leaves = 100 if cell.algorithm.id == "alpha_beta" else here if cell.tree.size == (8, 4) else 60
        return numbered([leaves] * 5)

    assert measured(setting, 5, records).mean == same


def test_errors_are_allowed_for_in_a_ratio() -> None:
    setting = PAPER.tables["width"].cell("SSS", "T(8,4) random").setting

    def records(cell: Cell) -> list[Record]:
        if cell.algorithm.id == "alpha_beta":
            return numbered([100] * 4)
        return numbered([40, 100, 60, 120] if cell.tree.size == (8, 4) else [60] * 4)

    assert measured(setting, 4, records).mean == 1


def test_equal_scores_need_fewer_leaves() -> None:
    cells = compared(Results(choose(PAPER.id, "Fuller", 2), None))
    assert {cell.status for cell in cells if cell.column == "equal scores"} == {"agrees"}


def test_every_cell_that_is_not_run_names_its_reason() -> None:
    cells = compared(Results(choose(PAPER.id, trees=2), None))
    still = [cell for cell in cells if cell.quantity in ("input", "remark")]
    assert len(still) == 26
    for cell in still:
        assert cell.status == "not run"
        _kind, reason = cell.note.split("; ", 1)
        assert reason
        assert "\n" not in cell.note


def test_four_leaves_are_the_fewest_that_tell_close_windows_apart() -> None:
    """Erratum C13: of all trees of up to three plies with at most three leaves, none is searched differently."""
    ranks = [values for values in product(range(3), repeat=3) if sorted(set(values)) == list(range(len(set(values))))]
    for shape in (shape for count in (2, 3) for shape in shapes(count, 3)):
        for values in ranks:
            assert sees_the_same_around_the_value(filled(shape, values), Tools(compiled=False))
    assert not sees_the_same_around_the_value([[[[1, 0], 2], 1]], Tools(compiled=False))
