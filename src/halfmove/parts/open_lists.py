"""OPEN and BACKUP as the lists of the papers, read off the blocks of a search in plain Python.

Each function returns the states (path, status, merit) in the order of OPEN, the entries (path, sons opened, lower
bound, merit) of BACKUP, and the state that is taken next. A status is "L" (LIVE), "l" (LIVE and INACTIVE) or "S".
"""

from __future__ import annotations

from halfmove.parts.blocks import (
    COUNT,
    DONE,
    FIRST,
    GONE,
    HIGH,
    LOW,
    OPENED,
    SOLVED,
    WIDTH,
    get_child,
    get_merit,
    get_number,
    get_score,
    get_son,
    size_of,
)
from halfmove.parts.partitions import partition_end
from halfmove.parts.sleep import ASLEEP, HELD


def block_lists(run):
    """Of SSS*."""
    states = _states(run)
    return states, [], states[0]


def sleeping_lists(run):
    """Of ITERSSS*, which passes over INACTIVE states, or over ACTIVE ones while it fills its memory."""
    states = _states(run)
    wanted = [state for state in states if (state[1] == "l") == bool(run.memory_filling)]
    return states, [], (wanted or states)[0]


def phase_lists(run):
    """Of PS*, whose BACKUP holds the expanded MAX nodes that have more than one partition."""
    states = _sorted(_below(run, run.root, (), _phase_size))
    return states, _backup_below(run, run.root, ()), states[0]


def _states(run):
    return _sorted(_below(run, run.root, (), size_of))


def _sorted(states):
    return sorted(states, key=lambda state: (-state[2], state[0]))


def _phase_size(run, block):
    return get_number(run, block, COUNT)


def _below(run, block, node, size):
    states = []
    first = get_number(run, block, FIRST) + 1
    for i in range(size(run, block)):
        merit, son, child = get_merit(run, block, i), get_son(run, block, i), get_child(run, block, i)
        path = (*node, first + i)
        if son == GONE:
            continue
        if child > 0:
            states += _below(run, child, (*path, son), size)
        elif son == DONE:
            states.append((path, "S", merit))
        elif son == 0:
            states.append((path, _live(child), merit))
        else:
            states.append(((*path, son), "S" if child == SOLVED else _live(child), merit))
    return states


def _live(child):
    return "l" if child in (ASLEEP, HELD) else "L"


def _backup_below(run, block, node):
    backup = []
    width, first = get_number(run, block, WIDTH), get_number(run, block, FIRST) + 1
    if partition_end(run, width, 0) < width:
        opened, low, high = get_number(run, block, OPENED), get_score(run, block, LOW), get_score(run, block, HIGH)
        backup.append((node, opened, low, high))
    for i in range(get_number(run, block, COUNT)):
        child = get_child(run, block, i)
        if child > 0 and get_son(run, block, i) != GONE:
            backup += _backup_below(run, child, (*node, first + i, get_son(run, block, i)))
    return backup
