"""A position as text, with the last move marked on a terminal.

If a board has letters for its files and numbers for its rows, the last square in the text of the move is marked.
Otherwise the signs that the move changed are marked, if they are few.
"""

from __future__ import annotations

import re
import textwrap
from typing import Any

from halfmove.cli import text
from halfmove.cli.played_game import PlayedGame
from halfmove.cli.streams import has_styles, marked
from halfmove.game import Game

_FEW = 3  # a move that changes more signs is not marked by them
Places = set[tuple[int, int]]  # lines and columns


def drawn(match: PlayedGame) -> str:
    """The position, and the last move."""
    game = match.game
    lines = _picture(game, match.at, match.side)
    places: Places = set()
    if match.moves and has_styles():
        places = last_move_in(lines, text.move(game, match.moves[-1]), _picture(game, match.before, match.side_before))
    picture = "\n".join(
        "".join(marked(sign) if (row, column) in places else sign for column, sign in enumerate(line))
        for row, line in enumerate(lines)
    )
    picture = textwrap.indent(picture, "  ")
    if match.moves and not places:
        picture += f"\n  last move: {text.move(game, match.moves[-1])}"
    return picture


def last_move_in(lines: list[str], move: str, before: list[str]) -> Places:
    """The places of the last move in a picture; empty if they cannot be found."""
    squares = re.findall(r"[a-z]\d+", move)
    if squares and (place := _square(lines, squares[-1])) is not None:
        return {place}
    if [len(line) for line in lines] != [len(line) for line in before]:
        return set()
    changed = {
        (row, column)
        for row, (new, old) in enumerate(zip(lines, before, strict=True))
        for column, (one, other) in enumerate(zip(new, old, strict=True))
        if one != other
    }
    return changed if len(changed) <= _FEW else set()


def _square(lines: list[str], name: str) -> tuple[int, int] | None:
    """The place of a square such as d3 in a board with letters above or below it and numbers on its left."""
    files = [line for line in lines if re.fullmatch(r"\s*a( b( c( [d-z])*)?)?\s*", line)]
    rows = [row for row, line in enumerate(lines) if re.match(rf"\s*{name[1:]}\s", line)]
    if len(files) != 1 or len(rows) != 1:
        return None
    column = files[0].find(name[0])
    return (rows[0], column) if 0 <= column < len(lines[rows[0]]) else None


def _picture(game: Game, position: Any, side: int) -> list[str]:
    return game.picture(position, second=side == 1).split("\n")
