"""All numbers of a comparison as one picture: each is a point, printed across and ours up, on logarithmic scales.

Points on the line are equal. The marks of the groups differ in shape, not only in colour.
"""

from __future__ import annotations

from collections.abc import Sequence

from halfmove.drawing.colours import GRID, group
from halfmove.reports.axes import Box, drawing, frame, values_axis
from halfmove.reports.chart import legend, mark
from halfmove.reports.marks import GROUPS
from halfmove.studies.reproduce import ReproducedCell

_BOX = Box(640, 420, 76, 44, 14, 54)
_STYLES = {"agree": 0, "close": 2, "explained": 1, "open": 4}  # the group of a point and the number of its mark
_LABEL = "Every number that was run again: printed across, ours up, both on logarithmic scales"


def scatter(cells: Sequence[ReproducedCell]) -> str:
    """The picture and its legend; empty if fewer than two cells have two positive numbers."""
    found = {name: _points(cells, GROUPS[name]) for name in _STYLES}
    every = [value for points in found.values() for point in points for value in point]
    if len(every) < 4 or min(every) == max(every):
        return ""
    left, right, top, bottom = _BOX.edges
    up, y_marks = values_axis(every, True, bottom, top)
    left = (box := _BOX.with_room_for(y_marks)).left
    across, x_marks = values_axis(every, True, left, right)
    body = frame(
        box,
        [(across(value), name) for value, name in x_marks],
        [(up(value), name) for value, name in y_marks],
        "printed (logarithmic)",
        "ours (logarithmic)",
    )
    low, high = x_marks[0][0], x_marks[-1][0]
    ends = f"M{across(low):.1f} {up(low):.1f}L{across(high):.1f} {up(high):.1f}"
    body += f'<path class="grid" d="{ends}" stroke="{GRID}" stroke-width="6"/>'
    for name, points in found.items():
        body += _marks(name, [(across(printed), up(ours)) for printed, ours in points])
    keys = ((_marks(name, [(10, 8)]), f"{name} ({len(points):,})") for name, points in found.items() if points)
    return drawing(box, _LABEL, body) + legend(keys, 20)


def _marks(name: str, places: Sequence[tuple[float, float]]) -> str:
    """The marks of a group at these places of the drawing."""
    style, fill = _STYLES[name], "none" if name == "explained" else "currentColor"
    return group(style, f'<g opacity=".75">{"".join(mark(style, x, y, 3, fill) for x, y in places)}</g>')


def _points(cells: Sequence[ReproducedCell], statuses: Sequence[str]) -> list[tuple[float, float]]:
    return [
        (cell.printed, cell.mean)
        for cell in cells
        if cell.status in statuses and cell.printed is not None and cell.mean is not None
        if cell.unit != "claim" and cell.printed > 0 and cell.mean > 0
    ]
