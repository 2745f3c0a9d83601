"""ITERSSS*(M): SSS* in M cells of memory.

Source      Bhattacharya & Bagchi 1986, procedure ITERSSS*.
Contract    the value, for every M from 1 on and on every tree. With window (a, b) the returned f means: f <= a:
            value <= f; f = b: value >= b; otherwise value = f.
Counts      a leaf when it is evaluated; a node when its LIVE state is taken from OPEN; `max_open` never exceeds M;
            `fallbacks` counts the nodes solved depth-first.
Order       the ACTIVE state of largest merit, the leftmost among equals. With M from width^ceil(depth/2) on, leaf for
            leaf SSS*.
Parameters  `memory` M, or "minimum": ceil(depth/2) * (width - 1) + 1, which suffices on uniform trees (on explicit
            trees the largest sum of width - 1 over the MAX nodes of a path, plus 1).
Departures  the paper's loop never ends when nothing is ACTIVE, or when a reactivated node still lacks space. Both
            happen on uneven trees, and on uniform ones below the minimum. `fallback=False` reports that as an error.
            Otherwise the deepest, leftmost INACTIVE node is reactivated, and a reactivated node that lacks space is
            solved by alpha-beta between the best SOLVED sibling of one of its ancestors and its own merit. The paper
            does not say which of several equally deep INACTIVE nodes is reactivated: here it is the leftmost.
            `open="list"` as in `sss_star`; only ACTIVE states are on that list.

A LIVE MAX node that cannot be expanded for lack of space becomes INACTIVE. A SOLVED MIN node that is first in OPEN
removes the states below its parent that are not better than itself. If INACTIVE ones remain, one is reactivated;
otherwise the parent is SOLVED. Cases are numbered as in `sss_star`.

>>> import halfmove as hm
>>> tree = hm.trees.uniform(3, 6, seed=1)
>>> [hm.search(tree, "iter_sss_star", memory=m).counts.leaves for m in ("minimum", 14, 27)]
[272, 247, 198]
"""

from halfmove.algorithms.alpha_beta import alpha_beta
from halfmove.parts.blocks import (
    BLOCKS,
    DONE,
    GONE,
    INACTIVE,
    LIVE,
    LOW,
    NO_SPACE,
    REACTIVATED,
    SOLVED,
    count_open,
    expand,
    free_block,
    get_active_block,
    get_active_index,
    get_merit,
    get_node,
    get_place,
    get_score,
    purge,
    retrace,
    rivals,
    set_active_block,
    set_active_index,
    set_merit,
    set_score,
    size_of,
)
from halfmove.parts.sorted_list import OPEN, first_below, sorted_list
from halfmove.words import (
    UPPER,
    Parameter,
    algorithm,
    give_up,
    infinity,
    note_case,
    nth_move,
    play,
    root_move,
    settle,
    uncount,
    visit,
    width_of,
)

NOTHING_ACTIVE, STILL_NO_SPACE = 0, 1  # the reasons to give up, as places in `faults`


def minimum_memory(game, position, plies):
    """The least memory: exact on uniform and explicit trees, elsewhere estimated from the width of the root."""
    if game.outcome(position)[0]:
        return 1
    if game.width is None or game.parameters:
        return (plies + 1) // 2 * (len(game.legal(position)) - 1) + 1
    most, waiting = 0, [(position, True, 0)]  # an explicit tree
    while waiting:
        at, is_max, total = waiting.pop()
        children = [] if game.outcome(at)[0] else game.legal(at)
        total += len(children) - 1 if children and is_max else 0
        most = max(most, total)
        waiting.extend((game.next(at, move), not is_max, total) for move in children)
    return most + 1


def is_inactive(active_block):
    return active_block in (INACTIVE, NO_SPACE)


def best_active(run, block):
    """As `best_child`, among the children with ACTIVE states; index -1 when there is none."""
    index = -1
    best = left = right = -infinity()
    for i in range(size_of(run, block)):
        if not is_inactive(get_active_block(run, block, i)) and get_active_index(run, block, i) != GONE:
            merit = get_merit(run, block, i)
            if merit > best:
                left, right = best, -infinity()
                index, best = i, merit
            else:
                right = max(right, merit)
    return index, best, left, right


def merit_below(run, block):
    """The best merit of an ACTIVE state below the MAX node of a block."""
    return best_active(run, block)[1]


def no_merit(run, block):
    """The same where a list keeps the ACTIVE states in order: their merits below a node are then not needed."""
    return -infinity()


@algorithm(
    title="ITERSSS*",
    source="Bhattacharya & Bagchi 1986",
    promise="the value, in as much memory as it is given; with enough of it SSS*, with little of it about alpha-beta",
    proves=True,
    parameters=(
        Parameter(
            "memory",
            "int",
            "how many states OPEN may hold, or the word minimum",
            "minimum",
            least=1,
            words={"minimum": minimum_memory},
        ),
        Parameter("fallback", "flag", "continue depth-first where the printed algorithm is stuck", True),
        OPEN,
    ),
    clips=True,
    steps="open, space",
    parts=(BLOCKS,),
    state={"memory_filling": 0},  # 1 while memory is filled, before anything is ACTIVE
    variants={("open", "list"): sorted_list({best_active: first_below, merit_below: no_merit})},
    faults=(
        "iter_sss_star is stuck with memory={memory}: no ACTIVE state is left; give it more memory, or fallback=True",
        "iter_sss_star is stuck with memory={memory}: a reactivated node lacks space for its children, for ever; give "
        "it another memory, or fallback=True",
    ),
)
def iter_sss_star(game, p, height, a, b, run):
    run.proof = UPPER
    run.on_open = 1
    run.best = b
    note_case(run, 1)
    if run.memory - run.on_open < width_of(game, p) - 1:  # not even the root can be expanded
        if run.fallback == 0:
            give_up(run, NOTHING_ACTIVE)
        run.fallbacks += 1
        run.best = -infinity()  # alpha-beta proves lower bounds
        uncount(p, run)
        settle(run)
        return min(b, alpha_beta(game, p, height, a, b, run))
    run.root = new_node(game, p, height, b, INACTIVE, run)
    run.memory_filling = 1
    fill_memory(game, run.root, height, run)
    run.memory_filling = 0
    merit, solved = explore_active(game, run.root, height, a, -infinity(), a, run)
    while not solved:  # no ACTIVE state is above the window, but INACTIVE ones may be
        inactive = best_inactive(run, run.root)
        merit = max(merit, inactive)
        if inactive <= a:
            break
        if run.fallback == 0:
            give_up(run, NOTHING_ACTIVE)
        prune_block(run, run.root, a)
        reactivate_deepest(run, run.root, height)
        merit, solved = explore_active(game, run.root, height, a, -infinity(), a, run)
        merit = max(merit, a)  # states up to there are no longer known
    if solved:
        run.root, run.best = 0, merit
        note_case(run, 0)
    settle(run)
    return merit


def new_node(game, p, height, merit, status, run):
    """The block of a MAX node whose children are LIVE and ACTIVE, or INACTIVE."""
    block = expand(game, p, height, merit, run)
    set_score(run, block, LOW, -infinity())
    for i in range(size_of(run, block)):
        set_active_block(run, block, i, status)
    return block


def fill_memory(game, block, height, run):
    """Fill the memory from the left, before anything is ACTIVE. Returns False when it is full."""
    for i in range(size_of(run, block)):
        retrace(game, block, i, height, run)
        q = get_place(run, block, i)
        over, score = visit(game, q, height - 1, run)
        note_case(run, 3 if over else 2)
        if over:
            solve_min(run, block, i, min(get_merit(run, block, i), -score))
            continue
        set_active_index(run, block, i, 1)
        _more, move = nth_move(game, q, 1)
        child_node = play(game, q, move, height - 1, run)
        over, score = visit(game, child_node, height - 2, run)
        note_case(run, 3 if over else 1)
        if over:
            set_merit(run, block, i, min(get_merit(run, block, i), score))
            set_active_block(run, block, i, SOLVED)
        elif run.memory - run.on_open >= width_of(game, child_node) - 1:
            inner = new_node(game, child_node, height - 2, get_merit(run, block, i), INACTIVE, run)
            set_active_block(run, block, i, inner)
            if not fill_memory(game, inner, height - 2, run):
                return False
        else:
            set_active_block(run, block, i, NO_SPACE)
            return False
    return True


def explore_active(game, block, height, left, right, floor, run):
    """Work below the MAX node of a block as long as its best ACTIVE state is the first of all; as `explore` of SSS*.

    `floor` is the best merit of a SOLVED MIN node whose parent is an ancestor.
    """
    while True:
        i, merit, to_left, to_right = best_active(run, block)
        if i < 0 or merit <= left or merit < right:
            return merit, False
        to_left, to_right = max(left, to_left), max(right, to_right)
        retrace(game, block, i, height, run)
        while merit > to_left and merit >= to_right:
            active_index, active_block = get_active_index(run, block, i), get_active_block(run, block, i)
            if active_block > 0:
                above = max(floor, get_score(run, block, LOW))
                merit, solved = explore_active(game, active_block, height - 2, to_left, to_right, above, run)
                if solved:
                    set_active_block(run, block, i, SOLVED)
                    to_left, to_right = rivals(run, block, i, to_left, to_right)
            elif active_index == DONE:  # case 6
                note_case(run, 6)
                for j in range(size_of(run, block)):
                    if j != i:
                        prune_child(run, block, j, merit)
                if deepest(run, block, height) < 0:
                    if block == run.root:
                        root_move(run, height, nth_move(game, get_node(run, block), i + 1)[1])
                    count_open(run, 1 - purge(run, block))
                    return merit, True
                if block == run.root:  # only INACTIVE states are above the merit
                    run.best = best_inactive(run, block)
                reactivate_deepest(run, block, height)
                break
            elif active_block == SOLVED:  # cases 4 and 5
                more, _move = nth_move(game, get_place(run, block, i), active_index + 1)
                note_case(run, 4 if more else 5)
                if more:
                    set_active_index(run, block, i, active_index + 1)
                    set_active_block(run, block, i, LIVE)
                else:
                    solve_min(run, block, i, merit)
            elif active_index == 0:  # case 2, or 3 for a leaf
                over, score = visit(game, get_place(run, block, i), height - 1, run)
                note_case(run, 3 if over else 2)
                if over:
                    merit = min(merit, -score)
                    solve_min(run, block, i, merit)
                else:
                    set_active_index(run, block, i, 1)
                    set_active_block(run, block, i, LIVE)
            else:  # case 1, or 3 for a leaf
                q = get_place(run, block, i)
                _more, move = nth_move(game, q, active_index)
                child_node = play(game, q, move, height - 1, run)
                over, score = False, merit
                if active_block != REACTIVATED + NO_SPACE:  # a node that lacked space was entered before
                    over, score = visit(game, child_node, height - 2, run)
                note_case(run, 3 if over else 1)
                if over:
                    merit = min(merit, score)
                    set_active_block(run, block, i, SOLVED)
                elif run.memory - run.on_open >= width_of(game, child_node) - 1:
                    set_active_block(run, block, i, new_node(game, child_node, height - 2, merit, LIVE, run))
                elif active_block == LIVE:
                    set_active_block(run, block, i, NO_SPACE)
                    break
                elif run.fallback == 0:
                    give_up(run, STILL_NO_SPACE)
                else:
                    run.fallbacks += 1
                    above = max(floor, get_score(run, block, LOW))
                    uncount(child_node, run)
                    merit = min(merit, alpha_beta(game, child_node, height - 2, above, merit, run))
                    set_active_block(run, block, i, SOLVED)
            set_merit(run, block, i, merit)


def solve_min(run, block, i, merit):
    set_active_index(run, block, i, DONE)
    set_merit(run, block, i, merit)
    set_active_block(run, block, i, LIVE)
    set_score(run, block, LOW, max(merit, get_score(run, block, LOW)))


def best_inactive(run, block):
    """The largest merit of an INACTIVE state."""
    best = -infinity()
    for i in range(size_of(run, block)):
        active_block = get_active_block(run, block, i)
        if active_block > 0:
            best = max(best, best_inactive(run, active_block))
        elif is_inactive(active_block):
            best = max(best, get_merit(run, block, i))
    return best


def prune_child(run, block, i, merit):
    """Remove the states below child `i`, or its own, that are not better than `merit`."""
    active_block = get_active_block(run, block, i)
    if active_block > 0:
        if prune_block(run, active_block, merit):
            set_merit(run, block, i, merit_below(run, active_block))
            return
        free_block(run, active_block)
    elif get_active_index(run, block, i) == GONE or get_merit(run, block, i) > merit:
        return
    else:
        run.on_open -= 1
    set_active_index(run, block, i, GONE)
    set_active_block(run, block, i, LIVE)


def prune_block(run, block, merit):
    """`prune_child` for all children. Returns whether a state is left."""
    left = False
    for i in range(size_of(run, block)):
        active_block = get_active_block(run, block, i)
        if active_block > 0:
            if prune_block(run, active_block, merit):
                set_merit(run, block, i, merit_below(run, active_block))
                left = True
            else:
                free_block(run, active_block)
                set_active_index(run, block, i, GONE)
                set_active_block(run, block, i, LIVE)
        elif get_active_index(run, block, i) != GONE:
            if get_merit(run, block, i) > merit:
                left = True
            else:
                run.on_open -= 1
                set_active_index(run, block, i, GONE)
                set_active_block(run, block, i, LIVE)
    return left


def deepest(run, block, height):
    """How far above the horizon the deepest INACTIVE node below is; -1 when there is none."""
    lowest = -1
    for i in range(size_of(run, block)):
        active_block = get_active_block(run, block, i)
        found = -1
        if active_block > 0:
            found = deepest(run, active_block, height - 2)
        elif is_inactive(active_block):
            found = height - 1 if get_active_index(run, block, i) == 0 else height - 2
        if found >= 0 and (lowest < 0 or found < lowest):
            lowest = found
    return lowest


def reactivate_deepest(run, block, height):
    """Make the deepest, leftmost INACTIVE node below ACTIVE. Returns its merit."""
    lowest = deepest(run, block, height)
    for i in range(size_of(run, block)):
        active_block = get_active_block(run, block, i)
        if active_block > 0:
            if deepest(run, active_block, height - 2) == lowest:
                merit = reactivate_deepest(run, active_block, height - 2)
                set_merit(run, block, i, max(merit, merit_below(run, active_block)))
                return merit
        elif is_inactive(active_block) and lowest == (
            height - 1 if get_active_index(run, block, i) == 0 else height - 2
        ):
            set_active_block(run, block, i, REACTIVATED + active_block)
            return get_merit(run, block, i)
    return -infinity()
