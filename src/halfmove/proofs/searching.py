"""`halfmove.prove`: is the value of a position at least some score? With a proof that anybody can check."""

from __future__ import annotations

import math
import time
from dataclasses import replace
from typing import Any

from halfmove.algorithms.registry import ALGORITHMS, find
from halfmove.base.checks import exact, shown
from halfmove.base.gate import checked
from halfmove.conformance import first_look
from halfmove.conformance.position import endless
from halfmove.engine import PersistentMemory, Runner, Task, clock
from halfmove.engine.search import search
from halfmove.errors import GameError, UsageError
from halfmove.game import Game
from halfmove.kernels.primitives import BY_WINDOW, LOWER
from halfmove.model import Counts, Limits, Window
from halfmove.proofs.nodes import Node, children_of, forces
from halfmove.proofs.proof import Proof
from halfmove.proofs.proof_kernel import telling

_TOLD = 1 << 26  # moves that a proof may have


@checked
def prove(
    game: Game,
    position: Any = None,
    *,
    at_least: int | float | None = None,
    limits: Limits | None = None,
    algorithm: Any = "df_pn",
    compiled: bool | None = None,
    **parameters: Any,
) -> Proof:
    """Prove that the value of a position, for the side to move, is at least some score, or that it is not.

    position    where to begin; None is the game's start; a text is looked up with the game's `locate`
    at_least    the score that is asked about; None: any score above 0, a win
    limits      `Limits(nodes=..., seconds=..., memory=...)` of the whole call; what they stop is not proven
    algorithm   "df_pn", "proof_number" or "test", or one of your own that decides such questions
    compiled    as for `search`
    parameters  of the algorithm

    >>> import halfmove as hm
    >>> prove(hm.games.nim(3, 4, 5))
    <Proof: nim 3 4 5: the value is above 0; 51 positions>
    """
    began = time.perf_counter()
    limits = limits or Limits()
    chosen = find(algorithm)
    if not chosen.decides:
        able = ", ".join(name for name, each in ALGORITHMS.items() if each.decides)
        raise UsageError(f"{chosen.id} does not decide whether a value is at least some score; those that do: {able}")
    if isinstance(position, str) and game.locate is not None:
        position = game.locate(position)
    position = game.start if position is None else position
    if at_least is not None and exact("at_least", at_least) in (math.inf, -math.inf):
        raise UsageError(f"at_least must be a finite number, not {shown(at_least)}")
    window = Window() if at_least is None else Window(high=at_least)
    deadline = clock.deadline_after(limits.seconds)
    counts, stopped = Counts(), None
    if chosen is not ALGORITHMS["df_pn"]:
        chosen.settle(parameters)
        found = search(game, chosen, window=window, position=position, compiled=compiled, limits=limits, **parameters)
        counts, stopped, parameters = found.counts, found.stopped, {}
    nodes: tuple[Node, ...] = ()
    proven = None
    if stopped is None:
        if limits.nodes is not None:
            limits = replace(limits, nodes=max(1, limits.nodes - counts.nodes))
        task = _task(game, position, window, limits, parameters)
        proven, numbers, more, stopped = _carried_out(task, compiled, deadline)
        counts += more
        if proven is not None:
            layered = game.longest is None and forces(proven, at_least)
            nodes = _played(game, position, proven, layered, numbers)
    return Proof(game, position, at_least, proven, nodes, chosen.id, counts, time.perf_counter() - began, stopped)


def _task(game: Game, position: Any, window: Window, limits: Limits, parameters: dict[str, Any]) -> Task:
    try:
        real = first_look(game, position)
    except RecursionError as error:
        raise endless(game, error) from None
    entries = ALGORITHMS["df_pn"].settle(parameters)
    layered = {"layered": int(game.longest is None)}
    return Task(game, telling.algorithm, entries, window, None, position, limits, False, real, state=layered)


def _carried_out(task: Task, compiled: bool | None, deadline: int) -> tuple[bool | None, list[int], Counts, str | None]:
    """(whether it is proven, the moves of the proof, the work, what stopped it)."""
    task.attach = _attach_moves
    task.attach_memory()
    raw, _task, native = Runner(compiled).run(task, deadline)
    if raw.stopped is not None:
        return None, [], raw.counts, raw.stopped
    count = raw.own_counts["told_moves"]
    told = task.external["told"]
    numbers = told.native.array[:count].tolist() if native else [told.python[i] for i in range(count)]
    if raw.proof == BY_WINDOW:  # the game is over
        goal = task.window.high
        proven = raw.score > 0 if goal == math.inf else raw.score >= goal  # type: ignore[operator]
    else:
        proven = raw.proof == LOWER
    return proven, numbers, raw.counts, None


def _attach_moves(task: Task) -> None:
    """Give the search memory for the moves of its proof."""
    task.external = {"told": PersistentMemory(_TOLD)}
    task.external["told"].large_pages = False


def _played(game: Game, position: Any, proven: bool, layered: bool, numbers: list[int]) -> tuple[Node, ...]:
    """The proof, with its moves played again: every position once."""
    claim = 0 if proven else 1
    told = iter(numbers)
    # The queue of the search: a node is (position, whether it only hands the move on, side, distance).
    queue: list[tuple[Any, bool, int, int]] = [(position, False, 0, 0)]
    seen = {queue[0]: 0}
    ways: list[Node] = []

    def place(at: Any, waits: bool, side: int, distance: int) -> int:
        key = at, waits, side, distance
        if key not in seen:
            seen[key] = len(queue)
            queue.append(key)
        return seen[key]

    for at, waits, side, distance in queue:  # which grows meanwhile
        over, score = game.outcome(at)
        nearer = distance + 1 if layered else 0
        if over:
            ways.append(Node(score=-score if waits else score))
        elif waits:
            if side == claim:
                next(told)
            ways.append(Node(0, (place(at, False, 1 - side, nearer),)))
        else:
            after = [(child, again) for _move, child, again in children_of(game, at)]
            number = next(told) if side == claim else 0
            kept = after if number == 0 else after[number - 1 : number]
            ways.append(Node(number, tuple(place(child, again, 1 - side, nearer) for child, again in kept)))
    if next(told, None) is not None:
        raise GameError(f"{game.name}: its rules do not say the same when they are asked twice: see `halfmove check`")
    return _merged(queue, ways)


def _merged(queue: list[tuple[Any, bool, int, int]], ways: list[Node]) -> tuple[Node, ...]:
    """Without nodes that only hand the move on; of a position that was told for several distances the farthest."""
    last: dict[tuple[Any, int], int] = {}  # with the side that is to move in the game itself
    for number, (at, waits, side, _distance) in enumerate(queue):
        if not waits or ways[number].score is not None:
            last[at, side ^ waits] = number
    order: list[int] = []
    index: dict[int, int] = {}

    def place(number: int) -> int:
        at, waits, side, _distance = queue[number]
        number = last[at, side ^ waits]
        if number not in index:
            index[number] = len(order)
            order.append(number)
        return index[number]

    nodes: list[Node] = []
    place(0)
    for number in order:  # which grows meanwhile
        way = ways[number]
        score = -way.score if way.score is not None and queue[number][1] else way.score
        nodes.append(Node(way.number, tuple(map(place, way.children)), score))
    return tuple(nodes)
