"""Objects as one short line, for a prompt, a debugger or a list.

>>> from dataclasses import dataclass
>>> @dataclass
... class Order:
...     kind: str
...     seed: int = 0
...     most: int | None = None
...     __repr__ = changed_fields
>>> Order("best", most=7)
Order(kind='best', most=7)
"""

from __future__ import annotations

from dataclasses import MISSING, fields
from typing import Any

from halfmove.base.checks import shown


def changed_fields(self: Any) -> str:
    """A dataclass by its fields, without those that have their default values."""
    parts = []
    for item in fields(self):
        value = getattr(self, item.name)
        default = item.default if item.default_factory is MISSING else item.default_factory()
        if item.repr and (default is MISSING or value != default):
            parts.append(f"{item.name}={shown(value)}")
    return f"{type(self).__name__}({', '.join(parts)})"


def by_text(self: Any) -> str:
    """An object by its text."""
    return f"{type(self).__name__}({shown(str(self))})"
