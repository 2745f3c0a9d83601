"""What happens in a search, written down event by event: functions around the words of kernels.

They are written in the words of kernels themselves, so that whatever runs a kernel can record it, and no algorithm
mentions them. `around` says which belong to an algorithm.
"""

from __future__ import annotations

from typing import Any

from halfmove.algorithms import sss_star_1979
from halfmove.algorithms.test import exceeds
from halfmove.kernels.declaration import Algorithm
from halfmove.kernels.primitives import as_score, count_leaf, enter, note_case, visit
from halfmove.parts import blocks, lines, table
from halfmove.recording import backup, chain, frames, open_list
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
    """Whether states of equal merit are taken in an order of their own, and not from the left."""
    return kernel is sss_star_1979.sss_star_1979


def around(algorithm: Algorithm, kernel: Any) -> dict[Any, Any]:
    """What is put around the words of a kernel of this algorithm: word -> function."""
    steps = algorithm.recorded_steps
    if not steps:
        return _FRAMES if algorithm.proves else _FRAMES | _STATIC
    if stacks(kernel):
        return _FRAMES | _CHAIN
    return _FRAMES | _OPEN | (_BACKUP if "backup" in steps else {})


def filled(algorithm: Algorithm, kernel: Any) -> dict[Any, Any]:
    """The words of recording that depend on the algorithm: word -> function."""
    if stacks(kernel):
        return {note_case: chain.case_noted}
    steps = algorithm.recorded_steps
    has_space = "space" in steps
    words: dict[Any, Any] = {note_case: open_list.case_with_space if has_space else open_list.case_noted}
    if steps:
        words[frames.show_changes] = open_list.show_open
    if "backup" in steps:
        words[frames.show_changes] = show_both
        words |= {backup.keep_root: backup.root_kept, backup.forget_backup: backup.block_dropped}
    return words


def show_both(run):
    show_open(run)
    show_backup(run)
