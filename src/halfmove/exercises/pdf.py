"""A sheet as PDF, made by fpdf2 with the fonts that every PDF reader has: no font is embedded.

Helvetica lacks □ and ○, which are drawn, and ∞, ≥ and ≤, which the font Symbol has.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import UTC, datetime
from functools import partial
from typing import Any, NamedTuple

from halfmove.drawing.pictures import Picture
from halfmove.errors import UsageError
from halfmove.exercises.model import Exercise, Table, legend
from halfmove.exercises.pdf_trees import tree_set, tree_size

LEFT, TOP, RIGHT, BOTTOM = 18.0, 18.0, 192.0, 279.0  # millimetres on A4
WIDE = RIGHT - LEFT
_POINT = 0.3528  # millimetres
_GAP, _COLUMN = 8.0, 55.0  # between columns, and the least width of a column beside a tree
_LEAST_LINE = 25.0  # a line to write on
_AIR = 8.0  # below an exercise; it may reach into the foot of a page
_SYMBOLS = {"∞": "\xa5", "≥": "\xb3", "≤": "\xa3"}  # in the font Symbol
_CELL, _HAND = 7.0, 6.0  # the height of a row of a table, and the least height of a line to write on
_SIZES = (1.0, 0.95, 0.9, 0.85, 0.8, 0.75, 0.7)  # of trees, so that more exercises share a page


Maker = Callable[[], Iterable["Block"]]


class Block(NamedTuple):
    """Something of a certain height that can be put at any y."""

    height: float
    put: Callable[[float], None]
    wide: float = 0.0  # its width, if it cannot be broken; else 0


def pdf(exercises: Sequence[Exercise], solution: bool, repeat: str) -> bytes:
    """The whole file; the same sheet gives the same bytes."""
    setter = _Setter(repeat)
    setter.begin("Exercises on game trees")
    setter.place([setter.lines_to_fill(("Name", "Date")), setter.gap(4)])
    setter.place(list(_legend(setter, exercises)))
    setter.share([partial(_exercise, setter, number, each) for number, each in enumerate(exercises, 1)])
    if solution:
        setter.begin("Solutions")
        setter.share([partial(_solution, setter, number, each) for number, each in enumerate(exercises, 1)])
    return bytes(setter.file.output())


def _height(blocks: Iterable[Block]) -> float:
    return sum(block.height for block in blocks)


def _new_file(foot: Callable[[int], None]) -> Any:
    """An empty file; `foot` writes the foot of a page, given its number."""
    try:
        from fpdf import FPDF
    except ImportError:
        raise UsageError(
            "a PDF needs fpdf2: pip install 'halfmove[pdf]'; or make a page with --html and print it from a browser"
        ) from None

    class File(FPDF):  # type: ignore[misc]
        def footer(self) -> None:
            foot(self.page_no())

    file = File(format="A4")
    file.set_auto_page_break(False)
    file.set_creation_date(datetime(2000, 1, 1, tzinfo=UTC))
    file.set_title("Exercises on game trees")
    return file


def _legend(setter: _Setter, exercises: Sequence[Exercise]) -> Iterator[Block]:
    """The rules to look up, in small print."""
    for rules in legend(exercises):
        yield setter.words(rules.title, 8.5, "B", 0.3)
        for line in rules.lines:
            yield setter.words(line, 8.5, after=0.5)
        yield setter.gap(1.2)
    yield setter.gap(3)


def _exercise(setter: _Setter, number: int, exercise: Exercise) -> Iterator[Block]:
    yield setter.words(f"{number}. {exercise.title}", 12, "B", 2)
    yield from setter.tree(exercise.picture, partial(_task, setter, exercise))
    yield setter.gap(_AIR)


def _task(setter: _Setter, exercise: Exercise) -> Iterator[Block]:
    """The question, with what is to be filled in."""
    for part in exercise.question:
        yield setter.words(part, after=2)
    if exercise.table is not None:
        yield from setter.table(exercise.table)
    if exercise.space:
        yield setter.free(_CELL * exercise.space * setter.size)
    for name in exercise.fields:
        yield setter.lines_to_fill((name + ":",))


def _of_the_tree(setter: _Setter, table: Table | None) -> Iterator[Block]:
    """The table that belongs to the tree of a solution."""
    if table is not None:
        yield from setter.table(table)


def _solution(setter: _Setter, number: int, exercise: Exercise) -> Iterator[Block]:
    given = exercise.solution
    yield setter.words(f"{number}. {exercise.title}", 12, "B", 2)
    yield from setter.tree(given.picture, partial(_of_the_tree, setter, given.table))
    for name, answer in zip(exercise.fields, given.answers, strict=False):
        yield setter.words(f"{name}: {answer}", after=1)
    for sentence in given.told:
        yield setter.words(sentence, after=1)
    yield setter.gap(_AIR)


class _Setter:
    """Sets blocks one below the other.

    left, wide   the column in which blocks are made
    size         of trees, and of the room to draw in
    """

    def __init__(self, repeat: str) -> None:
        self.file = _new_file(self._foot)
        self.repeat = repeat
        self.y = TOP
        self.left, self.wide = LEFT, WIDE
        self.size = _SIZES[0]

    @property
    def cell(self) -> float:
        return max(_HAND, _CELL * self.size)

    def _foot(self, page: int) -> None:
        self.run(LEFT, 289, self.repeat, 7.5)
        self.run(RIGHT - self.width(str(page), 7.5), 289, str(page), 7.5)

    def begin(self, title: str) -> None:
        """A new page with a title."""
        self.file.add_page()
        self.y = TOP
        self.place([self.words(title, 16, "B", 3)])

    def share(self, makers: Sequence[Maker]) -> None:
        """Set the blocks of each maker, unbroken where a page is high enough, and as many on a page as fit."""
        while makers:
            count, self.size = self._fitting(makers)
            if not count and self.y > TOP:
                self._turn()
                continue
            for make in makers[: count or 1]:
                self.place(list(make()))
            makers = makers[count or 1 :]
            if makers:
                self._turn()

    def _fitting(self, makers: Sequence[Maker]) -> tuple[int, float]:
        """How many fit on the rest of this page, and the largest size at which they do."""

        def fits(count: int, size: float) -> bool:
            self.size = size
            return self.y + sum(_height(make()) for make in makers[:count]) <= BOTTOM + _AIR

        count = 0
        while count < len(makers) and fits(count + 1, _SIZES[-1]):
            count += 1
        return count, next((size for size in _SIZES if count and fits(count, size)), _SIZES[0])

    def place(self, blocks: list[Block]) -> None:
        """Blocks one below the other; those that do not fit on the page continue on the next."""
        for block in blocks:
            if self.y + block.height > BOTTOM + _AIR:
                self._turn()
            block.put(self.y)
            self.y += block.height

    def _turn(self) -> None:
        self.file.add_page()
        self.y = TOP

    def gap(self, height: float) -> Block:
        return Block(height, lambda y: None)

    def words(self, text: str, size: float = 10.5, style: str = "", after: float = 1.0) -> Block:
        """A paragraph."""
        line = size * _POINT * 1.28
        lines, left = self.broken(text, size, style), self.left

        def put(y: float) -> None:
            for number, each in enumerate(lines):
                self.run(left, y + line * (number + 0.8), each, size, style)

        return Block(line * len(lines) + after, put)

    def lines_to_fill(self, names: tuple[str, ...]) -> Block:
        """Names with a line after each, all in one row."""
        wide, left, end = self.wide / len(names), self.left, 4 if len(names) > 1 else 0
        most = max(self.width(name, 10.5) for name in names)

        def put(y: float) -> None:
            self.file.set_draw_color(110)
            self.file.set_line_width(0.2)
            for number, name in enumerate(names):
                x = left + number * wide
                self.run(x, y + self.cell - 1, name, 10.5)
                line = y + self.cell - 0.2
                self.file.line(x + self.width(name, 10.5) + 2, line, x + wide - end, line)

        return Block(self.cell + 2, put, most + _LEAST_LINE)

    def free(self, height: float) -> Block:
        """Room to draw in."""

        left, wide = self.left, self.wide

        def put(y: float) -> None:
            self.file.set_draw_color(190)
            self.file.set_line_width(0.2)
            self.file.rect(left, y, wide, height)

        return Block(height + 3, put)

    def table(self, table: Table) -> Iterator[Block]:
        """A table; a long one in parts side by side."""
        widths = self._widths(table)
        parts = table.parts(max(1, int((self.wide + _GAP) / (sum(widths) + _GAP))))
        yield self.gap(1)
        for number in range(1 + len(parts[0].rows)):
            rows = [[part.heads, *part.rows][number : number + 1] for part in parts]
            yield Block(self.cell, self._row(rows, widths, number == 0), sum(widths))
        yield self.gap(2)

    def _widths(self, table: Table) -> list[float]:
        rows = (table.heads, *table.rows)
        return [max(16.0, *(self.width(row[i], 10) + 6 for row in rows)) for i in range(len(table.heads))]

    def _row(self, parts: list[list[tuple[str, ...]]], widths: list[float], head: bool) -> Callable[[float], None]:
        left = self.left

        def put(y: float) -> None:
            self.file.set_draw_color(120)
            self.file.set_line_width(0.2)
            self.file.set_fill_color(242 if head else 255)
            for number, part in enumerate(parts):
                x = left + number * (sum(widths) + _GAP)
                for word, wide in zip(part[0] if part else (), widths, strict=False):
                    self.file.rect(x, y, wide, self.cell, style="DF")
                    self.run(x + (wide - self.width(word, 10)) / 2, y + self.cell * 0.67, word, 10)
                    x += wide

        return put

    def tree(self, picture: Picture | None, make: Maker) -> Iterator[Block]:
        """A tree with what belongs to it: below it, or beside it where that needs less room."""
        below = list(make())
        if picture is None:
            yield from below
            return
        wide, height = tree_size(self, picture, WIDE, self.size)
        height += 3
        self.left, self.wide = LEFT + wide + _GAP, WIDE - wide - _GAP
        beside = list(make()) if self.wide >= _COLUMN and below else []
        fits = all(block.wide <= self.wide for block in beside)
        self.left, self.wide = LEFT, WIDE
        if beside and fits and max(height, _height(beside)) < height + _height(below):
            yield Block(max(height, _height(beside)), partial(self._both, picture, wide, beside))
        else:
            yield Block(height, lambda y: tree_set(self, picture, LEFT, y + 1, WIDE, self.size))
            yield from below

    def _both(self, picture: Picture, wide: float, beside: list[Block], y: float) -> None:
        tree_set(self, picture, LEFT, y + 1, wide, self.size)
        for block in beside:
            block.put(y)
            y += block.height

    def broken(self, text: str, size: float, style: str) -> list[str]:
        """The lines of a paragraph."""
        lines = [""]
        for word in text.split():
            longer = f"{lines[-1]} {word}".strip()
            if lines[-1] and self.width(longer, size, style) > self.wide:
                lines.append(word)
            else:
                lines[-1] = longer
        return lines

    def width(self, text: str, size: float, style: str = "") -> float:
        """The width of a text in millimetres."""
        return sum(self._one(part, size, style) for part in _parts(text))

    def _one(self, part: str, size: float, style: str) -> float:
        if part in "□○":
            return size * _POINT * 0.8
        return float(self._font(part, size, style).get_string_width(_known(part)))

    def _font(self, part: str, size: float, style: str) -> Any:
        self.file.set_font(*(("Symbol", "") if part in _SYMBOLS else ("Helvetica", style)), size)
        return self.file

    def run(self, x: float, y: float, text: str, size: float, style: str = "", grey: int = 20) -> None:
        """Write a text in one line, from x on."""
        self.file.set_text_color(grey)
        for part in _parts(text):
            wide = self._one(part, size, style)
            if part in "□○":
                side = 0.62 * size * _POINT
                self.file.set_draw_color(grey)
                self.file.set_line_width(0.25)
                shape = self.file.rect if part == "□" else self.file.ellipse
                shape(x + (wide - side) / 2, y - side, side, side)
            else:
                self._font(part, size, style).text(x, y, _known(part))
            x += wide


def _parts(text: str) -> list[str]:
    return [part for part in re.split("([□○∞≥≤])", text) if part]


def _known(part: str) -> str:
    """A part encoded for its font; a character that Helvetica lacks becomes a question mark."""
    return _SYMBOLS.get(part) or part.encode("latin-1", errors="replace").decode("latin-1")
