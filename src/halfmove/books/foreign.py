"""Books of other programs, in formats that a game knows, and books that a person types: moves with weights, no values.

A game that can read such books has `readers["book"]`, a function of a path. It returns an object with `moves(p)`, which
lists the moves of a position with their weights, the heaviest first; a weight is how often a move should be played.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from halfmove.base.checks import shown
from halfmove.base.reading import opened
from halfmove.books.book import Book, BookMove, Entry
from halfmove.books.lines import SUFFIX, Lines
from halfmove.books.values import Value
from halfmove.conformance.rules_hash import rules_hash
from halfmove.errors import UsageError
from halfmove.game import Game

_BEGIN = b'{"kind"'  # of a book of halfmove
_LONGEST = 40  # half-moves of a line


class ForeignBook:
    """A book of another program, as a player uses it."""

    def __init__(self, game: Game, reader: Any) -> None:
        self.game, self._reader = game, reader

    def entry(self, position: Any = None) -> Entry | None:
        """The moves of a position, or None if the book does not know it."""
        at = self.game.start if position is None else position
        over = self.game.outcome(at)[0]
        moves = () if over else tuple(BookMove.weighted(move, weight) for move, weight in self._reader.moves(at))
        return Entry(at, moves, False) if moves else None

    def value(self, position: Any = None) -> Value | None:
        """None: such a book has no values."""
        return None

    def line(self, position: Any, move: Any) -> tuple[Any, ...]:
        """A move, and the heaviest moves after it."""
        line, seen, at = [move], {position}, self.game.next(position, move)
        while at not in seen and len(line) < _LONGEST and (entry := self.entry(at)) is not None:
            seen.add(at)
            line.append(entry.best.move)
            at = self.game.next(at, line[-1])
        return tuple(line)


def opened_book(book: Any, game: Game) -> Book | ForeignBook:
    """A book for a player: one of halfmove, or a file that the game can read. Raises UsageError."""
    if isinstance(book, ForeignBook):
        if book.game is not game and rules_hash(book.game) != rules_hash(game):
            raise UsageError(f"this book was opened for another game, {shown(book.game.name)}")
        return book
    if isinstance(book, str | Path) and Path(book).suffix == SUFFIX:
        return ForeignBook(game, Lines(game, book))
    if isinstance(book, str | Path) and "book" in game.readers:
        with opened(book, "the book ") as file:
            is_ours = file.read(len(_BEGIN)) == _BEGIN
        if not is_ours:
            return ForeignBook(game, game.readers["book"](str(book)))
    return Book.of(book, game)
