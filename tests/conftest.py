"""What all tests share: where machine code is kept, how an algorithm is called, and random trees."""

from __future__ import annotations

import gc
import json
import os
import random
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

# One cache for all workers of a test run, so that nothing is compiled twice; set before halfmove reads it.
os.environ.setdefault("HALFMOVE_CACHE", str(Path(__file__).parent.parent / ".pytest_cache" / "machine_code"))

# A shell starts what it runs in the background with Ctrl-C ignored, and so would every process of a test be.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

import halfmove as hm

# Tests edit files and load them again, sooner than bytecode on disk could be told from that of the new text.
sys.dont_write_bytecode = True

DATA = Path(__file__).parent / "data"

# `make soak` sets it: the same tests on more trees, and of more algorithms and games as machine code.
LONG = bool(os.environ.get("HALFMOVE_LONG_TESTS"))

# Usual runs try the same examples every time; long ones look for new ones.
settings.register_profile("usual", derandomize=not LONG)
settings.load_profile("usual")


def usually(few: Any, many: Any) -> Any:
    """What a usual run takes, and what a long one takes."""
    return many if LONG else few


# Coverage uses what some tests are about: Python's one place for a tracer, and a file of its own on disk.
unmeasured = pytest.mark.skipif(
    sys.gettrace() is not None or any(name.startswith("COVERAGE_PROCESS") for name in os.environ),
    reason="coverage is measured",
)


def pytest_collection_finish() -> None:
    """What is here now stays: it is not looked through for garbage again and again."""
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="module", autouse=True)
def _nothing_is_left() -> Iterator[None]:
    """Tables and databases of one file of tests do not lie in memory beside those of the next."""
    yield
    gc.collect()


@pytest.fixture(scope="session", autouse=True)
def _results_of_tests(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Results of studies that name no store are not put among those of the person who runs the tests."""
    with pytest.MonkeyPatch.context() as patch:
        results = tmp_path_factory.mktemp("results")
        patch.setenv("HALFMOVE_DATA", str(results))
        patch.setattr("halfmove.studies.results.cache_directory", lambda: results / "cache")
        yield


def study_in_plain_python(monkeypatch: pytest.MonkeyPatch) -> None:
    """For studies of which only the form matters: nothing is compiled."""
    from halfmove.studies import cores, study, work

    def batches(*arguments: Any) -> Iterator[work.Batch]:
        return (replace(batch, compiled=False) for batch in work.batches(*arguments))

    monkeypatch.setattr(study, "batches", batches)
    monkeypatch.setattr(cores, "missing_program", lambda batch: None)


# Parameters with which the contracts are checked, one entry per variant. An algorithm that is not named here is called
# without parameters and fails loudly if it needs one.
VARIANTS: dict[str, list[dict[str, Any]]] = {
    "p_alpha_beta": [{"research": "soft"}, {"research": "hard"}],
    "p_alpha_beta_belle": [{"research": "soft"}, {"research": "hard"}],
    "test": [{}, {"above": 2}],
    "scout": [{"test": "window"}, {"test": "strict"}, {"test": "printed"}],
    "aspiration": [
        {"guess": 4, "error": 2, "over": "alpha_beta"},
        {"guess": 4, "error": 2, "over": "f_alpha_beta"},
        {"guess": 4, "error": 2, "over": "sss_star"},
    ],
    "staged_sss_star": [{"stage": 2}],
    "sss_alpha_beta": [{"split": 2}],
    "alpha_beta_sss": [{"split": 2}],
    "sss_star": [{}, {"ties": "1979"}],
    "ps_star": [{"phases": 2}, {"partitions": [1, 2]}],
    "iter_sss_star": [{"memory": 4}, {"memory": "minimum"}],
    "mtd_f": [{"guess": 4}],
    "parallel_alpha_beta": [
        {"processors": 3},
        {"processors": 5, "scheme": "mandatory_work_first", "latency": 2},
    ],
    "parallel_aspiration": [{"processors": 3, "guess": 1, "error": 2}],
    "parallel_ps_star": [
        {"processors": 3, "phases": 1},
        {"processors": 5, "partitions": [1, 9], "siblings": 3, "latency": 2},
    ],
    "parsss_star": [{"processors": 3, "latency": 1}],
    "best_first_minimax": [{"budget": 200}],
    "df_pn": [{}, {"entries": 3}],
}


@contextmanager
def process(*words: str) -> Iterator[subprocess.Popen[str]]:
    """A process that does not outlive the test, however that ends."""
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as running:
        try:
            yield running
        finally:
            running.kill()


def facts(page: str) -> dict[str, str]:
    """The lines of a printed page that have a name, by their names: `  nodes       8` is {"nodes": "8"}."""
    return dict(re.findall(r"^  (\S(?:.*?\S)?) {2,}(\S.*)$", page, re.MULTILINE))


def refused(ran: Any, *named: str) -> None:
    """A command was wrong: one sentence is all that is printed, and it names these."""
    assert (ran.exit_code, ran.stdout, ran.stderr.count("\n")) == (2, "", 1), ran.output
    assert ran.stderr.startswith("halfmove: ")
    assert [each for each in named if each not in ran.stderr] == [], ran.stderr


# Algorithms that answer with something else than the minimax value: an estimate, or only a bound.
NOT_MINIMAX = {"best_first_minimax", *(name for name, each in hm.ALGORITHMS.items() if each.decides)}


# Those that simulate several processors.
PARALLEL = {name for name, each in hm.ALGORITHMS.items() if any(part.name == "processors" for part in each.parts)}

# Those that promise the best move, and of its value a bound at least.
MOVE_ONLY = {"l_alpha_beta", "p_alpha_beta_belle"}


def variants(*names: str) -> list[Any]:
    """Every registered algorithm (or the named ones) with every set of parameters, as pytest parameters."""
    chosen = [a for a in hm.ALGORITHMS.values() if not names or a.id in names]
    return [
        pytest.param(a.id, parameters, id="-".join([a.id, *map(str, parameters.values())]))
        for a in chosen
        for parameters in VARIANTS.get(a.id, [{}])
    ]


def exact_variants() -> list[Any]:
    """The ones that promise the minimax value."""
    return [each for each in variants() if each.values[0] not in NOT_MINIMAX]


def load(name: str) -> Any:
    return json.loads((DATA / name).read_text(encoding="utf-8"))


def ragged(chance: random.Random, depth: int, values: Any, width: int = 4, leaf: float = 0.2) -> Any:
    """A random tree as nested lists: nodes of 1 to `width` children, some branches shorter than others."""
    if depth == 0 or chance.random() < leaf:
        return values(chance)
    return [ragged(chance, depth - 1, values, width, leaf) for _ in range(chance.randint(1, width))]


def full(chance: random.Random, width: int, depth: int, values: Any) -> Any:
    """A random uniform tree T(width, depth) as nested lists."""
    if depth == 0:
        return values(chance)
    return [full(chance, width, depth - 1, values) for _ in range(width)]


# Leaf values: few (many ties), many, one decimal, real, and with infinite ones among them.
VALUES: dict[str, Any] = {
    "bits": lambda chance: chance.randint(0, 1),
    "ties": lambda chance: chance.randint(-3, 3),
    "integers": lambda chance: chance.randint(-1000, 1000),
    "decimals": lambda chance: chance.randint(-30, 30) / 10,
    "reals": lambda chance: chance.uniform(-1, 1),
    "infinite": lambda chance: chance.choice([float("-inf"), -1.0, 0.0, 1.0, float("inf")]),
}


def random_trees(count: int, seed: int, kinds: tuple[str, ...] = tuple(VALUES)) -> list[Any]:
    """Trees of all sorts: uniform, ragged, chains, single leaves; every kind of values in turn."""
    chance = random.Random(seed)
    trees = []
    for number in range(count):
        values = VALUES[kinds[number % len(kinds)]]
        shape = chance.random()
        if shape < 0.4:
            trees.append(full(chance, *chance.choice([(1, 4), (2, 2), (2, 4), (2, 5), (3, 3), (4, 2), (5, 1)]), values))
        else:
            trees.append(
                ragged(chance, chance.randint(0, 5), values, chance.randint(1, 4), chance.choice([0, 0.2, 0.4]))
            )
    return trees


def honest(result: hm.Result, true: Any) -> bool:
    """Whether what a result says about the true value is so."""
    if result.bound == "exact":
        return bool(result.value == true)
    return bool(result.value <= true) if result.bound == "lower" else bool(result.value >= true)


def told(r: hm.Result) -> dict[str, Any]:
    """All that a result says but how long it took, at which speed, and step by step."""
    names = ("value", "bound", "move", "line", "counts", "algorithm", "parameters", "window", "depth", "stopped")
    return {name: getattr(r, name) for name in (*names, "leaf_order")}


def random_positions(game: Any, count: int, seed: int, lengths: range) -> list[Any]:
    """Positions of random games that are not over, after so many half-moves at most."""
    chance, found = random.Random(seed), []
    while len(found) < count:
        at = game.start
        for _ in range(chance.choice(lengths)):
            if not game.outcome(at)[0]:
                at = game.next(at, chance.choice(game.legal(at)))
        if not game.outcome(at)[0]:
            found.append(at)
    return found
