"""The basic words of kernels, and what entering a node means.

A word marked `@slot` has no fixed meaning: it is filled in when a kernel is bound to a game (`engine/bind.py`), in one
way for plain Python and in another for machine code. A slot that has a body of its own keeps it unless it is filled.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from halfmove.bits import MASK, mix


def slot(function: Callable[..., Any]) -> Callable[..., Any]:
    """Mark a function as a word whose meaning is given when a kernel is bound to a game."""
    return function


class SlotNumber:
    """A word that stands for a number which is the same throughout a search, filled in like a slot.

    `number` is what it stands for where it is not filled; with None it has to be.
    """

    def __init__(self, number: int | None = None) -> None:
        self.number = number


class Halt(Exception):
    """Ends a search from inside; `run.fault` says why."""


# What `run.fault` says. An algorithm's own reasons to give up follow from OWN on.
NODES, SECONDS, MEMORY, INTERRUPTED = 1, 2, 3, 4  # a limit was reached, or somebody wants it to stop
NO_MOVES, BAD_SCORE, TOO_DEEP, REAL_SCORE, BOTH_EXTREMES = 5, 6, 7, 8, 9  # the game is not what it should be
MORE = 10  # a part needs a larger table of its own: the search begins again
TOO_HIGH = 11  # a kernel handed on a height that its memory has no room for
OWN = 100

# What `run.proof` says about the score a search returns at its root, or about `run.best` when it is stopped.
BY_WINDOW, LOWER, UPPER, ESTIMATE = 0, 1, 2, 3


# The game


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
def nth_move(game, p, number):
    """(True, the move with this number), or (False, any) when there are fewer."""
    count = 0
    for move in moves(game, p):
        count += 1
        if count == number:
            return True, move
    return False, move


@slot
def width_of(game, p):
    count = 0
    for _move in moves(game, p):
        count += 1
    return count


@slot
def weight(p):
    """1, or 0 for a node that only hands the move back to the player who just moved."""


# Scores


@slot
def as_score(run, score):
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


def next_down(score):
    """The largest score below `score`."""
    return -next_up(-score)


# Memory: words in a list in plain Python, raw words behind an address in machine code.


@slot
def peek(memory, index): ...


@slot
def poke(memory, index, number): ...


@slot
def peek_score(memory, index): ...


@slot
def poke_score(memory, index, score): ...


@slot
def peek_position(memory, index): ...


@slot
def poke_position(memory, index, p): ...


@slot
def poke_move(memory, index, move):
    """Keep a move as number `index` of a memory that holds moves only."""


@slot
def peek_move(memory, index): ...


@slot
def copy_moves(to_memory, to, from_memory, begin, count): ...


POSITION_WORDS: Any = SlotNumber()  # how many words a position takes


@slot
def same_position(memory, one, other):
    """Whether the same position is kept at both places."""


@slot
def position_key(game, p):
    """The game's own number for a position."""


@slot
def position_code(game, p, height, memory, index):
    """A number to find a position by, which is kept at this place, and its height: equal ones have equal numbers."""


def code_by_key(game, p, height, memory, index):
    """`position_code` in machine code, in a game that has a key."""
    return mix((int(position_key(game, p)) ^ mix(height)) & MASK)


@slot
def make_room(memory, words):
    """Make sure that a memory has so many words (in machine code it always has as many as it may)."""


# Being watched


@slot
def watched():
    """Whether the order of leaves is recorded."""


@slot
def note_case(run, case):
    """Record that an operator is about to be applied, with OPEN and BACKUP as they are."""


# The clock


@slot
def now(run):
    """The time in nanoseconds."""


@slot
def call_home(run):
    """Let Python look around (Ctrl-C); not 0 if the search is to stop."""


# Entering a node


@slot
def body(game, p, height, a, b, run):
    """The kernel that searches an inner node."""


@slot
def value(game, p, height, a, b, run):
    """The value of a node by the kernel in which this word stands: `enter`, and then the kernel itself."""


@slot
def outcome_of(game, p, height, run):
    """(whether the value of a node is known, its score): the game is over, or a database knows how it ends."""
    return rule_result(game, p)


def enter(game, p, height, a, b, run):
    """What a call of a kernel does: count the node, look at the limits, evaluate a leaf or search an inner node."""
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
    """Enter a node without searching it. Returns (True, its score) for a leaf, (False, anything) for an inner node."""
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
    """One leaf more, but not more leaves than nodes are allowed: all other limits are looked at in inner nodes.

    In machine code whatever more is done here costs a quarter of the time of a search; plain Python looks at the clock.
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
    """Take back the count of an inner node that was entered, because a search that begins there enters it again."""
    run.inner -= weight(p)


def play(game, p, move, height, run):
    if watched():
        note_move(run, height, move)
    return rule_play(game, p, move)


# The order of leaves: the paths to all of them, one after the other, and how long each is.


def note_move(run, height, move):
    """`move` leads on from the node at `height` of the current path."""
    poke_move(run.path, run.height - height, move)


def note_leaf(run, height):
    """The current path is that of a leaf."""
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

_QUICK, _SLOW = 200_000, 1_000_000  # nanoseconds between two looks
CALL_HOME_EVERY = 20_000_000  # nanoseconds


def look_around(run):
    """Is a limit reached?"""
    if run.leaves + run.inner >= run.most_nodes:
        fail(run, NODES)
    watch_the_clock(run)


def watch_the_clock(run):
    """Look at the clock and decide how many nodes later to look again: about once in a millisecond."""
    time = look_at_clock(run)
    if time - run.looked > _SLOW:
        run.stride = max(1, run.stride >> 2)
    elif time - run.looked < _QUICK:
        run.stride = min(run.stride << 1, 1 << 20)
    run.looked = time
    run.limit = min(run.most_nodes, run.leaves + run.inner + run.stride)


def look_at_clock(run):
    """Is the time over, or does somebody want the search to stop? Returns the time."""
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
    """End the search for a reason of the algorithm's own: the sentence with this number, from 0, in its `faults`."""
    fail(run, OWN + max(number, 0))


def settle(run):
    """The search came to its end: the window tells what its score means."""
    run.proof = BY_WINDOW
