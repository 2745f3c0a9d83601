"""halfmove searches two-player game trees with any algorithm of the literature."""

from halfmove import games, trees
from halfmove.conformance import check
from halfmove.errors import GameError, HalfmoveError, NotCompilable, UsageError
from halfmove.game import Game
from halfmove.model import Counts, Limits, Result, Window
from halfmove.search import algorithms, search

__version__ = "0.1.0"

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
