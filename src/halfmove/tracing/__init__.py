"""What happened in a search, step by step, for people."""

from halfmove.tracing.listing import listing

__all__ = ["listing"]
