"""Study files: a plan written as TOML.

    name = "ordered trees"
    seed = 1
    trees = 100                                # of each kind
    families = [
        "uniform:8,4",                         # as on the command line
        {family = "ordered", depth = 4, each = {width = [8, 16], order = [1, 2, 4]}},  # one entry per combination
        {game = "connect_four", look_ahead = 6, opening = 4},
    ]
    algorithms = ["alpha_beta", {id = "ps_star", each = {phases = [2, 4]}}]

Several [[parts]], each with its own families, algorithms and trees, make one study of different pieces. A key that a
part leaves out is read from the top of the file. The path of a Python file, as in "my_game.py:game", is relative to the
folder of the study file.
"""

from __future__ import annotations

import math
import tomllib
from collections.abc import Mapping, Sequence
from itertools import product
from pathlib import Path
from typing import Any

from halfmove.base.checks import file_name, shown
from halfmove.base.gate import checked
from halfmove.base.printable import printable_line
from halfmove.base.reading import text_of
from halfmove.base.user_files import split_file_text
from halfmove.errors import UsageError
from halfmove.studies.plans import Cell, Plan, count_for, joined
from halfmove.studies.specs import AlgorithmSpec, TreeSpec

_LARGEST = 1 << 20  # bytes of a file
_MOST_DOTS = 1000  # of a line
_MOST_CELLS = 100_000
_KEYS = ("name", "about", "seed", "trees", "families", "algorithms", "parts")


@checked
def load(path: str | Path, **instead: Any) -> Plan:
    """Read the plan of a study from a TOML file.

    Parameters
    ----------
    path : str or Path
        The study file.
    **instead
        `trees` and `seed`, which replace those of the file. None leaves the file's value.

    Returns
    -------
    Plan

    Raises
    ------
    UsageError
        If the file cannot be read, or does not describe a study.
    """
    path = Path(path)
    text = text_of(path, _LARGEST)
    if any(line.count(".") > _MOST_DOTS for line in text.splitlines()):
        # To read a name with n dots takes n * n steps.
        raise UsageError(f"{file_name(path)} has a line with more than {_MOST_DOTS} dots, which no study needs")
    try:
        content = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise UsageError(f"{file_name(path)} is not TOML: {printable_line(str(error))}") from None
    except RecursionError:
        raise UsageError(f"{file_name(path)} is nested too deeply to be read as TOML") from None
    except ValueError:  # a whole number with more digits than Python reads
        raise UsageError(f"cannot read {file_name(path)}: a number in it has too many digits") from None
    try:
        return from_data({"name": path.stem} | content, path.parent, **instead)
    except UsageError as error:
        raise UsageError(f"{file_name(path)}: {error}") from None


def from_data(content: Mapping[str, Any], folder: Path = Path(), **instead: Any) -> Plan:
    """The plan that the content of a study file describes. Paths of Python files are relative to `folder`."""
    _check_keys(content, _KEYS, "a study")
    for key in ("name", "about"):
        if not isinstance(content.get(key, ""), str):
            raise UsageError(f"{key} must be text, not {shown(content[key])}")
    cells: list[Cell] = []
    parts = content.get("parts", [])
    if not isinstance(parts, list) or not all(isinstance(part, dict) for part in parts):
        raise UsageError("parts must be tables, each written [[parts]]")
    for part in [content, *parts]:
        if part is not content:
            _check_keys(part, ("families", "algorithms", "trees"), "a part")
        if part is content and parts and not ("families" in part and "algorithms" in part):
            continue
        merged = {key: part.get(key, content.get(key)) for key in ("families", "algorithms")}
        trees = instead["trees"] if instead.get("trees") is not None else part.get("trees", content.get("trees", 100))
        for key, entries in merged.items():
            if not isinstance(entries, list) or not entries:
                raise UsageError(f"{key} must be a list with at least one entry")
        kinds = [spec for entry in merged["families"] for spec in _specs(entry, "family", TreeSpec, folder)]
        chosen = [spec for entry in merged["algorithms"] for spec in _specs(entry, "id", AlgorithmSpec, folder)]
        _insist_on_few(len(cells) + len(kinds) * len(chosen), "kinds of trees and algorithms")
        cells += [Cell(kind, one, count_for(kind, trees)) for kind in kinds for one in chosen]
    seed = content.get("seed", 1) if instead.get("seed") is None else instead["seed"]
    return joined(cells, seed, content.get("name", "study"), content.get("about", ""))


def _specs(entry: Any, key: str, kind: Any, folder: Path) -> list[Any]:
    """The specs that an entry of a study file describes."""
    if isinstance(entry, str):
        return [kind.parse(_located(entry, folder))]
    if isinstance(entry, dict) and key == "family" and "game" in entry:
        if "family" in entry:
            raise UsageError(f"{shown(entry)} names both a family and a game: leave one of them out")
        entry = {"family": entry["game"]} | {name: value for name, value in entry.items() if name != "game"}
    if not isinstance(entry, dict) or not isinstance(entry.get(key), str):
        raise UsageError(f"{shown(entry)} is neither a text such as uniform:8,4 nor a table with {key} = and a name")
    given = {name: value for name, value in entry.items() if name not in (key, "each")}
    each = entry.get("each", {})
    if not isinstance(each, dict) or not all(isinstance(values, list) and values for values in each.values()):
        raise UsageError("each must be a table of lists, as in each = {width = [4, 8]}")
    if twice := given.keys() & each.keys():
        raise UsageError(f"{entry[key]}: {min(twice)} is given twice: remove it from the entry or from its each")
    name = _located(entry[key], folder)
    _insist_on_few(math.prod(map(len, each.values())), f"values in each of {shown(entry[key])}")
    return [kind.of(name, **given, **dict(zip(each, values, strict=True))) for values in product(*each.values())]


def _insist_on_few(count: int, what: str) -> None:
    if count > _MOST_CELLS:
        raise UsageError(f"a study has at most {_MOST_CELLS:,} combinations of {what}, not {count:,}")


def _located(text: str, folder: Path) -> str:
    """A text that names a Python file, with its path relative to the working directory; other texts unchanged."""
    written = split_file_text(text)
    return text if written is None else str(folder / written.path) + text.strip().removeprefix(written.path)


def _check_keys(content: Mapping[str, Any], keys: Sequence[str], what: str) -> None:
    for key in content:
        if key not in keys:
            raise UsageError(f"{what} has no {shown(key)}; it may have {', '.join(keys)}")
