"""Iterative deepening: search to depth 1, 2, 3, ... until the time is over or the position is settled.

Each depth begins with the best move of the depth before. So the result of an unfinished depth can be used as soon as
its first move is done: another move replaces it only if it was better at this depth.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from halfmove.engine import RawResult, Task
from halfmove.model import WIDE, Counts, Result, Window, bound_of
from halfmove.players.distances import Lengths
from halfmove.players.kernels.deep import deep
from halfmove.players.kernels.knowing import RAISED
from halfmove.players.lines import Proof, lazy_line
from halfmove.players.reaching import known_value, reach, settled_value
from halfmove.players.saying import said
from halfmove.players.solving import tried

if TYPE_CHECKING:
    from halfmove.players.core import PlayerCore

DEEPEST = 500  # half-moves
FORCED = 2  # depth of the search where there is only one move
_ASPIRE_FROM = 4  # the first depth from whose score the next one is expected
_REACH = 3  # the expected score differs by less than a point divided by this
_WIDER, _WIDEST = 2, 8  # a window that was too narrow becomes so many times wider; above so many points it has no end
LONGER = 2  # further depths after a win or loss is proven: there may be a better one
_TOGETHER = 5  # from this depth on it is worth starting several threads


def deepen(
    core: PlayerCore, position: Any, depth: int | None, deadline: int, began: float, most_nodes: int | None
) -> Iterator[Result]:
    """Yield the result of each depth, at least one. The position is not over."""
    known = None if core.chosen is not None else known_value(core, position)
    if known is not None:  # only a move is missing
        yield from reach(core, position, known, min(depth or DEEPEST, DEEPEST), deadline, began, most_nodes)
        return
    game = core.game
    moves = tried(game, position) if core.chosen is None else list(core.chosen)
    heights: Iterable[int | None] = range(1, min(depth or DEEPEST, game.longest or DEEPEST) + 1)
    if game.leaves_only:
        heights = [depth]  # to the end, or to the given depth, which is refused if it is too small
    best = Result(0, "estimate", Counts(), 0.0, "player", depth=0, _known_line=tuple(moves[:1]), said="not known")
    best = replace(best, _format=game.format)
    lengths = Lengths(core, position, deadline)
    proven = 0
    for height in heights:
        nodes = None if most_nodes is None else most_nodes - best.counts.nodes
        if nodes is not None and nodes <= 0:
            return
        window = aspiration(core, best, height)
        while True:
            raw, task = core.search(
                deep.algorithm,
                position,
                deadline,
                depth=height,
                nodes=nodes,
                first=moves.index(best.move) if best.move in moves else None,
                chosen=core.chosen,
                together=height is None or height >= _TOGETHER,
                window=window,
            )
            if raw.stopped is not None or raw.score is None or is_inside(window, raw.score):
                break
            best = _outside(core, task, raw, height, best, window, began)
            yield best
            nodes = None if most_nodes is None else most_nodes - best.counts.nodes
            if nodes is not None and nodes <= 0:
                yield replace(best, stopped="nodes")
                return
            window = widened(window, raw.score, game.unit)
        counts = best.counts + raw.counts
        if raw.stopped is None or raw.line:  # else it found nothing before it was stopped
            found = _result(core, task, raw, height, tuple(moves[:1]))
            best = _merged(core, position, best, found)
            if best is found and is_decided(best):
                left = None if most_nodes is None else most_nodes - counts.nodes
                length, spent = lengths.of(best, left)
                counts += spent
                best = replace(best, said=said(game, best.value, best.bound, length))
        lengths.seen(height, raw)
        best = replace(best, counts=counts, seconds=time.perf_counter() - began, stopped=raw.stopped)
        yield best
        forced = core.chosen is None and len(moves) == 1 and height is not None and height >= FORCED and depth is None
        proven += is_decided(best)
        if raw.stopped is not None or forced or best.exact or (proven > LONGER and not core.wins_differ):
            return


def aspiration(core: PlayerCore, best: Result, height: int | None) -> Window:
    """The window in which the score of the next depth is expected: around that of the depth before."""
    known = best.bound == "estimate" and best.depth is not None and best.depth >= _ASPIRE_FROM
    if not core.options["aspiration"] or height is None or not known or abs(best.value) == math.inf:
        return WIDE
    reach = max(core.game.unit // _REACH, 1)
    return Window(best.value - reach, best.value + reach)


def is_inside(window: Window, score: Any) -> bool:
    """Whether a score is inside of a window; an infinite end excludes nothing."""
    return window.bound(score) == "exact"


def widened(window: Window, score: Any, unit: int) -> Window:
    """A larger window, after the score was found to be outside of this one."""
    reach = _WIDER * (window.high - window.low)
    if reach > _WIDEST * unit:
        reach = math.inf
    return Window(score - reach, window.high) if score <= window.low else Window(window.low, score + reach)


def _outside(
    core: PlayerCore, task: Task, raw: RawResult, height: int | None, best: Result, window: Window, began: float
) -> Result:
    """What is known if the score of a depth is outside of its window: it is at most, or at least, what was found.

    If it is at most that, no move is better than another, and that of the depth before stays.
    """
    counts, score = best.counts + raw.counts, raw.score
    assert score is not None
    if score >= window.high and raw.line:
        best = _result(core, task, raw, height, ())
    else:
        best = replace(best, value=score + 0, said=said(core.game, score + 0, "estimate"))
    return replace(best, window=window, depth=height, counts=counts, seconds=time.perf_counter() - began)


def is_decided(result: Result) -> bool:
    """Whether it is proven who wins, though perhaps not by how much."""
    return result.value != 0 and result.bound in ("exact", "lower" if result.value > 0 else "upper")


def _merged(core: PlayerCore, position: Any, best: Result, found: Result) -> Result:
    """The result after another depth. A proven result is replaced only by one that says more."""
    if not is_decided(best) or (found.exact and found.value != best.value):
        return found
    if found.bound == best.bound and (found.value > best.value if best.value > 0 else found.value < best.value):
        return found
    # Among wins and losses by the same score the one that was found first is the shortest.
    if found.exact:
        kept = best if best.value > 0 else found  # an upper bound says nothing about its move
        line = lazy_line(core, Proof(position, kept.move, kept.value, "exact"), found.depth)
        return replace(kept, bound="exact", depth=found.depth, said=best.said, _rest_of_line=line)
    return replace(best, depth=found.depth)


def _result(core: PlayerCore, task: Task, raw: RawResult, depth: int | None, first: tuple[Any, ...]) -> Result:
    """The result of one depth."""
    move_end, high_end = raw.own_counts["move_end"], raw.own_counts["high_end"]
    value: Any = raw.best if raw.score is None else raw.score
    game = core.game
    # Without an evaluation the horizon counts as 0: scores above or below 0 come from finished games.
    seen = game.evaluate is None and not core.guesses and not task.state.get("wary")
    done = raw.stopped is None
    at_least = (done and move_end >= 0) or (seen and value > 0 and move_end != RAISED) or value == -float("inf")
    at_most = done and (high_end >= 0 or (seen and value < 0))
    bound = bound_of(at_least, at_most)
    line = tuple(raw.line) or first
    end = move_end if value > 0 else high_end
    rest = None
    if bound != "estimate":
        rest = lazy_line(core, Proof(task.position, line[0], value, bound), depth)
        line = line[:1]
    return Result(
        value=value + 0,
        bound=bound,
        counts=raw.counts,
        seconds=0.0,
        algorithm="player",
        parameters=task.parameters,
        depth=depth,
        compiled=core.compiled,
        counters={"deepest": raw.own_counts["deepest"]} | ({"end": end} if end >= 0 else {}),
        said=said(game, value, bound),
        _known_line=line,
        _rest_of_line=rest,
        _format=game.format,
    )


def _candidates(core: PlayerCore, position: Any) -> Iterable[Any]:
    """The moves of which some may be as good as the best one."""
    if core.chosen is not None:
        return core.chosen
    return tried(core.game, position) if settled_value(core.game, position) is None else core.game.legal(position)


def add_equal_moves(core: PlayerCore, position: Any, best: Result, deadline: int) -> Result:
    """The result with all moves that are as good as the best one, as far as there was time to compare.

    They are compared at the depth that was reached. Where the value is exact, they are searched until they are proven
    to be equal. Where it is a lower bound, moves are added that are proven to reach it at that depth.
    """
    game, counts = core.game, best.counts
    found = [best.move]
    for move in _candidates(core, position):
        if move == best.move:
            continue
        child = game.next(position, move)
        over, score = game.outcome(child)
        sign = 1 if game.moves_again(position, child) else -1
        depth, known = None if best.depth is None else max(best.depth - 1, 0), over
        while not known and (depth is None or depth <= DEEPEST):
            left = None if core.limits.nodes is None else core.limits.nodes - counts.nodes
            if left is not None and left <= 0:
                break
            with core.after(position):
                raw, _task = core.search(deep.algorithm, child, deadline, depth=depth, nodes=left)
            counts += raw.counts
            if raw.stopped is not None:
                break
            score = raw.score + 0  # type: ignore[operator]
            proven = raw.own_counts["low_end"] >= 0, raw.own_counts["high_end"] >= 0
            at_least, at_most = proven if sign > 0 else proven[::-1]
            mine = sign * score
            if best.bound == "lower":
                known = at_least
                break
            known = not best.exact or depth is None or (at_least if mine >= best.value else at_most)
            depth = None if depth is None else depth + 1
        if not known and best.bound != "lower":
            break
        as_good = sign * score >= best.value if best.bound == "lower" else sign * score == best.value
        found += [move] if known and as_good else []
    return replace(best, best_moves=tuple(found), counts=counts)
