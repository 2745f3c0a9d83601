"""Opening books of chess in the Polyglot format, which many chess programs write: read where they are, and written.

A book is a file of 16-byte entries, sorted by key: the key of a position, a move, a weight, and four bytes for
learning, which nobody needs here. All numbers have their highest byte first. The key is the exclusive or of some of
781 random numbers, which the format fixes; `polyglot_keys.txt` holds them.

The format counts a right to take en passant where a pawn stands beside the other one, also if it may not legally take.
Positions do not have such a right here, so that these rare positions are not found in a book.
"""

from __future__ import annotations

import os
import struct
from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from typing import Any

from halfmove.base.checks import file_name
from halfmove.base.reading import opened
from halfmove.errors import UsageError
from halfmove.games.chess.attacks import Board, kind_at
from halfmove.games.chess.notation import castles
from halfmove.games.chess.rules import FILE_AT, moves
from halfmove.games.chess.tables import Home

_ENTRY = struct.Struct(">QHHL")  # key, move, weight, learning
_CASTLING, _PASSING, _WHITE = 768, 772, 780  # where these numbers begin
_LARGEST = 1 << 36  # bytes
_MOST_WEIGHT = (1 << 16) - 1
_SAMPLES = 64  # entries that are compared when a book is opened
_MOST_MOVES = 256  # entries of one position


@cache
def _numbers() -> tuple[int, ...]:
    text = (files("halfmove.games.chess") / "polyglot_keys.txt").read_text(encoding="ascii")
    return tuple(int(word, 16) for word in text.split())


def key(p: Board) -> int:
    """The key of a position."""
    numbers, black = _numbers(), p.state & 1
    found = 0 if black else numbers[_WHITE]
    for square in range(64):
        seen = square ^ 56 * black
        if kind := kind_at(p, seen):
            white = (p.mine >> seen & 1) != black
            found ^= numbers[64 * (2 * (kind - 1) + int(white)) + square]
    rights = p.state >> 1 & 15
    if black:
        rights = (rights & 3) << 2 | rights >> 2
    for place in range(4):
        if rights >> place & 1:
            found ^= numbers[_CASTLING + place]
    if file := p.state >> FILE_AT & 15:
        found ^= numbers[_PASSING + file - 1]
    return found


def code(p: Board, move: int, home: Home, data: Any) -> int:
    """A legal move as the format writes it: castling is the king taking its own rook."""
    start, to, become = move & 63, move >> 6 & 63, move >> 12
    if castling := castles(p, move, data):
        to = (start & 56) + (home.short if castling == "O-O" else home.long)
    return to | start << 6 | (become - 1 if become else 0) << 12


class PolyglotBook:
    """A book in a file. `moves` looks a position up."""

    def __init__(self, path: Any, home: Home, data: Any) -> None:
        self.path, self._home, self._data = os.fspath(path), home, data
        with opened(self.path, "the book ", _LARGEST) as file:
            size = os.fstat(file.fileno()).st_size
            if size == 0 or size % _ENTRY.size:
                raise UsageError(
                    f"{file_name(path)} is no Polyglot book: its entries have 16 bytes, but it has {size:,}"
                )
            count = size // _ENTRY.size
            places = sorted({count * i // _SAMPLES for i in range(_SAMPLES)} | {count - 1})
            keys = [_read(file, place)[0] for place in places]
        if keys != sorted(keys):
            raise UsageError(f"{file_name(path)} is no Polyglot book: its entries are not sorted")

    def moves(self, p: Board) -> list[tuple[int, int]]:
        """The moves of a position with their weights, the heaviest first. Moves that are not legal are left out."""
        found = self._entries(key(p))
        legal = {code(p, move, self._home, self._data): move for move in moves(p, self._data)} if found else {}
        weights: dict[int, int] = {}
        for move, weight in found:
            if move in legal and weight:
                weights[legal[move]] = max(weights.get(legal[move], 0), weight)
        return sorted(weights.items(), key=lambda each: -each[1])

    def _entries(self, wanted: int) -> list[tuple[int, int]]:
        """(move, weight) of the entries with this key"""
        with opened(self.path, "the book ", _LARGEST) as file:
            low, high = 0, os.fstat(file.fileno()).st_size // _ENTRY.size
            count = high
            while low < high:
                middle = (low + high) // 2
                if _read(file, middle)[0] < wanted:
                    low = middle + 1
                else:
                    high = middle
            found: list[tuple[int, int]] = []
            while low < count and len(found) < _MOST_MOVES:
                entry = _read(file, low)
                if entry[0] != wanted:
                    break
                found.append((entry[1], entry[2]))
                low += 1
        return found


def _read(file: Any, place: int) -> tuple[int, int, int, int]:
    file.seek(place * _ENTRY.size)
    content = file.read(_ENTRY.size)
    if len(content) < _ENTRY.size:
        raise UsageError(f"{file_name(file.name)} has become shorter while it is read")
    return _ENTRY.unpack(content)


def packed(entries: Iterable[tuple[Board, int, float]], home: Home, data: Any) -> bytes:
    """The content of a book, from (position, move, weight). Only the ratio of the weights of a position matters."""
    rows: dict[tuple[int, int], float] = {}
    largest: dict[int, float] = {}
    for p, move, weight in entries:
        at = key(p)
        place = at, code(p, move, home, data)
        rows[place] = rows.get(place, 0) + weight
        largest[at] = max(largest.get(at, 0), rows[place])
    parts = []
    for (at, move), weight in sorted(rows.items(), key=lambda each: (each[0][0], -each[1], each[0][1])):
        if weight > 0:
            scale = min(1.0, _MOST_WEIGHT / largest[at])
            parts.append(_ENTRY.pack(at, move, max(1, round(weight * scale)), 0))
    return b"".join(parts)
