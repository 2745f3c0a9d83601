"""The notebooks in examples/ are stored with what their cells give; things show themselves."""

from __future__ import annotations

import ast
import base64
import importlib.util
import json
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

import halfmove as hm
from halfmove import compare, studies
from halfmove.reports.study import charts
from halfmove.showing.boards import grid_of, svg_of

EXAMPLES = Path(__file__).parent.parent / "examples"
NOTEBOOKS = sorted(EXAMPLES.glob("*.ipynb"))


def _tool() -> Any:
    spec = importlib.util.spec_from_file_location("notebooks", EXAMPLES.parent / "docs" / "tools" / "notebooks.py")
    assert spec is not None
    assert spec.loader is not None
    found = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(found)
    return found


tool = _tool()


def code(notebook: Path) -> list[str]:
    cells = json.loads(notebook.read_text(encoding="utf-8"))["cells"]
    return ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]


def test_the_notebooks_are_there() -> None:
    names = ["an_experiment", "first_steps", "the_thesis_example", "your_own_game"]
    assert [notebook.stem for notebook in NOTEBOOKS] == names


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda path: path.stem)
def test_stored_outputs_are_current(notebook: Path) -> None:
    """It runs in a process and a folder of its own, without Jupyter; times may differ."""
    assert tool.text_of(tool.with_outputs(notebook)) == notebook.read_text(encoding="utf-8"), "run `make notebooks`"


def test_a_notebook_runs_without_numba() -> None:
    """As in JupyterLite, for which there is no Numba."""
    notebook, without = (
        EXAMPLES / "first_steps.ipynb",
        "import sys; sys.modules['numba'] = sys.modules['llvmlite'] = None",
    )
    assert tool.text_of(tool.with_outputs(notebook, without)) == notebook.read_text(encoding="utf-8")


def test_only_times_may_differ() -> None:
    def printed(words: str) -> str:
        return str(tool.without_times([{"text": [words]}]))

    first = "5 leaves, alpha_beta, 1.2 ms, 40 nodes/s, seconds=1.3e-05"
    assert printed(first) == printed("5 leaves, alpha_beta, 0.07 s, 1.3 million nodes/s, seconds=2")
    assert printed(first) != printed("6 leaves, alpha_beta, 1.2 ms, 40 nodes/s, seconds=1.3e-05")


def test_the_first_notebook_replays_a_search() -> None:
    """As the README says: what stands last in a cell is a call of hm.explore."""
    last = [ast.parse(cell).body[-1] for cell in code(EXAMPLES / "first_steps.ipynb")]
    called = [
        ast.unparse(each.value.func) for each in last if isinstance(each, ast.Expr) and hasattr(each.value, "func")
    ]
    assert "hm.explore" in called


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda path: path.stem)
def test_is_stored_as_a_valid_notebook(notebook: Path) -> None:
    text = notebook.read_text(encoding="utf-8")
    data = json.loads(text)
    assert text == json.dumps(data, indent=1, ensure_ascii=False) + "\n", "save it with an indent of 1"
    assert set(data) == {"cells", "metadata", "nbformat", "nbformat_minor"}
    assert (data["nbformat"], data["nbformat_minor"]) == (4, 5)
    assert data["metadata"] == {
        "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
        "language_info": {"name": "python"},
    }
    ids = [cell["id"] for cell in data["cells"]]
    assert len(set(ids)) == len(ids)
    assert all(re.fullmatch(r"[a-zA-Z0-9_-]{1,64}", each) for each in ids)
    for cell in data["cells"]:
        of_code = {"execution_count", "outputs"} if cell["cell_type"] == "code" else set()
        assert set(cell) == {"cell_type", "id", "metadata", "source"} | of_code
        assert cell["cell_type"] in ("code", "markdown")
        assert cell["metadata"] == {}
        for output in cell.get("outputs", []):
            readable_without_scripts(output)
        assert all(isinstance(line, str) for line in cell["source"])
        assert all(line.endswith("\n") for line in cell["source"][:-1])
    try:
        import nbformat
    except ImportError:
        return
    nbformat.validate(nbformat.from_dict(data))


def readable_without_scripts(output: Any) -> None:
    """Text, or a picture or table with the same as text; nothing that a viewer may leave out."""
    if output["output_type"] == "stream":
        assert "".join(output["text"]).strip()
        return
    data = {kind: "".join(lines) for kind, lines in output["data"].items()}
    assert set(data) <= {"text/plain", "text/html", "image/svg+xml"}
    assert data["text/plain"].strip()
    assert not re.search(r"<(script|iframe|img|link)\b", data.get("text/html", ""))
    if "text/html" in data:
        Checked(data["text/html"])
    if "image/svg+xml" in data:
        ElementTree.fromstring(data["image/svg+xml"])


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_can_be_read(notebook: Path) -> None:
    """Most cells show something, and the file is not large."""
    cells = [cell for cell in json.loads(notebook.read_text(encoding="utf-8"))["cells"] if cell["cell_type"] == "code"]
    assert sum(bool(cell["outputs"]) for cell in cells) > 0.7 * len(cells)
    assert any("image/svg+xml" in output.get("data", {}) for cell in cells for output in cell["outputs"])
    assert notebook.stat().st_size < 200_000


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda path: path.stem)
def test_links_of_the_notebooks(notebook: Path) -> None:
    cells = json.loads(notebook.read_text(encoding="utf-8"))["cells"]
    for cell in cells:
        if cell["cell_type"] == "markdown":
            for target in re.findall(r"\]\(([^)#]+)\)", "".join(cell["source"])):
                assert (notebook.parent / target).exists(), f"{notebook.name} links to {target}"


# Things show themselves

NASTY = "<script>alert('&')</script>\x1b[31m\u202e"
TREE = hm.trees.explicit([[3, [7, 2]], [4, [1, 9]]])


def moves(p: int) -> Any:
    yield 1


def nasty_game(**more: Any) -> hm.Game:
    return hm.Game(NASTY, 3, moves, lambda p, move: p - move, lambda p: (p == 0, 1), **more)


class Checked(HTMLParser):
    """Every tag that is opened is closed, and nothing is loaded from elsewhere."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.pictures: list[str] = []
        self.feed(text)
        assert not self.open

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        assert tag in {"table", "thead", "tbody", "tr", "th", "td", "div", "p", "pre", "strong", "img"}
        for name, value in attributes:
            assert name in {"style", "scope", "alt", "src"}
            if name == "style":
                assert not re.search(r"(^|;|\s)(color|background)|url", value or "")
            if name == "src":
                head, _, data = (value or "").partition(",")
                assert head == "data:image/svg+xml;base64"
                self.pictures.append(base64.b64decode(data).decode())
        if tag != "img":
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def shown(thing: Any) -> list[str]:
    """The pictures in the HTML of a thing, after a look at all of it."""
    pictures = Checked(thing._repr_html_()).pictures
    for picture in pictures:
        ElementTree.fromstring(picture)
        assert "http" not in picture.replace("http://www.w3.org/2000/svg", "")
    assert not re.search("[\x00-\x08\x0b-\x1f\u202e]", thing._repr_html_() + "".join(pictures))
    return pictures


def test_a_result_prints_in_two_lines() -> None:
    result = hm.search(TREE, "alpha_beta", compiled=False)
    first, second = str(result).splitlines()
    assert first == "value 4 (exact), move 2, line 2 1"
    assert re.fullmatch(r"5 leaves, 10 nodes, alpha_beta, [\d.]+ ms, plain Python", second)
    told = (
        r"Result\(value=4, bound='exact', move=2, line='2 [12]', leaves=5, seconds=[\d.e-]+, algorithm='alpha_beta'\)"
    )
    assert re.fullmatch(told, repr(result))


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"window": (5, 9)}, "value at most 5"),
        ({"window": (0, 2)}, "value at least"),
        ({"limits": hm.Limits(nodes=1)}, "value not known: stopped by the limit of nodes"),
        ({"algorithm": "ps_star", "phases": 2}, "ps_star (phases=2, operator=corrected, open=blocks)"),
    ],
)
def test_what_a_result_says(given: dict[str, Any], words: str) -> None:
    result = hm.search(TREE, compiled=False, **given)
    assert words in str(result)
    assert len(str(result).splitlines()) == 2
    assert not shown(result)


def test_moves_are_written_as_the_game_writes_them() -> None:
    result = hm.search(hm.games.nim(2, 1), compiled=False)
    assert "move 1-1, line 1-1" in str(result)
    assert ">1-1<" in result._repr_html_()
    assert "format" not in result.as_dict()


def test_a_player_speaks_first() -> None:
    player = hm.Player(hm.games.nim(1, 2, 4), hm.Limits(seconds=60), compiled=False)  # it stops when it has proved it
    assert str(player.choose()).startswith("wins in 4, value 1 (exact), move")


def test_names_are_escaped() -> None:
    for game in (nasty_game(), nasty_game(show=lambda p: NASTY), nasty_game(show=lambda p: f"X .\n. X\n{NASTY}")):
        shown(game)
        shown(hm.board(game))
        assert "<script" not in game._repr_html_()
    tree = hm.trees.explicit([[1, 2], 3], NASTY)
    (picture,) = shown(tree)
    assert "<script" not in tree._repr_html_() + picture
    result = hm.search(nasty_game(format=lambda move: NASTY), compiled=False)
    shown(result)
    assert "\x1b" not in str(result)


def test_what_cannot_be_written() -> None:
    shown(hm.trees.explicit([1, 2], "half a pair: \udcff")).pop().encode()
    game = nasty_game()
    assert "about 10^5000" in str(hm.Game("huge", 10**5000, moves, game.play, game.result))


def test_trees_are_drawn_while_they_are_small() -> None:
    assert len(shown(TREE)) == 1
    assert len(shown(hm.trees.named("srimani_1985:figure-a1"))) == 1
    assert len(shown(hm.trees.explicit(5))) == 1
    for large in (hm.trees.uniform(8, 4), hm.trees.uniform(1_000_000, 9), hm.trees.explicit([0] * 200)):
        assert not shown(large)
    assert "8 moves at the root, 4 half-moves deep" in hm.trees.uniform(8, 4)._repr_html_()
    assert str(TREE) == "explicit tree: 11 nodes, 6 leaves, 3 half-moves deep"
    assert repr(TREE) == "Game('explicit tree', start=0)"


@pytest.mark.parametrize("make", [getattr(hm.games, name) for name in hm.games.__all__ if name.islower()])
def test_games_show_their_boards(make: Any) -> None:
    game = make()
    drawn = make.__name__ not in ("kalah", "nim")
    at = game.start
    for _move in range(12):
        assert len(shown(hm.board(game, at))) == drawn
        assert str(hm.board(game, at)) == game.show(at)
        if not game.outcome(at)[0]:
            at = game.next(at, game.legal(at)[-1])
    assert len(shown(game)) == drawn
    if not drawn:
        with pytest.raises(hm.UsageError, match="no picture"):
            _ = hm.board(game).svg


def test_a_board_is_saved(tmp_path: Path) -> None:
    board = hm.board(hm.games.connect_four(), "4453")
    board.save(tmp_path / "board.svg")
    assert (tmp_path / "board.svg").read_text(encoding="utf-8").count("<circle") == 4
    with pytest.raises(hm.UsageError, match="is not a position of this game"):
        hm.board(hm.games.connect_four(), 5)


def test_grids_in_text() -> None:
    found = grid_of("   a b c\n10  X . O\n 9  . . O\nto move: X")
    assert found is None  # the names of the columns stand elsewhere than the signs
    chess = grid_of("8 r n b q\n7 p p p p\n  a b c d")
    assert chess is not None
    assert (chess.left, chess.below, chess.cells[0]) == (("8", "7"), tuple("abcd"), tuple("rnbq"))
    numbers = grid_of("1 2 3\nX 5 O\n7 8 9")  # free squares have numbers: these are no names
    assert numbers is not None
    assert (numbers.above, len(numbers.cells)) == ((), 3)
    begun = grid_of("1 X O\n4 X .\n7 . .")  # nor are these
    assert begun is not None
    assert begun.left == ()
    row = grid_of("X . O")
    assert row is not None
    assert row.cells == (("X", ".", "O"),)
    for text in ("", "X", "1: |||\n2: ||", "a\nb", "X.O\n...", "4  4\n4  4", "1 2\n2 1", "\n\n", "X  .\n.  X"):
        assert grid_of(text) is None, text


def test_boards_of_other_shapes() -> None:
    checkers = grid_of(hm.games.checkers().show(hm.games.checkers().start))  # type: ignore[misc]
    assert checkers is not None
    assert (checkers.left[0], checkers.right[-1], checkers.notes) == ("1", "32", ("black is to move",))
    assert checkers.cells[0] == ("", "b") * 4
    assert checkers.cells[1] == ("b", "") * 4


def test_slanted_boards() -> None:
    """Each row begins one place further to the right: the cells are hexagons."""
    found = grid_of("    a b\n 9  X .\n 10  . O\n  11  . .\nO is to move")
    assert found is not None
    assert (found.slant, found.above, found.left, found.notes) == (1, ("a", "b"), ("9", "10", "11"), ("O is to move",))
    assert found.cells == (("X", "."), (".", "O"), (".", "."))
    drawn = svg_of(found, "slanted")
    ElementTree.fromstring(drawn)
    assert (drawn.count("<path"), drawn.count("<circle")) == (6, 2)
    for text in (". .\n. . .", ". .\n . .\n . .", ". .\n .\n  . .", ". .\n  . .", " . .\n. ."):
        assert (other := grid_of(text)) is None or other.slant == 0, text


def test_logs_and_operators() -> None:
    result = hm.search(TREE, "sss_star", trace=True, compiled=False)
    assert isinstance(result.events, tuple)
    assert str(result.events[:1]) == "1. (0,L,inf)"
    assert "operators more" in str(result.events)
    shown(result.events)
    shown(result.log)
    assert repr(result.log) == f"Log({len(result.log)} events)"
    long = hm.search(hm.trees.uniform(3, 6), trace=True, compiled=False).log
    assert len(str(long).splitlines()) < 20
    assert "events more" in long._repr_html_()
    shown(long)


def test_tables() -> None:
    rows = compare.compare(["uniform:2,2"], ["sss_star"], trees=3, compiled=False)
    assert isinstance(rows, list)
    assert str(rows).splitlines()[0] == "uniform:2,2: 3 trees, at least 3 leaves each"
    shown(rows)
    shown(compare.Rows())
    table = compare.measure(studies.plan(["uniform:2,2"], ["sss_star"], trees=2, name=NASTY), compiled=False)
    shown(table)
    ElementTree.fromstring(charts(table)._repr_svg_())
    empty = studies.Table(table.plan, ((),))
    assert str(empty).endswith(": 0 of 2 searches")
    shown(empty)


def test_a_drawing_keeps_its_styles_to_itself() -> None:
    """Where pictures stand in the page itself, the styles of one would change all others."""
    style = re.search("<style>(.*?)</style>", hm.draw(TREE, "alpha_beta").svg, re.DOTALL)
    assert style is not None
    selectors = re.findall(r"([^{}]+)\{", style[1])
    assert selectors
    assert all(each.strip().startswith(".halfmove-tree ") for each in selectors)


class Printer:
    """As IPython calls it."""

    def __init__(self, depth: int) -> None:
        self.stack, self.out = [0] * depth, ""

    def text(self, words: str) -> None:
        self.out += words


def test_in_ipython_without_html() -> None:
    for thing in (TREE, hm.search(TREE), hm.draw(TREE)):
        alone, inside = Printer(1), Printer(2)
        thing._repr_pretty_(alone, False)
        thing._repr_pretty_(inside, False)
        assert (alone.out, inside.out) == (str(thing), repr(thing))
