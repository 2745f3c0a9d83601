"""The functions of an evaluation: made from the checked numbers of its `Shape`, for positions of one form.

Cells that are read together are a chunk of the position. What a chunk adds to the indices of all patterns is a row of a
table: four indices of 16 bits are added as one word. So an index costs a few additions, without loops or arrays, and
the code is the same for all weights.

The weights of a game with an evaluation are the rows of all chunks, and then four weights of 16 bits in each word.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from halfmove.bits import popcount, words_in
from halfmove.errors import UsageError
from halfmove.evaluations.shape import Shape
from halfmove.kernels.primitives import peek, poke

LANES, LANE_BITS = 4, 16
UNIT = 4096  # of a stored weight, for 1 in the sum of weights
ZERO = 1 << 15  # what is added to a weight, so that it is stored without a sign
_ROW_BITS = 8  # of the value of a chunk of squares
_MASK = (1 << LANE_BITS) - 1

Form = tuple[tuple[str, bool], ...]


@dataclass(frozen=True, eq=False)
class Code:
    """The functions for positions of one form.

    evaluate   evaluate(p, weights), or evaluate(p, data, weights): the hook of a game
    fill       fill(p, rows, out, at): write the index of the weight of each pattern to the memory `out`
    rows       the rows of all chunks, which both read
    """

    evaluate: Callable[..., Any]
    fill: Callable[..., Any]
    rows: np.ndarray


@dataclass(frozen=True)
class _Chunk:
    """Cells that are read at once: squares of the same boards, or one number.

    width    how many squares; 0: one number
    count    how many values it has
    begin    where its rows begin
    words    the words of packed indices to which its rows add
    """

    cells: tuple[int, ...]
    leaves: tuple[int, ...]
    shift: int
    width: int
    count: int
    begin: int
    words: tuple[int, ...]


def form_of(position: Any, path: str = "p", wide: bool = False) -> Form:
    """For each number of a position: how it is reached, and whether it is a board of 64 bits."""
    if not isinstance(position, tuple):
        return ((path, wide),)
    kinds = words_in(type(position)) or (False,) * len(position)
    parts = enumerate(zip(position, kinds, strict=True))
    return tuple(each for i, (part, kind) in parts for each in form_of(part, f"{path}[{i}]", kind))


@lru_cache(maxsize=64)
def code_of(shape: Shape, form: Form, symmetry: Any, has_data: bool) -> Code:
    """The code for positions of this form; the same object each time, since machine code is found by its functions."""
    if len(form) != shape.leaves:
        raise UsageError(f"this evaluation is for positions of {shape.leaves} numbers, not of {len(form)}")
    chunks, rows = _chunks_of(shape)
    image = ["p = symmetry(p, data)" if has_data else "p = symmetry(p)"] if shape.symmetric else []
    lines = [*image, *_reading(shape, form, chunks, "weights[{}]"), "s = 0"]
    for number in range(len(shape.patterns)):
        lines += [f"i = {_index(shape, number)}", f"s += weights[{len(rows)} + (i >> 2)] >> ((i & 3) << 4) & {_MASK}"]
    lines += [
        f"x = (s - {ZERO * len(shape.patterns)}) * {1 / UNIT!r}",
        f"return {shape.limit!r} * x / sqrt(1.0 + x * x)",
    ]
    text = _function("evaluate", "p, data, weights" if has_data else "p, weights", lines)
    lines = _reading(shape, form, chunks, "peek(rows, {})")
    lines += [f"poke(out, at + {number}, {_index(shape, number)})" for number in range(len(shape.patterns))]
    text += _function("fill", "p, rows, out, at", lines)
    scope: dict[str, Any] = {"popcount": popcount, "symmetry": symmetry, "peek": peek, "poke": poke, "sqrt": math.sqrt}
    exec(compile(text, "<evaluation>", "exec"), scope)
    return Code(scope["evaluate"], scope["fill"], rows)


def _function(name: str, arguments: str, lines: list[str]) -> str:
    return "\n    ".join([f"def {name}({arguments}):", *lines]) + "\n"


def _reading(shape: Shape, form: Form, chunks: list[_Chunk], row: str) -> list[str]:
    """Lines that add the rows of all chunks up in a0, a1, ..., and find the first weight of the side and phase, c."""
    lines, known = [], set()
    for chunk in chunks:
        lines.append(f"r = {chunk.begin} + {_value(shape, form, chunk)} * {len(chunk.words)}")
        for place, word in enumerate(chunk.words):
            lines.append(f"a{word} {'+=' if word in known else '='} " + row.format(f"r + {place}" if place else "r"))
            known.add(word)
    return [*lines, *_context(shape, form)]


def _value(shape: Shape, form: Form, chunk: _Chunk) -> str:
    """The expression for the value of a chunk."""
    if chunk.width:
        mask = (1 << chunk.width) - 1
        parts = [f"int({form[leaf][0]} >> {chunk.shift} & {mask})" for leaf in chunk.leaves]
        return "(" + " | ".join(f"{part} << {chunk.width * i}" if i else part for i, part in enumerate(parts)) + ")"
    cell, (path, wide) = shape.cells[chunk.cells[0]], form[chunk.leaves[0]]
    if cell.bits:
        return f"min(int({path} >> {cell.shift} & {(1 << cell.bits) - 1}), {chunk.count - 1})"
    if wide:
        raise UsageError("this evaluation reads a board of 64 bits as a number")
    return f"(min(max(int({path}), {cell.low}), {cell.low + chunk.count - 1}) - {cell.low})"


def _context(shape: Shape, form: Form) -> list[str]:
    """Lines that set c to the first weight for the side and phase of a position."""
    side, lines = shape.side, ["c = 0"]
    if side.leaf >= 0:
        path, wide = form[side.leaf]
        if wide:
            raise UsageError("this evaluation reads a board of 64 bits as a number")
        for number, value in enumerate(side.values):
            if number:
                lines.append(f"c = {number} if int({path}) == {value} else c")
    elif side.boards:
        lines.append(f"c = ({' + '.join(f'popcount({form[leaf][0]})' for leaf in side.boards)}) & 1")
    if shape.phases.above:
        lines.append(f"n = {' + '.join(f'popcount({form[leaf][0]})' for leaf in shape.phases.boards)}")
        lines += [f"c = c + {side.count} if n > {each} else c" for each in shape.phases.above]
    return [*lines, f"c *= {shape.each}"]


def _index(shape: Shape, number: int) -> str:
    """The expression for the index of the weight of a pattern."""
    shift = LANE_BITS * (number % LANES)
    word = f"a{number // LANES} >> {shift}" if shift else f"a{number // LANES}"
    return f"c + {shape.places[number]} + ({word} & {_MASK})"


def _chunks_of(shape: Shape) -> tuple[list[_Chunk], np.ndarray]:
    """The chunks of a position, and the rows of all of them."""
    used = {cell for pattern in shape.patterns for cell in pattern}
    chunks: list[_Chunk] = []
    rows: list[int] = []
    places = _factors(shape)
    for cells, leaves, shift, width, count in _grouped(shape, used):
        contents = [_row(shape, places, cells, shift, width, len(leaves), value) for value in range(count)]
        words = tuple(word for word in range(len(contents[0])) if any(row[word] for row in contents))
        if words:
            chunks.append(_Chunk(cells, leaves, shift, width, count, len(rows), words))
            rows += [row[word] for row in contents for word in words]
    numbers = np.array(rows, np.uint64).view(np.int64)
    numbers.flags.writeable = False
    return chunks, numbers


_Group = tuple[tuple[int, ...], tuple[int, ...], int, int, int]


def _grouped(shape: Shape, used: set[int]) -> list[_Group]:
    """(cells, leaves, shift, width, how many values) of each chunk."""
    boards: dict[tuple[int, ...], list[int]] = {}
    found: list[_Group] = []
    for number in sorted(used):
        cell = shape.cells[number]
        if cell.bits == 1:
            boards.setdefault(cell.leaves, []).append(number)
        else:
            found.append(((number,), cell.leaves, cell.shift, 0, len(cell.digits)))
    for leaves, numbers in boards.items():
        width = max(_ROW_BITS // len(leaves), 1)
        waiting = sorted(numbers, key=lambda number: shape.cells[number].shift)
        while waiting:
            first = shape.cells[waiting[0]].shift
            together = [number for number in waiting if shape.cells[number].shift < first + width]
            found.append((tuple(together), leaves, first, width, 1 << width * len(leaves)))
            waiting = waiting[len(together) :]
    return found


def _factors(shape: Shape) -> dict[int, list[tuple[int, int]]]:
    """For each cell the patterns that have it, and by what its digit is multiplied there."""
    found: dict[int, list[tuple[int, int]]] = {}
    for number, pattern in enumerate(shape.patterns):
        factor = 1
        for cell in pattern:
            found.setdefault(cell, []).append((number, factor))
            factor *= shape.cells[cell].base
    return found


def _row(
    shape: Shape,
    places: dict[int, list[tuple[int, int]]],
    cells: tuple[int, ...],
    shift: int,
    width: int,
    boards: int,
    value: int,
) -> list[int]:
    """What the value of a chunk adds to the packed indices of all patterns."""
    words = [0] * -(-len(shape.patterns) // LANES)
    for number in cells:
        cell = shape.cells[number]
        at = cell.shift - shift
        joint = sum((value >> width * board + at & 1) << board for board in range(boards)) if width else value
        digit = cell.digits[min(joint, len(cell.digits) - 1)]
        for pattern, factor in places[number]:
            words[pattern // LANES] += digit * factor << LANE_BITS * (pattern % LANES)
    return words


def packed(weights: np.ndarray) -> np.ndarray:
    """Weights as words of four."""
    stored = (np.asarray(weights, np.int64) + ZERO).astype(np.uint16)
    return np.ascontiguousarray(stored.astype("<u2")).view("<i8").astype(np.int64)
