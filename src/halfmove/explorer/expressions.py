"""Expressions of kernels in JavaScript.

Numbers of kernels are JavaScript's numbers: ints up to 2^53, and floats. Where the two languages differ, functions of
runtime.js do what Python does; their names begin with $. In Python `//` and `%` round down, integers are not cut to 32
bits, and an index may count from the end.
"""

from __future__ import annotations

import ast
import inspect
import json
import operator
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import FunctionType, ModuleType
from typing import Any, NamedTuple, NoReturn

import numpy as np

from halfmove.explorer.definitions import Definition

LARGEST_WHOLE = (1 << 53) - 1

# Names that mean something else in JavaScript, or that the translation itself uses.
_RESERVED_TEXT = """
arguments await case catch class const debugger default delete do enum eval export extends false finally function
implements import in instanceof interface let new null package private protected public static super switch this throw
true try typeof undefined var void while with yield Boolean Infinity Math NaN Number
"""
_RESERVED = frozenset(_RESERVED_TEXT.split())
_NATIVE = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Pow: "**"}
_CALLED = {
    ast.Div: "$divide",
    ast.FloorDiv: "$floor_divide",
    ast.Mod: "$modulo",
    ast.LShift: "$shift_left",
    ast.RShift: "$shift_right",
    ast.BitOr: "$or",
    ast.BitAnd: "$and",
    ast.BitXor: "$xor",
}
_FOLDED: dict[Any, Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.LShift: operator.lshift,
}
_COMPARED = {ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">="}
# Built-in functions: what is called in JavaScript, and with how many arguments.
_BUILTIN = {
    "min": ("Math.min", 2, 99),
    "max": ("Math.max", 2, 99),
    "abs": ("Math.abs", 1, 1),
    "int": ("$int", 1, 1),
    "float": ("Number", 1, 1),
    "bool": ("Boolean", 1, 1),
    "len": ("$len", 1, 1),
}
_NAMES = {
    ast.List: "a list",
    ast.Dict: "a dict",
    ast.Set: "a set",
    ast.ListComp: "a list comprehension",
    ast.SetComp: "a set comprehension",
    ast.DictComp: "a dict comprehension",
    ast.GeneratorExp: "a generator expression",
    ast.Lambda: "a lambda",
    ast.JoinedStr: "a text",
    ast.Starred: "a star before an argument",
    ast.Slice: "a slice",
    ast.Await: "await",
    ast.Yield: "a yield inside an expression",
    ast.YieldFrom: "`yield from`",
    ast.MatMult: "the operator @",
}


@dataclass(frozen=True)
class Primitive:
    """A function that is written in JavaScript, by its name there."""

    name: str


class Copy:
    """A function that a Binder copied, and the namespace of the copy."""

    def __init__(self, function: FunctionType) -> None:
        self.function = function

    @property
    def names(self) -> dict[str, Any]:
        """What its free names mean."""
        cells = zip(self.function.__code__.co_freevars, self.function.__closure__ or (), strict=True)
        return self.function.__globals__ | {name: cell.cell_contents for name, cell in cells}


class Text(NamedTuple):
    """An expression in JavaScript, and whether it needs no brackets as a part of another one."""

    js: str
    closed: bool = True


def number(value: Any) -> str | None:
    """A number, True, False or None in JavaScript; None for anything else, and for an int that is too large there."""
    if isinstance(value, np.generic):
        value = value.item()
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, int):
        text = str(value) if abs(value) <= LARGEST_WHOLE else None
    elif isinstance(value, float):
        text = "NaN" if value != value else repr(value).replace("inf", "Infinity")
    else:
        return None
    return f"({text})" if text is not None and text.startswith("-") else text


def quoted(data: Any) -> str:
    """Texts, numbers, and lists and dicts of them in JavaScript; no text can end the script element of a page."""
    return json.dumps(data, separators=(",", ":")).replace("<", "\\u003c")


class Expressions:
    """Translates the expressions of one copy.

    name_of     the JavaScript name of another copy
    shared      the JavaScript name of a tuple of constants
    definition_of   the text of another copy
    """

    def __init__(
        self,
        copy: Copy,
        definition: Definition,
        name_of: Callable[[Copy], str],
        shared: Callable[[str], str],
        definition_of: Callable[[Copy], Definition],
    ) -> None:
        self.definition = definition
        self._names: Mapping[str, Any] = copy.names
        self._name_of, self._shared, self._definition_of = name_of, shared, definition_of
        self._locals = set(copy.function.__code__.co_varnames)
        self.temporaries: list[str] = []
        self.fields: dict[str, int] = {}  # of the run, with the line of their first use

    def temporary(self) -> str:
        self.temporaries.append(f"${len(self.temporaries) + 1}")
        return self.temporaries[-1]

    def refuse(self, node: ast.AST, what: str) -> NoReturn:
        self.definition.refuse(node, what)

    def js(self, node: ast.expr) -> str:
        return self._text(node).js

    def tight(self, node: ast.expr) -> str:
        """The expression as an operand of another one."""
        text = self._text(node)
        return text.js if text.closed else f"({text.js})"

    def operand(self, node: ast.expr) -> str:
        """The same, but tuples are refused: JavaScript adds and compares them in another way."""
        self._refuse_tuple(node)
        return self.tight(node)

    def condition(self, node: ast.expr) -> str:
        self._refuse_tuple(node)
        return self.js(node)

    def _refuse_tuple(self, node: ast.expr) -> None:
        if self.is_tuple(node):
            self.refuse(node, "a tuple that is compared, computed with or used as a condition")

    def _text(self, node: ast.expr) -> Text:
        method = getattr(self, f"_{type(node).__name__.lower()}", None)
        if method is None:
            self.refuse(node, _NAMES.get(type(node)) or f"`{ast.unparse(node)}`")
        made = method(node)
        return Text(made) if isinstance(made, str) else made

    def is_tuple(self, node: ast.expr) -> bool:
        """Whether an expression is a tuple, as far as its text shows."""
        if isinstance(node, ast.IfExp):
            return self.is_tuple(node.body) or self.is_tuple(node.orelse)
        if isinstance(node, ast.Name):
            found = None if node.id in self._locals else self._names.get(node.id)
            return node.id in self.definition.tuples or isinstance(found, tuple)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id not in self._locals:
            called = self._names.get(node.func.id)
            return isinstance(called, Copy) and self._definition_of(called).returns_tuple
        return isinstance(node, ast.Tuple)

    def is_generator(self, node: ast.expr) -> bool:
        """Whether an expression is a call of a function that yields."""
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name) or node.func.id in self._locals:
            return False
        called = self._names.get(node.func.id)
        return isinstance(called, Copy) and inspect.isgeneratorfunction(called.function)

    # Names and constants

    def local(self, name: str) -> str:
        return f"{name}$" if name in _RESERVED or (name[0] == "f" and name[1:2].isdigit()) else name

    def constant(self, node: ast.AST, value: Any, name: str = "") -> str:
        if isinstance(value, tuple):
            return self._shared(f"[{', '.join(self.constant(node, each, name) for each in value)}]")
        text = number(value)
        if text is not None:
            return text
        called = f"`{name}`, " if name else ""
        if isinstance(value, int):
            self.refuse(node, f"{called}an int beyond 2^53")
        kind = type(value).__name__
        self.refuse(node, f"{called}{'an' if kind[0] in 'aeiou' else 'a'} {kind},")

    def _constant(self, node: ast.Constant) -> str:
        if isinstance(node.value, str | bytes):
            self.refuse(node, "a text")
        return self.constant(node, node.value)

    def _name(self, node: ast.Name) -> str:
        if node.id in self._locals:
            return self.local(node.id)
        if node.id not in self._names:
            self.refuse(node, f"the name `{node.id}`")
        found = self._names[node.id]
        if isinstance(found, Copy):
            return self._name_of(found)
        if isinstance(found, Primitive):
            return found.name
        return self.constant(node, found, node.id)

    def _attribute(self, node: ast.Attribute) -> str:
        if isinstance(node.value, ast.Name) and node.value.id not in self._locals:
            found = self._names.get(node.value.id)
            if isinstance(found, ModuleType):
                return self.constant(node, getattr(found, node.attr, ...), ast.unparse(node))
        if isinstance(node.value, ast.Name) and node.value.id == "run":
            self.fields.setdefault(node.attr, node.lineno)
        return f"{self.tight(node.value)}.{node.attr}"

    def _subscript(self, node: ast.Subscript) -> str:
        if isinstance(node.slice, ast.Constant) and isinstance(node.slice.value, int):
            return f"{self.tight(node.value)}[{node.slice.value}]"
        if isinstance(node.value, ast.Attribute):  # a memory of a run: a place that was never written is 0
            return f"({self.js(node.value)}[{self.js(node.slice)}] ?? 0)"
        return f"$at({self.js(node.value)}, {self.js(node.slice)})"

    def _tuple(self, node: ast.Tuple) -> str:
        return f"[{', '.join(map(self.js, node.elts))}]"

    # Operators

    def binary(self, op: ast.operator, left: str, right: str, node: ast.AST) -> Text:
        """An operator with two operands."""
        if type(op) in _NATIVE:
            return Text(f"{left} {_NATIVE[type(op)]} {right}", closed=False)
        if type(op) not in _CALLED:
            self.refuse(node, _NAMES.get(type(op), "this operator"))
        return Text(f"{_CALLED[type(op)]}({left}, {right})")

    def _binop(self, node: ast.BinOp) -> Text:
        folded = _FOLDED.get(type(node.op))
        if folded and isinstance(node.left, ast.Constant) and isinstance(node.right, ast.Constant):
            values = node.left.value, node.right.value
            if all(type(each) is int for each in values):
                return Text(self.constant(node, folded(*values)))
        return self.binary(node.op, self.operand(node.left), self.operand(node.right), node)

    def _unaryop(self, node: ast.UnaryOp) -> Text:
        operand = self.operand(node.operand)
        if isinstance(node.op, ast.Not):
            return Text(f"!{operand}", closed=False)
        if isinstance(node.op, ast.Invert):
            return Text(f"-{operand} - 1", closed=False)
        sign = "-" if isinstance(node.op, ast.USub) else "+"
        if isinstance(node.operand, ast.Constant):
            return Text(f"({sign}{operand})")
        return Text(f"{sign}{operand}", closed=False)

    def _boolop(self, node: ast.BoolOp) -> Text:
        sign = " && " if isinstance(node.op, ast.And) else " || "
        return Text(sign.join(map(self.operand, node.values)), closed=False)

    def _ifexp(self, node: ast.IfExp) -> Text:
        return Text(f"{self.operand(node.test)} ? {self.tight(node.body)} : {self.tight(node.orelse)}", closed=False)

    def _namedexpr(self, node: ast.NamedExpr) -> Text:
        return Text(f"{self.local(node.target.id)} = {self.js(node.value)}", closed=False)

    def _compare(self, node: ast.Compare) -> Text:
        """A chain evaluates an operand between two comparisons once."""
        parts, left, left_node = [], "", node.left
        for i, (op, right_node) in enumerate(zip(node.ops, node.comparators, strict=True)):
            last = i == len(node.ops) - 1
            left = left or self._compared(left_node, op)
            if isinstance(op, ast.In | ast.NotIn):
                parts.append(self._member(left, op, right_node, len(node.ops)))
                continue
            right = after = self._compared(right_node, op)
            if not last and not isinstance(right_node, ast.Name | ast.Constant):
                after = self.temporary()
                right = f"({after} = {right})"
            parts.append(self._comparison(left, op, right, node))
            left, left_node = after, right_node
        return Text(" && ".join(parts), closed=False)

    def _compared(self, node: ast.expr, op: ast.cmpop) -> str:
        return self.tight(node) if isinstance(op, ast.Is | ast.IsNot) else self.operand(node)

    def _comparison(self, left: str, op: ast.cmpop, right: str, node: ast.Compare) -> str:
        if isinstance(op, ast.Is | ast.IsNot):
            if "null" not in (left, right):
                self.refuse(node, "`is` with anything but None")
            return f"{left} {'==' if isinstance(op, ast.Is) else '!='} {right}"
        return f"{left} {_COMPARED[type(op)]} {right}"

    def _member(self, left: str, op: ast.cmpop, right: ast.expr, comparisons: int) -> str:
        if comparisons > 1:
            self.refuse(right, "`in` in a chain of comparisons")
        if not self.is_tuple(right):
            self.refuse(right, "`in` with anything but a tuple")
        return f"{'!' if isinstance(op, ast.NotIn) else ''}$among({left}, {self.js(right)})"

    # Calls

    def _call(self, node: ast.Call) -> str:
        if node.keywords:
            self.refuse(node, "an argument that is given by its name")
        for each in node.args:
            if isinstance(each, ast.Starred):
                self.refuse(each, _NAMES[ast.Starred])
        if not isinstance(node.func, ast.Name):
            self.refuse(node, f"a call of `{ast.unparse(node.func)}`")
        name = node.func.id
        if name in self._locals or isinstance(self._names.get(name), Copy | Primitive):
            return f"{self._name(node.func)}({', '.join(map(self.js, node.args))})"
        if name not in self._names and name in _BUILTIN:
            called, least, most = _BUILTIN[name]
            if not least <= len(node.args) <= most:
                self.refuse(node, f"`{name}` with {len(node.args)} argument{'s' * (len(node.args) != 1)}")
            take = self.js if name == "len" else lambda each: self.operand(each)
            return f"{called}({', '.join(map(take, node.args))})"
        self.refuse(node, f"a call of `{name}`")
