"""How well moves are ordered: samples against brute force, models that keep what was measured, and the command."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

import halfmove as hm
from halfmove import studies
from halfmove.cli.program import main
from halfmove.studies.order_advice import Advice, Choice
from halfmove.studies.order_models import check_models, closeness, fits, model_trees
from halfmove.studies.order_samples import ORDERS, Sampled, sampled
from halfmove.studies.order_statistics import _ranks, places_in, shape_of
from halfmove.studies.statistics import Ratio
from halfmove.trees import Measured, resampled

GAME = "tic_tac_toe:opening=4"


def run(*words: str) -> Any:
    return CliRunner().invoke(main, list(words))


def minimax(game: hm.Game, at: Any, depth: int | None) -> Any:
    over, score = game.outcome(at)
    if over or depth == 0:
        return score if over else 0 if game.evaluate is None else game.call("evaluate", at)
    left = None if depth is None else depth - 1
    children = [game.next(at, move) for move in game.legal(at)]
    return max((1 if game.moves_again(at, each) else -1) * minimax(game, each, left) for each in children)


@pytest.fixture(scope="module")
def found() -> Sampled:
    return sampled(GAME, 4, positions=6, walks=40)


def test_samples_are_those_of_brute_force(found: Sampled) -> None:
    for position in found.positions:
        game, root = position.game, position.root
        children = [game.next(game.start, move) for move in game.legal(game.start)]
        assert list(root.values) == [-minimax(game, child, root.height - 1) for child in children]
        assert root.over == tuple(game.outcome(child)[0] for child in children)
        for walk in position.walks:
            assert [sample.node.height for sample in walk] == list(range(4, 4 - len(walk), -1))
            for above, below in pairwise(walk):
                assert below.node.value == -above.node.values[above.followed]
                assert below.node.loss == above.node.value - above.node.values[above.followed]


def test_a_side_that_moves_again() -> None:
    (position,) = sampled("kalah:opening=4", 3, positions=1, walks=20).positions
    samples = [sample for walk in position.walks for sample in walk]
    assert any(any(sample.node.again) for sample in samples)
    for walk in position.walks:
        for above, below in pairwise(walk):
            sign = 1 if above.node.again[above.followed] else -1
            assert below.node.value == sign * above.node.values[above.followed]


def test_orders(found: Sampled) -> None:
    assert found.orders == ("rules", "order", "last best", "last values", "perfect")  # it has no evaluation
    for sample in (sample for position in found.positions for sample in position.samples):
        assert all(sorted(places) == list(range(len(sample.node.values))) for places in sample.places.values())
        assert sample.place("perfect") == 1
        ranked = sample.in_order("perfect").values
        assert list(ranked) == sorted(ranked, reverse=True)


def test_the_share_of_first_moves_is_counted(found: Sampled) -> None:
    rules = places_in(found)[0]
    shares = []
    for position in found.positions:
        some = [sample.node for sample in position.samples if len(sample.node.values) > 1]
        shares.append(sum(node.values[0] == max(node.values) for node in some) / len(some))
    assert rules.first.mean == pytest.approx(sum(shares) / len(shares))
    assert sum(rules.shares) == pytest.approx(1)
    for row in places_in(found):
        assert row.first.mean <= row.within[8].mean <= row.within[4].mean <= row.within[2].mean


def test_a_uniform_tree_has_its_width_and_the_leaves_of_all_walks() -> None:
    shape = shape_of(sampled("incremental:4,5", 3, positions=3, walks=10))
    assert (shape.narrowest, shape.widest, shape.deviation, shape.over) == (4, 4, 0, 0)
    assert shape.tree_leaves.mean == pytest.approx(64)
    assert shape.effective_width == pytest.approx(4)


def test_correlations_of_known_trees() -> None:
    shape = shape_of(sampled("uniform:6,2", 2, positions=60, walks=6))
    assert abs(shape.siblings or 0) < 0.1  # leaves are independent
    assert _ranks(np.array([3.0, 1.0, 3.0, 7.0, 9.0]), np.array([1, 1, 1, 2, 2])).tolist() == [0.5, -1, 0.5, -1, 1]
    alike = sampled("incremental:6,4", 3, positions=30, walks=6)
    assert (shape_of(alike).siblings or 0) > 0.3


def all_values(game: hm.Game, at: Any) -> Iterator[tuple[Any, list[Any]]]:
    """Every inner node with the minimax values of its children."""
    if not game.outcome(at)[0]:
        children = [game.next(at, move) for move in game.legal(at)]
        signs = [1 if game.moves_again(at, child) else -1 for child in children]
        yield at, [sign * minimax(game, child, None) for sign, child in zip(signs, children, strict=True)]
        for child in children:
            yield from all_values(game, child)


@pytest.mark.parametrize("again", [False, True])
def test_a_resampled_tree_has_the_values_that_were_measured(again: bool) -> None:
    chance = random.Random(3)

    def node(height: int) -> Measured:
        values = tuple(chance.randrange(-5, 6) for _ in range(chance.randrange(1, 4)))
        turns = tuple(again and chance.random() < 0.3 for _ in values)
        over = tuple(chance.random() < 0.2 for _ in values)
        return Measured(height, values, over, turns, chance.choice((None, 0, 1, 4)))

    for seed in range(20):
        root = node(3)
        tree = resampled(root, [node(height) for height in (1, 1, 1, 2, 2, 2)], seed, alike=2)
        for at, values in all_values(tree, tree.start):
            assert max(values) == at.side * at.value
        assert [each - max(root.values) for each in root.values] == [
            value - tree.start.value for value in next(all_values(tree, tree.start))[1]
        ]


def test_a_node_is_drawn_among_the_nearest_of_its_kind() -> None:
    root = Measured(2, (-3, -9))
    best, bad = Measured(1, (3,), loss=0), Measured(1, (9, 8), loss=6)
    tree = resampled(root, [best, bad, Measured(1, (9, 9, 9), loss=0)], alike=1)
    children = [tree.next(tree.start, move) for move in tree.legal(tree.start)]
    assert [len(tree.legal(child)) for child in children] == [1, 2]


def test_the_same_at_both_speeds(found: Sampled) -> None:
    real = resampled(Measured(2, (0.5, -1.5)), [Measured(1, (1.5, 0.25)), Measured(1, (2.0,))], alike=1)
    trees = [real, *(tree for some in model_trees(found, trees=2) for tree in some[:1])][:3]
    for tree in trees:
        plain, compiled = (hm.search(tree, "alpha_beta", trace=True, compiled=speed) for speed in (False, True))
        assert (plain.value, plain.counts) == (compiled.value, compiled.counts)


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: Measured(1, ()), "at least one number"),
        (lambda: Measured(1, (float("nan"),)), "at least one number"),
        (lambda: Measured(1, (1, 2), over=(True,)), "as long as its values"),
        (lambda: resampled(Measured(3, (1,)), [Measured(1, (1,))]), "no node of height 2"),
        (lambda: resampled(Measured(1, (2**61,)), []), "too large"),
        (lambda: studies.move_order(GAME, 3, 2, orders=["best"]), "there is no order of moves 'best'"),
        (lambda: studies.move_order(GAME, 3, 2, orders=["last best"]), "need one of the orders"),
        (lambda: studies.move_order(GAME, 3, 2, orders=["evaluation"]), "has no order 'evaluation'"),
        (lambda: sampled("uniform:3,4", 2, 1), "only its leaves have scores"),
        (lambda: sampled("nim:1,opening=3", 2, 1), "over in all 1 positions"),
    ],
)
def test_what_is_refused(make: Any, words: str) -> None:
    with pytest.raises(hm.UsageError, match=words):
        make()


def test_fitted_families_have_the_places_that_were_measured() -> None:
    """A family fitted to its own trees gets its own numbers."""
    geometric = sampled("ordered:6,4,order=geometric,probability=0.4,values=0..100000,root=50000", 4, 20, walks=20)
    (fit,) = [fit for fit in fits(geometric) if fit.name == "geometric"]
    assert fit.widths == (6,)
    assert float(fit.arguments.partition("probability=")[2]) == pytest.approx(0.4, abs=0.06)
    first = sampled("ordered:6,4,order=3,probability=0.9,values=0..100000,root=50000", 4, 20, walks=20)
    (fit,) = [fit for fit in fits(first) if fit.name == "(p, R)"]
    assert fit.arguments.startswith("order=3,")
    assert float(fit.arguments.partition("probability=")[2]) == pytest.approx(0.9, abs=0.05)


def test_leaves_between_two_widths() -> None:
    (fit, *_) = fits(sampled("incremental:3,4", 4, 2, walks=4))
    between = fit.__class__("n", "uniform", "", 8**0.5, 2)
    assert between.widths == (2, 3)
    assert between.between([10, 10]) == pytest.approx(10)
    assert 10 < between.between([10, 20]) < 20
    assert str(between) == "uniform:2..3,2"


def test_models_are_near_the_game_and_a_perfect_order_is_best(found: Sampled) -> None:
    (check,) = check_models(found, algorithms=["alpha_beta"])
    assert check.leaves.count == 6
    assert check.by_model["resampled"].value == pytest.approx(1, abs=0.15)
    assert all(each.value >= 0.999 for each in closeness(found).values())


def test_advice_that_a_neighbour_beats() -> None:
    def choice(value: int, measured: float, storage: int) -> Choice:
        return Choice(value, Ratio(0.9), storage, Ratio(measured))

    one, two, three = choice(1, 0.9, 4), choice(2, 0.8, 8), choice(3, 0.5, 99)
    assert Advice("ps_star", "phases", 10, (one, two, three), two).better is None  # the third stores too much
    assert Advice("ps_star", "phases", 10, (one, two, three), one).better is two
    assert Advice("ps_star", "phases", 10, (one, choice(2, 0.89, 8)), one).better is None  # hardly better


def test_all_orders_have_words() -> None:
    told = studies.move_order("connect_four:5,4,3,opening=2", 2, 2, walks=4, models=False, parameters=False)
    assert [row.order for row in told.places] == [name for name in ORDERS if name != "perfect"]
    assert told.best_order in told.places


def test_the_command(tmp_path: Any) -> None:
    page = tmp_path / "order.html"
    words = ["order", GAME, "-d", "2,3", "--positions", "3", "--walks", "10", "-a", "alpha_beta", "--html", str(page)]
    shown = run(*words)
    assert shown.exit_code == 0
    assert f"{GAME}, depth 3: where the best move stands" in shown.stdout
    assert "repeat: halfmove order tic_tac_toe:opening=4 --depth 2,3" in " ".join(shown.stdout.split())
    text = page.read_text(encoding="utf-8")
    assert text.count("<svg") >= 4
    assert "resampled" in text
    told = json.loads(run(*words[:-2], "--json").stdout)
    assert [each["depth"] for each in told["depths"]] == [2, 3]
    assert told["depths"][1]["parameters"]["rules"][0]["chosen"]["value"] >= 1


def test_the_command_refuses_a_wrong_depth() -> None:
    assert run("order", GAME, "-d", "0").exit_code == 2
    assert run("order", "uniform:3,4", "-d", "2").exit_code == 2
