"""Algorithms and their parameters on the command line, derived from the registry."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from itertools import zip_longest
from typing import Any

import click

from halfmove.algorithms.registry import ALGORITHMS
from halfmove.base.user_files import split_file_text
from halfmove.cli.commands import Command
from halfmove.errors import UsageError
from halfmove.kernels.declaration import Algorithm, Parameter
from halfmove.studies.specs import AlgorithmSpec, algorithm_named

# Compared only if they are named: minimax evaluates everything. The others have the same counts as alpha_beta, or are
# alpha_beta or p_alpha_beta without one of their parts.
_NOT_COMPARED = ("minimax", "alpha_beta_shallow", "f_alpha_beta", "l_alpha_beta", "p_alpha_beta_belle")


_FROM_FILE = "halfmove.options_of_an_algorithm_in_a_file"
_NAMED = "halfmove.algorithms_whose_help_is_wanted"


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


class _ParameterOption(click.Option):
    """An option for a parameter of algorithms. Help shows it if one of them is named, or if it has a help text."""


def parameter_options(taken: Iterable[str], general: Mapping[str, tuple[str, str]] | None = None) -> Callable[..., Any]:
    """Add one option for every parameter of every algorithm. Those whose name is `taken` are given as -a ID:NAME=VALUE.

    general   options that also have a meaning without an algorithm: their metavar and help text
    """
    others = general or {}
    uses: dict[str, list[Parameter]] = {}
    for algorithm in ALGORITHMS.values():
        for parameter in algorithm.parameters:
            uses.setdefault(parameter.name, []).append(parameter)

    def decorate(function: Any) -> Any:
        for name, where in reversed(uses.items()):
            if name not in taken:
                metavar, text = others.get(name, (_metavar(where), None))
                function = click.option(_option(name), name, cls=_ParameterOption, metavar=metavar, help=text)(function)
        return function

    return decorate


class AlgorithmCommand(Command):
    """A command whose -a names an algorithm. Help shows the parameters of this algorithm only.

    The parameters of an algorithm in a user's file become options too.
    """

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        texts = _named_by(args)
        wants_help = any(word in ctx.help_option_names for word in args)
        ctx.meta[_NAMED] = [algorithm_named(text) for text in dict.fromkeys(texts)] if wants_help else []
        if texts and split_file_text(texts[-1]) is not None:
            ctx.meta[_FROM_FILE] = self._options_for(algorithm_named(texts[-1]), ctx)
        return super().parse_args(ctx, args)

    def twice(self, option: click.Option) -> str:
        if option.name != "algorithm":
            return super().twice(option)
        return "-a is given twice, but a search has one algorithm; `halfmove compare` takes several"

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        return [*super().get_params(ctx), *ctx.meta.get(_FROM_FILE, [])]

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        named: list[Algorithm] = ctx.meta.get(_NAMED, [])
        options = [each for each in self.get_params(ctx) if isinstance(each, click.Option)]
        shown = [each for each in options if each.help or not isinstance(each, _ParameterOption)]
        with formatter.section("Options"):
            formatter.write_dl([record for each in shown if (record := each.get_help_record(ctx)) is not None])
        own = {each.name for each in options if isinstance(each, _ParameterOption)}
        for algorithm in named:
            rows = [(_given_as(algorithm, each, each.name in own), _help(each)) for each in algorithm.parameters]
            if rows:
                with formatter.section(f"Options of {algorithm.id}"):
                    formatter.write_dl(rows)
            else:
                formatter.write_paragraph()
                formatter.write_text(f"{algorithm.id} has no options of its own.")
        if not named:
            formatter.write_paragraph()
            formatter.write_text(
                f"Algorithms have options of their own: `{ctx.command_path} -a scout --help` shows those of scout."
            )

    def _options_for(self, algorithm: Algorithm, ctx: click.Context) -> list[click.Parameter]:
        taken = {name for parameter in super().get_params(ctx) for name in (parameter.name, *parameter.opts)}
        return [
            _ParameterOption([_option(parameter.name), parameter.name])
            for parameter in algorithm.parameters
            if not {parameter.name, _option(parameter.name)} & taken
        ]


def _named_by(args: list[str]) -> list[str]:
    """The algorithms that a command line names with -a or --algorithm."""
    named = []
    for word, following in zip_longest(args, args[1:]):
        if word in ("-a", "--algorithm") and following is not None:
            named.append(following)
        elif word.startswith("--algorithm="):
            named.append(word.partition("=")[2])
        elif word.startswith("-a") and len(word) > 2:
            named.append(word[2:])
    return named


def _given_as(algorithm: Algorithm, parameter: Parameter, is_option: bool) -> str:
    name = _option(parameter.name) if is_option else f"-a {algorithm.id}:{parameter.name}="
    return f"{name}{' ' * is_option}{_metavar([parameter])}"


def _option(parameter: str) -> str:
    return f"--{parameter.replace('_', '-')}"


def chosen_algorithm(text: str, options: Mapping[str, Any], taken: Iterable[str]) -> AlgorithmSpec:
    """The algorithm that -a names, with the parameters given there and as separate options."""
    algorithms = (*ALGORITHMS.values(), algorithm_named(text))
    names = {parameter.name for algorithm in algorithms for parameter in algorithm.parameters}
    given = {name: options[name] for name in names - set(taken) if options.get(name) is not None}
    for name in given:
        if re.search(rf"[:,]\s*{name}\s*=", text):
            raise UsageError(f"{name} is given twice, in -a {text} and as {_option(name)}: leave one of them out")
    return AlgorithmSpec.parse(text, given)


def describe(parameter: Parameter) -> str:
    """test = window | strict | printed (default window)"""
    default = "required" if parameter.required else f"default {_default(parameter)}"
    return f"{parameter.describe()} ({default})"


def _default(parameter: Parameter) -> str:
    return "none" if parameter.default is None else str(parameter.default)


def _help(parameter: Parameter) -> str:
    return parameter.help + ("" if parameter.required else f" [default: {_default(parameter)}]")


def _metavar(where: Iterable[Parameter]) -> str:
    """The metavar of an option: the choices of all parameters with its name, or a number."""
    first, *others = where
    words = list(dict.fromkeys(word for parameter in (first, *others) for word in parameter.choices))
    kinds = {"int": "N", "score": "N", "flag": "yes|no", "memory": "N|minimum"}
    return "|".join(words or [kinds.get(first.kind, "N,N,..."), *getattr(first, "words", ())])
