"""Shared by the commands of `halfmove theory`: lists of numbers, leaf values, tables, curves."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence
from decimal import MAX_EMAX, Context, Decimal
from fractions import Fraction
from typing import Any

import click

from halfmove.adapters.arguments import values_of
from halfmove.cli import curves, grid, text
from halfmove.errors import UsageError
from halfmove.theory.ladder import is_distribution, ladder
from halfmove.trees import uniform

MOST_ROWS = 10_000  # rows of a table
_WRITTEN = "continuous, LOW..HIGH (0..127), VALUE:CHANCE,... (0:0.5,1:0.3,7:0.2) or bivalued:CHANCE (bivalued:0.3)"
_AXES = {
    "width": "width: children of a node",
    "depth": "depth: half-moves to the leaves",
    "chance": "chance that a leaf is 1 for MAX, not 0",
    "abf": "ABF: which child is the best",
    "M": "M: states that ITERSSS* may keep",
    "k": "k: partitions of PS*",
}
_LONG = 14_000  # bits; Python neither writes nor reads longer whole numbers in decimal


def numbers(ctx: click.Context, param: click.Parameter, value: str) -> list[int]:
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
        if len(numbers) + len(range(low, high + 1, step)) > MOST_ROWS:
            raise click.BadParameter(f"{_short(value)!r} holds more than {MOST_ROWS} numbers", ctx, param)
        numbers += range(low, high + 1, step)
    return list(dict.fromkeys(numbers))


def _short(given: str) -> str:
    return given if len(given) <= 40 else given[:37] + "..."


def values_from(ctx: click.Context, param: click.Parameter, value: str) -> Any:
    """The distribution of leaf values that a text on the command line describes."""
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


def options(*which: str, **defaults: str) -> Callable[[Any], Any]:
    """Add the options for widths and depths that a command has, --json and --plot."""

    def add(function: Any) -> Any:
        every = [
            click.option("--plot", metavar="FILE", help="Draw the curves in a file, .svg or .png."),
            click.option(
                "--json",
                "as_json",
                is_flag=True,
                help="Print the table as JSON; numbers that are too large become text.",
            ),
        ]
        for option in reversed(which):
            short, what = (
                f"-{option[0]}",
                {"widths": "Children of a node.", "depths": "Half-moves to the leaves."}[option],
            )
            every.append(
                click.option(
                    short, f"--{option[:-1]}", option, callback=numbers, metavar="LIST",
                    default=defaults[option], show_default=True, help=what,
                )
            )  # fmt: skip
        for each in every:
            function = each(function)
        return function

    return add


values_option = click.option(
    "--values", default="continuous", show_default=True, metavar="HOW", callback=values_from,
    help="How leaf values are distributed: continuous, 0..127, 0:0.5,1:0.3,7:0.2 (a value and its chance), "
    "or bivalued:0.3 (the chance of a 1 among zeros).",
)  # fmt: skip


def sizes_of(widths: list[int], depths: list[int]) -> list[tuple[int, int]]:
    if len(widths) * len(depths) > MOST_ROWS:
        raise UsageError(f"{len(widths)} widths and {len(depths)} depths are more than {MOST_ROWS} trees")
    return [(w, d) for d in depths for w in widths]


def across(depths: list[int]) -> str:
    return "depth" if len(depths) > 1 else "width"


def check_rows(count: int) -> None:
    if count > MOST_ROWS:
        raise UsageError(f"this table would have {count} rows: choose fewer widths or depths, for at most {MOST_ROWS}")


def check_plot(file: str | None) -> None:
    if file is not None:
        curves.check(file)


def show(rows: Sequence[dict[str, Any]], as_json: bool, title: str, decimals: int | None = None, **head: Any) -> None:
    if as_json:
        plain = [{name: _plain(value) for name, value in row.items()} for row in rows]
        click.echo(text.as_json({**head, "rows": plain}))
        return
    headings = [name.replace("_", " ") for name in rows[0]]
    words = [column for column, value in enumerate(rows[0].values()) if isinstance(value, str)]
    lines = [[_cell(name, value, decimals) for name, value in row.items()] for row in rows]
    grid.show(title, headings, lines, words, end="")


def _plain(value: Any) -> Any:
    """A number for JSON; text if it is too large."""
    if isinstance(value, Fraction):
        return float(value) if value < 10**308 else _scientific(value)
    return _scientific(value) if isinstance(value, int) and value.bit_length() > _LONG else value


def _cell(name: str, value: Any, decimals: int | None) -> str:
    if name == "chance":
        return f"{value:.4g}"
    if name == "relative":
        return f"{value:.3f}"
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


def drawing(
    file: str | None, rows: Sequence[dict[str, Any]], across: str, names: dict[str, str], title: str, up: str,
    log: bool = False,
) -> tuple[Any, ...] | None:  # fmt: skip
    """A curve for every column in `names` and every tree or algorithm that the horizontal axis does not show.

    Values that all rows share are in the title.
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
                raise UsageError(f"{_scientific(row[key])} is too large to draw: use smaller trees, for at most 1e307")
            x.append(float(row[across]))
            y.append(float(row[key]))
    curves.check_number(lines)
    title = ", ".join([title, *(f"{key} {rows[0][key]}" for key in common)])
    return file, lines, title, _AXES[across], up, log


def draw(drawing: tuple[Any, ...] | None) -> None:
    if drawing is not None:
        curves.draw(*drawing)
        click.echo(f"drawn in {drawing[0]}", err=True)
