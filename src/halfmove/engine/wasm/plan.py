"""Where everything is in the memory of a module, and the record with which a search begins.

The data of the module comes first, then the stack, which grows towards it, then the memories of a search. The two words
before each memory are its room: whether it was too small, and for how many elements there is room (`numba/browser.py`).
The last two memories are as large as the page wants: the arena, and the table of a player.
"""

from __future__ import annotations

import base64
from typing import Any, NamedTuple

from halfmove.engine import shapes
from halfmove.engine.clock import NEVER
from halfmove.engine.layout import COUNTERS
from halfmove.engine.native.program import Program
from halfmove.engine.native.workspace import data_block, first_record, set_task
from halfmove.engine.record import FIRST_TABLE, STOPPED, arena_start
from halfmove.engine.task import Task
from halfmove.engine.wasm.module import Module
from halfmove.errors import NotCompilable
from halfmove.kernels import primitives as v
from halfmove.parts.transpositions import TRANSPOSITIONS

MOST_MOVES = 1 << 13  # of one position that a page lists
_PLACES = 1 << 15  # elements of the memory of a part
_LEAST_STACK, _MOST_STACK = 1 << 16, 1 << 24  # bytes
_HEADROOM = 64  # calls on the stack besides one for each half-move
_GUARD = 512  # words below the stack that must stay 0
_WORD = 8  # bytes
_ROOM = 2  # words before a memory
_MOST_MEMORY = 1 << 28  # bytes before the last two memories; a phone has no more for a page


_FAULTS = {
    v.NO_MOVES: "a position that is not over has no moves",
    v.BAD_SCORE: "a score is not a number, or too large",
    v.TOO_DEEP: "a line of play is longer than the game says",
    v.BOTH_EXTREMES: "some scores are infinite, and others are the largest number",
    v.TOO_HIGH: "a kernel goes higher than its root",
    v.MORE: "a position has too many moves for this algorithm in a page",
}


class WasmProgram(NamedTuple):
    """A program for a page.

    code    the bytes of the module
    about   what a page must know to run it; plain data, which can be written as JSON
    """

    code: bytes
    about: dict[str, Any]


def planned(task: Task, program: Program, module: Module, exports: list[str]) -> WasmProgram:
    """The module with everything that a page must know about it. Searches may be as high as that of the task."""
    plan = _Plan(module.data_end)
    stack = min(max(module.frames * (task.height + _HEADROOM), _LEAST_STACK), _MOST_STACK)
    guard = plan.take(_GUARD)
    plan.take(stack // _WORD)
    top = plan.end
    size, moves = len(shapes.leaves_of(program.root, "")), program.move_words
    record = first_record(task, program)
    set_task(record, task, program)
    names = program.record.names or ()
    places = {
        "record": plan.take(len(names)),
        "root_words": plan.take(size),
        "line_sizes": plan.take(task.height + 1),
        "lines": plan.take(max(task.height * (task.height + 1) // 2, 2 * MOST_MOVES) * moves),
        "path": plan.take((task.height + 1) * moves),
        "log": plan.take((MOST_MOVES + 8) * moves),
        "log_sizes": plan.take(MOST_MOVES),
    }
    rooms = [(places["log"], MOST_MOVES), (places["log_sizes"], MOST_MOVES)]
    blocks = []
    external = dict(task.external)
    for part in task.algorithm.parts:
        for name in part.memories:
            places[name] = plan.take(_PLACES * max(size, moves))
            rooms.append((places[name], _PLACES * max(size, moves) // moves))
        if part.table is not None:
            table = [int(each) for each in part.table(task.parameters, FIRST_TABLE)]
            places[part.name] = plan.take(len(table))
            record[part.name + "_size"] = len(table)
            blocks.append((places[part.name], b"".join(_bytes(each) for each in table)))
        for name in part.external:
            if part is TRANSPOSITIONS or name not in external:
                continue
            places[name] = plan.take(external[name].words)
            record[name + "_size"] = external[name].words
    if (data := data_block(task.game)) is not None:
        places["game_data"] = plan.take(-(-len(data) // _WORD))
        blocks.append((places["game_data"], data.tobytes()))
    for name, place in places.items():
        if name in names:
            record[name] = place
    if plan.end > _MOST_MEMORY:
        raise NotCompilable(
            f"{task.game.name}: a page would need {plan.end >> 20} MB for one search, which is too much"
        )
    record["log_most"] = MOST_MOVES if task.trace else 0
    record["most_nodes"] = record["deadline"] = record["check_at"] = NEVER
    about = {
        "exports": exports,
        "imports": list(module.functions),
        "fields": {name: number for number, name in enumerate(names)},
        "counters": [*COUNTERS, *task.algorithm.counters],
        "record": {number: str(word) for number, word in enumerate(record.view("i8").tolist()) if word},
        "real": program.real,
        "position_words": size,
        "move_words": moves,
        "entry_words": size + (2 if program.real else 1) + 1,
        "uses_table": TRANSPOSITIONS in task.algorithm.parts,
        "height": task.height,
        "to_end": task.endless,
        "longest": task.game.longest,
        "arena_start": arena_start(task),
        "arena_least": max(MOST_MOVES * size, 1 << 12),
        "places": places,
        "rooms": rooms,
        "guard": [guard, _GUARD],
        "stack": top,
        "end": plan.end,
        "blocks": [[place, base64.b64encode(content).decode()] for place, content in blocks],
        "most_moves": MOST_MOVES,
        "stopped": {str(fault): reason for fault, reason in STOPPED.items()},
        "faults": {str(fault): sentence for fault, sentence in _FAULTS.items()},
    }
    return WasmProgram(module.code, about)


class _Plan:
    def __init__(self, end: int) -> None:
        self.end = -(-end // 16) * 16

    def take(self, words: int) -> int:
        """The address of so many words, after two words for their room."""
        place = self.end + _ROOM * _WORD
        self.end = -(-(place + words * _WORD) // 16) * 16
        return place


def _bytes(word: int) -> bytes:
    return (word & (1 << 64) - 1).to_bytes(_WORD, "little")
