"""All that `import halfmove` offers, from where it lives."""

from halfmove import games as games
from halfmove import trees as trees
from halfmove.algorithms.registry import ALGORITHMS as ALGORITHMS
from halfmove.bits import U64 as U64
from halfmove.books.book import Book as Book
from halfmove.drawing import draw as draw
from halfmove.engine.checking import check as check
from halfmove.engine.front import search as search
from halfmove.errors import GameError as GameError
from halfmove.errors import HalfmoveError as HalfmoveError
from halfmove.errors import NotCompilable as NotCompilable
from halfmove.errors import UsageError as UsageError
from halfmove.game import Game as Game
from halfmove.kernel import Parameter as Parameter
from halfmove.kernel import Part as Part
from halfmove.kernel import algorithm as algorithm
from halfmove.model import Counts as Counts
from halfmove.model import Limits as Limits
from halfmove.model import Result as Result
from halfmove.model import Window as Window
from halfmove.play.player import Player as Player
from halfmove.showing import board as board
from halfmove.solving.database import Database as Database
from halfmove.solving.front import solve as solve
from halfmove.solving.verifying import verify as verify
from halfmove.sorted_moves import presorted as presorted
