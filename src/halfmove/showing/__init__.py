"""How results, games, boards and logs are shown. Importing this package registers it with `halfmove.base.notebook`."""

from halfmove.showing import results, traces
from halfmove.showing.games import Board, board

__all__ = ["Board", "board", "results", "traces"]
