"""What happened in a search, step by step, as text."""

from halfmove.tracing.listings import listing
from halfmove.tracing.narrate import rules_of, told
from halfmove.tracing.why import reasons

__all__ = ["listing", "reasons", "rules_of", "told"]
