"""Syzygy tables of chess endgames, read by the package `chess`.

A table knows who wins if the count of quiet half-moves begins now, and after how many half-moves something can be taken
or a pawn moved (DTZ), a number that may be one too small. So a move is proven to win if this number, one more, fits
into what is left of the 50 moves, and proven to draw if the number itself does not fit. In between nothing is claimed.
A win that the 50 moves prevent is a draw here.

How many moves it takes to mate, a table does not know.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from halfmove.base.checks import file_name, shown
from halfmove.errors import UsageError
from halfmove.games.chess.attacks import Board
from halfmove.games.chess.rules import CLOCK_AT, MOST_QUIET, WIN, moves, play, result

_MISSING = "Syzygy tables are read by the package chess, which is not installed: pip install 'halfmove[chess]'"
Row = tuple[Any, int, int]  # a move, and the lowest and the highest value that it may have for its player
Judged = tuple[tuple[int, ...], int, int]  # what puts better moves first, and these two values


class SyzygyTables:
    """The tables in a folder; `players/tables.py` says what they are asked."""

    def __init__(self, folder: str, write: Callable[[Any], str], data: Any) -> None:
        self.folder, self._write, self._data = folder, write, data
        self._library, self._tables = _opened(folder)

    def moves(self, p: Board) -> list[Row] | None:
        """The moves of a position that is not over, the best first; None if the tables do not know all of them."""
        found = []
        for move in moves(p, self._data):
            judged = self._judged(play(p, move, self._data))
            if judged is None:
                return None
            found.append((*judged, move))
        found.sort(key=lambda each: each[0], reverse=True)
        return [(move, low, high) for _order, low, high, move in found]

    def _judged(self, child: Board) -> Judged | None:
        """What the move is worth that leads to a position; None if it is not known."""
        over, score = result(child, self._data)
        if over:
            return (3 if score < 0 else 0,), -score, -score
        try:
            board = self._library.Board(self._write(child), chess960=True)
            if board.castling_rights:
                return None
            wdl, dtz = self._tables.get_wdl(board), self._tables.get_dtz(board)
        except Exception as error:  # of a damaged file
            raise UsageError(f"the Syzygy tables in {file_name(self.folder)} cannot be read: {shown(error)}") from None
        if wdl is None or dtz is None:
            return None
        return _judged(-wdl, abs(dtz), child.state >> CLOCK_AT)


def _judged(wdl: int, length: int, clock: int) -> Judged:
    """The same by what a table says: 2 is won, 1 won but for the 50 moves, and so on; then its count of half-moves.

    clock   quiet half-moves after the move; 0 if it took something or moved a pawn, which is progress
    """
    if wdl not in (2, -2):
        return (0, wdl), 0, 0  # perhaps the other side goes wrong
    sign = wdl // 2
    # The quickest progress wins; the slowest loss leaves the most chances to go wrong.
    order = -sign * (length if clock else 0), -sign * length
    if clock == 0 or length + clock < MOST_QUIET:
        return (2 * sign, *order), sign * WIN, sign * WIN
    if length + clock > MOST_QUIET:
        return (sign, *order), 0, 0
    return (sign, *order), min(0, sign * WIN), max(0, sign * WIN)


def _opened(folder: str) -> tuple[Any, Any]:
    """(the package chess, the tables of a folder)"""
    try:
        import chess
        import chess.syzygy
    except ImportError:
        raise UsageError(_MISSING) from None
    tables = chess.syzygy.Tablebase()
    try:
        count = tables.add_directory(folder)
    except OSError as error:
        raise UsageError(f"cannot read {file_name(folder)}: {error.strerror or shown(str(error))}") from None
    if not count:
        raise UsageError(f"{file_name(folder)} has no Syzygy tables, whose names end with .rtbw and .rtbz")
    return chess, tables
