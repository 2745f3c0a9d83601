"""Where a search begins, from text."""

from __future__ import annotations

import re
from typing import Any

from halfmove.checks import shown
from halfmove.cli import text
from halfmove.errors import UsageError
from halfmove.game import Game


def position_from(game: Game, words: str) -> Any:
    """A position by its name, if the game has names for them, or as the moves that lead to it from the start.

    Moves are separated by blanks or commas (numbered ones also by points) and written as the game writes them.
    """
    if game.locate is not None:
        return game.locate(words)
    at, words = game.start, words.strip()
    if words in ("", "0") and game.numbered:
        return at
    if _found(game, at, words) is not None:
        parts = [words]
    elif game.numbered:
        parts = re.split(r"[\s,.]+", words)
    else:
        parts = re.split(r"[\s;]+", words) if re.search(r"[\s;]", words) else words.split(",")
    for part in filter(None, parts):
        move = _found(game, at, part)
        if move is None:
            over = game.outcome(at)[0]
            choices = " ".join(text.move(game, each).replace(" ", "") for each in game.legal(at)) if not over else ""
            why = f"the moves there are {choices}" if choices else "the game is over there"
            raise UsageError(f"position {shown(words)}: {shown(part)} is not a move; {why}")
        at = game.next(at, move[0])
    return at


def _found(game: Game, at: Any, word: str) -> tuple[Any] | None:
    """The legal move that is written so, in a tuple: a move may be None."""
    if game.outcome(at)[0]:
        return None
    wanted = _bare(word)
    for move in game.legal(at):
        if wanted in (_bare(text.move(game, move)), _bare(str(move)), _bare(str(_unnamed(move)))):
            return (move,)
    return None


def _unnamed(move: Any) -> Any:
    return tuple(move) if isinstance(move, tuple) else move


def _bare(word: str) -> str:
    return re.sub(r"[\s()]", "", word)
