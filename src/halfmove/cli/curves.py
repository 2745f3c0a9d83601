"""Curves in an SVG or PNG file. Only this needs matplotlib, which is loaded when a curve is drawn."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

from halfmove.cli import write
from halfmove.drawing.colours import COLOURS, GRID
from halfmove.errors import UsageError

Curve = tuple[Sequence[float], Sequence[float]]

_INSIDE = 6  # more names are written beside the axes
_NARROW = 50  # letters; longer names are written beside the axes
_MOST = 56  # curves with different looks
_FAR = 500  # both axes are logarithmic when the last place is at least this many times the first
_MARKED = 60  # points of a curve with a marker each
_LOOK: dict[Any, Any] = {
    "svg.fonttype": "none",  # text stays text
    "svg.hashsalt": "halfmove",  # the same numbers give the same file
    "axes.spines.top": False,  # two edges and faint lines across, as in the pages of reports and studies
    "axes.spines.right": False,
    "axes.grid": True,
    "axes.axisbelow": True,
    "grid.color": GRID,
    "legend.frameon": False,
}


def draw(file: str, curves: Mapping[str, Curve], title: str, across: str, up: str, log: bool = False) -> None:
    """Draw one line with markers for each name. Equal curves are drawn once, under all their names."""
    check(file)
    if not curves or not any(len(x) for x, _ in curves.values()):
        raise UsageError("there is nothing to draw: choose at least one width and one depth")
    check_number(curves)
    named = len(curves) > 1
    curves = _joined(curves)
    from matplotlib import rc_context
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure
    from matplotlib.ticker import LogFormatter, StrMethodFormatter

    beside = len(curves) > _INSIDE or max(map(len, curves)) > _NARROW
    with rc_context({**_LOOK, "axes.prop_cycle": _styles()}):
        size = (11, max(5, 0.5 + 0.19 * len(curves))) if beside else (8, 5)
        figure = Figure(figsize=size, layout="constrained")
        FigureCanvasAgg(figure)
        axes = figure.add_subplot()
        for name, (x, y) in curves.items():
            axes.plot(x, y, label=name, markersize=4, markevery=-(-len(x) // _MARKED))
        places = sorted({value for x, _ in curves.values() for value in x})
        far = 0 < _FAR * places[0] <= places[-1]
        if far:
            axes.set_xscale("log")
        else:
            axes.xaxis.set_major_locator(_ticks(places))
        most, least = max(max(y) for _, y in curves.values()), min(min(y) for _, y in curves.values())
        if (log or far) and 0 < least < most:
            axes.set_yscale("log")
            if most < 1e5:  # 30, not 3 x 10^1
                axes.yaxis.set_major_formatter(StrMethodFormatter("{x:,.0f}"))
                axes.yaxis.set_minor_formatter(LogFormatter())
        axes.set_title(title)
        axes.set_xlabel(across)
        axes.set_ylabel(up)
        if beside:
            figure.legend(loc="outside right upper", fontsize="small")
        elif named:
            axes.legend(fontsize="small")
        kind, drawn = Path(file).suffix.lower().lstrip("."), io.BytesIO()
        figure.savefig(drawn, format=kind, dpi=150, metadata={"Date": None} if kind == "svg" else None)
    write.write(drawn.getvalue(), file)


def _ticks(values: Sequence[float]) -> Any:
    """Ticks at the values themselves if there is room, otherwise at round numbers."""
    from matplotlib.ticker import AutoLocator, FixedLocator, MaxNLocator

    whole = all(float(value).is_integer() for value in values)
    room = (values[-1] - values[0]) / 25
    if whole and all(right - left >= room for left, right in pairwise(values)):
        return FixedLocator(values)
    return MaxNLocator(integer=True, steps=[1, 2, 5, 10], min_n_ticks=1) if whole else AutoLocator()


def _joined(curves: Mapping[str, Curve]) -> dict[str, Curve]:
    """Curves from left to right. Those with the same points, up to rounding, get one name: a = b."""
    names_of: dict[tuple[tuple[float, float], ...], list[str]] = {}
    for name, curve in curves.items():
        points = sorted((x, float(f"{y:.11e}")) for x, y in zip(*curve, strict=True))
        names_of.setdefault(tuple(points), []).append(name)
    return {_name(names): ([x for x, _ in points], [y for _, y in points]) for points, names in names_of.items()}


def _name(names: Sequence[str]) -> str:
    """One name for a curve that has several; at most five of them are written out."""
    return " = ".join([*names[:5], *([f"{len(names) - 5} more"] if len(names) > 5 else [])])


def check_number(curves: Mapping[str, Curve]) -> None:
    """Refuse more curves than a reader can distinguish."""
    if len(curves) > _MOST:
        raise UsageError(
            f"{len(curves)} curves are too many to distinguish: choose fewer widths or depths, for at most {_MOST}"
        )


def check(file: str) -> None:
    """Refuse a file that cannot be drawn into, before anything is computed."""
    if Path(file).suffix.lower() not in (".svg", ".png"):
        raise UsageError(f"{file}: a plot is written to a file that ends in .svg or .png")
    write.check({"--plot": file})
    try:
        import matplotlib  # noqa: F401
    except ImportError:
        raise UsageError("drawing needs matplotlib: pip install 'halfmove[plot]'") from None


def _styles() -> object:
    """The colours of the pages, which colour-blind readers can distinguish, with markers."""
    from cycler import cycler

    lines = cycler(fillstyle=["full", "none"]) * cycler(linestyle=["-", "--", ":", "-."])
    return lines * (cycler(color=COLOURS) + cycler(marker=["o", "s", "^", "D", "v", "P", "X"]))
