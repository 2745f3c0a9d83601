"""A person's own Python file: imported once as long as it does not change, with errors in one sentence."""

from __future__ import annotations

import hashlib
import importlib.util
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from halfmove.errors import HalfmoveError, UsageError
from halfmove.kernel import Algorithm


def imported(path: str | Path) -> Any:
    """The module in a file; read again when the file has changed."""
    path = Path(path)
    try:
        text = path.read_bytes()
    except OSError as error:
        raise UsageError(f"cannot read {path}: {error.strerror or error}") from None
    return _module(path.resolve(), hashlib.sha256(text).hexdigest())


@lru_cache(maxsize=64)
def _module(path: Path, content: str) -> Any:
    spec = importlib.util.spec_from_file_location(f"_halfmove_own_{path.stem}_{content[:8]}", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    if str(path.parent) not in sys.path:
        sys.path.insert(0, str(path.parent))  # as if the file were run, so that it finds its neighbours
    with blame(path):
        spec.loader.exec_module(module)
    return module


@contextmanager
def blame(path: Path) -> Iterator[None]:
    """An error in a person's own file, in one sentence with its line."""
    try:
        yield
    except HalfmoveError:
        raise
    except Exception as error:
        line, trace = None, error.__traceback__
        while trace is not None:
            if Path(trace.tb_frame.f_code.co_filename) in (path, path.resolve()):
                line = trace.tb_lineno
            trace = trace.tb_next
        if isinstance(error, SyntaxError):
            line = error.lineno
        place = f"{path}:{line}" if line else str(path)
        raise UsageError(f"{place}: {type(error).__name__}: {error}") from None


def algorithm_in_file(text: str) -> Algorithm:
    """The algorithm that "file.py:kernel" means."""
    path, _, name = text.rpartition(":")
    found: dict[str, Algorithm] = {
        key: each.algorithm
        for key, each in vars(imported(path)).items()
        if isinstance(getattr(each, "algorithm", None), Algorithm) and each.__module__.startswith("_halfmove_own_")
    }
    if name not in found:
        choices = (
            f"its algorithms are {', '.join(found)}" if found else "no function in it is under @halfmove.algorithm(...)"
        )
        raise UsageError(f"{path} has no algorithm {name!r}; {choices}")
    return _with_origin(found[name], text)


@lru_cache(maxsize=64)
def _with_origin(algorithm: Algorithm, text: str) -> Algorithm:
    return replace(algorithm, origin=text)
