"""Attacks that can be repeated: each takes a seed and a number of tries, and tells how many of what were tried.

`make soak` runs them for as long as wanted; a test runs each of them briefly with a fixed seed.
"""
