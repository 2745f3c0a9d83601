"""What the optional hooks of a game promise, and whether random games keep it."""

from __future__ import annotations

from typing import Any

import numpy as np

from halfmove.conformance.position import a, fault, short
from halfmove.conformance.unchanged import same
from halfmove.errors import GameError
from halfmove.game import Game

_MOST_KEYS = 100_000


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
        for hook in ("turn", "key"):
            if getattr(game, hook) is not None:
                getattr(self, f"_{hook}")(at)
        if moves:
            if game.width is not None:
                self._width(at, moves)
            if game.format is not None and game.parse is not None:
                self._text(moves[0])
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

    def _width(self, at: Any, moves: list[Any]) -> None:
        width = self.game.call("width", at)
        if width != len(moves):
            raise self._lie("width", f"width({short(at)}) returns {short(width)}, but moves yields {len(moves)} moves")
        if moves != list(range(1, len(moves) + 1)):
            wanted = "a game with `width` has the moves 1, 2, 3, ... in this order"
            raise self._lie("moves", f"moves({short(at)}) yields {short(moves)}; {wanted}")

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
