"""The rules of a game in words, for people who open its page.

A game of the package has them in `games/rules/`. For a game of your own it is the docstring of the file with its rules.
"""

from __future__ import annotations

import inspect
import re
from importlib.resources import files
from typing import Any

from halfmove.base.printable import printable
from halfmove.game import Game
from halfmove.games import GAMES

ON_THE_PAGE = "On the page"  # the last heading, above what only a page has
_MOST = 3000  # characters

Piece = tuple[str, str]  # ("h", a heading), ("p", a paragraph) or ("li", a point of a list)


def how_to_play(game: Game) -> list[Piece]:
    """The rules, piece by piece; empty if there are none."""
    return pieces(_own_rules(game) or _docstring(game))


def pieces(text: str) -> list[Piece]:
    """A text in simple Markdown as pieces: headings, paragraphs and lists.

    >>> pieces("## Goal\\n\\nTake the last\\nmatch.\\n\\n- One.\\n- Two\\n  lines.")
    [('h', 'Goal'), ('p', 'Take the last match.'), ('li', 'One.'), ('li', 'Two lines.')]
    """
    found: list[Piece] = []
    for part in re.split(r"\n\s*\n|\n(?=\s*- )", inspect.cleandoc(text)[:_MOST].strip()):
        words = printable(" ".join(part.split())).replace("`", "")
        if match := re.match(r"(#+|-) (.*)", words):
            found.append(("li" if match[1] == "-" else "h", match[2]))
        elif words:
            found.append(("p", words))
    return found


def _own_rules(game: Game) -> str:
    """The rules of a game of the package."""
    name = game.parameters.get("game")
    made_here = str(getattr(game.moves, "__module__", "")).startswith("halfmove.games.")
    file = files("halfmove.games") / "rules" / f"{name}.md"
    return file.read_text(encoding="utf-8") if made_here and name in GAMES and file.is_file() else ""


def _docstring(game: Game) -> str:
    """What the author's file says about itself."""
    scope: dict[str, Any] = getattr(inspect.unwrap(game.moves), "__globals__", {})
    if "__file__" not in scope or str(scope.get("__name__", "")).partition(".")[0] == "halfmove":
        return ""
    text = scope.get("__doc__")
    return text if isinstance(text, str) else ""
