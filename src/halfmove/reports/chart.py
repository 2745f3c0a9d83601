"""Curves as SVG: linear or logarithmic axes, error bars, printed points as hollow marks, a legend."""

from __future__ import annotations

import html
import math
from collections.abc import Iterable, Mapping
from dataclasses import replace

from halfmove.drawing.colours import COLOURS, group
from halfmove.reports.axes import LINE, Box, Marks, Scale, drawing, frame, places_axis, values_axis
from halfmove.studies.figures import Figure, Series

# Each colour has its own mark: its number of corners, the angle of the first one, and how far every second one is drawn
# inwards. A mark without corners is a circle.
_SHAPES = (
    (0, 0.0, 1.0),
    (4, 45.0, 1.0),
    (3, 0.0, 1.0),
    (4, 0.0, 1.0),
    (3, 180.0, 1.0),
    (10, 0.0, 0.45),
    (5, 180.0, 1.0),
)
_DASHES = ("", "7 4", "2 3")
WIDTH, HEIGHT = 900, 460
_ALONE = Box(WIDTH, HEIGHT, 76, 220, 16, 54)
_ON_A_PAGE = Box(640, 420, 76, 24, 14, 54)
_APART = 5.0  # the distance between bars of different curves at the same place
PRINTED = "large, hollow: printed"


def looks(figures: Iterable[Figure]) -> dict[str, int]:
    """The style number of every kind of curve: the same colour and mark in all these figures.

    A figure that has no kind in common with the one before starts again at 0.
    """
    all_of_them: dict[str, int] = {}
    these: dict[str, int] = {}
    for figure in figures:
        kinds = dict.fromkeys(map(_kind, figure.series))
        these = these if these.keys() & kinds.keys() else {}
        for kind in kinds:
            these.setdefault(kind, len(these))
        all_of_them |= these
    return all_of_them


def _kind(series: Series) -> str:
    return series.kind or series.name


def chart(figure: Figure, look: Mapping[str, int] | None = None) -> str:
    """The figure as a self-contained SVG element; `look` is the result of `looks` for all figures around it."""
    numbers = looks([figure]) if look is None else look
    box, body = _drawn(figure, numbers, _ALONE)
    return drawing(box, label_of(figure), body + _legend(figure, numbers))


def plot(figure: Figure, look: Mapping[str, int] | None = None) -> str:
    """The figure for a page: an SVG element that can be narrow, and its legend as a list below."""
    numbers = looks([figure]) if look is None else look
    box, body = _drawn(figure, numbers, _ON_A_PAGE)
    keys = [(_key(series, numbers, 3, 8), series.name) for series in figure.series]
    if any(series.printed for series in figure.series):
        keys.append((mark(0, 20, 8, 6), PRINTED))
    return drawing(box, label_of(figure), body) + (legend(keys) if len(keys) > 1 else "")


def legend(keys: Iterable[tuple[str, str]], width: int = 40) -> str:
    """A list for below a drawing: signs as SVG, each with its name."""
    size = f'viewBox="0 0 {width} 16" width="{width}" height="16"'
    entries = (
        f'<li><svg class="chart key" {size} aria-hidden="true">{key}</svg>{html.escape(name)}</li>'
        for key, name in keys
    )
    return f'<ul class="legend">{"".join(entries)}</ul>'


def label_of(figure: Figure) -> str:
    return f"Figure {figure.id}: {figure.caption}" if figure.id else figure.caption


def has_bars(figure: Figure) -> bool:
    """Whether a point has an interval."""
    return any(point.low is not None and point.low != point.high for each in figure.series for point in each.points)


def _drawn(figure: Figure, numbers: Mapping[str, int], box: Box) -> tuple[Box, str]:
    xs = [point.x for series in figure.series for point in series.points] + _printed(figure, 0)
    ys = [value for series in figure.series for point in series.points for value in (point.y, point.low, point.high)
          if value is not None] + _printed(figure, 1)  # fmt: skip
    if figure.log_y:
        ys = [y for y in ys if y > 0]
    ticks = [(x, "\n".join(name.split(" "))) for x, name in figure.ticks]
    lines = max((name.count("\n") for _, name in ticks), default=0)
    box = replace(box, bottom=box.bottom + LINE * lines)
    up, y_marks = values_axis(ys, figure.log_y, box.height - box.bottom, box.top)
    box = box.with_room_for(y_marks)
    left, right, _, floor = box.edges
    across, x_marks = places_axis(xs, figure.log_x, left, right)
    parts = [
        frame(
            box,
            _placed(ticks or x_marks, across),
            _placed(y_marks, up),
            _scale_named(figure.across, figure.log_x),
            _scale_named(figure.up, figure.log_y),
        )
    ]
    marked = [series for series in figure.series if not series.plain]  # a line without marks stays in its place
    step = min(_APART, 26 / len(marked)) if marked and has_bars(figure) else 0.0
    for series in figure.series:
        shift = step * (marked.index(series) - (len(marked) - 1) / 2) if series in marked else 0.0
        parts.append(_series(series, numbers[_kind(series)], across, up, figure.log_y, floor, shift))
    return box, "".join(parts)


def _scale_named(name: str, log: bool) -> str:
    return f"{name} (logarithmic)" if log else name


def _placed(marks: Marks, scale: Scale) -> list[tuple[float, str]]:
    return [(scale(value), name) for value, name in marks]


def _printed(figure: Figure, axis: int) -> list[float]:
    return [point[axis] for series in figure.series for point in series.printed]


def _series(series: Series, number: int, across: Scale, up: Scale, log_y: bool, floor: float, shift: float) -> str:
    """One curve. `floor` is the height of the horizontal axis; everything is drawn `shift` further to the right."""
    parts = []
    points = [point for point in series.points if point.y > 0 or not log_y]
    line = " ".join(f"{across(point.x) + shift:.1f},{up(point.y):.1f}" for point in points)
    parts.append(f'<polyline points="{line}" fill="none" {_stroke(series, number)}/>')
    for point in points:
        x = across(point.x) + shift
        if point.low is not None and point.high is not None and point.low < point.high:
            ends = point.low > 0 or not log_y
            parts.append(_bar(x, up(point.low) if ends else floor, up(point.high), ends))
        if not series.plain:
            parts.append(mark(number, x, up(point.y), 3.5, "currentColor"))
    for x, y in series.printed:
        if y > 0 or not log_y:
            parts.append(mark(number, across(x) + shift, up(y), 6.5))
    return group(number, "".join(parts))


def _bar(x: float, low: float, high: float, ends: bool) -> str:
    """An interval. Without `ends` it is open below, because a logarithmic axis has no place for its lower end."""
    path = f"M{x:.1f} {low:.1f}V{high:.1f}M{x - 3:.1f} {high:.1f}h6" + (f"M{x - 3:.1f} {low:.1f}h6" if ends else "")
    return f'<path class="error" d="{path}" stroke="currentColor" stroke-opacity=".75"/>'


def _stroke(series: Series, number: int) -> str:
    """The style of a line. From the eighth kind on colours repeat, and lines are dashed."""
    dash = _DASHES[(number // len(COLOURS) + series.variant) % len(_DASHES)]
    dashed = f' stroke-dasharray="{dash}"' if dash else ""
    return f'stroke="currentColor" stroke-width="1.5"{dashed}'


def mark(number: int, x: float, y: float, r: float, fill: str = "none") -> str:
    """The mark of a kind of curves at a place; hollow unless it is filled."""
    style = f'fill="{fill}" stroke="currentColor" stroke-width="1.5"'
    corners, turn, inwards = _SHAPES[number % len(_SHAPES)]
    if not corners:
        return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{r}" {style}/>'
    places = []
    for corner in range(corners):
        angle = math.radians(turn + 360 * corner / corners)
        reach = 1.25 * r * (inwards if corner % 2 else 1)
        places.append(f"{x + reach * math.sin(angle):.1f},{y - reach * math.cos(angle):.1f}")
    return f'<polygon points="{" ".join(places)}" {style}/>'


def _key(series: Series, numbers: Mapping[str, int], x: float, y: float) -> str:
    """A piece of a curve, for the legend."""
    number = numbers[_kind(series)]
    line = f'<path d="M{x} {y:.1f}h34" {_stroke(series, number)}/>'
    return group(number, line + ("" if series.plain else mark(number, x + 17, y, 3.5, "currentColor")))


def _legend(figure: Figure, numbers: Mapping[str, int]) -> str:
    x, parts = WIDTH - _ALONE.right + 18, []
    gap = min(22.0, (HEIGHT - 2 * _ALONE.top - 44) / max(1, len(figure.series)))
    for place, series in enumerate(figure.series):
        y = _ALONE.top + 10 + gap * place
        parts.append(_key(series, numbers, x, y))
        parts.append(f'<text x="{x + 42}" y="{y + 4:.1f}">{html.escape(series.name)}</text>')
    if any(series.printed for series in figure.series):
        y = _ALONE.top + 16 + gap * len(figure.series)
        parts.append(mark(0, x + 17, y, 6.5))
        parts.append(f'<text x="{x + 42}" y="{y + 4:.1f}">{PRINTED}</text>')
    return "".join(parts)
