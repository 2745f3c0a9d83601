"""The finding about parallel PS*: what its words say is so."""

from __future__ import annotations

import csv
import sys
from collections.abc import Iterable

import pytest

from halfmove import studies
from tests.test_findings import FOLDER, Row, rows, says, table

NAME = "ps_star_in_parallel"
SIBLINGS = tuple(f"{name} + siblings" for name in ("SSS*", "PS*(2)", "PS*(4)", "PS*(1, rest)"))
SSS, TWO, _, REST = SIBLINGS
YOUNG = "young brothers"

Found = dict[tuple[str, str, int, int], Row]


@pytest.fixture(scope="module")
def found() -> Found:
    """The rows of the study by kind of trees, scheme, processors and latency."""
    sys.path.insert(0, str(FOLDER))
    try:
        from ps_star_in_parallel import key_of
    finally:
        sys.path.remove(str(FOLDER))
    return {
        (row["tree"], *key_of(studies.AlgorithmSpec.parse(row["algorithm"]))): row
        for row in rows(NAME)
        if row["rounds"]
    }


def trees(found: Found, played: bool | None = None) -> list[str]:
    names = dict.fromkeys(tree for tree, *_ in found)
    return [name for name in names if played is None or played == ("opening" in name)]


def column(found: Found, some: Iterable[str], scheme: str, p: int, key: str, latency: int = 0) -> list[float]:
    return [float(found[tree, scheme, p, latency][key]) for tree in some]


def span(numbers: Iterable[float], form: str = ".2f") -> str:
    told = sorted(numbers)
    return f"{told[0]:{form}} to {told[-1]:{form}}"


def test_rounds_leaves_and_waiting_add_up(found):
    """Time is shared by leaves, waiting and work on its way, and no processor has more than its share."""
    for (_, scheme, p, latency), row in found.items():
        rounds, leaves, idle = float(row["rounds"]), float(row["mean"]), float(row["idle"])
        busy = leaves / (rounds * p) + idle
        assert busy == pytest.approx(1, abs=2e-3) if not latency else busy < 1
        assert float(row["speedup_low"]) <= float(row["speedup"]) <= float(row["speedup_high"])
        assert (row["storage"] == "") == (scheme == YOUNG)
        if p == 1:
            assert rounds == leaves


def test_without_siblings(found):
    gained = {(row[0], n): row[1 + n] for row in table(NAME, "plain") for n in range(3)}
    for n, words in enumerate(("26.4 (T(8,6)) and 37.2 (T(24,4))", "8.88 and 12.2 times by", "3.28 and 5.25 times by")):
        for number, size in zip(words.split(" and "), ("T(8,6)", "T(24,4)"), strict=True):
            assert gained[f"{size} independent leaves", n].split()[0] == number.split()[0]
        says(NAME, words)
    for scheme, place in (("SSS*", 0), ("PS*(2)", 1)):
        ends = [float(gained[f"{size} first 0.8", place].split()[0]) for size in ("T(8,6)", "T(24,4)")]
        says(NAME, f"gains {span(ends, '.1f')}")
        told = column(found, [t for t in trees(found) if "first" in t], scheme, 256, "over_itself")
        assert told == pytest.approx(ends, abs=6e-3)
    idle = column(found, trees(found), "PS*(4)", 256, "idle")
    says(NAME, f"idle for {100 * min(idle):.0f} to {100 * max(idle):.0f} % of the time")
    says(NAME, "even 256 processors are idle for less than 0.1 % of the time")
    assert max(column(found, [t for t in trees(found) if "first" in t], "SSS*", 256, "idle")) < 0.001
    last = [
        float(found[tree, scheme, 64, 0]["rounds"]) / float(found[tree, scheme, 256, 0]["rounds"])
        for tree in trees(found)
        for scheme in ("PS*(2)", "PS*(4)")
    ]
    says(NAME, f"at most {max(last):.2f} times as fast as 64")


def test_with_siblings(found):
    says(NAME, f"16 processors gain {span(column(found, trees(found), TWO, 16, 'speedup'), '.1f')} over alpha-beta")
    on_trees, in_games = (column(found, trees(found, played), TWO, 256, "speedup") for played in (False, True))
    says(NAME, f"256 processors {span(on_trees, '.0f')} on the trees and {span(in_games, '.0f')} in the games")
    most = {row[0]: row[1:] for row in table(NAME, "efficient")}
    assert all(int(row[5]) >= 16 for row in most.values())
    assert [kind for kind, row in most.items() if int(row[5]) >= 64] == ["Connect Four 7"]
    young = [int(row[0]) for row in most.values()]
    many = sum(each >= 64 for each in young)
    says(NAME, f"Young brothers reach 64 or more on {many} kinds, and 8 or 16 on the others")
    assert {each for each in young if each < 64} == {8, 16}


def test_which_partitions(found):
    speed = [{each: float(found[tree, each, 16, 0]["speedup"]) for each in SIBLINGS} for tree in trees(found)]
    says(NAME, f"speed-up of the four on {sum(max(some, key=some.get) == SSS for some in speed)} of nine kinds")


def test_two_parts():
    ratios = {row[0]: row[5] for row in table(NAME, "two parts")}  # 16 processors
    for words, kinds in (
        ("{} times as fast on T(8,6) and {} times on T(24,4)", ("T(8,6) first 0.8", "T(24,4) first 0.8")),
        ("In checkers it is {} and in Connect Four {} times as fast", ("checkers 8", "Connect Four 7")),
        ("first quarter ({} and {})", ("T(8,6) R = 4, p = 0.9", "T(24,4) R = 4, p = 0.9")),
    ):
        says(NAME, words.format(*[ratios[kind].split()[0] for kind in kinds]))


def against(found: Found, scheme: str, p: int) -> tuple[int, int]:
    """On how many kinds of trees the scheme is faster than young brothers beyond chance, and on how many slower."""
    low, high = (column(found, trees(found), scheme, p, f"to_young_brothers_{end}") for end in ("low", "high"))
    return sum(each > 1 for each in low), sum(each < 1 for each in high)


def test_against_young_brothers(found):
    says(NAME, "faster than young brothers on {} of nine kinds and slower on {};".format(*against(found, TWO, 4)))
    best = max(column(found, trees(found), TWO, 4, "to_young_brothers"))
    assert best == float(found["ordered:24,4,order=4,probability=0.9", TWO, 4, 0]["to_young_brothers"])
    says(NAME, f"at best {best:.2f} times as fast")
    says(
        NAME, f"({span(column(found, trees(found), TWO, 4, 'to_young_brothers'))} times as fast), and it is ahead where"
    )
    says(NAME, "With 16 it is faster on {} and slower on {}.".format(*against(found, TWO, 16)))
    says(NAME, "faster on {} kinds and slower on {}, but with 16".format(*against(found, REST, 4)))
    ahead = float(found["ordered:24,4,order=first,probability=0.8", REST, 16, 0]["to_young_brothers"])
    says(NAME, f"ahead only on T(24,4) with first 0.8 ({ahead:.2f} times as fast)")
    assert against(found, REST, 16)[0] == 1
    parted = [(scheme, p) for scheme in SIBLINGS[1:] for p in (64, 256)]
    assert {against(found, *each) for each in parted} == {(0, 9)}
    shares = [x for each in parted for x in column(found, trees(found), *each, "to_young_brothers")]
    says(NAME, f"it has {span(shares)} of their speed")
    assert against(found, SSS, 4) == (9, 0)
    says(NAME, f"({span(column(found, trees(found), SSS, 4, 'to_young_brothers'))} times)")
    says(NAME, f"with 16 on {against(found, SSS, 16)[0]} of them")
    for p in (64, 256):
        ahead = [tree for tree in trees(found) if float(found[tree, SSS, p, 0]["to_young_brothers_low"]) > 1]
        assert ahead == ["uniform:8,6"]


def test_storage(found):
    states = {p: [int(x) for x in column(found, trees(found), TWO, p, "storage")] for p in (1, 16, 256)}
    says(NAME, f"{span(states[1], ',')} states with one processor, {span(states[16], ',')} with 16 and")
    says(NAME, f"{span(states[256], ',')} with 256")

    def shares(scheme: str, p: int) -> list[float]:
        pairs = zip(*(column(found, trees(found), each, p, "storage") for each in (scheme, SSS)), strict=True)
        return [own / other for own, other in pairs]

    says(NAME, f"{span(shares(TWO, 16))} of SSS*'s with 16 and {span(shares(TWO, 256))} with 256")
    says(NAME, f"{span(shares(REST, 4))} of SSS*'s with 4 processors, but up to {max(shares(REST, 16)):.2f} with 16")


@pytest.fixture(scope="module")
def nodes() -> dict[tuple[str, int], Row]:
    """What young brothers hold, by kind of trees and processors."""
    with (FOLDER / "ps_star_in_parallel_storage.csv").open(encoding="utf-8", newline="") as file:
        return {(row["tree"], int(row["processors"])): row for row in csv.DictReader(file)}


def test_storage_of_young_brothers(found, nodes):
    held = {p: [int(nodes[tree, p]["storage"]) for tree in trees(found)] for p in (1, 4, 16, 64, 256)}
    one, some, many = (span(held[p], ",") for p in (1, 16, 256))
    says(NAME, f"hold {one} nodes with one processor, {some} with 16 and {many} with 256")

    def shares(scheme: str, p: int) -> list[float]:
        own = column(found, trees(found), scheme, p, "storage")
        return [states / each for states, each in zip(own, held[p], strict=True)]

    says(NAME, f"PS*(2) with siblings holds {span(shares(TWO, 4))} times as many states with 4 processors")
    says(NAME, f"{span(shares(TWO, 16))} times as many with 16 and {span(shares(TWO, 256))} times with 256")
    says(NAME, f"holds {span(shares(REST, 4))} times as many with 4.")
    small = [
        row
        for (tree, _, p, latency), row in found.items()
        if row["storage"] and not latency and p in held and int(row["storage"]) <= int(nodes[tree, p]["storage"])
    ]
    assert all(float(row["to_young_brothers_high"]) < 1 for row in small)
    says(NAME, f"it has {span(float(row['to_young_brothers']) for row in small)} of their speed. So at equal storage")
    shown = [row[2:] for key in ("trees", "games") for row in table(NAME, f"storage, {key}") if row[1] == YOUNG]
    assert shown == [[f"{held[p][n]:,}" for p in held] for n in range(len(trees(found)))]


def test_storage_of_young_brothers_is_that_of_the_first_trees(nodes):
    sys.path.insert(0, str(FOLDER))
    try:
        from ps_star_in_parallel import key_of, nodes_of_young_brothers
    finally:
        sys.path.remove(str(FOLDER))
    plan = studies.load(FOLDER / f"{NAME}.toml")
    for cell in plan.cells:
        if cell.tree.name not in ("uniform", "ordered") or cell.algorithm.id == "alpha_beta":
            continue
        if key_of(cell.algorithm) in ((YOUNG, 16, 0), (YOUNG, 256, 0)):
            stored = nodes[str(cell.tree), key_of(cell.algorithm)[1]]
            assert nodes_of_young_brothers(cell, plan.seed, range(1, 4))["first"] == stored["first"]


def test_latency(found):
    grown = trees(found, played=False)
    slow, even, many = (
        span(column(found, grown, TWO, p, "speedup", 10), f) for p, f in ((4, ".2f"), (16, ".2f"), (256, ".1f"))
    )
    says(NAME, f"({slow} times as fast)", f"level at about 16 ({even})")
    few, more, most = (span(column(found, grown, YOUNG, p, "speedup", 10), ".1f") for p in (4, 16, 256))
    says(NAME, f"gain {few} with 4 processors and {more} with 16", f"comes to {many} and young brothers to {most}")
    handed = {
        scheme: [
            each / leaves
            for each, leaves in zip(
                *(column(found, trees(found), scheme, 4, key, 10) for key in ("steals", "mean")), strict=True
            )
        ]
        for scheme in (TWO, YOUNG)
    }
    says(NAME, f"for {span([100 * x for x in handed[TWO]], '.0f')} % of its leaves")
    says(NAME, f"young brothers for at most {100 * max(handed[YOUNG]):.1f} %")
    faster = {
        scheme: [(tree, p) for tree in trees(found) for p in (4, 16, 64, 256) if ahead(found[tree, scheme, p, 10])]
        for scheme in (SSS, TWO, REST)
    }
    (connect_four,) = (tree for tree in trees(found) if tree.startswith("connect_four"))
    strong = "ordered:8,6,order=first,probability=0.8"
    assert faster == {SSS: [(connect_four, 256)], TWO: [], REST: [(strong, 256)]}


def ahead(row: Row) -> bool:
    return float(row["to_young_brothers_low"]) > 1
