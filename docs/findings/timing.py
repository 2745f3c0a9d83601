"""How long the searches of a study take.

Every process makes all trees and searches each with every algorithm in turn, so that a busy moment hits all alike. The
time is that of the processor.
"""

from __future__ import annotations

import csv
import multiprocessing
import platform
import time
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from statistics import median
from typing import Any

from shared import Row, markdown

from halfmove import studies
from halfmove.studies.searcher import Searcher
from halfmove.studies.table import as_csv

ROUNDS = 3  # in a process; the least time of a tree counts, because other work of the machine is not part of the search
COLUMNS = ("tree", "algorithm", "ns_per_leaf", "runs", "trees", "date", "processor", "versions")


def measure(table: studies.Table, file: Path, runs: int, trees: int) -> None:
    """Time every cell in this many processes, one after the other, and write the ns per leaf of each."""
    found = [alone(one_run, table.plan, trees) for _ in range(runs)]
    rows = []
    for cell, *each in zip(table.plan.cells, *found, strict=True):
        text = " ".join(f"{ns:.2f}" for ns in each)
        row: Row = {"tree": str(cell.tree), "algorithm": str(cell.algorithm), "ns_per_leaf": f"{median(each):.2f}"}
        rows.append(row | {"runs": text, "trees": min(cell.count, trees)} | machine())
    file.write_text(as_csv(COLUMNS, rows), encoding="utf-8")


def alone(work: Callable[..., Any], *arguments: Any) -> Any:
    """The result of a function in a new process."""
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        return pool.apply(work, arguments)


def one_run(plan: studies.Plan, most: int) -> list[float]:
    """ns per leaf of every cell."""
    found: dict[studies.Cell, float] = {}
    for tree in plan.trees:
        some = [cell for cell in plan.cells if cell.tree == tree]
        searchers = [Searcher(cell.algorithm.id, tree.look_ahead, **cell.algorithm.named) for cell in some]
        games = [tree.make(tree.seed(plan.seed, n)) for n in range(1, min(some[0].count, most) + 1)]
        for searcher in searchers:
            searcher(games[0])
        spent, leaves = [0.0] * len(some), [0] * len(some)
        for game in games:
            rounds = [[timed(searcher, game) for searcher in searchers] for _ in range(ROUNDS)]
            for at, measured in enumerate(zip(*rounds, strict=True)):
                spent[at] += min(seconds for seconds, _ in measured)
                leaves[at] += measured[0][1].counts.leaves
        found |= {cell: 1e9 * s / n for cell, s, n in zip(some, spent, leaves, strict=True)}
    return [found[cell] for cell in plan.cells]


def timed(work: Callable[..., Any], *arguments: Any) -> tuple[float, Any]:
    """(processor seconds, result)"""
    began = time.process_time()
    answer = work(*arguments)
    return time.process_time() - began, answer


def machine() -> Row:
    """The date, the processor and the versions."""
    return {"date": time.strftime("%Y-%m-%d"), "processor": processor(), "versions": versions()}


def processor() -> str:
    """Its name, if the system knows it."""
    known = Path("/proc/cpuinfo")
    lines = known.read_text(encoding="utf-8").splitlines() if known.exists() else []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return f"{names[0] if names else platform.processor()}, {platform.machine()}, {platform.system()}"


def versions() -> str:
    packages = [f"{name} {version(name)}" for name in ("halfmove", "numba", "numpy")]
    return ", ".join([*packages, f"Python {platform.python_version()}"])


def machine_table(file: Path, searched: str) -> str:
    """Where and how the times of a file were taken, as Markdown; `searched` names the things that were counted."""
    with file.open(encoding="utf-8", newline="") as lines:
        row = next(csv.DictReader(lines))
    runs = len(row["runs"].split())
    rows = [["date", row["date"]], ["processor", row["processor"]], ["versions", row["versions"]]]
    rows += [["runs", f"{runs} processes, {row['trees']} {searched} of each kind, the least of {ROUNDS} rounds"]]
    return markdown(["timing", ""], rows)
