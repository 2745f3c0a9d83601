"""The line of a proven result: every move of it keeps the proven value.

A search proves a value, and with it the first move. The other moves are found one by one when `Result.line` is read,
each by its own search. The line ends where no move can be proven, or where play would repeat.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from halfmove.engine import clock as clocks
from halfmove.model import Bound
from halfmove.players.kernels.deep import deep

if TYPE_CHECKING:
    from halfmove.players.core import PlayerCore

NODES = 200_000  # for the moves of one line
EACH = 20_000  # for one of them
_SECONDS = 5.0  # for all of them; rules may be slow


class Proof(NamedTuple):
    """A proven result: a move at a position, and the value of the position: exact, a lower or an upper bound."""

    position: Any
    move: Any
    value: Any
    bound: Bound


def lazy_line(core: PlayerCore, proof: Proof, depth: int | None) -> Callable[[], tuple[Any, ...]]:
    """A function that finds the moves after the first one. The proof is from a search to `depth`."""
    return partial(_rest, core, proof, depth)


def _rest(core: PlayerCore, proof: Proof, depth: int | None) -> tuple[Any, ...]:
    game, left, deadline = core.game, NODES, clocks.deadline_after(_SECONDS)
    at = proof.position
    line: list[Any] = []
    mine, move = True, proof.move  # `mine`: whether the side to move of the proof is to move
    seen = {at}
    while True:
        child = game.next(at, move)
        mine = mine if game.moves_again(at, child) else not mine
        at = child
        if game.outcome(at)[0] or at in seen:
            break
        seen.add(at)
        deep_enough = None if depth is None or game.leaves_only else depth - 1 - len(line)
        # A lower bound binds the side to move of the proof, an upper bound its opponent. The other may play anything.
        bound_to = proof.bound == "exact" or mine == (proof.bound == "lower")
        wanted = (proof.value if mine else -proof.value) if bound_to else None
        found, spent = _next_move(core, at, wanted, deep_enough, left, deadline)
        left -= spent
        if found is None:
            break
        move = found[0]
        line.append(move)
    return tuple(line)


def _next_move(
    core: PlayerCore, position: Any, wanted: Any, depth: int | None, left: int, deadline: int
) -> tuple[tuple[Any, ...] | None, int]:
    """((a move that is proven to reach the wanted value,) or None; the nodes that were used)"""
    game = core.game
    if (known := _known_move(core, position, wanted)) is not None:
        return known, 0
    if (depth is not None and depth <= 0) or left <= 0:
        return None, 0
    with core.asked(()):  # a line may be read at any time; nothing that is proven rests on earlier positions
        raw, _task = core.search(deep.algorithm, position, deadline, depth=depth, nodes=min(left, EACH))
    nodes = raw.counts.nodes
    if raw.stopped is not None or not raw.line:
        return None, nodes
    proven = raw.own_counts["move_end"] >= 0 and raw.score is not None and wanted is not None and raw.score >= wanted
    if wanted is not None and not proven:
        return None, nodes
    return (raw.line[0],) if raw.line[0] in game.legal(position) else None, nodes


def _known_move(core: PlayerCore, position: Any, wanted: Any) -> tuple[Any, ...] | None:
    """A move that is known to reach the value without a search: by the end of the game, a database or `bounds`."""
    game = core.game
    if core.endgames is not None and (found := core.endgames.moves(position)):
        best = found[0]
        if wanted is None or best.value >= wanted:
            return (best.move,)
    if wanted is None or (game.bounds is None and core.endgames is None):
        return None
    for move in game.legal(position):
        child = game.next(position, move)
        over, score = game.outcome(child)
        low, high = score, score
        if not over:
            entry = None if core.endgames is None else core.endgames.probe(child)
            if entry is not None:
                low, high = entry.value, entry.value
            elif game.bounds is not None:
                low, high = game.call("bounds", child)
            else:
                continue
        if (low if game.moves_again(position, child) else -high) >= wanted:
            return (move,)
    return None
