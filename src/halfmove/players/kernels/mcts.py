"""Monte-Carlo tree search.

Source      Kocsis & Szepesvári 2006 (UCT); Winands, Björnsson & Saito 2008 (proven values in the tree); Cazenave &
            Saffidine 2010 (more scores than won and lost: a lower and an upper bound of every node).
Contract    an estimate: the mean of the scores that came back from the best move. What the tree proves is backed up
            exactly. Once that settles the root the search ends, and its result is exact, or a bound by its window.
            When the best move is proven to be as good as any score that was seen, the result is a lower bound.
            A win ends the search only if nothing can be better: a game says so with `bounds`, a person with a window,
            (-1, 1) where scores are from -1 to 1. Otherwise the search goes on for something better.
Counts      `leaves` are finished games: random ones, and those that end at a node of the tree. `nodes` are positions
            that were come to: on the way down the tree, as new nodes of it, and in random games. `played` is how often
            the search went down the tree, and `won`, `drawn`, `lost` what it came back with, for who moves at the root;
            `tree` is how many nodes were kept.
Order       best-first: a node goes to the child with the highest mean and bonus for few visits. Children that cannot
            be better than what is proven are left out, and those are put off that are as bad or as good as any score
            that was seen. A child that was not visited yet counts as its node's mean and URGENCY. A node is given
            all its children, in the order of the game's `tries`, when it is visited for the second time.
Rewards     of a score, four fifths are for its sign and one fifth for its size, measured by the largest that was seen
            so far. Signs alone play better in Connect Four, sizes as much as signs in Kalah; this is good in both, and
            it works where all scores have one sign.
Limits      a random game ends with the game's `evaluate` (0 if there is none) after `longest_playout` half-moves, or
            where a line has as many half-moves as a search may have: no game is too long. When the tree has
            `largest_tree` nodes, or its memory is used up, it grows no more, and random games go on from its leaves.
            Only a root whose moves do not fit ends the search. Whole scores beyond 2^31 count as 2^31 in means.
            A random game takes the first move that wins at once, unless `greedy` is False, and else any move with equal
            chances. At equal time that wins 3 of 4 games of Breakthrough and 2 of 5 of Othello, both on 6 x 6.
Ties        the first child. Of equally often visited moves the one with the higher mean is best.

The same seed gives the same search at both speeds and on every machine.

>>> import halfmove as hm
>>> from halfmove.players.kernels.mcts import mcts
>>> r = hm.search(hm.games.connect_four(), mcts, playouts=300, seed=1, position="4453", compiled=False)
>>> r.bound, r.counters["played"]
('estimate', 300)
>>> r = hm.search(hm.games.nim(1, 2), mcts, compiled=False)
>>> r.value, r.bound, r.move
(1, 'exact', Move(pile=2, take=1))
"""

import math

from halfmove.bits import MASK, mix
from halfmove.kernels.declaration import Parameter, algorithm
from halfmove.kernels.player_primitives import bounds_of, same_side
from halfmove.kernels.primitives import (
    MEMORY,
    POSITION_WORDS,
    as_score,
    count_leaf,
    fail,
    look_at_clock,
    moves,
    note_move,
    peek,
    peek_move,
    peek_position,
    peek_score,
    play,
    poke,
    rule_evaluate,
    rule_result,
    settle,
    watched,
)
from halfmove.parts.arena import claim
from halfmove.parts.lines import root_move
from halfmove.players.kernels.answer import count_node, is_settled, keep_best, look, numbered
from halfmove.players.kernels.nodes import (
    ABOVE,
    COUNT,
    FIRST,
    HIGH,
    LOW,
    PLACE,
    SIGNS,
    TOTAL,
    VISITS,
    back_up,
    is_proven,
    new_node,
    note_score,
    own_bounds,
    prove,
    range_seen,
    weights,
)
from halfmove.players.kernels.playouts import GATHERED, MOST_MOVES, gather, playout

# How much better than its node a child counts before it is visited; 1 is from the worst to the best score.
URGENCY = 0.6


@algorithm(
    title="Monte-Carlo tree search",
    source="Kocsis & Szepesvári 2006; Winands, Björnsson & Saito 2008",
    promise="an estimate of the value from random games; exact once the tree proves it",
    parameters=(
        Parameter("playouts", "int", "how many random games to play at most", 1 << 62, least=1),
        Parameter("seed", "int", "another seed is other random games", 0),
        Parameter("exploration", "int", "how much to look at moves that look worse, in percent", 50, least=0),
        Parameter("longest_playout", "int", "how many half-moves of a random game are played at most", 1000, least=0),
        Parameter("largest_tree", "int", "how many nodes are kept at most", 10_000_000, least=1),
        Parameter("greedy", "flag", "whether random games take a move that wins at once", True),
    ),
    parts=(GATHERED,),
    state={"chance": 0, "top": 0, "lowest": math.inf, "highest": -math.inf},
    counters=("played", "tree", "won", "drawn", "lost"),
    plays=True,
)
def mcts(game, p, height, a, b, run):
    run.chance = mix(mix(run.seed & MASK) ^ 0x5851F42D4C957F2D) >> 1
    for move in moves(game, p):
        root_move(run, height, move)  # better than none
        break
    run.top = claim(run, PLACE + POSITION_WORDS)
    new_node(run, run.top, p, 0, a, b)
    run.tree = 1
    while run.played < run.playouts and not is_proven(run, run.top):
        visit_leaf(game, height, run)
    keep_best(game, height, run)
    low, high = peek_score(run.arena, run.top + LOW), peek_score(run.arena, run.top + HIGH)
    if low >= high:
        settle(run)
        return low
    return run.best


def visit_leaf(game, height, run):
    """Go down the tree to a leaf, expand it, play a random game from there, and back up its score."""
    node, side = run.top, 1
    while peek(run.arena, node + COUNT) > 0:
        node = step(game, node, side, height, run)
        height -= 1
        side = side if peek(run.arena, node + ABOVE) < 0 else -side
    if height > 0 and (peek(run.arena, node + VISITS) >= 1 or node == run.top):
        expand(game, node, side, height, run)
        if peek(run.arena, node + COUNT) > 0 and not is_proven(run, node):
            node = step(game, node, side, height, run)
            height -= 1
            side = side if peek(run.arena, node + ABOVE) < 0 else -side
    run.played += 1
    if is_proven(run, node):
        low = peek_score(run.arena, node + LOW)
        score = low if peek(run.arena, node + ABOVE) <= 0 else -low
    else:
        score = playout(game, peek_position(run.arena, node + PLACE), height, run)
    note_score(run, score if side > 0 else -score)
    back_up(run, node, score)


# Going down


def step(game, node, side, height, run):
    """The child to continue with."""
    child = selected(run, node, side)
    count_node(game, run)
    if watched():
        number = (child - peek(run.arena, node + FIRST)) // (PLACE + POSITION_WORDS)
        p = peek_position(run.arena, node + PLACE)
        note_move(run, height, numbered(game, p, node == run.top and is_settled(game, p, run), number))
    return child


def selected(run, node, side):
    """The child with the highest upper confidence bound, of those that may still be better than what is proven."""
    worst, best = range_seen(run, side)
    floor = own_bounds(run, node)[0]
    win, point, spread = weights(run)
    visits = peek(run.arena, node + VISITS)
    log = logarithm(visits + 1)
    factor = run.exploration / 100.0 * spread
    signs, total = peek(run.arena, node + SIGNS), float(peek_score(run.arena, node + TOTAL))
    mean = (win * signs + point * total) / max(visits, 1)
    if peek(run.arena, node + ABOVE) > 0:
        mean = -mean
    fresh = mean + URGENCY * spread
    chosen, chosen_open, merit = 0, False, 0.0
    child = peek(run.arena, node + FIRST)
    for _ in range(peek(run.arena, node + COUNT)):
        low, high = peek_score(run.arena, child + LOW), peek_score(run.arena, child + HIGH)
        if high > floor:
            is_open = low < best and high > worst
            count = peek(run.arena, child + VISITS)
            if count > 0:
                share = 1.0 / count
                total = float(peek_score(run.arena, child + TOTAL))
                bound = (win * peek(run.arena, child + SIGNS) + point * total) * share
                bound += factor * math.sqrt(log * share)
            else:
                bound = fresh
            if chosen == 0 or (is_open and not chosen_open) or (is_open == chosen_open and bound > merit):
                chosen, chosen_open, merit = child, is_open, bound
        child += PLACE + POSITION_WORDS
    return chosen


def logarithm(n):
    """About the natural logarithm: by straight lines between powers of 2, the same on all machines."""
    power = 0
    while n >> power > 1:
        power += 1
    return (power + (float(n) / float(1 << power) - 1.0)) * 0.6931471805599453


# Growing


def expand(game, node, side, height, run):
    """Give a node its children, if there is room for them, and back up what they prove."""
    p = peek_position(run.arena, node + PLACE)
    count = gather(game, p, node == run.top and is_settled(game, p, run), run)
    size = PLACE + POSITION_WORDS
    fits = count < MOST_MOVES and run.arena_used + count * size <= run.arena_most
    if not fits or (run.tree + count > run.largest_tree and node != run.top):
        if node == run.top:
            fail(run, MEMORY)
        return
    first = claim(run, count * size)
    child = first
    for i in range(count):
        if i & 1023 == 1023:
            look_at_clock(run)
        add_child(game, node, child, peek_move(run.options, i), side, height, run)
        child += size
    run.tree += count
    poke(run.arena, node + FIRST, first)
    poke(run.arena, node + COUNT, count)
    prove(run, node)


def add_child(game, node, child, move, side, height, run):
    p = peek_position(run.arena, node + PLACE)
    q = play(game, p, move, height, run)
    again = same_side(game, p, q)
    low, high = (run.low, run.high) if side > 0 else (-run.high, -run.low)  # for the player that moves at `node`
    over, result = rule_result(game, q)
    if over or (height <= 1 and not run.endless):
        score = as_score(run, result if over else rule_evaluate(game, q))
        look(game, run)
        count_leaf(height - 1, run)
        score = score if again else -score
        note_score(run, score if side > 0 else -score)
        low = high = min(max(score, low), high)
    else:
        count_node(game, run)
        least, most = bounds_of(game, q, run)
        if not again:
            least, most = -most, -least
        low, high = min(max(low, least), high), max(min(high, most), low)
    new_node(run, child, q, -node if again else node, low, high)
