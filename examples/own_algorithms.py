"""Two search algorithms of your own, written in the primitives of `halfmove.words`.

halfmove search uniform:8,6 -a examples/own_algorithms.py:beam --width 3
halfmove compare --family uniform:5,5 -a examples/own_algorithms.py:shuffled --trees 50
"""

from halfmove.bits import MASK, mix
from halfmove.words import (
    Parameter,
    Part,
    algorithm,
    as_score,
    claim,
    give_up,
    infinity,
    moves,
    peek,
    play,
    poke,
    remember,
    rule_evaluate,
    value,
)


@algorithm(
    title="beam search",
    source="the idea is folklore",
    promise="an estimate: of every node only the moves that look best are searched",
    parameters=(Parameter("width", "int", "how many moves of a node are searched", 2, least=1),),
    counters=("skipped",),
    window=False,
)
def beam(game, p, height, a, b, run):
    """Minimax over the `width` best moves of each node, in the order of the game's `evaluate`."""
    best = -infinity()
    searched = 0
    last, last_number = infinity(), -1  # the last move searched: its evaluation and its number
    while searched < run.width:
        # The next best move after the last one; equal ones from left to right.
        looks, chosen, number = -infinity(), -1, -1
        for move in moves(game, p):
            number += 1
            guess = -as_score(run, rule_evaluate(game, play(game, p, move, height, run)))
            comes_later = guess < last or (guess == last and number > last_number)
            if comes_later and guess > looks:
                looks, chosen = guess, number
        if chosen < 0:
            break
        number = -1
        for move in moves(game, p):
            number += 1
            if number == chosen:
                score = -value(game, play(game, p, move, height, run), height - 1, a, b, run)
                if score > best:
                    best = score
                    remember(run, height, move, best)
                break
        last, last_number = looks, chosen
        searched += 1
    for _move in moves(game, p):
        run.skipped += 1
    run.skipped -= searched
    return best


# `shuffled` keeps a row for every height: the numbers of the moves, in the order in which they are tried.
MOST = 256  # moves of a node at most
ORDERS = Part("orders", state={"orders": 0})


def shuffled_row(run, height, count):
    """The row of a height, with the numbers from 0 to count - 1 in a new random order."""
    if run.orders == 0:
        run.orders = claim(run, (run.height + 1) * MOST)
    row = run.orders + height * MOST
    for i in range(count):
        run.chance = mix(run.chance)
        other = run.chance % (i + 1)
        poke(run.arena, row + i, peek(run.arena, row + other) if other < i else i)
        poke(run.arena, row + other, i)
    return row


def numbered(game, p, number):
    """The move with this number, from 0."""
    for move in moves(game, p):
        if number == 0:
            return move
        number -= 1
    return move


@algorithm(
    title="alpha-beta with shuffled moves",
    source="a way to see how much the order of moves matters",
    promise="the value; the moves of every node are tried in an order drawn from a seed",
    parameters=(Parameter("seed", "int", "another seed is another order", 1),),
    parts=(ORDERS,),
    state={"chance": 0},
    proves=True,
    faults=("shuffled takes nodes of up to 256 moves, and one has more",),
)
def shuffled(game, p, height, a, b, run):
    if run.chance == 0:
        run.chance = mix((run.seed & MASK) + 1) | 1
    count = 0
    for _move in moves(game, p):
        count += 1
    if count > MOST:
        give_up(run, 0)
    row = shuffled_row(run, height, count)
    for i in range(count):
        move = numbered(game, p, peek(run.arena, row + i))
        score = -value(game, play(game, p, move, height, run), height - 1, -b, -a, run)
        if score > a:
            a = score
            remember(run, height, move, a)
            if a >= b:
                break
    return a


if __name__ == "__main__":
    import halfmove as hm

    for compiled in (False, True):
        tree = hm.trees.uniform(5, 5, seed=3)
        leaves = [hm.search(tree, shuffled, seed=seed, compiled=compiled).counts.leaves for seed in (1, 2)]
        print(f"alpha-beta with shuffled moves, compiled: {compiled}, leaves with two seeds: {leaves}")
    result = hm.search(hm.games.connect_four(), beam, depth=6, width=3)
    skipped = result.counters["skipped"]
    print(f"beam search in Connect Four: {result.value} ({result.bound}), moves not searched: {skipped}")
