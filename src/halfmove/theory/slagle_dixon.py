"""The fewest leaves and nodes with which the value of a uniform tree can be proved.

Source      Slagle & Dixon 1969, p. 201; Knuth & Moore 1975; Baudet 1977, section 5.1; Campbell & Marsland 1983.
Formula     leaves  w^ceil(d/2) + w^floor(d/2) - 1
            nodes   the sum of the same over the depths 0 .. d, because the minimal tree is minimal at every depth
"""

from __future__ import annotations

from halfmove.base.gate import checked
from halfmove.theory.checks import check_size


@checked
def minimum_leaves(width: int, depth: int) -> int:
    """The number of leaves of the minimal tree of T(width, depth).

    Parameters
    ----------
    width : int
        The number of children of each inner node.
    depth : int
        The depth of the tree in half-moves.

    Returns
    -------
    int

    Examples
    --------
    >>> minimum_leaves(24, 4), minimum_leaves(2, 3), minimum_leaves(9, 0)
    (1151, 5, 1)
    """
    check_size(width, depth)
    half = depth // 2
    return int(width ** (depth - half) + width**half - 1)


@checked
def minimum_nodes(width: int, depth: int) -> int:
    """The number of nodes of the minimal tree of T(width, depth), root and leaves included.

    Parameters
    ----------
    width : int
        The number of children of each inner node.
    depth : int
        The depth of the tree in half-moves.

    Returns
    -------
    int

    Examples
    --------
    >>> minimum_nodes(2, 3)  # 1 + 2 + 3 + 5
    11
    """
    check_size(width, depth)
    # SUM_l w^floor(l/2) is 1 + 1 + w + w + ..., SUM_l w^ceil(l/2) is 1 + w + w + ...
    floors = series(width, (depth + 2) // 2) + series(width, (depth + 1) // 2)
    ceilings = series(width, (depth + 3) // 2) + series(width, (depth + 2) // 2) - 1
    return floors + ceilings - (depth + 1)


def series(base: int, terms: int) -> int:
    """1 + base + base^2 + ..., with this many terms.

    >>> series(3, 4), series(1, 4), series(3, 0)
    (40, 4, 0)
    """
    if terms > 100 and base > 1:
        return int((base**terms - 1) // (base - 1))
    total = 0
    for _ in range(terms if base > 1 else 0):
        total = total * base + 1
    return total if base > 1 else terms
