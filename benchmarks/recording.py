"""The cost of recording a search: plain Python with a log against plain Python without one.

    python benchmarks/recording.py [--rounds 5]

The two take turns; a figure is the ratio of the medians of their processor times.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
from typing import Any

import halfmove as hm

ALGORITHMS = ("alpha_beta", "scout", "mtd_f", "sss_star", "ps_star", "iter_sss_star", "dual_star")


def nested(chance: random.Random, width: int, depth: int) -> Any:
    return [nested(chance, width, depth - 1) for _ in range(width)] if depth else chance.randrange(1000)


def games() -> dict[str, tuple[hm.Game, dict[str, Any]]]:
    return {
        "explicit tree 5^6": (hm.trees.explicit(nested(random.Random(1), 5, 6)), {}),
        "uniform tree 5^6": (hm.trees.uniform(5, 6, seed=1), {}),
        "Connect Four, depth 5": (hm.games.connect_four(), {"depth": 5}),
        "Othello, depth 4": (hm.games.othello(), {"depth": 4}),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    rounds = parser.parse_args().rounds
    print(f"{'':24}" + "".join(f"{name:>15}" for name in ALGORITHMS))
    for name, (game, how) in games().items():
        ratios = []
        for algorithm in ALGORITHMS:
            times: dict[bool, list[float]] = {False: [], True: []}
            for _ in range(rounds):
                for trace in (False, True):
                    began = time.process_time()
                    hm.search(game, algorithm, compiled=False, trace=trace, **how)
                    times[trace].append(time.process_time() - began)
            ratios.append(statistics.median(times[True]) / statistics.median(times[False]))
        print(f"{name:24}" + "".join(f"{ratio:15.2f}" for ratio in ratios))


if __name__ == "__main__":
    main()
