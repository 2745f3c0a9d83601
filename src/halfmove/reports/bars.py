"""Horizontal bars from 0 as SVG, one for each name, with the interval of its mean. Axes are those of curves."""

from __future__ import annotations

import html
from collections.abc import Sequence
from dataclasses import dataclass

from halfmove.drawing.colours import COLOURS
from halfmove.reports.axes import LETTER, Box, drawing, frame, values_axis
from halfmove.reports.numbers import number

WIDTH = 640
_ROW, _THICK = 30, 16
_LONGEST = 26  # letters of a name; a longer name is cut
_TOP, _BOTTOM = 6, 54


@dataclass(frozen=True)
class Bar:
    """A mean and its 95 % interval, None if there is none; `count` is its number of trees where bars differ in that."""

    name: str
    mean: float
    low: float | None
    high: float | None
    count: str = ""


def bars(entries: Sequence[Bar], across: str, label: str, places: int) -> tuple[str, int]:
    """An SVG element, and its height. Means are written with `places` decimals."""
    names = [_cut(each.name) for each in entries]
    height = _TOP + _ROW * len(entries) + _BOTTOM
    means = [number(each.mean, places) + (f" ({each.count})" if each.count else "") for each in entries]
    before, after = (16 + LETTER * max(map(len, words)) for words in (names, means))
    box = Box(WIDTH, height, before, after, _TOP, _BOTTOM)
    left, right, top, _ = box.edges
    reaches = [each.mean if each.high is None else each.high for each in entries]
    scale, marks = values_axis([0.0, *reaches, 1e-9], False, left, right)
    rows = [(top + _ROW * (place + 0.5), name) for place, name in enumerate(names)]
    step = max(1, -(-len(marks) * max(len(name) for _, name in marks) * LETTER // int(right - left)))
    ticks = [(scale(value), name if place % step == 0 else "") for place, (value, name) in enumerate(marks)]
    parts = [frame(box, ticks, rows, across, "", rows=True)]
    for each, mean, (y, _) in zip(entries, means, rows, strict=True):
        end = scale(each.mean)
        parts.append(
            f'<g class="c0" color="{COLOURS[0]}"><title>{html.escape(f"{each.name}: {mean}")}</title>'
            f'<rect x="{left:.1f}" y="{y - _THICK / 2:.1f}" width="{max(0.0, end - left):.1f}" '
            f'height="{_THICK}" fill="currentColor" fill-opacity=".45"/>'
        )
        if each.low is not None and each.high is not None and each.low < each.high:
            low, end = scale(max(0.0, each.low)), scale(each.high)
            ends = f"M{low:.1f} {y - 4:.1f}v8M{end:.1f} {y - 4:.1f}v8"
            parts.append(f'<path d="M{low:.1f} {y:.1f}H{end:.1f}{ends}" stroke="currentColor" stroke-width="1.5"/>')
        parts.append(f'</g><text x="{end + 8:.1f}" y="{y + 4:.1f}">{mean}</text>')
    return drawing(box, label, "".join(parts)), height


def _cut(name: str) -> str:
    return name if len(name) <= _LONGEST else name[: _LONGEST - 1] + "…"
