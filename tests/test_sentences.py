"""Values at the edge of what Python itself can read or hold: each is told in a sentence, at the place that reads it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

import halfmove as hm
from halfmove import studies
from halfmove.base.gate import check_fields, checked
from halfmove.cli.program import main
from tests.conftest import refused

DIGITS = "9" * 5000


# --- the gate ---


@checked
def gated(width: int, share: float = 0.5, *, names: tuple[str, ...] = (), flag: bool | None = None) -> Any:
    return width, share, names, flag


def test_what_fits_comes_through_as_python_has_it() -> None:
    answer = gated(np.int64(3), np.float32(0.5), names=["a", "b"], flag=np.True_)  # type: ignore[arg-type]
    assert answer == (3, 0.5, ("a", "b"), True)
    assert [type(each) for each in answer] == [int, float, tuple, bool]


@pytest.mark.parametrize(
    ("named", "sentence"),
    [
        ({"width": True}, "width must be a whole number, not True"),
        ({"width": 3.0}, "width must be a whole number, not 3.0"),
        ({"width": 3, "share": float("nan")}, "share must be a number, not nan"),
        ({"width": 3, "names": "ab"}, "names must be a list whose entries are each text, not 'ab'"),
        ({"width": 3, "names": ["a", 1]}, "names must be a list whose entries are each text, not ['a', 1]"),
        ({"width": 3, "flag": 1}, "flag must be True or False or None, not 1"),
        ({"width": [10**5000]}, "width must be a whole number, not a list"),
    ],
)
def test_what_does_not_fit_is_told_by_name(named: dict[str, Any], sentence: str) -> None:
    with pytest.raises(hm.UsageError) as error:
        gated(**named)
    assert str(error.value) == sentence


def test_unknown_arguments_are_told_with_those_that_there_are() -> None:
    with pytest.raises(
        hm.UsageError, match="gated has no argument 'wdith'; did you mean 'width'\\? its arguments are width, "
    ):
        gated(wdith=3)  # type: ignore[call-arg]
    with pytest.raises(
        hm.UsageError, match="gated has no argument 'height'; its arguments are width, share, names, flag"
    ):
        gated(3, height=4)


def test_the_gate_leaves_the_number_of_arguments_to_python() -> None:
    with pytest.raises(TypeError, match="takes from 1 to 2 positional arguments"):
        gated(3, 0.5, 4)


def test_fields_are_told_with_their_place() -> None:
    with pytest.raises(hm.UsageError, match=r"^Limits: nodes must be a whole number or None, not 'x'$"):
        hm.Limits(nodes="x")  # type: ignore[arg-type]
    limits = hm.Limits(nodes=np.int64(5))  # type: ignore[arg-type]
    check_fields(limits, "Limits")
    assert type(limits.nodes) is int


# --- trees ---


def circle(children: int) -> Any:
    tree: list[Any] = [1]
    tree += [tree] * children
    return tree


def shared(levels: int) -> Any:
    """A tree of 2^levels leaves that takes no memory: its halves are the same list."""
    tree: Any = [1, 2]
    for _ in range(levels):
        tree = [tree, tree]
    return tree


@pytest.mark.parametrize(
    ("tree", "sentence"),
    [
        (circle(1), "a list that contains itself"),
        (circle(2), "a list that contains itself"),
        ([3, [circle(1)]], "a list that contains itself"),
        (shared(60), "more than 100,000,000 nodes"),
        ([10**400], r"leaf 1 is about 10\^400"),
        ([[10**5000], 1], r"leaf 1\.1 is about 10\^5000"),
        (f"[1, {DIGITS}]", "a number of thousands of digits"),
        ("[" * 100_000, "nested too deeply"),
    ],
)
def test_trees_without_end_or_measure(tree: Any, sentence: str) -> None:
    with pytest.raises(hm.UsageError, match=sentence):
        hm.trees.explicit(tree)


def test_lists_that_are_shared_are_a_tree() -> None:
    assert (
        hm.search(hm.trees.explicit(shared(3)), compiled=False).value
        == hm.search(hm.trees.explicit([[[[1, 2]] * 2] * 2] * 2), compiled=False).value
    )


def test_an_array_is_a_tree() -> None:
    assert hm.search(hm.trees.explicit(np.array([[3, 7], [4, 1]])), compiled=False).value == 3


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (lambda: hm.trees.uniform(1, 2_000_000_000), "depth must be a whole number from 0 to 10000"),
        (lambda: hm.trees.uniform(2**62, 1), "width must be a whole number from 1 to 1000000"),
        (lambda: hm.trees.uniform(2, 2, values=(0, 10**20)), r"values=\(0, 10{20}\) .*-2\*\*61 and"),
        (lambda: hm.trees.uniform(2, 2, values=(-(2**63), 2**63 - 1)), r"values=\(-9223.*-2\*\*61 and"),
        (lambda: hm.trees.uniform(2, 2, values=(-1e308, 1e308)), r"values=\(-1e\+308, 1e\+308\)"),
        (lambda: hm.trees.uniform(2, 2, values={2**70: 1.0}), r"between -2\*\*62 and 2\*\*62"),
        (lambda: hm.trees.incremental(2, 8, values=(0, 2**60)), "the sum of 8 of them must stay below"),
        (lambda: hm.trees.incremental(2, 2, values=("a", "b")), r"values=\('a', 'b'\) must be a pair"),  # type: ignore[arg-type]
    ],
)
def test_sizes_and_values_that_no_search_could_hold(make: Any, sentence: str) -> None:
    with pytest.raises(hm.UsageError, match=sentence):
        make()


# --- positions ---


class Row(hm.Window):
    """Not a position of any game here."""


@pytest.mark.parametrize("position", [None, "x", Row(1, 2), 99, -1, (0,)])
def test_what_is_no_position_of_a_tree(position: Any) -> None:
    tree = hm.trees.explicit([[1, 2], 3])
    with pytest.raises(hm.UsageError, match=r"is not a position of this game|there is no node"):
        tree.check_position(position) if position is None else hm.search(tree, position=position, compiled=False)


def test_what_is_no_position_of_a_game() -> None:
    nim = hm.games.nim(2, 3)
    for call in (nim.legal, nim.outcome, lambda p: hm.search(nim, position=p, compiled=False)):
        with pytest.raises(
            hm.UsageError, match=r"5 is not a position of this game; its positions look like the start, Piles"
        ):
            call(5)
    with pytest.raises(hm.UsageError, match=r"nim 2 3: 'x' is not a move of Piles"):
        nim.next(nim.start, "x")


# --- rules that never return ---


def deep(n: int) -> int:
    return 0 if n == 0 else deep(n + 1) * 3 + n % 7


def moves(p: int) -> Iterator[int]:
    yield 1
    yield 2


def play(p: int, move: int) -> int:
    return p * 2 + move - 1


def late(p: int) -> tuple[bool, int]:
    return p >= 1 << 9, deep(1) if p == (1 << 9) + 123 else p % 13


def test_a_rule_that_calls_itself_without_end() -> None:
    game = hm.Game("late", 1, moves, play, late)
    with pytest.raises(hm.GameError, match="late: deep calls itself endlessly"):
        hm.search(game, "minimax", compiled=False)
    with pytest.raises(hm.NotCompilable, match="the function deep calls itself, which machine code cannot"):
        hm.search(game, "minimax", compiled=True)


def test_data_in_another_byte_order() -> None:
    def counted(p: int, data: Any) -> Iterator[int]:
        yield 1

    data = np.arange(3, dtype=">i8")
    game = hm.Game("odd", 5, counted, lambda p, m, data: p - m, lambda p, data: (p == 0, data[0] + 1), data=data)
    assert hm.search(game, compiled=False).value == -1
    with pytest.raises(hm.NotCompilable, match="odd: its data has the type >i8, which machine code does not have"):
        hm.search(game, compiled=True)


def test_a_kernel_that_reads_what_it_did_not_declare() -> None:
    @hm.algorithm(title="forgetful")
    def forgetful(game, p, height, a, b, run):  # type: ignore[no-untyped-def]
        return run.counted

    with pytest.raises(hm.UsageError, match=r"a kernel reads run\.counted, which is not declared"):
        hm.search(hm.trees.explicit([1, 2]), forgetful, compiled=False)


# --- files ---


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"families = " + b"[" * 100_000 + b"]" * 100_000, "nested too deeply to be read as TOML"),
        (b"seed = " + DIGITS.encode(), "cannot read .*study.toml"),
        (b"\xff\xfe", "it is not UTF-8 text"),
        (b"", "families must be a list"),
    ],
)
def test_study_files(tmp_path: Path, content: bytes, sentence: str) -> None:
    file = tmp_path / "study.toml"
    file.write_bytes(content)
    with pytest.raises(hm.UsageError, match=sentence):
        studies.load(file)


@pytest.mark.parametrize(
    ("name", "named"), [("x" * 300, "xxx"), ("a\0b", r"'a\\x00b'|name of a file"), ("", r"\.|file")]
)
@pytest.mark.parametrize("read", [hm.trees.load, studies.load, studies.Store])
def test_names_that_no_file_has(read: Any, name: str, named: str) -> None:
    with pytest.raises(hm.UsageError, match=named) as error:
        read(name)
    assert str(error.value).isprintable()


# --- the command line ---


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        (["search", "[[1,2],3]", "--position", "²"], "there is no node '²'"),
        (["search", "connect_four", "--position", "²"], "'²' is not a sequence of possible columns"),
        (["search", f"[{DIGITS}]"], "a number of thousands of digits"),
        (["search", f"uniform:2,2,seed={DIGITS}"], "is a number with too many digits"),
        (["search", "[1,2]", "--nodes", DIGITS], "is not a valid integer"),
        (["search", "x" * 300], "is neither a file nor known"),
        (["search", "x" * 300 + ".json"], "cannot read"),
        (["search", "x" * 300 + ".py:game"], "cannot read"),
        (["search", "[1,2]", "-a", "x" * 300], "there is no algorithm"),
        (["search", "[1,2]", "--seconds", "nan"], "--seconds must be a number of seconds above 0, not nan"),
        (["search", "[1,2]", "--seconds", "-1"], "--seconds must be a number of seconds above 0, not -1"),
        (["study", "--family", "uniform:2,2", "--store", "x" * 300], "cannot use it as a store"),
        (["study", "x" * 300 + ".toml"], "cannot read"),
    ],
)
def test_command_lines(line: list[str], sentence: str) -> None:
    ran = CliRunner().invoke(main, line)
    assert ran.exit_code == 2
    assert ran.stdout == ""
    assert ran.stderr.startswith("halfmove: ")
    assert ran.stderr.count("\n") == 1
    assert sentence in ran.stderr
    assert "HALFMOVE_TRACEBACK" not in ran.stderr
    assert len(ran.stderr) < 700


@pytest.mark.parametrize("seconds", ["1e300", "inf"])
def test_a_limit_of_seconds_that_never_comes(seconds: str) -> None:
    ran = CliRunner().invoke(main, ["search", "[1,2]", "--seconds", seconds, "--json"])
    found = json.loads(ran.stdout)
    assert (found["value"], found["bound"], found["stopped"]) == (2, "exact", None)


@pytest.mark.parametrize(
    ("given", "named"),
    [
        (b"", "it is empty"),
        (b"\xff\xfe[1]", "standard input"),
        (b"\x00", "column 1"),
        (b"[[3, x]]", "column 6"),
        (b"[NaN]", "leaf 1 "),
        (b"[" * 100_000, "nested"),
        (f"[{DIGITS}]".encode(), "digits"),
    ],
)
def test_standard_input(given: bytes, named: str) -> None:
    ran = CliRunner().invoke(main, ["search", "-"], input=given)
    refused(ran, named)
    assert "HALFMOVE_TRACEBACK" not in ran.stderr


def test_nobody_has_a_home(monkeypatch: pytest.MonkeyPatch) -> None:
    def homeless(_: Any = None) -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.setattr(Path, "home", homeless)
    for name in ("HOME", "HALFMOVE_DATA", "XDG_DATA_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    ran = CliRunner().invoke(main, ["study", "--family", "uniform:2,2", "-a", "scout", "--trees", "1", "--jobs", "1"])
    assert ran.exit_code == 2
    assert "there is no home folder to keep results in" in ran.stderr
