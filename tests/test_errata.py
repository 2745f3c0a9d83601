"""What docs/errata.md says is so: its examples run, and the claims it calls confirmed hold on new trees."""

from __future__ import annotations

import doctest
import random
import re
from collections.abc import Callable
from itertools import islice
from typing import Any

import pytest

import halfmove as hm
from halfmove.trees.explicit import dewey

from . import claims, pruning
from .conftest import ragged, usually
from .printed_ps_star import printed_ps_star
from .test_readme import ROOT, blocks

PAGE = (ROOT / "docs" / "errata.md").read_text(encoding="utf-8")
SECTIONS = re.split(r"^(?=##+ )", PAGE, flags=re.MULTILINE)
SHARED = next(section for section in SECTIONS if section.startswith("## All claims"))

# Trees for a claim that fails on a few of them only
RARE = {
    "ps_star_is_never_better_than_sss_star": 150,
    "least_memory_suffices_on_uneven_trees": 1200,
    "iter_sss_star_is_within_alpha_beta_on_uneven_trees": 300,
    "more_memory_never_costs_leaves": 120,
    "alpha_beta_dominates_pab_and_scout_at_three_ply": 300,
    "closest_windows_see_the_same_leaves": 200,
}


def run_examples(text: str, scope: dict[str, Any], name: str) -> doctest.TestResults:
    runner, parser = doctest.DocTestRunner(verbose=False, optionflags=doctest.ELLIPSIS), doctest.DocTestParser()
    for block in blocks(text, "python"):
        example = parser.get_doctest(block, scope, name, "docs/errata.md", 0)
        example.globs = scope  # not a copy: the next block goes on from here
        runner.run(example, clear_globs=False)
    return runner.summarize(verbose=False)


def test_examples() -> None:
    """All of them, in order: later ones use what earlier ones have defined."""
    ran = run_examples(PAGE, {}, "errata")
    assert ran.failed == 0
    assert ran.attempted > 80


def test_every_claim_has_a_status_and_a_place() -> None:
    rows = re.findall(r"^\| ([SBCDE]\d+) \|(.*)\|$", SHARED, re.MULTILINE)
    assert len(rows) == len({number for number, _ in rows}) == 57
    for number, row in rows:
        assert re.search("false|misprint|confirmed|cannot be decided|fails", row.split(" | ")[-1]), number


def test_every_tried_claim_is_on_the_page() -> None:
    table = PAGE.partition("## How often")[2]
    named = set(re.findall(r"^\| `(\w+)`", table, re.MULTILINE))
    assert named == {claim.__name__ for claim in (*claims.HOLD, *claims.FAIL, *claims.EXHAUSTIVE)}


@pytest.mark.parametrize("claim", claims.HOLD, ids=lambda claim: claim.__name__)
def test_claims_that_hold(claim: Callable[..., Any]) -> None:
    tally = claims.tried(claim, usually(15, 100), seed=2, compiled=False)
    assert tally.runs >= 12
    assert tally.failures == 0, f"first at tree {tally.first}"


@pytest.mark.parametrize("claim", claims.FAIL, ids=lambda claim: claim.__name__)
def test_claims_that_fail(claim: Callable[..., Any]) -> None:
    assert claims.tried(claim, RARE.get(claim.__name__, 40), seed=2, compiled=False).failures > 0


def test_definitions_in_short_are_the_literal_ones() -> None:
    chance = random.Random(3)
    for _ in range(120):
        tree = claims.uneven(chance, 3)
        for node in pruning.nodes(tree):
            found = hm.theory.pruning_bounds(tree, dewey(node))
            mine = (found.a_left, found.a_right, found.a_right_kept, found.b)
            assert mine == pruning.literal(tree, node), (tree, node)


def test_families_in_part() -> None:
    """`make soak` goes through all of them."""
    tools = claims.Tools(compiled=False)
    four_ply = islice(claims.every(2, 4, claims.product((0, 1), repeat=16)), 5, None, usually(700, 300))
    assert all(claims.dominations(tree, tools) for tree in four_ply)
    two_ply = islice(claims.every(3, 2, claims.product((0, 1, 2), repeat=9)), 7, None, usually(150, 60))
    assert all(claims.two_ply_chain(tree, tools) for tree in two_ply)


def test_printed_operator_is_the_printed_table() -> None:
    """A second writer's reading of the table, case by case, finds the same values, right or wrong."""
    chance = random.Random(31)
    wrong = 0
    for _ in range(300):
        tree = [ragged(chance, 4, lambda c: c.randint(0, 3)) for _ in range(chance.randint(1, 4))]
        phases = chance.randint(1, 3)
        found = hm.search(hm.trees.explicit(tree), "ps_star", phases=phases, operator="printed", compiled=False).value
        assert found == printed_ps_star(tree, phases), (tree, phases)
        wrong += found != hm.search(hm.trees.explicit(tree), "minimax", compiled=False).value
    assert wrong
