"""The page of experiments: trees, seeds and counts are Python's, in wasmtime and in Chromium."""

from __future__ import annotations

import csv
import hashlib
import io
import json
import random
import shlex
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

import halfmove as hm
from halfmove import bits
from halfmove.cli.program import main
from halfmove.engine import shapes
from halfmove.engine.native.workspace import data_block
from halfmove.pages import study
from halfmove.studies import AlgorithmSpec, TreeSpec
from halfmove.studies.statistics import student, summarise
from halfmove.theory import expected
from tests.browsers import Open, browsers, need_chromium, openers
from tests.conftest import LONG, usually

FEW = ("alpha_beta", "sss_star", "dual_star", "ps_star")
ALGORITHMS = usually(FEW, study.ALGORITHMS)
SCRIPTS = Path(hm.__file__).parent / "pages" / "js"

TREES: list[dict[str, Any]] = [
    {"family": "uniform", "width": 2, "depth": 6},
    {"family": "uniform", "width": 9, "depth": 3},
    {"family": "uniform", "width": 5, "depth": 1},
    {"family": "incremental", "width": 4, "depth": 4},
    {"family": "ordered", "width": 5, "depth": 3, "order": "random"},
    {"family": "ordered", "width": 8, "depth": 3, "order": 4},
    {"family": "ordered", "width": 7, "depth": 3, "order": 2, "probability": 0.6},
    {"family": "ordered", "width": 4, "depth": 4, "order": "first", "probability": 0.0},
    {"family": "ordered", "width": 4, "depth": 4, "order": "first", "probability": 0.3},
    {"family": "ordered", "width": 4, "depth": 4, "order": "geometric", "probability": 0.45},
    {"family": "ordered", "width": 4, "depth": 4, "order": "principal"},
    {"family": "ordered", "width": 4, "depth": 4, "order": "perfect"},
    {"family": "ordered", "width": 4, "depth": 3, "order": "worst"},
]

Script = Callable[[str], Any]


@pytest.fixture(scope="module")
def script() -> Script:
    """The value of an expression in the page's scripts; its large numbers as text."""
    quickjs = pytest.importorskip("quickjs")
    context = quickjs.Context()
    names = ("study_trees", "study_numbers", "study_plan")
    # `const` and `class` stay where they are written: a function gives them out.
    inside = "".join((SCRIPTS / f"{name}.js").read_text("utf-8") for name in names)
    context.eval(f"var within_scripts = (() => {{ {inside}\n return (text) => eval(text); }})();")

    def value(expression: str) -> Any:
        told = f"JSON.stringify({expression}, (key, x) => typeof x === 'bigint' ? String(x) : x)"
        return json.loads(context.eval(f"within_scripts({json.dumps(told)})"))

    return value


def in_page(tree: dict[str, Any]) -> str:
    """The tree as the page has it."""
    return json.dumps({"order": "random", "probability": 1, **tree})


def spec_of(tree: dict[str, Any]) -> TreeSpec:
    return TreeSpec.of(tree["family"], **{name: value for name, value in tree.items() if name != "family"})


def words_of(position: Any) -> list[int]:
    return [shapes.as_bits(each) for each in shapes.leaves_of(shapes.canonical(position), "")]


# The scripts of the page


def test_hashes(script: Script) -> None:
    chance = random.Random(1)
    for number in [0, 1, 2**63 - 1, *(chance.getrandbits(63) for _ in range(50))]:
        assert int(script(f"mix({number}n)")) == bits.mix(number)
        assert int(script(f"branch({number}n, {number % 97}n)")) == bits.branch(number, number % 97)
    for seed in [0, 1, -1, 2**62, 2**63 - 1, 2**80 + 5, -(2**70), *(chance.getrandbits(63) for _ in range(20))]:
        assert int(script(f"seeded({seed}n)")) == bits.seeded(seed)
    for length in (0, 1, 11, 54, 55, 56, 63, 64, 65, 119, 120, 200):
        text = "".join(chance.choice("abc,:=0.9") for _ in range(length))
        wanted = int.from_bytes(hashlib.sha256(text.encode()).digest()[:7], "big")
        assert int(script(f"textNumber({json.dumps(text)})")) == wanted


@pytest.mark.parametrize("tree", TREES, ids=str)
def test_trees(script: Script, tree: dict[str, Any]) -> None:
    """Name, seeds, first position and data of a tree."""
    spec = spec_of(tree)
    assert script(f"treeText({in_page(tree)})") == spec.text == TreeSpec.parse(spec.text).text
    for base, number in ((1, 1), (0, 7), (12345678901, 100_000)):
        seed = spec.seed(base, number)
        assert int(script(f"seedsOf({in_page(tree)}, {base}n)({number})")) == seed
        game = spec.make(seed)
        assert list(map(int, script(f"startOf({in_page(tree)}, {seed}n)"))) == words_of(game.start)
        block = data_block(game)
        assert block is not None
        header, *data = np.split(block.view(np.int64), [8])
        assert header.tolist() == [1] + [0] * 7
        assert list(map(int, script(f"dataOf({in_page(tree)})"))) == data[0].tolist()


def test_statistics(script: Script) -> None:
    for freedom in (1, 2, 3, 9, 10, 99, 300, 301, 1000, 99_999):
        assert script(f"student({freedom})") == pytest.approx(student(freedom), rel=1e-9)
    chance = random.Random(3)
    for count in (2, 3, 40):
        ours = [chance.randrange(900_000, 1_000_000) for _ in range(count)]
        other = [one + chance.randrange(-50, 100) for one in ours]
        made = f"const p = new Pairs(); p.add({ours[:1]}, {other[:1]}); p.add({ours[1:]}, {other[1:]})"
        found = script(f"(() => {{ {made}; return [p.mean, p.interval, p.difference, p.ratio]; }})()")
        whole, difference = summarise(ours), summarise([a - b for a, b in zip(ours, other, strict=True)])
        assert whole.high is not None
        assert difference.high is not None
        assert found[0] == whole.mean
        assert found[1] == pytest.approx(whole.high - whole.mean, rel=1e-6)
        assert found[2]["mean"] == difference.mean
        assert found[2]["reach"] == pytest.approx(difference.high - difference.mean, rel=1e-6)
        assert found[3]["mean"] == (sum(ours) / count) / (sum(other) / count)
        factor = sum(ours) / sum(other)
        spread = summarise([a - factor * b for a, b in zip(ours, other, strict=True)])
        assert spread.high is not None
        reach = (spread.high - spread.mean) / (sum(other) / count)
        assert found[3]["reach"] == pytest.approx(reach, rel=1e-5)


@pytest.mark.parametrize("tree", TREES, ids=str)
def test_theory(script: Script, tree: dict[str, Any]) -> None:
    """Where the page shows an expected mean, it is that of `halfmove.theory`."""
    table = json.dumps({name: {w: [0.5] * 12 for w in range(2, 33)} for name in study._theory()})
    for name in study.ALGORITHMS:
        found = script(f"expectedOf({json.dumps(name)}, {in_page(tree)}, {table})")
        wanted = expected(name, spec_of(tree).make(0).parameters, hm.ALGORITHMS[name].settle({}))
        if name not in ("iter_sss_star", "ps_star") or tree["family"] != "uniform":  # with some parameters only
            assert (found is None) == (wanted is None), name
        assert found in (None, 0.5, wanted)
    w, d = tree["width"], tree["depth"]
    assert script(f"leastLeaves({w}, {d})") == hm.theory.minimum_leaves(w, d)


def test_the_presets_and_what_is_left_out(script: Script) -> None:
    page = json.dumps(
        {"theory": study._theory(), "limits": {"deep": 12, "leaves": study.MOST_LEAVES, "sorted": study.MOST_SORTED}}
    )
    for preset in script("PRESETS"):
        assert set(preset["settings"]["algorithms"]) <= set(study.ALGORITHMS)
        settings = json.dumps(preset["settings"])
        found = script(f"pointsOf({{ ...DEFAULTS, ...{settings} }}, {page})")
        assert found["left"] == ""
        assert len(found["points"]) >= 5
        written = script(f"repeated({{ ...DEFAULTS, ...{settings} }}, {json.dumps(found['points'])})")
        words = shlex.split(written["command"])
        for option, value in zip(words[2::2], words[3::2], strict=True):
            if option == "--family":
                assert TreeSpec.parse(value).text == value
            elif option == "-a":
                assert str(AlgorithmSpec.parse(value)) == value
    large = '{ ...DEFAULTS, axis: "depth", width: 20, depth: 12 }'
    found = script(f"pointsOf({large}, {page})")
    deepest = len(found["points"])
    assert hm.theory.expected_leaves(20, deepest) <= study.MOST_LEAVES < hm.theory.expected_leaves(20, deepest + 1)
    assert f"At width 20 this page goes to depth {deepest}." in found["left"]
    worst = '{ ...DEFAULTS, family: "ordered", order: "worst", axis: "width", width: 32, depth: 4 }'
    found = script(f"pointsOf({worst}, {page})")
    assert [point["x"] for point in found["points"]] == [2, 3, 4, 6, 8, 12]
    assert "too many for the worst order" in found["left"]
    narrow = '{ ...DEFAULTS, family: "ordered", order: 8, axis: "width", width: 12 }'
    found = script(f"pointsOf({narrow}, {page})")
    assert [point["x"] for point in found["points"]] == [8, 12]
    assert "too few children" in found["left"]


# The programs of the page, in wasmtime

PARAMETERS: dict[str, list[dict[str, Any]]] = {
    "ps_star": [{"phases": 1}, {"phases": 2}, {"phases": 5}],
    "iter_sss_star": [{"memory": 7}, {}],
    "mtd_f": [{"guess": 0}, {"guess": 1}],
}


@pytest.mark.parametrize("rules", ["uniform", "ordered", "worst", "incremental"])
@pytest.mark.parametrize("name", ALGORITHMS)
def test_counts(script: Script, name: str, rules: str) -> None:
    _compare(script, name, rules, usually(2, 20))


def test_parameters_of_scores(script: Script) -> None:
    """A guess is a number of the kind of the scores; the least memory depends on the tree."""
    _compare(script, "mtd_f", "uniform", 2, [{"guess": 0.5}])
    _compare(script, "iter_sss_star", "uniform", 2, [{}])


def _compare(script: Script, name: str, rules: str, count: int, parameters: Any = None) -> None:
    pytest.importorskip("wasmtime", reason="the package wasmtime runs modules for pages: pip install it")
    from tests.wasm_host import Host

    made = study.study_program(name, rules)
    host = Host(made)
    for tree in TREES:
        if rules != script(f"rulesOf({in_page(tree)})"):
            continue
        spec = spec_of(tree)
        data = list(map(int, script(f"dataOf({in_page(tree)})")))
        host.write(host.places["game_data"] + 64, data)
        for given in parameters or PARAMETERS.get(name, [{}]):
            settings = json.dumps({"algorithms": [name], "guess": 0, "memory": 0, **given})
            point = f"{{ tree: {in_page(tree)}, phases: {given.get('phases', 2)} }}"
            sent = script(f"algorithmsAt({settings}, {point})")[-1]
            assert sent["id"] == name
            numbers = {
                key: _word(value, key == "guess" and made.about["real"]) for key, value in sent["parameters"].items()
            }
            for number in range(1, count + 1):
                seed = spec.seed(5, number)
                start = tuple(map(int, script(f"startOf({in_page(tree)}, {seed}n)")))
                found = host.search(start, tree["depth"], endless=1, **numbers)
                counts = hm.search(spec.make(seed), name, compiled=False, **given).counts
                assert (found.stopped, found.counts["leaves"]) == (None, counts.leaves), (tree, given)
                assert found.counts["leaves"] + found.counts["inner"] == counts.nodes
                assert found.counts["max_open"] == counts.max_open


def _word(value: Any, real: bool) -> int:
    return int(np.float64(value).view(np.int64)) if real else int(value)


# The page in Chromium


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    yield from browsers(need_chromium())


@pytest.fixture
def opened(browser: Any) -> Iterator[Open]:
    yield from openers(browser)


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> str:
    reports: list[tuple[int, int]] = []
    page = study.study_page(lambda done, total: reports.append((done, total)), ALGORITHMS)
    assert reports == [(done, 4 * len(ALGORITHMS)) for done in range(4 * len(ALGORITHMS) + 1)]
    file: Path = tmp_path_factory.mktemp("study") / "study.html"
    file.write_text(page, encoding="utf-8")
    return file.as_uri()


def finished(page: Any, state: str = "done") -> None:
    page.wait_for_selector(f"body[data-state={state}]", timeout=60_000)


def slide(page: Any, name: str, value: Any) -> None:
    page.locator(f"#{name}").fill(str(value))


def csv_of(page: Any) -> list[dict[str, str]]:
    """The copied numbers. No permission is given, so the page shows them to be copied by hand."""
    page.evaluate("() => { navigator.clipboard.writeText = () => Promise.reject(new Error()); }")
    page.click("#csv")
    page.wait_for_selector("#by-hand:not([hidden])")
    return list(csv.DictReader(io.StringIO(page.locator("#by-hand").input_value())))


def repeated(command: str) -> list[dict[str, Any]]:
    """The rows that the command on the page prints."""
    ran = CliRunner().invoke(main, [*shlex.split(command)[1:], "--json"])
    assert ran.exit_code == 0, ran.output
    return list(json.loads(ran.stdout)["rows"])


def test_numbers_are_those_of_the_command(opened: Open, address: str) -> None:
    """Of a preset with few trees: all means in the table and in the CSV are exactly those of `halfmove compare`."""
    page = opened(address)
    finished(page)
    assert page.locator("#presets button[aria-pressed=true]").inner_text() == "SSS* against alpha-beta"
    page.select_option("#trees", "10")
    page.locator("#seed").fill("17")
    slide(page, "depth", 5)
    page.click("#run")
    finished(page)
    rows = repeated(page.locator("#command").inner_text())
    found = csv_of(page)
    assert len(found) == len(rows) == 15
    wanted = {(row["family"], row["algorithm"]): row for row in rows}
    for row in found:
        ours = wanted[row["family"], row["algorithm"]]
        assert float(row["leaves"]) == ours["leaves"]
        assert float(row["nodes"]) == ours["nodes"]
        assert float(row["relative"]) == ours["relative"]
        assert int(row["minimum"]) == ours["minimum"]
        assert int(row["trees"]) == 10
        if row["expected"]:
            assert float(row["expected"]) == pytest.approx(ours["expected"], rel=1e-9)
    shown = page.locator("#rows tr").all()
    assert [float(row.get_attribute("data-mean")) for row in shown] == [
        wanted["uniform:4,5", name]["leaves"] for name in ("alpha_beta", "sss_star", "dual_star")
    ]
    one = CliRunner().invoke(main, [*shlex.split(page.locator("#one").inner_text())[1:], "--json"])
    assert json.loads(one.stdout)["counts"]["leaves"] > 0
    program = page.locator("#python").inner_text().replace("print(", "rows = (")
    made: dict[str, Any] = {}
    exec(program, made)
    assert [row.leaves for row in made["rows"]] == [row["leaves"] for row in rows]


def test_orders_and_phases(opened: Open, address: str) -> None:
    page = opened(address)
    finished(page)
    page.select_option("#family", "ordered")
    slide(page, "width", 3)
    slide(page, "depth", 3)
    page.select_option("#trees", "10")
    page.check("#algorithms input[value=ps_star]")
    page.locator("#phases").fill("3")
    for axis, points in (("order", 4), ("phases", 3), ("probability", 11)):
        if axis == "probability":
            page.select_option("#order", "first")
        page.select_option("#axis", axis)
        page.click("#run")
        finished(page)
        rows = {(row["family"], row["algorithm"]): row["leaves"] for row in repeated(page.inner_text("#command"))}
        found = csv_of(page)
        assert len({(row["family"], row["algorithm"]) for row in found}) == len(rows)
        assert page.locator("#at option").count() == points
        for row in found:
            assert float(row["leaves"]) == rows[row["family"], row["algorithm"]]
    for measure in ("share", "least", "nodes", "open", "leaves"):
        page.select_option("#measure", measure)
        for log in (True, False):
            page.set_checked("#log", log)
            assert page.locator("#chart .series circle, #chart .series path, #chart .series rect").count() > 3
            assert "NaN" not in page.locator("#chart").inner_html()


def test_stop_works_at_once_and_the_page_goes_on(opened: Open, address: str) -> None:
    page = opened(address)
    finished(page)
    page.select_option("#trees", "100000")
    page.click("#run")
    finished(page, "running")
    while page.evaluate("document.getElementById('progress').value") == 0:
        page.wait_for_timeout(20)
    assert "left" in page.locator("#status").inner_text()
    began = time.monotonic()
    page.click("#stop")
    finished(page, "stopped")
    assert time.monotonic() - began < 2
    assert page.locator("#status").inner_text().startswith("Stopped at ")
    assert not page.locator("#stop").is_visible()
    shown = page.locator("#rows").inner_text()
    page.wait_for_timeout(200)
    assert page.locator("#rows").inner_text() == shown
    page.locator("#presets button").nth(0).focus()
    page.keyboard.press("Enter")
    finished(page)


def test_what_is_too_large_is_said(opened: Open, address: str) -> None:
    page = opened(address)
    finished(page)
    assert not page.locator("#left").is_visible()
    slide(page, "width", 32)
    slide(page, "depth", 12)
    assert "At width 32 this page goes to depth 4." in page.locator("#left").inner_text()
    page.check("#algorithms input[value=ps_star]")
    page.select_option("#axis", "phases")
    assert page.locator("#run").is_disabled()
    slide(page, "depth", 3)
    assert page.locator("#run").is_enabled()


@pytest.mark.parametrize(("wide", "scheme"), [(320, "light"), (700, "dark"), (1400, "light")])
def test_nothing_is_wider_than_the_window(opened: Open, address: str, wide: int, scheme: str) -> None:
    page = opened(address, size=(wide, 700), color_scheme=scheme)
    finished(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= wide
    assert page.evaluate("document.documentElement.dataset.theme") == scheme
    assert page.locator("#chart svg").get_attribute("aria-label").startswith("Chart of ")


def test_a_page_that_counts_otherwise_says_so(
    opened: Open, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, address: str
) -> None:
    right = study._samples

    def wrong(algorithm: str, rules: str) -> list[dict[str, Any]]:
        found = right(algorithm, rules)
        if (algorithm, rules) == ("sss_star", "worst"):
            found[0]["counts"][0] += 1
        return found

    monkeypatch.setattr(study, "_samples", wrong)
    file = tmp_path / "spoiled.html"
    file.write_text(study.study_page(None, ("alpha_beta", "sss_star")), encoding="utf-8")
    page = opened(file.as_uri())
    finished(page, "spoiled")
    sentence = page.locator("[role=alert]").inner_text()
    assert sentence.startswith("In this page sss_star does not count the leaves that Python counts.")
    assert page.locator("#run").count() == 0


@pytest.mark.skipif(not LONG, reason="for long runs")
def test_what_the_sentences_of_the_presets_say(opened: Open, address: str) -> None:
    page = opened(address)
    finished(page)
    found = []
    for button in page.locator("#presets button").all():
        button.click()
        finished(page)
        found.append({(row["family"], row["algorithm"]): row for row in csv_of(page)})
    depths, orders, theory, phases, first, similar = found

    def leaves(table: Any, family: str, algorithm: str) -> float:
        return float(table[family, algorithm]["leaves"])

    def share(table: Any, family: str, algorithm: str) -> float:
        return float(table[family, algorithm]["relative"])

    for depth in range(2, 9):
        sss, dual = (share(depths, f"uniform:4,{depth}", name) for name in ("sss_star", "dual_star"))
        assert sss < 1
        assert (dual < sss) == (depth % 2 == 1)
        assert depth % 2 or depth == 2 or sss < share(depths, f"uniform:4,{depth - 2}", "sss_star")
    names = [f"ordered:8,4,order={order}" for order in ("worst", "random", 2, 4, "perfect")]
    assert leaves(orders, names[0], "alpha_beta") > 0.9 * 4096
    assert leaves(orders, names[-1], "alpha_beta") == 127
    saved = [share(orders, name, "sss_star") for name in names]
    assert saved == sorted(saved)
    for row in theory.values():
        assert float(row["leaves"]) == pytest.approx(float(row["expected"]), rel=0.03)
    for width in (2, 3, 4, 6, 8, 12, 16):
        assert share(theory, f"uniform:{width},4", "alpha_beta_shallow") > 1
    family = "ordered:16,4,order=4"
    for phase in (1, 2, 3, 4):
        assert leaves(phases, family, f"ps_star:phases={phase}") <= leaves(phases, family, "sss_star")
    assert leaves(phases, family, "ps_star:phases=1") == leaves(phases, family, "sss_star")
    assert leaves(phases, family, "ps_star:phases=16") == leaves(phases, family, "alpha_beta")
    names = [f"ordered:8,4,order=first,probability={p / 10}" for p in range(10)]
    assert [share(first, name, "negascout") < 1 for name in names] == [False] * 6 + [True] * 4
    saved = [share(first, name, "sss_star") for name in names]
    assert saved == sorted(saved)
    assert {row["leaves"] for (tree, _), row in first.items() if tree == "ordered:8,4,order=first"} == {"127"}
    saved = [share(similar, f"incremental:6,{depth}", "mtd_f:guess=0") for depth in range(1, 7)]
    assert saved == sorted(saved, reverse=True)
    for depth in range(3, 7):
        rows = {name: float(row["leaves"]) for (tree, name), row in similar.items() if tree == f"incremental:6,{depth}"}
        assert min(rows, key=lambda name: rows[name]) == "mtd_f:guess=0"
