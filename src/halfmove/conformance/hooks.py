"""What the optional hooks of a game promise, checked in random games."""

from __future__ import annotations

from typing import Any

import numpy as np

from halfmove.conformance import answers
from halfmove.conformance.answers import bounds_of
from halfmove.conformance.clicks import clicked
from halfmove.conformance.numbers import Numbers
from halfmove.conformance.position import fault, short
from halfmove.conformance.unchanged import same
from halfmove.conformance.values import Values
from halfmove.errors import GameError
from halfmove.game import Game

_MOST_KEYS = 100_000
_CLOSELY = 10  # games in which all moves of a position are checked
_SHARED = ("result", "evaluate", "turn", "moves")  # what equivalent positions have in common


class Promises:
    """The promises of one game's hooks, checked position by position and then line by line."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._keys: dict[Any, Any] = {}
        self._players: dict[Any, Any] = {}
        self._moves_made = 0
        self._lines = 0
        self._order_kinds: dict[
            str, str
        ] = {}  # the types of numbers that `order` has returned, with an example of each
        self._values = Values(game)
        self._numbers = Numbers(game)

    @property
    def of_all(self) -> bool:
        """Whether there are hooks whose promises are about all positions together."""
        hooks = ("symmetry", "tier", "rank", "before")
        return any(getattr(self.game, hook) is not None for hook in hooks)

    def every(self, at: Any, moves: list[Any]) -> None:
        """Check one of all positions of a small game, with these hooks."""
        if self.game.symmetry is not None:
            self._symmetry(at)
            if (value := self._values.of(at)) is not None:
                self._exactly(at, value)
        self._numbers.position(at, moves, closely=True)

    def position(self, at: Any, moves: list[Any]) -> None:
        """Check the hooks for one position; `moves` is empty if it is over."""
        game = self.game
        for hook in ("turn", "key", "symmetry"):
            if getattr(game, hook) is not None:
                getattr(self, f"_{hook}")(at)
        if game.bounds is not None:
            self._bounds(at, moves)
        self._numbers.position(at, moves)
        if moves:
            for hook in ("width", "order", "tries", "noisy", "skip", "urgent", "uncounted", "count", "format"):
                if getattr(game, hook) is not None:
                    getattr(self, f"_{hook}")(at, moves)
        if game.show is not None:
            game.picture(at)
        for move in moves:
            clicked(game, at, move)

    def line(self, positions: list[Any]) -> None:
        """Check what is known at the end of a line of play."""
        game, moves = self.game, len(positions) - 1
        self._moves_made += moves
        if game.longest is not None and moves > game.longest:
            raise GameError(
                f"{game.name}: a line of play has more than longest={game.longest} half-moves; it continues at "
                f"{short(positions[game.longest])}"
            )
        self._lines += 1
        if game.lasting is not None:
            self._lasting(positions)
        if game.bounds is not None or game.tries is not None or game.symmetry is not None:
            for at in reversed(positions):
                if (value := self._values.of(at)) is None:
                    break
                self._exactly(at, value)

    def end(self) -> None:
        """Check what is known after all games."""
        if self.game.turn is not None and len(self._players) == 1 and self._moves_made > 20:
            (player,) = self._players
            raise fault(
                self.game, "turn", f"turn returns {player!r} for every position, so the other player never moves"
            )

    def _breach(self, hook: str, what: str) -> GameError:
        return fault(self.game, hook, what)

    def _turn(self, at: Any) -> None:
        self._players.setdefault(answers.turn_of(self.game, at), at)
        if len(self._players) > 2:
            players = ", ".join(map(str, self._players))
            raise self._breach(
                "turn", f"turn returns {players} for different positions; there must be only two players"
            )

    def _key(self, at: Any) -> None:
        key = answers.key_of(self.game, at)
        if len(self._keys) < _MOST_KEYS and not same(other := self._keys.setdefault(key, at), at):
            raise self._breach("key", f"key returns {key} for two different positions, {short(other)} and {short(at)}")

    def _symmetry(self, at: Any) -> None:
        game = self.game
        other = answers.symmetry_of(game, at)
        call = f"symmetry({short(at)}) returns {short(other)}"
        if not same(again := game.call("symmetry", other), other):
            what = f"{call}, and for that one {short(again)}; it must return the same for both"
            raise self._breach("symmetry", what)
        for rule, one, two in zip(_SHARED, self._answers(at), self._answers(other), strict=True):
            if one != two:
                what = f"{call}, but {rule} gives {short(one)} for the first and {short(two)} for the second"
                raise self._breach("symmetry", f"{what}; equivalent positions must have the same")

    def _answers(self, at: Any) -> list[Any]:
        """The properties that equivalent positions share, in the order of `_SHARED`."""
        game = self.game
        over, score = game.outcome(at)
        return [
            (over, score) if over else over,  # the score of a position that is not over is ignored
            None if over or game.evaluate is None else game.call("evaluate", at),
            None if game.turn is None else game.call("turn", at),
            None if over else len(game.legal(at)),
        ]

    def _bounds(self, at: Any, moves: list[Any]) -> None:
        """The bounds of a position must agree with its score, or with the bounds of the positions after it."""
        low, high = bounds_of(self.game, at)
        call = f"bounds({short(at)}) returns {short((low, high))}"
        if not moves:
            _, score = self.game.outcome(at)
            if not low <= score <= high:
                raise self._breach(
                    "bounds", f"{call}, but it is over with the score {score}, which must be between them"
                )
        elif self._lines < _CLOSELY:
            ranges = [self._range_of_move(at, move) for move in moves]
            least, most = (max(ends) for ends in zip(*ranges, strict=True))
            if high < least or low > most:
                what = f"but its value is between {least} and {most} according to the bounds of the positions after it"
                raise self._breach("bounds", f"{call}, {what}; one of these must be wrong")

    def _range_of_move(self, at: Any, move: Any) -> tuple[Any, Any]:
        """(lowest, highest) value of a move for the player who makes it."""
        child = self.game.next(at, move)
        over, score = self.game.outcome(child)
        low, high = (score, score) if over else bounds_of(self.game, child)
        return (low, high) if self.game.moves_again(at, child) else (-high, -low)

    def _order(self, at: Any, moves: list[Any]) -> None:
        for move in moves if self._lines < _CLOSELY else moves[:1]:
            place, call = answers.order_of(self.game, at, move)
            self._order_kinds.setdefault("a float" if isinstance(place, float | np.floating) else "an int", call)
            if len(self._order_kinds) > 1:
                one, other = self._order_kinds.values()
                raise self._breach("order", f"{one}, and {other}; all must be ints, or all floats")

    def _tries(self, at: Any, moves: list[Any]) -> None:
        answers.tries_of(self.game, at, moves)

    def _noisy(self, at: Any, moves: list[Any]) -> None:
        for move in answers.yielded(self.game, "noisy", at, moves):
            if self.game.gain is not None:
                answers.gain_of(self.game, at, move)

    def _skip(self, at: Any, _moves: list[Any]) -> None:
        answers.skip_of(self.game, at)

    def _urgent(self, at: Any, _moves: list[Any]) -> None:
        answers.urgent_of(self.game, at)

    def _uncounted(self, at: Any, _moves: list[Any]) -> None:
        """A position without its counts is the same for all counts, and has the same moves."""
        game = self.game
        other = answers.uncounted_of(game, at)
        call = f"uncounted({short(at)}) returns {short(other)}"
        if not same(again := game.call("uncounted", other), other):
            what = f"{call}, and for that one {short(again)}; it must return the same for both"
            raise self._breach("uncounted", what)
        if not game.outcome(other)[0]:
            ours, theirs = game.legal(at), game.legal(other)
            if ours != theirs:
                what = f"{call}, which has the moves {short(theirs)} instead of {short(ours)}"
                raise self._breach("uncounted", f"{what}; only counts may be different")

    def _count(self, at: Any, moves: list[Any]) -> None:
        count = answers.count_of(self.game, at)
        if count != len(moves):
            what = f"count({short(at)}) returns {count}, but moves yields {len(moves)} moves"
            raise self._breach("count", what)

    def _lasting(self, positions: list[Any]) -> None:
        """No position of a line may occur again farther back than `lasting` says."""
        seen: dict[Any, int] = {}
        for number, at in enumerate(positions):
            if self.game.outcome(at)[0]:
                return
            same_place = at if self.game.uncounted is None else answers.uncounted_of(self.game, at)
            back = answers.lasting_of(self.game, at)
            before = seen.get(same_place)
            if before is not None and number - before > back:
                what = (
                    f"lasting({short(at)}) returns {back}, but the same position occurred {number - before} half-moves"
                )
                raise self._breach("lasting", f"{what} before it in a line of play")
            seen[same_place] = number

    def _exactly(self, at: Any, value: Any) -> None:
        """Check the hooks where the value of a position is known."""
        game, settled = self.game, False
        if game.bounds is not None:
            low, high = bounds_of(self.game, at)
            settled = low == high
            if not low <= value <= high:
                what = f"bounds({short(at)}) returns {short((low, high))}, but its value is {value}"
                raise self._breach("bounds", f"{what}, which must be between them")
        if game.symmetry is not None:
            other = game.call("symmetry", at)
            if (theirs := self._values.of(other)) is not None and theirs != value:
                what = f"symmetry({short(at)}) returns {short(other)}, but their values are {value} and {theirs}"
                raise self._breach("symmetry", f"{what}; equivalent positions must have the same")
        if game.tries is not None and not settled and not game.outcome(at)[0]:
            worth = {move: self._values.after(at, move) for move in game.legal(at)}
            tried = list(game.call("tries", at))
            if None not in worth.values() and (best := max(worth[move] for move in tried)) != value:
                better = next(move for move in worth if worth[move] == value)
                what = f"of which the best is worth {best}, but the move {short(better)} is worth {value}"
                raise self._breach("tries", f"tries({short(at)}) yields {short(tried)}, {what}")

    def _width(self, at: Any, moves: list[Any]) -> None:
        width = self.game.call("width", at)
        if width != len(moves):
            raise self._breach(
                "width", f"width({short(at)}) returns {short(width)}, but moves yields {len(moves)} moves"
            )
        if moves != list(range(1, len(moves) + 1)):
            wanted = "a game with `width` has the moves 1, 2, 3, ... in this order"
            raise self._breach("moves", f"moves({short(at)}) yields {short(moves)}; {wanted}")

    def _format(self, _at: Any, moves: list[Any]) -> None:
        """No two moves of a position may have the same name, and `parse` must read what `format` writes."""
        game, named = self.game, dict[str, Any]()
        assert game.format is not None
        for move in moves if self._lines < _CLOSELY else moves[:1]:
            text = game.format(move)
            if not isinstance(text, str):
                raise self._breach("format", f"format({short(move)}) returns {short(text)}, which is not text")
            if (other := named.setdefault(text, move)) != move:
                what = f"format returns {text!r} for two moves of one position, {short(other)} and {short(move)}"
                raise self._breach("format", f"{what}; each needs a different name")
        if game.parse is not None:
            text = game.format(moves[0])
            if (back := game.parse(text)) != moves[0]:
                what = f"parse({text!r}) returns {short(back)}, but that is how format writes {short(moves[0])}"
                raise self._breach("parse", what)
