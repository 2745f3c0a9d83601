"""Who works when in a search by several processors: a row for each processor, a column for each round.

>>> import halfmove as hm
>>> tree = hm.trees.uniform(3, 3, seed=1)
>>> found = hm.search(tree, "parallel_alpha_beta", processors=3, trace=True)
>>> chart = chart_of(found, 3, "an example")
>>> (chart.rounds, len(chart.blocks), chart.idle) == (found.counts.rounds, found.counts.leaves, found.counts.idle)
True
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from halfmove.base.notebook import plural
from halfmove.drawing.colours import COLOURS
from halfmove.errors import UsageError
from halfmove.model import Result
from halfmove.recording.log import LEAF, ROUND, WAIT, WORK, Log


class Block(NamedTuple):
    """A leaf that a processor evaluates in a round. Processors and rounds are counted from 0, jobs as they begin."""

    processor: int
    round: int
    leaf: str
    job: int
    colour: int


class Wait(NamedTuple):
    """A processor has no leaf for some rounds, because work is on its way."""

    processor: int
    round: int
    rounds: int


@dataclass
class Chart:
    """All that happens in a search by processors. What is neither a block nor a wait is idle.

    jobs    the nodes that processors work for, as they begin; a job that is "" is not recorded
    """

    title: str
    processors: int
    rounds: int
    blocks: list[Block]
    waits: list[Wait]
    jobs: list[str]
    notes: list[str] = field(default_factory=list)

    @property
    def in_transit(self) -> int:
        return sum(wait.rounds for wait in self.waits)

    @property
    def idle(self) -> int:
        return self.processors * self.rounds - len(self.blocks) - self.in_transit

    def job_name(self, job: int) -> str:
        name = self.jobs[job]
        return "the whole tree" if name == "0" else name


class _Round(NamedTuple):
    """One round, or several in which all who have work wait for it."""

    number: int
    leaves: list[int]
    works: list[tuple[int, int, int]]  # processor, leaf, job
    waits: list[int]


def chart_of(result: Result, processors: int, title: str) -> Chart:
    """The chart of a search with a log. Raises UsageError if its log has no rounds."""
    counts, rounds = result.counts, list(_rounds(result.log))
    if not rounds or not counts.rounds:
        raise UsageError(f"{result.algorithm} does not record its rounds, so that nobody knows who works when")
    chart = Chart(title, processors, counts.rounds, [], [], [])
    jobs: dict[int, int] = {}
    before: dict[int, int] = {}  # the colour of a processor's last block
    colours: list[int] = []
    ends = [each.number for each in rounds[1:]] + [counts.rounds]
    for each, end in zip(rounds, ends, strict=True):
        if each.number >= counts.rounds:  # the root was SOLVED before this round had a leaf
            break
        works, waiting = _settled(each)
        for processor, leaf, job in works:
            if job not in jobs:
                colour = len(jobs) % len(COLOURS)
                colours.append((colour + (before.get(processor) == colour)) % len(COLOURS))
                chart.jobs.append("" if job < 0 else result.log.name(job))
                jobs[job] = len(jobs)
            before[processor] = colours[jobs[job]]
            name = result.log.name(leaf)
            chart.blocks.append(Block(processor, each.number, name, jobs[job], colours[jobs[job]]))
        chart.waits += [Wait(processor, each.number, end - each.number) for processor in waiting]
    chart.waits = _joined(chart.waits)
    chart.notes = [
        f"{plural(chart.rounds, 'round')} of {plural(processors, 'processor')}: "
        f"{plural(len(chart.blocks), 'leaf')}, idle {chart.idle:,}"
        f"{f', in transit {chart.in_transit:,}' if chart.waits else ''}; "
        f"work was handed over {plural(counts.steals, 'time')}"
    ]
    return chart


def _rounds(log: Log) -> Iterator[_Round]:
    """A root that is a leaf is evaluated in a round that is not recorded."""
    rows = log.rows
    if len(rows) == 1 and rows[0][0] == LEAF:
        yield _Round(0, [rows[0][1]], [(1, rows[0][1], rows[0][1])], [])
    now: _Round | None = None
    for kind, node, aux, x, _y in rows:
        if kind == ROUND:
            if now is not None:
                yield now
            now = _Round(aux, [], [], [])
        elif now is not None:
            if kind == LEAF:
                now.leaves.append(node)
            elif kind == WORK:
                now.works.append((aux, node, int(x)))
            elif kind == WAIT:
                now.waits.append(aux)
    if now is not None:
        yield now


def _settled(each: _Round) -> tuple[list[tuple[int, int, int]], list[int]]:
    """Who evaluates which leaf for which job in a round, and who waits; processors are counted from 0.

    On a shared OPEN a leaf can lose its use within its own round. Then nobody is recorded as its worker: the first
    processor that is free evaluates it.
    """
    works = [(processor - 1, leaf, job) for processor, leaf, job in each.works]
    waiting = sorted(processor - 1 for processor in each.waits)
    nobodys = list((Counter(each.leaves) - Counter(leaf for _, leaf, _ in works)).elements())
    taken = {*waiting, *(processor for processor, _, _ in works)}
    free = (processor for processor in range(len(taken) + len(nobodys)) if processor not in taken)
    works += [(next(free), leaf, -1) for leaf in nobodys]
    return sorted(works), waiting


def _joined(waits: list[Wait]) -> list[Wait]:
    """Waits that follow one another as one."""
    of_each: defaultdict[int, list[Wait]] = defaultdict(list)
    for wait in waits:
        own = of_each[wait.processor]
        if own and own[-1].round + own[-1].rounds == wait.round:
            own[-1] = own[-1]._replace(rounds=own[-1].rounds + wait.rounds)
        else:
            own.append(wait)
    return [wait for own in of_each.values() for wait in own]


class Shares(NamedTuple):
    """A chart that is too large to draw block by block: in each cell the share of time in which leaves are evaluated.

    across, down    how many rounds and how many processors a cell stands for
    cells           rows from the top, each from left to right
    """

    across: int
    down: int
    cells: list[list[float]]


def folded(chart: Chart, rows: int, columns: int) -> Shares:
    """A chart with at most this many rows and columns."""
    down, across = -(-chart.processors // rows), -(-chart.rounds // columns)
    counts = [[0] * -(-chart.rounds // across) for _ in range(-(-chart.processors // down))]
    for block in chart.blocks:
        counts[block.processor // down][block.round // across] += 1
    cells = []
    for place, row in enumerate(counts):
        high = min(down, chart.processors - place * down)
        cells.append([n / (high * min(across, chart.rounds - i * across)) for i, n in enumerate(row)])
    return Shares(across, down, cells)


def group_name(first: int, size: int, processors: int) -> str:
    """The name of a row: P3, or P1-8 for several processors. Processors are counted from 0 here."""
    last = min(first + size, processors)
    return f"P{last}" if last == first + 1 else f"P{first + 1}-{last}"
