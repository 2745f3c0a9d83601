"""What a learned evaluation looks at: cells of a position, and patterns of cells. Plain numbers, which a file can hold.

A position is a tree of numbers. Its leaves, in order, are numbered from 0. A cell is a digit that is read from them: a
square of a board, a number, or some bits of a number. A pattern is a few cells; their digits make the index of a
weight. The evaluation is the sum of the weights of all patterns.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields
from functools import cached_property
from typing import Any

MOST_CELLS, MOST_PATTERNS, MOST_STATES = 1024, 256, 1 << 16  # of an evaluation; the last one of one pattern
MOST_LEAVES, MOST_DIGITS, MOST_PHASES, MOST_SIDES = 512, 4096, 8, 4
MOST_WEIGHTS = 1 << 24
_SMALL, _LARGE = 1 << 40, 1 << 62


@dataclass(frozen=True)
class Cell:
    """A digit of a position.

    leaves   the numbers that it is read from; more than one: the same bit of several boards
    shift    its lowest bit
    bits     how many bits of each number; 0: the whole number
    low      what is subtracted from a whole number; smaller numbers count as this one
    digits   the digit of each value; a number above the last one counts as the last one
    """

    leaves: tuple[int, ...]
    shift: int
    bits: int
    low: int
    digits: tuple[int, ...]

    @cached_property
    def base(self) -> int:
        """How many digits there are."""
        return max(self.digits) + 1

    def value(self, numbers: list[int]) -> int:
        """The place in `digits` of a position with these numbers."""
        if not self.bits:
            return min(max(numbers[self.leaves[0]] - self.low, 0), len(self.digits) - 1)
        mask = (1 << self.bits) - 1
        joint = sum((numbers[leaf] >> self.shift & mask) << self.bits * i for i, leaf in enumerate(self.leaves))
        return min(joint, len(self.digits) - 1)

    def digit(self, numbers: list[int]) -> int:
        """The digit of a position with these numbers."""
        return self.digits[self.value(numbers)]


@dataclass(frozen=True)
class Side:
    """A number from 0 on that tells who is to move, or what: each has weights of its own.

    leaf     the number of a position that tells it; -1: the parity of the bits that are set on some boards
    values   the values of the leaf; one that is not listed counts as the first
    boards   the boards whose bits are counted
    """

    leaf: int = -1
    values: tuple[int, ...] = ()
    boards: tuple[int, ...] = ()

    @property
    def count(self) -> int:
        return len(self.values) if self.leaf >= 0 else 2 if self.boards else 1


@dataclass(frozen=True)
class Phases:
    """How far a game has come: how many bits of some boards are set, between some thresholds."""

    boards: tuple[int, ...] = ()
    above: tuple[int, ...] = ()

    @property
    def count(self) -> int:
        return len(self.above) + 1


@dataclass(frozen=True)
class Shape:
    """Everything about an evaluation but its weights.

    leaves     how many numbers a position has
    cells      what is read from it
    patterns   the cells of each pattern
    tables     the number of the table of weights of each pattern; patterns of the same kind may share one
    limit      a guess is above -limit and below limit
    symmetric  whether the game's `symmetry` is applied first
    """

    leaves: int
    cells: tuple[Cell, ...]
    patterns: tuple[tuple[int, ...], ...]
    tables: tuple[int, ...]
    side: Side
    phases: Phases
    limit: float
    symmetric: bool

    def states(self, pattern: tuple[int, ...]) -> int:
        """How many weights a pattern has."""
        product = 1
        for cell in pattern:
            product *= self.cells[cell].base
        return product

    @cached_property
    def places(self) -> tuple[int, ...]:
        """Where the weights of each pattern begin."""
        sizes: dict[int, int] = {}
        for pattern, table in zip(self.patterns, self.tables, strict=True):
            sizes[table] = self.states(pattern)
        begin, at = {}, 0
        for table in sorted(sizes):
            begin[table] = at
            at += sizes[table]
        return tuple(begin[table] for table in self.tables)

    @cached_property
    def each(self) -> int:
        """How many weights there are for one side and one phase; a multiple of four."""
        ends = [place + self.states(pattern) for place, pattern in zip(self.places, self.patterns, strict=True)]
        return -(-max(ends, default=0) // 4) * 4

    @property
    def contexts(self) -> int:
        """How many sides and phases have weights of their own."""
        return self.side.count * self.phases.count

    @property
    def weights(self) -> int:
        return self.each * self.contexts

    def context(self, numbers: list[int]) -> int:
        """The number of the side and phase of a position with these numbers."""
        side = 0
        if self.side.leaf >= 0:
            value = numbers[self.side.leaf]
            side = self.side.values.index(value) if value in self.side.values else 0
        elif self.side.boards:
            side = sum(_ones(numbers[leaf]) for leaf in self.side.boards) & 1
        ones = sum(_ones(numbers[leaf]) for leaf in self.phases.boards)
        return side + self.side.count * sum(ones > each for each in self.phases.above)

    def indices(self, numbers: list[int]) -> list[int]:
        """The weights of a position with these numbers, one for each pattern: the definition of what code computes."""
        begin = self.context(numbers) * self.each
        found = []
        for place, pattern in zip(self.places, self.patterns, strict=True):
            index, factor = 0, 1
            for cell in pattern:
                index += self.cells[cell].digit(numbers) * factor
                factor *= self.cells[cell].base
            found.append(begin + place + index)
        return found

    def check(self) -> None:
        """Raise a ValueError if the numbers of a shape, which may come from a file, do not fit together."""
        _check(0 < self.leaves <= MOST_LEAVES and 0 < len(self.cells) <= MOST_CELLS, "its cells")
        for cell in self.cells:
            _check(0 < len(cell.leaves) <= 12 and 0 < len(cell.digits) <= MOST_DIGITS, "a cell")
            _check(all(0 <= leaf < self.leaves for leaf in cell.leaves), "a cell")
            _check(0 <= cell.shift < 64 and 0 <= cell.bits <= 12 and abs(cell.low) <= _SMALL, "a cell")
            _check(all(0 <= digit < len(cell.digits) for digit in cell.digits), "a cell")
            _check(cell.bits > 0 or len(cell.leaves) == 1, "a cell")
            if len(cell.leaves) > 1:
                _check(cell.bits == 1 and len(cell.digits) == 1 << len(cell.leaves), "a cell")
        _check(0 < len(self.patterns) <= MOST_PATTERNS and len(self.tables) == len(self.patterns), "its patterns")
        sizes: dict[int, int] = {}
        for pattern, table in zip(self.patterns, self.tables, strict=True):
            _check(0 < len(pattern) <= 64 and all(0 <= cell < len(self.cells) for cell in pattern), "a pattern")
            _check(len(set(pattern)) == len(pattern) and 0 <= table < MOST_PATTERNS, "a pattern")
            _check(self.states(pattern) <= MOST_STATES, "a pattern")
            _check(sizes.setdefault(table, self.states(pattern)) == self.states(pattern), "a pattern")
        boards = (*self.side.boards, *self.phases.boards)
        _check(len(boards) <= 24 and all(0 <= leaf < self.leaves for leaf in boards), "its boards")
        _check(-1 <= self.side.leaf < self.leaves and self.side.count <= MOST_SIDES, "its sides")
        _check(len(set(self.side.values)) == len(self.side.values), "its sides")
        _check(all(abs(value) < _LARGE for value in self.side.values), "its sides")
        _check(self.side.leaf < 0 or len(self.side.values) > 0, "its sides")
        _check(self.phases.count <= MOST_PHASES, "its phases")
        _check(all(0 <= each < 64 * 24 for each in self.phases.above), "its phases")
        _check(0 < self.limit < float("inf"), "its largest guess")
        _check(self.weights <= MOST_WEIGHTS, "its size")


def _check(fits: bool, what: str) -> None:
    if not fits:
        raise ValueError(f"{what} cannot be right")


def _ones(number: int) -> int:
    return (number & (1 << 64) - 1).bit_count()


def numbers_of(position: Any) -> list[int]:
    """The leaves of a position as whole numbers; what is no whole number counts as 0."""
    return [int(leaf) if hasattr(leaf, "__index__") else 0 for leaf in _leaves(position)]


def _leaves(position: Any) -> Iterator[Any]:
    if isinstance(position, tuple):
        for part in position:
            yield from _leaves(part)
    else:
        yield position


def as_data(shape: Any) -> Any:
    """A shape, or a part of one, as plain data for JSON."""
    if hasattr(shape, "__dataclass_fields__"):
        return {each.name: as_data(getattr(shape, each.name)) for each in fields(shape)}
    return [as_data(each) for each in shape] if isinstance(shape, tuple) else shape


def from_data(data: Any) -> Shape:
    """A shape from plain data, which may come from anywhere. Raises ValueError."""
    try:
        made = Shape(
            _number(data["leaves"]),
            tuple(_cell(each) for each in _listed(data["cells"])),
            tuple(_numbers(each) for each in _listed(data["patterns"])),
            _numbers(data["tables"]),
            Side(_number(data["side"]["leaf"]), _numbers(data["side"]["values"]), _numbers(data["side"]["boards"])),
            Phases(_numbers(data["phases"]["boards"]), _numbers(data["phases"]["above"])),
            float(data["limit"]),
            data["symmetric"] is True,
        )
    except (KeyError, TypeError, AttributeError, OverflowError):
        raise ValueError("its header lacks something") from None
    made.check()
    return made


def _cell(data: Any) -> Cell:
    return Cell(
        _numbers(data["leaves"]),
        _number(data["shift"]),
        _number(data["bits"]),
        _number(data["low"]),
        _numbers(data["digits"]),
    )


def _listed(data: Any) -> list[Any]:
    if not isinstance(data, list):
        raise TypeError
    return data


def _numbers(data: Any) -> tuple[int, ...]:
    return tuple(map(_number, _listed(data)))


def _number(data: Any) -> int:
    if type(data) is not int:
        raise TypeError
    return data
