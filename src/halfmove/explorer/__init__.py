"""Searches that run in a browser: the kernels of the library itself, translated to JavaScript."""
