"""Games of easyAI, as they are.

easyAI's games change with every move; our positions never do. A `Position` holds the moves that lead to it, and a game
in that state is found or made when a rule needs it (`walking.py`). Two positions are equal if the same player is to
move and their `ttentry` is equal. In a game without `ttentry`, the whole contents of the game must be equal.
"""

from __future__ import annotations

import contextlib
import io
from collections.abc import Callable, Hashable, Iterator
from typing import Any

from halfmove.adapters.frozen import frozen
from halfmove.adapters.walking import Copies, Path, Walk, copied, state_of, unmakes
from halfmove.base.checks import shown
from halfmove.base.gate import checked
from halfmove.errors import UsageError
from halfmove.game import Game

_NEEDED = ("possible_moves", "make_move", "is_over", "switch_player")


@checked
def from_easyai(game: Any, *, scoring: Callable[..., Any] | None = None) -> Game:
    """Make a `Game` from a game of easyAI (a `TwoPlayerGame`), for every algorithm, in plain Python.

    Moves are the game's own, but lists become tuples because lists can change. The `scoring` of a finished game is its
    result, and the `scoring` of any other game is its evaluation.

    Parameters
    ----------
    game : easyAI.TwoPlayerGame
        The game, in the state in which the search begins; it is copied, and never changed.
    scoring : callable, optional
        A function of the game that returns the score for the player to move; by default the game's own `scoring`.

    Returns
    -------
    Game
        The game, which runs in plain Python only.

    Raises
    ------
    UsageError
        If `game` is not a game of easyAI, or has no `scoring` and none is given.

    Examples
    --------
    >>> import halfmove as hm
    >>> class Bones:  # a game of easyAI is a subclass of its TwoPlayerGame, which has the last two methods
    ...     def __init__(self):
    ...         self.pile, self.current_player = 10, 1
    ...     def possible_moves(self):
    ...         return ["1", "2", "3"]
    ...     def make_move(self, move):
    ...         self.pile -= int(move)
    ...     def is_over(self):
    ...         return self.pile <= 0
    ...     def scoring(self):
    ...         return 100 if self.pile <= 0 else 0
    ...     def switch_player(self):
    ...         self.current_player = 3 - self.current_player
    >>> r = hm.search(hm.from_easyai(Bones()))
    >>> r.value, r.move
    (100, '1')
    """
    _check(game, scoring)
    rules = _Rules(game, scoring)
    return Game(
        type(game).__name__,
        Position(rules, None, None),
        rules.moves,
        rules.play,
        rules.result,
        evaluate=rules.evaluate,
        turn=rules.turn,
        show=rules.show if hasattr(game, "show") else None,
        format=str,
        parameters={"game": "easyAI", "class": type(game).__name__},
    )


def _check(game: Any, scoring: Any) -> None:
    """Raise an error for anything that is not a game of easyAI."""
    if isinstance(game, type):
        raise UsageError(f"from_easyai takes a game, not its class; {game.__name__}(...) makes one")
    missing = [name for name in _NEEDED if not callable(getattr(game, name, None))]
    missing += [] if any(hasattr(game, name) for name in _PLAYER) else ["current_player"]
    if missing:
        raise UsageError(
            f"from_easyai takes a game of easyAI (a TwoPlayerGame), not {shown(game)}, which has no {missing[0]}"
        )
    if scoring is None and not callable(getattr(game, "scoring", None)):
        raise UsageError(
            f"{type(game).__name__} has no scoring method; give one: "
            "from_easyai(game, scoring=lambda game: -100 if game.lose() else 0)"
        )


_PLAYER = ("current_player", "nplayer")  # the name since easyAI 2, and before


class Position(Path):
    """A position of a game of easyAI: the moves that lead to it."""

    __slots__ = ("_hash", "_key", "_rules", "over", "own", "player")
    plain_only = "is one of easyAI, whose games run as plain Python only: leave out `compiled`"

    def __init__(self, rules: _Rules, before: Position | None, move: Any) -> None:
        super().__init__(before, move)
        self._rules = rules
        self._key: Hashable = None
        self._hash: int | None = None
        self.over: bool | None = None  # once it is known
        self.player = 0
        self.own: dict[Hashable, Any] | None = None  # the game's own moves, by their immutable form

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if not isinstance(other, Position) or other._rules is not self._rules:
            return NotImplemented
        return bool(self.key() == other.key())

    def __hash__(self) -> int:
        if self._hash is None:
            self._hash = hash(self.key())
        return self._hash

    def key(self) -> Hashable:
        """The value that distinguishes it from other positions."""
        if self._key is None:
            self._key = self._rules.key(self)
        return self._key

    def __deepcopy__(self, memo: Any) -> Position:
        return self

    def __repr__(self) -> str:
        moves = self.moves_to_here()
        text = " ".join(map(str, moves[-5:]))
        way = f"after {'... ' if len(moves) > 5 else ''}{text}" if moves else "at its start"
        return f"<{self._rules.name} {way}>"


class _Rules:
    """The rules of one game of easyAI, as those of a `Game`."""

    def __init__(self, game: Any, scoring: Callable[..., Any] | None) -> None:
        self.name = type(game).__name__
        self._start = copied(game)
        self._scoring = scoring or _own_scoring
        self._has_key = hasattr(game, "ttentry")
        self._by_state = not self._has_key and self._start_is_comparable()
        self._player = _PLAYER[0] if hasattr(game, _PLAYER[0]) else _PLAYER[1]
        self._visits: Walk | Copies = (Walk if unmakes(self._start, self._scoring) else Copies)(self._start)

    def _start_is_comparable(self) -> bool:
        try:
            one, other = state_of(copied(self._start)), state_of(copied(self._start))
            return hash(one) == hash(other) and bool(one == other)
        except Exception:  # it contains something that is equal only to itself
            return False

    def moves(self, p: Position) -> Iterator[Any]:
        yield from self._moves(p)

    def _moves(self, p: Position) -> dict[Hashable, Any]:
        if p.own is None:
            p.own = {frozen_move(move): move for move in self._at(p).possible_moves()}
        return p.own

    def play(self, p: Position, move: Any) -> Position:
        own = p.own or self._moves(p)
        return Position(self, p, own.get(move, move))

    def result(self, p: Position) -> tuple[bool, Any]:
        if p.over is None:
            self._at(p)
        return (True, _number(self._scoring(self._at(p)))) if p.over else (False, 0)

    def evaluate(self, p: Position) -> Any:
        return _number(self._scoring(self._at(p)))

    def turn(self, p: Position) -> int:
        if p.over is None:
            self._at(p)
        return p.player

    def show(self, p: Position) -> str:
        text = io.StringIO()
        with contextlib.redirect_stdout(text):
            self._at(p).show()
        return text.getvalue().strip("\n")

    def key(self, p: Position) -> Hashable:
        game = self._at(p)
        if self._has_key:
            return p.player, frozen(game.ttentry())
        return (p.player, state_of(game)) if self._by_state else tuple(map(frozen_move, p.moves_to_here()))

    def _at(self, p: Position) -> Any:
        """A game in this state, after a call of its `is_over`: some games store its answer for `scoring`."""
        game, moved = self._visits.game_at(p)
        if moved or p.over is None:
            over = bool(game.is_over())
            if p.over is None:
                p.over, p.player = over, int(getattr(game, self._player))
        return game


def _own_scoring(game: Any) -> Any:
    return game.scoring()


def frozen_move(move: Any) -> Hashable:
    """A move that cannot change: lists become tuples."""
    if isinstance(move, list | tuple) and type(move) in (list, tuple):
        return tuple(map(frozen_move, move))
    return frozen(move) if type(move).__hash__ is None else move  # type: ignore[no-any-return]


def _number(score: Any) -> Any:
    """A score as a Python number."""
    return score.item() if hasattr(score, "item") else score
