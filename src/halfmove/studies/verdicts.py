"""Whether our number and a printed one agree.

agrees        within both errors: our 95 % interval, widened by the error that the printed number has for its own
              number of trees and by its rounding; a number without an error must agree to the printed digits
tolerance     outside of that, but within a stated share of the printed number; never for a number without an error
chance        outside of that too, but not further than the worst of this many cells is by chance, 95 times in 100
possible      the same number, but on a tree that was chosen to have it: the paper's own tree is lost
explained     neither, or the print is known to be wrong, and the reason is recorded with the printed tables
disagrees     neither, and no reason is recorded
ambiguous     nothing can be concluded: a claim that no tree contradicts, which the paper denies; or a single tree; or a
              claim about means that needs more trees
not printed   only our number exists
not run       only the printed number exists, and the note says why
"""

from __future__ import annotations

import math
import re
from statistics import NormalDist

from halfmove.studies.papers import PrintedCell
from halfmove.studies.quantities import Measurement
from halfmove.studies.statistics import student

STATUSES = (
    "agrees",
    "tolerance",
    "chance",
    "possible",
    "explained",
    "disagrees",
    "ambiguous",
    "not printed",
    "not run",
)
TOLERANCE = 0.10
_CONFIDENCE = 0.95


def verdict(cell: PrintedCell, ours: Measurement, tolerance: float = TOLERANCE, among: int = 1) -> tuple[str, str]:
    """The status of a cell and a note about it; `among` is the number of cells that are compared."""
    if ours.mean is None:
        return "not run", _notes(ours.note, cell.note or cell.setting.setting_note)
    if cell.value is None:
        return "not printed", _notes(ours.note, cell.note)
    recorded = _recorded(cell)
    apart = abs(ours.mean - cell.value)
    if apart <= _reach(cell, ours):
        return "possible" if ours.chosen else "agrees", _notes(
            ours.note, cell.note if cell.status == "misprint" else ""
        )
    if cell.status == "misprint":
        return "explained", _notes(ours.note, recorded)
    if cell.unit == "claim" and cell.value == 0 and not cell.setting.quantity.startswith("attains"):
        return "ambiguous", _notes(ours.note, "no tree contradicts it; more trees may", cell.setting.setting_note)
    if not ours.exact and apart <= tolerance * abs(cell.value):
        return "tolerance", _notes(ours.note, f"within {tolerance:.0%}", recorded)
    if recorded:
        return "explained", _notes(ours.note, recorded)
    if ours.one_tree is None:
        few = "one tree says nothing about the error" if ours.trees == 1 else "too few trees to decide"
        return "ambiguous", _notes(ours.note, few)
    if not ours.exact and apart <= _reach(cell, ours, among):
        return "chance", _notes(ours.note, f"among {among} cells, chance alone puts one this far off")
    return "disagrees", _notes(ours.note, cell.note, cell.setting.setting_note)


def _recorded(cell: PrintedCell) -> str:
    """The explanation of a difference that is recorded with the printed tables."""
    return cell.note if cell.status == "misprint" else cell.setting.explanation


def _reach(cell: PrintedCell, ours: Measurement, among: int = 1) -> float:
    """How far apart the two numbers may be: by chance, all of `among` cells are within it 95 times in 100."""
    rounding = 0.5 * 10.0 ** -decimals(cell) * (1 + 1e-9)
    if ours.exact or ours.one_tree is None:
        return rounding
    confidence = 1 - (1 - _CONFIDENCE) / among
    ours_reach = student(ours.trees - 1, confidence) / math.sqrt(ours.trees)
    printed_reach = (
        NormalDist().inv_cdf((1 + confidence) / 2) / math.sqrt(cell.setting.trees) if cell.setting.trees else 0.0
    )
    return ours.one_tree * math.hypot(ours_reach, printed_reach) + rounding


def deviations(cell: PrintedCell, ours: Measurement) -> float | None:
    """How far ours is above the printed number, in standard errors of both together; None if there is no error."""
    if ours.mean is None or cell.value is None or ours.exact or not ours.one_tree:
        return None
    printed = 1 / cell.setting.trees if cell.setting.trees else 0.0
    return (ours.mean - cell.value) / (ours.one_tree * math.sqrt(1 / ours.trees + printed))


def decimals(cell: PrintedCell) -> int:
    """Digits after the decimal point, as printed.

    >>> from halfmove.studies.papers import load
    >>> decimals(load("baudet_1977").tables["5.1"].cell("2", "sqrt(M_n)"))
    3
    """
    return decimals_of(cell.as_printed, cell.value)


def decimals_of(as_printed: str, value: float | None) -> int:
    """Digits after the decimal point of a printed text; if the text is not a number, those of its value.

    >>> decimals_of("2,048", 2048), decimals_of("56.50 %", 56.5), decimals_of("a half", 0.5)
    (0, 2, 1)
    """
    plain = re.fullmatch(r"\D*\d[\d,]*(?:\.(\d+))?\s*%?", as_printed)
    if plain:
        return len(plain[1] or "")
    return len(str(value).partition(".")[2]) if isinstance(value, float) else 0


def _notes(*parts: str) -> str:
    return "; ".join(part for part in parts if part)
