"""Books in files.

The first line is JSON: the game of the book, and how it was made. The second line is a checksum of all the rest. Then
follows a compressed list of positions, also in JSON. Nothing in a file is executed. A file is written as a whole, or
stays as it was. A file that is damaged, cut off or of another kind is refused.

The list is unpacked and read row by row, and each row is checked before the next one is read. So a small file that
unpacks to a huge list is refused at the first row that does not fit, or when it has grown out of proportion.

    position   [numbers, search, probe, games, links, complete]
    search     [value, bound, depth, nodes], or null; bound is the number of "exact", "lower", "upper", "estimate"
    probe      [value, half-moves to the end or null], or null: of the end of a game, or from a database
    games      [won, drawn, lost], or null
    links      twice the number of the position after a move, and 1 more if the same player moves again
"""

from __future__ import annotations

import hashlib
import json
import typing
import zlib
from collections.abc import Iterator
from typing import Any

from halfmove.base import outputs
from halfmove.base.checks import WHOLE, file_name, is_finite, is_whole, real, shown
from halfmove.base.reading import content_of, json_of
from halfmove.books.records import Known, Link, Played, Probed, Searched
from halfmove.errors import UsageError
from halfmove.model import Bound

KIND, VERSION = "halfmove book", 1
_BOUNDS: tuple[Bound, ...] = typing.get_args(Bound)
_LARGEST = 1 << 28  # bytes
_LONGEST_HEAD = 1 << 16
_LONGEST_ROW = 1 << 19  # characters
_AT_ONCE = 1 << 16  # bytes that are unpacked at a time
_RATIO, _FREE = 40, 1 << 22  # the unpacked list may be 40 times as long as its file, and 4 MB longer
_LEAST, _MOST = -(1 << 63), 1 << 64  # range of the numbers that positions consist of
_HEAD = {"kind": str, "version": int, "game": str, "name": str, "parameters": dict, "rules": str, "made": dict}


class _Damaged(Exception):
    """A file is damaged."""


def write(path: str, head: dict[str, Any], book: list[Known]) -> None:
    """Write a book as a whole."""
    rows = [_row(known) for known in book]
    text = json.dumps(rows, separators=(",", ":")).encode()
    for level in (9, 1, 0):  # `read` refuses a list that is packed more tightly
        body = zlib.compress(text, level)
        if len(text) <= _FREE + _RATIO * len(body):
            break
    first = json.dumps({"kind": KIND, "version": VERSION} | head).encode()
    outputs.write(b"\n".join([first, _checksum(first, body), body]), path)


class Rows:
    """The packed list of positions in a file."""

    def __init__(self, name: str, body: bytes) -> None:
        self._name, self._body = name, body

    def positions(self, length: int) -> list[Known]:
        """The positions. Each consists of `length` numbers. Raises UsageError."""
        try:
            book: dict[tuple[int, ...], Known] = {}
            for row in _rows(self._body):
                known = _known(row, length)
                if (
                    book.setdefault(known.position, known) is not known
                ):  # it is there twice, and perhaps a million times
                    raise _Damaged
            return _linked(list(book.values()))
        except (_Damaged, zlib.error, ValueError, TypeError, RecursionError, MemoryError):
            raise _does_not_fit(self._name) from None


def _does_not_fit(name: str) -> UsageError:
    return UsageError(f"{name} is a book whose parts do not fit together; build it again")


def read(path: Any) -> tuple[dict[str, Any], Rows]:
    """The first line of a file, and the positions in it. Raises UsageError."""
    name = file_name(path)
    content = content_of(path, _LARGEST)
    first, _, rest = content[:_LONGEST_HEAD].partition(b"\n")
    try:
        head = json_of(first)
    except ValueError:
        head = None
    if not isinstance(head, dict) or head.get("kind") != KIND:
        raise UsageError(f"{name} is not a book, or its first line is damaged")
    if head.get("version") != VERSION:
        raise UsageError(
            f"{name} is a book of version {shown(head.get('version'))}, but this halfmove reads version {VERSION}"
        )
    checksum, _, _ = rest.partition(b"\n")
    body = content[len(first) + len(checksum) + 2 :]
    if checksum != _checksum(first, body):
        raise UsageError(f"{name} is damaged or cut off: its checksum is wrong; build the book again")
    if any(not isinstance(head.get(key), kind) for key, kind in _HEAD.items()) or not _is_made(head["made"]):
        raise _does_not_fit(name)
    return head, Rows(name, body)


def _is_made(made: dict[str, Any]) -> bool:
    """Whether the facts about how a book was made can be used to extend it."""
    whole = all(is_whole(made.get(key, 0)) and abs(made.get(key, 0)) < WHOLE for key in ("nodes", "depth", "seed"))
    games = made.get("games", 0)
    return (
        whole
        and all(is_finite(made.get(key, 0)) and 0 <= made.get(key, 0) < WHOLE for key in ("seconds", "per_point"))
        and (is_whole(games) and 0 <= games < WHOLE)
    )


def _checksum(first: bytes, body: bytes) -> bytes:
    return hashlib.blake2b(first + b"\n" + body, digest_size=16).hexdigest().encode()


def _row(known: Known) -> list[Any]:
    position, searched, probed, played, links, complete = known
    search = None
    if searched is not None:
        search = [searched.value, _BOUNDS.index(searched.bound), searched.depth, searched.nodes]
    return [position, search, probed, played, [2 * child + again for child, again in links], int(complete)]


def _unpacked(body: bytes) -> Iterator[str]:
    """The text of a list, piece by piece."""
    unpack = zlib.decompressobj()
    left, rest = _FREE + _RATIO * len(body), body
    while not unpack.eof:
        piece = unpack.decompress(rest, _AT_ONCE)
        rest = unpack.unconsumed_tail
        left -= len(piece)
        if left < 0 or not (piece or rest or unpack.eof):
            raise _Damaged
        yield piece.decode("ascii")
    if unpack.unused_data:
        raise _Damaged


def _rows(body: bytes) -> Iterator[Any]:
    """The rows of a list, read one by one."""
    pieces = _unpacked(body)
    text, place, read = "", 0, json.JSONDecoder().raw_decode
    wanted = "["  # characters that may come next: the beginning of the list, or the end of a row
    while True:
        while len(text) - place < _LONGEST_ROW and (piece := next(pieces, None)) is not None:
            text, place = text[place:] + piece, 0
        if place == len(text) or text[place] not in wanted:
            raise _Damaged
        if text[place] == "]":
            break
        row, place = read(text, place + 1)
        yield row
        wanted = ",]"
    if len(text) > place + 1 or next(pieces, ""):
        raise _Damaged


def _linked(book: list[Known]) -> list[Known]:
    """The book, if its positions fit together."""
    if not book:
        raise _Damaged
    for known in book:
        if any(link.child >= len(book) for link in known.links):
            raise _Damaged
        after = [book[link.child] for link in known.links]
        if known.complete and not (after and all(each.has_value or each.complete for each in after)):
            raise _Damaged
    return book


def _known(row: Any, length: int) -> Known:
    position, search, probe, games, links, complete = row
    if not isinstance(position, list) or len(position) != length or not isinstance(links, list):
        raise _Damaged
    if not all(is_whole(each) and _LEAST <= each < _MOST for each in position) or complete not in (0, 1):
        raise _Damaged
    searched = probed = played = None
    if search is not None:
        value, bound, depth, nodes = search
        if not 0 <= _whole(bound) < len(_BOUNDS):
            raise _Damaged
        searched = Searched(_score(value), _BOUNDS[bound], _whole(depth), _whole(nodes))
    if probe is not None:
        value, distance = probe
        probed = Probed(_score(value), None if distance is None else _whole(distance))
    if games is not None:
        won, drawn, lost = games
        played = Played(_whole(won), _whole(drawn), _whole(lost))
    if len(set(map(_whole, links))) != len(links):
        raise _Damaged
    found = tuple(Link(link // 2, bool(link % 2)) for link in links)
    return Known(tuple(position), searched, probed, played, found, bool(complete))


def _whole(value: Any) -> int:
    if not is_whole(value) or not 0 <= value < WHOLE:
        raise _Damaged
    return int(value)


def _score(value: Any) -> Any:
    if real(value) is None or (is_whole(value) and abs(value) >= WHOLE):
        raise _Damaged
    return value
