"""SSS* with OPEN as a list, in Stockman's original order of ties: `sss_star` with `ties="1979"`.

Source      Stockman 1979; Campbell & Marsland 1983, table 1 and figure 7.

Children are stacked first to last, so the last one is on top; a solved leaf goes behind all states of greater or equal
merit. States of equal merit are then taken in an order that depends on history, not on their place in the tree. So OPEN
has to be the list of the paper: it is kept for study, and slower than the tree of blocks.

A node is a block without children (parts/blocks.py) that refers to its parent; it is freed when neither OPEN nor a node
below refers to it. Cases are numbered as in `sss_star`.
"""

from __future__ import annotations

from halfmove.parts.blocks import (
    COUNT,
    FIRST,
    FOLLOWED,
    OPENED,
    WIDTH,
    count_open,
    free_block,
    get_active_index,
    get_merit,
    get_node,
    get_number,
    new_block,
    set_active_index,
    set_merit,
    set_node,
    set_number,
)
from halfmove.words import UPPER, kernel, moves, note_case, note_move, nth_move, play, root_move, settle, visit, watched

# The numbers of a node.
NUMBER, PARENT, HEIGHT, NEXT, REFERENCES = FIRST, OPENED, WIDTH, FOLLOWED, COUNT


@kernel
def sss_star_1979(game, p, height, a, b, run):
    run.proof = UPPER
    run.on_open = 1
    stack(run, new_node(run, p, 0, 0, height), b, True)
    while True:
        n = run.root
        h = get_merit(run, n, 0)
        run.best = h
        live = is_live(run, n)
        parent, at = get_number(run, n, PARENT), get_number(run, n, HEIGHT)
        solved = parent == 0 and not live
        if h <= a or solved:
            if solved:
                note_case(run, 0)
            settle(run)
            return h
        over, score = False, h
        if live and parent > 0:
            show_path(game, n, run)
            over, score = visit(game, get_node(run, n), at, run)
        is_max = (height - at) % 2 == 0
        if over:  # case 3
            note_case(run, 3)
            unstack(run)
            insert(run, n, min(h, score if is_max else -score))
        elif live:  # cases 1 and 2
            note_case(run, 1 if is_max else 2)
            unstack(run)
            number = 0
            for move in moves(game, get_node(run, n)):
                number += 1
                child = play(game, get_node(run, n), move, at, run)
                stack(run, new_node(run, child, n, number, at - 1), h, True)
                if not is_max:
                    break
            count_open(run, number - 1)
            release(run, n)
        elif is_max:  # cases 4 and 5
            number = get_number(run, n, NUMBER) + 1
            more, move = nth_move(game, get_node(run, parent), number)
            note_case(run, 4 if more else 5)
            unstack(run)
            if more:
                sibling = play(game, get_node(run, parent), move, at + 1, run)
                stack(run, new_node(run, sibling, parent, number, at), h, True)
            else:
                refer(run, parent)
                stack(run, parent, h, False)
            release(run, n)
        else:  # case 6
            note_case(run, 6)
            unstack(run)
            if get_number(run, parent, PARENT) == 0:
                root_move(run, height, nth_move(game, p, get_number(run, n, NUMBER))[1])
            purge_below(run, parent)
            refer(run, parent)
            stack(run, parent, h, False)
            release(run, n)


def new_node(run, p, parent, number, height):
    node = new_block(run, 1)
    set_node(run, node, p)
    set_number(run, node, NUMBER, number)
    set_number(run, node, PARENT, parent)
    set_number(run, node, HEIGHT, height)
    set_number(run, node, REFERENCES, 1)  # that of OPEN
    if parent > 0:
        refer(run, parent)
    return node


def refer(run, node):
    set_number(run, node, REFERENCES, get_number(run, node, REFERENCES) + 1)


def release(run, node):
    """Drop a reference; a node without references is freed, and drops its reference to its parent."""
    while node > 0:
        left = get_number(run, node, REFERENCES) - 1
        set_number(run, node, REFERENCES, left)
        if left > 0:
            return
        parent = get_number(run, node, PARENT)
        free_block(run, node)
        node = parent


def stack(run, node, merit, live):
    set_merit(run, node, 0, merit)
    set_live(run, node, live)
    set_number(run, node, NEXT, run.root)
    run.root = node


def unstack(run):
    run.root = get_number(run, run.root, NEXT)


def insert(run, node, merit):
    """Put a solved leaf behind all states of greater or equal merit."""
    set_merit(run, node, 0, merit)
    set_live(run, node, False)
    before, after = 0, run.root
    while after > 0 and get_merit(run, after, 0) >= merit:
        before, after = after, get_number(run, after, NEXT)
    set_number(run, node, NEXT, after)
    if before == 0:
        run.root = node
    else:
        set_number(run, before, NEXT, node)


def purge_below(run, parent):
    """Remove the states below a node from OPEN."""
    before, state = 0, run.root
    while state > 0:
        after = get_number(run, state, NEXT)
        above = get_number(run, state, PARENT)
        while above > 0 and above != parent:
            above = get_number(run, above, PARENT)
        if above == parent:
            if before == 0:
                run.root = after
            else:
                set_number(run, before, NEXT, after)
            release(run, state)
            count_open(run, -1)
        else:
            before = state
        state = after


def is_live(run, node):
    return get_active_index(run, node, 0) == 0


def set_live(run, node, live):
    set_active_index(run, node, 0, 0 if live else 1)


def show_path(game, node, run):
    """If leaves are recorded, put the moves that lead to a node on the current path."""
    if watched():
        while get_number(run, node, PARENT) > 0:
            parent = get_number(run, node, PARENT)
            _more, move = nth_move(game, get_node(run, parent), get_number(run, node, NUMBER))
            note_move(run, get_number(run, parent, HEIGHT), move)
            node = parent
