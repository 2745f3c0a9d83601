"""Several algorithms on the same trees: how many leaves each evaluates, next to alpha-beta and to the least possible.

The plan is data: families are functions from a seed to a tree, algorithms are ids with parameters. Tree number i of a
comparison with base seed s has the seed `tree_seed(s, i)`, so that any single tree can be made again.

>>> from halfmove.trees import uniform
>>> rows = compare({"T(3,4)": lambda seed: uniform(3, 4, seed)}, [Choice("scout", {"test": "strict"})], trees=5)
>>> [row.algorithm for row in rows], rows[0].minimum, rows[0].relative
(['alpha_beta', 'scout:test=strict'], 17, 1.0)
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from typing import Any

from halfmove.algorithms.registry import find
from halfmove.bits import branch, seeded
from halfmove.engine.front import search
from halfmove.errors import UsageError
from halfmove.game import Game
from halfmove.model import Score
from halfmove.theory import expected, minimum_leaves

Family = Callable[[int], Game]
REFERENCE = "alpha_beta"


@dataclass(frozen=True)
class Choice:
    """An algorithm with some of its parameters; written `scout:test=strict`."""

    algorithm: str
    parameters: Mapping[str, Any] = field(default_factory=dict)

    def __str__(self) -> str:
        given = ",".join(f"{name}={_text(value)}" for name, value in self.parameters.items())
        return f"{self.algorithm}:{given}" if given else self.algorithm


def _text(value: Any) -> str:
    return ",".join(map(str, value)) if isinstance(value, tuple | list) else str(value)


@dataclass(frozen=True)
class Measurement:
    """One algorithm on one tree."""

    family: str
    tree: int
    seed: int
    algorithm: str
    value: Score
    bound: str
    leaves: int
    nodes: int
    researches: int
    max_open: int
    seconds: float
    compiled: bool
    minimum: int | None
    expected: float | None = None


@dataclass(frozen=True)
class Row:
    """One algorithm on all trees of one family.

    leaves          mean number of leaves evaluated
    standard_error  of that mean; None for a single tree
    minimum         the fewest leaves with which any algorithm can prove the value of such a tree, None if not known
    expected        the mean over all trees of the family by `halfmove.theory`, None where there is no formula
    relative        mean leaves divided by those of alpha_beta on the same trees
    nodes           mean number of nodes entered
    seconds         for all trees together
    """

    family: str
    algorithm: str
    trees: int
    leaves: float
    standard_error: float | None
    minimum: int | None
    relative: float
    nodes: float
    seconds: float
    expected: float | None = None


def tree_seed(seed: int, number: int) -> int:
    """The seed of tree `number`, from 1, of a comparison: comparisons with other base seeds share no trees."""
    return int(branch(seeded(seed), number))  # type: ignore[no-untyped-call]


def plan(algorithms: Iterable[Choice | str]) -> list[Choice]:
    """The algorithms, checked, with alpha_beta first as the measure of the others; none twice."""
    chosen = [Choice(a) if isinstance(a, str) else a for a in algorithms]
    chosen = [Choice(find(choice.algorithm).id, choice.parameters) for choice in chosen]
    for choice in chosen:
        find(choice.algorithm).settle(dict(choice.parameters))
    unique = {str(choice): choice for choice in [Choice(REFERENCE), *chosen]}
    return list(unique.values())


def measure(
    families: Mapping[str, Family],
    algorithms: Iterable[Choice | str],
    trees: int = 100,
    seed: int = 1,
    *,
    depth: int | None = None,
    compiled: bool | None = None,
) -> Iterator[list[Measurement]]:
    """Search tree after tree with every algorithm; yields the measurements of one tree at a time."""
    if isinstance(trees, bool) or not isinstance(trees, int) or trees < 1:
        raise UsageError(f"the number of trees must be a whole number from 1 on, not {trees!r}")
    chosen = plan(algorithms)
    for family, make in families.items():
        theory: list[float | None] = []  # once a family: all its trees have the same expectations
        for number in range(1, trees + 1):
            game = make(tree_seed(seed, number))
            theory = theory or [expected(each.algorithm, game.parameters, each.parameters, depth) for each in chosen]
            yield [
                replace(_measured(family, number, seed, choice, game, depth, compiled), expected=mean)
                for choice, mean in zip(chosen, theory, strict=True)
            ]


def _measured(
    family: str, number: int, seed: int, choice: Choice, game: Game, depth: int | None, compiled: bool | None
) -> Measurement:
    found = search(game, choice.algorithm, depth=depth, compiled=compiled, **choice.parameters)
    width, height = game.parameters.get("width"), game.parameters.get("depth")
    if height is not None and depth is not None:
        height = min(height, depth)
    return Measurement(
        family=family,
        tree=number,
        seed=tree_seed(seed, number),
        algorithm=str(choice),
        value=found.value,
        bound=found.bound,
        leaves=found.counts.leaves,
        nodes=found.counts.nodes,
        researches=found.counts.researches,
        max_open=found.counts.max_open,
        seconds=found.seconds,
        compiled=found.compiled,
        minimum=None if width is None or height is None else minimum_leaves(width, height),
    )


def summarise(measurements: Iterable[Measurement]) -> list[Row]:
    """One row a family and algorithm, in the order in which they first appear."""
    groups: dict[tuple[str, str], list[Measurement]] = {}
    for each in measurements:
        groups.setdefault((each.family, each.algorithm), []).append(each)
    rows = []
    for (family, algorithm), some in groups.items():
        leaves = [each.leaves for each in some]
        mean, error = mean_and_error(leaves)
        reference = sum(each.leaves for each in groups[family, REFERENCE])
        rows.append(
            Row(
                family=family,
                algorithm=algorithm,
                trees=len(some),
                leaves=mean,
                standard_error=error,
                minimum=some[0].minimum,
                relative=sum(leaves) / reference,
                nodes=sum(each.nodes for each in some) / len(some),
                seconds=sum(each.seconds for each in some),
                expected=some[0].expected,
            )
        )
    return rows


def mean_and_error(numbers: Sequence[float]) -> tuple[float, float | None]:
    """The mean and its standard error, None for a single number."""
    n = len(numbers)
    mean = math.fsum(numbers) / n
    if n == 1:
        return mean, None
    return mean, math.sqrt(math.fsum((x - mean) ** 2 for x in numbers) / (n - 1) / n)


def disagreements(measurements: Iterable[Measurement]) -> list[str]:
    """A sentence for every tree on which the algorithms do not find one and the same value."""
    faults = []
    for (family, tree, seed), some in groupby(measurements, lambda each: (each.family, each.tree, each.seed)):
        values = {each.algorithm: each.value for each in some if each.bound == "exact"}
        if len(set(values.values())) > 1:
            found = ", ".join(f"{algorithm} {value}" for algorithm, value in values.items())
            faults.append(f"{family}, tree {tree} (seed {seed}): the values differ: {found}")
    return faults


def compare(
    families: Mapping[str, Family], algorithms: Iterable[Choice | str], trees: int = 100, seed: int = 1, **how: Any
) -> list[Row]:
    """The whole comparison: one row a family and algorithm."""
    return summarise(each for some in measure(families, algorithms, trees, seed, **how) for each in some)
