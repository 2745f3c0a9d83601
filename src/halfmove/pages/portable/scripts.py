"""What the evaluator `js/python.js` has: its builtins, and the methods of its values."""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

from halfmove.pages.portable.refusals import Tree

if TYPE_CHECKING:
    from halfmove.pages.portable.things import Portable


@cache
def _script() -> str:
    return (files("halfmove.pages") / "js" / "python.js").read_text(encoding="utf-8")


@cache
def known_names() -> dict[str, set[str]]:
    """The names that python.js knows, by table."""
    found: dict[str, set[str]] = {}
    for unit in _units(_script()):
        if table := re.match(r" *const ([A-Z]+) = (?:define\()?\{\n", unit):
            found[table[1]] = {name for name, _ in _entries(unit) if name}
        if exceptions := re.search(r'"(:BaseException;[\w,:;]+)"', unit):
            found["EXCEPTIONS"] = set(re.findall(r"\w+", exceptions[1])) - {"TimeoutError"}
    return found


def _units(script: str) -> list[str]:
    """The definitions of python.js, each with the lines that belong to it."""
    found: list[str] = []
    for line in script.splitlines(keepends=True):
        if line.strip() and not line.lstrip().startswith("//"):
            if found and (line.startswith("    ") or line.startswith(("  }", "  ]", "  )"))):
                found[-1] += line
            else:
                found.append(line)
    return found


def _entries(unit: str) -> list[tuple[str, str]]:
    """The lines of a table by the names of its entries; lines that belong to none have no name."""
    found: list[tuple[str, str]] = []
    for line in unit.splitlines(keepends=True):
        if entry := re.match(r' {4}"([^"]+)": ', line):
            name = entry[1] if " " not in entry[1] or entry[1] in ("is not", "not in") else entry[1].split(" ")[0]
            found.append((name, line))
        elif found and found[-1][0] and (line.startswith("     ") or re.match(r" {4}[\])}]", line)):
            found[-1] = (found[-1][0], found[-1][1] + line)
        else:
            found.append(("", line))
    return found


def evaluator(made: Portable) -> str:
    """The script python.js without comments, and without the parts that these functions do not use.

    Call it last: `shape_of` may add classes.
    """
    used = _texts(made.things)
    if any("%" in each and each != "%" for each in used):
        used |= {"percent", "floating"}
    if _formats_floats(made.things):
        used.add("floating")
    if "type" in used:  # it may return any of them
        used |= known_names()["MAKERS"]
    units = []
    for unit in _units(_script()):
        kept = "".join(text for name, text in _entries(unit) if not name or name in used)
        name = re.match(r" *(?:const|let|class|function\*?) (\w+)", unit)
        units.append((name[1] if name else "", kept))
    wanted: set[str] = {"python"}
    new = [text for name, text in units if name in ("", "python")]
    while new:
        words = set().union(*map(_identifiers, new)) - wanted
        wanted |= words
        new = [text for name, text in units if name in words]
    return "".join(text for name, text in units if not name or name in wanted)


def _identifiers(text: str) -> set[str]:
    """The words of a script, without those after a dot. A word in a text may be among them, but none is missing."""
    return set(re.findall(r"(?<![\w)\]}?]\.)\b[A-Za-z]\w*", text))


def _texts(tree: Tree) -> set[str]:
    """All texts in a tree."""
    if isinstance(tree, str):
        return {tree}
    found: set[str] = set()
    for each in tree if isinstance(tree, list) else ():
        found |= _texts(each)
    return found


def _formats_floats(tree: Tree) -> bool:
    """Whether a format in a tree may be one of floats."""
    if not isinstance(tree, list):
        return False
    if tree and tree[0] == ":" and not (isinstance(tree[2], str) and re.fullmatch(r"[^.eEfFgGn%]*", tree[2])):
        return True
    return any(map(_formats_floats, tree)) or tree == ["b", "format"] or "format" in tree[2:3]
