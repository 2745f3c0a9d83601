"""The compiler: the only package that knows Numba and LLVM. `compiler.py` is its front."""
