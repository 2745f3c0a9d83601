"""Processors that work at the same time, in virtual time.

Time passes in rounds. To evaluate a leaf takes a processor one round. To hand work to another processor takes `latency`
rounds; until then the other processor waits. Nothing else takes any time, and all processors see what the others have
found before the round. In every round each processor does one of three things, so that at the end

    rounds * processors = leaves + idle + in_transit

    leaves       it evaluates a leaf
    idle         it has no work
    in_transit   work is on its way to it

`steals` counts how often work was handed over. The number of rounds with one processor, divided by that with many, is
the speed-up.

Each processor has a row in `run.crew`: its job, a place in the arena (0: none), and the round in which it can begin.
The same memory holds the list of those that have work, in the order in which they got it, and the list of those that
have none. A processor that has never worked has no row, so that processors who are not needed cost nothing.
"""

from __future__ import annotations

from halfmove.kernels.declaration import Parameter, Part
from halfmove.kernels.primitives import body, give_up, make_room, peek, poke, slot, visit

# `hired`: how many processors have ever worked; `busy`: how many have work; `resting`: how many of the others were
# hired. `waiting`: how many of the busy ones wait, in this round.
PROCESSORS = Part(
    "processors",
    state={"hired": 0, "busy": 0, "resting": 0, "waiting": 0},
    memories=("crew",),
)

COUNTED = ("in_transit",)  # the counter beside `rounds`, `idle` and `steals`
HOW_MANY = Parameter("processors", "int", "how many processors search at the same time", 4, least=1)
LATENCY = Parameter("latency", "int", "how many rounds it takes to hand work to another processor", 0, least=0)

# Numbers of rounds times processors must fit into a word, in JavaScript too.
MOST = 1 << 20
FAULTS = (f"at most {MOST} processors can be simulated", f"a latency can be at most {MOST} rounds")

_JOB, _READY, _BUSY, _RESTING = 0, 1, 2, 3  # the words of a row; the last two belong to the lists
_ROW = 4


@slot
def note_round(run):
    """Record that a round begins."""


@slot
def note_processor(run, processor):
    """Record which processor evaluates the next leaf."""


def enter_with_processors(game, p, height, a, b, run):
    """`enter` of a search by processors. If the root is a leaf, one of them evaluates it."""
    is_leaf, score = visit(game, p, height, run)
    if is_leaf:
        run.rounds += 1
        run.idle += run.processors - 1
        return score
    return body(game, p, height, a, b, run)


def open_crew(run):
    """Check the numbers. Nobody has work yet."""
    if run.processors > MOST:
        give_up(run, 0)
    if run.latency > MOST:
        give_up(run, 1)
    run.hired = run.busy = run.resting = 0


def get_job(run, processor):
    return peek(run.crew, processor * _ROW + _JOB)


def set_job(run, processor, job):
    poke(run.crew, processor * _ROW + _JOB, job)


def is_waiting(run, processor):
    """Whether its work is still on its way to a processor."""
    return peek(run.crew, processor * _ROW + _READY) > run.rounds


def nth_busy(run, i):
    """The processors that have work, by their place in the list."""
    return peek(run.crew, i * _ROW + _BUSY)


def engage(run, job, delay):
    """Give a job to a processor that has none, which can begin after `delay` rounds. Returns its number."""
    if run.resting > 0:
        run.resting -= 1
        processor = peek(run.crew, run.resting * _ROW + _RESTING)
    else:
        processor = run.hired
        run.hired += 1
        make_room(run.crew, run.hired * _ROW)
    set_job(run, processor, job)
    poke(run.crew, processor * _ROW + _READY, run.rounds + delay)
    poke(run.crew, run.busy * _ROW + _BUSY, processor)
    run.busy += 1
    if delay > 0:
        run.waiting += 1
    return processor


def stay_busy(run, i, processor):
    """Put a processor that goes on with its work into the new list of those that do, at place `i`."""
    poke(run.crew, i * _ROW + _BUSY, processor)


def rest(run, processor):
    """Put a processor into the list of those that have no work."""
    set_job(run, processor, 0)
    poke(run.crew, run.resting * _ROW + _RESTING, processor)
    run.resting += 1


def end_round(run):
    """Let a round pass; and all rounds that follow in which every processor with work only waits."""
    rounds = 1
    if run.waiting == run.busy:
        first = peek(run.crew, nth_busy(run, 0) * _ROW + _READY)
        for i in range(1, run.busy):
            first = min(first, peek(run.crew, nth_busy(run, i) * _ROW + _READY))
        rounds = first - run.rounds
    run.rounds += rounds
    run.in_transit += rounds * run.waiting
    run.idle += rounds * (run.processors - run.busy)
