"""The parts of positions and moves, which enter and leave machine code as plain integers.

A field annotated `U64` holds a board of 64 bits: an int from 0 to 2**64 - 1 in Python, a type of its own in machine
code, and on the way between them an int64 with the same bits.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from halfmove.bits import FULL, U64, words_in
from halfmove.errors import NotCompilable

_SMALL = 1 << 63


def parts(x: tuple[Any, ...]) -> list[tuple[Any, bool]]:
    """The parts of a tuple, and whether each is a board of 64 bits."""
    return list(zip(x, words_in(type(x)) or (False,) * len(x), strict=True))


def leaves_of(x: Any, what: str, word: bool = False) -> list[Any]:
    """The numbers in a position or move, in order; an error names the first part that is not a number."""
    if isinstance(x, tuple) and x:
        return [leaf for part, inner in parts(x) for leaf in leaves_of(part, what, inner)]
    if word:
        return [signed_word(x, what)]
    if isinstance(x, np.uint64):
        return [x]
    if isinstance(x, int | np.integer):  # booleans too
        if not -_SMALL <= int(x) < _SMALL:
            raise NotCompilable(
                f"{what} holds {x}, which needs more than 63 bits; "
                "annotate a field of 64 bits with hm.U64, or use compiled=False"
            )
        return [int(x)]
    if isinstance(x, float):
        return [x]
    if reason := getattr(x, "plain_only", ""):  # a position of another library's game, which gives its own reason
        raise NotCompilable(f"{what} {reason}")
    raise NotCompilable(
        f"{what} holds {x!r}, a {type(x).__name__}; only ints, or (named) tuples of ints, can be compiled; "
        "with compiled=False any hashable object can be used"
    )


def signed_word(x: Any, what: str) -> int:
    """A board of 64 bits as the int64 with the same bits."""
    if not isinstance(x, int | np.integer) or not 0 <= int(x) <= FULL:
        raise NotCompilable(
            f"{what} holds {x!r} where a U64 is annotated, an int from 0 to 2**64 - 1; mask it with U64(...)"
        )
    return int(x) if int(x) < _SMALL else int(x) - FULL - 1


def from_words(kind: type, words: list[int]) -> Any:
    """A flat tuple of class `kind`, such as a move, from the int64 words of machine code."""
    if kind is tuple:
        return tuple(words)
    return kind(*[word & FULL if wide else word for word, wide in zip(words, words_in(kind), strict=True)])


def builder(example: Any, casting: bool = False) -> Any:
    """A function that builds a position of the shape of `example`, and that can be compiled.

    Its argument is a flat tuple of numbers or, with `casting`, a position whose booleans and small integers are
    widened.
    """
    scope: dict[str, Any] = {"int64": np.int64, "float64": np.float64, "uint64": np.uint64, "U64": U64}
    count = 0

    def text(part: Any, path: str, word: bool = False) -> str:
        nonlocal count
        if not isinstance(part, tuple):
            count += 1
            if word:
                return f"U64({path})" if casting else f"U64(source[{count - 1}])"
            kind = "uint64" if isinstance(part, np.uint64) else "float64" if isinstance(part, float) else "int64"
            return f"{kind}({path})" if casting else f"source[{count - 1}]"
        inside = ", ".join(text(each, f"{path}[{i}]", inner) for i, (each, inner) in enumerate(parts(part)))
        if type(part) is tuple:
            return f"({inside},)"
        name = f"class_{len(scope)}"
        scope[name] = type(part)
        return f"{name}({inside})"

    exec(f"def build(source):\n    return {text(example, 'source')}\n", scope)
    return scope["build"]


def canonical(position: Any) -> Any:
    """The position with every integer and boolean as a Python int, as machine code will see it."""
    if isinstance(position, tuple):
        parts = [canonical(part) for part in position]
        return tuple(parts) if type(position) is tuple else type(position)(*parts)
    return position if isinstance(position, float | np.uint64) else int(position)


def describe(x: Any, word: bool = False) -> str:
    """The shape as text, for fingerprints."""
    if isinstance(x, tuple):
        return f"{type(x).__name__}({','.join(describe(part, inner) for part, inner in parts(x))})"
    return "w" if word else "u" if isinstance(x, np.uint64) else "f" if isinstance(x, float) else "i"


def as_bits(word: Any) -> int:
    """The 64 bits of a number, as a signed integer."""
    if isinstance(word, float):
        return int(np.float64(word).view(np.int64))
    word = int(word)
    return word - (1 << 64) if word >= 1 << 63 else word
