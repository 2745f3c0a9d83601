"""Named trees for `halfmove list`: lines of text, and data."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from math import isinf
from typing import Any

from halfmove.cli.streams import bold, room_on
from halfmove.cli.text import shell_lines
from halfmove.trees.named import ORIGINS, NamedTree, of_paper


def paper_page(paper: str) -> list[str]:
    """What each tree of a paper shows."""
    trees = of_paper(paper)
    lines = [bold(paper), trees[0].about, ""]
    for tree in trees:
        lines += [f"  {bold(tree.name)}", f"      {tree.title} ({tree.source}; {ORIGINS[tree.origin]})"]
        lines += [f"      {tree.shows}", ""]
    return [*lines, f"More about each: halfmove list {trees[0].name}"]


def tree_page(tree: NamedTree) -> list[str]:
    """Everything about one tree, with searches that show it."""
    lines = [bold(tree.name), f"{tree.title} ({tree.about}, {tree.source})", "", tree.shows, ""]
    lines += [f"It is {ORIGINS[tree.origin]}. {tree.note}".strip(), "", "Searches"]
    for run in tree.runs:
        lines += [
            shell_lines(f"halfmove search {tree.name} -a {run.text}", 2, room_on(sys.stdout)),
            f"      {run.found}",
        ]
    if tree.labels:
        named = "; ".join(f"{node} = {label}" for node, label in tree.labels.items())
        lines += ["", f"Names of nodes: {named}"]
    return lines


def tree_data(tree: NamedTree) -> dict[str, Any]:
    return {
        "name": tree.name,
        "paper": tree.about,
        "source": tree.source,
        "title": tree.title,
        "origin": tree.origin,
        "witness": tree.witness,
        "shows": tree.shows,
        "note": tree.note,
        "tree": tree.tree,
        "labels": dict(tree.labels),
        "runs": [
            {
                "algorithm": run.algorithm,
                "parameters": dict(run.parameters),
                "window": _finite(run.window),
                "value": run.value,
                "leaves": run.leaves,
            }
            for run in tree.runs
        ],
    }


def _finite(window: Iterable[float]) -> list[float | None]:
    """JSON has no infinity."""
    return [None if isinf(end) else end for end in window]
