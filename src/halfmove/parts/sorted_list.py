"""OPEN as the sorted list of the papers, in addition to the blocks: with `open="list"` the first state is selected.

States stay at their places in blocks (`parts/blocks.py`). Those that may be selected are also linked into one list, in
the order in which they are selected: by falling merit, from left to right among equals. The kernels are the same. Only
the way to find the first state differs, and its cost:

    selecting     the first of the list; no merit is compared with another
    stacking      new LIVE states, and a SOLVED parent, are put in front
    inserting     a state whose merit fell is moved behind all states that come before it, one by one: `run.passed`
    purging       states below a SOLVED node are only marked; before the next state is added, the list is traversed from
                  the first to the last and the marked states are removed: `run.swept` states are visited

INACTIVE states of ITERSSS* are not on the list: they cannot be selected.

An entry is three words at the end of the block of its state: the next entry (0: none; OFF: not on the list), the merit,
the block (0: marked). Before the first one are the parent of the block, which is an entry too, and its level.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from halfmove.kernels.declaration import Parameter, Part, Variant
from halfmove.kernels.primitives import (
    POSITION_WORDS,
    infinity,
    look_at_clock,
    peek,
    peek_score,
    poke,
    poke_position,
    poke_score,
)
from halfmove.parts.blocks import (
    GONE,
    HEAD,
    INACTIVE,
    LINK_WORDS,
    LIVE,
    NO_SPACE,
    best_child,
    free_block,
    get_active_index,
    get_merit,
    next_best,
    put_back,
    put_live,
    rivals,
    set_active_block,
    set_active_index,
    set_merit,
    set_node,
    set_place,
    size_of,
)

_ENTRY = 3
_MERIT, _BLOCK = 1, 2
_LEVEL = 1
OFF = -1

# `first`: the first entry; `marked`: how many are to be removed; `newest`: the last of the children added last.
LIST = Part("list", state={"first": 0, "marked": 0, "newest": 0})


def _entry(run, block, i):
    """The entry of child `i`; -1 means the block itself."""
    return block + HEAD + POSITION_WORDS + peek(run.arena, block) * (3 + POSITION_WORDS) + (i + 1) * _ENTRY


# The list


def _push(run, entry, merit):
    """Put a state in front of all others."""
    _sweep(run)
    poke(run.arena, entry, run.first)
    poke_score(run.arena, entry + _MERIT, merit)
    run.first = entry


def _insert(run, entry, merit):
    """Put a state behind all of larger merit and those of equal merit to its left."""
    _sweep(run)
    before, after = 0, run.first
    while after > 0 and _comes_before(run, after, entry, merit):
        run.passed += 1
        before, after = after, peek(run.arena, after)
    poke(run.arena, entry, after)
    poke_score(run.arena, entry + _MERIT, merit)
    if before == 0:
        run.first = entry
    else:
        poke(run.arena, before, entry)


def _comes_before(run, other, entry, merit):
    """Whether a state of the list is selected before one with this merit."""
    theirs = peek_score(run.arena, other + _MERIT)
    return theirs > merit or (theirs == merit and _is_left(run, other, entry))


def _is_left(run, one, other):
    """Whether a state is to the left of another one."""
    block, beside = peek(run.arena, one + _BLOCK), peek(run.arena, other + _BLOCK)
    while block != beside:
        head, next_to = _entry(run, block, -1), _entry(run, beside, -1)
        if peek(run.arena, head + _LEVEL) >= peek(run.arena, next_to + _LEVEL):
            one = peek(run.arena, head)
            block = peek(run.arena, one + _BLOCK)
        else:
            other = peek(run.arena, next_to)
            beside = peek(run.arena, other + _BLOCK)
    return one < other


def _is_on(run, entry):
    return peek(run.arena, entry) != OFF and peek(run.arena, entry + _BLOCK) > 0


def _leave(run, entry):
    """Remove a state: at once if it is first or right behind its children; otherwise it is marked."""
    after = peek(run.arena, entry)
    if entry == run.first:
        run.first = after
        poke(run.arena, entry, OFF)
    elif run.newest > 0 and peek(run.arena, run.newest) == entry:
        poke(run.arena, run.newest, after)
        poke(run.arena, entry, OFF)
    else:
        _mark(run, entry)


def _mark(run, entry):
    """Mark a state as purged."""
    poke(run.arena, entry + _BLOCK, 0)
    run.marked += 1


def _sweep(run):
    """Remove the marked states from the list."""
    if run.marked > 0:
        before, entry = 0, run.first
        while entry > 0:
            run.swept += 1
            after = peek(run.arena, entry)
            if peek(run.arena, entry + _BLOCK) > 0:
                before = entry
            else:
                poke(run.arena, entry, OFF)
                if before == 0:
                    run.first = after
                else:
                    poke(run.arena, before, after)
            entry = after
        run.marked, run.newest = 0, 0


# The functions of blocks; they do the same to a block itself.


def node_linked(run, block, p):
    """A block belongs to another node now: none of its states is on the list."""
    _sweep(run)
    poke_position(run.arena, block + HEAD, p)
    head = _entry(run, block, -1)
    poke(run.arena, head, 0)
    poke(run.arena, head + _LEVEL, 0)
    for i in range(size_of(run, block)):
        poke(run.arena, _entry(run, block, i), OFF)


def live_linked(run, block, i, q, merit):
    """Add new children to the list: the first at its place, the others right behind it, one after the other."""
    if i & 1023 == 1023:
        look_at_clock(run)
    _sweep(run)
    entry = _entry(run, block, i)
    poke(run.arena, entry + _BLOCK, block)
    set_place(run, block, i, q)
    set_merit(run, block, i, merit)
    set_active_index(run, block, i, 0)
    if i > 0:
        sibling = _entry(run, block, i - 1)
        poke(run.arena, entry, peek(run.arena, sibling))
        poke_score(run.arena, entry + _MERIT, merit)
        poke(run.arena, sibling, entry)
    elif peek(run.arena, _entry(run, block, -1)) == 0:  # children of the first state, or of the root
        _push(run, entry, merit)
    else:
        _insert(run, entry, merit)
    run.newest = entry
    set_active_block(run, block, i, LIVE)


def merit_linked(run, block, i, merit):
    poke_score(run.arena, block + HEAD + POSITION_WORDS + i, merit)
    entry = _entry(run, block, i)
    if _is_on(run, entry):
        if merit < peek_score(run.arena, entry + _MERIT):
            _leave(run, entry)
            _sweep(run)
            poke(run.arena, entry + _BLOCK, block)
            _insert(run, entry, merit)
        else:
            poke_score(run.arena, entry + _MERIT, merit)


def active_index_linked(run, block, i, active_index):
    child_at = block + HEAD + POSITION_WORDS + peek(run.arena, block) + i * (2 + POSITION_WORDS)
    poke(run.arena, child_at, active_index)
    if active_index == GONE and _is_on(run, _entry(run, block, i)):
        _mark(run, _entry(run, block, i))


def active_block_linked(run, block, i, active_block):
    child_at = block + HEAD + POSITION_WORDS + peek(run.arena, block) + i * (2 + POSITION_WORDS)
    before = peek(run.arena, child_at + 1)
    poke(run.arena, child_at + 1, active_block)
    entry = _entry(run, block, i)
    if active_block > 0:
        head = _entry(run, active_block, -1)
        poke(run.arena, head, entry)
        poke(run.arena, head + _LEVEL, peek(run.arena, _entry(run, block, -1) + _LEVEL) + 1)
    if active_block > 0 or active_block in (INACTIVE, NO_SPACE) or get_active_index(run, block, i) == GONE:
        if _is_on(run, entry):
            _leave(run, entry)
    elif not _is_on(run, entry):
        _sweep(run)
        poke(run.arena, entry + _BLOCK, block)
        if before > 0:  # a MAX node that is SOLVED now, by the first state
            _push(run, entry, get_merit(run, block, i))
        else:
            _insert(run, entry, get_merit(run, block, i))


def block_unlinked(run, block):
    for i in range(size_of(run, block)):
        entry = _entry(run, block, i)
        if _is_on(run, entry):
            _mark(run, entry)
    run.newest = 0
    put_back(run, block)


def first_below(run, block):
    """The child of a block that the first state of OPEN is, or is below: (index, its merit, left, right).

    If the first state is a child itself, `left` is the merit of the second state if that is to its left, `right` if it
    is to its right. If the first state is elsewhere, the index is -1.
    """
    _sweep(run)
    left = right = -infinity()
    first = run.first
    if first == 0:
        return -1, -infinity(), left, right
    at = first
    owner = peek(run.arena, at + _BLOCK)
    while owner != block:
        at = peek(run.arena, _entry(run, owner, -1))
        if at == 0:
            return -1, -infinity(), left, right
        owner = peek(run.arena, at + _BLOCK)
    if at == first:
        left, right = _second(run, left, right)
    return (at - _entry(run, block, 0)) // _ENTRY, peek_score(run.arena, first + _MERIT), left, right


def _second(run, left, right):
    """`left` and `right`; the one on the side of the second state is raised to the merit of that state."""
    second = peek(run.arena, run.first)
    if second > 0:
        merit = peek_score(run.arena, second + _MERIT)
        if _is_left(run, second, run.first):
            left = max(left, merit)
        else:
            right = max(right, merit)
    return left, right


def rivals_listed(run, block, i, left, right):
    """`rivals`: the second state is the best of all others."""
    return _second(run, left, right)


def first_child(run, block, count):
    """`best_child`."""
    return first_below(run, block)


def next_first(run, block, count, i, before, left, right):
    """`next_best`."""
    return first_below(run, block)


OPEN = Parameter(
    "open", "choice", "how OPEN is kept: as blocks, or as the papers' sorted list", "blocks", ("blocks", "list")
)


def sorted_list(more: Mapping[Any, Any] | None = None) -> Variant:
    """The variant that makes OPEN a list; `more` are other functions of an algorithm that look for the first state."""
    slots: dict[Any, Any] = {
        LINK_WORDS: _ENTRY,
        set_node: node_linked,
        put_live: live_linked,
        set_merit: merit_linked,
        set_active_index: active_index_linked,
        set_active_block: active_block_linked,
        free_block: block_unlinked,
        best_child: first_child,
        next_best: next_first,
        rivals: rivals_listed,
    }
    return Variant(using={**slots, **(more or {})}, parts=(LIST,), counters=("passed", "swept"))
