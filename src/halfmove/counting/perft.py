"""`halfmove.perft`: how many lines of play of a length there are, which shows at once whether rules are right."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from halfmove.base.checks import shown, whole
from halfmove.base.gate import checked
from halfmove.conformance import first_look
from halfmove.counting.kernel import counting
from halfmove.engine import Runner, Task
from halfmove.errors import UsageError
from halfmove.game import Game, written
from halfmove.model import Limits, Window

DEEPEST = 200  # half-moves


@dataclass(frozen=True)
class Perft:
    """How many lines of play begin at a position.

    Attributes
    ----------
    depth : int
        How many half-moves a line has.
    lines : int
        How many lines there are.
    by_move : dict
        The same for each of the first moves, by its text.
    seconds : float
        How long counting took, compiling included.
    """

    depth: int
    lines: int
    by_move: dict[str, int]
    seconds: float


@checked
def perft(
    game: Game,
    depth: int,
    position: Any = None,
    *,
    compiled: bool | None = None,
    bulk: bool = True,
    beyond: bool = False,
    progress: Callable[[int, int], Any] | None = None,
) -> Perft:
    """Count the lines of play of a length. Two programs with the same rules find the same numbers.

    Parameters
    ----------
    game : Game
        Any game.
    depth : int
        How many half-moves a line has.
    position : Any, optional
        Where lines begin; None is the game's start. A text is looked up with the game's `locate`.
    compiled : bool, optional
        Machine code (True) or plain Python (False); None chooses what is faster.
    bulk : bool
        Count the last moves without making them.
    beyond : bool
        Go on where a game is over but its rules still have moves, as chess programs do where a draw is only claimed.
        By default no line goes on there.
    progress : callable, optional
        Called with (first moves counted, of how many).

    Returns
    -------
    Perft
        The number of lines, and that of each first move.

    Examples
    --------
    >>> import halfmove as hm
    >>> perft(hm.games.tic_tac_toe(), 3, compiled=False).lines
    504
    >>> perft(hm.games.chess(), 2, compiled=False).by_move["e2e4"]
    20
    """
    began = time.perf_counter()
    if whole("depth", depth, 0) > DEEPEST:
        raise UsageError(f"depth must be at most {DEEPEST} half-moves, not {shown(depth)}")
    if isinstance(position, str) and game.locate is not None:
        position = game.locate(position)
    position = game.start if position is None else position
    game.check_position(position)
    real = first_look(game, position)
    if game.leaves_only:  # a depth makes no sense where positions are valued, but here they are only counted
        game = replace(game, leaves_only=False)
    runner = Runner(compiled)

    def lines_after(at: Any) -> int:
        state = {"bulk": int(bulk), "beyond": int(beyond)}
        task = Task(game, counting.algorithm, {}, Window(), depth - 1, at, Limits(), False, real, state=state)
        return int(runner.run(task).raw.own_counts["ways"])

    by_move: dict[str, int] = {}
    moves = [] if depth == 0 or (game.outcome(position)[0] and not beyond) else game.legal(position)
    total = 0
    for number, move in enumerate(moves):
        if progress is not None:
            progress(number, len(moves))
        count = 1 if depth == 1 else lines_after(game.next(position, move))
        text = written(game, move)
        by_move[text] = by_move.get(text, 0) + count
        total += count
    return Perft(depth, total if depth else 1, by_move, time.perf_counter() - began)
