"""The page that replays a search: one HTML file that loads nothing.

Its HTML, styles and scripts are in the folder `page/` and are joined here. The kernels come from `script.py`.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from functools import lru_cache
from importlib.resources import files
from typing import Any

from halfmove.algorithms.registry import ALGORITHMS, find
from halfmove.base.checks import shown
from halfmove.base.printable import printable_line
from halfmove.errors import UsageError
from halfmove.explorer.boards import board_script, board_styles
from halfmove.explorer.examples import EXAMPLES
from halfmove.explorer.positions import WAITS
from halfmove.explorer.script import script_for
from halfmove.explorer.unfolding import unfolded
from halfmove.game import Game
from halfmove.kernels.declaration import Algorithm, Variant
from halfmove.model import Window
from halfmove.reports.scripted import scripted_document
from halfmove.trees import NAMED

# The scripts of the page, each after those that it needs while it is loaded.
SCRIPTS = (
    "shape", "layout", "replay", "bounds", "states", "lists", "operators", "sentences", "code", "difference", "hints",
    "pen", "drawing", "labels", "dom", "view", "plots", "forms", "side", "panel",
    "editing", "quiz", "address", "legend", "controls", "app", "main",
)  # fmt: skip
STYLES = ("style", "code", "small")
_MOST_STEPS = 10**9

Choice = tuple[Any, Mapping[str, Any]]  # an algorithm and its parameters


def page_for(
    game: Game,
    algorithms: Iterable[Choice] = (("alpha_beta", {}),),
    *,
    depth: int | None = None,
    position: Any = None,
    window: Any = None,
    step: int = 0,
) -> str:
    """The page, as HTML.

    game         the game to search, unfolded to `depth` from `position` on
    algorithms   the one or two algorithms that the page begins with, each with its parameters
    window       the window of the searches, as in `search`
    step         the step that is shown first
    """
    chosen = [(find(algorithm), dict(parameters)) for algorithm, parameters in algorithms]
    if not 1 <= len(chosen) <= 2:
        raise UsageError(f"a page begins with one or two algorithms, not {len(chosen)}")
    settled = [_settled(algorithm, parameters) for algorithm, parameters in chosen]
    window = Window.of(window)
    if not 0 <= step <= _MOST_STEPS:
        raise UsageError(f"step must be a whole number from 0 to {_MOST_STEPS}, not {shown(step)}")
    script = _kernels(tuple(algorithm for algorithm, _ in chosen if ALGORITHMS.get(algorithm.id) is not algorithm))
    tree = unfolded(game, depth, position)
    name = _name(game, depth)
    data = {
        "name": name,
        "source": name,
        "nested": tree.nested,
        "labels": tree.labels,
        "moves": tree.moves,  # labels are moves, not names of nodes
        "real": tree.real,
        "shows": NAMED[name].shows if name in NAMED else "",
        "algorithms": settled,
        "window": None if window == Window() else [_end(window.low), _end(window.high)],
        "step": step,
        "named": [_named(each) for each in NAMED.values()],
        "examples": [each.as_data() for each in EXAMPLES],
    }
    if tree.boards is not None:
        data["boards"] = tree.boards | {"waits": WAITS}
    return _document(f"{name} · halfmove explorer", script, data)


@lru_cache(maxsize=4)
def _kernels(own: tuple[Algorithm, ...]) -> str:
    """The script of all algorithms, and of the user's own ones, which replace those with the same id."""
    ids = {algorithm.id for algorithm in own}
    return script_for([*(each for each in ALGORITHMS if each not in ids), *dict.fromkeys(own)], recorded=True)


def page_script() -> str:
    """The scripts of the page without the kernels and without main.js."""
    return "\n".join(_text(f"{name}.js") for name in SCRIPTS if name != "main")


def _document(title: str, kernels: str, data: Any) -> str:
    parts = [kernels, page_script()]
    styles = [_text(f"{name}.css") for name in STYLES]
    if "boards" in data:
        parts.append(board_script())
        styles.append(board_styles().page)
    code, style = "\n".join([*parts, _text("main.js")]), "\n".join(styles)
    return scripted_document(title, style, _text("page.html"), data, code)


def _text(name: str) -> str:
    return (files("halfmove.explorer") / "page" / name).read_text(encoding="utf-8")


def _settled(algorithm: Algorithm, parameters: dict[str, Any]) -> dict[str, Any]:
    """An algorithm that the page begins with, and its given parameters, checked."""
    settled = algorithm.settle(parameters)
    plain = {}
    for key in parameters:
        value = settled[key]
        if isinstance(value, str) and isinstance(algorithm.variants.get((key, value)), Variant):
            raise UsageError(f"{algorithm.id}: a page cannot search with {key}={value!r}; leave {key} out")
        if callable(value):
            raise UsageError(f"{algorithm.id}: in a page {key} must be a list, not a function")
        plain[key] = list(value) if isinstance(value, tuple) else value
        if isinstance(value, float) and math.isinf(value):
            plain[key] = "inf" if value > 0 else "-inf"
    return {"id": algorithm.id, "parameters": plain}


def _end(end: Any) -> str:
    return str(end)


def _name(game: Game, depth: int | None) -> str:
    name = printable_line(game.name)
    return name if depth is None or game.leaves_only else f"{name}, {depth} half-moves"


def _named(tree: Any) -> dict[str, Any]:
    return {
        "name": tree.name,
        "title": tree.title,
        "about": f"{tree.about}, {tree.source}",
        "shows": tree.shows,
        "labels": dict(tree.labels),
        "tree": tree.tree,
    }
