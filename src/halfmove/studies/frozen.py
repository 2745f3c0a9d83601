"""Arguments as values that can be compared, hashed and written as text."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from halfmove.adapters.arguments import number
from halfmove.base.checks import shown
from halfmove.errors import UsageError

_NESTED = 10


def frozen(value: Any, level: int = 0) -> Any:
    """Lists as tuples, and a distribution as pairs: values that can be compared and hashed."""
    if level > _NESTED:
        raise UsageError(f"{shown(value)} has lists nested more than {_NESTED} levels deep, which no argument needs")
    if isinstance(value, np.ndarray | np.generic):
        value = value.tolist()
    if isinstance(value, list | tuple):
        return tuple(frozen(each, level + 1) for each in value)
    if isinstance(value, range) and value:
        return (value[0], value[-1])
    if isinstance(value, Mapping):
        return Chances(tuple((_key(key), each) for key, each in value.items()))
    return value


def thawed(value: Any) -> Any:
    """A frozen value as the functions of trees and games take it: a distribution as a dict."""
    return value.as_dict() if isinstance(value, Chances) else frozen(value) if isinstance(value, list) else value


def _key(key: Any) -> Any:
    return number(key) if isinstance(key, str) else key  # TOML's keys are text


@dataclass(frozen=True)
class Chances:
    """A discrete distribution: pairs of a value and its probability."""

    pairs: tuple[tuple[Any, Any], ...]

    def as_dict(self) -> dict[Any, Any]:
        return dict(self.pairs)
