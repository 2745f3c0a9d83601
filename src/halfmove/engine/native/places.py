"""Where in a person's file the construct stands that an error of the compiler is about."""

from __future__ import annotations

import ast
import importlib.util
import linecache
import os
import re
import sys
from collections.abc import Callable, Iterator
from functools import lru_cache
from pathlib import Path

import halfmove

_PACKAGE = Path(halfmove.__file__).parent
_MACHINERY = [str(_PACKAGE / name) for name in ("engine", "algorithms", "parts", "kernels", "words.py")]

Test = Callable[[ast.AST], bool]


def place_of(text: str, rule: str | None = None) -> str | None:
    """The innermost line in a person's files that a Numba error is about, as file:line; its rule begins at `rule`.

    Numba does not always point at a line, and often only at the first one of a function: then the construct that the
    error speaks of is looked for in the file.
    """
    text = re.sub(r"\x1b\[[0-9;]*m", "", text)
    found = _pointed_at(text) or (_function_in(rule, text) if rule else None)
    if found is None:
        return rule
    file, line = found
    for pattern, test in _CONSTRUCTS:
        if match := re.search(pattern, text):
            wanted = test(match)
            lines = [node.lineno for node in _inside(file, line) if wanted(node)]  # type: ignore[attr-defined]
            if lines and line not in lines:
                line = lines[0]
            break
    return f"{file}:{line}"


def construct_at(text: str) -> str:
    """The kind of generator that stands where an error points at, by the name of its node: GeneratorExp, or another."""
    found = _pointed_at(text)
    if found and any(isinstance(node, ast.GeneratorExp) and node.lineno <= found[1] <= (node.end_lineno or 0)
                     for node in _inside(*found)):  # fmt: skip
        return "GeneratorExp"
    return "FunctionDef"


def _pointed_at(text: str) -> tuple[str, int] | None:
    found = re.findall(r'File "([^"]+)", line (\d+)', text)
    found += re.findall(r"(?:Raised from|at) (\S+\.py) \((\d+)\)", text)
    places = [(os.path.abspath(file) if os.path.exists(file) else file, int(line)) for file, line in found]
    others = (*_MACHINERY, *_numba_folders())
    users = [place for place in places if not place[0].startswith(others)]
    known = [place for place in users if linecache.getlines(place[0])]
    return known[0] if known else None


@lru_cache(maxsize=1)
def _numba_folders() -> tuple[str, ...]:
    """Where Numba itself lies; a person may call a folder numba too."""
    found = importlib.util.find_spec("numba")
    return tuple(os.path.join(folder, "") for folder in (found.submodule_search_locations or ())) if found else ()


def _function_in(rule: str, text: str) -> tuple[str, int] | None:
    """The function, in the file of the rule, at which the compiler stopped: the first of those that call each other."""
    file, _, line = rule.rpartition(":")
    if not line.isdigit() or not linecache.getlines(file):
        return None
    if stopped := re.search(r"<function (\w+) at", text):
        for node in ast.walk(_tree(file)):
            if isinstance(node, ast.FunctionDef) and node.name == stopped[1]:
                return file, node.lineno
    return file, int(line)


@lru_cache(maxsize=32)
def _tree(file: str) -> ast.Module:
    try:
        return ast.parse("".join(linecache.getlines(file)))
    except SyntaxError:  # a cell of a notebook with commands of its own
        return ast.Module([], [])


def _inside(file: str, line: int) -> Iterator[ast.AST]:
    """All that stands in the innermost function around a line, in the order of the file."""
    functions = [
        node
        for node in ast.walk(_tree(file))
        if isinstance(node, ast.FunctionDef) and node.lineno <= line <= (node.end_lineno or 0)
    ]
    if functions:
        inner = max(functions, key=lambda node: node.lineno)
        nodes = [node for node in ast.walk(inner) if node is not inner and hasattr(node, "lineno")]
        yield from sorted(nodes, key=lambda node: (node.lineno, node.col_offset))  # type: ignore[attr-defined]


def _a(*kinds: type[ast.AST]) -> Callable[[re.Match[str]], Test]:
    return lambda match: lambda node: isinstance(node, kinds)


def _name(match: re.Match[str]) -> Test:
    return lambda node: isinstance(node, ast.Name) and node.id == match[1]


def _calls_keywords(match: re.Match[str]) -> Test:
    return lambda node: isinstance(node, ast.Call) and bool(node.keywords)


# How Numba names the value of x[i]. From Python 3.14 on that is one of many operators, none of which is named; of those
# it is the one that most often has a value of no known type.
_SUBSCRIPT = r"variable '\$\d+binary_op" if sys.version_info >= (3, 14) else r"variable '\$\d+binary_subscr"

# What an error is about, and how to know it in the tree of a file.
_CONSTRUCTS: tuple[tuple[str, Callable[[re.Match[str]], Test]], ...] = (
    (r"The 'with .* construct|BEFORE_WITH", _a(ast.With)),
    (r"exception_match", _a(ast.ExceptHandler)),
    (r"opcode \(MATCH", _a(ast.Match)),
    (r"opcode \(IMPORT", _a(ast.Import, ast.ImportFrom)),
    (r"YIELD_FROM", _a(ast.YieldFrom)),
    (r"NameError: name '(\w+)'", _name),
    (r"Untyped global name '(\w+)'", _name),
    (r"expected a type instance, got \{", _calls_keywords),
    (r"DictType", _a(ast.Dict, ast.DictComp)),
    (r"f-string", _a(ast.JoinedStr)),
    (_SUBSCRIPT, _a(ast.Subscript)),
    (r"variable '([a-z]\w*?)(?:\.\d+)?'", _name),
)
