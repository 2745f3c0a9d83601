"""What a page needs to draw boards, from the page on which a game is played and from the folder `boards/`."""

from __future__ import annotations

import re
from importlib.resources import files
from typing import NamedTuple

from halfmove.explorer.expressions import quoted
from halfmove.reports.scripted import without_comments

# Of the page of a game: the scripts that draw its board, and the names of them that boards.js uses.
_DRAWING = ("dom", "grid", "clicks", "pieces", "layout", "board")
_USED = "Board, boardOf, changesOf, choicesOf, lookOf, visible"
_PLACE = ".board-place"  # the element that holds a board; its inside is a document of its own


class Styles(NamedTuple):
    """Styles of the page, and styles inside the elements that hold a board."""

    page: str
    board: str


def board_script() -> str:
    """The scripts, with those of the other page as one object: many names mean something else on this page."""
    code = "".join(without_comments(_played(f"{name}.js")) for name in _DRAWING)
    style = quoted(board_styles().board)
    return f"const played = (() => {{\n{code}return {{ {_USED}, style: {style} }};\n}})();\n{_own('boards.js')}"


def board_styles() -> Styles:
    """The styles. Colours are for the element that holds a board, because the theme of the page decides them."""
    colours, drawn = (without_comments(_played(f"{name}.css")) for name in ("colours", "board"))
    colours = re.sub(r"^:root \{", f"{_PLACE} {{", colours, flags=re.MULTILINE)
    colours = re.sub(r"^(:root\[.*?\]) \{", rf"\1 {_PLACE} {{", colours, flags=re.MULTILINE)
    return Styles(f"{colours}\n{_own('boards.css')}", f"{drawn}\n{_own('board.css')}")


def _played(name: str) -> str:
    return (files("halfmove.pages") / "js" / name).read_text(encoding="utf-8")


def _own(name: str) -> str:
    return (files("halfmove.explorer") / "boards" / name).read_text(encoding="utf-8")
