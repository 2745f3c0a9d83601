"""The primitives: the basic functions that kernels are written in, and what entering a node means.

A primitive marked `@slot` has no fixed meaning. It is filled in when a kernel is bound to a game (`engine/bind.py`), in
one way for plain Python and in another for machine code. A slot with a body keeps it unless it is filled.
"""

from __future__ import annotations

from halfmove.kernels.leaf_order import note_case as note_case
from halfmove.kernels.leaf_order import note_leaf as note_leaf
from halfmove.kernels.leaf_order import note_move as note_move
from halfmove.kernels.leaf_order import watched as watched
from halfmove.kernels.limits import (
    BAD_SCORE as BAD_SCORE,
)
from halfmove.kernels.limits import (
    BOTH_EXTREMES as BOTH_EXTREMES,
)
from halfmove.kernels.limits import (
    CHECK_SIGNALS_EVERY as CHECK_SIGNALS_EVERY,
)
from halfmove.kernels.limits import (
    INTERRUPTED as INTERRUPTED,
)
from halfmove.kernels.limits import (
    MEMORY as MEMORY,
)
from halfmove.kernels.limits import (
    MORE as MORE,
)
from halfmove.kernels.limits import (
    NO_MOVES as NO_MOVES,
)
from halfmove.kernels.limits import (
    NODES as NODES,
)
from halfmove.kernels.limits import (
    OWN as OWN,
)
from halfmove.kernels.limits import (
    REAL_SCORE as REAL_SCORE,
)
from halfmove.kernels.limits import (
    SECONDS as SECONDS,
)
from halfmove.kernels.limits import (
    TOO_DEEP as TOO_DEEP,
)
from halfmove.kernels.limits import (
    TOO_HIGH as TOO_HIGH,
)
from halfmove.kernels.limits import (
    Halt as Halt,
)
from halfmove.kernels.limits import (
    check_signals as check_signals,
)
from halfmove.kernels.limits import (
    fail as fail,
)
from halfmove.kernels.limits import (
    give_up as give_up,
)
from halfmove.kernels.limits import (
    look_around as look_around,
)
from halfmove.kernels.limits import (
    look_at_clock as look_at_clock,
)
from halfmove.kernels.limits import (
    now as now,
)
from halfmove.kernels.limits import (
    watch_the_clock as watch_the_clock,
)
from halfmove.kernels.memory import (
    POSITION_WORDS as POSITION_WORDS,
)
from halfmove.kernels.memory import (
    SlotNumber as SlotNumber,
)
from halfmove.kernels.memory import (
    as_score as as_score,
)
from halfmove.kernels.memory import (
    code_by_key as code_by_key,
)
from halfmove.kernels.memory import (
    copy_moves as copy_moves,
)
from halfmove.kernels.memory import (
    halfway as halfway,
)
from halfmove.kernels.memory import (
    infinity as infinity,
)
from halfmove.kernels.memory import (
    make_room as make_room,
)
from halfmove.kernels.memory import (
    next_down as next_down,
)
from halfmove.kernels.memory import (
    next_up as next_up,
)
from halfmove.kernels.memory import (
    peek as peek,
)
from halfmove.kernels.memory import (
    peek_move as peek_move,
)
from halfmove.kernels.memory import (
    peek_position as peek_position,
)
from halfmove.kernels.memory import (
    peek_score as peek_score,
)
from halfmove.kernels.memory import (
    poke as poke,
)
from halfmove.kernels.memory import (
    poke_move as poke_move,
)
from halfmove.kernels.memory import (
    poke_position as poke_position,
)
from halfmove.kernels.memory import (
    poke_score as poke_score,
)
from halfmove.kernels.memory import (
    position_code as position_code,
)
from halfmove.kernels.memory import (
    position_key as position_key,
)
from halfmove.kernels.memory import (
    same_position as same_position,
)
from halfmove.kernels.memory import (
    slot as slot,
)

# What `run.proof` says about the score a search returns at its root, or about `run.best` when it is stopped.
BY_WINDOW, LOWER, UPPER, ESTIMATE = 0, 1, 2, 3


# The game


@slot
def moves(game, p):
    """Generate the moves of an inner node one by one: a cut-off saves the rest of their generation too.

    Parameters
    ----------
    game, p : object
        The game, as the kernel received it, and the position of an inner node.

    Yields
    ------
    object
        Each move, in the game's order.
    """


@slot
def rule_play(game, p, move): ...


@slot
def rule_result(game, p): ...


@slot
def rule_evaluate(game, p):
    """Return the game's own evaluation of a position for the side to move.

    Parameters
    ----------
    game, p : object
        The game, as the kernel received it, and the position.
    """


@slot
def nth_move(game, p, number):
    """Return the move with a number.

    Parameters
    ----------
    game, p : object
        The game, as the kernel received it, and the position of an inner node.
    number : int
        The number of the move, from 1.

    Returns
    -------
    tuple
        (True, the move), or (False, any move) if there are fewer moves.
    """
    count = 0
    for move in moves(game, p):
        count += 1
        if count == number:
            return True, move
    return False, move


@slot
def width_of(game, p):
    """Return how many moves an inner node has.

    Parameters
    ----------
    game, p : object
        The game, as the kernel received it, and the position of an inner node.
    """
    count = 0
    for _move in moves(game, p):
        count += 1
    return count


@slot
def weight(p):
    """1, or 0 for a node that only returns the move to the player who just moved."""


# Entering a node


@slot
def body(game, p, height, a, b, run):
    """The kernel that searches an inner node."""


@slot
def value(game, p, height, a, b, run):
    """Return the value of a node by the kernel in which this call is: `enter`, and then the kernel itself.

    Parameters
    ----------
    game, p : object
        The game, as the kernel received it, and the position of the node.
    height : int
        Half-moves from the node to the depth limit.
    a, b : int or float
        The window.
    run : object
        The record of the run.
    """


@slot
def outcome_of(game, p, height, run):
    """(whether the value of a node is known, its score): the game is over, or a database has its result."""
    return rule_result(game, p)


def enter(game, p, height, a, b, run):
    """What a call of a kernel does: count the node, check the limits, evaluate a leaf or search an inner node."""
    over, score = outcome_of(game, p, height, run)
    if over:
        if height > 0:
            poke(run.line_sizes, height, 0)
        count_leaf(height, run)
        return as_score(run, score)
    if height <= 0:
        if run.endless:
            fail(run, TOO_DEEP)
        count_leaf(height, run)
        return as_score(run, rule_evaluate(game, p))
    count_inner(p, height, run)
    if not any_move(game, p):
        fail(run, NO_MOVES)
    return body(game, p, height, a, b, run)


def visit(game, p, height, run):
    """Enter a node without searching it: count it, check the limits, evaluate a leaf.

    Parameters
    ----------
    game, p : object
        The game, as the kernel received it, and the position of the node.
    height : int
        Half-moves from the node to the depth limit.
    run : object
        The record of the run.

    Returns
    -------
    tuple
        (True, its score) for a leaf, (False, any score) for an inner node.
    """
    over, score = outcome_of(game, p, height, run)
    if over:
        if height > 0:
            poke(run.line_sizes, height, 0)
        count_leaf(height, run)
        return True, as_score(run, score)
    if height <= 0:
        if run.endless:
            fail(run, TOO_DEEP)
        count_leaf(height, run)
        return True, as_score(run, rule_evaluate(game, p))
    count_inner(p, height, run)
    if not any_move(game, p):
        fail(run, NO_MOVES)
    return False, as_score(run, 0)


def any_move(game, p):
    for _move in moves(game, p):
        return True
    return False


@slot
def count_leaf(height, run):
    """Count one more leaf, but never more leaves than nodes are allowed. Other limits are checked at inner nodes.

    In machine code, any more work here would cost a quarter of the time of a search. Plain Python also checks the
    clock.

    Parameters
    ----------
    height : int
        Half-moves from the leaf to the depth limit.
    run : object
        The record of the run.
    """
    run.leaves += 1
    if run.leaves > run.most_nodes:
        run.leaves -= 1
        fail(run, NODES)
    if watched():
        note_leaf(run, height)


def count_inner(p, height, run):
    if run.leaves + run.inner >= run.limit:
        look_around(run)
    run.inner += weight(p)
    poke(run.line_sizes, height, 0)


def uncount(p, run):
    """Undo the count of an inner node, because a search that begins there will enter it again.

    Parameters
    ----------
    p : object
        The position of the node.
    run : object
        The record of the run.
    """
    run.inner -= weight(p)


def play(game, p, move, height, run):
    """Return the position after a move.

    Parameters
    ----------
    game, p : object
        The game, as the kernel received it, and the position of an inner node.
    move : object
        One of its moves.
    height : int
        Half-moves from `p` to the depth limit.
    run : object
        The record of the run.
    """
    if watched():
        note_move(run, height, move)
    return rule_play(game, p, move)


def settle(run):
    """Declare that the search is complete, so that the window decides what its score proves.

    Parameters
    ----------
    run : object
        The record of the run.
    """
    run.proof = BY_WINDOW
