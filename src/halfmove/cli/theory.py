"""`halfmove theory`: the formulas of the literature as tables and curves."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import click

from halfmove import theory
from halfmove.adapters.arguments import text_of
from halfmove.cli import theory_baudet, theory_memory, theory_nodes, theory_srimani
from halfmove.cli.commands import Group
from halfmove.cli.theory_tables import (
    MOST_ROWS,
    across,
    check_plot,
    check_rows,
    draw,
    drawing,
    numbers,
    options,
    show,
    sizes_of,
    values_option,
)
from halfmove.errors import UsageError
from halfmove.theory.checks import check_float_size


@click.group(
    "theory", cls=Group, invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"]}
)  # fmt: skip
@click.pass_context
def command(ctx: click.Context) -> None:
    """Formulas: expected and least leaves, branching factors, storage.

    Widths and depths are numbers, lists or ranges: 8 or 2,4,8 or 2..32 or 2..14..2.

    \b
    halfmove theory leaves -w 8,16,24 -d 4 --values 0..127
    halfmove theory branching -w 2..32 --plot bounds.svg
    halfmove theory srimani -w 8 -d 6 --each
    """
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())


@command.command("leaves", short_help="Expected leaves of alpha-beta, SSS* and DUAL*.")
@options("widths", "depths", widths="2,4,8,16,32", depths="4")
@values_option
def _leaves(widths: list[int], depths: list[int], values: Any, as_json: bool, plot: str | None) -> None:
    """Leaves of alpha-beta, SSS* and DUAL* on trees with independent random leaves; nodes of alpha-beta (Baudet 1977).

    The table also has the leaves of SSS* and DUAL*, those without deep cut-offs (Knuth & Moore 1975), the least
    possible, and all leaves. For other algorithms see `halfmove theory memory` and `halfmove theory partitions`.
    """
    check_plot(plot)
    sizes = sizes_of(widths, depths)
    for size in sizes:
        check_float_size(*size)
    rows = [
        {
            "width": w,
            "depth": d,
            "minimum": theory.minimum_leaves(w, d),
            "sss_star": theory.expected_leaves_sss(w, d, values),
            "dual_star": theory.expected_leaves_sss(w, d, values, dual=True),
            "alpha_beta": theory.expected_leaves(w, d, values),
            "shallow": theory.expected_leaves_shallow(w, d, values),
            "all": w**d,
            "nodes": theory.expected_nodes(w, d, values),
        }
        for w, d in sizes
    ]
    names = {
        "minimum": "minimum",
        "sss_star": "SSS*",
        "dual_star": "DUAL*",
        "alpha_beta": "alpha-beta",
        "shallow": "without deep cut-offs",
        "all": "all",
    }
    written = f"bivalued:{values}" if isinstance(values, float) else text_of(values)
    title = f"expected leaves, values {written}"
    picture = drawing(plot, rows, across(depths), names, title, "leaves", log=True)
    show(rows, as_json, title, values=written)
    draw(picture)


@command.command("bivalued", short_help="Expected leaves of alpha-beta and TEST, if leaves are 1 or 0.")
@options("widths", "depths", widths="3", depths="4")
@click.option("--steps", default=20, show_default=True, help="Steps of the chance of a 1, from 0 to 1.")
def _bivalued(widths: list[int], depths: list[int], steps: int, as_json: bool, plot: str | None) -> None:
    """Leaves of alpha-beta when leaves are 1 or 0 (Baudet 1977, 3.13), by the chance of a 1 for MAX.

    The table also has the leaves of TEST, which only asks whether the value is 1 (Pearl 1980).
    """
    check_plot(plot)
    if not 1 <= steps < MOST_ROWS:
        raise UsageError(f"--steps must be between 1 and {MOST_ROWS - 1}, not {steps}")
    sizes = sizes_of(widths, depths)
    check_rows(len(sizes) * (steps + 1))
    rows: list[dict[str, Any]] = []
    for w, d in sizes:
        for i in range(steps + 1):
            leaves = theory.expected_leaves_bivalued(w, d, i / steps)
            test = theory.expected_leaves_test(w, d, 0, i / steps)
            rows.append({"width": w, "depth": d, "chance": i / steps, "leaves": leaves, "test": test})
    title = "expected leaves of alpha-beta and TEST, two values"
    picture = drawing(plot, rows, "chance", {"leaves": "alpha-beta", "test": "TEST"}, title, "leaves")
    show(rows, as_json, title)
    draw(picture)


@command.command("branching", short_help="Bounds on the branching factor of alpha-beta.")
@options("widths", widths="2..32")
def _branching(widths: list[int], as_json: bool, plot: str | None) -> None:
    """Bounds on the branching factor of alpha-beta with independent, different leaves (Baudet 1977, section 5).

    \b
    lower    xi/(1-xi), where xi^n + xi = 1
    upper    sqrt(M_n)
    coarse   sqrt(n xi/(1-xi))
    shallow  largest eigenvalue of sqrt(p_ij): holds without deep cut-offs too (Knuth & Moore 1975)
    perfect  sqrt(n), with perfectly ordered moves
    """
    check_plot(plot)
    rows = [vars(theory.branching(w)) for w in widths]
    names = {key: key for key in ("perfect", "lower", "upper", "coarse", "shallow")}
    picture = drawing(plot, rows, "width", names, "bounds on the branching factor of alpha-beta", "branching factor")
    show(rows, as_json, "bounds on the branching factor", decimals=4)
    draw(picture)


@command.command("srimani", short_help="Alpha-beta and SSS* in a model of ordered trees.")
@options("widths", "depths", widths="4,8,16,24,32", depths="2..14..2")
@click.option("--each", is_flag=True, help="Show a row for every ABF.")
def _srimani(widths: list[int], depths: list[int], each: bool, as_json: bool, plot: str | None) -> None:
    """Leaves of alpha-beta and SSS* when the ABF-th child is the best one (Srimani 1985, chapter 5).

    The table has the ratio alpha-beta / SSS*, its mean over ABF = 1 .. width, and where it is largest. Depths are even.
    """
    check_plot(plot)
    sizes, rows = sizes_of(widths, depths), []
    if each:
        check_rows(sum(w for w, _ in sizes))
    for w, d in sizes:
        if each:
            for abf in range(1, w + 1):
                leaves = {"alpha_beta": theory.alpha_beta_leaves(w, d, abf), "sss_star": theory.sss_leaves(w, d, abf)}
                ratio = Fraction(leaves["alpha_beta"], leaves["sss_star"])
                rows.append({"width": w, "depth": d, "abf": abf, **leaves, "ratio": ratio})
        else:
            abf, most = theory.peak(w, d)
            mean = theory.mean_ratio(w, d)
            rows.append({"width": w, "depth": d, "mean_ratio": mean, "peak_abf": abf, "peak_ratio": most})
    names, along = ({"ratio": "ratio"}, "abf") if each else ({"mean_ratio": "mean ratio"}, across(depths))
    picture = drawing(plot, rows, along, names, "leaves of alpha-beta / SSS*", next(iter(names.values())))
    show(rows, as_json, "leaves of alpha-beta / SSS*", decimals=3)
    draw(picture)


@command.command("storage", short_help="States that SSS* and its relatives keep.")
@options("widths", "depths", widths="8,16,24,32", depths="4")
@click.option("--phases", callback=numbers, default="2,4,8", show_default=True, metavar="LIST",
              help="Phases of PS*; those above the width are left out.")  # fmt: skip
@click.option("--stages", callback=numbers, default="2", show_default=True, metavar="LIST",
              help="Half-moves in a stage of staged SSS*; those from the depth on are left out.")  # fmt: skip
@click.option("--splits", callback=numbers, default="2", show_default=True, metavar="LIST",
              help="Depths at which SAB and ABS change over; those from the depth on are left out.")  # fmt: skip
def _storage(
    widths: list[int], depths: list[int], phases: list[int], stages: list[int], splits: list[int],
    as_json: bool, plot: str | None,
) -> None:  # fmt: skip
    """The most states that SSS*, PS*, ITERSSS*, staged SSS*, SAB and ABS keep.

    Formulas by Srimani 1985, Bhattacharya & Bagchi 1986 and, for the last three, Campbell & Marsland 1983. Bytes are
    those of machine code on uniform trees.
    """
    check_plot(plot)
    sizes = sizes_of(widths, depths)
    check_rows(len(sizes) * (len(phases) + len(stages) + 2 * len(splits) + 3))
    rows: list[dict[str, Any]] = []
    for w, d in sizes:
        size = {"width": w, "depth": d}
        stored: list[tuple[str, theory.Storage, str, dict[str, int]]]
        stored = [("SSS*", theory.sss_storage(w, d), "sss_star", {})]
        stored += [(f"PS*({k})", theory.ps_storage(w, d, k), "ps_star", {"phases": k}) for k in phases if k <= w]
        for name, of, algorithm, parameter, chosen in (
            ("staged SSS*", theory.staged_sss_storage, "staged_sss_star", "stage", stages),
            ("SAB", theory.sss_alpha_beta_storage, "sss_alpha_beta", "split", splits),
            ("ABS", theory.alpha_beta_sss_storage, "alpha_beta_sss", "split", splits),
        ):
            stored += [(f"{name}({s})", of(w, d, s), algorithm, {parameter: s}) for s in chosen if s < d]
        for name, memory in (("least", theory.iter_sss_least(w, d)), ("full", theory.iter_sss_full(w, d))):
            stored.append((f"ITERSSS*, {name}", theory.Storage(memory, 0), "iter_sss_star", {"memory": memory}))
        for name, states, algorithm, given in stored:
            row = {**size, "algorithm": name, "open": states.open, "backup": states.backup, "total": states.total}
            rows.append(row | {"bytes": theory.storage_bytes(algorithm, w, d, **given)})
    title = "states kept at the same time"
    picture = drawing(plot, rows, across(depths), {"total": ""}, title, "states, OPEN and BACKUP", log=True)
    show(rows, as_json, title)
    draw(picture)


@command.command("minimum", short_help="The least leaves and nodes that prove a value.")
@options("widths", "depths", widths="2,4,8,16,24,32", depths="4")
def _minimum(widths: list[int], depths: list[int], as_json: bool, plot: str | None) -> None:
    """The least leaves and nodes that prove the value of a uniform tree (Slagle & Dixon 1969)."""
    check_plot(plot)
    rows = [
        {"width": w, "depth": d, "leaves": theory.minimum_leaves(w, d), "nodes": theory.minimum_nodes(w, d)}
        for w, d in sizes_of(widths, depths)
    ]
    title, names = "the least that must be searched", {"leaves": "leaves", "nodes": "nodes"}
    picture = drawing(plot, rows, across(depths), names, title, "number", log=True)
    show(rows, as_json, title)
    draw(picture)


for _each in (*theory_nodes.COMMANDS, *theory_srimani.COMMANDS, *theory_memory.COMMANDS, *theory_baudet.COMMANDS):
    command.add_command(_each)
