"""Solving whole games: the value of every position, and its distance from the end."""
