"""Folders that come with halfmove and are no code: the papers, the documentation, the examples."""

from __future__ import annotations

from pathlib import Path

from halfmove.errors import UsageError

PAPERS, DOCS, EXAMPLES = "papers", "docs", "examples"


def shipped(name: str) -> Path:
    """The folder of this name: inside the installed package, or beside the sources."""
    package = Path(__file__).resolve().parents[1]
    for place in (package / name, package.parents[1] / name):
        if place.is_dir():
            return place
    raise UsageError(f"files of halfmove are missing: there is no folder {package / name}; install halfmove again")
