"""OPEN as a tree of blocks: the memory of best-first algorithms.

A block represents an expanded MAX node; it has one place for each MIN child that is under consideration. OPEN is the
set of states at the leaves of this tree of blocks, so storage grows with OPEN and never with the tree that is searched:
no node has a flag, no list is sorted, and purging the states below a node means freeing its block.

For each MIN child a block holds

    merit          the merit of its best state
    active index   which of its own children (MAX nodes) is being worked on: 0 none yet, the MIN node itself is LIVE;
                   1, 2, ... their number; DONE the MIN node itself is SOLVED
    active block   that MAX node: the block of an expanded one, or LIVE, or SOLVED
    place          the position of the MIN child

and for the MAX node itself its position and a few scores and numbers, used by algorithms that return to it.

Everything is stored in one array of words, the arena; a block is the index of its first word:

    0        number of children
    1 .. 5   numbers of the node
    6, 7     scores of the node
    8 ..     position of the node
    then     the merits of all children, side by side so that they can be scanned fast
    then     for each child: active index, active block, position
    then     links of a sorted list, where there is one: LINK_WORDS for the block and for each child

Freed blocks are kept in lists, one for each size up to 64 and one for each power of two beyond. The arena begins with
the first block of each list.
"""

from __future__ import annotations

from typing import Any

from halfmove.kernels.declaration import Part
from halfmove.kernels.primitives import (
    POSITION_WORDS,
    SlotNumber,
    infinity,
    look_at_clock,
    moves,
    note_move,
    nth_move,
    peek,
    peek_position,
    peek_score,
    play,
    poke,
    poke_position,
    poke_score,
    slot,
    watched,
    width_of,
)
from halfmove.parts.arena import claim

DONE, GONE = -1, -2  # as an active index: the MIN node is solved; there is no state here anymore
LIVE, SOLVED = 0, -1  # as an active block; a block has a number above 0

# As an active block in ITERSSS*: a LIVE node that is INACTIVE; a MAX node that was entered and then became INACTIVE
# because there was NO_SPACE for its children. REACTIVATED is added to either when the node becomes ACTIVE again.
INACTIVE, NO_SPACE = -2, -3
REACTIVATED = -10

# Numbers of a MAX node: children before the first one in the block, children opened so far, how many it has, which
# child is followed while the others wait, how many are in the block. Scores: a lower bound of its value, and its merit.
FIRST, OPENED, WIDTH, FOLLOWED, COUNT = 0, 1, 2, 3, 4
LOW, HIGH = 0, 1

HEAD = 8
_SMALL = 64
_FREE_LISTS = _SMALL + 40

# `on_open`: how many states are on OPEN, first the root alone; `root`: the block of the root, or 0.
BLOCKS = Part("blocks", state={"on_open": 0, "root": 0, "max_open": 1}, arena=_FREE_LISTS)

# Extra words at the end of a block, for each child and once for itself: the links of `parts/sorted_list.py`.
LINK_WORDS: Any = SlotNumber(0)


def _list_of(size):
    """The list of the blocks of this size, and how many children they have room for."""
    number = room = size
    if size > _SMALL:
        number = room = _SMALL
        while room < size:
            number += 1
            room *= 2
    return number, room


def new_block(run, size):
    """A block with room for `size` children; its number is above 0."""
    number, room = _list_of(size)
    block = peek(run.arena, number)
    if block > 0:
        poke(run.arena, number, peek(run.arena, block + 1))
    else:
        block = claim(run, HEAD + POSITION_WORDS + room * (3 + POSITION_WORDS) + (room + 1) * LINK_WORDS)
    poke(run.arena, block, size)
    return block


def free_block(run, block):
    """Free a block."""
    put_back(run, block)


def put_back(run, block):
    """Put a block into the list of free blocks of its size."""
    number, _room = _list_of(peek(run.arena, block))
    poke(run.arena, block + 1, peek(run.arena, number))
    poke(run.arena, number, block)


def size_of(run, block):
    return peek(run.arena, block)


# The index of the words of child `i` is computed inline: in plain Python a call would cost as much as all the rest.


def get_merit(run, block, i):
    return peek_score(run.arena, block + HEAD + POSITION_WORDS + i)


def set_merit(run, block, i, merit):
    poke_score(run.arena, block + HEAD + POSITION_WORDS + i, merit)


def get_active_index(run, block, i):
    active_at = block + HEAD + POSITION_WORDS + peek(run.arena, block) + i * (2 + POSITION_WORDS)
    return peek(run.arena, active_at)


def set_active_index(run, block, i, active_index):
    active_at = block + HEAD + POSITION_WORDS + peek(run.arena, block) + i * (2 + POSITION_WORDS)
    poke(run.arena, active_at, active_index)


def get_active_block(run, block, i):
    active_at = block + HEAD + POSITION_WORDS + peek(run.arena, block) + i * (2 + POSITION_WORDS)
    return peek(run.arena, active_at + 1)


def set_active_block(run, block, i, active_block):
    active_at = block + HEAD + POSITION_WORDS + peek(run.arena, block) + i * (2 + POSITION_WORDS)
    poke(run.arena, active_at + 1, active_block)


def get_place(run, block, i):
    active_at = block + HEAD + POSITION_WORDS + peek(run.arena, block) + i * (2 + POSITION_WORDS)
    return peek_position(run.arena, active_at + 2)


def set_place(run, block, i, p):
    active_at = block + HEAD + POSITION_WORDS + peek(run.arena, block) + i * (2 + POSITION_WORDS)
    poke_position(run.arena, active_at + 2, p)


def get_node(run, block):
    return peek_position(run.arena, block + HEAD)


def set_node(run, block, p):
    poke_position(run.arena, block + HEAD, p)


def get_score(run, block, which):
    """One of two scores of the MAX node itself."""
    return peek_score(run.arena, block + 6 + which)


def set_score(run, block, which, score):
    poke_score(run.arena, block + 6 + which, score)


def get_number(run, block, which):
    """One of five numbers of the MAX node itself."""
    return peek(run.arena, block + 1 + which)


def set_number(run, block, which, number):
    poke(run.arena, block + 1 + which, number)


def expand(game, p, height, merit, run):
    """The block of a MAX node, with all its children LIVE."""
    size = width_of(game, p)
    block = new_block(run, size)
    set_node(run, block, p)
    set_number(run, block, FIRST, 0)
    i = 0
    for move in moves(game, p):
        put_live(run, block, i, play(game, p, move, height, run), merit)
        i += 1
    count_open(run, size - 1)
    return block


def put_live(run, block, i, q, merit):
    if i & 1023 == 1023:  # a node with very many children takes a while
        look_at_clock(run)
    set_place(run, block, i, q)
    set_merit(run, block, i, merit)
    set_active_index(run, block, i, 0)
    set_active_block(run, block, i, LIVE)


def single(run, q, merit):
    """A block whose only child is the MIN node `q`, which was already entered; there is no MAX node above it."""
    block = new_block(run, 1)
    set_node(run, block, q)
    set_number(run, block, FIRST, -1)
    put_live(run, block, 0, q, merit)
    set_active_index(run, block, 0, 1)
    return block


def count_open(run, change):
    run.on_open += change
    run.max_open = max(run.max_open, run.on_open)


def purge(run, block):
    """Free a block and all blocks below it. Returns how many states leave OPEN."""
    states = 0
    for i in range(size_of(run, block)):
        active_block = get_active_block(run, block, i)
        if active_block > 0:
            states += purge(run, active_block)
        elif get_active_index(run, block, i) != GONE:
            states += 1
    free_block(run, block)
    return states


def best_child(run, block, count):
    """The leftmost best of the first `count` children: (index, merit, best merit to its left, to its right)."""
    index, best = 0, get_merit(run, block, 0)
    left = right = -infinity()
    for i in range(1, count):
        merit = get_merit(run, block, i)
        if merit > best:
            left, right = best, -infinity()
            index, best = i, merit
        else:
            right = max(right, merit)
    return index, best, left, right


def next_best(run, block, count, i, before, left, right):
    """`best_child` after the merit of child `i`, the best one until now, fell from `before`.

    `left` and `right` are the best merits beside child `i` before that. While there are others of the same merit to the
    right, as in the first round through a new block, the next of them is the best, and most children need not be
    examined.
    """
    if right < before:
        return best_child(run, block, count)
    left = max(left, get_merit(run, block, i))
    i += 1
    while get_merit(run, block, i) < before:
        left = max(left, get_merit(run, block, i))
        i += 1
    right = -infinity()
    k = i + 1
    while k < count and right < before:
        right = max(right, get_merit(run, block, k))
        k += 1
    return i, before, left, right


@slot
def rivals(run, block, i, left, right):
    """The best merits outside child `i`, whose MAX node was just SOLVED: unchanged since work below it began."""
    return left, right


def retrace(game, block, i, height, run):
    """If leaves are recorded, put the moves that lead through child `i` of a block back on the current path."""
    if watched():
        number = get_number(run, block, FIRST) + i + 1
        if number > 0:
            _found, move = nth_move(game, get_node(run, block), number)
            note_move(run, height, move)
        active_index = get_active_index(run, block, i)
        if active_index > 0:
            _found, move = nth_move(game, get_place(run, block, i), active_index)
            note_move(run, height - 1, move)
