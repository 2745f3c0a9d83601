"""Proof numbers and proofs: against minimax on trees, against retrograde analysis where positions repeat."""

from __future__ import annotations

import json
import math
import random
import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

import halfmove as hm
from halfmove.cli.program import main
from halfmove.proofs.nodes import Node

from . import naive, pruning
from .conftest import facts, random_trees, refused

DECIDING = [("proof_number", {}), ("df_pn", {}), ("df_pn", {"entries": 1}), ("df_pn", {"entries": 5})]


# Games in which positions repeat: a position is a row of the data, with the number of its moves, its score if it has
# none, the player to move (where that is not simply the other one), and the rows that the moves lead to.


def graph_moves(row: Any, data: Any) -> Any:
    for number in range(data[row, 0]):
        yield number


def graph_play(row: Any, move: Any, data: Any) -> Any:
    return data[row, 3 + move]


def graph_result(row: Any, data: Any) -> Any:
    return data[row, 0] == 0, data[row, 1]


def graph_turn(row: Any, data: Any) -> Any:
    return data[row, 2]


def graph(seed: int, turns: bool) -> hm.Game:
    chance = random.Random(seed)
    count = chance.randint(2, 14)
    rows = np.zeros((count, 6), np.int64)
    for number, row in enumerate(rows):
        row[2] = chance.randint(0, 1)
        if number and chance.random() < 0.25:
            row[1] = chance.randint(-2, 2)
        else:
            row[0] = chance.randint(1, 3)
            row[3:] = [chance.randrange(count) for _ in range(3)]
    turn = graph_turn if turns else None
    return hm.Game("graph", 0, graph_moves, graph_play, graph_result, turn=turn, data=rows)


def retrograde(game: hm.Game, at_least: int) -> bool:
    """Whether the value of the start is so high, where play that never ends is worth 0: from the ends backwards."""
    first = game.call("turn", 0) if game.turn is not None else None
    states = [(row, side) for row in range(len(game.data)) for side in (0, 1)]
    forcing = 0 if at_least > 0 else 1
    reached: set[tuple[int, int]] = set()

    def side_after(row: int, side: int, child: int) -> int:
        return 1 - side if first is None else int(game.call("turn", child) != first)

    def is_reached(row: int, side: int) -> bool:
        over, score = game.outcome(row)
        if over:
            return (
                (score if side == 0 else -score) < at_least if forcing else (score if side == 0 else -score) >= at_least
            )
        after = [game.next(row, move) for move in game.legal(row)]
        known = [(child, side_after(row, side, child)) in reached for child in after]
        return any(known) if side == forcing else all(known)

    while more := {state for state in states if state not in reached and is_reached(*state)}:
        reached |= more
    return ((0, 0) in reached) != bool(forcing)


@pytest.mark.parametrize("turns", [False, True], ids=["alternating", "twice in a row"])
def test_where_positions_repeat(turns: bool) -> None:
    answers = set()
    for seed in range(70):
        game = graph(seed, turns)
        for at_least in (-1, 0, 1, 2):
            true = retrograde(game, at_least)
            answers.add((true, at_least))
            for algorithm, parameters in DECIDING:
                r = hm.search(game, algorithm, window=(-math.inf, at_least), compiled=False, **parameters)
                expected = ("lower", at_least) if true else ("upper", at_least - 1)
                assert (r.bound, r.value) == expected, (seed, at_least, r)
                assert r.stopped is None
            for parameters in ({}, {"entries": 1}):
                proof = hm.prove(game, at_least=at_least, compiled=False, **parameters)
                assert proof.proven == true
                assert proof.check() == len(proof) <= 2 * len(game.data)
    assert len(answers) == 8


def test_where_positions_repeat_in_machine_code() -> None:
    for seed in range(0, 60, 6):
        game = graph(seed, False)
        for at_least in (0, 1):
            for entries in (2, 1000):
                slow, fast = (
                    hm.prove(game, at_least=at_least, compiled=compiled, entries=entries) for compiled in (False, True)
                )
                assert slow.nodes == fast.nodes
                assert slow.counts == fast.counts
                fast.check()


def test_a_line_without_end_is_no_answer() -> None:
    """A line that never repeats and never ends: what was cut off proves nothing."""

    def moves(p: int) -> Any:
        yield 1

    game = hm.Game("far", 0, moves, lambda p, move: p + 1, lambda p: (False, 0))
    for algorithm in ("df_pn", "proof_number"):
        with pytest.raises(hm.GameError, match="longer than 1024"):
            hm.search(game, algorithm, compiled=False)
    fork = hm.Game("fork", 0, fork_moves, lambda p, m: p + m, lambda p: (p > 5000, -1))
    for algorithm in ("df_pn", "proof_number"):
        assert hm.search(fork, algorithm, compiled=False).value == 1


def fork_moves(p: int) -> Any:
    yield 1
    yield 10_000


# Trees


def questions(true: Any) -> list[Any]:
    if abs(true) == math.inf:
        return [None, (0, 1)]
    up, down = (
        (true + 1, true - 1) if isinstance(true, int) else (math.nextafter(true, 9e9), math.nextafter(true, -9e9))
    )
    return [None, (down, true), (-math.inf, true), (-math.inf, up), (true, math.inf), (down, math.inf)]


def check_decision(tree: Any, window: Any, r: hm.Result) -> None:
    true = naive.minimax(tree)[0]
    low, high = window or (-math.inf, math.inf)
    yes = true >= high if high < math.inf else true > (low if low > -math.inf else 0)
    assert r.stopped is None
    if not isinstance(tree, list):
        assert r.value == true
        return
    assert r.bound == ("lower" if yes else "upper"), (tree, window, r)
    assert r.value <= true if yes else r.value >= true, (tree, window, r)
    assert bool(r.line) == yes
    at = tree
    for depth, move in enumerate(r.line, 1):
        at = at[move - 1]
        assert pruning.value(at, depth) >= r.value, (tree, window, r)  # every node on the line bears it out


@pytest.mark.parametrize(("algorithm", "parameters"), DECIDING)
def test_every_question_about_a_tree(algorithm: str, parameters: Any) -> None:
    for tree in random_trees(80, 21):
        for window in questions(naive.minimax(tree)[0]):
            r = hm.search(hm.trees.explicit(tree), algorithm, window=window, compiled=False, **parameters)
            check_decision(tree, window, r)
            if algorithm == "df_pn" and "entries" in parameters:
                assert r.counts.table <= parameters["entries"]


TREES = st.recursive(
    st.one_of(st.integers(-2, 2), st.integers(-(10**15), 10**15)),
    lambda children: st.lists(children, min_size=1, max_size=4),
    max_leaves=25,
)


@settings(max_examples=80, deadline=None, derandomize=True)
@given(tree=TREES, at_least=st.one_of(st.none(), st.integers(-3, 3)), entries=st.integers(1, 40))
def test_any_tree_has_a_proof(tree: Any, at_least: Any, entries: int) -> None:
    true = naive.minimax(tree)[0]
    proof = hm.prove(hm.trees.explicit(tree), at_least=at_least, compiled=False, entries=entries)
    assert proof.proven == (true > 0 if at_least is None else true >= at_least)
    assert proof.check() == len(proof)
    whole = hm.search(proof.tree(), "minimax", compiled=False).value
    assert proof.proven == (whole > 0 if at_least is None else whole >= at_least)


def test_the_line_of_a_whole_table_comes_to_its_end() -> None:
    for tree in random_trees(60, 22, ("integers", "reals")):
        r = hm.search(hm.trees.explicit(tree), "df_pn", compiled=False)
        at = tree
        for move in r.line:
            at = at[move - 1]
        assert not r.line or not isinstance(at, list)


def test_to_a_depth() -> None:
    game = hm.games.breakthrough(3, 6)
    for depth in range(1, 7):
        value = hm.search(game, "alpha_beta", depth=depth, compiled=False).value
        for algorithm in ("df_pn", "proof_number"):
            for at_least in (value, value + 1):
                window = (-math.inf, at_least)
                r = hm.search(game, algorithm, depth=depth, window=window, compiled=False)
                assert (r.bound, r.value) == (("lower", value) if at_least == value else ("upper", value))


def test_who_moves_twice() -> None:
    game = hm.games.kalah(3, 2)
    value = hm.search(game, "alpha_beta", compiled=False, table="1 MB").value
    for at_least in (value - 1, value, value + 1):
        for algorithm in ("df_pn", "proof_number"):
            proof = hm.prove(game, at_least=at_least, algorithm=algorithm, compiled=False)
            assert proof.proven == (value >= at_least)
            proof.check()


# Limits


def test_limits_are_honest() -> None:
    game = hm.games.connect_four()
    for limits, stopped in (
        (hm.Limits(nodes=500), "nodes"),
        (hm.Limits(seconds=0.05), "seconds"),
        (hm.Limits(memory=20_000), "memory"),
    ):
        for algorithm in ("df_pn", "proof_number"):
            r = hm.search(game, algorithm, limits=limits, compiled=False)
            assert (r.value, r.bound, r.line, r.stopped) == (-math.inf, "lower", (), stopped)
            proof = hm.prove(game, limits=limits, algorithm=algorithm, compiled=False)
            assert (proof.proven, len(proof), bool(proof), proof.stopped) == (None, 0, False, stopped)
            with pytest.raises(hm.UsageError, match=r"connect four.*stopped"):
                proof.check()


def test_what_is_asked_for_is_checked() -> None:
    game = hm.games.nim(2, 1)
    for wrong, named in (
        ({"at_least": math.inf}, "at_least .*inf"),
        ({"at_least": math.nan}, "at_least .*nan"),
        ({"algorithm": "alpha_beta"}, "alpha_beta .*proof_number, df_pn"),
        ({"entries": 0}, "entries .*1, not 0"),
    ):
        with pytest.raises(hm.UsageError, match=named):
            hm.prove(game, **wrong)
    over = hm.prove(hm.trees.explicit(5), at_least=5)
    assert (over.proven, len(over), over.move, over.check()) == (True, 1, None, 1)


# Checking


def test_a_wrong_proof_is_found_out() -> None:
    """Whatever is changed in a proof, checking it fails, or what it says is still so."""
    chance = random.Random(5)
    found = 0
    for tree in random_trees(50, 23, ("ties",)):
        game = hm.trees.explicit(tree)
        proof = hm.prove(game, compiled=False)
        for _ in range(6):
            number = chance.randrange(len(proof))
            node = proof.nodes[number]
            changed = chance.choice(
                [
                    node._replace(number=chance.randint(0, 4)),
                    node._replace(children=node.children[:-1]),
                    node._replace(children=tuple(chance.randrange(len(proof)) for _ in node.children)),
                    Node(score=chance.randint(-3, 3)),
                    node._replace(score=None),
                ]
            )
            if changed == node:
                continue
            nodes = (*proof.nodes[:number], changed, *proof.nodes[number + 1 :])
            with pytest.raises(hm.UsageError, match="wrong"):
                hm.Proof(game, 0, None, proof.proven, nodes).check()
            found += 1
        with pytest.raises(hm.UsageError, match="wrong"):
            hm.Proof(game, 0, None, not proof.proven, proof.nodes).check()
    assert found > 60


def test_a_win_may_not_go_round_in_circles() -> None:
    """Two positions that lead to each other: nobody forces anything, and each may hold."""
    rows = np.array([[2, 0, 0, 1, 2, 0], [1, 0, 0, 0, 0, 0], [0, -1, 0, 0, 0, 0]])
    game = hm.Game("circle", 0, graph_moves, graph_play, graph_result, data=rows)
    right = hm.prove(game, compiled=False)
    assert right.proven
    assert right.check() == 2
    round_about = (Node(1, (1,)), Node(0, (0,)))
    with pytest.raises(hm.UsageError, match="repeat for ever"):
        hm.Proof(game, 0, None, True, round_about).check()
    assert hm.Proof(game, 0, 0, True, round_about).check() == 2  # not to lose it is enough


# Files


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "proof.json"
    hm.prove(hm.games.nim(3, 4, 5), compiled=False).save(path)
    return path


def test_a_proof_comes_back_from_its_file(tmp_path: Path) -> None:
    game = hm.games.connect_four(4, 4)
    at = game.next(game.start, 2)
    for position, at_least in ((None, 0), (at, None), (at, 1.5)):
        proof = hm.prove(game, position, at_least=at_least, compiled=False, limits=hm.Limits(nodes=200_000))
        proof.save(tmp_path / "proof")
        again = hm.Proof.load(tmp_path / "proof", game)
        assert (again.nodes, again.proven, again.at_least, again.position) == (
            proof.nodes,
            proof.proven,
            at_least,
            proof.position,
        )
        assert again.move == proof.move


def test_damaged_files_are_refused(file: Path) -> None:
    game = hm.games.nim(3, 4, 5)
    content = file.read_bytes()
    chance = random.Random(3)
    for _ in range(150):
        place = chance.randrange(len(content) - 1)
        other = bytes([chance.choice([each for each in range(32, 127) if each != content[place]])])
        file.write_bytes(content[:place] + other + content[place + 1 :])
        with pytest.raises(hm.UsageError):
            hm.Proof.load(file, game)
    for cut in range(0, len(content) - 1, 37):
        file.write_bytes(content[:cut])
        with pytest.raises(hm.UsageError, match="is not a proof"):
            hm.Proof.load(file, game)
    file.unlink()
    with pytest.raises(hm.UsageError, match="cannot read"):
        hm.Proof.load(file)


def test_foreign_files_are_refused(file: Path) -> None:
    data = json.loads(file.read_text())
    with pytest.raises(hm.UsageError, match="not of 'nim 3 4'"):
        hm.Proof.load(file, hm.games.nim(3, 4))
    with pytest.raises(hm.UsageError, match="name its game"):
        hm.Proof.load(file).check()
    for wrong, words in (
        ([1], "is not a proof"),
        (data | {"kind": "game"}, "is not a proof"),
        (data | {"version": 2}, "version 2"),
    ):
        file.write_text(json.dumps(wrong))
        with pytest.raises(hm.UsageError, match=words):
            hm.Proof.load(file)
    # The same name, and other rules: whoever takes the last stick wins there, and loses here.
    nim = hm.games.nim(3, 4, 5)
    proof = hm.prove(nim, compiled=False)
    other = hm.Game(nim.name, nim.start, nim.moves, nim.play, lambda p: (nim.result(p)[0], -nim.result(p)[1]))
    with pytest.raises(hm.UsageError, match="wrong"):
        proof.check(other)


# Seeing it


def test_a_proof_is_a_tree() -> None:
    game = hm.games.nim(2, 1, 1)
    proof = hm.prove(game, at_least=-1, compiled=False)
    tree = proof.tree()
    drawn = hm.draw(tree)
    assert game.format is not None
    assert game.format(proof.move) in drawn.text
    nodes = [each for each in ElementTree.fromstring(drawn.svg).iter() if each.get("class", "").startswith("node")]
    assert len(nodes) == len(drawn.text.splitlines()) - 4  # all but the title, an empty line, the value and the legend
    data = re.search(r'id="halfmove-data">(.*?)</script>', hm.explore(tree, "alpha_beta").page, re.DOTALL)
    assert data is not None
    shown = hm.trees.explicit(json.loads(data[1])["nested"])
    whole, again = (hm.search(each, "minimax", compiled=False) for each in (tree, shown))
    assert (again.value, again.counts.leaves) == (whole.value, whole.counts.leaves)
    assert whole.value >= -1


# The command


def test_the_command(tmp_path: Path) -> None:
    path = str(tmp_path / "proof.json")

    def run(*words: str) -> Any:
        return CliRunner().invoke(main, ["prove", *words])

    def said(*words: str) -> tuple[Any, ...]:
        data = json.loads(run(*words, "--json").stdout)
        return tuple(data[name] for name in ("proven", "at_least", "checked", "stopped", "file"))

    ran = run("nim:3,4,5", "--out", path)
    assert ran.exit_code == 0
    shown, proof = facts(ran.stdout), hm.Proof.load(path, hm.games.nim(3, 4, 5))
    assert (shown["move"], shown["proof"].split()[0], shown["file"]) == ("1-2", str(proof.check()), path)
    assert proof.proven
    assert all(len(line) <= 80 for line in ran.stdout.splitlines() if path not in line)
    assert said("nim:3,4,5") == (True, None, True, None, None)
    assert said("nim:3,4,5", "--moves", "1-2") == (False, None, True, None, None)
    assert said("nim:3,4,5", "--at-least", "-1") == (True, -1, True, None, None)
    assert said("nim:3,4,5", "--verify", path) == (True, None, True, None, path)
    answers = [facts(run(*words).stdout)["answer"] for words in (["nim:3,4,5"], ["nim:3,4,5", "--moves", "1-2"])]
    assert ["not" in answer.split() for answer in answers] == [False, True]
    assert all("won" in answer for answer in answers)
    assert "won" not in facts(run("[[3,5],[2,9]]").stdout)["answer"]  # a tree is not won or lost
    wrong = run("nim:3,4", "--verify", path)
    assert (wrong.exit_code, wrong.stdout, wrong.stderr.count("\n")) == (1, "", 1)
    assert "'nim 3 4 5'" in wrong.stderr
    assert "'nim 3 4'" in wrong.stderr
    refused(run("nim:3,4,5", "--verify", path, "--nodes", "5"), "--verify", "--nodes")
    refused(run("nim:3,4,5", "--at-least", "x"), "--at-least", "'x'")
    assert said("nim:3,4,5", "--nodes", "5", "--out", path + "2")[:4] == (None, None, False, "nodes")
    assert not Path(path + "2").exists()


def test_a_proof_that_is_not_written_has_no_file(tmp_path: Path) -> None:
    for limit, file in (("5", None), ("100000", str(tmp_path / "p.json"))):
        words = ["prove", "nim:3,4,5", "--nodes", limit, "--interpreted", "--out", str(tmp_path / "p.json"), "--json"]
        assert json.loads(CliRunner().invoke(main, words).stdout)["file"] == file
        assert (tmp_path / "p.json").exists() == (file is not None)
