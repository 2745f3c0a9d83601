"""`halfmove help`: what the commands are for, and the options of one of them."""

from __future__ import annotations

import click

from halfmove.base.checks import unknown
from halfmove.cli.commands import Command


@click.command("help", cls=Command)
@click.argument("words", nargs=-1, metavar="[COMMAND]...")
@click.pass_context
def command(ctx: click.Context, words: tuple[str, ...]) -> None:
    """Show what the commands are for, or how one of them is used.

    \b
    halfmove help
    halfmove help play
    halfmove help book build
    """
    at = ctx.find_root()
    for place, word in enumerate(words):
        group = at.command
        found = group.get_command(at, word) if isinstance(group, click.Group) else None
        if found is None:
            choices = group.list_commands(at) if isinstance(group, click.Group) else []
            if not choices:
                here = " ".join(words[:place])
                raise click.UsageError(
                    f"halfmove {here} has no commands of its own; `halfmove help {here}` shows its options", ctx
                )
            raise click.UsageError(str(unknown("command", word, choices)), ctx)
        at = click.Context(found, parent=at, info_name=word)
    click.echo(at.get_help())
