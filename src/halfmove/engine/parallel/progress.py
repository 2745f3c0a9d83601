"""How far a search by several processes is."""

from __future__ import annotations

from typing import NamedTuple

from halfmove.model import Score


class Progress(NamedTuple):
    """How far a search by several processes is.

    Attributes
    ----------
    value : int, float or None
        The best score so far; None if no move of the root is settled.
    settled : int
        How many moves of the root are settled.
    moves : int
        How many moves the root has.
    working : int
        How many jobs run now.
    jobs : int
        How many jobs are done.
    leaves : int
        How many leaves these evaluated.
    """

    value: Score | None
    settled: int
    moves: int
    working: int
    jobs: int
    leaves: int
