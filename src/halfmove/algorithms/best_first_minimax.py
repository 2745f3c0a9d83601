"""Best-first minimax search.

Source      Korf & Chickering 1996: always expand the leaf at the end of the principal variation.
Contract    an estimate, not a proof: the value of the tree that was grown, whose leaves are judged by the game's
            `evaluate`. When everything down to the depth limit was grown the result is exact.
Counts      `leaves` are static evaluations, one for each node that was generated; `nodes` are generated nodes.
Order       best-first. The search ends when `budget` nodes were generated, or when the principal variation ends at a
            finished game or at the depth limit: more work would not change it.
Departures  none. The window is ignored. The grown tree is kept in memory, as it is in the original. Where a game has
            no `evaluate`, unfinished positions count as 0.

>>> import halfmove as hm
>>> r = hm.search(hm.games.tic_tac_toe(), "best_first_minimax", budget=20000)
>>> r.value, r.bound
(0, 'estimate')
"""

from halfmove.parts.blocks import (
    BLOCKS,
    FIRST,
    LIVE,
    SOLVED,
    best_child,
    count_open,
    get_active_block,
    get_node,
    get_place,
    new_block,
    put_live,
    retrace,
    set_active_block,
    set_merit,
    set_node,
    set_number,
    size_of,
)
from halfmove.words import (
    Parameter,
    algorithm,
    as_score,
    clear_line,
    count_leaf,
    extend_line,
    infinity,
    moves,
    nth_move,
    play,
    rule_evaluate,
    settle,
    uncount,
    visit,
    width_of,
)


@algorithm(
    title="best-first minimax",
    source="Korf & Chickering 1996",
    promise="an estimate of the value from a tree grown along the principal variation; not a proof",
    parameters=(Parameter("budget", "int", "how many nodes to generate at most", 10_000, least=1),),
    window=False,
    parts=(BLOCKS,),
)
def best_first_minimax(game, p, height, a, b, run):
    run.on_open = 0
    run.root = grow(game, p, height, run)
    score = refine(game, run.root, height, -infinity(), infinity(), run)
    keep_line(game, run.root, height, run)
    if run.on_open == 0:  # no leaf of the grown tree can be expanded anymore
        settle(run)
    return score


def refine(game, block, height, low, high, run):
    """Expand leaves on the principal variation below a node while its score stays within [low, high]."""
    while True:
        i, merit, left, right = best_child(run, block, size_of(run, block))
        child = get_active_block(run, block, i)
        if merit < low or merit > high or child == SOLVED or run.leaves + run.inner >= run.budget:
            return merit
        retrace(game, block, i, height, run)
        q = get_place(run, block, i)
        if child == LIVE:
            count_open(run, -1)
            child = grow(game, q, height - 1, run)
            set_active_block(run, block, i, child)
            score = best_child(run, child, size_of(run, child))[1]
        else:
            floor = max(low, max(left, right))
            score = refine(game, child, height - 1, -high, -floor, run)
            if -score >= floor and -score <= high:  # the search below is finished
                set_merit(run, block, i, -score)
                return -score
        set_merit(run, block, i, -score)


def keep_line(game, block, height, run):
    """Keep the principal variation of the grown tree."""
    i = best_child(run, block, size_of(run, block))[0]
    child = get_active_block(run, block, i)
    if child > 0:
        keep_line(game, child, height - 1, run)
    else:
        clear_line(run, height - 1)
    extend_line(run, height, nth_move(game, get_node(run, block), i + 1)[1])


def grow(game, p, height, run):
    """The block of a node, with the static scores of all its children for the side to move at the node."""
    block = new_block(run, width_of(game, p))
    set_node(run, block, p)
    set_number(run, block, FIRST, 0)
    i = 0
    for move in moves(game, p):
        q = play(game, p, move, height, run)
        over, score = visit(game, q, height - 1, run)
        if not over:
            score = as_score(run, rule_evaluate(game, q))
            uncount(q, run)  # a leaf of the grown tree, for now
            count_leaf(height - 1, run)
            count_open(run, 1)
        put_live(run, block, i, q, -score)
        if over:
            set_active_block(run, block, i, SOLVED)
        i += 1
    return block
