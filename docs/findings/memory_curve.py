"""How the leaves of ITERSSS* fall with its memory."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

from shared import (
    INK,
    Ratio,
    Row,
    Tables,
    by_tree,
    canvas,
    columns_of,
    kind_of,
    leaves_of,
    markdown,
    mean,
    part,
    ratio,
    save,
    shape_of,
    size_of,
    titles,
)

from halfmove import studies

COARSE = 9  # values of M from the least to the largest, in equal ratios
COLUMNS = (*columns_of("ratio", "saving"), "on_curve")
WAVES = ("T(5,6)", "T(4,6)")  # where every M was tried


@dataclass(frozen=True)
class Curve:
    """One kind of trees: the leaves of every tree, for alpha-beta, SSS*, and ITERSSS* by its memory."""

    tree: studies.TreeSpec
    alpha_beta: list[int]
    sss: list[int]
    runs: dict[int, list[int]]

    @property
    def memories(self) -> list[int]:
        """The nine values in equal ratios, among those that were tried."""
        least, largest = min(self.runs), max(self.runs)
        return [round(least * (largest / least) ** (step / (COARSE - 1))) for step in range(COARSE)]

    @property
    def complete(self) -> bool:
        return len(self.runs) > COARSE

    def way(self, memory: int) -> float:
        """The position of the logarithm of a memory between the least and the largest, from 0 to 1."""
        least, largest = min(self.runs), max(self.runs)
        return math.log(memory / least) / math.log(largest / least)

    def relative(self, memory: int) -> Ratio:
        """Leaves over alpha-beta's."""
        return ratio(self.runs[memory], self.alpha_beta)

    def saving(self, memory: int) -> Ratio:
        """The share of the leaves that SSS* saves against ITERSSS* with the least memory."""
        most = self.runs[min(self.runs)]
        saved = [a - b for a, b in zip(most, self.runs[memory], strict=True)]
        return part(saved, [a - b for a, b in zip(most, self.sss, strict=True)])

    def change(self, less: int, more: int) -> Ratio:
        """By how much, as a part, the leaves change from one memory to another."""
        return part([b - a for a, b in zip(self.runs[less], self.runs[more], strict=True)], self.runs[less])


def curves(table: studies.Table) -> list[Curve]:
    found = []
    for tree, some in by_tree(table).items():
        by_id = {str(a): leaves_of(records) for a, records in some.items()}
        runs = {a.named["memory"]: leaves_of(r) for a, r in some.items() if a.id == "iter_sss_star"}
        found.append(Curve(tree, by_id["alpha_beta"], by_id["sss_star"], runs))
    return found


def cells(table: studies.Table) -> Iterator[Row]:
    known = {curve.tree: curve for curve in curves(table)}
    for cell, records in table.cells():
        curve, memory = known[cell.tree], cell.algorithm.named.get("memory")
        row = ratio(leaves_of(records), curve.alpha_beta).cells("ratio")
        if memory:
            row |= curve.saving(memory).cells("saving") | {"on_curve": int(memory in curve.memories)}
        yield row


def page(table: studies.Table, folder: Path) -> Tables:
    found = curves(table)
    draw_leaves(found, folder)
    draw_saving(found, folder)
    draw_every(found, folder)
    names = ["M_0", *[f"{step}/{COARSE - 1}" for step in range(1, COARSE - 1)], "full"]
    return {
        "leaves": markdown(["size", "trees", *names, "SSS*"], map(leaves_row, found)),
        "saving": markdown(["size", "trees", *names[1:-1], "last step", "farthest from the line"], shape_rows(found)),
        "steps": markdown(
            ["size", "trees", "trees with a rise", "steps that rise", "largest rise", "rise of the mean", "M_0 = AB"],
            map(steps_row, found),
        ),
        "waves": markdown(
            ["size", "trees", "minimum at M", "worst M after it", "rise (95 % interval)", "lower again at"],
            wave_rows(found),
        ),
    }


def leaves_row(curve: Curve) -> list[Any]:
    ratios = [curve.relative(memory) for memory in curve.memories]
    return [size_of(curve.tree), kind_of(curve.tree), *ratios, ratio(curve.sss, curve.alpha_beta)]


def farthest(curve: Curve) -> float:
    """The largest distance of the saving from the straight line against log M, with its sign."""
    return max((curve.saving(m).value - curve.way(m) for m in curve.memories), key=abs)


def shape_rows(found: Iterable[Curve]) -> Iterator[list[Any]]:
    for curve in found:
        parts = [curve.saving(memory) for memory in curve.memories[1:-1]]
        middle = [f"{each.value:.2f} ± {each.high - each.value:.2f}" for each in parts]
        last = f"{1 - parts[-1].value:.2f} ± {parts[-1].high - parts[-1].value:.2f}"
        yield [size_of(curve.tree), kind_of(curve.tree), *middle, last, f"{farthest(curve):+.2f}"]


def steps_row(curve: Curve) -> list[Any]:
    pairs, runs, trees = list(pairwise(curve.memories)), curve.runs, len(curve.alpha_beta)
    rises = [sum(runs[m][i] > runs[k][i] for k, m in pairs) for i in range(trees)]
    largest = max(runs[m][i] / runs[k][i] - 1 for k, m in pairs for i in range(trees))
    same = sum(a == b for a, b in zip(runs[min(runs)], curve.alpha_beta, strict=True))
    return [
        size_of(curve.tree),
        kind_of(curve.tree),
        f"{sum(map(bool, rises)) / trees:.0%}",
        f"{sum(rises) / trees / len(pairs):.1%}",
        f"{largest:.0%}",
        "; ".join(rising(curve, pairs)),
        f"{same / trees:.0%}",
    ]


def rising(curve: Curve, pairs: Iterable[tuple[int, int]]) -> Iterator[str]:
    """The steps at which even the mean rises: the 95 % interval of the paired difference is above 0."""
    for less, more in pairs:
        change = curve.change(less, more)
        if change.low > 0:
            yield f"{less} to {more}: +{change.value:.1%}"


def minima(width: int) -> list[int]:
    """Where the waves of trees with five or six half-moves should begin."""
    return [width + k * (width**2 - 1) for k in range(1, width)]


def wave_rows(found: Iterable[Curve]) -> Iterator[list[Any]]:
    for curve in found:
        if not curve.complete:
            continue
        width, means = shape_of(curve.tree)[0], {m: mean(curve.runs[m]) for m in sorted(curve.runs)}
        for low in minima(width):
            high = max(range(low, low + width**2 - 1), key=means.__getitem__)
            rise = curve.change(low, high)
            text = f"{rise.value:+.1%} ({rise.low:.1%} to {rise.high:.1%})"
            again = next((m for m in means if m > high and means[m] < means[low]), "")
            yield [size_of(curve.tree), kind_of(curve.tree), low, high, text, again]


# Drawings


def panels(found: list[Curve]) -> tuple[list[str], dict[str, str]]:
    """The kinds of trees, one a panel, and a colour for every size."""
    sizes = list(dict.fromkeys(size_of(curve.tree) for curve in found))
    return list(dict.fromkeys(kind_of(curve.tree) for curve in found)), dict(zip(sizes, INK, strict=False))


def draw_leaves(found: list[Curve], folder: Path) -> None:
    kinds, colours = panels(found)
    figure, axes = canvas(1, len(kinds), 13, 4.4, sharey=True)
    for curve in found:
        axis, size = axes[0][kinds.index(kind_of(curve.tree))], size_of(curve.tree)
        parts = [curve.relative(memory) for memory in curve.memories]
        values, reaches = [each.value for each in parts], [each.high - each.value for each in parts]
        way = [curve.way(memory) for memory in curve.memories]
        axis.errorbar(way, values, reaches, fmt="o-", ms=3.5, lw=1.2, color=colours[size], label=size)
    for axis, kind in zip(axes[0], kinds, strict=True):
        axis.set(title=kind, ylim=(0.5, 1.03), xticks=[0, 0.25, 0.5, 0.75, 1])
        axis.set_xticklabels(["M₀", "2/8", "4/8", "6/8", "full"])
        axis.axhline(1, color="black", lw=0.8)
    axes[0][0].legend(loc="lower left")
    titles(figure, "memory M, logarithmic, from M₀ to the power of the width that SSS* needs", "leaves / alpha-beta's")
    save(figure, folder, "memory_curve-leaves")


def draw_saving(found: list[Curve], folder: Path) -> None:
    kinds, colours = panels(found)
    figure, axes = canvas(1, len(kinds), 13, 4, sharey=True)
    for curve in found:
        axis, size = axes[0][kinds.index(kind_of(curve.tree))], size_of(curve.tree)
        parts = [curve.saving(memory) for memory in curve.memories]
        away = [each.value - curve.way(memory) for each, memory in zip(parts, curve.memories, strict=True)]
        reaches = [each.high - each.value for each in parts]
        way = [curve.way(memory) for memory in curve.memories]
        axis.errorbar(way, away, reaches, fmt="o-", ms=3.5, lw=1.2, color=colours[size], label=size)
    for axis, kind in zip(axes[0], kinds, strict=True):
        axis.set(title=kind, ylim=(-0.23, 0.17), xticks=[0, 0.25, 0.5, 0.75, 1])
        axis.set_xticklabels(["M₀", "2/8", "4/8", "6/8", "full"])
        axis.axhline(0, color="black", lw=0.8)
    axes[0][3].legend(*axes[0][0].get_legend_handles_labels(), loc="lower left", ncols=2)
    titles(figure, "memory M, logarithmic", "share of the saving, minus the straight line's")
    save(figure, folder, "memory_curve-saving")


def draw_every(found: list[Curve], folder: Path) -> None:
    dense = [curve for curve in found if curve.complete]
    figure, axes = canvas(2, 2, 13, 4, gaps=(0.6, 0.6))
    for axis, curve in zip(axes.flat, dense, strict=True):
        lows = minima(shape_of(curve.tree)[0])
        first = lows[0] - shape_of(curve.tree)[0]  # the part before is steep, and would flatten the rest
        shown = [memory for memory in sorted(curve.runs) if memory >= first]
        colour = INK[kind_of(curve.tree) != "independent leaves"]
        values = {memory: curve.relative(memory).value for memory in shown}
        axis.plot(shown, list(values.values()), ".-", color=colour, lw=1, ms=4)
        axis.plot(lows, [values[memory] for memory in lows], "o", ms=9, mew=1.5, mfc="none", color="black")
        axis.set(title=f"{size_of(curve.tree)}, {kind_of(curve.tree)}; circles at b + k(b² − 1)")
    titles(figure, "memory M", "leaves / alpha-beta's")
    save(figure, folder, "memory_curve-every")
