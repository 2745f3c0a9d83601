"""Several processes search together: the value, the move, the bound and the line are those of one process."""

from __future__ import annotations

import math
import multiprocessing
import os
import pickle
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import halfmove as hm
from halfmove.engine.clock import NEVER
from halfmove.engine.native.ways import can_fork
from halfmove.engine.parallel import jobs, machines, searching, workers
from halfmove.engine.search import _result, _task
from halfmove.model import Limits

from .conftest import usually
from .dask_cluster import dask_cluster


class AnyOrder(machines.Machine):
    """Runs jobs in this process. They end in a random order, and some take too long."""

    least = 0.002

    def __init__(self, size: int, setting: jobs.Setting, seed: int) -> None:
        self._size, self._setting, self._chance = size, setting, random.Random(seed)
        self._running: list[tuple[jobs.Job, jobs.Answer]] = []

    @property
    def size(self) -> int:
        return self._size

    @property
    def idle(self) -> int:
        return self._size - len(self._running)

    def give(self, job: jobs.Job) -> None:
        answer = jobs.answer_to(job._replace(seconds=None), self._setting)
        late = job.seconds is not None and answer.score is not None and self._chance.random() < 0.1
        seconds = self._chance.choice([0.0001, 0.003, 1.0])
        self._running.append((job, answer._replace(seconds=seconds, score=None if late else answer.score)))

    def drop(self, job: jobs.Job) -> None:
        if self._chance.random() < 0.5:  # otherwise it is answered all the same
            self._running = [each for each in self._running if each[0] != job]

    def answers(self, seconds: float) -> Iterator[tuple[jobs.Job, jobs.Answer]]:
        yield self._running.pop(self._chance.randrange(len(self._running)))


def in_any_order(game: hm.Game, seed: int, size: int, **options: Any) -> hm.Result:
    position = options.get("position", game.start)
    window, depth = options.get("window"), options.get("depth")
    task = _task(game, "alpha_beta", {}, window, depth, position, Limits(), False, None, ())
    if task.height == 0 or game.outcome(position)[0]:
        return hm.search(game, compiled=False, **options)
    setting = jobs.Setting(game, "alpha_beta", position)
    ran = searching.ParallelSearch(task, setting, False, None).run(AnyOrder(size, setting, seed), NEVER)
    return _result(task, ran.raw, False, time.perf_counter())


def answer(result: hm.Result) -> tuple[Any, ...]:
    return result.value, result.bound, result.move, result.line


def random_tree(chance: random.Random, depth: int, scores: list[float]) -> Any:
    if depth == 0 or chance.random() < 0.1:
        return chance.choice(scores)
    return [random_tree(chance, depth - 1, scores) for _ in range(chance.randint(1, 4))]


KINDS: dict[str, list[float]] = {
    "few": [0, 1],
    "whole": list(range(-3, 4)),
    "real": [0.5, 0.25, -1.0, 2, 3],
    "infinite": [math.inf, -math.inf, 0, 1],
    "lost": [-math.inf],
    "largest": [sys.float_info.max, -sys.float_info.max, 0.5],
}


@pytest.mark.parametrize("kind", KINDS)
def test_random_trees(kind: str) -> None:
    chance = random.Random(kind)
    for number in range(usually(60, 2000)):
        tree = [random_tree(chance, chance.randint(0, 4), KINDS[kind]) for _ in range(chance.randint(1, 4))]
        game = hm.trees.explicit(tree)
        low = chance.choice([-math.inf, -2, -0.5, 0, 1])
        window = (low, chance.choice([high for high in (-1, 0, 0.5, 1, 3, math.inf) if high > low]))
        if kind in ("infinite", "largest", "lost"):  # the largest float stands for infinity: not both in one search
            window = (-math.inf, math.inf)
        one = hm.search(game, compiled=False, window=window)
        for size in (1, 2, chance.randint(3, 40)):
            several = in_any_order(game, number, size, window=window)
            assert answer(several) == answer(one), (tree, window, size)
            assert type(several.value) is type(one.value)


GAMES = [
    (hm.games.kalah(3, 2), (1, 3, 5)),  # a player may move twice
    (hm.games.connect_four(4, 4), (0, 2, 5)),
    (hm.games.othello(4), (4, 6)),
    (hm.games.tic_tac_toe(), (None,)),
    (hm.games.nim(2, 3), (None, 3)),
    (hm.trees.uniform(1, 5, seed=1), (None,)),
]


@pytest.mark.parametrize(("game", "depths"), GAMES, ids=lambda each: getattr(each, "name", ""))
def test_games(game: hm.Game, depths: tuple[int | None, ...]) -> None:
    windows = [None] if game.name == "tic-tac-toe" else [None, (-1, 1), (0, 2), (-5, -2)]
    for number, (depth, window) in enumerate((depth, window) for depth in depths for window in windows):
        one = hm.search(game, compiled=False, depth=depth, window=window)
        several = in_any_order(game, number, 1 + number % 7, depth=depth, window=window)
        assert answer(several) == answer(one), (depth, window)


@pytest.mark.parametrize("way", ["fork", "spawn"])
@pytest.mark.parametrize("compiled", [False, True])
def test_processes(way: str, compiled: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    if way == "fork" and sys.platform != "linux":
        pytest.skip("no forks")
    monkeypatch.setattr(workers, "_start_method", lambda: way)
    game = hm.games.othello()
    position = game.next(game.start, game.legal(game.start)[1])
    for window in (None, (-1, 2)):
        one = hm.search(game, depth=3, position=position, window=window)
        several = hm.search(game, depth=3, position=position, window=window, jobs=2, compiled=compiled)
        assert answer(several) == answer(one)
        assert several.compiled == compiled
        assert several.counters["processes"] == 2
        assert several.counters["jobs"] >= 2
        assert several.counts.nodes > several.counts.leaves >= 1
        assert several.stopped is None


class Pile(NamedTuple):
    left: int
    player: int


def pile(evaluate: Any, left: int = 30) -> hm.Game:
    """A game whose functions cannot be found by name."""

    def moves(p: Pile) -> Iterator[int]:
        yield from range(1, 1 + min(3, p.left))

    def play(p: Pile, take: int) -> Pile:
        return Pile(p.left - take, 1 - p.player)

    return hm.Game("pile", Pile(left, 0), moves, play, lambda p: (p.left == 0, -1), evaluate)


@pytest.fixture(autouse=True)
def _forks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Earlier tests of this process may have left a thread behind, with which processes would not be forked."""
    if can_fork():
        monkeypatch.setattr(workers, "_start_method", lambda: "fork")


only_forks = pytest.mark.skipif(sys.platform != "linux", reason="a game of closures needs forks")


@only_forks
def test_a_game_that_cannot_be_pickled(monkeypatch: pytest.MonkeyPatch) -> None:
    game = pile(lambda p: p.left % 5 - 2)
    assert answer(hm.search(game, depth=5, jobs=2)) == answer(hm.search(game, depth=5))
    monkeypatch.setattr(workers, "_start_method", lambda: "spawn")
    with pytest.raises(hm.HalfmoveError, match="cannot be pickled: some of its functions cannot be found by name"):
        hm.search(game, depth=5, jobs=2)


class Strange(Exception):
    """An error that cannot be made again from its text."""

    def __init__(self, one: int, other: int) -> None:
        super().__init__(f"{one} and {other}")


@only_forks
@pytest.mark.parametrize("error", [ValueError("no score for you"), Strange(1, 2), SystemExit(3)], ids=repr)
def test_a_rule_that_raises_an_error(error: BaseException) -> None:
    def evaluate(p: Pile) -> int:
        if p.left < 27:
            raise error
        return 0

    for options in ({}, {"jobs": 2}):
        with pytest.raises(type(error)) as raised:
            hm.search(pile(evaluate), depth=4, compiled=False, **options)
        assert "evaluate" in [each.name for each in raised.traceback]


@only_forks
def test_an_error_that_only_another_process_meets() -> None:
    home = os.getpid()

    def evaluate(p: Pile) -> int:
        if os.getpid() != home:
            raise ConnectionError("the service is gone")
        return 0

    with pytest.raises(hm.GameError, match="in another process: ConnectionError: the service is gone"):
        hm.search(pile(evaluate), depth=3, jobs=2, compiled=False)


@only_forks
def test_a_breach_of_the_contract() -> None:
    for wrong, sentence in ((None, "not a number"), (math.nan, "NaN")):
        game = pile(lambda p, wrong=wrong: wrong if p.left == 27 else 0)
        with pytest.raises(hm.GameError, match=sentence):
            hm.search(game, depth=3, jobs=2, compiled=False)


@only_forks
def test_real_scores_that_nobody_expected() -> None:
    game = pile(lambda p: 0.5 if p.left < 24 else 0)
    one, several = hm.search(game, depth=6), hm.search(game, depth=6, jobs=3)
    assert answer(one) == answer(several)
    assert type(several.value) is type(one.value)


@only_forks
def test_killed_workers(tmp_path: Path) -> None:
    """A worker is killed in the middle of a job; others do its work."""
    mark, home = tmp_path / "killed", os.getpid()

    def evaluate(p: Pile) -> int:
        if p.left == 25 and os.getpid() != home and not mark.exists():
            mark.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return p.left % 7

    game = pile(evaluate)
    several = hm.search(game, depth=5, jobs=2, compiled=False)
    assert mark.exists()
    assert answer(several) == answer(hm.search(game, depth=5, compiled=False))


@only_forks
def test_workers_that_are_always_killed() -> None:
    home = os.getpid()

    def evaluate(p: Pile) -> int:
        return os.getpid() == home or os.kill(os.getpid(), signal.SIGKILL)  # type: ignore[func-returns-value,return-value]

    with pytest.raises(hm.HalfmoveError, match="a process of this run was killed or ended itself"):
        hm.search(pile(evaluate), depth=3, jobs=2, compiled=False)


@only_forks
def test_a_deadline() -> None:
    def evaluate(p: Pile) -> int:
        time.sleep(0.01)
        return p.left % 7

    game = pile(evaluate, left=1000)
    found = hm.search(game, depth=12, jobs=2, compiled=False, limits=hm.Limits(seconds=0.5))
    assert (found.stopped, found.bound) == ("seconds", "lower")
    assert 0 < found.counts.leaves < 3**12
    long = hm.search(game, depth=3, jobs=2, compiled=False, limits=hm.Limits(seconds=60))
    assert (long.stopped, long.bound) == (None, "exact")


@only_forks
def test_compiling_keeps_nobody_waiting() -> None:
    """The compiler is never loaded by the process that hands out jobs: that takes seconds, and a deadline may pass."""
    script = """
import sys, time
from dataclasses import replace
import halfmove as hm
from halfmove.engine.native.compiling import Compilation
from halfmove.engine.parallel import searching
searching.PATIENCE_COLD = 0.0
othello = hm.games.othello()
def evaluate(p):
    time.sleep(0.005)
    return 0
game = replace(othello, evaluate=evaluate)
limits = hm.Limits(seconds=0.7)
begun = []
init = Compilation.__init__
Compilation.__init__ = lambda self, *given, **named: (begun.append(1), init(self, *given, **named))[1]
found = hm.search(game, depth=9, jobs=2, limits=limits)
print(found.stopped, len(begun), "numba" in sys.modules)
"""
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=120)
    assert ran.stdout.split() == ["seconds", "1", "False"], ran.stderr


@only_forks
def test_subtrees_that_take_too_long_are_divided(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a depth nobody knows how long a subtree takes."""

    def slow(p: Pile) -> tuple[bool, int]:
        time.sleep(0.0002)
        return p.left == 0, -1

    game = replace(pile(None, left=11), result=slow)
    monkeypatch.setattr(searching, "_LONG", 1)
    several = hm.search(game, jobs=2, compiled=False)
    assert answer(several) == answer(hm.search(game, compiled=False))


@only_forks
def test_ctrl_c() -> None:
    """It ends the search at once, and its processes."""

    def evaluate(p: Pile) -> int:
        time.sleep(0.02)
        return p.left % 7

    before = signal.signal(signal.SIGALRM, lambda *_: os.kill(os.getpid(), signal.SIGINT))
    signal.setitimer(signal.ITIMER_REAL, 0.5)
    try:
        with pytest.raises(KeyboardInterrupt):
            hm.search(pile(evaluate, left=1000), depth=12, jobs=2, compiled=False)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert not multiprocessing.active_children()


def test_progress() -> None:
    told: list[Any] = []
    game = hm.games.connect_four()
    hm.search(game, depth=4, jobs=2, compiled=False, progress=told.append)
    assert told[-1].settled == told[-1].moves == 7
    assert [each.jobs for each in told] == sorted(each.jobs for each in told)
    assert told[-1].value == hm.search(game, depth=4).value


REFUSED: list[tuple[dict[str, Any], str]] = [
    ({"jobs": 0}, "jobs must be a whole number from 1 to 1024, not 0"),
    ({"jobs": -1}, "jobs must be"),
    ({"jobs": 10**9}, "jobs must be"),
    ({"jobs": 1.5}, "jobs must be"),
    ({"jobs": "2"}, "jobs must be"),
    ({"jobs": True}, "jobs must be"),
    ({"jobs": 2, "trace": True}, "trace belongs to one process"),
    ({"jobs": 2, "table": "1MB"}, "table belongs to one process"),
    ({"jobs": 2, "limits": hm.Limits(nodes=5)}, r"Limits\(nodes=...\) counts within one process"),
    ({"jobs": 2, "limits": hm.Limits(memory=10**6)}, r"Limits\(memory=...\) belongs to one process"),
    ({"jobs": 2, "algorithm": "scout"}, "jobs is for alpha_beta: scout searches in one process"),
    ({"jobs": 2, "cluster": "tcp://127.0.0.1:1"}, "leave jobs out"),
    ({"cluster": "here"}, "is not an address of a Dask scheduler"),
    ({"cluster": "tcp://127.0.0.1:1", "algorithm": "sss_star"}, "cluster is for alpha_beta"),
]


@pytest.mark.parametrize(("options", "sentence"), REFUSED, ids=lambda each: str(each)[:30])
def test_hostile_arguments(options: dict[str, Any], sentence: str) -> None:
    with pytest.raises(hm.UsageError, match=sentence):
        hm.search(hm.games.nim(2, 3), **options)


def test_one_job_is_an_ordinary_search() -> None:
    game = hm.games.nim(2, 3)
    one = hm.search(game, "sss_star", jobs=1, trace=True)
    assert one.counts == hm.search(game, "sss_star").counts
    assert not one.counters


def test_nothing_to_divide() -> None:
    game = hm.games.connect_four()
    assert answer(hm.search(game, depth=0, jobs=4)) == answer(hm.search(game, depth=0))
    over = Pile(0, 1)
    assert hm.search(pile(lambda p: 0), position=over, depth=3, jobs=4).value == -1


OWN = """
import halfmove as hm

base = hm.games.connect_four(4, 4)

def make(bonus: int) -> hm.Game:
    from dataclasses import replace
    return replace(base, evaluate=lambda p: base.evaluate(p) + bonus)
"""


def test_a_game_of_an_own_file_can_be_sent(tmp_path: Path) -> None:
    (tmp_path / "own.py").write_text(OWN)
    from halfmove.cli.game_argument import game_from

    game = game_from(f"{tmp_path / 'own.py'}:make:3")
    again = pickle.loads(pickle.dumps(game))
    assert (
        again.evaluate(game.start) == game.evaluate(game.start) == hm.games.connect_four(4, 4).evaluate(game.start) + 3
    )


def command(*words: str, folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "halfmove", "search", *words], cwd=folder, capture_output=True, text=True, timeout=120
    )


def test_the_command(tmp_path: Path) -> None:
    (tmp_path / "own.py").write_text(OWN)
    ran = command("own.py:make:3", "--depth", "4", "--jobs", "2", folder=tmp_path)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert "processes  2, with" in ran.stdout
    assert "own.py:make:3 -a alpha_beta --depth 4 --jobs 2" in ran.stdout
    wrong = command("own.py:make:3", "--time", "1", "--jobs", "2", folder=tmp_path)
    assert wrong.returncode == 2
    assert "--time is for players, and --jobs is for algorithms" in wrong.stderr


def test_a_cluster(tmp_path: Path) -> None:
    (tmp_path / "own.py").write_text(OWN)
    from halfmove.cli.game_argument import game_from

    with dask_cluster(tmp_path, workers=2) as (address, running):
        for game, depth in ((hm.games.othello(), 3), (game_from(f"{tmp_path / 'own.py'}:make:3"), 4)):
            one = hm.search(game, depth=depth, compiled=False)
            assert answer(hm.search(game, depth=depth, compiled=False, cluster=address)) == answer(one)
        running[1].kill()  # the other worker does all of it
        assert answer(hm.search(game, depth=depth, compiled=False, cluster=address)) == answer(one)
        with pytest.raises(hm.HalfmoveError, match="cannot be pickled"):
            hm.search(pile(lambda p: 0), depth=3, cluster=address)
