"""What the findings share: numbers with their intervals, tables as Markdown, and reproducible drawings."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence
from itertools import zip_longest
from pathlib import Path
from typing import Any

from halfmove import studies
from halfmove.studies import statistics

HERE = Path(__file__).parent
# The colours of the pages of reports and studies, and two more.
INK = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#b07a00", "#666666", "#56b4e9", "#882255", "#000000")

Tables = dict[str, str]
Row = dict[str, Any]
ByTree = dict[studies.TreeSpec, dict[studies.AlgorithmSpec, tuple[studies.Record, ...]]]


# Numbers


class Ratio(statistics.Ratio):
    """A ratio of means over the same trees and its 95 % interval, as the findings write it."""

    def __str__(self) -> str:
        """
        >>> str(Ratio(0.9, 0.889, 0.912)), str(Ratio(1.0, 1.0, 1.0))
        ('0.900 ± 0.012', '1.000')
        """
        reach = max(self.high - self.value, self.value - self.low)
        return f"{self.value:.3f}" + (f" ± {reach:.3f}" if reach else "")

    def cells(self, name: str) -> Row:
        """As columns of a CSV file."""
        return {name: f"{self.value:.4f}", f"{name}_low": f"{self.low:.4f}", f"{name}_high": f"{self.high:.4f}"}


def columns_of(*names: str) -> tuple[str, ...]:
    """The names of the columns that `Ratio.cells` fills."""
    return tuple(f"{name}{end}" for name in names for end in ("", "_low", "_high"))


def mean(numbers: Sequence[float]) -> float:
    return math.fsum(numbers) / len(numbers)


def reach(numbers: Sequence[float]) -> float:
    """Half of the 95 % interval of the mean."""
    found = studies.summarise(numbers)
    assert found.high is not None
    return found.high - found.mean


def ratio(numbers: Sequence[float], reference: Sequence[float]) -> Ratio:
    """Mean over mean, over the same trees.

    >>> str(ratio([2, 4, 6], [4, 8, 12])), str(ratio([2, 4, 6], [5, 8, 12]))
    ('0.500', '0.480 ± 0.116')
    """
    return against(numbers, [(1.0, reference)])


def against(numbers: Sequence[float], references: Sequence[tuple[float, Sequence[float]]]) -> Ratio:
    """The mean over the product of the references' means, each to the power of its weight."""
    found = statistics.ratio_of(numbers, references)
    return Ratio(found.value, found.low, found.high)


def part(numbers: Sequence[float], whole: Sequence[float]) -> Ratio:
    """Mean over mean where the first may be 0 or less: the interval is by the delta method, on the ratio itself."""
    value = mean(numbers) / mean(whole)
    error = reach([x - value * y for x, y in zip(numbers, whole, strict=True)]) / abs(mean(whole))
    return Ratio(value, value - error, value + error)


def leaves_of(records: Iterable[studies.Record]) -> list[int]:
    return [record.leaves for record in records]


def storage_of(records: Iterable[studies.Record]) -> int:
    """The storage to reserve: the most states that OPEN and BACKUP held on any of the trees."""
    return max(record.max_open + record.max_backup for record in records)


def shape_of(tree: studies.TreeSpec) -> tuple[int, int]:
    """Width and depth."""
    assert tree.size is not None
    return tree.size


def by_tree(table: studies.Table) -> ByTree:
    found: ByTree = {}
    for cell, records in table.cells():
        found.setdefault(cell.tree, {})[cell.algorithm] = records
    return found


# Words


def size_of(tree: studies.TreeSpec) -> str:
    width, depth = shape_of(tree)
    return f"T({width},{depth})"


def kind_of(tree: studies.TreeSpec) -> str:
    """The order of the moves, in a few words."""
    given = tree.all_arguments
    if tree.name != "ordered":
        return "independent leaves"
    order, p = given["order"], given["probability"]
    if order in ("first", "geometric"):
        return f"{order} {p:g}"
    if order in (1, "random"):
        return "random order"
    return str(order) if isinstance(order, str) else f"R = {order}" + (f", p = {p:g}" if p != 1 else "")


def markdown(heads: Sequence[str], rows: Iterable[Sequence[Any]]) -> str:
    lines = ["| " + " | ".join(heads) + " |", "|---" + "|---:" * (len(heads) - 1) + "|"]
    return "\n".join(lines + ["| " + " | ".join(map(str, row)) + " |" for row in rows]) + "\n"


def span(numbers: Iterable[float], form: str = ".2f") -> str:
    """
    >>> span([0.5, 0.75, 0.625]), span([1, 1.001]), span([])
    ('0.50 to 0.75', '1.00', '')
    """
    texts = [format(number, form) for number in sorted(numbers)]
    if not texts:
        return ""
    return texts[0] if texts[0] == texts[-1] else f"{texts[0]} to {texts[-1]}"


# Drawings


def canvas(
    rows: int,
    columns: int,
    width: float = 12,
    height: float = 3.4,
    margins: tuple[float, float, float, float] = (0.85, 0.15, 0.35, 0.6),
    gaps: tuple[float, float] = (0.35, 0.75),
    **options: Any,
) -> Any:
    """A figure and its panels.

    Margins (left, right, top, bottom) and gaps (across, down) are given in inches, not found by a layout engine: those
    of matplotlib solve equations in an order that depends on memory addresses, and the last digits change.
    """
    import matplotlib

    matplotlib.use("svg")
    import matplotlib.pyplot as plt

    plt.rcParams.update(
        {
            "svg.hashsalt": "halfmove",
            "svg.fonttype": "none",
            "font.family": "DejaVu Sans",
            "font.size": 9,
            "axes.spines.top": False,
            "axes.spines.right": False,
            "axes.grid": True,
            "grid.color": "#e5e5e5",
            "axes.axisbelow": True,
            "legend.frameon": False,
            "axes.titlesize": 10,
        }
    )
    left, right, top, bottom = margins
    tall = height * rows
    inside = {
        "left": left / width,
        "right": 1 - right / width,
        "top": 1 - top / tall,
        "bottom": bottom / tall,
        "wspace": gaps[0] / ((width - left - right - gaps[0] * (columns - 1)) / columns),
        "hspace": gaps[1] / ((tall - top - bottom - gaps[1] * (rows - 1)) / rows),
    }
    return plt.subplots(rows, columns, figsize=(width, tall), squeeze=False, gridspec_kw=inside, **options)


def titles(figure: Any, across: str, up: str, above: str = "") -> None:
    """The titles of the axes that all panels share, at the edges of the figure."""
    wide, tall = figure.get_size_inches()
    figure.supxlabel(across, y=0.1 / tall, va="bottom", fontsize=10)
    figure.supylabel(up, x=0.1 / wide, ha="left", fontsize=10)
    if above:
        figure.suptitle(above, y=1 - 0.1 / tall, va="top", fontsize=11)


def save(figure: Any, folder: Path, name: str) -> None:
    import matplotlib.pyplot as plt

    path = folder / f"{name}.svg"
    figure.savefig(path, metadata={"Date": None, "Creator": None})
    plt.close(figure)
    lines = [line.strip() for line in path.read_text(encoding="utf-8").splitlines()]
    text = "\n".join(line for line in lines if line and not re.fullmatch("<!--.*-->", line))
    path.write_text(text + "\n", encoding="utf-8")


def apart(heights: Sequence[float], least: float) -> list[float]:
    """Heights of labels at least this far apart, as near to the wanted ones as their order allows.

    >>> apart([1.0, 1.0, 5.0], 1.0)
    [0.5, 1.5, 5.0]
    """
    order = sorted(range(len(heights)), key=heights.__getitem__)
    groups: list[tuple[float, int]] = []  # centre and size of labels that touch
    for place in order:
        groups.append((heights[place], 1))
        while len(groups) > 1:
            (below, few), (above, more) = groups[-2:]
            if above - below >= least * (few + more) / 2 - 1e-12:
                break
            groups[-2:] = [((below * few + above * more) / (few + more), few + more)]
    placed = [centre + least * (at - (size - 1) / 2) for centre, size in groups for at in range(size)]
    found = dict(zip_longest(order, placed))
    return [found[place] for place in range(len(heights))]
