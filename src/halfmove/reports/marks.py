"""The marks of a comparison: signs that differ without colour, their meaning, and notes below a table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

MARKS = {
    "agrees": "✓",
    "tolerance": "≈",
    "chance": "±",
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
    "chance": "within chance",
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
    "chance": "outside the errors of this number alone, but one of so many numbers is this far off by chance",
    "possible": "the same on a tree that was chosen for it, because the paper's tree is lost",
    "explained": "different for a reason that is recorded with the printed tables: a misprint, or unknown trees",
    "disagrees": "different, and nothing explains it",
    "ambiguous": "nothing can be concluded from this number of trees",
    "not printed": "our number where the paper prints a dash",
    "not run": "chosen by the authors, quoted, on a lost tree, or not finished: the note says which",
}
# The statuses that a reader should see first.
NEED_A_LOOK = ("disagrees", "ambiguous")
# What a summary counts together.
GROUPS = {
    "agree": ("agrees",),
    "close": ("tolerance", "chance"),
    "explained": ("explained",),
    "open": NEED_A_LOOK,
    "not compared": ("possible", "not printed", "not run"),
}
# Whether a claim about all trees of a kind, printed or found, holds.
ANSWERS: dict[float | None, str] = {1: "yes", 0: "no"}


def grouped(counts: Mapping[str, int]) -> dict[str, int]:
    """The number of cells in each group, from the number of cells with each status."""
    return {group: sum(counts.get(status, 0) for status in statuses) for group, statuses in GROUPS.items()}


def in_short(counts: Mapping[str, int]) -> list[str]:
    """What came out, in a few sentences for somebody who has never seen such a table."""
    found = grouped(counts)
    left = found["not compared"]
    wrong, undecided = (counts.get(status, 0) for status in NEED_A_LOOK)
    lines = [
        "A cell is one number that a source prints, or one claim that it makes.",
        f"{sum(counts.values()) - left:,} cells are compared: {found['agree']:,} agree, {found['close']:,} are close, "
        f"{found['explained']:,} differ for a known reason.",
        f"{wrong:,} differ, and the reason is not known." if wrong else "None differs without a known reason.",
    ]
    lines += [f"For {undecided:,} there are too few trees to decide."] if undecided else []
    lines += [f"{left:,} are not compared: not printed, on a tree that is lost, or nothing to run."] if left else []
    return lines


class Notes:
    """Notes below a table. Each is written once, however many lines refer to it."""

    def __init__(self) -> None:
        self._marks: dict[str, int] = {}

    def mark(self, note: str) -> str:
        """The sign that refers to a note; nothing if the note is empty."""
        return str(self._marks.setdefault(note, len(self._marks) + 1)) if note else ""

    def __iter__(self) -> Iterator[tuple[str, str]]:
        return ((str(mark), note) for note, mark in self._marks.items())
