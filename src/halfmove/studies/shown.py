"""How the result table of a study is displayed: for each kind of trees the leaves of every algorithm.

`Table.aggregates` has the other metrics.

>>> from halfmove import studies
>>> print(studies.run(studies.plan(["uniform:2,4"], ["alpha_beta", "minimax"], trees=3), jobs=1))
study: 6 searches
<BLANKLINE>
uniform:2,4
algorithm    trees   leaves   95 % interval   expected   / alpha_beta
alpha_beta       3     13.3     9.5 .. 17.1       12.0          1.000
minimax          3     16.0    16.0 .. 16.0       16.0          1.200
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from halfmove.base.notebook import count, html_of, sentence_html, table_html, table_text, text_of
from halfmove.base.printable import printable_line
from halfmove.studies.table import Aggregate, Table


class Part(NamedTuple):
    """The rows for one kind of trees."""

    title: str
    heads: list[str]
    rows: list[list[str]]


@text_of.register
def _(table: Table) -> str:
    parts = [f"{printable_line(part.title)}\n{table_text(part.heads, part.rows)}" for part in _parts(table)]
    return "\n\n".join([_title(table), *parts])


@html_of.register
def _(table: Table) -> str:
    parts = [table_html(part.heads, part.rows, title=part.title) for part in _parts(table)]
    return "".join([sentence_html(_title(table)), *parts])


def _title(table: Table) -> str:
    done, planned = len(table), table.plan.searches
    words = f"{count(done)} searches" if done == planned else f"{count(done)} of {count(planned)} searches"
    return printable_line(f"{table.plan.name}: {words}")


def _parts(table: Table) -> Iterator[Part]:
    entries = table.aggregates("leaves")
    for tree in dict.fromkeys(each.tree for each in entries):
        group = [each for each in entries if each.tree == tree]
        yield _part(table, str(tree), group)


def _part(table: Table, title: str, group: list[Aggregate]) -> Part:
    known = any(each.expected is not None for each in group)
    first = group[0]
    heads = ["algorithm", "trees", "leaves", "95 % interval", *(["expected"] if known else []), f"/ {first.algorithm}"]
    searched = {each: {record.repetition for record in table.cell(each.tree, each.algorithm)} for each in group}
    rows = []
    for each in group:
        s = each.summary
        row = [str(each.algorithm), count(s.count), count(s.mean)]
        row.append("" if s.low is None or s.high is None else f"{count(s.low)} .. {count(s.high)}")
        row += ([""] if each.expected is None else [count(each.expected)]) if known else []
        # Only means over the same trees can be compared. Before a study is finished, the trees may differ.
        same = searched[each] == searched[first] and first.summary.mean > 0
        rows.append([*row, f"{s.mean / first.summary.mean:.3f}" if same else ""])
    return Part(title, heads, rows)
