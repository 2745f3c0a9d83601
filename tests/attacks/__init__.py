"""Attacks: what no sensible person does. Each is a function of a seed and a number of tries.

It returns how many of what were tried, and each fault by what was tried. Tests run all of them briefly from a fixed
seed; `make soak` goes on for as long as wanted.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

_LONGEST = 700  # characters of a sentence


def sentence_fault(text: str) -> str | None:
    """Why a text is not a sentence for a person; None if it is one."""
    if not text.strip():
        return "says nothing"
    if "\n" in text:
        return f"says more than a line: {text[:150]!r}"
    if len(text) > _LONGEST:
        return f"says {len(text)} characters: {text[:150]!r}"
    if "internal" in text.lower() or "traceback" in text.lower() or " object at 0x" in text:
        return f"speaks of itself: {text[:200]!r}"
    return None


def as_command(attack: Callable[..., Any], what: str, count: int = 2000) -> None:
    """`python -m tests.attacks.what [SEED] [COUNT]`."""
    given = [int(word) for word in sys.argv[1:3]]
    seed, count = (*given, *(1, count)[len(given) :])
    tried, faults = attack(seed, count, tell=lambda text: print(ascii(text)[1:-1], flush=True))
    print(f"seed {seed}: {tried.total():,} {what}, {len(faults):,} that go wrong; {dict(tried)}")
    sys.exit(bool(faults))
