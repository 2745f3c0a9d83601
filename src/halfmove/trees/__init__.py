"""Synthetic trees: games whose shape and scores are chosen.

>>> import halfmove as hm
>>> hm.search(hm.trees.explicit([[3, 5], [2, 9]])).value
3
>>> hm.search(hm.trees.uniform(width=3, depth=4, seed=7)).counts.leaves
46
"""

from halfmove.trees.dependent import dependent
from halfmove.trees.explicit import explicit, load
from halfmove.trees.incremental import incremental
from halfmove.trees.named import NAMED, PAPERS, named
from halfmove.trees.ordered import ordered
from halfmove.trees.resampled import Measured, resampled
from halfmove.trees.uniform import uniform

# Families: another seed is another tree of the same kind.
FAMILIES = {"uniform": uniform, "ordered": ordered, "incremental": incremental, "dependent": dependent}

__all__ = [
    "FAMILIES",
    "NAMED",
    "PAPERS",
    "Measured",
    "dependent",
    "explicit",
    "incremental",
    "load",
    "named",
    "ordered",
    "resampled",
    "uniform",
]
