"""What the papers claim of all trees, or of all trees of a kind: each claim as a check of one tree.

A check gets a source of chance and whether to compile; it yields, for every run that tries the claim, whether the claim
held. `python -m tests.claims TREES` tries all claims, compiled, and prints how often; docs/errata.md quotes it.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Iterator
from itertools import pairwise, permutations, product
from math import inf
from typing import Any, NamedTuple

import halfmove as hm
from halfmove.errors import StuckError
from halfmove.theory import Pruning, minimum_leaves, pruning_bounds
from halfmove.trees.explicit import dewey

from . import pruning
from .conftest import full, ragged
from .printed_ps_star import printed_ps_star

Tree = Any
Chance = random.Random


class Tally(NamedTuple):
    runs: int
    failures: int
    first: Any  # what the first failure says


class Tools:
    """Searches at one speed."""

    def __init__(self, compiled: bool) -> None:
        self.compiled = compiled

    def search(self, tree: Any, algorithm: str, **how: Any) -> hm.Result:
        game = tree if isinstance(tree, hm.Game) else hm.trees.explicit(tree)
        return hm.search(game, algorithm, compiled=self.compiled, trace=True, **how)

    def leaves(self, tree: Any, algorithm: str, **how: Any) -> tuple[str, ...]:
        return self.search(tree, algorithm, **how).leaf_order or ()

    def all(self, tree: Any, names: str) -> list[tuple[str, ...]]:
        """The leaves of several algorithms by their initials in the papers."""
        return [self.leaves(tree, INITIALS[name]) for name in names.split()]


INITIALS = {
    "AB": "alpha_beta",
    "PAB": "p_alpha_beta",
    "SC": "scout",
    "SSS": "sss_star",
    "SS": "staged_sss_star",
    "SAB": "sss_alpha_beta",
    "ABS": "alpha_beta_sss",
}


# Trees


def values(chance: Chance) -> Callable[[Chance], int]:
    most = chance.choice([1, 2, 5, 1000])
    return lambda c: c.randint(0, most)


def uniform(chance: Chance, sizes: Any) -> tuple[Tree, int, int]:
    width, depth = chance.choice(sizes)
    return full(chance, width, depth, values(chance)), width, depth


def uneven(chance: Chance, deepest: int = 5) -> Tree:
    return ragged(
        chance, chance.randint(1, deepest), values(chance), chance.randint(2, 4), chance.choice([0, 0.2, 0.4])
    )


def any_tree(chance: Chance) -> Tree:
    return uniform(chance, SIZES)[0] if chance.random() < 0.5 else uneven(chance)


SIZES = [(2, 2), (2, 3), (2, 4), (2, 5), (2, 6), (3, 2), (3, 3), (3, 4), (4, 2), (4, 3), (5, 2), (6, 2)]
EVEN_WIDTHS = [(2, 3), (2, 4), (2, 5), (2, 6), (4, 2), (4, 3), (4, 4), (6, 2), (6, 3)]


def parts_of(chance: Chance, width: int) -> int:
    return chance.choice([k for k in range(1, width + 1) if width % k == 0])


def half(depth: int) -> int:
    return (depth + 1) // 2


# Srimani 1985


def ps_star_finds_the_value(chance: Chance, t: Tools) -> Iterator[bool]:
    tree = any_tree(chance)
    for k in (1, 2, 3):
        r = t.search(tree, "ps_star", phases=k)
        yield r.value == pruning.value(tree) and len(set(r.leaf_order or ())) == r.counts.leaves


def printed_operator_is_right_at_even_depth(chance: Chance, t: Tools) -> Iterator[bool]:
    tree, width, _ = uniform(chance, [(2, 2), (2, 4), (2, 6), (4, 2), (4, 4), (6, 2)])
    yield printed_ps_star(tree, parts_of(chance, width)) == pruning.value(tree)


def printed_operator_is_right_at_odd_depth(chance: Chance, t: Tools) -> Iterator[bool]:
    tree, _, _ = uniform(chance, [(4, 3), (6, 3)])
    yield printed_ps_star(tree, 2) == pruning.value(tree)


def one_phase_is_sss_star(chance: Chance, t: Tools) -> Iterator[bool]:
    tree = any_tree(chance)
    ps, sss = t.search(tree, "ps_star", phases=1), t.search(tree, "sss_star")
    yield (ps.leaf_order, ps.counts.max_open) == (sss.leaf_order, sss.counts.max_open)


def a_phase_for_each_child_is_alpha_beta(chance: Chance, t: Tools) -> Iterator[bool]:
    tree = any_tree(chance)
    yield t.leaves(tree, "ps_star", phases=9) == t.leaves(tree, "alpha_beta")


def well_ordered_trees_suit_ps_star(chance: Chance, t: Tools) -> Iterator[bool]:
    width, depth = chance.choice([(4, 3), (4, 4), (4, 5), (6, 3), (6, 4), (8, 3), (8, 4)])
    factors = [k for k in range(2, width + 1) if width % k == 0]
    order = chance.choice(factors)
    tree = hm.trees.ordered(width, depth, seed=chance.randrange(1 << 30), order=order)
    sss, ab = set(t.leaves(tree, "sss_star")), set(t.leaves(tree, "alpha_beta"))
    for k in factors:
        if k <= order:
            yield set(t.leaves(tree, "ps_star", phases=k)) <= sss & ab


def lists_of_ps_star_are_short(chance: Chance, t: Tools) -> Iterator[bool]:
    tree, width, depth = uniform(chance, EVEN_WIDTHS)
    k = parts_of(chance, width)
    counts = t.search(tree, "ps_star", phases=k).counts
    size = width // k
    yield counts.max_open <= size ** half(depth) and counts.max_backup <= sum(size**j for j in range(half(depth)))


def ps_star_is_never_worse_than_alpha_beta(chance: Chance, t: Tools) -> Iterator[bool]:
    tree, _, _ = uniform(chance, [(4, 3), (4, 4)])
    yield len(t.leaves(tree, "ps_star", phases=2)) <= len(t.leaves(tree, "alpha_beta"))


def ps_star_is_never_better_than_sss_star(chance: Chance, t: Tools) -> Iterator[bool]:
    tree, _, _ = uniform(chance, [(4, 3), (4, 4)])
    yield len(t.leaves(tree, "ps_star", phases=2)) >= len(t.leaves(tree, "sss_star"))


# Bhattacharya & Bagchi 1986


def least_memory(width: int, depth: int) -> int:
    return half(depth) * (width - 1) + 1


def is_stuck(t: Tools, tree: Tree, memory: int) -> bool:
    try:
        t.search(tree, "iter_sss_star", memory=memory, fallback=False)
    except StuckError:
        return True
    return False


def least_memory_suffices(chance: Chance, t: Tools) -> Iterator[bool]:
    tree, width, depth = uniform(chance, SIZES)
    least = least_memory(width, depth)
    for memory in {least, least + 1, chance.randint(least, width ** half(depth))}:
        r = t.search(tree, "iter_sss_star", memory=memory, fallback=False)
        yield r.value == pruning.value(tree) and r.counts.max_open <= memory


def one_cell_less_never_suffices(chance: Chance, t: Tools) -> Iterator[bool]:
    tree, width, depth = uniform(chance, SIZES)
    yield is_stuck(t, tree, least_memory(width, depth) - 1)


def iter_sss_star_is_between(chance: Chance, t: Tools) -> Iterator[bool]:
    """Theorem 4.4: its leaves are leaves of alpha-beta; moreover those of SSS* are among them."""
    tree, width, depth = uniform(chance, SIZES)
    sss, ab = set(t.leaves(tree, "sss_star")), set(t.leaves(tree, "alpha_beta"))
    least = least_memory(width, depth)
    for memory in {least, chance.randint(least, width ** half(depth))}:
        yield sss <= set(t.leaves(tree, "iter_sss_star", memory=memory, fallback=False)) <= ab


def iter_sss_star_is_within_alpha_beta_on_uneven_trees(chance: Chance, t: Tools) -> Iterator[bool]:
    tree = uneven(chance)
    least = widest_path(tree)
    memory = chance.randint(least, least + 3)
    if not is_stuck(t, tree, memory):
        yield set(t.leaves(tree, "iter_sss_star", memory=memory)) <= set(t.leaves(tree, "alpha_beta"))


def least_memory_suffices_on_uneven_trees(chance: Chance, t: Tools) -> Iterator[bool]:
    tree = uneven(chance)
    least = widest_path(tree)
    yield not is_stuck(t, tree, chance.randint(least, least + 3))


def widest_path(tree: Tree) -> int:
    """1 + the largest sum of width - 1 over the MAX nodes of a path: the least memory in which one path has room."""

    def below(tree: Tree, is_max: bool) -> int:
        if not isinstance(tree, list):
            return 0
        return max(below(child, not is_max) for child in tree) + (len(tree) - 1 if is_max else 0)

    return 1 + below(tree, True)


def full_memory_is_sss_star(chance: Chance, t: Tools) -> Iterator[bool]:
    tree, width, depth = uniform(chance, SIZES)
    yield t.leaves(tree, "iter_sss_star", memory=width ** half(depth)) == t.leaves(tree, "sss_star")


def more_memory_never_costs_leaves(chance: Chance, t: Tools) -> Iterator[bool]:
    tree, width, depth = uniform(chance, [(2, 5), (2, 6), (3, 3), (3, 4)])
    range_of = range(least_memory(width, depth), width ** half(depth) + 1)
    counts = [len(t.leaves(tree, "iter_sss_star", memory=memory)) for memory in range_of]
    yield all(a >= b for a, b in pairwise(counts))


def small_tree(chance: Chance) -> Tree:
    return (
        full(chance, *chance.choice([(2, 3), (2, 4), (3, 3)]), values(chance))
        if chance.random() < 0.5
        else uneven(chance, 4)
    )


def left_out(chance: Chance, t: Tools, algorithm: str, rule: Callable[[Pruning], bool]) -> Iterator[bool]:
    """Of every node, whether the algorithm leaves it out exactly if the rule says so."""
    tree = small_tree(chance)
    seen = pruning.examined(t.leaves(tree, algorithm))
    for node in pruning.nodes(tree):
        yield (node not in seen) == rule(pruning_bounds(tree, dewey(node)))


def alpha_beta_prunes_by_theorem_4_1(chance: Chance, t: Tools) -> Iterator[bool]:
    yield from left_out(chance, t, "alpha_beta", lambda p: p.alpha_beta_prunes)


def sss_star_skips_by_theorem_4_3_as_printed(chance: Chance, t: Tools) -> Iterator[bool]:
    yield from left_out(chance, t, "sss_star", lambda p: p.sss_star_skips_as_printed)


def sss_star_skips_by_theorem_4_3_set_right(chance: Chance, t: Tools) -> Iterator[bool]:
    yield from left_out(chance, t, "sss_star", lambda p: p.sss_star_skips)


def bounds_follow_lemma_4_1(chance: Chance, t: Tools) -> Iterator[bool]:
    tree = small_tree(chance)
    for node in pruning.nodes(tree):
        for depth in range(len(node)):
            below, above = (pruning_bounds(tree, dewey(each)) for each in (node, node[:depth]))
            yield below.a_left >= above.a_left and below.b <= above.b


def open_holds_one_node_of_each_solution_tree(chance: Chance, t: Tools) -> Iterator[bool]:
    """Lemma 4.2, with any order of states of equal merit."""
    tree = full(chance, 2, 3, values(chance)) if chance.random() < 0.5 else uneven(chance, 3)
    every = list(pruning.solution_trees(tree))
    for ties in ("leftmost", "1979"):
        result = Tools(compiled=False).search(tree, "sss_star", ties=ties)  # machine code writes no events
        for event in result.events or ():
            names = {pruning.path(state.node) for state in event.open}
            yield all(len(names & each) == 1 for each in every)


# Campbell & Marsland 1983


def sss_star_dominates_alpha_beta(chance: Chance, t: Tools) -> Iterator[bool]:
    tree = any_tree(chance)
    sss, ab = t.all(tree, "SSS AB")
    yield set(sss) <= set(ab)


def original_sss_star_dominates_alpha_beta(chance: Chance, t: Tools) -> Iterator[bool]:
    numbers = iter(chance.sample(range(16), 16))
    tree = full(chance, 2, chance.choice([3, 4]), lambda _: next(numbers))
    yield len(t.leaves(tree, "sss_star", ties="1979")) <= len(t.leaves(tree, "alpha_beta"))


def aspiration_sss_star_is_within_alpha_beta(chance: Chance, t: Tools) -> Iterator[bool]:
    tree = any_tree(chance)
    low, high = sorted(chance.sample(range(-1, 8), 2))
    for window in ((low, high), (-inf, high), (low, inf)):
        sss, ab = (t.search(tree, name, window=window) for name in ("sss_star", "alpha_beta"))
        yield set(sss.leaf_order or ()) <= set(ab.leaf_order or ()) and sss.bound == ab.bound


def sss_star_is_mt_sss_star(chance: Chance, t: Tools) -> Iterator[bool]:
    """Not a claim of 1983: SSS* is a row of null-window searches with memory, leaf for leaf."""
    tree = any_tree(chance)
    yield t.leaves(tree, "sss_star") == t.leaves(tree, "mt_sss_star")


def fail_soft_sees_the_same_leaves(chance: Chance, t: Tools) -> Iterator[bool]:
    tree = any_tree(chance)
    low, high = sorted(chance.sample(range(-1, 8), 2))
    true = pruning.value(tree)
    for window in ((-inf, inf), (low, high)):
        hard, soft = (t.search(tree, name, window=window) for name in ("alpha_beta", "f_alpha_beta"))
        honest = {"exact": soft.value == true, "upper": true <= soft.value, "lower": true >= soft.value}[soft.bound]
        yield hard.leaf_order == soft.leaf_order and honest


def last_move_by_a_minimal_window(chance: Chance, t: Tools) -> Iterator[bool]:
    tree = any_tree(chance)
    if isinstance(tree, list):
        last, ab = t.search(tree, "l_alpha_beta"), t.search(tree, "alpha_beta")
        best = pruning.value(tree[(last.move or 1) - 1], 1) == ab.value
        yield best and set(last.leaf_order or ()) <= set(ab.leaf_order or ())


def fail_soft_research_is_cheaper(chance: Chance, t: Tools) -> Iterator[bool]:
    tree = any_tree(chance)
    soft, hard = (t.leaves(tree, "p_alpha_beta", research=how) for how in ("soft", "hard"))
    yield len(soft) <= len(hard)


def minimal_window_is_a_strict_test(chance: Chance, t: Tools) -> Iterator[bool]:
    tree = any_tree(chance)
    yield t.leaves(tree, "scout", test="window") == t.leaves(tree, "scout", test="strict")


def printed_test_still_finds_the_value(chance: Chance, t: Tools) -> Iterator[bool]:
    tree = any_tree(chance)
    yield t.search(tree, "scout", test="printed").value == pruning.value(tree)


def belle_finds_the_best_move(chance: Chance, t: Tools) -> Iterator[bool]:
    tree = any_tree(chance)
    if isinstance(tree, list):
        for research in ("soft", "hard"):
            r, true = t.search(tree, "p_alpha_beta_belle", research=research), pruning.value(tree)
            best = pruning.value(tree[(r.move or 0) - 1], 1) == true
            yield best and (r.value == true if r.exact else r.value <= true)


def sss_star_with_a_minimal_window_is_a_test(chance: Chance, t: Tools) -> Iterator[bool]:
    """Not a claim of 1983, where they are similar: the same leaves, in their order those of alpha-beta."""
    tree, above = any_tree(chance), chance.randint(-1, 6)
    asked = t.leaves(tree, "test", above=above)
    sss, ab = (t.leaves(tree, name, window=(above, above + 1)) for name in ("sss_star", "alpha_beta"))
    yield set(sss) == set(asked) and ab == asked


def sees_the_same_around_the_value(tree: Tree, t: Tools) -> bool:
    """SSS* with the least upper bound above the value, and alpha-beta with the least window around it."""
    value = pruning.value(tree)
    sss = t.leaves(tree, "sss_star", window=(-inf, value + 1))
    return set(sss) == set(t.leaves(tree, "alpha_beta", window=(value - 1, value + 1)))


def closest_windows_see_the_same_leaves(chance: Chance, t: Tools) -> Iterator[bool]:
    yield sees_the_same_around_the_value(any_tree(chance), t)


def closest_windows_see_the_same_different_leaves(chance: Chance, t: Tools) -> Iterator[bool]:
    yield sees_the_same_around_the_value(distinct(chance, any_tree(chance)), t)


def two_ply_chain(tree: Tree, t: Tools) -> bool:
    counts = list(map(len, t.all(tree, "SSS AB PAB SC")))
    return counts == sorted(counts)


def two_ply_dominance(chance: Chance, t: Tools) -> Iterator[bool]:
    yield two_ply_chain(full(chance, chance.randint(1, 6), 2, values(chance)), t)


def dominations(tree: Tree, t: Tools) -> bool:
    sss, ab, ss, sab, abs_ = map(set, t.all(tree, "SSS AB SS SAB ABS"))
    return sss <= ab and sss <= ss and sss <= abs_ <= ab and ss <= sab


def four_ply_dominance(chance: Chance, t: Tools) -> Iterator[bool]:
    yield dominations(full(chance, chance.randint(2, 3), 4, values(chance)), t)


def deeper_dominance(chance: Chance, t: Tools) -> Iterator[bool]:
    """All but SS <= SAB, at six ply and on uneven trees."""
    tree = full(chance, 2, 6, values(chance)) if chance.random() < 0.5 else uneven(chance, 6)
    sss, ab, ss, abs_ = map(set, t.all(tree, "SSS AB SS ABS"))
    yield sss <= ab and sss <= ss and sss <= abs_ <= ab


def staged_sss_star_dominates_sab_at_six_ply(chance: Chance, t: Tools) -> Iterator[bool]:
    ss, sab = t.all(full(chance, 2, 6, values(chance)), "SS SAB")
    yield len(ss) <= len(sab)


def alpha_beta_dominates_pab_and_scout_at_three_ply(chance: Chance, t: Tools) -> Iterator[bool]:
    ab, pab, sc = t.all(full(chance, 2, 3, values(chance)), "AB PAB SC")
    yield len(ab) <= min(len(pab), len(sc))


def dual_star_is_within_alpha_beta(chance: Chance, t: Tools) -> Iterator[bool]:
    tree = any_tree(chance)
    yield set(t.leaves(tree, "dual_star")) <= set(t.leaves(tree, "alpha_beta"))


def minimal_trees_are_searched_minimally(chance: Chance, t: Tools) -> Iterator[bool]:
    width, depth = chance.choice([(2, 3), (2, 6), (3, 4), (4, 3), (4, 4), (6, 4), (8, 3)])
    tree = hm.trees.ordered(width, depth, seed=chance.randrange(1 << 30), order="perfect")
    least = minimum_leaves(width, depth)
    k = parts_of(chance, width)
    for leaves in (
        *t.all(tree, "AB PAB SC SSS ABS"),
        t.leaves(tree, "ps_star", phases=k),
        t.leaves(tree, "iter_sss_star"),
    ):
        yield len(leaves) == least


def open_of_sss_star_is_reached(chance: Chance, t: Tools) -> Iterator[bool]:
    tree, width, depth = uniform(chance, SIZES)
    yield t.search(tree, "sss_star").counts.max_open == width ** half(depth)


# The lecture


def distinct(chance: Chance, tree: Tree) -> Tree:
    """The tree with other leaves, all different."""
    order = iter(chance.sample(range(10_000), 2000))

    def filled(node: Tree) -> Tree:
        return [filled(child) for child in node] if isinstance(node, list) else next(order)

    return filled(tree)


def worst_first(tree: Tree, depth: int = 0) -> Tree:
    """The same tree with its children in the order of their values, the worst for the side to move first."""
    if not isinstance(tree, list):
        return tree
    children = sorted(tree, key=lambda child: pruning.value(child, depth + 1), reverse=depth % 2 == 1)
    return [worst_first(child, depth + 1) for child in children]


def saves_nothing(tree: Tree, t: Tools, algorithm: str = "alpha_beta") -> bool:
    return len(t.leaves(tree, algorithm)) == len(t.leaves(tree, "minimax"))


def worst_first_saves_nothing_up_to_three_ply(chance: Chance, t: Tools) -> Iterator[bool]:
    tree = uniform(chance, [(2, 2), (2, 3), (3, 2), (3, 3), (5, 2), (4, 3)])[0]
    tree = tree if chance.random() < 0.5 else uneven(chance, 3)
    yield saves_nothing(worst_first(distinct(chance, tree)), t)


def worst_first_leaves_no_shallow_cut_offs(chance: Chance, t: Tools) -> Iterator[bool]:
    yield saves_nothing(worst_first(distinct(chance, any_tree(chance))), t, "alpha_beta_shallow")


def worst_first_saves_nothing_from_four_ply(chance: Chance, t: Tools) -> Iterator[bool]:
    tree, _, _ = uniform(chance, [(2, 4), (3, 4), (2, 5), (2, 6)])
    yield saves_nothing(worst_first(distinct(chance, tree)), t)


HOLD: tuple[Callable[[Chance, Tools], Iterator[bool]], ...] = (
    ps_star_finds_the_value,
    printed_operator_is_right_at_even_depth,
    one_phase_is_sss_star,
    a_phase_for_each_child_is_alpha_beta,
    well_ordered_trees_suit_ps_star,
    lists_of_ps_star_are_short,
    least_memory_suffices,
    one_cell_less_never_suffices,
    iter_sss_star_is_between,
    full_memory_is_sss_star,
    alpha_beta_prunes_by_theorem_4_1,
    sss_star_skips_by_theorem_4_3_set_right,
    bounds_follow_lemma_4_1,
    open_holds_one_node_of_each_solution_tree,
    sss_star_dominates_alpha_beta,
    aspiration_sss_star_is_within_alpha_beta,
    sss_star_is_mt_sss_star,
    fail_soft_sees_the_same_leaves,
    last_move_by_a_minimal_window,
    fail_soft_research_is_cheaper,
    minimal_window_is_a_strict_test,
    printed_test_still_finds_the_value,
    belle_finds_the_best_move,
    sss_star_with_a_minimal_window_is_a_test,
    closest_windows_see_the_same_different_leaves,
    two_ply_dominance,
    four_ply_dominance,
    deeper_dominance,
    dual_star_is_within_alpha_beta,
    minimal_trees_are_searched_minimally,
    open_of_sss_star_is_reached,
    worst_first_saves_nothing_up_to_three_ply,
    worst_first_leaves_no_shallow_cut_offs,
)

FAIL: tuple[Callable[[Chance, Tools], Iterator[bool]], ...] = (
    printed_operator_is_right_at_odd_depth,
    ps_star_is_never_worse_than_alpha_beta,
    ps_star_is_never_better_than_sss_star,
    least_memory_suffices_on_uneven_trees,
    iter_sss_star_is_within_alpha_beta_on_uneven_trees,
    more_memory_never_costs_leaves,
    sss_star_skips_by_theorem_4_3_as_printed,
    original_sss_star_dominates_alpha_beta,
    alpha_beta_dominates_pab_and_scout_at_three_ply,
    staged_sss_star_dominates_sab_at_six_ply,
    closest_windows_see_the_same_leaves,
    worst_first_saves_nothing_from_four_ply,
)


def tried(claim: Callable[[Chance, Tools], Iterator[bool]], trees: int, seed: int, compiled: bool) -> Tally:
    """Try a claim on so many trees."""
    tools, runs, failures, first = Tools(compiled), 0, 0, None
    for number in range(trees):
        for held in claim(Chance(f"{claim.__name__} {seed} {number}"), tools):
            runs += 1
            if not held:
                failures += 1
                first = number if first is None else first
    return Tally(runs, failures, first)


# Whole families of trees, one after the other: (trees, on how many of them the claim fails)


def every(width: int, depth: int, choice: Any) -> Iterator[Tree]:
    """The tree for each choice of all its leaves."""

    def tree(leaves: Iterator[Any], depth: int) -> Tree:
        return next(leaves) if depth == 0 else [tree(leaves, depth - 1) for _ in range(width)]

    return (tree(iter(leaves), depth) for leaves in choice)


def exhaustive_four_ply(t: Tools) -> Tally:
    held = [dominations(tree, t) for tree in every(2, 4, product((0, 1), repeat=16))]
    return Tally(len(held), held.count(False), None)


def exhaustive_two_ply(t: Tools) -> Tally:
    held = [two_ply_chain(tree, t) for tree in every(3, 2, product((0, 1, 2), repeat=9))]
    return Tally(len(held), held.count(False), None)


def exhaustive_original_sss_star(t: Tools) -> Tally:
    """Of the orders of eight different values in T(2,3), on how many 1979's SSS* evaluates more than alpha-beta."""
    held = [
        len(t.leaves(tree, "sss_star", ties="1979")) <= len(t.leaves(tree, "alpha_beta"))
        for tree in every(2, 3, permutations(range(8)))
    ]
    return Tally(len(held), held.count(False), None)


EXHAUSTIVE = (exhaustive_two_ply, exhaustive_original_sss_star, exhaustive_four_ply)


def main(trees: int, seed: int) -> int:
    wrong = 0
    print(f"{'runs':>8} {'failures':>8}  claim ({trees} trees, seed {seed})")
    for claim in (*HOLD, *FAIL):
        tally = tried(claim, trees, seed, compiled=True)
        fault = tally.failures > 0 if claim in HOLD else tally.failures == 0
        wrong += fault
        note = f"  UNEXPECTED: first at tree {tally.first}" if fault else ""
        print(f"{tally.runs:8} {tally.failures:8}  {claim.__name__}{note}", flush=True)
    for whole, expected in zip(EXHAUSTIVE, (0, 8256, 0), strict=True):
        tally = whole(Tools(compiled=True))
        wrong += tally.failures != expected
        print(f"{tally.runs:8} {tally.failures:8}  {whole.__name__}", flush=True)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 2000, int(sys.argv[2]) if len(sys.argv) > 2 else 1))
