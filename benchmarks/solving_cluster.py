"""The cost of a solve on many machines, extrapolated from rates that are measured on this one: rates, bytes, hours.

    python benchmarks/solving_cluster.py [--board 5x4] [--family 1-4] [--workers 2]

Connect Four on a small board and families of checkers are solved by one core, and each stage is timed. Then both are
solved once more by the workers of a Dask scheduler on this machine, and the bytes that are sent are counted. From these
numbers the script estimates 7x6 Connect Four and checkers with up to 8 pieces, for workers with 16 cores at the rates
of this machine, which each send and receive 10 Gbit/s.
"""

from __future__ import annotations

import argparse
import importlib.util
import math
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import halfmove as hm
from halfmove.solving import cluster_client, reaching, solve
from halfmove.solving.estimate import WORDS_DIRECT, WORDS_INSIDE
from halfmove.solving.settling import Settler

# Connect Four 7x6: positions with 0 to 42 stones, counted by Edelkamp and Kissmann (OEIS A212693).
# fmt: off
BY_STONES = [
    1, 7, 49, 238, 1120, 4263, 16422, 54859, 184275, 558186, 1662623, 4568683, 12236101, 30929111, 75437595, 176541259,
    394591391, 858218743, 1763883894, 3568259802, 6746155945, 12673345045, 22010823988, 38263228189, 60830813459,
    97266114959, 140728569039, 205289508055, 268057611944, 352626845666, 410378505447, 479206477733, 488906447183,
    496636890702, 433471730336, 370947887723, 266313901222, 183615682381, 104004465349, 55156010773, 22695896495,
    7811825938, 1459332899,
]
# fmt: on
CHECKERS = 443_748_401_247  # positions with 8 or fewer pieces
CHECKERS_LARGEST = 406_309_208_481  # of these have 8
CORES, GIGABITS, FLEET = 16, 10, (10, 100, 1000)  # of one worker
ASKED = 3  # an answer is sent to its owner; to settle, it is requested again, and its worths are returned
QUICK = 36  # bytes of a position in a hash: 24 to 48


class Rates(NamedTuple):
    """Positions per second of one core, and bytes per position of the database.

    alone   the rate of the work that one machine must do: merging lists, and deciding tiers whose moves lead back
            into them
    """

    positions: int
    listing: float
    solving: float
    alone: float
    bytes: float


def timed(game: str, **options: Any) -> Rates:
    """Solve a game on one core, and time its stages by the clock of the process, because others may use the machine."""
    began: dict[str, float] = {}
    alone = 0.0

    def report(now: solve.Progress) -> None:
        began.setdefault(now.stage, time.process_time())

    def clocked(function: Any) -> Any:
        def call(*given: Any) -> Any:
            nonlocal alone
            start = time.process_time()
            answer = function(*given)
            alone += time.process_time() - start
            return answer

        return call

    with (
        patched(solve, "_SECONDS", 0.0),
        patched(Settler, "_decided", clocked(Settler._decided)),
        patched(reaching, "_merge_and_clear", clocked(reaching._merge_and_clear)),
    ):
        start = time.process_time()
        database = hm.solve(game, jobs=1, compiled=True, progress=report, **options)
        end = time.process_time()
    count, middle = len(database), began["solving"]
    return Rates(count, count / (middle - start), count / (end - middle), count / alone, database.bytes / count)


@contextmanager
def patched(place: Any, name: str, value: Any) -> Iterator[None]:
    before = getattr(place, name)
    setattr(place, name, value)
    try:
        yield
    finally:
        setattr(place, name, before)


def show(title: str, rows: dict[str, str]) -> None:
    print(f"\n{title}\n")
    for name, text in rows.items():
        print(f"{name:<22} {text}", flush=True)


class Travelled(NamedTuple):
    """A solve on workers: its seconds; bytes per position sent with parts, answered, and sent to each worker."""

    seconds: float
    positions: int
    sent: float
    answered: float
    shared: float


def travelled(solves: list[tuple[str, dict[str, Any]]], workers: int) -> list[Travelled]:
    """Solve games on workers of this machine, and count bytes."""
    made: list[cluster_client.ClusterClient] = []

    class Counted(cluster_client.ClusterClient):
        def __init__(self, *given: Any) -> None:
            super().__init__(*given)
            made.append(self)

    solve.ClusterClient = Counted  # type: ignore[attr-defined, misc]
    found = []
    with tempfile.TemporaryDirectory() as folder, _cluster(Path(folder), workers) as (address, _):
        hm.solve("connect_four:4,4", cluster=address, compiled=True)  # every worker has the program
        hm.solve("checkers", tiers=[1, 2], cluster=address, compiled=True)
        for game, options in solves:
            began = time.perf_counter()
            count = len(hm.solve(game, cluster=address, compiled=True, **options))
            bytes_of = made[-1].traffic
            each = [size / count for size in (bytes_of.sent, bytes_of.answered, bytes_of.shared)]
            found.append(Travelled(time.perf_counter() - began, count, *each))
    return found


def _cluster(folder: Path, workers: int) -> Any:
    """The cluster of the tests."""
    file = Path(__file__).parents[1] / "tests" / "dask_cluster.py"
    spec = importlib.util.spec_from_file_location("dask_cluster", file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.dask_cluster(folder, workers)


def hours(seconds: float) -> str:
    if seconds < 3600:
        return f"{seconds / 60:,.1f} min"
    return f"{seconds / 3600:,.1f} h" if seconds < 100 * 3600 else f"{seconds / 86400:,.0f} days"


def size(count: float) -> str:
    power = min(4, max(0, int(math.log10(max(count, 1)) // 3)))
    return f"{count / 1000**power:,.3g} {('bytes', 'KB', 'MB', 'GB', 'TB')[power]}"


class Load(NamedTuple):
    """What a game needs of a cluster.

    largest   positions of its largest tier; each needs `words` of memory while it is solved
    beside    positions that must be known at the same time; each needs `found` bytes to be looked up
    given     positions that every worker must receive over time
    """

    positions: int
    largest: int
    words: int
    beside: int
    found: float
    given: int
    rates: Rates
    far: Travelled


def on_paper(title: str, load: Load) -> None:
    """Bytes, and hours on many workers."""
    wire, rates, far = GIGABITS * 1e9 / 8, load.rates, load.far
    core = load.positions / rates.listing + load.positions / rates.solving
    messages = (far.sent + far.answered) * load.positions
    shared = rates.bytes * load.given
    split = ASKED * far.answered * load.positions
    while_solved, found = 8 * load.words * load.largest, load.found * load.beside
    show(
        title,
        {
            "positions": f"{load.positions:,}",
            "database": size(rates.bytes * load.positions),
            "largest tier": f"{load.largest:,}: {size(while_solved)} while it is solved",
            "known beside it": f"{load.beside:,}: {size(rates.bytes * load.beside)}, {size(found)} to be found quickly",
            "one core": hours(core),
            "of that, on one machine": hours(load.positions / rates.alone),
            "through one machine": f"{size(messages)} of messages, {hours(messages / wire)}",
            "to every worker": f"{size(shared)} each, {hours(shared / wire)}",
        },
    )
    print("\nworkers   all work, if split   wire, if split   memory of each, if split")
    for workers in FLEET:
        work, sent = hours(core / workers / CORES), hours(split / workers / wire)
        print(f"{workers:>7,}   {work:>18}   {sent:>14}   {size((while_solved + found) / workers):>24}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--board", default="5x4", help="WIDTHxHEIGHT")
    parser.add_argument("--family", default="1-4", help="tiers of checkers")
    parser.add_argument("--workers", type=int, default=2)
    given = parser.parse_args()
    board, pieces = f"connect_four:{given.board.replace('x', ',')}", {"tiers": solve.tiers_from(given.family)}
    hm.solve("connect_four:4,3", compiled=True)  # the programs, from disk or compiled
    hm.solve("checkers", tiers=[1], compiled=True)
    alone = [timed(board), timed("checkers", **pieces)]
    together = travelled([(board, {}), ("checkers", pieces)], given.workers)
    titles = (f"Connect Four {given.board}", f"checkers, tiers {given.family}")
    for title, rates, far in zip(titles, alone, together, strict=True):
        rows = {
            "positions": f"{rates.positions:,}",
            "listed": f"{rates.listing:,.0f} positions/s on one core",
            "solved": f"{rates.solving:,.0f} positions/s on one core",
            "of that, on one machine": f"{rates.alone:,.0f} positions/s: merging lists, deciding tiers",
            "database": f"{rates.bytes:.3f} bytes per position",
            f"on {given.workers} workers": f"{far.seconds:.1f} s, sharing the cores with the client",
            "sent with parts": f"{far.sent:.2f} bytes per position",
            "answered": f"{far.answered:.2f} bytes per position",
            "given to each worker": f"{far.shared:.2f} bytes per position",
        }
        show(title, rows)
    largest = max(BY_STONES)
    after = BY_STONES[BY_STONES.index(largest) + 1]
    four = Load(sum(BY_STONES), largest, WORDS_DIRECT, after, QUICK, sum(BY_STONES), alone[0], together[0])
    on_paper("On paper: Connect Four 7x6", four)
    smaller = CHECKERS - CHECKERS_LARGEST
    checkers = Load(CHECKERS, CHECKERS_LARGEST, WORDS_INSIDE, smaller, alone[1].bytes, smaller, alone[1], together[1])
    on_paper("On paper: checkers with 8 or fewer pieces", checkers)


if __name__ == "__main__":
    main()
