"""Commands that refuse an option given twice, and the types of their options."""

from __future__ import annotations

import math
from typing import Any

import click

from halfmove.base.checks import LONGEST_LINE


class Depth(click.types.IntParamType):
    """Half-moves to look ahead. In the library None means all of them; here the option is left out for that."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        depth: int = super().convert(value, param, ctx)
        if not 0 <= depth <= LONGEST_LINE:
            option = "it" if param is None else param.opts[0]
            raise click.UsageError(f"{option} must be a whole number from 0 to {LONGEST_LINE}, not {value}", ctx)
        return depth


class Amount(click.ParamType):  # type: ignore[type-arg,unused-ignore]
    """A number above 0, or from 0 on; not nan, and infinite only if `infinite` is set."""

    name = "number"

    def __init__(self, unit: str = "", zero: bool = False, infinite: bool = False) -> None:
        self._wanted = f"a number{unit} {'from 0 on' if zero else 'above 0'}"
        self._zero, self._infinite = zero, infinite

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        try:
            number = float(value)
        except ValueError:
            number = math.nan
        known = number < math.inf or (self._infinite and number == math.inf)
        if not known or number < 0 or (number == 0 and not self._zero):
            option = "it" if param is None else param.opts[0]
            raise click.UsageError(f"{option} must be {self._wanted}, not {value}", ctx)
        return number


EXAMPLE = "[[3,[7,2]],[4,1]]"  # of a tree
SECONDS = Amount(" of seconds")
DEPTH = Depth()
LIMIT = Amount(" of seconds", infinite=True)


class Command(click.Command):
    """A command that refuses an option given twice; click would silently use the last one.

    If the tree is missing, or the shell has split it, the error shows how a tree is written.
    """

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        if ctx.resilient_parsing:
            return super().parse_args(ctx, args)
        if any(each.name == "what" for each in self.params) and (split := _split_tree(args)):
            words = f"put the tree in quotes, as in {ctx.command_path} {split!r}"
            raise click.UsageError(f"{words}: otherwise the shell splits it at its spaces", ctx)
        self._refuse_twice(ctx, list(args))
        try:
            return super().parse_args(ctx, args)
        except click.MissingParameter as error:
            if error.param is None or error.param.name != "what":
                raise
            depth = " --depth 2" if any(each.name == "depth" for each in self.params) else ""
            examples = f"{ctx.command_path} '{EXAMPLE}' or {ctx.command_path} nim:2,2{depth}"
            raise click.UsageError(f"name a tree or a game, as in {examples}", ctx) from None

    def _refuse_twice(self, ctx: click.Context, args: list[str]) -> None:
        _, _, order = self.make_parser(ctx).parse_args(args)
        seen: set[str | None] = set()
        for each in order:
            if isinstance(each, click.Option) and not _may_repeat(each):
                if each.name in seen:
                    raise click.UsageError(self.twice(each), ctx)
                seen.add(each.name)

    def twice(self, option: click.Option) -> str:
        """The error sentence for an option that is given twice."""
        if option.secondary_opts:
            return f"{option.opts[0]} and {option.secondary_opts[0]}: give only one of them, once"
        return f"{option.opts[0]} is given twice: leave one of them out"


class Group(click.Group):
    """A group of such commands."""

    command_class = Command


def _split_tree(args: list[str]) -> str:
    """The tree that the shell has split at its spaces because it was not quoted; otherwise ""."""
    begins = (i for i, word in enumerate(args) if word.startswith("[") and not (i and args[i - 1].startswith("-")))
    first = next(begins, len(args))  # a word after an option is its value
    words: list[str] = []
    for word in args[first:]:
        if word.startswith("-") and not word[1:2].isdigit():  # an option; -3 is a leaf
            break
        words.append(word)
        if (tree := " ".join(words)).count("[") <= tree.count("]"):
            break
    return " ".join(words) if len(words) > 1 else ""


def _may_repeat(option: click.Option) -> bool:
    """Whether an option may be given more than once."""
    return option.multiple or option.count or (option.is_flag and not option.secondary_opts)
