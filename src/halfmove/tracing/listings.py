"""The run-time listing of a state-space search, in the layout of Srimani 1985, appendix A.

One entry for each operator: the case that is about to be applied to the first state (for ITERSSS*, to the first one of
the kind that FLAG says), then OPEN, and for PS* on a second line BACKUP. The last entry, marked -, is the end of the
search. ITERSSS* also shows SPACE, how many states more OPEN may hold.

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
    """The events as text."""
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
    """The case that is about to be applied; of ITERSSS* also SPACE and FLAG."""
    case = "-" if event.case is None else str(event.case)
    return case if event.flag is None else f"{case} SPACE={event.space} FLAG={event.flag}"


def entries(states: Iterable[tuple[Any, ...]]) -> str:
    """OPEN or BACKUP in one line."""
    return " ".join("(" + ",".join(map(_word, state)) + ")" for state in states)


def _word(part: Any) -> str:
    return f"{part:g}" if isinstance(part, float) else str(part)
