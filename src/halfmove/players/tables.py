"""What somebody outside knows of the position in which a player moves, such as tables of solved positions on disk.

A game that can read such tables has `readers["tables"]`, a function of the path of a folder. It returns an object with
`moves(p)`: for each legal move a tuple like `TableMove`, the best move first, or None if it does not know them all.
It is asked at the position in which the player moves, never in a search. It must obey counts of moves that end a game
(`patience`); repetition is looked after here.
"""

from __future__ import annotations

import time
from collections import Counter
from typing import TYPE_CHECKING, Any, NamedTuple

from halfmove.game import Game
from halfmove.model import Bound, Counts, Result
from halfmove.players.saying import said
from halfmove.repetition import outcome_in_game, since_progress, without_counts

if TYPE_CHECKING:
    from halfmove.players.core import PlayerCore


class TableMove(NamedTuple):
    """A move with the lowest and the highest value that it may have for its player, if no position comes again."""

    move: Any
    low: Any
    high: Any


def told_by_tables(core: PlayerCore, position: Any, began: float) -> Result | None:
    """The result from tables, or None if none of them knows the position."""
    game, past = core.game, core.past
    found = next((rows for each in core.tables if (rows := each.moves(position))), None)
    if found is None:
        return None
    # Among equal moves the first one is the best: it makes progress.
    moves = [_with_repetition(game, (*past, position), TableMove(*row)) for row in found]
    best = max(moves, key=lambda known: known.low)
    equal = tuple(known.move for known in moves if known.low == best.low)
    bound: Bound = "exact" if max(known.high for known in moves) == best.low else "lower"
    if best.low != game.repetition_score and _has_come_again(game, position, past):
        bound = "estimate"
    return Result(
        value=best.low,
        bound=bound,
        counts=Counts(),
        seconds=time.perf_counter() - began,
        algorithm="tablebase",
        compiled=not core.plain,  # nothing was searched
        said=said(game, best.low, bound),
        _known_line=(best.move,),
        best_moves=equal,
        _format=game.format,
    )


def _with_repetition(game: Game, positions: tuple[Any, ...], known: TableMove) -> TableMove:
    """The same move, with its value if it ends the game because a position comes again."""
    child = game.next(positions[-1], known.move)
    over, score = outcome_in_game(game, (*positions, child))
    if not over:
        return known
    value = score if game.moves_again(positions[-1], child) else 0 - score
    return TableMove(known.move, value, value)


def _has_come_again(game: Game, position: Any, past: tuple[Any, ...]) -> bool:
    """Whether some position has occurred so often already that best play might meet it once too often."""
    if not game.occurrences or game.lasting is None:
        return False
    recent = since_progress(game, (*past, position))
    return max(Counter(without_counts(game, each) for each in recent).values()) >= game.occurrences - 1
