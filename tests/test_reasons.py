"""Why branches are not looked at: against alpha-beta written plainly, and for every algorithm."""

from __future__ import annotations

import json
import math
import re
from typing import Any

import pytest
from click.testing import CliRunner

import halfmove as hm
from halfmove.cli.program import main
from halfmove.recording.reasons import ALPHA, BETA, PURGED, QUESTION, WINDOW
from halfmove.tracing import reasons
from tests.conftest import exact_variants, random_trees, variants

INF = math.inf
Maker = str | int  # the node at which a bound was made, or WINDOW


def cut_offs(tree: Any, low: float, high: float) -> list[tuple[int, str, int, Maker, Any]]:
    """(kind, node, first child left out, who made the bound, the bound), by alpha-beta as a person writes it."""
    found: list[tuple[int, str, int, Maker, Any]] = []

    def search(node: Any, name: str, a: tuple[Any, Maker], b: tuple[Any, Maker], is_max: bool) -> Any:
        if not isinstance(node, list):
            return node
        for number, child in enumerate(node, 1):
            child_name = str(number) if name == "0" else f"{name}.{number}"
            value = search(child, child_name, a, b, not is_max)
            if is_max and value > a[0]:
                a = value, name
            if not is_max and value < b[0]:
                b = value, name
            if a[0] >= b[0]:
                if number < len(node):
                    bound = b if is_max else a
                    found.append((BETA if is_max else ALPHA, name, number + 1, bound[1], bound[0]))
                break
        return a[0] if is_max else b[0]

    search(tree, "0", (low, WINDOW), (high, WINDOW), True)
    return found


@pytest.mark.parametrize("window", [(-INF, INF), (-1, 2), (0, 1)])
def test_cut_offs_of_alpha_beta(window: tuple[float, float]) -> None:
    deep = 0
    for tree in random_trees(250, 3, ("ties", "integers", "bits", "decimals")):
        log = hm.search(hm.trees.explicit(tree), "alpha_beta", window=window, trace=True, compiled=False).log
        ours = [
            (
                each.kind,
                log.name(each.node),
                each.first_child,
                log.name(each.owner) if each.owner >= 0 else each.owner,
                each.bound,
            )
            for each in reasons(log)
        ]
        assert ours == cut_offs(tree, *window), tree
        deep += sum("deep cut-off" in each.text for each in reasons(log))
    assert deep > 20 or window != (-INF, INF)


@pytest.mark.parametrize(("algorithm", "parameters"), exact_variants())
def test_whatever_is_not_looked_at_has_a_reason(algorithm: str, parameters: dict[str, Any]) -> None:
    """At the node itself or above it. Minimax has none, and looks at everything."""
    for tree in random_trees(60, 4, ("ties", "integers", "reals")):
        game = hm.trees.explicit(tree)
        log = hm.search(game, algorithm, trace=True, compiled=False, **parameters).log
        seen = {row[1] for row in log.rows if row[0] <= 5 and row[0] != 4}
        told: set[int] = set()
        firsts, children = game.data["first"].tolist(), game.data["children"].tolist()
        for each in reasons(log):
            assert "{" not in each.text
            left = range(firsts[each.node] + each.first_child - 1, firsts[each.node] + children[each.node])
            told.update([each.node] if each.first_child == 0 else left)
        for node in range(len(firsts)):
            at = node
            while node not in seen and at not in told:
                assert at != 0, (tree, log.name(node))
                at = log.nodes.parent(at)


ONCE = (
    "alpha_beta",
    "f_alpha_beta",
    "sss_star",
    "ps_star",
    "iter_sss_star",
    "dual_star",
    "sss_alpha_beta",
    "alpha_beta_sss",
)


@pytest.mark.parametrize(("algorithm", "parameters"), variants(*ONCE))
def test_what_is_told_to_be_left_out_stays_so(algorithm: str, parameters: dict[str, Any]) -> None:
    """By searches that look at no node twice."""
    for tree in [*random_trees(150, 5, ("ties", "integers", "reals")), hm.trees.NAMED["srimani_1985:figure-a1"].tree]:
        game = hm.trees.explicit(tree)
        log = hm.search(game, algorithm, trace=True, compiled=False, **parameters).log
        last = {row[1]: number for number, row in enumerate(log.rows) if row[0] in (0, 2, 3)}
        firsts, children = game.data["first"].tolist(), game.data["children"].tolist()
        for each in reasons(log):
            left = range(firsts[each.node] + each.first_child - 1, firsts[each.node] + children[each.node])
            for node in left if each.first_child else [each.node] if each.kind == PURGED else []:
                assert last.get(node, -1) < each.event, (tree, each.text)


def test_searches_that_ask_a_question() -> None:
    tree = hm.trees.named("baudet_1977:figure-2.3")
    for algorithm in ("mtd_f", "mt_sss_star", "mt_dual_star", "mtd_bi"):
        log = hm.search(tree, algorithm, trace=True, compiled=False).log
        assert {each.owner for each in reasons(log)} == {QUESTION}
        for each in reasons(log):  # where, and what was asked
            named = {log.name(each.node), f"{each.bound}".replace("inf", "∞")}
            assert named <= set(re.findall(r"-?[\d.]*[\d∞]", each.text)), each.text


def test_the_thesis_node() -> None:
    """Why PS*(2) never looks at node 1.2.2."""
    log = hm.search(hm.trees.named("srimani_1985:figure-a1"), "ps_star", phases=2, trace=True).log
    (text,) = [each.text for each in reasons(log) if log.name(each.node) == "1.2.2"]
    assert text == (
        "1.2.2 is removed from OPEN and not looked at: 1.2.1 is SOLVED with merit 64 and is the first on OPEN. Merits "
        "only get worse on the way down, so nothing open below 1.2 can end with a better one, whatever 1.2.2 is "
        "worth."
    )
    assert "1.2.2" not in {log.name(row[1]) for row in log.rows if row[0] == 2}


def test_trace_tells_alpha_and_beta() -> None:
    ran = CliRunner().invoke(main, ["trace", "sarkar_lecture_8:two-ply", "-a", "alpha_beta"])
    assert ran.exit_code == 0
    assert ran.stdout.splitlines() == [
        "Enter 0, where MAX is to move: alpha = -∞, beta = ∞.",
        "  Enter 1, where MIN is to move: alpha = -∞, beta = ∞.",
        "    Evaluate the leaf 1.1: 3.",
        "    At 1 the best move for MIN is now 1.1: beta = 3.",
        "    Evaluate the leaf 1.2: 5.",
        "  Leave 1: it is worth 3.",
        "  At 0 the best move for MAX is now 1: alpha = 3.",
        "  Enter 2, where MIN is to move: alpha = 3, beta = ∞.",
        "    Evaluate the leaf 2.1: 2.",
        "    At 2 the best move for MIN is now 2.1: beta = 2.",
        "    Alpha cut-off at 2: MIN holds MAX to at most 2 here, but at 0 MAX already has 3 by 1 and will not let the "
        "game come here. 2.2 and 2.3 are not looked at.",
        "  Leave 2: it is worth at most 2, which is not more than alpha = 3.",
        "Leave 0: it is worth 3.",
    ]


@pytest.mark.parametrize("algorithm", hm.ALGORITHMS)
def test_trace_takes_every_algorithm(algorithm: str) -> None:
    """All leaves are told in their order, whichever way; where there are lists, one line is one operator."""
    given = {"guess": 3, "error": 1} if algorithm == "aspiration" else {}
    tree = [[3, [7, 2]], [4, [1, 9]]]
    wanted = hm.search(hm.trees.explicit(tree), algorithm, trace=True, compiled=False, **given)

    def traced(*words: str) -> str:
        options = [word for name, value in given.items() for word in (f"--{name}", str(value))]
        ran = CliRunner().invoke(main, ["trace", json.dumps(tree), "-a", algorithm, *options, *words])
        assert ran.exit_code == 0, ran.output
        return str(ran.stdout)

    assert re.findall(r"(?:leaf|static value of) ([\d.]*\d)", traced("--words")) == list(wanted.leaf_order or ())
    assert json.loads(traced("--json"))["leaf_order"] == list(wanted.leaf_order or ())
    if wanted.events is None:
        assert traced() == traced("--words")
    else:
        begun = [line for line in traced().splitlines() if not line.startswith(" ")]  # where BACKUP stands below OPEN
        assert len(begun) == len(wanted.events) > 0
