"""A book as text: its size, and its moves as a tree."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any

from halfmove.base.printable import printable_line
from halfmove.books.book import Book, BookMove
from halfmove.cli import text
from halfmove.cli.streams import fitted
from halfmove.players.saying import said


def summary(book: Book) -> dict[str, Any]:
    """The size of a book, as data."""
    return {"game": book.what} | book.stats()._asdict() | {"made": book.made}


def in_words(book: Book) -> str:
    """The same in a line."""
    found = book.stats()
    parts = [f"{found.entries:,} entries", f"{found.exact:,} of them proven", f"{found.positions:,} positions"]
    parts += [f"{found.games:,} games"] if found.games else []
    return f"{', '.join(parts)}, {found.deepest} half-moves deep"


def drawn(book: Book, position: Any, depth: int) -> str:
    """The moves of a position, and the moves after them."""
    lines = [fitted(line, sys.stdout, 12) for line in _lines(book, position, depth, "")]
    return "\n".join(lines) if lines else "The book has no moves here."


def _lines(book: Book, position: Any, depth: int, indent: str) -> Iterator[str]:
    entry = book.entry(position)
    if entry is None or depth == 0:
        return
    for move in entry.moves:
        name = printable_line(text.move(book.game, move.move))
        yield f"{indent}{name:<4} {value_in_words(book, move):<16} {source_in_words(move)}".rstrip()
        yield from _lines(book, book.game.next(position, move.move), depth - 1, f"{indent}  ")


def value_in_words(book: Book, move: BookMove) -> str:
    """The value of a move for the player that makes it."""
    if move.value is None:
        assert move.played is not None
        return f"{move.played.rate:.0%} of games"
    words = printable_line(said(book.game, move.value, move.bound))
    return "even" if words == "+0" else words


def source_in_words(move: BookMove) -> str:
    """Where a value comes from."""
    parts = []
    if move.source == "end":
        parts.append("the game is over")
    elif move.source == "database":
        parts.append("database" + ("" if move.distance is None else f", {move.distance} half-moves to the end"))
    elif move.source == "search":
        nodes = "" if move.nodes is None else f", {text.count(move.nodes)} nodes"
        parts.append(f"{'book and search' if move.inside else 'search'}: depth {move.depth}{nodes}")
    if move.value is not None:
        parts.append({"exact": "proven", "estimate": "estimate"}.get(move.bound, f"proven {move.bound} bound"))
    if move.played is not None:
        parts.append(f"games: {move.played.won} won, {move.played.drawn} drawn, {move.played.lost} lost")
    return "; ".join(parts)


def as_data(book: Book, position: Any, depth: int) -> list[dict[str, Any]]:
    """The tree as data."""
    entry = book.entry(position)
    if entry is None or depth == 0:
        return []
    found = []
    for move in entry.moves:
        data: dict[str, Any] = {"move": text.move(book.game, move.move), "value": _plain(move.value)}
        data |= {"said": value_in_words(book, move), "bound": move.bound, "exact": move.exact}
        data |= {"depth": move.depth, "source": move.source, "nodes": move.nodes, "distance": move.distance}
        data |= {"games": None if move.played is None else move.played._asdict()}
        data |= {"moves": as_data(book, book.game.next(position, move.move), depth - 1)}
        found.append(data)
    return found


def _plain(value: Any) -> Any:
    return str(value) if value in (float("inf"), float("-inf")) else value
