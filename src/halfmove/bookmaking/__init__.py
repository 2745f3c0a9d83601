"""Making opening books: from searches, from a database of solved positions, from games that were played.

>>> from halfmove import bookmaking
>>> book = bookmaking.build("tic_tac_toe", entries=10, depth=3, jobs=1, compiled=False)
>>> book.stats().entries
10
"""

from halfmove.bookmaking.building import Interrupted, build
from halfmove.bookmaking.from_games import add_games, games_in
from halfmove.bookmaking.growing import Progress

__all__ = ["Interrupted", "Progress", "add_games", "build", "games_in"]
