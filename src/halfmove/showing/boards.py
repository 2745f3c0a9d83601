"""Boards as pictures, made from the text of a position alone: a grid of signs with one blank between them.

Letters a b c or numbers 1 2 3 above or below the grid are the names of its columns. Numbers beside it are those of its
rows. Other lines are written under the picture unchanged. A row without a sign at some place has no square there.

The signs may also be points that are joined by lines, drawn with - and |. Then the columns must have names, and all
these lines must lead from a point to the next one. And a grid whose signs are + - | is a drawing of dots and lines.

If every row begins one place further to the right than the row above it, the grid is slanted: then its cells are
hexagons, and each touches two cells of the row above and two of the row below.

This module does not know any game. A text that is not such a grid has no picture.

>>> grid = grid_of("2  X .\\n1  . O\\n   a b\\nX is to move")
>>> grid.cells, grid.left, grid.below, grid.notes
((('X', '.'), ('.', 'O')), ('2', '1'), ('a', 'b'), ('X is to move',))
>>> grid_of("three piles: 3, 4 and 5") is None
True
>>> grid_of("2  X---.\\n   |   |\\n1  .---O\\n   a   b").lines
(((0, 0), (0, 1)), ((1, 0), (1, 1)), ((0, 0), (1, 0)), ((0, 1), (1, 1)))
"""

from __future__ import annotations

import html
import re
from dataclasses import dataclass, field, replace
from itertools import pairwise
from math import gcd

from halfmove.base.printable import printable

Word = tuple[int, str]  # where it begins, and what it is
Line = tuple[tuple[int, int], tuple[int, int]]  # from a cell to a cell: row and column

_MOST = 40  # rows or columns of a board that is drawn
EMPTY = ".·_"  # signs of squares without a piece
# Signs of the two sides, the dark one first. They are drawn as stones if a board has no other signs.
_STONES = ("xo", "bw")
_WHITE_FIGURES, _BLACK_FIGURES = "♔♕♖♗♘♙", "♚♛♜♝♞♟"
_CHESS = dict(zip("kqrbnp", _BLACK_FIGURES, strict=True))  # with a king, and no other signs; large letters are White's
_CHESS_FONTS = "'Segoe UI Symbol', 'Noto Sans Symbols2', 'DejaVu Sans', 'Apple Symbols', sans-serif"
_AS_TEXT = "\ufe0e"  # the figure before it is not to be drawn in colours
_SQUARE, _MARGIN, _EDGE, _LINE = 34, 24, 10, 20  # pixels
_HEXAGON = 0.75**0.5  # from a row of hexagons to the next one, if they are as wide as squares
_PALE, _BROWN = "#efe6d2", "#d9c49a"  # squares
_DARK, _LIGHT = ("#14507a", "#ffffff"), ("#f2b632", "#1a1a1a")  # of a stone, and of its letter


@dataclass(frozen=True)
class Grid:
    """A board.

    cells                       its signs row by row, "" where there is no square
    above, below, left, right   names of columns and rows, () where there are none
    notes                       the other lines of the text
    lines                       the lines that join cells
    slant                       1 if the grid is slanted, else 0
    text_lines, text_columns    where the signs are in the text: the number of the line of each row, and of the letter
                                of each column in it; `slant` more in each row than in the row above
    """

    cells: tuple[tuple[str, ...], ...]
    above: tuple[str, ...] = ()
    below: tuple[str, ...] = ()
    left: tuple[str, ...] = ()
    right: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    lines: tuple[Line, ...] = ()
    slant: int = 0
    text_lines: tuple[int, ...] = field(default=(), compare=False)
    text_columns: tuple[int, ...] = field(default=(), compare=False)


def grid_of(text: str) -> Grid | None:
    """The grid in a text; None if there is none."""
    lines = text.split("\n")
    joined = _grid_in(lines, [re.sub("[-|]", " ", line) for line in lines], joined=True)
    return joined or _grid_in(lines, lines) or _slanted(lines)


def _slanted(lines: list[str]) -> Grid | None:
    """The slanted grid in lines."""
    block = _block(lines, lines)
    rows = [_words(lines[number]) for number in block]
    if len(rows) < 2:
        return None
    first = block.start + bool(_column_names(rows[0], rows[1:]))
    aside = {number: number - first for number in block if number > first}
    if any(lines[number][:far].strip() for number, far in aside.items()):
        return None
    straight = [line[aside.get(number, 0) :] for number, line in enumerate(lines)]
    grid = _grid_in(straight, straight)
    full = grid is not None and len(grid.cells) > 1 and all(sign for row in grid.cells for sign in row)
    return replace(grid, slant=1) if grid is not None and full else None


def _grid_in(lines: list[str], bare: list[str], joined: bool = False) -> Grid | None:
    """The grid in lines; `bare` are the same, without the signs of lines that join points if there are such."""
    block = _block(lines, bare)
    notes = tuple(line.strip() for number, line in enumerate(lines) if number not in block and line.strip())
    numbers = [number for number in block if bare[number].strip()]
    rows = [_words(bare[number]) for number in numbers]
    above = _column_names(rows[0], rows[1:]) if len(rows) > 1 else ()
    rows, numbers = (rows[1:], numbers[1:]) if above else (rows, numbers)
    below = _column_names(rows[-1], rows[:-1]) if len(rows) > 1 else ()
    rows = rows[:-1] if below else rows
    if not rows:
        return None
    left, right = _row_names(rows, above or below)
    inner = [
        row[bool(start) : len(row) - bool(end)]
        for row, start, end in zip(rows, left or [""] * len(rows), right or [""] * len(rows), strict=True)
    ]
    columns = _columns(inner, above or below)
    signs = {sign for row in inner for _, sign in row}
    if not 2 <= len(columns) <= _MOST or len(rows) > _MOST or not signs - set("0123456789"):
        return None  # numbers alone are not a board
    if any(len(sign) > 1 for sign in signs) or any(at not in columns for row in inner for at, _ in row):
        return None
    cells = tuple(tuple(dict(row).get(column, "") for column in columns) for row in inner)
    across = [[sign for _, sign in names] for names in (above, below)]
    grid = Grid(
        cells,
        tuple(across[0]),
        tuple(across[1]),
        left,
        right,
        notes,
        text_lines=tuple(numbers[: len(rows)]),
        text_columns=tuple(columns),
    )
    return _joined(grid, lines, block, numbers, columns) if joined else grid


def _joined(grid: Grid, lines: list[str], block: range, numbers: list[int], columns: range) -> Grid | None:
    """The grid with the lines between its points; None if there are others, or none across or none upright."""
    found: list[Line] = []
    high, wide = len(grid.cells), len(columns)
    across = upright = 0
    for row in range(high):
        points = [column for column in range(wide) if grid.cells[row][column]]
        for one, other in pairwise(points):
            between = lines[numbers[row]][columns[one] + 1 : columns[other]]
            if between and set(between) == {"-"}:
                found.append(((row, one), (row, other)))
                across += len(between)
    for column in range(wide):
        points = [row for row in range(high) if grid.cells[row][column]]
        for one, other in pairwise(points):
            between = "".join(line[columns[column] :][:1] for line in lines[numbers[one] + 1 : numbers[other]])
            if between == "|" * (numbers[other] - numbers[one] - 1) and between:
                found.append(((one, column), (other, column)))
                upright += len(between)
    signs = "".join(lines[block.start : block.stop])
    whole = (signs.count("-"), signs.count("|")) == (across, upright) and across and upright
    return replace(grid, lines=tuple(found)) if whole and (grid.above or grid.below) else None


def owners_of(grid: Grid) -> dict[str, int]:
    """The side that each sign belongs to, 0 for the darker one; signs that belong to no side are left out.

    Sides are X and O, black and white, capital and small letters, or white and black figures of chess.
    """
    signs = {sign for row in grid.cells for sign in row if sign and sign not in EMPTY}
    small = {sign.lower() for sign in signs}
    for pair in _STONES:
        if small and (small <= set(pair) or set(pair) <= small):
            return {sign: pair.index(sign.lower()) for sign in signs if sign.lower() in pair}
    figures = {sign: int(sign in _WHITE_FIGURES) for sign in signs if sign in _WHITE_FIGURES + _BLACK_FIGURES}
    letters = {sign: int(sign.isupper()) for sign in signs if sign.isalpha()}
    return figures or (letters if len(set(letters.values())) > 1 else {})


def _words(line: str) -> list[Word]:
    return [(found.start(), found[0]) for found in re.finditer(r"\S+", line)]


def _block(lines: list[str], bare: list[str]) -> range:
    """The longest run of lines that are single signs, perhaps between numbers, or only join the lines around them."""
    best = run = range(0)
    for number, line in enumerate(bare):
        words = [word for _, word in _words(line)]
        inner = words[1:-1] if len(words) > 2 else [word for word in words if not word.isdecimal()]
        ends = [word for word in (*words[:1], *words[-1:]) if len(word) > 1 and not re.fullmatch(r"\d{1,3}", word)]
        joins = not words and line != lines[number] and run.stop == number and bool(run)
        if joins or (words and not ends and all(len(word) == 1 for word in inner)):
            run = range(run.start if run.stop == number and run else number, number + 1)
            best = max(best, run, key=len)
    return best


def _column_names(row: list[Word], others: list[list[Word]]) -> tuple[Word, ...]:
    """The row itself if it holds the names of columns: a b c, or 1 2 3 where no other sign is a digit."""
    signs = "".join(sign for _, sign in row)
    if len(row) < 2 or len(signs) != len(row):
        return ()
    if signs in "abcdefghijklmnopqrstuvwxyz" and signs[0] == "a":
        return tuple(row)
    if signs in "ABCDEFGHIJKLMNOPQRSTUVWXYZ" and signs[0] == "A":
        return tuple(row)
    places = {at for at, _ in row}
    digits = any(sign.isdecimal() for other in others for at, sign in other if at in places)
    return tuple(row) if signs in "1234567890" * 5 and signs[0] == "1" and not digits else ()


def _row_names(rows: list[list[Word]], columns: tuple[Word, ...]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The numbers on the left and on the right of the rows."""
    if columns:
        first, last = columns[0][0], columns[-1][0]
        left = tuple(row[0][1] if row[0][0] < first else "" for row in rows)
        right = tuple(row[-1][1] if row[-1][0] > last else "" for row in rows)
        return left if any(left) else (), right if any(right) else ()
    if any(len(row) < 3 for row in rows):
        return (), ()
    sides = []
    for end, next_to in ((0, 1), (-1, -2)):
        names = tuple(row[end][1] for row in rows)
        gaps = [_gap(row[min(end, next_to)], row[max(end, next_to)]) for row in rows]
        sides.append(names if _counts(names) and min(gaps) > 1 else ())
    return sides[0], sides[1]


def _gap(one: Word, other: Word) -> int:
    """The blanks between two words."""
    return other[0] - one[0] - len(one[1])


def _counts(names: tuple[str, ...]) -> bool:
    """Whether these are numbers with the same step from each to the next."""
    if len(names) < 2 or not all(name.isdecimal() for name in names):
        return False
    steps = {int(other) - int(one) for one, other in pairwise(names)}
    return len(steps) == 1 and steps != {0}


def _columns(rows: list[list[Word]], names: tuple[Word, ...]) -> range:
    """Where the signs of each column are; without names of columns there is one blank between them."""
    places = [at for at, _ in names] or sorted({at for row in rows for at, _ in row})
    steps = [other - one for one, other in pairwise(places)]
    step = gcd(*steps)
    if step < 2 or (step != 2 and not names):
        return range(0)
    return range(places[0], places[-1] + 1, step)


def svg_of(grid: Grid, name: str) -> str:
    """The picture of a board; `name` describes it to readers who cannot see it."""
    high, wide = len(grid.cells), len(grid.cells[0])
    x0, y0 = _EDGE + _MARGIN * bool(grid.left), _EDGE + _MARGIN * bool(grid.above)
    aside, down = (_SQUARE / 2, _SQUARE * _HEXAGON) if grid.slant else (0, _SQUARE)  # from row to row
    x1, y1 = x0 + _SQUARE * wide + aside * (high - 1), y0 + down * high
    width = max(x1 + _EDGE + _MARGIN * bool(grid.right), 2 * _EDGE + 8 * max(map(len, grid.notes), default=0))
    height = y1 + _EDGE + _EDGE * grid.slant + _MARGIN * bool(grid.below) + _LINE * len(grid.notes)
    parts = [f'<rect width="{width}" height="{height}" rx="6" fill="#fbfaf6"/>']
    signs = {sign.lower() for row in grid.cells for sign in row if sign and sign not in EMPTY}
    stones = next((pair for pair in _STONES if signs <= set(pair)), "")
    chess = "k" in signs and signs <= set(_CHESS) and not grid.lines and not aside
    drawing = "+" in signs and signs <= set("+-|")
    if grid.lines or drawing:
        size = f'width="{x1 - x0}" height="{y1 - y0}"'
        parts.append(f'<rect x="{x0}" y="{y0}" {size} fill="{_PALE}" stroke="#b9ab8d"/>')
    for ends in grid.lines:
        places = (f"{x0 + _SQUARE * (column + 0.5):g} {y0 + _SQUARE * (row + 0.5):g}" for row, column in ends)
        parts.append(f'<path d="M{"L".join(places)}" stroke="#6b5f47" stroke-width="1.7"/>')
    for row, line in enumerate(grid.cells):
        for column, sign in enumerate(line):
            left, top = x0 + _SQUARE * column + aside * row, y0 + down * row
            if sign and drawing:
                parts.append(_stroke(sign, left + _SQUARE / 2, top + _SQUARE / 2))
            elif sign and chess:
                parts.append(_chess_square(sign, left, top, (row + column) % 2 == 1))
            elif sign:
                parts.append(_square(sign, stones, left, top, "point" if grid.lines else "hexagon" if aside else ""))
    middles = [x0 + _SQUARE * column + _SQUARE / 2 for column in range(wide)]
    parts += [_text(sign, x, y0 - 8) for sign, x in zip(grid.above, middles, strict=False)]
    parts += [_text(sign, x + aside * (high - 1), y1 + 17) for sign, x in zip(grid.below, middles, strict=False)]
    for row in range(high):
        middle = y0 + down * row + _SQUARE / 2 + 5
        parts += [_text(grid.left[row], x0 + aside * row - 14, middle)] if grid.left else []
        parts += [_text(grid.right[row], x1 - aside * (high - 1 - row) + 14, middle)] if grid.right else []
    under = y1 + _MARGIN * bool(grid.below) + 17 + _EDGE * grid.slant
    parts += [_text(line, _EDGE, under + _LINE * i, "start") for i, line in enumerate(grid.notes)]
    size = f'viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" aria-label="{_escaped(name)}"'
    return f'{head} font-family="system-ui, sans-serif" font-size="14">\n' + "\n".join(parts) + "\n</svg>\n"


def _stroke(sign: str, x: float, y: float) -> str:
    """A dot, or a line from one dot to the next; nothing where there is none yet."""
    if sign == "+":
        return f'<circle cx="{x:g}" cy="{y:g}" r="5" fill="#1a1a1a"/>'
    if sign in EMPTY:
        return ""
    line = f"M{x - _SQUARE:g} {y:g}h{2 * _SQUARE}" if sign == "-" else f"M{x:g} {y - _SQUARE:g}v{2 * _SQUARE}"
    return f'<path d="{line}" stroke="#1a1a1a" stroke-width="5" stroke-linecap="round"/>'


def _square(sign: str, stones: str, x: float, y: float, shape: str) -> str:
    """A square, or a point of a board of lines, or a hexagon, and the sign on it."""
    square = f'<rect x="{x}" y="{y}" width="{_SQUARE}" height="{_SQUARE}" fill="{_PALE}" stroke="#b9ab8d"/>'
    if shape == "hexagon":
        half, side = _SQUARE / 2, _SQUARE / 3**0.5
        path = (
            f"M{x:g} {y + half - side / 2:.2f}v{side:.2f}l{half:g} {side / 2:.2f}l{half:g} {-side / 2:.2f}v{-side:.2f}"
        )
        square = f'<path d="{path}l{-half:g} {-side / 2:.2f}Z" fill="{_PALE}" stroke="#b9ab8d"/>'
    if shape == "point":
        square = f'<circle cx="{x + _SQUARE / 2:g}" cy="{y + _SQUARE / 2:g}" r="3" fill="#6b5f47"/>'
    if sign in EMPTY:
        return square
    middle, base = x + _SQUARE / 2, y + _SQUARE / 2 + 5
    if not stones:
        return square + _text(sign, middle, base + 1, size=19)
    stone, letter = _DARK if sign.lower() == stones[0] else _LIGHT
    disc = f'<circle cx="{middle}" cy="{y + _SQUARE / 2}" r="{0.4 * _SQUARE:.1f}" fill="{stone}" stroke="#1a1a1a"/>'
    return square + disc + _text(sign, middle, base, colour=letter)


def _chess_square(sign: str, x: float, y: float, dark: bool) -> str:
    """A square of a chess board, and the figure on it."""
    colour = _BROWN if dark else _PALE
    square = f'<rect x="{x}" y="{y}" width="{_SQUARE}" height="{_SQUARE}" fill="{colour}" stroke="#b9ab8d"/>'
    if sign in EMPTY:
        return square
    fill, line = ("#fffdf6", 1.6) if sign.isupper() else ("#1d1a17", 0.4)
    place = f'x="{x + _SQUARE / 2:g}" y="{y + _SQUARE / 2 + 10:g}" text-anchor="middle" font-size="28"'
    look = f'font-family="{_CHESS_FONTS}" fill="{fill}" stroke="#1d1a17" stroke-width="{line}" paint-order="stroke"'
    return f"{square}<text {place} {look}>{_CHESS[sign.lower()]}{_AS_TEXT}</text>"


def _text(words: str, x: float, y: float, anchor: str = "middle", colour: str = "#1a1a1a", size: int = 14) -> str:
    place = f'x="{x:g}" y="{y:g}" text-anchor="{anchor}" fill="{colour}"'
    return f'<text {place} font-size="{size}">{_escaped(words)}</text>'


def _escaped(words: str) -> str:
    return html.escape(printable(words))
