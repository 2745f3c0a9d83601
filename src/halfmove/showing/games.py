"""Games: a board as a picture where its text is a grid; a small tree as a drawing.

>>> import halfmove as hm
>>> print(board(hm.games.tic_tac_toe()))
. . .
. . .
. . .
>>> print(hm.trees.explicit([[3, 5], [2, 9]]))
explicit tree: 7 nodes, 4 leaves, 2 half-moves deep
"""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from typing import Any

from halfmove.base.checks import shown
from halfmove.base.gate import checked
from halfmove.base.notebook import Shows, html_of, image_html, plural, sentence_html, text_html, text_of
from halfmove.base.outputs import write
from halfmove.drawing.drawings import MOST_NODES as DRAWN
from halfmove.drawing.drawings import Drawing
from halfmove.drawing.pictures import picture_of_tree
from halfmove.errors import UsageError
from halfmove.game import Game
from halfmove.showing.boards import grid_of, svg_of
from halfmove.trees.explicit import moves as explicit_moves
from halfmove.trees.unfolding import unfold

MOST_NODES = 200  # of a tree that draws itself; `hm.draw` draws larger ones


class Board(Shows):
    """A position of a game. It prints as the text of the game's `show`; a notebook shows a picture if that is a grid.

    Attributes
    ----------
    text : str
        The position as text.
    svg : str
        The picture as SVG.
    """

    def __init__(self, game: Game, position: Any) -> None:
        self.game, self.position = game, position

    @cached_property
    def text(self) -> str:
        """The position as text."""
        if self.game.show is not None:
            return self.game.picture(self.position)
        try:
            return str(self.position)
        except Exception:  # a number with thousands of digits, or an error in a user's `__str__`
            return shown(self.position)

    @cached_property
    def svg(self) -> str:
        """The picture. Raises UsageError if the text is not a grid of single signs."""
        grid = grid_of(self.text) if self.game.show is not None else None
        if grid is None:
            raise UsageError(
                f"{self.game.name}: its positions have no picture, because their text is not a grid of signs"
            )
        return svg_of(grid, f"a position of {self.game.name}")

    @checked
    def save(self, path: str | Path) -> None:
        """Write the picture as an SVG file.

        Parameters
        ----------
        path : str or Path
            The file, usually with the ending ``.svg``.
        """
        write(self.svg, str(path))

    def __repr__(self) -> str:
        return f"Board({self.game!r}, {self.position!r})"


@checked
def board(game: Game, position: Any = None) -> Board:
    """Return a position of a game as a board.

    Parameters
    ----------
    game : Game
        The game.
    position : optional
        A position, or its name where the game has names for positions. None is the start.

    Returns
    -------
    Board
        The board. It prints as text, and a notebook shows its picture.

    Examples
    --------
    >>> import halfmove as hm
    >>> print(hm.board(hm.games.connect_four(4, 2), "221"))
    . O . .
    X X . .
    1 2 3 4
    """
    if position is None:
        position = game.start
    elif isinstance(position, str) and game.locate is not None:
        position = game.locate(position)
    game.check_position(position)
    return Board(game, position)


@text_of.register
def _(at: Board) -> str:
    return at.text


@html_of.register
def _(at: Board) -> str:
    try:
        return image_html(at.svg, at.text)
    except UsageError:
        return text_html(at.text)


@text_of.register
def _(game: Game) -> str:
    return _sentence(game) if game.leaves_only else f"{game.name}\n{Board(game, game.start)}"


@html_of.register
def _(game: Game) -> str:
    if not game.leaves_only:
        return sentence_html(game.name) + html_of(Board(game, game.start))
    if len(game.legal(game.start, MOST_NODES)) < MOST_NODES or game.outcome(game.start)[0]:
        try:
            drawing = Drawing(picture_of_tree(unfold(game, most=MOST_NODES)))
            return image_html(drawing.svg, drawing.text)
        except UsageError:  # it is larger
            pass
    return sentence_html(
        f"{_sentence(game)}. Trees of up to {MOST_NODES} nodes are drawn here; hm.draw draws up to {DRAWN:,}."
    )


def _sentence(game: Game) -> str:
    """The size of a tree in words, without walking through it."""
    parts = []
    if game.moves is explicit_moves:
        leaves = int((game.data["children"] == 0).sum())
        parts = [plural(len(game.data), "node"), plural(leaves, "leaf")]
    elif game.width is not None and game.longest:
        parts = [plural(game.call("width", game.start), "move") + " at the root"]
    parts += [] if game.longest is None else [f"{plural(game.longest, 'half-move')} deep"]
    return f"{game.name}: {', '.join(parts) or 'a tree'}"
