"""A Dask scheduler and its workers on this machine, for as long as a test needs them."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any


@contextmanager
def dask_cluster(folder: Path, workers: int) -> Iterator[tuple[str, list[subprocess.Popen[bytes]]]]:
    """The address of the scheduler, and its process and those of the workers, which run in `folder`."""
    from distributed import Client

    file = folder / "scheduler.json"
    own = ["--port", "0", "--dashboard-address", "127.0.0.1:0"]
    running = [_start("distributed.cli.dask_scheduler", *_place(folder), *own)]
    try:
        running += [dask_worker(folder, str(number)) for number in range(workers)]
        until = time.monotonic() + 120
        while not (file.exists() and file.read_text().endswith("}")) and time.monotonic() < until:
            time.sleep(0.05)
        address = json.loads(file.read_text())["address"]
        if workers:
            with Client(address, set_as_default=False) as client:
                client.wait_for_workers(workers, timeout=120)
        yield address, running
    finally:
        for process in running:
            process.kill()
            process.wait()


def dask_worker(folder: Path, name: str) -> subprocess.Popen[bytes]:
    """One more worker of the scheduler that was started in this folder."""
    own = ["--nthreads", "1", "--no-nanny", "--no-dashboard", "--name", name]
    return _start("distributed.cli.dask_worker", *_place(folder), *own, cwd=folder)


def _place(folder: Path) -> list[str]:
    return ["--host", "127.0.0.1", "--scheduler-file", str(folder / "scheduler.json")]


def _start(*words: str, **how: Any) -> subprocess.Popen[bytes]:
    return subprocess.Popen([sys.executable, "-m", *words], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, **how)
