"""What all pages have in common: one HTML file that loads nothing."""

from __future__ import annotations

import html
import platform
from collections.abc import Iterable
from importlib import metadata

from halfmove.identity import signature
from halfmove.printable import printable

STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; color: #1a1a1a }
table { border-collapse: collapse; margin: 1rem 0; font-variant-numeric: tabular-nums }
th, td { padding: .2rem .7rem; text-align: right; border-bottom: 1px solid #ddd; white-space: nowrap }
th:first-child, td:first-child { text-align: left }
svg { max-width: 100%; height: auto } code { overflow-wrap: anywhere }
"""


def document(title: str, parts: Iterable[str], style: str = "") -> str:
    """The whole file; `parts` are HTML. Names in it turn no line around and hold no sign that HTML forbids."""
    head = (
        f'<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>{html.escape(title)}</title>'
    )
    content = "\n".join(parts)
    head += f"<style>{STYLE}{style}</style>"
    return printable(f'<!doctype html>\n<html lang="en"><head>{head}</head><body>\n{content}\n</body></html>\n')


def machine() -> str:
    return f"Python {platform.python_version()}, {platform.system()} {platform.machine()}"


def versions() -> str:
    """halfmove, and the libraries whose version could matter."""
    named = [f"halfmove {signature()}"]
    for name in ("numpy", "numba"):
        try:
            named.append(f"{name} {metadata.version(name)}")
        except metadata.PackageNotFoundError:
            continue
    return ", ".join(named)
