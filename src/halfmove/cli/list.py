"""`halfmove list`: algorithms, tree families, games and named trees."""

from __future__ import annotations

import inspect
import json
from collections.abc import Sequence
from typing import Any

import click

from halfmove.adapters.arguments import description, summaries, text_of, usage
from halfmove.adapters.from_text import FACTORIES, canonical, factory_in, game_file, known_names
from halfmove.algorithms.registry import ALGORITHMS, guess
from halfmove.base.checks import shown
from halfmove.base.user_files import split_file_text
from halfmove.cli import text
from halfmove.cli.algorithms import describe
from halfmove.cli.commands import Command
from halfmove.cli.named_trees import paper_page, tree_data, tree_page
from halfmove.cli.paragraphs import filled, room
from halfmove.cli.reproduce_summary import shortened
from halfmove.cli.streams import bold, broken
from halfmove.errors import UsageError
from halfmove.games import ALIASES, GAMES
from halfmove.kernels.declaration import Algorithm
from halfmove.studies.specs import algorithm_named
from halfmove.trees import FAMILIES, NAMED, PAPERS, named
from halfmove.trees.named import NamedTree, of_paper

_LINE = 80  # letters of a line, where there is no terminal


@click.command("list", cls=Command)
@click.argument("name", required=False)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(name: str | None, as_json: bool) -> None:
    """List algorithms, tree families, games, and the named trees of papers.

    With a NAME, show everything about it. For an algorithm: its contract for each window, what is counted where, and
    how it departs from its source. For a named tree: what it shows and how to see it. For a paper: its trees. NAME may
    also be in a file of yours: my_search.py:my_kernel.
    """
    if name is None:
        click.echo(text.as_json(_everything()) if as_json else _overview())
        return
    if name.partition(":")[0] in PAPERS:
        click.echo(_named_tree(name, as_json))
        return
    factory, about = _factory_named(name)
    if factory is not None:
        id = canonical(name)
        click.echo(text.as_json(_factory_data(id, factory)) if as_json else _factory_page(id, factory, about))
        return
    try:
        algorithm = algorithm_named(name)
    except UsageError:
        if split_file_text(name) is not None:
            raise
        meant = guess(name, known_names())
        raise UsageError(f"nothing is named {shown(name)}; {meant}`halfmove list` shows all names") from None
    click.echo(text.as_json(_algorithm_data(algorithm)) if as_json else _algorithm_page(algorithm))


def _factory_named(name: str) -> tuple[Any, str]:
    """The function that makes the games of this name, or None, and the docstring of its module."""
    if (name := canonical(name)) in FACTORIES:
        return FACTORIES[name], _about(inspect.getmodule(FACTORIES[name]))
    written = split_file_text(name)
    if written is None:
        return None, ""
    file = game_file(written)
    return (None if hasattr(file.load(), "algorithm") else factory_in(file)), _about(file.module())


def _about(module: Any) -> str:
    return inspect.cleandoc(module.__doc__ or "")


def _overview() -> str:
    """All names, with a line about each."""
    papers = [(name, f"{len(trees)} trees: {trees[0].about.partition(', ')[2]}") for name, trees in _papers()]
    parts = [
        _section("Algorithms", "halfmove search WHAT -a ID", [(each.id, _entry(each)) for each in ALGORITHMS.values()]),
        _section("Tree families", "halfmove compare --family FAMILY", list(summaries(FAMILIES).items())),
        _section(
            "Games",
            "halfmove play GAME, halfmove search GAME",
            [(name, words + _others(name, " (also {})")) for name, words in summaries(GAMES).items()],
        ),
        _section("Trees of papers", "halfmove list PAPER, halfmove draw PAPER:TREE", papers),
        "More about each, with its parameters: halfmove list NAME",
    ]
    return "\n\n".join(parts)


def _papers() -> list[tuple[str, Sequence[NamedTree]]]:
    return [(name, of_paper(name)) for name in PAPERS]


def _section(title: str, how: str, rows: list[tuple[str, str]]) -> str:
    width, columns = max(len(name) for name, _ in rows), room() or _LINE
    lines = [f"  {name:<{width}}  {shortened(words, columns - width - 4)}" for name, words in rows]
    return "\n".join([f"{bold(title)}   {how}", *lines])


def _entry(algorithm: Algorithm) -> str:
    return f"{algorithm.title}: {algorithm.source.partition(';')[0]}"


def _others(name: str, words: str) -> str:
    """The other names of a game, in some words; an empty text if it has none."""
    return words.format(", ".join(ALIASES[name])) if name in ALIASES else ""


def _named_tree(name: str, as_json: bool) -> str:
    """The page or data of a named tree, or of a paper with all its trees."""
    if name in PAPERS:
        return text.as_json(list(map(tree_data, of_paper(name)))) if as_json else "\n".join(paper_page(name))
    named(name)  # raises a clear error for an unknown name
    tree = NAMED[name]
    return text.as_json(tree_data(tree)) if as_json else "\n".join([*tree_page(tree), "", json.dumps(tree.tree)])


def _algorithm_page(algorithm: Algorithm) -> str:
    source = f" ({algorithm.source})" if algorithm.source else ""
    heading = [bold(algorithm.id), f"{algorithm.title}{source}"]
    if algorithm.aliases:
        heading.append(f"Also called {', '.join(algorithm.aliases)}.")
    if algorithm.promise:
        heading.append(f"Promises {algorithm.promise}.")
    options = [f"  {p.name} = {describe(p)}\n      {p.help}" for p in algorithm.parameters]
    parameters = "Parameters\n" + "\n".join(options) if options else "It has no parameters."
    first, _, rest = algorithm.contract.partition("\n\n")
    contract = rest if first.rstrip(".") in (algorithm.title, algorithm.id) else algorithm.contract
    return "\n\n".join(part for part in ("\n".join(heading), filled(contract), parameters) if part)


def _factory_page(name: str, factory: Any, about: str) -> str:
    parts = (
        usage_line(usage(name, factory)) + _others(name, "\nAlso called {}."),
        filled(description(factory)),
        filled(about),
    )
    return "\n\n".join(part for part in parts if part)


def usage_line(words: str) -> str:
    """How a game is written, broken between its arguments if the terminal is too narrow."""
    columns = room()
    if columns is None or len(words) <= columns:
        return bold(words)
    parts = broken(words.replace("[,", " [,"), columns, 4).split("\n")
    return "\n".join(bold(part.replace(" [,", "[,")) if not part.startswith(" ") else part for part in parts)


def _everything() -> dict[str, Any]:
    return {
        "algorithms": [_algorithm_data(algorithm) for algorithm in ALGORITHMS.values()],
        "families": [_factory_data(name, factory) for name, factory in FAMILIES.items()],
        "games": [_factory_data(name, factory) for name, factory in GAMES.items()],
        "named_trees": [tree_data(tree) for tree in NAMED.values()],
    }


def _algorithm_data(algorithm: Algorithm) -> dict[str, Any]:
    return {
        "id": algorithm.id,
        "title": algorithm.title,
        "aliases": algorithm.aliases,
        "source": algorithm.source,
        "promise": algorithm.promise,
        "window": algorithm.window,
        "parameters": [
            {
                "name": parameter.name,
                "type": parameter.kind,
                "required": parameter.required,
                "default": None if parameter.required else parameter.default,
                "choices": parameter.choices,
                "least": parameter.least,
                "help": parameter.help,
            }
            for parameter in algorithm.parameters
        ],
        "contract": algorithm.contract,
    }


def _factory_data(name: str, factory: Any) -> dict[str, Any]:
    parameters = []
    for key, parameter in inspect.signature(factory).parameters.items():
        many = parameter.kind is parameter.VAR_POSITIONAL
        required = not many and parameter.default is parameter.empty
        parameters.append(
            {
                "name": key,
                "type": str(parameter.annotation),
                "many": many,
                "required": required,
                "default": None if required or many else text_of(parameter.default),
            }
        )
    return {
        "name": name,
        "usage": usage(name, factory),
        "aliases": ALIASES.get(name, ()),
        "help": inspect.getdoc(factory),
        "parameters": parameters,
    }
