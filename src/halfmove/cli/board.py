"""A position as text for a person who plays: sides in colours, squares with their numbers, the last move marked.

All of it is derived from the text of the board. If a board has letters for its files and numbers for its rows, the last
square in the text of the move is marked. Otherwise the signs that the move put there are marked, if they are few.
"""

from __future__ import annotations

import re
import textwrap
from itertools import groupby
from typing import Any

from halfmove.cli import text
from halfmove.cli.played_game import PlayedGame
from halfmove.cli.squares import Cells, names_of_moves, numbers_of_squares
from halfmove.cli.streams import has_styles, styled
from halfmove.game import Game
from halfmove.showing.boards import EMPTY, Grid, grid_of, owners_of

_FEW = 3  # a move that changes more signs is not marked by them
_SIDES = ("dark", "bright")
Places = set[tuple[int, int]]  # lines and columns


class _Canvas:
    """Lines of letters with styles."""

    def __init__(self, lines: list[str]) -> None:
        self._letters = [list(line) for line in lines]
        self._styles: list[list[tuple[str, ...]]] = [[()] * len(line) for line in lines]

    def clear(self, row: int) -> None:
        self._letters[row], self._styles[row] = [], []

    def style(self, row: int, column: int, *styles: str) -> None:
        self._styles[row][column] += styles

    def write(self, row: int, column: int, words: str, *styles: str) -> None:
        """Replace letters."""
        letters, missing = self._letters[row], max(column + len(words) - len(self._letters[row]), 0)
        letters += [" "] * missing
        self._styles[row] += [()] * missing
        letters[column : column + len(words)] = words
        self._styles[row][column : column + len(words)] = [styles] * len(words)

    def __str__(self) -> str:
        return "\n".join(map(self._line, self._letters, self._styles))

    @staticmethod
    def _line(letters: list[str], styles: list[tuple[str, ...]]) -> str:
        runs = groupby(zip(letters, styles, strict=True), key=lambda each: each[1])
        return "".join(styled("".join(letter for letter, _ in run), *style) for style, run in runs).rstrip()


def drawn(match: PlayedGame, moves: bool = False) -> str:
    """The position, and the last move.

    moves   show the moves on free squares, if that is enough to know how they are written
    """
    game = match.game
    lines = _picture(game, match.at, match.side)
    canvas, grid, places = _Canvas(lines), grid_of("\n".join(lines)), set[tuple[int, int]]()
    if match.moves and has_styles():
        places = last_move_in(lines, text.move(game, match.moves[-1]), _picture(game, match.before, match.side_before))
    if grid is not None:
        _show_cells(canvas, grid, names_of_moves(match, grid) if moves else {})
    for place in places:
        canvas.style(*place, "reverse")
    picture = textwrap.indent(str(canvas), "  ")
    if match.moves and not places:
        picture += f"\n  last move: {match.last_named()}"
    return picture


def _show_cells(canvas: _Canvas, grid: Grid, moves: Cells) -> None:
    """Signs in the colours of their sides, with the numbers of squares, and with the moves on free squares."""
    owners, numbers = owners_of(grid), numbers_of_squares(grid)
    for i, row in enumerate(grid.text_lines):
        aside = grid.slant * i
        if numbers:
            canvas.clear(row)  # the numbers at the ends of rows are no longer needed
        for j, column in enumerate(grid.text_columns):
            sign = grid.cells[i][j]
            free = sign in EMPTY
            if sign and not (free and numbers):
                canvas.write(
                    row, column + aside, sign, *([_SIDES[owners[sign]]] if sign in owners else ["faint"] * free)
                )
            if (i, j) in numbers:
                canvas.write(row, column + aside + 1, numbers[i, j], "faint")
            if (i, j) in moves:
                canvas.write(row, column + aside + 1 - len(moves[i, j]), moves[i, j], "faint")


def last_move_in(lines: list[str], move: str, before: list[str]) -> Places:
    """The places of the last move in a picture; empty if they cannot be found."""
    squares = re.findall(r"[a-z]\d+", move)
    if squares and (place := _square(lines, squares[-1])) is not None:
        return {place}
    grid, old_grid = grid_of("\n".join(lines)), grid_of("\n".join(before))
    if (
        grid is not None
        and old_grid is not None
        and (grid.text_lines, grid.text_columns) == (old_grid.text_lines, old_grid.text_columns)
    ):
        cells = [
            (row, column)
            for row, new, old in zip(grid.text_lines, grid.cells, old_grid.cells, strict=True)
            for column, one, other in zip(grid.text_columns, new, old, strict=True)
            if one != other and one not in EMPTY
        ]
        return set(cells) if len(cells) <= _FEW else set()
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
    grid = grid_of("\n".join(lines))
    if column >= 0 and grid is not None and grid.slant:
        column += rows[0] - grid.text_lines[0]
    return (rows[0], column) if 0 <= column < len(lines[rows[0]]) else None


def _picture(game: Game, position: Any, side: int) -> list[str]:
    return game.picture(position, second=side == 1).split("\n")
