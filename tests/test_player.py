"""A player: its values against plain minimax, what it says about them, and what its parts do not change."""

from __future__ import annotations

import functools
import math
import random
from dataclasses import replace
from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import halfmove as hm
from halfmove.engine import clock as clocks
from halfmove.players.deepening import is_decided
from halfmove.players.kernels.deep import deep
from halfmove.players.player import core_of
from halfmove.players.timing import share

from .conftest import random_positions, usually

NOTHING = hm.Limits(seconds=3600)


class Heap(NamedTuple):
    left: int
    mine: int
    theirs: int
    first: int


def heap_moves(p):
    for count in range(1, min(3, p.left) + 1):
        yield count


def heap_play(p, count):
    if count == 2:  # who takes two moves again
        return Heap(p.left - 2, p.mine + 2, p.theirs, p.first)
    return Heap(p.left - count, p.theirs, p.mine + count, 1 - p.first)


def heap_result(p):
    return p.left == 0, p.mine * 3 - p.theirs * 3


def heap_evaluate(p):
    return p.mine * 2 - p.theirs * 2 + p.left % 3


def heap_turn(p):
    return p.first


def heap_noisy(p):
    if p.left >= 3:
        yield 3


def heap_bounds(p):
    return 3 * (p.mine - p.theirs - p.left), 3 * (p.mine - p.theirs + p.left)


def heap(left: int = 9, **hooks: Any) -> hm.Game:
    """Take one, two or three from a heap: each counts. Who takes two moves again."""
    return hm.Game(
        "heap",
        Heap(left, 0, 0, 1),
        heap_moves,
        heap_play,
        heap_result,
        heap_evaluate,
        turn=heap_turn,
        longest=60,
        **hooks,
    )


def bare(game: hm.Game) -> hm.Game:
    """The game without what tells a player more than plain minimax sees."""
    return replace(game, bounds=None, tries=None, noisy=None)


def minimax(game: hm.Game, p: Any, depth: int | None = None) -> Any:
    """The value by the definition; scores of other types than ints are left as they are."""
    over, score = game.outcome(p)
    if over:
        return score
    if depth == 0:
        return game.call("evaluate", p) if game.evaluate is not None else 0
    below = None if depth is None else depth - 1
    values = []
    for move in game.legal(p):
        child = game.next(p, move)
        again = game.turn is not None and game.call("turn", p) == game.call("turn", child)
        value = minimax(game, child, below)
        values.append(value if again else -value)
    return max(values)


def positions(game: hm.Game, count: int, seed: int, longest: int = 40) -> list[Any]:
    """Positions of random games that are not over."""
    chance, found = random.Random(seed), []
    while len(found) < count:
        at = game.start
        for _ in range(chance.randrange(longest)):
            if game.outcome(at)[0]:
                break
            at = game.next(at, chance.choice(game.legal(at)))
        if not game.outcome(at)[0]:
            found.append(at)
    return found


GAMES = [hm.games.tic_tac_toe(), hm.games.kalah(3, 2), hm.games.nim(2, 3, 2), hm.games.connect_four(4, 4), heap()]
NAMES = [game.name for game in GAMES]


@pytest.mark.parametrize("game", GAMES, ids=NAMES)
@pytest.mark.parametrize("depth", [1, 2, 4])
def test_each_depth_has_the_value_of_minimax(game: hm.Game, depth: int) -> None:
    game = bare(game)
    player = hm.Player(game, NOTHING, method="search", compiled=False)
    for at in positions(game, 12, seed=depth):
        found = player.choose(at, depth=depth)
        if found.depth == depth:  # otherwise it was settled before
            assert found.value == minimax(game, at, depth)
        else:
            assert found.bound != "estimate"


@pytest.mark.parametrize("game", GAMES, ids=NAMES)
def test_what_is_said_to_be_proven_is_true(game: hm.Game) -> None:
    player = hm.Player(game, NOTHING, method="search", compiled=False)
    for at in positions(game, usually(12, 25), seed=7):
        true = minimax(game, at) if game.name != "connect 4 on 4 x 4" else player.solve(at).value
        for depth in (1, 2, 3, 5):
            found = player.choose(at, depth=depth)
            if found.bound == "exact":
                assert found.value == true
            elif found.bound == "lower":
                assert found.value <= true
            elif found.bound == "upper":
                assert found.value >= true
            assert found.move in game.legal(at)


@pytest.mark.parametrize("off", ["table", "killers", "history", "ordering"])
def test_no_part_changes_a_value(off: str) -> None:
    game = bare(hm.games.kalah(3, 3))
    with_it = hm.Player(game, NOTHING, compiled=False)
    without = hm.Player(game, NOTHING, compiled=False, **{off: False})
    for at in positions(game, 8, seed=3, longest=10):
        one, other = with_it.choose(at, depth=5), without.choose(at, depth=5)
        assert (one.value, one.bound) == (other.value, other.bound)


@pytest.mark.parametrize("memory", usually([100, "1 KB"], [100, 1000, "1 KB", "1 MB"]))
def test_a_small_table_changes_no_value(memory: Any) -> None:
    game = hm.games.connect_four(4, 4)
    small, large = hm.Player(game, compiled=False, memory=memory), hm.Player(game, compiled=False)
    for at in positions(game, usually(4, 8), seed=5, longest=9):
        assert small.solve(at).value == large.solve(at).value


tree = st.recursive(st.integers(-9, 9), lambda below: st.lists(below, min_size=1, max_size=4), max_leaves=25).filter(
    lambda x: isinstance(x, list)
)


@given(tree, st.sampled_from([1, 1 << 33, 1 << 58, 0.5, math.inf]))
@settings(max_examples=150, deadline=None)
def test_ragged_trees_with_scores_of_any_size(nested: Any, unit: Any) -> None:
    def scaled(x: Any) -> Any:
        return [scaled(each) for each in x] if isinstance(x, list) else (x * unit if x else 0)

    game = hm.trees.explicit(scaled(nested))
    wanted = hm.search(game, "minimax", compiled=False).value
    player = hm.Player(game, NOTHING, compiled=False)
    assert player.solve().value == wanted
    found = player.choose()
    assert (found.value, found.bound) == (wanted, "exact")
    assert found.move in game.legal(game.start)


def test_real_scores_that_are_met_late() -> None:
    """A search that began with whole scores meets a real one: its table has no room for it."""

    def result(p):
        return p >= 6, (0.5 if p == 7 else 1) if p >= 6 else 0

    def moves(p):
        yield 2
        yield 1
        yield 3

    def play(p, move):
        return p + move

    game = hm.Game("late", 0, moves, play, result, longest=10)
    player = hm.Player(game, NOTHING, compiled=False, method="search")
    assert player.solve().value == minimax(game, 0)
    assert player.choose().value == minimax(game, 0)


def test_the_first_depth_that_sees_a_win_is_its_distance() -> None:
    game = hm.games.tic_tac_toe()
    plain = bare(replace(game, symmetry=None, order=None))

    @functools.cache
    def distance(p: Any) -> tuple[int, int]:
        """(value, half-moves to the end when the winner hurries and the loser does not)"""
        over, score = game.outcome(p)
        if over:
            return score, 0
        below = [distance(game.next(p, move)) for move in game.legal(p)]
        best = max(-value for value, _ in below)
        lengths = [length for value, length in below if -value == best]
        return best, 1 + (min(lengths) if best > 0 else max(lengths))

    player = hm.Player(plain, NOTHING, compiled=False, method="search")
    for at in positions(game, 30, seed=2, longest=8):
        value, length = distance(at)
        found = player.choose(at)
        assert found.value == value
        if value > 0:
            assert found.said == f"wins in {(length + 1) // 2}"
            assert len(found.line) == length
        elif value < 0:
            assert found.said == f"loses in {length // 2}"


def test_lines_lead_to_the_end() -> None:
    game = hm.games.connect_four(4, 4)
    player = hm.Player(game, NOTHING, compiled=False)
    for at in positions(game, 5, seed=9, longest=12):
        result = player.solve(at)
        end, sign = at, 1
        for move in result.line:
            end, sign = game.next(end, move), -sign
        assert game.outcome(end) == (True, sign * result.value)


def test_all_moves_that_are_as_good() -> None:
    player = hm.Player(hm.games.tic_tac_toe(), NOTHING, compiled=False, method="search")
    assert sorted(player.choose(all_best=True).best_moves or ()) == [1, 2, 3, 4, 5, 6, 7, 8, 9]
    won = player.game.start
    for move in (1, 4, 2):
        won = player.game.next(won, move)
    found = player.choose(won, all_best=True)
    assert (found.best_moves, found.said) == ((3,), "loses in 2")  # all others lose at once


def test_many_positions_in_one_go() -> None:
    game = hm.games.kalah(3, 2)
    player = hm.Player(game, compiled=False)
    some = positions(game, 10, seed=1)
    end = some[0]
    while not game.outcome(end)[0]:
        end = game.next(end, game.legal(end)[0])
    results = player.solve_many([end, *some, end])
    assert [each.value for each in results] == [minimax(game, at) for at in (end, *some, end)]
    assert {each.bound for each in results} == {"exact"}
    assert player.solve_many([]) == []


def test_limits_of_nodes() -> None:
    game = hm.games.othello(6)
    player = hm.Player(game, hm.Limits(nodes=3000), compiled=False)
    found = player.choose()
    assert found.stopped == "nodes"
    assert found.counts.nodes <= 3001
    assert found.move in game.legal(game.start)
    bound = player.solve(limits=hm.Limits(nodes=500))
    assert bound.stopped == "nodes"
    assert bound.bound in ("lower", "upper")


def test_deepening_is_told_live() -> None:
    seen: list[hm.Result] = []
    hm.Player(hm.games.tic_tac_toe(), NOTHING, compiled=False, method="search").choose(live=seen.append)
    assert [each.depth for each in seen] == list(range(1, len(seen) + 1))
    assert seen[-1].bound == "exact"


def test_a_clock_is_shared_out() -> None:
    assert share(None, 2.0) == (2.0, 2.0)
    for left, increment in ((60, 0), (60, 2), (1, 0), (0.01, 0), (0, 0), (0, 5), (3600, 30)):
        soft, hard = share((left, increment), None)
        assert soft is not None
        assert hard is not None
        assert 0 < soft <= hard
        assert hard < max(left, 0.01)
    assert share((60, 0), 0.1) == (0.1, 0.1)
    played, left = 0, 10.0
    while left > 0.1 and played < 200:
        left -= share((left, 0), None).soft or 0
        played += 1
    assert played >= 60  # the clock lasts for a long game


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        (lambda g: hm.Player(g, memory="lots"), 'memory must be a number of bytes, or a text such as "64 MB"'),
        (lambda g: hm.Player(g, memory=-1), "memory must be a number of bytes, .*, not -1"),
        (lambda g: hm.Player(g, memory=10, compiled=False).choose(), "10 bytes are too little"),
        (lambda g: hm.Player(g, memory=1, compiled=False).choose(), "1 byte is too little"),
        (lambda g: hm.Player(g, threads=0), "threads must be a whole number from 1"),
        (lambda g: hm.Player(g, method="luck"), "method must be 'auto', 'search', 'mcts' or 'best_first', not 'luck'"),
        (lambda g: hm.Player(g, skips=True), "no `skip` hook"),
        (lambda g: hm.Player(g, hm.Limits(memory=1000)), "leave it out of Limits"),
        (lambda g: hm.Player(5), "game must be a Game, not 5"),
        (lambda g: hm.Player(g).choose(clock=5), "clock must be the pair .*, not 5"),
        (lambda g: hm.Player(g).choose(clock=(-1, 0)), r"clock must be the pair .*, not \(-1, 0\)"),
        (lambda g: hm.Player(g).choose(clock=(10**400, 0)), "clock must be the pair"),
        (lambda g: hm.Player(g).choose(clock=(1, 10**400)), "clock must be the pair"),
        (lambda g: hm.Player(g, thread=2), "Player has no argument 'thread'; did you mean 'threads'?"),
        (lambda g: hm.Player(g).choose(dept=2), "Player.choose has no argument 'dept'; did you mean 'depth'?"),
        (lambda g: hm.Player(g).choose(depth=0), "depth must be a whole number from 1"),
        (lambda g: hm.Player(g).choose((1, 2, 3)), r"\(1, 2, 3\) is not a position of this game; .* Board\(mine=0"),
        (lambda g: hm.Player(g).solve("xyz"), "'xyz' is not a position of this game"),
        (lambda g: hm.Player(g).solve_many([g.start, 7]), "7 is not a position of this game"),
    ],
)
def test_wrong_arguments_get_one_sentence(wrong: Any, sentence: str) -> None:
    with pytest.raises(hm.HalfmoveError, match=sentence):
        wrong(hm.games.tic_tac_toe())


def test_a_position_that_is_over() -> None:
    game = hm.games.nim(1)
    end = game.next(game.start, game.legal(game.start)[0])
    player = hm.Player(game, compiled=False)
    found = player.choose(end)
    assert (found.move, found.said, found.value, found.bound) == (None, "loses", -1, "exact")
    assert player.solve(end).value == game.outcome(end)[1] == -1


def heap_skip(p):
    return Heap(p.left, p.theirs, p.mine, 1 - p.first)


@pytest.mark.parametrize("part", ["reductions", "skips"])
def test_selective_searches_claim_nothing_that_is_not_so(part: str) -> None:
    game = heap(10, skip=heap_skip) if part == "skips" else replace(bare(hm.games.connect_four(4, 4)), selective=True)
    plain = hm.Player(game, NOTHING, compiled=False, reductions=False, skips=False)
    player = hm.Player(game, NOTHING, compiled=False)
    assert core_of(player).options[part]
    fewer = 0
    for at in positions(game, usually(5, 10), seed=8, longest=6):
        true = plain.solve(at).value
        for depth in (4, 7):
            found = player.choose(at, depth=depth)
            fewer += found.counts.nodes < plain.choose(at, depth=depth).counts.nodes
            assert {"exact": found.value == true, "lower": found.value <= true, "upper": found.value >= true}.get(
                found.bound, True
            )
            assert found.move in game.legal(at)
    assert fewer > 0


def test_selective_searches_are_for_games_that_allow_them() -> None:
    assert not core_of(hm.Player(heap())).options["reductions"]
    assert not core_of(hm.Player(heap())).options["skips"]
    assert core_of(hm.Player(heap(selective=True))).options["reductions"]
    assert core_of(hm.Player(heap(skip=heap_skip))).options["skips"]


# Machine code


@pytest.fixture(scope="module")
def compiled() -> hm.Game:
    return heap(14, noisy=heap_noisy, bounds=heap_bounds)


def test_both_speeds_do_the_same(compiled: hm.Game) -> None:
    """A table that is too small, so that it matters which entries are replaced."""
    fast = hm.Player(compiled, NOTHING, compiled=True, memory=4000, method="search")
    slow = hm.Player(compiled, NOTHING, compiled=False, memory=4000, method="search")
    for at in positions(compiled, 6, seed=4, longest=6):
        for depth in (1, 3, 6):
            one, other = fast.choose(at, depth=depth), slow.choose(at, depth=depth)
            assert one.compiled
            assert (one.value, one.bound, one.line, one.said, one.counts) == (
                other.value,
                other.bound,
                other.line,
                other.said,
                other.counts,
            )
        assert fast.solve(at).value == slow.solve(at).value == minimax(compiled, at)
        assert fast.solve(at).counts == slow.solve(at).counts


def test_threads_find_the_same_values() -> None:
    def alone_and_together(game: hm.Game) -> tuple[hm.Player, hm.Player]:
        many = hm.Player(game, NOTHING, compiled=True, threads=3, memory="1 MB")
        return hm.Player(game, NOTHING, compiled=True), many

    small, game = hm.games.connect_four(4, 4), hm.games.connect_four()  # whose machine code other tests need too
    one, two = alone_and_together(small)
    some = positions(small, 12, seed=6, longest=4)
    assert [two.solve(at).value for at in some] == [one.solve(at).value for at in some]
    one, two = alone_and_together(game)
    for at in positions(game, 4, seed=6, longest=8):
        assert two.choose(at, depth=9).value == one.choose(at, depth=9).value


def test_what_cannot_be_compiled_is_played_in_plain_python() -> None:
    def moves(p):
        yield "a"
        if len(p) < 2:
            yield "b"

    def play(p, move):
        return p + move

    def result(p):
        return len(p) >= 4, p.count("a") - 2

    game = hm.Game("words", "", moves, play, result, longest=4)
    with pytest.warns(RuntimeWarning, match="plain Python"):
        found = hm.Player(game, NOTHING, method="search").choose()
    assert found.value == minimax(game, "")
    with pytest.raises(hm.NotCompilable, match=r"^words: "):
        hm.Player(game, compiled=True).choose()


# What `bounds` knows


def known_at_the_root(settles_children: bool) -> hm.Game:
    """Ten half-moves of 0 or 1; who began wins by a first 1. `bounds` knows it at the start, or from there on."""

    def moves(p):
        yield 0
        yield 1

    def play(p, move):
        return p * 2 + move

    def over(p):
        return p >= 1 << 10

    def result(p):
        return over(p), 5 if p >> 9 & 1 else -5

    def bounds(p):
        if over(p):
            score = 5 if p >> 9 & 1 else -5
            return score, score
        if p == 1:
            return 5, 5
        if settles_children and p.bit_length() == 2:
            return (-5, -5) if p == 3 else (5, 5)
        return -5, 5

    return hm.Game("first move", 1, moves, play, result, lambda p: 0, bounds=bounds, longest=10)


@pytest.mark.parametrize("settles_children", [True, False])
def test_a_settled_position_has_a_move(settles_children: bool) -> None:
    found = hm.Player(known_at_the_root(settles_children), NOTHING, compiled=False).choose()
    assert found.value == 5
    assert found.bound == "exact"
    assert found.move == 1


@given(tree, st.lists(st.integers(-20, 20), min_size=40, max_size=40), st.integers(1, 4), st.integers(0, 10**6))
@settings(max_examples=usually(60, 300), deadline=None)
def test_an_evaluation_outside_of_the_bounds_depends_on_nothing_else(
    nested: Any, guesses: list[int], depth: int, seed: int
) -> None:
    """Bounds may know more than the evaluation: then the value at a depth is that of the bounded evaluation."""
    plain = hm.trees.explicit(nested)

    def true(p: Any) -> Any:
        return hm.search(plain, "minimax", position=p, compiled=False).value

    slack = {}

    def bounds(p: Any, data: Any) -> Any:
        chance = random.Random(hash((int(p), seed)))
        if p not in slack:
            slack[p] = true(p) - chance.randint(0, 6), true(p) + chance.randint(0, 6)
        return (true(p), true(p)) if plain.outcome(p)[0] else slack[p]

    def evaluate(p: Any, data: Any) -> int:
        return guesses[int(p) % len(guesses)]

    game = replace(plain, bounds=bounds, evaluate=evaluate, leaves_only=False, width=None)

    def bounded(p: Any, left: int) -> Any:
        over, score = game.outcome(p)
        if over:
            return score
        low, high = game.call("bounds", p)
        found = (
            game.call("evaluate", p) if left == 0 else max(-bounded(game.next(p, m), left - 1) for m in game.legal(p))
        )
        return min(max(found, low), high)

    want = bounded(game.start, depth)
    for table in (True, False):
        player = hm.Player(game, NOTHING, compiled=False, table=table)
        for ordering in (True, False):
            core_of(player).options["ordering"] = ordering
            found = player.choose(depth=depth)
            assert found.value == (true(game.start) if found.bound == "exact" else want)


@pytest.mark.parametrize("name", ["kalah", "checkers", "connect_four"])
def test_all_best_moves_are_those_of_the_search_itself(name: str) -> None:
    game = getattr(hm.games, name)()
    player = hm.Player(game, NOTHING, compiled=False)
    for at in positions(game, 6, seed=8, longest=12):
        for depth in (1, 2):
            found = player.choose(at, depth=depth, all_best=True)
            if found.depth != depth:
                continue
            for move in game.legal(at):
                child = game.next(at, move)
                over, score = game.outcome(child)
                if not over:
                    score = core_of(player).search(deep.algorithm, child, clocks.NEVER, depth=depth - 1)[0].score
                again = game.turn is not None and game.call("turn", at) == game.call("turn", child)
                if (score if again else -score) == found.value:
                    assert move in found.best_moves or game.tries is not None
                else:
                    assert move not in found.best_moves


def test_threads_share_the_nodes_that_are_allowed() -> None:
    player = hm.Player(hm.games.connect_four(), hm.Limits(nodes=20_000), threads=2, compiled=True)
    player.prepare()
    assert player.choose().counts.nodes < 24_000


# What strangers' games need


def take(**hooks: Any) -> hm.Game:
    """From 21 one takes 1 to 3; who takes the last one wins."""

    def moves(p):
        for count in (1, 2, 3):
            if count <= p:
                yield count

    return hm.Game("take", 21, moves, lambda p, count: p - count, lambda p: (p == 0, -1), **hooks)


@pytest.mark.parametrize("nodes", [None, 5, 500, 100_000])
def test_best_first_ends_by_itself(nodes: int | None) -> None:
    seen: list[hm.Result] = []
    limits = hm.Limits(seconds=3600, nodes=nodes)
    player = hm.Player(hm.games.tic_tac_toe(), limits, method="best_first", compiled=False)
    found = player.choose(live=seen.append)
    assert found.move in player.game.legal(player.game.start)
    assert found.value == 0
    assert len(seen) < 10
    if nodes is not None:
        assert found.counts.nodes < nodes + 20


@pytest.mark.parametrize("longest", [None, 21])
def test_a_game_in_which_only_leaves_have_scores(longest: int | None) -> None:
    found = hm.Player(take(leaves_only=True, longest=longest), NOTHING, compiled=False).choose()
    assert (found.value, found.bound, found.move) == (1, "exact", 1)
    assert sum(found.line) == 21


@pytest.mark.parametrize("piles", [(1, 1, 1), (3, 3), (1, 2, 3), (1, 2, 2)])
def test_all_equal_moves_where_bounds_settle_them(piles: tuple[int, ...]) -> None:
    game = hm.games.nim(*piles)
    player = hm.Player(game, NOTHING, compiled=False)
    found = player.choose(all_best=True)
    best = {move for move in game.legal(game.start) if -player.solve(game.next(game.start, move)).value == found.value}
    assert set(found.best_moves or ()) == best


def points(late: int) -> hm.Game:
    """Move 0 decides the game for one point at once; after move 1 it is decided two half-moves later."""

    def moves(p):
        yield 0
        yield 1

    def play(p, move):
        return p * 2 + move if p > 1 else 2 + move

    def result(p):
        if p == 2:
            return True, -1 if late > 0 else 1
        return p >= 12, -late

    return hm.Game("points", 1, moves, play, result, lambda p: 0)


@pytest.mark.parametrize(("late", "best"), [(50, 1), (-50, 0)])
def test_more_points_are_looked_for_after_a_win_or_loss_is_proven(late: int, best: int) -> None:
    assert hm.Player(points(late), hm.Limits(seconds=60), compiled=False).choose().move == best


def test_two_threads_need_two_players() -> None:
    player = hm.Player(hm.games.connect_four(), hm.Limits(seconds=60), compiled=False)
    told = []

    def ask_again(result: hm.Result) -> None:
        told.append(result)

    with core_of(player).lock, pytest.raises(hm.UsageError, match="give each thread a player of its own"):
        player.choose(live=ask_again)
    assert not told
    assert player.choose(depth=2).move in player.game.legal(player.game.start)


def test_what_a_method_cannot_do_is_refused() -> None:
    for method in ("mcts", "best_first"):
        player = hm.Player(take(), method=method, compiled=False)
        with pytest.raises(hm.UsageError, match="depth= is for a player that searches"):
            player.choose(depth=3)
        with pytest.raises(hm.UsageError, match="all_best= is for a player that searches"):
            player.choose(all_best=True)
    with pytest.raises(hm.UsageError, match="leave it out of Limits"):
        hm.Player(take(), compiled=False).solve(limits=hm.Limits(memory=5))


def test_a_move_that_tries_made_up_is_never_played() -> None:
    lies: list[int] = []  # none while the player looks at its hooks

    def tries(p):
        yield from lies or (1,)

    player = hm.Player(take(tries=tries, evaluate=lambda p: 0), NOTHING, compiled=False)
    assert player.choose(depth=1).move == 1
    lies.append(7)
    with pytest.raises(hm.GameError, match="`tries` yields 7 at 21, which is not a legal move there"):
        player.choose(depth=1)


def test_a_huge_mean_is_not_written_out() -> None:
    game = hm.Game(
        "huge", 9, take().moves, lambda p, count: p - count, lambda p: (p <= 0, -math.inf if p else math.inf)
    )
    found = hm.Player(game, hm.Limits(nodes=300), method="mcts", compiled=False).choose()
    assert -1 <= float(found.said) <= 1


@pytest.mark.parametrize("name", ["connect_four:4,4,3", "nim:3,4,5", "tic_tac_toe"])
def test_who_solves_a_position_knows_the_move(name: str) -> None:
    """The move reaches the value, and the line goes on to the end of the game."""
    factory, _, given = name.partition(":")
    game = getattr(hm.games, factory)(*map(int, given.split(",") if given else ()))
    player = hm.Player(game, compiled=False)
    for at in positions(game, 12, seed=4, longest=8):
        found = player.solve(at)
        child = game.next(at, found.move)
        assert -player.solve(child).value == found.value
        end = at
        for move in found.line:
            assert move in game.legal(end)
            end = game.next(end, move)
        over, score = game.outcome(end)
        assert over
        assert (score if len(found.line) % 2 == 0 else -score) == found.value


def test_the_move_of_a_long_solution_is_known_at_once() -> None:
    """Solving all positions after it again would take much longer than the line may take."""
    game = hm.games.connect_four(4, 4)
    player = hm.Player(game, compiled=True)
    found = player.solve()
    asked = []
    core = core_of(player)
    search = core.search
    core.search = lambda *given, **named: asked.append(named) or search(*given, **named)  # type: ignore[method-assign]
    assert found.move in game.legal(game.start)
    assert len(asked) <= len(found.line) + 1


def test_nothing_that_a_move_takes_is_without_a_deadline() -> None:
    """The moves that lead a proven line on are looked for within the time, too."""
    game = hm.games.connect_four(5, 4)
    player = hm.Player(game, hm.Limits(seconds=600), compiled=False)
    core = core_of(player)
    search, deadlines = core.search, []

    def watched(algorithm: Any, position: Any, deadline: int, **more: Any) -> Any:
        deadlines.append(deadline)
        return search(algorithm, position, deadline, **more)

    core.search = watched  # type: ignore[method-assign]
    for at in positions(game, 3, seed=2, longest=14):
        assert player.choose(at, all_best=True).move
    assert len(deadlines) > 8
    assert max(deadlines) < clocks.NEVER


def rules_of(game: hm.Game, **hooks: Any) -> hm.Game:
    """A game with its rules alone, and these hooks."""
    return hm.Game(game.name, game.start, game.moves, game.play, game.result, **hooks)


class Kings(NamedTuple):
    mine: int
    theirs: int


def kings(evaluate: Any) -> hm.Game:
    """Two kings on 5 x 5 squares: who takes the other or comes to the last row wins. The board turns at every move."""

    def moves(p: Kings) -> Any:
        x, y = p.mine % 5, p.mine // 5
        for step in range(9):
            to_x, to_y = x + step % 3 - 1, y + step // 3 - 1
            if step != 4 and 0 <= to_x < 5 and 0 <= to_y < 5:
                yield to_y * 5 + to_x

    def play(p: Kings, to: int) -> Kings:
        return Kings(24 - p.theirs if to != p.theirs else -1, 24 - to)

    def result(p: Kings) -> tuple[bool, int]:
        return p.mine < 0 or p.theirs < 5, -1

    return hm.Game("kings", Kings(2, 22), moves, play, result, evaluate)


def half_moves_to_the_end(game: hm.Game, most: int) -> dict[Kings, tuple[int, int]]:
    """Who wins, and after how many half-moves if the winner hurries and the loser does not, where that is known."""
    places = [Kings(mine, theirs) for mine in range(-1, 25) for theirs in range(25)]
    worth = {p: -1 if game.outcome(p)[0] else 0 for p in places}
    known: dict[Kings, tuple[int, int]] = {}
    for end in range(1, most):
        below = worth
        worth = {
            p: below[p] if game.outcome(p)[0] else -min(below[game.next(p, move)] for move in game.legal(p))
            for p in places
        }
        known |= {p: (worth[p], end) for p in places if worth[p] != 0 and below[p] == 0}
    return known


@pytest.mark.parametrize("evaluate", [None, lambda p: 0], ids=["bare", "evaluated"])
def test_wins_and_losses_are_as_long_as_they_are_said_to_be(evaluate: Any) -> None:
    game = kings(evaluate)
    known = half_moves_to_the_end(game, 12)
    assert len(known) > 100
    for at in random.Random(1).sample(sorted(known), usually(25, len(known))):
        winner, end = known[at]
        word, moves = ("wins", (end + 1) // 2) if winner > 0 else ("loses", end // 2)
        player = hm.Player(game, hm.Limits(nodes=10**5), compiled=False, method="search")
        assert player.choose(at).said == f"{word} in {moves}", at


def test_what_was_proven_is_not_forgotten() -> None:
    """A depth that is cut off knows less than the one before."""
    game = rules_of(hm.games.connect_four(5, 4, 3))
    found = 0
    for at in random_positions(game, 12, 4, range(2, 8)):
        for nodes in (60, 200, 700):
            seen: list[hm.Result] = []
            player = hm.Player(game, hm.Limits(nodes=nodes), compiled=False, method="search")
            best = player.choose(at, live=seen.append)
            if any(is_decided(each) for each in seen):
                found += best.stopped is not None
                assert best.said.startswith("wins" if best.value > 0 else "loses")
    assert found > 0


def test_a_small_win_is_not_enough() -> None:
    """Move 0 wins a point at once, move 1 a hundred after nine half-moves."""

    def moves(p: Any) -> Any:
        yield 0
        if p[0] == 0:
            yield 1

    def play(p: Any, move: int) -> Any:
        return p[0] + 1, 1 if p[1] or move else 0

    def result(p: Any) -> Any:
        return (True, -1) if p[0] > 0 and p[1] == 0 else (p[0] == 9, -100)

    points = hm.Game("points", (0, 0), moves, play, result)
    best = hm.Player(points, hm.Limits(nodes=10**6), compiled=False).choose()
    assert (best.move, best.value, best.said) == (1, 100, "wins")  # in how many moves depends on the score


@pytest.mark.parametrize("compiled", [False, True])
def test_infinite_scores_out_of_a_table(compiled: bool) -> None:
    def result(p: int) -> Any:
        return p == 0, -math.inf

    def moves(p: int) -> Any:
        for taken in range(1, min(p, 3) + 1):
            yield taken

    takes = hm.Game("takes", 9, moves, lambda p, taken: p - taken, result)
    player = hm.Player(takes, hm.Limits(nodes=10**6), compiled=compiled, method="search")
    assert {player.choose(each).value for each in (9, 9, 10, 9)} == {math.inf}
    assert player.choose(8).value == -math.inf


def test_random_games_that_are_too_few_are_not_trusted() -> None:
    """In plain Python there is no time for random games of the L game; a search still sees what loses at once."""
    game = hm.games.l_game()
    best = hm.Player(game, hm.Limits(seconds=0.15), compiled=False).choose()
    assert best.counters.get("played", 0) == 0 or best.counters["played"] > len(game.legal(game.start))


def graph(after: dict[int, list[int]], over: dict[int, int], evaluate: Any = None) -> hm.Game:
    """Places with numbers, from 0 on."""

    def moves(p: int) -> Any:
        yield from range(len(after[p]))

    def play(p: int, move: int) -> int:
        return after[p][move]

    def result(p: int) -> tuple[bool, int]:
        return p in over, over.get(p, 0)

    return hm.Game("graph", 0, moves, play, result, evaluate)


def test_a_search_that_is_cut_off_says_no_win_too_short() -> None:
    after = {0: [4, 8], 1: [2], 3: [9, 1, 4], 4: [7, 2], 5: [9, 11], 6: [2, 0, 5], 7: [10], 8: [11, 7], 11: [6]}
    game = graph(after, {2: 1, 9: 0, 10: -2})  # the loser can last two moves
    for nodes in range(10, 200, 2):
        said = hm.Player(game, hm.Limits(nodes=nodes), memory="1 MB", compiled=False).choose().said
        assert said != "wins in 1", nodes


def test_a_win_is_not_given_up_for_a_guess() -> None:
    after = {0: [3, 2, 4], 1: [11, 6], 4: [1], 6: [10, 11], 8: [9, 7], 9: [6, 4, 5], 10: [4], 11: [6, 3, 9], 12: [9]}
    game = graph(after, {2: -1, 3: 1, 5: 2, 7: -1}, lambda p: (p * 7919) % 7 - 3)
    for depth in range(2, 7):  # at depth 1 it is a guess against a win, and counts more
        best = hm.Player(game, hm.Limits(nodes=20_000), memory="1 MB", compiled=False).choose(depth=depth)
        assert (best.move, best.said) == (1, "wins")


def test_a_player_shows_what_is_documented_and_nothing_else() -> None:
    player = hm.Player(take(), compiled=False)
    shown = {name for name in dir(player) if not name.startswith("_")}
    methods = {"choose", "ponder", "stop", "solve", "solve_many", "prepare", "fill", "forget"}
    assert shown == methods | {"game", "limits", "memory", "threads", "method", "level", "compiled"}
    player.limits = hm.Limits(nodes=5)
    assert player.choose().counts.nodes <= 5
    for wrong, sentence in ((5, "limits of a player are Limits"), (hm.Limits(memory=5), "leave it out of Limits")):
        with pytest.raises(hm.UsageError, match=sentence):
            player.limits = wrong  # type: ignore[assignment]


@pytest.mark.parametrize("compiled", [False, True])
def test_selective_parts_rest_in_a_search_to_the_end(compiled: bool) -> None:
    """A reduced search would reach its horizon where the game is not over."""
    player = hm.Player(hm.games.tic_tac_toe(), reductions=True, compiled=compiled, method="search")
    found = player.choose(depth=9)
    assert (found.value, found.bound) == (0, "exact")


# Some moves of the root


@pytest.mark.parametrize("compiled", [False, True])
def test_some_moves_are_searched_as_if_there_were_no_others(compiled: bool) -> None:
    game = heap(14, noisy=heap_noisy, bounds=heap_bounds)
    plain = bare(game)
    player = hm.Player(game, NOTHING, compiled=compiled, method="search")
    for at in positions(game, usually(8, 20), seed=4, longest=6):
        legal = game.legal(at)
        for some in (legal[:1], legal[-1:], legal[1:], legal[::-1]):
            if not some:
                continue
            found = player.choose(at, moves=some)
            worth = {}
            for move in some:
                child = game.next(at, move)
                worth[move] = minimax(plain, child) * (1 if game.moves_again(at, child) else -1)
            assert (found.value, found.bound) == (max(worth.values()), "exact")
            assert worth[found.move] == found.value
            every = player.choose(at, moves=some, all_best=True).best_moves
            assert set(every or ()) == {move for move, value in worth.items() if value == found.value}
        assert player.choose(at).value == minimax(plain, at)  # nothing of it was put into the table


def test_the_best_moves_one_after_the_other() -> None:
    """Each is chosen from those that were not chosen before."""
    game = hm.games.connect_four(4, 4)
    player = hm.Player(game, NOTHING, compiled=False)
    for at in positions(game, 6, seed=2, longest=10):
        left, values = list(game.legal(at)), []
        while left:
            found = player.choose(at, moves=left, depth=4)
            values.append(found.value)
            left.remove(found.move)
        assert values == sorted(values, reverse=True)


def test_how_long_a_win_takes_with_some_moves() -> None:
    game = kings(None)
    at = next(p for p, (value, end) in sorted(half_moves_to_the_end(game, 8).items()) if value > 0 and end == 1)
    player = hm.Player(game, hm.Limits(nodes=10**5), compiled=False, method="search")
    quick = player.choose(at)
    assert quick.said == "wins in 1"
    others = [move for move in game.legal(at) if not game.outcome(game.next(at, move))[0]]
    assert player.choose(at, moves=others).said != "wins in 1"


def test_moves_to_choose_from_must_be_legal() -> None:
    player = hm.Player(take(), compiled=False)
    for wrong, sentence in (([], "at least one"), ([7], "7 is not a legal move there")):
        with pytest.raises(hm.UsageError, match=sentence):
            player.choose(moves=wrong)
    with pytest.raises(hm.UsageError, match="moves= is for a player without a level"):
        hm.Player(take(), level=2).choose(moves=[1])
    with pytest.raises(hm.UsageError, match="moves= is for a player that searches"):
        hm.Player(take(), method="mcts", compiled=False).choose(moves=[1])


@pytest.mark.parametrize("compiled", [False, True])
def test_how_full_the_table_is(compiled: bool) -> None:
    game = heap(14, noisy=heap_noisy, bounds=heap_bounds)
    player = hm.Player(game, NOTHING, compiled=compiled, memory=4000, method="search")
    assert player.fill() == 0
    player.choose(depth=2)
    little = player.fill()
    player.choose(depth=8)
    assert 0 < little < player.fill() <= 1000
    player.forget()
    assert player.fill() == 0


def test_the_deepest_line_is_counted() -> None:
    player = hm.Player(hm.games.connect_four(4, 4), NOTHING, compiled=False)
    assert [player.choose(depth=depth).counters["deepest"] for depth in (1, 2, 4)] == [1, 2, 4]
