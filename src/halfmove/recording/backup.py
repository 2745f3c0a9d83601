"""What enters and leaves BACKUP: MAX nodes that PS* may return to."""

from __future__ import annotations

from halfmove.kernels.primitives import slot
from halfmove.parts.blocks import HIGH, LOW, OPENED, get_node, get_number, get_score, set_number, set_score
from halfmove.parts.partitions import is_kept
from halfmove.recording.events import append, node_number, note, taken
from halfmove.recording.log import DROP, KEEP


def number_noted(run, block, which, number):
    set_number(run, block, which, number)
    if run.last_block != block:
        run.last_block = block
        run.is_used[block] = 1
        append(run.touched_blocks, block)


def score_noted(run, block, which, score):
    set_score(run, block, which, score)
    if run.last_block != block:
        run.last_block = block
        run.is_used[block] = 1
        append(run.touched_blocks, block)


@slot
def keep_root(run, kind, node):
    """Record that the root enters BACKUP before a child is opened, or leaves it again.

    Does nothing where there is no BACKUP.
    """


def root_kept(run, kind, node):
    note(run, kind, node, 0, run.low, run.high)


@slot
def forget_backup(run, block):
    """Record that a block is freed. Does nothing where there is no BACKUP."""


def block_dropped(run, block):
    run.is_used[block] = 0
    run.last_block = -1 if run.last_block == block else run.last_block
    _drop(run, block)


def _drop(run, block):
    if run.shown_kept[block]:
        run.shown_kept[block] = 0
        node = node_number(get_node(run, block))
        note(run, DROP, node, run.shown_opened[block], run.shown_low[block], run.shown_high[block])


def show_backup(run):
    """Record what has changed in BACKUP."""
    run.last_block = -1
    for block in taken(run.touched_blocks):
        if run.is_used[block] and is_kept(run, block):
            _show(run, block)


def _show(run, block):
    opened, low, high = get_number(run, block, OPENED), get_score(run, block, LOW), get_score(run, block, HIGH)
    if run.shown_kept[block]:
        same_scores = run.shown_low[block] == low and run.shown_high[block] == high
        if same_scores and run.shown_opened[block] == opened:
            return
        _drop(run, block)
    run.shown_kept[block] = 1
    run.shown_opened[block] = opened
    run.shown_low[block] = low
    run.shown_high[block] = high
    note(run, KEEP, node_number(get_node(run, block)), opened, low, high)
