"""A picture as text: one line for each node."""

from __future__ import annotations

from halfmove.drawing.pictures import Node, Picture
from halfmove.printable import printable_line

_MAX, _MIN = "□", "○"
_STATES = {"L": "LIVE", "S": "SOLVED", "l": "INACTIVE"}  # with the merit behind it


def text(picture: Picture, bare: bool = False) -> str:
    """The tree from top to bottom, then the reasons for what was cut off; `bare` is the tree alone."""
    lines = [] if bare else [picture.title]
    waiting = [(picture.nodes[0], "", "", "")]
    while waiting:
        node, before, mine, below = waiting.pop()
        lines.append(before + mine + _words(node, picture))
        sons = [picture.nodes[son] for son in node.sons]
        if picture.searched and sons and not node.seen and node.cut:
            continue  # what is below a branch that was cut off
        for i in range(len(sons) - 1, -1, -1):
            last = i == len(sons) - 1
            waiting.append((sons[i], before + below, "└─ " if last else "├─ ", "   " if last else "│  "))
    if not bare:
        lines += ["", *picture.notes]
        lines += [f"[{number}] {reason}" for number, reason in enumerate(picture.reasons, 1)]
        lines.append(_legend(picture))
    return "\n".join(printable_line(line) for line in lines)


def _words(node: Node, picture: Picture) -> str:
    words = [_MAX if node.is_max else _MIN, node.name]
    if node.label:
        words.append(f"({node.label})")
    if node.move:
        words.append(node.move)
    if node.cut and not node.seen:
        return " ".join([*words, f"✂ [{node.cut}]"])
    if node.value and (node.seen or not picture.searched):
        words.append(node.value if node.value[0] in "≤≥S" else f"= {node.value}")
    elif node.is_leaf:
        words.append(f"· {node.value}")
    if node.window:
        words.append(f"in {node.window}")
    if node.state:
        words.append(f"{_STATES[node.state]} {node.merit}")
    if node.current:
        words.append("◀")
    if node.best:
        words.append("*")
    return " ".join(words)


def _legend(picture: Picture) -> str:
    told = [f"{_MAX} MAX", f"{_MIN} MIN"]
    if any(node.best for node in picture.nodes):
        told.append("* best line")
    if picture.searched:
        told.append("= evaluated or known, · not looked at")
    if picture.reasons:
        told.append("✂ cut off for the reason [n]")
    if any(node.value.startswith("S") for node in picture.nodes):
        told.append("S SOLVED before, with this merit")
    if any(node.state for node in picture.nodes):
        told.append("LIVE, INACTIVE, SOLVED on OPEN with a merit")
    if any(node.current for node in picture.nodes):
        told.append("◀ here")
    return ", ".join(told)
