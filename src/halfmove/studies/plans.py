"""The plan of a study, as data: trees, algorithms, and how many trees of each kind.

The seed of a tree depends on the plan's seed, on the kind of tree, and on its number. It never depends on the
algorithm, the number of processes or the order in which trees are searched. So all algorithms search the same trees,
and a study has the same counts wherever and however often it runs.

>>> study = plan(["uniform:8,4", "ordered:8,4,order=4"], ["alpha_beta", "ps_star:phases=2"], trees=100, seed=1)
>>> [str(cell) for cell in study.cells][:2]
['alpha_beta on uniform:8,4', 'ps_star:phases=2 on uniform:8,4']
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from halfmove.base.checks import shown, whole
from halfmove.base.gate import check_fields, checked
from halfmove.base.notebook import plural
from halfmove.base.user_files import UserFile
from halfmove.errors import UsageError
from halfmove.studies.specs import AlgorithmSpec, TreeSpec
from halfmove.theory import expected


@dataclass(frozen=True)
class Cell:
    """One algorithm on the trees number `first`, `first` + 1, ... of one kind, `count` of them."""

    tree: TreeSpec
    algorithm: AlgorithmSpec
    count: int = 100
    first: int = 1

    def __post_init__(self) -> None:
        check_fields(self, "a cell")
        whole("count", self.count, 1)
        whole("first", self.first, 1)

    def __str__(self) -> str:
        return f"{self.algorithm} on {self.tree}"

    def __repr__(self) -> str:
        return f"Cell({shown(str(self))}, {plural(self.count, 'tree')})"

    @property
    def repetitions(self) -> range:
        return range(self.first, self.first + self.count)

    @property
    def expected_leaves(self) -> float | None:
        """The mean number of leaves over all trees of this kind, if there is a formula for it."""
        return _expected_leaves(self.tree, self.algorithm)


@lru_cache(maxsize=1024)
def _expected_leaves(tree: TreeSpec, algorithm: AlgorithmSpec) -> float | None:
    if tree.file is not None or algorithm.file is not None or algorithm.table is not None:
        return None  # formulas hold for built-in trees and algorithms, without a transposition table
    return expected(algorithm.id, tree.make(0).parameters, algorithm.all_parameters, tree.look_ahead)


@dataclass(frozen=True)
class Plan:
    """A whole study."""

    cells: tuple[Cell, ...]
    seed: int = 1
    name: str = "study"
    about: str = ""

    def __post_init__(self) -> None:
        check_fields(self, "a study")
        if not self.cells:
            raise UsageError(f"{self.name}: a study needs at least one kind of trees and one algorithm")

    def __repr__(self) -> str:
        return f"Plan({shown(self.name)}, {plural(len(self.cells), 'cell')}, {self.searches:,} searches)"

    @property
    def searches(self) -> int:
        return sum(cell.count for cell in self.cells)

    @property
    def trees(self) -> list[TreeSpec]:
        return list(dict.fromkeys(cell.tree for cell in self.cells))

    @property
    def algorithms(self) -> list[AlgorithmSpec]:
        return list(dict.fromkeys(cell.algorithm for cell in self.cells))

    @property
    def files(self) -> list[UserFile]:
        """The user's own Python files that the plan uses."""
        files = [*(tree.file for tree in self.trees), *(algorithm.file for algorithm in self.algorithms)]
        return list(dict.fromkeys(file for file in files if file is not None))

    @property
    def digest(self) -> str:
        """A short name of the plan, which is the same for the same trees and algorithms.

        Editing a user's own file does not change it: the store is found, and reports that the file was edited.
        """
        lines = [f"{self.seed}", *sorted(f"{cell} {cell.first} {cell.count}" for cell in self.cells)]
        return hashlib.sha256("\n".join(lines).encode()).hexdigest()[:16]


@checked
def plan(
    families: Iterable[TreeSpec | str],
    algorithms: Iterable[Any],
    trees: int = 100,
    seed: int = 1,
    name: str = "study",
    about: str = "",
) -> Plan:
    """Plan a study of every algorithm on every kind of trees.

    Parameters
    ----------
    families : iterable of TreeSpec or str
        The kinds of trees, as in "uniform:8,4".
    algorithms : iterable
        Algorithms, their specs, or texts such as "scout:test=strict".
    trees : int
        How many trees of each kind to search.
    seed : int
        The seed from which the seeds of all trees are derived.
    name, about : str
        The name of the study, and a text about it, for its reports.

    Returns
    -------
    Plan
    """
    kinds = [TreeSpec.parse(each) if isinstance(each, str) else each for each in families]
    chosen = [_algorithm(each) for each in algorithms]
    return joined([Cell(kind, one, count_for(kind, trees)) for kind in kinds for one in chosen], seed, name, about)


def _algorithm(given: Any) -> AlgorithmSpec:
    if isinstance(given, AlgorithmSpec):
        return given
    return AlgorithmSpec.parse(given) if isinstance(given, str) else AlgorithmSpec.of(given)


@checked
def joined(cells: Iterable[Cell], seed: int = 1, name: str = "study", about: str = "") -> Plan:
    """Join cells into one plan. Of cells that differ only in the number of trees, the largest is used.

    Parameters
    ----------
    cells : iterable of Cell
        The cells, in the order of the result table.
    seed : int
        The seed from which the seeds of all trees are derived.
    name, about : str
        The name of the study, and a text about it, for its reports.

    Returns
    -------
    Plan
    """
    seed = whole(f"{name}: seed", seed)
    largest: dict[Any, Cell] = {}
    for cell in cells:
        key = (cell.tree, cell.algorithm, cell.first)
        if key not in largest or largest[key].count < cell.count:
            largest[key] = cell
    return Plan(tuple(largest.values()), seed, name, about)


def count_for(kind: TreeSpec, trees: Any) -> int:
    """How many trees of a kind to search if `trees` are wanted: only one if all would be the same."""
    count = whole("the number of trees", trees, 1)
    return count if kind.seeded else 1
