"""Reading moves from text: as players write them down (`spell`), or as the game writes them (`format`)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

from halfmove.base.checks import is_whole, shown
from halfmove.base.signatures import where
from halfmove.errors import GameError, UsageError
from halfmove.game import Game
from halfmove.game import written as text_of

_SHOWN = 60  # moves in an error
_FEW = 4  # moves that a word may mean


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
    return None if game.outcome(at)[0] else move_among(game, at, game.legal(at), word)


def move_among(game: Game, at: Any, legal: list[Any], word: str) -> tuple[Any] | None:
    """The same for these moves of the position."""
    wanted = _bare(word)
    if game.spell is not None and (spelled_so := _as_spelled(game, at, legal, word)):
        if len(spelled_so) > 1:
            which = " or ".join(sorted(spelled(game, at, move) for move in spelled_so)[:_FEW])
            raise UsageError(f"{shown(word)} may be {which} there")
        return (spelled_so[0],)
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


def spelled(game: Game, at: Any, move: Any) -> str:
    """A move as players write it down in this position, by the game's `spell` if it has one, else by `format`."""
    if game.spell is None:
        return text_of(game, move)
    text = game.spell(at, move)
    if not isinstance(text, str):
        what = f"spell({shown(at)}, {shown(move)}) returns {shown(text)}, which is not text"
        raise GameError(f"{game.name}: {what} ({where(game.spell)})")
    return text


def line_spelled(game: Game, at: Any, moves: Iterable[Any]) -> list[str]:
    """A line of moves from a position, each as players write it down."""
    words = []
    for move in moves:
        words.append(spelled(game, at, move))
        at = game.next(at, move)
    return words


def _as_spelled(game: Game, at: Any, legal: list[Any], word: str) -> list[Any]:
    """The legal moves that players may mean by this word: one, none, or several if it does not say enough.

    A word may lack signs that do not say which move it is, such as + for a check. It may also say more than the
    spelling, as far as the whole text of the move confirms it: Ngf3 or Ng1f3 for Nf3.
    """
    wanted = _signs(word)
    if not wanted:
        return []
    # Spelling is slow, because it compares all moves. Most spellings end like the whole text: try those moves first.
    texts: dict[Any, str] = {}
    for moves in ([move for move in legal if _signs(text_of(game, move)).endswith(wanted[-2:])], legal):
        texts = {move: spelled(game, at, move) for move in moves}
        if same := [move for move, text in texts.items() if text == word]:
            return same
        if same := [move for move, text in texts.items() if _signs(text) == wanted]:
            return same
    signs = {move: _signs(text) for move, text in texts.items()}
    if confirmed := [move for move, text in signs.items() if _confirms(text, wanted, _signs(text_of(game, move)))]:
        return confirmed
    meant = [move for move, text in signs.items() if text[:1] == wanted[0] and _is_part(wanted, text)]
    return meant if len(meant) > 1 else []


def _confirms(spelling: str, word: str, text: str) -> bool:
    """Whether a word says at least what the spelling says, and no more than the spelling and the whole text."""
    begin = next((i for i, sign in enumerate(spelling) if sign in text), len(spelling))
    return _is_part(spelling, word) and _is_part(word, spelling[:begin] + text)


def _is_part(part: str, whole: str) -> bool:
    """Whether a text is the other one with some signs left out."""
    rest = iter(whole)
    return all(any(sign == other for other in rest) for sign in part)


def _signs(word: str) -> str:
    """The signs of a word that say which move it is: 0 is the letter O, and a letter after a last number is a capital.

    >>> _signs("0-0+"), _signs("exd8=q#"), _signs("Nf3!?")
    ('OO', 'ed8Q', 'Nf3')
    """
    text = re.sub(r"e\.p\.|[\s+#!?=x:()-]", "", word).replace("0", "O")
    return re.sub(r"(?<=\d)[a-z]$", lambda last: last[0].upper(), text)


def has_numbers(game: Game, legal: list[Any]) -> bool:
    """Whether moves are listed with numbers to choose from, because they have no short text, or the same one."""
    if game.spell is not None:
        return False
    if game.format is None:
        return not any(is_whole(move) for move in legal)
    return len({_bare(text_of(game, move)) for move in legal}) < len(set(legal))


def written(game: Game, move: Any) -> str:
    """A move as `move_from` reads it, in one word."""
    return text_of(game, move).replace(" ", "") if game.format is not None else str(_unnamed(move)).replace(" ", "")


def _choices(game: Game, at: Any) -> str:
    """The moves of a position as text; only the first ones if there are many."""
    legal = [] if game.outcome(at)[0] else game.legal(at, _SHOWN + 1)
    texts = [written(game, move) if game.spell is None else spelled(game, at, move) for move in legal[:_SHOWN]]
    return " ".join(texts + ["..."] * (len(legal) > _SHOWN))


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
    elif game.spell is not None:  # with or without the numbers of moves
        parts = [re.sub(r"^\d+\.+", "", part) for part in re.split(r"[\s;,]+", words)]
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
