"""What people who begin write and read: names as they are printed, pictures that explain themselves, first mistakes."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import halfmove as hm
from halfmove.algorithms.registry import find, id_of
from halfmove.cli.program import main
from halfmove.cli.search import needed_leaves
from halfmove.matches.players import player_from
from halfmove.solving.headers import game_in
from halfmove.studies.specs import AlgorithmSpec
from halfmove.words import infinity, moves, play, value
from tests.conftest import refused

TREE = "[[3,[7,2]],[4,[1,9]]]"


# --- names of algorithms ---


def test_every_printed_title_is_a_name() -> None:
    for algorithm in hm.ALGORITHMS.values():
        for name in (algorithm.id, algorithm.title, *algorithm.aliases):
            for written in (name, name.upper(), name.replace("*", ""), name.replace("-", " ")):
                assert id_of(written) == algorithm.id, written


@pytest.mark.parametrize(
    ("name", "meant"), [("SSS*", "sss_star"), ("mtd(F)", "mtd_f"), ("SAB", "sss_alpha_beta"), ("Negamax", "minimax")]
)
def test_a_title_names_an_algorithm_everywhere(name: str, meant: str) -> None:
    assert hm.search(hm.trees.explicit(TREE), name, compiled=False).algorithm == meant
    assert str(AlgorithmSpec.parse(name)) == meant
    spec = player_from(f"{name}:depth=2").algorithm
    assert spec is not None
    assert spec.id == meant
    ran = CliRunner().invoke(main, ["list", name])
    assert ran.stdout.startswith(f"{meant}\n")


def test_titles_take_parameters() -> None:
    assert str(AlgorithmSpec.parse("PS*:phases=2")) == "ps_star:phases=2"
    ran = CliRunner().invoke(main, ["draw", TREE, "-a", "PS*:phases=2"])
    assert ran.stdout.splitlines()[0] == "explicit tree: ps_star (phases=2)"


@pytest.mark.parametrize(
    ("name", "meant"), [("SSS+", "sss_star"), ("MTD", "mtd_f"), ("alpha-bta", "alpha_beta"), ("scuot", "scout")]
)
def test_near_misses_are_guessed(name: str, meant: str) -> None:
    with pytest.raises(hm.UsageError, match=f"; did you mean '{meant}'\\?$"):
        find(name)


def test_what_nothing_is_like_gets_no_guess() -> None:
    with pytest.raises(hm.UsageError, match=r"^there is no algorithm 'PVS'; the choices are minimax, "):
        find("PVS")


# --- pictures ---


def lines(game: hm.Game, *given: str, **more: int) -> list[str]:
    return str(hm.draw(game, *given, **more)).splitlines()  # type: ignore[arg-type]


def test_a_move_is_told_from_the_name_of_its_node() -> None:
    drawn = lines(hm.games.connect_four(), depth=1)
    assert "├─ ○ 2 (move 3) = 0" in drawn
    assert "□ 1.1 (waits) = 2" in str(hm.draw(hm.games.kalah(2, 1), depth=2))
    assert "on a branch: its move" in hm.draw(hm.games.nim(1, 1)).svg
    assert "on a branch" not in hm.draw(hm.trees.explicit(TREE)).svg


def test_the_legend_explains_the_signs_that_occur() -> None:
    tree = hm.trees.explicit(TREE)
    signs = [entry.split()[0] for entry in lines(tree)[-1].split("; ")]
    assert signs == ["□", "○", "*"]
    signs = [entry.split()[0] for entry in lines(tree, "alpha_beta")[-1].split("; ")]
    assert signs == ["□", "○", "*", "=", "≥", "✂"]
    signs = [entry.split()[0] for entry in lines(tree, "sss_star")[-1].split("; ")]
    assert signs == ["□", "○", "*", "=", "✂", "S", "SOLVED"]
    signs = [entry.split()[0] for entry in lines(tree, "sss_star", step=9)[-1].split("; ")]
    assert signs == ["□", "○", "·", "LIVE", "◀"]


# --- numbers ---


def test_people_get_six_digits_and_json_all() -> None:
    run = CliRunner().invoke
    value = hm.search(hm.trees.uniform(2, 2), compiled=False).value
    assert len(str(value)) > 9
    for words in (["search", "uniform:2,2"], ["draw", "uniform:2,2", "-a", "scout"], ["trace", "uniform:2,2"]):
        shown = run(main, words).output
        assert re.search(rf"value +{value:.6g}\b", shown), shown
        assert str(value) not in shown
    assert str(value) in run(main, ["search", "uniform:2,2", "--json"]).stdout


def test_a_number_is_not_said_twice() -> None:
    ran = CliRunner().invoke(main, ["search", "othello", "--nodes", "50", "--interpreted", "--time", "60"])
    (value,) = re.findall(r"value +(.*)", ran.stdout)
    assert re.fullmatch(r"about -?[\d.]+", value), ran.stdout


# --- first mistakes in Python ---

SMALL = hm.trees.explicit([[1, 2], [3]])


def test_lists_in_the_place_of_a_game() -> None:
    for call in (hm.search, hm.draw, hm.Player):
        with pytest.raises(hm.UsageError, match=r"game must be a Game, not \[\[1, 2\], \[3\]\]; .*trees\.explicit\("):
            call([[1, 2], [3]])  # type: ignore[operator]
    with pytest.raises(hm.UsageError, match=r"game must be a Game, not 3$"):
        hm.search(3)  # type: ignore[arg-type]


def test_a_name_in_the_place_of_a_game() -> None:
    for name, said in (("Reversi", r"halfmove\.games\.othello\(\) makes one"), ("no game", "makes one")):
        with pytest.raises(hm.UsageError, match=rf"game must be a Game, not '{name}'; .*{said}"):
            hm.play(name)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("algorithm", "given", "meant"), [("alpha_beta", "depht", "depth"), ("ps_star", "phasse", "phases")]
)
def test_misspelt_options(algorithm: str, given: str, meant: str) -> None:
    with pytest.raises(hm.UsageError, match=f"{algorithm} has no parameter '{given}'; did you mean '{meant}'\\?$"):
        hm.search(SMALL, algorithm, **{given: 2})


KERNEL = """
import halfmove as hm
from halfmove.words import infinity, moves, play, value


@hm.algorithm(title="mine", promise="the value")
def mine(game, p, height, a, b, run):
    best = -infinity()
    for move in moves(game, p):
        best = max(best, -value(game, play(game, p, move, height, run), height - 1, -b, -a, run))
        if best >= b:
            return
    return best


@hm.algorithm(title="other", promise="the value")
def other(game, p, height, a, b, run):
    best = None
    for move in moves(game, p):
        best = max(best, -value(game, play(game, p, move, height, run), height - 1, -b, -a, run))
    return best
"""


def test_a_kernel_that_returns_nothing(tmp_path: Path) -> None:
    file = tmp_path / "own.py"
    file.write_text(KERNEL)
    deep, flat = hm.trees.explicit([[[1, 2], [3]]]), hm.trees.explicit([1, 2])
    where = re.escape(f"{file}:12")
    with pytest.raises(hm.UsageError, match=f"the kernel mine returned None instead of a score.*{where}"):
        hm.search(deep, f"{file}:mine", compiled=False, window=(0, 2))
    with pytest.raises(hm.UsageError, match=f"the kernel mine returned None instead of a score.*{where}"):
        hm.search(flat, f"{file}:mine", compiled=False, window=(0, 1))
    with pytest.raises(TypeError, match="not supported between instances of"):  # another fault stays as it is
        hm.search(deep, f"{file}:other", compiled=False)


# --- first mistakes on the command line ---


@pytest.mark.parametrize(
    ("tree", "sentence"),
    [
        ("[[3,[7,2]],[4,[1,9]]", "one ] is missing at the end"),
        ("[[3,[7,2]],[4,[1,9", "three ] are missing at the end"),
        ("[[3,[7,2]],[4,1]]]", "one ] too many at column 18"),
        ("[3,4]] ]", "two ] too many at column 6"),
        ("[3,4]\n]", "one ] too many at line 2, column 1"),
        ("[3 4]", "at column 4 a comma or a ] is expected"),
        ("[3,a]", "at column 4 a number or a [ is expected"),
        ("[3],[4]", "it is complete before column 4, but more text follows"),
    ],
)
def test_trees_that_cannot_be_read(tree: str, sentence: str) -> None:
    with pytest.raises(hm.UsageError, match=re.escape(f"the tree cannot be read: {sentence}; a tree is written")):
        hm.trees.explicit(tree)


def test_a_tree_without_quotes() -> None:
    for words in (["draw", "-a", "scout", "[[3,", "[7,", "-2]],", "4]"], ["search", "[[3,", "[7,", "-2]],", "4]"]):
        refused(CliRunner().invoke(main, words), f"halfmove {words[0]} '[[3, [7, -2]], 4]'")
    refused(CliRunner().invoke(main, ["draw", "[[3,4]", "-a", "scout"]), "one ] is missing at the end")


@pytest.mark.parametrize("command", ["draw", "search", "trace"])
def test_no_tree_at_all(command: str) -> None:
    refused(CliRunner().invoke(main, [command]), f"halfmove {command} '[[3,[7,2]],[4,1]]'")


def test_only_good_guesses_are_made_and_these_suffice() -> None:
    said = CliRunner().invoke(main, ["draw", "three"]).stderr
    assert "did you mean" not in said
    assert "the tree families are uniform" in said
    assert CliRunner().invoke(main, ["draw", "unifrom:3,2"]).stderr.endswith("known; did you mean 'uniform'?\n")
    assert CliRunner().invoke(main, ["play", "conectfour"]).stderr.endswith("did you mean 'connect_four'?\n")


# --- pages of algorithms ---


def test_a_page_of_an_algorithm_has_no_empty_places(tmp_path: Path) -> None:
    file = tmp_path / "own.py"
    file.write_text(KERNEL)
    assert CliRunner().invoke(main, ["list", f"{file}:mine"]).stdout.split("\n\n") == [
        "mine\nmine\nPromises the value.",
        "It has no parameters.\n",
    ]
    for algorithm in hm.ALGORITHMS.values():
        parts = CliRunner().invoke(main, ["list", algorithm.id]).stdout.split("\n\n")
        assert f"{algorithm.title}." not in parts
        assert "" not in parts


# --- rules ---


def count_down(p):  # type: ignore[no-untyped-def]
    yield 1


def forgets(p):  # type: ignore[no-untyped-def]
    if p > 5:
        return [1, 2]
    yield 1


def game_of(**changed: Any) -> hm.Game:
    rules = {"start": 7, "moves": count_down, "play": lambda p, move: p - move, "result": lambda p: (p < 1, 0)}
    return hm.Game("mine", **rules | changed)


def test_wrong_rules_are_named_with_their_place() -> None:
    here = re.escape(__file__)
    with pytest.raises(hm.UsageError, match=rf"play must take \(p, move\), see {here}:\d+$"):
        game_of(play=lambda p: p)
    with pytest.raises(hm.GameError, match=r"its start \[7, 9\] is a list, .* hashable"):
        hm.search(game_of(start=[7, 9]), compiled=False)
    with pytest.raises(hm.GameError, match=rf"moves\(7\) returns \[1, 2\] and also has a `yield`.*\({here}:\d+\)$"):
        hm.search(game_of(moves=forgets), compiled=False)


def test_a_format_that_writes_no_text(tmp_path: Path) -> None:
    file = tmp_path / "own.py"
    file.write_text(
        "import halfmove as hm\n\n\ndef moves(p):\n    yield 1\n\n\n"
        "game = hm.Game('g', 3, moves, lambda p, move: p - move, lambda p: (p < 1, 0), format=lambda move: move)\n"
    )
    for command in ("search", "draw"):
        refused(
            CliRunner().invoke(main, [command, f"{file}:game"]), "format(1) returns 1, which is not text", "own.py:8"
        )


def test_a_syntax_error_has_its_line_once(tmp_path: Path) -> None:
    file = tmp_path / "own.py"
    file.write_text("def moves(p)\n    yield 1\n")
    assert (
        CliRunner()
        .invoke(main, ["search", f"{file}:game"])
        .stderr.rstrip()
        .endswith("own.py:1: SyntaxError: expected ':'")
    )


# --- other sentences ---


def test_a_question_mark_is_help() -> None:
    asked, helped = (
        CliRunner().invoke(main, ["play", "nim"], input=f"{word}\nquit\n").stdout for word in ("?", "help")
    )
    assert asked == helped


def test_a_database_with_other_parameters_is_named() -> None:
    with pytest.raises(hm.UsageError, match=r"^my\.db .*nim has no argument 'rows'; it takes none by name"):
        game_in({"game": "nim 1 2", "parameters": {"game": "nim", "rows": [1, 2]}}, "my.db")


def test_reals_that_are_too_large() -> None:
    with pytest.raises(hm.UsageError, match=r"reals.* below 1e300"):
        hm.trees.uniform(2, 2, values=(-1e308, 1e308))


def test_continuous_values_have_no_table() -> None:
    refused(CliRunner().invoke(main, ["theory", "values", "--values", "continuous"]), "--values continuous", "0..3")


def test_a_tree_with_more_leaves_than_digits_fit() -> None:
    options = dict.fromkeys(("window", "position", "moves", "nodes", "seconds", "endgames", "depth"))
    assert needed_leaves(hm.trees.uniform(10, 10_000), options) == "1 x 10^5000"
    assert needed_leaves(hm.trees.uniform(2, 4), options) is None


def test_a_fault_of_a_rule_is_not_told_as_one_of_the_kernel() -> None:
    @hm.algorithm(title="mine")
    def mine(game, p, height, a, b, run):
        best = -infinity()
        for move in moves(game, p):
            best = max(best, -value(game, play(game, p, move, height, run), height - 1, -b, -a, run))
        if best >= 0 or best < 0:
            return best

    def pile_moves(p):
        yield 1

    def pile_result(p):
        return p <= 0, {3: 1}.get(p) + 1 if p == 0 else 0

    game = hm.Game("pile", 2, pile_moves, lambda p, move: p - move, pile_result)
    with pytest.raises(Exception, match="unsupported operand") as error:
        hm.search(game, mine, compiled=False)
    assert "kernel" not in str(error.value)
