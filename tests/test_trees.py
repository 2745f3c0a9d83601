"""Synthetic trees: the same for ever, distributed as promised, and never stored."""

from __future__ import annotations

import math
import statistics
from collections import Counter
from typing import Any

import pytest

import halfmove as hm

from .conftest import load, usually

PINNED = load("trees.json")


def leaf_values(tree: hm.Game, at: Any = None, sign: int = 1) -> list[Any]:
    """The leaves from left to right, for MAX."""
    at = tree.start if at is None else at
    over, score = tree.outcome(at)
    if over:
        return [sign * score]
    return [value for move in tree.legal(at) for value in leaf_values(tree, tree.next(at, move), -sign)]


def made(case: dict[str, Any]) -> hm.Game:
    options = dict(case["options"])
    if isinstance(options.get("values"), list):
        options["values"] = tuple(options["values"])
    if isinstance(options.get("values"), dict):
        options["values"] = {float(k) if "." in k else int(k): v for k, v in options["values"].items()}
    return hm.trees.FAMILIES[case["family"]](**options)


@pytest.mark.parametrize("case", PINNED["trees"], ids=lambda case: f"{case['family']} {case['options']}")
def test_same_seed_same_tree_for_ever(case: dict[str, Any]) -> None:
    tree = made(case)
    assert leaf_values(tree) == case["leaves"]
    for compiled in (False, True):
        r = hm.search(tree, "alpha_beta", compiled=compiled)
        assert [r.value, r.counts.leaves] == case["alpha_beta"]


def test_seeds_differ() -> None:
    for family in (hm.trees.uniform, hm.trees.ordered, hm.trees.incremental):
        trees = {tuple(leaf_values(family(3, 3, seed=seed))) for seed in [*range(50), -1, -2, 2**70, 10**30]}
        assert len(trees) == 54


def test_subtrees_differ() -> None:
    leaves = leaf_values(hm.trees.uniform(5, 5, seed=1))
    assert len(set(leaves)) == len(leaves)


# --- distributions ---


def spread(tree: hm.Game) -> tuple[float, float]:
    leaves = leaf_values(tree)
    return statistics.fmean(leaves), statistics.pstdev(leaves)


def test_values() -> None:
    n = 8**4
    mean, deviation = spread(hm.trees.uniform(8, 4, seed=1))
    assert abs(mean - 0.5) < 5 * (1 / 12) ** 0.5 / n**0.5
    assert abs(deviation - (1 / 12) ** 0.5) < 0.01
    mean, _ = spread(hm.trees.uniform(8, 4, seed=1, values=(-2.0, 6.0)))
    assert abs(mean - 2) < 0.2
    for values, chances in (
        ((1, 6), dict.fromkeys(range(1, 7), 1 / 6)),
        (range(3), dict.fromkeys(range(3), 1 / 3)),
        (0.25, {1: 0.25, 0: 0.75}),
        ({-1: 0.2, 0: 0.5, 7: 0.3}, {-1: 0.2, 0: 0.5, 7: 0.3}),
        ({0.5: 0.4, 1.5: 0.6}, {0.5: 0.4, 1.5: 0.6}),
    ):
        counts = Counter(leaf_values(hm.trees.uniform(8, 4, seed=3, values=values)))
        assert set(counts) == set(chances)
        for value, chance in chances.items():
            assert abs(counts[value] / n - chance) < 5 * (chance * (1 - chance) / n) ** 0.5


def test_incremental() -> None:
    """A leaf is the sum of the branch values on its way; siblings resemble each other more than strangers."""
    for values in ((-100, 100), (-1.0, 1.0)):
        tree = hm.trees.incremental(4, 5, seed=2, values=values)
        leaves = leaf_values(tree)
        kind = type(values[0])
        assert all(type(leaf) is kind and abs(leaf) <= 5 * values[1] for leaf in leaves)
        siblings = [statistics.pvariance(leaves[i : i + 4]) for i in range(0, len(leaves), 4)]
        assert statistics.fmean(siblings) < statistics.pvariance(leaves) / 2


def mean_leaves(make: Any, algorithm: str, trees: int, **parameters: Any) -> tuple[float, float]:
    """Mean number of leaves and its standard error."""
    counts = [hm.search(make(seed), algorithm, compiled=True, **parameters).counts.leaves for seed in range(trees)]
    return statistics.fmean(counts), statistics.stdev(counts) / trees**0.5


# Expected leaves of alpha-beta on T(n, d): Baudet's formula for continuous values, and for 128 equiprobable ones.
BAUDET = [(2, 3, 6.848, 6.83), (3, 3, 19.458, 19.37), (3, 4, 45.203, None), (4, 3, 40.114, None), (2, 7, 65.121, None),
          (5, 5, 807.63, None), (8, 4, 987.67, 949.04), (24, 2, 240.29, 233.68)]  # fmt: skip


@pytest.mark.parametrize(("width", "depth", "continuous", "discrete"), BAUDET)
def test_alpha_beta_on_independent_leaves(width: int, depth: int, continuous: float, discrete: float | None) -> None:
    mean, error = mean_leaves(lambda seed: hm.trees.uniform(width, depth, seed), "alpha_beta", 800)
    assert abs(mean - continuous) < 4 * error + 0.01
    if discrete is not None:
        mean, error = mean_leaves(lambda seed: hm.trees.uniform(width, depth, seed, (0, 127)), "alpha_beta", 800)
        assert abs(mean - discrete) < 4 * error + 0.01


def minimum(width: int, depth: int) -> int:
    return width ** math.ceil(depth / 2) + width ** (depth // 2) - 1


@pytest.mark.parametrize("order", ["perfect", "minimal", "width"])
def test_perfect_order_is_minimal(order: str) -> None:
    for width, depth in ((2, 5), (3, 4), (4, 3), (8, 4), (5, 1), (3, 0)):
        for seed in range(3):
            tree = hm.trees.ordered(width, depth, seed, order=width if order == "width" else order)
            r = hm.search(tree, "alpha_beta")
            assert (r.value, r.counts.leaves) == (64, minimum(width, depth))
            assert set(r.line) <= {1}


# Mean leaves of alpha-beta with the top-down scheme, and how far the reference itself may be off.
ORDERED = [
    (8, 4, {"order": 1}, 740, 10),
    (8, 4, {"order": 2}, 427, 5),
    (8, 4, {"order": 4}, 247, 2),
    (16, 4, {"order": 2}, 2755, 31),
    (24, 4, {"order": 2, "probability": 0.9}, 8229, 132),
    (24, 4, {"order": 4, "probability": 0.9}, 5775, 93),
    (24, 4, {"order": "random"}, 10871, 140),
    (24, 4, {"order": "first", "probability": 0.5}, 4808, 80),
    (24, 4, {"order": "first", "probability": 0.8}, 2374, 50),
    (24, 4, {"order": "geometric", "probability": 0.5}, 2782, 53),
    (24, 4, {"order": "geometric", "probability": 0.8}, 1621, 30),
]


@pytest.mark.parametrize(("width", "depth", "options", "expected", "reference_error"), ORDERED)
def test_ordered(width: int, depth: int, options: Any, expected: float, reference_error: float) -> None:
    mean, error = mean_leaves(lambda seed: hm.trees.ordered(width, depth, seed, **options), "alpha_beta", 400)
    assert abs(mean - expected) < 4 * math.hypot(error, reference_error)


def test_right_principal_variation() -> None:
    """The first move is best along the principal variation: palphabeta then needs no repetition."""
    counts: dict[str, list[int]] = {"alpha_beta": [], "p_alpha_beta": [], "scout": []}
    for seed in range(200):
        tree = hm.trees.ordered(8, 4, seed, order="principal")
        for algorithm, found in counts.items():
            r = hm.search(tree, algorithm, compiled=True)
            assert (r.value, r.line) == (64, (1, 1, 1, 1))
            assert r.counts.researches == 0
            found.append(r.counts.leaves)
    assert counts["p_alpha_beta"] == counts["scout"]
    ratio = statistics.fmean(counts["alpha_beta"]) / statistics.fmean(counts["p_alpha_beta"])
    assert 1.3 < ratio < 1.47


def test_where_the_best_child_is() -> None:
    trees = usually(1500, 4000)

    def places(**options: Any) -> Counter[int]:
        found: Counter[int] = Counter()
        for seed in range(trees):
            tree = hm.trees.ordered(6, 1, seed, **options)
            leaves = leaf_values(tree)
            assert max(leaves) == 64
            assert leaves.count(64) == 1
            found[leaves.index(64) + 1] += 1
        return found

    for options, chances in (
        ({"order": 1}, [1 / 6] * 6),
        ({"order": 2}, [1 / 3] * 3 + [0] * 3),
        ({"order": 3, "probability": 0.9}, [0.45] * 2 + [0.025] * 4),
        ({"order": "first", "probability": 0.5}, [0.5] + [0.1] * 5),
        ({"order": "geometric", "probability": 0.5}, [0.5, 0.25, 0.125, 0.0625, 0.03125, 0.03125]),
        ({"order": "first", "probability": 0}, [0] + [0.2] * 5),
    ):
        found = places(**options)
        for number, chance in enumerate(chances, 1):
            assert abs(found[number] / trees - chance) <= 4.5 * (chance * (1 - chance) / trees) ** 0.5, (options, found)


def test_the_value_of_the_root_is_given() -> None:
    for root, values in ((64, (0, 127)), (0, (0, 127)), (127, (0, 127)), (-5, (-10, 10))):
        for order in ("random", "geometric", "principal"):
            tree = hm.trees.ordered(3, 4, seed=1, order=order, probability=0.5, root=root, values=values)
            assert hm.search(tree, "minimax").value == root
            assert all(values[0] <= leaf <= values[1] for leaf in leaf_values(tree))


# --- nothing is stored ---


def test_large_trees_cost_nothing() -> None:
    for family in (hm.trees.uniform, hm.trees.ordered, hm.trees.incremental):
        tree = family(38, 20, seed=1)
        r = hm.search(tree, compiled=True, limits=hm.Limits(nodes=20_000))
        assert r.stopped == "nodes"
        assert tree.data.nbytes < 1000


def test_one_program_for_all_seeds() -> None:
    from halfmove.engine.native import program

    hm.search(hm.trees.uniform(2, 2, seed=0), compiled=True)
    before = len(program._programs)
    for seed in range(1, 20):
        hm.search(hm.trees.uniform(1 + seed % 5, seed % 4, seed=seed), compiled=True)
    assert len(program._programs) == before


# --- explicit trees ---


def test_explicit_from_text_and_file(tmp_path: Any) -> None:
    file = tmp_path / "tree.json"
    file.write_text("[[3, [7, 2]], [4, 1]]")
    trees = [hm.trees.explicit("[[3, [7, 2]], [4, 1]]"), hm.trees.load(file), hm.trees.explicit(((3, (7, 2)), (4, 1)))]
    for tree in trees:
        assert leaf_values(tree) == [3, 7, 2, 4, 1]
    with pytest.raises(hm.UsageError, match=r"cannot read .*missing\.json"):
        hm.trees.load(tmp_path / "missing.json")


def test_explicit_keeps_the_kind_of_its_leaves() -> None:
    for compiled in (False, True):
        whole = hm.search(hm.trees.explicit([1, 2, 3]), compiled=compiled, trace=True).value
        real = hm.search(hm.trees.explicit([1, 2.5, 3]), compiled=compiled, trace=True).value
        assert (whole, type(whole), real, type(real)) == (3, int, 3.0, float)


def test_dewey_names() -> None:
    tree = hm.trees.explicit([[3, [7, 2]], [4, 1]])
    assert hm.search(tree, "minimax", trace=True).leaf_order == ("1.1", "1.2.1", "1.2.2", "2.1", "2.2")
    assert hm.search(tree, position="1.2").value == 7
    assert hm.search(tree, position="0").value == hm.search(tree).value == 3
    assert hm.search(tree, "minimax", position="1.2", trace=True).leaf_order == ("1", "2")
