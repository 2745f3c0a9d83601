"""What it costs to keep OPEN: as blocks, and as the sorted list of the papers."""

from __future__ import annotations

import csv
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

import timing
from shared import INK, Row, Tables, by_tree, canvas, kind_of, leaves_of, markdown, mean, save, size_of, titles

import halfmove as hm
from halfmove import studies

COLUMNS = ("passed", "swept", "first_passed")
COUNTED = 20  # trees of each kind on which steps are counted
KEPT = 3  # trees whose steps are stored one by one, for a test to compare with


class Steps(NamedTuple):
    """States that the list of one search passed to insert others, and looked at to purge some."""

    leaves: int
    passed: int
    swept: int


def is_list(algorithm: studies.AlgorithmSpec) -> bool:
    return algorithm.named.get("open") == "list"


@lru_cache(maxsize=1)
def steps_of(table: studies.Table) -> dict[studies.Cell, list[Steps]]:
    """The steps of every cell with a list, tree by tree. They are counted, so they are the same on every machine."""
    found = {}
    for cell, records in table.cells():
        if is_list(cell.algorithm):
            found[cell] = [counted(table.plan.seed, cell, record.repetition) for record in records[:COUNTED]]
    return found


def counted(seed: int, cell: studies.Cell, repetition: int) -> Steps:
    game = cell.tree.make(cell.tree.seed(seed, repetition))
    r = hm.search(game, cell.algorithm.id, compiled=True, **cell.algorithm.named)
    return Steps(r.counts.leaves, r.counters["passed"], r.counters["swept"])


def cells(table: studies.Table) -> Iterator[Row]:
    for cell, _ in table.cells():
        steps = steps_of(table).get(cell)
        if steps is None:
            yield dict.fromkeys(COLUMNS, "")
        else:
            first = " ".join(str(one.passed) for one in steps[:KEPT])
            passed, swept = (per_leaf(steps, name) for name in ("passed", "swept"))
            yield {"passed": f"{passed:.3f}", "swept": f"{swept:.3f}", "first_passed": first}


def per_leaf(steps: Sequence[Steps], name: str) -> float:
    return sum(getattr(one, name) for one in steps) / sum(one.leaves for one in steps)


# Times

RUNS, TIMED = 7, 6  # processes, and trees of each kind


def times_file(folder: Path) -> Path:
    return folder / "keeping_open_times.csv"


def measure(table: studies.Table, folder: Path) -> None:
    timing.measure(table, times_file(folder), runs=RUNS, trees=TIMED)


def times_in(file: Path) -> dict[tuple[str, str], list[float]]:
    """ns per leaf in every run, by tree and algorithm."""
    with file.open(encoding="utf-8", newline="") as lines:
        rows = list(csv.DictReader(lines))
    return {(row["tree"], row["algorithm"]): [float(ns) for ns in row["runs"].split()] for row in rows}


@dataclass(frozen=True)
class Kept:
    """One algorithm on one kind of trees, with OPEN kept in both ways.

    ratio          of its leaves to alpha-beta's
    blocks, list   ns per leaf in every run, and `base` those of alpha-beta in the same runs
    """

    tree: str
    order: str
    name: str
    open: int
    passed: float
    swept: float
    ratio: float
    blocks: Sequence[float]
    list: Sequence[float]
    base: Sequence[float]

    @property
    def slower(self) -> list[float]:
        """The list's time over that of the blocks, in every run."""
        return [a / b for a, b in zip(self.list, self.blocks, strict=True)]

    @property
    def extra(self) -> float:
        """ns per leaf that the list takes longer."""
        return median(a - b for a, b in zip(self.list, self.blocks, strict=True))

    def whole(self, kept: Sequence[float]) -> float:
        """The time of a whole search over alpha-beta's."""
        return median(self.ratio * a / b for a, b in zip(kept, self.base, strict=True))

    def pays_from(self, kept: Sequence[float]) -> float:
        """The time of an evaluation, in units of alpha-beta's time per leaf, from which this is quicker."""
        saved = 1 - self.ratio
        return max(0.0, (self.whole(kept) - 1) / saved) if saved > 0 else math.inf


def kept_ways(table: studies.Table, folder: Path) -> list[Kept]:
    times, found = times_in(times_file(folder)), []
    known = {(cell.tree, cell.algorithm): steps for cell, steps in steps_of(table).items()}
    for tree, some in by_tree(table).items():
        base, *others = some.items()
        for (plain, _), (listed, records) in zip(others[::2], others[1::2], strict=True):
            assert str(listed) == str(plain).replace("open=blocks", "open=list") != str(plain)
            steps = known[tree, listed]
            runs = [times[str(tree), str(each)] for each in (plain, listed, base[0])]
            share = mean(leaves_of(records)) / mean(leaves_of(base[1]))
            most = max(record.max_open for record in records)
            done = per_leaf(steps, "passed"), per_leaf(steps, "swept")
            found.append(Kept(size_of(tree), kind_of(tree), short(plain), most, *done, share, *runs))
    return found


def short(algorithm: studies.AlgorithmSpec) -> str:
    named = algorithm.named
    if algorithm.id == "ps_star":
        return f"PS*({named['phases']})"
    return "SSS*" if algorithm.id == "sss_star" else f"ITERSSS*({named['memory']})"


def line_through(ways: Sequence[Kept]) -> tuple[float, float]:
    """(a, b) of least squares: the list's extra time per leaf is a + b * states passed or looked at, in ns."""
    x, y = [one.passed + one.swept for one in ways], [one.extra for one in ways]
    slope = sum((a - mean(x)) * (b - mean(y)) for a, b in zip(x, y, strict=True)) / sum((a - mean(x)) ** 2 for a in x)
    return mean(y) - slope * mean(x), slope


# The page


def page(table: studies.Table, folder: Path) -> Tables:
    ways = kept_ways(table, folder)
    draw(ways, folder)
    heads = ["tree", "order", "algorithm", "OPEN"]
    return {
        "machine": timing.machine_table(times_file(folder), "trees"),
        "steps": markdown([*heads, "passed", "swept", "passed / OPEN"], map(steps_row, ways)),
        "times": markdown([*heads, "blocks", "list", "list / blocks"], map(times_row, ways)),
        "alpha-beta": markdown(
            ["tree", "order", "leaves", "time, blocks", "time, list", "pays from, blocks", "pays from, list"],
            (whole_row(one) for one in ways if one.name == "SSS*"),
        ),
    }


def steps_row(one: Kept) -> list[Any]:
    share = f"{one.passed / one.open:.1%}"
    return [one.tree, one.order, one.name, one.open, f"{one.passed:.2f}", f"{one.swept:.2f}", share]


def times_row(one: Kept) -> list[Any]:
    """Medians; of the ratios also the second lowest and second highest run."""
    ratios = sorted(one.slower)[1:-1]
    text = f"{median(ratios):.2f} ({ratios[0]:.2f} to {ratios[-1]:.2f})"
    return [one.tree, one.order, one.name, one.open, f"{median(one.blocks):.1f}", f"{median(one.list):.1f}", text]


def whole_row(one: Kept) -> list[Any]:
    kept = (one.blocks, one.list)
    whole = [f"{one.whole(each):.2f}" for each in kept]
    return [one.tree, one.order, f"{one.ratio:.3f}", *whole, *[f"{one.pays_from(each):.1f}" for each in kept]]


GROUPS = ("SSS*", "PS*(2)", "PS*(4)", "ITERSSS*")


def draw(ways: Sequence[Kept], folder: Path) -> None:
    """Against the size of OPEN: states passed for one leaf, and time of the list over that of the blocks."""
    figure, axes = canvas(1, 2, 12, 4.2, gaps=(0.9, 0.75))
    for axis, value in zip(axes.flat, (lambda one: one.passed, lambda one: median(one.slower)), strict=True):
        for group, colour in zip(GROUPS, INK, strict=False):
            for order, mark in (("random order", "o"), ("R = 2", "s"), ("independent leaves", "^")):
                some = [one for one in ways if one.name.startswith(group) and one.order == order]
                label = f"{group}, {order}" if some else None
                xs, ys = [one.open for one in some], [value(one) for one in some]
                axis.plot(xs, ys, mark, color=colour, ms=6, mfc=colour if mark == "o" else "none", label=label)
        axis.set(xscale="log", xlim=(3, 6000))
        axis.set_xticks([4, 16, 64, 256, 1024, 4096], ["4", "16", "64", "256", "1024", "4096"])
        axis.minorticks_off()
    axes[0][0].set(yscale="log", title="states passed for one leaf")
    axes[0][1].set(title="time per leaf, list / blocks", ylim=(0, None))
    axes[0][0].legend(fontsize=7, loc="upper left")
    titles(figure, "the largest OPEN", "")
    save(figure, folder, "keeping_open-steps")
