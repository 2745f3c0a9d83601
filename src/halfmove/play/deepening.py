"""Iterative deepening: search to depth 1, 2, 3, ... until the time is over or the position is settled.

Each depth begins with the best move of the one before. So what a depth has found when the time runs out may be trusted
as soon as its first move is done: another move is taken only if it was better at this depth.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from halfmove.engine import clock as clocks
from halfmove.engine.task import RawResult, Task
from halfmove.game import Game
from halfmove.model import Bound, Counts, Result
from halfmove.play.kernels.deep import deep
from halfmove.play.saying import said
from halfmove.play.solving import tried

if TYPE_CHECKING:
    from halfmove.play.player import Player

_UNKNOWN = -1  # when the game is over
_DEEPEST = 500  # half-moves
_FORCED = 2  # so deep is looked where there is only one move
_LONGER = 2  # so much deeper is looked after a win or loss is proven: there may be a better one
_TOGETHER = 5  # from this depth on several threads are worth their beginning
_LINE_NODES = 20_000  # to lead a line on to its end
_MOVE_NODES = 1_000_000  # to find a move to a value that is known


def deepen(
    player: Player, position: Any, depth: int | None, deadline: int, began: float, most_nodes: int | None
) -> Iterator[Result]:
    """The result of each depth, one after the other; at least one. The position is not over."""
    game = player.game
    moves = tried(game, position)
    heights: Iterable[int | None] = range(1, min(depth or _DEEPEST, game.longest or _DEEPEST) + 1)
    if game.leaves_only:
        heights = [depth]  # to the end, or as deep as is asked for, which is refused if it is too little
    best = Result(0, "estimate", Counts(), 0.0, "player", depth=0, known_line=tuple(moves[:1]), said="not known")
    best = replace(best, format=game.format)
    proven = 0
    for height in heights:
        nodes = None if most_nodes is None else most_nodes - best.counts.nodes
        if nodes is not None and nodes <= 0:
            return
        first = moves.index(best.move) if best.move in moves else None
        raw, task = player.search(
            deep.algorithm,
            position,
            deadline,
            depth=height,
            nodes=nodes,
            first=first,
            together=height is None or height >= _TOGETHER,
        )
        found = best
        if raw.stopped is None or raw.line:  # else it found nothing before it was stopped
            found = _of_both(best, _result(player, task, raw, best.counts, began, deadline))
        counts, seconds = best.counts + raw.counts, time.perf_counter() - began
        best = replace(found, counts=counts, seconds=seconds, stopped=raw.stopped)
        if raw.stopped is None and best.move is None:
            best = replace(best, known_line=(_move_to(player, position, best.value, deadline),))
        yield best
        forced = len(moves) == 1 and height is not None and height >= _FORCED and depth is None
        proven += is_decided(best)
        if raw.stopped is not None or forced or best.exact or (proven > _LONGER and not player.wins_differ):
            return


def is_decided(result: Result) -> bool:
    """Whether it is proven who wins, though perhaps not by how much."""
    return result.bound == ("lower" if result.value > 0 else "upper") and result.value != 0


def _of_both(best: Result, found: Result) -> Result:
    """What is known after another depth: what is proven is given up only for something else that is proven."""
    if not is_decided(best) or (found.value != best.value and found.bound in (best.bound, "exact")):
        return found
    # Of wins and losses by the same score the one that was seen first is the shortest.
    return replace(best, bound="exact" if found.exact else best.bound, depth=found.depth)


def _result(player: Player, task: Task, raw: RawResult, before: Counts, began: float, deadline: int) -> Result:
    """What a depth found, as a person gets it."""
    low_end, high_end = raw.own_counts["low_end"], raw.own_counts["high_end"]
    value = raw.best if raw.score is None else raw.score
    game = player.game
    # Without an evaluation the horizon counts as 0: what is above or below that was seen at the end of games.
    seen = game.evaluate is None and not (task.parameters["reductions"] or task.parameters["skips"])
    at_least = (raw.stopped is None and low_end >= 0) or (seen and value > 0)
    at_most = raw.stopped is None and (high_end >= 0 or (seen and value < 0))
    proven = {(True, True): "exact", (True, False): "lower", (False, True): "upper"}
    bound: Bound = proven.get((at_least, at_most), "estimate")  # type: ignore[assignment]
    line = tuple(raw.line)
    winner_moves = None
    if bound != "estimate" and value != 0:
        line += _rest_of_line(player, task, line, deadline)
        winner_moves = moves_of_winner(game, task.position, line, value > 0)
        if game.turn is None and game.bounds is None and player.endgames is None and task.depth is not None:
            # Where the loser plays for time, as it need not in the line. A search that was stopped does not know it.
            end = low_end if value > 0 else high_end
            end = end if raw.stopped is None else _UNKNOWN
            winner_moves = ((task.depth if end == _UNKNOWN else end) + (value > 0)) // 2
    return Result(
        value=value + 0,
        bound=bound,
        counts=before + raw.counts,
        seconds=time.perf_counter() - began,
        algorithm="player",
        parameters=task.parameters,
        depth=task.depth,
        compiled=player.compiled,
        stopped=raw.stopped,
        said=said(game, value, bound, winner_moves),
        known_line=line,
        rest_of_line=partial(_rest_of_line, player, task, line, clocks.NEVER),  # if somebody asks
        format=game.format,
    )


def _move_to(player: Player, position: Any, value: Any, deadline: int) -> Any:
    """A move to the value that `bounds` knows of a position, where it does not know those of the positions after it.

    The first move if none is found in time.
    """
    game = player.game
    moves = game.legal(position)
    for depth in range(_DEEPEST):
        for move in moves:
            child = game.next(position, move)
            raw, _task = player.search(deep.algorithm, child, deadline, depth=depth, nodes=_MOVE_NODES)
            if raw.stopped is not None:
                return moves[0]
            assert raw.score is not None
            if game.moves_again(position, child):
                reached = raw.score >= value and raw.own_counts["low_end"] >= 0
            else:
                reached = -raw.score >= value and raw.own_counts["high_end"] >= 0
            if reached:
                return move
    return moves[0]


def equals(player: Player, position: Any, best: Result, deadline: int) -> Result:
    """The result with the moves that are as good as the best one, as far as there was time to compare.

    They are compared at the depth that was reached; where the value is exact, so deep that they are proven to be equal.
    """
    game, counts = player.game, best.counts
    found = [best.move]
    for move in tried(game, position):
        if move == best.move:
            continue
        child = game.next(position, move)
        over, score = game.outcome(child)
        sign = 1 if game.moves_again(position, child) else -1
        depth, known = None if best.depth is None else best.depth - 1, over
        while not known:
            left = None if player.limits.nodes is None else player.limits.nodes - counts.nodes
            if left is not None and left <= 0:
                break
            raw, _task = player.search(deep.algorithm, child, deadline, depth=depth, nodes=left)
            counts += raw.counts
            if raw.stopped is not None:
                break
            score = raw.score + 0  # type: ignore[operator]
            proven = raw.own_counts["low_end"] >= 0, raw.own_counts["high_end"] >= 0
            at_least, at_most = proven if sign > 0 else proven[::-1]
            mine = sign * score
            known = not best.exact or depth is None or (at_least if mine >= best.value else at_most)
            depth = None if depth is None else depth + 1
        if not known:
            break
        found += [move] if sign * score == best.value else []
    return replace(best, best_moves=tuple(found), counts=counts)


def _rest_of_line(player: Player, task: Task, line: tuple[Any, ...], deadline: int) -> tuple[Any, ...]:
    """The moves that lead a line on where the search had its value from the table, or from `bounds`.

    There are fewer if it takes too long.
    """
    game, position = player.game, task.position
    rest: list[Any] = []
    for move in line:
        position = game.next(position, move)
    while not game.outcome(position)[0]:
        if player.endgames is not None and (known := player.endgames.line(position)):
            return (*rest, *known)
        depth = None if task.depth is None or game.leaves_only else task.depth - len(line) - len(rest)
        if depth == 0:
            break
        raw, _task = player.search(deep.algorithm, position, deadline, depth=depth, nodes=_LINE_NODES)
        if raw.stopped is not None or not raw.line:
            break
        for move in raw.line:
            position = game.next(position, move)
        rest += raw.line
    return (*rest, *_settled_line(game, position))


def _settled_line(game: Game, position: Any) -> list[Any]:
    """The moves to the end of the game from a position that `bounds` settles."""
    line: list[Any] = []
    while game.bounds is not None and not game.outcome(position)[0]:
        low, high = game.call("bounds", position)
        if low != high:
            break
        for move in game.legal(position):
            child = game.next(position, move)
            over, score = game.outcome(child)
            least, most = (score, score) if over else game.call("bounds", child)
            if least == most == (low if game.moves_again(position, child) else -low):
                line.append(move)
                position = child
                break
        else:
            break
    return line


def moves_of_winner(game: Game, position: Any, line: tuple[Any, ...], mine: bool) -> int | None:
    """How many moves of a line the winner makes, who is to move if `mine`; None if the line does not end the game."""
    count = 0
    for move in line:
        count += mine
        child = game.next(position, move)
        mine = mine if game.moves_again(position, child) else not mine
        position = child
    return count if game.outcome(position)[0] else None
