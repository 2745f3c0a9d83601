"""What enters and leaves OPEN in `sss_star_1979`, where OPEN is a list and every state is a block."""

from __future__ import annotations

from halfmove.algorithms.sss_star_1979 import insert, is_live, release, stack, unstack
from halfmove.parts.blocks import get_merit, get_node
from halfmove.recording.events import node_number, note
from halfmove.recording.log import CASE, CLOSE, LIVE_STATE, OPEN, SOLVED_STATE, STACKED


def stack_noted(run, node, merit, live):
    stack(run, node, merit, live)
    _open(run, node)


def insert_noted(run, node, merit):
    insert(run, node, merit)
    _open(run, node)


def unstack_noted(run):
    _close(run, run.root)
    unstack(run)


def release_noted(run, node):
    """A state below a solved node leaves OPEN as soon as nothing refers to it any more."""
    _close(run, node)
    release(run, node)


def case_noted(run, case):
    note(run, CASE, -1, case, -1, STACKED)


def _open(run, node):
    status = LIVE_STATE if is_live(run, node) else SOLVED_STATE
    run.shown[node] = (node_number(get_node(run, node)), status, get_merit(run, node, 0))
    note(run, OPEN, node_number(get_node(run, node)), status, get_merit(run, node, 0), 1)


def _close(run, node):
    entry = run.shown[node]
    if entry:
        number, status, merit = entry
        note(run, CLOSE, number, status, merit, 1)
        run.shown[node] = 0
