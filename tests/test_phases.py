"""Which k is right for PS*(k): against the printed tables of the thesis, and against searches with every k."""

from __future__ import annotations

import json
import re

import pytest
from click.testing import CliRunner, Result

import halfmove as hm
from halfmove import theory
from halfmove.cli.program import main
from halfmove.compare import planned
from halfmove.errors import UsageError
from halfmove.studies import papers

TABLES = papers.load("srimani_1985").tables


def run(*words: str) -> Result:
    return CliRunner().invoke(main, ["theory", "choose-k", *words])


@pytest.mark.parametrize("name", ["4.1", "4.2", "4.3", "4.4", "4.5"])
def test_printed_tables(name: str) -> None:
    """In the space of each printed size the choice is as good, by the printed leaves, as any that fits."""
    table = TABLES[name]
    width, depth = table.common["tree"]["width"], table.common["tree"]["depth"]
    columns = [column for column in table.columns if column != "size" and "0.90" not in column]
    size = {row: table.cell(row, "size").value or 0 for row in table.rows}

    def phases(row: str) -> int:
        return {"SSS*": 1, "Alpha-Beta": width}.get(row) or int(table.rows[row]["parameters"]["phases"])

    tried = 0
    for column in columns:
        order = table.setting("SSS*", column).tree["order"]
        leaves = {row: table.cell(row, column).value or 0 for row in table.rows}
        for limit in size.values():
            chosen = theory.choose_phases(width, depth, order, int(limit))
            row = next(row for row in table.rows if phases(row) == chosen.phases)
            fitting = [each for each in table.rows if size[each] <= limit]
            good = [each for each in fitting if leaves[each] <= 1.02 * min(leaves[each] for each in fitting)]
            assert row in good, (column, limit)
            assert size[row] == min(size[each] for each in good), (column, limit)
            assert size[row] == chosen.storage.total or row == "Alpha-Beta"  # where the depth is printed
            tried += 1
    assert tried == len(columns) * len(table.rows)


@pytest.mark.parametrize(("width", "depth"), [(4, 3), (4, 4), (6, 4)])
def test_searches_with_every_k(width: int, depth: int) -> None:
    factors = [k for k in range(1, width + 1) if width % k == 0]
    for order in factors:
        trees = [hm.trees.ordered(width, depth, seed, order=order) for seed in range(12)]
        counts = {k: [hm.search(tree, "ps_star", phases=k, compiled=False).counts for tree in trees] for k in factors}
        states = {k: max(c.max_open for c in counts[k]) + max(c.max_backup for c in counts[k]) for k in factors}
        leaves = {k: [c.leaves for c in counts[k]] for k in factors}
        assert [(each.phases, each.storage.total) for each in theory.phase_choices(width, depth, order)] == [
            *states.items()
        ]
        for limit in states.values():
            chosen = theory.choose_phases(width, depth, order, limit)
            least = min(sum(leaves[k]) for k in factors if states[k] <= limit)
            assert states[chosen.phases] <= limit
            assert sum(leaves[chosen.phases]) <= 1.05 * least
            if chosen.safe:
                assert all(
                    a <= min(b, c) for a, b, c in zip(leaves[chosen.phases], leaves[1], leaves[width], strict=True)
                )
                assert not any(order >= k > chosen.phases for k in factors)


def test_ends() -> None:
    assert theory.choose_phases(1, 5) == theory.PhaseChoice(1, theory.Storage(1, 0), True)
    assert theory.choose_phases(7, 0, 7).storage.total == 1
    assert [each.phases for each in theory.phase_choices(7, 3)] == [1, 7]
    assert theory.choose_phases(12, 4, 5).phases == 4
    assert theory.choose_phases(24, 4).phases == 1


@pytest.mark.parametrize(
    ("words", "part"),
    [
        (["--storage", "2"], "2 states are too few for PS* on T(24,4): it needs 3 with k = 24"),
        (["--storage", "0"], "storage must be a whole number from 1 on"),
        (["-w", "8", "--order", "9"], "order must be a whole number from 1 to 8"),
        (["-w", "0"], "width must be a whole number from 1"),
        (["-w", "2000000"], "width must be a whole number from 1 to 1000000"),
        (["-d", "-1"], "depth must be a whole number from 0"),
        (["--trees", "10001"], "10001 is not in the range"),
        (["-d", "9"], "use --trees 0, or fewer"),
        (["-d", "99999"], "more than 10^4000 leaves"),
    ],
)
def test_wrong_words(words: list[str], part: str) -> None:
    ran = run(*words)
    assert (ran.exit_code, ran.stdout, ran.stderr.count("\n")) == (2, "", 1)
    assert part in ran.stderr


def test_command() -> None:
    ran = run("-w", "4", "-d", "3", "--order", "2", "--trees", "4", "--json")
    assert ran.exit_code == 0, ran.stderr
    found = json.loads(ran.stdout)
    assert (found["k"], found["storage"], [row["k"] for row in found["rows"]]) == (2, None, [1, 2, 4])
    plan = planned(["ordered:4,3,order=2"], ["sss_star"], 4, 1)
    same = [hm.search(cell.tree.make(cell.tree.seed(1, number)), "sss_star", compiled=False).counts.leaves
            for cell in plan.cells[:1] for number in cell.repetitions]  # fmt: skip
    assert found["rows"][0]["leaves"] == sum(same) / 4
    shown = run("-w", "32", "--order", "4", "--storage", "50", "--trees", "0").stdout
    assert re.search(r"^k = 8\b", shown, re.MULTILINE)
    assert shown.splitlines()[1].split() == ["k", "open", "backup", "total", "fits", "safe"]  # no tree was searched
    assert max(map(len, shown.splitlines())) <= 80
    assert "std error" not in run("-w", "4", "-d", "2", "--trees", "1").stdout


def test_wrong_calls() -> None:
    with pytest.raises(UsageError, match="order must be a whole number from 1 to 4"):
        theory.choose_phases(4, 4, 0)
    with pytest.raises(UsageError, match="storage must be"):
        theory.choose_phases(4, 4, storage="x")  # type: ignore[arg-type]
