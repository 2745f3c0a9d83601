"""How results, games, boards and logs are shown. Importing this package registers it with `halfmove.base.notebook`."""

from halfmove.showing import checks, results, traces
from halfmove.showing.games import Board, board

__all__ = ["Board", "board", "checks", "results", "traces"]
