"""The mean number of leaves that ITERSSS* evaluates on random trees, by its memory M.

Source      ours; Bhattacharya & Bagchi 1986 ask for it in section 5. The argument is in docs/pruning-proofs.md.
Model       as in `baudet`: T(b, d) with independent leaves. h = ceil(d/2) is the number of MAX levels.
Argument    The children of an expanded MAX node take b - 1 cells more than the node. So M cells hold the root's b
            children and, from the left, some of their subtrees; a whole one takes b^(h-1) - 1 cells. What is held is
            searched at the same time, as by SSS*. When one of the root's children is SOLVED and first, all else that is
            ACTIVE is removed. From then on the other children are searched one after the other, because each is woken
            alone. So the children of a MAX node are a run that is searched together, and single ones after it
            (`groups`):
                M >= b^h                               all nodes: one run of all children, SSS* itself
                M = b + a (b^(h-1) - 1) + c            the root: a run of a children; all other nodes: one run
                M below that, h = 3                    the root: single children; the child j: a run of m_j children of
                                                       each MAX node below it, m_j = (M - b + max(j-2, 0)) / (b-1) - 1,
                                                       rounded down; the others: one run
            In the second line 1 <= a, and c leaves no room for a leaf of another subtree: c < (h-1)(b-1). With
            r = c / (b-1), rounded down, the r MAX nodes on the leftmost line below the root's child a+1 have single
            children.
Not known   other memories: h >= 3 with a larger c, where ACTIVE states of a part of a subtree compete with whole
            ones, so that the merit of the part is too low; and h >= 4 below b + b^(h-1) - 1.
"""

from __future__ import annotations

from decimal import Decimal, localcontext
from fractions import Fraction
from functools import lru_cache
from itertools import groupby
from typing import Any

from halfmove.base.checks import shown, whole
from halfmove.base.gate import checked
from halfmove.errors import UsageError
from halfmove.theory.checks import check_float_size, check_size
from halfmove.theory.groups import Level, Run, Term, of_polynomials, of_quantiles, of_values, one_term
from halfmove.theory.ladder import Viewpoint, decimals, digits, ladder
from halfmove.theory.storage import iter_sss_least

_EXACT = 1024  # leaves of the largest tree for which polynomials are computed
_WIDEST = 1000  # children, where every child of the root has runs of its own


@checked
def expected_leaves_iter_sss(
    width: int, depth: int, memory: int | None = None, values: Any = None, *, viewpoint: Viewpoint = "max"
) -> float:
    """The mean number of leaves that ITERSSS*(memory) evaluates on T(width, depth).

    Parameters
    ----------
    width : int
        The number of children of each inner node.
    depth : int
        The depth of the tree in half-moves.
    memory : int, optional
        M, the number of states that OPEN may hold; None is the least, M_0.
    values : optional
        The distribution of leaf values, as for `trees.uniform`. None, or real numbers, means that all leaves are
        different.
    viewpoint : {"max", "mover"}
        The side for which greater values are better: "max", the side to move at the root; or "mover", the side to move
        at the leaf.

    Returns
    -------
    float
        The mean, to about twelve digits.

    Raises
    ------
    UsageError
        If no formula is known for this memory: see `iter_sss_memories`.

    Examples
    --------
    >>> [round(expected_leaves_iter_sss(5, 6, memory), 1) for memory in (13, 29, 53, 125)]
    [2389.3, 2106.1, 1988.7, 1712.2]
    """
    check_float_size(width, depth)
    terms = _terms(width, depth, memory)
    rungs = ladder(values, depth, viewpoint)
    if rungs is None:
        return _continuous(width, terms)
    with localcontext() as context:
        context.prec = digits(width, depth)
        return float(of_values(width, terms, decimals(rungs), Decimal(1)))


@checked
def expected_leaves_iter_sss_exact(
    width: int, depth: int, memory: int | None = None, values: Any = None, *, viewpoint: Viewpoint = "max"
) -> Fraction:
    """`expected_leaves_iter_sss` as a fraction.

    Parameters
    ----------
    width : int
        The number of children of each inner node.
    depth : int
        The depth of the tree in half-moves.
    memory : int, optional
        M, the number of states that OPEN may hold; None is the least, M_0.
    values : optional
        The distribution of leaf values, as for `trees.uniform`. None, or real numbers, means that all leaves are
        different.
    viewpoint : {"max", "mover"}
        The side for which greater values are better: "max", the side to move at the root; or "mover", the side to move
        at the leaf.

    Returns
    -------
    Fraction
        The mean.

    Raises
    ------
    UsageError
        If no formula is known for this memory, or the tree has more than 1024 leaves.

    Examples
    --------
    >>> [str(expected_leaves_iter_sss_exact(2, 3, memory)) for memory in (3, 4)]
    ['719/105', '668/105']
    """
    check_size(width, depth)
    if width**depth > _EXACT:
        raise UsageError(f"T({shown(width)},{shown(depth)}) is too large for exact fractions: at most {_EXACT} leaves")
    terms = _terms(width, depth, memory)
    rungs = ladder(values, depth, viewpoint)
    if rungs is None:
        return of_polynomials(width, terms)
    return Fraction(of_values(width, terms, list(rungs), Fraction(1)))


@checked
def iter_sss_memories(width: int, depth: int) -> tuple[tuple[int, int], ...]:
    """The memories for which the mean of ITERSSS* is known, from M_0 to SSS*'s.

    Parameters
    ----------
    width : int
        The number of children of each inner node.
    depth : int
        The depth of the tree in half-moves.

    Returns
    -------
    tuple of tuple
        Ranges of memories, (first, last), both included.

    Examples
    --------
    >>> iter_sss_memories(5, 6)
    ((13, 36), (53, 60), (77, 84), (101, 108), (125, 125))
    """
    check_float_size(width, depth)
    levels, least = (depth + 1) // 2, iter_sss_least(width, depth)
    if width == 1 or levels <= 2:
        return ((least, max(least, width**levels)),)
    if width > _WIDEST:
        raise UsageError(f"{width} children are too many here: use at most {_WIDEST}")
    full = width ** (levels - 1) - 1
    found = [(least, width + full - 1)] if levels == 3 else []
    for held in range(1, width):
        first = width + held * full
        found.append((first, first + (levels - 1) * (width - 1) - 1))
    found.append((width**levels, width**levels))
    joined = [found[0]]
    for first, last in found[1:]:
        if first <= joined[-1][1] + 1:
            joined[-1] = (joined[-1][0], max(last, joined[-1][1]))
        else:
            joined.append((first, last))
    return tuple(joined)


def _terms(width: int, depth: int, memory: int | None) -> tuple[tuple[int, Term], ...]:
    levels, least = (depth + 1) // 2, iter_sss_least(width, depth)
    cells = least if memory is None else whole("memory", memory, 1)
    if cells < least:
        raise UsageError(f"memory {shown(cells)} is below {shown(least)}: there ITERSSS* gets stuck")
    full = (Run(0, width, True),)
    if cells >= width**levels or levels < 2:
        return tuple(one_term(depth, full))
    if levels == 2:
        return ((1, _term(depth, {0: _split(width, (cells - width) // (width - 1)), 1: full})),)
    held, rest = divmod(cells - width, width ** (levels - 1) - 1)
    chain = rest // (width - 1)
    rests: dict[int, Level] = dict.fromkeys(range(1, levels), full)
    if held and chain <= levels - 2:
        found = [(1, _term(depth, {0: _split(width, held)} | rests))]
        for end in range(1, chain + 1):  # the line from the root's child held + 1 down to its last node
            line: dict[int, Level] = dict.fromkeys(range(1, end), (Run(0, 1, False),))
            line[0] = (Run(held, 1, False),)
            for sign, last in ((1, _split(width, 0)), (-1, full)):
                found.append((sign, _term(depth, rests | line | {end: last}, end)))
        return tuple(found)
    if not held and levels == 3:
        if width > _WIDEST:
            raise UsageError(f"{width} children are too many here: use at most {_WIDEST}")

        def together(child: int) -> int:
            return min(width, (cells - width + max(child - 1, 0)) // (width - 1) - 1)

        return tuple(
            (1, _term(depth, {0: (Run(alike[0], len(alike), False),), 1: _split(width, count), 2: full}))
            for count, alike in ((count, list(group)) for count, group in groupby(range(width), together))
        )
    raise UsageError(
        f"no formula is known for ITERSSS* with {shown(cells)} states on T({width},{depth}): see iter_sss_memories"
    )


def _split(width: int, together: int) -> Level:
    """A run of the first children, and single ones after it."""
    runs = (Run(0, together, True), Run(together, width - together, False))
    return tuple(run for run in runs if run.size)


def _term(depth: int, levels: dict[int, Level], line: int = 0) -> Term:
    """A term by the runs of MAX levels, the root's first; at the first `line` MIN levels only first children count."""
    found: list[Level | bool] = []
    for height in range(depth):
        level, is_min = divmod(depth - 1 - height, 2)
        found.append(level >= line if is_min else levels[level])
    return tuple(found)


@lru_cache(maxsize=1024)
def _continuous(width: int, terms: tuple[tuple[int, Term], ...]) -> float:
    return of_quantiles(width, terms)
