"""`halfmove theory growth`: Srimani 1985 in deep trees."""

from __future__ import annotations

from typing import Any

import click

from halfmove import theory
from halfmove.checks import whole
from halfmove.cli.theory_tables import check_plot, check_rows, draw, drawing, options, show


@click.command("growth", short_help="Branching factors of the model of ordered trees.")
@options("widths", widths="16")
def growth(widths: list[int], as_json: bool, plot: str | None) -> None:
    """Branching factors of SSS* and alpha-beta when the ABF-th son is the best one (Srimani 1985, chapter 5).

    \b
    sss star    max(ABF, sqrt(w)); the thesis has ABF, which is wrong below sqrt(w)
    alpha beta  (k + sqrt(k^2 + 4w)) / 2, with k = ABF - 1
    ratio       of the two; it is largest at ABF = sqrt(w)
    """
    check_plot(plot)
    check_rows(sum(widths))
    rows: list[dict[str, Any]] = []
    for w in widths:
        whole("width", w, 1)
        for abf in range(1, w + 1):
            sss, alpha_beta = theory.sss_branching(w, abf), theory.alpha_beta_branching(w, abf)
            rows.append({"width": w, "abf": abf, "sss_star": sss, "alpha_beta": alpha_beta, "ratio": alpha_beta / sss})
    title = "branching factors if the ABF-th son is the best"
    picture = drawing(plot, rows, "abf", {"sss_star": "SSS*", "alpha_beta": "alpha-beta"}, title, "branching factor")
    show(rows, as_json, title, decimals=4)
    draw(picture)


COMMANDS = (growth,)
