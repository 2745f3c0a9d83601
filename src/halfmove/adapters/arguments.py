"""Arguments as text: how tree families, games and algorithms are called from the command line and in study files.

A value is a number, a word, a pair LOW..HIGH (or LOW,HIGH), or a distribution V:P,V:P,... A parameter whose default is
None also accepts `continuous`, and one that is True or False takes `yes` or `no`. `bivalued:P` is the number P. A comma
begins a new argument only before NAME=, or as long as no argument was named.

>>> split("8,4,values=0..127")
(['8', '4'], {'values': '0..127'})
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Mapping
from typing import Any

from halfmove.base.checks import shown
from halfmove.errors import UsageError
from halfmove.game import Game

Factory = Callable[..., Game]

NUMBER = r"[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?|[+-]?inf"
_PAIR = re.compile(rf"({NUMBER})(?:\.\.|,)({NUMBER})")
_CHANCES = re.compile(rf"(?:{NUMBER}):(?:{NUMBER})(?:,(?:{NUMBER}):(?:{NUMBER}))*")
_ANSWERS = {"yes": True, "true": True, "no": False, "false": False}
_NAMED = re.compile(r"[A-Za-z_]\w*=")


def number(text: str) -> int | float:
    """A number from text: an int if it is written without point and exponent."""
    text = text.strip()
    try:
        return int(text)
    except ValueError:
        pass
    if re.fullmatch(r"[+-]?[\d_]+", text):  # Python does not read whole numbers of more than 4300 digits
        raise UsageError(f"{shown(text)} is a number with too many digits")
    try:
        return float(text)
    except ValueError:
        raise UsageError(f"{shown(text)} is not a number") from None


def values_of(factory: Factory, text: str) -> tuple[list[Any], dict[str, Any]]:
    """The positional and the named arguments in `text`."""
    positional, named = split(text)
    parameters = inspect.signature(factory).parameters
    defaults = {key: parameter.default for key, parameter in parameters.items()}
    order = [key for key, parameter in parameters.items() if parameter.kind is not parameter.VAR_POSITIONAL]
    return (
        [_value(each, defaults[order[i]] if i < len(order) else ...) for i, each in enumerate(positional)],
        {key: _value(each, defaults.get(key, ...)) for key, each in named.items()},
    )


def split(text: str) -> tuple[list[str], dict[str, str]]:
    """The positional and the named parts of arguments; a part without NAME= continues the named one before it."""
    positional: list[str] = []
    named: dict[str, str] = {}
    last = None
    for part in text.split(",") if text.strip() else []:
        part = part.strip()
        if not part:
            raise UsageError(f"{shown(text.strip())} has an extra comma")
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


def _value(text: str, default: Any) -> Any:
    """The value of a parameter; its default says what else the text may be."""
    if default is None and text in ("continuous", "None"):
        return None
    if isinstance(default, bool) and text.lower() in _ANSWERS:
        return _ANSWERS[text.lower()]
    if text.startswith("bivalued:"):
        return float(number(text.removeprefix("bivalued:")))
    if re.fullmatch(NUMBER, text):
        return number(text)
    if match := _PAIR.fullmatch(text):
        return number(match[1]), number(match[2])
    if _CHANCES.fullmatch(text):
        pairs = [each.split(":") for each in text.split(",")]
        chances = {number(value): number(chance) for value, chance in pairs}
        if len(chances) < len(pairs):
            raise UsageError(f"{text}: a value occurs twice; add its probabilities")
        return chances
    return text


def text_of(value: Any) -> str:
    """A value as it is written on the command line."""
    if value is None:
        return "continuous"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, dict):
        return ",".join(f"{v}:{p}" for v, p in value.items())
    if isinstance(value, tuple) and len(value) == 2:
        return f"{value[0]}..{value[1]}"
    return str(value)


def summaries(factories: Mapping[str, Any]) -> dict[str, str]:
    """The first sentence about each, by name."""
    firsts = ((name, inspect.getdoc(factory) or "") for name, factory in factories.items())
    return {name: re.split(r"[.;:]\s", about.partition("\n")[0])[0].rstrip(".") for name, about in firsts}


def description(factory: Factory) -> str:
    """The docstring of a factory for the command line: without the sections about its return value and its errors."""
    text = inspect.getdoc(factory) or ""
    return re.sub(r"(?m)^(Returns|Raises)\n-+\n(?:.+\n?)*(?:\n|\Z)", "", text).strip()


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


def bound(name: str, factory: Factory, positional: list[Any], named: dict[str, Any]) -> inspect.BoundArguments:
    """The arguments by the names of the factory's parameters, or an error that shows how to write them."""
    signature = inspect.signature(factory)
    unknown = [key for key in named if key not in signature.parameters]
    if unknown:
        raise UsageError(f"{name} has no argument {shown(unknown[0])}; write {usage(name, factory)}")
    try:
        return signature.bind(*positional, **named)
    except TypeError as error:
        raise UsageError(f"{name}: {error}; write {usage(name, factory)}") from None
