"""Drawings of what the texts draw: partitions of PS*, types of nodes in the thesis's model; storage in bytes."""

from __future__ import annotations

import itertools
import re
from collections import Counter
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner

import halfmove as hm
from halfmove import theory
from halfmove.cli.program import main
from tests.conftest import refused


def partitions(drawn: str) -> dict[str, int]:
    return {name: int(number) for name, number in re.findall(r"[□○] ([\d.]+) \[partition (\d+)\]", drawn)}


def test_partitions_are_drawn() -> None:
    tree = hm.trees.uniform(5, 3, seed=1)
    alone = hm.draw(tree, phases=2)
    searched = partitions(hm.draw(tree, "ps_star", phases=2).text)  # without those below what is cut off
    assert len(searched) > 50
    assert searched.items() <= partitions(alone.text).items()
    found = partitions(alone.text)
    assert [found[str(child)] for child in range(1, 6)] == [1, 1, 1, 2, 2]
    assert {name.count(".") for name in found} == {0, 2}  # only children of MAX nodes are divided
    frames = [each for each in ElementTree.fromstring(alone.svg).iter() if each.get("class") == "partition"]
    assert len(frames) == 2 * (1 + 25)
    sizes = partitions(hm.draw(tree, partitions=[1, 3]).text)
    assert [sizes[f"1.1.{child}"] for child in range(1, 6)] == [1, 2, 2, 2, 3]
    assert not partitions(hm.draw(tree, "ps_star", phases=1).text)
    assert not partitions(hm.draw(tree).text)
    ran = CliRunner().invoke(main, ["draw", "uniform:5,3,seed=1", "--phases", "2"])
    assert ran.stdout.strip() == alone.text.strip()
    with pytest.raises(hm.UsageError, match="name an algorithm"):
        hm.draw(tree, memory=4)
    with pytest.raises(hm.UsageError, match="phases"):
        hm.draw(tree, phases=0)


@pytest.mark.parametrize("algorithm", ["sss_star", "alpha_beta"])
def test_the_types_of_nodes_give_the_leaves_of_the_model(algorithm: str) -> None:
    leaves = {"sss_star": theory.sss_leaves, "alpha_beta": theory.alpha_beta_leaves}[algorithm]
    for width, depth in ((1, 2), (2, 2), (2, 4), (3, 4), (4, 2), (2, 6), (4, 4)):
        for abf in range(1, width + 1):
            drawing = theory.draw_types(algorithm, width, depth, abf)
            assert f"{leaves(width, depth, abf)} leaves are searched" in drawing.text
            assert "None" not in drawing.svg


def test_the_numbers_of_children_are_those_of_the_equations() -> None:
    width, abf, k = 7, 3, 2
    expected = {
        "1": {"1": 1, "5": k, "7": 4}, "2": {"5": k, "4": 1, "7": 4}, "3": {"6": 7}, "4": {"2": 1, "6": 6},
        "5": {"2": 1, "6": k - 1, "3": 1}, "6": {"6": k, "3": 1}, "7": {"3": 1},
    }  # fmt: skip
    for kind, children in expected.items():
        assert Counter(theory.child_types("alpha_beta", kind, width, abf)) == children
    full = {("F", True): {"F": 1, "P": k, "M": 4}, ("F", False): {"F": 3, "M": 4}, ("P", False): {"F": 3}}
    for (kind, at_max), children in (full | {("M", True): {"M": 7}, ("M", False): {"M": 1}}).items():
        assert Counter(theory.child_types("sss_star", kind, width, abf, at_max=at_max)) == children


def test_types_on_the_command_line() -> None:
    ran = CliRunner().invoke(main, ["draw", "uniform:3,2", "-a", "sss_star", "--types", "2"])
    assert ran.stdout.strip() == theory.draw_types("sss_star", 3, 2, 2).text.strip()
    for words, part in (
        (["uniform:3,3", "--types", "2"], "even"),
        (["nim:2,2", "--types", "2"], "uniform"),
        (["uniform:3,2", "--types", "4"], "abf"),
        (["uniform:3,2", "--types", "2", "-a", "scout"], "scout"),
        (["uniform:3,2", "--types", "2", "--step", "1"], "no other option"),
        (["uniform:9,6", "--types", "2"], "too many"),
    ):
        refused(CliRunner().invoke(main, ["draw", *words]), part)


def fits(size: tuple[int, int], algorithm: str, limit: int, **given: int) -> bool:
    try:
        found = hm.search(hm.trees.uniform(*size), algorithm, limits=hm.Limits(memory=limit), compiled=True, **given)
    except hm.HalfmoveError:
        return False
    return not found.stopped


@pytest.mark.parametrize(
    ("algorithm", "parameter", "choices"),
    [
        ("sss_star", None, ()),
        ("ps_star", "phases", (1, 2, 3)),
        ("iter_sss_star", "memory", (None, 9, 12, 27)),
        ("staged_sss_star", "stage", (1, 2, 3)),
        ("sss_alpha_beta", "split", (1, 2, 3)),
        ("alpha_beta_sss", "split", (1, 2, 3)),
    ],
)
def test_bytes_are_what_a_search_needs(algorithm: str, parameter: str | None, choices: tuple[int | None, ...]) -> None:
    """The search finishes in so many bytes, and does not in a word less."""
    for size, choice in itertools.product(((3, 4), (3, 6)), choices or (None,)):
        given = {} if parameter is None or choice is None else {parameter: choice}
        memory = theory.storage_bytes(algorithm, *size, **given)
        assert fits(size, algorithm, memory, **given), (size, given)
        assert not fits(size, algorithm, memory - 8, **given), (size, given)


def test_bytes_of_wide_nodes() -> None:
    memory = theory.storage_bytes("sss_star", 70, 2)  # 70 places are rounded up to 128
    assert fits((70, 2), "sss_star", memory)
    assert not fits((70, 2), "sss_star", memory - 8)
    with pytest.raises(hm.UsageError, match="gets stuck"):
        theory.storage_bytes("iter_sss_star", 3, 4, memory=4)
    with pytest.raises(hm.UsageError, match="sss_star"):
        theory.storage_bytes("sss", 3, 4)
