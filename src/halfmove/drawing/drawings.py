"""`draw`: a tree, or a search of it, as a picture.

>>> import halfmove as hm
>>> print(draw(hm.trees.explicit([[3, 5], [2, 9]]), "alpha_beta"))  # doctest: +ELLIPSIS
explicit tree: alpha_beta
□ 0 = 3 *
├─ ○ 1 = 3 *
│  ├─ □ 1.1 = 3 *
│  └─ □ 1.2 = 5
└─ ○ 2 ≤2
   ├─ □ 2.1 = 2
   └─ □ 2.2 ✂ [1]
...
"""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from typing import Any

from halfmove.algorithms.registry import find
from halfmove.base.checks import shown
from halfmove.base.gate import checked
from halfmove.base.notebook import plural, pretty
from halfmove.base.outputs import write
from halfmove.drawing.pictures import Picture, divide, picture_of_search, picture_of_tree
from halfmove.drawing.processors import Chart, chart_of
from halfmove.drawing.processors_svg import chart_svg
from halfmove.drawing.processors_text import chart_text
from halfmove.drawing.svg import svg
from halfmove.drawing.text import text
from halfmove.engine.search import search
from halfmove.errors import UsageError
from halfmove.game import Game
from halfmove.kernels.declaration import AlgorithmLike
from halfmove.model import Result, WindowLike
from halfmove.tracing.why import shown as score_text
from halfmove.trees.unfolding import unfold

MOST_NODES = 5_000
MOST_NODES_OF_A_CHART = 100_000  # a chart of processors draws none of them


class Drawing:
    """A picture of a tree or of a search. It prints as text; a notebook shows it as SVG.

    Attributes
    ----------
    text : str
        The picture as text.
    svg : str
        The picture as SVG.
    """

    def __init__(self, picture: Picture | Chart) -> None:
        self.picture = picture

    def __repr__(self) -> str:
        picture = self.picture
        if isinstance(picture, Chart):
            size = f"{plural(picture.processors, 'processor')}, {plural(picture.rounds, 'round')}"
        else:
            size = plural(len(picture.nodes), "node")
        return f"<Drawing: {shown(picture.title)}, {size}>"

    def __str__(self) -> str:
        return self.text

    @cached_property
    def text(self) -> str:
        """The picture as text."""
        return chart_text(self.picture) if isinstance(self.picture, Chart) else text(self.picture)

    @cached_property
    def svg(self) -> str:
        """The picture as SVG."""
        return chart_svg(self.picture) if isinstance(self.picture, Chart) else svg(self.picture)

    def _repr_svg_(self) -> str:
        return self.svg

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        pretty(self, printer)

    @checked
    def save(self, path: str | Path) -> None:
        """Write the picture as an SVG file.

        Parameters
        ----------
        path : str or Path
            The file, usually with the ending ``.svg``.
        """
        write(self.svg, str(path))


@checked
def draw(
    game: Game,
    algorithm: AlgorithmLike | None = None,
    *,
    step: int | None = None,
    depth: int | None = None,
    position: Any = None,
    window: WindowLike = None,
    by_processor: bool = False,
    **parameters: Any,
) -> Drawing:
    """Draw a tree with the values of its nodes, or what an algorithm does in it.

    Parameters
    ----------
    game : Game
        The tree, or a game.
    algorithm : str or Algorithm, optional
        An id of `halfmove.ALGORITHMS`, or an algorithm of your own. None draws the tree alone.
    step : int, optional
        Draw the search after this many events. None draws its end.
    depth : int, optional
        How many half-moves of a game to draw.
    position : optional
        Where to begin; None is the game's start.
    window : optional
        The window of the search, as in `search`.
    by_processor : bool
        Draw who works when in a parallel search, in place of the tree: a row for each processor, a column for each
        round. Up to 100,000 nodes are searched.
    **parameters
        The parameters of the algorithm. `phases` and `partitions` of PS* divide a tree without a search too.

    Returns
    -------
    Drawing
        The picture. It prints as text, and a notebook shows it as SVG.

    Raises
    ------
    UsageError
        If the tree has more than 5,000 nodes, `step` is past the end of the search, or `by_processor` is given for an
        algorithm that searches with one processor.

    Examples
    --------
    >>> import halfmove as hm
    >>> print(hm.draw(hm.games.nim(1, 1), depth=1))
    nim 1 1
    □ 0 = 0 *
    ├─ ○ 1 (move 1-1) = 0 *
    └─ ○ 2 (move 2-1) = 0
    <BLANKLINE>
    value 0, 2 leaves
    □ MAX; ○ MIN; * best line

    >>> print(hm.draw(hm.trees.uniform(3, 3, seed=1), "parallel_alpha_beta", by_processor=True, processors=3))
    T(3,3) seed 1: parallel_alpha_beta (processors=3)
        1
    P1  AAAAAAA
    P2  ·BCDDDG
    P3  ····EFF
    <BLANKLINE>
    value 0.708304
    7 rounds of 3 processors: 16 leaves, idle 5; work was handed over 6 times
    a letter: a leaf, for the job with this letter; · idle
    jobs: A the whole tree, B 1.1.3, C 1.3, D 3, E 2.1.3, F 2.3, G 2.2.3
    """
    if step is not None and step < 0:
        raise UsageError(f"step must be 0 or more, not {shown(step)}")
    if by_processor:
        if step is not None:
            raise UsageError("a chart of processors shows the whole search: leave out step")
        return Drawing(chart_of_search(game, algorithm, depth=depth, position=position, window=window, **parameters))
    tree = unfold(game, position, depth, MOST_NODES)
    if algorithm is None:
        if set(parameters) - {"phases", "partitions"} or step is not None or window is not None:
            raise UsageError("step, window and parameters belong to a search: name an algorithm")
        picture = picture_of_tree(tree)
        if parameters:
            divide(picture, find("ps_star").settle(parameters))
        return Drawing(picture)
    result = search(tree.game, algorithm, window=window, compiled=False, trace=True, **parameters)
    if step is not None and step > len(result.log):
        raise UsageError(f"step {shown(step)} is past the end of the search, which has {len(result.log)} events")
    picture = picture_of_search(tree, result.log, result.line, step)
    if {"phases", "partitions"} & set(result.parameters):
        divide(picture, dict(result.parameters))
    picture.title = _title(game, result, parameters)
    if step is None or step >= len(result.log):
        picture.notes.insert(0, _value(result))
    return Drawing(picture)


def chart_of_search(
    game: Game,
    algorithm: AlgorithmLike | None,
    depth: int | None = None,
    position: Any = None,
    window: WindowLike = None,
    **parameters: Any,
) -> Chart:
    """Who works when in a parallel search of a game."""
    if algorithm is None:
        raise UsageError("a chart of processors needs a parallel search: name an algorithm such as parallel_alpha_beta")
    chosen = find(algorithm)
    if all(parameter.name != "processors" for parameter in chosen.parameters):
        raise UsageError(f"{chosen.id} searches with one processor: a chart of processors needs a parallel search")
    tree = unfold(game, position, depth, MOST_NODES_OF_A_CHART)
    result = search(tree.game, chosen, window=window, compiled=False, trace=True, **parameters)
    chart = chart_of(result, result.parameters["processors"], _title(game, result, parameters))
    chart.notes.insert(0, _value(result))
    return chart


def _title(game: Game, result: Result, parameters: dict[str, Any]) -> str:
    given = ", ".join(f"{name}={value}" for name, value in parameters.items())
    return f"{game.name}: {result.algorithm}" + (f" ({given})" if given else "")


def _value(result: Result) -> str:
    found = {"exact": "value", "lower": "value at least", "upper": "value at most", "estimate": "about"}
    return f"{found[result.bound]} {score_text(result.value)}"
