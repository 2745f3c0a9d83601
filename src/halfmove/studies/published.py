"""Published speed-ups of parallel searches, as data: `papers/parallel.csv`.

They were measured by other programs on other machines, or derived. So they stand beside the speed-ups of a study; there
is no tree on which both could agree.
"""

from __future__ import annotations

import csv
from dataclasses import dataclass
from functools import cache

from halfmove.base.shipped import PAPERS, shipped

# seen: the text itself was read, or its abstract; second-hand: another text quotes it
STATUSES = ("seen", "second-hand")


@dataclass(frozen=True)
class Published:
    """A published speed-up.

    scheme       as its source names it
    beside       the scheme of ours beside which it is shown
    measured     on what, or how it was found
    processors   None if it holds for any number
    speedup      None if no single number is printed
    """

    scheme: str
    beside: str
    source: str
    measured: str
    processors: int | None
    speedup: float | None
    as_printed: str
    status: str
    note: str


@cache
def published_speedups() -> tuple[Published, ...]:
    """All rows of the file, in their order."""
    with (shipped(PAPERS) / "parallel.csv").open(encoding="utf-8", newline="") as lines:
        return tuple(map(_row, csv.DictReader(lines, strict=True)))


def _row(line: dict[str, str]) -> Published:
    processors, speedup = line.pop("processors"), line.pop("speedup")
    return Published(
        **line,
        processors=int(processors) if processors else None,
        speedup=float(speedup) if speedup else None,
    )
