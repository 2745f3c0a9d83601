"""`halfmove exercise`: sheets of exercises with their solutions."""

from __future__ import annotations

import click

from halfmove.cli import text, write
from halfmove.cli.commands import Command
from halfmove.exercises import sheet


@click.command("exercise", cls=Command)
@click.option(
    "--kind", multiple=True, metavar="KIND", help="Kinds of questions, in turn, as in value,prune. [default: all kinds]"
)
@click.option("--level", type=int, default=2, show_default=True, metavar="N", help="From 1 (easy) to 5.")
@click.option("--seed", type=int, default=1, show_default=True, metavar="S", help="Another seed gives another sheet.")
@click.option("--count", type=int, default=5, show_default=True, metavar="N", help="Number of exercises.")
@click.option("--solution", is_flag=True, help="Add the solutions, after all exercises.")
@click.option("--html", metavar="FILE", help="Write the sheet as a page to read or print; - is standard output.")
@click.option("--no-check", is_flag=True, help="The page checks no answers: then they are not in the file.")
@click.option("--pdf", metavar="FILE", help="Write the sheet as PDF; needs fpdf2.")
@click.option("--json", "as_json", is_flag=True, help="Print the sheet as JSON.")
def command(
    kind: tuple[str, ...],
    level: int,
    seed: int,
    count: int,
    solution: bool,
    html: str | None,
    no_check: bool,
    pdf: str | None,
    as_json: bool,
) -> None:
    """Make a sheet of exercises on game trees, with computed solutions.

    \b
    value     the minimax value of every node, the best move and the best line
    windows   alpha and beta at each node when it is entered
    prune     the branches that alpha-beta cuts off, and why
    order     the leaves in the order in which an algorithm evaluates them
    open      OPEN and BACKUP of SSS*, PS*(2) or ITERSSS*, from level 2 on
    nim       the tree of a small Nim position, who wins and how

    On the page of --html answers are filled in and checked: right or wrong with a reason, a second try, then the
    solution. Printed, it has lines to write on. The level sets how large the trees are, and which algorithms are asked
    about. The same seed gives the same sheet.
    """
    write.check({"--html": html, "--pdf": pdf}, as_json)
    made = sheet(kind or None, level, seed, count)
    if pdf is not None:
        write.write(made.pdf(solution), pdf)
    if html is not None:
        write.write(made.html(solution, not no_check), html)
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
