"""The run-time listing of a state-space search, in the layout of Srimani 1985, appendix A.

There is one entry for each operator: the case that is about to be applied, then OPEN, and for PS* BACKUP on a second
line. The case is applied to the first state (for ITERSSS*, to the first state of the kind that FLAG names). The last
entry, marked -, is the end of the search. ITERSSS* also shows SPACE: how many more states OPEN may hold.

>>> import halfmove as hm
>>> r = hm.search(hm.trees.explicit([[3, 5], [4, 6]]), "sss_star", window=(-99, 99), trace=True)
>>> print(listing(r.events[:4]))
1. (0,L,99)
2. (1,L,99) (2,L,99)
3. (1.1,L,99) (2,L,99)
2. (2,L,99) (1.1,S,3)
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from halfmove.base.gate import checked
from halfmove.recording.log import Event


@checked
def listing(events: Iterable[Event]) -> str:
    """Return the operators of a state-space search as text.

    Parameters
    ----------
    events : iterable of Event
        `Result.events`, or some of them.

    Returns
    -------
    str
        One line for each operator, two where the search has a BACKUP.

    Examples
    --------
    >>> import halfmove as hm
    >>> tree = hm.trees.explicit([[3, 5], [4, 6]])
    >>> r = hm.search(tree, "sss_star", window=(-99, 99), trace=True)
    >>> print(hm.tracing.listing(r.events[-1:]))
    -. (0,S,4)
    """
    events = list(events)
    with_backup = any(event.backup for event in events)
    lines = []
    for event in events:
        case, states = heading(event), entries(event.open)
        if with_backup:
            lines += [f"{case} O: {states}", f"  B: {entries(event.backup)}".rstrip()]
        else:
            lines.append(f"{case}. {states}")
    return "\n".join(lines)


def heading(event: Event) -> str:
    """The case that is about to be applied; for ITERSSS* also SPACE and FLAG."""
    case = "-" if event.case is None else str(event.case)
    return case if event.flag is None else f"{case} SPACE={event.space} FLAG={event.flag}"


def entries(states: Iterable[tuple[Any, ...]]) -> str:
    """OPEN or BACKUP in one line."""
    return " ".join("(" + ",".join(map(_as_text, state)) + ")" for state in states)


def _as_text(part: Any) -> str:
    return f"{part:g}" if isinstance(part, float) else str(part)
