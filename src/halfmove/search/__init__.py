"""How trees are searched: one file and one function an algorithm, behind one front door."""

from halfmove.search.front import search
from halfmove.search.registry import algorithms

__all__ = ["algorithms", "search"]
