"""The game that a PGN file is about. Chess needs no word; any other game is named by the tag Variant."""

from __future__ import annotations

import inspect
from functools import lru_cache
from typing import Any

from halfmove.adapters.arguments import text_of
from halfmove.adapters.from_text import call, few_moves
from halfmove.base.checks import shown
from halfmove.errors import HalfmoveError, UsageError
from halfmove.game import Game
from halfmove.games import GAMES, id_of

_USUAL = "chess"  # what a file is about that does not say it
_ALSO_USUAL = ("standard", "from position", "normal")  # other words for that, in files of other programs
_FROM_START = "Chess960"  # the same from a start position that changes the rules of castling, which the tag FEN tells
_ALSO_FROM_START = ("chess960", "chess 960", "fischerandom", "fischer random", "fischerrandom")


def variant_of(game: Game) -> str | None:
    """What the tag Variant says of a game; None for chess. A game of the package is named as on the command line."""
    name = game.parameters.get("game")
    if name not in GAMES:
        return None if name == _USUAL else game.name
    if name == _USUAL:
        return None if _is_usual(game) else _FROM_START
    given = []
    for key, parameter in inspect.signature(GAMES[name]).parameters.items():
        value = game.parameters.get(key)
        if parameter.kind is parameter.VAR_POSITIONAL:
            given += [text_of(each) for each in value or ()]
        elif value != parameter.default:
            given.append(f"{key}={text_of(value)}")
    return f"{name}:{','.join(given)}" if given else str(name)


def begins_as_named(game: Game) -> bool:
    """Whether the game that the tag names has the same start. Else the tag FEN says where a game begins."""
    usual = game_of_tag(None)
    if game.parameters.get("game") != _USUAL or game.write is None or usual.write is None:
        return True
    return game.write(game.start) == usual.write(usual.start)


def _is_usual(game: Game) -> bool:
    """Whether the positions of this game are positions of the usual one, too."""
    usual = game_of_tag(None)
    if game.write is None or usual.write is None or usual.locate is None:
        return True
    text = game.write(game.start)
    try:
        return usual.write(usual.locate(text)) == text
    except HalfmoveError:
        return False


def check_variant(game: Game, tag: str | None) -> None:
    """Check that a game in a file is one of this game, by its tag. Raises UsageError."""
    own = variant_of(game)
    if tag is None or tag in (game.name, own) or _meant(tag) == (own or _USUAL):
        return
    if game.parameters.get("game") == _USUAL and tag.strip().lower() in (*_ALSO_USUAL, *_ALSO_FROM_START, _USUAL):
        return  # its first position shows whether that is true
    raise UsageError(f"it is a game of {shown(tag)}, not of {shown(own or _USUAL)}")


@lru_cache(maxsize=64)
def _meant(tag: str) -> str | None:
    try:
        return variant_of(game_of_tag(tag)) or _USUAL
    except HalfmoveError:
        return None


def game_of_tag(tag: str | None, start: str | None = None) -> Game:
    """The game of the package that a tag names. A file must not choose which code runs, so others are refused.

    start   the text of the first position, if the file has one
    """
    words = _USUAL if tag is None or tag.strip().lower() in _ALSO_USUAL else tag.strip()
    if words.lower() in _ALSO_FROM_START:
        factory: Any = GAMES[_USUAL]
        return factory() if start is None else factory(start)  # type: ignore[no-any-return]
    return _named(words)


@lru_cache(maxsize=16)
def _named(words: str) -> Game:
    name, _, arguments = words.partition(":")
    found = id_of(name)
    if found is None:
        raise UsageError(f"it is a game of {shown(words)}, which does not come with halfmove: name the game, too")
    return few_moves(call(found, GAMES[found], arguments), "the file")
