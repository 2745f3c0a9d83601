"""Games of other libraries as halfmove games, and games from text.

easyai.py       games of easyAI
walking.py      visits the positions of games that change with every move
open_spiel.py   games of OpenSpiel
frozen.py       the contents of an object as an immutable value
arguments.py    arguments from text
from_text.py    games from text
presorting.py   `presorted`: the same game with its moves sorted

easyAI is never imported, and OpenSpiel only to load a game by its name. Their rules cannot be compiled, so they run in
plain Python.
"""

from halfmove.adapters.easyai import from_easyai as from_easyai
from halfmove.adapters.open_spiel import from_open_spiel as from_open_spiel
