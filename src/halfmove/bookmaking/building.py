"""Make a book, or extend one."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from typing import Any

import halfmove
from halfmove.base import outputs
from halfmove.base.checks import MOST_JOBS, shown, whole
from halfmove.base.gate import checked
from halfmove.bookmaking.growing import Growing, OutOfTime, Progress
from halfmove.bookmaking.searching import Effort, game_of, player_of, spec_of
from halfmove.books.book import Book
from halfmove.books.positions import known_as
from halfmove.books.records import Known
from halfmove.conformance.rules_hash import rules_hash
from halfmove.errors import UsageError
from halfmove.studies.cores import cores
from halfmove.studies.specs import TreeSpec

MOST_ENTRIES = 1_000_000
_LONGEST = 1e9  # seconds
_LARGEST = 1e9


class Interrupted(KeyboardInterrupt):
    """Raised on Ctrl-C while a book is made. `book` is the book so far."""

    def __init__(self, book: Book) -> None:
        super().__init__(f"stopped by Ctrl-C with {len(book)} entries")
        self.book = book


@checked
def build(
    game: str,
    entries: int = 100,
    *,
    nodes: int | None = None,
    seconds: float | None = None,
    depth: int | None = None,
    total_seconds: float | None = None,
    per_point: float | None = None,
    jobs: int | None = None,
    seed: int | None = None,
    memory: Any = "16 MB",
    compiled: bool | None = None,
    file: str | None = None,
    extend: Book | None = None,
    database: Any = None,
    progress: Callable[[Progress], None] | None = None,
) -> Book:
    """Make an opening book by drop-out expansion from the start of a game.

    Parameters
    ----------
    game : str
        The game as on the command line: "connect_four", "my_game.py:game".
    entries : int
        How many positions get values for all their moves; fewer if the game has no more.
    nodes, seconds, depth : optional
        Limits of the search of each position. The default is those of `extend`, or 100,000 nodes.
    total_seconds : float, optional
        When to stop, even if there are fewer entries.
    per_point : float, optional
        A move that is one point worse counts as this many half-moves deeper. None finds a scale itself.
    jobs : int, optional
        How many processes to use; by default one for each core. The book is the same for any number of them, unless a
        limit is in seconds.
    seed : int, optional
        Seed of searches that are random.
    memory : int or str
        Bytes of the table of each search.
    compiled : bool, optional
        As in `halfmove.Player`.
    file : str, optional
        The file in which the book is saved while it grows.
    extend : Book, optional
        A book to extend.
    database : optional
        A source of exact values, used before a search. `database.probe(position)` returns None, or an object with
        `value`, for the side to move, and `distance`, the half-moves to the end or None.
    progress : callable, optional
        Called after each search with a `Progress`.

    Returns
    -------
    Book
        The book.

    Raises
    ------
    Interrupted
        On Ctrl-C. It holds the book so far.
    """
    whole("entries", entries, 1, MOST_ENTRIES)
    jobs = cores() if jobs is None else whole("jobs", jobs, 1, MOST_JOBS)
    if total_seconds is not None and not 0 < total_seconds < _LONGEST:
        raise UsageError(f"total_seconds must be above 0 and at most some years, not {shown(total_seconds)}")
    if database is not None and not callable(getattr(database, "probe", None)):
        raise UsageError(f"a database must have a method `probe(position)`, which {shown(database)} does not have")
    if file is not None:
        outputs.check(file)
        if os.path.exists(file) and extend is None:
            raise UsageError(f"{file} already exists: extend it, or name another file")
    began = time.monotonic()
    spec = spec_of(game)
    book = empty(spec) if extend is None else checked_book(extend, spec)
    if nodes is None and seconds is None and depth is None:
        nodes, seconds, depth = (book.made.get(name) for name in ("nodes", "seconds", "depth"))
    per_point = book.made.get("per_point") if per_point is None else per_point
    if per_point is not None and not 0 <= per_point <= _LARGEST:
        raise UsageError(f"per_point must be from 0 to {_LARGEST:g}, not {shown(per_point)}")
    seed = book.made.get("seed", 0) if seed is None else seed
    effort = Effort(nodes, seconds, depth, seed, memory, compiled)
    book.made = effort.as_dict() | {"halfmove": halfmove.__version__}
    book.made |= {} if per_point is None else {"per_point": per_point}
    until = None if total_seconds is None else began + total_seconds
    growing = Growing(book, spec, effort, per_point, database, file, until, progress)
    try:
        if entries > len(book):
            player_of(spec, effort)  # compiles the machine code that all processes need
        growing.grow(entries, jobs)
    except OutOfTime:
        pass
    except KeyboardInterrupt:
        growing.keep(entries, at_once=True)
        raise Interrupted(growing.book()) from None
    growing.keep(entries, at_once=True)
    return growing.book()


def empty(spec: TreeSpec) -> Book:
    """A book with nothing but the start."""
    game = game_of(spec)
    return Book(game, str(spec), {}, [Known(known_as(game, game.start))])


def checked_book(book: Book, spec: TreeSpec) -> Book:
    """A copy of a book. Raises UsageError if it is a book of another game."""
    game = game_of(spec)
    if rules_hash(book.game) != rules_hash(game):
        raise UsageError(f"the book to extend is a book of {book.game.name}, not of {game.name}")
    return Book(game, book.what, dict(book.made), list(book.positions))
