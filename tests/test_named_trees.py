"""Named trees: what is said of each is measured."""

from __future__ import annotations

import ast
import doctest
import json
import re
from collections.abc import Iterator
from itertools import pairwise
from math import inf
from typing import Any

import pytest

import halfmove as hm
from halfmove.base import identity
from halfmove.errors import StuckError
from halfmove.studies import AlgorithmSpec, TreeSpec, papers
from halfmove.trees.named import NAMED, ORIGINS, PAPERS, NamedTree, named

from . import pruning
from .test_cli import answer, fault, run
from .test_readme import ROOT, blocks

LECTURE = "sarkar_lecture_8"
EACH = pytest.mark.parametrize("about", NAMED.values(), ids=NAMED)


def search(tree: Any, algorithm: str, **how: Any) -> hm.Result:
    game = named(tree) if isinstance(tree, str) else hm.trees.explicit(tree)
    return hm.search(game, algorithm, trace=True, compiled=False, **how)


def order(tree: Any, algorithm: str, **how: Any) -> list[str]:
    return list(search(tree, algorithm, **how).leaf_order or ())


def leaves(tree: Any, node: tuple[int, ...] = ()) -> Iterator[tuple[str, Any]]:
    """Every leaf by its Dewey name."""
    if not isinstance(tree, list):
        yield ".".join(map(str, node)), tree
        return
    for number, child in enumerate(tree, 1):
        yield from leaves(child, (*node, number))


def node_of(tree: Any, name: str) -> Any:
    for number in [] if name == "0" else name.split("."):
        tree = tree[int(number) - 1]
    return tree


def value(tree: Any, name: str = "0") -> Any:
    """By definition, without the library."""
    return pruning.value(node_of(tree, name), 0 if name == "0" else name.count(".") + 1)


def shape(tree: Any) -> tuple[int, int] | None:
    """Width and depth of a uniform tree."""
    if not isinstance(tree, list):
        return 0, 0
    below = {shape(child) for child in tree}
    if len(below) != 1 or None in below:
        return None
    ((width, depth),) = below  # type: ignore[misc]
    return (len(tree), depth + 1) if width in (0, len(tree)) else None


def changed(tree: Any, values: dict[str, Any]) -> Any:
    """The tree with other values at some leaves."""
    copy = json.loads(json.dumps(tree))
    for name, new in values.items():
        parent, _, last = name.rpartition(".")
        node_of(copy, parent or "0")[int(last) - 1] = new
    return copy


# All of them


@EACH
def test_runs(about: NamedTree) -> None:
    for wanted in about.runs:
        how = {"window": wanted.window, **wanted.parameters}
        if wanted.value is None:
            with pytest.raises(StuckError):
                search(about.name, wanted.algorithm, **how)
            continue
        found = search(about.name, wanted.algorithm, **how)
        assert (found.value, found.counts.leaves) == (wanted.value, wanted.leaves), wanted.text
        right = found.value == value(about.tree)
        assert right == (wanted.parameters.get("operator") != "printed"), wanted.text


@EACH
def test_form(about: NamedTree) -> None:
    assert about.runs
    assert about.origin in ORIGINS
    assert about.shows.endswith(".")
    assert about.note.endswith(".") or (about.origin == "ours" and not about.note)
    assert about.witness == ("lost" in about.note)
    assert about.paper in papers.names()
    assert "errata" in about.source or about.origin != "ours"
    game = named(about.name)
    assert game.name == about.name
    assert all(game.locate(node) is not None for node in about.labels)  # type: ignore[misc]
    for each in about.runs:  # as the command line reads it
        spec = AlgorithmSpec.parse(each.text.partition(" ")[0])
        assert (spec.id, dict(spec.parameters)) == (each.algorithm, dict(each.parameters))


def test_every_counter_example_of_the_errata_has_a_name() -> None:
    page = (ROOT / "docs" / "errata.md").read_text(encoding="utf-8")
    known = [about.tree for about in NAMED.values()]
    seen = 0
    for block in blocks(page, "python"):
        for example in doctest.DocTestParser().get_examples(block):
            for tree in written_trees(ast.parse(example.source)):
                if tree != [[[7, 0], 2], 4]:  # figure 8 with another value of g
                    assert tree in known, tree
                seen += 1
    assert seen > 30


def written_trees(node: ast.AST) -> Iterator[Any]:
    """The largest lists of numbers in Python source."""
    if isinstance(node, ast.List):
        try:
            tree = ast.literal_eval(node)
        except ValueError:  # a list of something else, or `*[[64, 50, 50, 50]] * 3`
            return
        yield tree
        return
    for below in ast.iter_child_nodes(node):
        yield from written_trees(below)


# Srimani 1985


def test_figure_3_1() -> None:
    about = NAMED["srimani_1985:figure-3.1"]
    tree = about.tree
    assert shape(tree) == (4, 5)
    assert value(tree) == value(tree, "2") == value(tree, "2.1") == 64
    assert [node_of(tree, "2.2.1.1")[i] for i in (0, 1)] == [18, 21]
    assert all(value(tree, f"2.2.2.{i}") >= 64 for i in (1, 2, 3, 4))
    for node in pruning.nodes(tree):  # of order 2: the best child is among the first two of four
        children = node_of(tree, ".".join(map(str, node)) or "0")
        if isinstance(children, list):
            values = [pruning.value(child, len(node) + 1) for child in children]
            best = (min if len(node) % 2 else max)(values)
            assert best in values[:2], node
    sss, ps = order(about.name, "sss_star"), order(about.name, "ps_star", phases=2)
    assert set(sss) - set(ps) == {"2.2.1.1.3", "2.2.1.1.4"}
    assert set(ps) < set(sss)
    merits = [e.state.merit for e in search(about.name, "ps_star", phases=2).events or () if e.state.node == "2.2"]
    assert merits[0] == 64
    second = ps.index("2.2.1.1.2")
    assert ps.index("2.2.1.1.1") < second < min(ps.index(leaf) for leaf in ps if leaf.startswith("2.2.2."))


def test_figure_3_2() -> None:
    name = "srimani_1985:figure-3.2"
    assert shape(NAMED[name].tree) == (4, 2)
    sss, ab = (set(order(name, algorithm)) for algorithm in ("sss_star", "alpha_beta"))
    ps = set(order(name, "ps_star", phases=2))
    assert ps - sss == {"1.2", "1.3", "2.3", "2.4"}
    assert ab - ps == {"1.4"}
    assert search(name, "minimax").move == 3  # in the second partition


def test_figure_3_3() -> None:
    assert shape(NAMED["srimani_1985:figure-3.3"].tree) == (4, 3)
    assert shape(NAMED["srimani_1985:s9-better-uniform"].tree) == (4, 3)


PS_ORDER = """1.1.1 1.1.2 2.1.1 2.1.2 1.1.3 1.1.4 1.2.1 1.3.1 1.4.1 2.1.3 2.1.4 3.1.1 3.1.2 4.1.1 4.1.2 3.1.3 3.1.4
              4.1.3 4.1.4"""


def test_figure_a1() -> None:
    name = "srimani_1985:figure-a1"
    tree = NAMED[name].tree
    sss, ps = search(name, "sss_star", window=(-inf, 999)), search(name, "ps_star", phases=2, window=(-99, 999))
    assert [len(r.events or ()) for r in (sss, ps)] == [41, 52]
    assert [r.counts.max_open for r in (sss, ps)] == [16, 4]
    assert ps.counts.max_backup == 3
    assert list(ps.leaf_order or ()) == PS_ORDER.split()
    assert set(sss.leaf_order or ()) == set(ps.leaf_order or ()) == set(order(name, "alpha_beta"))
    printed = {
        cell.row: cell.value
        for cell in papers.load("srimani_1985").tables["A leaves"].cells
        if cell.row not in ("1.2.1", "1.3.1", "1.4.1")
    }
    assert len(printed) == 16
    assert all(node_of(tree, leaf) == told for leaf, told in printed.items())
    unseen = [leaf for leaf, _ in leaves(tree) if leaf not in PS_ORDER.split()]
    assert len(unseen) == 45
    for other in (0, 99):  # nothing depends on what was filled in
        filled = changed(tree, dict.fromkeys(unseen, other) | dict.fromkeys(("1.2.1", "1.3.1", "1.4.1"), 64 + other))
        assert search(filled, "sss_star", window=(-inf, 999)).events == sss.events
        assert search(filled, "ps_star", phases=2, window=(-99, 999)).events == ps.events


def test_the_missing_case() -> None:
    events = search("srimani_1985:s2-smallest", "ps_star", phases=2).events or ()
    assert [(str(event.state.node), event.case) for event in events][-2:] == [("2", 6), ("0", None)]
    assert shape(NAMED["srimani_1985:s1-uniform"].tree) == (4, 3)


# Bhattacharya & Bagchi 1986


def test_figure_1() -> None:
    name = "bhattacharya_bagchi_1986:figure-1"
    assert shape(NAMED[name].tree) == (3, 4)
    assert search(name, "iter_sss_star", memory="minimum").counts.max_open == 5
    assert len(list(leaves(NAMED[name].tree))) == 81
    assert order(name, "iter_sss_star", memory=9) == order(name, "sss_star")


@pytest.mark.parametrize(
    ("tree", "says"), [("b2-livelock", "a reactivated node lacks space"), ("b2-starved", "no ACTIVE")]
)
def test_stuck(tree: str, says: str) -> None:
    name = f"bhattacharya_bagchi_1986:{tree}"
    assert cells(NAMED[name].tree) == 4
    with pytest.raises(StuckError, match=says):
        search(name, "iter_sss_star", memory=4, fallback=False)


def cells(tree: Any) -> int:
    """By the natural count: 1 + the largest sum of width - 1 over the MAX nodes of a path."""

    def most(node: Any, depth: int) -> int:
        if not isinstance(node, list):
            return 0
        return max(most(child, depth + 1) for child in node) + (0 if depth % 2 else len(node) - 1)

    return 1 + most(tree, 0)


def test_leaves_of_iter_sss_star() -> None:
    name = "bhattacharya_bagchi_1986:b3-outside"
    assert set(order(name, "iter_sss_star", memory=3)) - set(order(name, "alpha_beta")) == {"2.2"}
    assert shape(NAMED["bhattacharya_bagchi_1986:b4-more-leaves"].tree) == (2, 5)


def test_definition_and_theorems() -> None:
    tree = NAMED["bhattacharya_bagchi_1986:b5-smallest"].tree
    printed = pruning.literal(tree, (), nothing=-inf)
    assert printed.left == printed.above == -inf  # so that by theorem 4.1 the root would be pruned
    assert pruning.literal(tree, ()).left < pruning.literal(tree, ()).above
    assert not hm.theory.pruning_bounds(tree, "0").alpha_beta_prunes
    for name, seen in (("b7-smallest", {"1.2.1"}), ("b7-larger", {"1.2.1.1", "1.2.1.2"})):
        about = NAMED[f"bhattacharya_bagchi_1986:{name}"]
        bounds = hm.theory.pruning_bounds(about.tree, "1.2.1")
        assert bounds.a_right > bounds.b
        assert bounds.sss_star_skips_as_printed
        assert not bounds.sss_star_skips
        assert seen <= set(order(about.name, "sss_star"))


# Campbell & Marsland 1983


def test_figure_6() -> None:
    name = "campbell_marsland_1983:figure-6"
    labels = NAMED[name].labels
    assert "".join(labels[leaf] for leaf in order(name, "sss_star", ties="1979")) == "cigjh"
    for algorithm in ("sss_star", "alpha_beta"):
        assert "".join(labels[leaf] for leaf in order(name, algorithm)) == "cgh"
    assert len(search(name, "sss_star", ties="1979").events or ()) == 18


@pytest.mark.parametrize("g", [-9, 0, 3, 6, 99])
def test_figure_8(g: int) -> None:
    about = NAMED["campbell_marsland_1983:figure-8"]
    tree = changed(about.tree, {"1.1.2": g})
    found = search(tree, "sss_star", window=(-inf, 5))
    assert "".join(about.labels[leaf] for leaf in found.leaf_order or ()) == "fec"
    assert (found.value, found.bound, len(found.events or ())) == (4, "exact", 10)
    assert "1.1.2" in order(tree, "sss_star")


def test_counter_examples_of_1983() -> None:
    trees = {about.short: about.tree for about in NAMED.values() if about.paper == "campbell_marsland_1983"}
    for name, size in (("c1-uniform", (2, 3)), ("c6-uniform", (2, 3)), ("c7-uniform", (2, 6)), ("c8-staged", (2, 4))):
        assert shape(trees[name]) == size
    assert shape(trees["c8-pab-uniform"]) == shape(trees["c8-abs"]) == (2, 4)
    for name in ("c1-smallest", "c1-uniform"):
        values = [leaf for _, leaf in leaves(trees[name])]
        assert len(set(values)) == len(values)
    for name in ("figure-6", "c7-uniform", "c8-staged", "c4-smallest"):
        assert len({leaf for _, leaf in leaves(trees[name])}) == 1


# Baudet 1977


def test_figure_2_3() -> None:
    name = "baudet_1977:figure-2.3"
    assert shape(NAMED[name].tree) == (2, 4)
    counts = [search(name, algorithm).counts for algorithm in ("minimax", "alpha_beta")]
    assert [(each.leaves, each.nodes) for each in counts] == [(16, 31), (8, 19)]


# The lecture


def test_two_ply() -> None:
    tree = NAMED[f"{LECTURE}:two-ply"].tree
    for x in (-50, 2, 3, 50):
        other = changed(tree, {"2.2": x, "2.3": -x})
        assert order(other, "alpha_beta") == ["1.1", "1.2", "2.1"]
        assert value(other) == 3


def test_four_ply() -> None:
    about = NAMED[f"{LECTURE}:four-ply"]
    assert shape(about.tree) == (2, 4)
    told = {"1.1.1.1": 4, "1.1.1.2": 5, "1.1.2.1": 3, "1.1.2.2": 2, "1.2.1.1": 6, "2.1.1.1": 1, "2.1.2.1": 2}
    assert all(node_of(about.tree, leaf) == known for leaf, known in told.items())
    assert [value(about.tree, node) for node in ("1.1.1", "1.1.2", "1.1", "1.2.1", "1", "2.1.1", "2.1.2", "2.1")] == [
        4, 2, 4, 6, 4, 1, 2, 2,
    ]  # fmt: skip
    spoken = {*told, "1.2.1.2", "2.1.1.2", "2.1.2.2"}  # every MIN node that is begun is finished
    assert len(spoken) == 10
    assert spoken - set(order(about.name, "alpha_beta")) == {"1.1.2.2", "2.1.1.2", "2.1.2.2"}
    rest = [leaf for leaf, _ in leaves(about.tree) if leaf not in spoken]
    assert len(rest) == 6
    for x in (-9, 99):
        filled = changed(about.tree, dict.fromkeys(rest, x) | {"1.2.1.2": 9, "2.1.1.2": 5, "2.1.2.2": 8})
        assert order(filled, "alpha_beta") == order(about.name, "alpha_beta")
        assert value(filled) == 4


def test_worst_first() -> None:
    about = NAMED[f"{LECTURE}:worst-first"]
    assert shape(about.tree) == (2, 4)
    for node in pruning.nodes(about.tree):
        children = node_of(about.tree, ".".join(map(str, node)) or "0")
        if isinstance(children, list):
            values = [pruning.value(child, len(node) + 1) for child in children]
            for one, next_one in pairwise(values):
                assert one > next_one if len(node) % 2 else one < next_one
    assert len({leaf for _, leaf in leaves(about.tree)}) == 16


def test_bounds_of_figure_2_4() -> None:
    """alpha = 3 and beta = 5, by a chain of minima and maxima along the path."""
    tree = NAMED["baudet_1977:figure-2.4"].tree
    alpha, beta, at = -inf, inf, tree
    for depth, number in enumerate((4, 1, 3, 4, 3)):
        elder = [pruning.value(child, depth + 1) for child in at[: number - 1]]
        alpha, beta = (alpha, min([beta, *elder])) if depth % 2 else (max([alpha, *elder]), beta)
        at = at[number - 1]
    assert (alpha, beta) == (3, 5) == hm.theory.alpha_beta_window(tree, "4.1.3.4.3", viewpoint="parent")
    assert "4.1.3.4.3" in order("baudet_1977:figure-2.4", "alpha_beta")


def test_nim() -> None:
    about = NAMED[f"{LECTURE}:nim-2-2"]
    game = hm.games.nim(2, 2)

    def drawn(position: Any, depth: int = 0) -> Any:
        over, score = game.outcome(position)
        if over:
            return score if depth % 2 == 0 else -score
        return [drawn(game.next(position, move), depth + 1) for move in game.legal(position)]

    assert about.tree == drawn(game.start)
    assert [value(about.tree, str(move)) for move in (1, 2, 3, 4)] == [-1, -1, -1, -1]
    assert hm.search(game, "alpha_beta", compiled=False).counts.leaves == 11
    for node in pruning.nodes(about.tree):
        name = ".".join(map(str, node)) or "0"
        piles, position = about.labels[name], game.start
        for number in node:
            position = game.next(position, game.legal(position)[number - 1])
        assert piles == ",".join(str(row.count("|")) for row in game.show(position).splitlines())  # type: ignore[misc]
    assert set(about.labels) == {".".join(map(str, node)) or "0" for node in pruning.nodes(about.tree)}


# Where they are taken


def test_command_line() -> None:
    found = answer("search", "srimani_1985:figure-a1", "-a", "ps_star:phases=2", "--window", "-99,999")
    assert (found["value"], found["counts"]["leaves"]) == (64, 19)
    traced = run("trace", "srimani_1985:figure-a1", "-a", "sss_star", "--window", "-inf,999").stdout
    assert (
        traced
        == run(
            "trace", json.dumps(NAMED["srimani_1985:figure-a1"].tree), "-a", "sss_star", "--window", "-inf,999"
        ).stdout
    )
    compared = run("compare", "--family", "srimani_1985:figure-3.2", "-a", "sss_star", "-a", "ps_star")
    assert compared.exit_code == 0
    assert "srimani_1985:figure-3.2: 1 tree" in compared.stdout


def test_list() -> None:
    out = run("list").stdout
    for paper in PAPERS:
        count = sum(about.paper == paper for about in NAMED.values())
        assert re.search(rf"^  {paper} +{count} trees: ", out, re.MULTILINE)
    assert [each["name"] for each in answer("list")["named_trees"]] == list(NAMED)
    for paper in PAPERS:
        mine = [about for about in NAMED.values() if about.paper == paper]
        page = run("list", paper).stdout
        assert all(about.name in page for about in mine)
        assert [each["shows"] for each in answer("list", paper)] == [about.shows for about in mine]
    page = run("list", "campbell_marsland_1983:figure-8").stdout
    assert "halfmove search campbell_marsland_1983:figure-8 -a sss_star --window -inf,5\n" in page
    assert page.endswith("\n[[[7, 6], 2], 4]\n")
    data = answer("list", "campbell_marsland_1983:figure-8")
    assert (data["origin"], data["witness"], data["runs"][0]["window"]) == ("completed", False, [None, 5])
    assert answer("list", "baudet_1977:figure-2.3")["witness"] is True


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["search", "srimani_1985:figure-a2"], "did you mean 'srimani_1985:figure-a1'?"),
        (["search", "srimani_1985"], "srimani_1985 is a paper; name one of its trees"),
        (["search", "figure-a1"], "did you mean 'srimani_1985:figure-a1'?"),
        (["search", "srimani_1984:figure-a1"], "did you mean 'srimani_1985'?"),
        (["list", "baudet_1977:figure-23"], "did you mean 'baudet_1977:figure-2.3'?"),
        (["compare", "--family", "baudet_1977"], "write baudet_1977:TREE"),
        (["compare", "--family", "baudet_1977:figure-23"], "did you mean 'baudet_1977:figure-2.3'?"),
    ],
)
def test_errors(words: list[str], says: str) -> None:
    assert says in fault(*words)


def test_unknown_names() -> None:
    with pytest.raises(hm.UsageError, match="the papers with trees are baudet_1977, "):
        named("knuth_moore_1975:figure-1")
    with pytest.raises(hm.UsageError, match="name must be text"):
        named(3)  # type: ignore[arg-type]


def test_studies() -> None:
    spec = TreeSpec.parse("srimani_1985:figure-3.2")
    assert str(spec) == "srimani_1985:figure-3.2"
    assert spec == TreeSpec.of("srimani_1985", "figure-3.2")
    assert not spec.seeded
    assert spec.make(5).name == "srimani_1985:figure-3.2"


def test_a_changed_tree_makes_another_halfmove(tmp_path: Any) -> None:
    """Stored counts of a tree that was changed are not taken for its own; what is said of it may change."""
    folder = tmp_path / "trees" / "papers"
    folder.mkdir(parents=True)

    def hash_with(shows: str, tree: Any) -> str:
        (folder / "p_2000.json").write_text(json.dumps({"trees": {"t": {"shows": shows, "tree": tree}}}))
        return identity.hash_of_package(tmp_path)

    assert hash_with("a", [1, 2]) == hash_with("b", [1, 2]) != hash_with("a", [1, 3])
