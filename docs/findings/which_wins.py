"""Which algorithm wins, once time is counted."""

from __future__ import annotations

import csv
import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any

import timing
from shared import (
    INK,
    Ratio,
    Row,
    Tables,
    apart,
    by_tree,
    canvas,
    columns_of,
    kind_of,
    leaves_of,
    markdown,
    ratio,
    save,
    size_of,
    storage_of,
    titles,
)

from halfmove import studies

COLUMNS = ("storage", *columns_of("ratio"), "above_alpha_beta")


def cells(table: studies.Table) -> Iterator[Row]:
    known = by_tree(table)
    for cell, records in table.cells():
        leaves, base = leaves_of(records), leaves_of(next(iter(known[cell.tree].values())))
        above = sum(a > b for a, b in zip(leaves, base, strict=True))
        yield {"storage": storage_of(records), **ratio(leaves, base).cells("ratio"), "above_alpha_beta": above}


# Times

TIMED = 40  # trees of each kind


def times_file(folder: Path) -> Path:
    return folder / "which_wins_times.csv"


def measure(table: studies.Table, folder: Path) -> None:
    timing.measure(table, times_file(folder), runs=9, trees=TIMED)


# Costs

COSTS = (0, 100, 1_000, 10_000)  # ns of an evaluation
ORACLE = "mtd_f exact guess"  # knows the value before it begins: shown, but not counted as a winner
NEAR = 0.03  # costs within this distance count as equal, however small the spread of the times


@dataclass(frozen=True)
class Timed:
    """One algorithm on one kind of trees.

    leaves   of every tree
    ratio    of their mean to alpha-beta's
    own      ns per leaf in every run
    base     alpha-beta's ns per leaf in the same runs
    """

    leaves: Sequence[int]
    ratio: Ratio
    own: tuple[float, ...]
    base: tuple[float, ...]

    def costs(self, evaluation: float) -> list[float]:
        """Cost relative to alpha-beta's, in every run, when an evaluation takes this many ns."""
        pairs = zip(self.own, self.base, strict=True)
        return [(a + evaluation) * self.ratio.value / (b + evaluation) for a, b in pairs]

    def spread(self, evaluation: float) -> float:
        """From the second lowest to the second highest run, as a part of the median."""
        costs = middle(self.costs(evaluation))
        return (costs[-1] - costs[0]) / median(costs)

    @property
    def per_leaf(self) -> float:
        """Time per leaf over alpha-beta's."""
        return median(a / b for a, b in zip(self.own, self.base, strict=True))

    @property
    def pays_from(self) -> float:
        """The evaluation, in alpha-beta's time per leaf, above which this is cheaper; infinite: it saves no leaves."""
        saved = 1 - self.ratio.value
        return max(0.0, (self.ratio.value * self.per_leaf - 1) / saved) if saved > 0 else math.inf


def middle(runs: Iterable[float]) -> list[float]:
    """Sorted, without the lowest and the highest: in one of nine runs anything may have happened."""
    return sorted(runs)[1:-1]


Timeds = dict[str, dict[str, dict[str, Timed]]]  # by size, kind of order, algorithm


def timed(table: studies.Table, folder: Path) -> Timeds:
    with times_file(folder).open(encoding="utf-8", newline="") as file:
        runs = {(row["tree"], row["algorithm"]): runs_in(row["runs"]) for row in csv.DictReader(file)}
    found: Timeds = {}
    for tree, some in by_tree(table).items():
        base = next(iter(some))
        if str(base) != "alpha_beta":
            raise ValueError("the first algorithm must be alpha_beta")
        here = found.setdefault(size_of(tree), {}).setdefault(kind_of(tree), {})
        for algorithm, records in some.items():
            leaves = leaves_of(records)
            here[short(str(algorithm))] = Timed(
                leaves,
                ratio(leaves, leaves_of(some[base])),
                runs[str(tree), str(algorithm)],
                runs[str(tree), str(base)],
            )
    return found


def runs_in(text: str) -> tuple[float, ...]:
    return tuple(map(float, text.split()))


def short(algorithm: str) -> str:
    name, _, rest = algorithm.partition(":")
    if name == "ps_star":
        return f"ps_star k={rest.partition('=')[2]}"
    return "iter_sss_star 1/4" if name == "iter_sss_star" else ORACLE if rest else name


def spreads(found: Timeds, evaluation: float) -> list[float]:
    """How much the cost differs from run to run, for every algorithm except alpha-beta on every kind of trees."""
    cells = [some for by_order in found.values() for some in by_order.values()]
    return [one.spread(evaluation) for some in cells for name, one in some.items() if name != "alpha_beta"]


def near_best(some: dict[str, Timed], evaluation: float) -> dict[str, float]:
    """The algorithms whose median cost is the least, or cannot be distinguished from it, best first.

    Costs cannot be distinguished when the medians are close, or when the runs and the trees may explain the difference.
    """
    costs = {name: median(one.costs(evaluation)) for name, one in some.items() if name != ORACLE}
    order = sorted(costs, key=costs.__getitem__)
    best = some[order[0]]
    limit = costs[order[0]] * (1 + NEAR)
    return {name: costs[name] for name in order if costs[name] <= limit or least(some[name], best, evaluation) <= 1}


def least(one: Timed, other: Timed, evaluation: float) -> float:
    """The low end of one cost over another: of the interval of their leaves, and of the runs."""
    times = middle((a + evaluation) / (b + evaluation) for a, b in zip(one.own, other.own, strict=True))
    return ratio(one.leaves, other.leaves).low * times[0]


def winners(some: dict[str, Timed], evaluation: float) -> str:
    near = near_best(some, evaluation)
    rest = [name for name in some if name not in near and name != ORACLE]
    names = ", ".join(near) if len(near) <= len(rest) + 1 else f"all but {', '.join(rest)}" if rest else "all"
    return f"{names} ({min(near.values()):.2f})"


# The page


def page(table: studies.Table, folder: Path) -> Tables:
    found = timed(table, folder)
    for size, by_order in found.items():
        draw(size, by_order, folder)
    tables = {
        "machine": timing.machine_table(times_file(folder), "trees"),
        "spread": markdown(["evaluation", "typical", "largest"], spread_rows(found)),
        "alpha-beta": markdown(["size", *next(iter(found.values()))], map(base_row, found.items())),
    }
    for size, by_order in found.items():
        heads = ["algorithm", *by_order]
        names = list(next(iter(by_order.values())))
        tables[f"{size} leaves"] = markdown(["algorithm", "storage", *by_order], leaf_rows(table, size))
        tables[f"{size} time per leaf"] = markdown(heads, time_rows(by_order, names))
        tables[f"{size} pays from"] = markdown(heads, pay_rows(by_order, names))
        rows = [[name_of_cost(c), *[winners(some, c) for some in by_order.values()]] for c in COSTS]
        tables[f"{size} winners"] = markdown(["evaluation", *by_order], rows)
    return tables


def name_of_cost(cost: int) -> str:
    return "nothing" if cost == 0 else f"{cost} ns" if cost < 1000 else f"{cost // 1000} µs"


def spread_rows(found: Timeds) -> Iterator[list[str]]:
    for cost in COSTS:
        some = spreads(found, cost)
        yield [name_of_cost(cost), f"{median(some):.1%}", f"{max(some):.1%}"]


def base_row(item: tuple[str, dict[str, dict[str, Timed]]]) -> list[str]:
    """Alpha-beta's ns per leaf: the median, and from the second lowest to the second highest run."""
    size, by_order = item
    own = [middle(some["alpha_beta"].own) for some in by_order.values()]
    return [size, *[f"{median(runs):.1f} ({runs[0]:.1f} to {runs[-1]:.1f})" for runs in own]]


def leaf_rows(table: studies.Table, size: str) -> Iterable[list[Any]]:
    rows: dict[str, list[Any]] = {}
    storage: dict[str, int] = {}
    trees = {tree: some for tree, some in by_tree(table).items() if size_of(tree) == size}
    for place, some in enumerate(trees.values()):
        base = leaves_of(next(iter(some.values())))
        for algorithm, records in some.items():
            name = short(str(algorithm))
            row = rows.setdefault(name, [""] * len(trees))
            row[place] = ratio(leaves_of(records), base)
            storage[name] = max(storage.get(name, 0), storage_of(records))
    return [[name, storage[name] or "", *row] for name, row in rows.items()]


def time_rows(by_order: dict[str, dict[str, Timed]], names: Sequence[str]) -> Iterator[list[str]]:
    for name in names:
        if name == "alpha_beta":
            continue
        row = [name]
        for some in by_order.values():
            one = some.get(name)
            ratios = middle(a / b for a, b in zip(one.own, one.base, strict=True)) if one else []
            row.append(f"{median(ratios):.2f} ({ratios[0]:.2f} to {ratios[-1]:.2f})" if ratios else "")
        yield row


def pay_rows(by_order: dict[str, dict[str, Timed]], names: Sequence[str]) -> Iterator[list[str]]:
    for name in names:
        if name != "alpha_beta":
            yield [name, *[pays(some.get(name)) for some in by_order.values()]]


def pays(one: Timed | None) -> str:
    if one is None:
        return ""
    if one.ratio.low < 1 < one.ratio.high:
        return "unclear"
    return "never" if math.isinf(one.pays_from) else f"{one.pays_from:.1f}"


# Those that are the best somewhere, beside alpha-beta, and ITERSSS*
SHOWN = ("p_alpha_beta", "scout", "sss_star", "ps_star k=2", "ps_star k=4", "iter_sss_star 1/4", "staged_sss_star")


TOP = 1.75  # of the drawing


def draw(size: str, by_order: dict[str, dict[str, Timed]], folder: Path) -> None:
    """Cost against the time of an evaluation, both relative to alpha-beta: that is the same on a faster machine."""
    figure, axes = canvas(3, 3, 13, 3.9, margins=(0.65, 1.1, 0.75, 0.65), gaps=(1.15, 0.55), sharex=True, sharey=True)
    units = [10 ** (step / 20) for step in range(-20, 61)]  # alpha-beta's time per leaf
    for axis, (order, some) in zip(axes.flat, by_order.items(), strict=True):
        axis.axhline(1, color="black", lw=1)
        ends = {}
        for name in SHOWN:
            one = some[name]
            costs = [(one.per_leaf + unit) * one.ratio.value / (1 + unit) for unit in units]
            axis.plot(units, costs, lw=1.5, color=INK[SHOWN.index(name)])
            ends[name] = costs[-1]
        label(axis, units[-1], {name: end for name, end in ends.items() if end < TOP})
        axis.set(title=order, xscale="log", xlim=(0.1, 1000), ylim=(0.45, TOP))
        axis.set_xticks([0.1, 1, 10, 100, 1000], ["0.1", "1", "10", "100", "1000"])
        axis.minorticks_off()
    low, high = (pick(median(some["alpha_beta"].own) for some in by_order.values()) for pick in (min, max))
    across = f"time of an evaluation / alpha-beta's time per leaf (that is {low:.0f} to {high:.0f} ns here)"
    titles(figure, across, "cost / alpha-beta's", f"{size}; alpha-beta is the line at 1")
    save(figure, folder, f"which_wins-{size[2:-1].replace(',', '-')}")


def label(axis: Any, x: float, ends: dict[str, float]) -> None:
    """The names of the curves beside their ends, without overlap."""
    for (name, end), height in zip(ends.items(), apart(list(ends.values()), 0.085), strict=True):
        colour = INK[SHOWN.index(name)]
        line = {"arrowstyle": "-", "lw": 0.6, "color": colour, "shrinkA": 0, "shrinkB": 0, "relpos": (0, 0.5)}
        look = {"color": colour, "fontsize": 8, "va": "center", "annotation_clip": False}
        axis.annotate(name, (x, end), (x * 1.7, height), arrowprops=line, **look)
