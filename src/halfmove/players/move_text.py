"""Reading moves from text, as a game writes them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from halfmove.base.checks import is_whole, shown
from halfmove.errors import UsageError
from halfmove.game import Game
from halfmove.game import written as text_of

_SHOWN = 60  # moves in an error


def line_from(game: Game, at: Any, words: str, what: str) -> list[Any]:
    """Read a line of moves from a position. Every move must be legal.

    They are separated by blanks or commas (numbered ones also by points). Where a game names its positions by moves,
    they may also be joined: 445.

    what   the name of `words` in errors
    """
    line = []
    for word in _words(game, at, words.strip()):
        move = move_from(game, at, word)
        if move is None:
            why = f"the moves there are {choices}" if (choices := _choices(game, at)) else "the game is over there"
            raise UsageError(f"{what} {shown(words.strip())}: {shown(word)} is not a move; {why}")
        line.append(move[0])
        at = game.next(at, move[0])
    return line


def move_from(game: Game, at: Any, word: str) -> tuple[Any] | None:
    """The legal move with this text, in a tuple, because a move may be None. None: there is none.

    The text that the game writes comes first: a move 3 may be written 4, and 3 is another move then. If it writes
    numbers, a number is never the move as it is in Python, because the move that the user means may be illegal here.
    """
    if game.outcome(at)[0]:
        return None
    legal, wanted = game.legal(at), _bare(word)
    texts = [_bare(text_of(game, move)) for move in legal]
    meant = {move for move, text in zip(legal, texts, strict=True) if text == wanted}
    if len(meant) > 1:
        raise UsageError(f"{shown(word)} is how {game.name} writes {len(meant)} different moves there")
    if meant:
        return (meant.pop(),)
    if game.format is None or _shape(wanted) not in map(_shape, texts):
        for move in legal:
            if wanted in (_bare(str(move)), _bare(str(_unnamed(move)))):
                return (move,)
    if game.parse is not None:
        try:
            move = game.parse(word)
        except Exception:  # a game may refuse a text with any exception
            return None
        return (move,) if move in legal else None
    return None


def has_numbers(game: Game, legal: list[Any]) -> bool:
    """Whether moves are listed with numbers to choose from, because they have no short text, or the same one."""
    if game.format is None:
        return not any(is_whole(move) for move in legal)
    return len({_bare(text_of(game, move)) for move in legal}) < len(set(legal))


def written(game: Game, move: Any) -> str:
    """A move as `move_from` reads it, in one word."""
    return text_of(game, move).replace(" ", "") if game.format is not None else str(_unnamed(move)).replace(" ", "")


def _choices(game: Game, at: Any) -> str:
    """The moves of a position as text; only the first ones if there are many."""
    legal = [] if game.outcome(at)[0] else game.legal(at, _SHOWN + 1)
    return " ".join([written(game, move) for move in legal[:_SHOWN]] + ["..."] * (len(legal) > _SHOWN))


def _words(game: Game, at: Any, words: str) -> list[str]:
    """Split a text into its moves."""
    if words in ("", "0") and game.numbered:
        return []
    if move_from(game, at, words) is not None:
        return [words]
    if re.fullmatch(r"\([^()]*\)", words):
        words = words[1:-1]
    if game.numbered:
        parts = re.split(r"[\s,.]+", words)
    elif re.search(r"[\s;]", words):
        parts = [part.strip(",") for part in re.split(r"[\s;]+", words)]
    else:
        parts = words.split(",")
    parts = [part for part in parts if part]
    if len(parts) == 1 and game.locate is not None:
        return list(_joined(game, at, parts[0]))
    return parts


def _joined(game: Game, at: Any, words: str) -> Iterator[str]:
    """Split a text of joined moves. A part that cannot be read comes last."""
    while words:
        legal = [] if game.outcome(at)[0] else game.legal(at)
        fitting = [move for move in legal if words.startswith(written(game, move))]
        if not fitting:
            yield words
            return
        move = max(fitting, key=lambda move: len(written(game, move)))
        word = written(game, move)
        yield word
        at, words = game.next(at, move), words[len(word) :]


def _unnamed(move: Any) -> Any:
    return tuple(move) if isinstance(move, tuple) else move


def _shape(text: str) -> str:
    """A text with 0 for each number."""
    return re.sub(r"\d+", "0", text)


def _bare(word: str) -> str:
    """A move without blanks and parentheses. Parentheses that do not match stay, so that it is not a move."""
    return re.sub(r"[\s()]" if word.count("(") == word.count(")") else r"\s", "", word)
