"""How much work a search did."""

from __future__ import annotations

from dataclasses import dataclass, fields

from halfmove.base.reprs import changed_fields


@dataclass(frozen=True)
class Counts:
    """How much work a search did.

    Attributes
    ----------
    leaves : int
        Leaf evaluations, repeats included (the NBP of the literature).
    nodes : int
        Nodes entered, leaves and repeats included.
    researches : int
        Subtrees searched again because a narrow window or a test failed.
    max_open : int
        Largest number of states on OPEN.
    max_backup : int
        Largest number of states in BACKUP.
    table : int
        Largest number of entries in a transposition table.
    table_hits : int
        Times a transposition table answered.
    fallbacks : int
        Subtrees solved depth-first for lack of memory (ITERSSS*).
    rounds : int
        Time that a parallel search takes, in evaluations of a leaf.
    idle : int
        Rounds in which a processor had no work, of all processors together.
    steals : int
        Times that work was handed to another processor.

    Examples
    --------
    >>> import halfmove as hm
    >>> hm.search(hm.trees.explicit([[3, 5], [2, 9]]), "sss_star").counts
    Counts(leaves=3, nodes=6, max_open=2)
    """

    leaves: int = 0
    nodes: int = 0
    researches: int = 0
    max_open: int = 0
    max_backup: int = 0
    table: int = 0
    table_hits: int = 0
    fallbacks: int = 0
    rounds: int = 0
    idle: int = 0
    steals: int = 0

    def __add__(self, other: Counts) -> Counts:
        """The work of two searches together: sums, and for largest numbers the larger one."""
        numbers = {}
        for item in fields(self):
            one, two = getattr(self, item.name), getattr(other, item.name)
            numbers[item.name] = max(one, two) if item.name in _LARGEST else one + two
        return Counts(**numbers)

    __repr__ = changed_fields


_LARGEST = ("max_open", "max_backup", "table")
