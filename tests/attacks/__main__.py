"""All attacks, one after the other, each round from another seed: `python -m tests.attacks [SECONDS] [SEED]`."""

from __future__ import annotations

import sys
import time
from collections import Counter
from typing import Any

from . import calls, command_lines, files, kills, players, searches, solves, traces


def rounds(seconds: float, seed: int) -> tuple[Counter[str], list[str]]:
    """Attack for this many seconds, or until a fault is found. Returns how often each kind was tried, and faults."""
    tried: Counter[str] = Counter()
    found: list[str] = []

    def add(what: str, answer: tuple[Counter[str], dict[str, str]]) -> None:
        tried[what] += answer[0].total()
        found.extend(f"{text}: {fault}" for text, fault in answer[1].items())

    attacks: list[Any] = [
        lambda: add("searches", searches.attack(seed, 2000)),
        lambda: add("answers of players", players.attack(seed, 5000)),
        lambda: add("solves", solves.attack(seed, 300)),
        lambda: add("traces", traces.attack(seed, 1000)),
        lambda: add("command lines", command_lines.attack(seed, 200)),
        lambda: add("kills", kills.attack(seed, 3)),
        lambda: add("calls", calls.attack(seed, 500)),
        lambda: add("files", files.attack(seed, 1000)),
    ]
    until = time.monotonic() + seconds
    while not found:
        for attack in attacks:
            if time.monotonic() > until:
                return tried, found
            attack()
        print(f"seed {seed}: " + ", ".join(f"{count:,} {what}" for what, count in tried.items()), flush=True)
        seed += 1
    return tried, found


def main(seconds: float = 60, seed: int = 1) -> int:
    tried, found = rounds(seconds, seed)
    for sentence in found:
        print(f"WRONG: {sentence}")
    print(f"tried {', '.join(f'{count:,} {what}' for what, count in tried.items())}: {len(found)} wrong")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:3])))
