"""A release of Numba may lack what halfmove uses of it, or Numba may not be there at all: plain Python goes on."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from .conftest import usually

# Names of Numba and llvmlite of which halfmove knows no other way: "module:name".
NAMES = (
    "numba.core.lowering:Lower.lower_assign",
    "numba.core.codegen:AOTCodeLibrary",
    "numba.core.codegen:AOTCPUCodegen",
    "numba.core.errors:termcolor",
    "numba.core.typing.templates:infer_global",
    "numba.core.compiler_lock:global_compiler_lock",
    "numba.core.registry:cpu_target",
    "numba.core.compiler_machinery:PassManager",
    "numba.extending:intrinsic",
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

_WITHOUT = """
import importlib
place, _, name = {missing!r}.partition(":")
owner = importlib.import_module(place)
*path, last = name.split(".")
for each in path:
    owner = getattr(owner, each)
delattr(owner, last)
"""

_WORK = """
import warnings
import halfmove as hm
from halfmove.engine import front

warnings.simplefilter("ignore")
front.PATIENCE_COLD = 0.0
tree = hm.trees.uniform(4, 6)
print(hm.search(tree, "minimax").counts.leaves)
print(hm.Player(hm.games.nim(1, 2, 4), hm.Limits(seconds=0.1)).choose().value)
hm.check(hm.games.nim(2, 3), games=5)
print(len(hm.solve(hm.games.nim(2, 3))))
try:
    hm.search(tree, "minimax", compiled=True)
except hm.HalfmoveError as error:
    print(error)
"""


def ran(first: str, folder: Path) -> list[str]:
    """What the work prints in a process of its own, without machine code of others."""
    environment = os.environ | {"HALFMOVE_CACHE": str(folder)}
    done = subprocess.run(
        [sys.executable, "-c", first + _WORK], env=environment, capture_output=True, text=True, timeout=300
    )
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout.splitlines()


@pytest.mark.parametrize("missing", usually(NAMES[:3], NAMES))
def test_a_name_that_numba_no_longer_has(missing: str, tmp_path: Path) -> None:
    *answers, sentence = ran(_WITHOUT.format(missing=missing), tmp_path)
    assert answers == ["4096", "1", "12"]
    assert "Numba" in sentence
    assert "rule" not in sentence


def test_no_numba_at_all(tmp_path: Path) -> None:
    *answers, sentence = ran(_NO_NUMBA, tmp_path)
    assert answers == ["4096", "1", "12"]
    assert sentence == "machine code needs Numba, which is not installed"
