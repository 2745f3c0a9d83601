"""A result in two lines, and as a small table.

>>> import halfmove as hm
>>> print(hm.search(hm.trees.explicit([[3, 5], [2, 9]]), compiled=False))  # doctest: +ELLIPSIS
value 3 (exact), move 1, line 1 1
3 leaves, 6 nodes, alpha_beta, ... ms, plain Python
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from halfmove.base.checks import shown
from halfmove.base.notebook import count, facts_html, html_of, plural, text_of, time
from halfmove.base.printable import printable_line
from halfmove.model import NOTICED, WIDE, Result
from halfmove.showing import values

_FIRST = ("leaves", "nodes")
_LONG = 20  # at most this many moves of a line, or leaves in their order, are written out


@text_of.register
def _(result: Result) -> str:
    found = [f"value {value_text(result)}"]
    if says := _says(result):
        found.insert(0, says)
    if result.move is not None:
        found += [f"move {_move(result, result.move)}", f"line {_line(result)}"]
    counts = result.counts
    how = [plural(counts.leaves, "leaf"), plural(counts.nodes, "node"), *_how(result)]
    how += [_time(result), _speed(result)]
    lines = [", ".join(found), ", ".join(how)]
    return "\n".join(map(printable_line, lines))


@html_of.register
def _(result: Result) -> str:
    return facts_html((name, printable_line(fact)) for name, fact in _facts(result))


def _facts(result: Result) -> Iterator[tuple[str, str]]:
    if says := _says(result):
        yield "says", says
    yield "value", value_text(result)
    if result.move is not None:
        yield "move", _move(result, result.move)
        if result.best_moves:
            yield "as good", " ".join(_move(result, each) for each in result.best_moves)
        yield "line", _line(result)
    counted = {name: number for name, number in vars(result.counts).items() if number or name in _FIRST}
    for name, number in (counted | result.counters).items():
        yield name.replace("_", " "), count(number)
    yield "algorithm", ", ".join(_how(result))
    yield "time", f"{_time(result)}, {_speed(result)}"
    if result.leaf_order is not None:
        order = result.leaf_order
        yield "leaves in order", " ".join(order[:_LONG]) + (" ..." if len(order) > _LONG else "")


def value_text(result: Result) -> str:
    """The value, what it bounds, and whether it is a guess: "3 (exact)", "at least 4 (a guess at depth 5)"."""
    if values.unknown(result):
        return f"not known: {values.stopped(result)} before the first move was searched"
    source = values.words_of(result).source or ("exact" if result.exact else "")
    words = values.bounded(result, values.number(result)) + (f" ({source})" if source else "")
    return f"{words}, {values.stopped(result)}" if result.stopped else words


def _time(result: Result) -> str:
    """How long it searched, and, if that was noticeable, how long it waited for machine code."""
    searching = time(result.seconds - result.preparing)
    return searching if result.preparing < NOTICED else f"{searching} after {time(result.preparing)} for machine code"


def _says(result: Result) -> str:
    """The result in words, if that adds something to the number."""
    return "" if result.said == f"{result.value:+}" else result.said or values.words_of(result).verdict


def _how(result: Result) -> list[str]:
    """The algorithm, its parameters, and the depth and window of the search."""
    given = {} if result.said else result.parameters  # those of a player are not shown
    parts = [f"{name}={shown(value) if isinstance(value, tuple | list) else value}" for name, value in given.items()
             if value is not None]  # fmt: skip
    how = [f"{result.algorithm} ({', '.join(parts)})" if parts else result.algorithm]
    how += [] if result.depth is None else [f"depth {result.depth}"]
    return how if result.window == WIDE else [*how, f"window ({result.window.low}, {result.window.high})"]


def _speed(result: Result) -> str:
    return "machine code" if result.compiled else "plain Python"


def _line(result: Result) -> str:
    moves = [_move(result, each) for each in result.line[:_LONG]]
    return " ".join(moves) + (" ..." if len(result.line) > _LONG else "")


def _move(result: Result, move: Any) -> str:
    return shown(move) if result._format is None else str(result._format(move))
