"""The cost of the bookkeeping of best-first search: time per evaluated leaf, compared with compiled alpha-beta.

    python benchmarks/state_space.py

All algorithms take turns on the same random trees, round by round; a figure is the median of the rounds. The papers
assume that an ordered OPEN list costs more than it saves. Kept as a tree of blocks, it costs about as much as a leaf of
these trees, whose evaluation is as cheap as possible.
"""

from __future__ import annotations

import argparse
import resource
import statistics

import halfmove as hm

TREES = ((8, 4), (8, 8), (32, 4), (3, 14))
LARGE = ((8, 10), (4, 16))


def contenders(width: int, depth: int) -> list[tuple[str, str, dict[str, object]]]:
    whole, least = width ** -(-depth // 2), -(-depth // 2) * (width - 1) + 1
    return [
        ("alpha-beta", "alpha_beta", {}),
        ("SSS*", "sss_star", {}),
        ("PS*(2)", "ps_star", {"phases": 2}),
        ("ITERSSS*(1/4)", "iter_sss_star", {"memory": max(whole // 4, least)}),
        ("DUAL*", "dual_star", {}),
        ("MT-SSS*", "mt_sss_star", {}),
    ]


def per_leaf(width: int, depth: int, trees: int, rounds: int) -> list[tuple[str, float, float]]:
    """(title, nanoseconds per evaluated leaf, leaves relative to alpha-beta)."""
    games = [hm.trees.uniform(width, depth, seed=seed) for seed in range(trees)]
    times: dict[str, list[float]] = {}
    leaves: dict[str, int] = {}
    for _ in range(rounds):
        for title, algorithm, parameters in contenders(width, depth):
            results = [hm.search(game, algorithm, compiled=True, **parameters) for game in games]
            leaves[title] = sum(r.counts.leaves for r in results)
            times.setdefault(title, []).append(sum(r.seconds for r in results) / leaves[title] * 1e9)
    first = leaves["alpha-beta"]
    return [(title, statistics.median(each), leaves[title] / first) for title, each in times.items()]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--trees", type=int, default=3)
    options, _ = parser.parse_known_args()
    titles = [title for title, _, _ in contenders(8, 4)]
    print("\nnanoseconds per evaluated leaf (ratio to alpha-beta; leaves relative to alpha-beta)\n")
    print(f"{'tree':<9}" + "".join(f"{title:>24}" for title in titles))
    for width, depth in TREES:
        rows = per_leaf(width, depth, options.trees, options.rounds)
        base = rows[0][1]
        cells = [f"{time:.1f} ({time / base:.2f}; {share:.2f})" for _, time, share in rows]
        print(f"{f'T({width},{depth})':<9}" + "".join(f"{cell:>24}" for cell in cells), flush=True)
    print("\nSSS* with large OPEN lists\n")
    print(f"{'tree':<9}{'OPEN':>9}{'leaves':>12}{'seconds':>9}{'process, MB':>13}")
    for width, depth in LARGE:
        r = hm.search(hm.trees.uniform(width, depth, seed=1), "sss_star", compiled=True)
        memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
        print(
            f"{f'T({width},{depth})':<9}{r.counts.max_open:>9}{r.counts.leaves:>12}{r.seconds:>9.2f}{memory:>13}",
            flush=True,
        )


if __name__ == "__main__":
    main()
