"""Real games: each function makes one, and `GAMES` contains all functions by name.

>>> import halfmove as hm
>>> hm.games.connect_four(width=5, height=4).name
'connect 4 on 5 x 4'
"""

from halfmove.games.breakthrough import breakthrough
from halfmove.games.checkers import checkers
from halfmove.games.chess_endgame import chess_endgame
from halfmove.games.connect_four import connect_four
from halfmove.games.domineering import domineering
from halfmove.games.gomoku import gomoku
from halfmove.games.hex import hex
from halfmove.games.kalah import kalah
from halfmove.games.l_game import l_game
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
    "hex": hex,
    "gomoku": gomoku,
    "domineering": domineering,
    "chess_endgame": chess_endgame,
    "l_game": l_game,
}

__all__ = [
    "GAMES",
    "breakthrough",
    "checkers",
    "chess_endgame",
    "connect_four",
    "domineering",
    "gomoku",
    "hex",
    "kalah",
    "l_game",
    "nim",
    "othello",
    "tic_tac_toe",
]
