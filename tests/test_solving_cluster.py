"""A solve on the workers of a Dask scheduler: its file is that of a solve without them, whoever dies meanwhile."""

from __future__ import annotations

import shutil
import signal
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import halfmove as hm
from halfmove.base.clusters import WorkersLost
from halfmove.errors import UsageError
from halfmove.parts.packing import BLOCK
from halfmove.solving import cluster_client, cluster_worker, solve
from halfmove.solving.crew import Crew
from halfmove.solving.game_text import GameText
from halfmove.solving.tiers import Tier, packed_tier
from tests.conftest import usually
from tests.dask_cluster import dask_cluster, dask_worker
from tests.graph_games import all_tiers

OnCluster = Callable[..., None]
Processes = list[subprocess.Popen[bytes]]

# Random games in a person's own file, beside a copy of graph_games.py: every kind of tier occurs.
GRAPHS = """
from graph_games import Kind, random_game

MANY = {"nodes": 200, "ends": 0.1, "width": 5}
KINDS = {
    "circles": Kind(**MANY),
    "levels": Kind(**MANY, tiers=3, cyclic=False, turns=True),
    "down": Kind(**MANY, tiers=3, down=True, scores=(-2.5, 0, 1, 4.0)),
    "holes": Kind(**MANY, tiers=3, holes=2, ranked=True, turns=True),
    "mirrors": Kind(**MANY, tiers=2, mirrors=True, scores=(-3, -1, 0, 2)),
}


def graph(kind, seed):
    return random_game(KINDS[kind], seed)
"""
CONNECT = "connect_four:4,3"  # 12,031 positions


def test_on_a_cluster(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One cluster for all of it, since that takes long to start."""
    pytest.importorskip("distributed")
    (tmp_path / "graphs.py").write_text(GRAPHS)
    shutil.copy(Path(__file__).with_name("graph_games.py"), tmp_path)
    whole = tmp_path / "whole.db"
    hm.solve(CONNECT, str(whole), compiled=False)
    expected = whole.read_bytes()
    made: list[cluster_client.ClusterClient] = []

    def make_client(*given: Any) -> cluster_client.ClusterClient:
        made.append(cluster_client.ClusterClient(*given))
        return made[-1]

    monkeypatch.setattr(solve, "ClusterClient", make_client)
    monkeypatch.setattr(solve, "_SECONDS", 0.0)  # every part is reported
    monkeypatch.setattr(cluster_client, "FEW", 300)
    monkeypatch.setattr(cluster_client, "_LEAST", 1)
    with dask_cluster(tmp_path, workers=2) as (address, running):
        try:

            def on_cluster(*given: Any, **options: Any) -> None:
                hm.solve(*given, cluster=address, **options)
                assert made[-1].traffic.answered > 0

            _machine_code(on_cluster, tmp_path)
            _another_halfmove(on_cluster, monkeypatch)
            with monkeypatch.context() as patch:
                patch.setattr(cluster_client, "FEW", 1)
                _own_games(on_cluster, tmp_path)
            _a_worker_dies(on_cluster, tmp_path, running, expected)
            _all_workers_die(on_cluster, tmp_path, running, expected)
            _no_workers_come(on_cluster, tmp_path, running, expected)
        finally:
            for process in running[3:]:
                process.kill()
                process.wait()


def _machine_code(on_cluster: OnCluster, folder: Path) -> None:
    """A game of the package that is no text."""
    one, two = folder / "one.db", folder / "two.db"
    game = hm.games.connect_four(4, 4)
    assert len(hm.solve(game, str(one))) == 161_029
    on_cluster(game, str(two))
    assert one.read_bytes() == two.read_bytes()
    assert not Path(f"{two}.part").exists()


def _another_halfmove(on_cluster: OnCluster, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(cluster_worker, "our_signature", lambda: "9.9 (abc)")
        with pytest.raises(
            UsageError, match=r"a worker runs halfmove .*, but this is 9\.9 \(abc\); install the same on all"
        ):
            on_cluster(CONNECT, compiled=False)


def _own_games(on_cluster: OnCluster, folder: Path) -> None:
    one, two = folder / "one.db", folder / "two.db"
    for kind in usually(("circles", "mirrors"), ("circles", "levels", "down", "holes", "mirrors")):
        text = f"{folder / 'graphs.py'}:graph:{kind},7"
        options: dict[str, Any] = {"symmetry": True} if kind == "mirrors" else {}
        if kind == "holes":
            options["tiers"] = all_tiers(GameText.parse(text).make())
        found = hm.solve(text, str(one), compiled=False, **options)
        on_cluster(text, str(two), compiled=False, **options)
        assert len(found) > 50
        assert one.read_bytes() == two.read_bytes(), (kind, options)


def _killing(victims: Processes, stage: str) -> Callable[[solve.Progress], None]:
    """Kill these when the third part of a stage is done."""
    seen = []

    def progress(now: solve.Progress) -> None:
        seen.append(now.stage)
        if seen.count(stage) == 3 and now.stage == stage:
            for each in victims:
                each.kill()
                assert each.wait(10) == -signal.SIGKILL

    return progress


def _a_worker_dies(on_cluster: OnCluster, folder: Path, running: Processes, expected: bytes) -> None:
    file = folder / "a-worker-dies.db"
    on_cluster(CONNECT, str(file), compiled=False, progress=_killing([running[1]], "listing"))
    assert running[1].poll() == -signal.SIGKILL
    assert file.read_bytes() == expected


def _all_workers_die(on_cluster: OnCluster, folder: Path, running: Processes, expected: bytes) -> None:
    """What they held is gone with them: a new worker gets it again."""
    file = folder / "all-workers-die.db"

    def idle(_: float, __: float) -> None:
        if len(running) == 3:
            running.append(dask_worker(folder, "late"))

    on_cluster(CONNECT, str(file), compiled=False, progress=_killing([running[2]], "solving"), idle=idle)
    assert len(running) == 4
    assert file.read_bytes() == expected


def _no_workers_come(on_cluster: OnCluster, folder: Path, running: Processes, expected: bytes) -> None:
    """Then it ends with a sentence, and goes on without a cluster from what it has."""
    file = folder / "nobody.db"
    with pytest.raises(WorkersLost, match=r"has had no workers for 0\.5 seconds; start some"):
        on_cluster(CONNECT, str(file), compiled=False, progress=_killing([running[3]], "solving"), workers_within=0.5)
    assert not file.exists()
    reports: list[solve.Progress] = []
    hm.solve(CONNECT, str(file), compiled=False, progress=reports.append)
    assert {each.stage for each in reports} == {"solving"}  # the listing was kept
    assert file.read_bytes() == expected


def test_no_cluster_there(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("distributed")
    monkeypatch.setattr(cluster_client, "_CONNECT", 1.0)
    with pytest.raises(UsageError, match=r"no Dask scheduler answers at tcp://127\.0\.0\.1:9"):
        hm.solve("tic_tac_toe", cluster="tcp://127.0.0.1:9")
    with pytest.raises(UsageError, match="looks like tcp://host:8786"):
        hm.solve("tic_tac_toe", cluster="host")


def test_a_game_that_nobody_else_can_make() -> None:
    changed = hm.Game("x", 3, *[getattr(hm.games.nim(3), rule) for rule in ("moves", "play", "result")])
    other_start = hm.games.connect_four()
    other_start = hm.Game(
        "y",
        other_start.next(other_start.start, 4),
        other_start.moves,
        other_start.play,
        other_start.result,
        parameters=other_start.parameters,
    )
    for game in (changed, other_start):
        with pytest.raises(UsageError, match=r'name it in text: solve\("my_game\.py:game", \.\.\.\)'):
            hm.solve(game, cluster="tcp://127.0.0.1:9")
    with pytest.raises(UsageError, match="there is no game 'tic_tac'"):
        hm.solve("tic_tac", cluster="tcp://127.0.0.1:9")


@pytest.mark.parametrize("game", [hm.games.connect_four(5, 4), hm.games.nim(2, 3), hm.games.chess_endgame("KRK")])
def test_a_game_as_text_is_the_same_game(game: hm.Game) -> None:
    assert GameText.of(game).make().start == game.start
    assert GameText.of(game).make().name == game.name


@pytest.mark.parametrize("count", [1, BLOCK, BLOCK + 1, 1000])
def test_parts_of_a_tier(count: int) -> None:
    crew = Crew(hm.games.nim(2, 3), compiled=False)
    numbers = np.unique(np.random.default_rng(count).integers(0, 40 * count, count))
    tier = packed_tier(crew, 3, numbers, False, ())
    worths = np.random.default_rng(1).integers(-(1 << 40), 1 << 40, 300)[np.arange(len(numbers)) % 300]
    whole, parts = Tier(3, len(numbers), len(numbers)), []
    for begin in range(0, len(numbers), 2 * BLOCK):
        part = tier.part(begin, min(begin + 2 * BLOCK, len(numbers)))
        assert part.numbers(crew).tolist() == numbers[begin : begin + 2 * BLOCK].tolist()
        part.set_worths(worths[begin : begin + part.count])
        parts.append(part)
    whole.set_codes(parts)
    tier.set_worths(worths)
    assert (whole.bits, whole.codes.tolist(), whole.book.tolist()) == (
        tier.bits,
        tier.codes.tolist(),
        tier.book.tolist(),
    )
