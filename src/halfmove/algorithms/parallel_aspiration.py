"""Parallel aspiration: p processors search the whole tree at the same time, each with a window of its own.

Source      Baudet 1978.
Contract    as aspiration: the value; with a narrow window of its own (a, b) a bound outside of it.
Counts      every evaluation, by any processor: a leaf counts for each processor that evaluates it. `rounds` is the time
            until the value is known, in evaluations of a leaf. `rounds` * p = leaves + `idle` + `in_transit`. A window
            that is given to another processor counts in `steals`, and arrives after `latency` rounds. `max_begun`
            is the storage, as in parallel_alpha_beta.
Order       left to right within each window. With one processor, leaf for leaf aspiration.
Parameters  `processors` p. Where two windows meet is a guess: p - 1 of them lie around `guess`, each 2 * `error` from
            the next. The first window has no lower end, the last one no upper end.
Departures  Baudet derives the best windows from the distribution of values; here they are given. When a search fails,
            those whose windows cannot contain the value end too, and their processors have nothing to do anymore. The
            value may be a guess itself: it is known when the searches on both sides of it have failed.

>>> import halfmove as hm
>>> tree = hm.trees.uniform(4, 6, seed=1, values=(0, 99))
>>> given = {"guess": 40, "error": 5}
>>> alone, four = (hm.search(tree, "parallel_aspiration", processors=p, **given) for p in (1, 4))
>>> alone.counts.leaves == alone.counts.rounds == hm.search(tree, "aspiration", **given).counts.leaves
True
>>> four.value, four.counts.leaves, four.counts.rounds, four.counts.idle
(34, 1171, 396, 413)
"""

import math

from halfmove.algorithms.aspiration import search_twice, search_within
from halfmove.kernels.primitives import enter
from halfmove.parts.processors import (
    COUNTED,
    FAULTS,
    HOW_MANY,
    LATENCY,
    PROCESSORS,
    end_round,
    enter_with_processors,
    get_job,
    open_crew,
)
from halfmove.parts.round_notes import note_stop
from halfmove.parts.shared_tree import (
    ACTIVE,
    MOST_BEGUN,
    NUMBER,
    SHARED_TREE,
    forget,
    get,
    go_on,
    is_finished,
    may_begin,
    plant,
    root_score,
    set_number,
)
from halfmove.words import Parameter, algorithm, give_up, infinity, uncount, visit


def alone(run, node):
    """Whether another child of a node may be begun: no two processors are in one tree."""
    return get(run, node, ACTIVE) == 0


def search_by_one(game, p, height, a, b, run):
    """Search with one window, by the first processor."""
    run.best = -infinity()  # what is proven belongs to the line, which is found again
    visit(game, p, height, run)
    root = plant(game, p, height, a, b, run.rounds, run)
    while not is_finished(game, root, run):
        go_on(game, run)
        end_round(run)
    score = root_score(run, root)
    forget(run, root)
    return score


TOO_FAR = len(FAULTS)  # the reason to give up, as a place in `faults`
FARTHEST = 1 << 52  # a window from the guess: its ends must be whole numbers in JavaScript, too


@algorithm(
    title="parallel aspiration",
    source="Baudet 1978",
    promise="the value; every processor searches with a window of its own",
    proves=True,
    parameters=(
        HOW_MANY,
        Parameter("guess", "score", "the value that is expected", 0),
        Parameter("error", "score", "half of the width of a window", 1, least=0),
        LATENCY,
    ),
    parts=(PROCESSORS, SHARED_TREE),
    state={"guessed_end": math.inf, "over": 0, "known_low": 0.0, "known_high": 0.0},
    counters=(*COUNTED, MOST_BEGUN),
    faults=(*FAULTS, "error={error} is too large for processors={processors}"),
    using={enter: enter_with_processors, may_begin: alone, search_within: search_by_one},
)
def parallel_aspiration(game, p, height, a, b, run):
    open_crew(run)
    if run.processors == 1:
        return search_twice(game, p, height, a, b, run)
    if run.error > FARTHEST // run.processors:
        give_up(run, TOO_FAR)
    give_windows(game, p, height, a, b, run)
    run.known_low, run.known_high = a, b
    while True:
        for processor in range(run.hired):
            root = get_job(run, processor)
            if root > 0 and is_finished(game, root, run):
                score, number = root_score(run, root), get(run, root, NUMBER)
                low, high = window(run, number, a, b)
                forget(run, root)
                if low < score < high or (score <= low and low == a) or (score >= high and high == b):
                    run.known_low = run.known_high = score
                    end_hopeless(run, a, b)
                    return score
                if score <= low:
                    run.known_high = min(run.known_high, low)
                else:
                    run.known_low = max(run.known_low, high)
        end_hopeless(run, a, b)
        if run.known_low >= run.known_high:
            return run.known_low
        go_on(game, run)
        end_round(run)


def window(run, number, a, b):
    """The ends of the window of a processor, inside those of the whole search."""
    low, high = a, b
    if number > 1:
        low = max(a, min(b, run.guess + run.error * (2 * number - 2 - run.processors)))
    if number < run.processors:
        high = max(a, min(b, run.guess + run.error * (2 * number - run.processors)))
    return low, high


def give_windows(game, p, height, a, b, run):
    """Give a window to every processor; the first one keeps the one in the middle. Empty windows are left out."""
    uncount(p, run)
    middle = run.processors + 1 >> 1
    for number in range(1, run.processors + 1):
        low, high = window(run, number, a, b)
        if low < high:
            visit(game, p, height, run)
            ready = 0
            if number != middle:
                ready = run.latency
                run.steals += 1
            set_number(run, plant(game, p, height, low, high, ready, run), number)


def end_hopeless(run, a, b):
    """End the searches whose windows cannot contain the value."""
    for processor in range(run.hired):
        root = get_job(run, processor)
        if root > 0:
            low, high = window(run, get(run, root, NUMBER), a, b)
            if high <= run.known_low or low >= run.known_high:
                note_stop(run, root)
                forget(run, root)
