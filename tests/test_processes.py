"""What only a new process can show: a quick import, machine code from disk, and a cache that never does harm."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from halfmove.base.directories import make_private
from halfmove.engine.native import cache

from .conftest import usually

GAME = """
from typing import NamedTuple
import halfmove as hm

class Pile(NamedTuple):
    left: int

def worth(p):
    return {worth}

def moves(p):
    yield 1
    yield 2

def play(p, take):
    return Pile(p.left - take)

def result(p):
    return p.left <= 0, worth(p)

game = hm.Game("pile", Pile(10), moves, play, result)
"""

# Reports what was compiled, by watching the one door to the compiler.
WATCH = """
import json, sys
import halfmove as hm
from halfmove.engine.native import compiling
made = []
class Watched(compiling.Compilation):
    def __init__(self, *given):
        made.append(str(given))
        super().__init__(*given)
compiling.Compilation = Watched
{body}
print(json.dumps({{"compiled": len(made), **answer}}))
"""


def python(code: str, place: Path | str, folder: Path | None = None) -> str:
    environment = os.environ | {"HALFMOVE_CACHE": str(place)}
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment, cwd=folder, capture_output=True, text=True, timeout=300
    )
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    return done.stdout


def watched(body: str, place: Path | str, folder: Path | None = None) -> dict[str, Any]:
    return json.loads(python(WATCH.format(body=body), place, folder).splitlines()[-1])


TREE = """
r = hm.search(hm.trees.uniform(3, 4, seed=1), compiled=True)
answer = {"value": r.value, "leaves": r.counts.leaves}
"""


@pytest.fixture(scope="module")
def first_search(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, Any]]:
    """A folder with the machine code of `TREE` and nothing else, and what the process said that made it."""
    place = tmp_path_factory.mktemp("made") / "cache"
    return place, watched(TREE, place)


@pytest.fixture
def filled(first_search: tuple[Path, dict[str, Any]], tmp_path: Path) -> Path:
    """A copy of that folder, for one test."""
    return Path(shutil.copytree(first_search[0], tmp_path / "cache"))


def test_importing_is_cheap(tmp_path: Path) -> None:
    modules = python("import sys, halfmove; print(*sys.modules)", tmp_path).split()
    for heavy in ("numba", "llvmlite", "click", "scipy", "pandas"):
        assert heavy not in modules


def test_small_searches_do_not_import_the_compiler(tmp_path: Path) -> None:
    code = """
import sys, halfmove as hm
hm.search(hm.trees.explicit([[3, 5], [4, 6]]))
hm.search(hm.games.tic_tac_toe(), depth=3)
print("numba" in sys.modules)
"""
    assert python(code, tmp_path) == "False\n"


def test_the_second_process_compiles_nothing(first_search: tuple[Path, dict[str, Any]]) -> None:
    place, first = first_search
    second = watched(TREE, place)
    assert first["compiled"] == 1
    assert second["compiled"] == 0
    assert first["value"] == second["value"]
    assert not list(place.glob("*.tmp"))


def test_other_seeds_trees_and_piles_compile_nothing(filled: Path) -> None:
    body = """
for seed in range(5):
    hm.search(hm.trees.uniform(2 + seed, 3, seed=seed), compiled=True)
    hm.search(hm.trees.uniform(2, 3, seed=seed, values=(0, 9)), compiled=True)
    hm.search(hm.trees.explicit([[seed, 2], [3] * (seed + 1)]), compiled=True)
    hm.search(hm.games.nim(1 + seed, 2), compiled=True)
answer = {}
"""
    assert watched(body, filled)["compiled"] == 3  # all but that of trees with real values
    assert watched(body, filled)["compiled"] == 0


def test_a_profiler_does_not_hide_the_machine_code(filled: Path) -> None:
    # Numba changes the code object of what it runs under a profiler; what is on disk is found all the same.
    searches = """
import sys
sys.setprofile(lambda *_: None)
tree = hm.trees.uniform(2, 3, 1)
leaves = [hm.search(tree, name, compiled=True).counts.leaves for name in ("minimax", "alpha_beta", "minimax")]
sys.setprofile(None)
answer = {"leaves": leaves}
"""
    assert watched(searches, filled)["compiled"] == 1  # alpha_beta is there
    assert watched(searches.replace("sys.setprofile(lambda *_: None)", ""), filled)["compiled"] == 0


def test_a_damaged_cache(first_search: tuple[Path, dict[str, Any]], filled: Path) -> None:
    (file,) = filled.glob("*.code")
    whole = file.read_bytes()
    file.write_bytes(whole[: len(whole) // 2])
    assert watched(TREE, filled) == first_search[1]  # compiled anew, with the same answer
    assert file.read_bytes() == whole
    assert watched(TREE, filled)["compiled"] == 0


def test_every_damage_is_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "cache_directory", lambda: tmp_path / "cache")
    made = cache.Code(["f", "g"], ["h"], bytes(range(256)) * 10)
    cache.save("some program", made)
    (file,) = (tmp_path / "cache").iterdir()
    whole = file.read_bytes()
    cuts = [whole[:i] for i in range(0, len(whole), 50)] + [whole[i:] for i in range(50, len(whole), 50)]
    for damage in (b"", b"x", whole[:-1] + bytes([whole[-1] ^ 1]), *cuts[1:]):
        file.write_bytes(damage)
        assert cache.load("some program") is None
        cache.save("some program", made)
        assert cache.load("some program") == made


PLACES = ("file", "file/below", "/proc/halfmove", "/dev/null/x")


def test_a_cache_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("not a folder")
    for place in usually(PLACES[:1], PLACES):
        assert watched(TREE, tmp_path / place)["compiled"] == 1


@pytest.mark.parametrize("place", PLACES)
def test_what_cannot_be_kept_is_no_error(place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("not a folder")
    monkeypatch.setattr(cache, "cache_directory", lambda: tmp_path / place)
    cache.save("some program", cache.Code(["f"], [], b"code"))
    assert not cache.is_stored("some program")
    assert cache.load("some program") is None


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="the superuser may write anywhere")
def test_a_read_only_cache(tmp_path: Path) -> None:
    watched(TREE, tmp_path)
    tmp_path.chmod(0o500)
    try:
        assert watched(TREE, tmp_path)["compiled"] == 0
        assert watched(TREE.replace("uniform", "incremental"), tmp_path)["compiled"] == 1
    finally:
        tmp_path.chmod(0o700)


def test_an_edited_helper_is_compiled_anew(tmp_path: Path) -> None:
    """The machine code on disk belongs to the rules as they are now, helpers and constants included."""
    module, place = tmp_path / "pile.py", tmp_path / "cache"
    body = """
sys.path.insert(0, ".")
sys.dont_write_bytecode = True
import pile
r = hm.search(pile.game, compiled=True)
s = hm.search(pile.game, compiled=False)
answer = {"value": r.value, "plain": s.value}
"""
    for worth, value, compiled in (("-1", 1, 1), ("-5", 5, 1), ("-1", 1, 0), ("-0.5", 0.5, 1)):
        module.write_text(GAME.replace("{worth}", worth))
        answer = watched(body, place, tmp_path)
        assert (answer["value"], answer["plain"]) == (value, value)
        assert answer["compiled"] == compiled


def test_a_game_in_the_main_module(tmp_path: Path) -> None:
    """Rules typed at a prompt or in a script are cached like any other."""
    body = GAME.replace("{worth}", "-1") + "\nanswer = {'value': hm.search(game, compiled=True).value}\n"
    assert watched(body, tmp_path) == {"compiled": 1, "value": 1}
    assert watched(body, tmp_path) == {"compiled": 0, "value": 1}


def test_two_processes_at_once(tmp_path: Path) -> None:
    environment = os.environ | {"HALFMOVE_CACHE": str(tmp_path)}
    code = WATCH.format(body=TREE)
    running = [
        subprocess.Popen([sys.executable, "-c", code], env=environment, stdout=subprocess.PIPE, text=True) for _ in "ab"
    ]
    answers = [json.loads(process.communicate(timeout=300)[0]) for process in running]
    assert answers[0]["value"] == answers[1]["value"]
    assert watched(TREE, tmp_path)["compiled"] == 0


# The folder of machine code is private, whoever makes it

WAYS = {
    "search": ["search", "uniform:3,3", "--compiled"],
    "compare": ["compare", "--trees", "2", "-a", "alpha_beta", "--compiled"],
    "study": ["study", "--family", "uniform:3,3", "-a", "alpha_beta", "--trees", "3", "--jobs", "2"],
}


@pytest.mark.skipif(sys.platform == "win32", reason="modes")
@pytest.mark.parametrize("umask", [0o000, 0o077, 0o277])
def test_folders_are_private_whatever_the_umask(tmp_path: Path, umask: int) -> None:
    before = os.umask(umask)
    try:
        make_private(tmp_path / "above" / "cache")
    finally:
        os.umask(before)
    assert {each.stat().st_mode & 0o777 for each in (tmp_path / "above", tmp_path / "above" / "cache")} == {0o700}


UMASKS = usually(
    [("study", 0o000), ("spawn", 0o277)],
    [(way, umask) for way in ("search", "compare", "study", "spawn") for umask in (0o000, 0o077, 0o277)],
)


@pytest.mark.skipif(sys.platform == "win32", reason="modes")
@pytest.mark.parametrize(("way", "umask"), UMASKS)
def test_the_cache_is_private_whatever_the_umask(tmp_path: Path, umask: int, way: str) -> None:
    folder = tmp_path / "above" / "cache"
    code = "from halfmove.engine.parallel import workers\nfrom halfmove.cli import run\n"
    code += "workers._start_method = lambda: 'spawn'\nrun()" if way == "spawn" else "run()"
    ran = subprocess.run(
        [sys.executable, "-c", code, *WAYS["study" if way == "spawn" else way]],
        env=os.environ | {"HALFMOVE_CACHE": str(folder), "HALFMOVE_DATA": str(folder)},  # results come first
        umask=umask, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert (ran.returncode, ran.stderr) == (0, "")
    made = [tmp_path / "above", folder, *(each for each in folder.iterdir() if each.is_dir())]
    assert {each.stat().st_mode & 0o777 for each in made} == {0o700}
    assert list(folder.glob("*.code"))
