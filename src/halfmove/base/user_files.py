"""Games and algorithms in a user's own Python files: `my_game.py:game`, `my_game.py:make:8,4`, `my_search.py:kernel`.

A `UserFile` is a name in such a file together with a hash of its code, including the files in the same folder that it
imports. So it can be sent to another process or machine, which loads the file itself and reports if its code differs.
And results of a game are never mistaken for those of a version that was edited since.
"""

from __future__ import annotations

import ast
import hashlib
import os
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from importlib.util import decode_source
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

from halfmove.base.bytecode import code_hash
from halfmove.base.reading import content_of
from halfmove.base.shipped import no_file
from halfmove.errors import HalfmoveError, UsageError

_TEXT = re.compile(r"(?P<path>.+?\.py)(?::(?P<name>\w+)(?::(?P<arguments>.*))?)?", re.DOTALL)
_LARGEST = 1 << 26  # bytes of a file
_searched_folders: set[Path] = set()  # folders that were added to sys.path here


class FileText(NamedTuple):
    """The parts of a text such as `my_game.py:make:8,4`; `name` is None in `my_game.py`."""

    path: str
    name: str | None
    arguments: str


def split_file_text(text: str) -> FileText | None:
    """The parts of a text that names a Python file; None for any other text.

    >>> split_file_text("games/mine.py:make:8,4")
    FileText(path='games/mine.py', name='make', arguments='8,4')
    >>> split_file_text("uniform:8,4") is None
    True
    """
    match = _TEXT.fullmatch(text.strip())
    return None if match is None else FileText(match["path"], match["name"], match["arguments"] or "")


@dataclass(frozen=True)
class UserFile:
    """A name in a Python file.

    path    the path of the file, as it was given
    name    the name of a game, of a function that makes one, or of an algorithm's kernel
    place   the absolute path, for processes that began in another folder
    code    a hash of the file's code
    """

    path: str
    name: str
    place: str
    code: str

    @classmethod
    def find(cls, path: str, name: str) -> UserFile:
        """The file as it is now; its code is not run yet."""
        place = Path(path).resolve()
        return cls(str(Path(path)), name, str(place), _hash_of(place, path))

    def __str__(self) -> str:
        return f"{self.path}:{self.name}"

    @property
    def text_without_folder(self) -> str:
        """The text without the folder, the same for a file that was moved."""
        return f"{Path(self.path).name}:{self.name}"

    @property
    def reference(self) -> str:
        """The text that finds it from any folder, after checking that its code has not changed."""
        _check_unchanged(self)
        return f"{self.place}:{self.name}"

    def module(self) -> ModuleType:
        """The file, run once in every process."""
        return _module(self.place, self.code)

    def load(self) -> Any:
        """The value of the name; None if the file has no such name."""
        return vars(self.module()).get(self.name)


@lru_cache(maxsize=64)
def _check_unchanged(file: UserFile) -> None:
    if _hash_of(Path(file.place), file.place) != file.code:
        raise UsageError(
            f"the code of {file.place} has changed since this began; do not edit the file while something runs, and "
            "use the same file on all machines"
        )


@lru_cache(maxsize=64)
def _module(place: str, code: str) -> ModuleType:
    path = Path(place)
    _check_unchanged(UserFile(place, "", place, code))
    name = f"_halfmove_own_{path.stem}_{hashlib.sha256(place.encode()).hexdigest()[:8]}"
    module = ModuleType(name)
    module.__file__ = place
    sys.modules[name] = module
    if str(path.parent) not in sys.path:  # as if the file were run, so that it can import files in its folder
        sys.path.insert(0, str(path.parent))
    _forget_neighbours(path)
    with blame(path):
        exec(compile(_source(path, place), place, "exec", dont_inherit=True), vars(module))
    return module


def _forget_neighbours(path: Path) -> None:
    """Let files in the folder be imported again: they may have been edited, or a file elsewhere had the same name."""
    _searched_folders.add(path.parent)
    for file in _with_neighbours(path, str(path)):
        name = file.parent.name if file.name == "__init__.py" else file.stem
        loaded = getattr(sys.modules.get(name), "__file__", None)
        if file != path and loaded is not None and Path(loaded).parent in _searched_folders:
            del sys.modules[name]


def _hash_of(place: Path, written: str) -> str:
    files = _with_neighbours(place, written)
    with blame(place):
        return code_hash(files.values())[:16]


def _with_neighbours(place: Path, written: str) -> dict[Path, str]:
    """The source of a file and of all files in its folder, or in packages there, that it imports, in a fixed order."""
    sources: dict[Path, str] = {}
    waiting = [place]
    while waiting:
        file = waiting.pop()
        if file not in sources:
            sources[file] = _source(file, written if file == place else str(file))
            with blame(file):
                waiting += sorted(_imported(ast.parse(sources[file], str(file)), file, place.parent), reverse=True)
    return sources


def _imported(tree: ast.AST, file: Path, folder: Path) -> set[Path]:
    """The files below `folder` that a file's import statements may refer to."""
    dotted: list[tuple[Path, list[str]]] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            dotted += [(folder, alias.name.split(".")) for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            base = folder if node.level == 0 else [file, *file.parents][node.level]
            module = (node.module or "").split(".") if node.module else []
            dotted += [(base, [*module, alias.name]) for alias in node.names]
    files = set()
    for base, names in dotted:
        if names[0] == "halfmove":
            continue
        for length in range(1, len(names) + 1):
            at = base.joinpath(*names[:length])
            files |= {each for each in (at.with_suffix(".py"), at / "__init__.py") if each.is_file()}
    return files


def _source(file: Path, written: str) -> str:
    try:
        os.stat(file)
    except FileNotFoundError:
        raise no_file(written) from None
    except (OSError, ValueError):
        pass  # the reason is reported below
    try:
        return decode_source(content_of(file, _LARGEST))
    except (SyntaxError, UnicodeDecodeError) as error:
        raise UsageError(f"cannot read {written}: it is not Python text ({error})") from None


@contextmanager
def blame(path: Path) -> Iterator[None]:
    """Turn an error in a user's own file into one sentence with its line."""
    try:
        yield
    except HalfmoveError:
        raise
    except SystemExit:
        raise UsageError(f"{path} ends the program when it is loaded; move that code under `if __name__ ...`") from None
    except Exception as error:
        line, trace = None, error.__traceback__
        while trace is not None:
            if Path(trace.tb_frame.f_code.co_filename) in (path, path.resolve()):
                line = trace.tb_lineno
            trace = trace.tb_next
        words = str(error)
        if isinstance(error, SyntaxError):  # its text contains file and line too
            line, words = error.lineno, error.msg
        place = f"{path}:{line}" if line else str(path)
        raise UsageError(f"{place}: {type(error).__name__}: {words}") from None
