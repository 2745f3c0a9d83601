"""The variance of alpha-beta's leaves, the maximum of T(p), the growth of sqrt(M_n), and totally dependent trees."""

from __future__ import annotations

import csv
import json
import math
from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise, permutations, product
from pathlib import Path
from statistics import fmean, stdev
from typing import Any

import pytest

import halfmove as hm
from halfmove import theory
from halfmove.studies.searcher import Searcher
from tests import state_space_reference as reference
from tests.conftest import usually
from tests.test_cli import fault, run
from tests.test_theory_sss import dual
from tests.test_visits import visited

CHANCES = {0: Fraction(1, 2), 1: Fraction(3, 8), 7: Fraction(1, 8)}
FINDING = Path(__file__).parents[1] / "docs" / "findings" / "alpha_beta_deviation.csv"


def leaves_of(values: Any, width: int, depth: int) -> int:
    return sum(len(node) == depth for node in visited(values, width, depth))


@pytest.mark.parametrize(("width", "depth"), usually([(2, 2), (2, 3)], [(2, 2), (2, 3), (3, 2)]))
def test_the_variance_over_all_trees_of_three_values(width: int, depth: int) -> None:
    mean = square = Fraction(0)
    for values in product(CHANCES, repeat=width**depth):
        chance = math.prod(CHANCES[value] for value in values)
        count = leaves_of(values, width, depth)
        mean, square = mean + chance * count, square + chance * count * count
    assert theory.leaves_variance_exact(width, depth, CHANCES) == square - mean * mean
    deviation = theory.leaves_deviation(width, depth, CHANCES)
    assert deviation == pytest.approx(math.sqrt(square - mean * mean), rel=1e-10)


@pytest.mark.parametrize("depth", [2, 3])
def test_the_deviation_over_all_orders(depth: int) -> None:
    counts = [leaves_of(order, 2, depth) for order in permutations(range(2**depth))]
    variance = fmean(count * count for count in counts) - fmean(counts) ** 2
    assert theory.leaves_deviation(2, depth) == pytest.approx(math.sqrt(variance), rel=1e-4)


def test_deviations_of_the_finding() -> None:
    """2000 trees of each size; the standard error of a measured deviation is about 2 %."""
    with FINDING.open(encoding="utf-8") as file:
        rows = [row for row in csv.DictReader(file) if row["tree"].startswith("uniform:")]
    compared = 0
    for row in rows:
        width, depth = map(int, row["tree"].partition(":")[2].split(","))
        if depth < 2 or width**depth > usually(700, 20_000):
            continue
        apart = theory.leaves_deviation(width, depth) - float(row["deviation"])
        assert abs(apart) < 4 * float(row["deviation_error"]), (width, depth)
        compared += 1
    assert compared > 5


@pytest.mark.parametrize(
    ("width", "depth", "values"), [(3, 4, (0, 9)), (4, 3, 0.3), (2, 7, {0: 0.5, 3: 0.25, 4: 0.25})]
)
def test_the_deviation_of_many_trees(width: int, depth: int, values: Any) -> None:
    counts = [
        hm.search(hm.trees.uniform(width, depth, seed, values=values), "alpha_beta", compiled=True).counts.leaves
        for seed in range(usually(1500, 40_000))
    ]
    deviation = theory.leaves_deviation(width, depth, values)
    assert stdev(counts) == pytest.approx(deviation, rel=5 / math.sqrt(2 * len(counts)))


def test_the_largest_mean_for_two_values() -> None:
    for width, depth in [(2, 2), (2, 3), (3, 4), (3, 5), (8, 4), (24, 4), (2, 12)]:
        found = theory.largest_bivalued(width, depth)
        near = [theory.expected_leaves_bivalued(width, depth, i / 500) for i in range(501)]
        assert max(near) <= found.leaves * (1 + 1e-12)
        assert found.leaves < max(near) * 1.005
        there = theory.expected_leaves_bivalued(width, depth, found.chance)
        assert there == pytest.approx(found.leaves, rel=1e-12)
        assert found.leaves < theory.expected_leaves(width, depth)
    assert theory.largest_bivalued(2, 2).chance == pytest.approx(1 / math.sqrt(3), rel=1e-15)
    assert theory.largest_bivalued(5, 1) == (0.5, 5.0)
    deep = [theory.largest_bivalued(3, depth).leaves for depth in (38, 40)]
    assert deep[1] / deep[0] == pytest.approx(theory.lower_bound(3) ** 2, rel=1e-3)


def test_the_growth_of_the_bound() -> None:
    before = math.inf
    for exponent in range(1, 13):
        width = 10**exponent
        low, high, asymptotic = theory.upper_bound_growth(width)
        value = theory.upper_bound(width)
        assert low <= value <= high
        assert abs(value / asymptotic - 1) < 0.012
        for bound in (low, high):  # both are n / sqrt(ln n), up to a factor that tends to 1
            assert abs(bound * math.sqrt(math.log(width)) / width - 1) < 0.75 / math.log(math.log(width) + 2)
        assert high / low < before
        before = high / low
    assert all(
        theory.upper_bound_growth(n).lower <= theory.upper_bound(n) <= theory.upper_bound_growth(n).upper
        for n in range(3, 200)
    )


def dependent_trees(width: int, depth: int) -> Iterator[Any]:
    """All totally dependent trees: every order of the children at every node."""
    nodes = sum(width**level for level in range(depth))

    def grown(orders: Any, place: int, height: int, total: int) -> Any:
        if height == 0:
            return total
        ranks = orders[place]
        return [
            grown(orders, place * width + 1 + child, height - 1, total * width + ranks[child]) for child in range(width)
        ]

    for orders in product(permutations(range(width)), repeat=nodes):
        yield grown(orders, 0, depth, 0)


@pytest.mark.parametrize(("width", "depth"), [(2, 2), (2, 3), (3, 2)])
def test_all_dependent_trees(width: int, depth: int) -> None:
    trees = list(dependent_trees(width, depth))
    assert len({json.dumps(tree) for tree in trees}) == len(trees)

    def flat(tree: Any) -> list[int]:
        return [leaf for child in tree for leaf in flat(child)] if isinstance(tree, list) else [tree]

    counts = {
        "alpha_beta": [leaves_of(flat(tree), width, depth) for tree in trees],
        "sss_star": [len(reference.sss(tree, record=False).leaves) for tree in trees],
        "dual_star": [len(dual(tree).leaves) for tree in trees],
    }
    for name, found in counts.items():
        assert theory.expected_leaves_dependent(width, depth, name) == Fraction(sum(found), len(found))


def sums(width: int, depth: int, values: range) -> Iterator[list[int]]:
    """The leaves of every tree whose branches have these values."""
    inner = [width**height for height in range(1, depth + 1)]
    for branches in product(values, repeat=sum(inner)):
        level, rest = [0], iter(branches)
        for count in inner:
            level = [level[number // width] + next(rest) for number in range(count)]
        yield level


@pytest.mark.parametrize(("width", "depth", "count"), [(2, 2, 3), (3, 2, 2), (2, 3, 2), (4, 1, 2), (3, 0, 2)])
def test_all_trees_of_branch_values(width: int, depth: int, count: int) -> None:
    found = [leaves_of(leaves, width, depth) for leaves in sums(width, depth, range(count))]
    expected = theory.expected_leaves_incremental(width, depth, (5, 4 + count))
    assert expected == pytest.approx(sum(found) / len(found), abs=1e-12)


def test_branch_values_on_random_trees() -> None:
    for width, depth, values in ((6, 3, (-100, 100)), (5, 2, (0, 3))):
        searcher = Searcher("alpha_beta", depth)
        found = [searcher(hm.trees.incremental(width, 5, seed, values)).counts.leaves for seed in range(1500)]
        expected = theory.expected_leaves_incremental(width, depth, values)
        assert abs(fmean(found) - expected) < 4 * stdev(found) / len(found) ** 0.5
        family = hm.trees.incremental(width, 5, 0, values).parameters
        assert theory.expected("alpha_beta", family, depth=depth) == expected
        assert theory.expected("alpha_beta", family) is None


@pytest.mark.parametrize("values", [(0.0, 1.0), (3, 2), None, (0, 10**9)])
def test_branch_values_without_a_formula(values: Any) -> None:
    with pytest.raises(hm.UsageError):
        theory.expected_leaves_incremental(3, 3, values)


def test_the_family_of_dependent_trees() -> None:
    for width, depth in ((3, 3), (4, 2), (2, 5)):
        tree = hm.trees.dependent(width, depth, seed=5)
        leaves: list[int] = []

        def walk(p: Any, height: int, tree: Any = tree, leaves: list[int] = leaves) -> list[int]:
            over, score = tree.outcome(p)
            if over:
                return [score if height % 2 == 0 else -score]
            below = [walk(tree.next(p, move), height + 1) for move in tree.legal(p)]
            ends = sorted((min(part), max(part)) for part in below)
            assert all(one[1] < two[0] for one, two in pairwise(ends))
            return [leaf for part in below for leaf in part]

        leaves += walk(tree.start, 0)
        assert sorted(leaves) == list(range(width**depth))
    for name in ("alpha_beta", "sss_star", "mt_dual_star"):
        mean = theory.expected(name, hm.trees.dependent(4, 4).parameters)
        assert mean is not None
        found = [
            hm.search(hm.trees.dependent(4, 4, seed), name, compiled=True).counts.leaves
            for seed in range(usually(400, 10_000))
        ]
        assert abs(fmean(found) - mean) < 4 * stdev(found) / math.sqrt(len(found))
    assert theory.expected("scout", hm.trees.dependent(4, 4).parameters) is None
    with pytest.raises(hm.UsageError, match="too many to number"):
        hm.trees.dependent(3, 60)


def test_on_the_command_line() -> None:
    def rows(*words: str) -> Any:
        return json.loads(run("theory", *words, "--json").stdout)["rows"]

    assert rows("deviation", "-w", "3", "-d", "4")[0]["deviation"] == pytest.approx(9.2171, abs=1e-3)
    assert rows("largest", "-w", "3", "-d", "4")[0]["chance"] == pytest.approx(0.6409271, abs=1e-6)
    assert rows("bound", "-w", "32")[0]["relative"] == pytest.approx(0.833, abs=1e-3)
    assert rows("dependent", "-w", "2", "-d", "4")[0]["alpha_beta"] == 83 / 8
    assert "incremental" not in run("search", "dependent:3,4").stdout
    for words, part in (
        (("deviation", "-w", "300", "-d", "2"), "children are too many"),
        (("deviation", "-w", "16", "-d", "12"), "give a few values"),
        (("deviation", "-w", "3", "-d", "3", "--values", "0..500"), "different leaf values"),
        (("largest", "-w", "3", "-d", "80"), "depth 80"),
        (("bound", "-w", "2"), "width"),
        (("dependent", "-w", "20000"), "children are too many"),
    ):
        assert part in fault("theory", *words)
