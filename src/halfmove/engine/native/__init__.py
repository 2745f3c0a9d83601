"""Searching as machine code: what is compiled, how, the memory it runs in, and the check that it answers rightly."""
