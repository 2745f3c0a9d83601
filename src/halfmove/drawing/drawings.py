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

from halfmove.base.checks import shown
from halfmove.base.gate import checked
from halfmove.base.notebook import plural, pretty
from halfmove.base.outputs import write
from halfmove.drawing.pictures import Picture, picture_of_search, picture_of_tree
from halfmove.drawing.svg import svg
from halfmove.drawing.text import text
from halfmove.engine.search import search
from halfmove.errors import UsageError
from halfmove.game import Game
from halfmove.kernels.declaration import AlgorithmLike
from halfmove.model import WindowLike
from halfmove.tracing.why import shown as score_text
from halfmove.trees.unfolding import unfold

MOST_NODES = 5_000


class Drawing:
    """A picture of a tree or of a search. It prints as text; a notebook shows it as SVG.

    Attributes
    ----------
    text : str
        The picture as text.
    svg : str
        The picture as SVG.
    """

    def __init__(self, picture: Picture) -> None:
        self.picture = picture

    def __repr__(self) -> str:
        return f"<Drawing: {shown(self.picture.title)}, {plural(len(self.picture.nodes), 'node')}>"

    def __str__(self) -> str:
        return self.text

    @cached_property
    def text(self) -> str:
        """The picture as text."""
        return text(self.picture)

    @cached_property
    def svg(self) -> str:
        """The picture as SVG."""
        return svg(self.picture)

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
    **parameters
        The parameters of the algorithm.

    Returns
    -------
    Drawing
        The picture. It prints as text, and a notebook shows it as SVG.

    Raises
    ------
    UsageError
        If the tree has more than 5,000 nodes, or `step` is past the end of the search.

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
    """
    if step is not None and step < 0:
        raise UsageError(f"step must be 0 or more, not {shown(step)}")
    tree = unfold(game, position, depth, MOST_NODES)
    if algorithm is None:
        if parameters or step is not None or window is not None:
            raise UsageError("step, window and parameters belong to a search: name an algorithm")
        return Drawing(picture_of_tree(tree))
    result = search(tree.game, algorithm, window=window, compiled=False, trace=True, **parameters)
    if step is not None and step > len(result.log):
        raise UsageError(f"step {shown(step)} is past the end of the search, which has {len(result.log)} events")
    picture = picture_of_search(tree, result.log, result.line, step)
    given = ", ".join(f"{name}={value}" for name, value in parameters.items())
    picture.title = f"{game.name}: {result.algorithm}" + (f" ({given})" if given else "")
    if step is None or step >= len(result.log):
        found = {"exact": "value", "lower": "value at least", "upper": "value at most", "estimate": "about"}
        picture.notes.insert(0, f"{found[result.bound]} {score_text(result.value)}")
    return Drawing(picture)
