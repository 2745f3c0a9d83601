"""The identity of this halfmove: a store records it, and all machines of a cluster must have the same."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import halfmove
from halfmove.base.bytecode import code_hash

# Files of the package that decide what a search counts: they search, make trees, choose seeds or distribute work.
_DECIDE_COUNTS = (
    "bits.py",
    "counts.py",
    "endings.py",
    "game.py",
    "hooks.py",
    "model.py",
    "random_games.py",
    "repetition.py",
    "adapters/arguments.py",
    "adapters/from_text.py",
    "adapters/presorting.py",
    "algorithms/*.py",
    "engine/**/*.py",
    "games/**/*.py",
    "kernels/*.py",
    "parts/*.py",
    "studies/searcher.py",
    "studies/specs.py",
    "studies/work.py",
    "trees/*.py",
)


@cache
def signature(*more: str) -> str:
    """What counts depend on besides the plan: the version of halfmove and a hash of its code, and of `more` files."""
    return f"{halfmove.__version__} ({own_hash(*more)}, Python {sys.version_info.major}.{sys.version_info.minor})"


@cache
def own_hash(*more: str) -> str:
    """The hash of the running halfmove; it depends on the version of Python, which compiles it."""
    return hash_of_package(Path(halfmove.__file__).parent, *more)


def hash_of_package(package: Path, *more: str) -> str:
    """A hash of a copy of halfmove as Python compiles it: comments, docstrings and layout may change freely."""
    return code_hash(_sources(package, *more))[:12]


def _sources(package: Path, *more: str) -> Iterator[str]:
    for file in sorted(file for pattern in (*_DECIDE_COUNTS, *more) for file in package.glob(pattern)):
        yield file.read_text(encoding="utf-8")
    for file in sorted(package.glob("trees/papers/*.json")):  # named trees; their descriptions may change freely
        named = json.loads(file.read_text(encoding="utf-8"))["trees"]
        trees = {name: about["tree"] for name, about in named.items()}
        yield f"trees = {trees!r}"
