"""The measurements of a study, in units that are easy to read and with a common number of decimals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from statistics import median_high

from halfmove.reports.numbers import common_places
from halfmove.studies.specs import TreeSpec
from halfmove.studies.statistics import Summary
from halfmove.studies.table import Aggregate, Difference, Table
from halfmove.studies.work import COUNTERS

# What a metric counts.
_WORDS = {
    "leaves": "leaves evaluated",
    "nodes": "nodes entered",
    "researches": "subtrees searched again",
    "max_open": "most states on OPEN",
    "max_backup": "most states in BACKUP",
    "table": "most entries in the table",
    "table_hits": "answers from the table",
    "fallbacks": "subtrees solved depth-first",
    "rounds": "rounds of a parallel search",
    "idle": "rounds without work",
    "steals": "times that work was handed over",
}
_TIMES = ((1.0, 1.0, "time in seconds"), (1e-3, 1e3, "time in milliseconds"), (0.0, 1e6, "time in microseconds"))


@dataclass(frozen=True)
class Measure:
    """One metric of a study; `words` names what is counted, and the unit of its numbers.

    unfinished   for each kind of trees that is not finished: how many searches are done, and how many are planned
    """

    metric: str
    words: str
    aggregates: tuple[Aggregate, ...]
    differences: tuple[Difference, ...]
    unfinished: Mapping[TreeSpec, tuple[int, int]] = field(default_factory=dict)

    @property
    def title(self) -> str:
        return self.words[0].upper() + self.words[1:]

    @property
    def places(self) -> int:
        """Decimals of its means."""
        return common_places(each.summary.mean for each in self.aggregates)

    def groups(self) -> list[list[Aggregate]]:
        """The entries of each kind of trees."""
        groups: dict[str, list[Aggregate]] = {}
        for each in self.aggregates:
            groups.setdefault(str(each.tree), []).append(each)
        return list(groups.values())


def measure(table: Table, metric: str, against: str | None = None) -> Measure:
    """A metric of a study. The unit of times is chosen for the median of the means."""
    aggregates, differences = table.aggregates(metric), table.differences(metric, against)
    counts = {tree: table.done(tree) for tree in table.plan.trees}
    unfinished = {tree: (done, planned) for tree, (done, planned) in counts.items() if done < planned}
    if metric in COUNTERS:
        return Measure(metric, _WORDS[metric], tuple(aggregates), tuple(differences), unfinished)
    factor, words = _unit([each.summary.mean for each in aggregates])
    return Measure(
        metric,
        words,
        tuple(replace(each, summary=_times(each.summary, factor)) for each in aggregates),
        tuple(replace(each, summary=_times(each.summary, factor)) for each in differences),
        unfinished,
    )


def _unit(seconds: Sequence[float]) -> tuple[float, str]:
    """
    >>> _unit([0.0002, 0.02, 3.0]), _unit([]), _unit([70, 0.1])
    ((1000.0, 'time in milliseconds'), (1000000.0, 'time in microseconds'), (1.0, 'time in seconds'))
    """
    middle = median_high(seconds) if seconds else 0.0
    return next((factor, words) for least, factor, words in _TIMES if middle >= least)


def _times(summary: Summary, factor: float) -> Summary:
    def scaled(value: float | None) -> float | None:
        return None if value is None else value * factor

    return replace(
        summary,
        mean=summary.mean * factor,
        deviation=scaled(summary.deviation),
        error=scaled(summary.error),
        low=scaled(summary.low),
        high=scaled(summary.high),
    )
