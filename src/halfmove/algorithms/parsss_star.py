"""PARSSS*: SSS* by processors that are divided among the subtrees.

Source      Bhattacharya & Bagchi 1989, of which only the abstract was at hand; Ferguson & Korf 1988 for the division.
Contract    as ps_star: the value. With window (a, b) the returned f means: f = a: value <= a; f = b: value >= b;
            otherwise it is the value.
Counts      as in parallel_ps_star.
Order       in every round the processors are divided anew among the children of the root with states that may be
            taken, from left to right and as evenly as possible; then those of a child among the nodes below it. Where
            there are more children than processors, each processor has several and takes the first state in them. With
            one processor, leaf for leaf SSS*.
Parameters  `processors` and `latency`, as in parallel_ps_star.
Departures  from the abstract: processors are divided as in distributed tree search, and a shared array tells each of
            them the best merit of all others. Inferred: here all merits are known to all at the end of a round. A
            subtree below a SOLVED sibling that is better has no work; a SOLVED MIN node is concluded when no subtree
            has a state that comes before it; a processor without work is sent elsewhere in the same round.

>>> import halfmove as hm
>>> tree = hm.trees.uniform(4, 6, seed=1)
>>> alone, four = (hm.search(tree, "parsss_star", processors=p).counts for p in (1, 4))
>>> alone.leaves == alone.rounds == hm.search(tree, "sss_star").counts.leaves
True
>>> four.leaves, four.rounds, four.idle, four.max_open
(771, 193, 1, 64)
"""

from halfmove.algorithms.parallel_ps_star import (
    begin_child,
    first_kid,
    parallel_ps_star,
    search_by_processors,
    take_first,
    take_some,
)
from halfmove.parts.blocks import COUNT, DONE, get_active_index, get_number
from halfmove.parts.processors import COUNTED, FAULTS, HOW_MANY, LATENCY
from halfmove.parts.shared_open import CHOSEN, comes_first, first_solved, free_merit, get_link
from halfmove.words import algorithm, infinity


def divide(game, run):
    """Take states with all processors that are free."""
    take_with(game, run.root, run.processors - run.busy - run.picked, run)


def take_with(game, block, processors, run):
    """Divide processors among the children of a block that have work; each group of them takes states there."""
    if processors == 1 or get_active_index(run, block, get_link(run, block, CHOSEN)) == DONE:
        take_first(game, block, run)
        return
    count = get_number(run, block, COUNT)
    solved, merit = first_solved(run, block)
    children = 0
    for i in range(count):
        if comes_first(run, block, i, solved, merit) and free_merit(run, block, i) > -infinity():
            children += 1
    groups = min(processors, children)
    group, number, best = 0, 0, -1
    for i in range(count):
        if comes_first(run, block, i, solved, merit) and free_merit(run, block, i) > -infinity():
            if number * groups // children > group:
                take_below(game, block, best, size_of_group(processors, groups, group), run)
                group, best = number * groups // children, -1
            if best < 0 or free_merit(run, block, i) > free_merit(run, block, best):
                best = i
            number += 1
    if best >= 0:
        take_below(game, block, best, size_of_group(processors, groups, group), run)


def size_of_group(processors, groups, group):
    return processors * (group + 1) // groups - processors * group // groups


def take_below(game, block, i, processors, run):
    """Take states below a MIN child of a block."""
    kid = first_kid(run, block, i)
    if kid > 0:
        take_with(game, kid, processors, run)
    else:
        begin_child(game, block, i, run)


@algorithm(
    title="PARSSS*",
    source="after the abstract of Bhattacharya & Bagchi 1989",
    promise="the value; SSS* by processors that are divided among the subtrees",
    proves=True,
    parameters=(HOW_MANY, LATENCY),
    clips=True,
    parts=parallel_ps_star.algorithm.parts,
    state={**parallel_ps_star.algorithm.state, "phases": 1, "siblings": 1},
    counters=COUNTED,
    faults=FAULTS,
    using={**parallel_ps_star.algorithm.using, take_some: divide},
)
def parsss_star(game, p, height, a, b, run):
    return search_by_processors(game, p, height, a, b, run)
