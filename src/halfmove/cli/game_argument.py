"""The game or tree that a text names: a tree, a file, a tree family or game with arguments, a game in a Python file.

    [[3,[7,2]],[4,1]]                         nested lists
    tree.json, -                              the same in a file, or from standard input
    uniform:8,4                               a family or game with the arguments of its Python function
    uniform:width=8,depth=4,values=0..127     the same by name
    reversi, connect-4:5,4                    a game by another name, or in another spelling
    srimani_1985:figure-a1                    a tree of a paper, by name
    my_game.py:game                           a Game in a Python file, or a function that makes one: my_game.py:make:5

How arguments are written is in `halfmove.adapters.arguments`.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable

from halfmove.adapters.arguments import NUMBER
from halfmove.adapters.from_text import FACTORIES, call, canonical, factory_in, game_file, known_names
from halfmove.base.checks import hint, nearest, shown
from halfmove.base.shipped import example_file, no_file
from halfmove.base.user_files import split_file_text
from halfmove.cli.commands import EXAMPLE
from halfmove.cli.streams import read_input
from halfmove.errors import UsageError
from halfmove.game import Game
from halfmove.games import GAMES, names
from halfmove.trees import FAMILIES, NAMED, PAPERS, explicit, load, named


def game_from(text: str, stdin: Callable[[], str] = read_input, trees: bool = True) -> Game:
    """The game that `text` names, see above. If `trees` is False, errors do not mention trees."""
    text = text.strip()
    if text == "-":
        return explicit(_read(stdin), "standard input")
    if text.startswith("[") or re.fullmatch(NUMBER, text):
        return explicit(text)
    if (written := split_file_text(text)) is not None:
        file = game_file(written)
        return call(file.name, factory_in(file), written.arguments)
    name, _, arguments = text.partition(":")
    if name in PAPERS:
        return named(text)
    if (id := canonical(name)) in FACTORIES:
        return call(id, FACTORIES[id], arguments)
    if text.endswith(".json") or os.path.isfile(text):
        return load(text)
    if example_file(text) is not None:
        raise no_file(text)
    if not trees:
        advice = hint(name, names()) or f"the games are {', '.join(GAMES)}; one of your own is written my_game.py:game"
        raise UsageError(f"{shown(text)} is neither a file nor a game; {advice.rstrip()}")
    advice = (
        hint(name, known_names())
        or hint(text, NAMED)
        or _hint_without_paper(text)
        or (
            f"the tree families are {', '.join(FAMILIES)}, the games {', '.join(GAMES)}, "
            f"the papers with named trees {', '.join(PAPERS)}; a tree is written like {EXAMPLE}"
        )
    )
    raise UsageError(f"{shown(text)} is neither a file nor known; {advice.rstrip()}")


def _hint_without_paper(text: str) -> str:
    """`did you mean 'srimani_1985:figure-a1'? ` for figure-a1."""
    papers = {name.partition(":")[2]: name for name in reversed(NAMED)}
    near = nearest(text, papers)
    return "" if near is None else f"did you mean {papers[near]!r}? "


def _read(stdin: Callable[[], str]) -> str:
    try:
        return stdin()
    except UnicodeDecodeError as error:
        raise UsageError(f"standard input is not UTF-8 text ({error.reason})") from None
