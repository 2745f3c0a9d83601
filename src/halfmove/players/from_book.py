"""A move from an opening book, where it is not worse than what the player would find itself.

Proven values of a book are always used. An estimate is used if the weakest search of the moves of its entry had as many
nodes as the player may spend on its move, or looked as far ahead as the player may. A limit in seconds is converted
to nodes by the player's speed so far; before its first search a high speed is assumed. Games prove nothing: a book of
games is used as it is.
"""

from __future__ import annotations

import random
import time
from typing import TYPE_CHECKING, Any

from halfmove.books.book import Book, BookMove, Entry
from halfmove.books.choosing import chosen
from halfmove.books.foreign import ForeignBook
from halfmove.game import Game
from halfmove.model import Bound, Counts, Result, bound_of
from halfmove.players.saying import said

if TYPE_CHECKING:
    from halfmove.players.core import PlayerCore

_FAST, _PLAIN = 5e6, 1e5  # nodes in a second, as machine code and in plain Python
_MOMENT = 0.01  # a shorter search says nothing about speed, in seconds


class Opening:
    """The opening book of a player."""

    def __init__(self, book: Book | ForeignBook, variety: float, seed: int) -> None:
        self.book, self.variety = book, variety
        self._chance = random.Random(seed)
        self._speed: float | None = None  # nodes in a second

    def result(self, core: PlayerCore, position: Any, depth: int | None, seconds: float | None) -> Result | None:
        """The result from the book, or None if the player should think itself."""
        began = time.perf_counter()
        entry = self.book.entry(position)
        if entry is None or (entry.complete and not self._is_strong(core, entry, depth, seconds)):
            return None
        move = chosen(entry, self.variety * core.game.unit, self._chance)
        return None if move is None else self._result(core, position, move, began)

    def learn(self, result: Result) -> None:
        """Note how fast the player is."""
        if result.seconds > _MOMENT:
            self._speed = result.nodes_per_second

    def _is_strong(self, core: PlayerCore, entry: Entry, depth: int | None, seconds: float | None) -> bool:
        """Whether the player could not look farther than the book."""
        if entry.nodes is None or entry.best.worth.decided:
            return True
        most = core.limits.nodes
        if seconds is not None:
            usual = _PLAIN if core.plain else _FAST * core.threads
            nodes = seconds * (self._speed or usual)
            most = int(nodes) if most is None else min(most, int(nodes))
        if most is not None and entry.nodes >= most:
            return True
        return depth is not None and entry.depth >= depth

    def _result(self, core: PlayerCore, position: Any, move: BookMove, began: float) -> Result:
        game = core.game
        line = self.book.line(position, move.move)
        bound: Bound = "estimate"
        value: Any
        if move.weight is not None:
            entry = self.book.entry(position)
            assert entry is not None
            value, words = 0, f"weight {move.weight} of {sum(each.weight or 0 for each in entry.moves)}"
        elif move.value is None:
            assert move.played is not None
            won, drawn, lost = move.played
            value = 0
            words = f"{won} won, {drawn} drawn, {lost} lost"
        else:
            value = move.value + 0
            bound = core.bound_in_game(position, value, self._bound(position, move))
            words = said(game, value, bound, self._winner_moves(game, position, value) if bound == "exact" else None)
            line = line if bound == "estimate" else self._proven_line(game, position, move, bound)
        return Result(
            value=value,
            bound=bound,
            counts=Counts(),
            seconds=time.perf_counter() - began,
            algorithm="book",
            depth=move.depth,
            compiled=core.compiled,
            said=words,
            _known_line=line,
            _format=game.format,
        )

    def _winner_moves(self, game: Game, position: Any, value: Any) -> int | None:
        """How many moves the winner makes, if databases know it for all moves that reach the value."""
        entry = self.book.entry(position)
        if entry is None or value == 0 or game.turn is not None:
            return None
        distances = [move.distance for move in entry.moves if move.value is None or move.high >= value]
        if not distances or None in distances:  # a book that contradicts itself has none
            return None
        return ((min if value > 0 else max)(distances) + (value > 0)) // 2  # type: ignore[no-any-return, type-var]

    def _bound(self, position: Any, move: BookMove) -> Bound:
        """What the value of a move proves about the position: another move may be better."""
        whole, entry = self.book.value(position), self.book.entry(position)
        at_least = move.low == move.value
        at_most = whole is not None and entry is not None and entry.complete and whole.high <= move.value
        return bound_of(at_least, at_most)

    def _proven_line(self, game: Game, position: Any, move: BookMove, bound: Bound) -> tuple[Any, ...]:
        """The move and those after it, as far as the book proves that they keep the value."""
        line, seen = [move.move], {position}
        mine, wanted = True, move.value
        while bound == "exact":
            child = game.next(position, line[-1])
            mine = mine if game.moves_again(position, child) else not mine
            position = child
            if position in seen or game.outcome(position)[0]:
                break
            seen.add(position)
            entry = self.book.entry(position)
            if entry is None or entry.best.value is None or entry.best.low < (wanted if mine else 0 - wanted):
                break
            line.append(entry.best.move)
        return tuple(line)
