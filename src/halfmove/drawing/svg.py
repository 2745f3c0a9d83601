"""A picture as SVG: MAX nodes are squares, MIN nodes circles. It can be read without colours too."""

from __future__ import annotations

import html
import math
import re

from halfmove.base.printable import printable
from halfmove.drawing.bare import Place, label_place, planned
from halfmove.drawing.layout import LETTERS, letters, places
from halfmove.drawing.layout import SIZE as _SIZE
from halfmove.drawing.pictures import Node, Picture
from halfmove.drawing.text import BOUNDS, STATES

_ROW, _LINE = 74, 20  # pixels: between levels, of a line of text
_LEAST = 9.0  # the least size of letters
_NARROW, _WIDE, _OTHER = 0.36, 0.84, 0.64  # the widths of signs in DejaVu Sans, a wide font, as parts of their size
# In a notebook all pictures and the page share their styles: these rules apply only inside a drawing.
_RULES = """
text { font: 13px system-ui, sans-serif; fill: #1a1a1a; text-anchor: middle }
.small { paint-order: stroke; stroke: #ffffff; stroke-width: 4px }
.small { font-size: 11px; fill: #4a4a4a } .start { text-anchor: start } .end { text-anchor: end }
.title { font-weight: 600 }
.node { fill: #ffffff; stroke: #1a1a1a; stroke-width: 1.5 } .unseen { stroke: #9a9a9a; fill: #f6f6f6 }
.evaluated { fill: #f0e442 } .open { fill: #cfe8f7 } .solved { fill: #b9e3d3 }
.current { stroke: #d55e00; stroke-width: 4 }
.edge { stroke: #1a1a1a; stroke-width: 1.2; fill: none } .pale { stroke: #b0b0b0 }
.cut { stroke: #8a8a8a; stroke-dasharray: 3 4 } .bar { stroke: #d55e00; stroke-width: 2.5 }
.best { stroke: #0072b2; stroke-width: 4 } .faint { fill: #8a8a8a }
"""
_PARTITION = 'fill="none" stroke="#cc79a7" stroke-width="1.5" stroke-dasharray="6 3"'
_STYLE = re.sub(r"([.\w]+) \{", r".halfmove-tree \1 {", _RULES)


def svg(picture: Picture, bare: bool = False) -> str:
    """The whole picture, with its title, its legend and the reasons for the cut-offs; `bare` is the tree alone."""
    if bare:
        return _bare(picture)
    column = max(36.0, *(_room(node) for node in picture.nodes if len(node.children) < 2))
    at = places(picture, column, _ROW)
    notes = [*picture.notes, *[f"[{n}] {reason}" for n, reason in enumerate(picture.reasons, 1)]]
    lines = [line for sentence in (_legend(picture), *notes) for line in wrapped(sentence)]
    tree_width, tree_height = max(x for x, _ in at) + column / 2, max(y for _, y in at) + _ROW / 2
    width = max(tree_width + 3 * _SIZE, 620.0)
    left = (width - tree_width) / 2
    at = [(x + left, y + 34) for x, y in at]
    height = 34 + tree_height + 20 + _LINE * len(lines) + 14
    parts = [f'<text class="title start" x="12" y="22">{_escaped(picture.title)}</text>', *_tree(picture, at)]
    for i, line in enumerate(lines):
        parts.append(f'<text class="start" x="12" y="{34 + tree_height + 24 + _LINE * i:.0f}">{_escaped(line)}</text>')
    return _whole(picture, width, height, parts)


def _bare(picture: Picture) -> str:
    plan = planned(picture, _label_width)
    return _whole(picture, plan.width, plan.height, _tree(picture, plan.at, plan.labels))


def _whole(picture: Picture, width: float, height: float, parts: list[str]) -> str:
    size = f'viewBox="0 0 {width:.0f} {height:.0f}" width="{width:.0f}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" class="halfmove-tree" {size}'
    background = '<rect width="100%" height="100%" fill="#ffffff"/>'
    about = ": ".join([f"tree of {picture.title}", *picture.notes[:1]])
    label = f'role="img" aria-label="{_escaped(about)}"'
    return f"{head} {label}><style>{_STYLE}</style>{background}\n" + "\n".join(parts) + "\n</svg>\n"


def _tree(picture: Picture, at: list[tuple[float, float]], labels: list[Place] | None = None) -> list[str]:
    parts = [_edge(picture, node, at) for node in picture.nodes[1:]]
    parts += _partitions(picture, at)
    labels = labels or [label_place(node.is_leaf) for node in picture.nodes]
    return parts + [_shape(picture, node, *at[node.number], labels[node.number]) for node in picture.nodes]


def _partitions(picture: Picture, at: list[tuple[float, float]]) -> list[str]:
    """A frame around the nodes of each partition."""
    frames: dict[tuple[int, int], list[Node]] = {}
    for node in picture.nodes:
        if node.partition:
            frames.setdefault((node.parent, node.partition), []).append(node)
    found = []
    for (parent, number), nodes in frames.items():
        left, right = at[nodes[0].number][0] - _SIZE / 2 - 5, at[nodes[-1].number][0] + _SIZE / 2 + 5
        top = at[nodes[0].number][1] - _SIZE / 2 - 5
        about = _escaped(f"partition {number} of {picture.nodes[parent].name}")
        size = f'width="{right - left:.1f}" height="{_SIZE + 10}" rx="7"'
        place = f'x="{left:.1f}" y="{top:.1f}" {size}'
        found.append(f'<rect class="partition" {place} {_PARTITION}><title>{about}</title></rect>')
    return found


def _edge(picture: Picture, node: Node, at: list[tuple[float, float]]) -> str:
    (x1, y1), (x2, y2) = at[node.parent], at[node.number]
    parent = picture.nodes[node.parent]
    style = "best" if node.best and parent.best else "cut" if node.cut else "" if node.seen else "pale"
    line = f'<path class="edge {style}" d="M{x1:.1f} {y1 + _SIZE / 2:.1f} L{x2:.1f} {y2 - _SIZE / 2:.1f}"'
    if not node.cut:
        return line + "/>" + _move(node, x1, y1, x2, y2)
    x, y = (x1 + x2) / 2, (y1 + y2) / 2
    across = 8 / math.hypot(x2 - x1, y2 - y1)
    dx, dy = across * (y2 - y1), across * (x1 - x2)  # a bar across the branch
    bar = f'<path class="bar" d="M{x - dx:.1f} {y - dy:.1f} L{x + dx:.1f} {y + dy:.1f}"/>'
    number = ""
    if is_last_cut(picture, node):
        number = f'<text class="small" x="{x + 20:.1f}" y="{y + 4:.1f}">[{node.cut}]</text>'
    return f"<g>{line}/>{bar}{number}<title>{_escaped(picture.reasons[node.cut - 1])}</title></g>"


def is_last_cut(picture: Picture, node: Node) -> bool:
    """Whether the branch to its right is not cut off for the same reason: only then its reason is written."""
    after = node.number + 1
    return after not in picture.nodes[node.parent].children or picture.nodes[after].cut != node.cut


def _move(node: Node, x1: float, y1: float, x2: float, y2: float) -> str:
    if not node.move:
        return ""
    return (
        f'<text class="small" x="{x1 + 0.6 * (x2 - x1):.1f}" y="{(y1 + y2) / 2 + 4:.1f}">{_escaped(node.move)}</text>'
    )


def _shape(picture: Picture, node: Node, x: float, y: float, label: Place) -> str:
    half = _SIZE / 2
    kinds = ["node", "" if node.seen else "unseen"]
    if node.state:
        kinds.append("solved" if node.state == "S" else "open")
    elif node.is_leaf and node.seen and picture.searched:
        kinds.append("evaluated")
    if node.current:
        kinds.append("current")
    style = " ".join(filter(None, kinds))
    if node.is_max:
        shape = f'<rect class="{style}" x="{x - half:.1f}" y="{y - half:.1f}" width="{_SIZE}" height="{_SIZE}"/>'
    else:
        shape = f'<circle class="{style}" cx="{x:.1f}" cy="{y:.1f}" r="{half:.1f}"/>'
    faint = "" if node.seen or node.state or not picture.searched else ' class="faint"'
    value = node.value if _fits(node) else ""
    size = _letters(value)
    smaller = f' style="font-size: {size:.1f}px"' if size < LETTERS else ""
    inside = f'<text{faint}{smaller} x="{x:.1f}" y="{y + 4.5 * size / LETTERS:.1f}">{_escaped(value)}</text>'
    style = "small" + {"start": " start", "end": " end"}.get(label.anchor, "")
    under = f'<text class="{style}" x="{x + label.x:.1f}" y="{y + label.y:.1f}">{_escaped(_label(node))}</text>'
    tooltip = _escaped(f"{node.name}: {'MAX' if node.is_max else 'MIN'} {node.value}".strip())
    return f"<g>{shape}{inside}{under}<title>{tooltip}</title></g>"


def _letters(value: str) -> float:
    """The size of the letters of a value in a node."""
    return letters(LETTERS * sum(_NARROW if sign in " .-" else _WIDE if sign in "≥≤∞" else _OTHER for sign in value))


def _fits(node: Node) -> bool:
    """Whether a value is readable inside its node; if not, it is part of the label."""
    return _letters(node.value) >= _LEAST


def _room(node: Node) -> float:
    """The width in pixels of a node that has its own column."""
    return _label_width(node) + (8 if node.is_leaf else _SIZE + 10)


def _label_width(node: Node) -> float:
    return 6.2 * len(_label(node))


def _label(node: Node) -> str:
    """The text under a leaf, or beside another node."""
    parts = [f"{node.label} {node.name}".strip()]
    if not _fits(node):
        parts.append(node.value if node.value[0] in "≥≤" else f"= {node.value}")
    if node.window:
        parts.append(f"({node.window})")
    if node.state:
        parts.append(f"{node.state} {node.merit}")
    return " ".join(parts)


def _legend(picture: Picture) -> str:
    entries = ["□ MAX", "○ MIN"]
    if any(node.partition for node in picture.nodes):
        entries.append("dashed frame: a partition")
    if any(node.best for node in picture.nodes):
        entries.append("thick: best line")
    if any(node.move for node in picture.nodes):
        entries.append("text on a branch: its move")
    if picture.searched:
        entries.append("filled leaf: evaluated")
    if picture.reasons:
        entries.append("dashed with a bar: cut off, reason [n]")
    if any(node.value[:1] in ("≤", "≥") for node in picture.nodes):
        entries.append(BOUNDS.format("≤ ≥"))
    states = {node.state for node in picture.nodes}
    if on_open := [f"{sign} {name}" for sign, name in STATES.items() if sign in states]:
        entries.append(f"{', '.join(on_open)} on OPEN, with its merit")
    if any(node.value.startswith("S") for node in picture.nodes):
        entries.append("S in a node: was SOLVED, with its merit")
    return " · ".join(entries)


def wrapped(sentence: str, most: int = 92) -> list[str]:
    lines = [""]
    for word in sentence.split():
        if lines[-1] and len(lines[-1]) + 1 + len(word) > most:
            lines.append("      " + word)
        else:
            lines[-1] = f"{lines[-1]} {word}" if lines[-1] else word
    return lines


def _escaped(text: str) -> str:
    return html.escape(printable(text))
