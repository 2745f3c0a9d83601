"""`halfmove theory`: the formulas of the literature as tables and curves."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

import click

from halfmove import theory
from halfmove.arguments import text_of, values_of
from halfmove.cli import curves, grid, text
from halfmove.errors import UsageError
from halfmove.trees import uniform

_MOST = 10_000  # rows of a table


@click.group(
    "theory", invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"]}
)  # fmt: skip
@click.pass_context
def command(ctx: click.Context) -> None:
    """Expected and least leaves, branching factors, storage: by formula.

    Widths and depths are numbers, lists and ranges: 8 or 2,4,8 or 2..32 or 2..14..2.

    \b
    halfmove theory leaves -w 8,16,24 -d 4 --values 0..127
    halfmove theory branching -w 2..32 --plot bounds.svg
    halfmove theory srimani -w 8 -d 6 --each
    """
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())


def _numbers(ctx: click.Context, param: click.Parameter, value: str) -> list[int]:
    """8 or 2,4,8 or 2..32 or 2..14..2"""
    found: list[int] = []
    for part in value.split(","):
        match = re.fullmatch(r"\s*(\d{1,9})(?:\.\.(\d{1,9})(?:\.\.(\d{1,9}))?)?\s*", part)
        if match is None:
            raise click.BadParameter(f"{part!r} is neither a whole number nor a range such as 2..32", ctx, param)
        low, high, step = int(match[1]), int(match[2] or match[1]), int(match[3] or 1)
        numbers = range(low, high + 1, step or 1)
        if not numbers or step == 0 or len(found) + len(numbers) > _MOST:
            raise click.BadParameter(f"{part!r} is empty or holds more than {_MOST} numbers", ctx, param)
        found += numbers
    return list(dict.fromkeys(found))


def _options(*options: str, **defaults: str) -> Callable[[Any], Any]:
    """Those of width, depth that a command has, with --json and --plot."""

    def add(function: Any) -> Any:
        every = [
            click.option("--plot", metavar="FILE", help="Draw the curves into FILE.svg or FILE.png."),
            click.option("--json", "as_json", is_flag=True, help="The table as JSON."),
        ]
        for option in reversed(options):
            short, what = f"-{option[0]}", {"widths": "Sons of a node.", "depths": "Half-moves to the leaves."}[option]
            every.append(
                click.option(
                    short, f"--{option[:-1]}", option, callback=_numbers, metavar="LIST",
                    default=defaults[option], show_default=True, help=what,
                )
            )  # fmt: skip
        for each in every:
            function = each(function)
        return function

    return add


@command.command("leaves")
@_options("widths", "depths", widths="2,4,8,16,32", depths="4")
@click.option("--values", default="continuous", show_default=True, help="Of a leaf, as in uniform:8,4,values=0..127.")
def _leaves(widths: list[int], depths: list[int], values: str, as_json: bool, plot: str | None) -> None:
    """Leaves and nodes of alpha-beta on trees with independent random leaves (Baudet 1977).

    Next to them, the leaves without deep cut-offs (Knuth & Moore 1975), the least possible, and all there are.
    """
    _check_plot(plot)
    meant = values_of(uniform, f"1,1,values={values}")[1]["values"]
    rows = [
        {
            "width": w,
            "depth": d,
            "minimum": theory.minimum_leaves(w, d),
            "alpha_beta": theory.expected_leaves(w, d, meant),
            "shallow": theory.expected_leaves_shallow(w, d, meant),
            "all": w**d,
            "nodes": theory.expected_nodes(w, d, meant),
        }
        for w, d in _sizes(widths, depths)
    ]
    _show(rows, as_json, f"expected leaves, values {text_of(meant)}", values=text_of(meant))
    names = {"minimum": "minimum", "alpha_beta": "alpha-beta", "shallow": "without deep cut-offs", "all": "all"}
    across = "depth" if len(depths) > 1 else "width"
    _plot(plot, rows, across, names, "expected leaves of alpha-beta", "leaves", log=True)


@command.command("bivalued")
@_options("widths", "depths", widths="3", depths="4")
@click.option("--steps", default=20, show_default=True, help="Chances of a 1 between 0 and 1.")
def _bivalued(widths: list[int], depths: list[int], steps: int, as_json: bool, plot: str | None) -> None:
    """Leaves of alpha-beta when leaves are 1 or 0 (Baudet 1977, 3.13), by the chance of a 1 for MAX."""
    _check_plot(plot)
    if not 1 <= steps <= _MOST:
        raise UsageError(f"--steps must lie between 1 and {_MOST}, not {steps}")
    rows: list[dict[str, Any]] = []
    for w, d in _sizes(widths, depths):
        for i in range(steps + 1):
            leaves = theory.expected_leaves_bivalued(w, d, i / steps)
            rows.append({"width": w, "depth": d, "chance": i / steps, "leaves": leaves})
    _show(rows, as_json, "expected leaves, two values")
    _plot(plot, rows, "chance", {"leaves": "alpha-beta"}, "leaves with two values", "leaves", log=True)


@command.command("branching")
@_options("widths", widths="2..32")
def _branching(widths: list[int], as_json: bool, plot: str | None) -> None:
    """Bounds on the branching factor of alpha-beta with independent, different leaves (Baudet 1977, section 5).

    \b
    lower    xi/(1-xi), where xi^n + xi = 1
    upper    sqrt(M_n)
    coarse   sqrt(n xi/(1-xi))
    shallow  largest eigenvalue of sqrt(p_ij): holds without deep cut-offs too (Knuth & Moore 1975)
    perfect  sqrt(n), with perfectly ordered moves
    """
    _check_plot(plot)
    rows = [vars(theory.branching(w)) for w in widths]
    _show(rows, as_json, "bounds on the branching factor", decimals=4)
    names = {key: key for key in ("perfect", "lower", "upper", "coarse", "shallow")}
    _plot(plot, rows, "width", names, "branching factor of alpha-beta", "bound")


@command.command("srimani")
@_options("widths", "depths", widths="4,8,16,24,32", depths="2..14..2")
@click.option("--each", is_flag=True, help="A row for every ABF.")
def _srimani(widths: list[int], depths: list[int], each: bool, as_json: bool, plot: str | None) -> None:
    """Leaves of alpha-beta and SSS* when the ABF-th son is the best one (Srimani 1985, chapter 5).

    The ratio alpha-beta / SSS*, its mean over ABF = 1 .. width, and where it is largest; depths are even.
    """
    _check_plot(plot)
    rows: list[dict[str, Any]] = []
    for w, d in _sizes(widths, depths):
        if each:
            for abf in range(1, w + 1):
                found = {"alpha_beta": theory.alpha_beta_leaves(w, d, abf), "sss_star": theory.sss_leaves(w, d, abf)}
                rows.append({"width": w, "depth": d, "abf": abf, **found, "ratio": float(theory.ratio(w, d, abf))})
        else:
            abf, most = theory.peak(w, d)
            mean = float(theory.mean_ratio(w, d))
            rows.append({"width": w, "depth": d, "mean_ratio": mean, "peak_abf": abf, "peak_ratio": float(most)})
    _show(rows, as_json, "leaves of alpha-beta / SSS*", decimals=3)
    names, across = ({"ratio": "ratio"}, "abf") if each else ({"mean_ratio": "mean ratio"}, "depth")
    _plot(plot, rows, across, names, "leaves of alpha-beta / SSS*", "ratio")


@command.command("storage")
@_options("widths", "depths", widths="8,16,24,32", depths="4")
@click.option("--phases", callback=_numbers, default="2,4,8", show_default=True, metavar="LIST", help="Of PS*.")
def _storage(widths: list[int], depths: list[int], phases: list[int], as_json: bool, plot: str | None) -> None:
    """States that SSS*, PS* and ITERSSS* keep, at most (Srimani 1985; Bhattacharya & Bagchi 1986)."""
    _check_plot(plot)
    rows: list[dict[str, Any]] = []
    for w, d in _sizes(widths, depths):
        size = {"width": w, "depth": d}
        stored = [("SSS*", theory.sss_storage(w, d))]
        stored += [(f"PS*({k})", theory.ps_storage(w, d, k)) for k in phases if k <= w]
        rows += [{**size, "algorithm": a, "open": s.open, "backup": s.backup, "total": s.total} for a, s in stored]
        for name, memory in (("least", theory.iter_sss_least(w, d)), ("full", theory.iter_sss_full(w, d))):
            rows.append({**size, "algorithm": f"ITERSSS*, {name}", "open": memory, "backup": 0, "total": memory})
    _show(rows, as_json, "states kept at the same time")
    across = "depth" if len(depths) > 1 else "width"
    _plot(plot, rows, across, {"total": ""}, "states kept", "states", log=True)


@command.command("minimum")
@_options("widths", "depths", widths="2,4,8,16,24,32", depths="4")
def _minimum(widths: list[int], depths: list[int], as_json: bool, plot: str | None) -> None:
    """The least leaves and nodes that prove the value of a uniform tree (Slagle & Dixon 1969)."""
    _check_plot(plot)
    rows = [
        {"width": w, "depth": d, "leaves": theory.minimum_leaves(w, d), "nodes": theory.minimum_nodes(w, d)}
        for w, d in _sizes(widths, depths)
    ]
    _show(rows, as_json, "the least that must be searched")
    across = "depth" if len(depths) > 1 else "width"
    _plot(plot, rows, across, {"leaves": "leaves", "nodes": "nodes"}, "the minimal tree", "number", log=True)


def _sizes(widths: list[int], depths: list[int]) -> list[tuple[int, int]]:
    if len(widths) * len(depths) > _MOST:
        raise UsageError(f"{len(widths)} widths and {len(depths)} depths are more than {_MOST} trees")
    return [(w, d) for d in depths for w in widths]


def _check_plot(file: str | None) -> None:
    if file is not None:
        curves.check(file)


def _show(rows: Sequence[dict[str, Any]], as_json: bool, title: str, decimals: int | None = None, **head: Any) -> None:
    if as_json:
        click.echo(text.as_json({**head, "rows": rows}))
        return
    headings = [name.replace("_", " ") for name in rows[0]]
    words = [column for column, value in enumerate(rows[0].values()) if isinstance(value, str)]
    lines = [[_cell(name, value, decimals) for name, value in row.items()] for row in rows]
    grid.show(title, headings, lines, words, end="")


def _cell(name: str, value: Any, decimals: int | None) -> str:
    if name == "chance":
        return f"{value:.4g}"
    if isinstance(value, str):
        return value
    if abs(value) >= 1e12:
        return f"{value:.6e}" if value < 1e300 else f"10^{len(str(int(value))) - 1}"
    if isinstance(value, float):
        return f"{value:.{decimals}f}" if decimals is not None else text.count(value)
    return f"{value:,}"


def _plot(
    file: str | None, rows: Sequence[dict[str, Any]], across: str, names: dict[str, str], title: str, up: str,
    log: bool = False,
) -> None:  # fmt: skip
    """A curve for every column in `names` and every tree, or algorithm, that the horizontal axis leaves open."""
    if file is None:
        return
    found: dict[str, tuple[list[float], list[float]]] = {}
    for row in rows:
        fixed = [f"{key} {row[key]}" for key in ("width", "depth") if key in row and key != across]
        for key, name in names.items():
            label = ", ".join(part for part in (name, row.get("algorithm", ""), *fixed) if part)
            x, y = found.setdefault(label, ([], []))
            x.append(float(row[across]))
            y.append(float(row[key]))
    curves.draw(file, found, title, across if across != "abf" else "ABF", up, log)
    click.echo(f"drawn into {file}", err=True)
