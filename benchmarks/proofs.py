"""Proof numbers against alpha-beta: which of them proves won positions in the same time?

    python benchmarks/proofs.py [--positions 20] [--seconds 1] [--seed 1]

Positions come from random games. Each is searched by df-pn and by alpha-beta. Alpha-beta has a minimal window for the
same question, and runs once alone and once with a transposition table as large as that of df-pn may become. All have
the same seconds and run as machine code. Every proof of df-pn is checked by the rules of the game, outside of the time.
A position counts as won if one of them has proven it. If several have an answer, they must agree.
"""

from __future__ import annotations

import argparse
import random
from typing import Any

import halfmove as hm

# Game, and how many half-moves of a random game lead to a position.
GAMES: list[tuple[hm.Game, range]] = [
    (hm.games.breakthrough(5, 6), range(10, 19)),
    (hm.games.connect_four(), range(10, 17)),
    (hm.games.othello(6), range(10, 17)),
]
TABLE = "256 MB"


def positions(game: hm.Game, lengths: range, count: int, seed: int) -> list[Any]:
    """Positions of random games that are not over, all different."""
    chance = random.Random(f"{game.name} {seed}")
    found: dict[Any, None] = {}
    while len(found) < count:
        at = game.start
        for _ in range(chance.choice(lengths)):
            if not game.outcome(at)[0]:
                at = game.next(at, chance.choice(game.legal(at)))
        if not game.outcome(at)[0]:
            found[at] = None
    return list(found)


def answered(result: hm.Result) -> bool | None:
    """Whether the position is won, as far as the result shows; None if it is open."""
    if result.bound in ("exact", "lower") and result.value > 0:
        return True
    return False if result.bound in ("exact", "upper") and result.value <= 0 else None


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--positions", type=int, default=20)
    options.add_argument("--seconds", type=float, default=1.0)
    options.add_argument("--seed", type=int, default=1)
    given = options.parse_args()
    print(f"{given.positions} positions of random games each, seed {given.seed}, {given.seconds:g} s for each search")
    print("won: proven as won by one of them; alone: won positions that only df-pn, or only alpha-beta has proven\n")
    print(f"{'game':<22}{'won':>5}{'df-pn':>8}{'alpha-beta':>12}{'with table':>12}{'alone':>9}{'checked':>9}")
    for game, lengths in GAMES:
        print(row(game, positions(game, lengths, given.positions, given.seed), given.seconds), flush=True)


def row(game: hm.Game, chosen: list[Any], seconds: float) -> str:
    limits = hm.Limits(seconds=seconds)
    one = hm.Limits(nodes=1)
    hm.prove(game, chosen[0], limits=one, compiled=True)  # so that nothing is compiled while the time is measured
    hm.search(game, window=(0, 1), position=chosen[0], limits=one, compiled=True)
    hm.search(game, window=(0, 1), position=chosen[0], limits=one, compiled=True, table=TABLE)
    won = alone = alone_other = checked = 0
    proved = [0, 0, 0]
    for at in chosen:
        proof = hm.prove(game, at, limits=limits, compiled=True, entries=1 << 21)
        how: dict[str, Any] = {"window": (0, 1), "position": at, "limits": limits, "compiled": True}
        others = [answered(hm.search(game, **how)), answered(hm.search(game, table=TABLE, **how))]
        answers = [proof.proven, *others]
        if True in answers and False in answers:
            raise SystemExit(f"{game.name}: they contradict each other at {at}: {answers}")
        if proof.proven is not None:
            proof.check()
            checked += 1
        won += True in answers
        proved = [count + (answer is True) for count, answer in zip(proved, answers, strict=True)]
        alone += proof.proven is True and True not in others
        alone_other += proof.proven is not True and True in others
    both = f"{alone}:{alone_other}"
    return f"{game.name:<22}{won:>5}{proved[0]:>8}{proved[1]:>12}{proved[2]:>12}{both:>9}{checked:>9}"


if __name__ == "__main__":
    main()
