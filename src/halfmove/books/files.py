"""Books in files.

The first line is JSON: what the book is of, and how it was made. The second is a checksum of all the rest. What
follows is a compressed list of positions, in JSON too. Nothing in a file is run. A file is written whole or stays as it
was; one that is damaged, cut off or of another kind is refused.

    position   [numbers, search, probe, games, links, complete]
    search     [value, bound, depth, nodes], or null; bound is the number of "exact", "lower", "upper", "estimate"
    probe      [value, half-moves to the end or null], or null: of the end of a game, or from a database
    games      [won, drawn, lost], or null
    links      twice the number of the position after a move, and 1 more if the same player moves again
"""

from __future__ import annotations

import hashlib
import json
import os
import typing
import zlib
from pathlib import Path
from typing import Any

from halfmove import outputs
from halfmove.books.records import Known, Link, Played, Probed, Searched
from halfmove.checks import file_name, is_whole, real, shown
from halfmove.errors import UsageError
from halfmove.model import Bound

KIND, VERSION = "halfmove book", 1
_BOUNDS: tuple[Bound, ...] = typing.get_args(Bound)
_LARGEST_FILE, _LARGEST = 1 << 28, 1 << 30  # bytes, and bytes of the list that is in it
_LONGEST_HEAD = 1 << 16
_HEAD = {"kind": str, "version": int, "game": str, "name": str, "parameters": dict, "rules": str, "made": dict}


class _Damaged(Exception):
    """Something in a file is not as it should be."""


def write(path: str, head: dict[str, Any], book: list[Known]) -> None:
    """Write a book as a whole."""
    rows = [_row(known) for known in book]
    body = zlib.compress(json.dumps(rows, separators=(",", ":")).encode(), 9)
    first = json.dumps({"kind": KIND, "version": VERSION} | head).encode()
    outputs.write(b"\n".join([first, _checksum(first, body), body]), path)


def read(path: Any) -> tuple[dict[str, Any], list[Known]]:
    """The first line of a file, and the positions in it. Raises UsageError."""
    name = file_name(path)
    content = _content(path)
    first, _, rest = content[:_LONGEST_HEAD].partition(b"\n")
    try:
        head = json.loads(first)
    except (ValueError, RecursionError):
        head = None
    if not isinstance(head, dict) or head.get("kind") != KIND:
        raise UsageError(f"{name} is no book, or its first line is damaged")
    if head.get("version") != VERSION:
        raise UsageError(f"{name} is a book of version {shown(head.get('version'))}, and this halfmove reads {VERSION}")
    checksum, _, _ = rest.partition(b"\n")
    body = content[len(first) + len(checksum) + 2 :]
    if checksum != _checksum(first, body):
        raise UsageError(f"{name} is damaged or cut off: its checksum is another; build the book again")
    try:
        if any(not isinstance(head.get(key), kind) for key, kind in _HEAD.items()):
            raise _Damaged
        return head, _positions(body)
    except (_Damaged, zlib.error, ValueError, TypeError, RecursionError):
        raise UsageError(f"{name} is a book in which something does not fit together; build it again") from None


def _content(path: Any) -> bytes:
    name = file_name(path)
    try:
        if os.path.exists(path) and not os.path.isfile(path):
            raise UsageError(f"cannot read {name}: it is no file")
        if os.path.getsize(path) > _LARGEST_FILE:
            raise UsageError(f"cannot read {name}: a book has at most {_LARGEST_FILE >> 20} MB")
        return Path(path).read_bytes()
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise UsageError(f"cannot read {name}: {reason}") from None


def _checksum(first: bytes, body: bytes) -> bytes:
    return hashlib.blake2b(first + b"\n" + body, digest_size=16).hexdigest().encode()


def _row(known: Known) -> list[Any]:
    position, searched, probed, played, links, complete = known
    search = None
    if searched is not None:
        search = [searched.value, _BOUNDS.index(searched.bound), searched.depth, searched.nodes]
    return [position, search, probed, played, [2 * child + again for child, again in links], int(complete)]


def _positions(body: bytes) -> list[Known]:
    unpack = zlib.decompressobj()
    text = unpack.decompress(body, _LARGEST)
    if not unpack.eof or unpack.unused_data:
        raise _Damaged
    rows = json.loads(text)
    if not isinstance(rows, list) or not rows:
        raise _Damaged
    book = [_known(row, len(rows)) for row in rows]
    if len({known.position for known in book}) != len(book):
        raise _Damaged
    for known in book:
        after = [book[link.child] for link in known.links]
        if known.complete and not (after and all(each.has_value or each.complete for each in after)):
            raise _Damaged
    return book


def _known(row: Any, count: int) -> Known:
    position, search, probe, games, links, complete = row
    if not isinstance(position, list) or not all(map(is_whole, position)) or complete not in (0, 1):
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
    found = []
    for link in links:
        if _whole(link) >= 2 * count:
            raise _Damaged
        found.append(Link(link // 2, bool(link % 2)))
    return Known(tuple(position), searched, probed, played, tuple(found), bool(complete))


def _whole(value: Any) -> int:
    if not is_whole(value) or value < 0:
        raise _Damaged
    return int(value)


def _score(value: Any) -> Any:
    if real(value) is None:
        raise _Damaged
    return value
