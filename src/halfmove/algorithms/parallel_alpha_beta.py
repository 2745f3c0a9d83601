"""Parallel alpha-beta: p processors on one tree, in virtual time, by one of six schemes.

Source      the scheme's own, see below; Knuth & Moore 1975 for alpha-beta, and for the three kinds of nodes.
Contract    as alpha_beta: with window (a, b) the returned f means: f <= a: value <= a; f >= b: value >= f; otherwise
            value = f.
Counts      a leaf when it is evaluated, never twice; a node when it is entered. `rounds` is the time that the search
            takes: a leaf takes one round, handing work over `latency` rounds, and nothing else takes any time.
            `rounds` * p = leaves + `idle` + `in_transit`: in each round a processor evaluates a leaf, has no work, or
            waits for work that is on its way. `steals` counts how often work was handed over. `max_begun` is the
            storage of all processors together: the most nodes that were begun and not finished at the same time.
Order       processors with work go on with it, depth first, in the order of their numbers. Those without work take
            the next child of the first node that the scheme lets them share: a node comes before those below it, and
            left before right. With one processor, leaf for leaf alpha_beta.
Parameters  `processors` p and `scheme`. No node below `split_height` half-moves above the depth limit is shared.
Departures  the papers describe programs on real machines. Here all processors see each other's bounds after every
            round; a processor whose node is cut off is free at once; a processor that has nothing to do may help
            anywhere that the scheme allows. The tree of processors of tree-splitting has p leaves, and is as narrow
            as the height of the game tree permits: mostly binary.

    root_splitting        the moves of the root are shared, nothing else
    tree_splitting        a tree of processors lies on top of the tree of the game
    pv_splitting          along the first line: once the first child is done, the others are shared
    mandatory_work_first  first what every search must evaluate, all of it at once
    young_brothers_wait   at every node: once the first child is done, the others are shared
    leftmost_leaves       all nodes are shared: about the p leftmost leaves are evaluated

>>> import halfmove as hm
>>> tree = hm.trees.uniform(4, 6, seed=1)
>>> alone, four = (hm.search(tree, "parallel_alpha_beta", processors=p).counts for p in (1, 4))
>>> alone.leaves == alone.rounds == hm.search(tree).counts.leaves
True
>>> four.leaves, four.rounds, four.idle, four.steals
(1116, 282, 12, 95)
"""

from halfmove.kernels.primitives import enter
from halfmove.parts.processors import (
    COUNTED,
    FAULTS,
    HOW_MANY,
    LATENCY,
    PROCESSORS,
    enter_with_processors,
    open_crew,
)
from halfmove.parts.shared_tree import (
    ACTIVE,
    ELDEST,
    HEIGHT,
    KIND,
    MOST_BEGUN,
    NUMBER,
    PARENT,
    SHARED_TREE,
    forget,
    get,
    is_finished,
    may_begin,
    pass_round,
    plant,
    root_score,
)
from halfmove.words import Parameter, algorithm

SCHEMES = (
    "root_splitting",
    "tree_splitting",
    "pv_splitting",
    "mandatory_work_first",
    "young_brothers_wait",
    "leftmost_leaves",
)


ROOT, TREE, PV, MANDATORY, BROTHERS = range(5)  # their numbers in `run.scheme`


def by_scheme(run, node):
    """What makes a scheme: whether another child of a node may be begun now."""
    scheme = run.scheme
    if get(run, node, ACTIVE) == 0:
        return not (scheme == MANDATORY and get(run, node, KIND) == 2 and waits_for_eldest(run, node))
    if get(run, node, HEIGHT) < run.split_height:
        return False
    if scheme == ROOT:
        return root_splitting(run, node)
    if scheme == TREE:
        return tree_splitting(run, node)
    if scheme == PV:
        return pv_splitting(run, node)
    if scheme == MANDATORY:
        return mandatory_work_first(run, node)
    return scheme > BROTHERS or young_brothers_wait(run, node)


# Whether another child of a node may be begun while others are being searched.


def root_splitting(run, node):
    """Described, with its limit, in Marsland & Campbell 1982: only the moves of the root are shared."""
    return get(run, node, PARENT) == 0


def tree_splitting(run, node):
    """Finkel & Fishburn 1982: a node on one of the first levels has a few processors, or trees of processors."""
    return run.height - get(run, node, HEIGHT) < run.levels and get(run, node, ACTIVE) < run.fan


def pv_splitting(run, node):
    """Marsland & Campbell 1982: nodes of the first line are shared, once their first child is done."""
    return get(run, node, KIND) == 1 and get(run, node, ELDEST) == 1


def mandatory_work_first(run, node):
    """Akl, Barnard & Doran 1982: first what every search must evaluate; at nodes of kind 2 that is the first child."""
    return get(run, node, KIND) != 2 or (get(run, node, ELDEST) == 1 and not waits_for_eldest(run, node))


def waits_for_eldest(run, node):
    """Whether the further children of a node of kind 2 have to wait for the bound of its first sibling."""
    is_first, parent = get(run, node, NUMBER) == 1, get(run, node, PARENT)
    return get(run, node, ELDEST) == 1 and not is_first and get(run, parent, ELDEST) == 0


def young_brothers_wait(run, node):
    """Feldmann, Monien, Mysliwietz & Vornberger 1989: every node is shared, once its first child is done."""
    return get(run, node, ELDEST) == 1


def shape_tree_of_processors(run):
    """The narrowest tree of processors with enough leaves that is not higher than the tree of the game."""
    run.fan, run.levels, leaves = 1, 0, 1
    while leaves < run.processors:
        run.fan, run.levels, leaves = run.fan + 1, 0, 1
        while leaves < run.processors and run.levels < run.height:
            leaves *= run.fan
            run.levels += 1


@algorithm(
    title="parallel alpha-beta",
    source="Finkel & Fishburn 1982; Marsland & Campbell 1982; Akl, Barnard & Doran 1982; Feldmann et al. 1989; "
    "Karp & Zhang 1989",
    promise="the value; outside its window a bound; and the time that p processors take",
    proves=True,
    parameters=(
        HOW_MANY,
        Parameter("scheme", "choice", "which nodes processors share, and when", "young_brothers_wait", SCHEMES),
        LATENCY,
        Parameter("split_height", "int", "no node below this height is shared", 1, least=1),
    ),
    parts=(PROCESSORS, SHARED_TREE),
    state={"fan": 0, "levels": 0},  # of the tree of processors
    counters=(*COUNTED, MOST_BEGUN),
    faults=FAULTS,
    using={enter: enter_with_processors, may_begin: by_scheme},
)
def parallel_alpha_beta(game, p, height, a, b, run):
    open_crew(run)
    shape_tree_of_processors(run)
    root = plant(game, p, height, a, b, 0, run)
    while not is_finished(game, root, run):
        pass_round(game, root, run)
    score = root_score(run, root)
    forget(run, root)
    return score
