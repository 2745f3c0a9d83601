"""The lecture of `papers/sarkar_lecture_8`: what it states, against computations that do not use the library."""

from __future__ import annotations

import math
from itertools import product
from typing import Any

import pytest

import halfmove as hm
from halfmove import theory
from halfmove.errors import UsageError
from halfmove.studies import papers
from halfmove.studies.papers import Setting
from halfmove.studies.reproduce import ReproducedCell, Results, choose, compared
from halfmove.studies.statements import STATEMENTS, fillings
from halfmove.trees.named import NAMED

from . import pruning
from .test_readme import ROOT
from .test_worst_first import alpha_beta, in_order, lists

LECTURE = papers.load("sarkar_lecture_8")


@pytest.fixture(scope="module")
def cells() -> dict[tuple[str, str, str], ReproducedCell]:
    """All cells that need no study."""
    found = compared(Results(choose(LECTURE.id, trees=10), None))
    return {(cell.table, cell.row, cell.column): cell for cell in found}


def statuses(cells: Any, table: str) -> dict[str, int]:
    counts: dict[str, int] = {}
    for (name, _, _), cell in cells.items():
        if name == table:
            counts[cell.status] = counts.get(cell.status, 0) + 1
    return counts


# Cells


def test_what_is_found(cells: Any) -> None:
    assert not [cell for cell in cells.values() if cell.status == "disagrees"]
    assert statuses(cells, "bounds") == {"agrees": 10, "explained": 2}
    assert statuses(cells, "two-ply") == {"agrees": 5}
    assert statuses(cells, "alpha") == {"agrees": 3}
    assert statuses(cells, "four-ply") == {"agrees": 8, "explained": 1}
    assert statuses(cells, "worst case") == {"agrees": 1}
    assert statuses(cells, "exponents") == {"agrees": 10, "explained": 6}
    assert statuses(cells, "average") == {"explained": 3}
    assert statuses(cells, "nim") == {"agrees": 2, "not printed": 6}
    assert statuses(cells, "deeper") == {"agrees": 2}
    assert statuses(cells, "text") == {"not run": 2}


def test_every_cell_that_is_not_run_says_why(cells: Any) -> None:
    lost, quoted = (cell.note for key, cell in cells.items() if key[0] == "text")
    assert "slide at 52:36 is lost" in lost
    assert "checkers" in quoted


def test_written_trees_are_the_named_ones() -> None:
    for table, name in (("two-ply", "two-ply"), ("four-ply", "four-ply"), ("nim", "nim-2-2")):
        assert LECTURE.tables[table].common["tree"]["tree"] == NAMED[f"{LECTURE.id}:{name}"].tree


def test_counts_on_written_trees(cells: Any) -> None:
    for table in ("two-ply", "four-ply"):
        tree = LECTURE.tables[table].common["tree"]["tree"]
        row = next(iter(LECTURE.tables[table].rows))
        assert cells[table, row, "leaves"].mean == alpha_beta(tree)
        assert cells[table, row, "value"].mean == pruning.value(tree)
    tree = LECTURE.tables["worst case"].setting("T(2,4)", "leaves").tree["tree"]
    assert cells["worst case", "T(2,4)", "leaves"].mean == alpha_beta(tree) == 16
    assert in_order(tree, worst_first=True, strict=True)


def test_nim_by_its_rules(cells: Any) -> None:
    def value(piles: tuple[int, ...], is_max: bool) -> tuple[int, int, int]:
        """Of a position: value for MAX, leaves and nodes below, by plain minimax."""
        if not any(piles):
            return (-1 if is_max else 1), 1, 1
        children = [
            value((*piles[:i], left, *piles[i + 1 :]), not is_max)
            for i, pile in enumerate(piles)
            for left in range(pile)
        ]
        best = (max if is_max else min)(child[0] for child in children)
        return best, sum(child[1] for child in children), 1 + sum(child[2] for child in children)

    found = [cells["nim", "minimax", column].mean for column in ("value", "leaves", "nodes")]
    assert tuple(found) == value((2, 2), True) == (-1, 14, 33)
    assert cells["nim", "alpha-beta", "value"].mean == -1
    assert cells["nim", "alpha-beta", "leaves"].mean == alpha_beta(LECTURE.tables["nim"].common["tree"]["tree"]) == 11


# Orders


@pytest.mark.parametrize("row", ["best first: fewest", "worst first: all"])
def test_orders(row: str) -> None:
    """The trees of the cells, searched by a plain alpha-beta: what the cells will say."""
    table = LECTURE.tables["orders"]
    for column in table.columns:
        setting = table.setting(row, column)
        width, depth = setting.tree["width"], setting.tree["depth"]
        counts = [alpha_beta(lists(hm.trees.ordered(seed=seed, **setting.tree))) for seed in range(5)]
        if row.startswith("best"):
            assert set(counts) == {theory.minimum_leaves(width, depth)}
        elif column in ("2 plies", "3 plies"):
            assert set(counts) == {width**depth}
        else:
            assert min(counts) < width**depth


def test_attained_or_not() -> None:
    from halfmove.studies.quantities import measured
    from halfmove.studies.work import Record

    table = LECTURE.tables["orders"]
    for row, wanted in (("worst first: all", 64), ("best first: fewest", 19)):
        setting = table.setting(row, "3 plies")
        for number in (wanted, wanted - 1):
            records = [Record(n, 0, "exact", number, 99, *[0] * 9, 0.0) for n in range(1, 4)]
            assert measured(setting, 3, lambda _, some=records: some).mean == (number == wanted)


# Statements


def written(tree: Any, bound: float, *free: str) -> Setting:
    return Setting("at least", family="explicit", tree={"tree": tree}, arguments={"bound": bound, "free": list(free)})


def test_free_leaves_take_every_value_that_matters() -> None:
    trees = list(fillings(written([[3, 5], [2, 9]], 4, "1.2", "2.2")))
    values = sorted({tree[0][1] for tree in trees})
    assert len(trees) == len(values) ** 2
    for low, high in zip((-math.inf, 2, 3, 4, 5, 9), (2, 3, 4, 5, 9, math.inf), strict=True):
        assert any(low < value < high for value in values)
    assert {2, 3, 4, 5, 9} <= set(values)
    assert all(tree[0][0] == 3 and tree[1][0] == 2 for tree in trees)
    with pytest.raises(UsageError, match="too many"):
        list(fillings(written([1, 2, 3, 4, 5, 6], 4, "1", "2", "3", "4", "5", "6")))


@pytest.mark.parametrize("bound", [0, 1, 2, 3, 4])
def test_bounds_by_trying_all(bound: int) -> None:
    """All leaves of 0 to 6 in steps of a half, instead of the few that the cells take."""
    for tree, free in (([[3, 1]], ["1.2"]), ([2, [3, 1]], ["2.1"]), ([[1, [2, 3]]], ["1.2.1", "1.1"])):
        values = []
        for chosen in product([half / 2 for half in range(-2, 13)], repeat=len(free)):
            copy = _copied(tree)
            for name, new in zip(free, chosen, strict=True):
                *path, last = (int(number) - 1 for number in name.split("."))
                node = copy
                for child in path:
                    node = node[child]
                node[last] = new
            values.append(pruning.value(copy))
        setting = written(tree, bound, *free)
        assert all(STATEMENTS["at least"](setting, 1)) == all(value >= bound for value in values)
        assert all(STATEMENTS["at most"](setting, 1)) == all(value <= bound for value in values)


def _copied(tree: Any) -> Any:
    return [_copied(child) for child in tree] if isinstance(tree, list) else tree


def test_deeper_is_better_by_plain_minimax() -> None:
    setting = LECTURE.tables["deeper"].setting("q > p", "q = 2, p = 1")
    held = STATEMENTS["deeper is better"](setting, 4)
    assert len(held) == 20
    assert len(STATEMENTS["deeper is better"](setting, 1000)) == 50

    def value(tree: hm.Game, at: Any, depth: int) -> float:
        over, score = tree.outcome(at)
        if over:
            return score
        if depth == 0:
            return tree.call("evaluate", at)  # type: ignore[no-any-return]
        return max(-value(tree, tree.next(at, move), depth - 1) for move in tree.legal(at))

    for seed, found in enumerate(held, 1):
        tree = hm.trees.incremental(seed=seed, **setting.tree)
        children = [tree.next(tree.start, move) for move in tree.legal(tree.start)]
        worth = [-value(tree, child, 9) for child in children]
        one, other = (max(children, key=lambda child: -value(tree, child, depth - 1)) for depth in (1, 2))
        assert found == (worth[children.index(other)] >= worth[children.index(one)]), seed


# The page


@pytest.mark.parametrize(("tree", "file"), [("nim-2-2", "lecture-nim.svg"), ("four-ply", "lecture-four-ply.svg")])
def test_pictures_are_fresh(tree: str, file: str) -> None:
    drawn = hm.draw(hm.trees.named(f"{LECTURE.id}:{tree}"), "alpha_beta")
    assert (ROOT / "docs" / file).read_text(encoding="utf-8").strip() == drawn.svg.strip()


# Exponents


@pytest.mark.parametrize("width", [2, 3, 8, 40, 460, 461, 1000, 10**6])
def test_exponents(width: int) -> None:
    low, high = 0.0, 1.0
    for _ in range(200):
        middle = (low + high) / 2
        low, high = (middle, high) if middle**width + middle < 1 else (low, middle)
    exponent = math.log(low / (1 - low), width)
    assert theory.average_exponent(width) == pytest.approx(exponent, abs=1e-9)
    assert theory.depth_gain(width) == pytest.approx(1 / exponent)
    assert (exponent > 0.75) == (width > 460)
    assert theory.best_exponent(width) == pytest.approx(0.5, abs=1e-6)


def test_the_exponent_is_that_of_deep_trees() -> None:
    one, other = (theory.expected_leaves(3, depth) for depth in (30, 34))
    assert math.log(other / one, 3) / 4 == pytest.approx(theory.average_exponent(3), abs=2e-3)


@pytest.mark.parametrize("wrong", [1, 0, -3, 10**13])
def test_widths_without_an_exponent(wrong: int) -> None:
    for formula in (theory.average_exponent, theory.best_exponent, theory.depth_gain):
        with pytest.raises(UsageError, match="width must"):
            formula(wrong)
