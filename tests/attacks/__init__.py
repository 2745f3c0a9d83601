"""Attacks: inputs that no sensible person would use. Each is a function of a seed and a number of tries.

It returns how often each kind was tried, and the faults by the case that shows them. Tests run all attacks briefly from
a fixed seed; `make soak` runs them for as long as wanted.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

_LONGEST = 700  # characters of a sentence


def sentence_fault(text: str) -> str | None:
    """Why a text is not a clear sentence for a user; None if it is one."""
    if not text.strip():
        return "is empty"
    if "\n" in text:
        return f"has more than one line: {text[:150]!r}"
    if len(text) > _LONGEST:
        return f"has {len(text)} characters: {text[:150]!r}"
    if "internal" in text.lower() or "traceback" in text.lower() or " object at 0x" in text:
        return f"mentions internals: {text[:200]!r}"
    return None


def as_command(attack: Callable[..., Any], what: str, count: int = 2000) -> None:
    """`python -m tests.attacks.what [SEED] [COUNT]`."""
    given = [int(word) for word in sys.argv[1:3]]
    seed, count = (*given, *(1, count)[len(given) :])
    tried, faults = attack(seed, count, report=lambda text: print(ascii(text)[1:-1], flush=True))
    print(f"seed {seed}: {tried.total():,} {what}, {len(faults):,} with faults; {dict(tried)}")
    sys.exit(bool(faults))
