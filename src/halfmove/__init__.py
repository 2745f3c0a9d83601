"""halfmove searches two-player game trees with any algorithm of the literature."""

from typing import TYPE_CHECKING as _TYPE_CHECKING

from halfmove import games, trees
from halfmove.conformance import check
from halfmove.errors import GameError, HalfmoveError, NotCompilable, UsageError
from halfmove.game import Game
from halfmove.model import Counts, Limits, Result, Window
from halfmove.search import algorithms, search

__version__ = "0.1.0"


if _TYPE_CHECKING:
    from halfmove import theory as theory
else:

    def __getattr__(name: str) -> object:
        if name == "theory":  # loaded when it is first asked for
            import halfmove.theory

            return halfmove.theory
        raise AttributeError(f"module 'halfmove' has no attribute {name!r}")


__all__ = [
    "Counts",
    "Game",
    "GameError",
    "HalfmoveError",
    "Limits",
    "NotCompilable",
    "Result",
    "UsageError",
    "Window",
    "algorithms",
    "check",
    "games",
    "search",
    "trees",
]
