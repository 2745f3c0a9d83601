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

Each processor has a row in `run.crew`: its job, a place in the arena (0: none), and the round in which it is no longer
waiting. A processor that has never worked has no row, so that processors who are not needed cost nothing.
"""

from __future__ import annotations

from halfmove.kernels.declaration import Parameter, Part
from halfmove.kernels.primitives import body, give_up, make_room, peek, poke, visit
from halfmove.parts.round_notes import note_round

# `hired`: how many processors have ever worked; `seeking`: all below this number have work in this round. How many have
# work in this round (`busy`), and how many of these wait (`waiting`).
PROCESSORS = Part(
    "processors",
    state={"hired": 0, "seeking": 0, "busy": 0, "waiting": 0},
    memories=("crew",),
)

COUNTED = ("in_transit",)  # the counter beside `rounds`, `idle` and `steals`
HOW_MANY = Parameter("processors", "int", "how many processors search at the same time", 4, least=1)
LATENCY = Parameter("latency", "int", "how many rounds it takes to hand work to another processor", 0, least=0)

# Numbers of rounds times processors must fit into a word, in JavaScript too.
MOST = 1 << 20
FAULTS = (f"at most {MOST} processors can be simulated", f"a latency can be at most {MOST} rounds")

JOB, READY, PICKED = 0, 1, 2  # the words of a row; the last one belongs to a list, see `parts/shared_open.py`
ROW = 3


def enter_with_processors(game, p, height, a, b, run):
    """`enter` of a search by processors. If the root is a leaf, one of them evaluates it."""
    is_leaf, score = visit(game, p, height, run)
    if is_leaf:
        run.rounds += 1
        run.idle += run.processors - 1
        return score
    return body(game, p, height, a, b, run)


def open_crew(run):
    """Check the numbers. There is one processor, and it has no work yet."""
    if run.processors > MOST:
        give_up(run, 0)
    if run.latency > MOST:
        give_up(run, 1)
    run.hired = 1
    make_room(run.crew, ROW)
    set_job(run, 0, 0)


def begin_round(run):
    run.busy = run.waiting = run.seeking = 0
    note_round(run)


def get_job(run, processor):
    return peek(run.crew, processor * ROW + JOB)


def set_job(run, processor, job):
    poke(run.crew, processor * ROW + JOB, job)


def is_waiting(run, processor):
    """Whether something is still on its way to a processor, or from it."""
    return peek(run.crew, processor * ROW + READY) > run.rounds


def engage(run, job, ready):
    """Give a job to the first processor that has none. It waits until the round `ready`. Returns its number."""
    processor = run.seeking
    while processor < run.hired and get_job(run, processor) != 0:
        processor += 1
    run.seeking = processor + 1
    if processor == run.hired:
        run.hired += 1
        make_room(run.crew, run.hired * ROW)
    employ(run, processor, job, ready)
    return processor


def employ(run, processor, job, ready):
    """Give a job to a processor that has none."""
    set_job(run, processor, job)
    poke(run.crew, processor * ROW + READY, ready)
    run.busy += 1


def end_round(run):
    """Let a round pass; and all rounds that follow in which every processor with work only waits."""
    rounds = 1
    if run.waiting == run.busy:
        first = run.rounds + run.latency
        for processor in range(run.hired):
            if get_job(run, processor) != 0:
                first = min(first, peek(run.crew, processor * ROW + READY))
        rounds = max(rounds, first - run.rounds)
    run.rounds += rounds
    run.in_transit += rounds * run.waiting
    run.idle += rounds * (run.processors - run.busy)
