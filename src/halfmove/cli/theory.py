"""`halfmove theory`: the formulas of the literature as tables and curves."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence
from decimal import MAX_EMAX, Context, Decimal
from fractions import Fraction
from typing import Any

import click

from halfmove import theory
from halfmove.arguments import text_of, values_of
from halfmove.cli import curves, grid, text
from halfmove.errors import UsageError
from halfmove.theory.checks import check_float_size
from halfmove.theory.ladder import is_distribution, ladder
from halfmove.trees import uniform

_MOST = 10_000  # rows of a table
_WRITTEN = "continuous, LOW..HIGH (0..127), VALUE:CHANCE,... (0:0.5,1:0.3,7:0.2) or bivalued:CHANCE (bivalued:0.3)"
_AXES = {
    "width": "width: sons of a node",
    "depth": "depth: half-moves to the leaves",
    "chance": "chance that a leaf is 1 for MAX, not 0",
    "abf": "ABF: which son is the best",
}
_LONG = 14_000  # bits of a whole number that Python neither writes nor reads in decimal


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
    numbers: list[int] = []
    for part in value.split(","):
        match = re.fullmatch(r"\s*(\d+)(?:\.\.(\d+)(?:\.\.(\d+))?)?\s*", part)
        if match is None:
            raise click.BadParameter(f"{part!r} is neither a whole number nor a range such as 2..32", ctx, param)
        if any(len(number) > 9 for number in match.groups() if number):
            raise click.BadParameter(f"{_short(part)!r} is too large: numbers have at most 9 digits", ctx, param)
        low, high, step = int(match[1]), int(match[2] or match[1]), int(match[3] or 1)
        if step == 0:
            raise click.BadParameter(f"{part!r} has the step 0: it must be 1 or more", ctx, param)
        if high < low:
            raise click.BadParameter(f"{part!r} is empty: a range goes from the smaller to the larger", ctx, param)
        if len(numbers) + len(range(low, high + 1, step)) > _MOST:
            raise click.BadParameter(f"{_short(value)!r} holds more than {_MOST} numbers", ctx, param)
        numbers += range(low, high + 1, step)
    return list(dict.fromkeys(numbers))


def _short(given: str) -> str:
    return given if len(given) <= 40 else given[:37] + "..."


def _values(ctx: click.Context, param: click.Parameter, value: str) -> Any:
    """A distribution of leaf values, as it is written on the command line."""
    try:
        positional, named = values_of(uniform, f"1,1,values={value}")
        meant = named.pop("values")
        written = not named and len(positional) == 2 and is_distribution(meant)
    except UsageError:
        written = False
    if not written:
        raise UsageError(f"--values {_short(value)!r} is not a distribution; it is written {_WRITTEN}")
    try:
        ladder(meant, 0)
    except UsageError as error:
        raise UsageError(f"--values {_short(value)!r}: {error}") from None
    return meant


def _options(*options: str, **defaults: str) -> Callable[[Any], Any]:
    """Those of width, depth that a command has, with --json and --plot."""

    def add(function: Any) -> Any:
        every = [
            click.option("--plot", metavar="FILE", help="Draw the curves into FILE.svg or FILE.png."),
            click.option(
                "--json", "as_json", is_flag=True, help="The table as JSON; what is too large for a number, as text."
            ),
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


@command.command("leaves", short_help="Expected leaves and nodes of alpha-beta.")
@_options("widths", "depths", widths="2,4,8,16,32", depths="4")
@click.option(
    "--values", default="continuous", show_default=True, metavar="HOW", callback=_values,
    help="How leaf values are distributed: continuous, 0..127, 0:0.5,1:0.3,7:0.2 (a value and its chance), "
    "or bivalued:0.3 (the chance of a 1 among zeros).",
)  # fmt: skip
def _leaves(widths: list[int], depths: list[int], values: Any, as_json: bool, plot: str | None) -> None:
    """Leaves and nodes of alpha-beta on trees with independent random leaves (Baudet 1977).

    Next to them, the leaves without deep cut-offs (Knuth & Moore 1975), the least possible, and all there are.
    """
    _check_plot(plot)
    sizes = _sizes(widths, depths)
    for size in sizes:
        check_float_size(*size)
    rows = [
        {
            "width": w,
            "depth": d,
            "minimum": theory.minimum_leaves(w, d),
            "alpha_beta": theory.expected_leaves(w, d, values),
            "shallow": theory.expected_leaves_shallow(w, d, values),
            "all": w**d,
            "nodes": theory.expected_nodes(w, d, values),
        }
        for w, d in sizes
    ]
    names = {"minimum": "minimum", "alpha_beta": "alpha-beta", "shallow": "without deep cut-offs", "all": "all"}
    written = f"bivalued:{values}" if isinstance(values, float) else text_of(values)
    title = f"expected leaves, values {written}"
    drawing = _drawing(plot, rows, _across(depths), names, title, "leaves", log=True)
    _show(rows, as_json, title, values=written)
    _draw(drawing)


@command.command("bivalued", short_help="Expected leaves of alpha-beta, if leaves are 1 or 0.")
@_options("widths", "depths", widths="3", depths="4")
@click.option("--steps", default=20, show_default=True, help="Chances of a 1 between 0 and 1.")
def _bivalued(widths: list[int], depths: list[int], steps: int, as_json: bool, plot: str | None) -> None:
    """Leaves of alpha-beta when leaves are 1 or 0 (Baudet 1977, 3.13), by the chance of a 1 for MAX."""
    _check_plot(plot)
    if not 1 <= steps < _MOST:
        raise UsageError(f"--steps must lie between 1 and {_MOST - 1}, not {steps}")
    sizes = _sizes(widths, depths)
    _check_rows(len(sizes) * (steps + 1))
    rows: list[dict[str, Any]] = []
    for w, d in sizes:
        for i in range(steps + 1):
            leaves = theory.expected_leaves_bivalued(w, d, i / steps)
            rows.append({"width": w, "depth": d, "chance": i / steps, "leaves": leaves})
    title = "expected leaves of alpha-beta, two values"
    drawing = _drawing(plot, rows, "chance", {"leaves": "alpha-beta"}, title, "leaves")
    _show(rows, as_json, title)
    _draw(drawing)


@command.command("branching", short_help="Bounds on the branching factor of alpha-beta.")
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
    names = {key: key for key in ("perfect", "lower", "upper", "coarse", "shallow")}
    drawing = _drawing(plot, rows, "width", names, "bounds on the branching factor of alpha-beta", "branching factor")
    _show(rows, as_json, "bounds on the branching factor", decimals=4)
    _draw(drawing)


@command.command("srimani", short_help="Alpha-beta and SSS* in a model of ordered trees.")
@_options("widths", "depths", widths="4,8,16,24,32", depths="2..14..2")
@click.option("--each", is_flag=True, help="A row for every ABF.")
def _srimani(widths: list[int], depths: list[int], each: bool, as_json: bool, plot: str | None) -> None:
    """Leaves of alpha-beta and SSS* when the ABF-th son is the best one (Srimani 1985, chapter 5).

    The ratio alpha-beta / SSS*, its mean over ABF = 1 .. width, and where it is largest; depths are even.
    """
    _check_plot(plot)
    sizes, rows = _sizes(widths, depths), []
    if each:
        _check_rows(sum(w for w, _ in sizes))
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
    names, across = ({"ratio": "ratio"}, "abf") if each else ({"mean_ratio": "mean ratio"}, _across(depths))
    drawing = _drawing(plot, rows, across, names, "leaves of alpha-beta / SSS*", next(iter(names.values())))
    _show(rows, as_json, "leaves of alpha-beta / SSS*", decimals=3)
    _draw(drawing)


@command.command("storage", short_help="States that SSS*, PS* and ITERSSS* keep.")
@_options("widths", "depths", widths="8,16,24,32", depths="4")
@click.option("--phases", callback=_numbers, default="2,4,8", show_default=True, metavar="LIST",
              help="Of PS*; those above the width are left out.")  # fmt: skip
def _storage(widths: list[int], depths: list[int], phases: list[int], as_json: bool, plot: str | None) -> None:
    """States that SSS*, PS* and ITERSSS* keep, at most (Srimani 1985; Bhattacharya & Bagchi 1986)."""
    _check_plot(plot)
    sizes = _sizes(widths, depths)
    _check_rows(len(sizes) * (len(phases) + 3))
    rows: list[dict[str, Any]] = []
    for w, d in sizes:
        size = {"width": w, "depth": d}
        stored = [("SSS*", theory.sss_storage(w, d))]
        stored += [(f"PS*({k})", theory.ps_storage(w, d, k)) for k in phases if k <= w]
        rows += [{**size, "algorithm": a, "open": s.open, "backup": s.backup, "total": s.total} for a, s in stored]
        for name, memory in (("least", theory.iter_sss_least(w, d)), ("full", theory.iter_sss_full(w, d))):
            rows.append({**size, "algorithm": f"ITERSSS*, {name}", "open": memory, "backup": 0, "total": memory})
    title = "states kept at the same time"
    drawing = _drawing(plot, rows, _across(depths), {"total": ""}, title, "states, OPEN and BACKUP", log=True)
    _show(rows, as_json, title)
    _draw(drawing)


@command.command("minimum", short_help="The least leaves and nodes that prove a value.")
@_options("widths", "depths", widths="2,4,8,16,24,32", depths="4")
def _minimum(widths: list[int], depths: list[int], as_json: bool, plot: str | None) -> None:
    """The least leaves and nodes that prove the value of a uniform tree (Slagle & Dixon 1969)."""
    _check_plot(plot)
    rows = [
        {"width": w, "depth": d, "leaves": theory.minimum_leaves(w, d), "nodes": theory.minimum_nodes(w, d)}
        for w, d in _sizes(widths, depths)
    ]
    title, names = "the least that must be searched", {"leaves": "leaves", "nodes": "nodes"}
    drawing = _drawing(plot, rows, _across(depths), names, title, "number", log=True)
    _show(rows, as_json, title)
    _draw(drawing)


def _sizes(widths: list[int], depths: list[int]) -> list[tuple[int, int]]:
    if len(widths) * len(depths) > _MOST:
        raise UsageError(f"{len(widths)} widths and {len(depths)} depths are more than {_MOST} trees")
    return [(w, d) for d in depths for w in widths]


def _across(depths: list[int]) -> str:
    return "depth" if len(depths) > 1 else "width"


def _check_rows(count: int) -> None:
    if count > _MOST:
        raise UsageError(f"this table would have {count} rows: take fewer widths or depths, for at most {_MOST}")


def _check_plot(file: str | None) -> None:
    if file is not None:
        curves.check(file)


def _show(rows: Sequence[dict[str, Any]], as_json: bool, title: str, decimals: int | None = None, **head: Any) -> None:
    if as_json:
        plain = [{name: _plain(value) for name, value in row.items()} for row in rows]
        click.echo(text.as_json({**head, "rows": plain}))
        return
    headings = [name.replace("_", " ") for name in rows[0]]
    words = [column for column, value in enumerate(rows[0].values()) if isinstance(value, str)]
    lines = [[_cell(name, value, decimals) for name, value in row.items()] for row in rows]
    grid.show(title, headings, lines, words, end="")


def _plain(value: Any) -> Any:
    """A number as JSON holds it; one that is too large for that, as text."""
    if isinstance(value, Fraction):
        return float(value) if value < 10**308 else _scientific(value)
    return _scientific(value) if isinstance(value, int) and value.bit_length() > _LONG else value


def _cell(name: str, value: Any, decimals: int | None) -> str:
    if name == "chance":
        return f"{value:.4g}"
    if name == "xi":
        return f"{value:.6f}"
    if isinstance(value, str):
        return value
    if abs(value) >= 10**12:
        return _scientific(value)
    if isinstance(value, float | Fraction):
        return f"{float(value):.{decimals}f}" if decimals is not None else text.count(float(value))
    return f"{value:,}"


def _scientific(value: float | Fraction) -> str:
    """1.234567e+890, of a number of any size."""
    if isinstance(value, float):
        return f"{value:.6e}"
    whole = math.floor(value)
    shift = max(0, whole.bit_length() - 128)
    context = Context(prec=40, Emax=MAX_EMAX)
    return f"{context.multiply(Decimal(whole >> shift), context.power(2, shift)):.6e}"


def _drawing(
    file: str | None, rows: Sequence[dict[str, Any]], across: str, names: dict[str, str], title: str, up: str,
    log: bool = False,
) -> tuple[Any, ...] | None:  # fmt: skip
    """A curve for every column in `names` and every tree, or algorithm, that the horizontal axis leaves open.

    What all rows have in common stands in the title.
    """
    if file is None:
        return None
    others = [key for key in ("width", "depth") if key in rows[0] and key != across]
    common = [key for key in others if len({row[key] for row in rows}) == 1]
    lines: dict[str, tuple[list[float], list[float]]] = {}
    for row in rows:
        differing = [f"{key} {row[key]}" for key in others if key not in common]
        for key, name in names.items():
            first = name if len(names) > 1 or not differing else ""
            label = ", ".join(part for part in (first, row.get("algorithm", ""), *differing) if part)
            x, y = lines.setdefault(label, ([], []))
            if row[key] > 10**307:
                raise UsageError(f"{_scientific(row[key])} is too large to draw: take smaller trees, for at most 1e307")
            x.append(float(row[across]))
            y.append(float(row[key]))
    curves.check_number(lines)
    title = ", ".join([title, *(f"{key} {rows[0][key]}" for key in common)])
    return file, lines, title, _AXES[across], up, log


def _draw(drawing: tuple[Any, ...] | None) -> None:
    if drawing is not None:
        curves.draw(*drawing)
        click.echo(f"drawn into {drawing[0]}", err=True)
