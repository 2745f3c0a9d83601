"""How many states the state-space algorithms keep on T(w, d).

Source      Srimani 1985, chapter 3 and the size columns of chapter 4; Bhattacharya & Bagchi 1986.
Formulas    SSS*       OPEN    w^ceil(d/2)
            PS*(k)     OPEN    g^ceil(d/2),  BACKUP  1 + g + ... + g^(ceil(d/2)-1),   g = w/k sons in a partition
            ITERSSS*   M_0 = ceil(d/2) (w-1) + 1 is the least memory that never gets stuck, w^ceil(d/2) makes it SSS*
Departures  when k does not divide w, g is the size of the largest partition, ceil(w/k), and the sizes are bounds.
"""

from __future__ import annotations

from dataclasses import dataclass

from halfmove.checks import whole
from halfmove.gate import checked
from halfmove.theory.checks import check_size
from halfmove.theory.slagle_dixon import series


@dataclass(frozen=True)
class Storage:
    """States kept at the same time, at most."""

    open: int
    backup: int

    @property
    def total(self) -> int:
        return self.open + self.backup


@checked
def sss_storage(width: int, depth: int) -> Storage:
    """SSS* keeps everything on OPEN.

    >>> sss_storage(24, 4)
    Storage(open=576, backup=0)
    """
    check_size(width, depth)
    return Storage(width ** _levels(depth), 0)


@checked
def ps_storage(width: int, depth: int, phases: int) -> Storage:
    """PS* with so many partitions a MAX node.

    >>> ps_storage(8, 6, 2), ps_storage(32, 4, 16).total
    (Storage(open=64, backup=21), 7)
    """
    check_size(width, depth)
    whole("phases", phases, 1, width)
    group = -(-width // phases)
    return Storage(group ** _levels(depth), series(group, _levels(depth)))


@checked
def iter_sss_least(width: int, depth: int) -> int:
    """M_0: the least memory with which ITERSSS* never gets stuck on T(width, depth).

    >>> [iter_sss_least(*size) for size in ((2, 15), (3, 10), (5, 6), (9, 5))]
    [9, 11, 13, 25]
    """
    check_size(width, depth)
    return _levels(depth) * (width - 1) + 1


@checked
def iter_sss_full(width: int, depth: int) -> int:
    """The memory from which on ITERSSS* is SSS*.

    >>> [iter_sss_full(*size) for size in ((2, 15), (3, 10), (5, 6), (9, 5))]
    [256, 243, 125, 729]
    """
    check_size(width, depth)
    return int(width ** _levels(depth))


def _levels(depth: int) -> int:
    """MAX levels above the leaves."""
    return (depth + 1) // 2
