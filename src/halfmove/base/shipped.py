"""Folders that come with halfmove and are no code: the papers, the documentation, the examples."""

from __future__ import annotations

import posixpath
from functools import cache
from pathlib import Path

from halfmove.errors import UsageError

PAPERS, DOCS, EXAMPLES = "papers", "docs", "examples"
KINDS = (".py", ".toml", ".ipynb")  # of examples


def shipped(name: str) -> Path:
    """The folder of this name: inside the installed package, or beside the sources."""
    package = Path(__file__).resolve().parents[1]
    for place in (package / name, package.parents[1] / name):
        if place.is_dir():
            return place
    raise UsageError(f"files of halfmove are missing: there is no folder {package / name}; install halfmove again")


@cache
def example_files() -> tuple[str, ...]:
    """The names of the example files; none if they are missing."""
    try:
        folder = shipped(EXAMPLES)
    except UsageError:
        return ()
    return tuple(sorted(file.name for file in folder.iterdir() if file.suffix in KINDS))


def example_file(text: str) -> str | None:
    """The example of this name; `kayles`, `kayles.py` and `examples/kayles.py` are the same."""
    name = posixpath.basename(text.replace("\\", "/")).casefold()
    wanted = name.replace("-", "_")
    return next((file for file in example_files() if wanted in (file, file.partition(".")[0])), None)


def no_file(path: str) -> UsageError:
    """The error for a file that is missing; if it is an example, with the command that writes it."""
    example = example_file(path)
    command = "" if example is None else f"; `halfmove examples {example.partition('.')[0]}` writes {example} here"
    return UsageError(f"there is no file {path}{command}")
