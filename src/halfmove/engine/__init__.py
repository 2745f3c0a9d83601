"""How a kernel is run: bound to a game, in plain Python or as machine code, until a deadline.

This is the front of the engine. Other packages import from here, and from these modules:

    engine.search   `search`, and how the raw result of a kernel becomes a `Result`
    engine.check    `check`
    engine.bind     copies of functions with their slots filled

The explorer, which is a target of its own, also imports `layout`, `record`, `rules` and `scores`.
"""

from halfmove.engine import clock as clock
from halfmove.engine import shapes as shapes
from halfmove.engine.clock import NEVER as NEVER
from halfmove.engine.endgames import Endgames as Endgames
from halfmove.engine.endgames import with_endgames as with_endgames
from halfmove.engine.memory import LearnedMoves as LearnedMoves
from halfmove.engine.memory import Objects as Objects
from halfmove.engine.memory import PersistentMemory as PersistentMemory
from halfmove.engine.memory import Positions as Positions
from halfmove.engine.memory import Scores as Scores
from halfmove.engine.memory import Words as Words
from halfmove.engine.native.compiling import silent as silent
from halfmove.engine.native.program import Program as Program
from halfmove.engine.native.program import program_for as program_for
from halfmove.engine.native.program import shows_no_move as shows_no_move
from halfmove.engine.native.ways import can_fork as can_fork
from halfmove.engine.native.workspace import Workspace as Workspace
from halfmove.engine.parallel.progress import Progress as Progress
from halfmove.engine.record import position_words as position_words
from halfmove.engine.runner import Runner as Runner
from halfmove.engine.scores import LARGEST as LARGEST
from halfmove.engine.tables import Table as Table
from halfmove.engine.tables import check_size as check_size
from halfmove.engine.tables import with_table as with_table
from halfmove.engine.task import NeedsFloatScores as NeedsFloatScores
from halfmove.engine.task import RawResult as RawResult
from halfmove.engine.task import Task as Task
from halfmove.engine.task import own_moves as own_moves
from halfmove.engine.wasm.making import wasm_program as wasm_program
from halfmove.engine.wasm.plan import WasmProgram as WasmProgram
