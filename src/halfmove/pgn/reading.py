"""Reading games from PGN: what other programs write, too, and what people type."""

from __future__ import annotations

import codecs
import re
import warnings
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

from halfmove.base.checks import file_name, shown
from halfmove.base.gate import checked
from halfmove.base.reading import content_of
from halfmove.errors import HalfmoveError, UsageError
from halfmove.game import Game, written
from halfmove.pgn.tokens import Chunk, Word, chunks
from halfmove.pgn.variants import check_variant, game_of_tag
from halfmove.pgn.written_game import OWN, RESULTS, WrittenGame, first_position, legal_in_a_file
from halfmove.players.move_text import move_among

_LARGEST = 1 << 28  # bytes
_NUMBER = re.compile(r"(\d+\.+|\.+)(.*)", re.ASCII | re.DOTALL)
_REMARKS = ("e.p.", "ep", "+", "++", "#", "=", "+-", "-+", "+/-", "-/+", "+=", "=+", "N", "D", "TN")


@checked
def read_games(file: str | Path, game: Game | None = None, *, skip_bad: bool = False) -> Iterator[WrittenGame]:
    """Read the games of a PGN file, one by one.

    Comments are kept; variations, which were not played, and marks such as $3 or ! are left out. A result that the
    file states counts, also where the rules do not end the game.

    Parameters
    ----------
    file : str or Path
        The file.
    game : Game, optional
        The game, which may be one of your own. The default is what the tag Variant of each game names among the games
        of halfmove, and chess where there is no such tag.
    skip_bad : bool
        Leave games out that cannot be read, with a warning for each. False: raise an error at the first one.

    Returns
    -------
    iterator of WrittenGame
        The games. Each is read when it is asked for.

    Raises
    ------
    UsageError
        If the file cannot be read, or a game in it has an illegal move. The sentence names the line.

    Examples
    --------
    >>> import halfmove as hm
    >>> hm.write_games([hm.WrittenGame(hm.games.tic_tac_toe(), (5, 1))], "/tmp/halfmove-doctest.pgn")
    >>> [each.moves for each in hm.read_games("/tmp/halfmove-doctest.pgn")]
    [(5, 1)]
    """
    content = content_of(file, _LARGEST).removeprefix(codecs.BOM_UTF8)
    try:
        text = content.decode()
    except UnicodeDecodeError:
        text = content.decode("latin-1")  # as the standard of 1994 says
    return games_in_text(text, game, name=file_name(file), skip_bad=skip_bad)


@checked
def games_in_text(
    text: str, game: Game | None = None, *, name: str = "the text", skip_bad: bool = False
) -> Iterator[WrittenGame]:
    """Read the games of a PGN text, one by one.

    Parameters
    ----------
    text : str
        The text.
    game : Game, optional
        The game, as for `read_games`.
    name : str
        What errors call the text.
    skip_bad : bool
        Leave games out that cannot be read, with a warning for each.

    Returns
    -------
    iterator of WrittenGame
        The games.
    """
    return _games(text, game, name, skip_bad)


def _games(text: str, game: Game | None, name: str, skip_bad: bool) -> Iterator[WrittenGame]:
    for chunk in chunks(re.sub(r"\r\n?", "\n", text), name):
        rest: Chunk | None = chunk
        while rest is not None:
            try:
                made, rest = _Reader(rest, game, name).read()
            except HalfmoveError as error:
                if not skip_bad:
                    raise
                warnings.warn(f"left out: {error}", RuntimeWarning, stacklevel=2)
                break
            yield made


def _is_last(words: list[Word], number: int) -> bool:
    """Whether only comments follow."""
    return all(word.kind == "comment" for word in islice(words, number + 1, None))


class _Reader:
    """Reads one game, and what follows its result without tags of its own."""

    def __init__(self, chunk: Chunk, game: Game | None, name: str) -> None:
        self._chunk, self._name = chunk, name
        tags = chunk.tags
        variant = tags.get("Variant")
        try:
            if game is None:
                game = game_of_tag(variant, tags.get("FEN"))
            else:
                check_variant(game, variant)
        except HalfmoveError as error:
            raise self._fault(chunk.line, str(error)) from None
        self._game = game
        self._at = self._start = self._first_position(tags.get("FEN"))
        self._moves: list[Any] = []
        self._comments: dict[int, str] = {}

    def _fault(self, line: int, words: str) -> UsageError:
        return UsageError(f"{self._name}, line {line}: {words}")

    def _first_position(self, text: str | None) -> Any:
        if text is None:
            return self._game.start
        try:
            return first_position(self._game, text)
        except HalfmoveError as error:
            raise self._fault(self._chunk.line, f"its first position: {error}") from None

    def read(self) -> tuple[WrittenGame, Chunk | None]:
        """(the game, what comes after its result)"""
        words, result, used = self._chunk.words, None, 0
        for i, word in enumerate(words):
            used = i + 1
            if word.kind == "comment":
                before = self._comments.get(len(self._moves))
                if word.text:
                    self._comments[len(self._moves)] = word.text if before is None else f"{before} {word.text}"
            elif word.text in RESULTS and (_is_last(words, i) or self._move(word.text) is None):
                result = word.text
                if not _is_last(words, i):
                    break
            else:
                self._word(word)
        tags = self._chunk.tags
        stated = result if result is not None else tags.get("Result")
        made = WrittenGame(
            self._game,
            self._moves,
            self._start if "FEN" not in tags or self._game.write is not None else None,
            stated if stated in RESULTS else None,
            {name: value for name, value in tags.items() if name not in OWN},
            self._comments,
            tags.get("FEN") if self._game.write is None else None,
        )
        rest = words[used:]
        return made, Chunk(rest[0].line, {}, rest) if rest else None

    def _word(self, word: Word) -> None:
        """A move, the number of a move, or both; or something that says nothing."""
        numbered, text = _NUMBER.fullmatch(word.text), word.text
        if numbered is not None and (self._game.spell is not None or self._move(text) is None):
            text = numbered[2]
            if not text:
                return
        try:
            move = self._move(text)
        except HalfmoveError as error:  # it may be several moves
            if text in _REMARKS:
                return
            raise self._fault(word.line, str(error)) from None
        if move is None:
            legal = legal_in_a_file(self._game, self._at)
            names = [written(self._game, move) for move in legal]
            is_number = text.isdecimal() and not any(map(str.isdecimal, names))  # of a move, without a point
            if is_number or text in _REMARKS or not text.strip("!?"):
                return
            why = "is not a legal move there" if legal else "comes after the end of the game"
            raise self._fault(word.line, f"{shown(text)} {why}")
        self._moves.append(move[0])
        self._at = self._game.next(self._at, move[0])

    def _move(self, text: str) -> tuple[Any] | None:
        legal = legal_in_a_file(self._game, self._at)
        found = move_among(self._game, self._at, legal, text) if legal else None
        bare = text.rstrip("!?")
        return move_among(self._game, self._at, legal, bare) if found is None and bare not in ("", text) else found
