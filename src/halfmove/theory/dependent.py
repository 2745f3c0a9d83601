"""The mean number of leaves on totally dependent trees: of two siblings, one has all the better leaves.

Source      the trees are those of Knuth & Moore 1975; the recurrences are ours. The family is `trees.dependent`.
Formulas    H = 1 + 1/2 + ... + 1/n. T(h) is the mean below a node of height h with an open window.
            The j-th child is better than all before it with the chance 1/j; then its window is as good as open, because
            alpha is below all its leaves. Otherwise it is refuted at once, with n^floor((h-1)/2) leaves.
                alpha-beta   T(h) = H T(h-1) + (n - H) n^floor((h-1)/2),   T(0) = 1
            SSS* searches, where MAX chooses, only the best child in full, whatever its place; of the others the leaves
            with B infinite:
                SSS*         where MAX chooses 1 instead of H
Growth      leaves^(1/d) tends to the larger of H and sqrt(n) for alpha-beta, and to sqrt(n) for SSS*. H is the larger
            one up to n = 6: there alpha-beta has a larger branching factor than SSS*.
"""

from __future__ import annotations

from fractions import Fraction

from halfmove.base.checks import unknown
from halfmove.base.gate import checked
from halfmove.errors import UsageError
from halfmove.theory.checks import check_float_size

_WIDEST = 10_000
_ALGORITHMS = ("alpha_beta", "sss_star", "dual_star")


@checked
def expected_leaves_dependent(width: int, depth: int, algorithm: str = "alpha_beta") -> Fraction:
    """The mean number of leaves that alpha-beta, SSS* or DUAL* evaluates on totally dependent trees.

    Parameters
    ----------
    width : int
        The number of children of each inner node, up to 10,000.
    depth : int
        The depth of the tree in half-moves.
    algorithm : str
        alpha_beta, sss_star or dual_star.

    Returns
    -------
    Fraction

    Examples
    --------
    >>> [str(expected_leaves_dependent(2, 4, name)) for name in ("alpha_beta", "sss_star", "dual_star")]
    ['83/8', '15/2', '37/4']
    """
    check_float_size(width, depth)
    if width > _WIDEST:
        raise UsageError(f"{width} children are too many for this formula: use at most {_WIDEST:,}")
    if algorithm not in _ALGORITHMS:
        raise UsageError(str(unknown("algorithm", algorithm, _ALGORITHMS)))
    records = sum((Fraction(1, place) for place in range(1, width + 1)), Fraction(0))
    mean = Fraction(1)
    for height in range(1, depth + 1):
        at_max = (depth - height) % 2 == 0
        best_only = (algorithm == "sss_star" and at_max) or (algorithm == "dual_star" and not at_max)
        opened = Fraction(1) if best_only else records
        mean = opened * mean + (width - opened) * width ** ((height - 1) // 2)
    return mean
