"""SSS*.

Source      Stockman 1979; Campbell & Marsland 1983, tables 1 and 2; cases numbered as in Srimani 1985, table A.1.
Contract    with window (a, b) the returned f means: f <= a: value <= f; f = b: value >= b; otherwise value = f.
            Nothing above b is ever returned: OPEN begins with the root at merit b (aspiration SSS*).
Counts      a leaf when it is evaluated, once; a node when its LIVE state is taken from OPEN; `max_open` states on OPEN.
Order       the state of largest merit, the leftmost among equals. Never a leaf that alpha_beta with the same window
            does not evaluate. `ties="1979"` has Stockman's own order: children are stacked so that the last comes
            first, and a solved leaf goes behind all states of equal merit. It may evaluate more than alpha-beta.
Departures  OPEN is not a list but a tree of blocks (parts/blocks.py), searched recursively: `explore` works below a
            node as long as its best state is the first of all. States, cases and leaves are those of the list.
            `open="list"` also keeps the list (parts/sorted_list.py) and takes the first state from it, to measure the
            cost: `counters` has the states that were `passed` to insert others, and those that were `swept` to purge
            some. `ties="1979"` always uses a list.

    case 1   LIVE MAX node            its children come to OPEN, LIVE
    case 2   LIVE MIN node            its first child, LIVE
    case 3   LIVE leaf                SOLVED, with its value if that is below its merit
    case 4   SOLVED MAX node          its next sibling, LIVE
    case 5   SOLVED MAX node, last    its parent, SOLVED
    case 6   SOLVED MIN node          its parent, SOLVED; all other states below the parent are purged

>>> import halfmove as hm
>>> r = hm.search(hm.trees.explicit([[[0, 3], [4, 5]], [[1, 2], [6, 7]]]), "sss_star")
>>> r.value, r.counts.leaves, r.counts.max_open
(3, 5, 4)
"""

from halfmove.algorithms.sss_star_1979 import sss_star_1979
from halfmove.parts.blocks import (
    BLOCKS,
    DONE,
    LIVE,
    SOLVED,
    best_child,
    count_open,
    expand,
    get_active_block,
    get_active_index,
    get_node,
    get_place,
    next_best,
    purge,
    retrace,
    rivals,
    set_active_block,
    set_active_index,
    set_merit,
    size_of,
)
from halfmove.parts.sorted_list import OPEN, sorted_list
from halfmove.words import (
    UPPER,
    Parameter,
    algorithm,
    infinity,
    note_case,
    nth_move,
    play,
    root_move,
    settle,
    slot,
    visit,
)


@algorithm(
    title="SSS*",
    source="Stockman 1979; Campbell & Marsland 1983, tables 1 and 2",
    promise="the value; best-first, never a leaf that alpha-beta does not evaluate",
    proves=True,
    parameters=(
        Parameter(
            "ties",
            "choice",
            "among states of equal merit: the leftmost first, or the order of 1979",
            "leftmost",
            ("leftmost", "1979"),
        ),
        OPEN,
    ),
    clips=True,
    steps="open",
    parts=(BLOCKS,),
    variants={("ties", "1979"): sss_star_1979, ("open", "list"): sorted_list()},
)
def sss_star(game, p, height, a, b, run):
    run.proof = UPPER  # merits only fall, so the first one on OPEN is always an upper bound
    run.on_open = 1
    note_case(run, 1)
    run.root = expand(game, p, height, b, run)
    merit, solved = explore(game, run.root, height, a, -infinity(), run)
    if solved:
        run.root, run.best = 0, merit
        note_case(run, 0)
    settle(run)
    return merit


def explore(game, block, height, left, right, run):
    """Work below the MAX node of a block as long as its best state is the first of all OPEN.

    That is: its merit is above `left`, the best merit outside to the left, and not below `right`, the best outside to
    the right. Returns (its merit, whether the MAX node is SOLVED).
    """
    count = size_of(run, block)
    i, merit, best_left, best_right = best_child(run, block, count)
    while True:
        if block == run.root:
            root_merit(run, merit)
        if merit <= left or merit < right:
            return merit, False
        before, to_left, to_right = merit, max(left, best_left), max(right, best_right)
        retrace(game, block, i, height, run)
        while merit > to_left and merit >= to_right:
            active_index, active_block = get_active_index(run, block, i), get_active_block(run, block, i)
            if active_block > 0:  # an expanded MAX node
                merit, solved = explore(game, active_block, height - 2, to_left, to_right, run)
                if solved:
                    set_active_block(run, block, i, SOLVED)
                    to_left, to_right = rivals(run, block, i, to_left, to_right)
            elif active_index == DONE:  # case 6
                note_case(run, 6)
                if block == run.root:
                    root_solved(game, block, i, height, run)
                count_open(run, 1 - purge(run, block))
                return merit, True
            elif active_block == SOLVED:  # cases 4 and 5
                more, _move = nth_move(game, get_place(run, block, i), active_index + 1)
                note_case(run, 4 if more else 5)
                if block == run.root:
                    reply_solved(run, active_index, merit)
                set_active_index(run, block, i, active_index + 1 if more else DONE)
                set_active_block(run, block, i, LIVE)
            elif active_index == 0:  # case 2, or 3 for a leaf
                over, score = reach_min(game, get_place(run, block, i), height - 1, merit, run)
                note_case(run, 3 if over else 2)
                if over:
                    merit = min(merit, -score)
                set_active_index(run, block, i, DONE if over else 1)
            else:  # case 1, or 3 for a leaf
                q = get_place(run, block, i)
                _more, move = nth_move(game, q, active_index)
                child_node = play(game, q, move, height - 1, run)
                over, score = reach_max(game, child_node, height - 2, merit, run)
                note_case(run, 3 if over else 1)
                if over:
                    merit = min(merit, score)
                    set_active_block(run, block, i, SOLVED)
                else:
                    set_active_block(run, block, i, expand(game, child_node, height - 2, merit, run))
            set_merit(run, block, i, merit)
        i, merit, best_left, best_right = next_best(run, block, count, i, before, best_left, best_right)


# Slots that other algorithms fill to change `explore`: where something other than SSS* takes over, and what is noted
# about the root.


@slot
def reach_max(game, p, height, merit, run):
    """Take the LIVE state of a MAX node. Returns (whether that solves it, its score for the side to move)."""
    return visit(game, p, height, run)


@slot
def reach_min(game, p, height, merit, run):
    """The same for a MIN node."""
    return visit(game, p, height, run)


@slot
def root_merit(run, merit):
    """Note that no state below the root has a larger merit."""
    run.best = merit


@slot
def reply_solved(run, active_index, merit):
    """Note that a grandchild of the root is SOLVED: reply number `active_index` to the current move."""


@slot
def root_solved(game, block, i, height, run):
    """Note that the root is SOLVED by its child `i`."""
    root_move(run, height, nth_move(game, get_node(run, block), i + 1)[1])
