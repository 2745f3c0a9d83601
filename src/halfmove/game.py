"""The one interface for everything that can be searched.

A game is a handful of plain functions over positions. Nothing in it knows an algorithm, and no algorithm knows a game.
`Game` describes these functions: the rules `moves`, `play` and `result`, and optional hooks. Some hooks make a `Player`
stronger; others are for solving a whole game (`solve`). The algorithms of the literature do not call them.

A position is an int or a (named) tuple of ints, and so is a move: then the same functions run as plain Python and as
machine code. Any other hashable object works too, but only in plain Python.
A game may carry read-only `data`, a NumPy array. Each of its functions then takes it as last argument. Seeds, sizes
and tables belong there or in the start position: both are run-time values, so a new seed needs no new compilation.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice
from typing import Any

import numpy as np

from halfmove.base.arrays import frozen, row_class
from halfmove.base.checks import is_finite, is_whole, real, shown, whole
from halfmove.base.gate import check_fields, with_clear_errors
from halfmove.base.notebook import Shows
from halfmove.base.signatures import has_parameter, where
from halfmove.errors import GameError, UsageError
from halfmove.hooks import HOOKS, check_hooks

Rule = Callable[..., Any]

MOST_LISTED = 1_000_000  # moves of a position; a generator of more is endless, or a mistake


@with_clear_errors
@dataclass(frozen=True, eq=False)
class Game(Shows):
    """A two-player, zero-sum game of perfect information.

    A position is an int or a (named) tuple of ints, and so is a move; other objects with a hash need plain Python.
    Where a game has `data`, each rule and hook takes it as one more argument, the last.

    Parameters
    ----------
    name : str
        The name that people see.
    start : Hashable
        The position from which a search begins unless another one is given.
    moves : callable
        `moves(p)`: generator of the moves of a position that is not over, best guess first.
    play : callable
        `play(p, move)`: the next position; positions never change.
    result : callable
        `result(p)`: the pair (over, score for the side to move).
    evaluate : callable, optional
        `evaluate(p)`: a guess of the score for the side to move, used at the depth limit (default: 0).
    key : callable, optional
        `key(p)`: a whole number that finds a position in a transposition table; positions are compared in full.
    turn : callable, optional
        `turn(p)`: the player to move, for games in which one may move twice in a row (default: alternating).
    order : callable, optional
        For players. `order(p, move, child)`: a number for a move, where `child` is the position after it; the moves
        with the highest numbers are tried first.
    bounds : callable, optional
        For players. `bounds(p)`: (lowest, highest) value that a position can still have, also if it is over; if both
        are equal, that is its value.
    tries : callable, optional
        For players. `tries(p)`: generator of a subset of the moves that contains a best one; ignored where `bounds`
        already gives the value.
    noisy : callable, optional
        For players. `noisy(p)`: generator of the moves to search before a position is evaluated, such as captures.
    symmetry : callable, optional
        For players. `symmetry(p)`: one representative of all equivalent positions, such as mirror images.
    skip : callable, optional
        For players. `skip(p)`: the position if the side to move passed; `p` itself where passing may be better than
        the best move.
    urgent : callable, optional
        For players. `urgent(p)`: whether the side to move must answer a threat, such as a check. Such a position is
        searched deeper, and is never cut off by a guess.
    gain : callable, optional
        For players. `gain(p, move)`: by how much `evaluate` can rise at most by a noisy move, about.
    lasting : callable, optional
        For players and referees. `lasting(p)`: how many half-moves back the same position may have occurred; 0 if no
        earlier one can be the same. A position that occurred before is worth `repetition_score` to a player.
    uncounted : callable, optional
        For players and referees. `uncounted(p)`: the position without counts of moves, which do not make it another
        one when positions are compared for repetition (default: `p` itself).
    count : callable, optional
        For `perft`. `count(p)`: how many moves a position has, if that is known faster than they are listed.
    ending : callable, optional
        For players. `ending(p)`: the shelf of a position in databases of other games, and its number there, or -1.
    tier : callable, optional
        For solving. `tier(p)`: a whole number that measures the progress of the game, such as the stones on the board:
        a move leaves it unchanged or changes it, always in the same direction.
    rank : callable, optional
        For solving. `rank(p)`: the number of a position within its tier, from 0; equivalent positions may share one.
        -1 for a position that is drawn by a count of moves: such positions have no number.
    unrank : callable, optional
        For solving. `unrank(tier, number)`: the position with this number; any other if no position has it.
    ranks : callable, optional
        For solving. `ranks(tier)`: how many numbers a tier has; 0 if its positions are not numbered.
    before : callable, optional
        For solving. `before(p)`: generator of the positions of the same tier from which a move leads to `p`.
    show : callable, optional
        `show(p)`: a position as text; or `show(p, second)`, where `second` is True if the second player is to move.
    parse : callable, optional
        `parse(text)`: a move from text.
    format : callable, optional
        `format(move)`: a move as text.
    locate : callable, optional
        `locate(name)`: a position from its name, so that `search(position="1.2")` works.
    write : callable, optional
        `write(p)`: a position as one line of text that `locate` reads, such as FEN in chess.
    spell : callable, optional
        `spell(p, move)`: a move as players write it down in this position, such as Nf3 in chess (default: `format`).
        No two moves of a position are spelled alike.
    data : numpy.ndarray, optional
        An array that is passed to every rule as last argument. The game keeps a read-only copy.
    longest : int, optional
        An upper bound on the number of half-moves from any position, if one is known.
    leaves_only : bool
        True if only finished positions have a score, so that a depth limit makes no sense.
    width : callable, optional
        `width(p)`: how many moves a position has, for games whose moves are simply 1, 2, 3, ... in this order.
    parameters : dict
        How the game was made, for reports.
    unit : int
        How much of a score is one point: 100 if scores are in hundredths. Scores are shown in points, and the margins
        of a player's short cuts are points.
    say : callable, optional
        `say(score)`: the score of a finished game in words, from the winner's side: "by 12 discs".
    selective : bool
        True if a player may search late moves less deeply.
    occurrences : int
        The game is over when the same position occurs so many times: 3 in chess. 0: it goes on. Needs `lasting`.
    repetition_score : int or float
        The score of a position that was repeated, for the side to move in it. 0: a draw.
    patience : int
        The game is over when it has gone on for so many half-moves without a move that cannot be undone: 100 in chess.
        `lasting` counts these half-moves, and `result` ends the game. 0: there is no such rule. Needs `lasting`.
    tiers : tuple of int
        The tiers to solve with all their numbers, instead of only the positions that the start leads to.
    endings : callable, optional
        For players. `endings(game, others)`: how its positions are found in databases of other games, or None.
    clicks : callable, optional
        `clicks(p, move)`: the places to click for a move on a page, in order, where the page cannot find them itself:
        pairs (row, column), from 0, of the squares of a board, else of the lines and words of the text of `show`.
    readers : dict of str to callable
        For players. `readers["book"](path)` opens a book of another program, `readers["tables"](path)` such tables.

    Raises
    ------
    UsageError
        If an argument is unknown or of the wrong type, or a rule takes the wrong number of arguments.

    Examples
    --------
    >>> import halfmove as hm
    >>> def moves(left):
    ...     for take in (1, 2, 3):
    ...         if take <= left:
    ...             yield take
    >>> def play(left, take):
    ...     return left - take
    >>> def result(left):
    ...     return left == 0, -1  # the other player took the last match
    >>> hm.search(hm.Game("matches", 10, moves, play, result)).move
    2
    """

    name: str
    start: Hashable
    moves: Rule
    play: Rule
    result: Rule
    evaluate: Rule | None = None
    key: Rule | None = None
    turn: Rule | None = None
    order: Rule | None = None
    bounds: Rule | None = None
    tries: Rule | None = None
    noisy: Rule | None = None
    symmetry: Rule | None = None
    skip: Rule | None = None
    urgent: Rule | None = None
    gain: Rule | None = None
    lasting: Rule | None = None
    uncounted: Rule | None = None
    count: Rule | None = None
    ending: Rule | None = None
    tier: Rule | None = None
    rank: Rule | None = None
    unrank: Rule | None = None
    ranks: Rule | None = None
    before: Rule | None = None
    show: Callable[..., str] | None = None
    parse: Callable[[str], Any] | None = None
    format: Callable[[Any], str] | None = None
    locate: Callable[[str], Any] | None = None
    write: Callable[[Any], str] | None = None
    spell: Callable[[Any, Any], str] | None = None
    data: Any = None
    longest: int | None = None
    leaves_only: bool = False
    width: Rule | None = None
    parameters: dict[str, Any] = field(default_factory=dict)
    unit: int = 1
    say: Callable[[Any], str] | None = None
    selective: bool = False
    occurrences: int = 0
    repetition_score: int | float = 0
    patience: int = 0
    tiers: tuple[int, ...] = ()
    endings: Callable[[Game, tuple[Game, ...]], Any] | None = None
    clicks: Callable[[Any, Any], Any] | None = None
    readers: dict[str, Callable[[str], Any]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        check_fields(self)
        if isinstance(self.data, np.ndarray):
            object.__setattr__(self, "data", frozen(self.data))
        check_hooks(self)

    def __copy__(self) -> Game:
        """Itself: a game never changes."""
        return self

    def __deepcopy__(self, _: Any) -> Game:
        return self

    def __repr__(self) -> str:
        return f"Game({shown(self.name)}, start={shown(self.start)})"

    @property
    def numbered(self) -> bool:
        """Whether the moves of every position are 1, 2, 3, ... in this order."""
        return self.width is not None

    @cached_property
    def _readable(self) -> Any:
        """The data as tuples, which Python reads much faster than NumPy arrays."""
        if not isinstance(self.data, np.ndarray) or self.data.ndim != 1:
            return self.data
        if self.data.dtype.names is None:
            return tuple(self.data.tolist())
        row = row_class(self.data.dtype.names)
        return tuple(row(*values) for values in self.data.tolist())

    def picture(self, position: Any, second: bool = False) -> str:
        """Return a position as text, by `show` if the game has it; `second`: the second player is to move."""
        if self.show is None:
            return str(position)
        text = self.show(position, second=second) if has_parameter(self.show, "second") else self.show(position)
        if not isinstance(text, str):
            raise GameError(f"{self.name}: show returns {shown(text)}, which is not text ({where(self.show)})")
        return text

    def call(self, rule: str, *arguments: Any) -> Any:
        """Call a rule outside of a search, with the game's data where it has any.

        Parameters
        ----------
        rule : str
            The name of the rule, such as "moves".
        *arguments : object
            The arguments of the rule, without the data.

        Raises
        ------
        UsageError
            If the game has no such rule, or if an argument is not a position or move of this game.
        """
        if not isinstance(rule, str) or rule not in HOOKS or getattr(self, rule) is None:
            rules = [each for each in HOOKS if getattr(self, each) is not None]
            raise UsageError(f"{self.name} has no rule {shown(rule)}; its rules are {', '.join(rules)}")
        function = getattr(self, rule)
        try:
            return function(*arguments) if self.data is None else function(*arguments, self._readable)
        except Exception as error:
            self._blame(error, *arguments)
            raise

    def legal(self, position: Any, most: int | None = None) -> list[Any]:
        """Return the moves of a position in the order in which a search tries them.

        Parameters
        ----------
        position : Hashable
            A position of this game that is not over.
        most : int, optional
            Return only the first `most` moves.

        Raises
        ------
        GameError
            If there are more than a million moves to list.
        """
        wanted = MOST_LISTED + 1 if most is None else min(whole("most", most, 0), MOST_LISTED + 1)
        moves = self.call("moves", position)
        try:
            listed = list(islice(moves, wanted))
        except Exception as error:
            self._blame(error, position)
            raise
        self._check_listed(len(listed), position)
        return listed

    def _check_listed(self, count: int, position: Any) -> None:
        """Raise a GameError if `count` moves of a position are too many to list."""
        if count > MOST_LISTED:
            raise GameError(
                f"{self.name}: the position {shown(position)} has more than {MOST_LISTED:,} moves, which is too many "
                "to list; make the game smaller"
            )

    def check_position(self, position: Any) -> None:
        """Raise a UsageError if `position` is not made of the same parts as the start."""
        rows = len(self.data) if self.locate is not None and is_whole(self.start) and self.data is not None else None
        if not _alike(self.start, position) or (rows is not None and not 0 <= position < rows):
            raise UsageError(
                f"{self.name}: {shown(position)} is not a position of this game; its positions look like the start, "
                f"{shown(self.start)}"
            )

    def _blame(self, error: Exception, position: Any = None, *move: Any) -> None:
        """Raise a clear error if a rule failed because its arguments are not a position and a move of this game."""
        if isinstance(error, RecursionError):
            return  # the position is not the cause
        try:
            self.check_position(position)
        except UsageError as fault:
            raise fault from error
        if move:
            legal = self.legal(position, 1000)
            if not any(_alike(each, move[0]) for each in legal):
                raise UsageError(
                    f"{self.name}: {shown(move[0])} is not a move of {shown(position)}; its moves are {shown(legal)}"
                ) from error

    def next(self, position: Any, move: Any) -> Any:
        """Return the position after a move."""
        return self.call("play", position, move)

    def moves_again(self, position: Any, child: Any) -> bool:
        """Return whether the player who moved from `position` to `child` moves again."""
        return self.turn is not None and bool(self.call("turn", position) == self.call("turn", child))

    def tier_of(self, position: Any) -> int:
        """Return the tier of a position; 0 in a game without tiers."""
        return 0 if self.tier is None else int(self.call("tier", position))

    def outcome(self, position: Any) -> tuple[bool, Any]:
        """Return whether a position is over, and its score for the side to move.

        Raises
        ------
        GameError
            If `result` does not return such a pair, or if the score is not a number.
        """
        answer = self.call("result", position)
        try:
            over, score = answer
            ended = bool(over)
        except (TypeError, ValueError):
            raise GameError(
                f"{self.name}: result must return the pair (over, score for the side to move), but returns "
                f"{answer!r:.80} ({where(self.result)})"
            ) from None
        if ended and not isinstance(score, bool) and real(score) is None:
            what = f"{shown(score)} as a score, which is not a number"
            if isinstance(score, float):
                what = "NaN, which is not a score"
            raise GameError(
                f"{self.name}: result returns {what}, for the position {shown(position)} ({where(self.result)})"
            )
        return ended, score


def _alike(one: Any, other: Any) -> bool:
    """Whether two positions are made of the same parts."""
    if isinstance(one, tuple):
        return type(one) is type(other) and len(one) == len(other) and all(map(_alike, one, other))
    if isinstance(one, bool) or is_whole(one):
        return isinstance(other, bool) or is_whole(other)
    return is_finite(other) if isinstance(one, float) else type(one) is type(other)


def written(game: Game, move: Any) -> str:
    """A move as text, by the game's `format` if it has one."""
    if game.format is None:
        return str(move)
    text = game.format(move)
    if not isinstance(text, str):
        what = f"format({shown(move)}) returns {shown(text)}, which is not text"
        raise GameError(f"{game.name}: {what} ({where(game.format)})")
    return text
