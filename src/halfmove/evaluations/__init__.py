"""Evaluations that were learned from the rules of a game: what they look at, their code and their files."""
