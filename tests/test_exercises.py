"""Exercises: every answer again by plain procedures that are written here, and each the only right one."""

from __future__ import annotations

import builtins
import html
import json
import math
import re
import shlex
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any
from unittest.mock import MagicMock

import pytest
from click.testing import CliRunner
from fpdf import FPDF

import halfmove as hm
from halfmove.cli.program import main
from halfmove.drawing.bare import planned
from halfmove.drawing.pictures import Picture
from halfmove.drawing.svg import svg
from halfmove.exercises import KINDS, Exercise, Sheet, sheet
from halfmove.exercises.kinds import nim
from halfmove.exercises.pdf import BOTTOM
from halfmove.exercises.pdf_trees import tree_set
from tests import naive
from tests import state_space_reference as reference
from tests.conftest import refused

LEVELS = range(1, 6)
TREES = [kind for kind in KINDS if kind != "nim"]


def kinds_at(level: int) -> list[str]:
    """SSS* is not asked about at level 1."""
    return [kind for kind in KINDS if kind != "open" or level > 1]


def told(exercise: Exercise) -> str:
    """The question, and the rules that a sheet shows before its exercises."""
    return " ".join([*(line for rules in exercise.rules for line in rules.lines), *exercise.question])


@cache
def made(kind: str | None, level: int) -> Sheet:
    """More exercises of the kinds that ask for several algorithms."""
    count = {None: 6, "nim": 4, "order": 6, "open": 6}.get(kind, 3)
    return sheet(kind, level, 11, count)  # type: ignore[arg-type]


def leaves(tree: Any) -> list[int]:
    return [leaf for child in tree for leaf in leaves(child)] if isinstance(tree, list) else [tree]


def depth(tree: Any) -> int:
    return 1 + max(map(depth, tree)) if isinstance(tree, list) else 0


def name(path: tuple[int, ...]) -> str:
    return ".".join(map(str, path)) or "0"


class AlphaBeta:
    """Alpha-beta in minimax form, with all that exercises ask for.

    strict   cuts off only beyond a bound
    soft     returns values outside the window, too
    near     looks at the bound of the parent alone
    """

    def __init__(self, tree: Any, strict: bool = False, soft: bool = True, near: bool = False) -> None:
        self.strict, self.soft, self.near = strict, soft, near
        self.order: list[str] = []
        self.windows: dict[str, tuple[float, float]] = {}
        self.cuts: dict[str, tuple[list[str], str, bool]] = {}  # node -> branches, alpha or beta, deep
        self.value = self.search(tree, (), [])

    def search(self, tree: Any, path: tuple[int, ...], bests: list[float]) -> float:
        """`bests` has the best value until now at each ancestor, for who moves there."""
        if not isinstance(tree, list):
            self.order.append(name(path))
            return float(tree)
        is_max = len(path) % 2 == 0
        seen = bests[-1:] if self.near else bests
        first = len(bests) - len(seen)
        alpha = max([b for at, b in enumerate(seen, first) if at % 2 == 0], default=-math.inf)
        beta = min([b for at, b in enumerate(seen, first) if at % 2 == 1], default=math.inf)
        self.windows[name(path)] = alpha, beta
        best = -math.inf if is_max else math.inf
        if not self.soft:
            best = alpha if is_max else beta
        for number, child in enumerate(tree, 1):
            value = self.search(child, (*path, number), [*bests, best])
            best = max(best, value) if is_max else min(best, value)
            beyond = best - beta if is_max else alpha - best
            if number < len(tree) and (beyond > 0 or (beyond == 0 and not self.strict)):
                rest = [name((*path, other)) for other in range(number + 1, len(tree) + 1)]
                deep = bests[-1] != (beta if is_max else alpha)
                self.cuts[name(path)] = rest, "beta" if is_max else "alpha", deep
                break
        return best


def minimax(tree: Any, path: tuple[int, ...] = ()) -> dict[str, int]:
    """The value of every node."""
    if not isinstance(tree, list):
        return {name(path): tree}
    below: dict[str, int] = {}
    for number, child in enumerate(tree, 1):
        below |= minimax(child, (*path, number))
    children = [below[name((*path, number))] for number in range(1, len(tree) + 1)]
    return {name(path): (min if len(path) % 2 else max)(children), **below}


@pytest.mark.parametrize("level", LEVELS)
def test_cut_offs(level: int) -> None:
    for exercise in made("prune", level):
        told = exercise.solution.data["cuts"]
        assert told
        given = {cut["at"]: (cut["branches"], cut["kind"], cut["depth"] == "deep") for cut in told}
        assert given == AlphaBeta(exercise.tree).cuts == AlphaBeta(exercise.tree, strict=True).cuts
        hard = AlphaBeta(exercise.tree, soft=False).cuts
        assert {at: cut[:2] for at, cut in hard.items()} == {at: cut[:2] for at, cut in given.items()}
        near = AlphaBeta(exercise.tree, near=True).cuts
        for at, (branches, kind, deep) in given.items():
            assert deep == (near.get(at, ([],))[0] != branches)
            assert kind == ("beta" if reference.is_max(path(at)) else "alpha")
        for cut, row, reason in zip(told, exercise.solution.table.rows, exercise.solution.told, strict=True):  # type: ignore[union-attr]
            assert row == (cut["at"], ", ".join(cut["branches"]), cut["kind"], cut["depth"])
            assert f"{cut['kind'].capitalize()} cut-off at {cut['at']}" in reason
            assert ("deep" in reason) == (cut["depth"] == "deep")
        assert all(word == "" for row in exercise.table.rows for word in row)  # type: ignore[union-attr]


@pytest.mark.parametrize("level", LEVELS)
def test_windows(level: int) -> None:
    for exercise in made("windows", level):
        forms = [AlphaBeta(exercise.tree, soft=soft).windows for soft in (True, False)]
        assert forms[0] == forms[1]
        given = exercise.solution.data["windows"]
        inner = [node for node in minimax(exercise.tree) if isinstance(reference.at(exercise.tree, path(node)), list)]
        assert sorted(given) == sorted(inner)
        for node, window in given.items():
            assert (None if window is None else tuple(map(float, window))) == forms[0].get(node)


def path(node: str) -> tuple[int, ...]:
    return () if node == "0" else tuple(map(int, node.split(".")))


@pytest.mark.parametrize("level", LEVELS)
def test_values(level: int) -> None:
    for exercise in made("value", level):
        values = minimax(exercise.tree)
        given = exercise.solution.data
        assert given["values"] == values
        assert len({given["value"], values["0"], values[given["move"]], *(values[node] for node in given["line"])}) == 1
        assert [node.rpartition(".")[0] for node in given["line"]] == ["", *given["line"][:-1]]
        assert not isinstance(reference.at(exercise.tree, path(given["line"][-1])), list)
        for node, value in values.items():  # one best move everywhere
            children = [each for each in values if each != "0" and (each.rpartition(".")[0] or "0") == node]
            assert not children or [values[child] for child in children].count(value) == 1


@pytest.mark.parametrize("level", LEVELS)
def test_orders(level: int) -> None:
    for exercise in made("order", level):
        tree, given = exercise.tree, exercise.solution.data
        procedures = {
            "alpha_beta": lambda tree: [naive.alphabeta(tree)[1], naive.falphabeta(tree)[1], AlphaBeta(tree).order],
            "scout": lambda tree: [naive.scout(tree, test)[1] for test in ("window", "strict", "printed")],
            "sss_star": lambda tree: [reference.sss(tree).leaves],
            "dual_star": lambda tree: [reference.sss([negated(tree)]).leaves],
            "ps_star": lambda tree: [reference.ps(tree, reference.equal_parts(2)).leaves],
        }
        for order in procedures[given["algorithm"]](tree):
            order = [leaf.removeprefix("1.") if given["algorithm"] == "dual_star" else leaf for leaf in order]
            assert order == given["leaves"]
        assert exercise.solution.answers == (", ".join(given["leaves"]),)
        assert given["values"] == [minimax(tree)[leaf] for leaf in given["leaves"]]


def negated(tree: Any) -> Any:
    """With a MAX node of one child put above it, this is the tree with MAX and MIN exchanged."""
    return [negated(child) for child in tree] if isinstance(tree, list) else -tree


@pytest.mark.parametrize("level", LEVELS[1:])
def test_open(level: int) -> None:
    asked = set()
    for exercise in made("open", level):
        given = exercise.solution.data
        asked.add(given["algorithm"])
        if given["algorithm"] == "iter_sss_star":
            _check_iter_sss(exercise)
            continue
        if given["algorithm"] == "sss_star":
            steps = reference.sss(exercise.tree, -99, 99).steps
        else:
            steps = reference.ps(exercise.tree, reference.equal_parts(2), -99, 99).steps
        for one in given["steps"]:
            _case, opened, backup = steps[one["step"]]
            assert one["open"] == [[name(node), status, merit] for node, status, merit in opened]
            if given["algorithm"] == "ps_star":
                assert one["backup"] == [[name(node), *numbers] for node, *numbers in backup]
    assert asked == {2: {"sss_star"}, 4: {"sss_star", "ps_star"}, 5: {"ps_star", "iter_sss_star"}}.get(level, asked)


def _check_iter_sss(exercise: Exercise) -> None:
    """The rules on the sheet, followed step by step."""
    tree = exercise.tree
    memory = int(re.findall(r"room for (\d+) states", exercise.question[0])[0])
    opened: dict[tuple[int, ...], tuple[str, float]] = {(): ("l", 99)}
    filling = True
    given = {one["step"]: one["open"] for one in exercise.solution.data["steps"]}
    for step in range(1, max(given) + 1):
        rest = sorted(opened, key=lambda node: (-opened[node][1], node))
        filling = filling and any(status == "l" for status, _ in opened.values())
        node = next(each for each in rest if (opened[each][0] == "l") == filling)
        status, merit = opened.pop(node)
        live = "l" if filling else "L"
        if status == "S" and len(node) % 2 == 0:
            more = node[-1] < len(reference.at(tree, node[:-1]))
            opened[(*node[:-1], node[-1] + 1) if more else node[:-1]] = ("L" if more else "S"), merit
        elif status == "S":
            parent = node[:-1]
            below = [each for each in opened if reference.below(each, parent)]
            for each in below:
                if opened[each][1] <= merit:
                    del opened[each]
            asleep = [each for each in below if each in opened and opened[each][0] == "l"]
            if asleep:
                woken = min(asleep, key=lambda each: (-len(each), each))
                opened |= {woken: ("L", opened[woken][1]), node: (status, merit)}
            else:
                opened[parent] = "S", merit
        elif not isinstance(reference.at(tree, node), list):
            opened[node] = "S", min(merit, reference.at(tree, node))
        elif len(node) % 2:
            opened[(*node, 1)] = live, merit
        elif len(opened) + len(reference.at(tree, node)) <= memory:
            opened |= {child: (live, merit) for _, child in naive.children(reference.at(tree, node), node)}
        else:
            opened[node] = "l", merit
            filling = False
        if step in given:
            rest = sorted(opened, key=lambda node: (-opened[node][1], node))
            assert given[step] == [[name(each), *opened[each]] for each in rest]


@pytest.mark.parametrize("level", LEVELS)
def test_nim(level: int) -> None:
    for exercise in made("nim", level):
        given = exercise.solution.data
        most, misere = given["most"], given["last_match_loses"]

        @cache
        def wins(piles: tuple[int, ...], most: int = most, misere: bool = misere) -> bool:
            """Whether who is to move wins."""
            return any(not wins(after) for after in moves(piles, most)) if any(piles) else misere

        piles = tuple(given["piles"])
        winning = {after for after in moves(piles, most) if not wins(after)}
        assert len(winning) <= 1
        assert {given["move"]} - {None} == winning
        assert given["winner"] == ("first" if wins(piles) else "second")
        if not misere and most >= max(piles):  # Bouton's rule, and our own Nim
            assert given["value"] == hm.search(hm.games.nim(*piles), "minimax", compiled=False).value
        picture = exercise.solution.picture
        assert picture is not None
        assert len(picture.nodes) in nim.NODES[level]
        for node in picture.nodes:
            left = tuple(sorted(int(pile) for pile in node.name.split(",") if pile != "0"))
            assert node.value == ("1" if wins(left) == node.is_max else "-1")
            told = {tuple(sorted(filter(None, after))) for after in moves(left, most)}
            assert sorted(told) == sorted(
                tuple(sorted(int(pile) for pile in picture.nodes[child].name.split(",") if pile != "0"))
                for child in node.children
            )


def moves(piles: tuple[int, ...], most: int) -> set[tuple[int, ...]]:
    taken = [(at, take) for at, pile in enumerate(piles) for take in range(1, min(pile, most) + 1)]
    return {tuple(sorted(pile - take * (at == n) for n, pile in enumerate(piles))) for at, take in taken}


def test_every_level_of_nim_has_a_sheet() -> None:
    assert min(map(len, nim.everything().values())) >= 5
    assert all(len(set(rules)) == len(rules) for rules in nim.everything().values())


def test_levels_grow() -> None:
    """All trees of one level have more leaves and cut-offs than those of the level before."""
    measured = []
    for level in LEVELS:
        trees = [exercise.tree for kind in kinds_at(level)[:-1] for exercise in made(kind, level)]
        cuts = [AlphaBeta(tree).cuts.values() for tree in trees]
        deep = [sum(cut[2] for cut in each) for each in cuts]
        measured.append(([len(leaves(tree)) for tree in trees], list(map(len, cuts)), deep))
        assert all(len(set(leaves(tree))) == len(leaves(tree)) for tree in trees)
        assert {depth(tree) for tree in trees} == {{1: 2, 2: 3, 3: 3, 4: 4, 5: 5}[level]}
        assert all((min(leaves(tree)) < 0) == (level == 5) for tree in trees)
    for (few, rare, shallow), (many, often, deeper) in pairwise(measured):
        assert max(few) < min(many)
        assert max(rare) < min(often)
        assert sum(shallow) <= sum(deeper)
    assert [min(deep) for _, _, deep in measured] == [0, 0, 0, 1, 2]


def test_the_same_seed_gives_the_same_sheet() -> None:
    first, again = sheet(None, 2, 7, 6), sheet(None, 2, 7, 6)
    assert first.text(True) == again.text(True)
    assert first.html(True) == again.html(True)
    assert first.pdf(True) == again.pdf(True)
    assert sheet(None, 2, 8, 6).text() != first.text()
    assert sheet(None, 2, 7, 3).exercises == first.exercises[:3]
    assert [each.kind for each in first] == list(KINDS)


@pytest.mark.parametrize("level", LEVELS)
def test_no_exercise_comes_twice(level: int) -> None:
    for kind in kinds_at(level):
        questions = [(each.question, str(each.tree)) for each in made(kind, level)]
        assert len(set(questions)) == len(questions)


@pytest.mark.parametrize("kind", KINDS)
def test_questions_and_rules_say_it_all(kind: str) -> None:
    for level in LEVELS[kind == "open" :]:
        for exercise in made(kind, level):
            question = told(exercise)
            assert all(word in question for word in ("□", "○", "MAX moves first"))
            assert kind not in ("prune", "windows") or "from left to right" in question
            assert kind not in ("order", "open") or "left" in question
            assert not re.search("[{}]", question)
            assert len(exercise.fields) == len(exercise.solution.answers)


@pytest.mark.parametrize("kind", KINDS)
def test_commands_that_show_the_solution(kind: str) -> None:
    for level in (2 if kind == "open" else 1, 5):
        exercise = next(each for each in made(kind, level) if each.check)
        program, *words = shlex.split(exercise.check)
        ran = CliRunner().invoke(main, words)
        assert (program, ran.exit_code) == ("halfmove", 0)
        given = exercise.solution.data
        if kind == "open":
            assert exercise.solution.answers[0] in ran.stdout
        elif kind == "prune":
            assert all(sentence in ran.stdout for sentence in exercise.solution.told)
        elif kind == "value":
            shown = re.findall(r"[□○] ([\d.]+) = (-?\d+)", ran.stdout)
            assert {node: int(value) for node, value in shown} == given["values"]
        elif kind == "order":
            assert f"  {' '.join(given['leaves'])}\n" in ran.stdout
        elif kind == "windows":
            shown = re.findall(r"Enter ([\d.]*\d), .*alpha = (\S+), beta = (\S+)\.", ran.stdout)
            asked = {node: tuple(map(number, window)) for node, window in given["windows"].items() if window}
            assert {node: (number(low), number(high)) for node, low, high in shown} == asked
        else:
            assert words == ["search", f"nim:{','.join(map(str, given['piles']))}"]
            found = json.loads(CliRunner().invoke(main, [*words, "--json"]).stdout)
            assert found["value"] == given["value"]


def number(text: Any) -> float:
    return float(str(text).replace("∞", "inf"))


def test_the_question_does_not_tell_the_answer() -> None:
    for kind in TREES:
        for exercise in made(kind, 3):
            assert exercise.picture is not None
            shown = svg(exercise.picture, bare=True)
            inner = [node for node in exercise.picture.nodes if not node.is_leaf]
            assert all(node.value == node.window == "" and not node.best and not node.cut for node in inner)
            assert "edge best" not in shown
            assert "edge cut" not in shown
    for page in (made("prune", 3).html(), made("prune", 3).html(check=False)):
        assert "Solutions</summary>" not in page
        assert "cut-off at 1" not in page
        assert "will not let the game come here" not in page
    assert "solution" not in made("prune", 3).as_dict()["exercises"][0]


def test_labels_do_not_touch_nodes() -> None:
    for level in LEVELS:
        for kind in ("value", "nim"):
            for exercise in made(kind, level):
                _check_labels(exercise.solution.picture)


def _check_labels(picture: Picture | None) -> None:
    assert picture is not None
    plan = planned(picture, lambda node: 6.2 * len(node.name))
    for node, label, (x, y) in zip(picture.nodes, plan.labels, plan.at, strict=True):
        width = 6.2 * len(node.name)
        left = x + label.x - {"start": 0, "middle": width / 2, "end": width}[label.anchor]
        assert left >= 0
        assert left + width <= plan.width
        for ox, oy in plan.at:
            apart = left > ox + 13 or left + width < ox - 13 or y + label.y - 8 > oy + 13 or y + label.y < oy - 13
            assert apart, f"the label {node.name} touches a node"


def test_the_page() -> None:
    page = made(None, 3).html(True)
    assert page.count("<article") == 12
    assert page.index("<details") > page.index("6. Nim")
    assert "break-before: page" in page
    assert "src=" not in page
    assert "Content-Security-Policy" in page
    assert "://" not in page.replace("http://www.w3.org/2000/svg", "")
    assert html.escape("halfmove draw '[") in re.sub("</?span>", "", page)


def test_rules_are_on_a_sheet_once() -> None:
    given = sheet("value,prune,windows", 3, 5, 6)
    for whole in (given.html(), given.html(check=False), given.text(True), given._repr_html_()):
        words = html.unescape(re.sub("<[^>]*>", "", " ".join(whole.split()))).replace("\xa0", " ")
        assert words.count("The number at a leaf is its value for MAX.") == 1
        assert words.count("An alpha cut-off happens at a MIN node") == 1
    assert [each.kind for each in given] == ["value", "prune", "windows"] * 2
    assert given.kind == "value,prune,windows"
    assert given.repeat == "halfmove exercise --kind value,prune,windows --level 3 --seed 5 --count 6"
    assert given.exercises == sheet(["value", "prune, windows"], 3, 5, 6).exercises
    assert [each.kind for each in sheet(None, 1, 5, 6)] == ["value", "windows", "prune", "order", "nim", "value"]
    assert "SSS" not in sheet(None, 1, 5, 10).text(True)


@pytest.mark.parametrize("level", LEVELS)
def test_what_a_page_checks_is_the_solution(level: int) -> None:
    """The answers of the gaps are those of the solution, and every gap says what to think about."""
    for kind in kinds_at(level):
        for exercise in made(kind, level):
            given, gaps = exercise.solution, {gap.place: gap for gap in exercise.gaps}
            assert len(gaps) == len(exercise.gaps) > 0
            assert all(gap.label and gap.why for gap in gaps.values())
            for place, gap in gaps.items():
                where, *at = place.split()
                if where == "line":
                    answer = given.answers[int(at[0])]
                    right = ", ".join(gap.right) if gap.how == "nodes" else gap.right or "(empty)"
                    assert right == answer
                    assert gap.how != "choice" or right in gap.options
                elif where == "cell":
                    assert given.table is not None
                    assert exercise.table is not None
                    row, column = map(int, at)
                    assert (gap.right, exercise.table.rows[row][column]) == (given.table.rows[row][column], "")
                elif where == "node":
                    assert exercise.picture is not None
                    assert given.data["values"][exercise.picture.nodes[int(at[0])].name] == gap.right
                else:
                    cut = {branch for each in given.data["cuts"] for branch in each["branches"]}
                    assert exercise.picture is not None
                    assert cut | set(gap.why["branches"]) == {node.name for node in exercise.picture.nodes[1:]}
                    assert not cut & set(gap.why["branches"])
            if exercise.table is not None and kind != "prune":
                empty = sum(word == "" for row in exercise.table.rows for word in row)
                assert len(gaps) == empty


@pytest.mark.parametrize("level", LEVELS)
def test_reasons_for_windows_name_where_the_bound_is_from(level: int) -> None:
    for exercise in made("windows", level):
        values, named = minimax(exercise.tree), 0
        for gap in exercise.gaps:
            if found := re.fullmatch(r"Look at (\S+): there (MAX|MIN) has the value of (\S+) for sure\.", gap.why):
                above, who, child = found.groups()
                at = gap.label.rpartition(" ")[2]
                assert gap.right == str(values[child])
                assert above == "0" or at.startswith(f"{above}.")
                assert (who == "MAX") == (gap.label.startswith("Alpha")) == reference.is_max(path(above))
                assert path(child)[:-1] == path(above)
                assert path(child) < path(at)
                named += 1
        assert named > 0


def test_a_page_without_checks_has_no_answers() -> None:
    given = made("value", 2)
    page = given.html(check=False)
    assert "<script" not in page
    assert "halfmove-data" not in page
    ran = CliRunner().invoke(main, ["exercise", "--kind", "value", "--html", "-", "--no-check"])
    assert "halfmove-data" not in ran.stdout
    with_answers = given.html()
    for exercise in given:
        for gap in exercise.gaps:
            assert gap.why not in with_answers


def test_names_are_escaped() -> None:
    exercise = made("value", 1)[0]
    given = Exercise("value", 1, "<b>&", ("<script>x</script>",), exercise.solution, fields=("<i>",) * 3)
    given = Sheet((given,), None, 1, 1)  # type: ignore[assignment]
    for page in (given.html(True), given._repr_html_()):  # type: ignore[attr-defined]
        assert "<script>x" not in page
        assert "&lt;script&gt;x" in page
        assert "&lt;b&gt;&amp;" in page
        assert "&lt;i&gt;" in page


def test_in_a_notebook() -> None:
    given = made(None, 2)
    assert given._repr_html_().count("<details>") == 6
    assert given[0]._repr_html_().count("<svg") == 2
    assert str(given) == given.text()


def test_the_pdf() -> None:
    given = made(None, 5)
    with_solutions, without = given.pdf(True), given.pdf()
    assert with_solutions.startswith(b"%PDF")
    pages = [len(re.findall(rb"/Type /Page\b", file)) for file in (without, with_solutions)]
    assert pages[0] == 5
    assert pages[1] > 8


@pytest.mark.parametrize(("level", "pages"), [(1, 2), (2, 3), (3, 3), (4, 4), (5, 5)])
def test_exercises_share_pages_and_stay_whole(level: int, pages: int, monkeypatch: pytest.MonkeyPatch) -> None:
    written: list[tuple[int, float, str]] = []
    monkeypatch.setattr(FPDF, "text", lambda self, x, y, text: written.append((self.page_no(), y, text)))
    given = sheet(None, level, 1, 6)
    given.pdf()
    feet = [each for each in written if each[2].startswith("halfmove exercise")]
    assert len(feet) == pages
    inside = [each for each in written if each[1] < BOTTOM]
    assert len(inside) == len(written) - 2 * pages  # but for the feet: the command and the number of the page
    titles = {f"{number}. {each.title}" for number, each in enumerate(given, 1)}
    begins = [place for place, (_, _, text) in enumerate(inside) if text in titles]
    assert len(begins) == 6
    for start, end in pairwise([*begins, len(inside)]):
        assert len({page for page, _, _ in inside[start:end]}) == 1


class _Words:
    """Stands in for what sets words in a PDF: all letters are as wide as in a wide font."""

    def __init__(self) -> None:
        self.file = MagicMock()
        self.set: dict[str, tuple[float, float]] = {}

    def width(self, text: str, size: float) -> float:
        return 0.7 * 0.3528 * size * len(text)

    def run(self, x: float, y: float, text: str, size: float, grey: int = 20) -> None:
        self.set[text] = (x, x + self.width(text, size))


def test_bounds_in_a_pdf_are_inside_their_nodes() -> None:
    words, picture = _Words(), made("prune", 3)[0].solution.picture
    assert picture is not None
    tree_set(words, picture, 0, 0, 174)
    nodes = {(call.args[0], call.args[0] + call.args[2]) for call in words.file.rect.call_args_list}
    nodes |= {(call.args[0], call.args[0] + call.args[2]) for call in words.file.ellipse.call_args_list}
    bounds = [node.value for node in picture.nodes if len(node.value) > 2]
    assert bounds
    for bound in bounds:
        left, right = words.set[bound]
        assert any(start < left and right < end for start, end in nodes)


def test_a_pdf_has_the_signs_of_bounds(monkeypatch: pytest.MonkeyPatch) -> None:
    written: set[tuple[str, str]] = set()
    monkeypatch.setattr(FPDF, "text", lambda self, x, y, text: written.add((self.font_family, text)))
    sheet("prune", 3, 11, 3).pdf(True)
    assert {("symbol", "\xb3"), ("symbol", "\xa3")} <= written  # its codes for at least and at most
    assert not any(re.match(r"\?\d", text) for _, text in written)


def test_the_pdf_needs_a_library(monkeypatch: pytest.MonkeyPatch) -> None:
    usual = builtins.__import__

    def missing(name: str, *rest: Any, **named: Any) -> Any:
        if name == "fpdf":
            raise ImportError(name)
        return usual(name, *rest, **named)

    monkeypatch.setattr(builtins, "__import__", missing)
    with pytest.raises(
        hm.UsageError, match=r"a PDF needs fpdf2: pip install 'halfmove\[pdf\]'; or make a page with --html"
    ):
        made("value", 1).pdf()


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"level": 0}, "level must be a whole number from 1 to 5, not 0"),
        ({"level": "x"}, "level must be a whole number, not 'x'"),
        ({"count": 0}, "count must be a whole number from 1 to 100, not 0"),
        ({"count": 101}, "count must be a whole number from 1 to 100, not 101"),
        ({"seed": -1}, "seed must be a whole number from 0 to"),
        (
            {"kind": "chess"},
            "there is no kind of exercise 'chess'; the choices are value, windows, prune, order, open, nim",
        ),
        ({"kind": "value,prnue"}, "there is no kind of exercise 'prnue'; did you mean 'prune'?"),
        ({"kind": "value,"}, "there is no kind of exercise ''"),
        ({"kind": ()}, "there is no kind of exercise ''"),
        ({"kind": 3}, "kind must be text, a list whose entries are each text or None, not 3"),
        ({"kind": "open", "level": 1}, "exercises of kind open begin at level 2, but the level is 1"),
        ({"kind": "value,nim", "level": 1, "count": 20}, "there are only 5 different exercises of kind nim at level 1"),
        ({"kind": "nim", "level": 1, "count": 6}, "there are only 5 different exercises of kind nim at level 1"),
    ],
)
def test_wrong_arguments(given: dict[str, Any], sentence: str) -> None:
    with pytest.raises(hm.UsageError) as error:
        sheet(**given)
    assert str(error.value).startswith(sentence)


def test_command_line(tmp_path: Path) -> None:
    page, file = tmp_path / "sheet.html", tmp_path / "sheet.pdf"
    words = ["exercise", "--level", "2", "--seed", "7", "--count", "6"]
    ran = CliRunner().invoke(main, [*words, "--html", str(page), "--pdf", str(file), "--solution"])
    assert (ran.exit_code, ran.stdout) == (0, "")
    assert ran.stderr.splitlines()[0] == "repeat: halfmove exercise --level 2 --seed 7 --count 6 --solution"
    assert page.read_text(encoding="utf-8") == sheet(None, 2, 7, 6).html(True)
    assert file.read_bytes() == sheet(None, 2, 7, 6).pdf(True)
    text = CliRunner().invoke(main, [*words, "--solution"]).stdout
    assert text == sheet(None, 2, 7, 6).text(True) + "\n"
    assert text.startswith(CliRunner().invoke(main, words).stdout)
    data = json.loads(CliRunner().invoke(main, [*words, "--solution", "--json"]).stdout)
    assert [each["kind"] for each in data["exercises"]] == list(KINDS)
    assert data["exercises"][0]["solution"]["value"] == minimax(data["exercises"][0]["tree"])["0"]
    refused(CliRunner().invoke(main, ["exercise", "--kind", "chess"]), "'chess'", "windows")
    refused(CliRunner().invoke(main, ["exercise", "--html", "-", "--json"]), "--html", "--json")


def test_marks_of_cut_offs_are_inside_the_picture() -> None:
    for level in LEVELS:
        for exercise in made("prune", level):
            picture = exercise.solution.picture
            assert picture is not None
            drawn = svg(picture, bare=True)
            width = float(re.findall(r'viewBox="0 0 (\d+)', drawn)[0])
            marks = re.findall(r'x="([\d.]+)" y="[\d.]+">\[\d+\]<', drawn)
            assert len(marks) == len(exercise.solution.told)
            assert all(float(x) + 10 <= width for x in marks)
