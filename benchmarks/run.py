"""halfmove beside hand-written C++ and other libraries, in one run: `make bench`, or python benchmarks/run.py.

Contenders take turns, round by round, so that all of them see the same noise. A figure is the median of the rounds.
The script prints ratios; nothing here is a test.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import shutil
import statistics
import subprocess
import sys
import sysconfig
import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import players
import solving
from rivals import RIVALS

import halfmove as hm

HERE = Path(__file__).parent

Contender = Callable[[int], tuple[int, float]]  # depth -> nodes, seconds


def say(text: str = "") -> None:
    print(text, flush=True)


def table(title: str, head: list[str], rows: list[list[str]]) -> None:
    say(f"\n{title}\n")
    widths = [max(len(row[i]) for row in [head, *rows]) for i in range(len(head))]
    for row in [head, ["-" * width for width in widths], *rows]:
        cells = [row[0].ljust(widths[0]), *(cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True))]
        say("  ".join(cells).rstrip())


def halfmove_at(compiled: bool, algorithm: str = "alpha_beta") -> Contender:
    game = replace(hm.games.connect_four(), evaluate=None)  # as in C++: 0 if the game is not over

    def run(depth: int) -> tuple[int, float]:
        r = hm.search(game, algorithm, depth=depth, compiled=compiled)
        return r.counts.nodes, r.seconds

    return run


def cpp_twin(folder: Path) -> Contender | None:
    """The C++ twin, compiled now; None if there is no compiler."""
    compiler = shutil.which("g++") or shutil.which("clang++")
    if compiler is None:
        say("no g++ or clang++ found: the C++ twin is left out")
        return None
    program = folder / "connect_four"
    command = [compiler, "-O3", "-march=native", "-std=c++17", str(HERE / "connect_four.cpp"), "-o", str(program)]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        say(f"the C++ twin does not compile here and is left out: {done.stderr.strip().splitlines()[-1:]}")
        return None

    def run(depth: int) -> tuple[int, float]:
        out = subprocess.run([program, str(depth), "1"], capture_output=True, text=True, check=True).stdout
        _, nodes, seconds = out.split()
        return int(nodes), float(seconds)

    return run


def race(contenders: dict[str, Contender], depth: int, rounds: int) -> dict[str, tuple[int, float]]:
    """The nodes and median seconds of each contender. The times of an additional first round are not used."""
    seconds: dict[str, list[float]] = {name: [] for name in contenders}
    nodes: dict[str, int] = {}
    for number in range(rounds + 1):
        for name, run in contenders.items():
            nodes[name], spent = run(depth)
            if number:
                seconds[name].append(spent)
    return {name: (nodes[name], statistics.median(times)) for name, times in seconds.items()}


def race_table(title: str, results: dict[str, tuple[int, float]], against: str) -> None:
    """Print the speed of each contender, and how many times faster `against` is."""
    best_nodes, best_seconds = results[against]
    rows = []
    for name, (nodes, seconds) in results.items():
        speed = nodes / seconds
        ratio = best_nodes / best_seconds / speed
        rows.append([name, f"{nodes:,}", f"{seconds:.3f}", f"{speed / 1e6:,.3f}", f"{ratio:,.2f}"])
    table(title, ["", "nodes", "seconds", "million nodes/s", "halfmove / this"], rows)


def against_cpp(depth: int, rounds: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        contenders: dict[str, Contender] = {"halfmove compiled": halfmove_at(True)}
        twin = cpp_twin(Path(folder))
        if twin is not None:
            contenders["C++ twin"] = twin
        results = race(contenders, depth, rounds)
    race_table(
        f"Connect Four to depth {depth}, alpha-beta, beside C++ (-O3 -march=native)", results, "halfmove compiled"
    )
    counted = {nodes for nodes, _ in results.values()}
    if len(counted) > 1:
        say(f"WARNING: the node counts differ, {counted}: the searches are not the same")


def against_libraries(depth: int, rounds: int) -> None:
    contenders: dict[str, Contender] = {
        "halfmove compiled": halfmove_at(True),
        "halfmove interpreted": halfmove_at(False),
    }
    for name, make in RIVALS.items():
        try:
            contenders[name] = make()
        except Exception as error:
            say(f"{name} is left out: {error} (pip install easyAI open_spiel)")
    results = race(contenders, depth, rounds)
    race_table(f"Connect Four to depth {depth}, alpha-beta, beside other libraries", results, "halfmove compiled")
    say("Each library counts its own nodes; OpenSpiel tries columns from left to right and scores a win as 1.")


def family(rounds: int) -> None:
    """The whole depth-first family on one hashed tree."""
    tree = hm.trees.uniform(8, 8, seed=1)
    names = [a.id for a in hm.ALGORITHMS.values() if not any(p.required for p in a.parameters) and a.id != "minimax"]
    best: dict[str, list[float]] = {name: [] for name in names}
    leaves: dict[str, int] = {}
    for _ in range(rounds + 1):
        for name in names:
            r = hm.search(tree, name, compiled=True, limits=hm.Limits(seconds=60))
            leaves[name] = r.counts.leaves
            best[name].append(r.seconds)
    rows = []
    for name in names:
        seconds = statistics.median(best[name][1:])
        rows.append([name, f"{leaves[name]:,}", f"{seconds:.4f}", f"{seconds / leaves[name] * 1e9:.1f}"])
    table("Hashed T(8,8), every algorithm, compiled", ["", "leaves", "seconds", "ns per leaf"], rows)


# Not `ru_maxrss`: a new process inherits that from its parent, so every row would show the size of this script.
MEMORY = """
import halfmove as hm
r = hm.search(hm.trees.uniform(38, {depth}, seed=1), "alpha_beta", compiled=True, limits=hm.Limits(nodes={nodes}))
peak = [line.split()[1] for line in open("/proc/self/status") if line.startswith("VmHWM")]
print(r.counts.nodes, *peak)
"""


def memory(nodes: int) -> None:
    if not Path("/proc/self/status").exists():
        say("\nmemory is left out: this system does not report the largest memory of a process")
        return
    rows = []
    for depth in (4, 8, 12, 16, 20):
        entered, peak = fresh(MEMORY.format(depth=depth, nodes=nodes)).split()
        rows.append([f"depth {depth}", f"{int(entered):,}", f"{int(peak):,}"])
    table("Largest memory of the process, hashed T(38,d)", ["", "nodes", "kB"], rows)


FIRST = "import halfmove as hm; hm.search(hm.games.connect_four(), depth={depth}, compiled=True)"


def fresh(code: str) -> str:
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout


def wall(command: list[str], rounds: int) -> float:
    times = []
    for _ in range(rounds + 1):
        began = time.perf_counter()
        subprocess.run(command, capture_output=True, check=True)
        times.append(time.perf_counter() - began)
    return statistics.median(times[1:])


def starting(rounds: int) -> None:
    rows = [["python -c pass", f"{wall([sys.executable, '-c', 'pass'], rounds):.3f}"]]
    rows.append(["import halfmove", f"{wall([sys.executable, '-c', 'import halfmove'], rounds):.3f}"])
    first = FIRST.format(depth=8)
    rows.append(["first compiled search, code on disk", f"{wall([sys.executable, '-c', first], rounds):.3f}"])
    with tempfile.TemporaryDirectory() as folder:
        began = time.perf_counter()
        subprocess.run([sys.executable, "-c", first], env=os.environ | {"HALFMOVE_CACHE": folder}, check=True)
        rows.append(["first compiled search ever", f"{time.perf_counter() - began:.3f}"])
    script = Path(sysconfig.get_path("scripts")) / "halfmove"
    if script.exists():
        rows.append(["halfmove --help", f"{wall([str(script), '--help'], rounds):.3f}"])
    table("A new process, seconds on the wall, import included", ["", "seconds"], rows)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--depth", type=int, default=13, help="of the race with C++")
    parser.add_argument("--library-depth", type=int, default=9, help="of the race with other libraries")
    parser.add_argument("--rounds", type=int, default=7)
    chosen = parser.parse_args()
    say(f"Python {sys.version.split()[0]}, halfmove {hm.__version__}, {os.cpu_count()} processors")
    say(f"medians of {chosen.rounds} rounds")
    against_cpp(chosen.depth, chosen.rounds)
    against_libraries(chosen.library_depth, chosen.rounds)
    family(chosen.rounds)
    memory(3_000_000)
    starting(chosen.rounds)
    with contextlib.suppress(ImportError):  # it needs the module `resource`, which Windows does not have
        import state_space

        state_space.main()
    players.against_bitbully(300)
    players.lateness(200)
    players.memory()
    players.threads(6)
    solving.measure(5, 5, 2)


if __name__ == "__main__":
    main()
