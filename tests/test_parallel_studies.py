"""Studies of parallel searches: what they plan, and what their numbers mean."""

from __future__ import annotations

from pathlib import Path

import pytest

import halfmove as hm
from halfmove import studies
from halfmove.algorithms.parallel_alpha_beta import SCHEMES
from halfmove.studies.parallel import name_of, scheme_of
from halfmove.studies.statistics import ratio, ratio_of

OWN = """
from halfmove.words import Parameter, algorithm, infinity, moves, play, value

PROCESSORS = Parameter("processors", "int", "how many", 1, least=1)

@algorithm(title="as if alone", promise="the value", parameters=(PROCESSORS,))
def as_if_alone(game, p, height, a, b, run):
    best = -infinity()
    for move in moves(game, p):
        best = max(best, -value(game, play(game, p, move, height, run), height - 1, -b, -max(a, best), run))
        if best >= b:
            break
    {count}
    return best
"""


def run(*given, **named) -> list[studies.Speedup]:
    return studies.speedups(studies.run(studies.parallel_plan(*given, **named), jobs=1))


def test_a_plan_has_alpha_beta_and_one_processor() -> None:
    plan = studies.parallel_plan(["uniform:3,3"], ["pv_splitting", "parallel_ps_star:phases=2"], [8, 2], trees=5)
    assert [str(each) for each in plan.algorithms] == [
        "alpha_beta",
        *(f"parallel_alpha_beta:processors={p},scheme=pv_splitting" for p in (1, 2, 8)),
        *(f"parallel_ps_star:processors={p},phases=2" for p in (1, 2, 8)),
    ]
    assert {cell.count for cell in plan.cells} == {5}


def test_names_of_schemes_are_read_again() -> None:
    for text in (*SCHEMES, "young_brothers_wait:latency=5,split_height=2", "parsss_star", "parallel_ps_star:phases=2"):
        assert name_of(scheme_of(text)) == text
        assert scheme_of(name_of(scheme_of(text))) == scheme_of(text)
    assert name_of(scheme_of("pv_splitting:latency=1", latency=9)) == "pv_splitting:latency=1"


def test_numbers_are_those_of_the_searches() -> None:
    table = studies.run(studies.parallel_plan(["uniform:4,4"], ["young_brothers_wait"], [3], trees=6), jobs=1)
    tree = table.plan.trees[0]
    base, alone, three = (table.cell(tree, each) for each in table.plan.algorithms)
    first, row = studies.speedups(table)
    assert (first.processors, row.processors, row.trees) == (1, 3, 6)
    total = {name: sum(getattr(one, name) for one in three) for name in ("rounds", "leaves", "idle", "steals")}
    assert row.rounds == total["rounds"] / 6
    assert row.speedup.value == pytest.approx(sum(one.leaves for one in base) / total["rounds"])
    assert row.over_itself is not None
    assert row.over_itself.value == pytest.approx(sum(one.rounds for one in alone) / total["rounds"])
    assert row.leaves.value == pytest.approx(total["leaves"] / sum(one.leaves for one in base))
    assert row.idle == total["idle"] / (3 * total["rounds"])
    assert row.in_transit == 0
    assert row.steals == total["steals"] / 6
    assert row.speedup.low < row.speedup.value < row.speedup.high
    assert row.efficiency == row.speedup.value / 3
    assert first.speedup == first.over_itself == studies.Ratio(1.0, 1.0, 1.0)


def test_leaves_idle_rounds_and_transit_add_up() -> None:
    rows = run(["uniform:4,4"], ["young_brothers_wait"], [4], trees=4, depth=4)
    costly = run(["uniform:4,4"], [scheme_of("young_brothers_wait", latency=7)], [4], trees=4)
    assert costly[-1].in_transit > 0
    assert costly[-1].speedup.value < rows[1].speedup.value
    for row in (*rows, *costly):
        busy = row.leaves.value * row.speedup.value / row.processors
        assert busy + row.idle + row.in_transit == pytest.approx(1)
    (*_, one) = run(["uniform:4,4"], ["young_brothers_wait"], [4], trees=1)
    assert (one.trees, one.speedup.low) == (1, None)


def test_theory_stands_where_it_is_exact() -> None:
    rows = run(["uniform:3,4,order=perfect", "uniform:3,4"], SCHEMES, [4, 64], trees=2)
    for row in rows:
        name = row.scheme.named["scheme"]
        if "perfect" not in str(row.tree):
            assert row.theory == studies.parallel.Theory()
        elif name == "tree_splitting":
            assert row.theory == studies.parallel.Theory(order=row.processors**0.5)
        else:
            assert row.theory.most is not None
            assert row.speedup.value <= row.theory.most + 1e-9
    perfect = {(row.name, row.processors): row for row in rows if "perfect" in str(row.tree)}
    assert perfect["pv_splitting", 64].speedup.value == pytest.approx(perfect["pv_splitting", 64].theory.most)
    whole = run(["uniform:3,4,order=perfect"], ["pv_splitting"], [64], trees=2, depth=6)
    assert whole[-1].theory == perfect["pv_splitting", 64].theory


def test_an_algorithm_of_the_user(tmp_path: Path) -> None:
    file = tmp_path / "own.py"
    file.write_text(OWN.format(count="run.rounds = run.leaves"), encoding="utf-8")
    rows = run(["uniform:3,3"], [f"{file}:as_if_alone"], [8], trees=3)
    assert [(row.processors, row.speedup.value) for row in rows] == [(1, 1.0), (8, 1.0)]
    file.with_name("idle.py").write_text(OWN.format(count="pass"), encoding="utf-8")
    with pytest.raises(hm.UsageError, match="counts no `rounds`"):
        run(["uniform:3,3"], [f"{tmp_path}/idle.py:as_if_alone"], [8], trees=3)


def test_any_study_can_be_read(tmp_path: Path) -> None:
    file = tmp_path / "study.toml"
    file.write_text(
        'families = ["uniform:3,3"]\ntrees = 3\n'
        'algorithms = ["alpha_beta", { id = "parallel_alpha_beta", each = { processors = [2, 4] } }]\n',
        encoding="utf-8",
    )
    rows = studies.speedups(studies.run(studies.load(file), jobs=1))
    assert [(row.name, row.processors, row.over_itself) for row in rows] == [
        ("parallel_alpha_beta", 2, None),
        ("parallel_alpha_beta", 4, None),
    ]
    for algorithms, words in (
        (["minimax"], "alpha_beta must be one"),
        (["alpha_beta"], "has a parameter `processors`"),
    ):
        with pytest.raises(hm.UsageError, match=words):
            studies.speedups(studies.run(studies.plan(["uniform:2,2"], algorithms, trees=1), jobs=1))


@pytest.mark.parametrize(
    ("scheme", "processors", "words"),
    [
        ("alpha_beta", [2], "no parameter `processors`"),
        ("ybw", [2], "no scheme 'ybw': choose one of root_splitting, .*, parsss_star"),
        ("parallel_alpha_beta:processors=3", [2], "leave `processors` out"),
        ("pv_splitting:latency=-1", [2], "latency"),
        ("pv_splitting", [0], "number of processors must be"),
        ("pv_splitting", [1 << 21], "number of processors must be"),
    ],
)
def test_wrong_plans(scheme: str, processors: list[int], words: str) -> None:
    with pytest.raises(hm.UsageError, match=words):
        studies.parallel_plan(["uniform:2,2"], [scheme], processors)


def test_a_ratio_is_paired() -> None:
    numbers, reference = [10, 12, 11, 15, 9, 13], [20, 25, 21, 31, 18, 25]
    found = ratio(numbers, reference)
    assert found.value == pytest.approx(sum(numbers) / sum(reference))
    assert found.low is not None
    assert found.high is not None
    assert found.low < found.value < found.high < found.low + 0.1
    twice = ratio_of(numbers, [(0.5, reference), (0.5, reference)])
    assert (twice.value, twice.low) == (pytest.approx(found.value), pytest.approx(found.low))
    assert ratio([3], [4]) == studies.Ratio(pytest.approx(0.75))
