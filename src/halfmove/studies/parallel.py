"""Studies of parallel searches: every scheme with every number of processors, and how much faster that is.

A scheme is an algorithm with a parameter `processors` that counts `rounds`: one of the package, or a user's own. Time
is virtual: a leaf takes one round. So speed-up over alpha-beta is the leaves of alpha-beta divided by rounds, on the
same trees.

>>> from halfmove import studies
>>> plan = studies.parallel_plan(["uniform:4,4"], ["young_brothers_wait"], [1, 4], trees=20)
>>> [(row.processors, round(row.speedup.value, 2)) for row in studies.speedups(studies.run(plan, jobs=1))]
[(1, 1.0), (4, 3.15)]
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from halfmove.algorithms.parallel_alpha_beta import SCHEMES
from halfmove.algorithms.registry import ALGORITHMS
from halfmove.base.checks import whole
from halfmove.base.gate import checked
from halfmove.errors import UsageError
from halfmove.parts.processors import MOST
from halfmove.studies.plans import Cell, Plan, plan
from halfmove.studies.specs import AlgorithmSpec, TreeSpec
from halfmove.studies.statistics import Ratio, ratio
from halfmove.studies.table import Table
from halfmove.studies.work import Record
from halfmove.theory import minimum_leaves, parallel_limit, tree_splitting_speedup

REFERENCE = AlgorithmSpec("alpha_beta")
_HOME = "parallel_alpha_beta"  # the algorithm whose schemes have names of their own


@dataclass(frozen=True)
class Theory:
    """What theory says about a speed-up on perfectly ordered trees.

    most    the largest that is possible; None if no limit is known
    order   its order of magnitude, which is no limit; None if it is not known
    """

    most: float | None = None
    order: float | None = None


@dataclass(frozen=True)
class Speedup:
    """What a scheme does with a number of processors on trees of one kind.

    Attributes
    ----------
    tree : TreeSpec
        The kind of trees.
    scheme : AlgorithmSpec
        The algorithm, without its number of processors.
    processors : int
        The number of processors.
    trees : int
        The number of trees that both this search and alpha-beta have finished.
    rounds : float
        The mean time, in evaluations of a leaf.
    speedup : Ratio
        The leaves of alpha-beta divided by rounds, mean by mean, with its 95 % interval.
    over_itself : Ratio or None
        The rounds of the same scheme with one processor divided by rounds; None if that was not measured.
    leaves : Ratio
        The leaves divided by those of alpha-beta.
    idle : float
        The share of all processors' rounds in which there was no work.
    in_transit : float
        The share of their rounds in which work was on its way.
    steals : float
        The mean number of times that work was handed over.
    theory : Theory
        What theory says, where it is exact.
    """

    tree: TreeSpec
    scheme: AlgorithmSpec
    processors: int
    trees: int
    rounds: float
    speedup: Ratio
    over_itself: Ratio | None
    leaves: Ratio
    idle: float
    in_transit: float
    steals: float
    theory: Theory

    @property
    def efficiency(self) -> float:
        """Speed-up per processor."""
        return self.speedup.value / self.processors

    @property
    def name(self) -> str:
        """The scheme as `scheme_of` reads it."""
        return name_of(self.scheme)


def scheme_of(text: str, **more: Any) -> AlgorithmSpec:
    """A scheme from text: a scheme of parallel_alpha_beta, or an algorithm, with parameters.

    more   parameters that are used where the text does not give them and the algorithm has them

    >>> str(scheme_of("pv_splitting:split_height=2")), str(scheme_of("parallel_ps_star:phases=2", latency=3))
    ('parallel_alpha_beta:scheme=pv_splitting,split_height=2', 'parallel_ps_star:phases=2,latency=3')
    """
    name, _, rest = text.strip().partition(":")
    if name in SCHEMES:
        text = f"{_HOME}:scheme={name}" + (f",{rest}" if rest else "")
    elif name not in ALGORITHMS and name.isidentifier():
        known = [each.id for each in ALGORITHMS.values() if "processors" in _parameters(AlgorithmSpec(each.id))]
        raise UsageError(f"there is no scheme {name!r}: choose one of {', '.join([*SCHEMES, *known[1:]])}")
    spec = AlgorithmSpec.parse(text)
    _insist_on_processors(spec)
    known_names = _parameters(spec)
    missing = {key: value for key, value in more.items() if key in known_names and key not in spec.named}
    return AlgorithmSpec.of(spec.id, **spec.named, **missing) if missing else spec


def name_of(scheme: AlgorithmSpec) -> str:
    """A scheme in the shortest text from which `scheme_of` makes it.

    >>> name_of(scheme_of("pv_splitting:split_height=2")), name_of(scheme_of("parsss_star"))
    ('pv_splitting:split_height=2', 'parsss_star')
    """
    given = dict(scheme.parameters)
    if scheme.id != _HOME or "scheme" not in given:
        return str(scheme)
    name = given.pop("scheme")
    rest = str(replace(scheme, parameters=tuple(given.items()))).partition(":")[2]
    return f"{name}:{rest}" if rest else str(name)


@checked
def parallel_plan(
    families: Iterable[TreeSpec | str],
    schemes: Iterable[AlgorithmSpec | str] = SCHEMES,
    processors: Sequence[int] = (1, 2, 4, 8, 16),
    trees: int = 20,
    seed: int = 1,
    *,
    depth: int | None = None,
    name: str = "parallel",
) -> Plan:
    """Plan a study of parallel searches. Alpha-beta, and every scheme with one processor, are part of it.

    Parameters
    ----------
    families : iterable of TreeSpec or str
        The kinds of trees, as in "uniform:8,4", or games.
    schemes : iterable of AlgorithmSpec or str
        Schemes of parallel_alpha_beta, and algorithms with a parameter `processors`, as in "parallel_ps_star:phases=2".
    processors : sequence of int
        The numbers of processors.
    trees : int
        How many trees of each kind to search.
    seed : int
        The seed from which the seeds of all trees are derived.
    depth : int, optional
        The half-moves to look ahead, for families and games whose spec has no `look_ahead`.
    name : str
        The name of the study, for its reports.

    Returns
    -------
    Plan
    """
    numbers = sorted({1, *(whole("the number of processors", each, 1, MOST) for each in processors)})
    kinds = [TreeSpec.parse(each) if isinstance(each, str) else each for each in families]
    if depth is not None:
        kinds = [kind if kind.look_ahead is not None else kind.looking_ahead(depth) for kind in kinds]
    algorithms = [REFERENCE]
    for each in schemes:
        scheme = scheme_of(each) if isinstance(each, str) else each
        _insist_on_processors(scheme)
        algorithms += [AlgorithmSpec.of(scheme.id, **scheme.named, processors=number) for number in numbers]
    return plan(kinds, algorithms, trees, seed, name)


@checked
def speedups(table: Table) -> list[Speedup]:
    """Compare the parallel searches of a study with alpha-beta, on the trees that both have searched.

    Parameters
    ----------
    table : Table
        The results of any study in which alpha_beta and algorithms with a parameter `processors` search the same trees.

    Returns
    -------
    list of Speedup
        One row for each kind of trees, scheme and number of processors that has results.
    """
    if REFERENCE not in table.plan.algorithms:
        raise UsageError(f"{table.plan.name}: speed-up is over alpha-beta, so alpha_beta must be one of its algorithms")
    known: dict[tuple[TreeSpec, AlgorithmSpec], dict[int, Record]] = {}
    for cell, records in table.cells():
        known.setdefault((cell.tree, cell.algorithm), {}).update({each.repetition: each for each in records})
    parallel = [key for key in known if "processors" in _parameters(key[1])]
    if not parallel:
        raise UsageError(f"{table.plan.name}: no algorithm of this study has a parameter `processors`")
    alone = {(tree, _split(one)[0]): known[tree, one] for tree, one in parallel if _split(one)[1] == 1}
    rows = []
    for tree, algorithm in parallel:
        found, base = known[tree, algorithm], known.get((tree, REFERENCE), {})
        common = sorted(found.keys() & base.keys())
        if common:
            rows.append(_row(tree, algorithm, common, found, base, alone.get((tree, _split(algorithm)[0]), {})))
    return rows


def _row(
    tree: TreeSpec,
    algorithm: AlgorithmSpec,
    common: Sequence[int],
    found: dict[int, Record],
    base: dict[int, Record],
    alone: dict[int, Record],
) -> Speedup:
    scheme, processors = _split(algorithm)
    rounds = [found[place].rounds for place in common]
    if min(rounds) == 0:
        raise UsageError(f"{algorithm}: this search counts no `rounds`, so its time with processors is not known")
    leaves, sequential = [found[place].leaves for place in common], [base[place].leaves for place in common]
    both = [place for place in common if place in alone]
    itself = ratio([alone[place].rounds for place in both], [found[place].rounds for place in both]) if both else None
    available, idle = processors * sum(rounds), sum(found[place].idle for place in common)
    return Speedup(
        tree,
        scheme,
        processors,
        len(common),
        sum(rounds) / len(common),
        ratio(sequential, rounds),
        itself,
        ratio(leaves, sequential),
        idle / available,
        (available - sum(leaves) - idle) / available,
        sum(found[place].steals for place in common) / len(common),
        _theory(tree, scheme, processors),
    )


def _theory(tree: TreeSpec, scheme: AlgorithmSpec, processors: int) -> Theory:
    """Known for alpha-beta's schemes on perfectly ordered trees: those on which alpha-beta needs the fewest leaves."""
    if tree.size is None or scheme.id != _HOME or tree.file is not None:
        return Theory()
    if tree.look_ahead is not None and tree.look_ahead < tree.size[1]:  # the order is that of the whole tree
        return Theory()
    if Cell(tree, REFERENCE).expected_leaves != minimum_leaves(*tree.size):
        return Theory()
    name = scheme.all_parameters["scheme"]
    if name == "tree_splitting":
        return Theory(order=tree_splitting_speedup(processors))
    return Theory(most=min(float(processors), float(parallel_limit(name, *tree.size))))


def _split(algorithm: AlgorithmSpec) -> tuple[AlgorithmSpec, int]:
    """A parallel algorithm without its number of processors, and this number."""
    kept = tuple(pair for pair in algorithm.parameters if pair[0] != "processors")
    return replace(algorithm, parameters=kept), algorithm.all_parameters["processors"]


def _parameters(algorithm: AlgorithmSpec) -> set[str]:
    return {parameter.name for parameter in algorithm.algorithm.parameters}


def _insist_on_processors(scheme: AlgorithmSpec) -> None:
    if "processors" not in _parameters(scheme):
        raise UsageError(f"{scheme.id} searches with one processor: it has no parameter `processors`")
    if "processors" in scheme.named:
        raise UsageError(f"{scheme}: leave `processors` out; the numbers of processors are given for all schemes")
