"""The positions of an unfolded game as texts for a page, and what they add to it."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Any

import pytest

import halfmove as hm
from halfmove.cli.game_argument import game_from
from halfmove.explorer.boards import board_styles
from halfmove.explorer.page import page_for
from halfmove.explorer.positions import WAITS, edit, positions
from halfmove.explorer.unfolding import unfolded

DOTS = "dots_and_boxes:2,2"


@pytest.mark.parametrize("depth", [4, 5])
def test_boards_are_a_small_part_of_a_page(depth: int, monkeypatch: pytest.MonkeyPatch) -> None:
    game = hm.games.connect_four()
    whole = len(page_for(game, depth=depth))
    monkeypatch.setattr("halfmove.explorer.unfolding.has_boards", lambda _: False)
    assert whole < 1.2 * len(page_for(game, depth=depth))


def test_colours_of_boards_are_all_there() -> None:
    """The styles come from the page of a game: what they need must come with them."""
    colours, drawn = board_styles()
    assert re.findall(r"^(\S.*?)\s*\{", colours, re.MULTILINE)[:2] == [
        ".board-place",
        ':root[data-theme="dark"] .board-place',
    ]
    needed = set(re.findall(r"var\((--[\w-]+)", drawn)) - {"--most", "--ratio"}
    assert needed <= set(re.findall(r"(--[\w-]+):", colours))
    assert {".square", ".disc", ".hole", ".pit", ".letter", ".notes"} <= set(re.findall(r"\.[a-z]+", drawn))


def _edited(text: str, made: Any) -> str:
    shift = 0
    for at, gone, come in zip(made[::3], made[1::3], made[2::3], strict=True):
        text = text[: at + shift] + come + text[at + shift + gone :]
        shift += len(come) - gone
    return text


def test_edits_give_every_text_back() -> None:
    texts = [
        "",
        "a",
        "a b\nc d",
        "a b\nc x",
        "a b\nc",
        "a b\nc d\ne",
        "♟ 😀\n. .",
        "♟ .\n. 😀",
        "xx\nyy\nzz",
        "xy\nyx\nz",
    ]
    for old, new in [*pairwise(texts), *((b, a) for a, b in pairwise(texts)), ("same", "same")]:
        assert _edited(old, edit(old, new)) == new
    assert edit("same", "same") == ()


def test_positions_share_their_edits() -> None:
    game = hm.games.connect_four()
    tree = unfolded(game, 4)
    assert tree.boards is not None
    assert len(tree.boards["nodes"]) == tree.nodes - 1
    assert len(tree.boards["edits"]) < 60
    assert "not always the same" in positions(game, game.start, [8, *[0] * 8])["problem"]


@pytest.mark.parametrize("begins", [0, 1])
def test_who_moves_is_known_at_every_node(begins: int) -> None:
    """Of a game in which a player may move again, and whose pictures say who is to move."""
    dots = game_from(DOTS)
    assert dots.show is not None
    show, start = dots.show, dots.start._replace(drawn=0b0101, player=begins)  # type: ignore[attr-defined]

    def named(p: Any, second: bool = False) -> str:
        return f"{show(p)}\n{'second' if second else 'first'} player moves"

    game = hm.Game(
        "dots", dots.start, dots.moves, dots.play, dots.result, dots.evaluate,
        turn=dots.turn, show=named, longest=dots.longest,
    )  # fmt: skip
    tree = unfolded(game, 3, start)
    assert tree.boards is not None
    names, nodes = [""], [tree.nested]  # level by level
    for name, node in zip(names, nodes, strict=False):
        if isinstance(node, list):
            names += [f"{name}.{number}".strip(".") for number in range(1, len(node) + 1)]
            nodes += node
    texts = {"": tree.boards["start"]}
    for name, number in zip(names[1:], tree.boards["nodes"], strict=True):
        before = texts[name.rpartition(".")[0]]
        texts[name] = before if number == WAITS else _edited(before, tree.boards["edits"][number])
    assert WAITS in tree.boards["nodes"]
    for name, text in texts.items():
        at, waits = start, False
        for part in name.split(".") if name else []:
            if waits:
                waits = False
                continue
            child = game.next(at, game.legal(at)[int(part) - 1])
            at, waits = child, game.moves_again(at, child)
        assert text == named(at, second=at.player == 1)
