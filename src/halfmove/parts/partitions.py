"""How PS* cuts the sons of a node into consecutive parts."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from halfmove.errors import UsageError

Partitions = tuple[int, ...] | Callable[[int], Any]


def check_partitions(algorithm: str, value: Any) -> Partitions | None:
    """A list of sizes or a function of the width, as it was given, or an error that says what would be right."""
    if value is None or callable(value):
        return value
    if isinstance(value, list | tuple) and value and all(_is_size(size) for size in value):
        return tuple(value)
    raise UsageError(
        f"{algorithm}: partitions must be a list of sizes such as [1, 2, 5], or a function of a node's width that "
        f"returns one, not {value!r}"
    )


def sizes_for(parameters: dict[str, Any], width: int) -> list[int]:
    """The sizes of the parts of a node with this many sons."""
    partitions = parameters.get("partitions")
    if partitions is None:
        groups = min(parameters.get("phases", 1), width)
        return [width // groups + (group < width % groups) for group in range(groups)]
    if callable(partitions):
        sizes = list(partitions(width))
        if not all(_is_size(size) for size in sizes) or sum(sizes) != width:
            raise UsageError(
                f"partitions({width}) returns {sizes!r}: sizes from 1 on that add up to {width} are needed"
            )
        return sizes
    sizes, left = [], width
    for size in partitions:
        if left:
            sizes.append(min(size, left))
            left -= sizes[-1]
    return [*sizes, left] if left else sizes


def partition_ends(parameters: dict[str, Any], width: int) -> list[int]:
    """For 0, 1, ... sons opened, how many are opened after the next partition."""
    ends, end = [], 0
    for size in sizes_for(parameters, width):
        end += size
        ends += [end] * size
    return ends


def partition_table(parameters: dict[str, Any], width: int) -> list[int]:
    """The rows of `partition_ends` for all widths from 1 on, one after the other; none when phases are equal."""
    if parameters.get("partitions") is None:
        return []
    return [end for each in range(1, width + 1) for end in partition_ends(parameters, each)]


def widest(table: list[int]) -> int:
    """The largest width in a table."""
    return (math.isqrt(8 * len(table) + 1) - 1) // 2


def _is_size(size: Any) -> bool:
    return isinstance(size, int) and not isinstance(size, bool) and size >= 1
