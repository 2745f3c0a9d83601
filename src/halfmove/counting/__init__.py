"""Counting lines of play."""
