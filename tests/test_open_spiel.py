"""Games of OpenSpiel, searched by our algorithms: against OpenSpiel's own minimax, and our own games."""

from __future__ import annotations

import json
import pickle
import random
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import halfmove as hm
from halfmove.adapters.open_spiel import KNOWN_BY_TEXT, Action
from halfmove.cli.program import main

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")


def plain(state: Any, depth: int, player: int) -> float:
    """Minimax for `player` over states, whoever is on turn."""
    if state.is_terminal():
        return float(state.returns()[player])
    if depth == 0:
        return 0.0
    values = [plain(state.child(action), depth - 1, player) for action in state.legal_actions()]
    return max(values) if state.current_player() == player else min(values)


# Games, and how far they are searched; in some a player may move twice.
GAMES = [
    ("tic_tac_toe", 4),
    ("connect_four(rows=4,columns=3,x_in_row=3)", 5),
    ("breakthrough(rows=4,columns=2)", 30),
    ("nim(pile_sizes=1;2;3)", 6),
    ("nim(pile_sizes=1;2;3,is_misere=false)", 6),
    ("dots_and_boxes(num_rows=1,num_cols=2)", 7),
    ("mancala", 3),
    ("othello", 3),
    ("clobber(rows=2,columns=3)", 6),
    ("checkers", 3),
    ("chess", 1),
    ("go(board_size=2)", 4),
]


@pytest.mark.parametrize(("name", "depth"), GAMES, ids=[each[0] for each in GAMES])
def test_values_are_those_of_plain_minimax(name: str, depth: int) -> None:
    game, state = hm.from_open_spiel(name), pyspiel.load_game(name).new_initial_state()
    wanted = plain(state, depth, state.current_player())
    for algorithm in ("minimax", "alpha_beta", "sss_star", "mtd_f"):
        assert hm.search(game, algorithm, depth=depth).value == wanted
    assert hm.search(game, "f_alpha_beta", depth=depth, table="64 KB").value == wanted
    if name != "chess":  # of which random games are long
        hm.check(game, games=2)


@pytest.mark.parametrize("name", ["tic_tac_toe", "breakthrough(rows=4,columns=3)", "dots_and_boxes(num_rows=1)"])
def test_values_are_those_of_open_spiel(name: str) -> None:
    from open_spiel.python.algorithms import minimax

    theirs = pyspiel.load_game(name)
    value, _ = minimax.alpha_beta_search(theirs, maximum_depth=theirs.max_game_length())
    ours = hm.search(hm.from_open_spiel(theirs), compiled=False)
    assert (ours.value, ours.exact) == (value, True)
    player = hm.Player(hm.from_open_spiel(theirs), hm.Limits(nodes=10_000))
    assert player.solve().value == value


def counts(game: hm.Game, depth: int | None, algorithm: str = "minimax") -> tuple[int, int]:
    found = hm.search(game, algorithm, depth=depth, compiled=False).counts
    return found.leaves, found.nodes


def test_trees_are_those_of_our_own_games() -> None:
    assert counts(hm.from_open_spiel("tic_tac_toe"), 4) == counts(hm.games.tic_tac_toe(), 4)
    assert counts(hm.from_open_spiel("connect_four"), 4) == counts(hm.games.connect_four(), 4)
    assert counts(hm.from_open_spiel("othello"), 4) == counts(hm.games.othello(), 4)
    small = hm.from_open_spiel("breakthrough(rows=6,columns=3)")  # on fewer rows OpenSpiel has fewer pieces
    assert counts(small, 4) == counts(hm.games.breakthrough(3, 6), 4)
    nim = hm.from_open_spiel("nim(pile_sizes=1;2;3,is_misere=false)")
    assert counts(nim, None) == counts(hm.games.nim(1, 2, 3), None)
    assert hm.search(nim).value == hm.search(hm.games.nim(1, 2, 3)).value
    assert counts(hm.from_open_spiel("tic_tac_toe"), None, "alpha_beta") == (7330, 18297)


SMALL = {
    "tic_tac_toe": "tic_tac_toe",
    "connect_four": "connect_four(rows=4,columns=3,x_in_row=3)",
    "breakthrough": "breakthrough(rows=4,columns=3)",
    "nim": "nim(pile_sizes=1;2;3)",
    "clobber": "clobber(rows=2,columns=4)",
    "mnk": "mnk(m=3,n=3,k=3)",
    "hex": "hex(board_size=3)",
}


def test_every_game_that_its_text_tells_is_tried() -> None:
    assert set(SMALL) == KNOWN_BY_TEXT


@pytest.mark.parametrize("name", SMALL.values(), ids=SMALL)
def test_equal_positions_are_alike(name: str) -> None:
    game, chance = hm.from_open_spiel(name), random.Random(3)
    seen: dict[Any, Any] = {}
    paths: dict[Any, set[Any]] = {}
    for _ in range(300):
        at = game.start
        while not game.outcome(at)[0]:
            moves = game.legal(at)
            other = seen.setdefault(at, at)
            paths.setdefault(at, set()).add(tuple(at.state.history()))
            assert game.legal(other) == moves
            assert [game.next(other, move) for move in moves] == [game.next(at, move) for move in moves]
            at = game.next(at, chance.choice(moves))
        assert game.outcome(seen.setdefault(at, at)) == game.outcome(at)
    assert max(map(len, paths.values())) > 1  # some were reached in several ways


def after(game: hm.Game, *moves: str) -> Any:
    at = game.start
    for word in moves:
        at = game.next(at, next(move for move in game.legal(at) if str(move) == word))
    return at


def test_where_the_past_counts_only_the_same_moves_make_the_same_position() -> None:
    here, there = ("e3", "a6", "d3"), ("d3", "a6", "e3")
    game, told = hm.from_open_spiel("chess"), hm.from_open_spiel("chess", same=str)
    assert after(game, *here) != after(game, *there)
    assert after(game, *here) == after(game, *here)
    assert after(told, *here) == after(told, *there)
    assert hash(after(told, *here)) == hash(after(told, *there))
    assert after(told, *here) != after(game, *here)  # of another game


REFUSED = [
    ("backgammon", "chance plays a part in it"),
    ("phantom_ttt", "its players do not see everything"),
    ("matrix_rps", "its players move at the same time"),
    ("turn_based_simultaneous_game(game=goofspiel())", "chance plays a part in it"),
    ("bargaining", "chance plays a part in it"),
]


@pytest.mark.parametrize(("name", "why"), REFUSED, ids=[each[0] for each in REFUSED])
def test_games_that_are_refused(name: str, why: str) -> None:
    with pytest.raises(hm.UsageError, match=f"of OpenSpiel cannot be searched here: {why}$"):
        hm.from_open_spiel(name)


def test_games_of_other_kinds_are_refused() -> None:
    """By what OpenSpiel says of them: few of its games are of these kinds and of no other that is refused."""

    class Told:
        def __init__(self, players: int, utility: str) -> None:
            self.players, self.utility = players, utility
            self.short_name, self.kind = "told", pyspiel.load_game("tic_tac_toe").get_type()

        def __getattr__(self, name: str) -> Any:
            return getattr(self.kind, name)

        def __str__(self) -> str:
            return "told"

        def new_initial_state(self) -> Any:
            return self

        def get_game(self) -> Any:
            return self

        def num_players(self) -> int:
            return self.players

        def get_type(self) -> Any:
            made = Told(self.players, "")
            made.utility = getattr(pyspiel.GameType.Utility, self.utility)
            return made

    with pytest.raises(hm.UsageError, match="told of OpenSpiel cannot be searched here: it is not zero-sum"):
        hm.from_open_spiel(Told(2, "GENERAL_SUM"))
    with pytest.raises(hm.UsageError, match="cannot be searched here: it has 3 players, not 2"):
        hm.from_open_spiel(Told(3, "ZERO_SUM"))


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ("breakthroug", r"OpenSpiel has no game 'breakthroug'; did you mean 'breakthrough'\? see pyspiel.registered"),
        ("breakthrough(rows=x)", r"OpenSpiel cannot load 'breakthrough\(rows=x\)': Wrong type for parameter rows"),
        (3, "takes a pyspiel.Game, a pyspiel.State or the name of a game, not 3"),
        (pyspiel.State, "takes a pyspiel.Game, a pyspiel.State or the name of a game, not <class"),
    ],
)
def test_what_is_no_game(given: Any, words: str) -> None:
    with pytest.raises(hm.UsageError, match=words) as caught:
        hm.from_open_spiel(given)
    assert "\n" not in str(caught.value)


def test_a_state_to_begin_with() -> None:
    state = pyspiel.load_game("tic_tac_toe").new_initial_state()
    for action in (0, 3, 1, 4):
        state.apply_action(action)
    game = hm.from_open_spiel(state)
    state.apply_action(8)  # it is copied
    found = hm.search(game)
    assert (found.value, found.move, str(found.move)) == (1, 2, "x(0,2)")
    assert game.show is not None
    assert game.show(game.start) == "xx.\noo.\n..."
    state.apply_action(5)
    assert state.is_terminal()
    over = hm.from_open_spiel(state)
    assert over.outcome(over.start) == (True, state.returns()[over.start.player])
    assert hm.search(over).value == -1


def test_an_evaluation() -> None:
    def reached(state: Any) -> float:
        return len(state.legal_actions()) / 4

    game = hm.from_open_spiel("breakthrough(rows=6,columns=3)", evaluate=reached)
    children = [game.start.state.child(action) for action in game.start.state.legal_actions()]
    below = [[reached(child.child(action)) for action in child.legal_actions()] for child in children]
    assert hm.search(game, depth=2).value == max(map(min, below))
    assert hm.search(game, depth=0).value == reached(game.start.state)
    hm.check(game, games=2)


def test_actions() -> None:
    game = hm.from_open_spiel("tic_tac_toe")
    action = game.legal(game.start)[4]
    assert (action, str(action), repr(action)) == (4, "x(1,1)", "Action(4, 'x(1,1)')")
    twin = pickle.loads(pickle.dumps(action))
    assert (twin, str(twin), type(twin)) == (4, "x(1,1)", Action)
    assert str(Action(3)) == "3"
    assert repr(game.next(game.start, action)) == "<tic_tac_toe after 4>"
    assert repr(game.start) == "<tic_tac_toe after no action>"


def test_players_proofs_traces_and_drawings() -> None:
    game = hm.from_open_spiel("tic_tac_toe")
    for method in ("auto", "search", "mcts", "best_first"):
        found = hm.Player(game, hm.Limits(nodes=300), method=method).choose()
        assert found.move in game.legal(game.start)
        assert not found.compiled
    at = after(game, "x(0,0)", "o(1,0)", "x(0,1)", "o(1,1)")
    assert hm.Player(game, hm.Limits(nodes=300), method="mcts").choose(at).move == 2
    assert hm.Player(game, hm.Limits(nodes=300)).choose(at).said == "wins in 1"
    proof = hm.prove(game, at)
    assert proof.proven
    traced = hm.search(game, "sss_star", position=at, depth=2, trace=True)
    assert len(traced.leaf_order) == traced.counts.leaves
    assert "x(0,2)" in str(hm.draw(game, position=at, depth=1))
    with pytest.raises(hm.UsageError, match="only games whose positions are whole numbers or tuples"):
        hm.solve(game)


def test_the_command_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    text = 'import halfmove as hm\ngame = hm.from_open_spiel("breakthrough(rows=4,columns=2)")\n'
    Path("mine.py").write_text(text, encoding="utf-8")
    ran = CliRunner().invoke(main, ["search", "mine.py:game", "--position", "a4a3", "--json"])
    found, game = json.loads(ran.stdout), hm.from_open_spiel("breakthrough(rows=4,columns=2)")
    wanted = hm.search(game, position=after(game, "a4a3"))
    assert (found["value"], found["move"], found["bound"]) == (wanted.value, wanted.move, "exact")
    ran = CliRunner().invoke(main, ["search", "mine.py:game", "--compiled"])
    assert ran.exit_code == 2
    assert ran.stderr.startswith("halfmove: breakthrough(columns=2,rows=4): the position is one of OpenSpiel, whose")
    assert ran.stderr.count("\n") == 1


def test_machine_code_is_refused_in_a_sentence() -> None:
    game = hm.from_open_spiel("tic_tac_toe")
    with pytest.raises(hm.NotCompilable, match=r"^tic_tac_toe: the position is one of OpenSpiel, whose games run as"):
        hm.search(game, compiled=True)
    with pytest.raises(hm.NotCompilable, match="is one of OpenSpiel"):
        hm.Player(game, compiled=True).choose()


def test_without_open_spiel(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    with pytest.raises(hm.UsageError, match="is not installed: pip install open_spiel"):
        hm.from_open_spiel("tic_tac_toe")
