"""A picture as text: one line for each node."""

from __future__ import annotations

from halfmove.base.printable import printable_line
from halfmove.drawing.pictures import Node, Picture
from halfmove.recording.log import STATUS_LETTERS, STATUS_NAMES
from halfmove.trees.unfolding import WAITS

_MAX, _MIN = "□", "○"
STATES = dict(zip(STATUS_LETTERS, STATUS_NAMES, strict=True))  # a merit follows each
BOUNDS = "{} a bound, possibly even where all children were evaluated"


def text(picture: Picture, bare: bool = False) -> str:
    """The tree from top to bottom, then the reasons for the cut-offs; `bare` is the tree alone."""
    lines = [] if bare else [picture.title]
    waiting = [(picture.nodes[0], "", "", "")]
    drawn: list[list[str]] = []
    while waiting:
        node, before, mine, below = waiting.pop()
        drawn.append(_parts(node, picture))
        lines.append(before + mine + " ".join(drawn[-1]))
        children = [picture.nodes[child] for child in node.children]
        if picture.searched and children and not node.seen and node.cut:
            continue  # nothing below a branch that was cut off is drawn
        for i in range(len(children) - 1, -1, -1):
            last = i == len(children) - 1
            waiting.append((children[i], before + below, "└─ " if last else "├─ ", "   " if last else "│  "))
    if not bare:
        lines += ["", *picture.notes]
        lines += [f"[{number}] {reason}" for number, reason in enumerate(picture.reasons, 1)]
        lines.append(_legend(drawn, picture.searched))
    return "\n".join(printable_line(line) for line in lines)


def _parts(node: Node, picture: Picture) -> list[str]:
    parts = [_MAX if node.is_max else _MIN, node.name]
    if node.label:
        parts.append(f"({node.label})")
    if node.move:  # often a number, as its name is
        parts.append(node.move if node.move == WAITS else f"(move {node.move})")
    if node.partition:
        parts.append(f"[partition {node.partition}]")
    if node.cut and not node.seen:
        return [*parts, f"✂ [{node.cut}]"]
    if node.value and (node.seen or not picture.searched):
        parts.append(node.value if node.value[0] in "≤≥S" else f"= {node.value}")
    elif node.is_leaf:
        parts.append(f"· {node.value}")
    if node.window:
        parts.append(f"in {node.window}")
    if node.state:
        parts.append(f"{STATES[node.state]} {node.merit}")
    if node.current:
        parts.append("◀")
    if node.best:
        parts.append("*")
    return parts


def _legend(drawn: list[list[str]], searched: bool) -> str:
    """The meaning of the signs that are used in the lines."""
    signs = {part.split(" ")[0] for parts in drawn for part in (parts[0], *parts[2:])}
    bounds = sorted({part[0] for parts in drawn for part in parts[2:] if part[0] in "≤≥"})
    legend = [f"{_MAX} MAX"]
    if _MIN in signs:
        legend.append(f"{_MIN} MIN")
    if "*" in signs:
        legend.append("* best line")
    if searched and "=" in signs:
        legend.append("= evaluated or known")
    if "·" in signs:
        legend.append("· not looked at")
    if bounds:
        legend.append(BOUNDS.format(" ".join(bounds)))
    if "✂" in signs:
        legend.append("✂ cut off for the reason [n]")
    if "S" in signs:
        legend.append("S was SOLVED, with its merit")
    if states := [name for name in STATES.values() if name in signs]:
        legend.append(f"{', '.join(states)} on OPEN, with its merit")
    if "◀" in signs:
        legend.append("◀ the current node")
    return "; ".join(legend)
