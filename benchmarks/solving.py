"""How fast whole games are solved, and how many bytes they take: Connect Four on small boards.

    python benchmarks/solving.py [--board 5x5] [--jobs 2]

A new process solves the game into a file, so that its largest memory is its own. Then the file is verified. The bytes
per position are printed next to the entropy of values and distances: the size of a perfect code for them, if each were
coded by itself. The remaining bytes encode which positions there are.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import halfmove as hm

SOLVE = """
import json, sys, time
import halfmove as hm
width, height, jobs, file = *map(int, sys.argv[1:4]), sys.argv[4]
game = hm.games.connect_four(width, height)
began = time.perf_counter()
hm.solve(hm.games.connect_four(4, 3), jobs=jobs, compiled=True)  # the program, from disk or compiled
ready = time.perf_counter()
made = hm.solve(game, file, jobs=jobs, compiled=True)
seconds = time.perf_counter() - ready
try:
    peak = [int(line.split()[1]) for line in open("/proc/self/status") if line.startswith("VmHWM")]
except OSError:
    peak = []
found = made.statistics
print(json.dumps({
    "positions": found.positions, "won": found.won, "lost": found.lost, "drawn": found.drawn,
    "start": list(made.probe(game.start)), "longest": found.longest, "bytes": found.bytes, "entropy": found.entropy,
    "seconds": seconds, "ready": ready - began, "peak": peak,
}))
"""


def measure(width: int, height: int, jobs: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "solved.db"
        words = [sys.executable, "-c", SOLVE, str(width), str(height), str(jobs), str(file)]
        done = json.loads(subprocess.run(words, capture_output=True, text=True, check=True).stdout)
        size = file.stat().st_size
        began = time.perf_counter()
        database = hm.Database(file)
        opened = time.perf_counter() - began
        began = time.perf_counter()
        verdict = hm.verify(database, jobs=jobs, compiled=True)
        verified = time.perf_counter() - began
        del database
    positions = done["positions"]
    verdict_words = "right" if verdict.right else str(verdict.fault)
    rows = {
        "positions": f"{positions:,}: {done['won']:,} won, {done['lost']:,} lost, {done['drawn']:,} drawn",
        "start": f"value {done['start'][0]}, distance {done['start'][1]}",
        "solved": f"{done['seconds']:.1f} s, {positions / done['seconds'] / 1e6:.3f} million positions/s",
        "verified": f"{verified:.1f} s, {positions / verified / 1e6:.3f} million positions/s; {verdict_words}",
        "opened": f"{opened:.2f} s, all checksums compared",
        "file": f"{size:,} bytes, {size / positions:.3f} per position",
        "entropy": f"{done['entropy']:.3f} bits per position, {done['entropy'] / 8:.3f} bytes",
        "memory": f"{done['peak'][0]:,} kB at most" if done["peak"] else "not reported by this system",
    }
    print(f"\nConnect Four {width} x {height}, solved with jobs={jobs}\n")
    for name, text in rows.items():
        print(f"{name:<10} {text}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--board", default="5x5", help="WIDTHxHEIGHT")
    parser.add_argument("--jobs", type=int, default=2)
    given = parser.parse_args()
    width, _, height = given.board.partition("x")
    measure(int(width), int(height), given.jobs)


if __name__ == "__main__":
    main()
