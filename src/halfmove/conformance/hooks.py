"""What the optional hooks of a game promise, and whether random games keep it."""

from __future__ import annotations

from typing import Any

import numpy as np

from halfmove.conformance.position import a, fault, number, short
from halfmove.conformance.unchanged import same
from halfmove.errors import GameError
from halfmove.game import Game

_MOST_KEYS = 100_000
_SHARED = ("result", "evaluate", "turn", "moves")


class Promises:
    """The promises of one game's hooks, looked at position by position and then line by line."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._keys: dict[Any, Any] = {}
        self._players: dict[Any, Any] = {}
        self._moves_made = 0

    def position(self, at: Any, moves: list[Any]) -> None:
        """What the hooks say about one position; `moves` is empty when it is over."""
        game = self.game
        for hook in ("turn", "key", "symmetry", "bounds"):
            if getattr(game, hook) is not None:
                getattr(self, f"_{hook}")(at)
        if moves:
            for hook in ("width", "order", "noisy"):
                if getattr(game, hook) is not None:
                    getattr(self, f"_{hook}")(at, moves)
            if game.format is not None and game.parse is not None:
                self._text(moves[0])
        if game.rank is not None and game.unrank is not None:
            self._number(at)
        if game.show is not None and not isinstance(text := game.show(at), str):
            raise fault(game, "show", f"show({short(at)}) returns {short(text)}, which is not text")

    def line(self, positions: list[Any]) -> None:
        """What can be seen when a line of play has come to its end."""
        game, moves = self.game, len(positions) - 1
        self._moves_made += moves
        if game.longest is not None and moves > game.longest:
            raise GameError(
                f"{game.name}: a line of play has more than longest={game.longest} half-moves: it goes on at "
                f"{short(positions[game.longest])}"
            )
        over, score = game.outcome(positions[-1])
        if over and game.bounds is not None:
            for moves_left, at in enumerate(reversed(positions)):
                self._within(at, positions[-1], score, moves_left)

    def end(self) -> None:
        """What can be seen after all games."""
        if self.game.turn is not None and len(self._players) == 1 and self._moves_made > 20:
            (player,) = self._players
            raise fault(self.game, "turn", f"turn returns {player!r} for every position: the other player never moves")

    def _lie(self, hook: str, what: str) -> GameError:
        return fault(self.game, hook, what)

    def _turn(self, at: Any) -> None:
        player = self.game.call("turn", at)
        if not isinstance(player, int | np.integer | np.bool_):
            raise self._lie("turn", f"turn({short(at)}) returns {short(player)}, {a(player)} and no int")
        self._players.setdefault(int(player), at)
        if len(self._players) > 2:
            players = ", ".join(map(str, self._players))
            raise self._lie("turn", f"turn returns {players} for different positions: it must tell two players apart")

    def _key(self, at: Any) -> None:
        key = self.game.call("key", at)
        if not isinstance(key, int | np.integer):
            raise self._lie("key", f"key({short(at)}) returns {short(key)}, {a(key)} and no int")
        if len(self._keys) < _MOST_KEYS and not same(other := self._keys.setdefault(int(key), at), at):
            raise self._lie("key", f"key returns {key} for two different positions, {short(other)} and {short(at)}")

    def _symmetry(self, at: Any) -> None:
        game = self.game
        other = game.call("symmetry", at)
        said = f"symmetry({short(at)}) returns {short(other)}"
        if type(other) is not type(at) and not (isinstance(other, int) and isinstance(at, int)):
            raise self._lie("symmetry", f"{said}, {a(other)} instead of {a(at)}")
        if not same(again := game.call("symmetry", other), other):
            raise self._lie("symmetry", f"{said}, and for that {short(again)}: a canonical position must be its own")
        for rule, one, two in zip(_SHARED, self._answers(at), self._answers(other), strict=True):
            if one != two:
                raise self._lie("symmetry", f"{said}, but {rule} says {short(one)} and {short(two)} of the two")

    def _answers(self, at: Any) -> list[Any]:
        """What equivalent positions have in common, in the order of `_SHARED`."""
        game = self.game
        over, score = game.outcome(at)
        return [
            (over, score) if over else over,  # the score of a position that is not over is not looked at
            None if over or game.evaluate is None else game.call("evaluate", at),
            None if game.turn is None else game.call("turn", at),
            None if over else f"{len(game.legal(at))} moves",
        ]

    def _bounds(self, at: Any) -> None:
        answer = self.game.call("bounds", at)
        said = f"bounds({short(at)}) returns {short(answer)}"
        try:
            low, high = answer
        except (TypeError, ValueError):
            raise self._lie("bounds", f"{said}, not the pair (lowest, highest)") from None
        for end in (low, high):
            number(self.game, "bounds", end, at)
        if low > high:
            raise self._lie("bounds", f"{said}: the lowest is above the highest")

    def _within(self, at: Any, end: Any, score: Any, moves_left: int) -> None:
        """The score at the end of a line is possible in every position on the way."""
        low, high = self.game.call("bounds", at)
        same_side = moves_left % 2 == 0
        if self.game.turn is not None:
            same_side = self.game.call("turn", at) == self.game.call("turn", end)
        reached = score if same_side else -score
        if not low <= reached <= high:
            how = f"{short(end)}, which it can lead to, has the score" if moves_left else "it is over with the score"
            raise self._lie("bounds", f"bounds({short(at)}) returns {short((low, high))}, but {how} {reached}")

    def _width(self, at: Any, moves: list[Any]) -> None:
        width = self.game.call("width", at)
        if width != len(moves):
            raise self._lie("width", f"width({short(at)}) returns {short(width)}, but moves yields {len(moves)} moves")
        if moves != list(range(1, len(moves) + 1)):
            wanted = "a game with `width` has the moves 1, 2, 3, ... in this order"
            raise self._lie("moves", f"moves({short(at)}) yields {short(moves)}; {wanted}")

    def _order(self, at: Any, moves: list[Any]) -> None:
        for move in moves:
            score = self.game.call("order", at, move)
            if not isinstance(score, int | float | np.integer | np.floating) or score != score:
                said = f"order({short(at)}, {short(move)}) returns {short(score)}"
                raise self._lie("order", f"{said}, which is not a number")

    def _noisy(self, at: Any, moves: list[Any]) -> None:
        answer = self.game.call("noisy", at)
        try:
            noisy = list(answer)
        except TypeError:
            raise self._lie("noisy", f"noisy({short(at)}) returns {short(answer)}; it must yield moves") from None
        if strange := [move for move in noisy if move not in moves]:
            raise self._lie("noisy", f"noisy({short(at)}) yields {short(strange[0])}, which is not a move of it")

    def _text(self, move: Any) -> None:
        assert self.game.format is not None
        assert self.game.parse is not None
        text = self.game.format(move)
        if not isinstance(text, str):
            raise self._lie("format", f"format({short(move)}) returns {short(text)}, which is not text")
        if (back := self.game.parse(text)) != move:
            raise self._lie(
                "parse", f"parse({text!r}) returns {short(back)}, but that is how format writes {short(move)}"
            )

    def _number(self, at: Any) -> None:
        assert self.game.rank is not None
        assert self.game.unrank is not None
        rank = self.game.rank(at)
        if not same(back := self.game.unrank(rank), at):
            raise self._lie("unrank", f"unrank({rank}) returns {short(back)}, but {rank} is the rank of {short(at)}")
