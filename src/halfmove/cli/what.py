"""What is to be searched, from text: a tree, a file, a tree family or game with arguments, a game in a Python file.

    [[3,[7,2]],[4,1]]                         nested lists
    tree.json, -                              the same in a file, or from standard input
    uniform:8,4                               a family or game with arguments, as its Python function takes them
    uniform:width=8,depth=4,values=0..127     the same by name
    my_game.py:game                           a Game in a Python file, or a function that makes one: my_game.py:make:5

How arguments are written is in `halfmove.arguments`.
"""

from __future__ import annotations

import difflib
import importlib.util
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from halfmove.arguments import NUMBER, Factory, bound, number, split, text_of, usage, values_of
from halfmove.errors import HalfmoveError, UsageError
from halfmove.game import Game
from halfmove.games import GAMES
from halfmove.trees import FAMILIES, explicit, load

__all__ = ["FACTORIES", "call", "game_from", "number", "split", "text_of", "usage"]

FACTORIES: dict[str, Any] = {**FAMILIES, **GAMES}

_PYTHON_FILE = re.compile(r"(?P<path>.+\.py)(?::(?P<name>\w+)(?::(?P<arguments>.*))?)?", re.DOTALL)


def game_from(text: str, stdin: Callable[[], str] | None = None) -> Game:
    """The game that `text` means, see above."""
    text = text.strip()
    if text == "-":
        return explicit((stdin or sys.stdin.read)(), "standard input")
    if text.startswith("[") or re.fullmatch(NUMBER, text):
        return explicit(text)
    if match := _PYTHON_FILE.fullmatch(text):
        return _from_python(Path(match["path"]), match["name"], match["arguments"])
    name, _, arguments = text.partition(":")
    if name in FACTORIES:
        return call(name, FACTORIES[name], arguments)
    if text.endswith(".json") or Path(text).is_file():
        return load(text)
    near = difflib.get_close_matches(name, FACTORIES, 1, 0.5)
    hint = f"did you mean {near[0]!r}? " if near else ""
    raise UsageError(
        f"{text!r} is neither a file nor known; {hint}the tree families are {', '.join(FAMILIES)}, the games "
        f"{', '.join(GAMES)}; a tree is written like [[3,[7,2]],[4,1]]"
    )


def call(name: str, factory: Factory, arguments: str) -> Game:
    """The game that a factory makes of arguments written as text."""
    positional, named = values_of(factory, arguments)
    given = bound(name, factory, positional, named)
    return factory(*given.args, **given.kwargs)


def _from_python(path: Path, name: str | None, arguments: str | None) -> Game:
    if not path.is_file():
        raise UsageError(f"there is no file {path}")
    module = _imported(path)
    games = {key: value for key, value in vars(module).items() if isinstance(value, Game)}
    if name is None:
        if len(games) != 1:
            what = f"the games {', '.join(games)}" if games else "no Game by itself"
            raise UsageError(f"{path} holds {what}; name the one to search, as in {path}:{next(iter(games), 'game')}")
        return next(iter(games.values()))
    made = vars(module).get(name)
    if callable(made):
        with _blame(path):
            made = call(name, made, arguments or "")
    if not isinstance(made, Game):
        choices = f"its games are {', '.join(games)}" if games else "it holds no Game"
        raise UsageError(f"{path} has no game {name!r}; {choices}")
    return made


def _imported(path: Path) -> Any:
    spec = importlib.util.spec_from_file_location(f"_halfmove_game_{path.stem}", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    sys.path.insert(0, str(path.resolve().parent))  # as if the file were run, so that it finds its neighbours
    with _blame(path):
        spec.loader.exec_module(module)
    return module


@contextmanager
def _blame(path: Path) -> Iterator[None]:
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
