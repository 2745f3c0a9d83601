"""PS*(k), phased search.

Source      Srimani 1985, table 3.1, in a corrected form.
Contract    the value. With window (a, b) the returned f means: f = a: value <= a; f = b: value >= b; otherwise it is
            the value.
Counts      a leaf when it is evaluated, once; a node when its LIVE state is taken from OPEN; `max_open` states on OPEN
            and `max_backup` nodes in BACKUP (MAX nodes with more than one partition that are not solved yet).
Order       the state of largest merit, the leftmost among equals. Leaf for leaf PS*(1) is SSS*, PS*(width) alpha-beta.
Parameters  `phases` k divides the children of every MAX node into k consecutive partitions of equal size, larger ones
            first. `partitions` gives the sizes of the partitions instead: a list (cut at the node's width, the rest in
            one partition), or a function of the width that returns such a list.
Departures  OPEN and BACKUP are one tree of blocks (parts/blocks.py); `open="list"` as in `sss_star`.
            `operator="printed"` follows the printed table where it differs from the corrected form, and may return a
            wrong value: its result is an estimate. The corrections are:
            * case 6d, all partitions done and no node below to continue with, is missing in print: the node is solved
              with its lower bound;
            * OPEN is purged in every case 6, not only in 6a, and the lower bound is passed down to the nodes below;
            * a MIN leaf, and a MIN node solved by a leaf below the bound, keep at least the lower bound as merit; in
              print the first never does, the second only as the last of its partition: the causes of wrong values;
            * a node whose merit does not exceed its lower bound is not reopened (in print it is);
            * of the nodes to be reopened, children come before their parent, left before right (print: "first found").

    case 1   LIVE MAX node            the children of its first partition, LIVE; the node goes to BACKUP
    case 2   LIVE MIN node            its first child, LIVE
    case 3   LIVE leaf                SOLVED; below its grandparent's lower bound it solves its parent at once
    case 4   SOLVED MAX node          its next sibling, LIVE; its parent, SOLVED, if its merit is not above the bound
    case 5   SOLVED MAX node, last    its parent, SOLVED
    case 6   SOLVED MIN node          raises the lower bound of its parent; then the first of
             6a  the bound has reached the parent's merit: the parent is SOLVED
             6b  a node below has partitions left and may exceed the bound: its next partition, LIVE
             6c  the parent has partitions left: its next partition, LIVE
             6d  the parent is SOLVED with its lower bound

A new state has the merit of the state before it; a leaf has its value if that is below. No merit falls below the lower
bound. A MAX node begins with the lower bound of the MAX node above it, and a lower bound that rises is passed down.
Before 6b and 6c the states below the parent leave OPEN.

>>> import halfmove as hm
>>> tree = hm.trees.explicit([3, [7, [4, 5, [2, 0], 3]], 4])
>>> [hm.search(tree, "ps_star", phases=2, operator=o).value for o in ("corrected", "printed")]
[5, 4]
"""

from halfmove.parts.blocks import (
    BLOCKS,
    COUNT,
    DONE,
    FIRST,
    FOLLOWED,
    GONE,
    HIGH,
    LIVE,
    LOW,
    OPENED,
    SOLVED,
    WIDTH,
    best_child,
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
    next_best,
    put_live,
    retrace,
    rivals,
    set_active_block,
    set_active_index,
    set_merit,
    set_node,
    set_number,
    set_score,
)
from halfmove.parts.partitions import PARTITIONS, check_partitions, is_kept, partition_end
from halfmove.parts.sorted_list import OPEN, first_below, sorted_list
from halfmove.words import (
    ESTIMATE,
    UPPER,
    Parameter,
    algorithm,
    infinity,
    moves,
    note_case,
    nth_move,
    play,
    root_move,
    settle,
    visit,
    width_of,
)

ALL, NONE = -1, -2  # for FOLLOWED: every child of the current partition has states on OPEN, or none has


def leading_child(run, block):
    """The child to work on: the one that is followed, or the best one, as from `best_child`."""
    i = get_number(run, block, FOLLOWED)
    if i == ALL:
        return best_child(run, block, get_number(run, block, COUNT))
    return i, get_merit(run, block, i), -infinity(), -infinity()


@algorithm(
    title="PS*",
    source="Srimani 1985, table 3.1, corrected",
    promise="the value; between SSS* (one phase) and alpha-beta (a phase for each child), with the storage to match",
    proves=True,
    parameters=(
        Parameter("phases", "int", "into how many partitions the children of a MAX node are divided", 2, least=1),
        Parameter(
            "partitions",
            "data",
            "the sizes of the partitions, instead of their number",
            None,
            check=check_partitions,
            shown="list of sizes",
        ),
        Parameter(
            "operator", "choice", "the corrected operator, or the literal one", "corrected", ("corrected", "printed")
        ),
        OPEN,
    ),
    clips=True,
    steps="open, backup",
    parts=(BLOCKS, PARTITIONS),
    state={"backup": 0},  # how many nodes are in BACKUP
    variants={("open", "list"): sorted_list({leading_child: first_below})},
)
def ps_star(game, p, height, a, b, run):
    if run.operator == 0:
        run.proof, run.best = UPPER, b
    else:
        run.proof = ESTIMATE  # it may be wrong on either side, so it proves nothing
    run.on_open = 1
    note_case(run, 1)
    run.root = open_node(game, p, height, a, b, run)
    merit, _solved = explore_phases(game, run.root, height, -infinity(), -infinity(), run)
    run.root, run.best = 0, merit
    note_case(run, 0)
    if run.operator == 0:
        settle(run)
    return merit


def explore_phases(game, block, height, left, right, run):
    """Work below the MAX node of a block as long as its best state is the first of all OPEN; as `explore` of SSS*."""
    i, merit, best_left, best_right = leading_child(run, block)
    while True:
        if merit <= left or merit < right:
            return merit, False
        before, to_left, to_right = merit, max(left, best_left), max(right, best_right)
        same_phase = get_number(run, block, FOLLOWED) == ALL
        low = get_score(run, block, LOW)
        retrace(game, block, i, height, run)
        while merit > to_left and merit >= to_right:
            active_index, active_block = get_active_index(run, block, i), get_active_block(run, block, i)
            if active_block > 0:  # an expanded MAX node
                merit, solved = explore_phases(game, active_block, height - 2, to_left, to_right, run)
                if solved:
                    set_active_block(run, block, i, SOLVED)
                    to_left, to_right = rivals(run, block, i, to_left, to_right)
            elif active_index == DONE:  # case 6
                note_case(run, 6)
                if block == run.root and merit > low:
                    number = get_number(run, block, FIRST) + i + 1
                    root_move(run, height, nth_move(game, get_node(run, block), number)[1])
                solved, merit = end_phase(game, block, height, i, merit, run)
                if solved:
                    return merit, True
                same_phase = False
                break
            elif active_block == SOLVED:  # cases 4 and 5
                more, _move = nth_move(game, get_place(run, block, i), active_index + 1)
                note_case(run, 4 if more else 5)
                set_active_index(run, block, i, active_index + 1 if more and merit > low else DONE)
                set_active_block(run, block, i, LIVE)
            elif active_index == 0:  # case 2, or 3 for a leaf
                over, score = visit(game, get_place(run, block, i), height - 1, run)
                note_case(run, 3 if over else 2)
                if over:
                    merit = min(merit, -score)
                    if run.operator == 0:
                        merit = max(merit, low)
                set_active_index(run, block, i, DONE if over else 1)
            else:  # case 1, or 3 for a leaf
                q = get_place(run, block, i)
                _more, move = nth_move(game, q, active_index)
                child_node = play(game, q, move, height - 1, run)
                over, score = visit(game, child_node, height - 2, run)
                note_case(run, 3 if over else 1)
                if not over:
                    set_active_block(run, block, i, open_node(game, child_node, height - 2, low, merit, run))
                elif min(merit, score) > low:
                    merit = min(merit, score)
                    set_active_block(run, block, i, SOLVED)
                else:
                    last = get_number(run, block, FIRST) + i + 1 == get_number(run, block, OPENED)
                    merit = low if last or run.operator == 0 else min(merit, score)
                    set_active_index(run, block, i, DONE)
            set_merit(run, block, i, merit)
        if same_phase:
            count = get_number(run, block, COUNT)
            i, merit, best_left, best_right = next_best(run, block, count, i, before, best_left, best_right)
        else:
            i, merit, best_left, best_right = leading_child(run, block)


def open_node(game, p, height, low, merit, run):
    """Case 1: the block of a MAX node, with its first partition."""
    width = width_of(game, p)
    end = partition_end(run, width, 0)
    largest = end
    while end < width:
        after = partition_end(run, width, end)
        largest = max(largest, after - end)
        end = after
    block = new_block(run, largest)
    set_node(run, block, p)
    set_number(run, block, WIDTH, width)
    set_number(run, block, OPENED, 0)
    set_score(run, block, LOW, low)
    set_score(run, block, HIGH, merit)
    if is_kept(run, block):
        run.backup += 1
        run.max_backup = max(run.max_backup, run.backup)
    run.on_open -= 1
    open_partition(game, block, height, run)
    return block


def open_partition(game, block, height, run):
    """Put the children of the next partition on OPEN, with the merit of their parent."""
    p = get_node(run, block)
    begin = get_number(run, block, OPENED)
    end = partition_end(run, get_number(run, block, WIDTH), begin)
    number = 0
    for move in moves(game, p):
        if begin <= number < end:
            q = play(game, p, move, height, run)
            put_live(run, block, number - begin, q, get_score(run, block, HIGH))
        number += 1
        if number == end:
            break
    set_number(run, block, FIRST, begin)
    set_number(run, block, OPENED, end)
    set_number(run, block, FOLLOWED, ALL)
    set_number(run, block, COUNT, end - begin)
    count_open(run, end - begin)


def end_phase(game, block, height, i, merit, run):
    """Case 6 at the MAX node of a block, child `i` of which is SOLVED. Returns (whether it is SOLVED, its merit)."""
    before, high = get_score(run, block, LOW), get_score(run, block, HIGH)
    low = max(before, merit)
    run.on_open -= 1
    set_active_index(run, block, i, GONE)
    set_score(run, block, LOW, low)
    if low >= high:  # 6a
        forget(run, block)
        count_open(run, 1)
        return True, high
    if low > before or get_number(run, block, FOLLOWED) == ALL:
        for j in range(get_number(run, block, COUNT)):
            leave_open(run, block, j, low)
    reopened = -infinity()
    for j in range(get_number(run, block, COUNT)):
        if get_active_block(run, block, j) > 0:  # 6b
            reopened = open_below(game, get_active_block(run, block, j), height - 2, run)
            set_merit(run, block, j, reopened)
            set_number(run, block, FOLLOWED, j)
            return False, reopened
    if get_number(run, block, OPENED) < get_number(run, block, WIDTH):  # 6c
        open_partition(game, block, height, run)
        return False, high
    forget(run, block)  # 6d
    count_open(run, 1)
    return True, low


def leave_open(run, block, j, low):
    """Remove the states below child `j` from OPEN, and free the nodes below that need not be continued."""
    active_block = get_active_block(run, block, j)
    if active_block > 0:
        set_score(run, active_block, LOW, max(low, get_score(run, active_block, LOW)))
        may_exceed = run.operator == 1 or get_score(run, active_block, HIGH) > get_score(run, active_block, LOW)
        needed = may_exceed and get_number(run, active_block, OPENED) < get_number(run, active_block, WIDTH)
        for k in range(get_number(run, active_block, COUNT)):
            leave_open(run, active_block, k, low)
            needed = needed or get_active_block(run, active_block, k) > 0
        set_number(run, active_block, FOLLOWED, NONE)
        if needed:
            return
        forget(run, active_block)
    elif get_active_index(run, block, j) != GONE:
        run.on_open -= 1
    set_active_index(run, block, j, GONE)
    set_active_block(run, block, j, LIVE)


def open_below(game, block, height, run):
    """Open the next partition of the first node that needs it: children before their parent, left before right."""
    for j in range(get_number(run, block, COUNT)):
        active_block = get_active_block(run, block, j)
        if active_block > 0:
            merit = open_below(game, active_block, height - 2, run)
            set_merit(run, block, j, merit)
            set_number(run, block, FOLLOWED, j)
            return merit
    open_partition(game, block, height, run)
    return get_score(run, block, HIGH)


def forget(run, block):
    """Free a block and all blocks below it; their states leave OPEN, their nodes BACKUP."""
    for j in range(get_number(run, block, COUNT)):
        if get_active_block(run, block, j) > 0:
            forget(run, get_active_block(run, block, j))
        elif get_active_index(run, block, j) != GONE:
            run.on_open -= 1
    if is_kept(run, block):
        run.backup -= 1
    free_block(run, block)
