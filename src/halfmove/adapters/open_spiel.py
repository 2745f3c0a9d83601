"""Games of OpenSpiel: those for two players who see everything, one after the other, without chance, zero-sum."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from typing import Any

from halfmove.base.checks import hint, shown
from halfmove.base.gate import checked
from halfmove.errors import UsageError
from halfmove.game import Game

# What a game must be, by OpenSpiel's own words for it, and what is said of one that is not.
_WANTED = (
    ("dynamics", "SEQUENTIAL", "its players move at the same time"),
    ("chance_mode", "DETERMINISTIC", "chance plays a part in it"),
    ("information", "PERFECT_INFORMATION", "its players do not see everything"),
    ("utility", "ZERO_SUM", "it is not zero-sum"),
)
# Games whose states are told apart by their text and who is on turn. In others what happened before may count, such
# as a position of chess that comes again: there only the same moves make the same state, unless `same` says more.
TOLD_BY_TEXT = {"tic_tac_toe", "connect_four", "breakthrough", "nim", "clobber", "mnk", "hex"}

_LONG = 1024  # half-moves: in longer games it is no help to know how long they may last


@checked
def from_open_spiel(
    game: Any, *, evaluate: Callable[..., Any] | None = None, same: Callable[..., Any] | None = None
) -> Game:
    """A game of OpenSpiel as a `Game`, for every algorithm here, in plain Python.

    game       a `pyspiel.Game`, the text that `pyspiel.load_game` takes, or a `pyspiel.State` to begin with
    evaluate   a function of a state that returns a guess of the score for who is on turn; without it, 0
    same       a function of a state: two states of which it returns the same are one position, which a table then
               finds again. Without it, those that the same moves lead to; in some games whose text tells all
               (tic_tac_toe, connect_four, breakthrough, nim, clobber, mnk, hex) also those with the same text

    A move is an `Action`, OpenSpiel's number of it with its text. Refused are games with chance, with hidden
    information, with moves at the same time, of another number of players, and those that are not zero-sum.

        game = hm.from_open_spiel("breakthrough(rows=4,columns=4)")
        hm.search(game, depth=6)
    """
    state = _state(game)
    made = state.get_game()
    name = str(made).removesuffix("()")
    _check(made, name)
    by_text = made.get_type().short_name in TOLD_BY_TEXT
    rules = _Rules(name, same or (str if by_text else _history), evaluate)
    longest = int(made.max_game_length())
    return Game(
        name,
        Position(rules, state.clone(), 1),
        rules.moves,
        rules.play,
        rules.result,
        evaluate=None if evaluate is None else rules.evaluate,
        turn=rules.turn,
        show=rules.show,
        format=str,
        longest=longest if longest <= _LONG else None,
        parameters={"game": "OpenSpiel", "name": name},
    )


def _state(game: Any) -> Any:
    """The state that is meant by a name, a game or itself."""
    if isinstance(game, str):
        game = _loaded(game)
    if not isinstance(game, type):
        if callable(getattr(game, "new_initial_state", None)):
            return game.new_initial_state()
        if callable(getattr(game, "legal_actions", None)) and callable(getattr(game, "get_game", None)):
            return game
    raise UsageError(f"from_open_spiel takes a pyspiel.Game, a pyspiel.State or the name of a game, not {shown(game)}")


def _loaded(text: str) -> Any:
    try:
        import pyspiel
    except ImportError:
        raise UsageError("OpenSpiel, which knows games by name, is not installed: pip install open_spiel") from None
    name, known = text.partition("(")[0].strip(), pyspiel.registered_names()
    if name not in known:
        raise UsageError(f"OpenSpiel has no game {shown(name)}; {hint(name, known)}see pyspiel.registered_names()")
    try:
        return pyspiel.load_game(text)
    except Exception as error:
        why = str(error).strip().split("\n")[0]
        raise UsageError(f"OpenSpiel cannot load {shown(text)}: {why}") from None


def _check(game: Any, name: str) -> None:
    kind = game.get_type()
    for attribute, wanted, why in _WANTED:
        if getattr(kind, attribute).name != wanted:
            raise UsageError(f"{name} of OpenSpiel cannot be searched here: {why}")
    if game.num_players() != 2:
        raise UsageError(f"{name} of OpenSpiel cannot be searched here: it has {game.num_players()} players, not 2")


class Action(int):
    """A move of OpenSpiel: its number, with the text that the state has for it."""

    _text: str | None
    _state: Any

    def __new__(cls, number: int, state: Any = None, text: str | None = None) -> Action:
        action = super().__new__(cls, number)
        action._state, action._text = state, text
        return action

    def __str__(self) -> str:
        if self._text is None:
            self._text = int.__repr__(self) if self._state is None else self._state.action_to_string(int(self))
        return self._text

    def __repr__(self) -> str:
        return f"Action({int.__repr__(self)}, {str(self)!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        return Action, (int(self), None, str(self))


class Position:
    """A state of OpenSpiel, which nobody changes, and who is on turn; after the end, who would be by alternation."""

    __slots__ = ("_key", "_rules", "player", "state")
    plain_only = "is one of OpenSpiel, whose games run as plain Python only: leave out `compiled`"

    def __init__(self, rules: _Rules, state: Any, mover: int) -> None:
        player = state.current_player()
        self.state = state
        self.player: int = player if player >= 0 else 1 - mover
        self._rules = rules
        self._key: Hashable = None

    def key(self) -> Hashable:
        """What tells it from other positions."""
        if self._key is None:
            self._key = self.player, self._rules.same(self.state)
        return self._key

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if not isinstance(other, Position) or other._rules is not self._rules:
            return NotImplemented
        return bool(self.key() == other.key())

    def __hash__(self) -> int:
        return hash(self.key())

    def __deepcopy__(self, memo: Any) -> Position:
        return self

    def __repr__(self) -> str:
        return f"<{self._rules.name} after {' '.join(map(str, self.state.history())) or 'no action'}>"


def _history(state: Any) -> Hashable:
    return tuple(state.history())


class _Rules:
    """The rules of one game of OpenSpiel, as those of a `Game`."""

    def __init__(self, name: str, same: Callable[..., Any], evaluate: Callable[..., Any] | None) -> None:
        self.name, self.same, self._evaluate = name, same, evaluate

    def moves(self, p: Position) -> Iterator[Action]:
        for action in p.state.legal_actions():
            yield Action(action, p.state)

    def play(self, p: Position, move: int) -> Position:
        state = p.state.clone()
        state.apply_action(int(move))
        return Position(self, state, p.player)

    def result(self, p: Position) -> tuple[bool, Any]:
        return (True, _number(p.state.returns()[p.player])) if p.state.is_terminal() else (False, 0)

    def evaluate(self, p: Position) -> Any:
        assert self._evaluate is not None
        return self._evaluate(p.state)

    def turn(self, p: Position) -> int:
        return p.player

    def show(self, p: Position) -> str:
        return str(p.state).strip("\n")


def _number(score: float) -> float:
    """OpenSpiel's returns are floats: whole ones become ints, which are searched as such."""
    return int(score) if score.is_integer() else score
