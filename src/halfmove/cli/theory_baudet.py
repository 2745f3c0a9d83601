"""`halfmove theory deviation`, `largest`, `bound` and `dependent`: what Baudet 1977 leaves open."""

from __future__ import annotations

import math
from typing import Any

import click

from halfmove import theory
from halfmove.adapters.arguments import text_of
from halfmove.base.checks import whole
from halfmove.cli.commands import Command
from halfmove.cli.theory_tables import across, check_plot, draw, drawing, options, show, sizes_of, values_option


@click.command("deviation", cls=Command, short_help="Standard deviation of the leaves of alpha-beta.")
@options("widths", "depths", widths="2,4,8", depths="4")
@values_option
def deviation(widths: list[int], depths: list[int], values: Any, as_json: bool, plot: str | None) -> None:
    """Mean and standard deviation of the leaves of alpha-beta on trees with independent random leaves.

    `relative` is the deviation divided by the mean.
    """
    check_plot(plot)
    rows = []
    for w, d in sizes_of(widths, depths):
        mean, spread = theory.expected_leaves(w, d, values), theory.leaves_deviation(w, d, values)
        rows.append({"width": w, "depth": d, "mean": mean, "deviation": spread, "relative": spread / mean})
    written = f"bivalued:{values}" if isinstance(values, float) else text_of(values)
    title = f"leaves of alpha-beta, values {written}"
    picture = drawing(plot, rows, across(depths), {"deviation": "deviation"}, title, "leaves", log=True)
    show(rows, as_json, title, decimals=2, values=written)
    draw(picture)


@click.command("largest", cls=Command, short_help="The chance of a 1 that is worst for alpha-beta.")
@options("widths", "depths", widths="2,3,8", depths="4")
def largest(widths: list[int], depths: list[int], as_json: bool, plot: str | None) -> None:
    """The most leaves of alpha-beta if leaves are 1 or 0, and the chance of a 1 for MAX that leads to it.

    This is the maximum of T(p) in Baudet 1977, section 3.3.
    """
    check_plot(plot)
    rows = [
        {"width": w, "depth": d, **theory.largest_bivalued(w, d)._asdict(), "minimum": theory.minimum_leaves(w, d)}
        for w, d in sizes_of(widths, depths)
    ]
    title = "the most expected leaves of alpha-beta, two values"
    picture = drawing(plot, rows, across(depths), {"leaves": "leaves"}, title, "leaves", log=True)
    show(rows, as_json, title, decimals=3)
    draw(picture)


@click.command("bound", cls=Command, short_help="How the bound sqrt(M_n) grows.")
@options("widths", widths="4,32,1000,1000000")
def bound(widths: list[int], as_json: bool, plot: str | None) -> None:
    """The upper bound sqrt(M_n) on the branching factor of alpha-beta (Baudet 1977, section 5.4), and how it grows.

    \b
    low, high    bounds of sqrt(M_n) in closed form
    asymptotic   n / sqrt(ln n + ln ln n + 1 - ln 2)
    relative     sqrt(M_n) divided by n / sqrt(ln n); it tends to 1
    """
    check_plot(plot)
    rows = []
    for w in widths:
        low, high, asymptotic = theory.upper_bound_growth(whole("width", w, 3))
        value = theory.upper_bound(w)
        row = {"width": w, "low": low, "sqrt_M": value, "high": high, "asymptotic": asymptotic}
        rows.append(row | {"relative": value * math.sqrt(math.log(w)) / w})
    title = "the upper bound sqrt(M_n)"
    names = {"low": "low", "sqrt_M": "sqrt(M_n)", "high": "high", "asymptotic": "asymptotic"}
    picture = drawing(plot, rows, "width", names, title, "branching factor", log=True)
    show(rows, as_json, title, decimals=3)
    draw(picture)


@click.command("dependent", cls=Command, short_help="Expected leaves on totally dependent trees.")
@options("widths", "depths", widths="2,4,8,16,32", depths="4")
def dependent(widths: list[int], depths: list[int], as_json: bool, plot: str | None) -> None:
    """Leaves of alpha-beta, SSS* and DUAL* if all leaves below one sibling are better than all below another.

    The trees are those of Knuth & Moore 1975, the family `dependent`.
    """
    check_plot(plot)
    names = {"alpha_beta": "alpha-beta", "sss_star": "SSS*", "dual_star": "DUAL*"}
    rows = [
        {"width": w, "depth": d, "minimum": theory.minimum_leaves(w, d)}
        | {name: float(theory.expected_leaves_dependent(w, d, name)) for name in names}
        for w, d in sizes_of(widths, depths)
    ]
    title = "expected leaves on totally dependent trees"
    picture = drawing(plot, rows, across(depths), names, title, "leaves", log=True)
    show(rows, as_json, title)
    draw(picture)


COMMANDS = (deviation, largest, bound, dependent)
