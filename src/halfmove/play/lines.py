"""The line behind what a player has proven: every move of it keeps what was claimed.

A search proves a value, and with it the first move. The moves after that are found one by one when somebody asks for
the line, each by a search of its own. The line ends where no move can be proven, or where play would go round in a
circle.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from halfmove.engine import clock as clocks
from halfmove.model import Bound
from halfmove.play.kernels.deep import deep

if TYPE_CHECKING:
    from halfmove.play.core import PlayerCore

_NODES = 200_000  # for the moves of one line
_EACH = 20_000  # for one of them
_SECONDS = 5.0  # for all of them; rules may be slow


class Proof(NamedTuple):
    """What was proven: a move at a position, and what the position is worth: exactly, at least or at most."""

    position: Any
    move: Any
    value: Any
    bound: Bound


def lazily(core: PlayerCore, proof: Proof, depth: int | None) -> Callable[[], tuple[Any, ...]]:
    """The moves after the first one, for who asks; the search behind the proof looked `depth` half-moves ahead."""
    return partial(_rest, core, proof, depth)


def _rest(core: PlayerCore, proof: Proof, depth: int | None) -> tuple[Any, ...]:
    game, left, deadline = core.game, _NODES, clocks.deadline_after(_SECONDS)
    at = proof.position
    line: list[Any] = []
    mine, move = True, proof.move  # `mine`: whether the player moves of whom the proof speaks
    seen = {at}
    while True:
        child = game.next(at, move)
        mine = mine if game.moves_again(at, child) else not mine
        at = child
        if game.outcome(at)[0] or at in seen:
            break
        seen.add(at)
        deep_enough = None if depth is None or game.leaves_only else depth - 1 - len(line)
        # Who the claim is not about may play anything: an upper bound is a promise to the other player.
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
    """(a move, in a tuple, that is proven to reach the value that is wanted; None if none is found), nodes"""
    game = core.game
    if (known := _known_move(core, position, wanted)) is not None:
        return known, 0
    if (depth is not None and depth <= 0) or left <= 0:
        return None, 0
    raw, _task = core.search(deep.algorithm, position, deadline, depth=depth, nodes=min(left, _EACH))
    nodes = raw.counts.nodes
    if raw.stopped is not None or not raw.line:
        return None, nodes
    proven = raw.own_counts["move_end"] >= 0 and raw.score is not None and wanted is not None and raw.score >= wanted
    if wanted is not None and not proven:
        return None, nodes
    return (raw.line[0],) if raw.line[0] in game.legal(position) else None, nodes


def _known_move(core: PlayerCore, position: Any, wanted: Any) -> tuple[Any, ...] | None:
    """A move that reaches the value by what is known without a search: the end of the game, a database, `bounds`."""
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
