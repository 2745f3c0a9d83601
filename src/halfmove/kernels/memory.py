"""The primitives for scores and memory, and `slot`; `primitives.py` offers them with all others."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from halfmove.bits import MASK, mix


def slot(function: Callable[..., Any]) -> Callable[..., Any]:
    """Mark a function as a slot: it is filled in when a kernel is bound to a game.

    Parameters
    ----------
    function : callable
        The function; its body is used where the slot is not filled.

    Returns
    -------
    callable
        The same function.
    """
    return function


class SlotNumber:
    """A name for a number that is constant during a search, filled in like a slot.

    `number` is its value where it is not filled; with None it must be filled.
    """

    def __init__(self, number: int | None = None) -> None:
        self.number = number


# Scores


@slot
def as_score(run, score):
    """Return the score in the number type of this search; not-a-number is an error.

    Parameters
    ----------
    run : object
        The record of the run.
    score : int or float
        A score of the game.
    """


@slot
def infinity():
    """Return a score above every score of a game."""


@slot
def next_up(score):
    """Return the smallest score above `score`: the next integer, or the next representable real number.

    Parameters
    ----------
    score : int or float
        A score.
    """


@slot
def halfway(low, high):
    """Return a score above `low` and not above `high`, about halfway between them.

    Parameters
    ----------
    low, high : int or float
        Scores.
    """


def next_down(score):
    """Return the largest score below `score`.

    Parameters
    ----------
    score : int or float
        A score.
    """
    return -next_up(-score)


# Memory: the elements of a list in plain Python, raw words at an address in machine code.


@slot
def peek(memory, index):
    """Return the whole number in a word of a memory.

    Parameters
    ----------
    memory : object
        A memory of the run, such as `run.arena`.
    index : int
        The index of its word.
    """


@slot
def poke(memory, index, number):
    """Write a whole number to a word of a memory.

    Parameters
    ----------
    memory : object
        A memory of the run, such as `run.arena`.
    index : int
        The index of its word.
    number : int
        The number, which fits into a signed word of 64 bits.
    """


@slot
def peek_score(memory, index):
    """Return the score in a word of a memory.

    Parameters
    ----------
    memory : object
        A memory of the run, such as `run.arena`.
    index : int
        The index of its word.
    """


@slot
def poke_score(memory, index, score):
    """Write a score to a word of a memory.

    Parameters
    ----------
    memory : object
        A memory of the run, such as `run.arena`.
    index : int
        The index of its word.
    score : int or float
        A score of this search.
    """


@slot
def peek_position(memory, index):
    """Return the position that is stored in `POSITION_WORDS` words of a memory.

    Parameters
    ----------
    memory : object
        A memory of the run, such as `run.arena`.
    index : int
        The index of its first word.
    """


@slot
def poke_position(memory, index, p):
    """Store a position in `POSITION_WORDS` words of a memory.

    Parameters
    ----------
    memory : object
        A memory of the run, such as `run.arena`.
    index : int
        The index of its first word.
    p : object
        The position.
    """


@slot
def poke_move(memory, index, move):
    """Store a move at `index` of a memory that holds only moves."""


@slot
def peek_move(memory, index): ...


@slot
def copy_moves(to_memory, to, from_memory, begin, count): ...


POSITION_WORDS: Any = SlotNumber()  # how many words a position takes


@slot
def same_position(memory, one, other):
    """Whether the same position is stored at both indices."""


@slot
def position_key(game, p):
    """The game's own number for a position."""


@slot
def position_code(game, p, height, memory, index):
    """A hash of a position, which is stored at this index, and its height."""


def code_by_key(game, p, height, memory, index):
    """`position_code` in machine code, in a game that has a key."""
    return mix((int(position_key(game, p)) ^ mix(height)) & MASK)


@slot
def make_room(memory, words):
    """Make sure that a memory has this many words (in machine code it always has its full size)."""
