"""The record of a run: every number that a kernel reads and writes as `run.name`.

It consists of the counters of `Counts`, the numbers that the engine needs, those of the algorithm's parts, the
algorithm's own state, and its parameters. The `Run` of plain Python, the record of machine code and the object of a
page have the fields of this one list.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from functools import lru_cache, partial
from typing import Any, Literal, NamedTuple

from halfmove.errors import UsageError
from halfmove.kernels.declaration import Algorithm
from halfmove.model import Counts


class Field(NamedTuple):
    """A number of a run: "int", "score", or "memory" (a list in plain Python, an address in machine code)."""

    name: str
    kind: Literal["int", "score", "memory"]
    first: int | float = 0


# Limits and the clock: see `kernels/limits.py`. Times are in nanoseconds.
_CLOCK = (
    "limit",
    "most_nodes",
    "stop",
    "deadline",
    "looked",
    "stride",
    "check_at",
    "clock",
    "clock_words",
    "signal_check",
)
_INTS = (*_CLOCK, "fault", "extremes", "height", "endless", "proof", "inner", "logged", "logged_moves", "log_most")
_ARENA = ("arena_used", "arena_most")
_ADDRESSES = ("game_data", "root_words", "memories")
_SCORES = ("low", "high", "best", "score")
MEMORIES = ("line_sizes", "lines", "path", "log", "log_sizes", "arena")

# Nodes are not counted separately: they are the sum of leaves and inner nodes.
COUNTERS = tuple(item.name for item in fields(Counts) if item.name != "nodes")


@lru_cache(maxsize=256)
def layout(algorithm: Algorithm) -> tuple[Field, ...]:
    """All numbers of a run of this algorithm: first the counters of `Counts`, then its own counters, then the rest."""
    made = {name: Field(name, "int") for name in (*COUNTERS, *algorithm.counters)}

    def add(new: Field, owner: str, counts: bool = False) -> None:
        if new.name in made and not (counts and new.name in COUNTERS):
            raise UsageError(
                f"{algorithm.id}: {owner} cannot be called {new.name!r}: every run has a number of that name"
            )
        made[new.name] = new

    for name in (*_INTS, *_ARENA, *_ADDRESSES):
        add(Field(name, "int"), "")
    for name in _SCORES:
        add(Field(name, "score"), "")
    for name in MEMORIES:
        add(Field(name, "memory"), "")
    for part in algorithm.parts:
        _add_state(part.state, partial(add, counts=True), f"state of the part {part.name}")
        for name in part.memories:
            add(Field(name, "memory"), "a memory of a part")
        for name in (*part.external, *([part.name] if part.table is not None else [])):
            add(Field(name, "memory"), "the table of a part")
            add(Field(name + "_size", "int"), "the table of a part")
    _add_state(algorithm.state, add, "its state")
    for parameter in algorithm.parameters:
        if parameter.kind != "data":
            add(Field(parameter.name, "score" if parameter.kind == "score" else "int"), "a parameter")
    return tuple(made.values())


def _add_state(state: Mapping[str, int | float], add: Any, owner: str) -> None:
    for name, first in state.items():
        add(Field(name, "score" if isinstance(first, float) else "int", first), owner)
