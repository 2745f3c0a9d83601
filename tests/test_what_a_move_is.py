"""What a move may be: an int or a (named) tuple of ints; anything else that has a hash in plain Python only."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import halfmove as hm
from halfmove.pages.page import page_for

ROOT = Path(__file__).parent.parent


class Step(NamedTuple):
    far: int
    wide: int


MOVES: dict[str, tuple[bool, tuple[Any, Any]]] = {  # whether they can be compiled, and two moves
    "ints": (True, (1, 2)),
    "tuples": (True, ((1, 2), (2, 1))),
    "named tuples": (True, (Step(1, 2), Step(2, 1))),
    "texts": (False, ("left", "right")),
    "tuples with texts": (False, ((1, "a"), (2, "b"))),
    "tuples of several lengths": (False, ((1,), (1, 2))),
    "tuples in tuples": (False, ((1, (2, 3)), (1, (2, 4)))),
    "real numbers": (False, (0.5, 1.5)),
}


def game_with(kind: str) -> hm.Game:
    """Three moves, and whoever has made the last one has won."""
    first, second = MOVES[kind][1]

    def moves(left: int) -> Iterator[Any]:
        yield first
        yield second

    return hm.Game(kind, 3, moves, lambda left, move: left - 1, lambda left: (left == 0, -1))


@pytest.mark.parametrize("kind", MOVES)
def test_what_works_in_plain_python(kind: str) -> None:
    game, two = game_with(kind), MOVES[kind][1]
    hm.check(game, games=3, compiled=False)
    assert hm.search(game, compiled=False).move in two
    assert hm.Player(game, compiled=False).choose().move in two
    assert hm.solve(game, compiled=False).moves(3)[0].move in two


@pytest.mark.parametrize("kind", [kind for kind, (compiles, _) in MOVES.items() if not compiles])
def test_what_is_refused_for_machine_code_and_pages(kind: str) -> None:
    for call in (lambda game: hm.search(game, compiled=True), page_for):
        with pytest.raises(hm.NotCompilable, match=r"tuples? of ints|must have one shape"):
            call(game_with(kind))


@pytest.mark.parametrize(
    "page",
    ["docs/writing-a-game.md", "docs/tutorial/own-game.md", "docs/limits.md", "docs/pages.md", "docs/solving.md"],
)
def test_every_page_says_the_same(page: str) -> None:
    text = " ".join((ROOT / page).read_text(encoding="utf-8").split())
    assert "(named) tuple of ints" in text or "(named) tuples of ints" in text
    assert "or a tuple of ints" not in text
    assert "tuple of numbers" not in text
