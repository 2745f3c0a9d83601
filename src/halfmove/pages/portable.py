"""Functions for people (`show`, `format`, `say`, `locate`, `clicks`) as data, which `js/python.js` runs in a page.

Their texts are no numbers, so they are not compiled. A page gets their syntax trees and all values that they name:

>>> made = portable({"format": lambda square: "abc"[square % 3] + str(square // 3 + 1)})
>>> made.roots
{'format': 0}
>>> made.things
[['F', ['square'], 0, ['r', ['+', ['[', 'abc', ['%', -1, 3]], ['c', ['b', 'str'], [['+', ['//', -1, 3], 1]]]]]]]

What a page does not have is refused when the page is made, with a sentence:

>>> portable({"show": lambda p: print(p)}).refused["show"]
'a page does not have `print` (<doctest halfmove.pages.portable[3]>:1)'

A tree is one of these. Names are places in a frame, found here, so that a page looks up no names.

    null true false "text" 7        constants; ["i", "-1"] is another whole number, ["x", 0.5] a float
    -1, -2, ...                     the name in place 0, 1, ... of the frame; ["u", 2, 0]: two frames further out
    ["g", 3]  ["b", "len"]          thing 3; a builtin
    ["t" "l" "s" "d" "a", ...]      a tuple, list, set, dictionary (key, value, ...), array; ["...", x] is *x
    ["c", f, [x, ...]]              a call; ["C", f, [x, ...], [name, y], ...] with names, of which null is **y
    [".", x, "name"]  ["[", x, i]   an attribute, an item; ["S", low, high, step] is a slice
    ["+", x, y]  ["@", "+", x, y]   an operator, an operator in place; ["!", x] ["~", x] ["neg", x] ["pos", x]
    ["&&" "||", ...]  ["?", x, y, z]      `and`, `or`; y if x else z, also of statements
    ["f", ...]  [":", x, spec]      parts of a text in a row; x formatted, after ["!r", x], ["!s", x], ["!a", x]
    ["=", place, x]                 an assignment; a place is a name, an item, or a tuple of places
    ["G", x, place, values, test, ...]    the values of a comprehension
    ["F", names, yields, body, defaults, positional only, [names, defaults, *, **]]     a function
    ["B", ...] ["L", place, values, body, else] ["W", test, body, else]     statements, for, while; with * if they yield
    ["r", x] ["k"] ["n"] ["y", x] ["R", x] ["D", x, i]    return, break, continue, yield, raise, del x[i]
    ["T", body, [[kinds, place, body], ...], else, finally]     try
    ["N", name, fields, defaults, [[name, how, function], ...]]     a NamedTuple class; "p", "s", "c": property, ...
    ["X", name, base, ...]  ["P", pattern, flags]     an exception class; a pattern of `re`
"""

from __future__ import annotations

import ast
import builtins
import copy
import enum
import functools
import itertools
import linecache
import math
import numbers
import re
import types
from collections.abc import Callable, Iterable, Iterator
from functools import cache, lru_cache
from importlib.resources import files
from types import CodeType, FunctionType, ModuleType
from typing import Any

import numpy as np

from halfmove import bits
from halfmove.base import checks
from halfmove.base.gate import checked
from halfmove.engine import shapes
from halfmove.errors import HalfmoveError

MOST = 200_000  # values that a function may reach
Tree = Any  # plain data, for JSON


class NotPortable(HalfmoveError):
    """A function uses something that a page does not have."""


class Portable:
    """Values with all that they reach, as data.

    things    the trees of the values, by number
    roots     the number of each function, by its name
    refused   for each function that a page cannot run, a sentence that says why
    """

    def __init__(self) -> None:
        self.things: list[Tree] = []
        self.roots: dict[str, int] = {}
        self.refused: dict[str, str] = {}
        self._numbers: dict[int, int] = {}  # by id
        self._kept: list[Any] = []  # so that no id is used twice
        self._open: set[int] = set()  # values that are being added, and that a page needs whole to make them
        self._count = 0
        self._attributes: set[str] = {"__str__", "__repr__"}  # all names after a dot
        self._classes: dict[type, list[Tree]] = {}  # the methods of each NamedTuple class, as far as they are used

    def add(self, x: Any) -> int:
        """The number of a value. Raises NotPortable, and then nothing is added."""
        before = self._state()
        try:
            self._count = 0
            number = self.number(x, "")
            self._add_methods()
        except NotPortable:
            self._restore(before)
            raise
        return number

    def add_class(self, kind: type) -> int:
        """The number of a NamedTuple class of positions or moves. Methods that a page cannot run are left out."""
        self._count = 0
        number = self.number(kind, "")
        self._add_methods(all_of_them=False)
        return number

    def _state(self) -> Any:
        return len(self.things), {kind: list(methods) for kind, methods in self._classes.items()}

    def _restore(self, state: Any) -> None:
        count, classes = state
        del self.things[count:]
        self._numbers = {key: number for key, number in self._numbers.items() if number < count}
        self._classes = {kind: methods for kind, methods in self._classes.items() if kind in classes}
        for kind, methods in self._classes.items():
            methods[:] = classes[kind]

    def number(self, x: Any, at: str) -> int:
        """The number of a value that is named at this place."""
        x = _plain(x)
        if id(x) not in self._numbers:
            number = self._numbers[id(x)] = len(self.things)
            self._kept.append(x)
            self.things.append(None)
            self.things[number] = self._tree(x, at)
        elif id(x) in self._open:
            raise NotPortable(f"a page does not have values that contain themselves{at and f' ({at})'}")
        return self._numbers[id(x)]

    def node(self, x: Any, at: str) -> Tree:
        """The tree of a value: itself if it is simple, otherwise a reference to a thing."""
        x = _plain(x)
        if type(x) in (type(None), bool, int, float) or (type(x) is str and len(x) < 80):
            return self._tree(x, at)
        if (name := _builtin(x)) is not None:
            return ["b", name]
        return ["g", self.number(x, at)]

    def use(self, name: str) -> None:
        """Note that functions use an attribute."""
        self._attributes.add(name)

    def _add_methods(self, all_of_them: bool = True) -> None:
        """Add the methods of classes that are used; they may use further ones."""
        tried: set[Any] = set()
        while new := [
            (kind, name)
            for kind, methods in self._classes.items()
            for name in sorted(self._attributes - {each[0] for each in methods})
            if (kind, name) not in tried and _own(kind, name) is not None
        ]:
            for kind, name in new:
                tried.add((kind, name))
                how, function = _own(kind, name) or ("", None)
                before = self._state()
                try:
                    self._classes[kind].append([name, how, self.node(function, _place_of(function))])
                except NotPortable:
                    if all_of_them:
                        raise
                    self._restore(before)

    def _inside(self, x: Any, at: str) -> Tree:
        """The tree of a part of a value. Parts that never change are written where they are."""
        x = _plain(x)
        return self._tree(x, at) if isinstance(x, tuple) else self.node(x, at)

    def _tree(self, x: Any, at: str) -> Tree:
        self._count += 1
        if self._count > MOST:
            raise NotPortable(f"a page takes functions that reach up to {MOST:,} values{at and f' ({at})'}")
        if x is None or isinstance(x, bool):
            return x
        if type(x) is str:
            return _text(x, at)
        if type(x) is int:
            return x if 0 <= x < 1 << 53 else ["i", str(x)]
        if type(x) is float:
            return ["x", x if math.isfinite(x) else str(x).replace("inf", "Infinity").replace("nan", "NaN")]
        self._open.add(id(x))
        try:
            return self._compound(x, at)
        finally:
            self._open.discard(id(x))

    def later(self, write: Callable[[], Tree]) -> Tree:
        """The tree of what a page makes only when a function is called."""
        opened, self._open = self._open, set()
        try:
            return write()
        finally:
            self._open = opened

    def _compound(self, x: Any, at: str) -> Tree:
        inside = functools.partial(self._inside, at=at)
        if (known := _builtin(x)) is not None:
            return ["b", known]
        if isinstance(x, np.ndarray) and x.dtype.kind in "biufU":
            return _array(x.tolist(), inside)
        if isinstance(x, tuple) and hasattr(x, "_fields"):
            return ["c", self.node(type(x), at), [inside(each) for each in x]]
        if type(x) in _DISPLAYS:
            return [_DISPLAYS[type(x)], *map(inside, _sorted(x) if isinstance(x, set) else x)]
        if type(x) is dict:
            return ["d", *(inside(each) for pair in x.items() for each in pair)]
        if type(x) is frozenset:
            return ["c", ["b", "frozenset"], [["l", *map(inside, _sorted(x))]]]
        if type(x) is range:
            return ["c", ["b", "range"], [inside(x.start), inside(x.stop), inside(x.step)]]
        if isinstance(x, types.UnionType):
            return ["t", *map(inside, x.__args__)]
        if isinstance(x, type) and issubclass(x, tuple) and hasattr(x, "_fields"):
            return self._named_tuple(x, at)
        if isinstance(x, type) and issubclass(x, BaseException):
            return self._exception(x, at)
        if isinstance(x, re.Pattern):
            return ["P", *_pattern(x, at)]
        if isinstance(x, functools.partial):
            named = [[name, inside(value)] for name, value in x.keywords.items()]
            function = _int if x.func is int else x.func
            return _called(self.node(_partial, at), [inside(function), *map(inside, x.args)], named)
        if isinstance(x, types.MethodType):
            return ["c", self.node(_partial, at), [inside(x.__func__), inside(x.__self__)]]
        if isinstance(x, types.BuiltinMethodType | types.MethodWrapperType) and not isinstance(x.__self__, ModuleType):
            _check_attribute(x.__self__, x.__name__, at)
            return [".", inside(x.__self__), x.__name__]
        if isinstance(x, types.MethodDescriptorType) and _builtin(x.__objclass__) is not None:
            _check_attribute(x.__objclass__, x.__name__, at)
            return [".", inside(x.__objclass__), x.__name__]
        if isinstance(x, FunctionType):
            return _Writer(self, x).function()
        name = getattr(x, "__name__", None)
        what = f"`{name}`" if isinstance(name, str) and callable(x) else f"values like {checks.shown(x)}"
        raise NotPortable(f"a page does not have {what}{at and f' ({at})'}")

    def _named_tuple(self, kind: Any, at: str) -> Tree:
        for name in _changed(kind) if at else []:  # it matters where functions make such values
            raise NotPortable(f"a page does not have NamedTuple classes with `{name}`, such as {kind.__name__} ({at})")
        given = kind._field_defaults
        defaults = [self._inside(given[name], at) for name in kind._fields if name in given]
        methods = self._classes.setdefault(kind, [])
        return ["N", kind.__name__, list(kind._fields), defaults, methods]

    def _exception(self, kind: Any, at: str) -> Tree:
        own = [name for name in ("__init__", "__new__", "__str__") if isinstance(getattr(kind, name), FunctionType)]
        if own and not issubclass(kind, HalfmoveError):
            raise NotPortable(f"a page does not have exceptions with `{own[0]}`, such as {kind.__name__} ({at})")
        bases = [each for each in kind.__bases__ if issubclass(each, BaseException)]
        return ["X", kind.__name__, *(self.node(each, at) for each in bases)]


def portable(functions: dict[str, Any]) -> Portable:
    """These functions as data. Those that are None are left out, and those that a page cannot run are refused."""
    made = Portable()
    for name, function in functions.items():
        if function is not None:
            try:
                made.roots[name] = made.add(function)
            except NotPortable as error:
                made.refused[name] = str(error)
    return made


def shape_of(example: Any, made: Portable, word: bool = False) -> Tree:
    """The shape of a position or move, by which a page makes one of its words: in the order of `shapes.leaves_of`.

    {"parts": [...], "class": n}, where n is the number of a NamedTuple class; or "i" for an int, "w" for a word of 64
    bits, "f" for a float, "b" for a bool.
    """
    if isinstance(example, tuple):
        shape: dict[str, Tree] = {"parts": [shape_of(part, made, inner) for part, inner in shapes.parts(example)]}
        return shape if type(example) is tuple else shape | {"class": made.add_class(type(example))}
    if word or isinstance(example, np.uint64):
        return "w"
    return "f" if isinstance(example, float) else "b" if isinstance(example, bool) else "i"


# Values


_DISPLAYS: dict[type, str] = {tuple: "t", list: "l", set: "s"}
_CHECKED = checked(lambda: None).__code__


def _plain(x: Any) -> Any:
    """A value as a page has it: a function without a cache or checks around it, a number of Python, a stand-in."""
    while True:
        if isinstance(x, functools._lru_cache_wrapper) or getattr(x, "__code__", None) is _CHECKED:
            x = x.__wrapped__  # type: ignore[attr-defined]
        elif isinstance(x, staticmethod):
            x = x.__func__
        elif isinstance(getattr(x, "py_func", None), FunctionType):  # of Numba
            x = x.py_func
        else:
            break
    if isinstance(x, np.generic | np.ndarray) and x.ndim == 0 and x.dtype.kind in "biufU":
        return x.item()
    if isinstance(x, types.BuiltinMethodType) and x.__self__ is itertools.chain:
        return _chained
    try:
        return _STAND_INS.get(x, x)
    except TypeError:  # it cannot be hashed
        return x


def _builtin(x: Any) -> str | None:
    """The name by which a page knows a value, if it does."""
    name = getattr(x, "__name__", None)
    if not isinstance(name, str) or not isinstance(x, type | types.BuiltinFunctionType):
        return None
    if x is types.NoneType:
        return name
    name = f"math.{name}" if getattr(math, name, None) is x else name
    known = getattr(math, name[5:], None) if name.startswith("math.") else getattr(builtins, name, None)
    return name if known is x and name in _names()["BUILTINS"] | _names()["MAKERS"] | _names()["EXCEPTIONS"] else None


def _text(x: str, at: str) -> str:
    if any("\ud800" <= char <= "\udfff" for char in x):
        raise NotPortable(
            f"a page does not have texts with half a character, such as {checks.shown(x)}{at and f' ({at})'}"
        )
    return x


def _sorted(x: Iterable[Any]) -> list[Any]:
    """The values of a set, in an order that is always the same."""
    try:
        return sorted(x)
    except TypeError:
        return sorted(x, key=repr)


def _array(x: Any, inside: Callable[[Any], Tree]) -> Tree:
    return ["a", *(_array(each, inside) for each in x)] if isinstance(x, list) else inside(x)


def _changed(kind: Any) -> list[str]:
    """The special methods of a NamedTuple class that its author wrote, and that a page would ignore."""
    found = []
    for each in kind.__mro__[: kind.__mro__.index(tuple)]:
        for name, value in vars(each).items():
            special = name.startswith("__") and name.endswith("__") and name not in ("__str__", "__repr__")
            if special and isinstance(value, FunctionType) and not _generated(value):
                found.append(name)
    return found


def _generated(function: FunctionType) -> bool:
    return str(function.__globals__.get("__name__")).startswith(("collections", "namedtuple_", "typing"))


def _own(kind: Any, name: str) -> tuple[str, Any] | None:
    """A method that the author of a NamedTuple class wrote, and how it is bound."""
    for each in kind.__mro__[: kind.__mro__.index(tuple)]:
        value = vars(each).get(name)
        if isinstance(value, property) and isinstance(value.fget, FunctionType):
            return "p", value.fget
        if isinstance(value, staticmethod):
            return "s", value.__func__
        if isinstance(value, classmethod) and not _generated(value.__func__):  # type: ignore[arg-type]
            return "c", value.__func__
        if isinstance(value, FunctionType) and not _generated(value):
            return "", value
    return None


def _place_of(function: Any) -> str:
    code = getattr(function, "__code__", None)
    return f"{code.co_filename}:{code.co_firstlineno}" if code else ""


# The text of a function


def _definition(function: FunctionType) -> ast.FunctionDef | ast.Lambda:
    """The part of the syntax tree of its file that a function was made from."""
    code = function.__code__
    linecache.checkcache(code.co_filename)
    lines = linecache.getlines(code.co_filename, function.__globals__)
    name = "a lambda" if function.__name__ == "<lambda>" else f"`{function.__name__}`"
    if not lines:
        raise NotPortable(f"the text of {name} is not to be had, so that a page cannot run it ({_place_of(function)})")
    definitions, imported = _definitions("".join(lines))
    for node in definitions.get((code.co_name, code.co_firstlineno), []):
        if any(_same(each, code) for each in _compiled(node, code, imported)):
            return node
    raise NotPortable(
        f"{name} is not what its file says: it was made in another way, or the file was changed ({_place_of(function)})"
    )


@lru_cache(maxsize=16)
def _definitions(text: str) -> tuple[dict[tuple[str, int], list[Any]], list[str]]:
    """The functions of a file by name and first line, and the names that it imports."""
    found: dict[tuple[str, int], list[Any]] = {}
    try:
        tree = ast.parse(text)
    except SyntaxError:
        return found, []
    imports = [each for each in _within([tree]) if isinstance(each, ast.Import | ast.ImportFrom)]
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            first = min([node.lineno, *(each.lineno for each in node.decorator_list)])
            found.setdefault((node.name, first), []).append(node)
        elif isinstance(node, ast.Lambda):
            found.setdefault(("<lambda>", node.lineno), []).append(node)
    names = [(alias.asname or alias.name).partition(".")[0] for each in imports for alias in each.names]
    return found, [name for name in dict.fromkeys(names) if name != "*"]


def _compiled(node: ast.FunctionDef | ast.Lambda, code: CodeType, imported: list[str]) -> list[CodeType]:
    """The code of a function by its text. It depends on the names that functions around it have, and on imports."""
    bare = copy.copy(node)
    bare.args = copy.copy(node.args)
    nothing = ast.copy_location(ast.Constant(None), node)
    bare.args.defaults = [nothing for _ in node.args.defaults]
    bare.args.kw_defaults = [each and nothing for each in node.args.kw_defaults]
    if isinstance(bare, ast.FunctionDef):
        bare.name, bare.decorator_list, bare.returns = "0", [], None  # no name inside it means this one
        if hasattr(bare, "type_params"):
            bare.type_params = []
    inner = bare if isinstance(bare, ast.FunctionDef) else ast.copy_location(ast.Return(bare), node)
    imports = "".join(f"import {name}\n" for name in imported)
    around = ast.parse(f"{imports}def around({', '.join(code.co_freevars)}): pass")
    around.body[-1].body = [inner]  # type: ignore[attr-defined]
    future = code.co_flags & functools.reduce(int.__or__, _FUTURES)
    try:
        made = compile(around, code.co_filename, "exec", flags=future, dont_inherit=True)
    except (SyntaxError, ValueError):
        return []
    outer = [each for each in made.co_consts if isinstance(each, CodeType)]
    return [each for one in outer for each in one.co_consts if isinstance(each, CodeType)]


def _futures() -> list[int]:
    import __future__

    return [getattr(__future__, name).compiler_flag for name in __future__.all_feature_names]


_FUTURES = _futures()
_SAME = ("co_code", "co_names", "co_varnames", "co_freevars", "co_cellvars", "co_argcount", "co_posonlyargcount")


def _same(one: Any, other: Any) -> bool:
    """Whether two functions do the same; or whether two constants are equal, and of one type."""
    if isinstance(one, CodeType) and isinstance(other, CodeType):
        return (
            all(getattr(one, name) == getattr(other, name) for name in _SAME)
            and len(one.co_consts) == len(other.co_consts)
            and all(map(_same, one.co_consts, other.co_consts))
        )
    if isinstance(one, tuple) and isinstance(other, tuple):
        return len(one) == len(other) and all(map(_same, one, other))
    return type(one) is type(other) and bool(one == other) and (one != 0 or repr(one) == repr(other))


# From syntax to trees


class _Scope:
    """The names of a function or a comprehension, each with its place in a frame."""

    def __init__(self, names: Iterable[str], above: _Scope | None) -> None:
        self.places = {name: place for place, name in enumerate(dict.fromkeys(names))}
        self.above = above

    def temporary(self) -> int:
        """A new name, as a tree."""
        place = self.places[f"{len(self.places)}."] = len(self.places)
        return ~place


_UNKNOWN: Any = object()
_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
_OPERATORS: dict[type, str] = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/", ast.FloorDiv: "//", ast.Mod: "%", ast.Pow: "**",
    ast.LShift: "<<", ast.RShift: ">>", ast.BitAnd: "&", ast.BitOr: "|", ast.BitXor: "^",
    ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=",
    ast.Is: "is", ast.IsNot: "is not", ast.In: "in", ast.NotIn: "not in",
    ast.Not: "!", ast.Invert: "~", ast.USub: "neg", ast.UAdd: "pos", ast.And: "&&", ast.Or: "||",
}  # fmt: skip
_LAZY = ("B*", "?*", "L*", "W*", "y")
_RE = {each: each.__name__ for each in (re.match, re.fullmatch, re.search, re.findall, re.finditer, re.split, re.sub)}


class _Writer:
    """Writes the tree of one function, with the functions inside it."""

    def __init__(self, made: Portable, function: FunctionType) -> None:
        self.made, self._function = made, function
        self._file = function.__code__.co_filename
        self._cells = dict(zip(function.__code__.co_freevars, function.__closure__ or (), strict=True))
        self._scope: _Scope | None = None

    def function(self) -> Tree:
        f, at = self._function, _place_of(self._function)
        node = _definition(f)
        named = f.__kwdefaults__ or {}
        defaults = [self.made.node(each, at) for each in f.__defaults__ or ()]
        only = [
            self.made.node(named[each.arg], at) if each.arg in named else ["b", ""] for each in node.args.kwonlyargs
        ]
        return self.made.later(lambda: self._definition(node, defaults, only))

    def _definition(self, node: ast.FunctionDef | ast.Lambda, defaults: list[Tree], only: list[Tree]) -> Tree:
        arguments, around = node.args, self._scope
        names = [each.arg for each in [*arguments.posonlyargs, *arguments.args]]
        rest = [each.arg for each in arguments.kwonlyargs]
        stars = [each.arg for each in (arguments.vararg, arguments.kwarg) if each]
        body = node.body if isinstance(node, ast.FunctionDef) else [ast.copy_location(ast.Return(node.body), node.body)]
        outside = {name for each in _within(body) if isinstance(each, ast.Nonlocal) for name in each.names}
        bound = [name for each in body for name in _bound(each) if name not in outside]
        self._scope = _Scope([*names, *rest, *stars, *bound], around)
        for name in sorted(outside):
            if self._found(name, around) is None:
                raise self._refused(node, f"`nonlocal {name}` of a function that is not part of the page")
        tree = self._block(body)
        self._scope = around
        yields = any(isinstance(each, ast.Yield | ast.YieldFrom) for each in _within(body))
        if yields and not _is_lazy(tree):
            tree = ["B*", tree]
        first = len(arguments.posonlyargs)
        more = [[rest, only, int(bool(arguments.vararg)), int(bool(arguments.kwarg))]] if rest or stars else []
        end = [defaults, first, *more] if more else [defaults, first] if first else [defaults] if defaults else []
        return ["F", names, int(yields), tree, *end]

    # Names

    def _found(self, name: str, scope: _Scope | None) -> tuple[int, int] | None:
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
        return NotPortable(f"a page does not have {what} ({self._at(node)})")

    # Statements

    def _block(self, nodes: list[Any]) -> Tree:
        made = [tree for node in nodes for tree in self._statement(node) if tree is not None]
        if len(made) == 1:
            return made[0]
        return ["B*" if any(map(_is_lazy, made)) else "B", *made] if made else None

    def _statement(self, node: Any) -> list[Tree]:
        write = getattr(self, f"_{type(node).__name__.lower()}_statement", None)
        if write is None:
            raise self._refused(node)
        return list(write(node))

    def _pass_statement(self, node: ast.Pass) -> list[Tree]:
        return []

    _nonlocal_statement = _pass_statement

    def _break_statement(self, node: ast.Break) -> list[Tree]:
        return [["k"]]

    def _continue_statement(self, node: ast.Continue) -> list[Tree]:
        return [["n"]]

    def _expr_statement(self, node: ast.Expr) -> list[Tree]:
        value = node.value
        if isinstance(value, ast.Constant):
            return []
        if isinstance(value, ast.Yield):
            return [["y", None if value.value is None else self.expression(value.value)]]
        if isinstance(value, ast.YieldFrom):
            each = self._temporary()
            return [["L*", each, self.expression(value.value), ["y", each]]]
        return [self.expression(value)]

    def _return_statement(self, node: ast.Return) -> list[Tree]:
        return [["r", None if node.value is None else self.expression(node.value)]]

    def _assign_statement(self, node: ast.Assign) -> Iterator[Tree]:
        value = self.expression(node.value)
        if len(node.targets) > 1:
            first = self._temporary()
            yield ["=", first, value]
            value = first
        for target in node.targets:
            if isinstance(target, ast.Subscript) and isinstance(target.slice, ast.Slice):
                yield self._sliced(_set_slice, target, value)
            else:
                yield ["=", self._target(target), value]

    def _sliced(self, function: Any, target: Any, *more: Tree) -> Tree:
        """A call of a function for a part of a list."""
        ends = self.expression(target.slice)[1:]
        return ["c", self.made.node(function, self._at(target)), [self.expression(target.value), *ends, *more]]

    def _annassign_statement(self, node: ast.AnnAssign) -> list[Tree]:
        return [] if node.value is None else [["=", self._target(node.target), self.expression(node.value)]]

    def _augassign_statement(self, node: ast.AugAssign) -> Iterator[Tree]:
        place = self._target(node.target)
        if isinstance(node.target, ast.Subscript):  # its parts are evaluated once
            parts = [self._temporary(), self._temporary()]
            yield ["=", parts[0], place[1]]
            yield ["=", parts[1], place[2]]
            place = ["[", *parts]
        yield ["=", place, ["@", self._operator(node, node.op), place, self.expression(node.value)]]

    def _delete_statement(self, node: ast.Delete) -> list[Tree]:
        made = []
        for target in node.targets:  # a name that is deleted keeps its value: nothing that runs without errors sees it
            if isinstance(target, ast.Subscript) and isinstance(target.slice, ast.Slice):
                made.append(self._sliced(_delete_slice, target))
            elif isinstance(target, ast.Subscript):
                made.append(["D", *self._target(target)[1:]])
            elif not isinstance(target, ast.Name):
                raise self._refused(node)
        return made

    def _if_statement(self, node: ast.If) -> list[Tree]:
        return [_choice(self.expression(node.test), self._block(node.body), self._block(node.orelse))]

    def _while_statement(self, node: ast.While) -> list[Tree]:
        return [_loop("W", [self.expression(node.test)], self._block(node.body), self._block(node.orelse))]

    def _for_statement(self, node: ast.For) -> list[Tree]:
        values, target = self.expression(node.iter), self._target(node.target)
        return [_loop("L", [target, values], self._block(node.body), self._block(node.orelse))]

    def _functiondef_statement(self, node: ast.FunctionDef) -> list[Tree]:
        if node.decorator_list:
            raise self._refused(node.decorator_list[0], f"decorators of inner functions, such as that of `{node.name}`")
        return [["=", self._name(node.name), self._inner(node)]]

    def _assert_statement(self, node: ast.Assert) -> list[Tree]:
        words = [] if node.msg is None else [self.expression(node.msg)]
        return [["?", ["!", self.expression(node.test)], ["R", ["c", ["b", "AssertionError"], words]]]]

    def _raise_statement(self, node: ast.Raise) -> list[Tree]:
        return [["R", None if node.exc is None else self.expression(node.exc)]]

    def _try_statement(self, node: ast.Try) -> list[Tree]:
        if any(isinstance(each, ast.Yield | ast.YieldFrom) for each in _within([node])):
            raise self._refused(node, "`yield` inside `try`")
        handlers = [
            [
                None if each.type is None else self.expression(each.type),
                None if each.name is None else self._name(each.name),
                self._block(each.body),
            ]
            for each in node.handlers
        ]
        end = [self._block(node.orelse), self._block(node.finalbody)]
        while end and end[-1] is None:
            end.pop()
        return [["T", self._block(node.body), handlers, *end]]

    def _match_statement(self, node: ast.Match) -> list[Tree]:
        subject = self._temporary()
        tree = None
        for case in reversed(node.cases):
            test = self._pattern(case.pattern, subject)
            if case.guard is not None:
                test = ["&&", test, self.expression(case.guard)]
            tree = _choice(test, self._block(case.body), tree)
        return [["=", subject, self.expression(node.subject)], tree]

    def _pattern(self, node: ast.pattern, x: Tree) -> Tree:
        """Whether a value matches a pattern; it is true after names were given values, too."""
        if isinstance(node, ast.MatchValue):
            return ["==", x, self.expression(node.value)]
        if isinstance(node, ast.MatchSingleton):
            return ["is", x, node.value]
        if isinstance(node, ast.MatchOr):
            return ["||", *(self._pattern(each, x) for each in node.patterns)]
        if isinstance(node, ast.MatchAs):
            given = [] if node.name is None else [["||", ["=", self._name(node.name), x], True]]
            return ["&&", *([self._pattern(node.pattern, x)] if node.pattern else [True]), *given]
        if isinstance(node, ast.MatchSequence):
            return self._sequence_pattern(node, x)
        if isinstance(node, ast.MatchMapping):
            pairs = [(self.expression(key), inner) for key, inner in zip(node.keys, node.patterns, strict=True)]
            if node.rest is None:
                tests = [part for key, inner in pairs for part in (["in", key, x], self._pattern(inner, ["[", x, key]))]
                return ["&&", _is_one(x, "dict"), *tests]
        if isinstance(node, ast.MatchClass):
            return self._class_pattern(node, x)
        raise self._refused(node, f"the pattern `{ast.unparse(node)}`")

    def _sequence_pattern(self, node: ast.MatchSequence, x: Tree) -> Tree:
        count = len(node.patterns)
        star = next((i for i, each in enumerate(node.patterns) if isinstance(each, ast.MatchStar)), None)
        size = ["c", ["b", "len"], [x]]
        tests = [_is_one(x, "tuple", "list", "range"), ["==", size, count] if star is None else [">=", size, count - 1]]
        for i, each in enumerate(node.patterns):
            behind = i - count  # a place, counted from the end
            if not isinstance(each, ast.MatchStar):
                tests.append(self._pattern(each, ["[", x, i if star is None or i < star else ["i", str(behind)]]))
            elif each.name is not None:
                part = ["S", i, ["i", str(behind + 1)] if behind < -1 else None, None]
                tests.append(["||", ["=", self._name(each.name), ["c", ["b", "list"], [["[", x, part]]]], True])
        return ["&&", *tests]

    def _class_pattern(self, node: ast.MatchClass, x: Tree) -> Tree:
        kind = self._static(node.cls)
        fields = getattr(kind, "_fields", ())
        whole = _builtin(kind) is not None  # int(x) means the value itself
        if not isinstance(kind, type) or len(node.patterns) > (1 if whole else len(fields)):
            raise self._refused(node, f"the pattern `{ast.unparse(node)}`")
        tests = [["c", ["b", "isinstance"], [x, self.expression(node.cls)]]]
        names = [*fields[: len(node.patterns)], *node.kwd_attrs]
        for name in [] if whole else names:
            self.made.use(name)
        parts = [x] if whole else [[".", x, name] for name in names]
        tests += map(self._pattern, [*node.patterns, *node.kwd_patterns], parts)
        return ["&&", *tests]

    # Places to assign to

    def _temporary(self) -> int:
        assert self._scope is not None
        return self._scope.temporary()

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

    # Expressions

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
            return self.made.node(-node.operand.value, self._at(node))  # type: ignore[operator]
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
        _check_attribute(owner, node.attr, self._at(node))
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
            return _called(self.made.node(_int, self._at(node)), arguments, names)
        return _called(self.expression(node.func), arguments, names)

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
        tree = ["P", *_pattern(pattern, self._at(node))]
        return ["c", [".", tree, name], [self.expression(each) for each in given[1:]]]

    def _comprehension(self, node: Any, value: Callable[[], Tree], kind: str = "") -> Tree:
        first = self.expression(node.generators[0].iter)
        around = self._scope
        self._scope = _Scope([name for each in node.generators for name in _bound(each.target)], around)
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


def _within(nodes: Iterable[ast.AST]) -> Iterator[ast.AST]:
    """All parts of a function, without the functions inside it."""
    for node in nodes:
        yield node
        if not isinstance(node, ast.FunctionDef | ast.Lambda | ast.ClassDef):
            yield from _within(ast.iter_child_nodes(node))


def _bound(node: ast.AST, inside: bool = False) -> Iterator[str]:
    """The names that a part of a function gives a value; `inside`: it is in a comprehension, which has its own."""
    if isinstance(node, ast.Name):
        if not inside and not isinstance(node.ctx, ast.Load):
            yield node.id
    elif isinstance(node, ast.NamedExpr):
        yield node.target.id
        yield from _bound(node.value, inside)
    elif isinstance(node, ast.FunctionDef | ast.Lambda):
        if isinstance(node, ast.FunctionDef):
            yield node.name
        for each in [*node.args.defaults, *filter(None, node.args.kw_defaults)]:
            yield from _bound(each, inside)
    else:
        if isinstance(node, ast.ExceptHandler | ast.MatchAs | ast.MatchStar) and node.name is not None:
            yield node.name
        for each in ast.iter_child_nodes(node):
            yield from _bound(each, inside or isinstance(node, _COMPREHENSIONS))


def _is_lazy(tree: Tree) -> bool:
    """Whether a statement yields."""
    return isinstance(tree, list) and tree[0] in _LAZY


def _choice(test: Tree, one: Tree, other: Tree) -> Tree:
    kind = "?*" if _is_lazy(one) or _is_lazy(other) else "?"
    return [kind, test, one] if other is None else [kind, test, one, other]


def _loop(kind: str, head: list[Tree], body: Tree, other: Tree) -> Tree:
    star = "*" if _is_lazy(body) or _is_lazy(other) else ""
    return [f"{kind}{star}", *head, body] if other is None else [f"{kind}{star}", *head, body, other]


def _called(function: Tree, arguments: list[Tree], names: list[Tree]) -> Tree:
    return ["C", function, arguments, *names] if names else ["c", function, arguments]


def _all(tests: list[Tree]) -> Tree:
    return tests[0] if len(tests) == 1 else ["&&", *tests]


def _is_one(x: Tree, *kinds: str) -> Tree:
    return ["c", ["b", "isinstance"], [x, ["t", *(["b", kind] for kind in kinds)]]]


def _is_plain_class(x: Any) -> bool:
    """Whether it is a class of which a page knows nothing, so that only its attributes can be used."""
    return isinstance(x, type) and _builtin(x) is None and not hasattr(x, "_fields")


_TABLES: dict[type, tuple[str, ...]] = {
    str: ("TEXTS", "SHARED"), int: ("INTS",), bool: ("INTS",), float: ("FLOATS",), tuple: ("ROWS", "SHARED"),
    list: ("LISTS", "ROWS", "SHARED"), dict: ("DICTS", "SHARED"), set: ("SETS", "CHANGES", "SHARED"),
    frozenset: ("SETS", "SHARED"), range: ("RANGES", "SHARED"), re.Pattern: ("PATTERNS",), np.ndarray: (),
}  # fmt: skip
# Fields of positions may have any name, but hardly one of these.
_MISSING = {name for kind in (str, int, float, list, dict, set) for name in dir(kind)}
_MISSING -= {"real", "imag", "numerator", "denominator", "hex"}


def _check_attribute(owner: Any, name: str, at: str) -> None:
    """Refuse an attribute that a page does not have, as far as that is known; `owner` may be any object."""
    names, whose = _names(), ""
    if type(owner) in _TABLES:
        whose = f" of a {type(owner).__name__}"
        found = name in set[str]().union(*(names[table] for table in _TABLES[type(owner)]))
    elif isinstance(owner, type):
        methods = set[str]().union(*(names[table] for table in _TABLES.get(owner, ())))
        found = name in methods | names["STATICS"] | {"__name__", "_fields"} or _own(owner, name) is not None
    else:
        known = name == "__name__" or any(name in table for table in names.values())
        found = known or not (name in _MISSING or name.startswith("__"))
    if not found:
        raise NotPortable(f"a page does not have the attribute `{name}`{whose}{at and f' ({at})'}")


# Patterns of `re`

_PART = re.compile(
    r"(?P<escape>\\.)|(?P<odd>\(\?(?!:|=|!|<=|<!))|(?P<same>\((?:\?(?::|=|!|<=|<!))?|[)|])|(?P<end>[\^$.])"
    r"|(?P<set>\[\^?\]?(?:\\.|[^\]\\])*\])|(?P<times>(?:[*+?]|\{\d*,?\d*\})\??)|(?P<letter>.)",
    re.DOTALL,
)
_SPACES = r"\t-\r\x1c-\x20\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000"


def _pattern(pattern: re.Pattern[Any], at: str) -> list[str]:
    """The text and the flags of the same pattern in JavaScript, which counts fewer letters, digits and spaces."""
    flags, text = re.RegexFlag(pattern.flags), pattern.pattern
    place = at and f" ({at})"
    if not isinstance(text, str) or flags & ~(re.A | re.U | re.I | re.M | re.S):
        raise NotPortable(f"a page does not have the flags of the pattern {checks.shown(text)}{place}")
    sets = {"d": r"\p{Nd}", "w": r"\p{L}\p{N}_", "s": _SPACES}
    if flags & re.A:
        sets = {"d": "0-9", "w": "0-9a-zA-Z_", "s": r"\t-\r "}
    word, lines = f"[{sets['w']}]", bool(flags & re.M)
    alone = {letter: f"[{chars}]" for letter, chars in sets.items()}
    alone |= {letter.upper(): f"[^{chars}]" for letter, chars in sets.items()}
    alone |= {"A": "^", "Z": "(?![^])", "b": f"(?:(?<={word})(?!{word})|(?<!{word})(?={word}))"}
    ends = {"^": r"(?<![^\n])" if lines else "^", ".": "[^]" if flags & re.S else r"[^\n]"}
    ends["$"] = r"(?=\n|(?![^]))" if lines else r"(?=\n?(?![^]))"

    def letter(char: str, escaped: bool, special: str, known: dict[str, str]) -> str:
        if escaped and char in known:
            return known[char]
        if escaped and char in "ntrfv":
            return f"\\{char}"
        if escaped and char.isalnum():
            raise NotPortable(f"a page does not have `\\{char}` of the pattern {checks.shown(text)}{place}")
        return f"\\x{ord(char):02x}" if char in special else char

    made, before = "", ""
    for part in _PART.finditer(text):
        kind, found = str(part.lastgroup), part[0]
        if kind == "odd" or (kind == "times" and (before == kind or found.startswith(("{,", "{}")))):
            raise NotPortable(f"a page does not have `{found}` of the pattern {checks.shown(text)}{place}")
        if kind in ("escape", "letter"):
            made += letter(found[-1], kind == "escape", r"^$\.*+?()[]{}|/", alone)
        elif kind == "set":
            start = "[^" if found.startswith("[^") else "["
            chars = re.findall(r"\\?.", found[len(start) : -1], re.DOTALL)
            inner = [
                letter(each[-1], True, r"\[]^-", sets) if len(each) > 1 else letter(each, False, "[]^", {})
                for each in chars
            ]
            made += f"{start}{''.join(inner)}]"
        else:
            made += ends.get(found, found)
        before = kind
    return [made, "iu" if flags & re.I else "u"]


# Functions that a page gets instead of others: those are not written in Python, or do more than a page needs.


def _u64(x: Any = 0) -> Any:
    return x & bits.FULL


def _popcount(x: Any) -> Any:
    return x.bit_count()


def _shown(value: Any) -> Any:
    text = " ".join(repr(value).split())
    return text if len(text) <= 80 else f"{text[:77]}..."


def _partial(function: Any, *given: Any, **named: Any) -> Any:
    return lambda *more, **others: function(*given, *more, **(named | others))


def _reduce(function: Any, values: Any, *first: Any) -> Any:
    values = iter(values)
    made = first[0] if first else next(values)
    for each in values:
        made = function(made, each)
    return made


def _int(text: Any, base: Any) -> Any:
    sign, digits = (text.strip()[0], text.strip()[1:]) if text.strip()[:1] in "+-" else ("", text.strip())
    prefix = {"0b": 2, "0o": 8, "0x": 16}.get(digits[:2].lower(), 10)
    if base in (0, prefix) and prefix != 10:
        digits = digits[2:].removeprefix("_")
    values = ["0123456789abcdefghijklmnopqrstuvwxyz".find(each) for each in "".join(digits.lower().split("_"))]
    if (
        not values
        or max(values) >= (base or prefix)
        or min(values) < 0
        or "__" in digits
        or "_" in (digits[0], digits[-1])
    ):
        raise ValueError(f"invalid literal for int() with base {base}: {text!r}")
    made = 0
    for each in values:
        made = made * (base or prefix) + each
    return -made if sign == "-" else made


def _set_slice(x: Any, low: Any, high: Any, step: Any, given: Any) -> Any:
    places, values = range(len(x))[low:high:step], list(given)
    if places.step == 1:
        made = [*x[: places.start], *values, *x[max(places.start, places.stop) :]]
        x.clear()
        x.extend(made)
        return
    for i, value in zip(places, values, strict=True):
        x[i] = value


def _delete_slice(x: Any, low: Any, high: Any, step: Any) -> Any:
    places = range(len(x))[low:high:step]
    made = [each for i, each in enumerate(x) if i not in places]
    x.clear()
    x.extend(made)


def _divmod(a: Any, b: Any) -> Any:
    return a // b, a % b


def _pow(base: Any, exponent: Any, mod: Any = None) -> Any:
    if mod is None:
        return base**exponent
    if exponent < 0:
        raise ValueError("a page has no negative exponents with a modulus")
    made = 1 % mod
    while exponent:
        if exponent & 1:
            made = made * base % mod
        base, exponent = base * base % mod, exponent >> 1
    return made


def _isqrt(n: Any) -> Any:
    if n < 0:
        raise ValueError("isqrt() argument must be nonnegative")
    root = 1 << (n.bit_length() + 1 >> 1)
    while (better := root + n // root >> 1) < root:
        root = better
    return root if n else 0


def _gcd(*numbers: Any) -> Any:
    made = 0
    for each in numbers:
        while each:
            made, each = each, made % each
    return abs(made)


def _comb(n: Any, k: Any) -> Any:
    if n < 0 or k < 0:
        raise ValueError("comb() arguments must be nonnegative")
    made = 1
    for i in range(min(k, n - k)):
        made = made * (n - i) // (i + 1)
    return made if k <= n else 0


def _factorial(n: Any) -> Any:
    if n < 0:
        raise ValueError("factorial() not defined for negative values")
    made = 1
    for i in range(2, n + 1):
        made *= i
    return made


def _prod(values: Any, *, start: Any = 1) -> Any:
    for each in values:
        start *= each
    return start


def _chain(*all_values: Any) -> Any:
    for values in all_values:
        yield from values


def _chained(all_values: Any) -> Any:
    for values in all_values:
        yield from values


def _counting(start: Any = 0, step: Any = 1) -> Any:
    while True:
        yield start
        start += step


def _islice(values: Any, *ends: Any) -> Any:
    start, stop, step = (
        (0, ends[0], 1) if len(ends) == 1 else (ends[0] or 0, ends[1], 1 if len(ends) < 3 else ends[2] or 1)
    )
    if stop is not None and stop <= 0:
        return
    number = 0
    for each in values:
        if number >= start and (number - start) % step == 0:
            yield each
        number += 1
        if stop is not None and number >= stop:
            return


def _pairwise(values: Any) -> Any:
    before = None
    for number, each in enumerate(values):
        if number:
            yield before, each
        before = each


def _product(*all_values: Any, repeat: Any = 1) -> Any:
    rows: Any = [()]
    for values in [tuple(each) for each in all_values] * repeat:
        rows = [(*row, each) for row in rows for each in values]
    yield from rows


def _repeat(value: Any, times: Any = None) -> Any:
    while times is None or times > 0:
        yield value
        if times is not None:
            times -= 1


def _combinations(values: Any, count: Any) -> Any:
    values = tuple(values)
    rows: Any = [()]
    for _ in range(count):
        rows = [(*row, i) for row in rows for i in range(row[-1] + 1 if row else 0, len(values))]
    for row in rows:
        yield tuple(values[i] for i in row)


_STAND_INS: dict[Any, Any] = {
    bits.U64: _u64, bits.popcount: _popcount, checks.shown: _shown, functools.reduce: _reduce,
    divmod: _divmod, pow: _pow, math.isqrt: _isqrt, math.gcd: _gcd, math.comb: _comb, math.factorial: _factorial,
    math.prod: _prod, math.trunc: int, itertools.chain: _chain, itertools.count: _counting, itertools.islice: _islice,
    itertools.pairwise: _pairwise, itertools.product: _product, itertools.repeat: _repeat,
    itertools.combinations: _combinations, numbers.Integral: int, np.integer: int, np.floating: float,
}  # fmt: skip


# The evaluator


@cache
def _script() -> str:
    return (files("halfmove.pages") / "js" / "python.js").read_text(encoding="utf-8")


@cache
def _names() -> dict[str, set[str]]:
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
    """The script python.js without the parts that these functions do not use, and without comments."""
    used = _texts(made.things)
    if any("%" in each and each != "%" for each in used):
        used |= {"percent", "floating"}
    if _formats_floats(made.things):
        used.add("floating")
    if "type" in used:  # it may return any of them
        used |= _names()["MAKERS"]
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
    if tree and tree[0] == ":" and not (isinstance(tree[2], str) and re.fullmatch(r"[^.eEfFgG%]*", tree[2])):
        return True
    return any(map(_formats_floats, tree)) or tree == ["b", "format"] or "format" in tree[2:3]
