"""From syntax to trees: expressions."""

from __future__ import annotations

import ast
import builtins
import enum
import functools
import re
import types
from collections.abc import Callable, Iterable
from types import FunctionType, ModuleType
from typing import TYPE_CHECKING, Any

import numpy as np

from halfmove.pages.portable.definitions import bound_names
from halfmove.pages.portable.patterns import pattern_parts
from halfmove.pages.portable.refusals import NotPortable, Tree, missing
from halfmove.pages.portable.replacements import int_of_text
from halfmove.pages.portable.scripts import known_names
from halfmove.pages.portable.values import builtin_name, own_method

if TYPE_CHECKING:
    from halfmove.pages.portable.things import Portable


class Scope:
    """The names of a function or a comprehension, each with its place in a frame."""

    def __init__(self, names: Iterable[str], above: Scope | None) -> None:
        self.places = {name: place for place, name in enumerate(dict.fromkeys(names))}
        self.above = above

    def temporary(self) -> int:
        """A new name, as a tree."""
        place = self.places[f"{len(self.places)}."] = len(self.places)
        return ~place


_UNKNOWN: Any = object()
_OPERATORS: dict[type, str] = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/", ast.FloorDiv: "//", ast.Mod: "%", ast.Pow: "**",
    ast.LShift: "<<", ast.RShift: ">>", ast.BitAnd: "&", ast.BitOr: "|", ast.BitXor: "^",
    ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=",
    ast.Is: "is", ast.IsNot: "is not", ast.In: "in", ast.NotIn: "not in",
    ast.Not: "!", ast.Invert: "~", ast.USub: "neg", ast.UAdd: "pos", ast.And: "&&", ast.Or: "||",
}  # fmt: skip
_RE = {each: each.__name__ for each in (re.match, re.fullmatch, re.search, re.findall, re.finditer, re.split, re.sub)}


class _Names:
    """One function that is written as a tree: its names, and where it stands in its file."""

    def __init__(self, made: Portable, function: FunctionType) -> None:
        self.made, self._function = made, function
        self._file = function.__code__.co_filename
        self._cells = dict(zip(function.__code__.co_freevars, function.__closure__ or (), strict=True))
        self._scope: Scope | None = None

    def _found(self, name: str, scope: Scope | None) -> tuple[int, int] | None:
        """How many frames out a name is, and its place there."""
        up = 0
        while scope is not None:
            if name in scope.places:
                return up, scope.places[name]
            up, scope = up + 1, scope.above
        return None

    def _name(self, name: str) -> Tree:
        """The tree of a name that has a place, else None."""
        found = self._found(name, self._scope)
        return None if found is None else ~found[1] if found[0] == 0 else ["u", *found]

    def _static(self, node: ast.AST) -> Any:
        """The value that an expression always has, if that is known: that of a name outside, or its attribute."""
        if isinstance(node, ast.Constant):
            return node.value
        if isinstance(node, ast.Name) and self._found(node.id, self._scope) is None:
            return self._outside(node)
        if isinstance(node, ast.Attribute):
            owner = self._static(node.value)
            if isinstance(owner, ModuleType | enum.Enum) or _is_plain_class(owner):
                try:
                    return getattr(owner, node.attr)
                except AttributeError:
                    raise self._refused(node, f"`{ast.unparse(node)}`, which does not exist") from None
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr):  # int | str, for `isinstance`
            left, right = self._static(node.left), self._static(node.right)
            if isinstance(left, type | types.UnionType) and isinstance(right, type):
                return left | right
        return _UNKNOWN

    def _outside(self, node: ast.Name) -> Any:
        if node.id in self._cells:
            try:
                return self._cells[node.id].cell_contents
            except ValueError:
                raise self._refused(node, f"`{node.id}`, which has no value") from None
        for names in (self._function.__globals__, vars(builtins)):
            if node.id in names:
                return names[node.id]
        raise self._refused(node, f"`{node.id}`, which is not defined")

    def _at(self, node: ast.AST) -> str:
        return f"{self._file}:{getattr(node, 'lineno', self._function.__code__.co_firstlineno)}"

    def _refused(self, node: ast.AST, what: str = "") -> NotPortable:
        if not what:
            text = ast.unparse(node).split("\n")[0]
            what = f"`{text if len(text) <= 60 else f'{text[:57]}...'}`"
        return missing(what, self._at(node))

    def _temporary(self) -> int:
        assert self._scope is not None
        return self._scope.temporary()


class Expressions(_Names):
    """Expressions: one method for each kind of syntax."""

    _definition: Any  # of functions inside others, see `writer.py`

    def _target(self, node: ast.AST) -> Tree:
        if isinstance(node, ast.Name):
            return self._name(node.id)
        if isinstance(node, ast.Tuple | ast.List):
            return ["t", *map(self._target, node.elts)]
        if isinstance(node, ast.Starred):
            return ["...", self._target(node.value)]
        if isinstance(node, ast.Subscript) and not isinstance(node.slice, ast.Slice):
            return ["[", self.expression(node.value), self.expression(node.slice)]
        raise self._refused(node, f"assignments to `{ast.unparse(node)}`")

    def expression(self, node: Any) -> Tree:
        write = getattr(self, f"_{type(node).__name__.lower()}_expression", None)
        if write is None:
            raise self._refused(node)
        return write(node)

    def _name_expression(self, node: ast.Name) -> Tree:
        tree = self._name(node.id)
        return self._value(node) if tree is None else tree

    def _constant_expression(self, node: ast.Constant) -> Tree:
        if not isinstance(node.value, str | int | float | None):
            raise self._refused(node)
        return self.made.node(node.value, self._at(node))

    def _value(self, node: ast.expr) -> Tree:
        value = self._static(node)
        if isinstance(value, ModuleType):
            raise self._refused(node, f"modules as values, such as `{ast.unparse(node)}`")
        return self.made.node(value, self._at(node))

    def _namedexpr_expression(self, node: ast.NamedExpr) -> Tree:
        return ["=", self._target(node.target), self.expression(node.value)]

    def _binop_expression(self, node: ast.BinOp) -> Tree:
        if self._static(node) is not _UNKNOWN:
            return self._value(node)
        return [self._operator(node, node.op), self.expression(node.left), self.expression(node.right)]

    def _unaryop_expression(self, node: ast.UnaryOp) -> Tree:
        if isinstance(node.op, ast.USub) and isinstance(node.operand, ast.Constant):
            value = node.operand.value
            if isinstance(value, int | float):
                return self.made.node(-value, self._at(node))
        return [self._operator(node, node.op), self.expression(node.operand)]

    def _boolop_expression(self, node: ast.BoolOp) -> Tree:
        return [self._operator(node, node.op), *map(self.expression, node.values)]

    def _operator(self, node: ast.AST, op: ast.AST) -> str:
        if type(op) not in _OPERATORS:
            raise self._refused(node)
        return _OPERATORS[type(op)]

    def _compare_expression(self, node: ast.Compare) -> Tree:
        left, tests = self.expression(node.left), []
        for i, (op, right) in enumerate(zip(node.ops, node.comparators, strict=True)):
            value = self.expression(right)
            again = value
            if i + 1 < len(node.ops) and isinstance(value, list):  # it is evaluated once
                again = self._temporary()
                value = ["=", again, value]
            tests.append([_OPERATORS[type(op)], left, value])
            left = again
        return tests[0] if len(tests) == 1 else ["&&", *tests]

    def _ifexp_expression(self, node: ast.IfExp) -> Tree:
        return ["?", self.expression(node.test), self.expression(node.body), self.expression(node.orelse)]

    def _lambda_expression(self, node: ast.Lambda) -> Tree:
        return self._inner(node)

    def _inner(self, node: ast.FunctionDef | ast.Lambda) -> Tree:
        """A function inside this one."""
        only = [["b", ""] if each is None else self.expression(each) for each in node.args.kw_defaults]
        return self._definition(node, [self.expression(each) for each in node.args.defaults], only)

    def _tuple_expression(self, node: ast.Tuple) -> Tree:
        return ["t", *map(self.expression, node.elts)]

    def _list_expression(self, node: ast.List) -> Tree:
        return ["l", *map(self.expression, node.elts)]

    def _set_expression(self, node: ast.Set) -> Tree:
        return ["s", *map(self.expression, node.elts)]

    def _starred_expression(self, node: ast.Starred) -> Tree:
        return ["...", self.expression(node.value)]

    def _dict_expression(self, node: ast.Dict) -> Tree:
        made: list[Tree] = []  # dictionaries, which are united in the end
        for key, value in zip(node.keys, node.values, strict=True):
            if key is None:
                made.append(["c", ["b", "dict"], [self.expression(value)]])
                continue
            if not made or made[-1][0] != "d":
                made.append(["d"])
            made[-1] += [self.expression(key), self.expression(value)]
        return functools.reduce(lambda one, other: ["|", one, other], made) if made else ["d"]

    def _slice_expression(self, node: ast.Slice) -> Tree:
        return ["S", *(each and self.expression(each) for each in (node.lower, node.upper, node.step))]

    def _subscript_expression(self, node: ast.Subscript) -> Tree:
        return ["[", self.expression(node.value), self.expression(node.slice)]

    def _attribute_expression(self, node: ast.Attribute) -> Tree:
        if self._static(node) is not _UNKNOWN:
            return self._value(node)
        owner = self._static(node.value)
        if isinstance(node.value, ast.JoinedStr):
            owner = ""
        check_attribute(owner, node.attr, self._at(node))
        self.made.use(node.attr)
        return [".", self.expression(node.value), node.attr]

    def _joinedstr_expression(self, node: ast.JoinedStr) -> Tree:
        parts = [self.expression(each) for each in node.values]
        return parts[0] if len(parts) == 1 and isinstance(parts[0], str) else ["f", *parts]

    def _formattedvalue_expression(self, node: ast.FormattedValue) -> Tree:
        value = self.expression(node.value)
        if node.conversion != -1:
            value = [f"!{chr(node.conversion)}", value]
        return value if node.format_spec is None else [":", value, self.expression(node.format_spec)]

    def _call_expression(self, node: ast.Call) -> Tree:
        called = self._static(node.func)
        if isinstance(called, FunctionType) and called in _RE:
            return self._matching(node, _RE[called])
        arguments = [self.expression(each) for each in node.args]
        names = [[each.arg, self.expression(each.value)] for each in node.keywords]
        if called is int and len(arguments) + len(names) > 1:
            return call_tree(self.made.node(int_of_text, self._at(node)), arguments, names)
        return call_tree(self.expression(node.func), arguments, names)

    def _matching(self, node: ast.Call, name: str) -> Tree:
        """A call of a function of `re`: its pattern becomes one of JavaScript here."""
        given, flags = list(node.args), re.RegexFlag(0)
        for each in node.keywords:
            if each.arg == "flags" and isinstance(found := self._static(each.value), re.RegexFlag):
                flags = found
            else:
                raise self._refused(node)
        wanted = 3 if name == "sub" else 2
        if len(given) == wanted + 1 and isinstance(found := self._static(given[-1]), re.RegexFlag):
            given, flags = given[:-1], found
        pattern = self._static(given[0]) if given else None
        if isinstance(pattern, str):
            pattern = re.compile(pattern, flags)
        if len(given) != wanted or not isinstance(pattern, re.Pattern):
            raise self._refused(node, f"`{ast.unparse(node)[:60]}`, whose pattern is not known before")
        if name == "sub" and "\\" in str(self._static(given[1])):
            raise self._refused(node, "`re.sub` with groups in the replacement")
        tree = ["P", *pattern_parts(pattern, self._at(node))]
        return ["c", [".", tree, name], [self.expression(each) for each in given[1:]]]

    def _comprehension(self, node: Any, value: Callable[[], Tree], kind: str = "") -> Tree:
        first = self.expression(node.generators[0].iter)
        around = self._scope
        self._scope = Scope([name for each in node.generators for name in bound_names(each.target)], around)
        made: list[Tree] = []
        for i, each in enumerate(node.generators):
            if each.is_async:
                raise self._refused(node)
            values = first if i == 0 else self.expression(each.iter)
            tests = [self.expression(test) for test in each.ifs]
            made += [self._target(each.target), values, True if not tests else _all(tests)]
        tree = ["G", value(), *made]
        self._scope = around
        return ["c", ["b", kind], [tree]] if kind else tree

    def _generatorexp_expression(self, node: ast.GeneratorExp) -> Tree:
        return self._comprehension(node, lambda: self.expression(node.elt))

    def _listcomp_expression(self, node: ast.ListComp) -> Tree:
        return self._comprehension(node, lambda: self.expression(node.elt), "list")

    def _setcomp_expression(self, node: ast.SetComp) -> Tree:
        return self._comprehension(node, lambda: self.expression(node.elt), "set")

    def _dictcomp_expression(self, node: ast.DictComp) -> Tree:
        return self._comprehension(node, lambda: ["t", self.expression(node.key), self.expression(node.value)], "dict")


def call_tree(function: Tree, arguments: list[Tree], names: list[Tree]) -> Tree:
    return ["C", function, arguments, *names] if names else ["c", function, arguments]


def _all(tests: list[Tree]) -> Tree:
    return tests[0] if len(tests) == 1 else ["&&", *tests]


def is_one(x: Tree, *kinds: str) -> Tree:
    return ["c", ["b", "isinstance"], [x, ["t", *(["b", kind] for kind in kinds)]]]


def _is_plain_class(x: Any) -> bool:
    """Whether it is a class of which a page knows nothing, so that only its attributes can be used."""
    return isinstance(x, type) and builtin_name(x) is None and not hasattr(x, "_fields")


TABLES: dict[type, tuple[str, ...]] = {
    str: ("TEXTS", "SHARED"), int: ("INTS",), bool: ("INTS",), float: ("FLOATS",), tuple: ("ROWS", "SHARED"),
    list: ("LISTS", "ROWS", "SHARED"), dict: ("DICTS", "SHARED"), set: ("SETS", "CHANGES", "SHARED"),
    frozenset: ("SETS", "SHARED"), range: ("RANGES", "SHARED"), re.Pattern: ("PATTERNS",), np.ndarray: (),
}  # fmt: skip
# Fields of positions may have any name, but hardly one of these.
MISSING_NAMES = {name for kind in (str, int, float, list, dict, set) for name in dir(kind)}


def check_attribute(owner: Any, name: str, at: str) -> None:
    """Refuse an attribute that a page does not have, as far as that is known; `owner` may be any object."""
    names, whose = known_names(), ""
    if type(owner) in TABLES:
        whose = f" of a {type(owner).__name__}"
        found = name in set[str]().union(*(names[table] for table in TABLES[type(owner)]))
    elif isinstance(owner, type):
        methods = set[str]().union(*(names[table] for table in TABLES.get(owner, ())))
        found = name in methods | names["STATICS"] | {"__name__", "_fields"} or own_method(owner, name) is not None
    else:
        known = name == "__name__" or any(name in table for table in names.values())
        found = known or not (name in MISSING_NAMES or name.startswith("__"))
    if not found:
        raise missing(f"the attribute `{name}`{whose}", at)
