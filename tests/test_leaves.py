"""The depth-first family evaluates the leaves of the slow twins in `naive.py`, in the same order, at both speeds."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

import halfmove as hm

from . import naive
from .conftest import honest, random_trees, usually

FINITE = ("bits", "ties", "integers", "decimals", "reals")

TWINS: list[tuple[str, dict[str, Any], Callable[[Any], Any]]] = [
    ("minimax", {}, naive.minimax),
    ("alpha_beta", {}, naive.alphabeta),
    ("alpha_beta_shallow", {}, naive.f1),
    ("f_alpha_beta", {}, naive.falphabeta),
    ("l_alpha_beta", {}, naive.lalphabeta),
    ("negascout", {}, naive.negascout),
    *(("p_alpha_beta", {"research": r}, lambda tree, r=r: naive.palphabeta(tree, r)) for r in ("soft", "hard")),
    *(("p_alpha_beta_belle", {"research": r}, lambda tree, r=r: naive.belle(tree, r)) for r in ("soft", "hard")),
    *(("test", {"above": x}, lambda tree, x=x: naive.above(tree, x)[:2]) for x in (0, -2, 0.5)),
    *(("scout", {"test": t}, lambda tree, t=t: naive.scout(tree, t)) for t in ("window", "strict", "printed")),
    *(
        (
            "aspiration",
            {"guess": guess, "error": error, "over": over},
            lambda tree, guess=guess, error=error, over=over: naive.aspiration(tree, guess, error, over),
        )
        for guess, error in ((0, 1), (3, 1), (-500, 400))
        for over in ("alpha_beta", "f_alpha_beta", "sss_star")
    ),
]
NAMES = ["-".join([name, *map(str, parameters.values())]) for name, parameters, _ in TWINS]

WINDOWED: list[tuple[str, Callable[..., Any]]] = [
    ("alpha_beta", naive.alphabeta),
    ("f_alpha_beta", naive.falphabeta),
    ("negascout", naive.negascout),
]


def searched(tree: Any, algorithm: str, compiled: bool, window: Any = None, **parameters: Any) -> hm.Result:
    return hm.search(hm.trees.explicit(tree), algorithm, window=window, compiled=compiled, trace=True, **parameters)


def windows(chance: random.Random, real: bool) -> list[tuple[Any, Any]]:
    """Narrow, wide and half-open windows among the values of a tree."""
    found = []
    for _ in range(3):
        low, high = sorted(chance.uniform(-4, 4) if real else chance.randint(-5, 5) for _ in range(2))
        found += [(low, high)] if low < high else [(low, low + 1)]
    return [*found, (found[0][0], naive.INF), (-naive.INF, found[1][1])]


@pytest.mark.parametrize(
    ("compiled", "count"),
    usually([(False, 100), (True, 60)], [(False, 5000), (True, 5000)]),
    ids=["interpreted", "compiled"],
)
@pytest.mark.parametrize(("algorithm", "parameters", "twin"), TWINS, ids=NAMES)
def test_same_leaves(algorithm: str, parameters: Any, twin: Any, compiled: bool, count: int) -> None:
    for tree in random_trees(count, 1, FINITE):
        value, leaves, *more = twin(tree)
        r = searched(tree, algorithm, compiled, **parameters)
        assert (r.value, list(r.leaf_order or ())) == (value, leaves), tree
        assert r.counts.leaves == len(leaves), tree
        if more:
            assert [r.move, r.exact] == more, tree


@pytest.mark.parametrize(
    ("compiled", "count"),
    usually([(False, 120), (True, 80)], [(False, 2000), (True, 2000)]),
    ids=["interpreted", "compiled"],
)
@pytest.mark.parametrize(("algorithm", "twin"), WINDOWED, ids=[name for name, _ in WINDOWED])
def test_same_leaves_in_windows(algorithm: str, twin: Any, compiled: bool, count: int) -> None:
    chance = random.Random(2)
    for tree in random_trees(count, 3, FINITE):
        for window in windows(chance, naive.is_real(tree)):
            value, leaves = twin(tree, *window)
            r = searched(tree, algorithm, compiled, window)
            assert (r.value, list(r.leaf_order or ())) == (value, leaves), (tree, window)


def leaves(tree: Any, algorithm: str, window: Any = None, **parameters: Any) -> list[str]:
    return list(searched(tree, algorithm, False, window, **parameters).leaf_order or ())


def test_dominance() -> None:
    """Claims of the literature that hold on every tree."""
    chance = random.Random(4)
    for tree in random_trees(usually(150, 5000), 5, FINITE):
        window = windows(chance, naive.is_real(tree))[0]
        full = leaves(tree, "alpha_beta")
        assert full == leaves(tree, "f_alpha_beta")
        assert leaves(tree, "alpha_beta", window) == leaves(tree, "f_alpha_beta", window)
        assert set(leaves(tree, "alpha_beta", window)) <= set(full)
        assert set(leaves(tree, "l_alpha_beta")) <= set(full)
        assert set(full) <= set(leaves(tree, "alpha_beta_shallow"))
        soft, hard = (leaves(tree, "p_alpha_beta", research=r) for r in ("soft", "hard"))
        assert len(soft) <= len(hard)
        assert leaves(tree, "scout", test="window") == leaves(tree, "scout", test="strict")


def test_two_ply_dominance() -> None:
    for tree in random_trees(usually(400, 5000), 6, FINITE):
        if naive.height(tree) <= 2:
            counts = [len(leaves(tree, a)) for a in ("alpha_beta", "p_alpha_beta", "scout")]
            assert counts == sorted(counts), tree


def test_infinite_leaves() -> None:
    """Infinite values may be cut off earlier than a procedure without bounds would, but the value is right."""
    for tree in random_trees(usually(80, 1000), 7, ("infinite",)):
        for algorithm, parameters, _ in TWINS:
            r = hm.search(hm.trees.explicit(tree), algorithm, compiled=False, **parameters)
            assert honest(r, naive.minimax(tree)[0]), (tree, algorithm)
