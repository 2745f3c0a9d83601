"""`halfmove.check`: does a game keep its contract, in plain Python and as machine code?"""

from __future__ import annotations

from dataclasses import replace

from halfmove import conformance
from halfmove.algorithms.registry import find
from halfmove.base.gate import checked
from halfmove.base.warning import warn
from halfmove.conformance.game_check import GameCheck
from halfmove.engine.native.program import program_for
from halfmove.engine.native.self_check import compare_rules
from halfmove.engine.runner import Runner
from halfmove.engine.task import Task
from halfmove.errors import NotCompilable
from halfmove.game import Game
from halfmove.hooks import PLAYER_HOOKS
from halfmove.model import Limits, Window


@checked
def check(game: Game, games: int = 100, seed: int = 0, compiled: bool = True) -> GameCheck:
    """Check that a game keeps its contract, by playing random games: for the tests of your own game.

    These errors are found:

    - positions that change, or that have different shapes;
    - rules that return something else when they are called again;
    - missing moves, and scores that are not numbers;
    - hooks that break their promises;
    - rules that change the data of the game;
    - ints that are too large for machine code;
    - rules that return something else as machine code than in plain Python.

    If no line of the game ends, or if the game cannot be compiled, there is only a warning.

    Rules without such errors may still be those of another game: `result` may name the wrong winner. So the answer
    shows what happened in the random games. Read it once, when the game is new.

    Parameters
    ----------
    game : Game
        The game to check.
    games : int
        How many random games are played; fewer if they are so long that they have 10,000 positions.
    seed : int
        The seed of the random games.
    compiled : bool
        Check machine code, too.

    Returns
    -------
    GameCheck
        Who won the random games, how long they were, which parts of the positions changed, and one finished game.

    Raises
    ------
    GameError
        At the first error that is found.

    Examples
    --------
    >>> import halfmove as hm
    >>> hm.check(hm.games.nim(2, 3), games=10, compiled=False)
    <GameCheck: nim 2 3, 10 random games, won 1 : 9, drawn 0>
    """
    seen = conformance.check(game, games, seed)
    if compiled:
        _compare_speeds(game, seed)
    return seen


def _compare_speeds(game: Game, seed: int) -> None:
    """Compare the rules as machine code with those in plain Python."""
    algorithm, depth = find("alpha_beta"), 2 if game.longest is None and not game.leaves_only else None
    if any(getattr(game, hook) is not None for hook in PLAYER_HOOKS):
        algorithm = replace(algorithm, plays=True)  # nothing is searched with it; but now the hooks are compared, too
    real = conformance.first_look(game, game.start)
    task = Task(game, algorithm, {}, Window(), depth, game.start, Limits(), trace=False, real=real)
    try:
        program_for(task)
    except NotCompilable:  # its positions are for plain Python only
        return
    try:
        program = Runner(True).prepare(task)
    except NotCompilable as error:
        warn(f"{error}; it runs as plain Python only")
        return
    compare_rules(program, program.machine, task.game, task.root, positions=1000, seed=seed)
