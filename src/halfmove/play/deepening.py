"""Iterative deepening: search to depth 1, 2, 3, ... until the time is over or the position is settled.

Each depth begins with the best move of the one before. So what a depth has found when the time runs out may be trusted
as soon as its first move is done: another move is taken only if it was better at this depth.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from halfmove.engine import clock as clocks
from halfmove.engine.task import RawResult, Task
from halfmove.game import Game
from halfmove.model import Bound, Counts, Result
from halfmove.play.kernels.deep import deep
from halfmove.play.saying import said

if TYPE_CHECKING:
    from halfmove.play.player import Player

_DEEPEST = 500  # half-moves
_FORCED = 2  # so deep is looked where there is only one move
_TOGETHER = 5  # from this depth on several threads are worth their beginning
_LINE_NODES = 20_000  # to lead a line on to its end
_MOVE_NODES = 1_000_000  # to find a move to a value that is known


def deepen(
    player: Player, position: Any, depth: int | None, deadline: int, began: float, most_nodes: int | None
) -> Iterator[Result]:
    """The result of each depth, one after the other; at least one. The position is not over."""
    game = player.game
    moves = _tried(game, position)
    most = min(depth or _DEEPEST, game.longest or _DEEPEST)
    least = most if game.leaves_only else 1
    best = Result(0, "estimate", Counts(), 0.0, "player", depth=0, known_line=tuple(moves[:1]), said="not known")
    for height in range(least, most + 1):
        nodes = None if most_nodes is None else most_nodes - best.counts.nodes
        if nodes is not None and nodes <= 0:
            return
        first = moves.index(best.move) if best.move in moves else None
        raw, task = player.search(
            deep.algorithm, position, deadline, depth=height, nodes=nodes, first=first, together=height >= _TOGETHER
        )
        if raw.stopped is None:
            best = _result(player, task, raw, best.counts, began)
            if best.move is None:
                best = replace(best, known_line=(_move_to(player, position, best.value, deadline),))
        else:  # what it found is better than what was known, if it found anything
            counts, seconds = best.counts + raw.counts, time.perf_counter() - began
            found = _result(player, task, raw, best.counts, began) if raw.line else best
            best = replace(found, counts=counts, seconds=seconds, stopped=raw.stopped)
        yield best
        forced = len(moves) == 1 and height >= _FORCED and depth is None
        if raw.stopped is not None or forced or is_settled(game, best):
            return


def _tried(game: Game, position: Any) -> list[Any]:
    """The moves that a search tries, in the order of their numbers."""
    tried = list(game.call("tries", position)) if game.tries is not None else []
    return tried or game.legal(position)


def is_settled(game: Game, result: Result) -> bool:
    """Whether a deeper search would change nothing that matters."""
    if result.bound == "exact":
        return True
    if game.bounds is not None:  # there may be something better
        return False
    return result.bound == ("lower" if result.value > 0 else "upper") and result.value != 0


def _result(player: Player, task: Task, raw: RawResult, before: Counts, began: float) -> Result:
    """What a depth found, as a person gets it."""
    low_end, high_end = raw.own_counts["low_end"], raw.own_counts["high_end"]
    value = raw.best if raw.score is None else raw.score
    bound: Bound = "estimate"
    if raw.stopped is None:
        proven = {(True, True): "exact", (True, False): "lower", (False, True): "upper"}
        bound = proven.get((low_end >= 0, high_end >= 0), "estimate")  # type: ignore[assignment]
    line = tuple(raw.line)
    rest: Any = partial(_rest_of_line, player, task, line)
    winner_moves = None
    if bound != "estimate" and value != 0:
        line, rest = line + rest(), None
        winner_moves = _moves_of_winner(player.game, task.position, line, value > 0)
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
        said=said(player.game, value, bound, winner_moves),
        known_line=line,
        rest_of_line=rest,
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


def equals(player: Player, position: Any, best: Result, deadline: int) -> tuple[Any, ...]:
    """The moves that are as good as the best one at the depth that was reached, as far as there was time to compare."""
    game, found = player.game, []
    for move in _tried(game, position):
        child = game.next(position, move)
        over, score = game.outcome(child)
        again = game.moves_again(position, child)
        wanted = best.value if again else -best.value
        if move == best.move:
            found.append(move)
        elif over:
            found += [move] if score == wanted else []
        elif best.depth:
            raw, _task = player.search(deep.algorithm, child, deadline, depth=best.depth - 1)
            if raw.stopped is not None:
                break
            found += [move] if raw.score == wanted else []
    return tuple(found if best.move in found else [best.move, *found])


def _rest_of_line(player: Player, task: Task, line: tuple[Any, ...]) -> tuple[Any, ...]:
    """The moves that lead a line on where the search had its value from the table, or from `bounds`."""
    game, position, rest = player.game, task.position, []
    for move in line:
        position = game.next(position, move)
    depth = (task.depth or 0) - len(line)
    while depth > 0 and not game.outcome(position)[0]:
        raw, _task = player.search(deep.algorithm, position, clocks.NEVER, depth=depth, nodes=_LINE_NODES)
        if raw.stopped is not None or not raw.line:
            break
        for move in raw.line:
            position = game.next(position, move)
        rest += raw.line
        depth -= len(raw.line)
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


def _moves_of_winner(game: Game, position: Any, line: tuple[Any, ...], mine: bool) -> int | None:
    """How many moves of a line the winner makes, who is to move if `mine`; None if the line does not end the game."""
    count = 0
    for move in line:
        count += mine
        child = game.next(position, move)
        mine = mine if game.moves_again(position, child) else not mine
        position = child
    return count if game.outcome(position)[0] else None
