"""What enters and leaves OPEN where OPEN is a tree of blocks (`parts/blocks.py`).

Every write to a place of a block marks the place as touched. Before the next operator is applied, each touched place is
compared with the state that was last recorded there.
"""

from __future__ import annotations

from halfmove.parts.blocks import (
    DONE,
    GONE,
    INACTIVE,
    NO_SPACE,
    SOLVED,
    free_block,
    set_active_block,
    set_active_index,
    set_merit,
    set_place,
    size_of,
)
from halfmove.recording.backup import forget_backup, keep_root
from halfmove.recording.events import append, child_number, is_min, node_number, note, taken
from halfmove.recording.frames import show_changes
from halfmove.recording.log import (
    CASE,
    CLOSE,
    DROP,
    ENTER,
    INACTIVE_STATE,
    KEEP,
    LIVE_STATE,
    OPEN,
    REVERSED,
    SOLVED_STATE,
)

# The number of a place is block + i. No two places share a number, because a block is longer than its number of places.
# The code that marks a place is repeated in each function: in plain Python a call costs as much as all the rest.


def place_noted(run, block, i, p):
    set_place(run, block, i, p)
    run.block_at[block + i] = block
    run.position_at[block + i] = p


def merit_noted(run, block, i, merit):
    set_merit(run, block, i, merit)
    place = block + i
    run.merit_at[place] = merit
    if run.last_place < 0:
        run.last_place = place
    elif run.last_place != place:
        _touch_another(run, place)


def active_index_noted(run, block, i, active_index):
    set_active_index(run, block, i, active_index)
    place = block + i
    run.active_index_at[place] = active_index
    if run.last_place < 0:
        run.last_place = place
    elif run.last_place != place:
        _touch_another(run, place)


def active_block_noted(run, block, i, active_block):
    """A block below another one belongs to the same OPEN."""
    set_active_block(run, block, i, active_block)
    place = block + i
    run.active_block_at[place] = active_block
    if run.last_place < 0:
        run.last_place = place
    elif run.last_place != place:
        _touch_another(run, place)
    if active_block > 0:
        run.list_of_block[active_block] = _list_of(run, block)


def _touch_another(run, place):
    """Mark another place. The last one is kept outside the list, because mostly it is the only one."""
    append(run.touched, run.last_place)
    run.last_place = place


def free_noted(run, block):
    for place in range(block, block + size_of(run, block)):
        _close(run, place)
        run.active_index_at[place] = GONE
    run.list_of_block[block] = 0
    forget_backup(run, block)
    free_block(run, block)


def case_noted(run, case):
    """Record that an operator is about to be applied."""
    if run.last_place >= 0 or run.last_block >= 0 or case <= 1:
        _before_case(run, case, LIVE_STATE)
    note(run, CASE, -1, case, -1, -1)


def case_with_space(run, case):
    """The same where memory is limited. There the root is INACTIVE, like the states that follow it."""
    _before_case(run, case, INACTIVE_STATE)
    note(run, CASE, -1, case, run.memory - run.on_open, 1 if run.alone > 0 else run.memory_filling)


def _before_case(run, case, root_status):
    if case == 1 and run.last_place < 0 and run.last_kind == ENTER:  # a node that was just entered: the root of OPEN
        _close(run, 0)  # the SOLVED root of an earlier search
        run.alone = run.last_node + 1
        run.open_lists += 1
        run.shown[0] = (run.last_node, root_status, run.last_high, run.open_lists)
        note(run, OPEN, run.last_node, root_status, run.last_high, run.open_lists)
        keep_root(run, KEEP, run.alone - 1)
    else:
        show_changes(run)
    if case == 0:
        run.shown[0] = (run.frames[run.height], SOLVED_STATE, run.best, 1)
        note(run, OPEN, run.frames[run.height], SOLVED_STATE, run.best, 1)


def show_open(run):
    """Record what has changed in OPEN."""
    if run.last_place < 0:
        return
    if run.alone > 0:
        _close(run, 0)
        keep_root(run, DROP, run.alone - 1)
        run.open_lists -= 1  # the states below it belong to the same list
        run.alone = 0
    last, run.last_place = run.last_place, -1
    if len(run.touched) > 0:
        for place in taken(run.touched):
            _show(run, place)
    _show(run, last)


def _show(run, place):
    """Compare a place with the state that was last recorded there."""
    active_index, active_block = run.active_index_at[place], run.active_block_at[place]
    if active_index == GONE or active_block > 0:
        _close(run, place)
        return
    p, merit = run.position_at[place], run.merit_at[place]
    node = node_number(p)
    status = LIVE_STATE
    if not is_min(node):
        merit = -merit
        status = REVERSED
    if active_index == DONE:
        status += SOLVED_STATE
    else:
        if active_block == SOLVED:
            status += SOLVED_STATE
        elif active_block in (INACTIVE, NO_SPACE):
            status += INACTIVE_STATE
        if active_index > 0:
            node = child_number(p, active_index)
    entry = run.shown[place]
    if entry:
        old_node, old_status, old_merit, old_number = entry
        if old_node == node and old_status == status and old_merit == merit:
            return
        note(run, CLOSE, old_node, old_status, old_merit, old_number)
    number = run.list_of_block[run.block_at[place]] or _list_of(run, run.block_at[place])
    run.shown[place] = (node, status, merit, number)
    note(run, OPEN, node, status, merit, number)


def _close(run, place):
    entry = run.shown[place]
    if entry:
        node, status, merit, number = entry
        note(run, CLOSE, node, status, merit, number)
        run.shown[place] = 0


def _list_of(run, block):
    """The number of the OPEN list that a block belongs to. A block below no other one begins a new list."""
    if not run.list_of_block[block]:
        run.open_lists += 1
        run.list_of_block[block] = run.open_lists
    return run.list_of_block[block]
