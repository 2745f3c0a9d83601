"""A release of Numba may lack what halfmove uses of it, or Numba may not be there at all: answers stay right.

Where a private name is missing, the quick way to compile fails its self-test and the plain way takes over. Where that
fails too, plain Python answers, with a sentence that names Numba and its version.
"""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from importlib import metadata
from pathlib import Path

import pytest

import halfmove
from halfmove.algorithms.registry import find
from halfmove.engine.native import ways
from halfmove.engine.native.program import program_for
from halfmove.engine.native.self_check import compare_speeds
from halfmove.engine.task import Task
from halfmove.model import Limits, Window

from .conftest import usually

COMPILER = Path(halfmove.__file__).parent / "engine" / "native" / "numba"
QUICK = ("quick", "linking", "shortcuts")


def names_in(file: Path) -> set[str]:
    """The names of Numba and llvmlite that a module uses, as "module:name"."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    modules: dict[str, str] = {}
    found: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and (node.module or "").partition(".")[0] in ("numba", "llvmlite"):
            for alias in node.names:
                inner = f"{node.module}.{alias.name}"
                if is_module(inner):
                    modules[alias.asname or alias.name] = inner
                else:
                    found.add(f"{node.module}:{alias.name}")
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in modules:
            found.add(f"{modules[node.value.id]}:{node.attr}")
    return found


def is_module(name: str) -> bool:
    import importlib

    try:
        importlib.import_module(name)
    except ImportError:
        return False
    return True


def private_names() -> list[str]:
    """All names that only the quick way uses, and methods that it replaces."""
    others = {name for file in COMPILER.glob("*.py") if file.stem not in QUICK for name in names_in(file)}
    quick = {name for stem in QUICK for name in names_in(COMPILER / f"{stem}.py")} - others
    return sorted(quick | {"numba.core.lowering:Lower.lower_assign", "numba.core.cpu:CPUContext.get_executable"})


# Private names without which Numba itself still works, and so does the plain way.
WORKS = ("numba.core.codegen:AOTCodeLibrary", "numba.core.codegen:AOTCPUCodegen")

# Names that both ways need.
NEEDED = (
    "numba.extending:intrinsic",
    "numba.core.typing.templates:infer_global",
    "llvmlite.binding:parse_assembly",
    "llvmlite.binding:create_mcjit_compiler",
)

_NO_NUMBA = """
import sys
from importlib import metadata

class Nothing:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in ("numba", "llvmlite"):
            raise ModuleNotFoundError(f"No module named {name!r}")

def version(name, found=metadata.version):
    if name in ("numba", "llvmlite"):
        raise metadata.PackageNotFoundError(name)
    return found(name)

sys.meta_path.insert(0, Nothing())
metadata.version = version
"""

_DELETE = """
import importlib
def delete(missing):
    place, _, name = missing.partition(":")
    owner = importlib.import_module(place)
    *path, last = name.split(".")
    for each in path:
        owner = getattr(owner, each)
    delattr(owner, last)
"""

_WORK = """
import warnings
import halfmove as hm
from halfmove.engine import runner

runner.PATIENCE_COLD = 0.0
tree = hm.trees.uniform(4, 6)
with warnings.catch_warnings(record=True) as given:
    warnings.simplefilter("always")
    print(hm.search(tree, "minimax").counts.leaves)
    print(hm.Player(hm.games.nim(1, 2, 4), hm.Limits(seconds=0.1)).choose().value)
    hm.check(hm.games.nim(2, 3), games=5)
    print(len(hm.solve(hm.games.nim(2, 3))))
    try:
        print(hm.search(tree, "minimax", compiled=True).counts.leaves)
    except hm.HalfmoveError as error:
        print(error)
for each in given:
    print(each.category.__name__, each.message)
"""


def ran(code: str, folder: Path) -> list[str]:
    """What a program prints in a process of its own, without machine code of others."""
    environment = os.environ | {"HALFMOVE_CACHE": str(folder)}
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout.splitlines()


@pytest.mark.skipif(not ways.can_fork(), reason="each name is deleted in a copy of one process")
def test_the_self_test_survives_any_missing_name(tmp_path: Path) -> None:
    """Deleted one by one: the quick way works without the name, or its self-test says in a line what is wrong."""
    names = private_names()
    assert len(names) > 20
    code = f"""
import os, sys
import numba
from numba.core.registry import cpu_target
import halfmove.engine.native.ways as ways
{_DELETE}
for name in {names!r}:
    sys.stdout.flush()
    child = os.fork()
    if child == 0:
        delete(name)
        print(name, "|", ways._outcome("quick"), flush=True)
        os._exit(0)
    assert os.waitpid(child, 0)[1] == 0, name
"""
    said = dict(line.split(" | ") for line in ran(code, tmp_path))
    assert sorted(said) == names
    assert sum(bool(fault.strip()) for fault in said.values()) > len(names) // 2


@pytest.mark.parametrize("missing", usually(["numba.core.lowering:Lower.lower_assign", *WORKS[:1]], private_names()))
def test_a_private_name_that_numba_no_longer_has(missing: str, tmp_path: Path) -> None:
    """The plain way takes over, or plain Python if Numba itself is broken. Warnings name Numba, and no rule."""
    *answers, compiled = (lines := ran(f"{_DELETE}\ndelete({missing!r})\n{_WORK}", tmp_path))[:4]
    assert answers == ["4096", "1", "12"]
    said = [line for line in [compiled, *lines[4:]] if line != "4096"]
    assert all(f"Numba {metadata.version('numba')}" in line and "rule" not in line for line in said)
    assert compiled == "4096" or missing not in WORKS
    assert len(said) == 1 or compiled != "4096"


@pytest.mark.parametrize("missing", usually(NEEDED[:1], NEEDED))
def test_a_name_that_both_ways_need(missing: str, tmp_path: Path) -> None:
    *answers, sentence = ran(f"{_DELETE}\ndelete({missing!r})\n{_WORK}", tmp_path)[:4]
    assert answers == ["4096", "1", "12"]
    assert f"Numba {metadata.version('numba')}" in sentence
    assert "rule" not in sentence


def test_no_numba_at_all(tmp_path: Path) -> None:
    *answers, sentence = ran(_NO_NUMBA + _WORK, tmp_path)[:4]
    assert answers == ["4096", "1", "12"]
    assert sentence == "machine code needs Numba, which is not installed"


GAMES = {
    "uniform": lambda: halfmove.trees.uniform(3, 5, seed=2, values=(0, 9)),
    "connect_four": lambda: halfmove.games.connect_four(4, 4),
    "tic_tac_toe": halfmove.games.tic_tac_toe,
    "nim": lambda: halfmove.games.nim(2, 3),
}


@pytest.mark.parametrize(
    ("game", "algorithm"), usually([("connect_four", "sss_star")], [(g, a) for g in GAMES for a in halfmove.ALGORITHMS])
)
def test_the_plain_way_compiles_the_same(game: str, algorithm: str) -> None:
    from halfmove.engine.native.numba import compiler

    made = GAMES[game]()
    found = find(algorithm)
    parameters = found.settle({each.name: 3 for each in found.parameters if each.required})
    task = Task(made, found, parameters, Window(), None, made.start, Limits(), trace=False, real=False)
    program = program_for(task)
    compare_speeds(program, compiler.load(compiler.object_code(program, "plain")), task, thorough=True)


def test_a_release_that_is_not_known_gets_both_ways(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ways, "_noted", {"quick": "", "plain": ""})
    assert ways.ways() == ("quick",)
    monkeypatch.setattr(ways, "_version", lambda: (ways.TESTED[0], ways.TESTED[1] + 1))
    assert ways.ways() == ("quick", "plain")
    monkeypatch.setattr(ways, "_noted", {"quick": "AttributeError: gone", "plain": ""})
    assert ways.ways() == ("plain",)
    monkeypatch.setattr(ways, "_noted", {"quick": "AttributeError: gone", "plain": "TypeError: other"})
    with pytest.raises(halfmove.NotCompilable, match="TypeError: other"):
        ways.ways()


def test_object_code_for_another_machine() -> None:
    """The seam gives object code for any machine that LLVM knows, such as a browser."""
    from halfmove.engine.native.numba import compiler
    from halfmove.engine.native.target import Target

    made = halfmove.trees.uniform(3, 5, seed=2, values=(0, 9))
    task = Task(made, find("minimax"), {}, Window(), None, made.start, Limits(), trace=False, real=False)
    code = compiler.object_code(program_for(task), "quick", Target("a browser", "wasm32-unknown-unknown"))
    assert code.code.startswith(b"\0asm")
