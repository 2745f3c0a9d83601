"""Does a kernel of a person's own let `height` fall from a node to its sons?

One that hands on its own height searches deeper than it says, and its best line is not its own: the answer would be
wrong without a word. In plain Python this stands around `enter`. The kernels of this package are tested instead.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from halfmove.errors import UsageError
from halfmove.signatures import where
from halfmove.vocabulary import enter


def around(kernel: Any) -> dict[Any, Any]:
    """What is put around the words of this kernel: word -> function."""
    ours = (kernel.__module__ or "").partition(".")[0] == "halfmove"
    return {} if ours else {enter: enter_below}


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


def _refuse(kernel: Any, above: int, height: int) -> None:
    raise UsageError(
        f"{kernel.__name__}, or a kernel that it calls: a node at height {above} searches a son at height {height}; "
        f"hand on height - 1 ({where(kernel)})"
    )
