"""Real games: each function makes one, and `GAMES` contains all functions by name.

>>> import halfmove as hm
>>> hm.games.connect_four(width=5, height=4).name
'connect 4 on 5 x 4'

Other names of the games lead to the same functions.

>>> hm.games.reversi is hm.games.othello
True
"""

from typing import Any

from halfmove.base.checks import hint
from halfmove.games.breakthrough import breakthrough
from halfmove.games.checkers import checkers
from halfmove.games.chess import chess
from halfmove.games.chess_endgame import chess_endgame
from halfmove.games.connect_four import connect_four
from halfmove.games.domineering import domineering
from halfmove.games.dots_and_boxes import dots_and_boxes
from halfmove.games.gomoku import gomoku
from halfmove.games.hex import hex
from halfmove.games.kalah import kalah
from halfmove.games.l_game import l_game
from halfmove.games.names import ALIASES, meant
from halfmove.games.nim import nim
from halfmove.games.nine_mens_morris import nine_mens_morris
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
    "chess": chess,
    "chess_endgame": chess_endgame,
    "l_game": l_game,
    "dots_and_boxes": dots_and_boxes,
    "nine_mens_morris": nine_mens_morris,
}


def id_of(name: str) -> str | None:
    """The id of the game with this name, in any spelling, or with this alias; None if there is none."""
    return name if name in GAMES else meant(name, GAMES)


def names() -> list[str]:
    """All games, and their other names."""
    return [*GAMES, *(alias for game in GAMES for alias in ALIASES.get(game, ()))]


def __getattr__(name: str) -> Any:
    if name.startswith("_") or (game := id_of(name)) is None:
        advice = "" if name.startswith("_") else hint(name, names())
        raise AttributeError(f"there is no game {name!r}{advice and f'; {advice.rstrip()}'}")
    return GAMES[game]


__all__ = [
    "ALIASES",
    "GAMES",
    "breakthrough",
    "checkers",
    "chess",
    "chess_endgame",
    "connect_four",
    "domineering",
    "dots_and_boxes",
    "gomoku",
    "hex",
    "kalah",
    "l_game",
    "nim",
    "nine_mens_morris",
    "othello",
    "tic_tac_toe",
]
