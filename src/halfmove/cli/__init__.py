"""The command line: one file a command."""

from halfmove.cli.program import main

__all__ = ["main"]
