"""Positions as text, by the hooks `write` and `locate` of a game: checked, because a game may be anybody's."""

from __future__ import annotations

from typing import Any

from halfmove.base.checks import shown
from halfmove.base.signatures import where
from halfmove.errors import GameError, HalfmoveError, UsageError
from halfmove.game import Game


def text_of_position(game: Game, position: Any) -> str:
    """A position as one line of text, which `position_of_text` reads. The game must have `write`."""
    assert game.write is not None
    text = game.write(position)
    if not isinstance(text, str) or not text or len(text.splitlines()) != 1:
        what = f"write({shown(position)}) returns {shown(text)}, which is not one line of text"
        raise GameError(f"{game.name}: {what} ({where(game.write)})")
    return text


def position_of_text(game: Game, text: str) -> Any:
    """The position that a text stands for. The game must have `locate`. Raises UsageError if there is none."""
    assert game.locate is not None
    try:
        position = game.locate(text)
        game.check_position(position)
    except HalfmoveError:
        raise
    except Exception as error:  # a game may refuse a text with any exception
        raise UsageError(f"{game.name}: {shown(text)} is no position ({shown(str(error))})") from None
    return position
