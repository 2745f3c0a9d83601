"""Games as part of a book: how often each position was reached, and with which results.

Files of games are those that halfmove writes: of `halfmove match --out`, of its `--games-file`, of `save` in
`halfmove play`, and what `halfmove play --you none --json` prints; and PGN files of any program. Every move is checked
to be legal. Games that are not over are left out; in PGN that is what their result says.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

import halfmove
from halfmove.base.checks import LONGEST_LINE, file_name, shown, whole
from halfmove.base.gate import checked
from halfmove.base.reading import content_of, json_of
from halfmove.bookmaking.building import checked_book, empty
from halfmove.bookmaking.searching import game_of, spec_of
from halfmove.books.book import Book
from halfmove.books.lines import move_named
from halfmove.books.positions import known_as
from halfmove.books.records import Known, Link, Played
from halfmove.errors import UsageError
from halfmove.game import Game
from halfmove.pgn import read_games
from halfmove.repetition import outcome_in_game

FIRST = 20  # half-moves of each game that go into a book
_LARGEST = 1 << 28  # bytes


class Record(NamedTuple):
    """A game in a file: the name of the game, the position where it begins, and its moves as text."""

    game: str
    place: str | None
    moves: tuple[str, ...]


class Added(NamedTuple):
    """The result of `add_games`.

    Attributes
    ----------
    book : Book
        The book.
    games : int
        How many games were added.
    unfinished : int
        How many were left out because they are not over.
    """

    book: Book
    games: int
    unfinished: int


@checked
def add_games(game: str, file: str, extend: Book | None = None, first: int = FIRST) -> Added:
    """Add the games of a file to a book.

    Parameters
    ----------
    game : str
        The game as on the command line.
    file : str
        A file of games that halfmove wrote, or a PGN file, whose name ends with ".pgn".
    extend : Book, optional
        The book to add them to. The default is a new one.
    first : int
        How many half-moves of each game go into the book.

    Returns
    -------
    Added
        The book and how many games were added.

    Raises
    ------
    UsageError
        If the file holds no finished game of this game, or an illegal move.
    """
    whole("first", first, 1, LONGEST_LINE)
    spec = spec_of(game)
    made = game_of(spec)
    book = empty(spec) if extend is None else checked_book(extend, spec)
    positions = list(book.positions)
    numbers = {known.position: number for number, known in enumerate(positions)}
    names = {str(spec), made.name, game.strip()}
    used = unfinished = 0
    for line, score in _pgn_games(made, file) if is_pgn(file) else _own_games(made, names, file):
        if score is None:
            unfinished += 1
            continue
        used += 1
        _add(made, positions, numbers, line, score, first)
    if not used:
        raise UsageError(f"{file_name(file)}: none of its games is over, so there is nothing to learn from them")
    how = book.made | {"games": book.made.get("games", 0) + used, "halfmove": halfmove.__version__}
    return Added(Book(made, book.what, how, positions), used, unfinished)


def _own_games(game: Game, names: set[str], file: str) -> Iterator[tuple[list[Any], Any]]:
    """(the positions of a game, its score for the side to move at its end, or None if it is not over)"""
    for count, record in enumerate(games_in(file), 1):
        where = f"{file_name(file)}, game {count}"
        if record.game not in names and record.game.partition(" (code")[0] not in names:
            raise UsageError(f"{where}: it is a game of {shown(record.game)}, not of {game.name}")
        line = _line(game, record, where)
        over, score = outcome_in_game(game, line)
        yield line, score if over else None


def is_pgn(file: str) -> bool:
    """Whether a name is that of a PGN file."""
    return file.lower().endswith(".pgn")


def _pgn_games(game: Game, file: str) -> Iterator[tuple[list[Any], Any]]:
    """The same for a PGN file. Its scores are 1, 0 and -1."""
    for written in read_games(file, game):
        points = {"1-0": 1, "0-1": -1, "1/2-1/2": 0}.get(str(written.result))
        yield list(written.positions), points if points is None or written.sides()[-1] else -points


def _add(game: Game, positions: list[Known], numbers: dict[Any, int], line: list[Any], score: Any, first: int) -> None:
    mine = [True]  # whether the side to move at the end is to move here; from the end backwards
    for at, child in zip(reversed(line[:-1]), reversed(line[1:]), strict=True):
        mine.append(mine[-1] == game.moves_again(at, child))
    mine.reverse()
    before: tuple[int, Any] | None = None  # the number of the position before, and the position
    met = set()
    for at, ours in list(zip(line, mine, strict=True))[: first + 1]:
        key = known_as(game, at)
        if key not in numbers:
            numbers[key] = len(positions)
            positions.append(Known(key))
        number = numbers[key]
        if before is not None and not positions[before[0]].complete:
            there, link = positions[before[0]], Link(number, game.moves_again(before[1], at))
            if link not in there.links:
                positions[before[0]] = there._replace(links=(*there.links, link))
        if number not in met:  # a position that a game reaches twice counts once
            met.add(number)
            won, drawn, lost = positions[number].played or Played()
            value = score if ours else -score
            played = Played(won + (value > 0), drawn + (value == 0), lost + (value < 0))
            positions[number] = positions[number]._replace(played=played)
        before = number, at


def _line(game: Game, record: Record, where: str) -> list[Any]:
    """The positions of a game, one after the other."""
    line = [game.start]
    if record.place is not None and game.locate is not None:
        line = [game.locate(record.place)]
    elif record.place is not None:
        for word in re.split(r"[\s,;]+", record.place.strip()):
            line = [game.next(line[-1], move_named(game, line[-1], word, f"{where}, its position"))]
    for number, word in enumerate(record.moves, 1):
        line.append(game.next(line[-1], move_named(game, line[-1], word, f"{where}, move {number}")))
    return line


@checked
def games_in(file: str) -> Iterator[Record]:
    """Read the games in a file that halfmove wrote.

    Parameters
    ----------
    file : str
        The file: of `halfmove match`, or a saved game.

    Returns
    -------
    iterator of Record
        The games.

    Raises
    ------
    UsageError
        If there are none, or the file is damaged.
    """
    content = content_of(file, _LARGEST).decode(errors="replace")
    try:
        found = [json_of(content)]
    except ValueError:
        try:
            found = [json_of(line) for line in content.splitlines() if line.strip()]
        except ValueError:
            found = []
    try:
        records = [record for each in found for record in _records(each)]
    except (KeyError, TypeError, AttributeError, ValueError):
        records = []
    if not records:
        raise UsageError(f"{file_name(file)} holds no games that halfmove wrote, or is damaged")
    return iter(records)


def _records(data: Any) -> Iterator[Record]:
    if data.get("kind") == "halfmove match":
        for pair in data["pairs"]:
            for each in pair:
                yield _record(data["match"]["game"], None, each["moves"])
    elif data.get("kind") == "halfmove game":
        yield _record(data["game"], data["position"], data["moves"])
    elif "what" in data:  # of `halfmove play --json`
        yield _record(data["what"], data["position"], data["moves"])
    else:  # a line of `halfmove match --games-file`
        yield _record(data["game"], None, [*data["opening"], *data["moves"]])


def _record(game: Any, place: Any, moves: Any) -> Record:
    if not isinstance(game, str) or not isinstance(place, str | None) or not isinstance(moves, list):
        raise TypeError
    if not all(isinstance(word, str) for word in moves):
        raise TypeError
    return Record(game, place, tuple(moves))
