"""Formulas against numbers computed elsewhere, against each other, and against searches of random trees.

The numbers in data/theory.json are ours: "high_precision" comes from a quadrature with 120 digits directly in the
quantile, the rest from independent reference programs.
"""

from __future__ import annotations

import json
import math
import os
import subprocess
import sys
import time
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

import halfmove as hm
from halfmove import theory
from halfmove.cli.program import main
from halfmove.compare import compare
from tests.conftest import PARALLEL, load, usually

DATA = load("theory.json")
SIZES = [(2, 2), (2, 5), (2, 9), (3, 4), (3, 6), (5, 4), (12, 3), (40, 2)]
FOUR = {0: 0.5, 1: 0.3, 2: 0.15, 3: 0.05}


def digits(number: Any) -> int:
    """Decimals of a number as it is written."""
    return len(str(number).partition(".")[2])


# Baudet


@pytest.mark.parametrize(("width", "depth", "leaves"), DATA["continuous"])
def test_continuous(width: int, depth: int, leaves: float) -> None:
    assert theory.expected_leaves(width, depth) == pytest.approx(leaves, abs=0.51 * 10 ** -digits(leaves))


@pytest.mark.parametrize(("width", "depth", "leaves"), DATA["integers_0_127"])
def test_equiprobable_integers(width: int, depth: int, leaves: float) -> None:
    found = theory.expected_leaves(width, depth, (0, 127))
    assert found == pytest.approx(leaves, abs=0.51 * 10 ** -digits(leaves))
    assert found < theory.expected_leaves(width, depth)  # different leaves are the worst case (4.7)


@pytest.mark.parametrize(("width", "depth", "leaves"), DATA["high_precision"])
def test_continuous_to_twelve_digits(width: int, depth: int, leaves: str) -> None:
    assert theory.expected_leaves(width, depth) == pytest.approx(float(leaves), rel=1e-13)


# From a quadrature with 70 digits, panel by panel in the logarithm of the distance from the fixed point.
WIDE = [
    (64, 6, 3.2947135292933301e8),
    (3000, 6, 8.8333346046353562e16),
    (10**4, 3, 2.0192725613075274e10),
    (10**6, 3, 7.5007185812353638e15),
    (10**6, 4, 6.5741407936782463e20),
]


@pytest.mark.parametrize(("width", "depth", "leaves"), WIDE)
def test_wide_trees(width: int, depth: int, leaves: float) -> None:
    assert theory.expected_leaves(width, depth) == pytest.approx(leaves, rel=1e-12)
    assert theory.expected_nodes_by_depth(width, depth + 3)[depth] == pytest.approx(leaves, rel=1e-12)
    if depth == 3:
        assert theory.expected_leaves_shallow(width, depth) == pytest.approx(leaves, rel=1e-12)


@pytest.mark.parametrize("width", [100, 3000, 10**4, 10**5, 10**6])
def test_two_levels_of_wide_trees(width: int) -> None:
    """The sum of Knuth and Moore's chances over i is telescoping: (Gamma(1+s) n! / Gamma(n+s) - s) / (1-s)."""

    def column(s: float) -> float:
        a, b, rest = width + 1, width + s, 1 - s
        stirling = (b - 0.5) * math.log1p(rest / b) + rest * math.log(a) - rest
        stirling += (1 / a - 1 / b) / 12 - (a**-3 - b**-3) / 360
        return (math.exp(math.lgamma(1 + s) + stirling) - s) / rest

    leaves = math.fsum(column(j / width) for j in range(width))
    for formula in (theory.expected_leaves, theory.expected_leaves_shallow):
        assert formula(width, 1) == width
        assert formula(width, 2) == pytest.approx(leaves, rel=1e-12)
    assert theory.expected_nodes(width, 2) == pytest.approx(1 + width + leaves, rel=1e-12)


def test_what_does_not_settle_is_an_error() -> None:
    for formula in (theory.expected_leaves, theory.expected_nodes, theory.expected_leaves_shallow):
        with pytest.raises(hm.UsageError, match="too wide for the numerical integration"):
            formula(10**120, 2)


def test_deep_trees_are_fast() -> None:
    began = time.perf_counter()
    assert theory.lower_bound(2) ** 900 < theory.expected_leaves(2, 900) < theory.upper_bound(2) ** 900
    assert time.perf_counter() - began < 20


@pytest.mark.parametrize(("width", "depth"), SIZES)
def test_quadrature_is_the_polynomial(width: int, depth: int) -> None:
    exact = theory.expected_leaves_exact(width, depth)
    assert theory.expected_leaves(width, depth) == pytest.approx(float(exact), rel=1e-13)


@pytest.mark.parametrize(("width", "depth"), [(3, 4), (8, 6), (20, 20), (64, 30)])
def test_quadrature_lies_within_riemann_sums(width: int, depth: int) -> None:
    """Rungs near the fixed point, where the jump is: (3.11) is a lower sum of (4.6); with S one rung to the left, an
    upper one. The sums know nothing of the pieces and panels of the quadrature."""
    from decimal import Decimal, localcontext

    from halfmove.theory.baudet import _products

    with localcontext() as context:
        context.prec = 160
        low, high = Decimal(0), Decimal(1)
        for _ in range(500):
            middle = (low + high) / 2
            low, high = (middle, high) if middle**width + middle < 1 else (low, middle)
        xi = low
        # Distances from the fixed point in geometric progression, from the whole interval to 1e-40.
        steps = [Decimal(10) ** (-Decimal(40 * i) / 2000) for i in range(2001)]
        rungs = [xi - xi * step for step in steps] + [xi + (1 - xi) * step for step in reversed(steps)]
        points = [_products(width, depth, rung, Decimal(1)) for rung in rungs]
        pairs = list(pairwise(points))
        lower = width ** (depth // 2) + sum((b[0] - a[0]) * b[1] for a, b in pairs)
        upper = width ** (depth // 2) + sum((b[0] - a[0]) * a[1] for a, b in pairs)
    found = theory.expected_leaves(width, depth)
    assert lower <= found <= upper
    assert found == pytest.approx(float(lower + upper) / 2, rel=1e-3)


def test_large_trees_are_fast_and_sane() -> None:
    began = time.perf_counter()
    for width, depth in ((64, 30), (64, 29), (2, 30), (33, 30)):
        leaves = theory.expected_leaves(width, depth)
        shallow = theory.expected_leaves_shallow(width, depth)
        assert theory.minimum_leaves(width, depth) < leaves < shallow < float(width**depth)
        # Theorem 5.3 and, since R(xi) S(xi) < N, theorem 5.1.
        bounds, half = theory.branching(width), depth // 2
        assert bounds.lower**depth < leaves
        if depth % 2 == 0:
            assert leaves <= width**half + width * (width - 1) * half * theory.largest_product(width) ** (half - 1)
        assert 1 < theory.expected_nodes(width, depth) / leaves < depth
    assert time.perf_counter() - began < 10


@pytest.mark.parametrize("depth", range(7))
@pytest.mark.parametrize("chance", [0.0, 0.2, 0.5, 0.618, 0.9, 1.0])
def test_two_values(depth: int, chance: float) -> None:
    for width in (1, 2, 3, 7):
        for viewpoint in ("max", "mover"):
            special = theory.expected_leaves_bivalued(width, depth, chance, viewpoint=viewpoint)
            general = theory.expected_leaves(width, depth, {1: chance, 0: 1 - chance}, viewpoint=viewpoint)
            assert special == pytest.approx(general, rel=1e-12)
            if chance in (0, 1):
                assert special == theory.minimum_leaves(width, depth)


def test_odd_depths_are_seen_by_the_other_side() -> None:
    assert theory.expected_leaves(3, 3, FOUR) == pytest.approx(16.715, abs=5e-4)
    assert theory.expected_leaves(3, 3, FOUR, viewpoint="mover") == pytest.approx(13.583, abs=5e-4)
    assert theory.expected_leaves(3, 4, FOUR) == theory.expected_leaves(3, 4, FOUR, viewpoint="mover")


def test_exact_and_decimal_sums_agree() -> None:
    for width, depth in SIZES:
        exact = theory.expected_leaves_exact(width, depth, FOUR)
        assert theory.expected_leaves(width, depth, FOUR) == pytest.approx(float(exact), rel=1e-14)
    assert theory.expected_leaves_exact(2, 2) == Fraction(11, 3)


@pytest.mark.parametrize("values", [(0, 9), FOUR, 0.3])
def test_nodes_are_leaves_of_backed_up_values(values: Any) -> None:
    """Level by level: the leaves of a tree whose leaves have the distribution of the nodes."""
    for width, depth in ((3, 4), (2, 5), (4, 1), (4, 0), (1, 6)):
        by_depth = theory.expected_nodes_by_depth(width, depth, values)
        assert len(by_depth) == depth + 1
        steps: Any = theory.baudet.ladder(values, depth)
        for level in range(depth, -1, -1):
            assert by_depth[level] == pytest.approx(float(theory.baudet._sum(width, level, steps, Fraction(1))))
            steps = [1 - step**width for step in reversed(steps)]


def test_small_trees() -> None:
    for width in (1, 2, 5):
        assert theory.expected_leaves(width, 0) == 1
        assert theory.expected_leaves(width, 1) == width
        assert theory.expected_leaves(width, 1, (0, 9)) == width
    assert theory.expected_leaves(1, 20) == theory.expected_leaves_shallow(1, 20) == 1
    assert theory.expected_nodes(1, 20) == 21


# Simulation


FAMILIES: list[tuple[int, int, Any]] = [
    (2, 7, None),
    (3, 4, None),
    (4, 5, None),
    (8, 4, (0, 127)),
    (3, 5, (0, 9)),
    (3, 3, FOUR),
    (3, 6, 0.3),
    (4, 3, 0.3),
]


# Without deep cut-offs only trees of one kind in usual runs: each kind is another program.
SIMULATED = [(*family, "alpha_beta") for family in FAMILIES]
SIMULATED += [(*family, "alpha_beta_shallow") for family in usually(FAMILIES[:3], FAMILIES)]


@pytest.mark.parametrize(("width", "depth", "values", "algorithm"), SIMULATED, ids=str)
def test_simulation(width: int, depth: int, values: Any, algorithm: str) -> None:
    """The mean over random trees is the expected one, within four standard errors."""
    leaves, nodes = [], []
    for number in range(usually(250, 400)):
        tree = hm.trees.uniform(width, depth, 77_000 + number, values)
        counts = hm.search(tree, algorithm, compiled=True).counts
        leaves.append(counts.leaves)
        nodes.append(counts.nodes)
    mean = theory.expected(algorithm, tree.parameters)
    assert mean is not None
    assert abs(sum(leaves) / len(leaves) - mean) <= 4 * error(leaves)
    if algorithm == "alpha_beta":
        assert abs(sum(nodes) / len(nodes) - theory.expected_nodes(width, depth, values)) <= 4 * error(nodes)


def test_equals_of_alpha_beta() -> None:
    tree = hm.trees.uniform(3, 5, 8, (0, 9))
    leaves = hm.search(tree, "alpha_beta").counts.leaves
    for algorithm, choice in (("f_alpha_beta", {}), ("ps_star", {"phases": 3}), ("ps_star", {"phases": 9})):
        assert hm.search(tree, algorithm, **choice).counts.leaves == leaves
        assert theory.expected(algorithm, tree.parameters, choice) == theory.expected_leaves(3, 5, (0, 9))


def error(numbers: list[int]) -> float:
    mean = sum(numbers) / len(numbers)
    return math.sqrt(sum((x - mean) ** 2 for x in numbers) / (len(numbers) - 1) / len(numbers))


# Without deep cut-offs


@pytest.mark.parametrize("values", [None, (0, 127), FOUR, 0.4])
def test_no_deep_cut_offs_above_four(values: Any) -> None:
    for width in (2, 3, 8):
        for depth in range(4):
            assert theory.expected_leaves_shallow(width, depth, values) == pytest.approx(
                theory.expected_leaves(width, depth, values), rel=1e-12
            )
        assert theory.expected_leaves_shallow(width, 4, values) > theory.expected_leaves(width, 4, values)


@pytest.mark.parametrize("width", [2, 3, 7, 40])
def test_two_levels_are_the_sum_of_chances(width: int) -> None:
    chances = sum(theory.visit_chance(width, i, j) for i in range(1, width + 1) for j in range(1, width + 1))
    assert theory.expected_leaves_shallow(width, 2) == pytest.approx(chances, rel=1e-12)


def test_many_values_approach_the_continuum() -> None:
    gaps = [theory.expected_leaves_shallow(3, 6) - theory.expected_leaves_shallow(3, 6, (1, k)) for k in (500, 1000)]
    assert gaps[0] > 0
    assert gaps[0] / gaps[1] == pytest.approx(2, abs=0.02)


# Branching factors


def test_bounds_in_order() -> None:
    for width in (2, 8, 24, 25, 100):
        row = theory.branching(width)
        assert row.xi**width + row.xi == pytest.approx(1, abs=1e-14)
        assert row.perfect < row.lower < row.upper < min(row.coarse, row.shallow)
        # The growth of two more half-moves in a deep tree; in wide ones it is the lower bound to all digits.
        deep = 40
        growth = math.sqrt(theory.expected_leaves(width, deep) / theory.expected_leaves(width, deep - 2))
        assert row.lower * (1 - 1e-12) < growth < 1.01 * row.upper
        assert growth == pytest.approx(row.lower, rel=0.03 if width < 8 else 1e-3)
        without = theory.expected_leaves_shallow(width, deep) / theory.expected_leaves_shallow(width, deep - 2)
        assert math.sqrt(without) < row.shallow


def test_the_maximum_is_one() -> None:
    for width in (2, 5, 32):
        most = theory.largest_product(width)
        for i in range(1, 2000):
            x = i / 2000
            product = (1 - x**width) / (1 - x) * (1 - (1 - x**width) ** width) / x**width
            assert product <= most * (1 + 1e-12)


@pytest.mark.parametrize("width", [1, 2, 3, 25, 40])
def test_the_eigenvalue_is_that_of_the_matrix(width: int) -> None:
    children = range(1, width + 1)
    vector = [1.0] * width
    for _ in range(60):
        image = [sum(theory.visit_chance(width, i, j) ** 0.5 * vector[j - 1] for j in children) for i in children]
        vector = [x / max(image) for x in image]
    assert theory.shallow_bound(width) == pytest.approx(max(image), rel=1e-12)


@pytest.mark.parametrize("width", [1000, 100_000])
def test_bounds_of_wide_trees(width: int) -> None:
    began = time.perf_counter()
    row = theory.branching(width)
    assert row.perfect < row.lower < min(row.upper, row.shallow) < row.coarse
    assert (row.upper < row.shallow) == (width < 2740)
    # xi / (1 - xi) from x^n + x = 1: (1 - xi) n = W(n), with W e^W = n
    w = math.log(width)
    for _ in range(50):
        w -= (w * math.exp(w) - width) / (math.exp(w) * (1 + w))
    assert row.lower == pytest.approx(width / w, rel=30 / width)
    ys = [10 ** (-i / 100) for i in range(1, 1000)]
    products = [(1 - y) / -math.expm1(math.log(y) / width) * -math.expm1(width * math.log1p(-y)) / y for y in ys]
    assert max(products) <= row.upper**2 <= max(products) * 1.001
    assert time.perf_counter() - began < 10


def test_the_bound_at_25_is_no_rounding_matter() -> None:
    assert theory.lower_bound(25) == pytest.approx(9.95260, abs=5e-6)


# Srimani


@pytest.mark.parametrize("depth", range(2, 16, 2))
def test_mean_ratio(depth: int) -> None:
    for width, ratio in zip(DATA["mean_ratio"]["widths"], DATA["mean_ratio"][str(depth)], strict=True):
        assert float(theory.mean_ratio(width, depth)) == pytest.approx(ratio, abs=5.1e-4)


def test_peaks() -> None:
    for width, abf, ratio in DATA["peak"]["6"]:
        found, most = theory.peak(width, 6)
        assert found == abf
        assert float(most) == pytest.approx(ratio, abs=5.1e-4)
    assert [theory.peak(width, 14)[0] for width in (4, 8, 16, 24, 32)] == [2, 3, 4, 5, 5]
    for width, low, high in ((64, 6, 8), (100, 8, 10), (256, 12, 16)):
        found = [theory.peak(width, depth)[0] for depth in (4, 10, 20, 40)]
        assert low <= min(found) <= max(found) <= high == math.isqrt(width)


@pytest.mark.parametrize("width", [1, 2, 3, 8, 24])
@pytest.mark.parametrize("depth", range(0, 10, 2))
def test_ends_of_the_model(width: int, depth: int) -> None:
    for leaves in (theory.sss_leaves, theory.sss_leaves_closed, theory.alpha_beta_leaves):
        assert leaves(width, depth, 1) == 2 * width ** (depth // 2) - 1
        assert leaves(width, depth, width) == width**depth
    for abf in range(1, width + 1):
        assert theory.sss_leaves(width, depth, abf) == theory.sss_leaves_closed(width, depth, abf)
        assert theory.ratio(width, depth, abf) >= 1


def growth_of(matrix: list[list[int]]) -> float:
    """The largest eigenvalue, by another program."""
    return float(max(abs(np.linalg.eigvals(np.array(matrix, dtype=float)))))


@pytest.mark.parametrize("width", [1, 2, 3, 8, 16, 24, 32])
def test_branching_factors_of_the_model(width: int) -> None:
    for abf in range(1, width + 1):
        k, rest = abf - 1, width - abf
        # N1 .. N7 from those one level below; F and M from those two levels below
        alpha_beta = [
            [1, 0, 0, 0, k, 0, rest],
            [0, 0, 0, 1, k, 0, rest],
            [0, 0, 0, 0, 0, width, 0],
            [0, 1, 0, 0, 0, width - 1, 0],
            [0, 1, 1, 0, 0, k - 1, 0],
            [0, 0, 1, 0, 0, k, 0],
            [0, 0, 1, 0, 0, 0, 0],
        ]
        sss = [[abf + k * abf, 2 * rest], [0, width]]
        assert theory.alpha_beta_branching(width, abf) == pytest.approx(growth_of(alpha_beta), rel=1e-6)
        assert theory.sss_branching(width, abf) == pytest.approx(math.sqrt(growth_of(sss)), rel=1e-6)
        for limit, leaves in (
            (theory.sss_branching(width, abf), theory.sss_leaves),
            (theory.alpha_beta_branching(width, abf), theory.alpha_beta_leaves),
        ):
            found = math.exp(math.log(leaves(width, 2000, abf)) / 2000)
            assert found == pytest.approx(limit, rel=5e-3)


@pytest.mark.parametrize("width", [4, 9, 16, 100])
def test_ratio_of_branching_factors_is_largest_at_the_root(width: int) -> None:
    every = range(1, width + 1)
    ratios = [theory.alpha_beta_branching(width, abf) / theory.sss_branching(width, abf) for abf in every]
    assert ratios.index(max(ratios)) + 1 == math.isqrt(width)
    assert ratios[0] == ratios[-1] == 1
    assert min(ratios[1:-1]) > 1


def test_command_for_branching_factors() -> None:
    rows = json.loads(run("growth", "-w", "4,9", "--json").stdout)["rows"]
    assert [(row["width"], row["abf"]) for row in rows] == [(w, abf) for w in (4, 9) for abf in range(1, w + 1)]
    assert all(row["alpha_beta"] == theory.alpha_beta_branching(row["width"], row["abf"]) for row in rows)
    assert "5.7720" in run("growth").stdout
    for words, part in ((["-w", "0"], "width must be"), (["-w", "100..200"], "15150 rows")):
        ran = run("growth", *words)
        assert (ran.exit_code, ran.stdout, ran.stderr.count("\n")) == (2, "", 1)
        assert part in ran.stderr


# Least and storage


def test_minimum_is_reached() -> None:
    for width in range(1, 5):
        for depth in range(6):
            tree = hm.trees.ordered(width, depth, order="perfect")
            counts = hm.search(tree, "alpha_beta", compiled=False).counts
            assert counts.leaves == theory.minimum_leaves(width, depth)
            assert counts.nodes == theory.minimum_nodes(width, depth)


@pytest.mark.parametrize(("width", "depth", "phases", "opened", "backed_up"), DATA["ps_storage"])
def test_storage_of_ps_star(width: int, depth: int, phases: int, opened: int, backed_up: int) -> None:
    assert theory.ps_storage(width, depth, phases) == theory.Storage(opened, backed_up)


@pytest.mark.parametrize(
    ("width", "depth", "phases"), [(4, 4, 2), (6, 3, 3), (6, 4, 2), (4, 5, 2), (5, 4, 2), (3, 6, 2)]
)
def test_storage_is_what_is_measured(width: int, depth: int, phases: int) -> None:
    bound, most_open, most_backup = theory.ps_storage(width, depth, phases), 0, 0
    for seed in range(30):
        tree = hm.trees.uniform(width, depth, seed)
        counts = hm.search(tree, "ps_star", phases=phases, compiled=True).counts
        most_open, most_backup = max(most_open, counts.max_open), max(most_backup, counts.max_backup)
        sss = hm.search(tree, "sss_star", compiled=True).counts
        assert sss.max_open == theory.sss_storage(width, depth).open
    assert (most_open, most_backup) == (bound.open, bound.backup)


def most_states(width: int, top: int, bottom: int) -> int:
    """SSS* from depth `top` to `bottom`, level by level: a MAX node has all its children on OPEN, a MIN node one."""
    states = 1
    for level in range(top, bottom):
        states *= width if level % 2 == 0 else 1
    return states


@pytest.mark.parametrize("width", [1, 2, 3, 4])
def test_storage_of_stages_and_hybrids_is_what_is_measured(width: int) -> None:
    for depth in range(6 if width < 4 else 5):
        for parts in range(1, depth + 2):
            stages = [(top, min(top + parts, depth)) for top in range(0, depth, parts)] or [(0, 0)]
            expected = {
                ("staged_sss_star", "stage", theory.staged_sss_storage): sum(most_states(width, *s) for s in stages),
                ("sss_alpha_beta", "split", theory.sss_alpha_beta_storage): most_states(width, 0, min(parts, depth)),
                ("alpha_beta_sss", "split", theory.alpha_beta_sss_storage): most_states(width, parts, depth),
            }
            for (name, parameter, formula), states in expected.items():
                assert formula(width, depth, parts) == theory.Storage(states, 0)
                for seed in (1, 2, 3):
                    tree = hm.trees.uniform(width, depth, seed, values=(0, 3 * seed))
                    counts = hm.search(tree, name, compiled=False, **{parameter: parts}).counts
                    assert counts.max_open == states, (name, depth, parts)


def test_storage_of_stages_and_hybrids_of_deep_trees() -> None:
    for width, depth, parts in [(2, 100, 7), (3, 101, 10), (5, 60, 1), (2, 90, 89), (7, 33, 200)]:
        tops = range(0, depth, parts)
        staged = sum(most_states(width, top, min(top + parts, depth)) for top in tops)
        assert theory.staged_sss_storage(width, depth, parts).open == staged
        above = theory.sss_alpha_beta_storage(width, depth, parts).open
        below = theory.alpha_beta_sss_storage(width, depth, parts).open
        assert above * below == theory.sss_storage(width, depth).open
    assert theory.staged_sss_storage(1, 10**12, 3).open == -(-(10**12) // 3)
    assert theory.staged_sss_storage(24, 4).open == 48
    assert theory.staged_sss_storage(9, 3, 10**12).open == 81


def test_stages_and_splits_on_the_command_line() -> None:
    words = ("storage", "-w", "8", "-d", "4,6", "--phases", "2", "--stages", "2,4", "--splits", "2,4", "--json")
    rows = {(row["depth"], row["algorithm"]): row["open"] for row in json.loads(run(*words).stdout)["rows"]}
    assert rows[6, "staged SSS*(2)"] == 24
    assert rows[6, "staged SSS*(4)"] == 72
    assert (rows[6, "SAB(2)"], rows[6, "SAB(4)"], rows[6, "ABS(2)"], rows[6, "ABS(4)"]) == (8, 64, 64, 8)
    assert not {(4, "staged SSS*(4)"), (4, "SAB(4)"), (4, "ABS(4)")} & set(rows)


def test_memory_of_iter_sss_star() -> None:
    tree = hm.trees.uniform(3, 4, 5)
    full = hm.search(tree, "iter_sss_star", memory=theory.iter_sss_full(3, 4)).counts
    assert full.leaves == hm.search(tree, "sss_star").counts.leaves
    least = theory.iter_sss_least(3, 4)
    assert hm.search(tree, "iter_sss_star", memory=least).counts.max_open <= least


def test_large_trees_by_closed_forms() -> None:
    for width in (1, 2, 3, 7):
        for depth in (0, 1, 2, 5, 8, 205):
            levels = range(depth + 1)
            assert theory.minimum_nodes(width, depth) == sum(theory.minimum_leaves(width, level) for level in levels)
            backup = sum(width**level for level in range((depth + 1) // 2))
            assert theory.ps_storage(width, depth, 1).backup == backup
    began = time.perf_counter()
    assert theory.minimum_leaves(2, 100_000) == 2**50_001 - 1
    assert theory.minimum_nodes(9_999_999, 99_999) > theory.ps_storage(9_999_999, 99_999, 2).total
    assert theory.peak(100_000, 4)[0] == 235
    assert theory.mean_ratio(4, 3000) > 10**308
    assert time.perf_counter() - began < 10


def test_mean_and_peak_are_those_of_the_ratios() -> None:
    for width, depth in ((1, 0), (1, 6), (5, 0), (5, 2), (7, 6)):
        ratios = [theory.ratio(width, depth, abf) for abf in range(1, width + 1)]
        assert 0 <= sum(ratios) / width - theory.mean_ratio(width, depth) < Fraction(1, 10**50)
        assert theory.peak(width, depth) == (ratios.index(max(ratios)) + 1, max(ratios))


# Expected leaves of an algorithm


@pytest.mark.parametrize("algorithm", [a.id for a in hm.ALGORITHMS.values()])
@pytest.mark.parametrize("root", [0, 1, 64, 127])
def test_perfectly_ordered_trees(algorithm: str, root: int) -> None:
    needed = {"aspiration": {"guess": 64, "error": 2}, "mtd_f": {"guess": 64}, "best_first_minimax": {"budget": 100}}
    needed |= {"ps_star": {"phases": 2}, "iter_sss_star": {"memory": 4}}
    claimed = 0
    for width, depth in ((1, 3), (2, 4), (3, 3), (3, 4), (4, 5), (3, 6)):
        for order in ("perfect", "first", width):
            tree = hm.trees.ordered(width, depth, 3, order=order, root=root)
            choice = needed.get(algorithm, {})
            mean = theory.expected(algorithm, tree.parameters, choice)
            if mean is not None:
                claimed += 1
                assert hm.search(tree, algorithm, compiled=False, **choice).counts.leaves == mean
    silent = {"alpha_beta_shallow", "aspiration", "mtd_f", "mtd_bi", "best_first_minimax", "proof_number", "df_pn"}
    assert claimed or algorithm in silent or algorithm in PARALLEL


def test_where_there_is_no_formula() -> None:
    uniform, ordered = hm.trees.uniform(3, 4).parameters, hm.trees.ordered(3, 4, order="perfect").parameters
    assert theory.expected("scout", uniform) is None
    assert theory.expected("ps_star", uniform, {"phases": 2}) is None
    assert theory.expected("ps_star", uniform, {"phases": 3, "partitions": [1, 2]}) is None
    assert theory.expected("scout", ordered, {"test": "printed"}) is None
    assert theory.expected("staged_sss_star", ordered, {"stage": 3}) is None
    assert theory.expected("staged_sss_star", ordered) == 17 + 4
    assert theory.expected("alpha_beta", hm.trees.ordered(3, 4).parameters) is None
    assert theory.expected("alpha_beta", hm.trees.ordered(3, 4, order=3, probability=0.9).parameters) is None
    assert theory.expected("alpha_beta", hm.trees.incremental(3, 4).parameters) is None
    assert theory.expected("minimax", hm.trees.incremental(3, 4).parameters, depth=2) == 9
    assert theory.expected("alpha_beta", ordered, depth=3) == theory.minimum_leaves(3, 3)
    assert theory.expected("alpha_beta", hm.trees.uniform(3, 4, values=(0, 10**9)).parameters) is None
    assert theory.expected("alpha_beta", hm.games.nim(3, 4, 5).parameters) is None
    assert theory.expected("minimax", {"family": "uniform", "width": 10, "depth": 400}) is None


def test_compare_shows_it() -> None:
    rows = compare(["uniform:3,4"], ["scout", "minimax"], 3)
    assert [row.expected for row in rows] == [theory.expected_leaves(3, 4), None, 81]
    shown = CliRunner().invoke(main, ["compare", "--family", "uniform:3,4", "--trees", "2", "-a", "minimax"])
    assert "expected" in shown.stdout
    assert "45.2" in shown.stdout
    shown = CliRunner().invoke(main, ["compare", "--family", "incremental:3,4", "--trees", "2", "-a", "scout"])
    assert "expected" not in shown.stdout


# What is asked wrongly


@pytest.mark.parametrize(
    ("call", "part"),
    [
        (lambda: theory.expected_leaves(0, 4), "width must be a whole number from 1 on, not 0"),
        (lambda: theory.expected_leaves(3, -1), "depth must be a whole number from 0 on, not -1"),
        (lambda: theory.expected_leaves(2.0, 3), "width must be a whole number"),
        (lambda: theory.expected_leaves(True, 3), "width must be a whole number"),
        (lambda: theory.expected_leaves(64, 300), "more than 10^300 leaves"),
        (lambda: theory.expected_leaves(3, 3, {0: 0.5}), "add up to 0.5"),
        (lambda: theory.expected_leaves(3, 3, {}), "maps numbers to probabilities"),
        (lambda: theory.expected_leaves(3, 3, "x"), "is not a distribution"),
        (lambda: theory.expected_leaves(3, 3, (0, 10**7)), "too many to sum over"),
        (lambda: theory.expected_leaves(3, 3, viewpoint="min"), "'max' or 'mover'"),
        (lambda: theory.expected_leaves_exact(8, 4), "at most 2048 leaves"),
        (lambda: theory.expected_leaves_bivalued(3, 3, 1.5), "between 0 and 1"),
        (lambda: theory.expected_leaves_bivalued(3, 3, 0.5, viewpoint="min"), "'max' or 'mover'"),
        (lambda: theory.sss_leaves(4, 3, 1), "depth must be even"),
        (lambda: theory.sss_leaves(4, 4, 5), "abf must be a whole number from 1 to 4"),
        (lambda: theory.ps_storage(4, 4, 5), "phases must be a whole number from 1 to 4"),
        (lambda: theory.branching(0), "width must be"),
        (lambda: theory.expected_leaves(1, 1001), "depth must be a whole number from 0 to 1000"),
        (lambda: theory.expected_leaves(3, 900, (0, 9)), "more than 10^300 leaves"),
        (lambda: theory.expected_leaves(2, 900, (0, 9999)), "use at most 1111 at depth 900"),
        (lambda: theory.minimum_leaves(10**9, 10**9), "more than 10^1000000 leaves"),
        (lambda: theory.minimum_leaves(10**5000, 300), "T(about 10^5000,300)"),
        (lambda: theory.minimum_leaves(2, 10**5000), "T(2,about 10^5000)"),
        (lambda: theory.expected_leaves(3, 3, (0, 10**400)), "about 10^400 different leaf values"),
        (lambda: theory.expected_leaves(3, 3, {0: 10**400, 1: 1}), "which lie between 0 and 1"),
        (lambda: theory.minimum_leaves(3, -(10**5000)), "not about -10^5000"),
        (lambda: theory.mean_ratio(3, 100_000), "more than 10^4000 leaves"),
        (lambda: theory.mean_ratio(1, 10**9), "depth must be a whole number from 0 to 20000"),
        (lambda: theory.peak(10**6, 2), "may be at most 1000000"),
        (lambda: theory.peak(2.0, 4), "width must be a whole number"),
        (lambda: theory.branching(10**6), "width must be a whole number from 1 to 100000"),
        (lambda: theory.xi(10**400), "width must be a whole number from 1 to"),
        (lambda: theory.visit_chance(3, 4, 1), "i must be"),
    ],
)
def test_errors(call: Any, part: str) -> None:
    with pytest.raises(hm.UsageError) as caught:
        call()
    assert part in str(caught.value)
    assert "\n" not in str(caught.value)


# Command line


def run(*words: str) -> Any:
    return CliRunner().invoke(main, ["theory", *words])


def test_help_is_not_cut() -> None:
    ran = run()
    assert ran.exit_code == 0
    assert "..." not in ran.stdout.partition("Commands:")[2]
    assert "bivalued:0.3" in run("leaves", "--help").stdout


@pytest.mark.parametrize("name", ["leaves", "bivalued", "branching", "srimani", "storage", "minimum"])
def test_commands(name: str, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    ran = run(name)
    assert (ran.exit_code, ran.stderr) == (0, "")
    rows = json.loads(run(name, "--json").stdout)["rows"]
    assert len(rows) > 3
    for suffix, start in ((".svg", b"<?xml"), (".png", b"\x89PNG")):
        files = [tmp_path / f"{i}{suffix}" for i in (1, 2)]
        for file in files:
            ran = run(name, "--plot", str(file), "--json")
            assert ran.exit_code == 0, ran.stderr
            assert json.loads(ran.stdout)["rows"] == rows
        assert files[0].read_bytes().startswith(start)
        assert files[0].read_bytes() == files[1].read_bytes()


def test_numbers_on_the_command_line() -> None:
    rows = json.loads(run("leaves", "-w", "8,3..4", "-d", "2..6..2", "--values", "0..127", "--json").stdout)["rows"]
    assert [(row["width"], row["depth"]) for row in rows] == [(w, d) for d in (2, 4, 6) for w in (8, 3, 4)]
    assert rows[3]["alpha_beta"] == theory.expected_leaves(8, 4, (0, 127))
    each = json.loads(run("srimani", "-w", "8", "-d", "6", "--each", "--json").stdout)["rows"]
    assert [row["abf"] for row in each] == list(range(1, 9))


@pytest.mark.parametrize(
    ("words", "part"),
    [
        (["leaves", "-w", "x"], "'x' is neither a whole number nor a range"),
        (["leaves", "-w", "3..2"], "'3..2' is empty"),
        (["leaves", "-w", "3..9..0"], "the step 0"),
        (["leaves", "-w", "1..999999"], "more than 10000"),
        (["leaves", "-w", "9" * 5000], "at most 9 digits"),
        (["leaves", "-w", "0"], "width must be"),
        (["leaves", "-d", "999999999"], "more than 10^300 leaves"),
        (["leaves", "-w", "1", "-d", "999999999"], "depth must be a whole number from 0 to 1000"),
        (["leaves", "--values", "0..x"], "is not a distribution; it is written continuous, LOW..HIGH (0..127)"),
        (["leaves", "--values", "5"], "or bivalued:CHANCE (bivalued:0.3)"),
        (["leaves", "--values", "bivalued:x"], "is not a distribution; it is written"),
        (["leaves", "--values", "0..9,seed=3"], "is not a distribution; it is written"),
        (["leaves", "--values", "0:0.5"], "--values '0:0.5': the probabilities of the leaf values add up to 0.5"),
        (["leaves", "--values", "0..1000000"], "too many to sum over: use at most 50000"),
        (["branching", "-w", "1000000"], "width must be a whole number from 1 to 100000"),
        (["srimani", "-w", "3", "-d", "100000"], "more than 10^4000 leaves"),
        (["srimani", "-w", "1000..1100", "-d", "2", "--each"], "106050 rows"),
        (["minimum", "-w", "999999999", "-d", "999999999"], "more than 10^1000000 leaves"),
        (["storage", "--phases", "0"], "phases must be a whole number from 1"),
        (["storage", "--stages", "0"], "stage must be a whole number from 1"),
        (["storage", "--splits", "0"], "split must be a whole number from 1"),
        (["bivalued", "-d", "1..900", "-w", "1"], "would have 18900 rows"),
        (["leaves", "--plot", "a.pdf"], ".svg or .png"),
        (["leaves", "--plot", "/no/such/place.svg"], "cannot write /no/such/place.svg"),
        (["srimani", "-d", "3"], "depth must be even"),
        (["bivalued", "--steps", "0"], "--steps must be between"),
        (["nothing"], "no such command 'nothing'"),
    ],
)
def test_wrong_words(words: list[str], part: str) -> None:
    ran = run(*words)
    assert ran.exit_code == 2
    assert part in ran.stderr
    assert ran.stderr.count("\n") == 1
    assert "None" not in ran.stderr
    assert ran.stdout == ""


@pytest.mark.parametrize(
    ("words", "parts"),
    [
        (["leaves", "-w", "1000000", "-d", "2"], ["75,849,586,560   75,849,586,560"]),
        (["leaves", "-w", "1,2", "-d", "0,1"], ["1         1        1.0         1.0          1.0"]),
        (["leaves", "-w", "3", "-d", "3", "--values", "bivalued:0.3"], ["values bivalued:0.3", "15.2"]),
        (["minimum", "-w", "2", "-d", "100000"], ["6.321399e+15051", "2.212490e+15052"]),
        (["minimum", "-w", "9999999", "-d", "99999"], ["9.950126e+349999"]),
        (["storage", "-w", "1000", "-d", "5000"], ["1.000000e+7500", "2.660791e+6747", "2,497,501"]),
        (["storage", "-w", "1", "-d", "0,1"], ["ITERSSS*, full"]),
        (["srimani", "-w", "4", "-d", "3000"], ["6.025086e+318", "2.410034e+319"]),
        (["srimani", "-w", "4", "-d", "3000", "--each"], ["1.188660e+1530", "3.674224e+98"]),
        (["srimani", "-w", "1", "-d", "0", "--each"], ["1.000"]),
        (["branching", "-w", "1,100000"], ["0.500000", "0.999907", "20850.6452"]),
        (["bivalued", "-w", "1", "-d", "0,1", "--steps", "1"], ["1.0"]),
    ],
)
def test_ends_and_large_numbers(words: list[str], parts: list[str]) -> None:
    ran = run(*words)
    assert (ran.exit_code, ran.stderr) == (0, "")
    for part in parts:
        assert part in ran.stdout
    rows = json.loads(run(*words, "--json").stdout)["rows"]
    assert all(row["width"] >= 1 for row in rows)


def test_drawings(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    file = tmp_path / "x.svg"

    def drawn(*words: str) -> str:
        ran = run(*words, "--plot", str(file))
        assert ran.exit_code == 0, ran.stderr
        return file.read_text(encoding="utf-8")

    storage = drawn("storage")
    assert "SSS* = ITERSSS*, full" in storage
    assert "states kept at the same time, depth 4" in storage
    assert "chance that a leaf is 1 for MAX" in drawn("bivalued", "-w", "2,3")
    single = drawn("leaves", "-w", "4")
    assert ">4<" in single
    assert "4.20" not in single
    assert "width 8 = ITERSSS*, full, width 8" in drawn("storage", "-d", "2..8")
    assert "minimum = SSS* = DUAL* = alpha-beta = without deep cut-offs = 1 more" in drawn(
        "leaves", "-w", "1", "-d", "0..3"
    )
    drawn("branching", "-w", "2,1000")
    file.unlink()
    for words, part in (
        (["minimum", "-w", "2", "-d", "100000"], "6.321399e+15051 is too large to draw"),
        (["minimum", "-w", "2..100", "-d", "2,3"], "198 curves are too many to distinguish"),
    ):
        ran = run(*words, "--plot", str(file))
        assert (ran.exit_code, ran.stdout, ran.stderr.count("\n")) == (2, "", 1)
        assert part in ran.stderr
        assert not file.exists()


def test_without_matplotlib(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    ran = run("minimum", "--plot", "x.svg")
    assert (ran.exit_code, ran.stderr) == (2, "halfmove: drawing needs matplotlib: pip install 'halfmove[plot]'\n")


def test_loaded_late() -> None:
    """`import halfmove` loads no theory, and no theory loads what draws."""
    code = (
        "import sys, halfmove as hm; assert not [m for m in sys.modules if m.startswith('halfmove.theory')];"
        "hm.theory.expected_leaves(2, 3); import halfmove.cli.theory; assert 'matplotlib' not in sys.modules"
    )
    ran = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, env=dict(os.environ), check=False
    )
    assert (ran.returncode, ran.stderr) == (0, "")
    with pytest.raises(AttributeError):
        _ = hm.nothing  # type: ignore[attr-defined]
