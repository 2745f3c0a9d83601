"""`halfmove theory memory` and `partitions`: ITERSSS* by its memory, PS* by its partitions, on random leaves."""

from __future__ import annotations

from typing import Any

import click

from halfmove import theory
from halfmove.adapters.arguments import text_of
from halfmove.base.checks import whole
from halfmove.cli.commands import Command
from halfmove.cli.theory_tables import check_plot, check_rows, draw, drawing, options, show, sizes_of, values_option
from halfmove.theory.ladder import is_continuous


@click.command("memory", cls=Command, short_help="Expected leaves of ITERSSS* by its memory.")
@options("widths", "depths", widths="5", depths="6")
@values_option
@click.option("--every", is_flag=True, help="Show a row for every memory, not only where the mean changes.")
def memory(widths: list[int], depths: list[int], values: Any, every: bool, as_json: bool, plot: str | None) -> None:
    """Expected leaves of ITERSSS* on trees with independent random leaves, by its memory M.

    Shown are the M for which a formula is known: all of them up to depth 4. In deeper trees they are those where M
    leaves no room for a part of a subtree. `relative` divides by alpha-beta.

    \b
    halfmove theory memory -w 5 -d 6
    halfmove theory memory -w 3 -d 4 --values 0..9
    """
    check_plot(plot)
    rows: list[dict[str, Any]] = []
    for w, d in sizes_of(widths, depths):
        ranges, alpha_beta = theory.iter_sss_memories(w, d), theory.expected_leaves(w, d, values)
        check_rows(sum(last - first + 1 for first, last in ranges))
        before = None
        for cells in (cells for first, last in ranges for cells in range(first, last + 1)):
            leaves = theory.expected_leaves_iter_sss(w, d, cells, values)
            if every or before is None or abs(leaves - before) > 1e-9 * leaves:
                rows.append({"width": w, "depth": d, "M": cells, "leaves": leaves, "relative": leaves / alpha_beta})
            before = leaves
    title = f"expected leaves of ITERSSS*, values {_written(values)}"
    picture = drawing(plot, rows, "M", {"leaves": "ITERSSS*"}, title, "leaves")
    show(rows, as_json, title, values=_written(values))
    draw(picture)


@click.command("partitions", cls=Command, short_help="Expected leaves of PS* by its partitions.")
@options("widths", "depths", widths="8", depths="2,4")
@values_option
def partitions(widths: list[int], depths: list[int], values: Any, as_json: bool, plot: str | None) -> None:
    """Expected leaves of PS*(k) on trees with independent random leaves, for all factors k of the width.

    k = 1 is SSS*, k = width alpha-beta.

    Up to depth 2 they are exact. In deeper trees the numbers for the other k are lower bounds, which is a conjecture:
    PS*(k) evaluated 5 to 43 % more in the trees that were tried. If leaves can be equal there is none.
    """
    check_plot(plot)
    rows: list[dict[str, Any]] = []
    for w, d in sizes_of(widths, depths):
        whole("width", w, 1, 10_000)
        alpha_beta = theory.expected_leaves(w, d, values)
        for k in (k for k in range(1, w + 1) if w % k == 0):
            kind = "exact" if d <= 2 or k in (1, w) else "at least"
            if kind != "exact" and not is_continuous(values):
                continue
            leaves = theory.expected_leaves_ps(w, d, k, values, bound=True)
            rows.append({"width": w, "depth": d, "k": k, "is": kind, "leaves": leaves, "relative": leaves / alpha_beta})
            check_rows(len(rows))
    title = f"expected leaves of PS*(k), values {_written(values)}"
    picture = drawing(plot, rows, "k", {"leaves": "PS*"}, title, "leaves")
    show(rows, as_json, title, values=_written(values))
    draw(picture)


def _written(values: Any) -> str:
    return f"bivalued:{values}" if isinstance(values, float) else text_of(values)


COMMANDS = (memory, partitions)
