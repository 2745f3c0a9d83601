"""The marks of a comparison: signs that need no colour to be told apart, and their meaning."""

MARKS = {
    "agrees": "✓",
    "tolerance": "≈",
    "explained": "†",
    "disagrees": "✗",
    "ambiguous": "?",
    "not printed": "○",
    "not run": "–",
}
NAMES = {
    "agrees": "agree",
    "tolerance": "within the tolerance",
    "explained": "explained",
    "disagrees": "disagree",
    "ambiguous": "ambiguous",
    "not printed": "not printed",
    "not run": "not run",
}
MEANINGS = {
    "agrees": "within both errors; a formula or a count without error to the printed digits",
    "tolerance": "outside of the errors, within the stated share of the printed number",
    "explained": "apart, and why is recorded with the printed tables: a misprint, trees that are not known",
    "disagrees": "apart, and nothing explains it",
    "ambiguous": "nothing can be concluded from so many trees",
    "not printed": "ours where the print has a dash",
    "not run": "chosen by the authors, quoted, or on a tree that is lost",
}
