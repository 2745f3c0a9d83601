"""Algorithms and their parameters on the command line, derived from the registry."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from itertools import zip_longest
from typing import Any

import click

from halfmove.algorithms.registry import ALGORITHMS
from halfmove.kernel import Algorithm, Parameter
from halfmove.studies.specs import AlgorithmSpec, algorithm_named
from halfmove.user_files import split_file_text

# Left out of a comparison unless asked for: minimax evaluates everything, the others differ from alpha_beta in
# nothing that is counted, or only by lacking a part of it, or of p_alpha_beta.
_NOT_COMPARED = ("minimax", "alpha_beta_shallow", "f_alpha_beta", "l_alpha_beta", "p_alpha_beta_belle")


_FROM_FILE = "halfmove.options_of_an_algorithm_in_a_file"


def compared_by_default() -> list[str]:
    """The algorithms that `compare` runs when none is named."""
    return [
        algorithm.id
        for algorithm in ALGORITHMS.values()
        if algorithm.id not in _NOT_COMPARED
        and algorithm.proves
        and not algorithm.decides
        and not any(parameter.required for parameter in algorithm.parameters)
    ]


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
                function = click.option(_option(name), name, metavar=_metavar(where), help=text)(function)
        return function

    return decorate


class AlgorithmCommand(click.Command):
    """A command whose -a may name an algorithm in a person's own file: its parameters become options too."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        text = _named_by(args)
        if text is not None and split_file_text(text) is not None:
            ctx.meta[_FROM_FILE] = self._options_for(algorithm_named(text), ctx)
        return super().parse_args(ctx, args)

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        return [*super().get_params(ctx), *ctx.meta.get(_FROM_FILE, [])]

    def _options_for(self, algorithm: Algorithm, ctx: click.Context) -> list[click.Parameter]:
        taken = {name for parameter in super().get_params(ctx) for name in (parameter.name, *parameter.opts)}
        return [
            click.Option(
                [_option(parameter.name), parameter.name],
                metavar=_metavar([(algorithm.id, parameter)]),
                help=_help([algorithm.id], parameter),
            )
            for parameter in algorithm.parameters
            if not {parameter.name, _option(parameter.name)} & taken
        ]


def _named_by(args: list[str]) -> str | None:
    """The algorithm that -a or --algorithm names among the words of a command."""
    named = None
    for word, following in zip_longest(args, args[1:]):
        if word in ("-a", "--algorithm"):
            named = following
        elif word.startswith("--algorithm="):
            named = word.partition("=")[2]
        elif word.startswith("-a") and len(word) > 2:
            named = word[2:]
    return named


def _option(parameter: str) -> str:
    return f"--{parameter.replace('_', '-')}"


def chosen_algorithm(text: str, options: Mapping[str, Any], taken: Iterable[str]) -> AlgorithmSpec:
    """The algorithm that -a names, with the parameters given there and as options of their own."""
    algorithms = (*ALGORITHMS.values(), algorithm_named(text))
    names = {parameter.name for algorithm in algorithms for parameter in algorithm.parameters}
    given = {name: options[name] for name in names - set(taken) if options.get(name) is not None}
    return AlgorithmSpec.parse(text, given)


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
    parameter = where[0][1]
    kinds = {"int": "N", "score": "N", "flag": "yes|no", "memory": "N|minimum"}
    return "|".join(words or [kinds.get(parameter.kind, "N,N,..."), *getattr(parameter, "words", ())])
