"""A solved game: what its positions are worth, in memory or in a file that is mapped."""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Iterator
from functools import cached_property
from typing import Any, NamedTuple

from halfmove.adapters.from_text import few_moves
from halfmove.base.checks import shown, whole
from halfmove.base.gate import checked
from halfmove.base.notebook import Shows
from halfmove.conformance.equivalence import numbered_name
from halfmove.conformance.rules_hash import rules_hash
from halfmove.engine.bind import bind
from halfmove.engine.scores import LARGEST
from halfmove.errors import NotPicklable, UsageError
from halfmove.game import Game
from halfmove.kernels import primitives as v
from halfmove.parts.packing import place_of
from halfmove.parts.worth import HOLE, NOTHING, before_move, value_in
from halfmove.solving import files
from halfmove.solving.headers import (
    arrays_of,
    as_sentence,
    check_header,
    distance_of,
    game_in,
    scores_in,
    tiers_in,
)
from halfmove.solving.numbering import Numbering
from halfmove.solving.soundness import insist
from halfmove.solving.statistics import Statistics, statistics_of
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


def _check_rules(header: dict[str, Any], game: Game, what: str) -> None:
    if header["rules"] != rules_hash(game, numbered=True):
        raise UsageError(f"{what} is of {shown(header['game'])} with other rules than those of {shown(game.name)}")


class Database(Shows):
    """The positions of a game with their values and distances.

    file      that `solve` wrote; all its checksums are compared when it is opened
    game      which game it is of; None for games of the package
    progress  called with (blocks compared, of how many)

    >>> import halfmove as hm
    >>> solved = hm.solve(hm.games.nim(1, 2), compiled=False)
    >>> solved.probe(hm.games.nim(1, 2).start)
    Entry(value=1, distance=3)
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
        name = repr(str(file))
        header, words = files.read(file, progress)
        check_header(header, name)
        game = game or few_moves(game_in(header, name), name)
        _check_rules(header, game, name)
        numbering = Numbering(game)
        with as_sentence(name):
            insist(numbering.can_be(header.get("ranges")))
            numbering.set_ranges(header["ranges"])
        self._begin(game, header, tiers_in(header, words, numbering, name), str(file))

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
        self.scores = scores_in(header)

    def __copy__(self) -> Database:
        """Itself: a database never changes."""
        return self

    def __deepcopy__(self, _: Any) -> Database:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        if self.file is None:
            raise NotPicklable(
                f"{self!r} is in memory alone and cannot be pickled; save it (database.save(file)), and open the file "
                "where it is needed: hm.Database(file)"
            )
        return Database, (os.path.abspath(self.file), self.game)

    def __repr__(self) -> str:
        where = "" if self.file is None else f", {self.file!r}"
        return f"Database({shown(self.game.name)}, {len(self):,} positions{where})"

    def __len__(self) -> int:
        return sum(tier.size for tier in self.tiers.values())

    @property
    def bytes(self) -> int:
        """How many bytes its words take."""
        return sum(8 * len(each) for tier in self.tiers.values() for each in arrays_of(tier))

    @checked
    def save(self, file: str) -> None:
        """Write it to a file."""
        self.write(file, None)

    def write(self, file: str, folder: str | None) -> None:
        """Write it to a file; until it is whole, in a folder beside it."""
        files.write(file, self.header, [each for tier in self.tiers.values() for each in arrays_of(tier)], folder)

    def check_game(self, game: Game) -> None:
        """Refuse a game with other rules."""
        if game is not self.game:
            _check_rules(self.header, game, "the database" if self.file is None else repr(self.file))

    # Positions

    @checked
    def probe(self, position: Any) -> Entry | None:
        """What is known of a position; None if it is not there."""
        self.game.check_position(position)
        worth = self._worth(position)
        return None if worth <= HOLE else self.entry_of(worth)

    def entry_of(self, worth: int) -> Entry:
        """Value and distance, of the word that stands for both."""
        return Entry(self.score(value_in(worth)), distance_of(worth))

    def score(self, value: int) -> Any:
        """The score of a value, which is a place among the scores."""
        return self.scores[value] if value >= 0 else -self.scores[-value]

    def _worth(self, position: Any) -> int:
        if self.folded:
            position = self.game.call("symmetry", position)
        tier, number, place = self._place(position)
        if tier is None or place < 0 or not self._is_it(tier, number, position):
            return NOTHING
        return int(tier.worths(place, place + 1)[0])

    def worth_by_number(self, position: Any) -> int:
        """What a position is worth that has the number of one that is known, whether it is the same one or not."""
        tier, _, place = self._place(self.game.call("symmetry", position) if self.folded else position)
        return NOTHING if tier is None or place < 0 else int(tier.worths(place, place + 1)[0])

    def _place(self, position: Any) -> tuple[Tier | None, int, int]:
        """The tier of a position, its number, and the place where that stands, or -1."""
        tier = self.tiers.get(self.game.tier_of(position))
        number = self.numbering.number(position)
        if tier is None or number < 0:
            return tier, number, -1
        if tier.dense:
            return tier, number, number if number < tier.count else -1
        return tier, number, _place_of(tier.index, tier.fields, tier.count, number)

    def _is_it(self, tier: Tier, number: int, position: Any) -> bool:
        """Whether a number stands for this position: a rank may mean nothing for what is no position of the game."""
        if not self.numbering.by_hooks:
            return True
        at = self.game.call("unrank", tier.tier, number)
        if at == position or self.numbering.number(at) != number:
            return bool(at == position)
        return tier.dense or self.agrees(position, self.after(position)) is True

    def after(self, position: Any) -> list[Any]:
        """The positions after one, by the rules of its game."""
        game = self.game
        return [] if game.outcome(position)[0] else [game.next(position, move) for move in game.legal(position)]

    def agrees(self, position: Any, after: list[Any]) -> bool | None:
        """Whether what is said of a position agrees with the positions after it, by numbers; None if one is missing."""
        told = self.worth_by_number(position)
        worths = [(self.worth_by_number(each), self.game.moves_again(position, each)) for each in after]
        if told <= HOLE or any(worth <= HOLE for worth, _ in worths):
            return None
        if worths:
            return told == max(before_move(worth, again) for worth, again in worths)
        over, score = self.game.outcome(position)
        score = score if abs(score) < LARGEST else math.copysign(math.inf, score)
        return over and self.entry_of(told) == (score, 0)

    @checked
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
                found.append((worth, MoveEntry(move, child, *self.entry_of(worth))))
        found.sort(key=lambda pair: -pair[0])
        return [entry for _, entry in found]

    @checked
    def line(self, position: Any, most: int = 1000) -> list[Any]:
        """The moves of best play to the end of the game, or until a draw goes on for ever; at most so many.

        Of a position that is not in the database no line is known: it is empty. With a `symmetry` that folds some
        positions only, it may end early, where nothing is known of the next one.
        """
        whole("most", most, 0)
        line: list[Any] = []
        known = self.probe(position)
        if known is None or known.distance is None:
            return line
        while len(line) < min(most, known.distance):
            moves = self.moves(position)
            if not moves or moves[0].distance != known.distance - len(line):
                break  # nothing is known of the best move: `symmetry` folds some positions only
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
                        yield self.numbering.position(tier.tier, number), self.entry_of(worth)

    def _numbers(self, tier: Tier, begin: int, end: int) -> list[int]:
        found: list[int] = tier.numbers(self.crew, begin, end).tolist()
        return found

    def position_at(self, tier: Tier, place: int) -> Any:
        """The position at a place of a tier."""
        begin = place // _AT_ONCE * _AT_ONCE
        number = self._numbers(tier, begin, min(begin + _AT_ONCE, tier.count))[place - begin]
        return self.numbering.position(tier.tier, number)

    @cached_property
    def crew(self) -> Any:
        """Who works on many of its positions."""
        from halfmove.solving.crew import Crew

        made = Crew(self.game, compiled=None)
        made.numbering = self.numbering
        return made

    def needs_no_number(self, position: Any) -> bool:
        """Whether a position has no number because a rule ends it that numbers leave out."""
        return self.numbering.by_hooks and numbered_name(self.game, position) is None

    # All of it

    @cached_property
    def statistics(self) -> Statistics:
        """How many positions are won, lost and drawn, and more."""
        return statistics_of(self)
