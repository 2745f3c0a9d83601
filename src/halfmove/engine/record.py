"""How a run begins and how its counts and faults are read: the same for plain Python, machine code and pages.

`FIRST_VALUES` is the one description of a new run: for each field the name of its first value. Each target computes
these values: plain Python and machine code from a `Task` (`starting_values`), a page from its own search.
"""

from __future__ import annotations

import math
from typing import Any

from halfmove.engine.clock import NEVER
from halfmove.engine.scores import extremes, parameter
from halfmove.engine.task import Task
from halfmove.kernels import primitives as v
from halfmove.model import Counts

FIRST_TABLE = 2080  # words of a part's table: rows for widths up to 64
FIRST_STRIDE = 2  # nodes before plain Python and pages first read the clock: a rule may take a second

# Field of a run -> the name of its first value. All other fields begin with the number that the layout declares.
FIRST_VALUES = {
    "height": "height",
    "endless": "to the end",
    "low": "low",
    "high": "high",
    "extremes": "extremes",
    "best": "worst score",
    "proof": "proof",
    "log_most": "log words",
    "most_nodes": "nodes",
    "deadline": "deadline",
    "looked": "now",
    "stride": "stride",
    "check_at": "signal check at",
    "limit": "first look",
    "arena_most": "arena words",
    "arena_used": "arena start",
}

STOPPED = {v.NODES: "nodes", v.SECONDS: "seconds", v.MEMORY: "memory", v.INTERRUPTED: "machine code"}


def starting_values(task: Task) -> dict[str, Any]:
    """The first values that depend on the task alone, by the names in `FIRST_VALUES`."""
    ends = task.ends
    return {
        "height": task.height,
        "to the end": task.endless,
        "low": ends.low,
        "high": ends.high,
        "extremes": extremes(ends),
        "worst score": -math.inf,
        "proof": v.BY_WINDOW if task.algorithm.proves else v.ESTIMATE,
        "nodes": NEVER if task.limits.nodes is None else min(task.limits.nodes, NEVER),
        "arena start": arena_start(task),
    }


def encoded(task: Task) -> dict[str, Any]:
    """The parameters as numbers: a choice is its index, and a score has the kind of score of this search."""
    numbers: dict[str, Any] = {}
    for each in task.algorithm.parameters:
        value = task.parameters[each.name]
        if each.kind == "choice":
            numbers[each.name] = each.choices.index(value)
        elif each.kind != "data":
            numbers[each.name] = parameter(value, task.real) if each.kind == "score" else value
    return numbers


def arena_start(task: Task) -> int:
    """The first word of the arena that can be claimed; none has the number 0."""
    return sum(part.arena for part in task.algorithm.parts) + 1


def position_words(position: Any) -> int:
    """How many words a position takes in machine code, at least one. Plain Python counts the same, so limits agree."""
    return max(1, sum(map(position_words, position))) if isinstance(position, tuple) else 1


def counts_of(counters: dict[str, int], inner: int) -> Counts:
    """The counts of a run: nodes are its leaves and its inner nodes."""
    return Counts(nodes=counters["leaves"] + inner, **counters)


class Fault(Exception):
    """A search ended because of an error of its game or algorithm; `kernels/limits.py` defines the numbers."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


def check_fault(fault: int) -> None:
    if fault in (v.NO_MOVES, v.BAD_SCORE, v.BOTH_EXTREMES, v.TOO_DEEP, v.TOO_HIGH) or fault >= v.OWN:
        raise Fault(fault)
