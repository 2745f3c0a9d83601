"""The standard deviation of alpha-beta: how much its leaves scatter, and how well that is known."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from shared import INK, Row, Tables, canvas, leaves_of, markdown, save, shape_of

from halfmove import studies, theory

Size = tuple[int, int]  # width and depth
TOLD = {"uniform": "independent", "incremental": "branch-dependent"}
COLUMNS = ("expected", "deviation_error", "scatter", "scatter_error")


@dataclass(frozen=True)
class Scatter:
    """Mean and deviation of some leaves; `ratio` is deviation / mean. The errors are one standard error each."""

    mean: float
    error: float
    deviation: float
    deviation_error: float
    ratio: float
    ratio_error: float


def scatter(leaves: Sequence[int]) -> Scatter:
    """The errors of deviation and ratio are by the delta method, from the third and fourth moments of these leaves.

    >>> found = scatter([1, 2, 3])
    >>> found.mean, found.deviation, found.ratio
    (2.0, 1.0, 0.5)
    """
    s = studies.summarise(leaves)
    assert s.deviation is not None
    assert s.error is not None
    ratio = s.deviation / s.mean
    # The influence of each tree on the logarithms of deviation and ratio
    wide = [((x - s.mean) ** 2 / s.deviation**2 - 1) / 2 if s.deviation else 0.0 for x in leaves]
    both = [w - (x - s.mean) / s.mean for w, x in zip(wide, leaves, strict=True)]
    wide_error, both_error = (studies.summarise(some).error or 0.0 for some in (wide, both))
    return Scatter(s.mean, s.error, s.deviation, s.deviation * wide_error, ratio, ratio * both_error)


def scatters(table: studies.Table) -> dict[str, dict[Size, Scatter]]:
    found: dict[str, dict[Size, Scatter]] = {}
    for cell, records in table.cells():
        found.setdefault(cell.tree.name, {})[shape_of(cell.tree)] = scatter(leaves_of(records))
    return found


def cells(table: studies.Table) -> Iterable[Row]:
    for cell, records in table.cells():
        s = scatter(leaves_of(records))
        known = cell.tree.name == "uniform"  # the formula is for independent leaves
        yield {
            "expected": f"{theory.expected_leaves(*shape_of(cell.tree)):.4f}" if known else "",
            "deviation_error": f"{s.deviation_error:.4f}",
            "scatter": f"{s.ratio:.5f}",
            "scatter_error": f"{s.ratio_error:.5f}",
        }


def page(table: studies.Table, folder: Path) -> Tables:
    found = scatters(table)
    draw(found, folder)
    heads = ["scores", "fit", "1", "x", "y", "x²", "y²", "xy", "x, d odd", "typical error", "largest error"]
    fits = [row for name, some in found.items() for row in fit(name, {size: s.ratio for size, s in some.items()})]
    return {"deviations": deviations(found), "fit": markdown(heads, fits)}


def deviations(found: dict[str, dict[Size, Scatter]]) -> str:
    rows = []
    for (width, depth), s in found["uniform"].items():
        expected = theory.expected_leaves(width, depth)
        other = found["incremental"][width, depth]
        rows.append(
            [
                f"T({width},{depth})",
                f"{expected:.1f}",
                f"{s.mean:.1f} ± {s.error:.1f}",
                f"{(s.mean - expected) / s.error:+.1f}" if s.error else "",
                f"{s.deviation:.1f}",
                f"{s.ratio:.3f} ± {s.ratio_error:.3f}",
                f"{other.mean / s.mean:.3f}",
                f"{other.ratio:.3f} ± {other.ratio_error:.3f}",
                f"{(other.ratio / s.ratio) ** 2:.2f}" if s.ratio else "",
            ]
        )
    heads = ["tree", "expected", "mean ± error", "z", "deviation", "sd/mean ± error", "branch / i.i.d. mean"]
    return markdown([*heads, "branch sd/mean ± error", "trees, branch / i.i.d."], rows)


def draw(found: dict[str, dict[Size, Scatter]], folder: Path) -> None:
    flat, summed = found["uniform"], found["incremental"]
    figure, axes = canvas(1, 3, 12, 4, gaps=(0.55, 0))
    axes[0][1].sharey(axes[0][0])
    for colour, width in zip(INK, sorted({width for width, _ in flat}), strict=False):
        depths = sorted(depth for each, depth in flat if each == width)
        for axis, some in ((axes[0][0], flat), (axes[0][1], summed)):
            ratios = [some[width, depth].ratio for depth in depths]
            errors = [some[width, depth].ratio_error for depth in depths]
            axis.errorbar(depths, ratios, errors, fmt="o-", ms=3.5, lw=1.2, color=colour, label=width)
        means = [summed[width, depth].mean / flat[width, depth].mean for depth in depths]
        axes[0][2].plot(depths, means, "o-", ms=3.5, lw=1.2, color=colour, label=width)
    axes[0][0].set(title="independent leaves", ylabel="standard deviation / mean", xlabel="depth")
    axes[0][1].set(title="branch-dependent scores", xlabel="depth", ylim=(0.1, 0.3))
    axes[0][2].set(title="mean, branch-dependent / independent", xlabel="depth", ylim=(0, 1.05))
    axes[0][2].legend(title="width", loc="lower right", ncols=2)
    save(figure, folder, "alpha_beta_deviation-ratio")


FITS: dict[str, Callable[[float, float, int], list[float]]] = {  # of x = ln width, y = ln depth, depth odd
    "power": lambda x, y, odd: [1, x, y],
    "square": lambda x, y, odd: [1, x, y, x * x, y * y, x * y, odd * x],
}


def fit(name: str, ratios: dict[Size, float]) -> list[list[Any]]:
    """ln(sd/mean) as a sum of terms, by least squares."""
    import numpy

    ratios = {size: ratio for size, ratio in ratios.items() if ratio}  # a few small trees may all be alike
    rows = []
    logs = numpy.log(list(ratios.values()))
    for model, terms_of in FITS.items():
        terms = numpy.array([terms_of(math.log(width), math.log(depth), depth % 2) for width, depth in ratios])
        found, *_ = numpy.linalg.lstsq(terms, logs, rcond=None)
        errors = numpy.abs(terms @ found - logs)
        factors = [f"{each:+.3f}" for each in found] + [""] * (7 - len(found))
        typical = math.sqrt(float(numpy.mean(errors**2)))
        rows.append([TOLD[name], model, *factors, f"{typical:.0%}", f"{errors.max():.0%}"])
    return rows
