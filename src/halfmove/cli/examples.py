"""`halfmove examples`: the example files that come with halfmove, to look at and to copy."""

from __future__ import annotations

from pathlib import Path

import click

from halfmove.base import outputs
from halfmove.cli import streams, text
from halfmove.cli.commands import Command
from halfmove.cli.paragraphs import room
from halfmove.cli.reproduce_summary import shortened
from halfmove.cli.write import write
from halfmove.errors import UsageError
from halfmove.manual.examples import Example, examples, find

_COLUMNS = 80  # of the list, where there is no terminal


@click.command("examples", cls=Command)
@click.argument("name", required=False)
@click.argument("file", required=False)
@click.option("--print", "printed", is_flag=True, help="Print the example instead of writing it to a file.")
@click.option("--json", "as_json", is_flag=True, help="Print the examples as JSON.")
def command(name: str | None, file: str | None, printed: bool, as_json: bool) -> None:
    """List the examples, or copy one of them to a file of your own.

    NAME is an example. It is written to FILE, or to a file of its own name in this folder. A file that is there
    already is not overwritten.

    \b
      halfmove examples
      halfmove examples kayles
      halfmove examples kayles my_game.py
      halfmove examples kayles --print
    """
    if name is None:
        click.echo(text.as_json([_data(each) for each in examples()]) if as_json else _listing())
        return
    example = find(name)
    if as_json:
        click.echo(text.as_json(_data(example)))
    elif printed or file == "-":
        if file not in (None, "-"):
            raise UsageError("--print writes no file: leave the file out")
        streams.write_data(example.text)
    else:
        _copy(example, file or example.file)


def _copy(example: Example, file: str) -> None:
    place = Path(file)
    if place.is_dir():
        place /= example.file
    if place.exists():
        if outputs.check(str(place)).is_replaced and place.read_bytes() != example.path.read_bytes():
            raise UsageError(
                f"{place} is there already, with another text; name another file, as in "
                f"`halfmove examples {example.name} {_other(place)}`"
            )
        click.echo(f"{place} is there already")
    else:
        write(example.path.read_bytes(), str(place), announce=False)
        click.echo(f"{place} was written: {example.about}")
    click.echo(text.hint("Next", example.command(_quoted(place))))


def _other(place: Path) -> str:
    return text.command(place.with_name(f"my_{place.name}")).removeprefix("halfmove ")


def _quoted(place: Path) -> str:
    return text.command(place).removeprefix("halfmove ")


def _listing() -> str:
    width, columns = max(len(each.name) for each in examples()), room() or _COLUMNS
    lines = [f"  {each.name:<{width}}  {shortened(each.about, columns - width - 4)}" for each in examples()]
    return "\n".join([*lines, "", text.hint("Copy one to this folder", "halfmove examples kayles")])


def _data(example: Example) -> dict[str, str]:
    return {"name": example.name, "about": example.about, "file": str(example.path)}
