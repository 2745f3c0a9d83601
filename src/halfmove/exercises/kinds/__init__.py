"""The kinds of exercises: one file each, with a function `make` that tries to make a random one of a level."""
