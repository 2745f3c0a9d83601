"""Where more memory costs ITERSSS* leaves: predicted minima, on new trees."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
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
    save,
    shape_of,
    size_of,
    span,
    titles,
)

from halfmove import studies

LEVEL = 0.05  # the chance that any one of a family of comparisons is wrongly called a rise or a fall
COLUMNS = (*columns_of("change"), "p", "place")


@dataclass(frozen=True)
class Step:
    """From one memory to the next one, b - 1 states more.

    place   0 for the step into a predicted minimum, 1 for the first after it, and so on
    change  of the mean, as a part
    p       how likely a paired difference as large as this is by chance, on both sides
    """

    tree: studies.TreeSpec
    less: int
    more: int
    place: int
    change: Ratio
    p: float


def half_height(tree: studies.TreeSpec) -> int:
    return (shape_of(tree)[1] + 1) // 2


def minima(tree: studies.TreeSpec) -> list[int]:
    """The predicted minima: room for all states of k children of the root, and for one state of each other child.

    >>> minima(studies.TreeSpec.parse("uniform:5,6")), minima(studies.TreeSpec.parse("uniform:3,8"))
    ([29, 53, 77, 101], [29, 55])
    """
    width = shape_of(tree)[0]
    return [width + k * (width ** (half_height(tree) - 1) - 1) for k in range(1, width)]


def place_of(tree: studies.TreeSpec, memory: int) -> int:
    """How many steps a memory is after the predicted minimum before it; 0: it is one.

    >>> [place_of(studies.TreeSpec.parse("uniform:5,6"), m) for m in (25, 29, 33, 49, 53)]
    [5, 0, 1, 5, 0]
    """
    width = shape_of(tree)[0]
    period: int = width ** (half_height(tree) - 1) - 1
    return (memory - width) % period // (width - 1)


def runs_of(table: studies.Table) -> dict[studies.TreeSpec, dict[int, list[int]]]:
    return {
        tree: {a.named["memory"]: leaves_of(records) for a, records in some.items()}
        for tree, some in by_tree(table).items()
    }


def steps(table: studies.Table) -> list[Step]:
    found = []
    for tree, runs in runs_of(table).items():
        for less, more in pairwise(sorted(runs)):
            differences = [b - a for a, b in zip(runs[less], runs[more], strict=True)]
            change = part(differences, runs[less])
            found.append(Step(tree, less, more, place_of(tree, more), change, chance(differences)))
    return found


def chance(differences: Sequence[int]) -> float:
    """The probability that a mean of such differences is as far from 0 by chance; by the normal distribution."""
    s = studies.summarise(differences)
    return math.erfc(abs(s.mean) / s.error / math.sqrt(2)) if s.error else 1.0


def beyond_chance(chances: Sequence[float], level: float = LEVEL) -> list[bool]:
    """Holm's correction: which of all these comparisons hold, if not one of them may be wrong.

    >>> beyond_chance([0.04, 0.001, 0.02])
    [True, True, True]
    >>> beyond_chance([0.04, 0.001, 0.03])
    [False, True, False]
    """
    stand = [False] * len(chances)
    for rank, place in enumerate(sorted(range(len(chances)), key=chances.__getitem__)):
        if chances[place] > level / (len(chances) - rank):
            break
        stand[place] = True
    return stand


def waved(tree: studies.TreeSpec) -> bool:
    """Is there anything between two predicted minima?"""
    return half_height(tree) > 2


def tested(found: Sequence[Step]) -> tuple[dict[Step, bool], dict[Step, bool]]:
    """The steps out of the predicted minima and those into them, each with whether it is beyond chance."""
    out = [step for step in found if waved(step.tree) and step.place == 1]
    into = [step for step in found if waved(step.tree) and step.place == 0 and step.more in minima(step.tree)]
    return judged(out), judged(into)


def judged(some: Sequence[Step]) -> dict[Step, bool]:
    return dict(zip(some, beyond_chance([step.p for step in some]), strict=True))


def cells(table: studies.Table) -> Iterator[Row]:
    known = {(step.tree, step.more): step for step in steps(table)}
    for cell, _ in table.cells():
        memory = cell.algorithm.named["memory"]
        row: Row = {"place": place_of(cell.tree, memory) if waved(cell.tree) else ""}
        step = known.get((cell.tree, memory))
        if step:
            row |= {name: f"{float(value):.5f}" for name, value in exact(step.change).items()} | {"p": f"{step.p:.2e}"}
        yield row


def exact(change: Ratio) -> Row:
    return {"change": change.value, "change_low": change.low, "change_high": change.high}


def page(table: studies.Table, folder: Path) -> Tables:
    found = steps(table)
    draw(table, folder)
    heads = ["size", "trees", "predicted", "step out of the minimum", "rise", "fall", "step into the minimum", "fall"]
    return {
        "predicted": markdown([*heads, "rise", "lower again after"], predicted_rows(table, found)),
        "by step": markdown(["step", "rise", "fall", "neither", "change"], place_rows(found)),
        "every minimum": markdown(["size", "trees", "change after the minima k = 1, 2, ..., %"], each_rows(found)),
        "four half-moves": markdown(["size", "trees", "steps", "change", "rise", "fall"], flat_rows(found)),
    }


def predicted_rows(table: studies.Table, found: Sequence[Step]) -> Iterator[list[Any]]:
    out, into = tested(found)
    for tree, runs in runs_of(table).items():
        if not waved(tree):
            continue
        after, before = ([step for step in some if step.tree == tree] for some in (out, into))
        yield [
            size_of(tree),
            kind_of(tree),
            len(after),
            percent(after),
            sum(out[step] and step.change.value > 0 for step in after),
            sum(out[step] and step.change.value < 0 for step in after),
            percent(before),
            sum(into[step] and step.change.value < 0 for step in before),
            sum(into[step] and step.change.value > 0 for step in before),
            span([back(tree, runs, low) for low in minima(tree)], "d"),
        ]


def percent(some: Iterable[Step]) -> str:
    text = span([100 * step.change.value for step in some], "+.1f")
    return f"{text} %" if text else ""


def back(tree: studies.TreeSpec, runs: dict[int, list[int]], low: int) -> int:
    """After how many steps the mean is lower than at this minimum."""
    width = shape_of(tree)[0]
    lower = next((m for m in sorted(runs) if m > low and mean(runs[m]) < mean(runs[low])), max(runs))
    return (lower - low) // (width - 1)


def place_rows(found: Sequence[Step]) -> Iterator[list[Any]]:
    """All steps of trees with five and six half-moves, by their number after the last predicted minimum."""
    some = judged([step for step in found if half_height(step.tree) == 3])
    last = max(step.place for step in some)
    for place in [*range(1, last + 1), 0]:
        here = [step for step in some if step.place == place and step.less >= minima(step.tree)[0]]
        rise = sum(some[step] and step.change.value > 0 for step in here)
        fall = sum(some[step] and step.change.value < 0 for step in here)
        name = "into the next minimum" if place == 0 else f"{place} after a minimum"
        yield [name, rise, fall, len(here) - rise - fall, percent(here)]


def each_rows(found: Sequence[Step]) -> Iterator[list[Any]]:
    out, _ = tested(found)
    for tree in dict.fromkeys(step.tree for step in out):
        here = [(step.change, stands) for step, stands in out.items() if step.tree == tree]
        texts = [
            f"{100 * change.value:+.2f} ± {100 * (change.high - change.value):.2f}{'' if stands else '?'}"
            for change, stands in here
        ]
        yield [size_of(tree), kind_of(tree), ", ".join(texts)]


def flat_rows(found: Sequence[Step]) -> Iterator[list[Any]]:
    some = judged([step for step in found if not waved(step.tree)])
    for tree in dict.fromkeys(step.tree for step in some):
        here = [step for step in some if step.tree == tree]
        rise = sum(some[step] and step.change.value > 0 for step in here)
        fall = sum(some[step] and step.change.value < 0 for step in here)
        yield [size_of(tree), kind_of(tree), len(here), percent(here), rise, fall]


def draw(table: studies.Table, folder: Path) -> None:
    """Each wave from its minimum on, in per cent of the leaves there."""
    found = {tree: runs for tree, runs in runs_of(table).items() if waved(tree)}
    sizes = list(dict.fromkeys(map(size_of, found)))
    kinds = list(dict.fromkeys(map(kind_of, found)))
    figure, axes = canvas(2, 4, 13, 3.6, sharey=True, gaps=(0.3, 0.6))
    for tree, runs in found.items():
        axis, at = axes.flat[sizes.index(size_of(tree))], kinds.index(kind_of(tree))
        means = {memory: mean(some) for memory, some in runs.items()}
        length = minima(tree)[-1] - minima(tree)[-2]
        for k, low in enumerate(minima(tree)):
            shown = [memory for memory in sorted(means) if low <= memory <= low + length]
            places = [(memory - low) // (shape_of(tree)[0] - 1) for memory in shown]
            changes = [100 * (means[memory] / means[low] - 1) for memory in shown]
            axis.plot(places, changes, ".-", lw=0.9, ms=3, color=INK[at], label=None if k else kinds[at])
        axis.set(title=size_of(tree), ylim=(-3, 4.8))
        count = length // (shape_of(tree)[0] - 1)
        axis.set_xticks(range(0, count + 1, 1 if count < 12 else 4))
        axis.axhline(0, color="black", lw=0.8)
    axes[1][1].legend(loc="upper right")
    titles(figure, "steps of b − 1 states from a predicted minimum on", "leaves, change from that minimum, %")
    save(figure, folder, "memory_waves-rise")
