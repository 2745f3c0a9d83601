"""A solved game: the values of its positions, in memory or in a mapped file."""

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
from halfmove.engine import LARGEST
from halfmove.engine.bind import bind
from halfmove.errors import NotPicklable, UsageError
from halfmove.game import Game
from halfmove.kernels import primitives as v
from halfmove.parts.packing import place_of
from halfmove.parts.worth import HOLE, NOTHING, before_move, value_in
from halfmove.solving import files
from halfmove.solving.headers import (
    arrays_of,
    check_header,
    distance_of,
    errors_explained,
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
    """The database entry of a position.

    Attributes
    ----------
    value : int or float
        The value for the side to move.
    distance : int or None
        The half-moves to the end of the game; None for a draw that no player can end.
    """

    value: int | float
    distance: int | None


class MoveEntry(NamedTuple):
    """A move, the position after it, and the value and distance of the move for the player that makes it."""

    move: Any
    position: Any
    value: int | float
    distance: int | None


def _peek(memory: Any, index: int) -> int:
    return int(memory[index])


_place_of = bind(place_of, {v.peek: _peek})


def _check_rules(header: dict[str, Any], game: Game, what: str) -> None:
    if header["rules"] != rules_hash(game, numbered=True):
        raise UsageError(
            f"{what} is of {shown(header['game'])} with rules that differ from those of {shown(game.name)}"
        )


class Database(Shows):
    """The positions of a game with their values and distances.

    Parameters
    ----------
    file : str or PathLike
        A file that `solve` wrote. All its checksums are compared when it is opened.
    game : Game, optional
        The game of the database; not needed for games of the package.
    progress : callable, optional
        Called with (blocks compared, of how many).

    Raises
    ------
    UsageError
        If the file is not a database, is damaged, or is of another game.

    Examples
    --------
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
        with errors_explained(name):
            insist(numbering.accepts(header.get("ranges")))
            numbering.set_ranges(header["ranges"])
        self._begin(game, header, tiers_in(header, words, numbering, name), str(file))

    @classmethod
    def of(cls, game: Game, header: dict[str, Any], tiers: list[Tier]) -> Database:
        """The database of tiers that were just solved."""
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
        """The database itself, because it never changes."""
        return self

    def __deepcopy__(self, _: Any) -> Database:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        if self.file is None:
            raise NotPicklable(
                f"{self!r} is only in memory and cannot be pickled; save it (database.save(file)), and open the file "
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
        """The size of its words in bytes."""
        return sum(8 * len(each) for tier in self.tiers.values() for each in arrays_of(tier))

    @checked
    def save(self, file: str) -> None:
        """Write the database to a file.

        Parameters
        ----------
        file : str
            The name of the file.
        """
        self.write(file, None)

    def write(self, file: str, folder: str | None) -> None:
        """Write the database to a file. Until the file is complete, it is in `folder`."""
        files.write(file, self.header, [each for tier in self.tiers.values() for each in arrays_of(tier)], folder)

    def check_game(self, game: Game) -> None:
        """Refuse a game with other rules."""
        if game is not self.game:
            _check_rules(self.header, game, "the database" if self.file is None else repr(self.file))

    # Positions

    @checked
    def probe(self, position: Any) -> Entry | None:
        """Look a position up.

        Parameters
        ----------
        position : Any
            A position of the game.

        Returns
        -------
        Entry or None
            Its value and distance; None if the database does not have the position.
        """
        self.game.check_position(position)
        worth = self._worth(position)
        return None if worth <= HOLE else self.entry_of(worth)

    def entry_of(self, worth: int) -> Entry:
        """The value and distance that a word encodes."""
        return Entry(self.score(value_in(worth)), distance_of(worth))

    def score(self, value: int) -> Any:
        """The score of a value. A value is a place in the list of scores."""
        return self.scores[value] if value >= 0 else -self.scores[-value]

    def _worth(self, position: Any) -> int:
        if self.folded:
            position = self.game.call("symmetry", position)
        tier, number, place = self._place(position)
        if tier is None or place < 0 or not self._belongs_to(tier, number, position):
            return NOTHING
        return int(tier.worths(place, place + 1)[0])

    def worth_by_number(self, position: Any) -> int:
        """The worth that is stored under the number of a position, even if the number belongs to another position."""
        tier, _, place = self._place(self.game.call("symmetry", position) if self.folded else position)
        return NOTHING if tier is None or place < 0 else int(tier.worths(place, place + 1)[0])

    def _place(self, position: Any) -> tuple[Tier | None, int, int]:
        """The tier of a position, its number, and the place of the number in the tier, or -1."""
        tier = self.tiers.get(self.game.tier_of(position))
        number = self.numbering.number(position)
        if tier is None or number < 0:
            return tier, number, -1
        if tier.dense:
            return tier, number, number if number < tier.count else -1
        return tier, number, _place_of(tier.index, tier.fields, tier.count, number)

    def _belongs_to(self, tier: Tier, number: int, position: Any) -> bool:
        """Whether a number belongs to this position: `rank` may return anything for a value that is not a position."""
        if not self.numbering.by_hooks:
            return True
        at = self.game.call("unrank", tier.tier, number)
        if at == position or self.numbering.number(at) != number:
            return bool(at == position)
        return tier.dense or self.agrees(position, self.after(position)) is True

    def after(self, position: Any) -> list[Any]:
        """The positions after a position, by the rules of the game."""
        game = self.game
        return [] if game.outcome(position)[0] else [game.next(position, move) for move in game.legal(position)]

    def agrees(self, position: Any, after: list[Any]) -> bool | None:
        """Whether the worth of a position agrees with those of the positions after it; None if any is missing."""
        stated = self.worth_by_number(position)
        worths = [(self.worth_by_number(each), self.game.moves_again(position, each)) for each in after]
        if stated <= HOLE or any(worth <= HOLE for worth, _ in worths):
            return None
        if worths:
            return stated == max(before_move(worth, again) for worth, again in worths)
        over, score = self.game.outcome(position)
        score = score if abs(score) < LARGEST else math.copysign(math.inf, score)
        return over and self.entry_of(stated) == (score, 0)

    @checked
    def moves(self, position: Any) -> list[MoveEntry]:
        """List the moves of a position with their values and distances.

        Parameters
        ----------
        position : Any
            A position of the game.

        Returns
        -------
        list of MoveEntry
            The moves to known positions, the best one first; empty where the game is over.
        """
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
        """Return the moves of best play to the end of the game.

        Parameters
        ----------
        position : Any
            A position of the game.
        most : int
            The largest number of moves to return.

        Returns
        -------
        list
            The moves. The line is empty for a position that is not in the database, and for a draw that never ends.
            With a `symmetry` that folds only some positions, it may end early, at a position that is not known.
        """
        whole("most", most, 0)
        line: list[Any] = []
        known = self.probe(position)
        if known is None or known.distance is None:
            return line
        while len(line) < min(most, known.distance):
            moves = self.moves(position)
            if not moves or moves[0].distance != known.distance - len(line):
                break  # the best move is not known: `symmetry` folds only some positions
            line.append(moves[0].move)
            position = moves[0].position
        return line

    def positions(self) -> Iterator[tuple[Any, Entry]]:
        """Yield all positions with their entries."""
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
        """The crew that does jobs on its positions."""
        from halfmove.solving.crew import Crew

        made = Crew(self.game, compiled=None)
        made.numbering = self.numbering
        return made

    def needs_no_number(self, position: Any) -> bool:
        """Whether a position has no number because the game ends there by a rule that numbers do not include."""
        return self.numbering.by_hooks and numbered_name(self.game, position) is None

    # The whole database

    @cached_property
    def statistics(self) -> Statistics:
        """The numbers of won, lost and drawn positions, and more."""
        return statistics_of(self)


def database_for(game: Game, file: Any) -> Database:
    """The database in a file for a player of this game: of the game itself, or of another one that the game knows."""
    return Database(file, None if game.endings is not None else game)
