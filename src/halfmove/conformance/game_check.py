"""What random games show about the rules of a game.

Rules may keep the contract and still be those of another game. A person who knows the game sees that here.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, NamedTuple

from halfmove.base.checks import is_whole, shown
from halfmove.base.notebook import Shows, plural
from halfmove.base.printable import printable_line
from halfmove.game import Game, written

_DRAWN = 20  # random games in which `show` is called for each position: it may take a millisecond


class Step(NamedTuple):
    """A position of a random game, its scores and moves, and the move that is played; None at the end."""

    at: Any
    scores: list[Any]
    moves: list[Any]
    chosen: Any = None


@dataclass(frozen=True)
class FinishedGame:
    """A random game that ended.

    Attributes
    ----------
    moves : tuple of str
        Its moves.
    position : object
        The last position.
    picture : str
        That position, drawn by `show`.
    score : number
        What `result` returns there.
    second_to_move : bool
        Whether the second player is to move there.
    second_moved_last : bool
        Whether the second player made the last move.
    """

    moves: tuple[str, ...]
    position: Any
    picture: str
    score: Any
    second_to_move: bool
    second_moved_last: bool

    @property
    def winner(self) -> str | None:
        """Who has won, by `result` and the side to move: "first", "second", or None for a draw."""
        if self.score == 0:
            return None
        return "second" if (self.score > 0) == self.second_to_move else "first"


@dataclass
class PositionPart:
    """A part of the positions.

    Attributes
    ----------
    name : str
        Its name in the NamedTuple, or its place.
    numbers : int
        How many numbers it has: more than 1 for a tuple.
    low, high : int, or None
        The smallest and the largest number in it; None if it does not consist of whole numbers.
    changes : int
        How many of its numbers ever changed; 0 if it is always the same.
    """

    name: str
    numbers: int
    low: int | None
    high: int | None
    changes: int = 0


@dataclass(frozen=True, eq=False)
class GameCheck(Shows):
    """What happened in the random games of `check`.

    The game keeps its contract. Only you can say whether these are the rules that you mean.

    Attributes
    ----------
    name : str
        The name of the game.
    is_tree : bool
        Whether it is a tree, which has values at its leaves and no winners.
    games, finished : int
        Random games, and how many of them ended.
    first, second, drawn : int
        Games that the first player won, that the second player won, and draws.
    by_last_move : int
        Won games whose winner made the last move.
    by_first : int
        Half-moves that the first player made.
    half_moves : int
        Half-moves of all games.
    choices : int
        Moves of all positions.
    fewest, most : int
        Moves of the position with the fewest, and with the most.
    scores : tuple of two numbers, or None
        The lowest and the highest result of a finished game, for the first player.
    guesses : tuple of two numbers, or None
        The lowest and the highest answer of `evaluate`.
    fields : tuple of PositionPart
        The parts of the positions.
    drawn_moves, drawn_alike : int
        Half-moves after which `show` was called, and how many of these left its text as it was.
    ending, shortest, longest : FinishedGame or None
        Three finished games: the shortest one that was won, or the shortest one if none was won; the shortest one;
        and the longest one. None if no game ended.
    unfinished : object
        The last position of a game that did not end.
    patience : int
        Half-moves after which a game was broken off.
    """

    name: str
    is_tree: bool
    games: int
    finished: int
    first: int
    second: int
    drawn: int
    by_last_move: int
    by_first: int
    half_moves: int
    choices: int
    fewest: int
    most: int
    scores: tuple[Any, Any] | None
    guesses: tuple[Any, Any] | None
    fields: tuple[PositionPart, ...]
    drawn_moves: int
    drawn_alike: int
    ending: FinishedGame | None
    shortest: FinishedGame | None
    longest: FinishedGame | None
    unfinished: Any = field(repr=False)
    patience: int

    @property
    def length(self) -> float:
        """The mean number of half-moves of a game."""
        return self.half_moves / self.games

    @property
    def width(self) -> float:
        """The mean number of moves of a position that is not over."""
        return self.choices / max(self.half_moves, 1)

    @property
    def constant(self) -> tuple[str, ...]:
        """The names of the parts that never change."""
        return tuple(each.name for each in self.fields if not each.changes)

    def as_dict(self) -> dict[str, Any]:
        """Return all of it as data for JSON.

        Returns
        -------
        dict
            Texts, numbers, lists and None.
        """
        data: dict[str, Any] = {name: value for name, value in vars(self).items() if name != "fields"}
        for name in ("ending", "shortest", "longest"):
            data[name] = None if data[name] is None else _as_dict(data[name])
        data["unfinished"] = None if self.finished == self.games else shown(self.unfinished)
        return {**data, "fields": [asdict(each) for each in self.fields], "never_change": list(self.constant)}

    def __repr__(self) -> str:
        name, games = printable_line(self.name), plural(self.games, "random game")
        if self.is_tree:
            return f"<GameCheck: {name}, {games}>"
        return f"<GameCheck: {name}, {games}, won {self.first} : {self.second}, drawn {self.drawn}>"


def _as_dict(line: FinishedGame) -> dict[str, Any]:
    given = {**asdict(line), "position": shown(line.position)}
    return {**given, "moves": list(line.moves), "winner": line.winner}


class Observer:
    """Looks at random games, one after another."""

    def __init__(self, game: Game, patience: int) -> None:
        self.game, self.patience = game, patience
        self.is_tree = game.leaves_only or game.width is not None
        self.games = self.finished = self.half_moves = self.by_first = self.choices = 0
        self.won = {"first": 0, "second": 0, None: 0}
        self.by_last_move = self.drawn_moves = self.drawn_alike = self.most = 0
        self.fewest: int | None = None
        self.scores: list[Any] = []
        self.guesses: list[Any] = []
        self.kept: dict[str, tuple[int, FinishedGame]] = {}
        self.unfinished: Any = None
        self.start = dict(_parts(game.start))
        self.fields = {name: _field(name, part) for name, part in self.start.items()}
        self._changed: dict[str, set[int]] = {name: set() for name in self.start}

    def add(self, steps: Sequence[Step]) -> None:
        """Look at one more random game: its positions from the start to the last one."""
        seconds = list(self._seconds(steps))
        for step, second in zip(steps, seconds, strict=True):
            self._position(step)
            if step.moves:
                self.by_first += not second
                self.choices += len(step.moves)
                self.most = max(self.most, len(step.moves))
                self.fewest = min(len(step.moves), self.most if self.fewest is None else self.fewest)
        if self.games < _DRAWN and self.game.show is not None and not self.is_tree:
            self._draw(steps, seconds)
        self.games += 1
        last = steps[-1]
        self.half_moves += len(steps) - (not last.moves)
        if last.moves:
            self.unfinished = last.at
        else:
            self.finished += 1
            self._end(steps, seconds)

    def _seconds(self, steps: Sequence[Step]) -> Iterator[bool]:
        """Yield for each position whether the second player is to move there."""
        second = False
        for number, step in enumerate(steps):
            if number and not self.game.moves_again(steps[number - 1].at, step.at):
                second = not second
            yield second

    def _position(self, step: Step) -> None:
        if self.game.evaluate is not None and step.moves:
            self.guesses = _stretched(self.guesses, step.scores[-1])
        for name, part in _parts(step.at):
            seen = self.fields.setdefault(name, _field(name, part))
            numbers, first = _numbers(part), _numbers(self.start.get(name))
            if numbers and seen.low is not None and seen.high is not None:
                seen.low, seen.high = min(seen.low, *numbers), max(seen.high, *numbers)
            seen.numbers = max(seen.numbers, len(numbers))
            if part != self.start.get(name):
                if len(numbers) == len(first) > 0:
                    changed = self._changed.setdefault(name, set())
                    changed |= {at for at, (one, other) in enumerate(zip(numbers, first, strict=True)) if one != other}
                    seen.changes = len(changed)
                else:
                    seen.changes = max(1, seen.numbers)

    def _end(self, steps: Sequence[Step], seconds: list[bool]) -> None:
        """Count who has won, and keep the game if it is the shortest or the longest so far."""
        score, second = steps[-1].scores[0], seconds[-1]
        self.scores = _stretched(self.scores, -score if second else score)
        last = seconds[-2] if len(seconds) > 1 else second
        winner = None if score == 0 else "second" if (score > 0) == second else "first"
        self.won[winner] += 1
        self.by_last_move += winner == ("second" if last else "first")
        length = len(steps) - 1
        if "shortest" not in self.kept or length < self.kept["shortest"][0]:
            self.kept["shortest"] = length, self._written(steps, second, last)
        if "longest" not in self.kept or length > self.kept["longest"][0]:
            self.kept["longest"] = length, self._written(steps, second, last)
        if winner is not None and ("won" not in self.kept or length < self.kept["won"][0]):
            self.kept["won"] = length, self._written(steps, second, last)

    def _written(self, steps: Sequence[Step], second: bool, last: bool) -> FinishedGame:
        moves = tuple(written(self.game, step.chosen) for step in steps[:-1])
        at = steps[-1].at
        return FinishedGame(moves, at, self._picture(at, second), steps[-1].scores[0], second, last)

    def _draw(self, steps: Sequence[Step], seconds: list[bool]) -> None:
        """Count the moves after which the position is drawn as before."""
        before = None
        for step, second in zip(steps, seconds, strict=True):
            picture = self._picture(step.at, second)
            if before is not None:
                self.drawn_moves += 1
                self.drawn_alike += picture == before
            before = picture

    def _picture(self, position: Any, second: bool) -> str:
        if self.game.show is None:
            return shown(position)
        return self.game.picture(position, second)

    def report(self) -> GameCheck:
        """What the games have shown."""
        shortest, longest = (self.kept[name][1] if name in self.kept else None for name in ("shortest", "longest"))
        return GameCheck(
            name=self.game.name,
            is_tree=self.is_tree,
            games=self.games,
            finished=self.finished,
            first=0 if self.is_tree else self.won["first"],
            second=0 if self.is_tree else self.won["second"],
            drawn=0 if self.is_tree else self.won[None],
            by_last_move=0 if self.is_tree else self.by_last_move,
            by_first=self.by_first,
            half_moves=self.half_moves,
            choices=self.choices,
            fewest=self.fewest or 0,
            most=self.most,
            scores=_pair(self.scores),
            guesses=_pair(self.guesses),
            fields=tuple(self.fields.values()),
            drawn_moves=self.drawn_moves,
            drawn_alike=self.drawn_alike,
            ending=self.kept["won"][1] if "won" in self.kept else shortest,
            shortest=shortest,
            longest=longest,
            unfinished=self.unfinished,
            patience=self.patience,
        )


def _parts(position: Any, before: str = "") -> Iterator[tuple[str, Any]]:
    """The parts of a position with their names; one that is no NamedTuple is a single part."""
    names = getattr(position, "_fields", ())
    if not names:
        yield before or "position", position
    for name in names:
        part = getattr(position, name)
        yield from _parts(part, f"{before}.{name}" if before else name)


def _field(name: str, part: Any) -> PositionPart:
    numbers = _numbers(part)
    return PositionPart(name, len(numbers), min(numbers, default=None), max(numbers, default=None))


def _numbers(part: Any) -> list[int]:
    """The whole numbers in a part, from left to right; none if there is anything else in it."""
    if isinstance(part, tuple):
        inside = [_numbers(each) for each in part]
        return [number for each in inside for number in each] if all(inside) else []
    return [int(part)] if is_whole(part) or isinstance(part, bool) else []


def _stretched(pair: list[Any], number: Any) -> list[Any]:
    return [min([number, *pair]), max([number, *pair])]


def _pair(ends: list[Any]) -> tuple[Any, Any] | None:
    return (ends[0], ends[1]) if ends else None
