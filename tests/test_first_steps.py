"""What people who begin write and read: names as they are printed, pictures that explain themselves, first mistakes."""

from __future__ import annotations

import re

import pytest
from click.testing import CliRunner

import halfmove as hm
from halfmove.algorithms.registry import find, id_of
from halfmove.cli.program import main
from halfmove.matches.players import player_from
from halfmove.studies.specs import AlgorithmSpec
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


_ = refused
