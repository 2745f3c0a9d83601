"""Games as text in PGN (Portable Game Notation), which all chess programs read; any game can be written so.

>>> from halfmove.games import tic_tac_toe
>>> game = WrittenGame(tic_tac_toe(), (5, 1, 9), tags={"White": "Ann"})
>>> again, = games_in_text(str(game))
>>> again.moves, again.tags["White"], again.result
((5, 1, 9), 'Ann', '*')
"""

from halfmove.pgn.reading import games_in_text as games_in_text
from halfmove.pgn.reading import read_games as read_games
from halfmove.pgn.writing import write_games as write_games
from halfmove.pgn.written_game import WrittenGame as WrittenGame
