"""A tree on which several processors work: the nodes that were begun and are not finished yet.

Every inner node knows its window, as it is by now: what one processor finds narrows the windows of all others before
the next round. A node whose window is empty is cut off, and processors below it lose their jobs. A job is a node: its
owner searches everything below that has no other owner, depth first.

A node is stored in the arena:

    parent, number    the node above, and which of its children this is, from 1
    height            half-moves to the depth limit
    width             how many children it has; 0 for a leaf, which is evaluated; UNSEEN if nobody has looked yet
    begun, active     how many of its children were begun, and how many of those are not finished
    first, last       the active children form a list in the order in which they were begun
    before, after     its neighbours in such a list
    owner             the number of the processor whose job it is, from 1; 0 if it is part of a job above
    kind              1, 2 or 3, as in Knuth & Moore's tree of the nodes that must be searched
    eldest            1 once its first child is finished
    low, high         its window; a leaf has its score as `low`
    position
"""

from __future__ import annotations

from halfmove.kernels.declaration import Part
from halfmove.kernels.primitives import (
    POSITION_WORDS,
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
    visit,
    watched,
    width_of,
)
from halfmove.parts.arena import claim
from halfmove.parts.lines import root_move
from halfmove.parts.processors import (
    begin_round,
    end_round,
    engage,
    get_job,
    is_waiting,
    set_job,
)
from halfmove.parts.round_notes import note_better, note_cut, note_stop, note_wait, note_work

PARENT, NUMBER, HEIGHT, WIDTH, BEGUN, ACTIVE, FIRST, LAST = 0, 1, 2, 3, 4, 5, 6, 7
BEFORE, AFTER, OWNER, KIND, ELDEST, LOW, HIGH = 8, 9, 10, 11, 12, 13, 14
_POSITION = 15
UNSEEN = -1

# The first of the nodes that were freed, how many are in use, and the processor whose turn it is.
SHARED_TREE = Part("shared_tree", state={"free_node": 0, "nodes_begun": 0, "worker": 0})
MOST_BEGUN = "max_begun"  # a counter: the most nodes that were in use at the same time, for all processors together


@slot
def may_begin(run, node):
    """Whether another child of an inner node may be begun now."""


def get(run, node, what):
    """A number of a node."""
    return peek(run.arena, node + what)


def position_of(run, node):
    return peek_position(run.arena, node + _POSITION)


def set_number(run, root, number):
    """Give a root a number; it has none by itself."""
    poke(run.arena, root + NUMBER, number)


def new_node(run, parent, number, height, low, high, p):
    run.nodes_begun += 1
    run.max_begun = max(run.max_begun, run.nodes_begun)
    node = run.free_node
    if node > 0:
        run.free_node = peek(run.arena, node + AFTER)
    else:
        node = claim(run, POSITION_WORDS + _POSITION)
    poke(run.arena, node + PARENT, parent)
    poke(run.arena, node + NUMBER, number)
    poke(run.arena, node + HEIGHT, height)
    poke(run.arena, node + WIDTH, UNSEEN)
    poke(run.arena, node + BEGUN, 0)
    poke(run.arena, node + ACTIVE, 0)
    poke(run.arena, node + FIRST, 0)
    poke(run.arena, node + LAST, 0)
    poke(run.arena, node + BEFORE, 0)
    poke(run.arena, node + AFTER, 0)
    poke(run.arena, node + OWNER, 0)
    poke(run.arena, node + KIND, 1)
    poke(run.arena, node + ELDEST, 0)
    poke_score(run.arena, node + LOW, low)
    poke_score(run.arena, node + HIGH, high)
    poke_position(run.arena, node + _POSITION, p)
    return node


def plant(game, p, height, low, high, ready, run):
    """A root, which was entered already: the job of the next processor, which begins in the round `ready`."""
    root = new_node(run, 0, 0, height, low, high, p)
    poke(run.arena, root + WIDTH, width_of(game, p))
    poke(run.arena, root + OWNER, engage(run, root, ready) + 1)
    return root


def root_score(run, root):
    """The score of the root, once it is finished."""
    return peek_score(run.arena, root + LOW)


def is_finished(game, node, run):
    """Bring a node and all nodes below it up to date. Returns whether it is finished; its score is its `low` then.

    The window comes from the node above, and what finished children have found narrows it. When it becomes narrower,
    the children that remain are brought up to date again.
    """
    width = peek(run.arena, node + WIDTH)
    if width == 0:
        return True
    low, high = peek_score(run.arena, node + LOW), peek_score(run.arena, node + HIGH)
    parent = peek(run.arena, node + PARENT)
    if parent > 0:
        low = max(low, -peek_score(run.arena, parent + HIGH))
        high = -peek_score(run.arena, parent + LOW)
        poke_score(run.arena, node + LOW, low)
        poke_score(run.arena, node + HIGH, high)
        if low >= high:
            note_cut(run, node, low, high)
            return True
    child = peek(run.arena, node + FIRST)
    while child > 0:
        after = peek(run.arena, child + AFTER)
        if is_finished(game, child, run):
            score, number = -peek_score(run.arena, child + LOW), peek(run.arena, child + NUMBER)
            if number == 1:
                poke(run.arena, node + ELDEST, 1)
            if score > low:
                note_better(run, node, child, score)
            take_out(run, node, child)
            forget(run, child)
            if score > low:
                low = score
                poke_score(run.arena, node + LOW, low)
                if parent == 0:
                    keep_best(game, node, number, low, run)
                if low >= high:
                    note_cut(run, node, low, high)
                    return True
                after = peek(run.arena, node + FIRST)
        child = after
    return peek(run.arena, node + BEGUN) == width and peek(run.arena, node + ACTIVE) == 0


def keep_best(game, root, number, score, run):
    """A move became the best one of the root."""
    if score > run.best:
        run.best = score
        move = nth_move(game, peek_position(run.arena, root + _POSITION), number)[1]
        root_move(run, peek(run.arena, root + HEIGHT), move)


def take_out(run, node, child):
    """Take a child out of the list of the active ones."""
    before, after = peek(run.arena, child + BEFORE), peek(run.arena, child + AFTER)
    poke(run.arena, before + AFTER if before > 0 else node + FIRST, after)
    poke(run.arena, after + BEFORE if after > 0 else node + LAST, before)
    poke(run.arena, node + ACTIVE, peek(run.arena, node + ACTIVE) - 1)


def forget(run, node):
    """Free a node and all nodes below it. Those who worked on them have no job then."""
    child = peek(run.arena, node + FIRST)
    while child > 0:
        after = peek(run.arena, child + AFTER)
        if peek(run.arena, child + WIDTH) != 0:
            note_stop(run, child)
        forget(run, child)
        child = after
    owner = peek(run.arena, node + OWNER)
    if owner > 0:
        set_job(run, owner - 1, 0)
    poke(run.arena, node + AFTER, run.free_node)
    run.free_node = node
    run.nodes_begun -= 1


def begin_child(game, node, run):
    """Begin the next child of an inner node."""
    number, height = peek(run.arena, node + BEGUN) + 1, peek(run.arena, node + HEIGHT)
    p = peek_position(run.arena, node + _POSITION)
    q = play(game, p, nth_move(game, p, number)[1], height, run)
    low, high = -peek_score(run.arena, node + HIGH), -peek_score(run.arena, node + LOW)
    child = new_node(run, node, number, height - 1, low, high, q)
    kind = peek(run.arena, node + KIND)
    poke(run.arena, child + KIND, 5 - kind if kind > 1 else min(number, 2))
    last = peek(run.arena, node + LAST)
    poke(run.arena, child + BEFORE, last)
    poke(run.arena, last + AFTER if last > 0 else node + FIRST, child)
    poke(run.arena, node + LAST, child)
    poke(run.arena, node + BEGUN, number)
    poke(run.arena, node + ACTIVE, peek(run.arena, node + ACTIVE) + 1)
    return child


def evaluate_first_leaf(game, node, run):
    """Go down from a node that nobody has seen, by first children, and evaluate the leaf at the end."""
    retrace(game, node, run)
    while True:
        p = peek_position(run.arena, node + _POSITION)
        is_leaf, score = visit(game, p, peek(run.arena, node + HEIGHT), run)
        if is_leaf:
            poke(run.arena, node + WIDTH, 0)
            poke_score(run.arena, node + LOW, score)
            note_work(run, node)
            break
        poke(run.arena, node + WIDTH, width_of(game, p))
        node = begin_child(game, node, run)


def retrace(game, node, run):
    """If leaves are recorded, put the moves that lead to a node back on the current path."""
    if watched():
        parent = peek(run.arena, node + PARENT)
        while parent > 0:
            move = nth_move(game, peek_position(run.arena, parent + _POSITION), peek(run.arena, node + NUMBER))[1]
            note_move(run, peek(run.arena, parent + HEIGHT), move)
            node, parent = parent, peek(run.arena, parent + PARENT)


def work_below(game, node, run):
    """Evaluate the next leaf below a node, around what others own. Returns whether there is one."""
    width = peek(run.arena, node + WIDTH)
    if width == UNSEEN:
        evaluate_first_leaf(game, node, run)
        return True
    child = peek(run.arena, node + FIRST)
    while child > 0:
        if peek(run.arena, child + OWNER) == 0 and work_below(game, child, run):
            return True
        child = peek(run.arena, child + AFTER)
    if peek(run.arena, node + BEGUN) < width and may_begin(run, node):
        evaluate_first_leaf(game, begin_child(game, node, run), run)
        return True
    return False


def share_out(game, node, run):
    """Give work at a node, and then below it, to the processors that have none."""
    width = peek(run.arena, node + WIDTH)
    if width <= 0:
        return
    while run.busy < run.processors and peek(run.arena, node + BEGUN) < width and may_begin(run, node):
        if peek(run.arena, node + ACTIVE) > 0:
            hand_over(game, begin_child(game, node, run), run)
        elif peek(run.arena, node + OWNER) == 0:  # nobody is here anymore
            hand_over(game, node, run)
        else:
            break
    child = peek(run.arena, node + FIRST)
    while child > 0 and run.busy < run.processors:
        share_out(game, child, run)
        child = peek(run.arena, child + AFTER)


def hand_over(game, node, run):
    """Make a node the job of a processor that has none."""
    processor = engage(run, node, run.rounds + run.latency)
    poke(run.arena, node + OWNER, processor + 1)
    run.steals += 1
    if run.latency == 0:
        run.worker = processor
        work_below(game, node, run)
    else:
        run.waiting += 1
        note_wait(run, processor)


def pass_round(game, root, run):
    """One round: those who have work go on with it, the others are given some."""
    go_on(game, run)
    if run.busy < run.processors:
        share_out(game, root, run)
    end_round(run)


def go_on(game, run):
    """A round begins, and those who have work go on with it."""
    begin_round(run)
    for processor in range(run.hired):
        job = get_job(run, processor)
        if job > 0 and is_waiting(run, processor):
            run.waiting += 1
            run.busy += 1
            note_wait(run, processor)
        elif job > 0:
            run.worker = processor
            if work_below(game, job, run):
                run.busy += 1
            else:  # what is left of it belongs to others
                poke(run.arena, job + OWNER, 0)
                set_job(run, processor, 0)
