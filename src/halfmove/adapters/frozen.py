"""The contents of an object as an immutable value that can be compared and hashed."""

from __future__ import annotations

import types
from typing import Any

import numpy as np

_FIXED = (int, float, complex, str, bytes, bool, type(None), np.generic, type, types.FunctionType, types.ModuleType)


def frozen(x: Any, leave_out: tuple[str, ...] = (), above: tuple[int, ...] = ()) -> Any:
    """The contents of `x`: two such values are equal if nothing differs.

    leave_out   attributes of objects that are ignored
    """
    if isinstance(x, _FIXED):
        return x
    if id(x) in above:
        return "itself", above.index(id(x))
    inside = (*above, id(x))
    if isinstance(x, np.ndarray):
        if x.dtype.hasobject:
            return x.shape, frozen(x.tolist(), leave_out, inside)
        return x.dtype.str, x.shape, x.tobytes()
    if isinstance(x, list | tuple):
        return type(x), *[frozen(each, leave_out, inside) for each in x]
    if isinstance(x, set | frozenset):
        return type(x), frozenset(frozen(each, leave_out, inside) for each in x)
    if isinstance(x, dict):  # in order: a rule may iterate over them
        return type(x), *[(frozen(key, (), inside), frozen(value, leave_out, inside)) for key, value in x.items()]
    fields = _fields(x)
    if not fields:  # such as an Enum, a Fraction or a C object: it compares itself
        hash(x)
        return x
    return type(x), *[(name, frozen(x_, leave_out, inside)) for name, x_ in fields.items() if name not in leave_out]


def _fields(x: Any) -> dict[str, Any]:
    """The attributes of an object, those in slots too."""
    fields = dict(getattr(x, "__dict__", {}))
    for kind in type(x).__mro__:
        slots = vars(kind).get("__slots__", ())
        for name in (slots,) if isinstance(slots, str) else slots:
            if not name.startswith("__") and hasattr(x, name):
                fields[name] = getattr(x, name)
    return fields
