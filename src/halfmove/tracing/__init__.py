"""What happened in a search, step by step, for people."""

from halfmove.tracing.listings import listing
from halfmove.tracing.reasons import reasons
from halfmove.tracing.telling import rules_of, told

__all__ = ["listing", "reasons", "rules_of", "told"]
