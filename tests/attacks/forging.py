"""Changes to valid files: values of other types, words with flipped bits, wrong lengths, bombs."""

from __future__ import annotations

import copy
import json
import os
import random
from pathlib import Path
from typing import Any

import numpy as np


def _nested(depth: int) -> Any:
    made: Any = []
    for _ in range(depth):
        made = [made]
    return made


# Values that are wrong in most places.
ODD: tuple[Any, ...] = (
    *(None, True, False, 0, 1, -1, 2, 3, 7, 63, 64, 127, 128, 255, 256, 1000, 65_536, 0.5, -0.0, 1e300, -1e-300),
    *(2**31 - 1, 2**31, 2**32, 2**53 + 1, 2**62 - 1, 2**62, 2**63 - 1, 2**63, 2**64, -(2**31), -(2**62), -(2**63)),
    *(10**30, -(10**30), 10**400, float("nan"), float("inf"), -float("inf")),
    *("", "x", "0", "infinite", "exact", "over", "nim", "nim:9999999999", "uniform:9999,9999", "../x", "/dev/zero"),
    *("\x1b[31mred\x07\u202e", "\ud800", "a" * 3000, "\0", "my_game.py:game"),
    *([], {}, [[]], [0], [None], {"a": 1}, [0] * 300, [[0, 0]], _nested(60), {"": {"": {}}}),
)


def places(data: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The paths to all values inside nested data."""
    found = [path] if path else []
    items = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in items:
        found += places(value, (*path, key))
    return found


def changed(chance: random.Random, data: Any) -> Any:
    """Data with some of it removed, repeated, exchanged, or of another kind."""
    data = copy.deepcopy(data)
    for _ in range(chance.choice((1, 1, 1, 2, 4))):
        ways = places(data)
        if not ways:
            return chance.choice(ODD)
        if chance.random() < 0.4:  # there are few values near the top, and they matter most
            nearest = min(map(len, ways))
            ways = [way for way in ways if len(way) <= nearest + chance.randrange(3)]
        *way, last = chance.choice(ways)
        holder = data
        for key in way:
            holder = holder[key]
        _change_one(chance, holder, last)
    return data


def _change_one(chance: random.Random, holder: Any, key: Any) -> None:
    old = holder[key]
    how = chance.randrange(9)
    if how == 0:
        del holder[key]
    elif how == 1 and isinstance(old, int):
        holder[key] = old + chance.choice((-1, 1, 2, 64, -128, 10**6))
    elif how == 2 and isinstance(old, int):
        holder[key] = old ^ 1 << chance.randrange(64)
    elif how == 3 and isinstance(holder, list):
        holder[key:key] = [copy.deepcopy(old)] * chance.choice((1, 2, 50))
    elif how == 4 and isinstance(old, list):
        chance.shuffle(old)
    elif how == 5 and isinstance(holder, dict):
        holder[chance.choice(("", "x", "kind", str(key) + " "))] = holder.pop(key)
    elif how == 6 and isinstance(old, str) and old:
        place = chance.randrange(len(old))
        holder[key] = old[:place] + chance.choice(("", "9", "\x1b", "{", ":", "é", "9" * 20)) + old[place + 1 :]
    elif how == 7:
        holder[key] = copy.deepcopy(chance.choice(list(holder.values()) if isinstance(holder, dict) else holder))
    else:
        holder[key] = copy.deepcopy(chance.choice(ODD))


def changed_words(chance: random.Random, words: Any) -> Any:
    """A copy of an array of words, with some of them changed."""
    words = words.copy()
    for _ in range(chance.choice((1, 1, 2, 5))):
        if not len(words):
            return words
        place, how = chance.randrange(len(words)), chance.randrange(7)
        if how == 0:
            words[place] ^= np.int64(1) << chance.randrange(63)
        elif how == 1:
            words[place] = chance.choice((0, -1, 1, 63, 2**62, 2**63 - 1, -(2**63)))
        elif how == 2:
            words[place] = chance.getrandbits(63)
        elif how == 3:
            words[place:] = chance.choice((0, -1, words[place]))
        elif how == 4:
            words = np.roll(words, chance.choice((1, -1, 3)))
        elif how == 5:
            words[place : place + 1] += chance.choice((1, -1, 64, -64, 4096))
        else:
            words[place] ^= -(2**63)
    return words


def raw_changed(chance: random.Random, content: bytes) -> bytes:
    """Bytes that were cut off, joined, or changed in places, as a faulty disk does it."""
    how, place = chance.randrange(6), chance.randrange(len(content) + 1)
    if how == 0:
        return content[:place]
    if how == 1:
        return content + content
    if how == 2:
        return content[:place] + chance.randbytes(chance.choice((1, 8, 500))) + content[place:]
    if how == 3:
        return content[:place] + chance.randbytes(1) + content[place + 1 :]
    if how == 4:
        return chance.randbytes(chance.choice((0, 1, 100)))
    return content[place:]


BOMBS = (
    b"[" * 100_000,
    b'{"a":' * 50_000,
    b"[" + b"[]," * 300_000 + b"[]]",
    b"[" + b"1" * 100_000 + b"]",
    b"a" + b".a" * 200_000 + b" = 1\n",
    b"families = " + b"[" * 5000,
    b"\xff\xfe" * 1000,
    b"[1e999]",
    b"",
    b"\n" * 100_000,
)


def special(chance: random.Random, path: Path) -> Path:
    """A path that is not a regular file, or a file without end, or a bomb."""
    how = chance.randrange(5)
    if how == 0 and os.path.exists("/dev/zero"):
        return Path("/dev/zero")
    if how == 1 and hasattr(os, "mkfifo"):
        os.mkfifo(path)
    elif how == 2:
        with path.open("wb") as file:
            file.truncate(1 << 42)
    elif how == 3:
        path.write_bytes(chance.choice(BOMBS))
    else:
        path.mkdir()
    return path


def as_json(data: Any) -> str:
    """JSON as Python writes it, including values that JSON does not have: NaN, lone surrogates."""
    return json.dumps(data)


def check_printable(*things: Any) -> None:
    """Check texts that are shown to a user: they must not contain escape sequences of a terminal."""
    for each in things:
        if isinstance(each, str) and "\x1b" in each:
            raise AssertionError(f"{each[:100]!r} has an escape sequence of a terminal")
