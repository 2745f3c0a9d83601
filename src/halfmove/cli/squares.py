"""What people need to know about the squares of a board, derived from the text of positions: their numbers, the moves
that are made by naming a free square, and the sign of the player to move.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from halfmove.cli.played_game import PlayedGame
from halfmove.game import Game, written
from halfmove.showing.boards import EMPTY, Grid, grid_of

Cells = dict[tuple[int, int], str]  # row and column in the grid: a text for it
_MOST = 200  # moves that are looked at
_FEW = 8  # moves that show the sign of a player


def numbers_of_squares(grid: Grid) -> Cells:
    """The numbers of all squares, if each row has those of its first and its last square beside it and room for more.

    >>> numbers_of_squares(grid_of(" 1    b   .  2\\n 3  .   w    4"))
    {(0, 1): '1', (0, 3): '2', (1, 0): '3', (1, 2): '4'}
    """
    if not grid.left or not grid.right:
        return {}
    found: Cells = {}
    for i, (cells, left, right) in enumerate(zip(grid.cells, grid.left, grid.right, strict=True)):
        places = [j for j, sign in enumerate(cells) if sign]
        columns = [grid.text_columns[j] for j in places]
        numbers = range(int(left), int(right) + 1) if left.isdecimal() and right.isdecimal() else range(0)
        room = min((after - column for column, after in pairwise(columns)), default=0)
        if len(numbers) != len(places) or room < len(right) + 2:
            return {}
        found |= {(i, j): str(number) for j, number in zip(places, numbers, strict=True)}
    return found


def names_of_moves(match: PlayedGame, grid: Grid) -> Cells:
    """The moves as texts for free squares, if each move is made by naming the one square that it changes.

    Where a board has names for its rows or columns they say it already.
    """
    game = match.game
    if match.over or any((grid.above, grid.below, grid.left, grid.right)):
        return {}
    found: Cells = {}
    for move in (legal := game.legal(match.at, _MOST)):
        changed, name = _changed(game, match, grid, move), written(game, move)
        if changed is None or len(changed) != 1 or len(name) >= grid.text_columns[1] - grid.text_columns[0]:
            return {}
        ((i, j),) = changed
        if grid.cells[i][j] not in EMPTY:
            return {}
        found[i, j] = name
    return found if len(found) == len(legal) else {}


def sign_of_mover(match: PlayedGame) -> str:
    """The sign of the player to move, if it is the only one that first moves put on squares; else an empty text."""
    game, grid = match.game, grid_of(match.game.picture(match.at, second=match.side == 1))
    if grid is None or match.over:
        return ""
    signs = set[str]()
    for move in game.legal(match.at, _FEW):
        for sign in (_changed(game, match, grid, move) or {}).values():
            signs |= {sign} if sign and sign not in EMPTY else set()
    return signs.pop() if len(signs) == 1 and not "".join(signs).isdecimal() else ""


def _changed(game: Game, match: PlayedGame, grid: Grid, move: Any) -> dict[tuple[int, int], str] | None:
    """The cells that a move changes, with their new signs; None if the board is another one then."""
    child = game.next(match.at, move)
    second = (match.side == 1) == game.moves_again(match.at, child)
    after = grid_of(game.picture(child, second))
    if after is None or (after.text_lines, after.text_columns) != (grid.text_lines, grid.text_columns):
        return None
    return {
        (i, j): new
        for i, (row, before) in enumerate(zip(after.cells, grid.cells, strict=True))
        for j, (new, old) in enumerate(zip(row, before, strict=True))
        if new != old
    }
