"""What a page knows without a search: positions of a database, and of an opening book, as data.

A position has a key: its tier and rank where the game numbers its positions, else its words, after `symmetry` where one
position stands for several. The page finds the best move through the positions after the moves.
"""

from __future__ import annotations

from typing import Any

from halfmove.books.book import Book
from halfmove.books.positions import position_of
from halfmove.engine import shapes
from halfmove.errors import UsageError
from halfmove.game import Game
from halfmove.solving.database import Database

_MOST = 100_000  # positions in a page


def solved_positions(game: Game, given: Any) -> dict[str, Any]:
    """A database as data: rows of a key, the value for the side to move, and the half-moves to the end, or None."""
    database = given if isinstance(given, Database) else Database(given, game)
    database.check_game(game)
    if len(database) > _MOST:
        raise UsageError(
            f"the database has {len(database):,} positions; a page holds at most {_MOST:,}, so leave it out"
        )
    ranked = game.rank is not None
    rows = []
    for position, entry in database.positions():
        key = f"{game.tier_of(position)},{game.call('rank', position)}" if ranked else _key(position)
        rows.append([key, float(entry.value), entry.distance])
    return {"ranked": ranked, "folded": database.folded, "rows": rows}


def booked_positions(game: Game, given: Any) -> dict[str, Any]:
    """A book as data: its entries with what their moves are worth, and the searches behind them."""
    book = Book.of(given, game)
    if len(book) > _MOST:
        raise UsageError(f"the book has {len(book):,} positions; a page holds at most {_MOST:,}, so leave it out")
    rows = []
    for known in book.positions:
        entry = book.entry(position_of(game, known.position))
        if entry is None or not entry.complete:
            continue
        moves = []
        for each in entry.moves:
            child = game.next(entry.position, each.move)
            child = child if game.symmetry is None else game.call("symmetry", child)
            moves.append([_key(child), float(each.value), each.low == each.value, each.high == each.value])
        position = entry.position if game.symmetry is None else game.call("symmetry", entry.position)
        rows.append([_key(position), moves, entry.nodes, entry.depth])
    return {"folded": game.symmetry is not None, "rows": rows}


def _key(position: Any) -> str:
    return ",".join(str(shapes.as_bits(each)) for each in shapes.leaves_of(shapes.canonical(position), ""))
