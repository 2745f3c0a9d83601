"""The marks of a comparison: signs that differ without colour, their meaning, and notes below a table."""

from __future__ import annotations

from collections.abc import Iterator

MARKS = {
    "agrees": "✓",
    "tolerance": "≈",
    "possible": "◇",
    "explained": "†",
    "disagrees": "✗",
    "ambiguous": "?",
    "not printed": "○",
    "not run": "–",
}
NAMES = {
    "agrees": "agree",
    "tolerance": "within the tolerance",
    "possible": "possible",
    "explained": "explained",
    "disagrees": "disagree",
    "ambiguous": "ambiguous",
    "not printed": "not printed",
    "not run": "not run",
}
MEANINGS = {
    "agrees": "within both errors; a formula, or a count without error, agrees to the printed digits",
    "tolerance": "outside the errors, but within the stated share of the printed number",
    "possible": "the same on a tree that was chosen for it, because the paper's tree is lost",
    "explained": "different for a reason that is recorded with the printed tables: a misprint, or unknown trees",
    "disagrees": "different, and nothing explains it",
    "ambiguous": "nothing can be concluded from this number of trees",
    "not printed": "our number where the paper prints a dash",
    "not run": "chosen by the authors, quoted, on a lost tree, or not finished: the note says which",
}
# The statuses that a reader should see first.
NEED_A_LOOK = ("disagrees", "ambiguous")
# Whether a claim about all trees of a kind, printed or found, holds.
ANSWERS: dict[float | None, str] = {1: "yes", 0: "no"}


class Notes:
    """Notes below a table. Each is written once, however many lines refer to it."""

    def __init__(self) -> None:
        self._marks: dict[str, int] = {}

    def mark(self, note: str) -> str:
        """The sign that refers to a note; nothing if the note is empty."""
        return str(self._marks.setdefault(note, len(self._marks) + 1)) if note else ""

    def __iter__(self) -> Iterator[tuple[str, str]]:
        return ((str(mark), note) for note, mark in self._marks.items())
