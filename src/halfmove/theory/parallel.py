"""The most that parallel alpha-beta can gain on a perfectly ordered tree, by scheme.

Source      Knuth & Moore 1975 for the three kinds of nodes; Finkel & Fishburn 1982 for tree-splitting.
Model       A leaf takes one round, and nothing else takes any time. There are as many processors as one likes, and
            handing work over costs nothing. The tree is uniform, and the first child of every node is best.
Method      What is evaluated is the minimal tree, so time is the longest chain of leaves that wait for one another.
            A node of kind 1 has a child of kind 1 and others of kind 2; one of kind 2 has one child, of kind 3; all
            children of one of kind 3 are of kind 2. A scheme says which children wait for the first one.

Root splitting begins all moves of the root at once, with an open window. Each of them costs as much as the first one,
so that its limit is below 2 where the depth is even, and (width + 1) / 2 at most where it is odd.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import sqrt

from halfmove.base.checks import unknown, whole
from halfmove.base.gate import checked
from halfmove.errors import UsageError
from halfmove.theory.checks import check_size
from halfmove.theory.slagle_dixon import minimum_leaves

_SIZE = 4000  # digits of the number of leaves
_MOST_PROCESSORS = 10**300


@checked
def parallel_rounds(scheme: str, width: int, depth: int) -> int:
    """The rounds that a scheme needs on a perfectly ordered tree, with as many processors as one likes.

    Parameters
    ----------
    scheme : str
        A scheme of `parallel_alpha_beta`, except tree_splitting, whose rounds depend on the number of processors.
    width : int
        The number of children of each inner node.
    depth : int
        The depth of the tree in half-moves.

    Returns
    -------
    int

    Examples
    --------
    >>> [parallel_rounds(scheme, 24, 6) for scheme in ("root_splitting", "pv_splitting", "young_brothers_wait")]
    [14399, 1203, 15]
    """
    whole("width", width, 1)
    whole("depth", depth, 0)
    check_size(width, depth, _SIZE)
    if scheme not in _ROUNDS:
        raise UsageError(str(unknown("scheme", scheme, _ROUNDS)))
    return _ROUNDS[scheme](width, depth)


@checked
def parallel_limit(scheme: str, width: int, depth: int) -> Fraction:
    """The largest speed-up that a scheme can have over alpha-beta on a perfectly ordered tree.

    Parameters
    ----------
    scheme, width, depth
        As for `parallel_rounds`.

    Returns
    -------
    Fraction

    Examples
    --------
    Two children leave nothing to share, once one of them has been waited for:

    >>> parallel_limit("young_brothers_wait", 2, 10), parallel_limit("pv_splitting", 2, 10)
    (Fraction(1, 1), Fraction(1, 1))
    >>> float(parallel_limit("root_splitting", 24, 6)) < 2, round(float(parallel_limit("pv_splitting", 24, 6)), 2)
    (True, 22.98)
    """
    return Fraction(minimum_leaves(width, depth), parallel_rounds(scheme, width, depth))


@checked
def tree_splitting_speedup(processors: int) -> float:
    """The order of the speed-up of tree-splitting on a perfectly ordered tree: the square root of the processors.

    Parameters
    ----------
    processors : int
        The processors at the leaves of a binary tree of processors.

    Returns
    -------
    float

    Examples
    --------
    >>> [tree_splitting_speedup(p) for p in (1, 4, 16, 64)]
    [1.0, 2.0, 4.0, 8.0]
    """
    return sqrt(whole("processors", processors, 1, _MOST_PROCESSORS))


def _root_splitting(width: int, depth: int) -> int:
    return minimum_leaves(width, max(depth - 1, 0))


def _pv_splitting(width: int, depth: int) -> int:
    """One after the other from the bottom up: the rest of a node of the first line, each child by one processor."""
    return 1 + sum(_of_kind_2(width, height) for height in range(depth)) * (width > 1)


def _of_kind_2(width: int, height: int) -> int:
    """The leaves of the minimal tree below a node of kind 2."""
    leaves: int = width ** (height // 2)
    return leaves


def _young_brothers_wait(width: int, depth: int) -> int:
    """As pv_splitting, but the children of a node of kind 3 are shared as well: the first, then all others at once."""
    return 1 + sum(_of_kind_2(2, height) for height in range(depth)) * (width > 1)


def _at_once(width: int, depth: int) -> int:
    """All leaves of the minimal tree at once: none of them waits for another one."""
    return 1


_ROUNDS: dict[str, Callable[[int, int], int]] = {
    "root_splitting": _root_splitting,
    "pv_splitting": _pv_splitting,
    "mandatory_work_first": _at_once,
    "young_brothers_wait": _young_brothers_wait,
    "leftmost_leaves": _at_once,
}
