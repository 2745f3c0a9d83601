"""PS* with unequal partitions, against equal ones that need no more storage."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from shared import (
    INK,
    Ratio,
    Row,
    Tables,
    against,
    by_tree,
    canvas,
    columns_of,
    kind_of,
    leaves_of,
    markdown,
    mean,
    ratio,
    save,
    shape_of,
    size_of,
    span,
    storage_of,
    titles,
)

from halfmove import studies

Sizes = tuple[int, ...]
MARKS = {  # of the schemes, in a drawing
    "one first": "x",
    "half first": "^",
    "growing": "v",
    "shrinking": "s",
    "large first, then ones": "+",
    "one, then the rest": "*",
    "a quarter, then the rest": "D",
    "two, large first": "o",
}
SCHEMES = tuple(MARKS)
COLUMNS = ("scheme", "storage", *columns_of("to_alpha_beta"), "above_alpha_beta")
COLUMNS += (*columns_of("to_line"), *columns_of("to_fitting"), "fitting")


def scheme_of(sizes: Sequence[int]) -> str:
    """The name of a way to cut the children of a node.

    >>> [scheme_of(sizes) for sizes in ([8, 8], [6, 5, 5], [1, 8, 7], [4, 8, 4], [1, 2, 4, 8, 1], [8, 4, 2, 1, 1])]
    ['equal', 'equal', 'one first', 'half first', 'growing', 'shrinking']
    >>> [scheme_of(sizes) for sizes in ([2, 1, 1], [1, 15], [4, 12], [15, 1])]
    ['large first, then ones', 'one, then the rest', 'a quarter, then the rest', 'two, large first']
    """
    if len(set(sizes)) == 1 or (sizes[0] - sizes[-1] == 1 and sizes[0] == max(sizes) and min(sizes) > 1):
        return "equal"
    if len(sizes) == 2 and sizes[0] < sizes[1]:
        return "one, then the rest" if sizes[0] == 1 else "a quarter, then the rest"
    if len(sizes) == 2:
        return "two, large first"
    if sizes[0] == max(sizes):
        return "large first, then ones" if set(sizes[1:]) == {1} else "shrinking"
    if sizes[0] > 1:
        return "half first"
    return "growing" if max(sizes) >= 4 and sizes[1] == 2 else "one first"


@dataclass(frozen=True)
class Kind:
    """One kind of trees: for every partition its storage, and the leaves of every tree."""

    tree: studies.TreeSpec
    storage: dict[Sizes, int]
    leaves: dict[Sizes, list[int]]

    @cached_property
    def equal(self) -> list[Sizes]:
        """Equal partitions, by their storage."""
        return sorted((sizes for sizes in self.leaves if scheme_of(sizes) == "equal"), key=self.storage.__getitem__)

    def to_alpha_beta(self, sizes: Sizes) -> Ratio:
        """PS* with single children is alpha-beta, leaf for leaf."""
        return ratio(self.leaves[sizes], self.leaves[self.singles])

    def above_alpha_beta(self, sizes: Sizes) -> int:
        return sum(a > b for a, b in zip(self.leaves[sizes], self.leaves[self.singles], strict=True))

    @property
    def singles(self) -> Sizes:
        return (1,) * shape_of(self.tree)[0]

    def to_line(self, sizes: Sizes) -> Ratio:
        """Against the line through the equal partitions at the same storage, on logarithmic scales."""
        here = self.storage[sizes]
        below = [each for each in self.equal if self.storage[each] <= here] or self.equal[:1]
        above = [each for each in self.equal if self.storage[each] >= here] or self.equal[-1:]
        less, more = below[-1], above[0]
        way = 0.0
        if self.storage[more] > self.storage[less]:
            way = math.log(here / self.storage[less]) / math.log(self.storage[more] / self.storage[less])
        return against(self.leaves[sizes], [(1 - way, self.leaves[less]), (way, self.leaves[more])])

    def fitting(self, sizes: Sizes) -> Sizes:
        """The equal partition with the fewest leaves of those that need no more storage."""
        some = [each for each in self.equal if self.storage[each] <= self.storage[sizes]] or self.equal[:1]
        return min(some, key=lambda each: mean(self.leaves[each]))

    def to_fitting(self, sizes: Sizes) -> Ratio:
        return ratio(self.leaves[sizes], self.leaves[self.fitting(sizes)])


def kinds_of(table: studies.Table) -> list[Kind]:
    return [
        Kind(
            tree,
            {a.named["partitions"]: storage_of(records) for a, records in some.items()},
            {a.named["partitions"]: leaves_of(records) for a, records in some.items()},
        )
        for tree, some in by_tree(table).items()
    ]


def cells(table: studies.Table) -> Iterator[Row]:
    known = {kind.tree: kind for kind in kinds_of(table)}
    for cell, _ in table.cells():
        kind, sizes = known[cell.tree], cell.algorithm.named["partitions"]
        yield {
            "scheme": scheme_of(sizes),
            "storage": kind.storage[sizes],
            **kind.to_alpha_beta(sizes).cells("to_alpha_beta"),
            "above_alpha_beta": kind.above_alpha_beta(sizes),
            **kind.to_line(sizes).cells("to_line"),
            **kind.to_fitting(sizes).cells("to_fitting"),
            "fitting": text_of(kind.fitting(sizes)),
        }


def text_of(sizes: Sizes) -> str:
    return " ".join(map(str, sizes)) if len(sizes) < 9 else " ".join(map(str, sizes[:5])) + " ..."


Found = dict[str, dict[str, Kind]]  # by size and kind of order


def page(table: studies.Table, folder: Path) -> Tables:
    found: Found = {}
    for kind in kinds_of(table):
        found.setdefault(size_of(kind.tree), {})[kind_of(kind.tree)] = kind
    orders = list(next(iter(found.values())))
    for size in found:
        draw(size, found[size], folder)
    tables = {
        "first part": markdown(["size", "R", "first part", "partitions", "leaves / SSS*'s"], first_part_rows(found)),
        "line": markdown(["partitions", "cells", *orders], scheme_rows(found, Kind.to_line)),
        "fitting": markdown(["partitions", "cells", *orders], scheme_rows(found, Kind.to_fitting)),
        "two, line": markdown(["size", "partitions", *orders], two_rows(found, Kind.to_line)),
        "two, fitting": markdown(["size", "partitions", *orders], two_rows(found, Kind.to_fitting)),
        "better": markdown(["size", "partitions", "trees", "against", "fewer leaves"], better_rows(found)),
        "against alpha-beta": markdown(["size", "partitions", *orders], alpha_beta_rows(found)),
    }
    for size, largest in (("T(24,4)", 12), ("T(24,4)", 6), ("T(16,4)", 4), ("T(8,6)", 4)):
        rows = largest_rows(found[size], largest)
        tables[f"{size} parts of {largest}"] = markdown(["partitions", "storage", *orders], rows)
    return tables


def first_part_rows(found: Found) -> Iterator[list[Any]]:
    """Does the first part hold the w/R children that include the best one?"""
    for size, by_order in found.items():
        for order, kind in by_order.items():
            if order not in ("R = 2", "R = 4"):
                continue
            width = shape_of(kind.tree)[0]
            front = width // int(order[-1])
            for word, some in (
                (f"{front} or more", [sizes for sizes in kind.leaves if sizes[0] >= front]),
                (f"fewer than {front}", [sizes for sizes in kind.leaves if sizes[0] < front]),
            ):
                ratios = [ratio(kind.leaves[sizes], kind.leaves[(width,)]).value for sizes in some]
                yield [size, order[-1], word, len(some), span(ratios, ".3f")]


def scheme_rows(found: Found, measure: Any) -> Iterator[list[Any]]:
    """The least and the largest ratio of all cells of a scheme."""
    for scheme in SCHEMES:
        row: list[Any] = [scheme, 0]
        for order in next(iter(found.values())):
            kinds = [by_order[order] for by_order in found.values()]
            ratios = [
                measure(kind, sizes).value for kind in kinds for sizes in kind.leaves if scheme_of(sizes) == scheme
            ]
            row[1] = len(ratios)
            row.append(span(ratios))
        yield row


def two_rows(found: Found, measure: Any) -> Iterator[list[Any]]:
    """The partitions with two parts, one by one."""
    for size, by_order in found.items():
        for sizes in next(iter(by_order.values())).leaves:
            if len(sizes) == 2 and scheme_of(sizes) != "equal":
                yield [size, text_of(sizes), *[measure(kind, sizes) for kind in by_order.values()]]


def better_rows(found: Found) -> Iterator[list[Any]]:
    """The unequal partitions that are better than equal ones on ordered trees, in both comparisons, beyond chance."""
    for size, by_order in found.items():
        for order, kind in by_order.items():
            if order == "independent leaves":
                continue
            for sizes in kind.leaves:
                line, fitting = kind.to_line(sizes), kind.to_fitting(sizes)
                if scheme_of(sizes) != "equal" and line.high < 1 and fitting.high < 1:
                    ways = f"line {line}; {text_of(kind.fitting(sizes))} {fitting}"
                    yield [size, text_of(sizes), order, ways, f"{1 - line.value:.1%}; {1 - fitting.value:.1%}"]


def largest_rows(by_order: dict[str, Kind], largest: int) -> Iterator[list[Any]]:
    """Partitions with the same largest part: leaves of the equal one, and of the others relative to it."""
    kinds = list(by_order.values())
    some = [sizes for sizes in kinds[0].leaves if max(sizes) == largest]
    base = next(sizes for sizes in some if scheme_of(sizes) == "equal")
    for sizes in some:
        storage = max(kind.storage[sizes] for kind in kinds)
        if sizes == base:
            yield [text_of(sizes), storage, *[f"{mean(kind.leaves[sizes]):.0f} leaves" for kind in kinds]]
        else:
            yield [text_of(sizes), storage, *[ratio(kind.leaves[sizes], kind.leaves[base]) for kind in kinds]]


def alpha_beta_rows(found: Found) -> Iterator[list[Any]]:
    for size, by_order in found.items():
        width = shape_of(next(iter(by_order.values())).tree)[0]
        half, quarter = width // 2, width // 4
        chosen: Iterable[Sizes] = (
            (width,),
            (half, half),
            (width - 1, 1),
            (quarter, width - quarter),
            (1, half, half - 1),
            (1, width - 1),
        )
        for sizes in chosen:
            row = [f"{kind.to_alpha_beta(sizes)} ({kind.above_alpha_beta(sizes)})" for kind in by_order.values()]
            yield [size, text_of(sizes), *row]


def draw(size: str, by_order: dict[str, Kind], folder: Path) -> None:
    figure, axes = canvas(2, 4, 13, 3.7, margins=(0.85, 0.15, 0.75, 0.6), gaps=(0.55, 0.6), sharex=True)
    for axis, (order, kind) in zip(axes.flat, by_order.items(), strict=False):
        curve = [(kind.storage[sizes], mean(kind.leaves[sizes])) for sizes in kind.equal]
        axis.plot(*zip(*curve, strict=True), ".-", color="black", ms=7, lw=1, label="equal")
        for colour, (scheme, mark) in zip(INK, MARKS.items(), strict=False):
            some = [sizes for sizes in kind.leaves if scheme_of(sizes) == scheme]
            points = [(kind.storage[sizes], mean(kind.leaves[sizes])) for sizes in some]
            look = {"ls": "", "color": colour, "mfc": "none", "ms": 10 if mark == "s" else 7, "mew": 1.3}
            axis.plot(*zip(*points, strict=True), mark, label=scheme, **look)
        most = max(map(mean, kind.leaves.values()))
        axis.set(title=order, xscale="log", ylim=(0, 1.12 * most))
    axes[0][3].tick_params(labelbottom=True)  # there is no panel below
    axes[1][3].axis("off")
    axes[1][3].legend(*axes[0][0].get_legend_handles_labels(), loc="center", labelspacing=0.9)
    titles(figure, "largest OPEN + BACKUP", "leaves, mean", f"PS* on {size}")
    save(figure, folder, f"unequal_partitions-{size[2:-1].replace(',', '-')}")
