"""A figure on a page: the drawing, its legend and caption, and its numbers if no table beside it has them."""

from __future__ import annotations

from collections.abc import Mapping

from halfmove.reports.chart import has_bars, plot
from halfmove.reports.numbers import common_places, number
from halfmove.reports.page import row_head, table, text
from halfmove.studies.figures import Figure


def figure_html(figure: Figure, look: Mapping[str, int], anchor: str, name: str = "", titled: bool = True) -> str:
    """The drawing with its caption; `name` precedes it, as in `Figure 4.1`.

    Without `titled` the caption is left out, because a heading says the same.
    """
    sentences = [figure.caption.rstrip(".") + "."] if titled else []
    sentences += [figure.note] if figure.note else []
    sentences += ["Bars: 95 % intervals of our means."] if has_bars(figure) else []
    caption = (f"<strong>{text(name)}.</strong> " if name else "") + text(" ".join(sentences))
    return f'<figure id="{text(anchor)}">{plot(figure, look)}<figcaption>{caption}</figcaption></figure>'


def numbers_html(figure: Figure) -> str:
    """The points of a figure as a table that opens at a click; empty for curves without points."""
    curves = [series for series in figure.series if not series.plain]
    if not curves:
        return ""
    names = dict(figure.ticks)
    xs = sorted({point.x for series in curves for point in series.points})
    found = [{point.x: point.y for point in series.points} for series in curves]
    places = common_places(y for column in found for y in column.values())
    rows = [
        f"<tr>{row_head(names.get(x) or number(x))}"
        + "".join(f"<td>{text(number(column.get(x), places))}</td>" for column in found)
        + "</tr>"
        for x in xs
    ]
    caption = f"{figure.up}, by {figure.across}"
    grid = table([figure.across, *(series.name for series in curves)], rows, caption)
    return f"<details><summary>The numbers of this figure</summary>{grid}</details>"
