"""Tests with the lowest and the newest Numba that halfmove claims, on each Python that is here: `make versions`.

Builds an environment for each pair in .venv/versions, and runs the smoke test and the core files of the suite in it.

    python -m tests.versions            all of them
    python -m tests.versions 3.12       one Python
    python -m tests.versions 3.12 lowest --smoke    one environment, the smoke test only
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

# The lowest releases that exist for each Python. NumPy is the oldest that this Numba and the declared range allow.
LOWEST = {
    "3.11": ("numba==0.60.0", "numpy==1.26.0"),
    "3.12": ("numba==0.60.0", "numpy==1.26.0"),
    "3.13": ("numba==0.61.0", "numpy==2.1.0"),
    "3.14": ("numba==0.63.0", "numpy==2.3.3"),
}
NEWEST = ("numba", "numpy")
WITH = ("click>=8.1", "pytest>=8", "pytest-xdist>=3.5", "hypothesis>=6.100", "wasmtime>=25")
CORE = (
    "test_twin",
    "test_u64",
    "test_compiling",
    "test_missing_compiler",
    "test_leaves",
    "test_tables",
    "test_mcts",
    "test_wasm",
)
ROOT = Path(__file__).parent.parent
PLACE = ROOT / ".venv" / "versions"


def interpreters() -> dict[str, str]:
    """The Pythons that are here, by version."""
    found: dict[str, str] = {}
    candidates = [f"python{version}" for version in LOWEST] + ["python3", "python"]
    homes = sorted(Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")).glob("versions/*/bin/python"))
    for candidate in [shutil.which(name) for name in candidates] + [str(home) for home in homes]:
        if candidate is not None:
            asked = [candidate, "-c", "import sys; print('%d.%d' % sys.version_info[:2])"]
            done = subprocess.run(asked, capture_output=True, text=True)
            version = done.stdout.strip()
            if done.returncode == 0 and version in LOWEST:
                found.setdefault(version, candidate)
    return found


def environment(version: str, interpreter: str, kind: str) -> Path:
    """The Python of an environment, which is made if it is not there."""
    python = PLACE / f"{version}-{kind}" / "bin" / "python"
    packages = (*(LOWEST[version] if kind == "lowest" else NEWEST), *WITH)
    if not (python.parent / "ready").exists():
        subprocess.run([interpreter, "-m", "venv", "--clear", python.parent.parent], check=True)
        upgrade = ["--upgrade"] if kind == "newest" else []
        install = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *upgrade, *packages]
        subprocess.run(install, check=True)
        (python.parent / "ready").touch()
    return python


def tried(version: str, interpreter: str, kind: str, smoke: bool) -> bool:
    """Run the tests in one environment; whether they pass."""
    python = environment(version, interpreter, kind)
    with tempfile.TemporaryDirectory() as folder:
        around = os.environ | {"PYTHONPATH": str(ROOT / "src"), "HALFMOVE_CACHE": folder}
        runs = [[python, "-m", "tests.smoke"]]
        if not smoke:
            files = [f"tests/{name}.py" for name in CORE]
            runs.append([python, "-m", "pytest", "-n", "2", "-p", "no:cacheprovider", *files])
        return all(subprocess.run(run, cwd=ROOT, env=around).returncode == 0 for run in runs)


def main(arguments: list[str]) -> int:
    smoke, wanted = "--smoke" in arguments, [each for each in arguments if each != "--smoke"]
    here = interpreters()
    failed, done = [], 0
    for version, interpreter in sorted(here.items()):
        for kind in ("lowest", "newest"):
            if all(each in (version, kind) for each in wanted):
                print(f"--- Python {version}, {kind} Numba", flush=True)
                done += 1
                if not tried(version, interpreter, kind, smoke):
                    failed.append(f"Python {version} with the {kind} Numba")
    if missing := sorted(set(LOWEST) - set(here)):
        print(f"not here: Python {', '.join(missing)}")
    print(f"failed: {', '.join(failed)}" if failed else f"{done} environments pass")
    return 1 if failed or not done else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
