"""The primitives that end a search early: limits, the clock and errors; `primitives.py` offers them with all others."""

from __future__ import annotations

from halfmove.kernels.memory import slot


class Halt(Exception):
    """Ends a search from inside; `run.fault` says why."""


# What `run.fault` says. An algorithm's own reasons to give up follow from OWN on.
NODES, SECONDS, MEMORY, INTERRUPTED = 1, 2, 3, 4  # a limit was reached, or the search was interrupted
NO_MOVES, BAD_SCORE, TOO_DEEP, REAL_SCORE, BOTH_EXTREMES = 5, 6, 7, 8, 9  # the game breaks its contract
MORE = 10  # a part needs a larger table: the search starts again
TOO_HIGH = 11  # a kernel passed a height that is too large for its memory
OWN = 100


# The clock


@slot
def now(run):
    """The time in nanoseconds."""


@slot
def check_signals(run):
    """Call Python, which handles Ctrl-C. Returns 0 if the search continues, another number if it must stop."""


# Ending early

_QUICK, _SLOW = 200_000, 1_000_000  # nanoseconds between two checks of the clock
CHECK_SIGNALS_EVERY = 20_000_000  # nanoseconds


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
    if time >= run.check_at:
        run.check_at = time + CHECK_SIGNALS_EVERY
        if check_signals(run) != 0:
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
