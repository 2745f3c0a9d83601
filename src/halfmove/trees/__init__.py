"""Synthetic trees: the things to search whose shape and scores are chosen, not played."""

from halfmove.trees.explicit import explicit

__all__ = ["explicit"]
