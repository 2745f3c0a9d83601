"""`halfmove.explore`: the page that replays a search, for notebooks and files."""

from __future__ import annotations

import html
from typing import Any

from halfmove.base import outputs
from halfmove.base.gate import checked
from halfmove.errors import UsageError
from halfmove.explorer.page import Choice, page_for
from halfmove.game import Game
from halfmove.model import WindowLike
from halfmove.studies.specs import AlgorithmSpec

_HEIGHT = 720  # pixels in a notebook


class Explorer:
    """A page. A notebook shows it; `save` writes it to a file that any browser opens.

    >>> import halfmove as hm
    >>> hm.explore(hm.trees.explicit([[3, 5], [4, 6]]), "sss_star")
    <Explorer: explicit tree, sss_star>
    """

    def __init__(self, page: str, about: str) -> None:
        self.page = page
        self._about = about

    @checked
    def save(self, path: str) -> None:
        """Write the page to a file."""
        outputs.write(self.page, path)

    def _repr_html_(self) -> str:
        # The frame may run its own script and save pictures, and can reach nothing of the notebook.
        return (
            f'<iframe srcdoc="{html.escape(self.page)}" title="halfmove explorer" '
            'sandbox="allow-scripts allow-downloads" '
            f'style="width:100%;height:{_HEIGHT}px;border:1px solid #ccc;border-radius:8px"></iframe>'
        )

    def __repr__(self) -> str:
        return f"<Explorer: {self._about}>"


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
    """A page that replays a search of a game, and lets a reader search again.

    algorithm   as for `search`, also with parameters in its text: "ps_star:phases=2"; or a pair of two, to compare
    depth       how many half-moves to look ahead; a page holds 300,000 nodes
    position    where to begin; None is the game's start
    window      the window of the searches
    step        the step that is shown first
    parameters  of the algorithm

    >>> import halfmove as hm
    >>> hm.explore(hm.trees.explicit([[3, 5], [2, 9]]), ("alpha_beta", "sss_star"))  # `save("page.html")` writes it
    <Explorer: explicit tree, alpha_beta, sss_star>
    """
    pair = list(algorithm) if isinstance(algorithm, list | tuple) else [algorithm]
    if len(pair) > 1 and parameters:
        raise UsageError("with two algorithms, parameters are written with each, as in 'ps_star:phases=2'")
    choices = [_choice(each, parameters) for each in pair]
    page = page_for(game, choices, depth=depth, position=position, window=window, step=step)
    return Explorer(page, ", ".join([game.name, *(str(getattr(each, "id", each)) for each, _ in choices)]))


def _choice(algorithm: Any, parameters: dict[str, Any]) -> Choice:
    if not isinstance(algorithm, str):
        return algorithm, parameters
    spec = AlgorithmSpec.parse(algorithm)
    return spec.algorithm, {**dict(spec.parameters), **parameters}
