"""Trees and searches as pictures: what is shown, and that it is whole."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner

import halfmove as hm
from halfmove.cli.program import main
from halfmove.trees.unfolding import unfold
from tests import pruning
from tests.conftest import random_trees, refused, variants

TREE = [[3, [7, 2]], [2, 9, 4]]


def test_a_tree_as_text() -> None:
    assert str(hm.draw(hm.trees.explicit(TREE))).splitlines() == [
        "explicit tree",
        "□ 0 = 3 *",
        "├─ ○ 1 = 3 *",
        "│  ├─ □ 1.1 = 3 *",
        "│  └─ □ 1.2 = 7",
        "│     ├─ ○ 1.2.1 = 7",
        "│     └─ ○ 1.2.2 = 2",
        "└─ ○ 2 = 2",
        "   ├─ □ 2.1 = 2",
        "   ├─ □ 2.2 = 9",
        "   └─ □ 2.3 = 4",
        "",
        "value 3, 6 leaves",
        "□ MAX; ○ MIN; * best line",
    ]


def test_a_search_as_text() -> None:
    drawn = str(hm.draw(hm.trees.explicit(TREE), "alpha_beta"))
    assert "└─ ○ 1.2.2 ✂ [1]" in drawn
    assert "├─ □ 2.2 ✂ [2]" in drawn
    assert "[1] Beta cut-off at 1.2: MAX gets at least 7 here" in drawn
    assert "[2] Alpha cut-off at 2: MIN holds MAX to at most 2 here" in drawn
    halfway = str(hm.draw(hm.trees.explicit(TREE), "alpha_beta", step=3))
    assert "□ 0 in -∞ .. ∞" in halfway
    assert "□ 1.1 = 3 ◀" in halfway
    assert "✂" not in halfway


@pytest.mark.parametrize(("algorithm", "parameters"), variants())
def test_every_step_can_be_drawn(algorithm: str, parameters: dict[str, Any]) -> None:
    for tree in random_trees(3, 6, ("ties", "reals", "infinite")):
        game = hm.trees.explicit(tree)
        found = hm.search(game, algorithm, trace=True, compiled=False, **parameters)
        events, nodes = len(found.log), {".".join(map(str, node)) or "0" for node in pruning.nodes(tree)}
        for step in {0, min(1, events), events // 2, events - 1, events}:
            drawing = hm.draw(game, algorithm, step=step, **parameters)
            drawn = ElementTree.fromstring(drawing.svg).iter()
            assert sum("node" in each.get("class", "").split() for each in drawn) == len(nodes)
            names = re.findall(r"^[│├└─ ]*[□○] ([\d.]+)", drawing.text, re.MULTILINE)
            assert len(set(names)) == len(names)
            assert set(names) <= nodes  # without those below what is cut off
            assert step < events or set(found.leaf_order or ()) <= set(names)


def test_the_picture_shows_every_node_and_every_cut() -> None:
    drawing = hm.draw(hm.trees.explicit(TREE), "alpha_beta")
    root = ElementTree.fromstring(drawing.svg)
    space = "{http://www.w3.org/2000/svg}"
    assert len(root.findall(f".//{space}rect")) == 1 + 6  # the background, MAX nodes and leaves below MIN
    assert len(root.findall(f".//{space}circle")) == 4
    titles = [each.text or "" for each in root.iter(f"{space}title")]
    assert sum("Alpha cut-off at 2" in each for each in titles) == 2
    assert drawing._repr_svg_() == drawing.svg


def test_games_and_positions() -> None:
    assert "value -1, 14 leaves" in str(hm.draw(hm.games.nim(2, 2)))
    assert "(waits)" in str(hm.draw(hm.games.kalah(2, 1), depth=3))
    assert str(hm.draw(hm.trees.explicit(TREE), position="1.2")).splitlines()[1:3] == ["□ 0 = 7 *", "├─ ○ 1 = 7 *"]
    for game, depth in ((hm.games.kalah(3, 2), 4), (hm.games.connect_four(4, 4), 3), (hm.games.nim(3, 2), None)):
        tree = unfold(game, depth=depth).game
        for algorithm in ("minimax", "alpha_beta", "sss_star"):
            direct = hm.search(game, algorithm, depth=depth, compiled=False)
            written = hm.search(tree, algorithm, compiled=False)
            assert (direct.value, direct.counts.leaves) == (written.value, written.counts.leaves)


def test_names_are_escaped() -> None:
    tree = hm.trees.explicit([1, 2], name="<script>alert(1)</script>\x1b[31m")
    drawing = hm.draw(tree)
    assert "<script>" not in drawing.svg
    assert "\x1b" not in drawing.svg + drawing.text


def test_games_that_are_wrong_are_named() -> None:
    def moves(p):  # type: ignore[no-untyped-def]
        yield 1
        yield 2

    game = hm.Game("g", 0, moves, lambda p, move: p + move, lambda p: (p >= 4, "a"))
    with pytest.raises(hm.GameError, match="g: result"):
        hm.draw(game, "alpha_beta", depth=3)
    game = hm.Game("g", 0, moves, lambda p, move: p + move, lambda p: (p >= 4, 1), format=lambda move: move)  # type: ignore[arg-type,return-value]
    with pytest.raises(hm.GameError, match=r"g: format\(1\) returns 1, which is not text"):
        hm.draw(game)


def test_what_cannot_be_drawn() -> None:
    with pytest.raises(hm.UsageError, match="more than 5,000 nodes to depth 9; give a smaller depth"):
        hm.draw(hm.games.connect_four(), depth=9)
    with pytest.raises(hm.UsageError, match="step must be 0 or more, not -1"):
        hm.draw(hm.trees.explicit(TREE), "alpha_beta", step=-1)
    with pytest.raises(hm.UsageError, match="step 99 is past the end of the search, which has 15 events"):
        hm.draw(hm.trees.explicit(TREE), "alpha_beta", step=99)
    with pytest.raises(hm.UsageError, match="belong to a search: name an algorithm"):
        hm.draw(hm.trees.explicit(TREE), step=3)


def test_the_command(tmp_path: Path) -> None:
    file = tmp_path / "tree.svg"
    ran = CliRunner().invoke(
        main, ["draw", "srimani_1985:figure-a1", "-a", "ps_star", "--phases", "2", "--svg", str(file)]
    )
    assert ran.exit_code == 0, ran.output
    same = hm.draw(hm.trees.named("srimani_1985:figure-a1"), "ps_star", phases=2)
    assert file.read_text(encoding="utf-8").strip() == same.svg.strip()
    ran = CliRunner().invoke(main, ["draw", "connect_four", "--moves", "444", "--depth", "1"])
    assert ran.exit_code == 0
    game = hm.games.connect_four()
    assert ran.stdout.splitlines()[1:] == str(hm.draw(game, position="444", depth=1)).splitlines()[1:]
    refused(CliRunner().invoke(main, ["draw", "[1,2]", "--step", "3"]), "--step", "-a")
