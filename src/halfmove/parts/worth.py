"""The worth of a position: its value and the distance to the end, in one word. A larger word is better for the mover.

The value is the rank of the score among all scores of the game, counted from 0 up and down. The side that is ahead
wants a short way, the side that is behind a long one. In a draw both play on as long as they can: `FOREVER` if neither
side can end the game.
"""

from __future__ import annotations

FOREVER = (1 << 31) - 1  # half-moves
NOTHING = -(1 << 62)  # not known yet
HOLE = NOTHING + 1  # no position has this number
_RATING = 0xFFFFFFFF


def worth_of(value: int, distance: int) -> int:
    return (value << 32) + (FOREVER - distance if value > 0 else distance)


def value_in(worth: int) -> int:
    return worth >> 32


def distance_in(worth: int) -> int:
    rating = worth & _RATING
    return FOREVER - rating if worth >> 32 > 0 else rating


def before_move(worth: int, same: int) -> int:
    """The worth of a move that leads to a position of this worth; `same`: the same player moves again."""
    value, distance = value_in(worth), distance_in(worth)
    if distance < FOREVER:
        distance += 1
    return worth_of(value if same else -value, distance)
