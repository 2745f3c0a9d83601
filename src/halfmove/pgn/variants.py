"""The game that a PGN file is about. Chess needs no word; any other game is named by the tag Variant."""

from __future__ import annotations

import inspect
from functools import lru_cache

from halfmove.adapters.arguments import text_of
from halfmove.adapters.from_text import call, few_moves
from halfmove.base.checks import shown
from halfmove.errors import HalfmoveError, UsageError
from halfmove.game import Game
from halfmove.games import GAMES, id_of

_USUAL = "chess"  # what a file is about that does not say it
_ALSO_USUAL = ("standard", "from position", "normal")  # other words for that, in files of other programs


def variant_of(game: Game) -> str | None:
    """What the tag Variant says of a game; None for chess. A game of the package is named as on the command line."""
    name = game.parameters.get("game")
    if name == _USUAL and len(game.parameters) == 1:
        return None
    if name not in GAMES:
        return game.name
    given = []
    for key, parameter in inspect.signature(GAMES[name]).parameters.items():
        value = game.parameters.get(key)
        if parameter.kind is parameter.VAR_POSITIONAL:
            given += [text_of(each) for each in value or ()]
        elif value != parameter.default:
            given.append(f"{key}={text_of(value)}")
    return f"{name}:{','.join(given)}" if given else str(name)


def check_variant(game: Game, tag: str | None) -> None:
    """Check that a game in a file is one of this game, by its tag. Raises UsageError."""
    if tag is None or tag in (game.name, own := variant_of(game)) or _meant(tag) == (own or _USUAL):
        return
    raise UsageError(f"it is a game of {shown(tag)}, not of {shown(own or _USUAL)}")


@lru_cache(maxsize=64)
def _meant(tag: str) -> str | None:
    try:
        return variant_of(game_of_tag(tag)) or _USUAL
    except HalfmoveError:
        return None


@lru_cache(maxsize=16)
def game_of_tag(tag: str | None) -> Game:
    """The game of the package that a tag names. A file must not choose which code runs, so others are refused."""
    words = _USUAL if tag is None or tag.strip().lower() in _ALSO_USUAL else tag.strip()
    name, _, arguments = words.partition(":")
    found = id_of(name)
    if found is None:
        raise UsageError(f"it is a game of {shown(words)}, which does not come with halfmove: name the game, too")
    return few_moves(call(found, GAMES[found], arguments), "the file")
