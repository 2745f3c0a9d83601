"""Trees whose worst children come first: the same trees as others, sorted; and what alpha-beta saves on them."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise, permutations, product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import halfmove as hm
from halfmove.studies import TreeSpec
from halfmove.theory import expected

from . import pruning
from .claims import worst_first
from .conftest import full, ragged, told
from .test_cli import answer
from .test_trees import leaf_values, minimum

SIZES = [(2, 4), (3, 3), (4, 2), (5, 1), (1, 3), (3, 0)]


def lists(tree: hm.Game, at: Any = None, sign: int = 1) -> Any:
    """The nested lists of a tree, leaves for MAX."""
    at = tree.start if at is None else at
    over, score = tree.outcome(at)
    if over:
        return sign * score
    return [lists(tree, tree.next(at, move), -sign) for move in tree.legal(at)]


def children(tree: Any, depth: int = 0) -> Iterator[tuple[int, list[Any]]]:
    """For each inner node its depth and the minimax values of its children."""
    if isinstance(tree, list):
        yield depth, [pruning.value(child, depth + 1) for child in tree]
        for child in tree:
            yield from children(child, depth + 1)


def in_order(tree: Any, worst_first: bool, strict: bool = False) -> bool:
    """Whether the values of all children rise for the side to move, or fall."""
    for depth, values in children(tree):
        for one, other in pairwise(values if (depth % 2 == 0) == worst_first else values[::-1]):
            if one > other or (strict and one == other):
                return False
    return True


def evaluated(tree: Any, algorithm: str = "alpha_beta") -> int:
    return hm.search(hm.trees.explicit(tree), algorithm, compiled=False).counts.leaves


def leaves(tree: Any) -> list[Any]:
    return [leaf for child in tree for leaf in leaves(child)] if isinstance(tree, list) else [tree]


# Independent leaves


@pytest.mark.parametrize("values", [None, (0, 3), 0.5])
@pytest.mark.parametrize(("width", "depth"), SIZES)
def test_a_uniform_tree_sorted(width: int, depth: int, values: Any) -> None:
    for seed in range(4):
        plain = lists(hm.trees.uniform(width, depth, seed, values))
        worst, perfect = (lists(hm.trees.uniform(width, depth, seed, values, order)) for order in ("worst", "perfect"))
        assert worst == worst_first(plain)
        assert in_order(worst, worst_first=True)
        assert in_order(perfect, worst_first=False)
        assert Counter(leaves(perfect)) == Counter(leaves(plain))
        assert evaluated(perfect) == minimum(width, depth)
        assert pruning.value(plain) == pruning.value(worst) == pruning.value(perfect)


def test_random_order_is_the_tree_as_it_was() -> None:
    one, other = hm.trees.uniform(3, 3, seed=5), hm.trees.uniform(3, 3, seed=5, order="random")
    assert (one.name, one.start, one.parameters) == (other.name, other.start, other.parameters)


def test_formulas_know_the_order() -> None:
    orders = [hm.trees.uniform(3, 4, order=order).parameters for order in ("random", "perfect", "worst")]
    assert [expected("minimax", each) for each in orders] == [81, 81, 81]
    assert [expected("alpha_beta", each) for each in orders[1:]] == [17, None]
    assert 45 < (expected("alpha_beta", orders[0]) or 0) < 46
    assert expected("alpha_beta", hm.trees.ordered(3, 4, order="worst").parameters) is None


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: hm.trees.uniform(3, 3, order="best"), "order='best' is not one of random, perfect, worst"),
        (lambda: hm.trees.uniform(3, 30, order="worst"), r"T\(3,30\) is too large"),
        (lambda: hm.trees.uniform(1, 201, order="worst"), "100,000 leaves and 200 half-moves"),
        (lambda: hm.trees.ordered(101, 2, order="worst"), "width must be at most 100, not 101"),
    ],
)
def test_what_cannot_be_sorted_is_refused(make: Any, words: str) -> None:
    with pytest.raises(hm.UsageError, match=words):
        make()


# From the root down


@pytest.mark.parametrize(("width", "depth"), SIZES)
def test_an_ordered_tree_sorted(width: int, depth: int) -> None:
    for seed in range(4):
        perfect, worst = (hm.trees.ordered(width, depth, seed, order=order) for order in ("perfect", "worst"))
        written = lists(worst)
        assert pruning.value(written) == 64
        assert in_order(written, worst_first=True)
        assert Counter(leaves(written)) == Counter(leaf_values(perfect))
        assert leaves(written) == leaves(worst_first(lists(perfect))) or len(set(leaves(written))) < width**depth


def test_both_speeds() -> None:
    for family, more in ((hm.trees.ordered, {"root": 5, "values": (0, 9)}), (hm.trees.uniform, {})):
        tree = family(3, 4, seed=2, order="worst", **more)
        slow, quick = (hm.search(tree, "alpha_beta", compiled=speed) for speed in (False, True))
        assert told(slow) == told(quick)
        assert slow.value == pruning.value(lists(tree))


@pytest.mark.parametrize("text", ["uniform:3,4,order=worst", "ordered:3,4,order=worst"])
def test_as_text(text: str) -> None:
    spec = TreeSpec.parse(text)
    assert str(spec) == text
    made = spec.make(7)
    assert made.parameters["order"] == "worst"
    found = answer("search", f"{text},seed=7", "-a", "alpha_beta")
    assert found["counts"]["leaves"] == alpha_beta(lists(made)) <= 81


# What is saved on them


def shapes(count: int, depth: int) -> Iterator[Any]:
    """Every tree with so many leaves, numbered from the left, and at most so many plies."""

    def made(first: int, count: int, depth: int) -> Iterator[Any]:
        if count == 1:
            yield first
        if depth:
            for sizes in compositions(count):
                starts = [first + sum(sizes[:i]) for i in range(len(sizes))]
                below = [list(made(start, size, depth - 1)) for start, size in zip(starts, sizes, strict=True)]
                yield from map(list, product(*below))

    return made(0, count, depth)


def compositions(total: int) -> Iterator[tuple[int, ...]]:
    if total == 0:
        yield ()
    for first in range(1, total + 1):
        yield from ((first, *rest) for rest in compositions(total - first))


def filled(shape: Any, values: Any) -> Any:
    return [filled(child, values) for child in shape] if isinstance(shape, list) else values[shape]


def test_four_leaves_are_the_fewest() -> None:
    """Of all trees of up to six plies with at most three different leaves, and of up to four plies with four."""
    found = []
    for count in (1, 2, 3, 4):
        for shape in shapes(count, 4 if count == 4 else 6):
            for values in permutations(range(count)):
                tree = filled(shape, values)
                if in_order(tree, worst_first=True) and alpha_beta(tree) < count:
                    found.append(tree)
    assert all(leaves(tree) == [2, 1, 0, 3] and evaluated(tree) == 3 for tree in found)
    assert min(found, key=lambda tree: str(tree).count("[")) == [2, [[[1, 0], 3]]]


def alpha_beta(tree: Any) -> int:
    """The leaves of a plain alpha-beta."""

    def visit(node: Any, low: float, high: float, is_max: bool) -> tuple[float, int]:
        if not isinstance(node, list):
            return node, 1
        count = 0
        for child in node:
            value, more = visit(child, low, high, not is_max)
            count += more
            low, high = (max(low, value), high) if is_max else (low, min(high, value))
            if low >= high:
                break
        return (low if is_max else high), count

    return visit(tree, float("-inf"), float("inf"), True)[1]


@settings(max_examples=60, deadline=None)
@given(st.integers(0), st.integers(0, 3), st.booleans())
def test_up_to_three_plies_nothing_is_saved(seed: int, depth: int, even: bool) -> None:
    chance = random.Random(seed)
    tree = full(chance, 3, depth, random.Random.random) if even else ragged(chance, depth, random.Random.random)
    tree = worst_first(tree)
    assert evaluated(tree) == alpha_beta(tree) == len(leaves(tree))


@settings(max_examples=60, deadline=None)
@given(st.integers(0), st.integers(0, 6))
def test_cut_offs_on_such_trees_are_deep(seed: int, depth: int) -> None:
    tree = worst_first(ragged(random.Random(seed), depth, random.Random.random))
    assert evaluated(tree, "alpha_beta_shallow") == len(leaves(tree))
    assert evaluated(tree) == alpha_beta(tree)
