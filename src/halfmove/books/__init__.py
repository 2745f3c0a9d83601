"""Opening books: what they hold, their files, and how a move is chosen from them.

How they are made is in `halfmove.bookmaking`.
"""

from halfmove.books.book import Book, BookMove, Entry, Stats
from halfmove.books.values import Value

__all__ = ["Book", "BookMove", "Entry", "Stats", "Value"]
