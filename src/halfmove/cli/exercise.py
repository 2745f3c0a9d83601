"""`halfmove exercise`: sheets of exercises with their solutions."""

from __future__ import annotations

import click

from halfmove.cli import text, write
from halfmove.cli.commands import Command
from halfmove.exercises import KINDS, sheet


@click.command("exercise", cls=Command)
@click.option("--kind", type=click.Choice(KINDS), help="Kind of question. [default: one of each in turn]")
@click.option("--level", type=int, default=2, show_default=True, metavar="N", help="From 1 (easy) to 5.")
@click.option("--seed", type=int, default=1, show_default=True, metavar="S", help="Another seed gives another sheet.")
@click.option("--count", type=int, default=5, show_default=True, metavar="N", help="Number of exercises.")
@click.option("--solution", is_flag=True, help="Add the solutions, after all exercises.")
@click.option("--html", metavar="FILE", help="Write the sheet as a page to read or print; - is standard output.")
@click.option("--pdf", metavar="FILE", help="Write the sheet as PDF; needs fpdf2.")
@click.option("--json", "as_json", is_flag=True, help="Print the sheet as JSON.")
def command(
    kind: str | None,
    level: int,
    seed: int,
    count: int,
    solution: bool,
    html: str | None,
    pdf: str | None,
    as_json: bool,
) -> None:
    """Make a sheet of exercises on game trees, with computed solutions.

    \b
    value     the minimax value of every node, the best move and the best line
    windows   alpha and beta at each node when it is entered
    prune     the branches that alpha-beta cuts off, and why
    order     the leaves in the order in which an algorithm evaluates them
    open      OPEN and BACKUP after some steps: SSS*, PS*(2), ITERSSS*
    nim       the tree of a small Nim position, who wins and how

    The level sets how large the trees are, and which algorithms are asked about. The same seed gives the same sheet.
    """
    write.check({"--html": html, "--pdf": pdf}, as_json)
    made = sheet(kind, level, seed, count)  # type: ignore[arg-type]
    if pdf is not None:
        write.write(made.pdf(solution), pdf)
    if html is not None:
        write.write(made.html(solution), html)
    if as_json:
        click.echo(text.as_json(made.as_dict(solution)))
    elif html is None and pdf is None:
        click.echo(_with_hints(made.text(solution), [each.check for each in made]))
    repeat = f"{made.repeat}{' --solution' if solution else ''}"
    click.echo(text.repeated(repeat, err=True), err=True)


def _with_hints(sheet: str, commands: list[str]) -> str:
    """The text of a sheet with its commands in a form that can be copied from a terminal."""
    sheet += "\n"
    for one in filter(None, commands):
        sheet = sheet.replace(f"See also: {one}\n", f"{text.hint('See also', one)}\n")
    return sheet.removesuffix("\n")
