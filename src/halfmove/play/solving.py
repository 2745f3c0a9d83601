"""Exact values of positions, many in one search."""

from __future__ import annotations

import time
from functools import partial
from typing import TYPE_CHECKING, Any

from halfmove.engine import clock as clocks
from halfmove.engine.front import proven
from halfmove.engine.interpreted import position_words
from halfmove.engine.kept import Positions, Scores
from halfmove.engine.scores import LARGEST
from halfmove.game import Game
from halfmove.model import Counts, Limits, Result
from halfmove.play.kernels.solver import solver
from halfmove.play.saying import said

if TYPE_CHECKING:
    from halfmove.play.player import Player

_NONE = Counts()
_LINE_NODES = 2_000_000  # for each move of a line; the table has most of what is asked


def solve_all(player: Player, positions: list[Any], limits: Limits) -> list[Result]:
    """The values of all these positions. Of those that a limit left unsolved only the first has a bound to tell."""
    began = time.perf_counter()
    game = player.game
    root = next((each for each in positions if not game.outcome(each)[0]), None)
    if root is None:
        return [finished(game, each, began) for each in positions]
    roots = roots_of(game, positions)
    raw, task = player.search(
        solver.algorithm,
        root,
        clocks.deadline_after(limits.seconds),
        nodes=limits.nodes,
        together=True,
        brought=dict(roots),
        state={"roots": len(positions)},
    )
    seconds = time.perf_counter() - began
    solved = raw.own_counts["solved"]
    results = []
    for i, score in enumerate(roots["root_scores"].read(player.compiled, task.real)):
        value, bound, stopped = score, "exact", None
        if i >= solved:
            value, bound = proven(task, raw) if len(positions) == 1 else (float("-inf"), "lower")
            stopped = raw.stopped
        elif task.real and abs(score) >= LARGEST:
            value = score * 2  # infinite
        results.append(
            Result(
                value=value,
                bound=bound,  # type: ignore[arg-type]
                counts=raw.counts if i == 0 else _NONE,
                seconds=seconds / len(positions),
                algorithm="solver",
                compiled=player.compiled,
                stopped=stopped,
                said=said(player.game, value, bound),
                rest_of_line=partial(best_line, player, positions[i], value) if bound == "exact" else None,
            )
        )
    return results


def roots_of(game: Game, positions: list[Any]) -> dict[str, Any]:
    """The memories in which the solver finds positions, and in which it leaves their scores."""
    return {"root_positions": Positions(positions, position_words(game.start)), "root_scores": Scores(len(positions))}


def finished(game: Game, position: Any, began: float) -> Result:
    """Of a game that is over."""
    score = game.outcome(position)[1] + 0
    seconds = time.perf_counter() - began
    return Result(
        score, "exact", Counts(leaves=1, nodes=1), seconds, "player", depth=0, said=said(game, score, "exact")
    )


def best_line(player: Player, position: Any, value: Any) -> tuple[Any, ...]:
    """A line of best play to the end of the game: the position after each move has the value that it should have."""
    line: list[Any] = []
    while not player.game.outcome(position)[0]:
        moves = player.game.legal(position)
        children = [player.game.next(position, move) for move in moves]
        again = [player.game.moves_again(position, child) for child in children]
        for move, child, same, result in zip(
            moves, children, again, solve_all(player, children, Limits(nodes=_LINE_NODES)), strict=True
        ):
            if result.exact and (result.value if same else -result.value) == value:
                line.append(move)
                position, value = child, result.value
                break
        else:  # it would take too long
            break
    return tuple(line)
