"""Boards on the page of a game: its script finds the same grids as Python does, and clicks lead to legal moves only."""

from __future__ import annotations

import importlib.util
import json
import random
import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import halfmove as hm
from halfmove.conformance.clicks import clicked
from halfmove.games import GAMES
from halfmove.showing.boards import Grid, grid_of

quickjs = pytest.importorskip("quickjs")

EXAMPLES = Path(__file__).parent.parent / "examples"
SCRIPTS = Path(hm.__file__).parent / "pages" / "js"

# Every way to click in a position: which moves are played, offered by name, or have only their button, and what is
# wrong. At most `most` sequences of clicks are tried.
EXPLORE = """
var explore = function (node, most) {
  const choices = choicesOf(node), played = new Set(), asked = new Set(), wrong = [], seen = new Set([""]), open = [[]];
  const said = (clicked, key) => `${JSON.stringify(clicked)} and then ${key}`;
  while (open.length && seen.size < most) {
    const clicked = open.shift();
    for (const [key, promised] of nextCells(choices, clicked)) {
      const found = press(choices, clicked, key), now = [...clicked, key];
      if (found.play === undefined) {
        if (!found.left.length || !found.clicked.length) wrong.push(`a dead end: ${said(clicked, key)}`);
        if (found.ask) for (const i of found.left) asked.add(i);
        const cells = nextCells(choices, found.clicked);
        if (!found.ask && !cells.size) wrong.push(`nothing to click after ${said(clicked, key)}`);
        if (!seen.has(found.clicked.join(" "))) open.push(found.clicked);
        seen.add(found.clicked.join(" "));
        continue;
      }
      const i = found.play, others = fitting(choices, now).filter((other) => other !== i);
      if (!(i in node.moves) || !promised.includes(i)) wrong.push(`${said(clicked, key)} plays ${i}`);
      const ambiguous = others.some((other) => nextOf(choices[other], now).length === 0);
      if (ambiguous) wrong.push(`${said(clicked, key)} is ambiguous`);
      played.add(i);
    }
  }
  const buttons = choices.flatMap((choice, i) => (choice ? [] : [i]));
  return { played: [...played], asked: [...asked], buttons, wrong, whole: open.length === 0 };
};
"""


@pytest.fixture(scope="module")
def script() -> Callable[[str, Any], Any]:
    """Calls a function of the page's scripts with data; gives data back."""
    context = quickjs.Context()
    context.set_max_stack_size(1 << 24)
    context.eval("".join((SCRIPTS / name).read_text("utf-8") for name in ("grid.js", "clicks.js")) + EXPLORE)

    def call(function: str, *given: Any) -> Any:
        return json.loads(context.eval(f"JSON.stringify({function}({', '.join(map(json.dumps, given))}))"))

    return call


PARTS = ("cells", "above", "below", "left", "right", "notes", "lines", "slant")


def as_data(grid: Grid | None) -> Any:
    if grid is None:
        return None
    return json.loads(json.dumps({name: getattr(grid, name) for name in PARTS}))


def in_script(script: Any, text: str) -> Any:
    found = script("gridOf", text)
    return found and {name: found[name] for name in PARTS}


# Grids


def rows(draw: Any, high: int, wide: int) -> list[str]:
    signs = draw(st.sampled_from([".XO", ".bwBW", "12.", "0123456789", "KQk.", "a.", "é😀."]))
    gap = draw(st.sampled_from([" ", " ", " ", "  "]))
    return [gap.join(draw(st.sampled_from(signs)) for _ in range(wide)) for _ in range(high)]


def joined(draw: Any, lines: list[str], start: int) -> list[str]:
    """The same rows, which begin at some place, with lines between their signs, or nearly."""
    far, whole = draw(st.sampled_from([1, 3])), draw(st.booleans())
    found: list[str] = []
    for line in lines:
        names = line.strip().startswith(("a b", "A B", "1 2"))
        if found and not names:
            upright = ("|" if whole or draw(st.integers(0, 9)) else " " for _ in line[start:].split())
            found.append(" " * start + (" " * far).join(upright))
        sign = " " if names else "-" if whole else draw(st.sampled_from("-- "))
        found.append(line[:start] + re.sub(r"(?<=\S) (?=\S)", sign * far, line[start:]))
    return found


@st.composite
def boards(draw: Any) -> str:
    """Texts that are boards, or nearly."""
    high, wide = draw(st.integers(1, 6)), draw(st.integers(1, 12))
    lines = rows(draw, high, wide)
    left = draw(st.sampled_from(["", "numbers", "squares", "letters"]))
    if left:
        names = {"numbers": range(high, 0, -1), "squares": range(1, wide * high + 1, wide), "letters": "ABCDEF"}[left]
        lines = [f"{name!s:>2}  {line}" for name, line in zip(names, lines, strict=False)]
    if draw(st.booleans()):
        lines = [f"{line}  {wide * (i + 1)}" for i, line in enumerate(lines)]
    across = draw(st.sampled_from(["", "abcdefghijkl", "ABCDEFGHIJKL", "123456789012", "bcdefghijklm"]))
    if across:
        line = "    " * bool(left) + " ".join(across[:wide])
        lines.insert(draw(st.sampled_from([0, len(lines)])), line)
    if draw(st.booleans()):
        lines = joined(draw, lines, 4 * bool(left))
    for _ in range(draw(st.integers(0, 2))):
        other = draw(st.sampled_from(["", "X is to move", "  ", "7", "x", "12 b"]))
        lines.insert(draw(st.integers(0, len(lines))), other)
    if draw(st.booleans()):
        text = list("\n".join(lines))
        at = draw(st.integers(0, len(text)))
        text[at:at] = draw(st.sampled_from([" ", "9", "Z", "\t", "\x1c", "\u3000", "\ufeff", "٣", "𝟗", "\n"]))
        return "".join(text)
    return "\n".join(lines)


# Not the signs that are newer than one of the two tables of Unicode.
plain = st.characters(exclude_categories=("Cs", "Cn", "Co")).filter(
    lambda sign: not sign.isdecimal() or sign < "\U00011000"
)
texts = st.text(st.one_of(st.sampled_from(" \n.XO12ab \u0661\x85\x1f"), plain), max_size=60)


@settings(max_examples=1000, deadline=None)
@given(st.one_of(boards(), texts))
@example("")
@example("2  X .\n1  . O\n   a b\nX is to move")
@example(" 1    b   b   4\n 5  b   b     8\n 9    .   .  12")
@example("٣ . .\n٢ . .")
@example("    a b c\n 9  . X .\n 10  O . .\n  11  . . .\nX is to move")
@example(". X .\n . . .\n  O . .")
@example(". X .\n . .\n  O . .")
@example("2  X---.\n   |   |\n1  .---O\n   a   b")
@example("3  X-.-O\n   | | |\n2  .-.-.\n   | | |\n1  .-X-O\n   a b c\nX is to move")
@example("3  X-.-O\n   | | |\n2  .---.\n   | | |\n1  .-X-O\n   a b c")
@example("3  X-.-O\n   |   |\n2  . .-.\n   |\n1  .-X-O\n   a b c")
@example("3  X-.-O\n   |   |\n   |   |\n1  .---O\n   |")
@example("   a b\n2  X-.\n   |\n1  .-O\n   |")
@example("\n".join([" ".join("." * 40)] * 40))
@example("\n".join([" ".join("." * 41)] * 2))
def test_a_text_is_the_same_grid_in_python_and_in_the_page(script: Any, text: str) -> None:
    assert in_script(script, text) == as_data(grid_of(text))


# Clicks


@cache
def games() -> dict[str, hm.Game]:
    found = {name: make() for name, make in GAMES.items()}
    for name in ("clobber", "kayles"):
        spec = importlib.util.spec_from_file_location(name, EXAMPLES / f"{name}.py")
        assert spec is not None
        assert spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        found[name] = module.game
    return found


def shown(game: hm.Game, position: Any, second: bool) -> str:
    if game.show is None:
        return str(position)
    try:
        return game.show(position, second=second)
    except TypeError:
        return game.show(position)


def node_of(game: hm.Game, position: Any, second: bool) -> tuple[dict[str, Any], list[tuple[Any, bool]]]:
    """A position as the page sees it, and the positions after its moves."""
    moves, after = [], []
    for move in game.legal(position):
        child = game.call("play", position, move)
        again = game.turn is not None and game.call("turn", child) == game.call("turn", position)
        after.append((child, second if again else not second))
        name = str(move) if game.format is None else game.format(move)
        moves.append({"name": name, "text": shown(game, *after[-1]), "clicks": clicked(game, position, move)})
    return {"text": shown(game, position, second), "moves": moves}, after


def positions(name: str, chance: random.Random, count: int) -> Any:
    """Positions of random games."""
    game, found = games()[name], 0
    while found < count:
        position, second = game.start, False
        while not game.call("result", position)[0] and found < count:
            node, after = node_of(game, position, second)
            if chance.random() < 0.4:
                found += 1
                yield node
            position, second = chance.choice(after)


@pytest.mark.parametrize("name", [*GAMES, "clobber", "kayles"])
def test_clicks_lead_to_every_move_and_to_legal_moves_only(script: Any, name: str) -> None:
    chance = random.Random(name)
    few = name == "l_game"  # whose moves are figures of four squares, in any order
    for node in positions(name, chance, 4 if few else 12):
        assert in_script(script, node["text"]) == as_data(grid_of(node["text"]))
        found = script("explore", node, 300 if few else 1500)
        assert found["wrong"] == []
        reached = {*found["played"], *found["asked"]}
        buttons = {node["moves"][i]["name"] for i in found["buttons"]}
        if found["whole"]:
            assert reached | set(found["buttons"]) == set(range(len(node["moves"]))), node["text"]
        assert buttons <= {"pass"}
        if name not in ("l_game", "kayles"):  # in kayles one pin is also the begin of a move of two: the page asks
            assert len(found["played"]) + len(buttons) == len(node["moves"]), node["text"]


def pressed(script: Any, text: str, moves: dict[str, str], *clicks: str) -> Any:
    """What the last of some clicks does; `moves` are the texts after each move by their names."""
    node = {"text": text, "moves": [{"name": name, "text": after, "clicks": None} for name, after in moves.items()]}
    return script("((node, before, key) => press(choicesOf(node), before, key))", node, clicks[:-1], clicks[-1])


NOTHING = {"clicked": [], "left": [], "ask": False}


def test_a_stick_takes_all_sticks_beside_it(script: Any) -> None:
    moves = {"1": "1: ||", "2": "1: |", "3": "1: "}
    for i, key in enumerate(["0,5", "0,4", "0,3"]):
        assert pressed(script, "1: |||", moves, key) == {"play": i}


def test_a_column_is_clicked_anywhere_and_shown_where_the_stone_will_lie(script: Any) -> None:
    text, moves = ". .\nX .\n1 2", {"1": "X .\nX .\n1 2", "2": ". .\nX X\n1 2"}
    assert pressed(script, text, moves, "1,0") == {"play": 0}
    node = {"text": text, "moves": [{"name": name, "text": after, "clicks": None} for name, after in moves.items()]}
    assert script("((node) => [...shownCells(choicesOf(node), []).keys()])", node) == ["0,0", "1,1"]


def test_a_move_without_names_is_its_stone_and_its_target(script: Any) -> None:
    text, moves = "X . .\n. . .", {"one": ". X .\n. . .", "two": ". . .\nX . ."}
    assert pressed(script, text, moves, "0,0") == {"clicked": ["0,0"], "left": [0, 1], "ask": False}
    assert pressed(script, text, moves, "0,0", "1,0") == {"play": 1}
    assert pressed(script, text, moves, "0,0", "0,0") == NOTHING  # again: nothing is selected
    assert pressed(script, text, moves, "0,0", "1,2") == NOTHING


def test_moves_with_the_same_squares_are_offered_by_name(script: Any) -> None:
    moves = {"a1a2q": "2  Q .\n1  . .\n   a b", "a1a2r": "2  R .\n1  . .\n   a b"}
    found = pressed(script, "2  . .\n1  P .\n   a b", moves, "1,0", "0,0")
    assert found == {"clicked": ["1,0", "0,0"], "left": [0, 1], "ask": True}


def test_a_way_of_several_squares_may_be_ended_at_once(script: Any) -> None:
    text = " 1    b   .   2\n 3  .   w     4\n 5    .   .   6"
    moves = {"1x4x6": " 1    .   .   2\n 3  .   .     4\n 5    .   b   6"}
    assert pressed(script, text, moves, "0,1", "2,3") == {"play": 0}


def test_a_name_that_looks_like_a_square_does_not_mislead(script: Any) -> None:
    text, moves = "2  . .\n1  . .\n   a b", {"a1": "2  . X\n1  . .\n   a b"}
    assert pressed(script, text, moves, "0,1") == {"play": 0}
    assert pressed(script, text, moves, "1,0") == NOTHING


@pytest.mark.parametrize("middle", [0.5, 4, 200])
def test_the_bar_agrees_with_its_words(middle: float) -> None:
    """At "about even" both sides have about half of it, whatever the size of the scores of a game."""
    context = quickjs.Context()
    context.eval((SCRIPTS / "words.js").read_text("utf-8"))

    def share(value: float) -> float:
        app = {"about": {"unit": 1, "advantage": {"beyond": [middle / 4, middle, 3 * middle]}}}
        return float(context.eval(f"shareOf({json.dumps(app)}, {{second: false}}, {{value: {value}}})"))

    assert 0.5 == share(0) < share(middle / 4) < 0.6 < share(middle) < 0.75 < share(3 * middle) < share(1e9) < 0.97
    assert share(-middle) == pytest.approx(1 - share(middle))
