"""Attacks: what no sensible person writes. Tests run them from a fixed seed, `make soak` from a new one."""
