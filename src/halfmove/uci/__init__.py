"""The Universal Chess Interface: a player as an engine, and engines of others as opponents.

`engine.py` is the player in every program that speaks UCI, apart from any terminal or process: it takes lines and says
lines. `process.py` starts an engine of somebody else, and talks to it.
"""
