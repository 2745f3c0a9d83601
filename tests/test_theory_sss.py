"""Expected leaves of SSS*, DUAL*, ABS, PS* and ITERSSS*: all small trees one by one, means over many larger ones."""

from __future__ import annotations

import json
import math
import random
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import permutations, product
from statistics import fmean, stdev
from typing import Any

import pytest

import halfmove as hm
from halfmove import theory
from tests import state_space_reference as reference
from tests.conftest import usually
from tests.test_cli import fault, run

CHANCES = {0: Fraction(1, 2), 1: Fraction(3, 8), 7: Fraction(1, 8)}
SIZES = [(2, 3), (3, 2)]


def nested(leaves: Any, width: int, depth: int) -> Any:
    rows = list(leaves)
    for _ in range(depth - 1):
        rows = [rows[at : at + width] for at in range(0, len(rows), width)]
    return rows


def negated(tree: Any) -> Any:
    return [negated(child) for child in tree] if isinstance(tree, list) else -tree


def dual(tree: Any) -> reference.Trace:
    """DUAL* is SSS* with the sides exchanged: the root becomes a MIN node, the only child of a MAX node."""
    return reference.sss([negated(tree)], record=False)


def all_trees(width: int, depth: int) -> Iterator[tuple[Any, Fraction]]:
    """All trees of three values with their chances."""
    for leaves in product(CHANCES, repeat=width**depth):
        yield nested(leaves, width, depth), math.prod(CHANCES[leaf] for leaf in leaves)


SEARCHES: dict[str, tuple[Callable[[Any], reference.Trace], Callable[[int, int, Any], Any]]] = {
    "SSS*": (lambda tree: reference.sss(tree, record=False), theory.expected_leaves_sss_exact),
    "DUAL*": (dual, lambda w, d, v=None: theory.expected_leaves_sss_exact(w, d, v, dual=True)),
    "ITERSSS*": (
        lambda tree: reference.iter_sss(tree, len(tree) * 2 - 1),
        lambda w, d, v=None: theory.expected_leaves_iter_sss_exact(w, d, 2 * w - 1, v),
    ),
}


@pytest.mark.parametrize("name", SEARCHES)
@pytest.mark.parametrize("depth", [2, 3])
def test_all_orders_of_different_leaves(name: str, depth: int) -> None:
    """24 orders of four leaves, and 40,320 of eight; those of the last algorithm only now and then."""
    search, formula = SEARCHES[name]
    if depth == 3 and name != "SSS*" and usually(True, False):
        pytest.skip("in make soak")
    orders = [nested(leaves, 2, depth) for leaves in permutations(range(2**depth))]
    mean = Fraction(sum(len(search(tree).leaves) for tree in orders), len(orders))
    assert formula(2, depth, None) == mean


@pytest.mark.parametrize("name", SEARCHES)
@pytest.mark.parametrize(("width", "depth"), usually(SIZES[:1], SIZES))
def test_all_trees_of_three_values(name: str, width: int, depth: int) -> None:
    search, formula = SEARCHES[name]
    mean = sum(chance * len(search(tree).leaves) for tree, chance in all_trees(width, depth))
    assert formula(width, depth, CHANCES) == mean


@pytest.mark.parametrize("phases", [1, 2, 3])
def test_partitions_on_all_trees_of_two_values(phases: int) -> None:
    """T(3,2): two phases have two children and one."""
    chances = {0: Fraction(1, 4), 5: Fraction(3, 4)}
    mean = Fraction(0)
    for leaves in product(chances, repeat=9):
        found = reference.ps(nested(leaves, 3, 2), reference.equal_parts(phases), record=False)
        mean += math.prod(chances[leaf] for leaf in leaves) * len(found.leaves)
    assert theory.expected_leaves_ps(3, 2, phases, chances) == pytest.approx(float(mean), rel=1e-13)


def test_exact_and_numerical_means_agree() -> None:
    for width, depth in [(2, 1), (2, 8), (3, 5), (4, 4), (5, 3), (8, 3), (16, 2), (1, 5), (3, 0)]:
        for sides in (False, True):
            exact = float(theory.expected_leaves_sss_exact(width, depth, dual=sides))
            assert theory.expected_leaves_sss(width, depth, dual=sides) == pytest.approx(exact, rel=1e-12)
            exact = float(theory.expected_leaves_sss_exact(width, depth, (0, 5), dual=sides))
            assert theory.expected_leaves_sss(width, depth, (0, 5), dual=sides) == pytest.approx(exact, rel=1e-12)
        for first, last in theory.iter_sss_memories(width, depth):
            for memory in {first, (first + last) // 2, last}:
                exact = float(theory.expected_leaves_iter_sss_exact(width, depth, memory))
                assert theory.expected_leaves_iter_sss(width, depth, memory) == pytest.approx(exact, rel=1e-12)
    fine = theory.expected_leaves_sss(3, 4, (0, 40_000))
    assert fine == pytest.approx(theory.expected_leaves_sss(3, 4), rel=1e-3)
    assert fine < theory.expected_leaves_sss(3, 4)


def test_the_ends_are_alpha_beta_and_sss_star() -> None:
    for width, depth in [(2, 3), (3, 4), (4, 5), (8, 4), (3, 6)]:
        for values in (None, (0, 3)):
            alpha_beta, sss = (f(width, depth, values) for f in (theory.expected_leaves, theory.expected_leaves_sss))
            assert theory.expected_leaves_ps(width, depth, 1, values) == pytest.approx(sss, rel=1e-12)
            assert theory.expected_leaves_ps(width, depth, width, values) == pytest.approx(alpha_beta, rel=1e-12)
            assert theory.expected_leaves_abs(width, depth, depth, values) == pytest.approx(alpha_beta, rel=1e-12)
            full = theory.iter_sss_full(width, depth)
            assert theory.expected_leaves_iter_sss(width, depth, full, values) == pytest.approx(sss, rel=1e-12)
            if depth % 2:  # with the least memory alpha-beta, at odd depths up to 5
                least = theory.expected_leaves_iter_sss(width, depth, None, values)
                assert least == pytest.approx(alpha_beta, rel=1e-12)
            middle = theory.expected_leaves_abs(width, depth, 1, values)
            assert middle == pytest.approx(theory.expected_leaves_abs(width, depth, 2, values), rel=1e-12)
            assert sss <= middle <= alpha_beta


CASES: list[tuple[str, dict[str, Any], int, int, Any]] = [
    ("sss_star", {}, 4, 5, None),
    ("mt_sss_star", {}, 3, 4, (0, 6)),
    ("dual_star", {}, 4, 4, (0, 20)),
    ("mt_dual_star", {}, 3, 5, None),
    ("alpha_beta_sss", {"split": 2}, 3, 6, None),
    ("alpha_beta_sss", {"split": 1}, 3, 5, (0, 4)),
    ("ps_star", {"phases": 3}, 9, 2, None),
    ("ps_star", {"phases": 3}, 8, 2, (0, 9)),
    *(("iter_sss_star", {"memory": memory}, 4, 6, None) for memory in ("minimum", 11, 19, 22, 34)),
    *(("iter_sss_star", {"memory": memory}, 3, 5, (0, 30)) for memory in (8, 11, 13)),
    *(("iter_sss_star", {"memory": memory}, 2, 7, None) for memory in (9, 10, 11)),
    ("iter_sss_star", {"memory": 7}, 3, 4, None),
]


@pytest.mark.parametrize(("algorithm", "parameters", "width", "depth", "values"), CASES)
def test_means_over_many_trees(algorithm: str, parameters: dict[str, Any], width: int, depth: int, values: Any) -> None:
    tree = hm.trees.uniform(width, depth, values=values)
    mean = theory.expected(algorithm, tree.parameters, parameters)
    assert mean is not None
    found = [
        hm.search(hm.trees.uniform(width, depth, seed, values=values), algorithm, compiled=True, **parameters)
        for seed in range(usually(200, 20_000))
    ]
    leaves = [each.counts.leaves for each in found]
    assert abs(fmean(leaves) - mean) < 4 * stdev(leaves) / math.sqrt(len(leaves))


def groups(width: int, depth: int, memory: int, path: tuple[int, ...]) -> int | None:
    """How many children of a MAX node are searched together: docs/pruning-proofs.md, said once more for the tests."""
    levels, level = (depth + 1) // 2, len(path) // 2
    if memory >= width**levels or levels == 1:
        return width
    held, rest = divmod(memory - width, width ** (levels - 1) - 1)
    if held:
        line = rest // (width - 1)
        if levels > 2 and line > levels - 2:
            return None
        if level == 0:
            return held
        return 1 if level <= line and path == (held + 1, *[1] * (2 * level - 1)) else width
    if levels != 3:
        return None
    if level == 1:
        return min(width, (memory - width + max(path[0] - 2, 0)) // (width - 1) - 1)
    return 1 if level == 0 else width


def value(tree: Any, is_max: bool) -> Any:
    return (max if is_max else min)(value(child, not is_max) for child in tree) if isinstance(tree, list) else tree


def examined(tree: Any, group_of: Callable[[tuple[int, ...]], int]) -> set[str]:
    """The leaves with A_L < B and A_R' <= B, where A_R' counts only siblings that are searched together."""
    found = set()

    def walk(node: Any, path: tuple[int, ...], left: float, b: float, right: list[tuple[float, float]]) -> None:
        if not isinstance(node, list):
            if left < b and all(min(other, limit) <= b for other, limit in right):
                found.add(".".join(map(str, path)))
            return
        is_max = len(path) % 2 == 0
        values = [value(child, not is_max) for child in node]
        together = group_of(path) if is_max else 0
        for i, child in enumerate(node):
            here = (*path, i + 1)
            if is_max:
                younger = values[i + 1 : together] if i < together else []
                walk(child, here, max([left, *values[:i]]), b, right + [(each, b) for each in younger])
            else:
                walk(child, here, left, min([b, *values[:i]]), right)

    walk(tree, (), -math.inf, math.inf, [])
    return found


@pytest.mark.parametrize(("width", "depth"), [(3, 3), (4, 4), (2, 5), (3, 5), (2, 6), (2, 7), (2, 8)])
def test_iter_sss_star_leaf_by_leaf(width: int, depth: int) -> None:
    """Every memory for which a formula is known, on trees with and without ties."""
    chance = random.Random(f"iter {width} {depth}")
    known = 0
    for _ in range(usually(3, 60)):
        leaves = list(range(width**depth))
        chance.shuffle(leaves)
        if chance.random() < 0.4:
            leaves = [leaf % 7 for leaf in leaves]
        tree = nested(leaves, width, depth)
        for first, last in theory.iter_sss_memories(width, depth):
            for memory in range(first, last + 1):
                assert groups(width, depth, memory, ()) is not None
                found = hm.search(
                    hm.trees.explicit(tree), "iter_sss_star", memory=memory, trace=True, compiled=False, fallback=False
                )
                wanted = examined(tree, lambda path, memory=memory: groups(width, depth, memory, path) or 0)
                assert set(found.leaf_order or ()) == wanted, memory
                known += 1
    assert known


@pytest.mark.parametrize(
    ("width", "depth", "phases"), [(4, 3, 2), (4, 4, 2), (6, 3, 3), (6, 3, 2), (3, 4, 3), (2, 6, 1), (6, 2, 3)]
)
def test_the_bound_of_ps_star_leaf_by_leaf(width: int, depth: int, phases: int) -> None:
    """A conjecture: up to depth 4 the leaves of PS* contain those of the bound, if all leaves are different."""
    chance = random.Random(f"ps {width} {depth} {phases}")
    size = width // phases
    for _ in range(usually(6, 300)):
        leaves = chance.sample(range(width**depth), width**depth)
        tree = nested(leaves, width, depth)
        found = hm.search(hm.trees.explicit(tree), "ps_star", phases=phases, trace=True, compiled=False).leaf_order
        least = _in_parts(tree, size)
        assert least <= set(found or ())
        if phases in (1, width) or depth <= 2:
            assert least == set(found or ())


@pytest.mark.parametrize(("width", "depth", "phases"), [(4, 4, 2), (4, 5, 2), (8, 3, 4)])
def test_the_bound_of_ps_star_on_average(width: int, depth: int, phases: int) -> None:
    found = [
        hm.search(hm.trees.uniform(width, depth, seed), "ps_star", phases=phases, compiled=True).counts.leaves
        for seed in range(usually(100, 5000))
    ]
    bound = theory.expected_leaves_ps(width, depth, phases, bound=True)
    assert fmean(found) > bound > theory.expected_leaves_sss(width, depth)


def _in_parts(tree: Any, size: int) -> set[str]:
    """As `examined`, for equal partitions."""
    found = set()

    def walk(node: Any, path: tuple[int, ...], left: float, b: float, right: list[tuple[float, float]]) -> None:
        if not isinstance(node, list):
            if left < b and all(min(other, limit) <= b for other, limit in right):
                found.add(".".join(map(str, path)))
            return
        is_max = len(path) % 2 == 0
        values = [value(child, not is_max) for child in node]
        for i, child in enumerate(node):
            here = (*path, i + 1)
            if is_max:
                younger = values[i + 1 : (i // size + 1) * size]
                walk(child, here, max([left, *values[:i]]), b, right + [(each, b) for each in younger])
            else:
                walk(child, here, left, min([b, *values[:i]]), right)

    walk(tree, (), -math.inf, math.inf, [])
    return found


def test_the_memory_waves() -> None:
    """The measured means have minima at M = b + a (b^2 - 1), and rise by 0.7 to 0.9 % of T(5,6) after them."""
    for least in (29, 53, 77, 101):
        before, after = (theory.expected_leaves_iter_sss(5, 6, memory) for memory in (least, least + 4))
        assert 1.005 < after / before < 1.01
        assert theory.expected_leaves_iter_sss(5, 6, least + 3) == before


def test_growth() -> None:
    assert theory.sss_advantage(2) == pytest.approx(1.633423, abs=1e-6)
    for width in (2, 3, 8, 64):
        for odd in (0, 1):
            depth = 60 + odd if width < 64 else 40 + odd
            ratio = theory.expected_leaves(width, depth) / theory.expected_leaves_sss(width, depth)
            assert ratio == pytest.approx(theory.sss_advantage(width), rel=1e-3 if width == 2 else 1e-5)
            growth = theory.expected_leaves_sss(width, depth + 1) / theory.expected_leaves_sss(width, depth)
            assert growth == pytest.approx(theory.lower_bound(width), rel=1e-3 if width == 2 else 1e-5)
    assert all(1 < theory.sss_advantage(w) < theory.sss_advantage(w, dual=True) < 1.67 for w in (2, 5, 100, 10**6))


def test_the_command_line() -> None:
    rows = json.loads(run("theory", "memory", "-w", "5", "-d", "6", "--json").stdout)["rows"]
    assert (rows[0]["M"], rows[-1]["M"]) == (13, 125)
    assert [row["M"] for row in rows if row["M"] > 28] == [29, 33, 53, 57, 77, 81, 101, 105, 125]
    every = json.loads(run("theory", "memory", "-w", "5", "-d", "6", "--every", "--json").stdout)["rows"]
    assert len(every) == 24 + 8 + 8 + 8 + 1
    rows = json.loads(run("theory", "partitions", "-w", "4", "-d", "2,4", "--values", "0..3", "--json").stdout)["rows"]
    assert [(row["k"], row["is"]) for row in rows] == [
        (1, "exact"), (2, "exact"), (4, "exact"), (1, "exact"), (4, "exact"),
    ]  # fmt: skip
    rows = json.loads(run("theory", "partitions", "-w", "4", "-d", "4", "--json").stdout)["rows"]
    assert [row["is"] for row in rows] == ["exact", "at least", "exact"]
    assert "dual star" in run("theory", "leaves", "-w", "3", "-d", "3").stdout
    shown = run("compare", "-a", "sss_star", "--family", "uniform:3,3", "--trees", "5").stdout
    assert "17.2" in shown
    fault("theory", "memory", "-w", "2", "-d", "2000")


def test_what_is_not_known() -> None:
    for call, part in (
        (lambda: theory.expected_leaves_iter_sss(5, 6, 40), "no formula"),
        (lambda: theory.expected_leaves_iter_sss(3, 7, 9), "no formula"),
        (lambda: theory.expected_leaves_iter_sss(3, 4, 4), "gets stuck"),
        (lambda: theory.expected_leaves_ps(8, 4, 2), "lower bound"),
        (lambda: theory.expected_leaves_ps(8, 4, 2, (0, 9), bound=True), "can be equal"),
        (lambda: theory.expected_leaves_ps(8, 4, 9), "phases"),
        (lambda: theory.expected_leaves_sss_exact(4, 6), "too large"),
        (lambda: theory.expected_leaves_sss(4, 10_000), "too many"),
        (lambda: theory.sss_advantage(1), "width"),
    ):
        with pytest.raises(hm.UsageError, match=part):
            call()
    tree = hm.trees.uniform(5, 6).parameters
    assert theory.expected("iter_sss_star", tree, {"memory": 40}) is None
    assert theory.expected("ps_star", tree, {"phases": 2}) is None
    assert theory.expected("sss_star", tree, {"ties": "1979"}) is None
