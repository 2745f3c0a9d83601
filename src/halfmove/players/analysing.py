"""What every move of a position is worth: searches of the positions after them, all to the same depth."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from halfmove.model import Counts, Result
from halfmove.players.choosing import best_move
from halfmove.players.deepening import DEEPEST, is_decided
from halfmove.players.saying import moves_of_winner, said
from halfmove.players.timing import Time
from halfmove.repetition import outcome_in_game

if TYPE_CHECKING:
    from halfmove.players.core import PlayerCore

_OTHER = {"lower": "upper", "upper": "lower"}


def analyses(core: PlayerCore, position: Any, seconds: float) -> Iterator[list[Result | None]]:
    """Yield what the moves are worth for the side to move, in the order of the moves, and better known each time.

    The value of a `Result` is that of its move, `depth` counts from the position. None: not known yet. Estimates are
    all of the same depth, so that they can be compared. Without `evaluate` each move gets its share of the time.
    """
    moves, until = core.game.legal(position), time.perf_counter() + seconds
    found: list[Result | None] = [_at_once(core, position, move) for move in moves]
    yield found
    if core.game.evaluate is None or core.method in ("mcts", "best_first"):
        for number, move in enumerate(moves):
            if found[number] is None:
                open_moves = sum(each is None for each in found)
                found[number] = _of(core, position, move, max(until - time.perf_counter(), 0.0) / open_moves, None)
                yield found
        return
    for depth in range(1, DEEPEST):
        deeper = list(found)
        for number, move in enumerate(moves):
            before = found[number]
            if before is not None and (before.exact or is_decided(before)):
                continue
            left = until - time.perf_counter()
            if left <= 0 and depth > 1:
                return
            result = _of(core, position, move, max(left, 0.0), depth)
            if result.stopped is not None and before is not None and not is_decided(result):
                return
            deeper[number] = result
            if before is None or is_decided(result):
                found[number] = result
                yield found
        if depth > 1 and not any(map(_is_deeper, deeper, found)):
            return  # all lines are searched to their ends
        found = deeper
        yield found


def _is_deeper(new: Result | None, old: Result | None) -> bool:
    return new is not None and (old is None or (new.depth or 0) > (old.depth or 0))


def best_first(result: Result | None) -> Any:
    """A key that sorts the best move to the front: quick wins first, slow losses last but before quick ones."""
    if result is None:
        return (3,)
    length = moves_of_winner(result) or 0
    if not is_decided(result):
        return (1, -result.value)
    return (0, -result.value, length) if result.value > 0 else (2, -result.value, -length)


def _at_once(core: PlayerCore, position: Any, move: Any) -> Result | None:
    """What a move that ends the game is worth; None for any other move."""
    game, child = core.game, core.game.next(position, move)
    over, score = outcome_in_game(game, (*core.past, position, child))
    if not over:
        return None
    value = score if game.moves_again(position, child) else -score
    words = said(game, value, "exact", 1 if value > 0 else None)
    return Result(value, "exact", Counts(), 0.0, "player", depth=1, said=words, _known_line=(move,))


def _of(core: PlayerCore, position: Any, move: Any, seconds: float, depth: int | None) -> Result:
    """What a move is worth, searched for this time and to this depth."""
    game, child = core.game, core.game.next(position, move)
    with core.after(position):
        result = best_move(core, child, Time(seconds, seconds), depth)
        if depth is None and result.algorithm == "player" and result.bound == "estimate" and result.stopped is None:
            result = best_move(core, child, Time(seconds, seconds), DEEPEST)  # a forced move was not looked at for long
    again = game.moves_again(position, child)
    value, bound = (result.value, result.bound) if again else (-result.value, _OTHER.get(result.bound, result.bound))
    length = moves_of_winner(result)
    if length is not None:
        length += value > 0  # the move itself
    words = result.said if result.said == "not known" else said(game, value, bound, length)
    return replace(
        result,
        value=value + 0,
        bound=bound,  # type: ignore[arg-type]
        said=words,
        depth=None if result.depth is None else result.depth + 1,
        _known_line=(move, *result._known_line),
        _rest_of_line=None,
        best_moves=None,
    )
