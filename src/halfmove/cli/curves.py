"""Curves in an SVG or PNG file; matplotlib is loaded when one is drawn, and is not needed for anything else."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from pathlib import Path

from halfmove.cli import write
from halfmove.errors import UsageError

Curve = tuple[Sequence[float], Sequence[float]]


def draw(file: str, curves: Mapping[str, Curve], title: str, across: str, up: str, log: bool = False) -> None:
    """One line for each name, with a marker at every point."""
    check(file)
    if not curves or not any(len(x) for x, _ in curves.values()):
        raise UsageError("there is nothing to draw: choose at least one width and one depth")
    from matplotlib import rc_context
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    # Text stays text, and the same numbers give the same file.
    with rc_context({"svg.fonttype": "none", "svg.hashsalt": "halfmove", "axes.prop_cycle": _styles()}):
        figure = Figure(figsize=(8, 5), layout="constrained")
        FigureCanvasAgg(figure)
        axes = figure.add_subplot()
        for name, (x, y) in curves.items():
            axes.plot(x, y, label=name, markersize=4)
        if log:
            axes.set_yscale("log")
        axes.set_title(title)
        axes.set_xlabel(across)
        axes.set_ylabel(up)
        axes.grid(alpha=0.3)
        axes.legend(fontsize="small")
        kind, drawn = Path(file).suffix.lower().lstrip("."), io.BytesIO()
        figure.savefig(drawn, format=kind, dpi=150, metadata={"Date": None} if kind == "svg" else None)
    write.write(drawn.getvalue(), file)


def check(file: str) -> None:
    """Whether something can be drawn into this file; told before anything is computed."""
    if Path(file).suffix.lower() not in (".svg", ".png"):
        raise UsageError(f"{file}: a plot is written to a file that ends in .svg or .png")
    write.check(file)
    try:
        import matplotlib  # noqa: F401
    except ImportError:
        raise UsageError("drawing needs matplotlib: pip install 'halfmove[plot]'") from None


def _styles() -> object:
    """Colours that a colour-blind reader can tell apart (Okabe & Ito 2008), with markers for the others."""
    from cycler import cycler

    colours = ["#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000"]
    lines = cycler(linestyle=["-", "--", ":"])
    return lines * (cycler(color=colours) + cycler(marker=["o", "s", "^", "D", "v", "P", "x"]))
