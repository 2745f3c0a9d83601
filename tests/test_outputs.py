"""Files that are written: whole or as they were, and what is no file is never replaced by one."""

from __future__ import annotations

import os
import socket
import stat
import struct
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from halfmove import UsageError, studies
from halfmove.base import outputs

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="pipes, links and modes")

COMPARE = [sys.executable, "-m", "halfmove", "compare", "--trees", "2", "-a", "alpha_beta", "--interpreted"]
HEAD = "family,algorithm,"


def names(folder: Path) -> list[str]:
    return sorted(each.name for each in folder.iterdir())


def compare(*words: str | Path, **how: Any) -> subprocess.CompletedProcess[str]:
    return subprocess.run([*COMPARE, *map(str, words)], capture_output=True, text=True, check=False, **how)


def test_a_file_keeps_its_mode_and_a_new_one_follows_the_umask(tmp_path: Path) -> None:
    private = tmp_path / "private"
    private.write_text("old")
    private.chmod(0o600)
    before = os.umask(0o027)
    try:
        outputs.write("new", str(private))
        outputs.write("new", str(tmp_path / "shared"))
    finally:
        os.umask(before)
    assert [stat.S_IMODE((tmp_path / name).stat().st_mode) for name in ("private", "shared")] == [0o600, 0o640]
    assert private.read_text() == "new"
    assert names(tmp_path) == ["private", "shared"]


def test_the_file_that_a_link_points_to_is_replaced_in_its_own_folder(tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / "old").write_text("old")
    for link, target in (("a", "folder/old"), ("b", "a"), ("c", "folder/new")):
        (tmp_path / link).symlink_to(target)
        outputs.write(link, str(tmp_path / link))
        assert (tmp_path / link).is_symlink()
    assert ((folder / "old").read_text(), (folder / "new").read_text()) == ("b", "c")
    assert (names(folder), names(tmp_path)) == (["new", "old"], ["a", "b", "c", "folder"])


@pytest.mark.skipif(not Path("/proc/self/fd").is_dir(), reason="no /proc")
def test_a_link_to_standard_output_stays_one(tmp_path: Path) -> None:
    link, file = tmp_path / "out", tmp_path / "file"
    link.symlink_to("/proc/self/fd/1")
    assert compare("--csv", link).stdout.startswith(HEAD)
    with file.open("w") as shell:  # as `> file` does: the table that is printed later comes after it
        assert subprocess.run([*COMPARE, "--csv", str(link)], stdout=shell, check=False).returncode == 0
    assert file.read_text().startswith(HEAD)
    assert "repeat: halfmove compare" in file.read_text()
    assert os.readlink(link) == "/proc/self/fd/1"
    both = compare("--csv", link, "--each", link).stdout  # one after the other, whole
    assert both.startswith(HEAD)
    assert both.count("alpha_beta,") == 3
    assert names(tmp_path) == ["file", "out"]


def test_pipes_are_written_to(tmp_path: Path) -> None:
    fifo, got = tmp_path / "fifo", []
    os.mkfifo(fifo)
    for _ in range(2):
        reader = threading.Thread(target=lambda: got.append(fifo.read_text()))
        reader.start()
        outputs.write("x" * 200_000, str(fifo))
        reader.join()
    assert got == ["x" * 200_000] * 2
    assert stat.S_ISFIFO(fifo.stat().st_mode)
    ends = os.pipe()
    passed = compare("--csv", f"/dev/fd/{ends[1]}", pass_fds=[ends[1]])  # what a shell makes of --csv >(cat)
    os.close(ends[1])
    with open(ends[0]) as pipe:
        assert pipe.read().startswith(HEAD)
    assert passed.returncode == 0


def test_sockets_are_written_to(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)  # the path of a socket must be short
    with socket.socket(socket.AF_UNIX) as server:
        server.bind("socket")
        server.listen()
        outputs.write("text", "socket")
        connection, _ = server.accept()
        with connection:
            assert connection.recv(100) == b"text"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full")
def test_a_full_device_is_a_sentence_and_stays_a_device(tmp_path: Path) -> None:
    (tmp_path / "full").symlink_to("/dev/full")
    ran = compare("--csv", tmp_path / "full")
    assert ran.returncode == 2
    assert ran.stderr == f"halfmove: cannot write {tmp_path / 'full'}: No space left on device\n"
    assert stat.S_ISCHR(os.stat("/dev/full").st_mode)


def full_disk(*_: Any) -> None:
    raise OSError(28, "No space left on device")


def ctrl_c(*_: Any) -> None:
    raise KeyboardInterrupt


@pytest.mark.parametrize(
    ("call", "fault", "raised"),
    [("fsync", full_disk, UsageError), ("replace", full_disk, UsageError), ("fsync", ctrl_c, KeyboardInterrupt)],
)
def test_the_old_file_survives_a_fault(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: str, fault: Callable[..., None], raised: type[BaseException]
) -> None:
    file = tmp_path / "file"
    file.write_text("old")
    monkeypatch.setattr(outputs.os, call, fault)
    with pytest.raises(raised):
        outputs.write("new", str(file))
    assert file.read_text() == "old"
    assert names(tmp_path) == ["file"]


def test_a_read_only_file_stays_as_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "file"
    file.write_text("old")
    file.chmod(0o444)
    if os.geteuid() == 0:  # to whom everything is open
        monkeypatch.setattr(outputs.os, "access", lambda path, _: Path(path) != file)
    with pytest.raises(UsageError, match="you may not write to it; change its permissions or choose another file"):
        outputs.write("new", str(file))
    assert file.read_text() == "old"


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("", "without a name"),
        (".", "it is a folder"),
        ("none/file", "there is no folder"),
        ("none/", "there is no folder"),
        ("circle", "Too many levels of symbolic links"),
        ("x" * 300, "File name too long"),
        ("a\0b", "null"),
        ("/dev/fd/999", "Bad file descriptor"),
    ],
)
def test_what_cannot_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, told: str) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "circle").symlink_to("circle")
    for attempt in (lambda: outputs.check(name), lambda: outputs.write("new", name)):
        with pytest.raises(UsageError, match=told):
            attempt()
    assert names(tmp_path) == ["circle"]


def test_tables_are_written_the_same_way(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    table = studies.run(studies.plan(["uniform:2,2"], ["alpha_beta"], 2), jobs=1)
    (tmp_path / "file").touch(0o600)
    (tmp_path / "link").symlink_to("file")
    table.parquet(tmp_path / "link")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "file").read_bytes().startswith(b"PAR1")
    with pytest.raises(UsageError, match="there is no folder"):
        table.parquet(tmp_path / "none" / "file")


def test_access_lists_are_kept(tmp_path: Path) -> None:
    file = tmp_path / "t.csv"
    file.write_text("old")
    # Version 2; the owner, another user, the group (nothing), the mask, and others: who, rights, number.
    entries = [(1, 6, -1), (2, 6, 1234), (4, 0, -1), (16, 6, -1), (32, 0, -1)]
    access = struct.pack("<I", 2) + b"".join(struct.pack("<HHi", *entry) for entry in entries)
    try:
        os.setxattr(file, "system.posix_acl_access", access)
    except (OSError, AttributeError):
        pytest.skip("there are no access lists here")
    outputs.write("new", str(file))
    assert file.read_text() == "new"
    assert os.getxattr(file, "system.posix_acl_access") == access
