"""A picture as text: one line for each node."""

from __future__ import annotations

from halfmove.base.printable import printable_line
from halfmove.drawing.pictures import Node, Picture
from halfmove.recording.log import STATUS_LETTERS, STATUS_NAMES
from halfmove.trees.unfolding import WAITS

_MAX, _MIN = "□", "○"
STATES = dict(zip(STATUS_LETTERS, STATUS_NAMES, strict=True))  # a merit follows each
BOUNDS = "{} a bound, which may stand even where all children were evaluated"


def text(picture: Picture, bare: bool = False) -> str:
    """The tree from top to bottom, then the reasons for what was cut off; `bare` is the tree alone."""
    lines = [] if bare else [picture.title]
    waiting = [(picture.nodes[0], "", "", "")]
    told: list[list[str]] = []
    while waiting:
        node, before, mine, below = waiting.pop()
        told.append(_words(node, picture))
        lines.append(before + mine + " ".join(told[-1]))
        children = [picture.nodes[child] for child in node.children]
        if picture.searched and children and not node.seen and node.cut:
            continue  # what is below a branch that was cut off
        for i in range(len(children) - 1, -1, -1):
            last = i == len(children) - 1
            waiting.append((children[i], before + below, "└─ " if last else "├─ ", "   " if last else "│  "))
    if not bare:
        lines += ["", *picture.notes]
        lines += [f"[{number}] {reason}" for number, reason in enumerate(picture.reasons, 1)]
        lines.append(_legend(told, picture.searched))
    return "\n".join(printable_line(line) for line in lines)


def _words(node: Node, picture: Picture) -> list[str]:
    words = [_MAX if node.is_max else _MIN, node.name]
    if node.label:
        words.append(f"({node.label})")
    if node.move:  # often a number, as its name is
        words.append(node.move if node.move == WAITS else f"(move {node.move})")
    if node.cut and not node.seen:
        return [*words, f"✂ [{node.cut}]"]
    if node.value and (node.seen or not picture.searched):
        words.append(node.value if node.value[0] in "≤≥S" else f"= {node.value}")
    elif node.is_leaf:
        words.append(f"· {node.value}")
    if node.window:
        words.append(f"in {node.window}")
    if node.state:
        words.append(f"{STATES[node.state]} {node.merit}")
    if node.current:
        words.append("◀")
    if node.best:
        words.append("*")
    return words


def _legend(told: list[list[str]], searched: bool) -> str:
    """What the signs mean that stand in the lines."""
    signs = {word.split(" ")[0] for words in told for word in (words[0], *words[2:])}
    bounds = sorted({word[0] for words in told for word in words[2:] if word[0] in "≤≥"})
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
        legend.append("◀ here")
    return "; ".join(legend)
