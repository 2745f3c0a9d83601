"""`halfmove theory growth` and `choose-k`: Srimani 1985 on deep trees, and the number of phases for PS*."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import click

from halfmove import theory
from halfmove.base.checks import whole
from halfmove.cli.commands import Command
from halfmove.cli.progress import progress
from halfmove.cli.theory_tables import check_plot, check_rows, draw, drawing, options, show
from halfmove.compare import Row, measure, planned, rows
from halfmove.errors import UsageError
from halfmove.theory import PhaseChoice

_MOST_TREES = 10_000
_LARGEST = 20_000_000  # leaves of one tree
_SEARCHED = 500_000_000  # leaves of all trees together


@click.command("growth", cls=Command, short_help="Branching factors of the model of ordered trees.")
@options("widths", widths="16")
def growth(widths: list[int], as_json: bool, plot: str | None) -> None:
    """Branching factors of SSS* and alpha-beta when the ABF-th child is the best one (Srimani 1985, chapter 5).

    \b
    sss star    max(ABF, sqrt(w)); the thesis has ABF, wrong below sqrt(w)
    alpha beta  (k + sqrt(k^2 + 4w)) / 2, with k = ABF - 1
    ratio       of the two; it is largest at ABF = sqrt(w)
    """
    check_plot(plot)
    check_rows(sum(widths))
    lines: list[dict[str, Any]] = []
    for w in widths:
        whole("width", w, 1)
        for abf in range(1, w + 1):
            sss, alpha_beta = theory.sss_branching(w, abf), theory.alpha_beta_branching(w, abf)
            lines.append({"width": w, "abf": abf, "sss_star": sss, "alpha_beta": alpha_beta, "ratio": alpha_beta / sss})
    title = "branching factors if the ABF-th child is the best"
    picture = drawing(plot, lines, "abf", {"sss_star": "SSS*", "alpha_beta": "alpha-beta"}, title, "branching factor")
    show(lines, as_json, title, decimals=4)
    draw(picture)


@click.command("choose-k", cls=Command, short_help="Choose k for PS*(k).")
@click.option("-w", "--width", type=int, default=24, show_default=True, help="Children of a node.")
@click.option("-d", "--depth", type=int, default=4, show_default=True, help="Half-moves to the leaves.")
@click.option(
    "--order", type=int, default=1, show_default=True, metavar="R", help="The best child is among the first width/R."
)
@click.option("--storage", type=int, metavar="STATES", help="Most states to keep. [default: no limit]")
@click.option(
    "--trees",
    type=click.IntRange(0, _MOST_TREES),
    default=20,
    show_default=True,
    metavar="N",
    help="Count leaves on N trees of this order; 0 for none.",
)
@click.option("--seed", type=int, default=1, show_default=True, help="Seed of these trees.")
@click.option("--json", "as_json", is_flag=True, help="Print the table as JSON.")
def choose_k(width: int, depth: int, order: int, storage: int | None, trees: int, seed: int,
             as_json: bool) -> None:  # fmt: skip
    """Choose the number of phases k of PS*(k), by the order of the tree and the available storage (Srimani 1985, 3.6).

    With k up to the order, PS*(k) evaluates no more leaves than SSS* and alpha-beta, in less storage: such a k is safe.
    If that storage is still too much, k must be larger, which costs leaves. The table has all factors of the width;
    k = 1 is SSS*, k = width is alpha-beta. Leaves are the mean over trees of the family `ordered`, with its standard
    error.

    \b
    halfmove theory choose-k -w 32 -d 4 --order 4
    halfmove theory choose-k -w 32 -d 4 --order 4 --storage 50
    """
    chosen = theory.choose_phases(width, depth, order, storage)
    choices = theory.phase_choices(width, depth, order)
    counted = _counted(width, depth, order, choices, trees, seed) if trees else []
    lines = []
    for number, each in enumerate(choices):
        fits = storage is None or each.storage.total <= storage
        line: dict[str, Any] = {"k": each.phases, "open": each.storage.open, "backup": each.storage.backup}
        line |= {"total": each.storage.total, "fits": fits, "safe": each.safe}
        if not as_json:
            line |= {name: "yes" if line[name] else "no" for name in ("fits", "safe")}
        if counted:
            line["leaves"] = counted[number].leaves
        if trees > 1:
            line["std_error"] = counted[number].standard_error
        lines.append(line)
    title = f"PS*(k) on T({width},{depth}) of order {order}"
    title += f", {trees} tree{'s' if trees > 1 else ''}" if trees else ""
    head = {"width": width, "depth": depth, "order": order, "storage": storage, "trees": trees, "seed": seed}
    show(lines, as_json, title, **head, k=chosen.phases)
    if not as_json:
        click.echo(f"\nk = {chosen.phases}: {_reason(chosen)}")


def _counted(width: int, depth: int, order: int, choices: Sequence[PhaseChoice], trees: int, seed: int) -> list[Row]:
    """The leaves of PS*(k) for each k, on the same trees."""
    if width**depth > _LARGEST or trees * len(choices) * width**depth > _SEARCHED:
        raise UsageError(f"{trees} trees T({width},{depth}) are too many to search here: use --trees 0, or fewer")
    algorithms = [f"ps_star:phases={each.phases}" for each in choices]
    study = planned([f"ordered:{width},{depth},order={order}"], algorithms, trees, seed)
    with progress() as bar:
        table = measure(study, progress=lambda done, total: bar("searching", done, total, "trees"))
    return list(rows(table))[1:]  # the first is alpha-beta, the reference


def _reason(chosen: PhaseChoice) -> str:
    if chosen.phases == 1:
        return "this is SSS*; no other factor of the width is within the order"
    if chosen.safe:
        return "the largest factor of the width up to the order: no more leaves than SSS*"
    return "the least that fits; it is above the order, so it costs leaves"


COMMANDS = (growth, choose_k)
