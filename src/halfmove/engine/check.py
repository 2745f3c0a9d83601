"""`halfmove.check`: does a game keep its contract, in plain Python and as machine code?"""

from __future__ import annotations

from dataclasses import replace

from halfmove import conformance
from halfmove.algorithms.registry import find
from halfmove.base.gate import checked
from halfmove.base.warning import warn
from halfmove.engine.native.program import program_for
from halfmove.engine.native.self_check import compare_rules
from halfmove.engine.runner import Runner
from halfmove.engine.task import Task
from halfmove.errors import NotCompilable
from halfmove.game import PLAYER_HOOKS, Game
from halfmove.model import Limits, Window


@checked
def check(game: Game, games: int = 100, seed: int = 0, compiled: bool = True) -> None:
    """Play random games and raise a `GameError` at the first breach of the contract: for a game's own tests.

    Looked for are: positions that change, or differ from each other in shape; rules that say something else when they
    are asked again; moves that are missing; scores that are no numbers; hooks that do not keep what they promise; data
    that a rule changes; ints that machine code has no room for; and rules that say something else as machine code than
    in plain Python. A game in which no line ends, or that cannot be compiled, is only warned of; `compiled=False`
    leaves machine code out.

    games      how many random games are played
    seed       of what is random in them

    >>> import halfmove as hm
    >>> hm.check(hm.games.nim(2, 3), games=10, compiled=False)  # nothing is wrong
    """
    conformance.check(game, games, seed)
    if not compiled:
        return
    algorithm, depth = find("alpha_beta"), 2 if game.longest is None and not game.leaves_only else None
    if any(getattr(game, hook) is not None for hook in PLAYER_HOOKS):
        algorithm = replace(algorithm, plays=True)  # which is not searched with: the hooks are compared too
    real = conformance.first_look(game, game.start)
    task = Task(game, algorithm, {}, Window(), depth, game.start, Limits(), trace=False, real=real)
    try:
        program_for(task)
    except NotCompilable:  # by its positions this is a game for plain Python
        return
    try:
        program = Runner(True).prepare(task)
    except NotCompilable as error:
        warn(f"{error}; it runs as plain Python only")
        return
    compare_rules(program, program.machine, task.game, task.root, positions=1000, seed=seed)
