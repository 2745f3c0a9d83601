"""Real games: one file per game, one line in `GAMES`."""

from halfmove.games.connect_four import connect_four
from halfmove.games.nim import nim
from halfmove.games.tic_tac_toe import tic_tac_toe

GAMES = {"nim": nim, "tic_tac_toe": tic_tac_toe, "connect_four": connect_four}

__all__ = ["GAMES", "connect_four", "nim", "tic_tac_toe"]
