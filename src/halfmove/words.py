"""The words in which algorithms are written.

An algorithm is a plain function `f(game, p, height, a, b, run)`: it searches the inner node `p` of `game`, which was
entered already, to `height` further half-moves with the window (a, b) and returns a score for the side to move; `run`
holds its counters, parameters and scratch memory. (A node is entered by its parent: leaves then cost no call, which is
a third of the time of a search.) What these words do, for every algorithm and both speeds:

    visit(game, p, height, run)         enter a node: count it, obey limits, tell whether it is a leaf, with its score
    moves(game, p)                      the moves of an inner node
    play(game, p, move, height, run)    the position after a move
    remember(run, height, move, score)  a move became the best one of the node at `height`
    infinity(), next_up(score)          above every score; the smallest score above one

The functions marked `@slot` have no body of their own: they are filled in when an algorithm is bound to a game
(`rules.py`, `interpreted.py`, `program.py`), differently for plain Python and for machine code.
"""

from __future__ import annotations

import sys

from halfmove.engine.bind import slot
from halfmove.errors import NoMoves, Stopped, TooDeep

# Infinite scores become the largest finite ones while a search runs, so that infinity stands for "none yet"; afterwards
# these are infinite again.
LARGEST = sys.float_info.max

# What `run.proof` says about the score a search returns at its root.
BY_WINDOW, LOWER, UPPER, ESTIMATE = 0, 1, 2, 3


@slot
def moves(game, p):
    """The moves of an inner node, one by one: a cut-off saves their generation too."""


@slot
def rule_play(game, p, move): ...


@slot
def rule_result(game, p): ...


@slot
def rule_evaluate(game, p): ...


@slot
def as_score(score):
    """The score as the number type of this search; not-a-number is an error."""


@slot
def infinity():
    """A score above every score of a game."""


@slot
def next_up(score):
    """The smallest score above `score`: the next integer, or the next representable real number."""


@slot
def halfway(low, high):
    """A score above `low` and not above `high`, about in the middle of them."""


@slot
def weight(p):
    """1, or 0 for a node that only hands the move back to the player who just moved."""


@slot
def watched():
    """Whether the order of leaves is recorded."""


@slot
def note_move(run, height, move):
    """Record that `move` leads on from the node at `height` of the current path."""


@slot
def note_leaf(run, height):
    """Record the current path as that of a leaf."""


@slot
def clear_line(run, height): ...


@slot
def extend_line(run, height, move):
    """The line of the node at `height` is `move` and then the line of the node below."""


@slot
def checkpoint(run):
    """Called when `run.limit` is passed: raise `Stopped`, or set a later limit."""


@slot
def kernel(game, p, height, a, b, run):
    """The algorithm that is bound."""


def search_root(game, p, height, a, b, run):
    """A whole search, whose root may be a leaf."""
    over, score = visit(game, p, height, run)
    return score if over else kernel(game, p, height, a, b, run)


def visit(game, p, height, run):
    """Enter a node. Returns (True, its score) for a leaf, (False, anything) for an inner node."""
    run.nodes += weight(p)
    over, score = rule_result(game, p)
    if over:
        if height > 0:
            clear_line(run, height)
        count_leaf(p, height, run)
        return True, as_score(score)
    if height == 0:
        if run.endless:
            raise TooDeep
        count_leaf(p, height, run)
        return True, as_score(rule_evaluate(game, p))
    if run.nodes > run.limit:  # looked at here, so that a leaf costs as little as it can
        checkpoint(run)
    run.inner += weight(p)  # leaves are the nodes that are not inner ones
    clear_line(run, height)
    if not any_move(game, p):
        raise NoMoves
    return False, as_score(0)


def any_move(game, p):
    for _move in moves(game, p):
        return True
    return False


def count_leaf(p, height, run):
    run.nodes += 1 - weight(p)
    if watched():
        note_leaf(run, height)


def play(game, p, move, height, run):
    if watched():
        note_move(run, height, move)
    return rule_play(game, p, move)


def remember(run, height, move, score):
    extend_line(run, height, move)
    if height == run.height and score > run.low and score > run.best:
        run.best = score  # what is proven so far, if the search should be stopped


def root_move(run, height, move):
    """The best move of the root, of an algorithm that keeps no lines."""
    clear_line(run, height - 1)
    extend_line(run, height, move)


def settle(run):
    """The search came to its end: the window tells what its score means."""
    run.proof = BY_WINDOW


def stop(run):
    raise Stopped
