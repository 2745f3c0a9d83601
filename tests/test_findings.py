"""The findings: studies, pages and figures belong together, numbers come out again, and what the words say is so."""

from __future__ import annotations

import csv
import doctest
import importlib.util
import math
import re
import sys
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from types import ModuleType

import pytest

from halfmove import studies

from .conftest import usually

FOLDER = Path(__file__).parent.parent / "docs" / "findings"
STUDIES = (
    "unequal_partitions",
    "memory_curve",
    "memory_waves",
    "alpha_beta_deviation",
    "which_wins",
    "real_games",
    "hybrids_in_games",
    "ps_star_in_parallel",  # see test_ps_star_in_parallel.py for what its words say
    "keeping_open",
)
PLAYED = ("what_parts_are_worth", "deeper_is_better", "strength_at_chess")  # on matches: test_played_findings.py
MODELLED = ("order_of_moves",)  # see test_game_findings.py
NAMES = STUDIES + PLAYED + MODELLED
TREES = 2  # of each cell that is searched again

Row = dict[str, str]


@cache
def rows(name: str) -> list[Row]:
    with (FOLDER / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


@pytest.fixture(scope="module")
def build() -> Iterator[ModuleType]:
    """build.py, with its neighbours where it looks for them."""
    sys.path.insert(0, str(FOLDER))
    spec = importlib.util.spec_from_file_location("findings_build", FOLDER / "build.py")
    module = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
        yield module
    finally:
        sys.path.remove(str(FOLDER))


def test_there_is_nothing_else(build):
    assert build.NAMES == NAMES
    assert {path.stem for path in FOLDER.glob("*.toml")} == set(NAMES)
    assert {path.stem for path in FOLDER.glob("*.md")} == {*NAMES, "README"}
    helpers = {"build", "shared", "timing", "played", "modelled", "fewer_hooks"}
    assert {path.stem for path in FOLDER.glob("*.py")} == {*NAMES, *helpers}
    index = (FOLDER / "README.md").read_text(encoding="utf-8")
    assert all(f"({name}.md)" in index and f"({name}.toml)" in index for name in NAMES)


@pytest.mark.parametrize("name", STUDIES)
def test_numbers_are_those_of_the_study(name):
    plan = studies.load(FOLDER / f"{name}.toml")
    told = [(row["tree"], row["algorithm"], int(row["trees"])) for row in rows(name)]
    assert told == [(str(cell.tree), str(cell.algorithm), cell.count) for cell in plan.cells]


@pytest.mark.parametrize("name", NAMES)
def test_page_names_its_study_and_shows_its_figures(name):
    page = (FOLDER / f"{name}.md").read_text(encoding="utf-8")
    assert f"({name}.toml)" in page
    assert "## Conclusion" in page
    shown = set(re.findall(r"!\[.*?\]\((.*?)\)", page))
    assert shown == {path.name for path in FOLDER.glob(f"{name}-*.svg")}
    assert shown
    for target in re.findall(r"\]\(([^)#]*)\)", page):
        assert (FOLDER / target).is_file()
    tables = re.findall(r"<!-- table: .*? -->\n(.*?)<!-- end -->", page, re.DOTALL)
    assert tables
    assert all(len(table.strip().splitlines()) > 2 for table in tables)


# A few cells of each study: trees that begin like this, and every so many-th algorithm. Usually few that need machine
# code of their own.
SLICES = {
    "unequal_partitions": (("ordered:8,6,order=4", *usually((), ["uniform:8,6"])), 4),
    "memory_curve": (("uniform:5,6", "uniform:2,15"), 10),
    "memory_waves": (("uniform:3,8", *usually((), ["ordered:4,6"])), 12),
    "alpha_beta_deviation": (("uniform:", "incremental:"), 3),
    "which_wins": (("ordered:8,6,order=first,probability=0.8",), usually(4, 1)),
    "real_games": (("connect_four:look_ahead=6",), usually(14, 1)),
    "hybrids_in_games": (("connect_four:look_ahead=6",), usually(14, 1)),
    "ps_star_in_parallel": (("uniform:8,6",), usually(20, 1)),
    "keeping_open": (("ordered:8,4,order=random",), usually(8, 1)),
}


@pytest.mark.parametrize("name", usually(STUDIES[:-1], STUDIES))  # the last one compiles other programs than all tests
def test_the_same_leaves_again(name):
    beginnings, step = SLICES[name]
    plan = studies.load(FOLDER / f"{name}.toml", trees=TREES)
    known = {(row["tree"], row["algorithm"]): row for row in rows(name)}
    cells = [cell for cell in plan.cells if str(cell.tree).startswith(beginnings)][::step]
    table = studies.run(studies.joined(cells, plan.seed, plan.name), jobs=1)
    assert len(table) >= 2 * TREES
    for cell, records in table.cells():
        row = known[str(cell.tree), str(cell.algorithm)]
        assert [str(record.leaves) for record in records] == row["first"].split()[:TREES], str(cell)
        if row.get("first_rounds"):
            assert [str(record.rounds) for record in records] == row["first_rounds"].split()[:TREES], str(cell)


def test_tables_go_to_their_places(build, tmp_path):
    page = tmp_path / "page.md"
    page.write_text("before\n<!-- table: a (1) -->\nold\n<!-- end -->\nafter\n")
    for _ in range(2):
        build.patch(page, {"a (1)": "| new |\n"})
        assert page.read_text() == "before\n<!-- table: a (1) -->\n\n| new |\n\n<!-- end -->\nafter\n"
    with pytest.raises(SystemExit, match="no place for the table 'b'"):
        build.patch(page, {"b": ""})


def test_a_quick_try_leaves_the_published_pages_alone(build, tmp_path, capsys):
    pytest.importorskip("matplotlib")
    with pytest.raises(SystemExit):
        build.main(["alpha_beta_deviation", "--trees", "5"])
    assert "--into" in capsys.readouterr().err
    before = {path: path.read_bytes() for path in FOLDER.iterdir() if path.is_file()}
    drawings = []
    for name in ("one", "two"):
        folder = tmp_path / name
        given = ["--trees", "5", "--into", str(folder), "--store", str(tmp_path / "store.db"), "--jobs", "1"]
        build.main(["alpha_beta_deviation", *given])
        assert {row["trees"] for row in csv.DictReader((folder / "alpha_beta_deviation.csv").open())} == {"5"}
        drawings.append((folder / "alpha_beta_deviation-ratio.svg").read_bytes())
    assert drawings[0] == drawings[1]
    assert {path: path.read_bytes() for path in FOLDER.iterdir() if path.is_file()} == before


def test_ratios_and_their_intervals(build):
    shared = sys.modules["shared"]
    numbers, reference = [10, 12, 11, 15, 9, 13], [20, 25, 21, 31, 18, 25]
    found = shared.ratio(numbers, reference)
    assert found.value == pytest.approx(sum(numbers) / sum(reference))
    assert found.low < found.value < found.high
    assert found.high - found.low < 0.1  # of either mean alone it would be three times as wide
    twice = shared.against(numbers, [(0.5, reference), (0.5, reference)])
    assert (twice.value, twice.low) == (pytest.approx(found.value), pytest.approx(found.low))
    assert shared.part([0, 0], [3, 4]) == shared.Ratio(0, 0, 0)
    assert shared.apart([1.0, 1.1, 9.0], 2.0) == pytest.approx([0.05, 2.05, 9.0])


def test_examples(build):
    ran = [doctest.testmod(module) for module in (sys.modules["shared"], *build.PAGES.values())]
    assert sum(each.failed for each in ran) == 0
    assert sum(each.attempted for each in ran) > 0


def test_names_of_partitions(build):
    cuts = {(8, 8): "equal", (6, 5, 5): "equal", (1, 8, 7): "one first", (4, 8, 4): "half first"}
    cuts |= {(1, 2, 4, 8, 1): "growing", (8, 4, 2, 1, 1): "shrinking", (2, 1, 1): "large first, then ones"}
    cuts |= {(15, 1): "two, large first", (1, 15): "one, then the rest", (4, 12): "a quarter, then the rest"}
    assert {sizes: build.unequal_partitions.scheme_of(sizes) for sizes in cuts} == cuts


# What the pages say

CUTS, CURVE, WAVES, DEVIATION, WINS, REAL, HYBRIDS, _, OPEN = STUDIES


def says(name: str, *words: str) -> None:
    """These words stand on the page, wherever its lines break."""
    page = " ".join((FOLDER / f"{name}.md").read_text(encoding="utf-8").split())
    for each in words:
        assert " ".join(each.split()) in page, each


def span(numbers: Iterable[float], form: str = ".0f", scale: float = 100) -> str:
    told = [format(scale * number + 0.0, form) for number in sorted(numbers)]
    return f"{told[0]} to {told[-1]}"


def table(name: str, key: str) -> list[list[str]]:
    """The cells of a table of a page, without its head."""
    page = (FOLDER / f"{name}.md").read_text(encoding="utf-8")
    lines = page.partition(f"<!-- table: {key} -->")[2].partition("<!-- end -->")[0].strip().splitlines()
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]


def number(row: Row, column: str) -> float:
    return float(row[column])


# alpha_beta_deviation


@pytest.fixture(scope="module")
def scatter() -> dict[str, dict[tuple[int, int], Row]]:
    found: dict[str, dict[tuple[int, int], Row]] = {"uniform": {}, "incremental": {}}
    for row in rows("alpha_beta_deviation"):
        family, size = row["tree"].split(":")
        width, depth = map(int, size.split(",")[:2])
        found[family][width, depth] = row
    return found


def test_deviation_of_independent_leaves(scatter):
    flat = scatter["uniform"]
    ratio = {size: number(row, "scatter") for size, row in flat.items()}
    z = [
        (number(row, "mean") - number(row, "expected")) / number(row, "deviation") * int(row["trees"]) ** 0.5
        for row in flat.values()
    ]
    says(DEVIATION, f"over {len(z)} sizes the largest distance from formula 4.6 is {max(map(abs, z)):.1f}")
    says(DEVIATION, f"is {span(ratio.values())} % of the mean")
    says(DEVIATION, f"{ratio[2, 2]:.3f} on T(2,2), {ratio[12, 2]:.3f} on T(12,2), {ratio[32, 4]:.3f} on")
    fits = {tuple(row[:2]): row[-1] for row in table(DEVIATION, "fit")}
    power, square = (fits["independent", model].replace("%", " %") for model in ("power", "square"))
    says(DEVIATION, f"(errors up to {power})", f"in their logarithms does within {square}")
    for depth, width in ((2, 12), (3, 6), (4, 4)):
        assert width == max((w for w, d in ratio if d == depth), key=lambda w, d=depth: ratio[w, d])
        says(DEVIATION, f"of width {width} ({ratio[width, depth]:.3f}; {ratio[32, depth]:.3f} at width 32)")
    for depth in (4, 5, 6):
        some = [ratio[size] for size in sorted(ratio) if size[1] == depth and size[0] >= 4]
        assert some == sorted(some, reverse=True)
    assert max((d for w, d in ratio if w == 2), key=lambda d: ratio[2, d]) == 8
    says(DEVIATION, f"up to {ratio[2, 8]:.3f} at depth 8, then down to {ratio[2, 15]:.3f} at depth 15")


def test_deviation_at_odd_depths(scatter):
    ratio = {size: number(row, "scatter") for size, row in scatter["uniform"].items()}
    odd = [(w, d) for w, d in ratio if d % 2 and (w, d + 1) in ratio]
    below = {(w, d): ratio[w, d] < min(ratio[w, d - 1], ratio[w, d + 1]) for w, d in odd}
    wide = [size for size in odd if size[0] >= 4]
    assert all(below[size] for size in wide)
    less = [1 - 2 * ratio[w, d] / (ratio[w, d - 1] + ratio[w, d + 1]) for w, d in wide]
    says(DEVIATION, f"in all {len(wide)} cases", f"by {span(less)} % of their mean")
    narrow = [below[size] for size in odd if size[0] < 4]
    says(DEVIATION, f"holds in {sum(narrow)} of {len(narrow)} cases only")


def test_deviation_of_branch_dependent_scores(scatter):
    flat, summed = scatter["uniform"], scatter["incremental"]
    means = {size: number(summed[size], "mean") / number(flat[size], "mean") for size in flat}
    says(DEVIATION, f"{means[2, 3]:.0%}".replace("%", " %") + " of the independent one on T(2,3)")
    says(DEVIATION, f"{100 * means[8, 6]:.0f} % on T(8,6), {100 * means[32, 4]:.0f} % on T(32,4)")
    assert all(
        means[w, d] > means[v, e] for w, d in means for v, e in means if (w == v and d < e) or (d == e and w < v)
    )
    ratio = {size: number(row, "scatter") for size, row in summed.items()}
    says(DEVIATION, f"sd/mean is {span(ratio.values(), '.3f', 1)}")
    assert [size for size in ratio if ratio[size] < number(flat[size], "scatter")] == [(32, 3)]
    falls = [(w, d + 2) for w, d in ratio if (w, d + 2) in ratio and w <= 6 and ratio[w, d + 2] <= ratio[w, d]]
    assert falls == [(2, 12)]
    assert ratio[2, 10] - ratio[2, 12] < number(summed[2, 12], "scatter_error")
    for width in (16, 32):
        says(DEVIATION, f"from {ratio[width, 2]:.3f} to {ratio[width, 4]:.3f} with width {width}")
    trees = {size: (ratio[size] / number(flat[size], "scatter")) ** 2 for size in ratio}
    says(DEVIATION, f"takes {span(trees.values(), '.2f', 1)} times as many trees")
    says(DEVIATION, f"{span([t for (_, d), t in trees.items() if d == 3], '.2f', 1)} times at depth 3")
    says(DEVIATION, f"{span([t for (_, d), t in trees.items() if d > 3], '.2f', 1)} times from depth 4 on")
    errors = [
        number(row, "scatter_error") / number(row, "scatter") for some in scatter.values() for row in some.values()
    ]
    says(DEVIATION, f"standard error of {span(errors, '.1f')} % of their value")


# memory_curve and memory_waves


@pytest.fixture(scope="module")
def curve() -> dict[str, dict[str, Row]]:
    found: dict[str, dict[str, Row]] = {}
    for row in rows("memory_curve"):
        found.setdefault(row["tree"], {})[row["algorithm"]] = row
    return found


def order_of(tree: str) -> str:
    return "independent" if tree.startswith("uniform") else tree.partition("probability=")[2] or "random"


def savings(some: dict[str, Row]) -> list[Row]:
    return [row for row in some.values() if row["on_curve"] == "1"]


def off_the_line(some: dict[str, Row]) -> list[float]:
    """How far each saving is from a straight line in the logarithm of the memory."""
    memories = [int(row["algorithm"].partition("=")[2]) for row in savings(some)]
    way = [math.log(m / memories[0]) / math.log(memories[-1] / memories[0]) for m in memories]
    return [number(row, "saving") - part for part, row in zip(way, savings(some), strict=True)]


def test_curve_against_the_logarithm(curve):
    away: dict[str, list[float]] = {}
    for tree, some in curve.items():
        line = off_the_line(some)
        assert len(line) == 9
        away.setdefault(order_of(tree), []).append(max(line, key=abs))
    worst = {order: [abs(x) for x in some] for order, some in away.items()}
    everything = [x for some in worst.values() for x in some]
    says(CURVE, f"{round(100 * min(everything))} to {round(100 * max(everything))} points away")
    assert max(away["independent"]) < 0 < min(away["0.8"])
    says(CURVE, f"{span(worst['independent'])} points below it on independent leaves")
    says(CURVE, f"{span(worst['random'] + worst['0.6'])} points in random order")
    says(CURVE, f"{span(worst['0.8'])} points above it with 80 %")
    says(CURVE, f"{span([number(savings(some)[4], 'saving') for some in curve.values()])} % of what SSS* saves")
    full = [number(some["sss_star"], "ratio") for tree, some in curve.items() if order_of(tree) == "0.8"]
    says(CURVE, f"SSS* itself evaluates {span(full)} % of alpha-beta's leaves")


def test_begin_middle_and_rises_of_the_curve(curve):
    least = [1 - number(savings(some)[0], "ratio") for some in curve.values()]
    says(CURVE, f"at alpha-beta's count or up to {100 * max(least):.0f} % below")
    memories = [[int(row["algorithm"].partition("=")[2]) for row in savings(some)] for some in curve.values()]
    middle = [some[4] / some[-1] for some in memories]
    assert 0.18 < min(middle) < max(middle) < 0.4
    steps = table(CURVE, "steps")
    says(CURVE, f"Of the trees, {span([float(row[2].strip('%')) for row in steps], '.0f', 1)} % have a step")
    says(CURVE, f"by up to {max(int(row[4].strip('%')) for row in steps)} %", f"There are {8 * len(steps)} such steps")
    waves = table(CURVE, "waves")
    says(CURVE, f"rises of {span([float(row[4].partition('%')[0]) for row in waves], '.1f', 1)} % after them")
    minima = {size: sorted({int(row[2]) for row in waves if row[0] == size}) for size in ("T(5,6)", "T(4,6)")}
    says(CURVE, "local minima at M = {} and at M = {}".format(*[", ".join(map(str, m)) for m in minima.values()]))


def test_last_step_of_the_curve(curve):
    last: dict[str, list[tuple[float, bool]]] = {}
    for tree, some in curve.items():
        row = savings(some)[7]
        step = 1 - number(row, "saving"), 1 - number(row, "saving_high") > 0.125
        last.setdefault(order_of(tree), []).append(step)
    more = {order: [step for step, beyond in some if beyond] for order, some in last.items()}
    says(CURVE, f"in {len(more['independent'])} of {len(last['independent'])} kinds with independent leaves")
    says(CURVE, f"({span(more['independent'])} %), in {len(more['random'])} of {len(last['random'])} in random")
    says(CURVE, f"({span(more['random'])} %), and with 60 % on T(2,15) ({100 * more['0.6'][0]:.0f} %)")
    assert len(more["0.6"]) == 1
    assert not more["0.8"]
    says(CURVE, f"With 80 % it is {span([step for step, _ in last['0.8']])} %")


def test_waves_where_they_were_predicted(build):
    waves = build.memory_waves
    found: dict[int, list[tuple[str, float, float]]] = {0: [], 1: []}
    for row in rows("memory_waves"):
        memory, tree = int(row["algorithm"].partition("=")[2]), studies.TreeSpec.parse(row["tree"])
        if row["place"] in ("0", "1") and row["change"]:
            assert (int(row["place"]) == 1) == (memory - tree.size[0] + 1 in waves.minima(tree))
            if row["place"] == "1" or memory in waves.minima(tree):
                found[int(row["place"])].append((order_of(row["tree"]), number(row, "change"), number(row, "p")))
    out, into = found[1], found[0]
    stand = waves.beyond_chance([p for _, _, p in out])
    assert all(change > 0 for _, change, _ in out)
    assert {order for (order, _, _), sure in zip(out, stand, strict=True) if not sure} == {"0.8"}
    says(WAVES, f"in all {len(out)} of {len(out)} comparisons", f"{sum(stand)} of them beyond chance")
    says(WAVES, f"The {len(out) - sum(stand)} others are all")
    rise = {order: [change for each, change, _ in out if each == order] for order, _, _ in out}
    says(WAVES, f"{span(rise['independent'], '.1f')} % on independent leaves")
    says(WAVES, f"{span(rise['random'], '.1f')} % in random order, {span(rise['0.6'], '.1f')} % with the first")
    says(WAVES, f"{span(rise['0.8'], '.2f')} % with 80 %")
    sure = waves.beyond_chance([p for _, _, p in into])
    falls = sum(change < 0 for _, change, _ in into)
    assert falls == len(into) - 1
    assert max(change for _, change, _ in into) == 0
    says(WAVES, f"{falls} of {len(into)} times, {sum(sure)} of them beyond chance")
    assert {order for (order, _, _), each in zip(into, sure, strict=True) if not each} == {"0.6", "0.8"}
    says(WAVES, f"The {len(into) - sum(sure)} others are on ordered trees")


def test_how_long_the_waves_last(build):
    waves = build.memory_waves
    means: dict[str, dict[int, float]] = {}
    for row in rows("memory_waves"):
        means.setdefault(row["tree"], {})[int(row["algorithm"].partition("=")[2])] = number(row, "mean")
    back: dict[tuple[int, str], list[float]] = {}
    for text, some in means.items():
        tree = studies.TreeSpec.parse(text)
        if waves.waved(tree):
            order = "none" if order_of(text) in ("independent", "random") else order_of(text)
            for low in waves.minima(tree):
                steps = waves.back(tree, {m: [x] for m, x in some.items()}, low)
                back.setdefault((waves.half_height(tree), order), []).append(steps)
                width = tree.size[0]
                way = (width ** (waves.half_height(tree) - 1) - 1) // (width - 1)
                assert order != "none" or steps > way / 3
    told = {key: span(some, ".0f", 1) for key, some in back.items()}
    assert set(back[3, "0.8"]) == {2}
    says(
        WAVES,
        f"after {told[3, 'none']} steps of b − 1 states",
        f"after {told[3, '0.6']} with 60 %, after 2 with",
    )
    says(WAVES, f"it takes {told[4, 'none']}, {told[4, '0.6']}, and {told[4, '0.8']} steps")
    rises = [int(row[1]) for row in table(WAVES, "by step")]
    assert sum(rises[:2]) > 0.95 * sum(rises)
    flat = [row for row in rows("memory_waves") if row["tree"].partition(":")[2].startswith("12,4") and row["change"]]
    assert all(number(row, "change") < 0 for row in flat)
    sure = waves.beyond_chance([number(row, "p") for row in flat])
    says(WAVES, f"falls at all {len(flat)} steps, {sum(sure)} of them beyond chance")


# unequal_partitions


@pytest.fixture(scope="module")
def cuts() -> dict[tuple[str, tuple[int, ...]], Row]:
    found = {}
    for row in rows("unequal_partitions"):
        found[row["tree"], tuple(map(int, row["algorithm"].partition("=")[2].split(",")))] = row
    return found


def test_what_the_first_part_holds(cuts):
    holds, small = [], []
    for (tree, sizes), row in cuts.items():
        if tree.endswith(("order=2", "order=4")):
            width = sum(sizes)
            ratio = number(row, "mean") / number(cuts[tree, (width,)], "mean")
            (holds if sizes[0] >= width // int(tree[-1]) else small).append(ratio)
    says(CUTS, f"all {len(holds)} partitions", f"or up to {100 - 100 * min(holds):.1f} % fewer")
    assert max(holds) == 1
    says(
        CUTS,
        f"All {len(small)} with a smaller first part evaluate {span([r - 1 for r in small])} % more",
    )


def scheme(cuts, name: str, column: str, *ends: str) -> list[float]:
    return [
        number(row, column) - 1
        for (tree, _), row in cuts.items()
        if row["scheme"] == name and tree.startswith("ordered") and (not ends or tree.endswith(ends))
    ]


def test_a_small_first_part(cuts):
    one = [scheme(cuts, "one, then the rest", column) for column in ("to_line", "to_fitting")]
    assert span(one[0]) == span(one[1])
    says(CUTS, f"(1, w − 1) costs {span(one[0])} % more leaves")
    quarter = "a quarter, then the rest"
    assert all(abs(x) < 0.003 for column in ("to_line", "to_fitting") for x in scheme(cuts, quarter, column, "order=4"))
    says(CUTS, f"with R = 2 it costs {span(scheme(cuts, quarter, 'to_line', 'order=2'))} % more")
    says(CUTS, f"and {span(scheme(cuts, quarter, 'to_fitting', 'order=2'))} % more than the best equal")
    some = [cuts[tree, (1, 12, 11)] for tree in ("ordered:24,4", "ordered:24,4,order=2", "ordered:24,4,order=4")]
    assert {row["fitting"] for row in some} == {"5 5 5 5 4"}
    assert {row["storage"] for row in some} == {"36"}
    first, second, third = (f"{100 * number(row, 'to_fitting') - 100:.0f} %" for row in some)
    says(
        CUTS,
        f"evaluates {first} more leaves than that in random order, {second} with R = 2, {third} with",
    )


def test_after_a_large_first_part(cuts):
    changes = []
    for (tree, sizes), row in cuts.items():
        if row["scheme"] in ("shrinking", "large first, then ones") and tree.startswith("ordered"):
            same = [s for t, s in cuts if t == tree and max(s) == sizes[0] and cuts[t, s]["scheme"] == "equal"]
            equal = cuts[tree, same[0]]
            assert equal["storage"] == row["storage"]
            changes.append(number(row, "mean") / number(equal, "mean") - 1)
    told = f"between {-100 * min(changes):.1f} % fewer and {100 * max(changes):.1f} % more leaves than they do"
    says(CUTS, f"{told} ({len(changes)} cells)")


def test_storage_that_equal_parts_leave_unused(cuts):
    def fewer(*ends: str) -> list[float]:
        return [-x for x in scheme(cuts, "two, large first", "to_fitting", *ends)]

    says(CUTS, f"evaluate {span(fewer(':16,4', ':24,4', ':8,6'))} % fewer leaves than the best equal")
    says(CUTS, f"{span(fewer('order=2,probability=0.9'))} % fewer with R = 2 and p = 0.9")
    says(CUTS, f"and {span(fewer('order=4,probability=0.9'))} % fewer with R = 4 and p = 0.9")
    says(CUTS, f"{span(fewer('8,6,order=geometric,probability=0.5'))} % fewer on T(8,6)")
    most = max(fewer("4,order=geometric,probability=0.5"))
    says(CUTS, f"at most {100 * most:.1f} % fewer on the two others")
    none = scheme(cuts, "two, large first", "to_fitting", "order=2", "order=4")
    says(CUTS, f"({span(none, '.1f')} % more)")
    line = scheme(cuts, "two, large first", "to_line", ":16,4", ":24,4", ":8,6")
    says(CUTS, f"are {span(line)} % above it in random order")


def test_unequal_cells_against_the_line(cuts):
    some = {key: row for key, row in cuts.items() if row["scheme"] != "equal" and key[0].startswith("ordered")}
    above = sum(number(row, "to_line_low") > 1 for row in some.values())
    below = sum(number(row, "to_line_high") < 1 for row in some.values())
    says(
        CUTS,
        f"Of all {len(some)} unequal cells on ordered trees, {above} lie above the line and {below}",
    )
    lowest = min(some, key=lambda key: number(some[key], "to_line"))
    assert lowest == ("ordered:8,6,order=geometric,probability=0.5", (6, 2))
    says(CUTS, f"in geometric order, {100 - 100 * number(some[lowest], 'to_line'):.1f} % below")
    both = [key for key, row in some.items() if number(row, "to_line_high") < 1 and number(row, "to_fitting_high") < 1]
    assert len(both) == 4
    pairs = [k for k, r in some.items() if r["scheme"] == "one first" and number(r, "to_fitting_high") < 1]
    assert all(sizes[1] == 2 and max(sizes) == 2 for _, sizes in pairs)
    says(CUTS, f"is 1 to 2 % better here in {len(pairs)} cells")


def test_partitions_on_independent_leaves(cuts):
    equal = [100 * number(cuts[tree, half], "to_alpha_beta") - 100 for tree, half in HALVES]
    says(CUTS, f"({-equal[0]:.1f} % on T(24,4), in 157 cells)", f"lose ({equal[1]:.1f} % more leaves on")
    one = cuts["uniform:24,4", (1, 23)]
    says(
        CUTS,
        f"{100 - 100 * number(one, 'to_alpha_beta'):.1f} % fewer leaves than alpha-beta in 69 cells",
    )
    assert one["storage"] == "69"
    four = [row for (tree, sizes), row in cuts.items() if tree in ("uniform:16,4", "uniform:24,4") and sizes[0] == 1]
    assert {row["above_alpha_beta"] for row in four} == {"0"}
    says(CUTS, f"(1, 7) did on {cuts['uniform:8,6', (1, 7)]['above_alpha_beta']} of 200")
    worst = max(number(row, "to_alpha_beta") for (tree, s), row in cuts.items() if s == (1, 23))
    says(CUTS, f"worse than alpha-beta itself, by up to {100 * worst - 100:.0f} %")
    most = [("uniform:16,4", (15, 1)), ("uniform:24,4", (23, 1)), ("uniform:8,6", (7, 1))]
    first, second, third = (f"{100 - 100 * number(cuts[key], 'to_alpha_beta'):.0f} %" for key in most)
    says(CUTS, f"it is {first} fewer on T(16,4), {second} on T(24,4), and {third} on T(8,6)")


HALVES = (("uniform:24,4", (12, 12)), ("uniform:8,6", (4, 4)))


# which_wins


@pytest.fixture(scope="module")
def timed(build):
    """As build.py reads them, with the leaves of no single tree: what needs those is in the tables of the page."""
    wins, shared = build.which_wins, sys.modules["shared"]
    runs = {}
    for row in csv.DictReader((FOLDER / "which_wins_times.csv").open(encoding="utf-8")):
        runs[row["tree"], row["algorithm"]] = wins.runs_in(row["runs"])
    found: dict[str, dict[str, object]] = {}
    for row in rows("which_wins"):
        ratio = shared.Ratio(number(row, "ratio"), number(row, "ratio_low"), number(row, "ratio_high"))
        own, base = runs[row["tree"], row["algorithm"]], runs[row["tree"], "alpha_beta"]
        found.setdefault(row["tree"], {})[wins.short(row["algorithm"])] = wins.Timed((), ratio, own, base)
    return found


def winners() -> dict[str, list[tuple[list[str], float]]]:
    """By evaluation, for every kind of trees, who is among the best, and at what cost, as the page tells."""
    found: dict[str, list[tuple[list[str], float]]] = {}
    for size in ("T(24,4)", "T(8,6)"):
        for cost, *kinds in table(WINS, f"{size} winners"):
            for names, _, least in (kind.rpartition(" (") for kind in kinds):
                found.setdefault(cost, []).append((names.split(", "), float(least.strip(")"))))
    return found


def test_who_wins(timed):
    costs = {cost: [least for _, least in kinds] for cost, kinds in winners().items()}
    best = {cost: [names for names, _ in kinds] for cost, kinds in winners().items()}
    assert all(len(kinds) == len(timed) == 18 for kinds in best.values())
    kin = [at for at, kind in enumerate(best["nothing"]) if kind[0] in ("alpha_beta", "p_alpha_beta", "scout")]
    says(WINS, f"is the best in {len(kin)} of 18 kinds")
    says(WINS, f"The best is {span([1 - costs['nothing'][at] for at in kin])} % below alpha-beta there")
    assert best["nothing"][9] == ["sss_star"]  # T(8,6), random order
    says(WINS, f"where SSS* is {100 - 100 * costs['nothing'][9]:.0f} % below alpha-beta; on T(24,4)")
    assert "sss_star" in best["nothing"][0]
    says(WINS, f"the best is {span([1 - costs['100 ns'][at] for at in (6, 15)])} % below in cost at 100 ns")
    among = {cost: sum("sss_star" in kind or kind[0].startswith("all but") for kind in best[cost]) for cost in best}
    says(WINS, f"from it, in {among['100 ns']} of 18 kinds")
    assert among["1 µs"] == among["10 µs"] == 18
    assert not any("alpha_beta_sss" in kind for kinds in best.values() for kind in kinds)
    staged = [[("staged_sss_star" in kind) for kind in best[cost]] for cost in ("100 ns", "1 µs", "10 µs")]
    assert all(row == [False] * 8 + [True] + [False] * 9 for row in staged)


def test_times_of_sss_star(timed):
    orders = {tree: some for tree, some in timed.items() if "perfect" not in tree}
    pays = [some["sss_star"].pays_from for some in orders.values()]
    says(WINS, f"cheaper than alpha-beta from {min(pays):.0f} to {max(pays):.1f} alpha-beta leaves")
    slow = {tree: some["sss_star"].per_leaf for tree, some in timed.items()}
    ordered, flat = ([x for tree, x in slow.items() if tree.startswith(kind)] for kind in ("ordered", "uniform"))
    says(WINS, f"It takes {span(ordered, '.1f', 1)} times alpha-beta's time per leaf on ordered trees")
    says(WINS, f"{span(flat, '.1f', 1)} times on independent leaves")
    costs = [sorted(some["sss_star"].costs(ns))[4] for some in orders.values() for ns in (1_000, 10_000)]
    says(WINS, f"at {span(costs, '.2f', 1)} of alpha-beta's cost")
    unit = {tree: sorted(some["alpha_beta"].own)[4] for tree, some in timed.items()}
    told = [span([100 / x for t, x in unit.items() if t.startswith(k)], ".0f", 1) for k in ("ordered", "uniform")]
    says(WINS, f"that is {told[0]} alpha-beta leaves on the ordered trees here and {told[1]} on independent")
    deep = [1 - some["sss_star"].ratio.value for tree, some in timed.items() if "geometric,probability=0.8" in tree]
    says(WINS, f"with geometric 0.8 SSS* is {span(deep)} % below alpha-beta in leaves")


def test_algorithms_with_less_storage(timed):
    wide, deep = (
        {tree.partition(",order=")[2] or tree: some for tree, some in timed.items() if size in tree}
        for size in (":24,4", ":8,6")
    )
    for some in (wide["2"], deep["2"]):
        assert some["ps_star k=2"].ratio.value <= some["sss_star"].ratio.value
    for order in ("geometric,probability=0.5", "geometric,probability=0.8"):
        assert wide[order]["ps_star k=2"].ratio.value == pytest.approx(wide[order]["sss_star"].ratio.value, abs=2e-4)
        assert wide[order]["ps_star k=4"].ratio.value / wide[order]["sss_star"].ratio.value < 1.02
    few = {order: some["ps_star k=4"].ratio for order, some in deep.items()}
    assert {order for order, ratio in few.items() if ratio.low > 1} == {"uniform:8,6", "first,probability=0.8"}
    assert {order for order, ratio in few.items() if ratio.low < 1 < ratio.high} == {"first,probability=0.5"}
    says(WINS, f"evaluates {span([1 - ratio.value for ratio in few.values() if ratio.high < 1])} % fewer in the")
    iterated = {order: (s["iter_sss_star 1/4"].ratio, s["ps_star k=2"].ratio) for order, s in deep.items()}
    more = {order for order, (one, other) in iterated.items() if one.value > other.value}
    assert more == {"2", "geometric,probability=0.8"}
    for order in ("2", "geometric,probability=0.8", "geometric,probability=0.5"):
        says(WINS, "({:.3f} against {:.3f})".format(*[ratio.value for ratio in iterated[order]]))
    slower = [s for t, s in timed.items() if t.startswith("ordered")]
    assert all(s["iter_sss_star 1/4"].per_leaf > s["ps_star k=2"].per_leaf for s in slower)
    storage = {(row["tree"], row["algorithm"]): int(row["storage"]) for row in rows("which_wins")}
    most = {
        (a, size): max(s for (t, b), s in storage.items() if size in t and a == b)
        for _, a in storage
        for size in (":24,4", ":8,6")
        if any(size in t and a == b for t, b in storage)
    }
    assert (most["ps_star:phases=2", ":24,4"], most["ps_star:phases=2", ":8,6"]) == (157, 85)
    assert (most["ps_star:phases=4", ":24,4"], most["ps_star:phases=4", ":8,6"]) == (43, 15)
    assert (most["sss_star", ":24,4"], most["staged_sss_star", ":24,4"]) == (576, 48)


def test_hybrids_and_guesses(timed):
    orders = {tree: some for tree, some in timed.items() if "perfect" not in tree}
    says(WINS, f"evaluates {span([1 - s['alpha_beta_sss'].ratio.value for s in orders.values()])} % fewer leaves")
    flat = timed["uniform:24,4"]
    assert flat["staged_sss_star"].ratio.value / flat["sss_star"].ratio.value < 1.04
    perfect = [100 * s["staged_sss_star"].ratio.value - 100 for tree, s in timed.items() if "perfect" in tree]
    says(WINS, f"{perfect[0]:.0f} % (four half-moves) and {perfect[1]:.0f} % (six) more than the minimum")
    says(
        WINS,
        f"evaluations of {span([s['mtd_f'].pays_from for s in orders.values()], '.0f', 1)} alpha-beta leaves",
    )
    assert all(s["mtd_f"].ratio.value > s["sss_star"].ratio.value for s in orders.values())
    exact = {t: s["mtd_f exact guess"] for t, s in orders.items() if "mtd_f exact guess" in s}
    says(WINS, f"the fewest leaves of all ({span([one.ratio.value for one in exact.values()], '.2f', 1)})")
    assert all(one.ratio.value == min(x.ratio.value for x in orders[tree].values()) for tree, one in exact.items())
    times = [s[name].per_leaf for t, s in timed.items() for name in s if name.startswith("mtd_f") and t[0] == "o"]
    says(WINS, f"costs {span(times, '.1f', 1)} times alpha-beta's time per leaf on ordered trees")
    assert all(round(s["mtd_f"].per_leaf) == 7 for t, s in timed.items() if t.startswith("uniform"))


def test_summaries(scatter, curve):
    """The index tells the numbers of the pages, which are those of the data."""
    says("README", f"{span(number(row, 'scatter') for row in scatter['uniform'].values())} % of the mean")
    rises = [number(row, "change") for row in rows(WAVES) if row["place"] == "1" and row["change"]]
    told = f"{100 * min(rises):.2f} to {100 * max(rises):.1f} %", f"{sum(x > 0 for x in rises)} of {len(rises)} cases"
    says("README", f"by {told[0]}", told[1])
    says("README", f"up to {100 * max(abs(x) for some in curve.values() for x in off_the_line(some)):.0f} points")
    best = winners()["100 ns"]
    among = sum("sss_star" in names or names[0].startswith("all but") for names, _ in best)
    says("README", f"{among} of {len(best)} kinds")


# real_games

FIVE = ("Connect Four", "Othello", "Kalah", "checkers", "Breakthrough")


@pytest.fixture(scope="module")
def real() -> dict[str, dict[str, dict[str, str]]]:
    """The cells of a table by column and algorithm."""
    found: dict[str, dict[str, dict[str, str]]] = {}
    page = (FOLDER / "real_games.md").read_text(encoding="utf-8")
    for key in ("leaves", "leaves, sorted", "time", "storage", "pays"):
        head = page.partition(f"<!-- table: {key} -->")[2].strip().splitlines()[0]
        columns = [cell.strip() for cell in head.strip("|").split("|")][1:]
        found[key] = {column: {} for column in columns}
        for name, *cells in table(REAL, key):
            for column, cell in zip(columns, cells, strict=True):
                found[key][column][name] = cell.partition(" ")[0] if key.startswith("leaves") else cell
    return found


def of_games(some: dict[str, dict[str, str]], algorithm: str, ordered: bool = False) -> dict[str, float]:
    found = {c.rpartition(" ")[0]: float(some[c][algorithm]) for c in some if "sorted" not in c} if not ordered else {}
    if ordered:
        found = {c.split(",")[0].rpartition(" ")[0]: float(some[c][algorithm]) for c in some if "sorted" in c}
    assert tuple(found) == FIVE
    return found


def test_minimal_windows_in_real_games(real):
    for algorithm in ("p_alpha_beta", "negascout"):
        times = of_games(real["time"], algorithm)
        assert all(0.75 <= times[game] <= 0.90 for game in FIVE[1:])
        assert 0.19 < times["Connect Four"] < 0.22
    says(REAL, "they take 0.75 to 0.90 of alpha-beta's time in four games, and a fifth of it in Connect Four")


def test_order_and_table_in_real_games(real):
    ordered = of_games(real["leaves, sorted"], "alpha_beta", ordered=True)
    says(REAL, f"Sorting takes Othello from 1 to {ordered['Othello']:.2f} of the leaves")
    says(REAL, f"and Kalah to {ordered['Kalah']:.2f}", f"evaluates {ordered['Connect Four']:.2f} times as many leaves")
    assert 0.95 < ordered["checkers"] < 1
    tabled = of_games(real["leaves"], "alpha_beta, table")
    says(REAL, "evaluates {} (Connect Four), {} (checkers) and {} (Breakthrough) of its leaves".format(
        *(f"{tabled[game]:.2f}" for game in ("Connect Four", "checkers", "Breakthrough"))
    ))  # fmt: skip
    says(REAL, f"but {tabled['Othello']:.2f} in Othello and {tabled['Kalah']:.2f} in Kalah")
    assert [game for game, time in of_games(real["time"], "alpha_beta, table").items() if time < 1] == ["Connect Four"]
    slower = [game for game, time in of_games(real["time"], "negascout, table").items() if time >= 1]
    assert slower == ["Kalah"]


def test_mtd_f_in_real_games(real):
    assert {row[3] for row in table(REAL, "quickest")} == {"mtd_f"}
    assert len(table(REAL, "quickest")) == 30
    leaves = of_games(real["leaves"], "mtd_f")
    says(REAL, f"({min(leaves.values()):.2f} to {max(leaves.values()):.2f} at the greatest depths)")
    quickest = {row[0]: row[1] for row in table(REAL, "quickest")}
    assert [quickest[kind] for kind in ("Othello 8", "checkers 10")] == ["mtd_f, table"] * 2
    waits = [cell for cells in real["pays"].values() for cell in [cells["mtd_f, table"]] if cell != "at once"]
    says(REAL, f"from {max(map(float, waits)):.2f} µs more on")


def test_sss_star_in_real_games(real):
    leaves, times = of_games(real["leaves"], "sss_star"), of_games(real["time"], "sss_star")
    say = f"evaluates {span([leaves[g] for g in FIVE[1:]], '.2f', 1)} of alpha-beta's leaves in four games"
    says(REAL, say, f"takes {span([times[g] for g in FIVE[1:]], '.2f', 1)} times its time")
    says(REAL, f"Only in Connect Four it is quick ({times['Connect Four']:.2f})")
    tabled = of_games(real["leaves"], "negascout, table")
    assert all(abs(tabled[game] / leaves[game] - 1) < 0.06 for game in ("Othello", "Kalah"))
    assert all(0.45 < tabled[game] / leaves[game] < 0.6 for game in ("checkers", "Breakthrough"))
    assert all(
        of_games(real["time"], each)[game] > times[game]
        for each in ("ps_star(2)", "ps_star(4)", "iter_sss_star(100)", "iter_sss_star(1000)")
        for game in FIVE[:-1]
    )
    states = {
        name: max(int(cells[name].replace(",", "")) for cells in real["storage"].values())
        for name in ("ps_star(4)", "sss_star")
    }
    says(REAL, f"PS*(4) has at most {states['ps_star(4)']:,} states where SSS* has up to {states['sss_star']:,}")
    ordered = of_games(real["leaves, sorted"], "sss_star", True), of_games(real["leaves, sorted"], "alpha_beta", True)
    for game in ("Othello", "Kalah"):
        saved = 1 - leaves[game], 1 - ordered[0][game] / ordered[1][game]
        says(REAL, f"{100 * saved[0]:.0f} %", f"{100 * saved[1]:.0f} %")
    pays = {column.rpartition(" ")[0]: cells["sss_star"] for column, cells in real["pays"].items()}
    assert pays["Connect Four"] == "at once"
    says(REAL, f"SSS* needs up to {max(float(pays[g]) for g in FIVE[1:4]):.2f} µs more in four games")
    says(REAL, f"and {float(pays['Breakthrough']):.0f} µs more in Breakthrough")


# keeping_open


def test_steps_of_the_list():
    found = {(row["tree"], row["algorithm"]): row for row in rows(OPEN) if row["passed"]}
    random = {
        width: number(found[f"ordered:{width},4,order=random", "sss_star:open=list"], "passed") for width in (8, 24, 32)
    }
    says(OPEN, "{:.1f} states on T(8,4), {:.1f} on T(24,4), {:.1f} on T(32,4)".format(*random.values()))
    of = {
        a: [row for (_, b), row in found.items() if b == f"{a},open=list"]
        for a in ("ps_star:phases=2", "ps_star:phases=4")
    }
    says(OPEN, f"PS*(2) passes {span([number(r, 'passed') for r in of['ps_star:phases=2']], '.2f', 1)} states a leaf")
    says(OPEN, f"PS*(4) at most {max(number(r, 'passed') for r in of['ps_star:phases=4']):.2f}")
    share = [number(r, "passed") / number(r, "max_open") for (_, b), r in found.items() if b == "sss_star:open=list"]
    says(OPEN, f"passes {span(share)} % of the largest OPEN")
    for row in rows(OPEN):  # however OPEN is kept, the leaves are the same
        if "open=list" in row["algorithm"]:
            blocks = [
                r
                for r in rows(OPEN)
                if r["tree"] == row["tree"] and r["algorithm"] == row["algorithm"].replace("list", "blocks")
            ]
            assert [(r["mean"], r["max_open"], r["first"]) for r in blocks] == [
                (row["mean"], row["max_open"], row["first"])
            ]


def test_the_same_steps_again():
    import halfmove as hm

    plan = studies.load(FOLDER / f"{OPEN}.toml")
    cell = next(cell for cell in plan.cells if str(cell.algorithm) == "sss_star:open=list")
    row = next(row for row in rows(OPEN) if (row["tree"], row["algorithm"]) == (str(cell.tree), str(cell.algorithm)))
    games = [cell.tree.make(cell.tree.seed(plan.seed, repetition)) for repetition in (1, 2, 3)]
    passed = [hm.search(game, "sss_star", open="list", compiled=False).counters["passed"] for game in games]
    assert passed == [int(word) for word in row["first_passed"].split()]
