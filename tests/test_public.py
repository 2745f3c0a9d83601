"""What `import halfmove` offers: documented, typed, and short where it is printed."""

from __future__ import annotations

import copy
import inspect
import os
import pickle
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import halfmove as hm
from halfmove import bookmaking, compare, exercises, matches, studies
from halfmove.errors import HalfmoveError

ROOT = Path(__file__).parent.parent
TREE = hm.trees.explicit([[3, [7, 2]], [4, 1]])
NIM = hm.games.nim(1, 2)
FEW = hm.Limits(nodes=300)
PLAN = studies.plan(["uniform:2,2"], ["alpha_beta", "sss_star"], trees=2)
MATCH = matches.match("tic_tac_toe", "nodes=10,compiled=no", "random", games=2)


@pytest.mark.parametrize("name", hm.__all__)
def test_a_public_name_is_documented(name: str) -> None:
    thing = getattr(hm, name)
    text = inspect.getdoc(thing)
    assert text
    assert text != inspect.getdoc(dict)
    if isinstance(thing, ModuleType) or (inspect.isclass(thing) and issubclass(thing, HalfmoveError)):
        return
    if inspect.isfunction(thing):
        missing = [each for each in inspect.signature(thing).parameters if each not in text]
        assert missing in ([], ["game"], ["game", "position"], ["database"])  # what their first lines speak of
    elif inspect.isclass(thing):
        for own, member in vars(thing).items():
            if not own.startswith("_") and (inspect.isfunction(member) or isinstance(member, property | classmethod)):
                assert inspect.getdoc(member), f"{name}.{own} has no docstring"


@pytest.mark.parametrize("name", [each for each in hm.__all__ if inspect.isfunction(getattr(hm, each))])
def test_a_public_function_is_annotated(name: str) -> None:
    signature = inspect.signature(getattr(hm, name))
    assert signature.return_annotation is not inspect.Signature.empty
    for parameter in signature.parameters.values():
        assert parameter.annotation is not inspect.Parameter.empty


def test_a_game_shows_what_it_takes() -> None:
    assert list(inspect.signature(hm.Game).parameters)[:5] == ["name", "start", "moves", "play", "result"]


def test_what_is_offered() -> None:
    shown = [each for each in dir(hm) if not each.startswith("__")]
    modules = {"bookmaking", "compare", "exercises", "matches", "studies", "theory", "tracing", "words"}
    assert set(shown) == {*hm.__all__, *modules}
    assert all(isinstance(getattr(hm, each), ModuleType) for each in modules)
    with pytest.raises(AttributeError, match="module 'halfmove' has no attribute 'serach'"):
        _ = hm.serach  # type: ignore[attr-defined]


def instances() -> dict[str, Any]:
    result = hm.search(TREE, "sss_star", trace=True, compiled=False)
    game = hm.games.tic_tac_toe()
    sheet = exercises.sheet("value", level=1, count=1)
    player = hm.Player(NIM, FEW, compiled=False)
    table = compare.measure(PLAN, compiled=False)
    return {
        "ALGORITHMS": hm.ALGORITHMS,
        "Algorithm": hm.ALGORITHMS["ps_star"],
        "Parameter": hm.ALGORITHMS["ps_star"].parameters[0],
        "Part": hm.ALGORITHMS["ps_star"].parts[0],
        "U64": hm.U64(5),
        "Book": bookmaking.build("nim:1,2", 2, nodes=9, jobs=1, compiled=False, memory="64 KB"),
        "Evaluation": hm.train(NIM, games=2, jobs=1, compiled=False),
        "Counts": result.counts,
        "Database": hm.solve(NIM, compiled=False),
        "Game": game,
        "tree": TREE,
        "random tree": hm.trees.uniform(9, 9, seed=3),
        "position": game.start,
        "Limits": FEW,
        "Player": player,
        "Proof": hm.prove(NIM, compiled=False),
        "Result": result,
        "Result of a player": player.choose(),
        "Log": result.log,
        "Window": hm.Window(),
        "WrittenGame": hm.WrittenGame(game, (5, 1)),
        "board": hm.board(game),
        "draw": hm.draw(TREE),
        "explore": hm.explore(TREE),
        "Plan": PLAN,
        "Cell": PLAN.cells[0],
        "TreeSpec": PLAN.cells[0].tree,
        "AlgorithmSpec": PLAN.cells[0].algorithm,
        "Table": table,
        "Match": MATCH,
        "PlayerSpec": MATCH.players[0],
        "Standing": matches.run(MATCH, jobs=1),
        "Sheet": sheet,
        "Exercise": sheet[0],
        "Solution": sheet[0].solution,
        "NamedTree": next(iter(hm.trees.NAMED.values())),
    }


def test_everything_prints_in_a_short_line() -> None:
    for name, thing in instances().items():
        text = repr(thing)
        assert len(text) < 200, f"{name}: {text}"
        assert " at 0x" not in text, f"{name}: {text}"
        assert "\n" not in text, f"{name}: {text}"


def test_a_long_result_prints_in_a_short_line() -> None:
    line = tuple((number, number + 1) for number in range(40))
    parameters = {f"parameter_{number}": number for number in range(20)}
    result = hm.Result(1, "exact", hm.Counts(9), 1.5, "mine", parameters, hm.Window(0, 2), _known_line=line)
    assert len(repr(result)) < 200
    short = hm.Result(1, "exact", hm.Counts(9), 1.5, "mine", _known_line=line[:2], _rest_of_line=lambda: line[2:])
    found = "value=1, bound='exact', move=(0, 1), line='(0, 1) (1, 2) ...'"  # nothing is searched for it
    assert repr(short) == f"Result({found}, leaves=9, seconds=1.5, algorithm='mine')"
    assert len(short.line) == 40
    word = hm.Result(1, "exact", hm.Counts(9), 1.5, "mine", _known_line=("x" * 300,))
    assert len(repr(word)) < 200


def test_limits_say_what_is_limited() -> None:
    assert repr(hm.Limits()) == "Limits()"
    assert repr(hm.Limits(seconds=1, memory=5)) == "Limits(seconds=1, memory=5)"
    assert repr(hm.Player(NIM, hm.Limits(nodes=9), compiled=False, method="mcts")) == (
        "Player('nim 1 2', Limits(nodes=9), method='mcts', compiled=False)"
    )


USER = """
from collections.abc import Iterator
from typing import NamedTuple

import halfmove as hm
from halfmove import studies


class Pile(NamedTuple):
    left: int


def moves(p: Pile) -> Iterator[int]:
    yield from range(1, min(3, p.left) + 1)


def play(p: Pile, take: int) -> Pile:
    return Pile(p.left - take)


def result(p: Pile) -> tuple[bool, int]:
    return p.left == 0, -1


game: hm.Game = hm.Game("matches", Pile(10), moves, play, result, longest=10)
hm.check(game)
found: hm.Result = hm.search(game, "mtd_f", depth=6, limits=hm.Limits(seconds=1), window=(-1, 1), table="1 MB", guess=0)
value: int | float = found.value
bound: str = found.bound
leaves: int = found.counts.leaves
player = hm.Player(hm.games.connect_four(width=5, height=4), hm.Limits(seconds=0.1), memory="16 MB")
said: str = player.choose(depth=3).said
database: hm.Database = hm.solve(hm.games.nim(1, 2))
right: bool = hm.verify(database).right
proof: bool | None = hm.prove(game).proven
print(hm.draw(hm.trees.explicit([[3, 5], [2, 9]])).svg, hm.board(game), hm.explore(game, depth=2))
table = studies.run(studies.plan(["uniform:2,3"], ["alpha_beta"], trees=3), jobs=1)
print([each.summary.mean for each in table.aggregates("leaves")])
other: hm.Game = hm.from_open_spiel("tic_tac_toe", evaluate=lambda state: 0)
title: str = hm.ALGORITHMS["sss_star"].title
"""


def test_types_serve_a_person_s_own_file(tmp_path: Path) -> None:
    """With the cache that `make lint` leaves it is quick."""
    pytest.importorskip("mypy", reason="mypy is not installed")
    assert (Path(hm.__file__).parent / "py.typed").exists()
    (tmp_path / "mine.py").write_text(USER, encoding="utf-8")
    wrong = USER + "hm.search(game, depth='six')\nhm.Limits(nodes='x')\nhm.serach(game)\n"
    (tmp_path / "wrong.py").write_text(wrong, encoding="utf-8")
    command = [sys.executable, "-m", "mypy", "--strict", str(tmp_path / "mine.py"), str(tmp_path / "wrong.py")]
    ran = subprocess.run(
        command, cwd=ROOT, env=os.environ | {"MYPYPATH": "src"}, capture_output=True, text=True, timeout=300
    )
    lines = [line for line in ran.stdout.splitlines() if ": error:" in line]
    assert len(lines) == 3, ran.stdout + ran.stderr
    assert all("wrong.py" in line for line in lines)


def _run(code: str) -> str:
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=120).stdout


def test_the_import_is_light() -> None:
    """Nothing large is loaded before a public name is used; modules of the package are found without the rest."""
    code = "import sys, halfmove; halfmove.__version__; from halfmove import errors; assert errors.UsageError;"
    code += "print(*sorted({'numpy', 'halfmove.public', 'halfmove.game'} & set(sys.modules)))"
    assert _run(code).split() == []
    code = "import sys, halfmove as hm; hm.search; print('numpy' in sys.modules, 'halfmove.explorer' in sys.modules)"
    assert _run(code).split() == ["True", "False"]


def test_a_star_import_has_all_public_names() -> None:
    code = "from halfmove import *; import halfmove; print(*(name for name in halfmove.__all__ if name in globals()))"
    assert _run(code).split() == hm.__all__
    assert {"search", "explore", "games", "ALGORITHMS"} <= set(hm.__all__)
    assert not [name for name in hm.__all__ if name.startswith("_")]


def test_a_name_that_does_not_exist_loads_nothing_wrong() -> None:
    for name in ("__wrapped__", "_private", "serach"):
        assert not hasattr(hm, name)


def test_only_public_names_are_shown() -> None:
    """Fields that only the library uses are private: of results, and of games."""
    result = hm.search(TREE)
    names = [each for each in dir(result) if not each.startswith("_")]
    documented = hm.Result.__doc__ or ""
    extra = {"as_dict", "exact", "nodes_per_second"}
    assert [each for each in names if f"\n    {each} : " not in documented] == sorted(extra)
    methods = {"call", "check_position", "legal", "moves_again", "next", "numbered", "outcome", "picture", "tier_of"}
    shown = {each for each in dir(TREE) if not each.startswith("_")}
    assert shown - set(inspect.signature(hm.Game).parameters) == methods


def test_a_result_and_a_game_can_be_pickled() -> None:
    game = hm.games.nim(1, 2)
    result = hm.search(game, compiled=False)
    again = pickle.loads(pickle.dumps(result))
    assert (again.value, again.line, again.as_dict()) == (result.value, result.line, result.as_dict())
    other = pickle.loads(pickle.dumps(hm.trees.explicit([[3, 5], [2, 9]])))
    assert hm.search(other).value == 3
    assert copy.copy(game) is game
