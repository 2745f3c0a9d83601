"""Whether an object has changed, even if it is equal only to itself and its text does not show its contents."""

from __future__ import annotations

import copy
from typing import Any

import numpy as np

_FIXED = (int, float, complex, str, bytes, bool, type(None), np.generic)


class Snapshot:
    """The contents of an object at one moment. Objects that cannot change cost nothing."""

    def __init__(self, x: Any) -> None:
        self._object = x
        self.can_change = not _fixed(x)
        self._state: Any = None
        self._copy: Any = None
        if self.can_change and _compares(x):
            try:
                self._copy = copy.deepcopy(x)
            except Exception:  # not every object can be copied
                self._copy = None
        if self.can_change and self._copy is None:
            self._state = state(x)

    def change(self) -> str | None:
        """What has changed since then, as text; None if nothing has."""
        if not self.can_change:
            return None
        if self._copy is not None:  # the object itself decides what is equal
            return None if bool(self._copy == self._object) else f"from {self._copy!r:.60} to {self._object!r:.60}"
        return _first_change(self._state, state(self._object), type(self._object).__name__)


def same(one: Any, other: Any) -> bool:
    """Whether two positions have equal contents."""
    if _fixed(one) or _compares(one):
        return bool(one == other)
    return bool(state(one) == state(other))


def _compares(x: Any) -> bool:
    """Whether an object of a user's own class defines equality."""
    own = not isinstance(x, tuple | list | set | frozenset | dict | np.ndarray)
    return own and any("__eq__" in vars(kind) for kind in type(x).__mro__[:-1])


def _fixed(x: Any) -> bool:
    if isinstance(x, tuple | frozenset):
        return all(map(_fixed, x))
    return isinstance(x, _FIXED)


def state(x: Any, above: tuple[int, ...] = ()) -> Any:
    """The contents of an object, down to numbers and text: two states are equal if nothing differs."""
    if isinstance(x, _FIXED) or id(x) in above:
        return x if isinstance(x, _FIXED) else "itself"
    inside = (*above, id(x))
    if isinstance(x, np.ndarray):
        return str(x.dtype), x.shape, x.tobytes()
    if isinstance(x, tuple | list):
        return [state(part, inside) for part in x]
    if isinstance(x, set | frozenset):
        return frozenset(map(repr, x))
    if isinstance(x, dict):
        return {repr(key): state(value, inside) for key, value in x.items()}
    names = list(getattr(x, "__dict__", ()))
    for kind in type(x).__mro__:
        slots = vars(kind).get("__slots__", ())
        names += [slots] if isinstance(slots, str) else [name for name in slots if not name.startswith("__")]
    return {name: state(getattr(x, name), inside) for name in names if hasattr(x, name)} if names else repr(x)


def _first_change(before: Any, after: Any, name: str) -> str | None:
    """The first difference of two states. A new attribute is not a change: an object may cache results."""
    if isinstance(before, dict) and isinstance(after, dict):
        for key, value in before.items():
            if key not in after:
                return f"which loses its {key}"
            if change := _first_change(value, after[key], f"{name}.{key}"):
                return change
        return None
    return None if before == after else f"whose {name} was {before!r:.60} and becomes {after!r:.60}"
