"""Parallel PS*(k): the first states of OPEN are worked on at the same time, in virtual time.

Source      Srimani 1985, which ends with the hope for it; the operators of ps_star. PS*(1) is a parallel SSS* in the
            manner of Kumar & Kanal 1984.
Contract    as ps_star: the value. With window (a, b) the returned f means: f = a: value <= a; f = b: value >= b;
            otherwise it is the value.
Counts      a leaf when it is evaluated, once; a node when its LIVE state is taken from OPEN. States in work count as
            being on OPEN: `max_open` and `max_backup` are the storage of all processors together.
            `rounds` is the time that the search takes: a leaf takes one round. `rounds` * p = leaves + `idle` +
            `in_transit`. `steals` counts how often a processor takes a leaf below a MIN node at which another one
            worked last; its result takes `latency` rounds more.
Order       in every round, each processor that is free evaluates the first leaf in the order of PS* that nobody is at.
            With one processor, leaf for leaf ps_star, and SSS* with one phase.
Parameters  `processors` p; `phases` or `partitions` as in ps_star. `siblings` children of a MIN node may be searched at
            the same time, once its first child is SOLVED; with 1 it is PS* as it was published.
Departures  inferred, since no parallel version was published: a state after a SOLVED sibling is never taken. A SOLVED
            MIN node is concluded when no state in work, or free, comes before it below its parent. What is SOLVED below
            a MIN node bounds all its other children that are in work.

>>> import halfmove as hm
>>> tree = hm.trees.uniform(4, 6, seed=1)
>>> alone, four = (hm.search(tree, "parallel_ps_star", processors=p, siblings=4).counts for p in (1, 4))
>>> alone.leaves == alone.rounds == hm.search(tree, "ps_star").counts.leaves
True
>>> four.leaves, four.rounds, four.idle, four.max_open
(1049, 263, 3, 15)
"""

from halfmove.algorithms.ps_star import open_node, open_partition, ps_star
from halfmove.kernels.primitives import enter
from halfmove.parts.blocks import (
    BLOCKS,
    COUNT,
    DONE,
    FIRST,
    GONE,
    HIGH,
    LINK_WORDS,
    LOW,
    OPENED,
    WIDTH,
    count_open,
    get_active_block,
    get_active_index,
    get_merit,
    get_node,
    get_number,
    get_place,
    get_score,
    set_active_index,
    set_score,
    size_of,
)
from halfmove.parts.partitions import PARTITIONS
from halfmove.parts.processors import (
    COUNTED,
    FAULTS,
    HOW_MANY,
    LATENCY,
    PICKED,
    PROCESSORS,
    ROW,
    begin_round,
    employ,
    end_round,
    engage,
    enter_with_processors,
    get_job,
    is_waiting,
    open_crew,
    set_job,
)
from halfmove.parts.round_notes import note_end, note_leaf, note_low, note_wait
from halfmove.parts.shared_open import (
    ASLEEP,
    BEST,
    BLOCK_FREE,
    BLOCK_HEIGHT,
    BOUND,
    CHOSEN,
    IN_WORK,
    LINKS,
    MIN_WIDTH,
    NEXT,
    UNSEEN,
    UP,
    UP_CHILD,
    WASTED,
    WORKER,
    child_words,
    choose,
    end_work,
    forget,
    get_link,
    init_block,
    init_children,
    own_words,
    pick_leaf,
    put_in_work,
    put_to_sleep,
    retrace_up,
    update,
    update_above,
)
from halfmove.words import (
    UPPER,
    Parameter,
    algorithm,
    infinity,
    nth_move,
    peek,
    peek_score,
    play,
    poke,
    root_move,
    settle,
    slot,
    visit,
    width_of,
)

SETTLED = -2  # in the list of leaves that were picked: a processor has it


@algorithm(
    title="parallel PS*",
    source="after Srimani 1985, table 3.1; with one phase SSS* in parallel, as Kumar & Kanal 1984",
    promise="the value; the first states of OPEN are worked on at the same time",
    proves=True,
    parameters=(
        HOW_MANY,
        *(each for each in ps_star.algorithm.parameters if each.name in ("phases", "partitions")),
        Parameter(
            "siblings", "int", "how many children of a MIN node are searched at once when its first is done", 1, least=1
        ),
        LATENCY,
    ),
    clips=True,
    parts=(PROCESSORS, BLOCKS, PARTITIONS),
    state={"backup": 0, "picked": 0, "solved": 0},  # `picked`: leaves of this round; `solved`: 1 when the root is
    counters=COUNTED,
    faults=FAULTS,
    using={enter: enter_with_processors, LINK_WORDS: LINKS},
)
def parallel_ps_star(game, p, height, a, b, run):
    return search_by_processors(game, p, height, a, b, run)


def search_by_processors(game, p, height, a, b, run):
    """Round after round, until the root is SOLVED."""
    run.proof, run.best = UPPER, b
    run.on_open = 1
    open_crew(run)
    run.root = open_node(game, p, height, a, b, run)
    init_block(run, run.root, 0, 0, 0, height)
    choose(run, run.root)
    while run.solved == 0:
        pass_round(game, run)
        take_results(run)
    settle(run)
    return run.best


def pass_round(game, run):
    """One round: all processors that do not wait evaluate the first leaves that nobody is at."""
    begin_round(run)
    for processor in range(run.hired):
        if get_job(run, processor) != 0:
            run.waiting += 1
    run.busy, run.picked = run.waiting, 0
    while run.solved == 0 and run.busy + run.picked < run.processors and first_free(run, run.root) > -infinity():
        take_some(game, run)
    if run.picked > 0 or run.solved == 0:
        note_waits(run)
        divide_work(run)
        end_round(run)


def note_waits(run):
    """Those who still have a job wait in this round; others have lost theirs, and are free."""
    if run.waiting > 0:
        for processor in range(run.hired):
            if get_job(run, processor) != 0:
                note_wait(run, processor)


def first_free(run, block):
    return peek_score(run.arena, own_words(run, block) + BLOCK_FREE)


def divide_work(run):
    """Say which processor evaluates which leaf: the one that worked there last, if it can."""
    for n in range(run.picked):
        leaf = peek(run.crew, n * ROW + PICKED)
        if leaf > 0:
            worker = peek(run.arena, place_of(run, leaf) + WORKER)
            if get_job(run, worker) == 0:
                employ(run, worker, leaf, run.rounds + 1)
                poke(run.arena, own_words(run, leaf) + CHOSEN, worker)
                poke(run.crew, n * ROW + PICKED, SETTLED)
                note_leaf(run, leaf, worker)
    for n in range(run.picked):
        leaf = peek(run.crew, n * ROW + PICKED)
        if leaf > 0:
            worker = engage(run, leaf, run.rounds + 1 + run.latency)
            poke(run.arena, own_words(run, leaf) + CHOSEN, worker)
            poke(run.arena, place_of(run, leaf) + WORKER, worker)
            run.steals += 1
            note_leaf(run, leaf, worker)
        elif leaf != SETTLED:  # it was removed in this round, but somebody has evaluated it
            engage(run, WASTED, run.rounds + 1)


def place_of(run, leaf):
    return child_words(run, get_link(run, leaf, UP), get_link(run, leaf, UP_CHILD))


def take_results(run):
    """The leaves that were evaluated and have arrived are SOLVED."""
    for processor in range(run.hired):
        job = get_job(run, processor)
        if job == WASTED:
            set_job(run, processor, 0)
        elif job > 0 and not is_waiting(run, processor):
            end_work(run, job, peek_score(run.arena, own_words(run, job) + BEST))


@slot
def take_some(game, run):
    """Apply operators to one or more states that may be taken, of those that come first."""
    take_first(game, run.root, run)


def take_first(game, block, run):
    """Apply an operator to the first state in a block that may be taken."""
    i = get_link(run, block, CHOSEN)
    kid = first_kid(run, block, i)
    while kid > 0:
        block = kid
        i = get_link(run, block, CHOSEN)
        kid = first_kid(run, block, i)
    if get_active_index(run, block, i) == DONE:
        end_phase(game, block, i, run)
    else:
        begin_child(game, block, i, run)


def begin_child(game, block, i, run):
    """Begin the next child of a MIN child of a block. If it is a leaf, or the MIN child itself, it is evaluated."""
    at, height = child_words(run, block, i), get_link(run, block, BLOCK_HEIGHT)
    retrace_up(game, block, i, run)
    p = get_place(run, block, i)
    is_inner = peek(run.arena, at + MIN_WIDTH) != UNSEEN
    if not is_inner:  # cases 2 and 3
        over, score = visit(game, p, height - 1, run)
        poke(run.arena, at + MIN_WIDTH, 0 if over else width_of(game, p))
        is_inner = not over
        if over:
            pick_leaf(run, block, i, 0, -score)
    if is_inner:  # cases 1 and 3
        number = get_active_index(run, block, i) + 1
        set_active_index(run, block, i, number)
        q = play(game, p, nth_move(game, p, number)[1], height - 1, run)
        over, score = visit(game, q, height - 2, run)
        if over:
            pick_leaf(run, block, i, number, score)
        else:
            if peek(run.arena, at + IN_WORK) > 0:
                run.on_open += 1  # this state is not replaced by others
            bound = peek_score(run.arena, at + BOUND)
            kid = open_node(game, q, height - 2, get_score(run, block, LOW), bound, run)
            init_block(run, kid, block, i, number, height - 2)
            choose(run, kid)
            put_in_work(run, block, i, kid)
    update(run, block, i)
    update_above(run, block)


def first_kid(run, block, i):
    """The leftmost block below a MIN child in which something may be taken; 0 if there is none."""
    kid = get_active_block(run, block, i)
    while kid > 0 and (size_of(run, kid) == 0 or first_free(run, kid) == -infinity()):
        kid = get_link(run, kid, NEXT)
    return kid


def end_phase(game, block, i, run):
    """Case 6 at the MAX node of a block, child `i` of which is SOLVED."""
    merit, low, high = get_merit(run, block, i), get_score(run, block, LOW), get_score(run, block, HIGH)
    if block == run.root and merit > low:
        number = get_number(run, block, FIRST) + i + 1
        root_move(run, run.height, nth_move(game, get_node(run, block), number)[1])
    if merit > low:
        note_low(run, block, i, merit)
    low = max(low, merit)
    set_score(run, block, LOW, low)
    if low >= high:  # 6a
        note_end(run, block, -1, low, high)
        solve(run, block, high)
        return
    for j in range(get_number(run, block, COUNT)):
        put_to_sleep(run, block, j, low)
    first = first_left(run, block)
    if first >= 0:  # 6b
        wake(game, block, first, run)
    elif get_number(run, block, OPENED) < get_number(run, block, WIDTH):  # 6c
        open_next(game, block, run)
    else:  # 6d
        solve(run, block, low)
        return
    update_above(run, block)


def first_left(run, block):
    """The leftmost MIN child of a block that is not gone; -1 if there is none."""
    for i in range(get_number(run, block, COUNT)):
        if get_active_index(run, block, i) != GONE:
            return i
    return -1


def open_next(game, block, run):
    """Put the next partition of a block on OPEN."""
    open_partition(game, block, get_link(run, block, BLOCK_HEIGHT), run)
    init_children(run, block)


def wake(game, block, i, run):
    """Open the next partition of the first nodes below a MIN child: children before their parent, left before right."""
    poke(run.arena, child_words(run, block, i) + ASLEEP, 0)
    kid = get_active_block(run, block, i)
    while kid > 0:
        if size_of(run, kid) > 0 and peek_score(run.arena, own_words(run, kid) + BEST) == -infinity():
            first = first_left(run, kid)
            if first >= 0:
                wake(game, kid, first, run)
            else:
                open_next(game, kid, run)
            choose(run, kid)
        kid = get_link(run, kid, NEXT)
    update(run, block, i)


def solve(run, block, value):
    """A MAX node is SOLVED."""
    if block != run.root:
        end_work(run, block, value)
    else:
        forget(run, block)
        count_open(run, 1)
        run.root, run.best, run.solved = 0, value, 1
