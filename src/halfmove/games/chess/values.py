"""The values of the evaluation, from `values.csv`: a name, and what it counts in the middle game and in the endgame.

They were fitted: `balance` is linear in them, so those were taken with which `evaluate` comes nearest to the scores of
deep searches of positions from games with many random moves.
"""

from __future__ import annotations

import csv
from functools import cache
from pathlib import Path

from halfmove.games.chess.evaluation import VALUES

_PIECES = ("pawn", "knight", "bishop", "rook", "queen", "king")
_SQUARES = tuple(f"{file}{row}" for row in "12345678" for file in "abcdefgh")
_SINGLE = (
    "distance of their king from a passed pawn", "distance of the king from a passed pawn", "isolated pawn",
    "doubled pawn", "protected pawn", "pawns side by side beyond the middle", "two bishops", "rook on an open file",
    "rook on a half-open file", "pawn before the king", "square attacked beside their king",
    "piece attacked by a pawn", "minor piece attacks a rook or queen", "rook attacks a queen",
    "attack on a piece that no pawn protects", "attack on a pawn that no pawn protects",
    "no pawn of mine on a file beside the king", "no pawn of theirs on a file beside the king", "to move",
)  # fmt: skip


def names() -> list[str]:
    """What each word of the evaluation is for, in the order of the words."""
    found = [f"{piece} on {square}" for piece in _PIECES for square in _SQUARES]
    found += [f"{piece} reaches {count} squares" for piece in _PIECES[1:5] for count in range(28)]
    for kind in ("passed pawn", "protected passed pawn", "blocked passed pawn"):
        found += [f"{kind} on row {row}" for row in range(1, 9)]
    found += [f"square for a safe check by a {piece}" for piece in _PIECES[1:5]]
    found += _SINGLE
    assert len(found) == VALUES
    return found


@cache
def values() -> tuple[int, ...]:
    """The words of the evaluation: middle game + 65536 * endgame."""
    with (Path(__file__).parent / "values.csv").open(newline="", encoding="utf-8") as file:
        rows = {row["name"]: int(row["middle game"]) + 65536 * int(row["endgame"]) for row in csv.DictReader(file)}
    return tuple(rows[name] for name in names())
