"""Studies and compilations that are killed at any moment and started again: is anything lost, wrong or left behind?

`python -m tests.attacks.kills [SEED] [COUNT]` kills COUNT commands.
"""

from __future__ import annotations

import csv
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.attacks import as_command

HALFMOVE = [sys.executable, "-m", "halfmove"]
STUDY = ["study", "--family", "uniform:4,5", "-a", "alpha_beta", "-a", "scout", "--trees", "3000"]
SEARCH = ["search", "uniform:3,4", "-a", "scout", "--compiled", "--json"]
LONGEST = 120.0  # seconds after which a command counts as hanging


def run(words: list[str], folder: str, cache: str) -> subprocess.Popen[str]:
    """Start a command in its own process group, so that all its processes can be found and killed."""
    return subprocess.Popen(
        [*HALFMOVE, *words],
        cwd=folder,
        env=os.environ | {"HALFMOVE_CACHE": cache, "HALFMOVE_DATA": folder},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def ended(process: subprocess.Popen[str]) -> tuple[int, str, str]:
    try:
        out, err = process.communicate(timeout=LONGEST)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        return -1, "", f"it was still running after {LONGEST:g} seconds"
    return process.returncode, out, err


def killed(process: subprocess.Popen[str], chance: random.Random) -> bool:
    """Kill the process after a while, or its whole group. Returns True if processes of it still run a minute later."""
    time.sleep(chance.choice([0.02, 0.3, 1.0, 3.0]) * chance.random())
    if process.poll() is None:
        chance.choice([os.kill, os.killpg])(process.pid, signal.SIGKILL)
    process.wait()
    until = time.monotonic() + 60
    while time.monotonic() < until:
        try:
            os.killpg(process.pid, 0)
        except ProcessLookupError:
            process.communicate()
            return False
        time.sleep(0.1)
    os.killpg(process.pid, signal.SIGKILL)
    return True


def killed_study(chance: random.Random, folder: str, cache: str) -> str | None:
    """Kill a study several times, let it end, and compare its numbers with those of an undisturbed one."""
    seed = str(chance.randrange(1000))
    stored = [*STUDY, "--seed", seed, "--store", "store.db", "--resume", "--csv", "killed.csv"]
    for _ in range(chance.randint(1, 4)):
        if killed(run(stored, folder, cache), chance):
            return "processes of a killed study continue"
    for words in (stored, [*STUDY, "--seed", seed, "--store", "other.db", "--csv", "whole.csv"]):
        code, _, err = ended(run(words, folder, cache))
        if code:
            return f"{' '.join(words)} ends with {code}: {err[-300:]}"
    if _searches(Path(folder, "killed.csv")) != _searches(Path(folder, "whole.csv")):
        return "a study that was killed and resumed has other numbers"
    return None


def _searches(file: Path) -> list[dict[str, str]]:
    """The results of a study, without times."""
    with file.open(newline="") as lines:
        return [{name: word for name, word in row.items() if name != "seconds"} for row in csv.DictReader(lines)]


def killed_compilation(chance: random.Random, folder: str, cache: str) -> str | None:
    """Kill searches that compile, with a cache of their own, and search again."""
    own = os.path.join(folder, "cache")
    for _ in range(2):
        if killed(run(SEARCH, folder, own), chance):
            return "processes of a killed search continue"
    answers = []
    for where in (own, own, cache):
        code, out, err = ended(run(SEARCH, folder, where))
        if code or err:
            return f"a search after a kill ends with {code}: {err[-300:]}"
        answers.append(_numbers(out))
    return None if answers[0] == answers[1] == answers[2] else f"answers differ: {answers}"


def _numbers(text: str) -> Any:
    found = json.loads(text)
    return {name: found[name] for name in ("value", "bound", "line", "counts")}


def attack(
    seed: int, count: int, report: Callable[[str], None] = lambda _: None
) -> tuple[Counter[str], dict[str, str]]:
    """Kill `count` commands. Returns how many of each kind, and the faults."""
    tried: Counter[str] = Counter()
    faults: dict[str, str] = {}
    with tempfile.TemporaryDirectory() as cache:
        for number in range(count):
            chance = random.Random(f"kills {seed} {number}")
            what = chance.choice([killed_study, killed_compilation])
            with tempfile.TemporaryDirectory() as folder:
                fault = what(chance, folder, cache)
            tried[what.__name__] += 1
            if fault is not None:
                faults[f"seed {seed}, number {number}"] = fault
                report(f"seed {seed}, number {number}: {fault}")
    return tried, faults


if __name__ == "__main__":
    as_command(attack, "commands killed and started again", 20)
