"""Is a search without a depth or a limit hopeless?

It begins like any other search. When it has run for some seconds, at either speed, it is checked once. It continues
unless both of these estimates say that it will not end in any useful time:

- Random games. The mean product of the widths along a random line is the number of leaves of the tree (Knuth 1975). The
  best order of moves leaves about the square root of it.
- A short alpha-beta search. Let p be the part of the tree that it has passed after n nodes, as if all children of a
  node had equal parts of it. In the best order T nodes settle a tree of about T^2 leaves, and n of them pass (n / T)^2
  of it. So T is about n / sqrt(p). In any other order T is larger. This estimate uses the lines that a search really
  reaches, which may be far shorter than random ones.

A table, endgames, a window, or a question with two answers may shorten a search that looks long: these searches are not
checked.
"""

from __future__ import annotations

import math
import random
import time

from halfmove.algorithms.registry import ALGORITHMS, find
from halfmove.engine import clock
from halfmove.engine.plain.run import run_interpreted
from halfmove.engine.task import Task
from halfmove.model import Limits, Window
from halfmove.recording.log import LEAF

_PATIENCE = 5.0  # seconds of a search before it is checked
_LEAST = 12  # 10^12 leaves in the best order are too many
_LEAST_NODES = 9  # the same for the nodes by the short search, whose estimate is usually far too small
_GAMES, _HALF_MOVES = 300, 20_000  # random games, and their half-moves in total
_MOVES = 1000  # of a position, from which one is drawn at random
_NODES = 20_000  # of the short search
_SECONDS = 2.0  # for each of the two, where rules are slow


def is_boundless(task: Task) -> bool:
    """Whether a search must reach the end of the game before it returns, and nothing makes its tree smaller."""
    chosen = task.algorithm
    ours = chosen.id in ALGORITHMS and ALGORITHMS[chosen.id].kernel is chosen.kernel
    whole = task.depth is None and task.limits == Limits() and task.window == Window()
    return ours and whole and chosen.proves and not chosen.decides and not task.external and task.endgames is None


class Doubt:
    """Called now and then by a search: whether it must stop. Then `sentence` says why."""

    def __init__(self, task: Task) -> None:
        self.sentence = ""
        self._task, self._check_at, self._checked = task, math.inf, False

    def __call__(self) -> bool:
        now = time.perf_counter()
        if self._check_at == math.inf:
            self._check_at = now + _PATIENCE
        if not self._checked and now >= self._check_at:
            self._checked = True
            self.sentence = explanation(self._task)
        return bool(self.sentence)


def explanation(task: Task) -> str:
    """Why a search is hopeless, and what to do; empty if it may end."""
    try:
        leaves, widest = _leaves(task)
        power = math.floor(leaves / 2)
        if power < _LEAST or (widest < _MOVES and _nodes(task) < _LEAST_NODES):
            return ""
    except Exception:  # a rule raised it: the search will raise it, too
        return ""
    limit = "a limit (limits=Limits(seconds=60), or --seconds 60)"
    if not task.game.leaves_only:
        limit = f"a depth (depth=8, or --depth 8) or {limit}, or ask a player (Player(game).choose(), or --time 5)"
    return f"{task.game.name}: a search to the end would take about 10^{power} leaves, or more; give {limit}"


def _leaves(task: Task) -> tuple[float, int]:
    """The logarithm (base 10) of the number of leaves, by random games, and the most moves of a position in them."""
    game, chance, left, widest = task.game, random.Random(1), _HALF_MOVES, 0
    until = time.perf_counter() + _SECONDS
    powers: list[float] = []
    while len(powers) < _GAMES and left > 0 and time.perf_counter() < until:
        at, power = task.position, 0.0
        for _ in range(task.height):
            if left <= 0 or game.outcome(at)[0]:
                break
            moves = game.legal(at, _MOVES)
            widest = max(widest, len(moves))
            at, power, left = game.next(at, chance.choice(moves)), power + math.log10(len(moves)), left - 1
        powers.append(power)
    most = max(powers)
    return most + math.log10(sum(10 ** (each - most) for each in powers) / len(powers)), widest


def _nodes(task: Task) -> float:
    """The logarithm (base 10) of the nodes of alpha-beta in the best order, by what it passes in a short time."""
    short = Task(
        task.game, find("alpha_beta"), {}, Window(), None, task.position, Limits(nodes=_NODES), True, task.real
    )  # fmt: skip
    raw = run_interpreted(short, clock.deadline_after(_SECONDS))
    if raw.stopped is None or raw.log is None:
        return 0.0
    nodes = raw.log.nodes
    at = next(row[1] for row in reversed(raw.log.rows) if row[0] == LEAF)
    passed = 1.0
    while at != nodes.root:  # the children before this one were passed as a whole, and of this one the part `passed`
        above = nodes.parent(at)
        width = nodes.width(above)
        passed = ((nodes.path(at)[-1] - 1 if width > 1 else 0) + passed) / width
        at = above
    return math.log10(raw.counts.nodes) - math.log10(max(passed, 1e-300)) / 2
