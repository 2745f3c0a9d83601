"""Games of other libraries, searched by our algorithms.

easyai.py       games of easyAI
walking.py      how their positions, which change, are visited
open_spiel.py   games of OpenSpiel
frozen.py       what an object holds, as a value that never changes

Neither library is imported: what is given is asked. Their rules cannot be compiled, so all of it is plain Python.
"""

from halfmove.adapters.easyai import from_easyai as from_easyai
from halfmove.adapters.open_spiel import from_open_spiel as from_open_spiel
