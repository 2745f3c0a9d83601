"""Curves as inline SVG: linear or logarithmic axes, error bars, printed points as hollow marks, a legend."""

from __future__ import annotations

import html
import math
from collections.abc import Callable, Iterable, Mapping, Sequence

from halfmove.studies.figures import Figure, Series

# Colours that a colour-blind reader can tell apart (Okabe & Ito 2008), with another mark for each: corners, the turn
# of the first one, and how far every second one is drawn in. No corners are a circle.
_COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#000000", "#B07A00", "#56B4E9")
_SHAPES = (
    (0, 0.0, 1.0),
    (4, 45.0, 1.0),
    (3, 0.0, 1.0),
    (4, 0.0, 1.0),
    (3, 180.0, 1.0),
    (10, 0.0, 0.45),
    (5, 180.0, 1.0),
)
WIDTH, HEIGHT = 900, 460
_LEFT, _RIGHT, _TOP, _BOTTOM = 76, 210, 16, 48
_DASHES = ("", "7 4", "2 3")

Scale = Callable[[float], float]


def looks(figures: Iterable[Figure]) -> dict[str, int]:
    """A number for every kind of curve: it has the same colour and mark in all these figures.

    Figures that have no kind in common with the one before begin anew.
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
    """The figure as an SVG element that needs nothing else; `look` is from `looks` of all figures it stands among."""
    numbers = looks([figure]) if look is None else look
    xs = [point.x for series in figure.series for point in series.points] + _printed(figure, 0)
    ys = [value for series in figure.series for point in series.points for value in (point.y, point.low, point.high)
          if value is not None] + _printed(figure, 1)  # fmt: skip
    if figure.log_y:
        ys = [y for y in ys if y > 0]
    across, x_marks = _axis(xs, figure.log_x, _LEFT, WIDTH - _RIGHT)
    up, y_marks = _axis(ys, figure.log_y, HEIGHT - _BOTTOM, _TOP)
    parts = [
        _frame(
            figure, across, up, [(x, _short(x)) for x in x_marks] if not figure.ticks else list(figure.ticks), y_marks
        )
    ]
    for series in figure.series:
        parts.append(_series(series, numbers[_kind(series)], across, up, figure.log_y))
    parts.append(_legend(figure, numbers))
    label = html.escape(f"Figure {figure.id}: {figure.caption}" if figure.id else figure.caption, quote=True)
    font = 'font-family="sans-serif" font-size="13"'
    body = "".join(parts)
    return f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{label}" {font}>{body}</svg>'


def _printed(figure: Figure, axis: int) -> list[float]:
    return [point[axis] for series in figure.series for point in series.printed]


def _axis(values: Sequence[float], log: bool, begin: float, end: float) -> tuple[Scale, list[float]]:
    """Where a value goes, and the values to be written at the axis."""
    low, high = min(values), max(values)
    if log:
        marks = _log_marks(low, high)
        a, b = math.log(min(low, marks[0])), math.log(max(high, marks[-1]))
        return lambda value: begin + (end - begin) * (math.log(value) - a) / ((b - a) or 1), marks
    step = _step(high - low or 1)
    first, last = math.floor(low / step) * step, math.ceil(high / step) * step
    if first == last:
        last += step
    marks = [first + i * step for i in range(round((last - first) / step) + 1)]
    return lambda value: begin + (end - begin) * (value - first) / (last - first), marks


def _step(span: float) -> float:
    """1, 2 or 5 times a power of ten, for five to ten marks."""
    power = 10.0 ** math.floor(math.log10(span / 5))
    return next(factor * power for factor in (1, 2, 5, 10) if span / (factor * power) <= 8)


def _log_marks(low: float, high: float) -> list[float]:
    """Marks at 1, 2 and 5 of every decade, or at 1 alone when there are many decades, that enclose low and high."""
    factors = (1, 2, 5) if high / low < 1000 else (1,)
    every = [f * 10.0**e for e in range(math.floor(math.log10(low)), math.ceil(math.log10(high)) + 1) for f in factors]
    first = max(i for i, mark in enumerate(every) if mark <= low * (1 + 1e-9))
    last = min((i for i, mark in enumerate(every) if mark >= high * (1 - 1e-9)), default=len(every) - 1)
    return every[first : max(last, first + 1) + 1]


def _short(value: float) -> str:
    return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.6g}"


def _frame(
    figure: Figure, across: Scale, up: Scale, x_marks: Sequence[tuple[float, str]], y_marks: Sequence[float]
) -> str:
    left, right, top, bottom = _LEFT, WIDTH - _RIGHT, _TOP, HEIGHT - _BOTTOM
    parts = [f'<path d="M{left} {top}V{bottom}H{right}" fill="none" stroke="#444"/>']
    for x, name in x_marks:
        at = across(x)
        parts.append(f'<path d="M{at:.1f} {bottom}v5" stroke="#444"/>')
        parts.append(f'<text x="{at:.1f}" y="{bottom + 19}" text-anchor="middle">{html.escape(name)}</text>')
    for y in y_marks:
        at = up(y)
        parts.append(f'<path d="M{left} {at:.1f}H{right}" stroke="#ddd"/>')
        parts.append(f'<text x="{left - 7}" y="{at + 4:.1f}" text-anchor="end">{_short(y)}</text>')
    middle, centre = (left + right) / 2, (top + bottom) / 2
    parts.append(f'<text x="{middle}" y="{HEIGHT - 10}" text-anchor="middle">{html.escape(figure.across)}</text>')
    parts.append(
        f'<text transform="translate(16 {centre}) rotate(-90)" text-anchor="middle">{html.escape(figure.up)}</text>'
    )
    return "".join(parts)


def _series(series: Series, number: int, across: Scale, up: Scale, log_y: bool) -> str:
    colour, parts = _COLOURS[number % len(_COLOURS)], []
    points = [point for point in series.points if point.y > 0 or not log_y]
    line = " ".join(f"{across(point.x):.1f},{up(point.y):.1f}" for point in points)
    parts.append(f'<polyline points="{line}" fill="none" {_stroke(series, number)}/>')
    for point in points:
        x = across(point.x)
        if point.low is not None and point.high is not None and point.low < point.high and (point.low > 0 or not log_y):
            low, high = up(point.low), up(point.high)
            bar = f"M{x:.1f} {low:.1f}V{high:.1f}M{x - 3:.1f} {low:.1f}h6M{x - 3:.1f} {high:.1f}h6"
            parts.append(f'<path d="{bar}" stroke="{colour}"/>')
        if not series.plain:
            parts.append(_mark(number, x, up(point.y), 3.5, colour, colour))
    for x, y in series.printed:
        if y > 0 or not log_y:
            parts.append(_mark(number, across(x), up(y), 6.5, "none", colour))
    return "".join(parts)


def _stroke(series: Series, number: int) -> str:
    """How the line is drawn; from the eighth kind on colours come again, and lines are broken."""
    dash = _DASHES[(number // len(_COLOURS) + series.variant) % len(_DASHES)]
    dashed = f' stroke-dasharray="{dash}"' if dash else ""
    return f'stroke="{_COLOURS[number % len(_COLOURS)]}" stroke-width="1.5"{dashed}'


def _mark(number: int, x: float, y: float, r: float, fill: str, stroke: str) -> str:
    style = f'fill="{fill}" stroke="{stroke}" stroke-width="1.5"'
    corners, turn, inwards = _SHAPES[number % len(_SHAPES)]
    if not corners:
        return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{r}" {style}/>'
    places = []
    for corner in range(corners):
        angle = math.radians(turn + 360 * corner / corners)
        reach = 1.25 * r * (inwards if corner % 2 else 1)
        places.append(f"{x + reach * math.sin(angle):.1f},{y - reach * math.cos(angle):.1f}")
    return f'<polygon points="{" ".join(places)}" {style}/>'


def _legend(figure: Figure, numbers: Mapping[str, int]) -> str:
    x, parts = WIDTH - _RIGHT + 18, []
    gap = min(22.0, (HEIGHT - 2 * _TOP - 44) / max(1, len(figure.series)))
    for place, series in enumerate(figure.series):
        y, number = _TOP + 10 + gap * place, numbers[_kind(series)]
        colour = _COLOURS[number % len(_COLOURS)]
        parts.append(f'<path d="M{x} {y:.1f}h34" {_stroke(series, number)}/>')
        if not series.plain:
            parts.append(_mark(number, x + 17, y, 3.5, colour, colour))
        parts.append(f'<text x="{x + 42}" y="{y + 4:.1f}">{html.escape(series.name)}</text>')
    if any(series.printed for series in figure.series):
        y = _TOP + 16 + gap * len(figure.series)
        parts.append(_mark(0, x + 17, y, 6.5, "none", "#444"))
        parts.append(f'<text x="{x + 42}" y="{y + 4:.1f}">large, hollow: printed</text>')
    return "".join(parts)
