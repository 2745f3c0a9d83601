"""A solved game: what its positions are worth, in memory or in a file that is mapped."""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from halfmove import vocabulary as v
from halfmove.checks import shown
from halfmove.engine.bind import bind
from halfmove.engine.scores import LARGEST
from halfmove.errors import GameError, UsageError
from halfmove.factories import FACTORIES
from halfmove.game import Game
from halfmove.gate import checked
from halfmove.notebook import Shows
from halfmove.rules_hash import rules_hash
from halfmove.solving import files
from halfmove.solving.kernels.packing import place_of
from halfmove.solving.kernels.worth import FOREVER, HOLE, NOTHING, before_move, distance_in, value_in, worth_of
from halfmove.solving.numbering import Numbering
from halfmove.solving.tiers import Tier

_AT_ONCE = 1 << 16


class Entry(NamedTuple):
    """What is known of a position: its value for the side to move, and how many half-moves its end is away.

    A draw that nobody can end has no distance.
    """

    value: int | float
    distance: int | None


class MoveEntry(NamedTuple):
    """A move, the position after it, and what the move is worth for who makes it."""

    move: Any
    position: Any
    value: int | float
    distance: int | None


def _peek(memory: Any, index: int) -> int:
    return int(memory[index])


_place_of = bind(place_of, {v.peek: _peek})


def header_of(
    game: Game, about: dict[str, Any], numbering: Numbering, scores: Any, tiers: Iterable[Tier]
) -> dict[str, Any]:
    """All that a database says about itself, but for where its words lie."""
    return {
        "game": game.name,
        "parameters": {name: value for name, value in game.parameters.items() if isinstance(value, int | float | str)},
        "rules": about["rules"],
        "family": bool(about["tiers"]),
        "symmetry": about["symmetry"],
        "ranges": numbering.ranges,
        "scores": [_as_text(score) for score in scores.tolist()],
        "tiers": [
            {
                "tier": tier.tier,
                "numbers": tier.count,
                "positions": tier.size,
                "dense": tier.dense,
                "bits": tier.bits,
                "book": [
                    None if worth == HOLE else [value_in(worth), _distance(worth)] for worth in tier.book.tolist()
                ],
                "words": [len(each) for each in _arrays(tier)],
            }
            for tier in tiers
        ],
    }


def _as_text(score: Any) -> Any:
    """JSON has no infinite numbers."""
    return "infinite" if isinstance(score, float) and abs(score) >= LARGEST else score


def _distance(worth: int) -> int | None:
    distance = distance_in(worth)
    return None if distance == FOREVER else distance


def _arrays(tier: Tier) -> list[Any]:
    return [tier.codes] if tier.dense else [tier.index, tier.fields, tier.codes]


def _built_in(header: dict[str, Any], name: str) -> Game:
    """The game of a database whose game comes with the package."""
    parameters = dict(header["parameters"])
    factory = FACTORIES.get(parameters.pop("game", None))
    if factory is None:
        raise UsageError(f"{name} is of the game {shown(header['game'])}, which must be given with it: game=...")
    try:
        made: Game = factory(**parameters)
    except TypeError:
        raise UsageError(f"{name} was made by another version of {shown(header['game'])}: solve it again") from None
    return made


class Database(Shows):
    """The positions of a game with their values and distances.

    file      that `solve` wrote; all its checksums are compared when it is opened
    game      which game it is of; None for games of the package
    progress  called with (blocks compared, of how many)
    """

    @checked
    def __init__(
        self,
        file: Any,
        game: Game | None = None,
        progress: Callable[[int, int], Any] | None = None,
    ) -> None:
        if not isinstance(file, str | os.PathLike):
            raise UsageError(f"file must be the name of a database, not {shown(file)}")
        header, words = files.read(file, progress)
        game = game or _built_in(header, shown(str(file)))
        if header["rules"] != rules_hash(game):
            raise UsageError(
                f"{shown(str(file))} is of {shown(header['game'])} with other rules than those of {shown(game.name)}"
            )
        tiers, at = [], 0
        for told in header["tiers"]:
            arrays = []
            for count in told["words"]:
                arrays.append(words[at : at + count])
                at += count
            book = [HOLE if each is None else _worth(*each) for each in told["book"]]
            dense = told["dense"]
            index, fields = (None, None) if dense else arrays[:2]
            made = Tier(told["tier"], told["numbers"], told["positions"], dense, index, fields, arrays[-1])
            made.bits, made.book = told["bits"], np.array(book, np.int64)
            tiers.append(made)
        self._begin(game, header, tiers, str(file))

    @classmethod
    def of(cls, game: Game, header: dict[str, Any], tiers: list[Tier]) -> Database:
        """What was just solved."""
        made = cls.__new__(cls)
        made._begin(game, header, tiers, None)
        return made

    def _begin(self, game: Game, header: dict[str, Any], tiers: list[Tier], file: str | None) -> None:
        self.game, self.file, self.header = game, file, header
        self.folded: bool = header["symmetry"]
        self.tiers = {tier.tier: tier for tier in tiers}
        self.numbering = Numbering(game, [list(pair) for pair in header["ranges"]])
        self.scores = [math.inf if score == "infinite" else score for score in header["scores"]]

    def __repr__(self) -> str:
        where = "" if self.file is None else f", {self.file!r}"
        return f"Database({shown(self.game.name)}, {len(self):,} positions{where})"

    def __len__(self) -> int:
        return sum(tier.size for tier in self.tiers.values())

    @property
    def bytes(self) -> int:
        """How many bytes its words take."""
        return sum(8 * len(each) for tier in self.tiers.values() for each in _arrays(tier))

    def save(self, file: str) -> None:
        """Write it to a file."""
        files.write(file, self.header, [each for tier in self.tiers.values() for each in _arrays(tier)])

    # Positions

    def probe(self, position: Any) -> Entry | None:
        """What is known of a position; None if it is not there."""
        self.game.check_position(position)
        worth = self._worth(position)
        return None if worth <= HOLE else self._entry(worth)

    def _entry(self, worth: int) -> Entry:
        return Entry(self._score(value_in(worth)), _distance(worth))

    def _score(self, value: int) -> Any:
        return self.scores[value] if value >= 0 else -self.scores[-value]

    def _worth(self, position: Any) -> int:
        if self.folded:
            position = self.game.call("symmetry", position)
        tier = self.tiers.get(self.game.tier_of(position))
        number = self.numbering.number(position)
        if tier is None or number < 0:
            return NOTHING
        if tier.dense:
            place = number if number < tier.count else -1
        else:
            place = _place_of(tier.index, tier.fields, tier.count, number)
        if place < 0 or not self._is_it(tier, number, position):
            return NOTHING
        return int(tier.worths(place, place + 1)[0])

    def _is_it(self, tier: Tier, number: int, position: Any) -> bool:
        """Whether a number stands for this position: a rank may mean nothing for what is no position of the game."""
        if not self.numbering.by_hooks:
            return True
        at = self.game.call("unrank", tier.tier, number)
        return at == position or (tier.dense and self.numbering.number(at) == number)

    def moves(self, position: Any) -> list[MoveEntry]:
        """All moves of a position with what they are worth, best first; empty where the game is over."""
        self.game.check_position(position)
        if self.game.outcome(position)[0]:
            return []
        found = []
        for move in self.game.legal(position):
            child = self.game.next(position, move)
            worth = self._worth(child)
            if worth > HOLE:
                worth = before_move(worth, self.game.moves_again(position, child))
                found.append((worth, MoveEntry(move, child, *self._entry(worth))))
        found.sort(key=lambda pair: -pair[0])
        return [entry for _, entry in found]

    def line(self, position: Any, most: int = 1000) -> list[Any]:
        """The moves of best play to the end of the game, or until a draw goes on for ever."""
        line: list[Any] = []
        while len(line) < most:
            moves = self.moves(position)
            if not moves or moves[0].distance is None:
                break
            line.append(moves[0].move)
            position = moves[0].position
        return line

    def positions(self) -> Iterator[tuple[Any, Entry]]:
        """All positions, with what is known of them."""
        for tier in self.tiers.values():
            for begin in range(0, tier.count, _AT_ONCE):
                end = min(begin + _AT_ONCE, tier.count)
                worths = tier.worths(begin, end).tolist()
                for number, worth in zip(self._numbers(tier, begin, end), worths, strict=True):
                    if worth > HOLE:
                        yield self.numbering.position(tier.tier, number), self._entry(worth)

    def _numbers(self, tier: Tier, begin: int, end: int) -> list[int]:
        found: list[int] = tier.numbers(self.crew, begin, end).tolist()
        return found

    @cached_property
    def crew(self) -> Any:
        """Who works on many of its positions."""
        from halfmove.solving.crew import Crew

        made = Crew(self.game, compiled=None)
        made.numbering = self.numbering
        return made

    # All of it

    @cached_property
    def statistics(self) -> Statistics:
        """How many positions are won, lost and drawn, and more."""
        counts: dict[int, int] = {}
        for tier in self.tiers.values():
            codes = tier.codes.view(f"u{tier.bits // 8}")[: tier.count]
            for code, count in enumerate(np.bincount(codes, minlength=len(tier.book)).tolist()):
                if count and tier.book[code] != HOLE:
                    worth = int(tier.book[code])
                    counts[worth] = counts.get(worth, 0) + count
        return Statistics.of(self, counts)


def _worth(value: int, distance: int | None) -> int:
    return worth_of(value, FOREVER if distance is None else distance)


class Statistics(NamedTuple):
    """Counts of positions, for the side to move.

    values     how many positions have each value
    longest    the distance of the farthest win, and a position that has it; None if nobody wins
    entropy    bits that a value and distance would take on average, if they were coded as well as their counts allow
    """

    positions: int
    won: int
    lost: int
    drawn: int
    values: dict[Any, int]
    longest: int | None
    farthest: Any
    entropy: float
    bytes: int

    @classmethod
    def of(cls, database: Database, counts: dict[int, int]) -> Statistics:
        total = sum(counts.values())
        signs = {1: 0, -1: 0, 0: 0}
        for worth, count in counts.items():
            signs[_sign(value_in(worth))] += count
        values: dict[Any, int] = {}
        for worth, count in sorted(counts.items()):
            score = database._score(value_in(worth))
            values[score] = values.get(score, 0) + count
        wins = [worth for worth in counts if value_in(worth) > 0]
        longest = max(map(distance_in, wins), default=None)
        farthest = None
        if longest is not None:
            farthest = _first(database, {worth for worth in wins if distance_in(worth) == longest})
        entropy = sum(-n / total * math.log2(n / total) for n in counts.values()) if total else 0.0
        return cls(total, signs[1], signs[-1], signs[0], values, longest, farthest, entropy, database.bytes)


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)


def _first(database: Database, worths: set[int]) -> Any:
    """The first position that is worth one of these."""
    for tier in database.tiers.values():
        codes = [code for code, worth in enumerate(tier.book.tolist()) if worth in worths]
        if codes:
            places = np.flatnonzero(np.isin(tier.codes.view(f"u{tier.bits // 8}")[: tier.count], codes))
            if len(places):
                place = int(places[0])
                begin = place // _AT_ONCE * _AT_ONCE
                number = database._numbers(tier, begin, min(begin + _AT_ONCE, tier.count))[place - begin]
                return database.numbering.position(tier.tier, number)
    raise GameError(f"{database!r} has no such position")
