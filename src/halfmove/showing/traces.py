"""Logs and lists of operators: the first entries as text, more of them as a table.

>>> import halfmove as hm
>>> r = hm.search(hm.trees.explicit([[3, 5], [4, 6]]), "sss_star", window=(-99, 99), trace=True)
>>> print(r.events[:3])
1. (0,L,99)
2. (1,L,99) (2,L,99)
3. (1.1,L,99) (2,L,99)
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from halfmove.base.notebook import html_of, plural, sentence_html, table_html, text_of
from halfmove.recording.log import KINDS, Events, Log
from halfmove.tracing.listings import entries, heading, listing
from halfmove.tracing.narrate import numbered

_LINES = 10  # of text
_ROWS = 60  # of a table


@text_of.register
def _(events: Events) -> str:
    lines = listing(events[:_LINES])
    return lines + _more(len(events) - _LINES, "operator", "halfmove.tracing.listing(events) lists all of them")


@html_of.register
def _(events: Events) -> str:
    backup = any(event.backup for event in events)
    heads = ("", "case", "OPEN", *(["BACKUP"] if backup else []))
    rows = (
        (str(number), heading(event), entries(event.open), *([entries(event.backup)] if backup else []))
        for number, event in enumerate(events[:_ROWS], 1)
    )
    more = _more(len(events) - _ROWS, "operator", "halfmove.tracing.listing(events) lists all of them")
    return table_html(heads, rows, words=(1, 2, 3)) + (sentence_html(more.strip()) if more else "")


@text_of.register
def _(log: Log) -> str:
    lines = [_title(log), *[line for _, line in _first_lines(log, _LINES)]]
    return "\n".join(lines) + _more(len(log) - _LINES, "event", "halfmove.tracing.told(log) yields all of them")


@html_of.register
def _(log: Log) -> str:
    rows = (("" if number is None else str(number), line) for number, line in _first_lines(log, _ROWS))
    more = _more(len(log) - _ROWS, "event", "halfmove.tracing.told(log) yields all of them")
    table = table_html(("", "what happens"), rows, words=(1,), title=_title(log))
    return table + (sentence_html(more.strip()) if more else "")


def _title(log: Log) -> str:
    kinds = [row[0] for row in log.rows]
    counts = {name: kinds.count(number) for number, name in enumerate(KINDS)}
    return f"{plural(len(log), 'event')}: " + ", ".join(f"{n} {name}" for name, n in counts.items() if n)


def _first_lines(log: Log, most: int) -> Iterator[tuple[int | None, str]]:
    """The first events as sentences. Reasons are found for these events only, because logs can be long."""
    first = replace(log, numbers=log.numbers[: 5 * most])
    return numbered(first, {})


def _more(number: int, word: str, where: str) -> str:
    return f"\n... and {plural(number, word)} more: {where}" if number > 0 else ""
