"""Pages of the papers and of studies: what is linked, what stands together, what is escaped; and their drawings."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from typing import Any
from xml.etree.ElementTree import Element

import pytest
from hypothesis import given
from hypothesis import strategies as st

from halfmove import studies
from halfmove.base.identity import own_hash
from halfmove.reports import study as study_report
from halfmove.reports.axes import places_axis, values_axis
from halfmove.reports.cells import is_grid
from halfmove.reports.chart import chart, looks, plot
from halfmove.reports.marks import NEED_A_LOOK, grouped, in_short
from halfmove.reports.measures import measure
from halfmove.reports.numbers import common_places, number
from halfmove.reports.reproduction import page
from halfmove.reports.scatter import scatter
from halfmove.studies.figures import Figure, Point, Series, figures
from halfmove.studies.reproduce import ReproducedCell, Results, choose, compared, tally
from halfmove.studies.work import Record

from .page_tree import loaded, parsed, words

Reproduced = tuple[Results, list[ReproducedCell]]


def filled(plan: studies.Plan) -> studies.Table:
    """A table with made-up records: a page does not ask where they are from, and nothing has to be compiled."""

    def record(place: int, repetition: int) -> Record:
        leaves = 3 + 40 * place**2 + 7 * repetition * (place % 3)
        return Record(repetition, 0, "exact", leaves, 2 * leaves, 0, 3, 2, *[0] * 6, 1.5e-5 * leaves)

    cells = enumerate(plan.cells)
    return studies.Table(
        plan, tuple(tuple(record(i, n) for n in range(cell.first, cell.first + cell.count)) for i, cell in cells)
    )


@pytest.fixture(scope="module")
def searched() -> Reproduced:
    """One table with the figure that is drawn of it."""
    selection = choose("srimani_1985", "4.2", 6)
    results = Results(selection, filled(selection.plan))
    return results, compared(results)


@pytest.fixture(scope="module")
def everything() -> Reproduced:
    """All papers, as far as formulas go: no tree is searched."""
    results = Results(choose(trees=1), None)
    return results, compared(results)


def made(reproduced: Reproduced, **changed: Any) -> Element:
    results, cells = reproduced
    return parsed(
        page(results.selection, changed.get("cells", cells), figures(results), "halfmove reproduce", 1.5, 0.1)
    )


@pytest.fixture(scope="module")
def whole(everything: Reproduced) -> Element:
    return made(everything)


@pytest.fixture(scope="module")
def table() -> studies.Table:
    kinds = [f"uniform:{width},2" for width in (2, 3, 5)] + ["ordered:4,2"]
    return filled(studies.plan(kinds, ["alpha_beta", "sss_star"], trees=3))


@pytest.fixture(scope="module")
def study_page(table: studies.Table) -> Element:
    return parsed(study_report.page(table, ("leaves", "seconds"), command="halfmove study"))


@pytest.fixture(params=["papers", "study"])
def any_page(request: pytest.FixtureRequest, whole: Element, study_page: Element) -> Element:
    return whole if request.param == "papers" else study_page


def links(element: Element) -> set[str]:
    return {link.attrib["href"].removeprefix("#") for link in element.iter("a")}


def after(page: Element, heading: str) -> list[Element]:
    """What stands between a heading and the next one of its kind."""
    inside = next(iter(page.iter("main")))
    place = next(i for i, each in enumerate(inside) if each.attrib.get("id") == heading)
    end = next((i for i in range(place + 1, len(inside)) if inside[i].tag == "h2"), len(inside))
    return inside[place + 1 : end]


def sections(page: Element) -> Iterator[tuple[str, Element]]:
    for section in page.iter("section"):
        yield next(section.iter("h3")).attrib["id"], section


# Every page


def test_pages_load_nothing(any_page: Element) -> None:
    assert loaded(any_page) == []


def test_every_link_leads_somewhere(any_page: Element) -> None:
    names = [element.attrib["id"] for element in any_page.iter() if "id" in element.attrib]
    assert len(names) == len(set(names))
    assert links(any_page) <= set(names)


def test_headings_are_in_order(any_page: Element) -> None:
    depths = [int(element.tag[1]) for element in any_page.iter() if re.fullmatch("h[1-6]", element.tag)]
    assert depths[0] == 1
    assert depths.count(1) == 1
    assert all(next_one <= one + 1 for one, next_one in pairwise(depths))


def test_every_table_has_a_caption_and_scrolls_in_a_box(any_page: Element) -> None:
    boxes = [element for element in any_page.iter("div") if element.attrib.get("class") == "wide"]
    tables = list(any_page.iter("table"))
    assert tables
    assert [id(table) for box in boxes for table in box.iter("table")] == [id(table) for table in tables]
    assert all(box.attrib["tabindex"] == "0" and box.attrib["aria-label"] for box in boxes)
    assert all(words(next(table.iter("caption"))) for table in tables)
    assert all("scope" in head.attrib for head in any_page.iter("th"))


def test_every_drawing_says_what_it_is(any_page: Element) -> None:
    drawn = [element for element in any_page.iter("svg") if "aria-hidden" not in element.attrib]
    assert drawn
    assert all(element.attrib["role"] == "img" and element.attrib["aria-label"] for element in drawn)


def test_the_contents_name_every_section(any_page: Element) -> None:
    contents = next(any_page.iter("nav"))
    assert {name for name, _ in sections(any_page)} <= links(contents)


def test_thousands_are_written_one_way(any_page: Element) -> None:
    """No number in a table has four digits in a row, but for years, and no minus sign is a hyphen."""
    for cell in any_page.iter("td"):
        if "code" not in {each.tag for each in cell.iter()} and "words" not in cell.attrib.get("class", ""):
            assert not re.search(r"(?<![\d.])\d{4,}|(?<!\S)-\d", words(cell)), words(cell)


# The papers


def test_the_summary_links_to_every_table_and_figure(everything: Reproduced, whole: Element) -> None:
    results, _ = everything
    linked = set().union(*(links(element) for element in after(whole, "tables")))
    assert linked == {name for name, _ in sections(whole)}
    tables = sum(len(tables) for _, tables, _ in results.selection.papers)
    drawn_alone = [each for each in figures(results) if not _printed_beside(results, each)]
    assert len(linked) == tables + len(drawn_alone)


def _printed_beside(results: Results, figure: Figure) -> bool:
    paper = next(paper for paper, *_ in results.selection.papers if paper.id == figure.paper)
    return bool(paper.figures[figure.id].points)


def test_the_summary_counts_every_cell(everything: Reproduced, whole: Element) -> None:
    results, cells = everything
    lines = [[words(cell) for cell in row] for row in after(whole, "summary")[0].iter("tr")]
    heads, *papers_lines, total = lines
    assert heads[1:5] == ["cells", "run", "agree", "need a look"]
    assert [line[0] for line in papers_lines] == [paper.short_name for paper, *_ in results.selection.papers]
    for column in range(1, len(heads)):
        numbers = [int(line[column].replace(",", "")) for line in (*papers_lines, total)]
        assert sum(numbers[:-1]) == numbers[-1]
    shown = dict(zip(heads, total, strict=True))
    counts = tally(cells)
    assert int(shown["cells"]) == len(cells)
    assert int(shown["agree"]) == counts["agrees"]
    assert int(shown["run"]) == len(cells) - counts["not run"]
    assert sum(int(shown[head]) for head in heads[3:]) == int(shown["run"])
    said = [words(each) for each in whole.iter("li")]
    wanted = in_short(counts)
    first = said.index(wanted[0])
    assert said[first : first + len(wanted)] == wanted
    numbers = [int(each) for line in wanted[1:] for each in re.findall(r"\d+", line)]
    assert numbers[0] == sum(grouped(counts)[name] for name in ("agree", "close", "explained", "open"))
    assert numbers[0] + numbers[-1] == len(cells)


def test_what_needs_a_look_is_listed_and_linked(everything: Reproduced) -> None:
    _, cells = everything
    chosen = {10: "disagrees", 300: "ambiguous", 301: "ambiguous"}
    changed = [replace(cell, status=chosen.get(place, "agrees")) for place, cell in enumerate(cells)]
    shown = made(everything, cells=changed)
    listed = after(shown, "look")[0]
    targets = {element.attrib["id"]: element for element in shown.iter() if "id" in element.attrib}
    assert [targets[name].attrib["class"] for name in sorted(links(listed))] == ["disagrees", "ambiguous", "ambiguous"]
    assert len(list(listed.iter("tr"))) == 1 + 3
    quiet = made(everything, cells=[replace(cell, status="agrees") for cell in cells])
    assert not any(element.attrib.get("id") == "look" for element in quiet.iter())


def test_figures_stand_beside_their_tables(searched: Reproduced, everything: Reproduced) -> None:
    for reproduced in (searched, everything):
        results, _ = reproduced
        found = dict(sections(made(reproduced)))
        for figure in figures(results):
            paper = next(paper for paper, *_ in results.selection.papers if paper.id == figure.paper)
            points = paper.figures[figure.id].points
            home = f"{paper.id} table {points[0]}" if points else f"{paper.id} figure {figure.id}"
            section = found[re.sub("[^A-Za-z0-9]", "-", home)]
            assert len(list(section.iter("figure"))) == 1
            if points:
                pair = next(element for element in section.iter("div") if element.attrib["class"] == "pair")
                assert [element.tag for element in pair] == ["figure", "div"]
                assert list(pair[1].iter("table"))


def test_headings_say_what_a_table_is_about(everything: Reproduced, whole: Element) -> None:
    results, _ = everything
    headings = {name: words(next(section.iter("h3"))) for name, section in sections(whole)}
    assert len(set(headings.values())) == len(headings)
    assert headings["baudet-1977-table-text"] == "Baudet 1977, text Other numbers in the text"
    assert headings["srimani-1985-table-4-1"].startswith("Srimani 1985, table 4.1, page 36 Mean number of leaves")
    assert not [heading for heading in headings.values() if "The same" in heading]
    for paper, *_ in results.selection.papers:
        assert sum(heading.startswith(paper.short_name) for heading in headings.values()) >= len(paper.tables)


def test_every_cell_is_on_the_page(everything: Reproduced, whole: Element) -> None:
    results, cells = everything
    found = dict(sections(whole))
    for paper, tables, _ in results.selection.papers:
        for printed in tables:
            name = re.sub("[^A-Za-z0-9]", "-", f"{paper.id}-table-{printed.id}")
            own = [cell for cell in cells if (cell.paper, cell.table) == (paper.id, printed.id)]
            marked = [each.attrib["id"] for each in found[name].iter() if "-cell-" in each.attrib.get("id", "")]
            assert sorted(marked) == sorted(f"{name}-cell-{place}" for place in range(1, len(own) + 1))
            *_, listed = found[name].iter("table")
            assert len(list(listed.iter("tr"))) == 1 + len(own)
            assert is_grid(own) == (len(list(found[name].iter("table"))) == 2)


def test_a_grid_has_ours_above_the_print(searched: Reproduced) -> None:
    _, cells = searched
    assert is_grid(cells)
    shown = made(searched)
    for place, cell in enumerate(cells, 1):
        found = next(each for each in shown.iter() if each.attrib.get("id") == f"srimani-1985-table-4-2-cell-{place}")
        written = next(each for each in found.iter("span") if each.attrib["class"] == "printed")
        assert words(written).replace(",", "") == cell.as_printed
        ours = float(words(found).split()[0].replace(",", ""))
        assert cell.mean is not None
        assert ours == pytest.approx(cell.mean, abs=0.51)


def test_where_the_numbers_are_from(whole: Element) -> None:
    about = [words(head) for head in after(whole, "provenance")[0].iter("th")]
    assert {"command", "seed", "trees per cell", "seconds", "version", "commit", "libraries", "machine"} <= set(about)


def test_the_hash_of_the_code_is_named(any_page: Element) -> None:
    rows = after(any_page, "provenance")[0].iter("tr")
    about = {words(head): words(fact) for head, fact in rows}
    assert about["hash of its code"] == own_hash()
    assert [name for name, fact in about.items() if own_hash() in fact] == ["hash of its code"]


def test_names_are_escaped(searched: Reproduced) -> None:
    results, cells = searched
    odd = [replace(each, row="<b>&", note='"<script>', status="disagrees") for each in cells]
    text = page(results.selection, odd, [], "<i>", 0, 0.1, "<u>stopped")
    assert not re.search("<(b|i|u|script)>", text)
    assert "&lt;b&gt;&amp;" in text
    for draw in (chart, plot):
        text = draw(Figure("p", "<i>", "<i>", "", "<i>", "<i>", (Series("<i>", [Point(1, 1), Point(2, 3)]),) * 2))
        assert "<i>" not in text


def test_figures_alone_make_a_page() -> None:
    results = Results(choose("srimani_1985", "figure 5.3"), None)
    shown = made((results, compared(results)))
    ((name, section),) = sections(shown)
    assert name == "srimani-1985-figure-5-3"
    (figure,), (table,) = section.iter("figure"), section.iter("table")
    (drawn,) = figures(results)
    assert len(list(table.iter("tr"))) > max(len(series.points) for series in drawn.series)  # its numbers, and a head
    assert len(list(figure.iter("polyline"))) == len(drawn.series)


# Studies


def test_the_summary_of_a_study_links_to_every_kind(table: studies.Table, study_page: Element) -> None:
    linked = set().union(*(links(element) for element in after(study_page, "summary")))
    kinds = len(table.plan.trees)
    assert linked == {f"{metric}-kind-{place}" for metric in ("leaves", "seconds") for place in range(1, kinds + 1)}
    assert linked <= {name for name, _ in sections(study_page)}


def test_every_kind_of_a_study_has_its_bars_beside_its_table(study_page: Element) -> None:
    for name, section in sections(study_page):
        drawn = list(section.iter("figure"))
        assert len(drawn) == 1
        if "-kind-" in name:
            assert len(list(drawn[0].iter("rect"))) == 2
            assert len(list(section.iter("table"))) == 1


def test_the_least_mean_is_marked(table: studies.Table, study_page: Element) -> None:
    rows = list(after(study_page, "summary")[0].iter("tr"))[1:]
    for row, tree in zip(rows, table.plan.trees, strict=True):
        means = [each.summary.mean for each in table.aggregates("leaves") if each.tree == tree]
        marked = ["least" in cell.attrib.get("class", "") for cell in row.iter("td")]
        assert marked == [mean == min(means) for mean in means]


def test_a_study_counts_the_trees_with_fewer_and_more(table: studies.Table, study_page: Element) -> None:
    found = dict(sections(study_page))
    for metric in ("leaves", "seconds"):
        for place, tree in enumerate(table.plan.trees, 1):
            (grid,) = found[f"{metric}-kind-{place}"].iter("table")
            heads, *lines = [[words(cell) for cell in row] for row in grid.iter("tr")]
            (of_tree,) = [each for each in table.differences(metric) if each.tree == tree]
            shown = {line[0]: line[heads.index("fewer / equal / more")] for line in lines}
            assert shown == {str(of_tree.reference): "", str(of_tree.algorithm): "/".join(map(str, of_tree.counts))}
            assert sum(of_tree.counts) == of_tree.summary.count


def test_times_have_a_unit_that_can_be_read(table: studies.Table) -> None:
    found, plain = measure(table, "seconds"), table.aggregates("seconds")
    factor = {"time in microseconds": 1e6, "time in milliseconds": 1e3, "time in seconds": 1}[found.words]
    assert [each.summary.mean for each in found.aggregates] == [each.summary.mean * factor for each in plain]
    assert measure(table, "leaves").aggregates == tuple(table.aggregates("leaves"))
    assert len({measure(table, metric).words for metric in studies.METRICS}) == len(studies.METRICS)


def test_curves_of_one_metric_have_one_kind_of_axis() -> None:
    kinds = [f"uniform:{width},{depth}" for depth in (1, 5) for width in (2, 3, 5)]
    drawn = study_report.curves(filled(studies.plan(kinds, ["minimax"], trees=2)), "leaves")
    assert len(drawn) == 2
    assert {figure.log_y for figure in drawn} == {True}


# Drawings


def test_all_figures_of_formulas_are_drawn(everything: Reproduced) -> None:
    drawn = {(figure.paper, figure.id): figure for figure in figures(everything[0])}
    assert {
        ("srimani_1985", "5.3"),
        ("srimani_1985", "5.4"),
        ("baudet_1977", "4.1"),
        ("baudet_1977", "of table 5.1"),
    } <= set(drawn)
    for figure in drawn.values():
        for shown in (chart(figure), f"<div>{plot(figure)}</div>"):
            assert "nan" not in shown
            assert {"edge", "grid"} <= {element.attrib.get("class") for element in parsed(shown).iter("path")}


def test_curves_of_one_kind_look_alike() -> None:
    def figure(*series: Series) -> Figure:
        return Figure("p", "1", "", "", "x", "y", series)

    def curve(name: str, **how: Any) -> Series:
        return Series(name, [Point(1, 1), Point(2, 3)], **how)

    first = figure(curve("SSS*"), curve("Alpha-Beta"))
    second = figure(curve("Alpha-Beta"), curve("SSS*, p = 0.9", kind="SSS*", variant=1), curve("PS*(2)"))
    third = figure(curve("width=4"), curve("width=8"))
    look = looks([first, second, third])
    assert look == {"SSS*": 0, "Alpha-Beta": 1, "PS*(2)": 2, "width=4": 0, "width=8": 1}
    colours = [re.findall(r'color="(#\w+)"><polyline', chart(each, look)) for each in (first, second)]
    assert len(set(colours[0])) == 2
    assert colours[0] == colours[1][1::-1]
    assert chart(second, look).count("stroke-dasharray") == 2  # the curve and the legend
    assert "stroke-dasharray" not in chart(first, look) + chart(third, look)


def test_printed_points_are_hollow() -> None:
    points = [Point(1, 10, 9, 11), Point(2, 100, 90, 110)]
    text = chart(Figure("p", "1", "", "", "x", "y", (Series("s", points, [(1, 12.0), (2, 95.0)]),), log_y=True))
    marks = [element.attrib["fill"] for element in parsed(text).iter("circle")]
    assert sorted(marks) == ["currentColor"] * 3 + ["none"] * 3  # ours, theirs, and both in the legend


def test_an_interval_that_reaches_0_is_open_on_a_logarithmic_axis() -> None:
    def bars(low: float) -> list[str]:
        points = [Point(1, 10, low, 20), Point(2, 100)]
        text = plot(Figure("p", "1", "", "", "x", "y", (Series("s", points),), log_y=True))
        found = parsed(f"<div>{text}</div>").iter("path")
        return [element.attrib["d"] for element in found if element.attrib.get("class") == "error"]

    assert [path.count("h6") for path in bars(5)] == [2]
    assert [path.count("h6") for path in bars(-5)] == [1]


NUMBERS = st.floats(1e-6, 1e9) | st.integers(1, 100).map(float)


@given(st.lists(NUMBERS, min_size=1, max_size=12), st.booleans(), st.sampled_from([(0.0, 400.0), (400.0, 0.0)]))
def test_axes_hold_their_values(values: list[float], log: bool, ends: tuple[float, float]) -> None:
    for scale, marks in (values_axis(values, log, *ends), places_axis(values, log, *sorted(ends))):
        places = [scale(value) for value in sorted(values)]
        assert all(min(ends) - 1e-6 <= place <= max(ends) + 1e-6 for place in places)
        assert places in (sorted(places), sorted(places, reverse=True))
        assert len({name for _, name in marks}) == len(marks)
    marks = [mark for mark, _ in values_axis(values, log, *ends)[1]]
    assert marks[0] <= min(values) * (1 + 1e-6)
    assert marks[-1] >= max(values) * (1 - 1e-6)


@given(st.floats(-1e8, 1e8), st.integers(0, 6))
def test_numbers_can_be_read_back(value: float, places: int) -> None:
    written = number(value, places)
    assert float(written.replace(",", "").replace("−", "-")) == pytest.approx(value, abs=0.501 * 10.0**-places)
    assert "-" not in written
    assert not re.search(r"\d{4}", written.partition(".")[0])
    assert number(value) == number(value, common_places([value])) or value == int(value)


def test_numbers_that_are_none() -> None:
    assert number(math.inf) == "∞"
    assert number(-math.inf, 2) == "−∞"
    assert number(math.nan) == "not a number"


def test_the_page_begins_with_a_picture_of_all_numbers(everything: Reproduced, whole: Element) -> None:
    _, cells = everything
    picture = next(each for each in whole.iter("figure"))
    compared = [cell for cell in cells if cell.status in ("agrees", "tolerance", "chance", "explained", *NEED_A_LOOK)]
    drawn = [cell for cell in compared if cell.unit != "claim" and (cell.printed or 0) > 0 and (cell.mean or 0) > 0]
    shapes = [each for name in ("circle", "polygon") for each in picture.find("svg").iter(name)]  # type: ignore[union-attr]
    assert len(shapes) == len(drawn) > 100
    assert sum(int(count) for count in re.findall(r"\((\d+)\)", words(picture.find("ul")))) == len(drawn)


def test_few_numbers_make_no_picture(everything: Reproduced) -> None:
    one = next(cell for cell in everything[1] if cell.unit != "claim" and cell.printed and cell.status == "agrees")
    assert scatter([one]) == ""
    assert scatter([replace(one, mean=one.printed), replace(one, mean=one.printed)]) == ""
    assert "circle" in scatter([one, replace(one, mean=100.0, printed=3)])
