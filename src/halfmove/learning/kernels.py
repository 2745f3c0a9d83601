"""The kernels of learning: games of an evaluation against itself, and what is learned from them.

Source      TD(lambda) over afterstates, with a step size for each weight by temporal coherence (Beal & Smith 1999;
            Bagheri, Thill, Koch & Konen 2016 for n-tuples).
Games       a player makes the move to the position with the best guess for it. Some first moves, and some of the
            others, are random. After a random move nothing later is learned about what was before it.
Guesses     the sum of weights, x, counts as x / sqrt(1 + x * x): from -1, lost, to 1, won. It is the same number on all
            machines, which a hyperbolic tangent is not.
Targets     for a position that is `n` half-moves before the end: a mean of its best move's guess and of the target of
            the position after it, as its player sees it.
"""

from __future__ import annotations

import math

from halfmove.kernels.declaration import Part, algorithm
from halfmove.kernels.player_primitives import rule_symmetry, same_side
from halfmove.kernels.primitives import (
    NO_MOVES,
    as_score,
    body,
    enter,
    fail,
    look_around,
    moves,
    peek,
    peek_score,
    poke,
    poke_score,
    rule_play,
    rule_result,
    slot,
)
from halfmove.players.kernels.playouts import below

SCRATCH = 256  # words for the indices of one position

# weights   trained: one for each state of each pattern
# rows      what `fill` reads
# indices   the weights of each position that was kept: `patterns` words
# targets   what each of these positions turned out to be worth
# marks     for each half-move of a game: 2 if the same player moves again, 1 if the move was random
# scratch   the weights of one position
# steps     for each weight: the sum of its errors, and the sum of their sizes
# smallest  the size of the smallest win so far
LEARNED = Part(
    "learned",
    external=("trained", "rows", "indices", "targets", "marks", "scratch", "steps", "smallest"),
)


@slot
def fill(p, rows, out, at):
    """Write the index of the weight of each pattern of a position to a memory."""


def straight_in(game, p, height, a, b, run):
    """Replaces `enter`: these kernels count positions themselves."""
    return body(game, p, height, a, b, run)


def squash(x):
    return x / math.sqrt(1.0 + x * x)


def sum_of(run, at, memory):
    """The sum of the weights whose indices are in a memory."""
    total = 0.0
    for i in range(run.patterns):
        total += peek_score(run.trained, peek(memory, at + i))
    return total


def guess(game, p, run):
    """What a position is worth to the side to move, from -1 to 1."""
    fill(rule_symmetry(game, p), run.rows, run.scratch, 0)
    return squash(sum_of(run, 0, run.scratch))


def outcome(score, run):
    """The score of a finished game, from -1 to 1: mostly its sign, and for a part its size."""
    sign = 0.0
    if score > 0:
        sign = 1.0
    elif score < 0:
        sign = -1.0
    return (1.0 - run.by_size) * sign + run.by_size * (score / run.largest)


@algorithm(
    title="games against itself",
    promise="positions of games, and what they turned out to be worth",
    plays=True,
    counters=("played", "kept", "plies"),
    parts=(LEARNED,),
    state={
        "games": 0, "patterns": 0, "opening": 0, "random_in": 10, "longest_game": 0, "chance": 0,
        "fading": 0.0, "by_size": 0.0, "largest": 0.0,
    },
    using={enter: straight_in},
)  # fmt: skip
def self_play(game, p, height, a, b, run):
    while run.played < run.games:
        one_game(game, p, run)
        run.played += 1
    return as_score(run, 0)


def one_game(game, start, run):
    """Play a game, and keep what its positions are worth from the last random first move on."""
    p, n = start, 0
    random_moves = below(run, run.opening + 1)
    first = max(random_moves - 1, 0)  # the first half-move that is kept
    end = 0.0
    while n < run.longest_game:
        over, score = rule_result(game, p)
        if over:
            end = outcome(score, run)
            note_size(abs(score), run)
            break
        if run.leaves + run.inner >= run.limit:
            look_around(run)
        run.inner += 1
        chosen, other = p, p
        chosen_again, other_again = False, False
        best, count = -2.0, 0
        for move in moves(game, p):
            q = rule_play(game, p, move)
            again = same_side(game, p, q)
            count += 1
            if below(run, count) == 0:
                other, other_again = q, again
            if n >= first:
                over, score = rule_result(game, q)
                worth = outcome(score, run) if over else guess(game, q, run)
                if not again:
                    worth = -worth
                if worth > best:
                    best, chosen, chosen_again = worth, q, again
        if count == 0:
            fail(run, NO_MOVES)
        free = n < random_moves or below(run, run.random_in) == 0
        if free:
            chosen, chosen_again = other, other_again
        if n >= first:
            place = run.kept + n - first
            fill(rule_symmetry(game, p), run.rows, run.indices, place * run.patterns)
            poke_score(run.targets, place, best)
            poke(run.marks, n - first, (2 if chosen_again else 0) + (1 if free else 0))
        p = chosen
        n += 1
    run.plies += n
    back_up(max(n - first, 0), end, run)


def note_size(size, run):
    """Note how large a win is, if none was smaller."""
    if 0 < size < peek_score(run.smallest, 0):
        poke_score(run.smallest, 0, as_score(run, size))


def back_up(count, end, run):
    """Turn the guesses of the positions of a game into targets, from its end backwards."""
    later = end
    for i in range(count - 1, -1, -1):
        mark = peek(run.marks, i)
        target = peek_score(run.targets, run.kept + i)
        if not mark & 1:
            target = (1.0 - run.fading) * target + run.fading * (later if mark & 2 else -later)
        poke_score(run.targets, run.kept + i, target)
        later = target
    run.kept += count


@algorithm(
    title="learning from games",
    promise="weights that are nearer to the targets",
    plays=True,
    parts=(LEARNED,),
    state={"patterns": 0, "positions": 0, "rate": 0.0},
    using={enter: straight_in},
)
def learning(game, p, height, a, b, run):
    error = 0.0
    for place in range(run.positions):
        begin = place * run.patterns
        wrong = peek_score(run.targets, place) - squash(sum_of(run, begin, run.indices))
        error += wrong * wrong
        for i in range(run.patterns):
            improve(run, peek(run.indices, begin + i), wrong)
    return as_score(run, error)


def improve(run, index, wrong):
    """Move a weight by an error: less where its errors had both signs."""
    sum_of_errors = peek_score(run.steps, 2 * index)
    sizes = peek_score(run.steps, 2 * index + 1)
    step = abs(sum_of_errors) / sizes if sizes > 0 else 1.0
    poke_score(run.trained, index, peek_score(run.trained, index) + run.rate * step * wrong)
    poke_score(run.steps, 2 * index, sum_of_errors + wrong)
    poke_score(run.steps, 2 * index + 1, sizes + abs(wrong))
