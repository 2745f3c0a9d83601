"""Studies on many cores and machines, killed and interrupted: the numbers are always the same."""

from __future__ import annotations

import multiprocessing
import os
import random
import re
import signal
import sqlite3
import subprocess
import sys
import time
from collections import deque
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from halfmove import UsageError, studies
from halfmove.cli.program import main
from halfmove.engine.parallel import workers
from halfmove.studies import cluster, cores
from halfmove.studies.work import _searcher, batches, run_batch
from tests.conftest import process, usually
from tests.dask_cluster import dask_cluster

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals")

FAMILIES = ["uniform:6,4", "ordered:8,4,order=2"]
ALGORITHMS = ["alpha_beta", "sss_star"]


def small(trees: int = 300) -> studies.Plan:
    return studies.plan(FAMILIES, ALGORITHMS, trees, seed=7)


def counts(table: studies.Table) -> list[Any]:
    """All that must be the same: everything but the time."""
    return [[record[:-1] for record in some] for some in table.records]


@pytest.fixture(scope="module")
def undisturbed() -> list[Any]:
    table = studies.run(small(), jobs=1)
    assert table.complete
    assert table.disagreements() == []
    return counts(table)


@pytest.mark.parametrize("way", ["fork", "spawn"])
def test_cores_do_not_matter(undisturbed: list[Any], monkeypatch: pytest.MonkeyPatch, way: str) -> None:
    monkeypatch.setattr(workers, "_start_method", lambda: way)
    monkeypatch.setattr(cores, "ALONE", 0.0)  # call for other processes at once
    monkeypatch.setattr(cores, "PATIENCE", 0.01)
    told: list[tuple[int, int]] = []
    table = studies.run(small(), jobs=2, progress=lambda done, total: told.append((done, total)))
    assert counts(table) == undisturbed
    assert told[0] == (0, 1200)
    assert told[-1] == (1200, 1200)
    assert [done for done, _ in told] == sorted(done for done, _ in told)


def test_processes_that_are_killed_are_replaced(undisturbed: list[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cores, "ALONE", 0.0)
    monkeypatch.setattr(cores, "PATIENCE", 0.01)
    killed: list[int] = []

    def kill_one(done: int, total: int) -> None:
        there = multiprocessing.active_children()
        if there and done > (len(killed) + 1) * total // 4 and len(killed) < 2:
            os.kill(there[0].pid or 0, signal.SIGKILL)
            killed.append(done)

    table = studies.run(small(), jobs=2, progress=kill_one)
    assert len(killed) == 2
    assert counts(table) == undisturbed
    assert multiprocessing.active_children() == []


def by_processes(numbers: Iterable[int], jobs: int) -> dict[int, int]:
    """The absolute values, found by other processes."""
    waiting, found = deque(numbers), {}
    with workers.Workers(jobs) as others:
        while waiting or others.busy:
            others.hand_out(abs, waiting)
            found.update(dict(others.answers(waiting, patiently=True)))
    return found


def test_processes_that_die_again_and_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "_serve", lambda *given: os._exit(1))
    monkeypatch.setattr(workers, "_start_method", lambda: "fork")
    with pytest.raises(workers.WorkersLost, match="try fewer --jobs"):
        by_processes(range(9), jobs=2)
    assert multiprocessing.active_children() == []


def test_an_error_in_a_process_is_told_here() -> None:
    with workers.Workers(2) as others:
        waiting = deque([3, 0, 2])
        others.hand_out(divmod, waiting, 0)
        with pytest.raises(ZeroDivisionError):
            list(others.answers(waiting, patiently=True))


def test_nothing_is_lost_between_processes() -> None:
    assert by_processes(range(-50, 0), jobs=3) == {number: -number for number in range(-50, 0)}


def test_long_searches_are_shared_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody has two items while another has none, nor more than one when they take long."""
    monkeypatch.setattr(workers, "_MOMENT", 0.0)  # so that everything takes long
    with workers.Workers(3) as others:
        waiting = deque([5, 6])
        others.hand_out(abs, waiting)
        assert [len(worker.given) for worker in others._all] == [1, 1]  # two items, two processes
        waiting = deque(range(10))
        found: list[int] = []
        while waiting or others.busy:
            others.hand_out(abs, waiting)
            assert {len(worker.given) for worker in others._all} <= {0, 1}
            found += [answer for _, answer in others.answers(waiting, patiently=True)]
    assert sorted(found) == sorted([*range(10), 5, 6])


def test_a_long_search_is_left_to_others(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.modules["halfmove.studies.searcher"], "_SHORT", 100)
    plan = studies.plan(["uniform:6,4", "uniform:2,2"], ["alpha_beta"], 3, seed=7)
    long, short = batches(plan)
    _searcher.cache_clear()  # those of other tests know the other number
    assert run_batch(long, short=True).left == (1, 2, 3)
    assert run_batch(short, short=True).left == ()
    assert len(run_batch(long).records) == 3
    _searcher.cache_clear()


def test_ctrl_c_waits_for_a_fork() -> None:
    there = []
    with pytest.raises(KeyboardInterrupt):
        interrupted(there)
    assert there == ["forked"]


def interrupted(there: list[str]) -> None:
    with workers._no_interrupt():
        os.kill(os.getpid(), signal.SIGINT)
        time.sleep(0.01)
        there.append("forked")
    there.append("not told")


def test_small_work_starts_no_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "_Worker", lambda *given: pytest.fail("a process for so little"))
    assert studies.run(small(5), jobs=2).complete


_RUN = """
import sys
from halfmove import studies
from halfmove.studies import cluster, cores
cores.ALONE, cores.PATIENCE = 0.0, 0.005
plan = studies.plan({families!r}, {algorithms!r}, 300, seed=7)
studies.run(plan, jobs=int(sys.argv[2]), store=sys.argv[1])
print("finished")
"""


def begin(store: Path, jobs: int) -> subprocess.Popen[str]:
    code = _RUN.format(families=FAMILIES, algorithms=ALGORITHMS)
    words = [sys.executable, "-c", code, str(store), str(jobs)]
    return subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True)


def stored(store: Path) -> int:
    try:
        with sqlite3.connect(f"file:{store}?mode=ro", uri=True, timeout=5) as base:
            return int(base.execute("SELECT count(*) FROM searches").fetchone()[0])
    except sqlite3.Error:
        return 0


def alone(group: int) -> bool:
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return True
    return False


def test_killed_again_and_again(tmp_path: Path, undisturbed: list[Any]) -> None:
    chance, store, kills, rounds = random.Random(3), tmp_path / "study.db", 0, 0
    most = usually(5, 20)
    while kills < most and rounds < 3 * most:
        rounds += 1
        before = stored(store)
        if before == 1200:  # it was faster than we are: begin anew
            store.unlink()
            before = 0
        running = begin(store, jobs=2 if rounds % 4 == 0 else 1)
        wanted = before + chance.randint(0, 100)
        while running.poll() is None and stored(store) <= wanted:
            time.sleep(0.001)
        time.sleep(chance.random() * 0.01)
        if running.poll() is None:
            running.send_signal(signal.SIGKILL)
            kills += 1
        running.wait()
        until = time.monotonic() + 10
        while not alone(running.pid) and time.monotonic() < until:
            time.sleep(0.02)
        assert alone(running.pid), "processes are left behind"
    assert kills == most
    with studies.Store(store) as kept:
        left = kept.finished(small())
    table = studies.run(small(), jobs=1, store=store)
    assert counts(table) == undisturbed
    assert left <= len(table) == 1200


def test_two_runs_share_a_store(tmp_path: Path, undisturbed: list[Any]) -> None:
    store = tmp_path / "study.db"
    both = [begin(store, jobs=1) for _ in range(2)]
    assert [each.communicate(timeout=60) for each in both] == [("finished\n", "")] * 2
    with studies.Store(store) as kept:
        assert kept.finished(small()) == 1200
        assert [[r[:-1] for r in kept.records(7, cell)] for cell in small().cells] == undisturbed


def test_a_cluster_that_loses_a_worker(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, undisturbed: list[Any]) -> None:
    pytest.importorskip("distributed")
    monkeypatch.setattr(cluster, "PATIENCE", 0.002)  # many small tasks, and some rounds of them
    with dask_cluster(tmp_path, workers=2) as (address, running):
        killed = []

        def kill_one(done: int, total: int) -> None:
            if done > total // 10 and not killed:
                running[1].kill()
                killed.append(done)

        table = studies.run(small(), cluster=address, progress=kill_one, store=tmp_path / "cluster.db")
        assert killed
        assert running[1].wait(10) == -signal.SIGKILL
        assert counts(table) == undisturbed


# Usual runs do not wait for the seconds without workers here; test_solving_cluster.py does, with few of them.
LOST = [
    ("scheduler", "is lost; check that it is running", 0),
    *usually([], [("workers", "has had no workers for 6 seconds", 1)]),
]


@pytest.mark.parametrize(("victim", "told", "notes"), LOST)
def test_a_cluster_that_is_lost(tmp_path: Path, undisturbed: list[Any], victim: str, told: str, notes: int) -> None:
    pytest.importorskip("distributed")
    store = tmp_path / "cluster.db"
    words = [word for family in FAMILIES for word in ("--family", family)]
    words += [word for name in ALGORITHMS for word in ("-a", name)]
    words += ["--trees", "300", "--seed", "7", "--store", str(store)]
    program = [sys.executable, "-m", "halfmove", "study", *words]
    patient = [sys.executable, "-c", SLOW_CLUSTER, "study", *words]
    with (
        dask_cluster(tmp_path, workers=1) as (address, (scheduler, *others)),
        process(*patient, "--cluster", address, "--workers-within", "6") as running,
    ):
        until = time.monotonic() + 60
        while not _has_results(store) and time.monotonic() < until:
            time.sleep(0.05)
        for each in [scheduler] if victim == "scheduler" else others:
            each.kill()
        out, said = running.communicate(timeout=60)
    assert (running.returncode, out) == (2, "")
    lines = said.splitlines()
    assert ["note: the cluster has had no workers" in line for line in lines] == [True] * notes + [False]
    assert told in lines[-1]
    assert lines[-1].endswith("--resume")
    kept = _stored(store)
    assert 0 < kept < 1200
    again = subprocess.run([*program, "--resume"], capture_output=True, text=True, check=False)
    assert again.returncode == 0, again.stderr
    with studies.Store(store) as complete:
        assert [[r[:-1] for r in complete.records(7, cell)] for cell in small().cells] == undisturbed


# Batches of one tree, of which the main process takes one every few milliseconds: there is time to lose somebody.
SLOW_CLUSTER = """
import time
from halfmove.cli import run
from halfmove.studies import cluster, store
cluster.FIRST = 1
add = store.Store.add
store.Store.add = lambda *given: (time.sleep(0.01), add(*given))
run()
"""


def _has_results(store: Path) -> bool:
    return store.exists() and _stored(store) > 0


def _stored(store: Path) -> int:
    try:
        base = sqlite3.connect(f"file:{store}?mode=ro", uri=True)
        try:
            return int(base.execute("SELECT count(*) FROM searches").fetchone()[0])
        finally:
            base.close()
    except sqlite3.Error:
        return 0


def test_a_cluster_without_workers(tmp_path: Path) -> None:
    pytest.importorskip("distributed")
    waited: list[tuple[float, float]] = []
    with (
        dask_cluster(tmp_path, workers=0) as (address, _),
        pytest.raises(workers.WorkersLost, match=r"has had no workers for 0\.5 seconds; start some with `dask worker`"),
    ):
        list(cluster.run_on_cluster(_work(), address, workers_within=0.5, idle=lambda *each: waited.append(each)))
    assert waited
    assert all(seconds <= most == 0.5 for seconds, most in waited)


def test_no_cluster_there() -> None:
    pytest.importorskip("distributed")
    with pytest.raises(UsageError, match="no Dask scheduler answers"):
        list(cluster.run_on_cluster(_work(), "tcp://127.0.0.1:9", connect_within=1))


@pytest.mark.parametrize("installed", [True, False])
def test_a_study_that_cannot_begin_leaves_no_store(
    installed: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if installed:
        pytest.importorskip("distributed")
        monkeypatch.setattr(cluster, "_CONNECT", 1.0)
    else:
        monkeypatch.setitem(sys.modules, "distributed", None)
    said = "no Dask scheduler answers" if installed else "a cluster needs dask: pip install 'halfmove\\[cluster\\]'"
    store, address = tmp_path / "results.db", "tcp://127.0.0.1:9"
    words = ["study", "--family", "uniform:2,2", "-a", "scout", "--trees", "2", "--jobs", "1"]
    for named in (["--store", str(store)], []):
        ran = CliRunner().invoke(main, [*words, *named, "--cluster", address])
        assert ran.exit_code == 2
        assert re.search(said, " ".join(ran.stderr.split()))
        assert CliRunner().invoke(main, [*words, *named]).exit_code == 0  # the next run is not refused
    with pytest.raises(UsageError, match=said):
        studies.run(studies.plan(["uniform:2,2"], ["scout"], 2), store=tmp_path / "other.db", cluster=address)
    assert not (tmp_path / "other.db").exists()
    finished = CliRunner().invoke(main, [*words, "--store", str(store), "--resume", "--cluster", address])
    assert finished.exit_code == 0  # nobody is needed for what is there


@pytest.mark.parametrize("address", ["ray", "host:8786", "tcp://host", "tcp://host:port", "http://host:80", ""])
def test_no_address_of_a_cluster(address: str) -> None:
    pytest.importorskip("distributed")
    with pytest.raises(UsageError, match="looks like tcp://host:8786"):
        list(cluster.run_on_cluster(_work(), address))


def _work() -> Any:
    return batches(small(1))
