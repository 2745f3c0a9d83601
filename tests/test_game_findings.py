"""What the findings about real games say: the order of moves with its models, and hybrids and windows."""

from __future__ import annotations

import csv
import re
from collections import Counter
from functools import cache
from pathlib import Path

from halfmove import studies
from halfmove.studies.searcher import Searcher

from .test_findings import FOLDER, Row, build, number, rows, says, span, table

__all__ = ["build"]  # a fixture
ORDER, HYBRIDS = "order_of_moves", "hybrids_in_games"
DEEPEST = {"connect_four": 8, "othello": 6, "kalah": 8, "checkers": 8, "breakthrough": 5, "chess": 4}


@cache
def part(name: str) -> list[Row]:
    with (FOLDER / f"{ORDER}_{name}.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def game_of(row: Row) -> str:
    return (row.get("game") or row["tree"]).partition(":")[0]


def is_near(row: Row, model: str = "resampled") -> bool:
    return 0.9 <= number(row, model) <= 1.1


def test_the_rows_are_those_that_were_asked_for(build):
    kinds = build.modelled.plans(FOLDER / f"{ORDER}.toml")
    assert {(kind.game, str(kind.depth)) for kind in kinds} == {(row["game"], row["depth"]) for row in rows(ORDER)}
    asked = [(kind.game, str(kind.depth), order) for kind in kinds for order in kind.orders]
    told = dict.fromkeys((row["game"], row["depth"], row["order"]) for row in part("models"))
    assert asked == list(told)
    assert asked == list(dict.fromkeys((row["game"], row["depth"], row["order"]) for row in part("parameters")))


def test_no_game_is_strongly_ordered_as_it_is():
    first = {order: [number(row, "first") for row in rows(ORDER) if row["order"] == order] for order in
             ("rules", "order", "evaluation")}  # fmt: skip
    says(ORDER, f"The first move is best in {span(first['rules'])} % of the nodes")
    says(ORDER, f"by the game's `order` it is {span(first['order'])} %, by evaluation {span(first['evaluation'])} %")
    strong = [row for row in rows(ORDER) if number(row, "first") >= 0.8 and number(row, "within_4") >= 0.9]
    says(ORDER, f"Only {len(strong)} of {len(rows(ORDER))} combinations")
    assert not [row for row in strong if row["order"] == "rules"]
    assert sum(row["order"].startswith("last") for row in strong) == 4
    ties = {game_of(row): number(row, "ties") for row in rows(ORDER)}
    assert min(ties, key=ties.get) == "chess"
    assert f"{100 * max(number(row, 'ties') for row in rows(ORDER)):.0f} % in Breakthrough" in page(ORDER)


def page(name: str) -> str:
    return " ".join((FOLDER / f"{name}.md").read_text(encoding="utf-8").split())


def test_what_all_values_of_the_last_depth_are_worth():
    found: dict[str, list[float]] = {}
    for row in rows(ORDER):
        if row["order"] == "last values":
            (best,) = [each for each in rows(ORDER) if (each["game"], each["depth"], each["order"])
                       == (row["game"], row["depth"], "last best")]  # fmt: skip
            found.setdefault(game_of(row), []).append(1 - number(row, "to_least") / number(best, "to_least"))
    says(ORDER, f"needs {100 * found['chess'][1]:.0f} % fewer leaves on the model of chess at depth 4")
    says(ORDER, f"{span(found['othello'])} % fewer in Othello")
    says(ORDER, f"{span(found['connect_four'] + found['kalah'])} % fewer in Connect Four and Kalah")
    says(ORDER, f"in Breakthrough it costs {span([-each for each in found['breakthrough']])} %")
    assert max(map(abs, found["checkers"])) < 0.05
    least = [number(row, "to_least") for row in rows(ORDER) if row["order"] == "rules"]
    says(ORDER, f"alpha-beta evaluates {span(least, scale=1)} times the least")


def test_what_the_models_predict():
    models = part("models")
    four = [row for row in models if row["order"] == "rules" and not row["algorithm"].startswith("ps_star")]
    good = {game for game in DEEPEST if all(is_near(row) for row in four if game_of(row) == game)}
    assert good == {"connect_four", "othello", "breakthrough", "chess"}
    assert all(is_near(row) for row in models if game_of(row) == "breakthrough")
    ratios = [number(row, "resampled") for row in models]
    says(ORDER, f"{sum(map(is_near, models))} of {len(models)} predictions are within 10 %")
    says(ORDER, f"{min(ratios):.2f} to {max(ratios):.2f} is the range")
    counted = [sum(is_near(row, name) for row in models) for name in
               ("independent leaves", "incremental", "(p, R)", "geometric")]  # fmt: skip
    says(ORDER, "are {} of independent leaves, {} of branch values, {} of (p, R) and {} of geometric".format(*counted))
    assert 24 < max(number(row, "incremental") for row in models) < 25
    worst = max(number(row, "resampled") for row in models if game_of(row) == "othello")
    says(ORDER, f"up to {worst:.2f} times as many leaves in Othello")
    parts = [row for row in models if (row["algorithm"], row["order"]) == ("ps_star:phases=2", "rules")]
    assert max(number(row, "resampled") for row in parts if game_of(row) == "connect_four") < 0.9


def test_the_parameters_that_are_advised():
    told = part("parameters")
    advised = [row for row in told if row["advice"] == "1"]
    own = {tuple(row[key] for key in ("game", "depth", "order", "algorithm", "parameter")): row for row in advised}
    assert len(own) == len(advised)
    fitting = 0
    for row in told:
        one = own[tuple(row[key] for key in ("game", "depth", "order", "algorithm", "parameter"))]
        if row["measured"] and row is not one and int(row["storage"]) <= max(int(one["limit"]), int(one["storage"])):
            fitting += 1
            assert number(row, "measured") >= 0.98 * number(one, "measured")
    says(ORDER, f"Of {len(advised)} choices none was beaten", f"{fitting} neighbours fit")
    values = Counter((row["algorithm"], row["parameter"], int(row["value"])) for row in advised)
    assert values["ps_star", "phases", 3] + values["ps_star", "phases", 4] == 25
    for name, parameter in (("staged_sss_star", "stage"), ("sss_alpha_beta", "split")):
        assert all(value % 2 == 0 for one, kind, value in values if (one, kind) == (name, parameter))
    sab = [row for row in advised if row["algorithm"] == "sss_alpha_beta"]
    says(
        ORDER, f"In {sum(number(row, 'measured') > 1.02 for row in sab)} of {len(sab)} cases it still needs more leaves"
    )
    for name in ("iter_sss_star", "alpha_beta_sss"):
        assert all(number(row, "measured") <= 1 for row in advised if row["algorithm"] == name)
    best: Counter[tuple[str, str]] = Counter()
    for kind in dict.fromkeys((row["game"], row["depth"], row["order"]) for row in advised):
        some = [row for row in advised if (row["game"], row["depth"], row["order"]) == kind]
        fit = [row for row in some if int(row["storage"]) <= int(row["limit"])]
        winner = min(fit, key=lambda row: number(row, "measured"))
        best[winner["algorithm"], winner["parameter"]] += 1
    assert sorted(best.values()) == [5, 9, 9, 9]


def test_the_same_leaves_again():
    """Positions, and the leaves of alpha-beta in them, are those of the .csv."""
    (row,) = [row for row in part("models") if (row["game"], row["depth"], row["order"], row["algorithm"])
              == ("othello:opening=12", "4", "rules", "alpha_beta")]  # fmt: skip
    tree, search = studies.TreeSpec.parse(row["game"]), Searcher("alpha_beta", 4)
    count = int(rows(ORDER)[0]["positions"])
    leaves = [search(tree.make(tree.seed(1, number))).counts.leaves for number in range(1, count + 1)]
    assert f"{sum(leaves) / count:.1f}" == row["leaves"]


# Hybrids and windows


def of_games(algorithm: str, ordered: bool = False) -> dict[str, float]:
    """The leaves at the greatest depth of each game, in units of those of alpha-beta."""
    found = {}
    for row in rows(HYBRIDS):
        game = game_of(row)
        wanted = f"look_ahead={DEEPEST[game]}," in row["tree"] and ("presorted=1" in row["tree"]) == ordered
        if wanted and row["algorithm"] == algorithm:
            found[game] = number(row, "ratio")
    assert len(found) == 6
    return found


def spanned(algorithm: str) -> str:
    return span(of_games(algorithm).values(), ".2f", 1)


def test_hybrids():
    says(HYBRIDS, f"With stage 1, staged SSS* evaluates {spanned('staged_sss_star:stage=1')} times")
    says(HYBRIDS, f"with stage 3 {spanned('staged_sss_star:stage=3')} times")
    says(HYBRIDS, f"SAB with split 1 has {spanned('sss_alpha_beta:split=1')} times")
    says(HYBRIDS, f"with split 3 {spanned('sss_alpha_beta:split=3')} times")
    says(HYBRIDS, f"0.34 to {max(of_games('alpha_beta_sss:split=2').values()):.2f} of them")
    says(HYBRIDS, f"and {spanned('staged_sss_star:stage=2')} times the leaves")
    says(HYBRIDS, f"With stage 4 it is {spanned('staged_sss_star:stage=4')}")
    says(HYBRIDS, f"with split 2 it evaluates {spanned('sss_alpha_beta:split=2')} times")
    assert [game for game, ratio in of_games("sss_alpha_beta:split=2").items() if ratio < 1] == ["chess"]
    abs_rows = [row for row in rows(HYBRIDS) if row["algorithm"].startswith("alpha_beta_sss")]
    assert len(abs_rows) == 4 * 24
    assert all(number(row, "ratio") <= 1 for row in abs_rows)
    leaves = {(row["tree"], row["algorithm"]): row["mean"] for row in abs_rows}
    for (tree, algorithm), mean in leaves.items():
        if algorithm.endswith(("=1", "=3")):
            assert mean == leaves[tree, algorithm[:-1] + str(int(algorithm[-1]) + 1)]
    states = {row[0]: [int(cell.replace(",", "")) for cell in row[1:]] for row in table(HYBRIDS, "storage")}
    says(HYBRIDS, f"needs {span(states['staged_sss_star(2)'], scale=1)} states")
    parts = [one / other for one, other in zip(states["alpha_beta_sss(2)"], states["sss_star"], strict=True)]
    says(HYBRIDS, f"with {span(parts)} % of the states of SSS*")


def test_windows():
    says(HYBRIDS, f"{spanned('sss_star')} of alpha-beta's, in chess {of_games('sss_star')['chess']:.2f}")
    says(HYBRIDS, f"needs {spanned('mtd_f')}")
    of_paper = {row["algorithm"] for row in rows(HYBRIDS)} - {"mtd_f", "negascout"}
    of_paper -= {name for name in of_paper if name.startswith(("ps_star", "iter_sss_star"))}
    fewest = [game for game in DEEPEST if all(of_games("sss_star")[game] <= of_games(name)[game] for name in of_paper)]
    assert set(DEEPEST) - set(fewest) == {"breakthrough"}
    belle, plain = of_games("p_alpha_beta_belle"), of_games("p_alpha_beta")
    says(HYBRIDS, f"evaluates {spanned('p_alpha_beta_belle')} of alpha-beta's leaves")
    says(HYBRIDS, f"palphabeta {spanned('p_alpha_beta')}")
    assert {game for game in DEEPEST if belle[game] < plain[game]} == {"kalah", "checkers", "othello", "breakthrough"}
    last = {row[0]: row[1] for row in table(HYBRIDS, "last move")}
    says(HYBRIDS, f"lalphabeta saves {last['checkers 8']} % in checkers", f"{last['Kalah 8'].split()[0]} % in Kalah")
    gains = {row[0]: int(row[3].split()[0]) for row in table(HYBRIDS, "aspiration") if row[1] == "2 less"}
    says(HYBRIDS, f"Aspiration saves {span(gains.values(), scale=1)} %")
    deepest = [gain for name, gain in gains.items() if int(re.findall(r"\d+$", name)[0]) in (8, 6, 5, 4)
               and name not in ("Connect Four 6", "Kalah 6", "checkers 6", "Othello 4", "Breakthrough 4")]  # fmt: skip
    assert len(deepest) == 6
    says(HYBRIDS, f"At the greatest depth of each game it is {span(deepest, scale=1)} %")


def test_summaries_of_games():
    index = " ".join((Path(FOLDER) / "README.md").read_text(encoding="utf-8").split())
    assert "first move is best in 1 to 72 % of the nodes" in index
    assert "lalphabeta saves 1.1 % in checkers, aspiration 8 to 48 %" in index
