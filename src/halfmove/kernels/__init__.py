"""How algorithms are declared, and the primitives that kernels are written in."""
