"""The number of states that the state-space algorithms store on T(w, d).

Source      Srimani 1985, chapter 3 and the size columns of chapter 4; Bhattacharya & Bagchi 1986; Campbell & Marsland
            1983, sections 2 and 4.
Formulas    SSS*       OPEN    w^ceil(d/2)
            PS*(k)     OPEN    g^ceil(d/2),  BACKUP  1 + g + ... + g^(ceil(d/2)-1),   g = w/k children in a partition
            ITERSSS*   M_0 = ceil(d/2) (w-1) + 1 is the least memory with which it never gets stuck; with w^ceil(d/2)
                       it works like SSS*
            SSS* from depth a to depth b alone: w^m, m = MAX levels among a .. b-1
            staged     OPEN    the sum of that over the stages; stages of 2 have w each
            SAB        OPEN    that of SSS* from the root to the split
            ABS        OPEN    that of SSS* from the split to the leaves
Departures  if k does not divide w, g is the size of the largest partition, ceil(w/k), and the sizes are bounds.
Inferred    for the last three the text only says that storage is linear in depth, or less than that of SSS*, and gives
            one number: 24*2 states of staged SSS* on T(24,4). The formulas for any stage and split follow from that of
            SSS*: a search with an open window fills OPEN before it removes a state, and the first search of every part
            has an open window. So the sizes are reached on every tree. The stack of alpha-beta holds no states.
"""

from __future__ import annotations

from dataclasses import dataclass

from halfmove.base.checks import whole
from halfmove.base.gate import checked
from halfmove.theory.checks import check_size
from halfmove.theory.slagle_dixon import series


@dataclass(frozen=True)
class Storage:
    """The largest number of states that are stored at the same time, on OPEN and in BACKUP."""

    open: int
    backup: int

    @property
    def total(self) -> int:
        return self.open + self.backup


@checked
def sss_storage(width: int, depth: int) -> Storage:
    """The largest number of states of SSS*, which are all on OPEN.

    Parameters
    ----------
    width : int
        The number of children of each inner node.
    depth : int
        The depth of the tree in half-moves.

    Returns
    -------
    Storage

    Examples
    --------
    >>> sss_storage(24, 4)
    Storage(open=576, backup=0)
    """
    check_size(width, depth)
    return Storage(width ** _levels(depth), 0)


@checked
def ps_storage(width: int, depth: int, phases: int) -> Storage:
    """The largest number of states of PS*.

    Parameters
    ----------
    width : int
        The number of children of each inner node.
    depth : int
        The depth of the tree in half-moves.
    phases : int
        k, the number of partitions of a MAX node.

    Returns
    -------
    Storage

    Examples
    --------
    >>> ps_storage(8, 6, 2), ps_storage(32, 4, 16).total
    (Storage(open=64, backup=21), 7)
    """
    check_size(width, depth)
    whole("phases", phases, 1, width)
    group = -(-width // phases)
    return Storage(group ** _levels(depth), series(group, _levels(depth)))


@checked
def staged_sss_storage(width: int, depth: int, stage: int = 2) -> Storage:
    """The largest number of states of staged SSS*, which has an OPEN for every stage.

    Parameters
    ----------
    width : int
        The number of children of each inner node.
    depth : int
        The depth of the tree in half-moves.
    stage : int
        The number of half-moves of a stage.

    Returns
    -------
    Storage

    Examples
    --------
    >>> staged_sss_storage(24, 4), staged_sss_storage(8, 6, 4).open
    (Storage(open=48, backup=0), 72)
    """
    check_size(width, depth)
    stages, rest = divmod(depth, whole("stage", stage, 1))
    at_min = stages // 2 if stage % 2 else 0  # stages that begin at MIN nodes
    states = (stages - at_min) * width ** _levels(stage) + at_min * width ** (stage // 2) if stages else 0
    if rest or not depth:
        states += width ** _levels_between(stages * stage, depth)
    return Storage(states, 0)


@checked
def sss_alpha_beta_storage(width: int, depth: int, split: int = 2) -> Storage:
    """The largest number of states of SAB, which uses SSS* above the split.

    Parameters
    ----------
    width : int
        The number of children of each inner node.
    depth : int
        The depth of the tree in half-moves.
    split : int
        The depth of the split.

    Returns
    -------
    Storage

    Examples
    --------
    >>> sss_alpha_beta_storage(8, 6, 2).open, sss_alpha_beta_storage(8, 6, 4).open
    (8, 64)
    """
    check_size(width, depth)
    return Storage(width ** _levels(min(whole("split", split, 1), depth)), 0)


@checked
def alpha_beta_sss_storage(width: int, depth: int, split: int = 2) -> Storage:
    """The largest number of states of ABS, which uses SSS* below the split.

    Parameters
    ----------
    width : int
        The number of children of each inner node.
    depth : int
        The depth of the tree in half-moves.
    split : int
        The depth of the split.

    Returns
    -------
    Storage

    Examples
    --------
    >>> alpha_beta_sss_storage(8, 6, 2).open, alpha_beta_sss_storage(8, 6, 4).open
    (64, 8)
    """
    check_size(width, depth)
    return Storage(width ** _levels_between(min(whole("split", split, 1), depth), depth), 0)


@checked
def iter_sss_least(width: int, depth: int) -> int:
    """M_0: the least memory with which ITERSSS* never gets stuck on T(width, depth).

    Parameters
    ----------
    width : int
        The number of children of each inner node.
    depth : int
        The depth of the tree in half-moves.

    Returns
    -------
    int
        The number of states.

    Examples
    --------
    >>> [iter_sss_least(*size) for size in ((2, 15), (3, 10), (5, 6), (9, 5))]
    [9, 11, 13, 25]
    """
    check_size(width, depth)
    return _levels(depth) * (width - 1) + 1


@checked
def iter_sss_full(width: int, depth: int) -> int:
    """The least memory with which ITERSSS* works like SSS* on T(width, depth).

    Parameters
    ----------
    width : int
        The number of children of each inner node.
    depth : int
        The depth of the tree in half-moves.

    Returns
    -------
    int
        The number of states.

    Examples
    --------
    >>> [iter_sss_full(*size) for size in ((2, 15), (3, 10), (5, 6), (9, 5))]
    [256, 243, 125, 729]
    """
    check_size(width, depth)
    return int(width ** _levels(depth))


def _levels(depth: int) -> int:
    """The number of MAX levels above the leaves."""
    return (depth + 1) // 2


def _levels_between(top: int, bottom: int) -> int:
    """The number of MAX levels from depth `top` to above depth `bottom`."""
    return _levels(bottom) - _levels(top)
