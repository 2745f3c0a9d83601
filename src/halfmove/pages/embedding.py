"""`halfmove.page`: the page on which a game is played, for notebooks and files."""

from __future__ import annotations

from typing import Any

from halfmove.base.checks import is_finite, shown
from halfmove.base.gate import checked
from halfmove.errors import UsageError
from halfmove.game import Game
from halfmove.pages.page import page_for
from halfmove.players.levels import level_number
from halfmove.reports.embedded import EmbeddedPage


class GamePage(EmbeddedPage):
    """The page of a game. A notebook shows it; `save` writes it to a file that any browser opens.

    Examples
    --------
    >>> import halfmove as hm
    >>> hm.page(hm.games.nim(1, 2))
    <GamePage: nim 1 2>
    """

    _height = 760


@checked
def page(
    game: Game,
    *,
    level: int | str = "medium",
    seconds: float = 1.0,
    endgames: Any = None,
    evaluation: Any = None,
    book: Any = None,
) -> GamePage:
    """Make the page of a game: one file in which it is played, with the rules and the search inside.

    Parameters
    ----------
    game : Game
        The game. Its rules must be compilable, and make no arrays.
    level : int or str
        How strong the computer plays at first: "easy", "medium", "hard", "strongest", or a number from 1 to 10.
    seconds : float
        How long it may think about a move at first.
    endgames : Database or path, optional
        A database of solved positions that goes into the page.
    evaluation : Evaluation or path, optional
        A learned evaluation that goes into the page, in place of the game's own.
    book : Book or path, optional
        An opening book that goes into the page.

    Returns
    -------
    GamePage
        The page. A notebook shows it, and its `save` writes a file.

    Raises
    ------
    NotCompilable
        If the rules cannot run in a page.
    UsageError
        If the game is a tree, or an argument is out of range.

    Examples
    --------
    >>> import halfmove as hm
    >>> hm.page(hm.games.tic_tac_toe(), level=3)  # `save("game.html")` writes it
    <GamePage: tic-tac-toe>
    """
    number = level_number(level)
    if not is_finite(seconds) or not 0 < seconds <= 3600:
        raise UsageError(f"seconds must be a number above 0, such as 0.5, not {shown(seconds)}")
    known = {"endgames": endgames, "evaluation": evaluation, "book": book}
    made = page_for(game, level=number, seconds=float(seconds), **known)
    return GamePage(made, game.name)
