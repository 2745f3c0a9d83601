"""Forged files with correct checksums: each must be refused with a sentence, or be usable.

`python -m tests.attacks.files [SEED] [COUNT]` forges COUNT files. They are opened in other processes. So a crash of
machine code, a file that is read without end and one that fills the memory are noticed.
"""

from __future__ import annotations

import json
import os
import random
import select
import shutil
import subprocess
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

from tests.attacks import as_command, sentence_fault

SECONDS = 60.0  # that one file may take
MEMORY = 200 << 20  # bytes by which the memory may grow for one file
_KILLED = 1 << 30  # bytes at which a process is ended
_BATCH = 500  # files that a process opens
_SPECIAL = 0.03  # the share that are not regular files
_WEIGHTS = {"database": 6, "book": 3, "checkpoint": 3, "match": 2, "store": 1}


def _weighted(kinds: Any) -> list[str]:
    return [kind for kind in kinds for _ in range(_WEIGHTS.get(kind, 2))]


def one(kinds: Any, seed: int, number: int, valid: Path, folder: Path) -> tuple[str, str, str | None]:
    """Forge a file and use it. Returns (kind, how it ended, what is wrong)."""
    from halfmove.errors import HalfmoveError
    from tests.attacks.forging import special

    chance = random.Random(f"files {seed} {number}")
    name = chance.choice(_weighted(kinds))
    kind = kinds[name]
    source = chance.choice(sorted(each for each in (valid / name).iterdir() if each.name[-4:] not in ("-wal", "-shm")))
    path = folder / f"{source.stem}-{number}{source.suffix}"
    if chance.random() < _SPECIAL:
        path = special(chance, path)
    else:
        kind.forge(chance, source, path)
    try:
        kind.use(chance, path)
        return name, "used", None
    except HalfmoveError as error:
        return name, "refused", sentence_fault(str(error))
    except Exception as error:
        last = traceback.extract_tb(error.__traceback__)[-1]
        return name, "error", f"{type(error).__name__}: {str(error)[:200]} ({last.filename}:{last.lineno})"


def _peak() -> int:
    """The peak memory of this process in bytes; since the last reset, if the system has one."""
    try:
        for line in Path("/proc/self/status").read_text().splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) << 10
    except OSError:
        pass
    import resource

    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss << (0 if sys.platform == "darwin" else 10)


def _reset_peak() -> None:
    with suppress(OSError):
        Path("/proc/self/clear_refs").write_text("5")


def batch(seed: int, begin: int, end: int, compiled: int, valid: Path) -> None:
    """The main function of a process: open these files, and print a line before and after each."""
    from tests.attacks.file_kinds import KINDS
    from tests.attacks.solved import SPEEDS

    if not compiled:
        SPEEDS.remove(True)
    for number in range(begin, end):
        print(json.dumps(["begin", number]), flush=True)
        _reset_peak()
        before = _peak()
        with tempfile.TemporaryDirectory() as folder:
            name, ended, fault = one(KINDS, seed, number, valid, Path(folder))
        grown = _peak() - before
        if fault is None and grown > MEMORY:
            fault = f"uses {grown >> 20} MB"
        print(json.dumps(["end", number, name, ended, fault, _peak()]), flush=True)


def make_valid(folder: Path) -> None:
    """Make valid files of every kind."""
    from tests.attacks.file_kinds import KINDS

    for name, kind in KINDS.items():
        (folder / name).mkdir()
        kind.make(folder / name)


def _memory_of(process: int) -> int:
    try:
        return int(Path(f"/proc/{process}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, IndexError):
        return 0


def _lines(process: subprocess.Popen[bytes]) -> Iterator[list[Any] | str]:
    """The lines that a process prints; at the end the reason, if it ended too early."""
    held, since = b"", time.monotonic()
    assert process.stdout is not None
    while True:
        if select.select([process.stdout], [], [], 0.05)[0]:
            read = os.read(process.stdout.fileno(), 1 << 16)
            if not read:
                code = process.wait()
                if code:
                    yield f"ends the process with {code}"
                return
            *whole, held = (held + read).split(b"\n")
            since = time.monotonic()
            for line in whole:
                if line.startswith(b"["):
                    yield json.loads(line)
        if _memory_of(process.pid) > _KILLED:
            why = f"uses more than {_KILLED >> 20} MB"
        elif time.monotonic() - since > SECONDS:
            why = f"takes more than {SECONDS:g} seconds"
        else:
            continue
        process.kill()
        process.wait()
        yield why
        return


def attack(
    seed: int, count: int, report: Callable[[str], None] = lambda _: None, compiled: bool = True
) -> tuple[Counter[str], dict[str, str]]:
    """Forge `count` files and use them. Returns how many of each kind ended in each way, and the faults.

    compiled   whether databases are used by machine code, too
    """
    tried: Counter[str] = Counter()
    faults: dict[str, str] = {}
    done, most = 0, 0

    def note(number: int, fault: str) -> None:
        faults[f"file {number} of seed {seed}"] = fault
        report(f"file {number} of seed {seed}: {fault}")

    folder = Path(tempfile.mkdtemp())
    try:
        make_valid(folder)
        while done < count:
            end = min(done + _BATCH, count)
            command = [sys.executable, "-m", "tests.attacks.files", "batch"]
            command += [str(seed), str(done), str(end), str(int(compiled)), str(folder)]
            with subprocess.Popen(command, stdout=subprocess.PIPE, stdin=subprocess.DEVNULL) as process:
                at = done
                for line in _lines(process):
                    if isinstance(line, str):
                        note(at, line)
                        tried["ended"] += 1
                        done = at + 1
                    elif line[0] == "begin":
                        at = line[1]
                    else:
                        _, number, name, ended, fault, peak = line
                        tried[f"{name} {ended}"] += 1
                        done, most = number + 1, max(most, peak)
                        if fault is not None:
                            note(number, f"{name}: {fault}")
    finally:
        shutil.rmtree(folder)
    report(f"at most {most >> 20} MB of memory")
    return tried, faults


if __name__ == "__main__":
    if sys.argv[1:2] == ["batch"]:
        batch(*map(int, sys.argv[2:6]), Path(sys.argv[6]))
    else:
        as_command(attack, "files")
