"""Values in words: "wins in 3", "draw", "+0.8"."""

from __future__ import annotations

import re
from typing import Any

from halfmove.game import Game
from halfmove.model import Result
from halfmove.players.kernels.nodes import CLIP_REAL

_HUGE = 1e9  # points that are not written out
_INFINITE = 1e-6  # a mean above this part of CLIP_REAL contains infinite scores


def said(game: Game, value: Any, bound: str, winner_moves: int | None = None) -> str:
    """The value of a position for the side to move, in words: "wins in 3", "draw", "+0.8".

    bound         "exact", "lower", "upper" or "estimate", as in a `Result`
    winner_moves  how many moves the winner still makes, if known
    """
    won, lost = value > 0 and bound in ("exact", "lower"), value < 0 and bound in ("exact", "upper")
    if won or lost:
        words = "wins" if won else "loses"
        if winner_moves is not None:
            words += f" in {winner_moves}"
        if game.say is not None and abs(value) != float("inf"):
            words += f" {game.say(abs(value))}"
        return words
    if value == 0 and bound == "exact":
        return "draw"
    if abs(value) == float("inf"):
        return "not known"
    if abs(value) >= _INFINITE * CLIP_REAL:  # a mean of infinite scores: a win counts as 1
        return f"{value / CLIP_REAL:+.2f}"
    points = value / game.unit
    if abs(points) >= _HUGE:
        return f"{points:+.3g}"
    return f"{points:+.2f}" if game.unit != 1 or value != int(value) else f"{int(value):+d}"


def moves_of_winner(result: Result) -> int | None:
    """The number of moves to a win, if the words about the result name it."""
    found = re.match(r"(?:wins|loses) in (\d+)", result.said)
    return None if found is None else int(found[1])
