"""Synthetic trees: things to search whose shape and scores are chosen, not played."""

from halfmove.trees.explicit import explicit, load
from halfmove.trees.incremental import incremental
from halfmove.trees.named import NAMED, PAPERS, named
from halfmove.trees.ordered import ordered
from halfmove.trees.uniform import uniform

# Families: another seed is another tree of the same kind.
FAMILIES = {"uniform": uniform, "ordered": ordered, "incremental": incremental}

__all__ = ["FAMILIES", "NAMED", "PAPERS", "explicit", "incremental", "load", "named", "ordered", "uniform"]
