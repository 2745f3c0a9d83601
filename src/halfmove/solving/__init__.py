"""Solving whole games: what every position is worth, and how far its end is."""
