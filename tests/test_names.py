"""Names say one thing: no module is hidden behind a function or class of the same name."""

from __future__ import annotations

import importlib
import pkgutil
from types import ModuleType

import pytest

import halfmove

# A tree family or a game is called by the name of its file: there the function is what people want.
FILE_IS_FUNCTION = {"halfmove.trees", "halfmove.games"}
PACKAGES = [
    "halfmove",
    *(
        f"halfmove.{each.name}"
        for each in pkgutil.iter_modules(halfmove.__path__)
        if each.ispkg and f"halfmove.{each.name}" not in FILE_IS_FUNCTION
    ),
]


@pytest.mark.parametrize("package", PACKAGES)
def test_a_package_hides_none_of_its_modules(package: str) -> None:
    outer = importlib.import_module(package)
    for each in pkgutil.iter_modules(outer.__path__):
        seen = getattr(outer, each.name, None)
        assert seen is None or isinstance(seen, ModuleType), f"{package}.{each.name} is a module and {seen!r}"
