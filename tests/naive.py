"""The algorithms once more, slow and obvious, on nested lists: the oracle of the tests.

Written from the published procedures and not from halfmove's sources. Each function returns (value for MAX, names of
the evaluated leaves in order). A procedure works in negamax form: `sign` is 1 at MAX nodes and -1 at MIN nodes, and a
leaf's score is sign * its value.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from .state_space_reference import sss

Tree = Any
Answer = tuple[Any, list[str]]

INF = math.inf


def is_leaf(tree: Tree) -> bool:
    return not isinstance(tree, list)


def height(tree: Tree) -> int:
    return 0 if is_leaf(tree) else 1 + max(map(height, tree))


def is_real(tree: Tree) -> bool:
    return isinstance(tree, float) if is_leaf(tree) else any(map(is_real, tree))


def name(path: tuple[int, ...]) -> str:
    return ".".join(map(str, path)) or "0"


def children(tree: Tree, path: tuple[int, ...]) -> list[tuple[Tree, tuple[int, ...]]]:
    return [(child, (*path, number)) for number, child in enumerate(tree, 1)]


class Search:
    """The leaves seen so far, and what lies just above a score."""

    def __init__(self, tree: Tree, real: bool | None = None) -> None:
        self.tree, self.seen = tree, list[str]()
        self.real = is_real(tree) if real is None else real
        self.deepest = height(tree)

    def evaluate(self, leaf: Tree, path: tuple[int, ...], sign: int) -> Any:
        self.seen.append(name(path))
        return sign * leaf

    def above(self, score: Any) -> Any:
        return math.nextafter(score, INF) if self.real else score + 1

    # Campbell & Marsland figure 1
    def minimax(self, t: Tree, path: tuple[int, ...], sign: int) -> Any:
        if is_leaf(t):
            return self.evaluate(t, path, sign)
        return max(-self.minimax(child, p, -sign) for child, p in children(t, path))

    # figure 2: m starts at alpha
    def alphabeta(self, t: Tree, path: tuple[int, ...], sign: int, alpha: Any, beta: Any) -> Any:
        if is_leaf(t):
            return self.evaluate(t, path, sign)
        m = alpha
        for child, p in children(t, path):
            value = -self.alphabeta(child, p, -sign, -beta, -m)
            if value > m:
                m = value
            if m >= beta:
                return m
        return m

    # fail-soft: m starts at minus infinity
    def falphabeta(self, t: Tree, path: tuple[int, ...], sign: int, alpha: Any, beta: Any) -> Any:
        if is_leaf(t):
            return self.evaluate(t, path, sign)
        m = -INF
        for child, p in children(t, path):
            value = -self.falphabeta(child, p, -sign, -beta, -max(m, alpha))
            if value > m:
                m = value
            if m >= beta:
                return m
        return m

    # Knuth & Moore's F1: a bound from the parent only
    def f1(self, t: Tree, path: tuple[int, ...], sign: int, bound: Any) -> Any:
        if is_leaf(t):
            return self.evaluate(t, path, sign)
        m = -INF
        for child, p in children(t, path):
            value = -self.f1(child, p, -sign, -m)
            if value > m:
                m = value
            if m >= bound:
                return m
        return m

    # figure 3
    def palphabeta(self, t: Tree, path: tuple[int, ...], sign: int, helper: Callable[..., Any]) -> Any:
        if is_leaf(t):
            return self.evaluate(t, path, sign)
        (first, p), *others = children(t, path)
        score = -self.palphabeta(first, p, -sign, helper)
        for child, p in others:
            value = -helper(child, p, -sign, -self.above(score), -score)
            if value > score:
                score = -helper(child, p, -sign, -INF, -value)
        return score

    # figure 4, with the test on the child
    def scout(self, t: Tree, path: tuple[int, ...], sign: int, better: Callable[..., bool]) -> Any:
        if is_leaf(t):
            return self.evaluate(t, path, sign)
        (first, p), *others = children(t, path)
        score = -self.scout(first, p, -sign, better)
        for child, p in others:
            if better(child, p, -sign, score):
                score = -self.scout(child, p, -sign, better)
        return score

    def better_by_window(self, t: Tree, path: tuple[int, ...], sign: int, v: Any) -> bool:
        return -self.alphabeta(t, path, sign, -self.above(v), -v) > v

    def better_by_strict_test(self, t: Tree, path: tuple[int, ...], sign: int, v: Any) -> bool:
        return not self.at_least(t, path, sign, -v)

    def better_by_printed_test(self, t: Tree, path: tuple[int, ...], sign: int, v: Any) -> bool:
        return not self.printed_test(t, path, sign, -v)

    # figure 5 set right: "above" and "at least" take turns
    def above_test(self, t: Tree, path: tuple[int, ...], sign: int, v: Any) -> bool:
        if is_leaf(t):
            return bool(self.evaluate(t, path, sign) > v)
        return any(not self.at_least(child, p, -sign, -v) for child, p in children(t, path))

    def at_least(self, t: Tree, path: tuple[int, ...], sign: int, v: Any) -> bool:
        if is_leaf(t):
            return bool(self.evaluate(t, path, sign) >= v)
        return any(not self.above_test(child, p, -sign, -v) for child, p in children(t, path))

    # figure 5 as printed
    def printed_test(self, t: Tree, path: tuple[int, ...], sign: int, v: Any) -> bool:
        if is_leaf(t):
            return bool(self.evaluate(t, path, sign) > v)
        return any(not self.printed_test(child, p, -sign, -v) for child, p in children(t, path))

    # Reinefeld 1989; a score is exact two half-moves above the horizon, and so is that of a leaf
    def negascout(self, t: Tree, path: tuple[int, ...], sign: int, alpha: Any, beta: Any) -> Any:
        if is_leaf(t):
            return self.evaluate(t, path, sign)
        m, n = -INF, beta
        for child, p in children(t, path):
            low = max(alpha, m)
            value = -self.negascout(child, p, -sign, -n, -low)
            if value > low:
                known = n == beta or value >= beta or is_leaf(child) or self.deepest - len(path) <= 2
                m = value if known else -self.negascout(child, p, -sign, -beta, -value)
            elif value > m:
                m = value
            if m >= beta:
                return m
            n = beta if max(alpha, m) == -INF else min(beta, self.above(max(alpha, m)))
        return m


def minimax(tree: Tree) -> Answer:
    s = Search(tree)
    return s.minimax(tree, (), 1), s.seen


def alphabeta(tree: Tree, alpha: Any = -INF, beta: Any = INF) -> Answer:
    s = Search(tree)
    return s.alphabeta(tree, (), 1, alpha, beta), s.seen


def falphabeta(tree: Tree, alpha: Any = -INF, beta: Any = INF) -> Answer:
    s = Search(tree)
    return s.falphabeta(tree, (), 1, alpha, beta), s.seen


def f1(tree: Tree, bound: Any = INF) -> Answer:
    s = Search(tree)
    return s.f1(tree, (), 1, bound), s.seen


def lalphabeta(tree: Tree) -> tuple[Any, list[str], int | None, bool]:
    """(value, leaves, number of the best move, whether the value is exact)."""
    s = Search(tree)
    if is_leaf(tree):
        return s.evaluate(tree, (), 1), s.seen, None, True
    m, best, exact = -INF, None, True
    for number, (child, p) in enumerate(children(tree, ()), 1):
        last = number == len(tree) and m > -INF
        value = -s.alphabeta(child, p, -1, -s.above(m) if last else -INF, -m)
        if value > m:
            m, best, exact = value, number, not last
    return m, s.seen, best, exact


def belle(tree: Tree, research: str = "soft") -> tuple[Any, list[str], int | None, bool]:
    """Palphabeta of Belle, at the root: (value, leaves, number of the best move, whether the value is exact)."""
    s = Search(tree)
    helper = s.falphabeta if research == "soft" else s.alphabeta
    if is_leaf(tree):
        return s.evaluate(tree, (), 1), s.seen, None, True
    m, best, exact = -s.palphabeta(tree[0], (1,), -1, helper), 1, True

    def minimal(number: int) -> Any:
        return -helper(tree[number - 1], (number,), -1, -s.above(m), -m)

    for number in range(2, len(tree) + 1):
        bound = minimal(number)
        if bound <= m:
            continue
        pending = 0 if exact else best
        m, best, exact = bound, number, False
        if pending:
            score = -helper(tree[pending - 1], (pending,), -1, -INF, -m)
            if score > m:
                m, best, exact = score, pending, True
                bound = minimal(number)
                if bound > m:
                    m, best, exact = bound, number, False
    return m, s.seen, best, exact


def palphabeta(tree: Tree, research: str = "soft") -> Answer:
    s = Search(tree)
    return s.palphabeta(tree, (), 1, s.falphabeta if research == "soft" else s.alphabeta), s.seen


def scout(tree: Tree, test: str = "window") -> Answer:
    s = Search(tree)
    better = {"window": s.better_by_window, "strict": s.better_by_strict_test, "printed": s.better_by_printed_test}
    return s.scout(tree, (), 1, better[test]), s.seen


def above(tree: Tree, x: Any) -> tuple[Any, list[str], bool]:
    """(the bound that the answer is, leaves, whether the value is above x)."""
    s = Search(tree, is_real(tree) or isinstance(x, float))
    yes = s.above_test(tree, (), 1, x)
    return tree if is_leaf(tree) else s.above(x) if yes else x, s.seen, yes


def negascout(tree: Tree, alpha: Any = -INF, beta: Any = INF) -> Answer:
    s = Search(tree)
    return s.negascout(tree, (), 1, alpha, beta), s.seen


def aspiration(tree: Tree, guess: Any, error: Any, over: str = "alpha_beta") -> Answer:
    s = Search(tree, is_real(tree) or isinstance(guess, float) or isinstance(error, float))
    if is_leaf(tree):
        return s.evaluate(tree, (), 1), s.seen
    soft = over != "alpha_beta"

    def search(low: Any, high: Any) -> Any:
        if over == "sss_star":
            ran = sss(tree, low, high, record=False)
            s.seen += ran.leaves
            return ran.value
        return (s.falphabeta if soft else s.alphabeta)(tree, (), 1, low, high)

    low, high = (guess - error, guess + error) if error > 0 else (-INF, INF)
    value = search(low, high)
    if value <= low:
        value = search(-INF, value if soft else low)
    elif value >= high:
        value = search(value if soft else high, INF)
    return value, s.seen
