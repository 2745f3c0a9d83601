"""The sources of functions: each as its syntax tree, with its file and line numbers for messages."""

from __future__ import annotations

import ast
import linecache
import textwrap
from dataclasses import dataclass
from functools import cached_property
from types import FunctionType
from typing import NoReturn

from halfmove.errors import UsageError


@dataclass(frozen=True)
class Definition:
    """The source of a function."""

    file: str
    node: ast.FunctionDef

    def refuse(self, node: ast.AST, what: str) -> NoReturn:
        """Raise UsageError that says what cannot be translated, and where it is."""
        line = getattr(node, "lineno", self.node.lineno)
        raise UsageError(f"{self.file}:{line}: {what} cannot be translated to JavaScript")

    @cached_property
    def lines(self) -> list[tuple[int, str]]:
        """Its lines with their numbers, without decorators and docstring."""
        first, last = self.node.lineno, self.node.end_lineno or self.node.lineno
        text = textwrap.dedent("".join(linecache.getlines(self.file)[first - 1 : last]))
        begin, *_ = self.node.body
        is_docstring = isinstance(begin, ast.Expr) and isinstance(begin.value, ast.Constant)
        without = range(begin.lineno, (begin.end_lineno or begin.lineno) + 1) if is_docstring else range(0)
        return [(number, each) for number, each in enumerate(text.splitlines(), first) if number not in without]

    @cached_property
    def tuples(self) -> frozenset[str]:
        """The local names that a tuple is assigned to."""
        return frozenset(
            target.id
            for each in ast.walk(self.node)
            if isinstance(each, ast.Assign) and isinstance(each.value, ast.Tuple)
            for target in each.targets
            if isinstance(target, ast.Name)
        )

    @cached_property
    def returns(self) -> list[ast.expr]:
        """The expressions that it returns."""
        found = [each.value for each in ast.walk(self.node) if isinstance(each, ast.Return)]
        return [each for each in found if each is not None]

    @cached_property
    def returns_tuple(self) -> bool:
        return any(
            isinstance(each, ast.Tuple) or (isinstance(each, ast.Name) and each.id in self.tuples)
            for each in self.returns
        )


class Definitions:
    """Finds the sources of functions; a file is read once."""

    def __init__(self) -> None:
        self._files: dict[str, dict[int, ast.AST]] = {}
        self._found: dict[tuple[str, int], Definition] = {}

    def of(self, function: FunctionType) -> Definition:
        code = function.__code__
        key = code.co_filename, code.co_firstlineno
        if key not in self._found:
            self._found[key] = self._find(function)
        return self._found[key]

    def _find(self, function: FunctionType) -> Definition:
        code = function.__code__
        node = self._functions(code.co_filename).get(code.co_firstlineno)
        if isinstance(node, ast.Lambda | ast.AsyncFunctionDef):
            Definition(code.co_filename, node).refuse(node, "a lambda or an async function")  # type: ignore[arg-type]
        if not isinstance(node, ast.FunctionDef) or node.name != code.co_name:
            raise UsageError(
                f"the text of {function.__name__} cannot be read from {code.co_filename}, line {code.co_firstlineno}, "
                "so it cannot be translated to JavaScript"
            )
        return Definition(code.co_filename, node)

    def _functions(self, file: str) -> dict[int, ast.AST]:
        """The functions of a file by the line on which each begins, decorators included."""
        if file not in self._files:
            linecache.checkcache(file)
            try:
                tree = ast.parse("".join(linecache.getlines(file)), file)
            except SyntaxError:  # it was edited since it was loaded
                tree = ast.Module([], [])
            functions: dict[int, ast.AST] = {}
            for node in ast.walk(tree):
                if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                    functions[min([node.lineno, *(each.lineno for each in node.decorator_list)])] = node
                elif isinstance(node, ast.Lambda):
                    functions.setdefault(node.lineno, node)
            self._files[file] = functions
        return self._files[file]
