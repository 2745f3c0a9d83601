"""Exact values of positions, many in one search."""

from __future__ import annotations

import time
from functools import partial
from typing import TYPE_CHECKING, Any

from halfmove.engine import LARGEST, Positions, RawResult, Scores, Task, position_words
from halfmove.engine import clock as clocks
from halfmove.engine.search import proven
from halfmove.game import Game
from halfmove.model import Counts, Limits, Result
from halfmove.players.kernels.solver import NO_ANSWER, solver
from halfmove.players.saying import said

if TYPE_CHECKING:
    from halfmove.players.core import PlayerCore

_NONE = Counts()
LINE_NODES, _PLAIN_LINE_NODES = 4_000_000, 50_000  # for a line: as machine code, in plain Python
_LINE_SECONDS = 10.0  # for each of its moves; rules may be slow


def solve_all(core: PlayerCore, positions: list[Any], limits: Limits) -> list[Result]:
    """The values of all these positions. If a limit ends the search, only a single position has a bound of its own."""
    began = time.perf_counter()
    game = core.game
    root = next((each for each in positions if not game.outcome(each)[0]), None)
    if root is None:
        return [finished(game, each, began) for each in positions]
    roots = roots_of(game, positions)
    raw, task = _search(core, root, roots, limits)
    seconds = time.perf_counter() - began
    solved = raw.own_counts["solved"]
    results = []
    numbers = roots["root_numbers"].read(core.compiled, False)
    for i, score in enumerate(_scores(roots, core, task)):
        value, bound, stopped = score, "exact", None
        if i >= solved:
            value, bound = proven(task, raw) if len(positions) == 1 else (float("-inf"), "lower")
            stopped = raw.stopped
        results.append(
            Result(
                value=value,
                bound=bound,  # type: ignore[arg-type]
                counts=raw.counts if i == 0 else _NONE,
                seconds=seconds / len(positions),
                algorithm="solver",
                compiled=core.compiled,
                stopped=stopped,
                said=said(core.game, value, bound),
                _rest_of_line=partial(best_line, core, positions[i], numbers[i]) if bound == "exact" else None,
                _format=core.game.format,
            )
        )
    return results


def _scores(roots: dict[str, Any], core: PlayerCore, task: Task) -> list[Any]:
    """The scores that the solver found. The largest number represents an infinite score."""
    found: list[Any] = roots["root_scores"].read(core.compiled, task.real)
    return [score * 2 if task.real and abs(score) >= LARGEST else score for score in found]


def _search(
    core: PlayerCore, root: Any, roots: dict[str, Any], limits: Limits, wants_move: int = 0
) -> tuple[RawResult, Task]:
    """Solve the positions in `roots`. `root` is one of them that is not over."""
    return core.search(
        solver.algorithm,
        root,
        clocks.deadline_after(limits.seconds),
        nodes=limits.nodes,
        together=True,
        external=dict(roots),
        state={"roots": roots["root_scores"].words, "wants_move": wants_move},
    )


def roots_of(game: Game, positions: list[Any]) -> dict[str, Any]:
    """The memory from which the solver reads positions, and to which it writes their scores."""
    return {
        "root_positions": Positions(positions, position_words(game.start)),
        "root_scores": Scores(len(positions)),
        "root_numbers": Scores(len(positions)),
    }


def finished(game: Game, position: Any, began: float) -> Result:
    """The result of a position where the game is over."""
    score = game.outcome(position)[1] + 0
    seconds = time.perf_counter() - began
    return Result(
        score, "exact", Counts(leaves=1, nodes=1), seconds, "player", depth=0, said=said(game, score, "exact")
    )


def best_line(core: PlayerCore, position: Any, number: int) -> tuple[Any, ...]:
    """A line of best play to the end of the game, as far as it is found quickly. The table has most of the scores.

    `number` is the number of the best move that the solver returned. The line ends where a drawn game would repeat.
    """
    game, left = core.game, LINE_NODES if core.compiled else _PLAIN_LINE_NODES
    line: list[Any] = []
    seen = set()
    while not game.outcome(position)[0] and position not in seen:
        seen.add(position)
        if number == NO_ANSWER:
            roots = roots_of(game, [position])
            raw, _task = _search(core, position, roots, Limits(nodes=left, seconds=_LINE_SECONDS), wants_move=1)
            left -= raw.counts.nodes
            number = roots["root_numbers"].read(core.compiled, False)[0]
            if not raw.own_counts["solved"] or number == NO_ANSWER or left <= 0:
                break
        moves = tried(game, position) if number >= 0 else game.legal(position)
        line.append(moves[number if number >= 0 else NO_ANSWER - 1 - number])
        position = game.next(position, line[-1])
        number = NO_ANSWER
    return tuple(line)


def tried(game: Game, position: Any) -> list[Any]:
    """The moves that a search tries, in the order of their numbers."""
    found = list(game.call("tries", position)) if game.tries is not None else []
    return found or game.legal(position)
