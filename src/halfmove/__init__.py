"""halfmove searches two-player game trees with any algorithm of the literature."""

from typing import TYPE_CHECKING as _TYPE_CHECKING

from halfmove import games, trees
from halfmove.algorithms.registry import ALGORITHMS
from halfmove.bits import U64
from halfmove.engine.checking import check
from halfmove.engine.front import search
from halfmove.errors import GameError, HalfmoveError, NotCompilable, UsageError
from halfmove.game import Game
from halfmove.kernel import Parameter, Part, algorithm
from halfmove.model import Counts, Limits, Result, Window

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
    "ALGORITHMS",
    "U64",
    "Counts",
    "Game",
    "GameError",
    "HalfmoveError",
    "Limits",
    "NotCompilable",
    "Parameter",
    "Part",
    "Result",
    "UsageError",
    "Window",
    "algorithm",
    "check",
    "games",
    "search",
    "trees",
]
