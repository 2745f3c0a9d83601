"""What happens in a search by several processors: rounds, who works where, and nodes whose search ends early."""

from __future__ import annotations

from halfmove.parts.blocks import get_node, get_place
from halfmove.parts.processors import get_job
from halfmove.parts.round_notes import (
    note_better,
    note_bound,
    note_cut,
    note_drop,
    note_end,
    note_leaf,
    note_low,
    note_round,
    note_stop,
    note_wait,
    note_work,
)
from halfmove.parts.shared_open import NUMBER, UP, UP_CHILD, get_link
from halfmove.parts.shared_tree import position_of
from halfmove.recording.events import child_number, is_min, node_number, note
from halfmove.recording.log import CUT, RAISE, ROUND, STOP, WAIT, WORK


def round_noted(run):
    note(run, ROUND, -1, run.rounds, 0, 0)


def wait_noted(run, processor):
    note(run, WAIT, -1, processor + 1, 0, 0)


# On a shared tree: scores are those of the player to move.


def for_max(node, score):
    return -score if is_min(node) else score


def number_of(run, node):
    return node_number(position_of(run, node))


def work_noted(run, leaf):
    job = get_job(run, run.worker)
    note(run, WORK, number_of(run, leaf), run.worker + 1, number_of(run, job), 0)


def better_noted(run, node, child, score):
    number = number_of(run, node)
    score = for_max(number, score)
    note(run, RAISE, number, number_of(run, child), score, score)


def cut_noted(run, node, low, high):
    number = number_of(run, node)
    note(run, CUT, number, 0, for_max(number, low), for_max(number, high))


def stop_noted(run, node):
    note(run, STOP, number_of(run, node), 0, 0, 0)


# On a shared OPEN: scores are those of MAX.


def place_number(run, block, i):
    """The number of a MIN child, or that of the MAX node of a block itself where `i` is below 0."""
    return node_number(get_place(run, block, i)) if i >= 0 else node_number(get_node(run, block))


def leaf_noted(run, leaf, worker):
    block, i = get_link(run, leaf, UP), get_link(run, leaf, UP_CHILD)
    number, job = get_link(run, leaf, NUMBER), place_number(run, block, i)
    if number > 0:
        note(run, WORK, child_number(get_place(run, block, i), number), worker + 1, job, 0)
    else:
        note(run, WORK, job, worker + 1, job, 0)


def bound_noted(run, block, i, number, value):
    node = place_number(run, block, i)
    if number > 0:
        note(run, RAISE, node, child_number(get_place(run, block, i), number), value, value)


def low_noted(run, block, i, merit):
    note(run, RAISE, node_number(get_node(run, block)), place_number(run, block, i), merit, merit)


def end_noted(run, block, i, value, bound):
    note(run, CUT, place_number(run, block, i), 0, value, bound)


def drop_noted(run, block, i):
    note(run, STOP, place_number(run, block, i), 0, 0, 0)


NOTES = {
    note_round: round_noted,
    note_work: work_noted,
    note_wait: wait_noted,
    note_better: better_noted,
    note_cut: cut_noted,
    note_stop: stop_noted,
    note_leaf: leaf_noted,
    note_bound: bound_noted,
    note_low: low_noted,
    note_end: end_noted,
    note_drop: drop_noted,
}
