"""One source, two speeds: how a kernel and a game become one interpreted or one compiled function.

`bind` copies a function and all the functions it calls, filling the slots of the kernel vocabulary with the rules of
one game. The copies are plain Python, or Numba dispatchers: nothing else distinguishes the two speeds. `cache` keeps
the machine code on disk under a fingerprint of every function involved. Numba is imported by `compiler` and `memory`
only, and those only when something is compiled.
"""
