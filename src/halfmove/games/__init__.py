"""Real games: one file per game, one line in `GAMES`."""

from halfmove.games.breakthrough import breakthrough
from halfmove.games.checkers import checkers
from halfmove.games.connect_four import connect_four
from halfmove.games.kalah import kalah
from halfmove.games.nim import nim
from halfmove.games.othello import othello
from halfmove.games.tic_tac_toe import tic_tac_toe

GAMES = {
    "nim": nim,
    "tic_tac_toe": tic_tac_toe,
    "connect_four": connect_four,
    "othello": othello,
    "kalah": kalah,
    "checkers": checkers,
    "breakthrough": breakthrough,
}

__all__ = ["GAMES", "breakthrough", "checkers", "connect_four", "kalah", "nim", "othello", "tic_tac_toe"]
