"""Recording what happens in a search, event by event: functions that are called around the primitives of kernels.

They are written in the same primitives, so that everything that runs a kernel can also record it. No algorithm mentions
them. `around` returns those that belong to an algorithm.
"""

from __future__ import annotations

from typing import Any

from halfmove.algorithms import sss_star_1979
from halfmove.algorithms.test import exceeds
from halfmove.kernels.declaration import Algorithm
from halfmove.kernels.primitives import as_score, count_leaf, enter, note_case, visit
from halfmove.parts import blocks, lines, table
from halfmove.recording import backup, chain, frames, open_list, rounds
from halfmove.recording.backup import show_backup
from halfmove.recording.open_list import show_open

_FRAMES: dict[Any, Any] = {
    enter: frames.enter_noted,
    visit: frames.visit_noted,
    lines.remember: frames.remember_noted,
    table.recall: frames.recall_noted,
    exceeds: frames.exceeds_noted,
}
_STATIC: dict[Any, Any] = {
    as_score: frames.score_noted,
    count_leaf: frames.leaf_noted,
}
_OPEN: dict[Any, Any] = {
    blocks.set_place: open_list.place_noted,
    blocks.set_merit: open_list.merit_noted,
    blocks.set_active_index: open_list.active_index_noted,
    blocks.set_active_block: open_list.active_block_noted,
    blocks.free_block: open_list.free_noted,
}
_BACKUP: dict[Any, Any] = {
    blocks.set_number: backup.number_noted,
    blocks.set_score: backup.score_noted,
}
_CHAIN: dict[Any, Any] = {
    sss_star_1979.stack: chain.stack_noted,
    sss_star_1979.unstack: chain.unstack_noted,
    sss_star_1979.insert: chain.insert_noted,
    sss_star_1979.release: chain.release_noted,
}


def stacks(kernel: Any) -> bool:
    """Whether states of equal merit are taken in the order of 1979 and not from the left."""
    return kernel is sss_star_1979.sss_star_1979


def around(algorithm: Algorithm, kernel: Any) -> dict[Any, Any]:
    """The functions that replace primitives in a kernel of this algorithm: primitive -> function."""
    steps = algorithm.recorded_steps
    if not steps:
        return _FRAMES if algorithm.proves else _FRAMES | _STATIC
    if stacks(kernel):
        return _FRAMES | _CHAIN
    return _FRAMES | _OPEN | (_BACKUP if "backup" in steps else {})


def filled(algorithm: Algorithm, kernel: Any) -> dict[Any, Any]:
    """The slots of recording that depend on the algorithm: slot -> function."""
    if stacks(kernel):
        return {note_case: chain.case_noted}
    steps = algorithm.recorded_steps
    has_space = "space" in steps
    slots: dict[Any, Any] = {
        **rounds.NOTES,
        note_case: open_list.case_with_space if has_space else open_list.case_noted,
    }
    if steps:
        slots[frames.show_changes] = open_list.show_open
    if "backup" in steps:
        slots[frames.show_changes] = show_both
        slots |= {backup.keep_root: backup.root_kept, backup.forget_backup: backup.block_dropped}
    return slots


def show_both(run):
    show_open(run)
    show_backup(run)
