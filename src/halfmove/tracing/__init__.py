"""What happened in a search, step by step, for people."""

from halfmove.tracing.listings import listing

__all__ = ["listing"]
