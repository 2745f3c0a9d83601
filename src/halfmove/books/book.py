"""Opening books: positions whose moves were valued beforehand.

>>> import halfmove as hm
>>> from halfmove.bookmaking import build
>>> book = build("tic_tac_toe", entries=12, depth=2, jobs=1, compiled=False)
>>> len(book), book.entry().best.move in hm.games.tic_tac_toe().legal(book.game.start)
(12, True)
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

from halfmove.adapters.from_text import call, few_moves
from halfmove.base.checks import file_name, shown
from halfmove.base.gate import checked
from halfmove.books import files
from halfmove.books.positions import known_as, numbers
from halfmove.books.records import Known, Played
from halfmove.books.values import Value, backed_up, rank
from halfmove.conformance.rules_hash import rules_hash
from halfmove.errors import UsageError
from halfmove.game import Game
from halfmove.games import GAMES, id_of
from halfmove.model import Bound


class BookMove(NamedTuple):
    """A move of an entry. Its value and the results of games are those of the player that makes it.

    Attributes
    ----------
    move
        The move.
    value, low, high
        What it is worth, and the proven bounds of that. None if only games are known.
    depth : int or None
        How many half-moves were looked ahead, this one and those through the book included.
    source : str
        "search", "database", "games", "end" if the move ends the game, or "other" in a book of another program.
    nodes : int or None
        Nodes of the search of the position after it. None if there was none.
    distance : int or None
        Half-moves to the end of the game, where a database knows it.
    played : Played or None
        Results of the games that reached the position after it.
    inside : bool
        Whether the position after it is an entry too. Then the value comes from that entry.
    weight : int or None
        How often it should be played, compared with the other moves, in a book of another program.
    """

    move: Any
    value: Any
    low: Any
    high: Any
    depth: int | None
    source: str
    nodes: int | None
    distance: int | None
    played: Played | None
    inside: bool
    weight: int | None = None

    @classmethod
    def weighted(cls, move: Any, weight: int) -> BookMove:
        """A move of a book of another program."""
        return cls(move, None, None, None, None, "other", None, None, None, False, weight)

    @property
    def bound(self) -> Bound:
        return "estimate" if self.value is None else self.worth.bound

    @property
    def exact(self) -> bool:
        """Whether the value is proven to the end of the game."""
        return self.bound == "exact"

    @property
    def worth(self) -> Value:
        assert self.value is not None
        return Value(self.value, self.low, self.high, self.depth or 0)


class Entry(NamedTuple):
    """A position with its moves, the best first.

    Attributes
    ----------
    position
        The position.
    moves : tuple of BookMove
        Its moves, the best first.
    complete : bool
        Whether all moves of the position are in the book and have a value.
    played : Played or None
        Results of the games that reached the position.
    """

    position: Any
    moves: tuple[BookMove, ...]
    complete: bool
    played: Played | None = None

    @property
    def best(self) -> BookMove:
        return self.moves[0]

    @property
    def nodes(self) -> int | None:
        """Nodes of the smallest search of its moves, leaving out moves with a proven winner; None if all have one."""
        return min((move.nodes or 0 for move in self._open), default=None)

    @property
    def depth(self) -> int:
        """The smallest depth to which these moves were searched."""
        return min((move.depth or 0 for move in self._open), default=0)

    @property
    def _open(self) -> list[BookMove]:
        return [move for move in self.moves if move.value is not None and not move.worth.decided]


class Stats(NamedTuple):
    """How large a book is.

    Attributes
    ----------
    entries : int
        Positions whose moves all have values.
    exact : int
        Entries that are proven to the end of the game.
    positions : int
        All positions that the book knows something about.
    games : int
        Games that began at the start.
    deepest : int
        Half-moves from the start to the farthest entry, or to the farthest position with games.
    nodes : int
        Nodes of all searches.
    """

    entries: int
    exact: int
    positions: int
    games: int
    deepest: int
    nodes: int


class Book:
    """An opening book of a game. `Book.load` reads one, `halfmove.bookmaking.build` makes one.

    Parameters
    ----------
    game : Game
        The game.
    what : str
        The game as it is written on the command line.
    made : mapping
        How the book was made.
    positions : iterable of Known
        What is known of positions, the start first.

    Examples
    --------
    >>> from halfmove import bookmaking
    >>> book = bookmaking.build("nim:1,2", entries=2, nodes=50, jobs=1, compiled=False)
    >>> book, book.value(book.game.start).value
    (Book('nim 1 2', 2 entries, 5 positions), 1)
    """

    @checked
    def __init__(self, game: Game, what: str, made: Mapping[str, Any], positions: Iterable[Known]) -> None:
        self.game, self.what, self.made = game, what, dict(made)
        self.positions = list(positions)
        self._numbers = {known.position: number for number, known in enumerate(self.positions)}
        if not self.positions:
            raise UsageError("a book needs at least one position: the start")

    @classmethod
    @checked
    def load(cls, path: Any, game: Game | None = None) -> Book:
        """Read a book from a file.

        Parameters
        ----------
        path : str or Path
            The file.
        game : Game, optional
            The game of the book. It may be left out if the game comes with halfmove.

        Returns
        -------
        Book
            The book.

        Raises
        ------
        UsageError
            If the file is not a book, is damaged, or holds a book for other rules.
        """
        if not isinstance(path, str | Path):
            raise UsageError(f"a book is read from a file: give its name, not {shown(path)}")
        head, rows = files.read(path)
        name = file_name(path)
        game = _named(head["game"], name) if game is None else game
        if head["rules"] != rules_hash(game):
            same = head["name"] == game.name
            other = "other rules of this game" if same else shown(head["name"])
            raise UsageError(f"{name} is not a book for {game.name}: it was made for {other}")
        return cls(game, head["game"], head["made"], rows.positions(len(numbers(game, game.start))))

    @classmethod
    def of(cls, book: Any, game: Game) -> Book:
        """The book itself, or the book in a file."""
        if isinstance(book, Book):
            if book.game is not game and rules_hash(book.game) != rules_hash(game):
                raise UsageError(f"this is not a book for {game.name}: it was made for {book.game.name}")
            return book
        if isinstance(book, str | Path):
            return cls.load(book, game)
        raise UsageError(f"book must be a Book or the name of a file, not {shown(book)}")

    @checked
    def save(self, path: str) -> None:
        """Write the book to a file. The file is written as a whole, or stays as it was.

        Parameters
        ----------
        path : str
            The file.
        """
        head = {"game": self.what, "name": self.game.name, "parameters": self.game.parameters}
        head |= {"rules": rules_hash(self.game), "made": self.made}
        files.write(path, head, self.positions)

    def __repr__(self) -> str:
        return f"Book({shown(self.game.name)}, {len(self)} entries, {len(self.positions)} positions)"

    def __len__(self) -> int:
        """How many entries it has: positions whose moves all have values."""
        return sum(known.complete for known in self.positions)

    @cached_property
    def _values(self) -> list[Value | None]:
        return backed_up(self.positions)

    @checked
    def entry(self, position: Any = None) -> Entry | None:
        """Look up the moves of a position.

        Parameters
        ----------
        position : optional
            The position. The default is the start.

        Returns
        -------
        Entry or None
            The moves that the book knows, or None if it knows none.
        """
        game = self.game
        at = game.start if position is None else position
        game.check_position(at)
        number = self._numbers.get(known_as(game, at))
        if number is None or not self.positions[number].links:
            return None
        linked = {link.child for link in self.positions[number].links}
        moves = [self._move(at, move, linked) for move in game.legal(at)]
        found = [each for each in moves if each is not None]
        if not found:
            return None
        found.sort(key=_rank, reverse=True)  # equal moves keep their order
        valued = all(each.value is not None for each in found)  # a cycle without any search has no value
        complete = self.positions[number].complete and len(found) == len(moves) and valued
        return Entry(at, tuple(found), complete, self.positions[number].played)

    def _move(self, at: Any, move: Any, linked: set[int]) -> BookMove | None:
        """A move that leads to a position that the entry links, else None. So no move has to be mirrored."""
        child = self.game.next(at, move)
        number = self._numbers.get(known_as(self.game, child))
        if number not in linked:
            return None
        again = self.game.moves_again(at, child)
        known, value = self.positions[number], self._values[number]
        played = known.played if known.played is None or again else known.played.turned()
        nodes = None if known.searched is None else known.searched.nodes
        if value is None and known.played is None:
            return None
        if value is None:
            return BookMove(move, None, None, None, None, "games", None, None, played, known.complete)
        source = "search" if known.probed is None else "end" if self.game.outcome(child)[0] else "database"
        distance = None if known.probed is None or known.probed.distance is None else known.probed.distance + 1
        return BookMove(move, *value.before(again), source, nodes, distance, played, known.complete)

    @checked
    def value(self, position: Any = None) -> Value | None:
        """Look up the value of a position.

        Parameters
        ----------
        position : optional
            The position. The default is the start.

        Returns
        -------
        Value or None
            The value for the side to move, or None if the book has none.
        """
        at = self.game.start if position is None else position
        self.game.check_position(at)
        number = self._numbers.get(known_as(self.game, at))
        return None if number is None else self._values[number]

    @checked
    def line(self, position: Any, move: Any) -> tuple[Any, ...]:
        """Follow the best moves after a move, as far as the book reaches.

        Parameters
        ----------
        position
            A position.
        move
            A legal move there.

        Returns
        -------
        tuple
            The move and the moves after it.
        """
        self.game.check_position(position)
        legal = [] if self.game.outcome(position)[0] else self.game.legal(position)
        if not any(type(each) is type(move) and each == move for each in legal):
            raise UsageError(f"{self.game.name}: {shown(move)} is not a move at {shown(position)}")
        line, seen = [move], {known_as(self.game, position)}
        at = self.game.next(position, move)
        while (key := known_as(self.game, at)) not in seen and not self.game.outcome(at)[0]:
            seen.add(key)
            entry = self.entry(at)
            if entry is None or entry.best.value is None:
                break
            line.append(entry.best.move)
            at = self.game.next(at, entry.best.move)
        return tuple(line)

    def stats(self) -> Stats:
        """Count entries, positions, games and nodes, and how much is proven.

        Returns
        -------
        Stats
            The counts.
        """
        inner = [number for number, known in enumerate(self.positions) if known.complete]
        exact = sum(value is not None and value.low == value.high for value in (self._values[each] for each in inner))
        start = self.positions[0]
        nodes = sum(known.searched.nodes for known in self.positions if known.searched is not None)
        games = 0 if start.played is None else start.played.games
        return Stats(len(inner), exact, len(self.positions), games, self._deepest(), nodes)

    def _deepest(self) -> int:
        seen, level, depth = {0}, [0], 0
        while True:
            level = [link.child for number in level for link in self.positions[number].links]
            level = [each for each in dict.fromkeys(level) if each not in seen and self.positions[each].links]
            if not level:
                return depth
            seen.update(level)
            depth += 1


def _rank(move: BookMove) -> tuple[Any, ...]:
    if move.value is not None:
        return (1, *rank(move.worth))
    assert move.played is not None
    return (0, move.played.rate)


def _named(what: str, name: str) -> Game:
    """A game that comes with halfmove. A file must not decide which code runs, so other games are refused."""
    game, _, arguments = what.partition(":")
    if (id := id_of(game)) is not None:
        return few_moves(call(id, GAMES[id], arguments), name)
    raise UsageError(f"{name} is a book of {shown(what)}, which is not one of halfmove's games: name the game, too")
