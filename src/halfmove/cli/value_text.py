"""The state of a game, in words for the user."""

from __future__ import annotations

import re
from typing import Any

from halfmove.base.printable import printable_line
from halfmove.cli.played_game import PlayedGame

SIDES = ("the first player", "the second player")


def value(said: str, to_move: int, you: tuple[int, ...]) -> str:
    """`Result.said`, which is about the side to move, in words for the user: "+0.80 for you", "you lose in 3".

    you   the sides of the user; if that is not exactly one, the words are about the first player
    """
    side = you[0] if len(you) == 1 else 0
    whom, other = ("you", to_move != side) if len(you) == 1 else (SIDES[0], to_move != side)
    verb, _, rest = said.partition(" ")
    if verb in ("wins", "loses"):
        wins = (verb == "wins") != other
        word = ("win" if wins else "lose") + ("" if whom == "you" else "s")
        return f"{whom} {word} {rest}".rstrip()
    if said == "draw":
        return "a draw"
    if said == "not known":
        return said
    if not re.fullmatch(r"[+-][\d.]+", said):
        mover = SIDES[to_move] if len(you) != 1 else "halfmove" if other else "you"
        return f"{said} for {mover}"
    if float(said) == 0:
        return "even"
    sign = "-" if (said[0] == "+") == other else "+"
    return f"{sign}{said[1:]} for {whom}"


def ended(match: PlayedGame, you: tuple[int, ...]) -> str:
    """A sentence that says who won a finished game."""
    winner = match.winner()
    if winner is None:
        return "The game is over: a draw."
    score: Any = abs(match.game.outcome(match.at)[1])
    how = f" {printable_line(match.game.say(score))}" if match.game.say is not None else ""
    if len(you) == 1:
        return f"The game is over: {'you win' if winner in you else 'you lose'}{how}."
    return f"The game is over: {SIDES[winner]} wins{how}."
