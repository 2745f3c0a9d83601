"""The types of the nodes in the model of ordered trees, and a drawing of them.

Source      Srimani 1985, figures 5.1 (SSS*) and 5.2 (alpha-beta), with the equations of sections 5.1 and 5.2.
Types       SSS*        F fully, P partially and M minimally searched; the (k+1)-th child is the best one everywhere
                        F at MAX: k P, F, the others M      F at MIN: k+1 F, the others M      P: k+1 F, no others
                        M at MAX: all M                     M at MIN: its first child M, no others
            alpha-beta  1: 1, k 5, the others 7    2: 4, k 5, the others 7    3: all 6    4: 2, the others 6
                        5: 2, k-1 6, 3, no others  6: k 6, 3, no others       7: 3, no others
Departures  the equations say how many children of each type a node has. Their order is that of a search from the left:
            the child that an equation has once is the first one, except for the child that ends the search of a node.
"""

from __future__ import annotations

from halfmove.base.checks import unknown, whole
from halfmove.base.gate import checked
from halfmove.drawing.drawings import MOST_NODES, Drawing
from halfmove.drawing.pictures import Picture, picture_without_values
from halfmove.errors import UsageError
from halfmove.theory.checks import check_even, check_size
from halfmove.theory.slagle_dixon import series
from halfmove.trees.unfolding import unfold
from halfmove.trees.uniform import uniform

_FIRST = {"sss_star": "F", "alpha_beta": "1"}


@checked
def child_types(algorithm: str, kind: str, width: int, abf: int, *, at_max: bool = True) -> tuple[str, ...]:
    """The types of the children of a node, from left to right.

    Parameters
    ----------
    algorithm : str
        sss_star or alpha_beta.
    kind : str
        The type of the node: F, P or M; 1 to 7.
    width : int
        The number of children of each inner node.
    abf : int
        ABF = k + 1: which child is the best one.
    at_max : bool
        Whether the node is a MAX node; for SSS*.

    Returns
    -------
    tuple of str
        A type for each child that is searched; the others are not.

    Examples
    --------
    >>> child_types("sss_star", "F", 4, 2), child_types("alpha_beta", "5", 4, 3)
    (('P', 'F', 'M', 'M'), ('2', '6', '3'))
    """
    whole("width", width, 1, 10**6)
    k, rest = whole("abf", abf, 1, width) - 1, width - abf
    of = {
        "sss_star": {
            "F": [*"P" * k, "F", *"M" * rest] if at_max else [*"F" * abf, *"M" * rest],
            "P": [*"F" * abf],
            "M": [*"M" * width] if at_max else ["M"],
        },
        "alpha_beta": {
            "1": ["1", *"5" * k, *"7" * rest],
            "2": ["4", *"5" * k, *"7" * rest],
            "3": [*"6" * width],
            "4": ["2", *"6" * (width - 1)],
            "5": ["2", *"6" * (k - 1), "3"],
            "6": [*"6" * k, "3"],
            "7": ["3"],
        },
    }
    if algorithm not in of:
        raise UsageError(str(unknown("algorithm", algorithm, of)))
    if kind not in of[algorithm]:
        raise UsageError(str(unknown("type", kind, of[algorithm])))
    return tuple(of[algorithm][kind])


@checked
def draw_types(algorithm: str, width: int, depth: int, abf: int) -> Drawing:
    """Draw T(width, depth) with the types of its nodes; nodes that are not searched are pale.

    Parameters
    ----------
    algorithm : str
        sss_star or alpha_beta.
    width : int
        The number of children of each inner node.
    depth : int
        The depth of the tree in half-moves; even.
    abf : int
        ABF = k + 1: which child is the best one.

    Returns
    -------
    Drawing

    Examples
    --------
    >>> print(draw_types("sss_star", 2, 2, 1))
    T(2,2): types of nodes, sss_star, ABF 1
    □ 0 = F
    ├─ ○ 1 = F
    │  ├─ □ 1.1 = F
    │  └─ □ 1.2 = M
    └─ ○ 2 = M
       ├─ □ 2.1 = M
       └─ □ 2.2 ✂ [1]
    <BLANKLINE>
    3 leaves are searched, of 4
    [1] not searched
    □ MAX; ○ MIN; = evaluated or known; ✂ cut off for the reason [n]
    """
    check_even(depth)
    check_size(width, depth, 6)
    if series(width, depth + 1) > MOST_NODES:
        raise UsageError(f"T({width},{depth}) has more than {MOST_NODES:,} nodes, too many to draw")
    whole("abf", abf, 1, width)
    if algorithm not in _FIRST:
        raise UsageError(str(unknown("algorithm", algorithm, _FIRST)))
    picture = picture_without_values(unfold(uniform(width, depth), most=MOST_NODES))
    _mark(picture, algorithm, width, abf)
    picture.title = f"T({width},{depth}): types of nodes, {algorithm}, ABF {abf}"
    return Drawing(picture)


def _mark(picture: Picture, algorithm: str, width: int, abf: int) -> None:
    """Write the types into the nodes, from the root down."""
    nodes = picture.nodes
    picture.searched = True
    for node in nodes:
        node.value, node.seen = "", False
    nodes[0].value, nodes[0].seen = _FIRST[algorithm], True
    for node in nodes:
        if not node.seen:
            continue
        kinds = child_types(algorithm, node.value, width, abf, at_max=node.is_max)
        for place, child in enumerate(node.children):
            if place < len(kinds):
                nodes[child].value, nodes[child].seen = kinds[place], True
            else:
                nodes[child].cut = 1
    if any(node.cut for node in nodes):
        picture.reasons = ["not searched"]
    leaves = [node for node in nodes if node.is_leaf]
    picture.notes = [f"{sum(leaf.seen for leaf in leaves)} leaves are searched, of {len(leaves)}"]
