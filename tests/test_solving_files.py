"""Databases on disk: no damage goes unnoticed, and a solve that is killed goes on to the same bytes."""

from __future__ import annotations

import contextlib
import json
import os
import random
import signal
import subprocess
import sys
import time
import zlib
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import halfmove as hm
from halfmove.solving import files
from halfmove.solving.checkpoint import Checkpoint
from tests.graph_games import Kind, all_tiers, random_game
from tests.retrograde import solved

ROOT = Path(__file__).parent.parent
KILLS = int(os.environ.get("HALFMOVE_KILLS", "5"))


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("small") / "nim.db"
    hm.solve(hm.games.nim(2, 3), str(file), compiled=False)
    return file


def test_a_file_is_what_was_solved(small: Path) -> None:
    game = hm.games.nim(2, 3)
    made = hm.Database(small)
    assert {at: tuple(entry) for at, entry in made.positions()} == solved(game)
    assert made.game.name == game.name
    assert repr(made) == f"Database('nim 2 3', 12 positions, {str(small)!r})"
    assert not list(small.parent.glob("*.part"))


def test_every_flipped_byte_is_noticed(small: Path, tmp_path: Path) -> None:
    content = small.read_bytes()
    (tmp_path / "flipped.db").write_bytes(content)
    chance = random.Random(1)
    with (tmp_path / "flipped.db").open("r+b", buffering=0) as file:
        for place, byte in enumerate(content):
            os.pwrite(file.fileno(), bytes([byte ^ 1 << chance.randrange(8)]), place)
            with pytest.raises(hm.UsageError, match=r"flipped\.db"):
                files.read(tmp_path / "flipped.db")
            os.pwrite(file.fileno(), bytes([byte]), place)
    files.read(tmp_path / "flipped.db")


def test_every_truncation_is_noticed(small: Path, tmp_path: Path) -> None:
    content = small.read_bytes()
    file = tmp_path / "cut.db"
    file.write_bytes(content)
    for length in reversed(range(len(content))):
        os.truncate(file, length)
        with pytest.raises(hm.UsageError, match=r"cut\.db"):
            files.read(file)
    file.write_bytes(content + b"\0")
    with pytest.raises(hm.UsageError, match="damaged"):
        files.read(file)


def test_foreign_files(small: Path, tmp_path: Path) -> None:
    with pytest.raises(hm.UsageError, match=r"cannot read .*No such file"):
        hm.Database(tmp_path / "none.db")
    with pytest.raises(hm.UsageError, match="it is a folder, not a file"):
        hm.Database(tmp_path)
    with pytest.raises(hm.UsageError, match="not a database of halfmove"):
        hm.Database(__file__)
    later = tmp_path / "later.db"
    later.write_bytes(small.read_bytes().replace(b"database 1\n", b"database 2\n", 1))
    with pytest.raises(hm.UsageError, match="another version"):
        hm.Database(later)
    with pytest.raises(hm.UsageError, match="with rules that differ from those of 'nim 2 4'"):
        hm.Database(small, hm.games.nim(2, 4))
    own = replace(hm.games.nim(2, 3), parameters={})
    hm.solve(own, str(tmp_path / "own.db"), compiled=False)
    with pytest.raises(hm.UsageError, match="must be passed with it: game="):
        hm.Database(tmp_path / "own.db")
    assert len(hm.Database(tmp_path / "own.db", own)) == 12


def _forged(file: Path, to: Path, change: Any) -> Path:
    """The same database with another header, whose checksums are right."""
    header, words = files.read(file)
    change(header)
    files.write(str(to), header, [words])
    return to


@pytest.mark.parametrize(
    "change",
    [
        lambda header: header.pop("tiers"),
        lambda header: header.update(tiers=3),
        lambda header: header.update(scores=["a"]),
        lambda header: header.update(scores=[0]),
        lambda header: header.update(ranges=[[3, 1]]),
        lambda header: header.update(family="no"),
        lambda header: header["tiers"][0].update(words=[-1, 1, 1]),
        lambda header: header["tiers"][0].update(numbers=10**9),
        lambda header: header["tiers"][0].update(bits=7),
        lambda header: max(header["tiers"], key=lambda tier: len(tier["book"])).update(book=[[1, 1]]),
        lambda header: header["tiers"][0].update(book=[[1, -1]] * 9),
        lambda header: header["tiers"][0].update(dense=True),
        lambda header: header["tiers"].append(header["tiers"][0]),
        lambda header: header.update(parameters={"game": "nim", "rows": 3}),
        lambda header: header.update(parameters={"game": []}),
        lambda header: header.update(rules="0" * 32),
    ],
)
def test_a_header_that_cannot_be(small: Path, tmp_path: Path, change: Any) -> None:
    with pytest.raises(hm.UsageError, match=r"forged\.db"):
        hm.Database(_forged(small, tmp_path / "forged.db", change))


def test_a_header_that_is_no_header(tmp_path: Path) -> None:
    for text in (b"[]", b"{}", b'{"words":-1}', b'{"words":"1"}', b"nonsense", b"[" * 50_000):
        head = files.MAGIC + text + b"\n"
        (tmp_path / "odd.db").write_bytes(head + b"%08x\n" % zlib.crc32(head))
        with pytest.raises(hm.UsageError, match="not a database that halfmove wrote"):
            hm.Database(tmp_path / "odd.db")


# Checkpoints


def test_a_folder_for_something_else(tmp_path: Path) -> None:
    out = str(tmp_path / "x.db")
    held = Checkpoint(out, {"game": "a"})
    with pytest.raises(hm.UsageError, match="another process"):
        Checkpoint(out, {"game": "a"})
    held.state = {"n": 1}
    held.commit()
    held.close()
    for _ in range(2):  # a refusal leaves no lock behind
        with pytest.raises(hm.UsageError, match="another game, or with other options"):
            hm.solve(hm.games.nim(2, 3), out, compiled=False)
    state = tmp_path / "x.db.part" / "state.json"
    state.write_text(state.read_text().replace('"n": 1', '"n": 2'))
    with pytest.raises(hm.UsageError, match="is damaged; remove the folder"):
        Checkpoint(out, {"game": "a"})


def test_a_folder_keeps_what_is_not_ours(tmp_path: Path) -> None:
    (tmp_path / "x.db.part").mkdir()
    (tmp_path / "x.db.part" / "letter.txt").write_text("keep me")
    hm.solve(hm.games.nim(1, 1), str(tmp_path / "x.db"), compiled=False)
    assert [file.name for file in (tmp_path / "x.db.part").iterdir()] == ["letter.txt"]


def test_a_damaged_array(tmp_path: Path) -> None:
    kept = Checkpoint(str(tmp_path / "x.db"), {})
    kept.save("a", random_game(Kind(), 1).data)
    kept.commit()
    (file,) = (tmp_path / "x.db.part").glob("a-*.npy")
    content = file.read_bytes()
    for changed in (b"", content[:90], content[:-1] + bytes([content[-1] ^ 1])):
        file.write_bytes(changed)
        with pytest.raises(hm.UsageError, match="is damaged"):
            kept.load("a")
    kept.close(remove=True)
    assert not (tmp_path / "x.db.part").exists()


def test_killed_while_the_folder_goes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whichever file is the last one that was removed: what is left can be begun from."""
    out = str(tmp_path / "x.db")
    for removed in range(5):
        kept = Checkpoint(out, {})
        kept.save("a", random_game(Kind(), 1).data)
        kept.state = {"n": 1}
        kept.commit()
        left, unlink = [removed], Path.unlink

        def counted(self: Path, missing_ok: bool = False, left: Any = left, unlink: Any = unlink) -> None:
            left[0] -= 1
            if left[0] < 0:
                raise Stop
            unlink(self, missing_ok)

        with monkeypatch.context() as patch, contextlib.suppress(Stop):
            patch.setattr(Path, "unlink", counted)
            kept.close(remove=True)
        with contextlib.suppress(OSError):
            os.close(kept._lock)
        again = Checkpoint(out, {})
        assert again.state in ({}, {"n": 1})
        assert not again.state or np.array_equal(again.load("a"), random_game(Kind(), 1).data)
        again.close(remove=True)
    assert not os.path.exists(out + ".part")


class Stop(Exception):
    pass


@pytest.mark.parametrize("before", [True, False])
@pytest.mark.parametrize(
    ("kind", "family"),
    [
        (Kind(nodes=12, tiers=3, cyclic=False), False),
        (Kind(nodes=12, tiers=3, ranked=True, scores=(-1.5, 0.0, 2.5)), True),
        (Kind(nodes=9, tiers=2, down=True, scores=(-1.5, 1)), False),
    ],
)
def test_stopped_at_every_commit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: Kind, family: bool, before: bool
) -> None:
    """Stopped just before or after any commit, a solve goes on to the same file."""
    game = random_game(kind, 3)
    how: dict[str, Any] = {"compiled": False, "tiers": all_tiers(game) if family else None}
    commit = Checkpoint.commit
    commits = 0

    def counted(self: Checkpoint) -> None:
        nonlocal commits
        commits += 1
        if before and commits == stop:
            raise Stop
        commit(self)
        if commits == stop:
            raise Stop

    stop = 0
    monkeypatch.setattr(Checkpoint, "commit", counted)
    hm.solve(game, str(tmp_path / "whole.db"), **how)
    whole, all_commits = (tmp_path / "whole.db").read_bytes(), commits
    assert all_commits > 3
    for each in range(1, all_commits + 1):
        commits, stop = 0, each
        with pytest.raises(Stop):
            hm.solve(game, str(tmp_path / "x.db"), **how)
        stop = 0
        hm.solve(game, str(tmp_path / "x.db"), **how)
        assert (tmp_path / "x.db").read_bytes() == whole
        assert not (tmp_path / "x.db.part").exists()


PROGRAM = """
import sys
import halfmove as hm
hm.solve(hm.games.connect_four(3, 4, 3), sys.argv[1], compiled=False)
"""


def test_killed_at_any_moment(tmp_path: Path) -> None:
    """SIGKILL, again and again: the file that comes out is the same, byte for byte."""
    whole = tmp_path / "whole.db"
    hm.solve(hm.games.connect_four(3, 4, 3), str(whole), compiled=False)
    out = tmp_path / "x.db"
    chance = random.Random()
    for _ in range(KILLS):
        with subprocess.Popen([sys.executable, "-c", PROGRAM, str(out)], cwd=ROOT, stderr=subprocess.PIPE) as process:
            _wait_for_folder(process, tmp_path / "x.db.part")
            time.sleep(chance.random() * 0.7)
            process.send_signal(signal.SIGKILL)
            assert process.stderr is not None
            errors = process.stderr.read().decode()
        assert errors == ""
    hm.solve(hm.games.connect_four(3, 4, 3), str(out), compiled=False)
    assert out.read_bytes() == whole.read_bytes()
    assert not (tmp_path / "x.db.part").exists()
    assert not list(tmp_path.glob(".halfmove*"))


def _wait_for_folder(process: Any, folder: Path) -> None:
    until = time.monotonic() + 60
    while process.poll() is None and time.monotonic() < until and not folder.exists():
        time.sleep(0.01)


def test_json_of_a_header(small: Path) -> None:
    """It is plain JSON, which anybody can read."""
    line = small.read_bytes().split(b"\n")[1]
    assert json.loads(line)["game"] == "nim 2 3"
