"""One search by several processes, where an evaluation is slow: python benchmarks/slow_evaluations.py.

    python benchmarks/slow_evaluations.py --milliseconds 5 --jobs 1,2,8,16,32 --depth 5
    python benchmarks/slow_evaluations.py --busy --jobs 1,2

An evaluation waits, as for a service on another machine, or computes with --busy. Positions are Othello after random
half-moves. The contenders take turns, position by position, so that all of them see the same noise. A speed-up is the
time of one process divided by the time of several; the table shows the median over the positions, and the smallest and
largest. Every search by several processes is compared with that of one: value, move and line.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
from dataclasses import replace
from typing import Any

import halfmove as hm

BASE = hm.games.othello()


def slow_othello(seconds: float, busy: bool) -> hm.Game:
    def evaluate(p: Any) -> Any:
        if busy:
            until = time.thread_time() + seconds
            while time.thread_time() < until:
                pass
        else:
            time.sleep(seconds)
        return BASE.call("evaluate", p)

    return replace(BASE, evaluate=evaluate)


def positions(count: int, half_moves: int) -> list[Any]:
    chance, found = random.Random(0), []
    for _ in range(count):
        at = BASE.start
        for _ in range(half_moves):
            at = BASE.next(at, chance.choice(BASE.legal(at)))
        found.append(at)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description="One search by several processes, where an evaluation is slow.")
    parser.add_argument("--milliseconds", type=float, default=5.0, help="of an evaluation")
    parser.add_argument("--busy", action="store_true", help="compute instead of waiting: cores limit the speed-up")
    parser.add_argument("--jobs", default="1,2,8,16,32", help="numbers of processes; the first is 1")
    parser.add_argument("--depth", type=int, default=4)
    parser.add_argument("--positions", type=int, default=6)
    given = parser.parse_args()
    game = slow_othello(given.milliseconds / 1000, given.busy)
    numbers = [int(word) for word in given.jobs.split(",")]
    seconds: dict[int, list[float]] = {number: [] for number in numbers}
    leaves: dict[int, list[int]] = {number: [] for number in numbers}
    for at in positions(given.positions, 16):
        answers = set()
        for number in numbers:
            found = hm.search(game, position=at, depth=given.depth, compiled=False, jobs=number)
            seconds[number].append(found.seconds)
            leaves[number].append(found.counts.leaves)
            answers.add((found.value, found.bound, found.line))
        assert len(answers) == 1, f"different answers: {answers}"
    one = numbers[0]
    kind = "busy" if given.busy else "waiting"
    evaluation = f"an evaluation of {given.milliseconds:g} ms ({kind})"
    print(f"Othello, depth {given.depth}, {given.positions} positions, {evaluation}\n")
    print("processes  seconds  speed-up  smallest  largest  leaves")
    print("---------  -------  --------  --------  -------  ------")
    for number in numbers:
        ratios = [alone / together for alone, together in zip(seconds[one], seconds[number], strict=True)]
        more = statistics.median(mine / alone for mine, alone in zip(leaves[number], leaves[one], strict=True))
        print(
            f"{number:9}  {statistics.median(seconds[number]):7.2f}  {statistics.median(ratios):8.2f}  "
            f"{min(ratios):8.2f}  {max(ratios):7.2f}  {more:6.2f}"
        )


if __name__ == "__main__":
    main()
