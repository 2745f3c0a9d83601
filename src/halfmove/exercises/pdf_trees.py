"""A bare tree in a PDF: the same places, shapes and marks as in `drawing/svg.py`."""

from __future__ import annotations

import math
from typing import Any

from halfmove.drawing.bare import Place, Plan, planned
from halfmove.drawing.layout import LETTERS, SIZE, letters
from halfmove.drawing.pictures import Node, Picture
from halfmove.drawing.svg import is_last_cut

_PIXEL = 0.2646  # millimetres
_HALF = SIZE / 2
_NAME = 11  # pixels: the size of the letters of a name
_BLACK, _PALE, _CUT = (26, 26, 26), (176, 176, 176), (138, 138, 138)
_BEST, _BAR = (0, 114, 178), (213, 94, 0)
_WHITE, _UNSEEN, _EVALUATED = (255, 255, 255), (246, 246, 246), (240, 228, 66)


def _plan(setter: Any, picture: Picture, wide: float, size: float) -> tuple[Plan, float]:
    """The places in pixels, and the millimetres per pixel: `size` times those of a screen, less for wide trees."""
    plan = planned(picture, lambda node: float(setter.width(node.name, _points(_NAME, _PIXEL))) / _PIXEL)
    return plan, min(_PIXEL * size, wide / plan.width)


def _points(pixels: float, scale: float) -> float:
    return pixels * scale / 0.3528


def tree_size(setter: Any, picture: Picture, wide: float, size: float = 1.0) -> tuple[float, float]:
    """The width and height of a tree in millimetres; it is at most `wide`."""
    plan, scale = _plan(setter, picture, wide, size)
    return plan.width * scale, plan.height * scale


def tree_set(setter: Any, picture: Picture, left: float, top: float, wide: float, size: float = 1.0) -> None:
    """Draw a tree. `setter` has the `file`, writes a text with `run` and measures it with `width`."""
    plan, scale = _plan(setter, picture, wide, size)
    left += (wide - plan.width * scale) / 2
    at = [(left + x * scale, top + y * scale) for x, y in plan.at]
    for node in picture.nodes[1:]:
        _edge(setter, picture, node, at, scale)
    for node in picture.nodes:
        _node(setter, picture, node, *at[node.number], scale, plan.labels[node.number])


def _edge(setter: Any, picture: Picture, node: Node, at: list[tuple[float, float]], scale: float) -> None:
    file, half = setter.file, _HALF * scale
    (x1, y1), (x2, y2) = at[node.parent], at[node.number]
    y1, y2 = y1 + half, y2 - half
    best = node.best and picture.nodes[node.parent].best
    file.set_draw_color(*(_BEST if best else _CUT if node.cut else _BLACK if node.seen else _PALE))
    file.set_line_width((4 if best else 1.2) * scale)
    dash = {"dash": 3 * scale, "gap": 4 * scale} if node.cut else {}
    file.set_dash_pattern(**dash)
    file.line(x1, y1, x2, y2)
    file.set_dash_pattern()
    if node.cut:
        x, y = (x1 + x2) / 2, (y1 + y2) / 2
        across = 8 * scale / math.hypot(x2 - x1, y2 - y1)
        dx, dy = across * (y2 - y1), across * (x1 - x2)
        file.set_draw_color(*_BAR)
        file.set_line_width(2.5 * scale)
        file.line(x - dx, y - dy, x + dx, y + dy)
    if node.cut and is_last_cut(picture, node):
        _label(setter, x + 10 * scale, y + 4 * scale, f"[{node.cut}]", scale)


def _node(setter: Any, picture: Picture, node: Node, x: float, y: float, scale: float, label: Place) -> None:
    file, half = setter.file, _HALF * scale
    evaluated = node.is_leaf and node.seen and picture.searched
    file.set_draw_color(*(_BLACK if node.seen else _CUT))
    file.set_fill_color(*(_EVALUATED if evaluated else _WHITE if node.seen else _UNSEEN))
    file.set_line_width(1.5 * scale)
    shape = file.rect if node.is_max else file.ellipse
    shape(x - half, y - half, 2 * half, 2 * half, style="DF")
    pixels = letters(setter.width(node.value, _points(LETTERS, scale)) / scale)
    size = _points(pixels, scale)
    left, base = x - setter.width(node.value, size) / 2, y + 4.5 * pixels / LETTERS * scale
    setter.run(left, base, node.value, size, grey=20 if node.seen else 138)
    before = {"start": 0.0, "middle": 0.5, "end": 1.0}[label.anchor] * setter.width(node.name, _points(_NAME, scale))
    _label(setter, x + label.x * scale - before, y + label.y * scale, node.name, scale)


def _label(setter: Any, x: float, y: float, text: str, scale: float) -> None:
    """Small text on white, so that no branch runs through it."""
    size = _points(_NAME, scale)
    setter.file.set_fill_color(*_WHITE)
    setter.file.rect(x - scale, y - 9 * scale, setter.width(text, size) + 2 * scale, 11 * scale, style="F")
    setter.run(x, y, text, size, grey=74)
