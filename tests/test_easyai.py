"""Games of easyAI, searched by our algorithms: against plain minimax over the games themselves, and easyAI's own."""

from __future__ import annotations

import copy
import importlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

import halfmove as hm
from halfmove.adapters.walking import Copies, Walk
from halfmove.cli.program import main

from .conftest import exact_variants

easyAI = pytest.importorskip("easyAI", reason="easyAI is not installed")


def made(name: str, **given: Any) -> Any:
    """A game that easyAI comes with."""
    players = [easyAI.Human_Player(), easyAI.Human_Player()]
    return getattr(importlib.import_module(f"easyAI.games.{name}"), name)(players, **given)


def lost(game: Any) -> int:
    return -100 if game.lose() else 0


def lead(game: Any) -> int:
    return game.player.score - game.opponent.score


def plain(game: Any, depth: int, scoring: Callable[[Any], Any], quicker: float = 0.0) -> Any:
    """Minimax over copies, asked as easyAI asks; with `quicker` its premium for what happens sooner."""
    over = game.is_over()
    if over or depth == 0:
        return scoring(game) * (1 + quicker * depth)
    values = []
    for move in game.possible_moves():
        child = copy.deepcopy(game)
        child.make_move(move)
        child.switch_player()
        values.append(-plain(child, depth - 1, scoring, quicker))
    return max(values)


# name, arguments, scoring, depth, whether it can really unmake its moves
GAMES: list[tuple[str, dict[str, Any], Callable[[Any], Any] | None, int, bool]] = [
    ("Nim", {"piles": (1, 2, 2)}, None, 5, True),
    ("TicTacToe", {}, None, 3, True),
    ("Cram", {"board_size": (3, 3)}, None, 2, True),
    ("ThreeMusketeers", {}, None, 2, False),  # unmaking leaves its musketeers in another order
    ("ConnectFour", {}, None, 2, False),
    ("Hexapawn", {"size": (3, 3)}, lost, 6, False),  # its pawns are held by the players
    ("Chopsticks", {}, None, 3, False),
    ("Knights", {"board_size": (4, 4)}, None, 4, False),
    ("Awele", {}, lead, 3, False),
    ("AweleTactical", {}, None, 3, False),
    ("Reversi", {}, None, 2, False),
    ("GameOfBones", {}, None, 4, False),
]


@pytest.mark.parametrize(("name", "given", "scoring", "depth", "walks"), GAMES, ids=[each[0] for each in GAMES])
def test_the_games_that_easyai_comes_with(name: str, given: Any, scoring: Any, depth: int, walks: bool) -> None:
    theirs, score = made(name, **given), scoring or (lambda game: game.scoring())
    game = hm.from_easyai(theirs, scoring=scoring)
    assert isinstance(game.start._rules._visits, Walk if walks else Copies)
    hm.check(game, games=2)
    wanted = plain(made(name, **given), depth, score)
    for algorithm in ("minimax", "alpha_beta", "sss_star", "mtd_f"):
        assert hm.search(game, algorithm, depth=depth).value == wanted
    assert hm.search(game, "f_alpha_beta", depth=depth, table="64 KB").value == wanted
    ai = easyAI.Negamax(depth, scoring)
    if name != "ThreeMusketeers":  # at its depth limit easyAI's Negamax does not ask what its scoring relies on
        ai(made(name, **given))
        assert ai.alpha == pytest.approx(plain(made(name, **given), depth, score, quicker=0.001))


def leaves(game: hm.Game, depth: int) -> tuple[int, int]:
    counts = hm.search(game, "minimax", depth=depth, compiled=False).counts
    return counts.leaves, counts.nodes


def test_trees_are_those_of_our_own_games() -> None:
    assert leaves(hm.from_easyai(made("TicTacToe")), 4) == leaves(hm.games.tic_tac_toe(), 4)
    assert leaves(hm.from_easyai(made("Nim", piles=(1, 2, 3))), 6) == leaves(hm.games.nim(1, 2, 3), 6)
    assert leaves(hm.from_easyai(made("ConnectFour")), 3) == leaves(hm.games.connect_four(), 3)
    ours, theirs = hm.search(hm.games.tic_tac_toe()), hm.search(hm.from_easyai(made("TicTacToe")))
    assert (theirs.value, theirs.counts.leaves, theirs.counts.nodes) == (0, ours.counts.leaves, ours.counts.nodes)


class Tree:
    """Nested lists as a game of easyAI; the score of a leaf is that of player 1."""

    def __init__(self, tree: Any) -> None:
        self.path, self.moves, self.current_player = [tree], [], 1

    def possible_moves(self) -> list[list[int]]:
        return [[number] for number in range(len(self.path[-1]))]  # lists, as some games have them

    def make_move(self, move: list[int]) -> None:
        assert isinstance(move, list)
        self.path.append(self.path[-1][move[0]])
        self.moves.append(move[0])  # so that no two positions are equal

    def is_over(self) -> bool:
        return not isinstance(self.path[-1], list)

    def scoring(self) -> Any:
        if isinstance(self.path[-1], list):
            return 0
        return self.path[-1] if self.current_player == 1 else -self.path[-1]

    def switch_player(self) -> None:
        self.current_player = 3 - self.current_player


class Unmaking(Tree):
    def unmake_move(self, move: list[int]) -> None:
        self.path.pop()
        self.moves.pop()


class Found(Tree):
    """It finds out by the move whether it is over, and forgets to take that back."""

    def __init__(self, tree: Any) -> None:
        super().__init__(tree)
        self.over = not isinstance(tree, list)

    def make_move(self, move: list[int]) -> None:
        super().make_move(move)
        self.over = not isinstance(self.path[-1], list)

    def unmake_move(self, move: list[int]) -> None:
        self.path.pop()
        self.moves.pop()

    def is_over(self) -> bool:
        return self.over


def value(tree: Any, sign: int = 1) -> Any:
    """Minimax for player 1, who moves first."""
    return sign * max(sign * value(child, -sign) for child in tree) if isinstance(tree, list) else tree


TREES = st.recursive(st.integers(-3, 3), lambda children: st.lists(children, min_size=1, max_size=4), max_leaves=12)


@settings(max_examples=12, deadline=None)
@given(TREES)
def test_every_algorithm_on_ragged_trees(tree: Any) -> None:
    explicit = hm.trees.explicit(tree)
    for kind in (Tree, Unmaking, Found):
        game = hm.from_easyai(kind(tree))
        for name, options in (each.values for each in exact_variants()):
            found = hm.search(game, name, compiled=False, **options)
            assert found.value == value(tree) or (name, found.bound) == ("l_alpha_beta", "lower")
            if name in ("minimax", "alpha_beta", "sss_star"):  # which do not count on knowing the height of the tree
                assert found.counts == hm.search(explicit, name, compiled=False, **options).counts


def test_a_walk_asks_only_after_a_move() -> None:
    """Even a game that seems to unmake its moves is never asked when it has just taken one back."""
    tree = [[1, [2, 3]], [[4, 5], 6]]
    game = hm.from_easyai(Found(tree))
    rules = game.start._rules
    rules._visits = Walk(Found(tree))
    places = [game.start]
    for place in places:
        places += [] if game.outcome(place)[0] else [game.next(place, move) for move in game.legal(place)]
    assert len(places) == 11
    for place in [*places[::-1], *places]:
        at: Any = tree
        for move in place.moves_to_here():
            at = at[move[0]]
        place.over = place.own = None
        assert game.outcome(place)[0] == (not isinstance(at, list))


def test_equal_positions() -> None:
    def after(game: hm.Game, *moves: Any) -> Any:
        at = game.start
        for move in moves:
            at = game.next(at, move)
        return at

    for name in ("TicTacToe", "ConnectFour", "Nim", "Hexapawn"):
        game = hm.from_easyai(made(name), scoring=lost if name == "Hexapawn" else None)
        one, two = game.legal(game.start)[0], game.legal(game.start)[-1]
        reply = game.legal(after(game, one))[1]
        if name == "Hexapawn":
            one, two, reply = "A1 B1", "A3 B3", "D2 C2"
        here, there = after(game, one, reply, two), after(game, two, reply, one)
        assert (here == there, hash(here) == hash(there)) == (True, True)
        assert here != after(game, one, reply)
        assert here != here.move
    nim = hm.from_easyai(made("Nim", piles=(2, 2)))
    assert after(nim, "1,2") != after(nim, "1,1", "1,1")  # who is on turn counts, though its `ttentry` leaves it out


class Watched(Tree):
    """It holds something that is equal to itself alone."""

    def __init__(self, tree: Any) -> None:
        super().__init__(tree)
        self.token = iter(())

    def __deepcopy__(self, memo: Any) -> Watched:
        twin = Watched(None)
        twin.path, twin.moves, twin.current_player = [*self.path], [*self.moves], self.current_player
        return twin


def test_a_game_whose_state_cannot_be_compared() -> None:
    game = hm.from_easyai(Watched([[1, 1], [2, 2]]))
    hm.check(game, games=3)
    start = game.start
    assert game.next(start, (0,)) == game.next(start, (0,))
    assert game.next(start, (0,)) != game.next(start, (1,))
    assert hm.search(game, "f_alpha_beta", table="64 KB").value == 2


class Twice(easyAI.TwoPlayerGame):
    """A player who takes two matches moves again, which easyAI's own algorithms do not know of."""

    def __init__(self) -> None:
        self.left, self.taken, self.current_player, self.players = 6, [0, 0], 1, None

    def possible_moves(self) -> list[int]:
        return [take for take in (1, 2) if take <= self.left]

    def make_move(self, take: int) -> None:
        self.left -= take
        self.taken[self.current_player - 1] += 3 if take == 1 and self.left % 3 == 0 else 1
        if take == 2:
            self.switch_player()

    def is_over(self) -> bool:
        return self.left == 0

    def scoring(self) -> int:
        return self.taken[self.current_player - 1] - self.taken[self.opponent_index - 1]


def test_a_game_in_which_one_may_move_twice() -> None:
    def best(game: Any) -> int:
        """What player 1 wins by."""
        if game.is_over():
            return int(game.taken[0] - game.taken[1])
        values = []
        for move in game.possible_moves():
            child = copy.deepcopy(game)
            child.play_move(move)
            values.append(best(child))
        return max(values) if game.current_player == 1 else min(values)

    game = hm.from_easyai(Twice())
    hm.check(game, games=10)
    for algorithm in ("minimax", "alpha_beta", "sss_star", "mtd_f"):
        assert hm.search(game, algorithm).value == best(Twice())


def test_the_game_that_is_given_stays_as_it_is() -> None:
    theirs = made("TicTacToe")
    theirs.play_move(5)
    game = hm.from_easyai(theirs)
    assert 5 not in game.legal(game.start)
    hm.search(game, depth=3)
    hm.Player(game, hm.Limits(nodes=300)).choose()
    assert (theirs.board, theirs.current_player) == ([0, 0, 0, 0, 1, 0, 0, 0, 0], 2)
    theirs.play_move(1)
    assert 1 in game.legal(game.start)


def test_tables_of_players_are_not_copied() -> None:
    table = easyAI.TranspositionTable()
    players = [easyAI.AI_Player(easyAI.Negamax(2, tt=table)), easyAI.Human_Player()]
    game = hm.from_easyai(importlib.import_module("easyAI.games.TicTacToe").TicTacToe(players))
    assert game.start._rules._start.players[0].AI_algo.tt is table


def test_players_proofs_traces_and_drawings() -> None:
    game = hm.from_easyai(made("Nim", piles=(1, 2, 2)))
    player = hm.Player(game, hm.Limits(nodes=2000))
    assert player.choose().value == player.solve().value == hm.search(game).value
    for method in ("mcts", "best_first"):
        assert hm.Player(game, hm.Limits(nodes=200), method=method).choose().move in game.legal(game.start)
    assert hm.prove(game).proven == (hm.search(game).value > 0)
    traced = hm.search(game, "sss_star", trace=True)
    assert len(traced.leaf_order) == traced.counts.leaves
    assert "1,1" in str(hm.draw(game, depth=2))
    assert game.show is not None
    assert game.show(game.start) == "1 2 2"
    assert repr(game.start) == "<Nim at its start>"
    assert repr(game.next(game.start, "3,2")) == "<Nim after 3,2>"


OWN = """
import halfmove as hm
from easyAI.games import Nim

def game(*piles: int):
    return hm.from_easyai(Nim(piles=piles or (1, 2)))
"""


def test_the_command_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("mine.py").write_text(OWN, encoding="utf-8")
    ran = CliRunner().invoke(main, ["search", "mine.py:game:1,1", "--json"])
    assert ran.exit_code == 0, ran.output
    assert '"value": 100' in ran.stdout
    ran = CliRunner().invoke(main, ["search", "mine.py:game", "--compiled"])
    assert ran.exit_code == 2
    assert "is one of easyAI, whose games run as plain Python only" in ran.stderr
    assert ran.stderr.count("\n") == 1


def test_a_rule_that_raises_an_error_does_no_harm() -> None:
    class Moody(Unmaking):
        bad = False

        def make_move(self, move: list[int]) -> None:
            super().make_move(move)
            if Moody.bad and self.path[-1] == 7:
                raise RuntimeError("in a bad mood")

    game = hm.from_easyai(Moody([[3, [7, 2]], [4, 1]]))
    assert isinstance(game.start._rules._visits, Walk)
    Moody.bad = True
    with pytest.raises(RuntimeError, match="in a bad mood"):
        hm.search(game, "minimax")
    Moody.bad = False
    assert hm.search(game, "minimax").value == 3


class Bare:
    """Not a game: it misses almost everything."""

    current_player = 1

    def possible_moves(self) -> list[int]:
        return []


@pytest.mark.parametrize(
    ("given", "words"),
    [
        (Tree, r"takes a game, not its class; Tree\(\.\.\.\) makes one"),
        (Bare(), r"takes a game of easyAI \(a TwoPlayerGame\), not .*Bare object>, which has no make_move"),
        (3, "not 3, which has no possible_moves"),
    ],
)
def test_what_is_no_game(given: Any, words: str) -> None:
    with pytest.raises(hm.UsageError, match=words):
        hm.from_easyai(given)


def test_a_game_without_scoring() -> None:
    with pytest.raises(hm.UsageError, match="Hexapawn has no scoring method; give one: from_easyai"):
        hm.from_easyai(made("Hexapawn"))
    with pytest.raises(hm.UsageError, match="scoring must be a function or None"):
        hm.from_easyai(made("Nim"), scoring=3)


def test_machine_code_is_refused_in_a_sentence() -> None:
    game = hm.from_easyai(made("Nim"))
    with pytest.raises(hm.NotCompilable, match=r"^Nim: the position is one of easyAI, whose games run as plain Python"):
        hm.search(game, depth=2, compiled=True)
    with pytest.raises(hm.NotCompilable, match="is one of easyAI"):
        hm.Player(game, compiled=True).choose()
