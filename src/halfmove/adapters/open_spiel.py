"""Games of OpenSpiel: those that are sequential, deterministic, zero-sum, for two players, with perfect information."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from typing import Any

from halfmove.base.checks import hint, shown
from halfmove.base.gate import checked
from halfmove.errors import UsageError
from halfmove.game import Game

# The properties that a game must have, in OpenSpiel's terms, and the text for a game that does not.
_WANTED = (
    ("dynamics", "SEQUENTIAL", "its players move at the same time"),
    ("chance_mode", "DETERMINISTIC", "chance plays a part in it"),
    ("information", "PERFECT_INFORMATION", "its players do not see everything"),
    ("utility", "ZERO_SUM", "it is not zero-sum"),
)
# Games in which the text of a state and the player to move identify it. In other games the history may matter, such as
# a repeated position in chess: there only the same moves make the same state, unless `same` is given.
KNOWN_BY_TEXT = {"tic_tac_toe", "connect_four", "breakthrough", "nim", "clobber", "mnk", "hex"}

_LONG = 1024  # half-moves: for longer games a bound on their length does not help


@checked
def from_open_spiel(
    game: Any, *, evaluate: Callable[..., Any] | None = None, same: Callable[..., Any] | None = None
) -> Game:
    """Make a `Game` from a game of OpenSpiel, for every algorithm, in plain Python.

    A move is an `Action`: OpenSpiel's number of the move, with its text.

    Parameters
    ----------
    game : pyspiel.Game, pyspiel.State or str
        The game, the text that `pyspiel.load_game` takes, or the state to begin with.
    evaluate : callable, optional
        A function of a state that returns a guess of the score for the player to move; by default 0.
    same : callable, optional
        A function of a state. Two states with the same return value are one position, which a table finds again. By
        default, states are the same if the same moves lead to them. In some games whose text shows the whole state
        (tic_tac_toe, connect_four, breakthrough, nim, clobber, mnk, hex), states with the same text are the same too.

    Returns
    -------
    Game
        The game, which runs in plain Python only.

    Raises
    ------
    UsageError
        If the game has chance, hidden information or simultaneous moves, does not have two players, or is not
        zero-sum; or if OpenSpiel cannot load it.

    Examples
    --------
    With OpenSpiel installed:

        game = hm.from_open_spiel("breakthrough(rows=4,columns=4)")
        hm.search(game, depth=6)
    """
    state = _state(game)
    made = state.get_game()
    name = str(made).removesuffix("()")
    _check(made, name)
    by_text = made.get_type().short_name in KNOWN_BY_TEXT
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
    """The state that a name, a game or a state stands for."""
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
        raise UsageError("OpenSpiel, which loads games by name, is not installed: pip install open_spiel") from None
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
    """A move of OpenSpiel: its number, with its text in the state."""

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
    """A state of OpenSpiel that never changes, and the player to move; after the end, whose turn it would be."""

    __slots__ = ("_key", "_rules", "player", "state")
    plain_only = "is one of OpenSpiel, whose games run as plain Python only: leave out `compiled`"

    def __init__(self, rules: _Rules, state: Any, mover: int) -> None:
        player = state.current_player()
        self.state = state
        self.player: int = player if player >= 0 else 1 - mover
        self._rules = rules
        self._key: Hashable = None

    def key(self) -> Hashable:
        """The value that distinguishes it from other positions."""
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
    """OpenSpiel's returns are floats; whole ones become ints, so that scores are searched as ints."""
    return int(score) if score.is_integer() else score
