"""Does a kernel of a person's own let `height` fall from a node to its children?

One that hands on its own height searches deeper than it says, and its best line is not its own: the answer would be
wrong without a word. In plain Python this stands around `enter`. As machine code a kernel of a person's own is held to
heights that its memory has room for. The kernels of this package are tested instead.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from halfmove.base.signatures import where
from halfmove.errors import UsageError
from halfmove.kernels.primitives import TOO_HIGH, enter, fail
from halfmove.parts.lines import extend_line


def around(kernel: Any) -> dict[Any, Any]:
    """What is put around the words of this kernel in plain Python: word -> function."""
    return {} if is_ours(kernel) else {enter: enter_below}


def around_native(kernel: Any) -> dict[Any, Any]:
    """The same in machine code."""
    return {} if is_ours(kernel) else {enter: enter_within, extend_line: extend_within}


def is_ours(kernel: Any) -> bool:
    return (kernel.__module__ or "").partition(".")[0] == "halfmove"


def begin(run: Any, kernel: Any) -> None:
    """A search by this kernel begins."""
    run.entered, run.refuse_height = None, partial(_refuse, kernel)


def enter_below(game, p, height, a, b, run):
    above = run.entered  # the node that is being searched, and its height
    # The same node may be searched again at its height, by this kernel or by another.
    if above is not None and height >= above[1] and (height > above[1] or p != above[0]):
        run.refuse_height(above[1], height)
    run.entered = p, height
    score = enter(game, p, height, a, b, run)
    run.entered = above
    return score


def enter_within(game, p, height, a, b, run):
    if height > run.height:
        fail(run, TOO_HIGH)
    return enter(game, p, height, a, b, run)


def extend_within(run, height, move):
    if height < 1 or height > run.height:
        fail(run, TOO_HIGH)
    extend_line(run, height, move)


def too_high(kernel: Any) -> UsageError:
    """What is said of a kernel that machine code stopped."""
    return UsageError(
        f"{kernel.__name__}, or a kernel that it calls, hands on a height that is larger than that of the root, or "
        f"remembers a move at a height that no node has; hand on height - 1 ({where(kernel)})"
    )


def _refuse(kernel: Any, above: int, height: int) -> None:
    raise UsageError(
        f"{kernel.__name__}, or a kernel that it calls: a node at height {above} searches a child at height {height}; "
        f"hand on height - 1 ({where(kernel)})"
    )
