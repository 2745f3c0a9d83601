"""Why branches were not looked at, in sentences: `recording/reasons.py` applied to a log in plain Python.

>>> import halfmove as hm
>>> log = hm.search(hm.trees.explicit([[3, 5], [2, 9, 4]]), trace=True).log
>>> print(reasons(log)[0].text)  # doctest: +NORMALIZE_WHITESPACE
Alpha cut-off at 2: MIN holds MAX to at most 2 here, but at 0 MAX already has 3 by 1 and will not let the game come
here. 2.2 and 2.3 are not looked at.
"""

from __future__ import annotations

import math
from collections import defaultdict
from types import SimpleNamespace
from typing import Any, NamedTuple

from halfmove.base.gate import checked
from halfmove.engine.bind import bind
from halfmove.kernels import primitives as v
from halfmove.model import Score
from halfmove.recording import events
from halfmove.recording import reasons as derived
from halfmove.recording.log import Log
from halfmove.recording.sentences import REST, SENTENCES, sentence_for


class Reason(NamedTuple):
    """Why something is not looked at.

    event         the number of the event at which this is known
    kind          ALPHA, BETA or another number of `recording/reasons.py`
    node          its children from number `first_child` on are not looked at; if that is 0, the node itself is not
    first_child   the number of a child, from 1, or 0
    owner         the node at which the bound was made; below 0 where there is none
    child         the move that made it; below 0 where there is none
    bound         the bound that is reached
    text          the reason as a sentence
    """

    event: int
    kind: int
    node: int
    first_child: int
    owner: int
    child: int
    bound: Score
    text: str


@checked
def reasons(log: Log) -> list[Reason]:
    """Return the reasons why branches of a search were not looked at.

    Parameters
    ----------
    log : Log
        `Result.log` of a search with ``trace=True``.

    Returns
    -------
    list of Reason
        In the order in which they became known.

    Examples
    --------
    >>> import halfmove as hm
    >>> log = hm.search(hm.trees.explicit([[3, 5], [2, 9]]), trace=True).log
    >>> [(log.name(each.node), each.first_child, each.bound) for each in hm.tracing.reasons(log)]
    [('2', 2, 3)]
    """
    nodes: Any = log.nodes
    slots = {
        derived.width_at: nodes.width,
        derived.parent_at: nodes.parent,
        derived.depth_at: nodes.depth,
        events.is_min: lambda node: nodes.depth(node) % 2,
        events.append: list.append,
        v.infinity: lambda: math.inf,
    }
    find = bind(derived.find_reasons, slots)
    columns = list(zip(*log.rows, strict=True)) or [()] * 5
    numbers: list[Any] = []
    find(*columns, numbers, SimpleNamespace(**{name: defaultdict(int) for name in derived.MEMORIES}))
    found = [numbers[at : at + derived.FIELDS] for at in range(0, len(numbers), derived.FIELDS)]
    return [Reason._make([*each, _text(log, *each)]) for each in found]


def _text(log: Log, event: int, kind: int, node: int, first_child: int, owner: int, child: int, bound: Score) -> str:
    levels = log.nodes.depth(node) - log.nodes.depth(owner) if owner >= 0 else 0
    name, width = log.name(node), log.nodes.width(node)
    before = "" if node == log.nodes.root else name + "."
    first, last = f"{before}{first_child}", f"{before}{width}"
    left = 0 if first_child == 0 else min(width - first_child + 1, 3)
    rest = REST[left].format(first=first, last=last, node=name)
    return SENTENCES[sentence_for(kind, owner, levels)].format(
        node=name,
        value=shown(log.rows[event][3]),
        bound=shown(bound),
        owner=log.name(owner) if owner >= 0 else "",
        child=log.name(child) if child >= 0 else "",
        rest=rest,
        levels=levels,
    )


def shown(score: Score) -> str:
    """A score as text, infinite ones as ∞ and -∞."""
    if abs(score) == math.inf:
        return "∞" if score > 0 else "-∞"
    if abs(score) < 2**53 and score == int(score):
        return str(int(score))
    return f"{score:g}" if isinstance(score, float) else str(score)
