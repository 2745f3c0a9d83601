"""A sheet as PDF, set by fpdf2 in the fonts that every PDF reader has: nothing is embedded.

Helvetica knows neither □ nor ○, which are drawn, nor ∞, ≥ and ≤, which are in the font Symbol.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from typing import Any, NamedTuple

from halfmove.errors import UsageError
from halfmove.exercises.model import Exercise, Table
from halfmove.exercises.pdf_trees import tree_height, tree_set

LEFT, TOP, RIGHT, BOTTOM = 18.0, 18.0, 192.0, 279.0  # millimetres on A4
WIDE = RIGHT - LEFT
_POINT = 0.3528  # millimetres
_SYMBOLS = {"∞": "\xa5", "≥": "\xb3", "≤": "\xa3"}  # in the font Symbol
_CELL = 7.0  # the height of a row of a table, and of a line to write on


class Block(NamedTuple):
    """Something of a height, to be set at some y; a page is broken between blocks."""

    height: float
    put: Callable[[float], None]


def pdf(exercises: Sequence[Exercise], solution: bool, repeat: str) -> bytes:
    """The whole file; the same sheet gives the same bytes."""
    setter = _Setter(repeat)
    setter.begin("Exercises on game trees")
    setter.place([setter.lines_to_fill(("Name", "Date")), setter.gap(6)])
    for number, each in enumerate(exercises, 1):
        setter.place(list(_exercise(setter, number, each)))
    if solution:
        setter.begin("Solutions")
        for number, each in enumerate(exercises, 1):
            setter.place(list(_solution(setter, number, each)))
    return bytes(setter.file.output())


def _new_file(foot: Callable[[int], None]) -> Any:
    """An empty file; `foot` sets the foot of a page, by its number."""
    try:
        from fpdf import FPDF
    except ImportError:
        raise UsageError(
            "a PDF needs fpdf2: pip install 'halfmove[pdf]'; or print the page of --html from a browser"
        ) from None

    class File(FPDF):  # type: ignore[misc]
        def footer(self) -> None:
            foot(self.page_no())

    file = File(format="A4")
    file.set_auto_page_break(False)
    file.set_creation_date(datetime(2000, 1, 1, tzinfo=UTC))
    file.set_title("Exercises on game trees")
    return file


def _exercise(setter: _Setter, number: int, exercise: Exercise) -> Iterator[Block]:
    yield setter.words(f"{number}. {exercise.title}", 12, "B", 2)
    for part in exercise.question:
        yield setter.words(part, after=2)
    if exercise.picture is not None:
        yield setter.tree(exercise.picture)
    for rule in exercise.rules:
        yield setter.words(rule, 8.5, after=0.5)
    if exercise.space:
        yield setter.free(_CELL * exercise.space)
    if exercise.table is not None:
        yield from setter.table(exercise.table)
    for name in exercise.fields:
        yield setter.lines_to_fill((name + ":",))
    yield setter.gap(8)


def _solution(setter: _Setter, number: int, exercise: Exercise) -> Iterator[Block]:
    given = exercise.solution
    yield setter.words(f"{number}. {exercise.title}", 12, "B", 2)
    if given.picture is not None:
        yield setter.tree(given.picture)
    if given.table is not None:
        yield from setter.table(given.table)
    for name, answer in zip(exercise.fields, given.answers, strict=False):
        yield setter.words(f"{name}: {answer}", after=1)
    for sentence in given.told:
        yield setter.words(sentence, after=1)
    yield setter.gap(8)


class _Setter:
    """Sets blocks one below the other."""

    def __init__(self, repeat: str) -> None:
        self.file = _new_file(self._foot)
        self.repeat = repeat
        self.y = TOP

    def _foot(self, page: int) -> None:
        self.run(LEFT, 289, self.repeat, 7.5)
        self.run(RIGHT - self.width(str(page), 7.5), 289, str(page), 7.5)

    def begin(self, title: str) -> None:
        """A new page with a title."""
        self.file.add_page()
        self.y = TOP
        self.place([self.words(title, 16, "B", 3)])

    def place(self, blocks: list[Block]) -> None:
        """Blocks that belong together: on one page if they fit on one, and with air below where there is room."""
        height = sum(block.height for block in blocks)
        if self.y + height > BOTTOM + 8 and height <= BOTTOM - TOP:
            self._turn()
        for block in blocks:
            if self.y + block.height > BOTTOM + 8:
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
        lines = self.broken(text, size, style)

        def put(y: float) -> None:
            for number, each in enumerate(lines):
                self.run(LEFT, y + line * (number + 0.8), each, size, style)

        return Block(line * len(lines) + after, put)

    def lines_to_fill(self, names: tuple[str, ...]) -> Block:
        """Names with a line behind each, all in one row."""
        wide = WIDE / len(names)

        def put(y: float) -> None:
            self.file.set_draw_color(110)
            self.file.set_line_width(0.2)
            for number, name in enumerate(names):
                x = LEFT + number * wide
                self.run(x, y + 6, name, 10.5)
                self.file.line(x + self.width(name, 10.5) + 2, y + 6.8, x + wide - (4 if wide < WIDE else 0), y + 6.8)

        return Block(_CELL + 2, put)

    def free(self, height: float) -> Block:
        """Room to draw in."""

        def put(y: float) -> None:
            self.file.set_draw_color(190)
            self.file.set_line_width(0.2)
            self.file.rect(LEFT, y, WIDE, height)

        return Block(height + 3, put)

    def table(self, table: Table) -> Iterator[Block]:
        """A table; a long one in two halves side by side."""
        halves = table.halves()
        widths = [
            max(20.0, *(self.width(row[i], 10) + 6 for row in (table.heads, *table.rows)))
            for i in range(len(table.heads))
        ]
        yield self.gap(2)
        for number in range(1 + len(halves[0].rows)):
            yield Block(
                _CELL,
                self._row([[half.heads, *half.rows][number : number + 1] for half in halves], widths, number == 0),
            )
        yield self.gap(4)

    def _row(self, halves: list[list[tuple[str, ...]]], widths: list[float], head: bool) -> Callable[[float], None]:
        def put(y: float) -> None:
            self.file.set_draw_color(120)
            self.file.set_line_width(0.2)
            self.file.set_fill_color(242 if head else 255)
            for number, half in enumerate(halves):
                x = LEFT + number * (sum(widths) + 10)
                for word, wide in zip(half[0] if half else (), widths, strict=False):
                    self.file.rect(x, y, wide, _CELL, style="DF")
                    self.run(x + (wide - self.width(word, 10)) / 2, y + _CELL * 0.67, word, 10)
                    x += wide

        return put

    def tree(self, picture: Any) -> Block:
        height = tree_height(self, picture, WIDE)
        return Block(height + 5, lambda y: tree_set(self, picture, LEFT, y + 1, WIDE))

    def broken(self, text: str, size: float, style: str) -> list[str]:
        """The lines of a paragraph."""
        lines = [""]
        for word in text.split():
            longer = f"{lines[-1]} {word}".strip()
            if lines[-1] and self.width(longer, size, style) > WIDE:
                lines.append(word)
            else:
                lines[-1] = longer
        return lines

    def width(self, text: str, size: float, style: str = "") -> float:
        """Of some words in a line, in millimetres."""
        return sum(self._one(part, size, style) for part in _parts(text))

    def _one(self, part: str, size: float, style: str) -> float:
        if part in "□○":
            return size * _POINT * 0.8
        return float(self._font(part, size, style).get_string_width(_known(part)))

    def _font(self, part: str, size: float, style: str) -> Any:
        self.file.set_font(*(("Symbol", "") if part in _SYMBOLS else ("Helvetica", style)), size)
        return self.file

    def run(self, x: float, y: float, text: str, size: float, style: str = "", grey: int = 20) -> None:
        """Words in a line, from x on."""
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
    """A part as its font has it; what Helvetica does not know becomes a question mark."""
    return _SYMBOLS.get(part) or part.encode("latin-1", errors="replace").decode("latin-1")
