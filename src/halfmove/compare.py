"""Several algorithms on the same trees: how many leaves each evaluates, compared with alpha-beta and with the minimum.

A comparison is a small study that runs tree by tree in this process: its trees, seeds, records and means are those of
`halfmove.studies`. So `uniform:8,4` with seed 1 means the same trees here, in a study and in `halfmove reproduce`.

>>> rows = compare(["uniform:3,4"], ["scout:test=strict"], trees=5)
>>> [row.algorithm for row in rows], rows[0].minimum, rows[0].relative
(['alpha_beta', 'scout:test=strict'], 17, 1.0)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from halfmove.base.gate import checked
from halfmove.base.notebook import Shows, count, html_of, table_html, table_text, text_of
from halfmove.base.printable import printable_line
from halfmove.studies import AlgorithmSpec, Interrupted, Plan, Record, Table, TreeSpec, plan
from halfmove.studies.study import Progress
from halfmove.studies.work import Batch, compile_first, run_batch
from halfmove.theory import minimum_leaves

REFERENCE = AlgorithmSpec.of("alpha_beta")


@dataclass(frozen=True)
class Row:
    """One algorithm on all trees of one family.

    Attributes
    ----------
    family : str
        The family of trees.
    algorithm : str
        The algorithm with its parameters.
    trees : int
        How many trees.
    leaves : float
        Mean number of leaves evaluated.
    standard_error : float or None
        The standard error of that mean; None for a single tree.
    minimum : int or None
        The fewest leaves with which any algorithm can prove the value of such a tree; None if it is not known.
    relative : float
        Mean leaves divided by those of alpha_beta on the same trees.
    nodes : float
        Mean number of nodes entered.
    seconds : float
        Time for all trees together; with compiled=None it includes compiling.
    expected : float or None
        The mean over all trees of the family by `halfmove.theory`; None where there is no formula.
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


class Rows(Shows, list[Row]):
    """The rows of a comparison: a list that prints as a table for each family."""


@checked
def compare(
    families: Iterable[TreeSpec | str],
    algorithms: Iterable[AlgorithmSpec | str],
    trees: int = 100,
    seed: int = 1,
    *,
    depth: int | None = None,
    compiled: bool | None = None,
) -> Rows:
    """Compare algorithms on the same trees.

    Parameters
    ----------
    families : iterable of str or TreeSpec
        Families of trees, such as "uniform:8,4".
    algorithms : iterable of str or AlgorithmSpec
        The algorithms, such as "ps_star:phases=2". alpha_beta is always added as the first.
    trees : int
        Trees of each family.
    seed : int
        The seed of the first tree.
    depth : int, optional
        Half-moves to search in families and games that do not give a depth themselves.
    compiled : bool, optional
        True: machine code; False: plain Python; None: whichever is faster, compilation included.

    Returns
    -------
    Rows
        One row for each family and algorithm.
    """
    return rows(measure(planned(families, algorithms, trees, seed, depth), compiled))


@checked
def planned(
    families: Iterable[TreeSpec | str],
    algorithms: Iterable[AlgorithmSpec | str],
    trees: int = 100,
    seed: int = 1,
    depth: int | None = None,
) -> Plan:
    """Plan a comparison as a study, with alpha_beta first as the reference.

    Parameters
    ----------
    families, algorithms, trees, seed, depth
        As in `compare`.

    Returns
    -------
    Plan
        The study, for `measure`.
    """
    kinds = [TreeSpec.parse(each) if isinstance(each, str) else each for each in families]
    if depth is not None:
        kinds = [kind if kind.look_ahead is not None else kind.looking_ahead(depth) for kind in kinds]
    return plan(kinds, [REFERENCE, *algorithms], trees, seed, "compare")


@checked
def measure(study: Plan, compiled: bool | None = None, progress: Progress | None = None) -> Table:
    """Search tree after tree with every algorithm.

    Parameters
    ----------
    study : Plan
        The plan, from `planned`.
    compiled : bool, optional
        True: machine code; False: plain Python; None: whichever is faster, compilation included.
    progress : callable, optional
        Called with (trees done, all trees).

    Returns
    -------
    Table
        The results, for `rows`.

    Raises
    ------
    Interrupted
        On Ctrl-C, with the table of the trees that every algorithm has searched.
    """
    batches = {tree: [batch for batch in _batches(study, compiled) if batch.tree == tree] for tree in study.trees}
    total = sum(len(group[0].repetitions) for group in batches.values())
    records: list[list[Record]] = [[] for _ in study.cells]
    done = 0
    try:
        for group in batches.values():
            for batch in group if compiled else ():
                compile_first(batch)  # or load it: neither counts as searching
            for number in group[0].repetitions:
                searched = [run_batch(replace(batch, repetitions=(number,))) for batch in group]
                for one in searched:
                    records[one.cell] += one.records
                done += 1
                if progress is not None:
                    progress(done, total)
    except KeyboardInterrupt:
        raise Interrupted(_table(study, records), done, total, "trees") from None
    return _table(study, records)


def _batches(study: Plan, compiled: bool | None) -> Iterator[Batch]:
    for place, cell in enumerate(study.cells):
        yield Batch(place, cell.tree, cell.algorithm, study.seed, tuple(cell.repetitions), compiled)


def _table(study: Plan, records: list[list[Record]]) -> Table:
    return Table(study, tuple(map(tuple, records)))


@checked
def rows(table: Table) -> Rows:
    """Return one row for each family and algorithm that has results.

    Parameters
    ----------
    table : Table
        The results of `measure`.
    """
    nodes = {(each.tree, each.algorithm): each.summary for each in table.aggregates("nodes")}
    seconds = {(each.tree, each.algorithm): each.summary for each in table.aggregates("seconds")}
    leaves = table.aggregates("leaves")
    reference = {each.tree: each.summary.mean for each in leaves if each.algorithm == REFERENCE}
    return Rows(
        Row(
            family=str(each.tree),
            algorithm=str(each.algorithm),
            trees=each.summary.count,
            leaves=each.summary.mean,
            standard_error=each.summary.error,
            minimum=_minimum(each.tree),
            relative=each.summary.mean / reference[each.tree],
            nodes=nodes[each.tree, each.algorithm].mean,
            seconds=seconds[each.tree, each.algorithm].mean * each.summary.count,
            expected=each.expected,
        )
        for each in leaves
    )


@checked
def single_searches(table: Table) -> Iterator[dict[str, Any]]:
    """Return one row for each tree and algorithm, tree by tree.

    Parameters
    ----------
    table : Table
        The results of `measure`.

    Yields
    ------
    dict
        A search, by the names of its columns.
    """
    counted = ("value", "bound", "leaves", "nodes", "researches", "max_open", "seconds")
    for tree in table.plan.trees:
        cells = [(cell, records) for cell, records in table.cells() if cell.tree == tree]
        for together in zip(*(records for _, records in cells), strict=True):
            for (cell, _), record in zip(cells, together, strict=True):
                yield {
                    "family": str(tree),
                    "tree": record.repetition,
                    "seed": tree.seed(table.plan.seed, record.repetition),
                    "algorithm": str(cell.algorithm),
                    **{name: getattr(record, name) for name in counted},
                    "minimum": _minimum(tree),
                    "expected": cell.expected_leaves,
                }


@text_of.register
def _(rows: Rows) -> str:
    shown = (f"{printable_line(title)}\n{table_text(heads, lines)}" for title, heads, lines in _shown(rows))
    return "\n\n".join(shown) or "no rows"


@html_of.register
def _(rows: Rows) -> str:
    return "".join(table_html(heads, lines, title=title) for title, heads, lines in _shown(rows)) or "no rows"


def _shown(rows: Rows) -> Iterator[tuple[str, list[str], list[list[str]]]]:
    """Title, headings and lines of each family. Seconds are left out: they differ every time."""
    for family in dict.fromkeys(row.family for row in rows):
        group = [row for row in rows if row.family == family]
        least = group[0].minimum
        title = f"{family}: {group[0].trees} tree{'s' if group[0].trees > 1 else ''}"
        title += "" if least is None else f", at least {count(least)} leaves each"
        known = any(row.expected is not None for row in group)
        heads = ["algorithm", "leaves", "std error", *(["expected"] if known else [])]
        lines = []
        for row in group:
            line = [row.algorithm, count(row.leaves), "" if row.standard_error is None else count(row.standard_error)]
            line += ([""] if row.expected is None else [count(row.expected)]) if known else []
            line += [] if least is None else [f"{row.leaves / least:.3f}"]
            lines.append([*line, f"{row.relative:.3f}"])
        yield title, [*heads, *([] if least is None else ["/ minimum"]), "/ alpha_beta"], lines


def _minimum(tree: TreeSpec) -> int | None:
    if tree.size is None:
        return None
    width, depth = tree.size
    return minimum_leaves(width, depth if tree.look_ahead is None else min(depth, tree.look_ahead))
