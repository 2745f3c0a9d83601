"""Searches to begin with, for readers of the page: the first one is what `halfmove explore` shows by itself.

>>> EXAMPLES[0].title
'Alpha-beta on a small tree'
>>> EXAMPLES[0].game.name
'a small tree'
"""

from __future__ import annotations

import json
from typing import Any, NamedTuple

from halfmove.game import Game
from halfmove.studies.specs import AlgorithmSpec
from halfmove.trees import explicit, named


class Example(NamedTuple):
    """A tree and one or two algorithms.

    tree         nested lists, or the name of a tree of a paper
    algorithms   each with its parameters, as on the command line
    about        what to look for
    """

    title: str
    tree: Any
    algorithms: tuple[str, ...]
    about: str

    @property
    def game(self) -> Game:
        return named(self.tree) if isinstance(self.tree, str) else explicit(self.tree, SMALL)

    def as_data(self) -> dict[str, Any]:
        """For a page."""
        specs = [AlgorithmSpec.parse(text) for text in self.algorithms]
        return {
            "title": self.title,
            "about": self.about,
            "name": self.game.name,
            "tree": self.tree if isinstance(self.tree, str) else json.dumps(self.tree, separators=(",", ":")),
            "algorithms": [{"id": spec.algorithm.id, "parameters": dict(spec.parameters)} for spec in specs],
        }


SMALL = "a small tree"
_TREE = [[[4, 6], [3, 1]], [[2, 10], [12, 5]], [9, [11, 8]]]

EXAMPLES = (
    Example(
        "Alpha-beta on a small tree",
        _TREE,
        ("alpha_beta",),
        "Three moves for MAX. Alpha-beta looks at 8 of 11 leaves: watch the two places where it stops early.",
    ),
    Example(
        "SSS* on the same tree",
        _TREE,
        ("sss_star",),
        "SSS* looks at 6 leaves. It jumps between the three moves, and never returns to the first one: watch OPEN.",
    ),
    Example(
        "Alpha-beta beside SSS*",
        _TREE,
        ("alpha_beta", "sss_star"),
        "Both panels go on together, leaf by leaf.",
    ),
    Example(
        "MTD(f) on the same tree",
        _TREE,
        ("mtd_f:guess=7",),
        "MTD(f) asks yes-or-no questions about the value, beginning with a guess, and remembers the answers.",
    ),
    Example(
        "Alpha-beta on four half-moves",
        "sarkar_lecture_8:four-ply",
        ("alpha_beta",),
        "The tree of a lecture. Look for a cut-off whose bound comes from far above.",
    ),
    Example(
        "PS* on a thesis's tree",
        "srimani_1985:figure-a1",
        ("ps_star:phases=2",),
        "PS* lies between alpha-beta and SSS*: it puts only half of the moves on OPEN and keeps the rest in BACKUP.",
    ),
)
