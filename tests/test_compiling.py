"""Machine code comes from a process of its own, in time or not at all, and from a cache that nobody else can write."""

from __future__ import annotations

import io
import math
import os
import shutil
import struct
import subprocess
import sys
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NamedTuple

import numba
import numpy as np
import pytest

import halfmove as hm
from halfmove.engine import runner, search
from halfmove.engine.fingerprint import fingerprint
from halfmove.engine.native import cache, compiling, making
from halfmove.engine.native.compiling import Compilation, silent
from tests.test_processes import python, watched

forks = pytest.mark.skipif(not compiling.can_fork(), reason="no process is forked here")

TREE = "tree = hm.trees.uniform(38, 20, seed=1)\n"


@forks
@pytest.mark.parametrize("algorithm", ["alpha_beta", "sss_star"])
@pytest.mark.parametrize("compiled", ["True", "None"])
def test_a_limit_too_short_to_compile_answers_interpreted(tmp_path: Path, algorithm: str, compiled: str) -> None:
    body = f"""{TREE}
r = hm.search(tree, "{algorithm}", compiled={compiled}, limits=hm.Limits(seconds=0.2))
answer = {{"stopped": r.stopped, "native": r.compiled, "nodes": r.counts.nodes > 0}}
"""
    answer = watched(body, tmp_path)
    assert (answer["stopped"], answer["native"], answer["nodes"]) == ("seconds", False, True)


@forks
def test_compiling_leaves_little_memory_behind(tmp_path: Path) -> None:
    code = """
import halfmove as hm
def resident():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * 4096 >> 20
sizes = []
for name in ("minimax", "alpha_beta", "f_alpha_beta"):
    hm.search(hm.trees.explicit([[3, [7, 2]], [4, 1]]), name, compiled=True)
    sizes.append(resident())
print(sizes[-1] - sizes[0])
"""
    assert int(python(code, tmp_path)) < 15  # megabytes, for two programs


class Pair(NamedTuple):
    x: int
    left: int


def moves(p):
    yield 1
    yield 2


def result(p):
    return p.left == 0, p.x % 10


def grows(p, move):
    x = 3 * move
    while x < 1 << 62:  # in Python it ends above; as machine code it passes 63 bits, becomes 0, and never ends
        x <<= 2
    return Pair(x % 7, p.left - 1)


@forks
def test_a_rule_that_never_returns_as_machine_code(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(making, "_COMPARE_SECONDS", 1)
    game = hm.Game("mine", Pair(1, 3), moves, grows, result)
    with pytest.raises(hm.GameError, match="as machine code one of its rules never returns"):
        hm.search(game, compiled=True)
    assert hm.search(game, compiled=False).bound == "exact"


CRASHES = """
import os
import halfmove as hm
from halfmove.engine.native import making
from tests.test_compiling import Pair, moves, result
making.compare_speeds = lambda *_, **__: os.kill(os.getpid(), 11)
game = hm.Game("mine", Pair(1, 4), moves, lambda p, move: Pair(p.x + 3 * move, p.left - 1), result)
try:
    hm.search(game, compiled=True)
except hm.NotCompilable as error:
    print(error)
"""


@forks
def test_machine_code_that_crashes_when_tried(tmp_path: Path) -> None:
    """It is said in a sentence, and by nobody else: Python would show where all threads are."""
    command, places = [sys.executable, "-X", "faulthandler", "-c", CRASHES], {"HALFMOVE_CACHE": str(tmp_path)}
    ran = subprocess.run(command, capture_output=True, text=True, timeout=120, env=os.environ | places)
    assert "its machine code crashed when its rules were tried" in ran.stdout
    assert ran.stderr == ""


@forks
def test_a_compilation_that_is_killed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "cache_directory", lambda: tmp_path / "cache")  # it is compiled here, not found

    def killed(*_: object, **__: object) -> None:
        os.kill(os.getpid(), 9)

    game = hm.Game("mine", Pair(1, 4), moves, lambda p, move: Pair(p.x + 5 * move, p.left - 1), result)
    with monkeypatch.context() as patch:
        patch.setattr("halfmove.engine.native.making.compare_speeds", killed)
        with pytest.raises(hm.NotCompilable, match="the process that compiles it was ended from outside"):
            hm.search(game, compiled=True)
    assert hm.search(game, compiled=True).compiled


@forks
def test_what_a_killed_process_left_is_removed_by_the_next(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "cache"
    monkeypatch.setattr(cache, "cache_directory", lambda: folder)
    code = "import sys, os; from pathlib import Path; from halfmove.engine.native import cache; "
    code += "cache.cache_directory = lambda: Path(sys.argv[1]); os.replace = lambda *_: os.kill(os.getpid(), 9); "
    code += "cache.save('theirs', cache.Code([], [], b'half'))"
    subprocess.run([sys.executable, "-c", code, str(folder)], check=False)
    assert len(list(folder.glob("*.tmp"))) == 1
    (folder / f"{cache._machine()}.{os.getpid()}.abc.tmp").write_text("of a process that runs")
    cache.save("ours", cache.Code([], [], b"whole"))
    assert [file.name.split(".")[1] for file in folder.glob("*.tmp")] == [str(os.getpid())]


def test_ctrl_c_while_a_process_is_forked_is_heard_once(tmp_path: Path) -> None:
    """The copy of the process must not go on with what the process itself was doing."""
    code = """
import os, signal, sys
import halfmove as hm
from halfmove.engine.native.numba import compiler
through = compiler.warm_up
def interrupted():
    through()
    os.kill(os.getpid(), signal.SIGINT)
compiler.warm_up = interrupted
try:
    hm.search(hm.trees.uniform(3, 3, 1), compiled=True)
except KeyboardInterrupt:
    print("stopped", flush=True)
"""
    assert python(code, tmp_path) == "stopped\n"


@pytest.mark.skipif(sys.platform == "win32", reason="modes")
def test_a_cache_that_others_can_write_is_not_used(tmp_path: Path) -> None:
    body = 'r = hm.search(hm.trees.uniform(3, 3, 1), compiled=True)\nanswer = {"value": r.value}\n'
    assert watched(body, tmp_path / "mine")["compiled"] == 1
    assert oct((tmp_path / "mine").stat().st_mode & 0o777) == "0o700"
    (tmp_path / "mine").chmod(0o777)
    quiet = "import warnings; warnings.simplefilter('ignore')\n" + body
    value = hm.search(hm.trees.uniform(3, 3, 1), compiled=False).value
    assert watched(quiet, tmp_path / "mine") == {"value": value, "compiled": 1}


def test_rights_of_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "cache_directory", lambda: tmp_path / "cache")
    made = cache.Code(["f"], [], b"code")
    cache.save("one", made)
    (file,) = (tmp_path / "cache").iterdir()
    for place, own, modes in ((file.parent, 0o700, (0o770, 0o707, 0o777)), (file, 0o600, (0o620, 0o602, 0o666))):
        for mode in modes:
            place.chmod(mode)
            cache._warn.cache_clear()
            with pytest.warns(RuntimeWarning, match="others may write to it"):
                assert cache.load("one") is None
            place.chmod(own)
            assert cache.load("one") == made


def test_contents_are_bound_to_their_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "cache_directory", lambda: tmp_path / "cache")
    made = cache.Code(["f"], [], b"code")
    cache.save("one", made)
    assert cache.load("one") == made
    (file,) = (tmp_path / "cache").iterdir()
    other = cache._path("two")
    assert other is not None
    shutil.copy(file, other)
    assert cache.is_stored("two")
    assert cache.load("two") is None


def test_the_rest_of_a_line_is_searched_within_bounds(monkeypatch: pytest.MonkeyPatch) -> None:
    tree = hm.trees.uniform(4, 6, seed=3)
    assert len(hm.search(tree, "sss_star").line) == 6
    monkeypatch.setattr(search, "LINE_NODES", 5)
    assert len(hm.search(tree, "sss_star").line) < 6


def test_many_small_searches_are_compiled_in_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """The default speed counts what all searches with one program have taken, not each by itself."""
    monkeypatch.setattr(runner, "PATIENCE_COLD", 0.05)
    monkeypatch.setattr(runner, "PATIENCE_WARM", 0.05)
    native = [hm.search(hm.trees.incremental(3, 4, seed=seed)).compiled for seed in range(400)]
    assert native[-1]


def test_threads_that_want_the_same_program(tmp_path: Path) -> None:
    code = """
import threading, halfmove as hm
found = []
def search():
    try:
        found.append(hm.search(hm.trees.uniform(3, 4, seed=1, values=(0, 9)), "minimax", compiled=True).value)
    except BaseException as error:
        found.append(repr(error))
threads = [threading.Thread(target=search) for _ in range(6)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print(found)
"""
    value = hm.search(hm.trees.uniform(3, 4, seed=1, values=(0, 9)), "minimax", compiled=False).value
    assert python(code, tmp_path) == f"{[value] * 6}\n"


WORTH = np.array([1, 2, 3, 4])


def test_an_array_or_a_default_that_changed_is_never_stale() -> None:
    def worth(p, factor=1):
        return factor * WORTH[p % 4]

    def result(p):
        return p <= 0, worth(p)

    game = hm.Game("mine", 7, moves, lambda p, move: p - move, result)
    before, found = WORTH.copy(), []

    def search() -> None:
        fast, slow = (hm.search(game, compiled=compiled).value for compiled in (True, False))
        assert fast == slow
        found.append(fast)

    try:
        search()
        WORTH[:] = [40, 30, 20, 10]
        search()
        worth.__defaults__ = (3,)
        search()
    finally:
        WORTH[:] = before
    assert len(set(found)) == 3  # each change was one of the value


def test_a_text_that_changed_is_never_stale_and_a_docstring_may_change() -> None:
    def of(source: str) -> str:
        scope: dict[str, Any] = {}
        exec(source, scope)
        return fingerprint([scope["f"]], {})[0]

    for used in ("def f(x):\n    return x == 'one'", "def f(x):\n    return [c == 'one' for c in x]"):
        assert of(used) != of(used.replace("one", "two")), used
        documented = used.replace("    ", "    'What.'\n    ")
        assert of(documented) == of(documented.replace("What", "Why"))
        assert of(documented) != of(documented.replace("one", "two"))


def test_a_rule_that_prints_is_told_so() -> None:
    def result(p):
        if p < -100:
            print(p)
        return p <= 0, p

    with pytest.raises(hm.NotCompilable, match="prints, or uses objects of Python"):
        hm.search(hm.Game("mine", 7, moves, lambda p, move: p - move, result), compiled=True)


@pytest.mark.parametrize("compiled", [False, True], ids=["interpreted", "compiled"])
def test_infinite_parameters(compiled: bool) -> None:
    tree = hm.trees.explicit([[3, [7, 2]], [4, 1]])
    assert hm.search(tree, "mtd_f", guess=math.inf, compiled=compiled).value == 3


@pytest.mark.skipif(
    (3, 13) <= sys.version_info < (3, 13, 3),
    reason="this Python fails on its own in a deleted folder: github.com/python/cpython/issues/130932",
)
def test_the_folder_is_deleted_meanwhile(tmp_path: Path) -> None:
    """The process that compiles was begun there."""
    code = """
import os, tempfile, halfmove as hm
os.chdir(tempfile.mkdtemp())
game = hm.games.tic_tac_toe()
hm.search(game, depth=2, compiled=True, limits=hm.Limits(seconds=0.001))
os.rmdir(os.getcwd())
print(hm.search(game, depth=2, compiled=True).compiled)
"""
    ran = subprocess.run(
        [sys.executable, "-c", code],
        env=os.environ | {"HALFMOVE_CACHE": str(tmp_path / "cache")},
        capture_output=True,
        text=True,
    )
    assert ran.stdout == "True\n", ran.stderr


@pytest.mark.skipif(sys.platform != "linux", reason="object files are of another kind")
def test_machine_code_shows_nothing_but_its_entries(tmp_path: Path) -> None:
    """A name that two objects of one process share would bind the second to the first, perhaps too far away."""
    watched("hm.search(hm.trees.explicit([3, 1]), 'alpha_beta', compiled=True)\nanswer = {}", tmp_path)
    (kept,) = tmp_path.rglob("*.code")
    code = kept.read_bytes()
    names = shown_names(code[code.index(b"\x7fELF") :])
    assert sorted(word for name in names for word in ("rules_entry", "search_entry") if word in name) == [
        "rules_entry",
        "search_entry",
    ]
    assert len(names) == 2


def shown_names(code: bytes) -> list[str]:
    """The names in an ELF file of 64 bits that others can see."""
    (at,) = struct.unpack_from("<Q", code, 40)
    count, _ = struct.unpack_from("<HH", code, 60)
    sections = [struct.unpack_from("<IIQQQQIIQQ", code, at + 64 * number) for number in range(count)]
    names = []
    for _, kind, _, _, start, size, link, *_ in sections:
        for place in range(start, start + size, 24) if kind == 2 else ():
            name, info, _, section = struct.unpack_from("<IBBH", code, place)
            if info >> 4 and section:  # seen from outside, and defined here
                begin = sections[link][4] + name
                names.append(code[begin : code.index(b"\0", begin)].decode())
    return names


class _Slow:
    """A compilation that takes long."""

    _program = SimpleNamespace(algorithm=SimpleNamespace(id="alpha_beta"), game=SimpleNamespace(name="nim"))

    def done(self, seconds: float) -> bool:
        return seconds > 1


def test_a_bar_is_not_written_over(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = io.StringIO()
    monkeypatch.setattr(terminal, "isatty", lambda: True)
    monkeypatch.setattr(sys, "stderr", terminal)
    with silent():
        Compilation.wait(_Slow())  # type: ignore[arg-type]
    assert terminal.getvalue() == ""
    Compilation.wait(_Slow())  # type: ignore[arg-type]
    assert "alpha_beta" in terminal.getvalue()


def test_the_time_of_a_search_is_not_that_of_compiling(monkeypatch: pytest.MonkeyPatch) -> None:
    def slowly(*given: Any) -> None:
        time.sleep(0.05)
        compiling.make_ready(*given)

    monkeypatch.setattr(runner, "make_ready", slowly)
    tree = hm.trees.explicit([[3, [7, 2]], [4, [1, 9]]])
    found = hm.search(tree, "alpha_beta", compiled=True)
    assert 0.05 <= found.preparing < found.seconds
    assert found.nodes_per_second == found.counts.nodes / (found.seconds - found.preparing)
    assert hm.search(tree, "alpha_beta", compiled=False).preparing == 0


def takes_moves(p):
    for taken in range(1, min(p, 3) + 1):
        yield taken


def takes_play(p, taken):
    return p - taken


def takes_result(p):
    return p == 0, -1


def makes_an_array(p):
    made = np.zeros(4, np.int64)
    for i in range(4):
        made[i] = i * p
    return made.sum()


def makes_a_list(p):
    made = [2 * number for number in range(p)]
    return sum(made)


own = numba.njit(makes_an_array)


def makes_it_elsewhere(p):
    return own(p)


@pytest.mark.parametrize("evaluate", [makes_an_array, makes_a_list, makes_it_elsewhere])
def test_rules_that_make_arrays_and_lists(evaluate: Any) -> None:
    game = hm.Game("takes", 9, takes_moves, takes_play, takes_result, evaluate)
    own(3)  # compiled before, for Python
    fast, slow = (hm.search(game, "alpha_beta", depth=4, compiled=compiled) for compiled in (True, False))
    assert (fast.value, fast.counts, fast.compiled) == (slow.value, slow.counts, True)
