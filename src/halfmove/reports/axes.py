"""The kind of axis that all charts share: round numbers or the values themselves, faint grid lines, two edges.

Colours are in attributes, so that a drawing works without a page. A dark page sets other colours for the same classes.
"""

from __future__ import annotations

import html
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from halfmove.drawing.colours import GRID, INK
from halfmove.reports.numbers import number

LETTER = 10  # about the width of a letter on a narrow page, where letters are largest
LINE = 19  # the height of a line of text
_INSET = 18  # between an edge and the first place of a horizontal axis
_NAMED = 10  # up to this many places of a horizontal axis are marked themselves; with more, round numbers are

Scale = Callable[[float], float]
Marks = Sequence[tuple[float, str]]


@dataclass(frozen=True)
class Box:
    """The size of a drawing, and its margins."""

    width: float
    height: float
    left: float
    right: float
    top: float
    bottom: float

    @property
    def edges(self) -> tuple[float, float, float, float]:
        """Left, right, top and bottom of the area inside the axes."""
        return self.left, self.width - self.right, self.top, self.height - self.bottom

    def with_room_for(self, marks: Marks) -> Box:
        """The same box with a left margin for the names of these marks."""
        return replace(self, left=32 + LETTER * max((len(name) for _, name in marks), default=0))


def values_axis(values: Sequence[float], log: bool, begin: float, end: float) -> tuple[Scale, list[tuple[float, str]]]:
    """The scale of an axis, and marks that enclose all values."""
    low, high = min(values), max(values)
    if log:
        marks = _log_marks(low, high)
        a, b = math.log(min(low, marks[0])), math.log(max(high, marks[-1]))
        return lambda value: begin + (end - begin) * (math.log(value) - a) / ((b - a) or 1), _named(marks)
    marks = _round_marks(low, high)
    first, last = marks[0], marks[-1]
    return lambda value: begin + (end - begin) * (value - first) / (last - first), _alike(marks)


def places_axis(values: Sequence[float], log: bool, begin: float, end: float) -> tuple[Scale, list[tuple[float, str]]]:
    """The same for a horizontal axis: all places are inside its ends, and if they are few, each has a mark."""
    places = sorted(set(values))
    turned: Scale = math.log if log else float
    low, high = turned(places[0]), turned(places[-1])
    begin, end = begin + _INSET, end - _INSET

    def scale(value: float) -> float:
        return begin + (end - begin) * (turned(value) - low) / (high - low) if high > low else (begin + end) / 2

    marks = _named(places)
    at = [scale(place) for place in places]
    wide = [LETTER * len(name) / 2 + 4 for _, name in marks]
    fits = all(at[i + 1] - at[i] >= wide[i] + wide[i + 1] for i in range(len(at) - 1))
    if len(places) > _NAMED or not fits:
        enclosing = _log_marks(places[0], places[-1]) if log else _round_marks(places[0], places[-1])
        inside = [mark for mark in enclosing if places[0] <= mark <= places[-1]]
        marks = _named(inside) if log else _alike(inside)
    return scale, marks


def frame(box: Box, x_marks: Marks, y_marks: Marks, across: str, up: str, rows: bool = False) -> str:
    """The axes. Marks are given by their place in the drawing; on the horizontal axis a name may have several lines.

    With `rows` the vertical axis is not a scale: it has names, and no grid lines.
    """
    left, right, top, bottom = box.edges
    parts = []
    for x, _ in x_marks:
        parts.append(f'<path class="grid" d="M{x:.1f} {top:.1f}V{bottom:.1f}" stroke="{GRID}"/>')
    for y, _ in () if rows else y_marks:
        parts.append(f'<path class="grid" d="M{left:.1f} {y:.1f}H{right:.1f}" stroke="{GRID}"/>')
    edges = f"M{left:.1f} {top:.1f}V{bottom:.1f}H{right:.1f}"
    parts.append(f'<path class="edge" d="{edges}" fill="none" stroke="currentColor" stroke-opacity=".7"/>')
    for x, name in x_marks:
        lines = name.split("\n")
        for number_of, line in enumerate(lines):
            y = bottom + 20 + LINE * number_of
            parts.append(f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="middle">{html.escape(line)}</text>')
    for y, name in y_marks:
        parts.append(f'<text x="{left - 8:.1f}" y="{y + 4:.1f}" text-anchor="end">{html.escape(name)}</text>')
    middle, centre = (left + right) / 2, (top + bottom) / 2
    if across:
        parts.append(
            f'<text x="{middle:.1f}" y="{box.height - 8:.1f}" text-anchor="middle">{html.escape(across)}</text>'
        )
    if up:
        turned = f"translate(14 {centre:.1f}) rotate(-90)"
        parts.append(f'<text transform="{turned}" text-anchor="middle">{html.escape(up)}</text>')
    return "".join(parts)


def drawing(box: Box, label: str, body: str) -> str:
    """An SVG element, for a page or inside another one."""
    size = f'viewBox="0 0 {box.width:g} {box.height:g}"'
    font = f'font-family="system-ui, sans-serif" font-size="13" color="{INK}" fill="currentColor"'
    return f'<svg class="chart" {size} role="img" aria-label="{html.escape(label, quote=True)}" {font}>{body}</svg>'


def _named(marks: Sequence[float]) -> list[tuple[float, str]]:
    return [(mark, number(mark, _places(mark))) for mark in marks]


def _alike(marks: Sequence[float]) -> list[tuple[float, str]]:
    """All with the same number of decimals."""
    places = max(map(_places, marks), default=0)
    return [(mark, number(mark, places)) for mark in marks]


def _places(value: float) -> int:
    """The fewest decimals that show the value.

    >>> _places(20.0), _places(0.25), _places(-150.0), _places(2e-5)
    (0, 2, 0, 5)
    """
    return next((n for n in range(12) if abs(round(value, n) - value) <= 1e-6 * abs(value)), 12)


def _round_marks(low: float, high: float) -> list[float]:
    """Multiples of 1, 2 or 5 times a power of ten that enclose low and high."""
    span = (high - low) or abs(high) or 1
    power = 10.0 ** math.floor(math.log10(span / 5))
    step = next(factor * power for factor in (1, 2, 5, 10) if span / (factor * power) <= 8)
    first, last = math.floor(low / step + 1e-9), math.ceil(high / step - 1e-9)
    return [step * place for place in range(first, max(last, first + 1) + 1)]


def _log_marks(low: float, high: float) -> list[float]:
    """Marks at 1, 2 and 5 of every decade, or at 1 alone when there are many decades, that enclose low and high."""
    factors = (1, 2, 5) if high / low < 1000 else (1,)
    every = [f * 10.0**e for e in range(math.floor(math.log10(low)), math.ceil(math.log10(high)) + 1) for f in factors]
    first = max(i for i, mark in enumerate(every) if mark <= low * (1 + 1e-9))
    last = min((i for i, mark in enumerate(every) if mark >= high * (1 - 1e-9)), default=len(every) - 1)
    return every[first : max(last, first + 1) + 1]
