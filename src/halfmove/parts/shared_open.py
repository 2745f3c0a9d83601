"""OPEN and BACKUP on which several processors work: blocks, as in `blocks.py`, that are linked upwards.

A block represents an expanded MAX node; its MIN children are those of its present partition. Below a MIN child there
may be several MAX nodes in work, in a list from left to right: blocks, and leaves that a processor is evaluating. A
leaf is a block without children. For each MIN child there are, beside the words that `blocks.py` has,

    bound        an upper bound of its value: the least value of its children that are done
    free         the best merit below it of what a processor may take now; minus infinity if there is nothing
    width        how many children it has; UNSEEN if nobody has looked yet
    in work      how many of its children are in work: the list begins at its active block and ends at `last`
    has first    1 once its first child is done
    asleep       1 while all states below it are off OPEN, because a sibling was SOLVED with a better merit
    worker       the processor that worked here last

Its active index is how many of its children were begun, or DONE, or GONE. Its merit is the best one below it. For a
block itself there are

    up, up child    the block above, and which of its MIN children is the parent
    next            its right neighbour in the list of that MIN child
    number          which child of that MIN node it is, from 1
    best            the best merit of its states, in work or not
    free, chosen    the best merit that a processor may take, and the MIN child with it
    height          half-moves to the depth limit

A state may be taken in the order of PS*: the largest merit first, the leftmost among equals. States in work are passed
over. A SOLVED MIN child is concluded (case 6) when no sibling in work or free comes before it. What comes after it is
never taken.
"""

from __future__ import annotations

from halfmove.kernels.primitives import (
    POSITION_WORDS,
    infinity,
    make_room,
    note_move,
    nth_move,
    peek,
    peek_score,
    poke,
    poke_score,
    watched,
)
from halfmove.parts.blocks import (
    COUNT,
    DONE,
    FIRST,
    GONE,
    HEAD,
    HIGH,
    LOW,
    OPENED,
    WIDTH,
    count_open,
    free_block,
    get_active_block,
    get_active_index,
    get_merit,
    get_node,
    get_number,
    get_place,
    get_score,
    new_block,
    set_active_block,
    set_active_index,
    set_merit,
    set_score,
    size_of,
)
from halfmove.parts.partitions import is_kept
from halfmove.parts.processors import PICKED, ROW, set_job
from halfmove.parts.round_notes import note_bound, note_drop, note_end

LINKS = 8  # the number that fills LINK_WORDS

# Of a MIN child.
BOUND, FREE, MIN_WIDTH, IN_WORK, LAST, HAS_FIRST, ASLEEP, WORKER = range(LINKS)
# Of a block. A leaf in work has its score as BEST, and in CHOSEN the processor that evaluates it.
UP, UP_CHILD, NEXT, NUMBER, BEST, BLOCK_FREE, CHOSEN, BLOCK_HEIGHT = range(LINKS)

UNSEEN = -1
WASTED = -1  # the job of a processor that evaluates a leaf that nobody needs anymore


def own_words(run, block):
    """Where the words of a block itself are, beside those that `blocks.py` has."""
    return block + HEAD + POSITION_WORDS + peek(run.arena, block) * (3 + POSITION_WORDS)


def child_words(run, block, i):
    """Where the words of a MIN child are."""
    return own_words(run, block) + (i + 1) * LINKS


def init_block(run, block, up, up_child, number, height):
    """Fill the words of a new block, and those of its MIN children."""
    at = own_words(run, block)
    poke(run.arena, at + UP, up)
    poke(run.arena, at + UP_CHILD, up_child)
    poke(run.arena, at + NEXT, 0)
    poke(run.arena, at + NUMBER, number)
    poke(run.arena, at + BLOCK_HEIGHT, height)
    poke_score(run.arena, at + BEST, -infinity())
    poke_score(run.arena, at + BLOCK_FREE, -infinity())
    init_children(run, block)


def init_children(run, block):
    """Fill the words of MIN children that just entered OPEN."""
    up, i = get_link(run, block, UP), get_link(run, block, UP_CHILD)
    worker = peek(run.arena, child_words(run, up, i) + WORKER) if up > 0 else 0
    bound = get_score(run, block, HIGH)
    for j in range(get_number(run, block, COUNT)):
        at = child_words(run, block, j)
        poke_score(run.arena, at + BOUND, bound)
        poke_score(run.arena, at + FREE, bound)
        poke(run.arena, at + MIN_WIDTH, UNSEEN)
        poke(run.arena, at + IN_WORK, 0)
        poke(run.arena, at + LAST, 0)
        poke(run.arena, at + HAS_FIRST, 0)
        poke(run.arena, at + ASLEEP, 0)
        poke(run.arena, at + WORKER, worker)
    choose(run, block)


def get_link(run, block, which):
    """A number of a block itself."""
    return peek(run.arena, own_words(run, block) + which)


def choose(run, block):
    """Note the best merit in a block, the best free one, and where that is. Returns whether the merits are new ones."""
    solved, solved_merit = first_solved(run, block)
    best, free, chosen, is_first = solved_merit, -infinity(), -1, True
    for i in range(get_number(run, block, COUNT)):
        if comes_first(run, block, i, solved, solved_merit):
            is_first = False
            best = max(best, get_merit(run, block, i))
            own_free = free_merit(run, block, i)
            if own_free > free:
                free, chosen = own_free, i
    if is_first:
        free, chosen = solved_merit, solved
    at = own_words(run, block)
    is_new = best != peek_score(run.arena, at + BEST) or free != peek_score(run.arena, at + BLOCK_FREE)
    poke_score(run.arena, at + BEST, best)
    poke_score(run.arena, at + BLOCK_FREE, free)
    poke(run.arena, at + CHOSEN, chosen)
    return is_new


def first_solved(run, block):
    """The first SOLVED MIN child of a block, and its merit; -1 if there is none."""
    solved, solved_merit = -1, -infinity()
    for i in range(get_number(run, block, COUNT)):
        merit = get_merit(run, block, i)
        if merit > solved_merit and get_active_index(run, block, i) == DONE and is_awake(run, block, i):
            solved, solved_merit = i, merit
    return solved, solved_merit


def comes_first(run, block, i, solved, solved_merit):
    """Whether a MIN child is not SOLVED, and comes before the first one that is."""
    merit = get_merit(run, block, i)
    if merit > solved_merit or (merit == solved_merit and i < solved):
        return get_active_index(run, block, i) >= 0 and is_awake(run, block, i)
    return False


def is_awake(run, block, i):
    return peek(run.arena, child_words(run, block, i) + ASLEEP) == 0


def free_merit(run, block, i):
    """The best merit that may be taken below a MIN child."""
    return peek_score(run.arena, child_words(run, block, i) + FREE)


def update(run, block, i):
    """Bring the merit of a MIN child up to date, and what may be taken below it. It may be SOLVED by now."""
    begun = get_active_index(run, block, i)
    if begun < 0:
        return
    at = child_words(run, block, i)
    low, merit, in_work = get_score(run, block, LOW), peek_score(run.arena, at + BOUND), peek(run.arena, at + IN_WORK)
    width = peek(run.arena, at + MIN_WIDTH)
    if merit <= low or (begun == width and in_work == 0):
        if begun != width or in_work > 0:
            note_end(run, block, i, merit, low)
        forget_work(run, block, i)
        merit = max(merit, low)
        set_active_index(run, block, i, DONE)
        set_merit(run, block, i, merit)
        poke_score(run.arena, at + FREE, merit)
        return
    free = -infinity()
    kid = get_active_block(run, block, i)
    while kid > 0:
        own = own_words(run, kid)
        if size_of(run, kid) > 0:
            merit = min(merit, peek_score(run.arena, own + BEST))
            if free == -infinity():
                free = peek_score(run.arena, own + BLOCK_FREE)
        kid = peek(run.arena, own + NEXT)
    if free > -infinity():
        free = min(free, merit)
    elif begun != width and (in_work == 0 or (peek(run.arena, at + HAS_FIRST) > 0 and in_work < run.siblings)):
        free = merit
    set_merit(run, block, i, merit)
    poke_score(run.arena, at + FREE, free)


def update_above(run, block):
    """Bring a block and all blocks above it up to date, as far as merits change."""
    choose(run, block)
    up = get_link(run, block, UP)
    while up > 0:
        update(run, up, get_link(run, block, UP_CHILD))
        block = up
        up = get_link(run, block, UP) if choose(run, block) else 0


def put_in_work(run, block, i, kid):
    """Put a MAX node at the end of the list of a MIN child."""
    at = child_words(run, block, i)
    if peek(run.arena, at + IN_WORK) == 0:
        set_active_block(run, block, i, kid)
    else:
        poke(run.arena, own_words(run, peek(run.arena, at + LAST)) + NEXT, kid)
    poke(run.arena, at + LAST, kid)
    poke(run.arena, at + IN_WORK, peek(run.arena, at + IN_WORK) + 1)


def end_work(run, kid, value):
    """A MAX node is SOLVED: it leaves the list of its parent, and bounds what the parent can be worth."""
    block, i = get_link(run, kid, UP), get_link(run, kid, UP_CHILD)
    at = child_words(run, block, i)
    before, other = 0, get_active_block(run, block, i)
    while other != kid:
        before, other = other, get_link(run, other, NEXT)
    after = get_link(run, kid, NEXT)
    if before == 0:
        set_active_block(run, block, i, after)
    else:
        poke(run.arena, own_words(run, before) + NEXT, after)
    if after == 0:
        poke(run.arena, at + LAST, before)
    poke(run.arena, at + IN_WORK, peek(run.arena, at + IN_WORK) - 1)
    poke(run.arena, at + HAS_FIRST, 1)
    if value < peek_score(run.arena, at + BOUND):
        note_bound(run, block, i, get_link(run, kid, NUMBER), value)
    forget(run, kid)
    if peek(run.arena, at + IN_WORK) == 0:
        count_open(run, 1)
    if value < peek_score(run.arena, at + BOUND):
        poke_score(run.arena, at + BOUND, value)
        other = get_active_block(run, block, i)
        while other > 0:
            if size_of(run, other) > 0:
                set_score(run, other, HIGH, min(get_score(run, other, HIGH), value))
            other = get_link(run, other, NEXT)
    update(run, block, i)
    update_above(run, block)


def forget(run, block):
    """Free a block and all blocks below it: their states leave OPEN. Who waits for a leaf below is free at once."""
    if size_of(run, block) == 0:
        run.on_open -= 1
        processor = get_link(run, block, CHOSEN)
        if processor >= 0:
            set_job(run, processor, 0)
            run.busy -= 1
            run.waiting -= 1
        else:
            poke(run.crew, (-1 - processor) * ROW + PICKED, 0)
    else:
        for i in range(get_number(run, block, COUNT)):
            kid = get_active_block(run, block, i)
            if kid == 0 and get_active_index(run, block, i) != GONE:
                run.on_open -= 1
            note_child_dropped(run, block, i)
            while kid > 0:
                after = get_link(run, kid, NEXT)
                note_kid_dropped(run, kid)
                forget(run, kid)
                kid = after
        if is_kept(run, block):
            run.backup -= 1
    free_block(run, block)


def note_child_dropped(run, block, i):
    if get_active_index(run, block, i) >= 0 and peek(run.arena, child_words(run, block, i) + MIN_WIDTH) != 0:
        note_drop(run, block, i)


def note_kid_dropped(run, kid):
    if size_of(run, kid) > 0:
        note_drop(run, kid, -1)


def forget_work(run, block, i):
    """Free all blocks below a MIN child, which is on OPEN itself then."""
    kid = get_active_block(run, block, i)
    if kid > 0:
        while kid > 0:
            after = get_link(run, kid, NEXT)
            note_kid_dropped(run, kid)
            forget(run, kid)
            kid = after
        count_open(run, 1)
    set_active_block(run, block, i, 0)
    poke(run.arena, child_words(run, block, i) + IN_WORK, 0)
    poke(run.arena, child_words(run, block, i) + LAST, 0)


def drop(run, block, i):
    """Remove a MIN child, with all states below it."""
    note_child_dropped(run, block, i)
    forget_work(run, block, i)
    run.on_open -= 1
    set_active_index(run, block, i, GONE)


def put_to_sleep(run, block, i, low):
    """Remove the states of a MIN child that cannot end above `low` from OPEN; it sleeps if it may be continued."""
    if get_active_index(run, block, i) == GONE:
        return
    at = child_words(run, block, i)
    needed = False
    if get_active_index(run, block, i) >= 0 and peek_score(run.arena, at + BOUND) > low:
        kid = get_active_block(run, block, i)
        while kid > 0:
            own = own_words(run, kid)
            if size_of(run, kid) > 0:
                set_score(run, kid, LOW, max(low, get_score(run, kid, LOW)))
                if peek_score(run.arena, own + BEST) <= low:
                    may_exceed = get_score(run, kid, HIGH) > get_score(run, kid, LOW)
                    needed = may_exceed and get_number(run, kid, OPENED) < get_number(run, kid, WIDTH)
                    for j in range(get_number(run, kid, COUNT)):
                        put_to_sleep(run, kid, j, low)
                        needed = needed or get_active_index(run, kid, j) != GONE
                    if not needed:
                        break
                    poke_score(run.arena, own + BEST, -infinity())
                    poke_score(run.arena, own + BLOCK_FREE, -infinity())
            kid = peek(run.arena, own + NEXT)
    if needed:
        poke(run.arena, at + ASLEEP, 1)
    else:
        drop(run, block, i)


def retrace_up(game, block, i, run):
    """If leaves are recorded, put the moves that lead to a MIN child of a block back on the current path."""
    if watched():
        while block > 0:
            number, height = get_number(run, block, FIRST) + i + 1, get_link(run, block, BLOCK_HEIGHT)
            note_move(run, height, nth_move(game, get_node(run, block), number)[1])
            number, i = get_link(run, block, NUMBER), get_link(run, block, UP_CHILD)
            block = get_link(run, block, UP)
            if block > 0:
                note_move(run, height + 1, nth_move(game, get_place(run, block, i), number)[1])


def pick_leaf(run, block, i, number, score):
    """A leaf below a MIN child, or that child itself, is evaluated in this round; `divide_work` says by whom."""
    leaf = new_block(run, 0)
    at = own_words(run, leaf)
    poke(run.arena, at + UP, block)
    poke(run.arena, at + UP_CHILD, i)
    poke(run.arena, at + NEXT, 0)
    poke(run.arena, at + NUMBER, number)
    poke_score(run.arena, at + BEST, score)
    poke(run.arena, at + CHOSEN, -1 - run.picked)
    make_room(run.crew, (run.picked + 1) * ROW)
    poke(run.crew, run.picked * ROW + PICKED, leaf)
    run.picked += 1
    if peek(run.arena, child_words(run, block, i) + IN_WORK) > 0:
        count_open(run, 1)
    put_in_work(run, block, i, leaf)
