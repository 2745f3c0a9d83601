"""`halfmove.explore`: the page that replays a search, for notebooks and files."""

from __future__ import annotations

from typing import Any

from halfmove.base.gate import checked
from halfmove.errors import UsageError
from halfmove.explorer.page import Choice, page_for
from halfmove.game import Game
from halfmove.model import WindowLike
from halfmove.reports.embedded import EmbeddedPage
from halfmove.studies.specs import AlgorithmSpec


class Explorer(EmbeddedPage):
    """A page that replays a search. A notebook shows it; `save` writes it to a file that any browser opens.

    Examples
    --------
    >>> import halfmove as hm
    >>> hm.explore(hm.trees.explicit([[3, 5], [4, 6]]), "sss_star")
    <Explorer: explicit tree, sss_star>
    """

    def __init__(self, page: str, about: str, panels: int = 1) -> None:
        super().__init__(page, about)
        if panels > 1:
            self._height = 960  # both are in view


@checked
def explore(
    game: Game,
    algorithm: Any = "alpha_beta",
    *,
    depth: int | None = None,
    position: Any = None,
    window: WindowLike = None,
    step: int = 0,
    **parameters: Any,
) -> Explorer:
    """Return a page that replays a search of a game and lets its reader search again.

    Parameters
    ----------
    game : Game
        The game or tree to search.
    algorithm : str, Algorithm or pair of these
        As for `search`, also with parameters in its text: ``"ps_star:phases=2"``. A pair of two is compared.
    depth : int, optional
        How many half-moves to look ahead. A page holds at most 300,000 nodes.
    position : optional
        Where to begin; None is the game's start.
    window : optional
        The window of the searches, as in `search`.
    step : int
        The step that is shown first.
    **parameters
        The parameters of the algorithm.

    Returns
    -------
    Explorer
        The page. A notebook shows it, and its `save` writes a file.

    Raises
    ------
    UsageError
        If the tree is too large for a page, or a page cannot run the algorithm.

    Examples
    --------
    >>> import halfmove as hm
    >>> hm.explore(hm.trees.explicit([[3, 5], [2, 9]]), ("alpha_beta", "sss_star"))  # `save("page.html")` writes it
    <Explorer: explicit tree, alpha_beta, sss_star>
    """
    pair = list(algorithm) if isinstance(algorithm, list | tuple) else [algorithm]
    if len(pair) > 1 and parameters:
        raise UsageError("with two algorithms, write the parameters after each of them, as in 'ps_star:phases=2'")
    choices = [_choice(each, parameters) for each in pair]
    page = page_for(game, choices, depth=depth, position=position, window=window, step=step)
    return Explorer(
        page, ", ".join([game.name, *(str(getattr(each, "id", each)) for each, _ in choices)]), len(choices)
    )


def _choice(algorithm: Any, parameters: dict[str, Any]) -> Choice:
    if not isinstance(algorithm, str):
        return algorithm, parameters
    spec = AlgorithmSpec.parse(algorithm)
    return spec.algorithm, {**dict(spec.parameters), **parameters}
