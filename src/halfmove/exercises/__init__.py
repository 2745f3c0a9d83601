"""Exercises on game trees with solutions, for teachers. All of them are computed, none is written by hand.

>>> made = sheet("value", level=1, seed=3, count=2)
>>> [each.kind for each in made], made.repeat
(['value', 'value'], 'halfmove exercise --kind value --level 1 --seed 3 --count 2')
"""

from halfmove.exercises.model import Exercise, Solution, Table
from halfmove.exercises.sheets import KINDS, Sheet, sheet

__all__ = ["KINDS", "Exercise", "Sheet", "Solution", "Table", "sheet"]
