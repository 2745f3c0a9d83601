"""How fast a player is: against bitbully, on the clock, in memory, and on two threads.

    python benchmarks/players.py [--positions 300] [--searches 200]

Positions come from random games with a fixed seed. Times are those of the processor; contenders take turns, and medians
are shown.
"""

from __future__ import annotations

import argparse
import multiprocessing
import random
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

from random_games import random_lines

import halfmove as hm

ROUNDS = 5


def say(text: str = "") -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def random_openings(game: hm.Game, count: int, lengths: range, seed: int) -> list[tuple[list[Any], Any]]:
    """`count` openings of random games, and the positions after them."""
    return list(islice(random_lines(game, lengths, seed), count))


def seconds(work: Callable[[], Any]) -> float:
    began = time.process_time()
    work()
    return time.process_time() - began


def against_bitbully(count: int) -> None:
    """Exact scores of Connect Four positions."""
    game = hm.games.connect_four()
    sets = {"middle (18-28 stones)": (18, 28), "earlier (14-17 stones)": (14, 17)}
    try:
        from bitbully.bitbully_core import BitBullyCore, BoardCore
    except ImportError:
        BitBullyCore = None
        say("bitbully is not installed: pip install bitbully")
    player = hm.Player(game, compiled=True)
    player.prepare(solve=True)
    say("Connect Four, exact scores, microseconds for each position")
    for name, (shortest, longest) in sets.items():
        some = random_openings(game, count, range(shortest, longest + 1), seed=1)
        positions = [at for _, at in some]
        ours, theirs = [], []
        for _ in range(ROUNDS):
            player.forget()
            ours.append(seconds(lambda positions=positions: player.solve_many(positions)))
            if BitBullyCore is not None:
                boards = []
                for line, _ in some:
                    board = BoardCore()
                    board.setBoard([move - 1 for move in line])
                    boards.append(board)
                solver = BitBullyCore()
                theirs.append(seconds(lambda boards=boards, solver=solver: [solver.mtdf(each, 0) for each in boards]))
        us = statistics.median(ours) / count * 1e6
        row = f"  {name}: {us:.0f}"
        if theirs:
            them = statistics.median(theirs) / count * 1e6
            row += f", bitbully {them:.0f}: {us / them:.2f} of its time"
        say(row)


def lateness(searches: int) -> None:
    """How much later than its limit a search ends."""
    game = hm.games.othello()
    chance = random.Random(2)
    positions = [at for _, at in random_openings(game, 20, range(4, 41), seed=2)]
    late = []
    player = hm.Player(game)
    player.prepare()
    for number in range(searches):
        limit = 10 ** chance.uniform(-2, 0)
        player.limits = hm.Limits(seconds=limit)
        began = time.perf_counter()
        result = player.choose(positions[number % len(positions)])
        if result.stopped == "seconds":
            late.append((time.perf_counter() - began - limit) * 1000)
    late.sort()
    marks = {"median": 0.5, "90 %": 0.9, "99 %": 0.99, "worst": 1}
    words = ", ".join(f"{name} {late[int(part * (len(late) - 1))]:.2f}" for name, part in marks.items())
    over = sum(each > 50 for each in late)
    say(f"Late by milliseconds, {len(late)} searches of 10 ms to 1 s: {words}; {over} of them by more than 50")


# Limited by nodes, not by seconds: the table is full at the end, and every process does the same.
MEMORY = """
import resource, halfmove as hm
player = hm.Player(hm.games.othello(), hm.Limits(nodes=3_000_000), memory="{memory}", compiled=True)
player.prepare()
player.choose()
print(int(open("/proc/self/statm").read().split()[1]) * resource.getpagesize() / 2**20)
"""


def memory() -> None:
    """The memory that a table adds to a process; each figure is the median of new processes."""
    if not Path("/proc/self/statm").exists():
        say("memory is left out: this system does not report the memory of a process")
        return
    sizes: dict[str, list[float]] = {"1 KB": [], "16 MB": []}
    for number in range(ROUNDS + 1):
        for size, found in sizes.items():
            command = [sys.executable, "-c", MEMORY.format(memory=size)]
            used = float(subprocess.run(command, capture_output=True, check=True).stdout)
            if number:  # the first process may have compiled, which takes memory, too
                found.append(used)
    small, large = (statistics.median(found) for found in sizes.values())
    say(f"A process with a table of 16 MB takes {large:.1f} MB, {large - small:.1f} MB more than with one of 1 KB")


THREADS = {  # half-moves of the random openings, and the depth; None: to the end of the game
    "Connect Four, solved": (hm.games.connect_four(), range(10, 14), None),
    "the same, harder": (hm.games.connect_four(), range(7, 9), None),
    "Othello, depth 10": (hm.games.othello(), range(10, 14), 10),
}
QUICK = 0.1  # seconds: a position that takes less is left out, since starting threads decides there


class Search(NamedTuple):
    """One search: elapsed seconds, those of all its threads on a core, and its nodes."""

    elapsed: float
    busy: float
    nodes: int

    @property
    def speed(self) -> float:
        """Nodes for each second on a core."""
        return self.nodes / self.busy

    @property
    def cores(self) -> float:
        """How many cores it had; less than its threads where other programs work."""
        return self.busy / self.elapsed


def player_of(game: hm.Game, number: int, depth: int | None) -> hm.Player:
    player = hm.Player(game, hm.Limits(), threads=number, compiled=True)
    player.prepare(solve=depth is None)
    return player


def one_search(player: hm.Player, at: Any, depth: int | None) -> Search:
    player.forget()
    began, busy = time.perf_counter(), time.process_time()
    found = player.solve(at) if depth is None else player.choose(at, depth=depth)
    return Search(time.perf_counter() - began, time.process_time() - busy, found.counts.nodes)


def neighbour(pipe: Any, stop: Any, game: hm.Game, depth: int | None) -> None:
    """Another process: it searches the positions that it is sent, again and again, with a table of its own."""
    player = player_of(game, 1, depth)
    pipe.send(None)
    while (at := pipe.recv()) is not None:
        while not stop.is_set():
            one_search(player, at, depth)
        pipe.send(None)


def threads(count: int) -> None:
    """In turn, position by position: one thread, two, and one thread beside another process that searches, too."""
    for name, (game, openings, depth) in THREADS.items():
        ours, theirs = multiprocessing.Pipe()
        stop = multiprocessing.Event()
        other = multiprocessing.Process(target=neighbour, args=(theirs, stop, game, depth), daemon=True)
        other.start()
        one, two = (player_of(game, number, depth) for number in (1, 2))
        ours.recv()
        rows = []
        for _, at in random_openings(game, count, openings, seed=3):
            alone = one_search(one, at, depth)
            if alone.elapsed > QUICK:
                both = one_search(two, at, depth)
                stop.clear()
                ours.send(at)
                rows.append((alone, both, one_search(one, at, depth)))
                stop.set()
                ours.recv()
        ours.send(None)
        other.join()
        if rows:
            tell_threads(name, rows)
        else:
            say(f"Two threads, {name}: every position takes less than {QUICK} s")


def tell_threads(name: str, rows: list[tuple[Search, Search, Search]]) -> None:
    work = [2 * alone.nodes / both.nodes for alone, both, _ in rows]
    less = f"{statistics.median(work):.2f} ({min(work):.2f} to {max(work):.2f}) times less work for each"
    faster, cores, speed, beside = (
        statistics.median(each)
        for each in zip(
            *(
                (alone.elapsed / both.elapsed, both.cores, both.speed / alone.speed, near.speed / alone.speed)
                for alone, both, near in rows
            ),
            strict=True,
        )
    )
    say(f"Two threads, {name}, {len(rows)} positions: {less}, {faster:.2f} times faster on {cores:.2f} cores")
    say(f"  a thread has {speed:.2f} of its speed beside the other, {beside:.2f} beside another process")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--positions", type=int, default=300)
    parser.add_argument("--searches", type=int, default=200)
    parser.add_argument("--threads", type=int, metavar="N", help="measure only threads, on N positions of each kind")
    chosen = parser.parse_args()
    if chosen.threads is not None:
        threads(chosen.threads)
        return
    against_bitbully(chosen.positions)
    lateness(chosen.searches)
    memory()
    threads(6)
    say(f"this process: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB")


if __name__ == "__main__":
    main()
