"""How a player finds its move: by deepening, by random games, or best-first.

A game without an evaluation is searched for a part of the time, which finds wins and losses that are near. If that
settles nothing, the rest of the time is used for random games.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from halfmove.algorithms.best_first_minimax import best_first_minimax
from halfmove.engine import NEVER, own_moves
from halfmove.engine.search import proven
from halfmove.kernels.declaration import Algorithm
from halfmove.model import Counts, Result
from halfmove.players.deepening import deepen, is_decided
from halfmove.players.kernels.deep import deep
from halfmove.players.kernels.mcts import mcts
from halfmove.players.reaching import known_value
from halfmove.players.saying import said
from halfmove.players.solving import finished
from halfmove.players.tables import best_of, told_by_tables

if TYPE_CHECKING:
    from halfmove.players.core import PlayerCore

# The part of the time for a search before random games: as machine code, in plain Python, and during compilation.
QUICK_PART, _PLAIN_PART, _FIRST_PART = 0.25, 0.1, 0.6
# In plain Python there may be too few random games to be useful. The part of the time for finding that out, and how
# many there must be for each move.
_TRIAL_PART, _LEAST_PLAYOUTS = 0.15, 3
_FIRST_BUDGET, _LAST_BUDGET = 1000, 1 << 40  # nodes


def algorithms_of(core: PlayerCore) -> list[Algorithm]:
    """The algorithms that `think` may use."""
    if core.method == "mcts":
        return [mcts.algorithm]
    if core.method == "best_first":
        return [best_first_minimax.algorithm]
    if core.method == "auto" and core.game.evaluate is None and not core.game.leaves_only:
        return [deep.algorithm, mcts.algorithm]
    return [deep.algorithm]


def think(core: PlayerCore, position: Any, depth: int | None, deadline: int, began: float) -> Iterator[Result]:
    """Yield better and better results for a position, at least one."""
    game = core.game
    core.look(position)
    if game.outcome(position)[0]:
        yield finished(game, position, began)
    elif (solved := looked_up(core, position, began)) is not None:
        yield solved
    elif core.tables and core.chosen is None and (told := told_by_tables(core, position, began)) is not None:
        yield told
    elif core.method == "mcts":
        yield single_search(core, mcts.algorithm, position, deadline, began)
    elif core.method == "best_first":
        yield from _growing_budgets(core, position, deadline, began)
    elif core.method == "search" or game.evaluate is not None or game.leaves_only or depth or core.chosen:
        yield from deepen(core, position, depth, deadline, began, core.limits.nodes)
    else:
        yield from _search_and_playouts(core, position, deadline, began)


def looked_up(core: PlayerCore, position: Any, began: float) -> Result | None:
    """The result from a database, or None if it does not know the position."""
    entry = None if core.endgames is None or core.chosen is not None else core.endgames.probe(position)
    if core.endgames is None or entry is None:
        return None
    # A database of representatives may lack the positions after some moves, the best ones among them.
    found = [each for each in core.endgames.moves(position) if each.value == entry.value]
    if not found or found[0].distance != entry.distance:
        return None
    if core.bound_in_game(position, entry.value, "exact") != "exact":
        rows = [(each.move, each.value, each.value) for each in core.endgames.moves(position)]
        return best_of(core, position, rows, "database", began)
    best, game = found[0], core.game
    line = (best.move, *core.endgames.line(best.position))
    if best.distance is None:  # a draw that never ends
        line = line[:1]
    # A distance is in half-moves. Which player makes them is known where players alternate.
    known = best.distance is not None and best.value != 0
    known = known and (game.turn is None or (best.distance == 1 and best.value > 0))
    return Result(
        value=best.value,
        bound="exact",
        counts=Counts(),
        seconds=time.perf_counter() - began,
        algorithm="database",
        depth=best.distance,
        compiled=not core.plain,  # nothing was searched
        said=said(game, best.value, "exact", (best.distance + (best.value > 0)) // 2 if known else None),
        _known_line=line,
        best_moves=tuple(each.move for each in found if each.value == best.value),
        _format=game.format,
    )


def _search_and_playouts(core: PlayerCore, position: Any, deadline: int, began: float) -> Iterator[Result]:
    game, now, nodes = core.game, time.monotonic_ns(), core.limits.nodes
    part = QUICK_PART if core.is_compiled(deep.algorithm) else _PLAIN_PART if core.plain else _FIRST_PART
    first = deadline if deadline == NEVER else now + int((deadline - now) * part)
    best: Result | None = None
    for best in deepen(core, position, None, first, began, None if nodes is None else nodes // 3 + 1):
        yield best
    assert best is not None
    if best.stopped is None or best.exact or is_decided(best):  # there is nothing left to find out
        return
    if nodes is not None and best.counts.nodes >= nodes:
        return
    if deadline != NEVER and not core.is_compiled(mcts.algorithm):
        trial = _a_few_playouts(core, position, deadline, began, best)
        if trial.stopped is None:  # it is settled
            yield trial
            return
        if not core.compiled and trial.counters["played"] < _TRIAL_PART * _LEAST_PLAYOUTS * len(game.legal(position)):
            yield from _deeper(core, position, deadline, began, replace(best, counts=trial.counts))
            return
    rest = single_search(core, mcts.algorithm, position, deadline, began, before=best.counts)
    if rest.counters["played"] == 0:
        rest = replace(best, counts=rest.counts, seconds=rest.seconds)
    yield rest


def _a_few_playouts(core: PlayerCore, position: Any, deadline: int, began: float, best: Result) -> Result:
    """Play random games for a while, to see how many are possible."""
    now = time.monotonic_ns()
    until = now + int((deadline - now) * _TRIAL_PART)
    return single_search(core, mcts.algorithm, position, until, began, before=best.counts)


def _deeper(core: PlayerCore, position: Any, deadline: int, began: float, best: Result) -> Iterator[Result]:
    """Continue a search that was stopped. The table has the results of the finished depths."""
    yield best
    left = None if core.limits.nodes is None else core.limits.nodes - best.counts.nodes
    for found in deepen(core, position, None, deadline, began, left) if left is None or left > 0 else ():
        if (found.depth or 0) >= (best.depth or 0):
            yield replace(found, counts=best.counts + found.counts)


def _growing_budgets(core: PlayerCore, position: Any, deadline: int, began: float) -> Iterator[Result]:
    """Best-first minimax with four times as many nodes each time. A search that is stopped has no result.

    It ends when a search needs fewer nodes than it may use: more nodes would not change the result.
    """
    best, budget, most = None, _FIRST_BUDGET, core.limits.nodes or _LAST_BUDGET
    margin = 2 * len(core.game.legal(position, most))  # a search ends with the node that it is at
    while True:
        before = Counts() if best is None else best.counts
        budget = min(budget, max(most - before.nodes - margin, 1))
        if best is not None and budget <= _FIRST_BUDGET:
            yield replace(best, stopped="nodes")
            return
        found = single_search(core, best_first_minimax.algorithm, position, deadline, began, before, {"budget": budget})
        if best is not None and found.stopped is not None:
            best = replace(best, counts=found.counts, seconds=found.seconds, stopped=found.stopped)
        else:
            best = found
        yield best
        if best.stopped is not None or best.counts.nodes - before.nodes < budget or budget == _LAST_BUDGET:
            return
        budget = min(4 * budget, _LAST_BUDGET)


def single_search(
    core: PlayerCore,
    algorithm: Algorithm,
    position: Any,
    deadline: int,
    began: float,
    before: Counts | None = None,
    parameters: dict[str, Any] | None = None,
) -> Result:
    """The result of one search that uses all the time."""
    before = before or Counts()
    nodes = None if core.limits.nodes is None else max(core.limits.nodes - before.nodes, 1)
    raw, task = core.search(algorithm, position, deadline, nodes=nodes, memory=core.memory, parameters=parameters)
    value, bound = proven(task, raw)
    value = value if core.endgames is None else core.endgames.as_known(value)
    bound = core.bound_in_game(position, value, bound)  # type: ignore[arg-type]
    words = said(core.game, value, bound)
    known = known_value(core, position)
    if known is not None and bound != "exact":  # its move is not proven to reach more
        bound = "exact" if bound == "lower" and value == known else "upper"
        value, words = known + 0, said(core.game, known, "exact")
    elif raw.stopped is not None and value == -math.inf:  # it found nothing
        value, bound = 0, "estimate"
    line = tuple(own_moves(task, raw.line)) or tuple(core.game.legal(position, 1))
    line = line if bound == "estimate" else line[:1]  # only the first move is proven
    return Result(
        value=value,
        bound=bound,  # type: ignore[arg-type]
        counts=before + raw.counts,
        seconds=time.perf_counter() - began,
        algorithm=algorithm.id,
        parameters=task.parameters,
        compiled=core.compiled,
        stopped=raw.stopped,
        counters=raw.own_counts,
        said=words,
        _known_line=line,
        _format=core.game.format,
    )
