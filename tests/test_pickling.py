"""Games, databases and players that are copied, or sent to another process."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import halfmove as hm
from halfmove.adapters.from_text import FACTORIES
from halfmove.errors import NotPicklable
from halfmove.games import GAMES

SMALL: dict[str, Any] = {
    "connect_four": (4, 4),
    "nim": (1, 2),
    "kalah": (2, 2),
    "othello": (4,),
    "hex": (4,),
    "gomoku": (4, 3),
}
MADE: list[Callable[[], hm.Game]] = [
    *((lambda name=name: GAMES[name](*SMALL.get(name, ()))) for name in GAMES),  # type: ignore[misc]
    lambda: hm.trees.uniform(2, 3, seed=5),
    lambda: hm.trees.ordered(2, 3, seed=5),
    lambda: hm.trees.explicit([[1, 2], [3, 4.5]]),
]


@pytest.mark.parametrize("make", MADE)
def test_games_of_the_package(make: Callable[[], hm.Game]) -> None:
    game = make()
    assert copy.copy(game) is copy.deepcopy(game) is game
    there = pickle.loads(pickle.dumps(game))
    assert (there.name, there.start, there.parameters) == (game.name, game.start, game.parameters)
    assert there.legal(there.start) == game.legal(game.start)
    assert there.data is None or not there.data.flags.writeable
    if game.locate is not None and game.leaves_only:
        assert there.locate("1") == game.locate("1")


def test_no_file_names_what_is_called() -> None:
    """Of what is pickled by its name, nothing but a function of the package is called."""
    text = pickle.dumps(hm.games.connect_four(4, 4)).replace(b'"connect_four"', b'"connect_fire"')
    with pytest.raises(hm.UsageError):
        pickle.loads(text)
    assert "connect_fire" not in FACTORIES


def own(**hooks: Any) -> hm.Game:
    def moves(p: int) -> Any:
        yield 1

    return hm.Game("own", 0, moves, lambda p, move: p + move, lambda p: (p > 3, 1), **hooks)


def changed() -> hm.Game:
    return replace(hm.games.connect_four(4, 4), evaluate=lambda p: 3)


@pytest.mark.parametrize("make", [own, changed, lambda: hm.presorted(hm.games.connect_four(4, 4))])
def test_games_whose_functions_have_no_name(make: Callable[[], hm.Game]) -> None:
    """One that says that it comes with the package, and was changed since, is not taken for that."""
    with pytest.raises(NotPicklable, match=r"some of its functions cannot be found by name in a module") as error:
        pickle.dumps(make())
    assert isinstance(error.value, TypeError)
    assert isinstance(error.value, hm.HalfmoveError)
    game = make()
    assert copy.deepcopy([game]) == [game]


def test_databases(tmp_path: Path) -> None:
    made = hm.solve(hm.games.nim(1, 2), compiled=False)
    assert copy.copy(made) is copy.deepcopy(made) is made
    with pytest.raises(NotPicklable, match=r"save it \(database.save\(file\)\)"):
        pickle.dumps(made)
    file = tmp_path / "nim.db"
    made.save(str(file))
    text = pickle.dumps(hm.Database(str(file)))
    code = "import pickle, sys; made = pickle.load(sys.stdin.buffer); print(made.probe(made.game.start))"
    done = subprocess.run([sys.executable, "-c", code], input=text, capture_output=True, check=True)
    assert done.stdout.decode().strip() == "Entry(value=1, distance=3)"
    file.unlink()
    with pytest.raises(hm.UsageError, match="cannot read"):
        pickle.loads(text)


@pytest.mark.parametrize("how", [pickle.dumps, copy.copy, copy.deepcopy])
def test_players(how: Callable[[Any], Any]) -> None:
    with pytest.raises(NotPicklable, match="make another one with the same arguments"):
        how(hm.Player(hm.games.nim(1, 2)))
