"""The command line: what it prints, where, and with which exit code."""

from __future__ import annotations

import csv
import doctest
import json
import os
import re
import shlex
import signal
import subprocess
import sys
import time
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import halfmove as hm
from halfmove import studies
from halfmove.adapters.arguments import usage
from halfmove.adapters.from_text import FACTORIES
from halfmove.cli.algorithms import chosen_algorithm, compared_by_default
from halfmove.cli.game_argument import game_from
from halfmove.cli.position import position_from
from halfmove.cli.program import COMMANDS, GROUPS, main
from halfmove.cli.search import needed_leaves
from halfmove.compare import compare, measure, planned
from halfmove.studies import AlgorithmSpec, Table, TreeSpec
from halfmove.theory import minimum_leaves
from halfmove.trees import FAMILIES, PAPERS
from tests.conftest import facts, process

TREE = "[[3,[7,2]],[4,1]]"


def run(*words: str, stdin: str | None = None) -> Any:
    return CliRunner().invoke(main, words, input=stdin)


def answer(*words: str, stdin: str | None = None) -> Any:
    ran = run(*words, "--json", stdin=stdin)
    assert ran.exit_code == 0, ran.stderr
    assert ran.stderr == ""
    return json.loads(ran.stdout)


def fault(*words: str) -> str:
    """The one sentence of an error; nothing else may be printed."""
    ran = run(*words)
    assert ran.exit_code == 2
    assert ran.stdout == ""
    assert ran.stderr.startswith("halfmove: ")
    assert ran.stderr.count("\n") == 1
    return str(ran.stderr)


def program(*words: str, **how: Any) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "halfmove", *words],
        capture_output=True, text=True, check=False, **how,
    )  # fmt: skip


# What to search


def test_trees_from_text_and_files(tmp_path: Path) -> None:
    file = tmp_path / "tree.json"
    file.write_text(TREE)
    values = [answer("search", what)["value"] for what in (TREE, str(file))] + [
        answer("search", "-", stdin=TREE)["value"]
    ]
    assert values == [3, 3, 3]
    assert answer("search", "5")["value"] == 5
    assert answer("search", "[0.5,[0.25]]")["value"] == 0.5


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("uniform:8,4", {"width": 8, "depth": 4, "seed": 0, "values": None}),
        ("uniform:width=8,depth=4,values=0..127,seed=7", {"width": 8, "values": (0, 127), "seed": 7}),
        ("uniform:2,2,values=-3..5", {"values": (-3, 5)}),
        ("uniform:2,2,values=0.0..1.0", {"values": (0.0, 1.0)}),
        ("uniform:2,2,values=continuous", {"values": None}),
        ("uniform:2,2,1,continuous", {"seed": 1, "values": None}),
        ("uniform:2,2,values=bivalued:0.4", {"values": 0.4}),
        ("uniform:2,2,values=0.4", {"values": 0.4}),
        ("uniform:2,2,values=bivalued:1", {"values": 1.0}),
        ("uniform:2,2,values=0:0.5,1:0.3,2:0.2,seed=3", {"values": {0: 0.5, 1: 0.3, 2: 0.2}, "seed": 3}),
        ("uniform:2,2,values=0,9", {"values": (0, 9)}),
        ("ordered:24,4,order=2,probability=0.9", {"order": 2, "probability": 0.9}),
        ("ordered:4,4,order=geometric,probability=0.5", {"order": "geometric"}),
        ("incremental:3,8", {"width": 3, "depth": 8}),
        ("connect_four", {"width": 7, "height": 6}),
        ("connect_four:width=6,height=5", {"width": 6, "height": 5}),
        ("nim:3,4,5", {"piles": (3, 4, 5)}),
    ],
)
def test_families_and_games(text: str, wanted: dict[str, Any]) -> None:
    made = game_from(text).parameters
    assert {name: made[name] for name in wanted} == wanted


def test_a_game_of_ones_own(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(
        "import halfmove as hm\n"
        "def moves(p):\n    yield 1\n    yield 2\n"
        "def play(p, m):\n    return p - m\n"
        "def result(p):\n    return p <= 0, -1\n"
        "def make(n):\n    return hm.Game('count', n, moves, play, result)\n"
        "game = make(4)\n"
        "broken = 3\n"
    )
    assert answer("search", str(file))["value"] == answer("search", f"{file}:game")["value"] == 1
    assert answer("search", f"{file}:make:3")["value"] == -1
    assert "has no game 'other'; its games are game" in fault("search", f"{file}:other")
    assert "has no game 'broken'" in fault("search", f"{file}:broken")
    file.write_text("x = 1\ny = x +\n")
    assert "mine.py:2: SyntaxError" in fault("search", f"{file}:game")
    file.write_text("x = 1\ny = nothing\n")
    assert "mine.py:2: NameError" in fault("search", f"{file}:game")
    assert "there is no file" in fault("search", f"{tmp_path}/none.py:game")


@pytest.mark.parametrize(
    ("what", "says"),
    [
        ("unifrm:8,4", "did you mean 'uniform'?"),
        ("uniform:8", "missing a required argument: 'depth'; write uniform:WIDTH,DEPTH"),
        ("uniform:8,4,vals=3", "has no argument 'vals'"),
        ("uniform:8,4,seed=1,seed=2", "seed= is given twice"),
        ("uniform:8,x", "depth must be a whole number"),
        ("uniform:2,2,values=0:0.5,1:0.4", "values={0: 0.5, 1: 0.4}: the probabilities add up to 0.9"),
        ("ordered:4,4,values=5", "values must be a pair"),
        ("no_such.json", "cannot read no_such.json"),
        ("[[],1]", "node 1 is an empty list"),
        ("[1,", "at column 4 a number or a [ is expected"),
        ("[NaN]", "leaf 1 is not a number"),
        ("nim:a", "piles must be a whole number"),
    ],
)
def test_wrong_things_to_search(what: str, says: str) -> None:
    assert says in fault("search", what)


def test_positions() -> None:
    assert answer("search", TREE, "--position", "1.2")["value"] == 7
    board = game_from("tic_tac_toe")
    assert position_from(board, "1 5 9") == position_from(board, "1,5,9")
    nim = game_from("nim:3,4,5")
    assert position_from(nim, "1-2 2-1") == position_from(nim, "(1,2) (2,1)")
    tree = game_from("uniform:3,3,seed=5")
    assert position_from(tree, "1.2") == tree.next(tree.next(tree.start, 1), 2)
    assert position_from(tree, "0") == tree.start
    assert "'1' is not a move; the moves there are 2 3" in fault("search", "tic_tac_toe", "--position", "1 1")
    assert "the game is over there" in fault("search", "uniform:2,1", "--position", "1.1")
    shown = run("search", "connect_four", "--position", "44", "--depth", "2").stdout
    assert ". . . O . . .\n  . . . X . . ." in shown


# Search


def test_search_prints_all() -> None:
    out = run("search", TREE, "--trace", "-a", "scout").stdout
    shown, found = facts(out), hm.search(hm.trees.explicit(TREE), "scout", compiled=False)
    names = ("value", "best move", "line", "parameters", "leaves", "nodes")
    assert [shown[name] for name in names] == ["3", "1", "1 1", "test=window", "4", str(found.counts.nodes)]
    assert re.fullmatch(r"[\d.]+ \S+ interpreted, [\d.]+ .*nodes/s", shown["time"])
    assert "\n  1.1 1.2.1 2.1 2.2\n" in out
    assert out.endswith(f"repeat: halfmove search '{TREE}' -a scout --trace\n")


def test_search_as_json_is_the_result() -> None:
    got = answer("search", TREE, "-a", "negascout", "--window", "3,9")
    wanted = hm.search(hm.trees.explicit(TREE), "negascout", window=(3, 9))
    assert {**wanted.as_dict(), "seconds": 0}.items() <= {**got, "seconds": 0}.items()
    assert shlex.split(got["repeat"]) == ["halfmove", "search", TREE, "-a", "negascout", "--window", "3,9"]


def test_the_line_that_repeats_repeats() -> None:
    words = ["search", "uniform:4,4,values=0..9", "-a", "aspiration", "--guess", "4", "--error", "1", "--interpreted"]
    first = answer(*words)
    again = answer(*shlex.split(first["repeat"])[1:])
    assert {**first, "seconds": 0, "nodes_per_second": 0} == {**again, "seconds": 0, "nodes_per_second": 0}


@pytest.mark.parametrize("algorithm", list(hm.ALGORITHMS.values()), ids=lambda algorithm: algorithm.id)
def test_every_parameter_is_an_option(algorithm: Any) -> None:
    given: list[str] = []
    for parameter in algorithm.parameters:
        values = {"int": "2", "score": "2", "memory": "2", "flag": "yes"}
        value = parameter.choices[-1] if parameter.kind == "choice" else values.get(parameter.kind, "1,1")
        given += [f"--{parameter.name.replace('_', '-')}", value]
    found = answer("search", "uniform:2,3,values=0..9", "-a", algorithm.id, *given)
    assert found["algorithm"] == algorithm.id
    assert set(found["parameters"]) == {parameter.name for parameter in algorithm.parameters}


def test_windows() -> None:
    assert answer("search", TREE, "--window", "-inf,2")["bound"] == "lower"
    assert answer("search", TREE, "--window", "5,")["bound"] == "upper"
    assert facts(run("search", TREE, "--window", "5,9").stdout)["value"] == "at most 5"
    assert "window (4, 3)" in fault("search", TREE, "--window", "4,3")
    assert re.search(r"--window .*LOW,HIGH.* not '4'\n", fault("search", TREE, "--window", "4"))


def test_limits() -> None:
    found = answer("search", "connect_four", "--nodes", "1000")
    assert (found["stopped"], found["bound"]) == ("nodes", "lower")
    assert "limit of nodes" in facts(run("search", "connect_four", "--nodes", "1000").stdout)["value"]
    assert re.search(r"nodes=0.* above 0", fault("search", TREE, "--nodes", "0"))


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["search", TREE, "-a", "scuot"], "did you mean 'scout'?"),
        (["search", TREE, "--test", "strict"], "alpha_beta has no parameter 'test'"),
        (["search", TREE, "-a", "scout", "--test", "loose"], "is not one of 'window', 'strict', 'printed'"),
        (["search", TREE, "-a", "scout:strict"], "NAME=VALUE"),
        (["search", TREE, "-a", "aspiration"], "aspiration needs guess="),
        (["search", TREE, "-a", "aspiration", "--guess", "x", "--error", "1"], "guess must be a number"),
        (["search", TREE, "--depth", "-1"], "--depth must be a whole number from 0 to 1000000, not -1 (see"),
        (["trace", TREE, "--depth", "1000001"], "--depth must be a whole number from 0 to 1000000, not 1000001"),
        (["search", TREE, "--depth", "1"], "only its leaves have scores"),
        (["search", TREE, "--deep", "1"], "'--deep'. (Did you mean one of: '--depth'"),
        (["search"], "name a tree or a game, as in halfmove search '[[3,[7,2]],[4,1]]'"),
        (["serach", TREE], "did you mean 'search'?"),
        (["compare", "--family", "conect_four"], "did you mean 'connect_four'?"),
        (["compare", "--family", "nim:2,3", "--depth", "-1"], "depth must be a whole number from 0 to 1000000, not -1"),
        (["compare", "--family", "uniform:8,4,seed=1"], "leave the seed out"),
        (["compare", "--trees", "0"], "trees must be a whole number from 1 on, not 0"),
        (["compare", "--seed", "x"], "'x' is not a valid integer"),
        (["compare", "-a", "aspiration"], "aspiration needs guess="),
        (["compare", "--trees", "1", "--csv", "-", "--json"], "--json and --csv - both write to standard output"),
        (["compare", "--trees", "1", "--csv", "/no/such/place.csv"], "cannot write /no/such/place.csv"),
        (["list", "scuot"], "did you mean 'scout'?"),
    ],
)
def test_errors_are_one_sentence(words: list[str], says: str) -> None:
    assert says in fault(*words)


# List


def test_list() -> None:
    lines = run("list").stdout.splitlines()
    for name in (*hm.ALGORITHMS, *FACTORIES):
        assert len([line for line in lines if line.startswith(f"  {name} ")]) == 1
    assert len(lines) < len(hm.ALGORITHMS) + len(FACTORIES) + 12
    assert any(line.split()[:2] == ["scout", "SCOUT:"] for line in lines)
    for name, factory in FACTORIES.items():
        if name not in PAPERS:
            assert run("list", name).stdout.startswith(usage(name, factory))
    assert usage("uniform", FACTORIES["uniform"]) == "uniform:WIDTH,DEPTH[,seed=0][,values=continuous][,order=random]"
    everything = answer("list")
    assert [each["id"] for each in everything["algorithms"]] == [each.id for each in hm.ALGORITHMS.values()]
    assert [each["name"] for each in everything["families"]] == list(FAMILIES)


def test_list_one() -> None:
    scout = run("list", "scout").stdout
    assert scout.startswith("scout\nSCOUT (")
    assert hm.ALGORITHMS["scout"].contract.strip().removeprefix("SCOUT.\n\n") in scout  # its name stands above
    assert answer("list", "negamax")["id"] == "minimax"
    assert answer("list", "connect_four")["parameters"][0]["default"] == "7"


# Compare


def test_compare_table() -> None:
    ran = run("compare", "--family", "uniform:3,4", "--trees", "5", "-a", "scout:test=strict")
    assert ran.exit_code == 0
    assert "uniform:3,4: 5 trees, at least 17 leaves each" in ran.stdout
    assert "seed 1; repeat: halfmove compare -a alpha_beta -a scout:test=strict --family uniform:3,4" in ran.stdout
    assert ran.stderr == ""  # no progress bar off a terminal


def test_compare_numbers() -> None:
    found = answer("compare", "--family", "uniform:3,4", "--trees", "7", "--seed", "5", "-a", "minimax")
    family = TreeSpec.parse("uniform:3,4")
    trees = [hm.trees.uniform(3, 4, seed=family.seed(5, number)) for number in range(1, 8)]
    counts = [hm.search(tree, "alpha_beta").counts.leaves for tree in trees]
    mean = sum(counts) / 7
    reference, everything = found["rows"]
    assert reference["leaves"] == pytest.approx(mean)
    assert reference["standard_error"] == pytest.approx((sum((x - mean) ** 2 for x in counts) / 6 / 7) ** 0.5)
    assert (reference["minimum"], reference["relative"]) == (minimum_leaves(3, 4), 1)
    assert (everything["leaves"], everything["relative"]) == (81, pytest.approx(81 / mean))
    assert (found["seed"], found["finished"]) == (5, True)


def test_both_speeds_count_the_same() -> None:
    words = ["compare", "--trees", "3", "--family", "uniform:4,4", "--family", "uniform:3,3", "-a", "alpha_beta"]
    slow, fast = (answer(*words, speed)["rows"] for speed in ("--interpreted", "--compiled"))
    assert [{**row, "seconds": 0} for row in slow] == [{**row, "seconds": 0} for row in fast]


def test_compare_csv(tmp_path: Path) -> None:
    table, each = tmp_path / "table.csv", tmp_path / "each.csv"
    words = ["compare", "--trees", "4", "--family", "uniform:3,3", "--family", "ordered:3,3,order=3", "-a", "scout"]
    assert run(*words, "--csv", str(table), "--each", str(each)).exit_code == 0
    rows = list(csv.DictReader(table.open()))
    assert [row["algorithm"] for row in rows] == ["alpha_beta", "scout"] * 2
    singles = list(csv.DictReader(each.open()))
    assert len(singles) == 16
    again = hm.search(hm.trees.uniform(3, 3, seed=int(singles[0]["seed"])))
    assert int(singles[0]["leaves"]) == again.counts.leaves
    assert sorted(file.name for file in tmp_path.iterdir()) == ["each.csv", "table.csv"]
    printed = run(*words, "--csv", "-")
    assert printed.stdout.startswith("family,algorithm,trees,leaves,")
    assert "repeat:" in printed.stderr


def test_what_is_compared_by_default() -> None:
    chosen = compared_by_default()
    assert {"alpha_beta", "p_alpha_beta", "scout", "negascout"} <= set(chosen)
    assert "aspiration" not in chosen  # it needs a guess


def test_choices() -> None:
    wanted = AlgorithmSpec.of("aspiration", guess=4, error=0.5)
    assert chosen_algorithm("aspiration:guess=4,error=0.5", {}, ()) == wanted
    assert chosen_algorithm("aspiration:guess=4", {"error": "0.5", "depth": "3"}, ["depth"]) == wanted
    assert str(chosen_algorithm("scout:test=strict", {}, ())) == "scout:test=strict"
    assert chosen_algorithm("negamax", {}, ()) == AlgorithmSpec("minimax")


def test_least_leaves() -> None:
    assert minimum_leaves(8, 4) == 127
    assert (minimum_leaves(3, 0), minimum_leaves(3, 1), minimum_leaves(3, 3)) == (1, 3, 11)


def test_compare_and_study_have_the_same_trees() -> None:
    """And so does reproduce, whose cells are those of a study."""
    families = ["uniform:3,4", "uniform:2,5"]
    plan = studies.plan(families, ["alpha_beta", "scout"], 20, seed=3)
    one, other = measure(planned(families, ["scout"], 20, seed=3)), studies.run(plan, 1)
    assert [[r._replace(seconds=0) for r in some] for some in one.records] == [
        [r._replace(seconds=0) for r in some] for some in other.records
    ]
    assert [row["seed"] for row in one.rows()] == [row["seed"] for row in other.rows()]


def test_compare_games() -> None:
    found = answer("compare", "--family", "connect_four:opening=4", "--depth", "3", "--trees", "4", "-a", "minimax")
    assert [(row["family"], row["trees"]) for row in found["rows"]] == [("connect_four:look_ahead=3,opening=4", 4)] * 2
    assert found["rows"][0]["minimum"] is None
    assert found["rows"][1]["relative"] > 1
    alone = answer("compare", "--family", "nim:2,3", "--trees", "4", "-a", "minimax")["rows"]
    assert [row["trees"] for row in alone] == [1, 1]  # without an opening all would be the same


def test_looking_ahead_in_trees() -> None:
    rows = compare(["incremental:3,4"], ["minimax"], 2, depth=2)
    assert [(row.minimum, row.leaves) for row in rows][1] == (minimum_leaves(3, 2), 9)


def test_disagreement_is_a_failed_check(monkeypatch: pytest.MonkeyPatch) -> None:
    good = measure(planned(["uniform:2,2"], ["minimax"], trees=1))
    bad = Table(good.plan, (good.records[0], (good.records[1][0]._replace(value=9),)))
    monkeypatch.setattr("halfmove.cli.compare.measure", lambda *given: bad)
    ran = run("compare", "--trees", "1", "-a", "minimax", "--family", "uniform:2,2")
    assert ran.exit_code == 1
    assert "the values differ" in ran.stderr


def test_compare_from_python() -> None:
    rows = compare(["uniform:2,3"], ["negascout"], trees=1)
    assert [(row.algorithm, row.standard_error) for row in rows] == [("alpha_beta", None), ("negascout", None)]


def test_ctrl_c_keeps_what_is_finished(monkeypatch: pytest.MonkeyPatch) -> None:
    def at_the_third(what: str, done: int, total: int, unit: str) -> None:
        if done == 3:
            raise KeyboardInterrupt

    monkeypatch.setattr("halfmove.cli.compare.progress", lambda: nullcontext(at_the_third))
    ran = run("compare", "--trees", "9", "--family", "uniform:2,3")
    assert ran.exit_code == 130
    assert "uniform:2,3: 3 trees" in ran.stdout
    assert ran.stderr == "halfmove: stopped by Ctrl-C after 3 of 9 trees; the table counts only those\n"


# The program


def test_help() -> None:
    for words in ((), ("--help",), ("-h",), ("help",)):
        out = run(*words).stdout
        named = out.partition("Show this message and exit.")[2]
        assert re.findall(r"^([A-Z][A-Za-z ]+):$", named, re.MULTILINE) == list(GROUPS)
        assert re.findall(r"^  ([a-z]+) {2,}\S", named, re.MULTILINE) == list(COMMANDS)
        examples = [shlex.split(line)[1:] for line in re.findall(r"^  (halfmove .*)", out, re.MULTILINE)]
        assert len(examples) > 3
        assert {command for command, *_ in examples} <= set(COMMANDS)
    assert run("--version").stdout == f"halfmove {hm.__version__}\n"


def test_help_of_a_command() -> None:
    assert run("help", "play").stdout == run("play", "--help").stdout
    assert run("help", "book", "build").stdout == run("book", "build", "--help").stdout
    for words, sentence in (
        (("paly",), "there is no command 'paly'; did you mean 'play'?"),
        (("book", "built"), "there is no command 'built'; did you mean 'build'?"),
        (("play", "othello"), "halfmove play has no commands of its own; `halfmove help play` shows its options"),
    ):
        ran = run("help", *words)
        assert (ran.exit_code, ran.stdout) == (2, "")
        assert sentence in ran.stderr


def test_a_piped_list_has_at_most_80_columns() -> None:
    assert max(map(len, run("list").stdout.splitlines())) <= 80


def test_help_has_the_options_of_the_algorithm_that_is_named() -> None:
    general = run("search", "--help").stdout
    assert "--phases" not in general
    assert "-a scout --help" in general
    assert "--memory SIZE" in general
    assert "WHAT\n" in general
    named = run("search", "--help", "-a", "ps_star").stdout
    assert "Options of ps_star:\n  --phases N" in named
    assert "--guess" not in named
    both = run("explore", "-a", "scout", "-aalpha_beta", "--help").stdout
    assert "--test window|strict|printed" in both
    assert "alpha_beta has no options of its own." in both
    assert "did you mean 'scout'?" in fault("trace", "-a", "scuot", "--help")


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["search", TREE, "-a", "scout", "-a", "mtd_f"], "-a is given twice, but a search has one algorithm"),
        (["draw", TREE, "-a", "scout", "--algorithm=scout"], "-a is given twice"),
        (["trace", TREE, "--depth", "1", "--depth", "2"], "--depth is given twice: leave one of them out"),
        (["search", TREE, "--compiled", "--interpreted"], "--compiled and --interpreted: give only one of them, once"),
        (
            ["search", TREE, "-a", "scout:test=strict", "--test", "window"],
            "test is given twice, in -a scout",
        ),
        (["compare", "--trees", "2", "--trees", "3"], "--trees is given twice"),
        (["theory", "leaves", "-w", "2", "--width", "3"], "is given twice"),
        (["book", "show", "x", "--depth", "2", "--depth", "3"], "--depth is given twice"),
    ],
)
def test_nothing_is_given_twice(words: list[str], says: str) -> None:
    assert says in fault(*words)


def test_what_may_be_repeated() -> None:
    assert answer("search", TREE, "--json")["value"] == 3
    assert len(answer("compare", "--trees", "1", "--family", "uniform:2,2", "-a", "scout", "-a", "mtd_f")["rows"]) == 3


def test_help_loads_neither_the_compiler_nor_a_command() -> None:
    code = "import sys; from halfmove.cli.program import main\ntry: main(['--help'])\nexcept SystemExit: pass\n"
    code += "assert not {'numba', 'halfmove.cli.search'} & set(sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False, capture_output=True).returncode == 0


def test_separate_streams() -> None:
    good, bad = program("search", TREE, "--json"), program("search", "[[]]")
    assert (good.returncode, good.stderr) == (0, "")
    assert json.loads(good.stdout)["value"] == 3
    assert (bad.returncode, bad.stdout) == (2, "")


def test_unexpected_faults_are_sentences_too(tmp_path: Path) -> None:
    file = tmp_path / "broken.py"
    file.write_text(
        "import halfmove as hm\n"
        "def moves(p):\n    yield unknown\n"
        "def play(p, m):\n    return p\n"
        "def result(p):\n    return p > 5, 0\n"
        "game = hm.Game('broken', 0, moves, play, result)\n"
    )
    ran = program("search", f"{file}:game", "--depth", "2", "--interpreted")
    assert ran.returncode == 2
    assert ran.stderr.startswith("halfmove: moves(0) raises NameError: name 'unknown' is not defined (")
    assert "broken.py:3)" in ran.stderr
    assert "Traceback" not in ran.stderr


HOOKS = """
import halfmove as hm

def moves(p):
    yield 1

def play(p, move):
    return p + move

def result(p):
    return p > 2, -1

def words(move):
    return "take " + move

rules = ("count", 0, moves, play, result)
formats = hm.Game(*rules, format=words)
shows = hm.Game(*rules, show=lambda p: "board" + p)
says = hm.Game(*rules, say=lambda score: "by " + score)
parses = hm.Game(*rules, locate=lambda name: int(name) + name)
evaluates = hm.Game(*rules, evaluate=lambda p: p.stones)
"""


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("play", ":formats", "--you", "none", "--time", "0.1"), "words(1) raises TypeError: can only concatenate"),
        (("search", ":formats", "--depth", "2", "--interpreted"), "words(1) raises TypeError: can only concatenate"),
        (("play", ":shows"), "a lambda(0) raises TypeError: can only concatenate"),
        (("play", ":says", "--you", "none", "--level", "5"), "a lambda(1) raises TypeError: can only concatenate"),
        (("search", ":parses", "--position", "2", "--depth", "1"), "a lambda('2') raises TypeError: unsupported"),
        (("search", ":evaluates", "--depth", "1", "--interpreted"), "a lambda(0) raises AttributeError: 'int' object"),
        (("check", ":formats", "--games", "2"), "count: words(1) raises TypeError: can only concatenate"),
    ],
)
def test_an_error_in_a_users_function_names_the_call(words: tuple[str, ...], sentence: str, tmp_path: Path) -> None:
    (tmp_path / "own.py").write_text(HOOKS)
    ran = run(*(f"{tmp_path}/own.py{word}" if word.startswith(":") else word for word in words))
    assert ran.exit_code in (1, 2)
    assert ran.stderr.startswith(f"halfmove: {sentence}")
    assert re.search(r"own\.py:\d+\)", ran.stderr)
    assert ran.stderr.count("\n") == 1


def test_poor_terminals() -> None:
    ran = program("compare", "--trees", "2", env={**os.environ, "PYTHONIOENCODING": "ascii", "NO_COLOR": "1"})
    assert ran.returncode == 0
    assert "alpha_beta" in ran.stdout
    assert ran.stdout.isascii()
    assert "\x1b" not in ran.stdout


def test_closed_pipe() -> None:
    line = f"{shlex.quote(sys.executable)} -m halfmove list | true"
    ran = subprocess.run(line, shell=True, capture_output=True, text=True, check=False)
    assert ran.stderr == ""


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_ctrl_c() -> None:
    words = [sys.executable, "-u", "-m", "halfmove", "search", "uniform:10,15"]
    with process(*words) as running:
        time.sleep(1.5)
        running.send_signal(signal.SIGINT)
        out, told = running.communicate(timeout=120)
    assert (running.returncode, out, told) == (130, "", "halfmove: stopped by Ctrl-C\n")


def test_a_command_tells_which_files_it_wrote(tmp_path: Path) -> None:
    page, leaves = tmp_path / "page.html", tmp_path / "leaves.csv"
    ran = run("study", "--family", "uniform:2,2", "-a", "alpha_beta", "--trees", "2", "--csv", str(leaves), "--html",
              str(page), "--store", str(tmp_path / "store.db"), "--jobs", "1")  # fmt: skip
    told = [line for line in ran.stderr.splitlines() if "was written" in line]
    assert [line.split(" was written")[0] for line in told] == [f"halfmove: {leaves}", f"halfmove: {page}"]
    assert "open it in a browser: " in told[1]
    assert run("explore", TREE, "--html", os.devnull).stderr == ""  # no file
    assert run("explore", TREE, "--html", "-").stderr == ""


def test_groups_of_commands_show_their_help() -> None:
    for group in ("book", "theory"):
        ran = run(group)
        assert (ran.exit_code, ran.stderr) == (0, "")
        assert ran.stdout == run(group, "--help").stdout
        assert "..." not in ran.stdout.partition("Commands:")[2]  # every line of it is whole


def test_a_search_that_is_too_long_to_tell(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("halfmove.cli.trace._MOST", 50)
    for algorithm in ("alpha_beta", "sss_star"):
        assert re.search(f"connect four: {algorithm} .* 50 .*--depth", fault("trace", "connect_four", "-a", algorithm))
        assert re.search(rf"T\(3,6\).*: {algorithm} .* 50 .*tree", fault("trace", "uniform:3,6", "-a", algorithm))
        assert answer("trace", "connect_four", "-a", algorithm, "--depth", "1")["counts"]["leaves"] == 7


def test_times_are_compared_at_one_speed_only() -> None:
    words = ("compare", "--trees", "2", "--family", "uniform:2,2", "-a", "scout")
    heads = [run(*words, *speed).stdout.splitlines()[1].split() for speed in ([], ["--interpreted"])]
    assert heads[1] == [*heads[0], "time"]


def test_a_listing_has_a_heading_beside_it() -> None:
    listed = run("trace", TREE, "-a", "sss_star")
    assert listed.stdout.startswith("1. (0,L,inf)\n2. ")
    assert listed.stderr.startswith(f"SSS* (sss_star) on {TREE}\nThe case to be applied, then OPEN; `--words`")
    assert "BACKUP" not in listed.stderr
    phases = run("trace", "uniform:4,2,values=0..9", "-a", "ps_star", "--phases", "2").stderr
    assert phases.startswith("PS* (ps_star) on uniform:4,2,values=0..9\nThe case to be applied, then OPEN and below it")
    assert "SPACE and FLAG" in run("trace", TREE, "-a", "iter_sss_star", "--memory", "4").stderr
    assert run("trace", "-", "-a", "sss_star", stdin=TREE).stderr.startswith("SSS* (sss_star) on standard input\n")
    assert run("trace", TREE).stdout.startswith("Enter 0, where MAX is to move: alpha = -∞")
    for words in (
        ["-a", "sss_star", "--words"],
        ["-a", "sss_star", "--json"],
        ["-a", "alpha_beta"],
    ):  # which say themselves what they are
        assert "to be applied" not in run("trace", TREE, *words).stderr


@pytest.mark.parametrize("name", ["uniform", "ordered", "incremental", "nim", "tic_tac_toe", "chess_endgame"])
def test_a_page_has_examples_that_can_be_typed(name: str) -> None:
    page = run("list", name).stdout
    example = doctest.DocTestParser().get_doctest(page, {}, name, None, None)  # nothing is imported before
    assert example.examples
    said: list[str] = []
    assert doctest.DocTestRunner(verbose=False).run(example, out=said.append).failed == 0, said
    lines = re.findall(r"On the command line: halfmove (.*)", page)
    assert bool(lines) == (name in FAMILIES)
    for line in lines:
        assert run(*line.split()).exit_code == 0


def test_the_page_of_a_family_has_its_values_as_text() -> None:
    texts = re.findall(r"as text: ([^,\s]\S+)", run("list", "uniform").stdout)
    assert texts == ["continuous", "0..99", "0.0..1.0", "0:0.5,1:0.3,2:0.2", "bivalued:0.4"]
    for text in texts:
        assert run("search", f"uniform:2,2,values={text}").exit_code == 0


WIDE = """import halfmove as hm
def moves(p):
    yield from range(1, p + 1)
game = hm.Game("wide", 10**12, moves, lambda p, take: p - take, lambda p: (p == 0, -1))
"""


def test_positions_with_many_moves(tmp_path: Path) -> None:
    """An error names the first moves, however many there are; where there are too many it says so."""
    for option in ("--position", "--moves"):
        said = run("search", "uniform:99999,9", option, "random").stderr
        assert re.search(r"'random' is not a move; the moves there are 1 2 3 .* 60 \.\.\.$", " ".join(said.split()))
    (tmp_path / "wide.py").write_text(WIDE)
    wide = f"{tmp_path}/wide.py:game"
    for words in (["search", wide, "--moves", "x"], ["search", wide, "--position", "x"], ["check", wide]):
        ran = run(*words)
        assert ran.exit_code == 1 + (words[0] == "search")
        assert "has more than 1,000,000 moves, which is too many to list" in " ".join(ran.stderr.split())


def test_no_sentence_is_long() -> None:
    said = run("search", "tic_tac_toe", "--depth", "y " * 50_000).stderr
    assert len(said) < 800


@pytest.mark.parametrize(
    ("what", "given", "needed"),
    [
        ("uniform:40,20", {}, "2 x 10^16"),
        ("uniform:40,20", {"seconds": 5.0}, None),  # it ends by itself
        ("incremental:40,20", {"depth": 4}, None),
        ("incremental:40,40", {"depth": 20}, "2 x 10^16"),
        ("uniform:8,4", {}, None),
        ("connect_four", {}, None),
    ],
)
def test_how_many_leaves_a_hopeless_search_needs(what: str, given: dict[str, Any], needed: str | None) -> None:
    none = dict.fromkeys(("depth", "window", "position", "moves", "nodes", "seconds", "endgames"))
    assert needed_leaves(game_from(what), none | given) == needed
