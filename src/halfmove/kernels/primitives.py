"""The primitives: the basic functions that kernels are written in, and what entering a node means.

A primitive marked `@slot` has no fixed meaning. It is filled in when a kernel is bound to a game (`engine/bind.py`), in
one way for plain Python and in another for machine code. A slot with a body keeps it unless it is filled.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from halfmove.bits import MASK, mix


def slot(function: Callable[..., Any]) -> Callable[..., Any]:
    """Mark a function as a slot: it is filled in when a kernel is bound to a game.

    Parameters
    ----------
    function : callable
        The function; its body is used where the slot is not filled.

    Returns
    -------
    callable
        The same function.
    """
    return function


class SlotNumber:
    """A name for a number that is constant during a search, filled in like a slot.

    `number` is its value where it is not filled; with None it must be filled.
    """

    def __init__(self, number: int | None = None) -> None:
        self.number = number


class Halt(Exception):
    """Ends a search from inside; `run.fault` says why."""


# What `run.fault` says. An algorithm's own reasons to give up follow from OWN on.
NODES, SECONDS, MEMORY, INTERRUPTED = 1, 2, 3, 4  # a limit was reached, or the search was interrupted
NO_MOVES, BAD_SCORE, TOO_DEEP, REAL_SCORE, BOTH_EXTREMES = 5, 6, 7, 8, 9  # the game breaks its contract
MORE = 10  # a part needs a larger table: the search starts again
TOO_HIGH = 11  # a kernel passed a height that is too large for its memory
OWN = 100

# What `run.proof` says about the score a search returns at its root, or about `run.best` when it is stopped.
BY_WINDOW, LOWER, UPPER, ESTIMATE = 0, 1, 2, 3


# The game


@slot
def moves(game, p):
    """Generate the moves of an inner node one by one: a cut-off saves the rest of their generation too.

    Parameters
    ----------
    game : object
        The game, as the kernel received it.
    p : object
        The position of an inner node.

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
    game : object
        The game, as the kernel received it.
    p : object
        The position.
    """


@slot
def nth_move(game, p, number):
    """Return the move with a number.

    Parameters
    ----------
    game : object
        The game, as the kernel received it.
    p : object
        The position of an inner node.
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
    game : object
        The game, as the kernel received it.
    p : object
        The position of an inner node.
    """
    count = 0
    for _move in moves(game, p):
        count += 1
    return count


@slot
def weight(p):
    """1, or 0 for a node that only returns the move to the player who just moved."""


# Scores


@slot
def as_score(run, score):
    """Return the score in the number type of this search; not-a-number is an error.

    Parameters
    ----------
    run : object
        The record of the run.
    score : int or float
        A score of the game.
    """


@slot
def infinity():
    """Return a score above every score of a game."""


@slot
def next_up(score):
    """Return the smallest score above `score`: the next integer, or the next representable real number.

    Parameters
    ----------
    score : int or float
        A score.
    """


@slot
def halfway(low, high):
    """Return a score above `low` and not above `high`, about halfway between them.

    Parameters
    ----------
    low, high : int or float
        Scores.
    """


def next_down(score):
    """Return the largest score below `score`.

    Parameters
    ----------
    score : int or float
        A score.
    """
    return -next_up(-score)


# Memory: the elements of a list in plain Python, raw words at an address in machine code.


@slot
def peek(memory, index):
    """Return the whole number in a word of a memory.

    Parameters
    ----------
    memory : object
        A memory of the run, such as `run.arena`.
    index : int
        The index of its word.
    """


@slot
def poke(memory, index, number):
    """Write a whole number to a word of a memory.

    Parameters
    ----------
    memory : object
        A memory of the run, such as `run.arena`.
    index : int
        The index of its word.
    number : int
        The number, which fits into a signed word of 64 bits.
    """


@slot
def peek_score(memory, index):
    """Return the score in a word of a memory.

    Parameters
    ----------
    memory : object
        A memory of the run, such as `run.arena`.
    index : int
        The index of its word.
    """


@slot
def poke_score(memory, index, score):
    """Write a score to a word of a memory.

    Parameters
    ----------
    memory : object
        A memory of the run, such as `run.arena`.
    index : int
        The index of its word.
    score : int or float
        A score of this search.
    """


@slot
def peek_position(memory, index):
    """Return the position that is stored in `POSITION_WORDS` words of a memory.

    Parameters
    ----------
    memory : object
        A memory of the run, such as `run.arena`.
    index : int
        The index of its first word.
    """


@slot
def poke_position(memory, index, p):
    """Store a position in `POSITION_WORDS` words of a memory.

    Parameters
    ----------
    memory : object
        A memory of the run, such as `run.arena`.
    index : int
        The index of its first word.
    p : object
        The position.
    """


@slot
def poke_move(memory, index, move):
    """Store a move at `index` of a memory that holds only moves."""


@slot
def peek_move(memory, index): ...


@slot
def copy_moves(to_memory, to, from_memory, begin, count): ...


POSITION_WORDS: Any = SlotNumber()  # how many words a position takes


@slot
def same_position(memory, one, other):
    """Whether the same position is stored at both indices."""


@slot
def position_key(game, p):
    """The game's own number for a position."""


@slot
def position_code(game, p, height, memory, index):
    """A hash of a position, which is stored at this index, and its height."""


def code_by_key(game, p, height, memory, index):
    """`position_code` in machine code, in a game that has a key."""
    return mix((int(position_key(game, p)) ^ mix(height)) & MASK)


@slot
def make_room(memory, words):
    """Make sure that a memory has this many words (in machine code it always has its full size)."""


# Recording


@slot
def watched():
    """Return whether the order of leaves is recorded."""


@slot
def note_case(run, case):
    """Record that an operator is about to be applied, with the current OPEN and BACKUP.

    Parameters
    ----------
    run : object
        The record of the run.
    case : int
        The number of the operator.
    """


# The clock


@slot
def now(run):
    """The time in nanoseconds."""


@slot
def call_home(run):
    """Call Python, which handles Ctrl-C. Returns 0 if the search continues, another number if it must stop."""


# Entering a node


@slot
def body(game, p, height, a, b, run):
    """The kernel that searches an inner node."""


@slot
def value(game, p, height, a, b, run):
    """Return the value of a node by the kernel in which this call is: `enter`, and then the kernel itself.

    Parameters
    ----------
    game : object
        The game, as the kernel received it.
    p : object
        The position of the node.
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
    game : object
        The game, as the kernel received it.
    p : object
        The position of the node.
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
    game : object
        The game, as the kernel received it.
    p : object
        The position of an inner node.
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


# The order of leaves: the paths to all leaves, one after the other, and their lengths.


def note_move(run, height, move):
    """Record that the current path continues with `move` from the node at `height`.

    Parameters
    ----------
    run : object
        The record of the run.
    height : int
        Half-moves from the node to the depth limit.
    move : object
        The move.
    """
    poke_move(run.path, run.height - height, move)


def note_leaf(run, height):
    """Record the current path as that of a leaf."""
    depth = run.height - height
    end = run.logged_moves + depth
    if end > run.log_most or run.logged >= run.log_most:
        fail(run, MEMORY)
    make_room(run.log, end)
    make_room(run.log_sizes, run.logged + 1)
    copy_moves(run.log, run.logged_moves, run.path, 0, depth)
    poke(run.log_sizes, run.logged, depth)
    run.logged_moves = end
    run.logged += 1


# Ending early

_QUICK, _SLOW = 200_000, 1_000_000  # nanoseconds between two checks of the clock
CALL_HOME_EVERY = 20_000_000  # nanoseconds


def look_around(run):
    """Check the limits."""
    if run.leaves + run.inner >= run.most_nodes:
        fail(run, NODES)
    watch_the_clock(run)


def watch_the_clock(run):
    """Check the clock and decide after how many nodes to check it again: about once in a millisecond."""
    time = look_at_clock(run)
    if time - run.looked > _SLOW:
        run.stride = max(1, run.stride >> 2)
    elif time - run.looked < _QUICK:
        run.stride = min(run.stride << 1, 1 << 20)
    run.looked = time
    run.limit = min(run.most_nodes, run.leaves + run.inner + run.stride)


def look_at_clock(run):
    """Stop the search if its time is over or if it was interrupted. Returns the time."""
    if run.stop != 0:
        fail(run, INTERRUPTED)
    time = now(run)
    if time >= run.deadline:
        fail(run, SECONDS)
    if time >= run.call_at:
        run.call_at = time + CALL_HOME_EVERY
        if call_home(run) != 0:
            fail(run, INTERRUPTED)
    return time


def fail(run, fault):
    run.fault = fault
    raise Halt


def give_up(run, number):
    """End the search with an error of the algorithm.

    Parameters
    ----------
    run : object
        The record of the run.
    number : int
        The index of the sentence in the algorithm's `faults`, from 0.
    """
    fail(run, OWN + max(number, 0))


def settle(run):
    """Declare that the search is complete, so that the window decides what its score proves.

    Parameters
    ----------
    run : object
        The record of the run.
    """
    run.proof = BY_WINDOW
