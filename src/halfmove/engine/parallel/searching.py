"""A search by several processes, until it is done or its time is over."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from statistics import fmean
from typing import Any

from halfmove.engine.native.compiling import BackgroundCompile
from halfmove.engine.native.program import program_for
from halfmove.engine.parallel.jobs import Answer, Job, Setting, searched
from halfmove.engine.parallel.machines import Machine, processes, workers_of
from halfmove.engine.parallel.progress import Progress
from halfmove.engine.parallel.young_brothers import Node, YoungBrothers
from halfmove.engine.record import Fault
from halfmove.engine.runner import PATIENCE_COLD, Ran, Runner, error_of, refuse, with_score_kind
from halfmove.engine.scores import FINITE, INFINITE, number
from halfmove.engine.task import NeedsFloatScores, RawResult, Task
from halfmove.errors import GameError, HalfmoveError, NotCompilable
from halfmove.kernels import primitives as v
from halfmove.model import Counts, Score

_TICK = 0.1  # seconds after which progress is reported, if no job ends before
_MANY = 4  # jobs after which we know how long those of a distance from the root take
_LONG = 100  # times the least useful time of a job after which it is stopped and divided
_DEEPEST = 40  # half-moves from the root: a tree is never divided further down


Report = Callable[[Progress], None]


def search_together(
    task: Task, jobs: int | None, cluster: str | None, compiled: bool | None, deadline: int, report: Report | None
) -> Ran:
    """Search with so many processes, or with the workers of a cluster, until the deadline."""
    if task.height == 0 or task.game.outcome(task.position)[0]:  # there is nothing to divide
        return Runner(compiled).run(task, deadline)
    if compiled:
        Runner(True).prepare(task)
    setting = Setting(task.game, task.algorithm.id, task.position)
    search = ParallelSearch(task, setting, compiled, report)
    with processes(jobs or 1, setting) if cluster is None else workers_of(cluster, setting) as machine:
        return search.run(machine, deadline)


class ParallelSearch:
    """One task, searched as jobs on a machine."""

    def __init__(self, task: Task, setting: Setting, compiled: bool | None, report: Report | None) -> None:
        self._task, self._setting, self._report = task, setting, report
        self._compiled = bool(compiled)
        self._speed = None if compiled is not None else _Speed(task)
        self._working: dict[int, tuple[Job, Node]] = {}
        self._begun = 0

    def run(self, machine: Machine, deadline: int) -> Ran:
        """Search until the deadline, a time in nanoseconds of the monotonic clock."""
        try:
            return with_score_kind(self._task, lambda: self._run(machine, deadline))
        except Fault as fault:
            raise error_of(self._task, fault.number) from None

    def _run(self, machine: Machine, deadline: int) -> Ran:
        task = self._task
        self._tree, self._sizes = YoungBrothers(task), _Sizes(machine.least, task)
        self._counts, self._done, self._dropped, self._native = Counts(), 0, 0, False
        try:
            stopped = self._until_done(machine, deadline)
        finally:
            for job, _ in self._working.values():  # cut off, or too late, or of the wrong kind of score
                machine.drop(job)
            self._working.clear()
        return Ran(self._raw(stopped, machine), task, self._native)

    def _until_done(self, machine: Machine, deadline: int) -> str | None:
        """Search, and return what ended the search early."""
        while True:
            self._begin_jobs(machine)
            if self._tree.done:
                return None
            left = (deadline - time.monotonic_ns()) / 1e9
            for job, answer in machine.answers(max(0.0, min(_TICK, left))):
                self._take(machine, job, answer)
            self._look_around()
            if self._tree.done:
                return None
            if time.monotonic_ns() >= deadline:
                return "seconds"
            if self._task.doubt is not None and self._task.doubt():
                return "doubt"

    # Jobs

    def _begin_jobs(self, machine: Machine) -> None:
        while machine.idle > 0 and (node := self._tree.next()) is not None:
            over, _ = self._task.game.outcome(node.at)
            if over:
                self._settle_here(machine, node)
            elif node.left == 0 or node.distance >= self._sizes.distance:
                self._give(machine, node)
            else:
                self._divide(machine, node)

    def _give(self, machine: Machine, node: Node) -> None:
        job = self._job(node, self._sizes.longest if node.left != 0 else None)
        self._begun += 1
        self._native = self._native or job.compiled
        node.working = True
        self._working[job.number] = job, node
        machine.give(job)

    def _job(self, node: Node, seconds: float | None) -> Job:
        low, high = self._tree.window(node)
        compiled = self._compiled
        return Job(self._begun, node.path, node.left, (low, high), self._task.real, compiled, seconds)

    def _divide(self, machine: Machine, node: Node) -> None:
        moves = self._task.game.legal(node.at)
        if moves:
            self._sizes.saw(len(moves))
            self._tree.divide(node, moves)
        else:
            self._settle_here(machine, node)  # raises the error

    def _settle_here(self, machine: Machine, node: Node) -> None:
        """A game that is over: its score costs no evaluation."""
        task, raw = searched(self._job(node, None)._replace(compiled=False), self._setting)
        if task.real and not self._task.real:
            raise NeedsFloatScores
        assert raw.score is not None
        self._counts += raw.counts
        self._settle(machine, node, raw.score, [], True)

    def _take(self, machine: Machine, job: Job, answer: Answer) -> None:
        _, node = self._working.pop(job.number, (job, None))
        self._done += 1
        self._counts += answer.counts
        if node is None or node.done:  # it was cut off while it was searched
            return
        node.working = False
        if answer.trouble:
            self._explain(job, answer)
        if answer.real and not self._task.real:
            raise NeedsFloatScores
        if answer.score is None:  # it took too long
            if answer.counts.leaves > 1:
                self._sizes.too_long(node)
            self._divide(machine, node)
            return
        self._sizes.took(node, answer.seconds)
        self._settle(machine, node, answer.score, answer.line, job.left == 0)

    def _settle(self, machine: Machine, node: Node, score: Score, line: list[int], leaf: bool) -> None:
        for each in self._tree.settle(node, score, line, leaf):
            job = next(job for job, at in self._working.values() if at is each)
            self._dropped += 1
            del self._working[job.number]
            machine.drop(job)

    def _explain(self, job: Job, answer: Answer) -> None:
        """Raise the error that a job met: its own one, by the same search here, where it has its traceback."""
        searched(job._replace(compiled=False, seconds=None), self._setting)
        if answer.ours:
            raise HalfmoveError(answer.trouble)
        raise GameError(f"{self._task.game.name}: a rule raised an error in another process: {answer.trouble}")

    # Around it

    def _look_around(self) -> None:
        if self._speed is not None and self._speed.is_compiled():
            self._compiled = True
        if self._report is not None:
            root = self._tree.root
            moves = len(root.moves or ())
            value = None if root.best is None else number(self._tree.value, self._tree.extremes)
            settled = root.begun - len(root.active)
            self._report(Progress(value, settled, moves, len(self._working), self._done, self._counts.leaves))

    def _raw(self, stopped: str | None, machine: Machine) -> RawResult:
        tree = self._tree
        if tree.extremes == INFINITE | FINITE:
            raise Fault(v.BOTH_EXTREMES)
        value = number(tree.value, tree.extremes)
        counts = self._counts + Counts(nodes=tree.inner)
        own = {"processes": machine.size, "jobs": self._done, "dropped": self._dropped}
        proof = v.BY_WINDOW if stopped is None else v.LOWER
        score = value if stopped is None else None
        return RawResult(score, counts, value, proof, list(tree.moves_of(tree.root.line)), None, stopped, None, own)


class _Sizes:
    """How far from the root subtrees become jobs.

    Small subtrees keep all processes busy and use the newest windows; but a job must be worth handing over.
    """

    def __init__(self, least: float, task: Task) -> None:
        self._least, self.longest = least, _LONG * least
        height = None if task.endless else task.depth
        self._most = _DEEPEST if height is None else min(height, _DEEPEST)
        self.distance = min(2, self._most) if height is None else self._most
        self._seconds: list[float] = []
        self._moves = self._nodes = 0

    def saw(self, moves: int) -> None:
        """Note how many moves a node has."""
        self._moves, self._nodes = self._moves + moves, self._nodes + 1

    def took(self, node: Node, seconds: float) -> None:
        """Note how long a job took."""
        if node.distance != self.distance:
            return
        self._seconds.append(seconds)
        if len(self._seconds) < _MANY:
            return
        mean, width = fmean(self._seconds), max(2.0, self._moves / max(1, self._nodes))
        if mean < self._least and self.distance > 1:
            self._move(self.distance - 1)
        elif mean > 1.5 * width * self._least and self.distance < self._most:
            self._move(self.distance + 1)
        elif len(self._seconds) > 4 * _MANY:
            del self._seconds[:_MANY]

    def too_long(self, node: Node) -> None:
        """Note that a job was stopped."""
        self._move(min(max(self.distance, node.distance + 1), self._most))

    def _move(self, distance: int) -> None:
        if distance != self.distance:
            self.distance = distance
            self._seconds.clear()


@dataclass
class _Speed:
    """Whether machine code is ready: it is made while the search runs in plain Python."""

    task: Task
    _compiling: Any = None
    _program: Any = None
    _refused: bool = False

    def is_compiled(self) -> bool:
        if self._refused:
            return False
        try:
            return self._is_ready()
        except NotCompilable as error:
            self._refused = True
            if self._program is not None:
                refuse(self._program, error)
            return False

    def _is_ready(self) -> bool:
        if self._compiling is None:
            self._program = program_for(self.task)
            if self._program.refusal is not None:
                self._refused = True
                return False
            if self._program.machine is not None:
                return True
            patience = 0.0 if self._program.stored else PATIENCE_COLD
            # In a hurry: loading the compiler here would keep all processes waiting, and a deadline.
            self._compiling = BackgroundCompile(self._program, self.task, patience, hurry=True)
        self._compiling()
        if self._compiling.error is not None:
            raise self._compiling.error
        return bool(self._compiling.ready)
