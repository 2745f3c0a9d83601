"""The chance that alpha-beta visits a node, and of backed-up values: against all trees of a kind, and simulations."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import permutations, product
from typing import Any
from xml.etree import ElementTree

import pytest

import halfmove as hm
from halfmove import theory
from halfmove.theory.fuller import leaves_of_all

from .pruning import value
from .test_cli import answer, fault, run

CHANCES = {0: Fraction(1, 2), 1: Fraction(3, 8), 7: Fraction(1, 8)}


def visited(leaves: Any, width: int, depth: int) -> Iterator[tuple[int, ...]]:
    """The nodes that alpha-beta visits: a second writing of it, on a row of leaf values for MAX."""

    def search(node: tuple[int, ...], first: int, size: int, low: float, high: float) -> float:
        seen.append(node)
        if len(node) == depth:
            return leaves[first]  # type: ignore[no-any-return]
        size //= width
        for child in range(width):
            score = search((*node, child + 1), first + child * size, size, low, high)
            if len(node) % 2:
                high = min(high, score)
            else:
                low = max(low, score)
            if low >= high:
                break
        return high if len(node) % 2 else low

    seen: list[tuple[int, ...]] = []
    search((), 0, width**depth, -math.inf, math.inf)
    return iter(seen)


def nodes_of(width: int, depth: int) -> list[tuple[int, ...]]:
    return [node for level in range(depth + 1) for node in product(range(1, width + 1), repeat=level)]


def name(node: tuple[int, ...]) -> str:
    return ".".join(map(str, node)) or "0"


@pytest.mark.parametrize(("width", "depth"), [(2, 2), (2, 3), (8, 1), (1, 3), (3, 0)])
def test_all_orders_of_different_leaves(width: int, depth: int) -> None:
    """Every order of the values is equally likely. 40,320 orders of eight leaves."""
    orders = list(permutations(range(width**depth)))
    if len(orders) > 5000 and depth == 1:
        orders = orders[::97]  # all leaves are visited, whatever the order
    seen = Counter(node for leaves in orders for node in visited(leaves, width, depth))
    for node in nodes_of(width, depth):
        share = Fraction(seen[node], len(orders))
        assert theory.visit_probability_exact(width, depth, name(node)) == share, node
        assert theory.visit_probability(width, depth, name(node)) == pytest.approx(float(share), rel=1e-12)
    every = theory.visit_probabilities(width, depth)
    assert every == pytest.approx([seen[node] / len(orders) for node in nodes_of(width, depth)[-(width**depth) :]])


@pytest.mark.parametrize(("width", "depth"), [(2, 3), (2, 2), (3, 2)])
def test_all_trees_of_three_values(width: int, depth: int) -> None:
    """6,561 T(2,3) and 19,683 T(3,2), each weighted by its chance; the distribution is not symmetric."""
    total: Counter[tuple[int, ...]] = Counter()
    backed: list[Counter[int]] = [Counter() for _ in range(depth + 1)]
    for leaves in product(CHANCES, repeat=width**depth):
        weight = math.prod(CHANCES[leaf].numerator * (8 // CHANCES[leaf].denominator) for leaf in leaves)
        for node in visited(leaves, width, depth):
            total[node] += weight
        tree: Any = list(leaves)
        for level in range(depth, -1, -1):  # the first node of each level
            backed[level][value(tree[0], level)] += weight  # type: ignore[index]
            tree = [tree[at : at + width] for at in range(0, len(tree), width)]
    every = 8**width**depth
    for node in nodes_of(width, depth):
        share = Fraction(total[node], every)
        assert theory.visit_probability_exact(width, depth, name(node), CHANCES) == share, node
        assert theory.visit_probability(width, depth, name(node), CHANCES) == pytest.approx(float(share), rel=1e-13)
    leaves_of = nodes_of(width, depth)[-(width**depth) :]
    assert theory.visit_probabilities(width, depth, CHANCES) == pytest.approx(
        [total[leaf] / every for leaf in leaves_of]
    )
    for level, counted in enumerate(backed):
        found = theory.backed_up_distribution(width, depth, CHANCES, at=level)
        assert found == pytest.approx({one: counted[one] / every for one in CHANCES})
        assert list(found) == sorted(found, reverse=True)


@pytest.mark.parametrize("values", [None, (0, 3), 0.3, {0: 0.5, 1: 0.375, 7: 0.125}])
@pytest.mark.parametrize(("width", "depth"), [(2, 7), (3, 4), (5, 3), (16, 2), (2, 12)])
def test_sums_are_expected_leaves_and_nodes(width: int, depth: int, values: Any) -> None:
    every = theory.visit_probabilities(width, depth, values)
    assert math.fsum(every) == pytest.approx(theory.expected_leaves(width, depth, values), rel=1e-12)
    assert all(0 < chance <= 1 for chance in every)
    corner = name((width,) * depth)
    assert theory.visit_probability(width, depth, corner, values) == pytest.approx(every[-1], rel=1e-10)
    above = [theory.visit_probability(width, depth, name(node), values) for node in nodes_of(width, 2)[-(width**2) :]]
    assert math.fsum(above) == pytest.approx(theory.expected_nodes_by_depth(width, depth, values)[2], rel=1e-12)


def test_large_trees() -> None:
    for i, j in ((2, 2), (999, 77_777), (10**6, 10**6)):
        found = theory.visit_probability(10**6, 2, f"{i}.{j}")
        assert found == pytest.approx(theory.visit_chance(10**6, i, j), rel=1e-8)
    assert 0 < theory.visit_probability(2, 300, ".".join(["2"] * 300)) < 1e-60
    assert theory.visit_probability(64, 30, ".".join(["64", "1"] * 15)) == 1


def test_backed_up_chances() -> None:
    for width, depth, at in ((2, 5, 0), (3, 4, 1), (7, 2, 2), (1, 3, 0)):
        found = theory.backed_up_distribution(width, depth, {0: 0.75, 1: 0.25}, at=at)
        assert found[1] == pytest.approx(theory.backed_up_chance(width, depth, 0.25, at=at), rel=1e-13)
        assert sum(found.values()) == pytest.approx(1)
    xi = theory.xi(
        3
    )  # of children that are 1 with chance xi a MIN node is 1 with chance 1 - xi, and a MAX node above with xi
    assert theory.backed_up_chance(3, 2, xi, at=1) == pytest.approx(1 - xi)
    assert theory.backed_up_chance(3, 2, xi) == pytest.approx(xi)


def test_fit_of_1973() -> None:
    low, high = theory.fuller_range()
    scales = {
        (n, d): float(theory.expected_leaves_exact(n, d)) / (n ** (0.72 * d) * n**0.277)
        for d in range(1, 11)
        for n in range(2, 13 - d)
        if n**d <= 2048
    }
    for size, scale in scales.items():
        assert theory.fuller_scale(*size) == pytest.approx(scale, rel=1e-12)
    assert 1 < low <= min(scales.values())
    assert max(scales.values()) <= high < 2
    every = leaves_of_all(8)
    assert list(every) == [(n, d) for d in range(1, 7) for n in range(2, 9 - d)]
    assert all(leaves == pytest.approx(theory.expected_leaves(*size), rel=1e-12) for size, leaves in every.items())
    fit = theory.fuller_fit()
    assert (round(fit.by_depth, 2), round(fit.constant, 2)) == (0.72, 0.28)

    def error(a: float, b: float) -> float:
        """Of the best c(d) for these exponents, over the same trees."""
        total = 0.0
        for d in range(1, 11):
            rests = [math.log(theory.expected_leaves(n, d)) - (a * d + b) * math.log(n) for n in range(2, 13 - d)]
            total += sum((rest - sum(rests) / len(rests)) ** 2 for rest in rests)
        return total

    least = error(fit.by_depth, fit.constant)
    for a, b in ((1e-3, 0), (-1e-3, 0), (0, 1e-3), (0, -1e-3), (1e-3, -6e-3)):
        assert error(fit.by_depth + a, fit.constant + b) > least


def test_command() -> None:
    data = answer("theory", "visits", "-w", "2", "-d", "3", "--trees", "150", "--seed", "3")
    rows = data["rows"]
    assert [row["node"] for row in rows] == [name(node) for node in nodes_of(2, 3)[-8:]]
    assert [row["visited"] for row in rows] == list(theory.visit_probabilities(2, 3))
    seen: Counter[str] = Counter()
    for seed in range(3, 153):
        seen.update(hm.search(hm.trees.uniform(2, 3, seed=seed), "alpha_beta", compiled=False, trace=True).leaf_order)
    assert [row["measured"] for row in rows] == [seen[row["node"]] / 150 for row in rows]
    assert all(row["low"] <= row["measured"] <= row["high"] for row in rows)
    far = [abs(row["measured"] - row["visited"]) / math.sqrt(0.25 / 150) for row in rows]
    assert max(far) < 4
    inner = answer("theory", "visits", "-w", "3", "-d", "4", "--node", "3.3", "--node", "0", "--values", "bivalued:0.5")
    assert [row["visited"] for row in inner["rows"]] == [theory.visit_probability(3, 4, "3.3", 0.5), 1]
    assert run("theory", "visits").stdout.startswith("chance of a visit by alpha-beta, T(2,4), values continuous\n")


def test_picture() -> None:
    drawn = ElementTree.fromstring(run("theory", "visits", "-d", "3", "--trees", "20", "--svg", "-").stdout)
    space = "{http://www.w3.org/2000/svg}"
    curves = [
        [float(point.partition(",")[2]) for point in each.attrib["points"].split()]
        for each in drawn.iter(f"{space}polyline")
    ]
    rows = answer("theory", "visits", "-d", "3", "--trees", "20")["rows"]
    for heights, name in zip(curves, ("visited", "measured"), strict=True):
        chances = [row[name] for row in rows]
        low, high = max(heights), min(heights)  # downwards
        assert [(low - y) / (low - high) for y in heights] == pytest.approx(
            [(chance - min(chances)) / (max(chances) - min(chances)) for chance in chances], abs=1e-3
        )


def test_other_commands() -> None:
    data = answer("theory", "values", "-w", "2", "-d", "2", "--values", "0:0.5,1:0.25,7:0.25")
    assert [row["depth_1"] for row in data["rows"]] == [0.0625, 0.1875, 0.75]
    data = answer("theory", "fit", "--largest", "8")
    assert data["fit"]["by_depth"] == theory.fuller_fit(8).by_depth
    assert {(row["width"], row["depth"]) for row in data["rows"]} == {
        (n, d) for n in range(2, 8) for d in range(1, 7) if n + d <= 8
    }
    assert "fitted: n^(0.723 d + 0.279)" in run("theory", "fit").stdout


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["visits", "--node", "3"], "there is no node '3' in T(2,4)"),
        (["visits", "--node", "1.1.1.1.1"], "there is no node '1.1.1.1.1' in T(2,4)"),
        (["visits", "--node", "01", "--trees", "2"], "there is no node '01'"),
        (["visits", "-w", "2", "-d", "17"], "use a tree of at most 65,536"),
        (["visits", "--node", "1", "--svg", "-"], "leave --node out"),
        (["visits", "-d", "12", "--trees", "1000000"], "1000000 trees T(2,12) are too many"),
        (["values", "--values", "continuous"], "single values of real leaves have no chance above 0"),
        (["values", "-d", "-1"], "depth must be a whole number from 0"),
        (["values", "-d", "61"], "use a depth of at most 60"),
        (["fit", "--largest", "3"], "largest must be a whole number from 4"),
    ],
)
def test_errors(words: list[str], says: str) -> None:
    assert says in fault("theory", *words)
