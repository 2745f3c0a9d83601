"""What is to be searched, from text: a tree, a file, a tree family or game with arguments, a game in a Python file.

    [[3,[7,2]],[4,1]]                         nested lists
    tree.json, -                              the same in a file, or from standard input
    uniform:8,4                               a family or game with arguments, as its Python function takes them
    uniform:width=8,depth=4,values=0..127     the same by name
    my_game.py:game                           a Game in a Python file, or a function that makes one: my_game.py:make:5

A value is a number, a word, a pair LOW..HIGH (or LOW,HIGH), or a distribution V:P,V:P,...; what takes None by default
also takes `continuous`, and `bivalued:P` is the number P. A comma begins a new argument only before NAME=, or as long
as no argument was named.
"""

from __future__ import annotations

import difflib
import importlib.util
import inspect
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from halfmove.errors import HalfmoveError, UsageError
from halfmove.game import Game
from halfmove.games import GAMES
from halfmove.trees import FAMILIES, explicit, load

Factory = Callable[..., Game]

FACTORIES: dict[str, Any] = {**FAMILIES, **GAMES}

_NUMBER = r"[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?|[+-]?inf"
_PAIR = re.compile(rf"({_NUMBER})(?:\.\.|,)({_NUMBER})")
_CHANCES = re.compile(rf"(?:{_NUMBER}):(?:{_NUMBER})(?:,(?:{_NUMBER}):(?:{_NUMBER}))*")
_NAMED = re.compile(r"[A-Za-z_]\w*=")
_PYTHON_FILE = re.compile(r"(?P<path>.+\.py)(?::(?P<name>\w+)(?::(?P<arguments>.*))?)?", re.DOTALL)


def number(text: str) -> int | float:
    """A number from text: whole if it is written without point and exponent."""
    text = text.strip()
    try:
        return int(text)
    except ValueError:
        pass
    try:
        return float(text)
    except ValueError:
        raise UsageError(f"{text!r} is not a number") from None


def game_from(text: str, stdin: Callable[[], str] | None = None) -> Game:
    """The game that `text` means, see above."""
    text = text.strip()
    if text == "-":
        return explicit((stdin or sys.stdin.read)(), "standard input")
    if text.startswith("[") or re.fullmatch(_NUMBER, text):
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


def family_from(text: str) -> Callable[[int], Game]:
    """A function from seeds to trees: a family with all its arguments but the seed."""
    name, _, arguments = text.strip().partition(":")
    if name not in FAMILIES:
        near = difflib.get_close_matches(name, FAMILIES, 1, 0.5)
        hint = f"did you mean {near[0]!r}? " if near else ""
        raise UsageError(f"there is no tree family {name!r}; {hint}the choices are {', '.join(FAMILIES)}")
    factory: Factory = FACTORIES[name]
    positional, named = values_of(factory, arguments)
    bound = _bound(name, factory, positional, named)
    if "seed" in bound.arguments:
        raise UsageError(f"{text}: leave the seed out; each tree gets its own, derived from --seed")

    def make(seed: int) -> Game:
        return factory(**bound.arguments, seed=seed)

    make(0)  # so that a wrong argument is told at once
    return make


def call(name: str, factory: Factory, arguments: str) -> Game:
    """The game that a factory makes of arguments written as text."""
    positional, named = values_of(factory, arguments)
    bound = _bound(name, factory, positional, named)
    return factory(*bound.args, **bound.kwargs)


def values_of(factory: Factory, text: str) -> tuple[list[Any], dict[str, Any]]:
    """The positional and the named arguments in `text`."""
    positional, named = split(text)
    parameters = inspect.signature(factory).parameters
    optional = {key for key, parameter in parameters.items() if parameter.default is None}
    order = [key for key, parameter in parameters.items() if parameter.kind is not parameter.VAR_POSITIONAL]
    return (
        [_value(each, i < len(order) and order[i] in optional) for i, each in enumerate(positional)],
        {key: _value(each, key in optional) for key, each in named.items()},
    )


def split(text: str) -> tuple[list[str], dict[str, str]]:
    """The positional and the named parts of arguments: a part without NAME= goes on with the named one before it."""
    positional: list[str] = []
    named: dict[str, str] = {}
    last = None
    for part in text.split(",") if text.strip() else []:
        part = part.strip()
        if _NAMED.match(part):
            last, _, value = part.partition("=")
            if last in named:
                raise UsageError(f"{last}= is given twice")
            named[last] = value.strip()
        elif last is not None:
            named[last] += "," + part
        else:
            positional.append(part)
    return positional, named


def _value(text: str, optional: bool) -> Any:
    if optional and text in ("continuous", "None"):
        return None
    if text.startswith("bivalued:"):
        return float(number(text.removeprefix("bivalued:")))
    if re.fullmatch(_NUMBER, text):
        return number(text)
    if match := _PAIR.fullmatch(text):
        return number(match[1]), number(match[2])
    if _CHANCES.fullmatch(text):
        pairs = (each.split(":") for each in text.split(","))
        return {number(value): number(chance) for value, chance in pairs}
    return text


def text_of(value: Any) -> str:
    """A value as it is written on the command line."""
    if value is None:
        return "continuous"
    if isinstance(value, dict):
        return ",".join(f"{v}:{p}" for v, p in value.items())
    if isinstance(value, tuple) and len(value) == 2:
        return f"{value[0]}..{value[1]}"
    return str(value)


def usage(name: str, factory: Factory) -> str:
    """How a factory is called from the command line: uniform:WIDTH,DEPTH[,seed=0]..."""
    required, optional = [], []
    for key, parameter in inspect.signature(factory).parameters.items():
        if parameter.kind is inspect.Parameter.VAR_POSITIONAL:
            optional.append(f"{key.upper()},...")
        elif parameter.default is parameter.empty:
            required.append(key.upper())
        else:
            optional.append(f"{key}={text_of(parameter.default)}")
    if not required and not optional:
        return name
    if not required:
        return f"{name}[:{','.join(optional)}]"
    return f"{name}:{','.join(required)}" + "".join(f"[,{each}]" for each in optional)


def _bound(name: str, factory: Factory, positional: list[Any], named: dict[str, Any]) -> inspect.BoundArguments:
    signature = inspect.signature(factory)
    unknown = [key for key in named if key not in signature.parameters]
    if unknown:
        raise UsageError(f"{name} has no argument {unknown[0]!r}; it is written {usage(name, factory)}")
    try:
        return signature.bind(*positional, **named)
    except TypeError as error:
        raise UsageError(f"{name}: {error}; it is written {usage(name, factory)}") from None


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
