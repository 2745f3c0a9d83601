"""Copy a function, with everything it calls, into a namespace of its own with its slots filled.

A kernel that is called by its name, or by the primitive `value` inside itself, becomes a copy of `enter` whose `body`
is the kernel. So every call of a kernel enters the node first, and no kernel has to do that itself.
"""

from __future__ import annotations

import builtins
from collections.abc import Callable
from functools import lru_cache, partial
from types import CellType, CodeType, FunctionType, ModuleType
from typing import Any

from halfmove.errors import UsageError
from halfmove.kernels import primitives

# Numba compiles functions of these packages without a copy.
_KNOWN_TO_NUMBA = {"numpy", "numba", "math", "builtins", "operator", "cmath"}

Slots = dict[Any, Any]
_ENTER: Any = primitives.enter
Wrap = Callable[[FunctionType, bool], Any]


def itself(x):
    return x


def as_python(function: FunctionType, inline: bool) -> FunctionType:
    """The `wrap` of plain Python."""
    return function


def bind(function: Any, slots: Slots, wrap: Wrap = as_python, tag: str = "", around: Slots | None = None) -> Any:
    """A copy of `function` in which slots are filled and every function it reaches is a copy too."""
    return Binder(slots, wrap, tag, around)(function)


class Binder:
    """Makes copies of functions that share what they reach.

    `wrap` turns each copy into the object that is called: the copy itself, or a Numba dispatcher. Its second argument
    says whether the copy is to be inlined into its callers. Its attribute `constant`, if it has one, converts values
    that are not functions. `tag` makes the names of the copies unique, because two compiled functions in one process
    must never have the same symbol.

    `around` puts functions around others: primitive -> function that is called in its place, or several of them, the
    outermost first. Inside such a function the primitive keeps the meaning that it would have without it.
    """

    def __init__(self, slots: Slots, wrap: Wrap = as_python, tag: str = "", around: Slots | None = None) -> None:
        self._slots, self._wrap, self._tag = slots, wrap, tag
        self._around = {key: each if isinstance(each, tuple) else (each,) for key, each in (around or {}).items()}
        self._constant = getattr(wrap, "constant", itself)
        self._copies: dict[Any, Any] = {}

    def __call__(self, function: Any) -> Any:
        return self._meaning(function, {})

    def _copy(self, original: FunctionType, inline: bool, extra: Slots, key: Any) -> Any:
        # The name must be importable when machine code is loaded, whatever module a game was written in.
        namespace: dict[str, Any] = {"__builtins__": builtins, "__name__": __name__}
        cells = tuple(CellType() for _ in original.__closure__ or ())
        code = original.__code__
        if self._wrap is not as_python:
            code = code.replace()  # a copy, too: under a profiler Numba changes the flags of a code object
        made = FunctionType(code, namespace, original.__name__, original.__defaults__, cells if cells else None)
        made.__kwdefaults__ = original.__kwdefaults__
        made.__qualname__ = original.__name__ + self._tag
        self._copies[key] = wrapped = self._wrap(made, inline)  # before its callees, which may call it
        module = original.__globals__
        for name in global_names(code):
            if name in module:
                namespace[name] = self._meaning(module[name], extra)
        for cell, theirs in zip(cells, original.__closure__ or (), strict=True):
            cell.cell_contents = self._meaning(theirs.cell_contents, extra)
        return wrapped

    def _meaning(self, x: Any, extra: Slots) -> Any:
        """The value of a name in a copy; `extra` are slots of this one copy only."""
        if isinstance(x, primitives.SlotNumber):
            return self._slots[x] if x.number is None else self._slots.get(x, x.number)
        function = plain_function(x)
        if function is None:
            return self._constant(x)
        if function in extra:
            return extra[function]()
        if function in self._around:
            inside = partial(self._own_meaning, function)
            return self._surrounded(function, self._around[function], inside, False, ("around", function))
        return self._own_meaning(function)

    def _surrounded(
        self, primitive: Any, layers: tuple[Any, ...], inside: Callable[[], Any], inline: bool, key: Any
    ) -> Any:
        """A primitive with functions around it, the outermost first; `inside` returns its meaning without them."""
        if not layers:
            return inside()
        if key not in self._copies:
            within = partial(self._surrounded, primitive, layers[1:], inside, inline, (key, "inside"))
            self._copy(layers[0], inline, {primitive: within}, key)
        return self._copies[key]

    def _own_meaning(self, function: FunctionType) -> Any:
        """The meaning of a function in a copy when nothing is around it."""
        if function in self._slots:
            filled = self._slots[function]
            found = plain_function(filled)
            if found is None:
                return filled
            function = found
        if function is primitives.value:
            raise UsageError("`value` can only be called in a kernel itself; elsewhere call the kernel by its name")
        if getattr(function, "is_kernel", False):
            return self._entering(function, inside=False)
        if function not in self._copies:
            self._copy(function, getattr(function, "is_inlined", False), {}, function)
        return self._copies[function]

    def _kernel(self, function: FunctionType) -> Any:
        if function not in self._copies:
            again = partial(self._entering, function, True)
            self._copy(function, False, {primitives.value: again, function: again}, function)
        return self._copies[function]

    def _entering(self, function: FunctionType, inside: bool) -> Any:
        """`enter` with this kernel as its body. Inside the kernel it is inlined, so that a leaf costs no call."""
        entered = partial(self._entered, function, inside)
        return self._surrounded(_ENTER, self._around.get(_ENTER, ()), entered, inside, (function, inside))

    def _entered(self, function: FunctionType, inside: bool) -> Any:
        key = (_ENTER, function, inside)
        if key not in self._copies:
            self._copy(self._slots.get(_ENTER, _ENTER), inside, {primitives.body: partial(self._kernel, function)}, key)
        return self._copies[key]


def plain_function(x: Any) -> FunctionType | None:
    """The Python function in `x` if it has to be copied (a function, or one decorated with numba.njit), else None."""
    if type(x) is not FunctionType:
        if isinstance(x, ModuleType):
            return None
        x = getattr(x, "py_func", None)
        if not isinstance(x, FunctionType):
            return None
    return None if _is_known_to_numba(x.__module__) else x


@lru_cache(maxsize=10_000)
def _is_known_to_numba(module: str | None) -> bool:
    return (module or "").partition(".")[0] in _KNOWN_TO_NUMBA


def global_names(code: CodeType) -> list[str]:
    """The names a function may look up in its module, inner functions and comprehensions included."""
    names = list(code.co_names)
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            names += global_names(constant)
    return names
