"""Growing a book: batches of positions become entries, each when all its moves have values.

A batch is chosen from the values that all searches before it gave, and is finished before the next one is chosen. So
the book does not depend on which search was done first, on the number of processes, or on whether the work was
interrupted and resumed. The searches of an unfinished batch are at the end of a file, without a link to them.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple, Protocol

from halfmove.base.checks import real, shown
from halfmove.bookmaking.dropout import next_positions
from halfmove.bookmaking.searching import Effort, game_of, searched
from halfmove.books.book import Book
from halfmove.books.positions import known_as, position_of
from halfmove.books.records import Known, Link, Probed, Searched
from halfmove.books.values import backed_up
from halfmove.engine.parallel.workers import Workers
from halfmove.errors import UsageError
from halfmove.game import Game
from halfmove.studies.specs import TreeSpec

_PART, _MOST = 8, 16  # a batch is one eighth of the entries, and at most 16
_SHARE = 10  # times as long as writing took, until the file is written again

Key = tuple[int, ...]


class Database(Protocol):
    """A source of exact values. An answer has `value`, for the side to move, and `distance` to the end or None."""

    def probe(self, position: Any) -> Any: ...


class Progress(NamedTuple):
    """How far a book has grown.

    Attributes
    ----------
    entries : int
        How many entries it has.
    wanted : int
        How many it shall have.
    searched : int
        How many positions were searched.
    """

    entries: int
    wanted: int
    searched: int


class OutOfTime(Exception):
    """The seconds for the whole book are over."""


class Growing:
    """A book that grows.

    book       what there is already
    file       where it is kept
    until      on the clock `time.monotonic`: when to stop
    """

    def __init__(
        self,
        book: Book,
        spec: TreeSpec,
        effort: Effort,
        per_point: float | None,
        database: Database | None,
        file: str | None,
        until: float | None,
        progress: Callable[[Progress], None] | None,
    ) -> None:
        self.spec, self.effort, self.per_point, self.database = spec, effort, per_point, database
        self.file, self.until, self.progress = file, until, progress
        self.game: Game = game_of(spec)
        self.what, self.made = book.what, book.made
        linked = {link.child for known in book.positions for link in known.links}
        self.positions: list[Known] = []
        self.pending: dict[Key, Known] = {}
        places = {}
        for number, known in enumerate(book.positions):
            if number and number not in linked and not known.links and known.played is None:
                self.pending[known.position] = known
            else:
                places[number] = len(self.positions)
                self.positions.append(known)
        for number, known in enumerate(self.positions):
            links = tuple(link._replace(child=places[link.child]) for link in known.links)
            self.positions[number] = known._replace(links=links)
        self.numbers = {known.position: number for number, known in enumerate(self.positions)}
        self._write_at = 0.0

    def book(self) -> Book:
        """The book so far."""
        rest = [self.pending[key] for key in sorted(self.pending)]
        return Book(self.game, self.what, self.made, self.positions + rest)

    def grow(self, entries: int, jobs: int) -> None:
        """Add entries until there are this many, or no position is left. Raises OutOfTime."""
        with Workers(jobs) as workers:
            while (missing := entries - self._entries()) > 0:
                chosen = next_positions(self.positions, backed_up(self.positions), self.per_point)
                chosen = chosen[: min(missing, _MOST, max(1, self._entries() // _PART))]
                if not chosen:
                    return
                moves = {number: self._moves(number) for number in chosen}
                for key, found in self._searches(self._unknown(moves), workers, jobs):
                    self.pending[key] = Known(key, searched=found)
                    self.keep(entries)
                for number, links in moves.items():
                    self._enter(number, links)
                self.keep(entries)

    def _entries(self) -> int:
        return sum(known.complete for known in self.positions)

    def _moves(self, number: int) -> dict[Key, tuple[Any, bool]]:
        """The positions after the moves of a position, and whether the same player moves again there."""
        game, at = self.game, position_of(self.game, self.positions[number].position)
        children = (game.next(at, move) for move in game.legal(at))
        return {known_as(game, child): (child, game.moves_again(at, child)) for child in children}

    def _unknown(self, moves: dict[int, dict[Key, tuple[Any, bool]]]) -> list[Key]:
        """The positions that must be searched. Exact values of the others are recorded."""
        wanted: dict[Key, None] = {}
        for links in moves.values():
            for key, (child, _) in links.items():
                there = self.positions[self.numbers[key]] if key in self.numbers else self.pending.get(key)
                if key in wanted or (there is not None and there.has_value):
                    continue
                probed = self._probed(child)
                if probed is None:
                    wanted[key] = None
                else:
                    self.pending[key] = Known(key, probed=probed)
        return list(wanted)

    def _probed(self, position: Any) -> Probed | None:
        """The exact value of a position, if the game is over there or the database has it."""
        over, score = self.game.outcome(position)
        if over:
            return Probed(score + 0, 0)
        found = None if self.database is None else self.database.probe(position)
        if found is None:
            return None
        value = real(found.value)
        if value is None:
            raise UsageError(f"the database gives a position the value {shown(found.value)}, which is not a number")
        return Probed(value, int(found.distance) if found.distance else None)  # 0 would be the end of the game

    def _searches(self, keys: list[Key], workers: Workers, jobs: int) -> Iterator[tuple[Key, Searched]]:
        if jobs == 1:
            for key in keys:
                self._look_at_clock()
                yield key, searched(key, self.spec, self.effort)
            return
        waiting = deque(keys)
        while waiting or workers.busy:
            self._look_at_clock()
            workers.hand_out(searched, waiting, self.spec, self.effort)
            yield from workers.answers(waiting, patiently=True)

    def _look_at_clock(self) -> None:
        if self.until is not None and time.monotonic() > self.until:
            raise OutOfTime

    def _enter(self, number: int, moves: dict[Key, tuple[Any, bool]]) -> None:
        """Make an entry of a position: all its moves have values now."""
        links = []
        for key, (_, again) in moves.items():
            new = self.pending.pop(key, None)
            if key not in self.numbers:
                assert new is not None
                self.numbers[key] = len(self.positions)
                self.positions.append(new)
            elif new is not None:  # only games were known
                there = self.positions[self.numbers[key]]
                self.positions[self.numbers[key]] = there._replace(searched=new.searched, probed=new.probed)
            links.append(Link(self.numbers[key], again))
        self.positions[number] = self.positions[number]._replace(links=tuple(links), complete=True)

    def keep(self, entries: int = 0, at_once: bool = False) -> None:
        """Report progress, and write the file unless that was done a moment ago."""
        if self.progress is not None:
            done = sum(known.searched is not None for known in (*self.positions, *self.pending.values()))
            self.progress(Progress(self._entries(), entries, done))
        if self.file is None or (not at_once and time.monotonic() < self._write_at):
            return
        began = time.monotonic()
        self.book().save(self.file)
        now = time.monotonic()
        self._write_at = now + _SHARE * (now - began)
