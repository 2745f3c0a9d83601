"""The kinds of exercises: one file each, with a function `make` that tries to make one of a level by chance."""
