"""Which halfmove this is, as far as counts go."""

from __future__ import annotations

import halfmove
from halfmove.engine.cache import source_hash


def signature() -> str:
    """What the counts depend on besides the plan: the version, and all that searches and makes trees."""
    files = source_hash(
        "algorithms", "parts", "engine", "words.py", "trees", "games", "bits.py", "game.py", "studies/specs.py"
    )
    return f"{halfmove.__version__} ({files[:12]})"
