"""The order of the documentation, for the site and for `halfmove docs`.

Entries are written as MkDocs has them in `nav`: a path below docs/, or a name with a path or with entries of its own.
The pages of algorithms and games are added from what the package has. Other pages that are not named here are added
to the section "How to".
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from halfmove.algorithms.registry import ALGORITHMS
from halfmove.games import GAMES
from halfmove.kernels.declaration import Algorithm

HOME = "index.md"  # of the site
_SECTIONS: dict[str, list[Any]] = {
    "Tutorial": [
        {"1. A first search": "tutorial/first-search.md"},
        {"2. A game of your own": "tutorial/own-game.md"},
        {"3. A strong opponent": "a-strong-opponent.md"},
        {"4. An experiment of your own": "tutorial/experiment.md"},
    ],
    "Algorithms": [{"All of them": "algorithms/README.md"}],
    "Games": [{"All of them": "games/README.md"}],
    "How to": [
        {
            "Games and players": [
                "writing-a-game.md",
                "the-horizon-effect.md",
                "pages.md",
                "playing.md",
                "learning.md",
                "matches.md",
                "uci.md",
                "opening-books.md",
                "pgn.md",
            ]
        },
        {"Seeing": ["seeing-a-search.md", "explorer.md", "notebooks.md"]},
        {"Solving": ["solving.md", "proofs.md", "bigger-than-one-machine.md"]},
        {
            "Measuring": [
                "writing-an-algorithm.md",
                "studies.md",
                "move-order.md",
                "parallel.md",
                "big-trees.md",
                "slow-evaluations.md",
                "cluster.md",
            ]
        },
        {"Teaching": ["teaching.md", "exercises.md", "lecture.md"]},
        "coming-from.md",
        "citing.md",
    ],
    "Reference": [
        "command-line.md",
        "api.md",
        "named-trees.md",
        "counting.md",
        "theory.md",
        "pruning-proofs.md",
        "limits.md",
        "stability.md",
    ],
    "Papers": [
        {"In four pages": "paper.md"},
        "reproduce.md",
        "errata.md",
        {"Findings": "findings/README.md"},
        "findings/which_wins.md",
        "findings/memory_curve.md",
        "findings/memory_waves.md",
        "findings/unequal_partitions.md",
        "findings/ps_star_in_parallel.md",
        "findings/alpha_beta_deviation.md",
        "findings/keeping_open.md",
        "findings/real_games.md",
        "findings/hybrids_in_games.md",
        "findings/order_of_moves.md",
        "findings/what_parts_are_worth.md",
        "findings/strength_at_chess.md",
        "findings/deeper_is_better.md",
    ],
}


def sections(docs: Path) -> dict[str, list[Any]]:
    """The entries of each section."""
    found = {name: list(entries) for name, entries in _SECTIONS.items()}
    names = ("Depth first", "Best first", "With a table", "Yes or no", "Parallel")
    groups: dict[str, list[str]] = {name: [] for name in names}
    for algorithm in ALGORITHMS.values():
        groups[_kind(algorithm)].append(f"algorithms/{algorithm.id}.md")
    found["Algorithms"] += [{name: group} for name, group in groups.items()]
    found["Games"] += [f"games/{id}.md" for id in GAMES]
    named = {HOME, *(page for entries in found.values() for page in paths(entries))}
    found["How to"] += sorted(file.name for file in docs.glob("*.md") if file.name not in named)
    return found


def paths(entries: Any) -> list[str]:
    """The paths in some entries, in their order."""
    return re.findall(r"[\w/-]+\.md", str(entries))


def _kind(algorithm: Algorithm) -> str:
    if algorithm.decides:
        return "Yes or no"
    if any(part.name == "processors" for part in algorithm.parts):
        return "Parallel"
    if any(part.name == "table" for part in algorithm.parts):
        return "With a table"
    return "Best first" if algorithm.steps or not algorithm.proves else "Depth first"
