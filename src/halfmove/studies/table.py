"""The results of a study as a tidy table with one row per search, and the statistics that can be read from it.

Every row names its tree and algorithm as text. The arguments of the tree and the parameters of the algorithm have
columns of their own, so that rows can be grouped by any of them.
"""

from __future__ import annotations

import csv
import io
import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from halfmove.base import outputs
from halfmove.base.checks import unknown
from halfmove.base.gate import checked
from halfmove.base.notebook import Shows
from halfmove.errors import UsageError
from halfmove.studies.plans import Cell, Plan
from halfmove.studies.specs import SEARCH_ARGUMENTS, AlgorithmSpec, TreeSpec
from halfmove.studies.statistics import Summary, summarise
from halfmove.studies.work import METRICS, Record


@dataclass(frozen=True)
class Aggregate:
    """One metric of one algorithm on one kind of trees. `expected` is its mean by theory, where that is known."""

    tree: TreeSpec
    algorithm: AlgorithmSpec
    metric: str
    summary: Summary
    expected: float | None = None


@dataclass(frozen=True)
class Difference:
    """One metric of two algorithms on the same trees: `algorithm` minus `reference`, tree by tree.

    ratio                 of the two means; None if the mean of the reference is 0
    fewer, equal, more    the number of trees on which the algorithm needs fewer, as many or more than the reference
    """

    tree: TreeSpec
    algorithm: AlgorithmSpec
    reference: AlgorithmSpec
    metric: str
    summary: Summary
    ratio: float | None
    fewer: int
    equal: int
    more: int

    @property
    def counts(self) -> tuple[int, int, int]:
        return self.fewer, self.equal, self.more


@dataclass(frozen=True)
class Table(Shows):
    """The results of a study.

    Attributes
    ----------
    plan : Plan
        The study.
    records : tuple of tuples of Record
        The finished searches of each cell, in the order of the plan's cells.
    """

    plan: Plan
    records: tuple[tuple[Record, ...], ...]

    @property
    def complete(self) -> bool:
        return all(len(records) == cell.count for cell, records in self.cells())

    def __repr__(self) -> str:
        return f"Table({self.plan.name!r}, {len(self)} of {self.plan.searches} searches)"

    def __len__(self) -> int:
        return sum(map(len, self.records))

    def cells(self) -> Iterator[tuple[Cell, tuple[Record, ...]]]:
        return zip(self.plan.cells, self.records, strict=True)

    @checked
    def cell(self, tree: TreeSpec | str, algorithm: AlgorithmSpec | str) -> tuple[Record, ...]:
        """Return the records of one algorithm on one kind of trees.

        Parameters
        ----------
        tree : TreeSpec or str
            The kind of trees, as in "uniform:8,4".
        algorithm : AlgorithmSpec or str
            The algorithm, as in "scout:test=strict".

        Returns
        -------
        tuple of Record

        Raises
        ------
        UsageError
            If the plan has no such cell.
        """
        key = _tree(tree), _algorithm(algorithm)
        for cell, records in self.cells():
            if (cell.tree, cell.algorithm) == key:
                return records
        raise UsageError(f"{self.plan.name} does not have {key[1]} on {key[0]}")

    @checked
    def done(self, tree: TreeSpec | str | None = None) -> tuple[int, int]:
        """Count the searches that are done and those that are planned.

        Parameters
        ----------
        tree : TreeSpec or str, optional
            Count the searches of this kind of trees only; None counts all.

        Returns
        -------
        tuple of int
            (searches done, searches planned)
        """
        kind = None if tree is None else _tree(tree)
        cells = [(len(records), cell.count) for cell, records in self.cells() if kind is None or cell.tree == kind]
        return sum(done for done, _ in cells), sum(planned for _, planned in cells)

    # As rows

    @cached_property
    def _extra(self) -> tuple[list[str], list[str]]:
        trees = dict.fromkeys(key for cell in self.plan.cells for key, _ in cell.tree.arguments)
        given = [key for key in SEARCH_ARGUMENTS if any(getattr(cell.tree, key) for cell in self.plan.cells)]
        parameters = dict.fromkeys(key for cell in self.plan.cells for key in cell.algorithm.named)
        return [*trees, *given], list(parameters)

    @property
    def columns(self) -> tuple[str, ...]:
        trees, algorithms = self._extra
        return ("tree", *trees, "algorithm", *[_column(name, trees) for name in algorithms], "seed", *Record._fields)

    def rows(self) -> Iterator[dict[str, Any]]:
        """Yield one row per search, with the names of `columns`. An argument that a tree or algorithm lacks is None."""
        trees, algorithms = self._extra
        for cell, records in self.cells():
            given, named = cell.tree.all_arguments, cell.algorithm.all_parameters
            head: dict[str, Any] = {"tree": str(cell.tree)}
            head |= {
                key: getattr(cell.tree, key) if key in SEARCH_ARGUMENTS else _simple(given.get(key)) for key in trees
            }
            head["algorithm"] = str(cell.algorithm)
            head |= {_column(key, trees): _simple(named.get(key)) for key in algorithms}
            for record in records:
                seed = cell.tree.seed(self.plan.seed, record.repetition)
                yield {**head, "seed": seed, **record._asdict()}

    def csv(self) -> str:
        """Return the rows as CSV."""
        return as_csv(self.columns, self.rows())

    def pandas(self) -> Any:
        """Return the rows as a pandas DataFrame."""
        try:
            import pandas
        except ImportError:
            raise UsageError("a DataFrame needs pandas: pip install 'halfmove[data]'") from None
        return pandas.DataFrame(list(self.rows()), columns=list(self.columns))

    @checked
    def parquet(self, path: str | os.PathLike[str] | io.BytesIO) -> None:
        """Write the rows as a Parquet file.

        Parameters
        ----------
        path : str, PathLike or BytesIO
            A file, which is written completely or not changed at all, or an open stream.
        """
        try:
            import pyarrow
            import pyarrow.parquet
        except ImportError:
            raise UsageError("Parquet needs pyarrow: pip install 'halfmove[data]'") from None
        rows = list(self.rows())
        columns = {name: _uniform([row[name] for row in rows]) for name in self.columns}
        rows_table = pyarrow.table(columns)
        if not isinstance(path, str | os.PathLike):
            pyarrow.parquet.write_table(rows_table, path)
            return
        content = io.BytesIO()
        pyarrow.parquet.write_table(rows_table, content)
        outputs.write(content.getvalue(), os.fspath(path))

    # Statistics

    @checked
    def aggregates(self, metric: str = "leaves") -> list[Aggregate]:
        """Summarise a metric for each cell that has results.

        Parameters
        ----------
        metric : str
            One of `METRICS`.

        Returns
        -------
        list of Aggregate
            Mean, deviation, error and interval of each cell.
        """
        _check_metric(metric)
        return [
            Aggregate(
                cell.tree,
                cell.algorithm,
                metric,
                summarise([getattr(record, metric) for record in records]),
                cell.expected_leaves if metric == "leaves" else None,
            )
            for cell, records in self.cells()
            if records
        ]

    @checked
    def differences(self, metric: str = "leaves", reference: AlgorithmSpec | str | None = None) -> list[Difference]:
        """Compare every algorithm with a reference, on the trees that both searched.

        Parameters
        ----------
        metric : str
            One of `METRICS`.
        reference : AlgorithmSpec or str, optional
            The algorithm to compare with; None is the first one of the plan.

        Returns
        -------
        list of Difference
            The metric of each algorithm minus that of the reference.
        """
        _check_metric(metric)
        wanted = None if reference is None else _algorithm(reference)
        differences = []
        for tree in self.plan.trees:
            by_algorithm = {cell.algorithm: records for cell, records in self.cells() if cell.tree == tree}
            base = next(iter(by_algorithm)) if wanted is None else wanted
            if base in by_algorithm:
                entries = [_difference(tree, one, base, metric, by_algorithm) for one in by_algorithm if one != base]
                differences += [entry for entry in entries if entry is not None]
        return differences

    def disagreements(self) -> list[str]:
        """Return a sentence for every tree for which two algorithms prove different values."""
        faults = []
        for tree in self.plan.trees:
            values: dict[int, dict[Any, str]] = {}
            for cell, records in self.cells():
                if cell.tree == tree:
                    for record in records:
                        if record.bound == "exact":
                            values.setdefault(record.repetition, {}).setdefault(record.value, str(cell.algorithm))
            for repetition, answers in values.items():
                if len(answers) > 1:
                    listed = ", ".join(f"{algorithm} {value}" for value, algorithm in answers.items())
                    faults.append(
                        f"{tree}, tree {repetition} (seed {tree.seed(self.plan.seed, repetition)}): "
                        f"the values differ: {listed}"
                    )
        return faults


def as_csv(columns: Any, rows: Any) -> str:
    out = io.StringIO()
    writer = csv.DictWriter(out, list(columns), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return out.getvalue()


def _difference(
    tree: TreeSpec,
    one: AlgorithmSpec,
    base: AlgorithmSpec,
    metric: str,
    by_algorithm: dict[AlgorithmSpec, tuple[Record, ...]],
) -> Difference | None:
    theirs = {record.repetition: getattr(record, metric) for record in by_algorithm[base]}
    pairs = [(getattr(r, metric), theirs[r.repetition]) for r in by_algorithm[one] if r.repetition in theirs]
    if not pairs:
        return None
    count: Callable[[Callable[[Any, Any], bool]], int] = lambda test: sum(test(a, b) for a, b in pairs)  # noqa: E731
    total = sum(b for _, b in pairs)
    return Difference(
        tree,
        one,
        base,
        metric,
        summarise([a - b for a, b in pairs]),
        sum(a for a, _ in pairs) / total if total else None,
        fewer=count(lambda a, b: a < b),
        equal=count(lambda a, b: a == b),
        more=count(lambda a, b: a > b),
    )


def _tree(tree: TreeSpec | str) -> TreeSpec:
    return TreeSpec.parse(tree) if isinstance(tree, str) else tree


def _algorithm(algorithm: AlgorithmSpec | str) -> AlgorithmSpec:
    return AlgorithmSpec.parse(algorithm) if isinstance(algorithm, str) else algorithm


def _check_metric(metric: str) -> None:
    if metric not in METRICS:
        raise unknown("metric", metric, METRICS)


def _column(name: str, used: list[str]) -> str:
    clash = name in used or name in ("tree", "algorithm", "seed", *Record._fields)
    return f"algorithm_{name}" if clash else name


def _simple(value: Any) -> Any:
    """A value that fits into one cell."""
    return value if value is None or isinstance(value, bool | int | float | str) else _text(value)


def _text(value: Any) -> str:
    if hasattr(value, "pairs"):
        return ",".join(f"{v}:{p}" for v, p in value.pairs)
    return ",".join(map(str, value)) if isinstance(value, tuple) else str(value)


def _uniform(values: list[Any]) -> list[Any]:
    """The values as one type, as Parquet requires: numbers of two types as float, other mixtures as text."""
    kinds = {type(value) for value in values if value is not None}
    if len(kinds) < 2:
        return values
    make: Any = float if kinds <= {int, float} else str
    return [None if value is None else make(value) for value in values]
