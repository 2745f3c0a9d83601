"""Values with all that they reach, as data; the forms of trees are in the package's docstring."""

from __future__ import annotations

import functools
import math
import re
import types
from collections.abc import Callable
from types import FunctionType
from typing import Any

import numpy as np

from halfmove.base import checks
from halfmove.engine import shapes
from halfmove.errors import HalfmoveError
from halfmove.pages.portable.expressions import TABLES, call_tree, check_attribute
from halfmove.pages.portable.patterns import pattern_parts
from halfmove.pages.portable.refusals import NotPortable, Tree, missing
from halfmove.pages.portable.replacements import int_of_text, partial_call
from halfmove.pages.portable.values import (
    DISPLAYS,
    LIBRARIES,
    array_tree,
    builtin_name,
    changed_methods,
    checked_text,
    own_method,
    place_of,
    plain_value,
    sorted_values,
)
from halfmove.pages.portable.writer import Writer

MOST = 200_000  # values that a function may reach


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
        except RecursionError:
            self._restore(before)
            raise missing("values that are nested so deeply", "") from None
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
        x = plain_value(x)
        if id(x) not in self._numbers:
            number = self._numbers[id(x)] = len(self.things)
            self._kept.append(x)
            self.things.append(None)
            self.things[number] = self._tree(x, at)
        elif id(x) in self._open:
            raise missing("values that contain themselves", at)
        return self._numbers[id(x)]

    def node(self, x: Any, at: str) -> Tree:
        """The tree of a value: itself if it is simple, otherwise a reference to a thing."""
        x = plain_value(x)
        if type(x) in (type(None), bool, int, float) or (type(x) is str and len(x) < 80):
            return self._tree(x, at)
        if (name := builtin_name(x)) is not None:
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
            if (kind, name) not in tried and own_method(kind, name) is not None
        ]:
            for kind, name in new:
                tried.add((kind, name))
                how, function = own_method(kind, name) or ("", None)
                before = self._state()
                try:
                    self._classes[kind].append([name, how, self.node(function, place_of(function))])
                except NotPortable:
                    if all_of_them:
                        raise
                    self._restore(before)

    def _inside(self, x: Any, at: str) -> Tree:
        """The tree of a part of a value. Parts that never change are written where they are."""
        x = plain_value(x)
        return self._tree(x, at) if isinstance(x, tuple) else self.node(x, at)

    def _tree(self, x: Any, at: str) -> Tree:
        self._count += 1
        if self._count > MOST:
            raise missing(f"room for functions that reach more than {MOST:,} values", at)
        if x is None or isinstance(x, bool):
            return x
        if type(x) is str:
            return checked_text(x, at)
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
        if (known := builtin_name(x)) is not None:
            return ["b", known]
        if isinstance(x, np.ndarray) and x.dtype.kind in "biufU":
            return array_tree(x.tolist(), inside)
        if isinstance(x, tuple) and hasattr(x, "_fields"):
            return ["c", self.node(type(x), at), [inside(each) for each in x]]
        if type(x) in DISPLAYS:
            return [DISPLAYS[type(x)], *map(inside, sorted_values(x) if isinstance(x, set) else x)]
        if type(x) is dict:
            return ["d", *(inside(each) for pair in x.items() for each in pair)]
        if type(x) is frozenset:
            return ["c", ["b", "frozenset"], [["l", *map(inside, sorted_values(x))]]]
        if type(x) is range:
            return ["c", ["b", "range"], [inside(x.start), inside(x.stop), inside(x.step)]]
        if isinstance(x, types.UnionType):
            return ["t", *map(inside, x.__args__)]
        if isinstance(x, type) and issubclass(x, tuple) and hasattr(x, "_fields"):
            return self._named_tuple(x, at)
        if isinstance(x, type) and issubclass(x, BaseException):
            return self._exception(x, at)
        if isinstance(x, re.Pattern):
            return ["P", *pattern_parts(x, at)]
        if isinstance(x, functools.partial):
            named = [[name, inside(value)] for name, value in x.keywords.items()]
            function = int_of_text if x.func is int and x.keywords else x.func
            return call_tree(self.node(partial_call, at), [inside(function), *map(inside, x.args)], named)
        if isinstance(x, types.MethodType):
            owner = self._inside(x.__self__, at or place_of(x))
            return ["c", self.node(partial_call, at), [inside(x.__func__), owner]]
        owner = getattr(x, "__self__", None)
        if isinstance(x, types.BuiltinMethodType | types.MethodWrapperType) and isinstance(owner, (*TABLES, type)):
            check_attribute(owner, x.__name__, at)
            return [".", inside(owner), x.__name__]
        if isinstance(x, types.MethodDescriptorType) and builtin_name(x.__objclass__) is not None:
            check_attribute(x.__objclass__, x.__name__, at)
            return [".", inside(x.__objclass__), x.__name__]
        if isinstance(x, FunctionType):
            return self._function(x, at)
        name = getattr(x, "__name__", None)
        what = f"`{name}`" if isinstance(name, str) and callable(x) else f"values like {checks.shown(x)}"
        raise missing(what, at or place_of(x))

    def _function(self, function: FunctionType, at: str) -> Tree:
        try:
            return Writer(self, function).function()
        except NotPortable:
            if at and function.__code__.co_filename.startswith(LIBRARIES):  # nobody would look there
                raise missing(f"`{function.__name__}`", at) from None
            raise

    def _named_tuple(self, kind: Any, at: str) -> Tree:
        for name in changed_methods(kind) if at else []:  # it matters where functions make such values
            raise missing(f"NamedTuple classes with `{name}`, such as {kind.__name__}", at)
        given = kind._field_defaults
        defaults = [self._inside(given[name], at) for name in kind._fields if name in given]
        methods = self._classes.setdefault(kind, [])
        return ["N", kind.__name__, list(kind._fields), defaults, methods]

    def _exception(self, kind: Any, at: str) -> Tree:
        own = [name for name in ("__init__", "__new__", "__str__") if isinstance(getattr(kind, name), FunctionType)]
        if own and not issubclass(kind, HalfmoveError):
            raise missing(f"exceptions with `{own[0]}`, such as {kind.__name__}", at)
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
