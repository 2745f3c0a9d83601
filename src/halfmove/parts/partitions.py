"""How PS* divides the children of a node into consecutive partitions.

Equal partitions are computed when they are needed. Others are given as a table, `run.partitions`: for every width from
1 on a row that contains, for 0, 1, ... opened children, how many are opened after the next partition.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from halfmove.base.checks import shown, whole
from halfmove.errors import UsageError
from halfmove.kernels.declaration import Part
from halfmove.kernels.primitives import MORE, fail, peek
from halfmove.parts.blocks import WIDTH, get_number

Partitions = tuple[int, ...] | Callable[[int], Any]


def partition_end(run, width, opened):
    """How many of the `width` children of a node are opened after its next partition, if `opened` are opened now."""
    if run.partitions_size == 0:
        if width != run.last_width:  # a division takes as long as a leaf, and most nodes have the same width
            groups = min(run.phases, width)
            run.last_width, run.last_part = width, width // groups
            run.last_larger = width % groups * (run.last_part + 1)
        return opened + run.last_part + (1 if opened < run.last_larger else 0)
    row = width * (width - 1) >> 1
    if row + width > run.partitions_size:
        fail(run, MORE)
    return peek(run.partitions, row + opened)


def is_kept(run, block):
    """Only a MAX node with more than one partition is in BACKUP."""
    width = get_number(run, block, WIDTH)
    return partition_end(run, width, 0) < width


def check_partitions(algorithm: str, value: Any) -> Partitions | None:
    """Check that `value` is a list of sizes or a function of the width, and return it."""
    if value is None or callable(value):
        return value
    if isinstance(value, list | tuple) and value and all(_is_size(size) for size in value):
        return tuple(value)
    raise UsageError(
        f"{algorithm}: partitions must be a list of sizes such as [1, 2, 5], or a function of a node's width that "
        f"returns one, not {shown(value)}"
    )


def sizes_for(parameters: dict[str, Any], width: int) -> list[int]:
    """The sizes of the partitions of a node with `width` children."""
    partitions = parameters.get("partitions")
    if partitions is None:
        groups = min(parameters.get("phases", 1), width)
        return [width // groups + (group < width % groups) for group in range(groups)]
    if callable(partitions):
        sizes = list(partitions(width))
        if not all(_is_size(size) for size in sizes) or sum(sizes) != width:
            raise UsageError(
                f"partitions({width}) returns {shown(sizes)}; it must return sizes of at least 1 that add up to {width}"
            )
        return sizes
    sizes, left = [], width
    for size in partitions:
        if left:
            sizes.append(min(size, left))
            left -= sizes[-1]
    return [*sizes, left] if left else sizes


def partition_ends(parameters: dict[str, Any], width: int) -> list[int]:
    """For 0, 1, ... opened children, how many are opened after the next partition."""
    ends, end = [], 0
    for size in sizes_for(parameters, width):
        end += size
        ends += [end] * size
    return ends


def partition_table(parameters: dict[str, Any], size: int) -> list[int]:
    """The rows of `partition_ends` for all widths that fit into `size` words; none for equal partitions."""
    if parameters.get("partitions") is None:
        return []
    widest = (math.isqrt(8 * size + 1) - 1) // 2
    return [end for width in range(1, widest + 1) for end in partition_ends(parameters, width)]


def _is_size(size: Any) -> bool:
    try:
        return whole("a size", size, 1) >= 1
    except UsageError:
        return False


# The equal partitions of the last width: their size, and how many children are in the partitions that are one larger.
PARTITIONS = Part(
    "partitions",
    state={"last_width": 0, "last_part": 0, "last_larger": 0},
    table=partition_table,
)
