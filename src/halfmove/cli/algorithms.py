"""Algorithms and their parameters on the command line, derived from the registry."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import click

from halfmove.algorithms.registry import ALGORITHMS, find
from halfmove.cli.what import number, split
from halfmove.compare import Choice
from halfmove.errors import UsageError
from halfmove.kernel import Algorithm, Parameter

# Left out of a comparison unless asked for: minimax evaluates everything, the others differ from alpha_beta in
# nothing that is counted, or only by lacking a part of it.
_NOT_COMPARED = ("minimax", "alpha_beta_shallow", "f_alpha_beta", "l_alpha_beta")


_FLAGS = {"yes": True, "true": True, "on": True, "1": True, "no": False, "false": False, "off": False, "0": False}


def compared_by_default() -> list[str]:
    """The algorithms that `compare` runs when none is named."""
    return [
        algorithm.id
        for algorithm in ALGORITHMS.values()
        if algorithm.id not in _NOT_COMPARED
        and algorithm.proves
        and not any(parameter.required for parameter in algorithm.parameters)
    ]


def choice_from(text: str) -> Choice:
    """An algorithm with parameters, as in scout:test=strict or aspiration:guess=4,error=1."""
    name, _, rest = text.partition(":")
    algorithm = find(name.strip())
    unnamed, given = split(rest)
    if unnamed:
        raise UsageError(f"{text!r}: parameters are written NAME=VALUE, as in scout:test=strict")
    return Choice(algorithm.id, typed(algorithm, given))


def typed(algorithm: Algorithm, given: dict[str, str]) -> dict[str, Any]:
    """Parameters from text, each as the number or word it is; what is unknown is left for `settle` to name."""
    kinds = {parameter.name: parameter for parameter in algorithm.parameters}
    return {name: _typed(kinds.get(name), value) for name, value in given.items()}


def _typed(parameter: Parameter | None, text: str) -> Any:
    if parameter is None or parameter.kind == "choice":
        return text
    if parameter.kind == "flag":
        return _FLAGS.get(text.strip().lower(), text)
    try:
        if parameter.kind in ("int", "score", "memory"):
            return number(text)
        return tuple(number(each) for each in text.strip("[]()").split(","))  # a list, as in 1,2,5
    except UsageError:
        return text


def parameter_options(taken: Iterable[str]) -> Callable[[Any], Any]:
    """One option for every parameter of every algorithm; one whose name is `taken` is given as -a ID:NAME=VALUE."""
    uses: dict[str, list[tuple[str, Parameter]]] = {}
    for algorithm in ALGORITHMS.values():
        for parameter in algorithm.parameters:
            uses.setdefault(parameter.name, []).append((algorithm.id, parameter))

    def decorate(function: Any) -> Any:
        for name, where in reversed(uses.items()):
            if name not in taken:
                text = "; ".join(_help(users, parameter) for users, parameter in _grouped(where))
                option = f"--{name.replace('_', '-')}"
                function = click.option(option, name, metavar=_metavar(where), help=text)(function)
        return function

    return decorate


def parameter_names() -> set[str]:
    return {parameter.name for algorithm in ALGORITHMS.values() for parameter in algorithm.parameters}


def describe(parameter: Parameter) -> str:
    """test = window | strict | printed (default window)"""
    default = "required" if parameter.required else f"default {_default(parameter)}"
    return f"{parameter.describe()} ({default})"


def _default(parameter: Parameter) -> str:
    return "none" if parameter.default is None else str(parameter.default)


def _grouped(where: list[tuple[str, Parameter]]) -> list[tuple[list[str], Parameter]]:
    groups: list[tuple[list[str], Parameter]] = []
    for algorithm, parameter in where:
        for users, same in groups:
            if (same.help, same.choices, same.default) == (parameter.help, parameter.choices, parameter.default):
                users.append(algorithm)
                break
        else:
            groups.append(([algorithm], parameter))
    return groups


def _help(users: list[str], parameter: Parameter) -> str:
    default = "" if parameter.required else f" [default: {_default(parameter)}]"
    return f"{', '.join(users)}: {parameter.help}{default}"


def _metavar(where: list[tuple[str, Parameter]]) -> str:
    words = list(dict.fromkeys(word for _, parameter in where for word in parameter.choices))
    kinds = {"int": "N", "score": "N", "flag": "yes|no", "memory": "N|minimum", "partitions": "N,N,..."}
    return "|".join(words) or kinds[where[0][1].kind]
