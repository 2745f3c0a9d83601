"""Opening books: values against plain minimax, growing against a plain twin, files, and players who use them."""

from __future__ import annotations

import json
import math
import os
import random
import signal
import subprocess
import sys
import time
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

import halfmove as hm
from halfmove import bookmaking
from halfmove.bookmaking import build, dropout
from halfmove.bookmaking.searching import Effort, searched, spec_of
from halfmove.books import Book, BookMove, Entry
from halfmove.books.choosing import chosen, worth_playing
from halfmove.books.foreign import opened_book
from halfmove.books.positions import canonical, known_as, numbers, position_of
from halfmove.books.records import Known, Link, Played, Probed, Searched
from halfmove.books.values import backed_up
from halfmove.conformance.rules_hash import rules_hash
from halfmove.errors import UsageError

PLAIN: dict[str, Any] = {"jobs": 1, "compiled": False, "memory": "64 KB"}
FEW = {"depth": 1} | PLAIN
ALL = 5000  # more entries than these games have
SMALL = {"tic_tac_toe": hm.games.tic_tac_toe(), "kalah:2,2": hm.games.kalah(2, 2), "nim:2,3": hm.games.nim(2, 3)}


@pytest.fixture(scope="module")
def whole_books() -> dict[str, Book]:
    """Books of whole games, grown from searches that look one half-move ahead."""
    return {name: build(name, ALL, **FEW) for name in SMALL}


def minimax(game: hm.Game) -> Any:
    @cache
    def value(p: Any) -> Any:
        over, score = game.outcome(p)
        if over:
            return score
        children = [game.next(p, move) for move in game.legal(p)]
        return max(value(child) if game.moves_again(p, child) else -value(child) for child in children)

    return value


@pytest.mark.parametrize("name", SMALL)
def test_a_book_to_the_end_has_the_values_of_minimax(name: str, whole_books: dict[str, Book]) -> None:
    game, book = SMALL[name], whole_books[name]
    value = minimax(game)
    seen, waiting, twice = set(), [game.start], False
    while waiting:
        at = waiting.pop()
        if at in seen or game.outcome(at)[0]:
            continue
        seen.add(at)
        entry = book.entry(at)
        assert entry is not None
        assert entry.complete
        assert sorted(move.move for move in entry.moves) == sorted(game.legal(at))
        for move in entry.moves:
            child = game.next(at, move.move)
            again = game.moves_again(at, child)
            twice |= again
            assert move.exact
            assert move.value == (value(child) if again else -value(child))
            waiting.append(child)
        assert entry.best.value == value(at) == book.value(at).value  # type: ignore[union-attr]
    assert twice == (game.turn is not None)  # in Kalah somebody moves twice
    assert len(book) == len({known_as(game, at) for at in seen})  # one entry for all that are equivalent
    assert book.stats().exact == len(book)


def test_equivalent_positions_share_an_entry_and_have_moves_of_their_own(whole_books: dict[str, Book]) -> None:
    game, book = SMALL["tic_tac_toe"], whole_books["tic_tac_toe"]
    chance = random.Random(1)
    pairs = 0
    positions: dict[Any, list[Any]] = {}
    for _ in range(300):
        at = game.start
        for _ in range(3):
            at = game.next(at, chance.choice(game.legal(at)))
        positions.setdefault(canonical(game, at), []).append(at)
    for same in positions.values():
        for one in same:
            mine, first = book.entry(one), book.entry(same[0])
            assert mine is not None
            assert first is not None
            assert sorted(m.value for m in mine.moves) == sorted(m.value for m in first.moves)
            assert {m.move for m in mine.moves} == set(game.legal(one))
            pairs += one != same[0]
    assert pairs > 50


# Plain twins


@st.composite
def small_books(draw: st.DrawFn) -> list[Known]:
    """Books whose positions lead to later ones only."""
    count = draw(st.integers(2, 9))
    book = []
    for number in range(count):
        later = list(range(number + 1, count))
        links = draw(st.lists(st.sampled_from(later), min_size=1, max_size=3, unique=True)) if later else []
        inner = bool(links) and (number == 0 or draw(st.booleans()))
        value, bound = draw(st.integers(-3, 3)), draw(st.sampled_from(["exact", "lower", "upper", "estimate"]))
        search = Searched(value, "estimate" if inner else bound, draw(st.integers(0, 5)), 10)
        ways = tuple(Link(child, draw(st.booleans())) for child in links)
        book.append(Known((number,), search, links=ways if inner else (), complete=inner))
    return book


def plain_value(book: list[Known], number: int) -> Any:
    known = book[number]
    if not known.complete:
        assert known.searched is not None
        return known.searched.value
    return max((1 if again else -1) * plain_value(book, child) for child, again in known.links)


def plain_interval(book: list[Known], number: int) -> tuple[Any, Any]:
    known = book[number]
    if not known.complete:
        assert known.searched is not None
        value, bound = known.searched[:2]
        return (value if bound in ("exact", "lower") else -math.inf, value if bound in ("exact", "upper") else math.inf)
    ends = []
    for child, again in known.links:
        low, high = plain_interval(book, child)
        ends.append((low, high) if again else (-high, -low))
    return max(low for low, _ in ends), max(high for _, high in ends)


def plain_ways(book: list[Known], per_point: float, at: int = 0, cost: float = 0.0) -> list[tuple[float, int]]:
    """Every way through the book to a position without an entry."""
    known = book[at]
    if not known.complete:
        return [(cost, at)]
    worth = [(1 if again else -1) * plain_value(book, child) for child, again in known.links]
    ways = []
    for link, value in zip(known.links, worth, strict=True):
        ways += plain_ways(book, per_point, link.child, cost + 1 + per_point * (max(worth) - value))
    return ways


@given(small_books())
def test_values_are_those_of_plain_minimax(book: list[Known]) -> None:
    for number, value in enumerate(backed_up(book)):
        low, high = plain_interval(book, number)
        assert value is not None
        assert (value.low, value.high) == (low, high)
        assert value.value == min(max(plain_value(book, number), low), high)


@given(small_books(), st.sampled_from([0.0, 0.5, 3.0]))
def test_the_order_of_growing_is_that_of_the_cheapest_way(book: list[Known], per_point: float) -> None:
    values = backed_up(book)
    cheapest: dict[int, float] = {}
    for cost, leaf in plain_ways(book, per_point):
        cheapest[leaf] = min(cost, cheapest.get(leaf, math.inf))
    wanted = sorted(cheapest, key=lambda leaf: (values[leaf].decided, cheapest[leaf], leaf))  # type: ignore[union-attr]
    assert dropout.next_positions(book, values, per_point) == wanted


@pytest.mark.parametrize("name", ["tic_tac_toe", "kalah:3,2"])
def test_a_book_grows_as_a_plain_one_does(name: str) -> None:
    """One entry after the other, each from all values of before, with nothing kept in between."""
    entries, per_point = 14, 0.5  # up to 15 a batch is one entry
    game, spec = hm.games.tic_tac_toe() if name == "tic_tac_toe" else hm.games.kalah(3, 2), spec_of(name)
    effort = Effort(depth=2, compiled=False, memory="64 KB")
    inner: list[Any] = []
    found = {}  # position -> value and whether it is decided
    first: dict[Any, int] = {}

    def value(at: Any) -> Any:
        if at not in inner:
            return found[at][0]
        return max(_signed(game, at, child) * value(canonical(game, child)) for child in _children(game, at))

    def ways(at: Any, cost: float) -> Any:
        if at not in inner:
            yield cost, at
            return
        worth = [(_signed(game, at, c) * value(canonical(game, c)), canonical(game, c)) for c in _children(game, at)]
        for mine, child in worth:
            yield from ways(child, cost + 1 + per_point * (max(worth, key=lambda w: w[0])[0] - mine))

    start = canonical(game, game.start)
    for _ in range(entries):
        open_ones = [(cost, at) for cost, at in ways(start, 0.0) if not game.outcome(at)[0]]
        place = {
            at: (found.get(at, (0, False))[1], cost, first.get(at, 0))
            for cost, at in sorted(open_ones, key=lambda each: -each[0])
        }
        at = min(place, key=lambda each: place[each])
        for child in _children(game, at):
            child = canonical(game, child)
            over, score = game.outcome(child)
            if child not in found:
                first[child] = len(found) + 1
                search = None if over else searched(numbers(game, child), spec, effort)
                found[child] = (
                    (score, True) if search is None else (search.value, backed_up([Known((), search)])[0].decided)
                )  # type: ignore[union-attr]
        inner.append(at)
    book = build(name, entries, depth=2, per_point=per_point, **PLAIN)
    assert {known.position for known in book.positions if known.complete} == {numbers(game, at) for at in inner}


def _children(game: hm.Game, at: Any) -> list[Any]:
    return [game.next(at, move) for move in game.legal(at)]


def _signed(game: hm.Game, at: Any, child: Any) -> int:
    return 1 if game.moves_again(at, child) else -1


def test_positions_that_go_round_in_circles_have_values() -> None:
    """0 -> 1 -> 0, and both may leave: 0 to a proven win of the other, 1 to a proven win of its own."""
    book = [
        Known((0,), Searched(0, "estimate", 3, 9), links=(Link(1, False), Link(2, False)), complete=True),
        Known((1,), Searched(0, "estimate", 3, 9), links=(Link(0, False), Link(3, False)), complete=True),
        Known((2,), probed=Probed(1, 0)),
        Known((3,), probed=Probed(-1, 0)),
    ]
    values = backed_up(book)
    assert values[1] is not None
    assert values[0] is not None
    assert (values[1].value, values[1].low) == (1, 1)
    assert (values[0].value, values[0].bound) == (-1, "exact")
    circle = [
        Known((0,), Searched(2, "estimate", 3, 9), links=(Link(1, False),), complete=True),
        Known((1,), Searched(-1, "estimate", 3, 9), links=(Link(0, False),), complete=True),
    ]
    assert all(value is not None and value.bound == "estimate" for value in backed_up(circle))
    assert dropout.next_positions(circle, backed_up(circle), 1.0) == []


# Growing, breaking off, going on


def test_searches_do_not_depend_on_those_before() -> None:
    spec, effort = spec_of("kalah:3,2"), Effort(nodes=200, compiled=False, memory="64 KB")
    keys = [known.position for known in build("kalah:3,2", 3, nodes=50, **PLAIN).positions]
    forth = {key: searched(key, spec, effort) for key in keys}
    assert {key: searched(key, spec, effort) for key in reversed(keys)} == forth


def test_any_number_of_processes_makes_the_same_book() -> None:
    one, two = (build("kalah:4,2", 20, nodes=60, jobs=jobs, compiled=False, memory="64 KB") for jobs in (1, 2))
    assert one.positions == two.positions


@pytest.mark.parametrize("after", [2, 23])
def test_a_book_that_was_broken_off_becomes_the_same(after: int, tmp_path: Path) -> None:
    file, how = str(tmp_path / "my.book"), {"nodes": 60} | PLAIN
    calls = 0

    def stop(_: Any) -> None:
        nonlocal calls
        calls += 1
        if calls == after:
            raise KeyboardInterrupt

    with pytest.raises(bookmaking.Interrupted):
        build("kalah:4,2", 12, file=file, progress=stop, **how)
    part = Book.load(file)
    assert sum(known.searched is not None for known in part.positions) >= min(after, 6) - 1
    whole = build("kalah:4,2", 12, extend=part, file=file, **PLAIN)
    assert whole.positions == build("kalah:4,2", 12, **how).positions == Book.load(file).positions
    longer = build("kalah:4,2", 18, extend=whole, **PLAIN)
    assert longer.positions[: len(whole.positions)] != whole.positions  # leaves became entries
    assert longer.positions == build("kalah:4,2", 18, **how).positions


def test_a_killed_process_leaves_a_book_to_go_on_with(tmp_path: Path) -> None:
    file = tmp_path / "killed.book"
    code = "from halfmove.bookmaking import build; import sys; "
    code += "build('kalah:4,2', 100000, nodes=100, jobs=2, compiled=False, memory='64 KB', file=sys.argv[1])"
    with subprocess.Popen([sys.executable, "-c", code, str(file)]) as process:
        until = time.monotonic() + 60
        while (not file.exists() or len(Book.load(file)) < 3) and time.monotonic() < until:
            time.sleep(0.05)
        process.send_signal(signal.SIGKILL)
    part = Book.load(file)
    assert len(part) >= 3
    entries = len(part) + 3
    whole = build("kalah:4,2", entries, extend=part, **PLAIN)
    assert whole.positions == build("kalah:4,2", entries, nodes=100, **PLAIN).positions
    assert {Path(name).suffix for name in os.listdir(tmp_path)} <= {".book", ".tmp"}  # of a write that was cut short
    whole.save(str(file))
    assert Book.load(file).positions == whole.positions


def test_seconds_end_the_work() -> None:
    book = build("kalah:4,2", ALL, nodes=100, total_seconds=0.3, **PLAIN)
    assert 0 < len(book) < ALL


# Files


def test_a_file_holds_all(tmp_path: Path, whole_books: dict[str, Book]) -> None:
    for number, book in enumerate(whole_books.values()):
        file = str(tmp_path / f"{number}.book")
        book.save(file)
        again = Book.load(file, book.game)
        assert (again.positions, again.what, again.made) == (book.positions, book.what, book.made)


def test_every_damaged_byte_is_noticed(tmp_path: Path) -> None:
    file = tmp_path / "small.book"
    build("tic_tac_toe", 2, file=str(file), **FEW)
    content = file.read_bytes()
    for place in range(len(content)):
        file.write_bytes(content[:place] + bytes([content[place] ^ (1 << place % 8)]) + content[place + 1 :])
        with pytest.raises(UsageError, match=r"small\.book"):
            Book.load(file)
    for length in range(0, len(content), 7):
        file.write_bytes(content[:length])
        with pytest.raises(UsageError, match=r"small\.book"):
            Book.load(file)
    file.write_bytes(content + b"x")
    with pytest.raises(UsageError, match="checksum"):
        Book.load(file)


def test_what_is_no_book_for_a_game_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "small.book"
    build("tic_tac_toe", 2, file=str(file), **FEW)
    with pytest.raises(UsageError, match="is not a book for connect four: it was made for 'tic-tac-toe'"):
        Book.load(file, hm.games.connect_four())
    with pytest.raises(UsageError, match="No such file"):
        Book.load(tmp_path / "none.book")
    with pytest.raises(UsageError, match="it is a folder, not a file"):
        Book.load(tmp_path)
    (tmp_path / "other").write_text('{"kind": "halfmove match"}\n')
    with pytest.raises(UsageError, match="is not a book"):
        Book.load(tmp_path / "other")
    with pytest.raises(UsageError, match="already exists"):
        build("tic_tac_toe", 3, file=str(file), **FEW)
    own = Book(SMALL["nim:2,3"], "mine.py:game", {}, [Known(numbers(SMALL["nim:2,3"], SMALL["nim:2,3"].start))])
    own.save(str(file))
    with pytest.raises(UsageError, match="name the game, too"):
        Book.load(file)
    assert Book.load(file, SMALL["nim:2,3"]).what == "mine.py:game"


def test_rules_are_known_by_what_they_do() -> None:
    game = hm.games.connect_four()

    def other_way_round(p: Any) -> Any:
        yield from reversed(list(game.moves(p)))

    assert rules_hash(hm.games.connect_four()) == rules_hash(game)
    assert rules_hash(replace(game, moves=other_way_round, evaluate=None, name="other")) == rules_hash(game)
    others = [hm.games.connect_four(connect=3), hm.games.connect_four(width=6), replace(game, symmetry=None)]
    others += [replace(game, result=lambda p: (game.result(p)[0], 2 * game.result(p)[1]))]
    assert len({rules_hash(each) for each in [game, *others]}) == 5


class Named(NamedTuple):
    word: str


def test_positions_are_numbers() -> None:
    class Inner(NamedTuple):
        a: int
        b: tuple[int, bool]

    game = replace(SMALL["nim:2,3"], start=Inner(1, (2, True)))
    made = position_of(game, numbers(game, Inner(5, (6, False))))
    assert made == Inner(5, (6, False))
    assert type(made) is Inner
    assert made.b[1] is False
    with pytest.raises(UsageError, match="consist of whole numbers"):
        numbers(game, Named("x"))


# Players


def test_a_player_plays_from_a_book(whole_books: dict[str, Book], tmp_path: Path) -> None:
    game, book = SMALL["tic_tac_toe"], whole_books["tic_tac_toe"]
    book.save(str(tmp_path / "whole.book"))
    for given_book in (book, str(tmp_path / "whole.book"), tmp_path / "whole.book"):
        player = hm.Player(game, hm.Limits(nodes=10**9), compiled=False, book=given_book)
        result = player.choose()
        assert (result.algorithm, result.value, result.bound, result.said) == ("book", 0, "exact", "draw")
        assert result.counts.nodes == 0
        assert result.move in game.legal(game.start)
        at = game.start
        for move in result.line:
            at = game.next(at, move)
        assert game.outcome(at) == (True, 0)  # the book goes to the end
        assert player.choose(at).algorithm == "player"
    assert player.choose(all_best=True).algorithm == "player"


@pytest.mark.parametrize("name", SMALL)
def test_a_player_with_a_whole_book_is_never_worse_than_minimax(name: str, whole_books: dict[str, Book]) -> None:
    game, value = SMALL[name], minimax(SMALL[name])
    player = hm.Player(game, hm.Limits(nodes=1), compiled=False, book=whole_books[name], variety=1.0)
    chance = random.Random(3)
    for _ in range(20):
        at = game.start
        while not game.outcome(at)[0]:
            result = player.choose(at)
            assert result.algorithm == "book"
            child = game.next(at, result.move)
            worth = value(child) if game.moves_again(at, child) else -value(child)
            assert result.value == worth
            assert (worth > 0) == (value(at) > 0)
            assert (worth >= 0) == (value(at) >= 0)
            at = game.next(at, chance.choice(game.legal(at)))


def test_a_weak_book_is_left_alone() -> None:
    game = hm.games.kalah(4, 3)
    book = build("kalah:4,3", 5, nodes=100, **PLAIN)
    entry = book.entry()
    assert entry is not None
    assert entry.nodes is not None
    assert not entry.best.worth.decided

    def asked(depth: int | None = None, **limits: Any) -> str:
        return hm.Player(game, hm.Limits(**limits), compiled=False, book=book).choose(depth=depth).algorithm

    assert asked(nodes=entry.nodes) == "book"
    assert asked(nodes=entry.nodes + 1) == "player"
    assert asked(depth=entry.depth) == "book"
    assert asked(depth=entry.depth + 1) == "player"
    assert asked(seconds=0.0005) == "book"  # fifty nodes, as far as one knows
    assert asked(seconds=0.05) == "player"
    assert asked(seconds=0.05, nodes=20) == "book"


def test_variety_is_random_but_repeatable(whole_books: dict[str, Book]) -> None:
    game, book = SMALL["tic_tac_toe"], whole_books["tic_tac_toe"]

    def moves(variety: float, seed: int) -> list[Any]:
        player = hm.Player(game, hm.Limits(nodes=1), compiled=False, book=book, variety=variety, seed=seed)
        return [player.choose().move for _ in range(30)]

    assert len(set(moves(0.0, 1))) == 1
    assert len(set(moves(0.5, 1))) > 3
    assert moves(0.5, 1) == moves(0.5, 1) != moves(0.5, 2)


def _entry(*moves: tuple[Any, Any, Any]) -> Entry:
    made = [BookMove(n, v, low, high, 3, "search", 9, None, None, False) for n, (v, low, high) in enumerate(moves)]
    return Entry(None, tuple(made), True)


def test_what_is_proven_is_not_given_away() -> None:
    inf = math.inf
    won = _entry((2, 2, 2), (2, -inf, inf), (1, 1, inf), (1, -inf, 1))
    assert [move.move for move, _ in worth_playing(won, 5.0)] == [0, 2]
    held = _entry((0, 0, inf), (0, -inf, inf), (-1, -1, -1), (0, 0, 0))
    assert [move.move for move, _ in worth_playing(held, 5.0)] == [0, 3]
    guess = _entry((1, -inf, inf), (0.5, -inf, inf), (0, -inf, inf), (-1, -inf, -1))
    weights = {move.move: weight for move, weight in worth_playing(guess, 1.0)}
    assert weights == pytest.approx({0: 1.0, 1: 0.55, 2: 0.1})
    assert [move.move for move, _ in worth_playing(guess, 0.0)] == [0]
    infinite = _entry((inf, inf, inf), (inf, inf, inf))
    assert len(worth_playing(infinite, 1.0)) == 2
    few = Entry(None, (BookMove(1, None, None, None, None, "games", None, None, Played(1, 0, 0), False),), False)
    assert chosen(few, 0.0, random.Random(1)) is None


# Other sources


class Solved(NamedTuple):
    value: Any
    distance: int | None


class Database:
    """A stand-in: it knows positions of tic-tac-toe from so many stones on."""

    def __init__(self, stones: int) -> None:
        self.game, self.stones = SMALL["tic_tac_toe"], stones
        self.asked = 0

    def probe(self, position: Any) -> Solved | None:
        self.asked += 1
        if sum(bin(each).count("1") for each in position) < self.stones:
            return None
        return Solved(minimax(self.game)(position), None)


def test_a_database_is_asked_first(whole_books: dict[str, Book]) -> None:
    all_known = Database(0)
    book = build("tic_tac_toe", 30, database=all_known, **FEW)
    entry = book.entry()
    assert entry is not None
    assert {(move.source, move.value, move.exact) for move in entry.moves} == {("database", 0, True)}
    assert all(known.searched is None for known in book.positions)
    part = build("tic_tac_toe", ALL, database=Database(4), **FEW)
    by_search = [known for known in part.positions if known.searched is not None]
    assert {sum(bin(each).count("1") for each in known.position) for known in by_search} == {1, 2, 3}
    for known in part.positions:
        at = position_of(part.game, known.position)
        mine, whole = part.value(at), whole_books["tic_tac_toe"].value(at)
        assert mine is not None
        assert whole is not None
        assert mine[:3] == whole[:3]
    with pytest.raises(UsageError, match="a database must have"):
        build("tic_tac_toe", database=3)


def test_games_are_counted(tmp_path: Path) -> None:
    game = SMALL["tic_tac_toe"]
    first, second = ["1", "4", "2", "5", "3"], ["3", "4", "2", "5", "1"]  # mirror images of each other
    lost = ["1", "5", "2", "3", "9", "7"]
    lines = [first, second, lost, ["1"]]
    file = tmp_path / "games.jsonl"
    file.write_text("\n".join(json.dumps({"game": "tic_tac_toe", "opening": [], "moves": line}) for line in lines))
    added = bookmaking.add_games("tic_tac_toe", str(file))
    assert (added.games, added.unfinished) == (3, 1)
    entry = added.book.entry()
    assert entry is not None
    assert not entry.complete
    corners = {move.move: move.played for move in entry.moves}
    assert set(corners.values()) == {Played(2, 0, 1)}
    assert len(corners) == 4  # all corners are one and the same
    assert added.book.positions[0].played == Played(2, 0, 1)
    player = hm.Player(game, hm.Limits(nodes=5), compiled=False, book=added.book)
    assert player.choose().algorithm == "player"  # three games say nothing
    more = bookmaking.add_games("tic_tac_toe", str(file), added.book).book
    result = hm.Player(game, hm.Limits(nodes=5), compiled=False, book=more).choose()
    assert (result.algorithm, result.said) == ("book", "4 won, 0 drawn, 2 lost")
    both = build("tic_tac_toe", 4, extend=more, **FEW)
    kept = both.entry()
    assert kept is not None
    assert kept.complete
    assert {move.played for move in kept.moves} == {None, Played(4, 0, 2)}


def test_games_of_kalah_are_counted_for_who_is_to_move(tmp_path: Path) -> None:
    game = SMALL["kalah:2,2"]
    at, moves, chance = game.start, [], random.Random(5)
    line = [at]
    while not game.outcome(at)[0]:
        move = chance.choice(game.legal(at))
        moves.append(str(move))
        at = game.next(at, move)
        line.append(at)
    score = game.outcome(at)[1] * (1 if at.player == 0 else -1)  # of the first player
    file = tmp_path / "game.json"
    data = {"kind": "halfmove game", "version": 1, "game": "kalah:2,2", "position": None, "moves": moves}
    file.write_text(json.dumps(data))
    book = bookmaking.add_games("kalah:2,2", str(file)).book
    kept = {known.position: known.played for known in book.positions}
    for at in line:
        mine = score if at.player == 0 else -score
        assert kept[numbers(game, at)] == Played(int(mine > 0), int(mine == 0), int(mine < 0))


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("", "holds no games"),
        ("[1, 2]", "holds no games"),
        ('{"kind": "halfmove game", "game": 3}', "holds no games"),
        ('{"game": "othello", "opening": [], "moves": []}', "it is a game of 'othello'"),
        ('{"game": "tic_tac_toe", "opening": ["1"], "moves": ["1"]}', "move 2: '1' is not legal there"),
        ('{"game": "tic_tac_toe", "opening": ["1"], "moves": ["2"]}', "none of its games is over"),
    ],
)
def test_wrong_games_are_refused(content: str, words: str, tmp_path: Path) -> None:
    file = tmp_path / "games"
    file.write_text(content)
    with pytest.raises(UsageError, match=words) as error:
        bookmaking.add_games("tic_tac_toe", str(file))
    assert str(file) in str(error.value)


@pytest.mark.parametrize(
    ("wrong", "named"),
    [
        ({"entries": 0}, "entries .*from 1 .*not 0"),
        ({"jobs": 0}, "jobs .*from 1 .*not 0"),
        ({"depth": 0}, "depth .*from 1 .*not 0"),
        ({"nodes": -1}, "nodes=-1.* above 0"),
        ({"seconds": 0.0}, r"\bseconds=0\.0.* above 0"),
        ({"total_seconds": -1.0}, r"total_seconds .*above 0.*not -1\.0"),
        ({"per_point": -1.0}, r"per_point .*from 0 .*not -1\.0"),
        ({"game": "uniform:2,2"}, r"T\(2,2\).* tree"),
        ({"game": "nothing"}, "'nothing'.* connect_four"),
        ({"game": "connect_four:opening=3"}, "connect_four:opening=3.* opening="),
        ({"extend": Book(SMALL["nim:2,3"], "nim:2,3", {}, [Known((2, 3))])}, "nim 2 3.* tic-tac-toe"),
    ],
)
def test_wrong_arguments_are_refused(wrong: dict[str, Any], named: str) -> None:
    with pytest.raises(UsageError, match=named):
        build(**({"game": "tic_tac_toe", "jobs": 1, "compiled": False} | wrong))


def test_a_player_refuses_what_is_no_book() -> None:
    for wrong, named in ((3, "book .*a Book .*not 3"), ("no such file", "no such file"), (object(), "book .*object")):
        with pytest.raises(UsageError, match=named):
            hm.Player(SMALL["tic_tac_toe"], book=wrong)
    with pytest.raises(UsageError, match="this is not a book for tic-tac-toe"):
        hm.Player(SMALL["tic_tac_toe"], book=Book(SMALL["nim:2,3"], "nim", {}, [Known((2, 3))]))
    with pytest.raises(UsageError, match="variety"):
        hm.Player(SMALL["tic_tac_toe"], book=build("tic_tac_toe", 1, **FEW), variety=-1.0)


# Lines that a person types


def test_typed_lines_are_played(tmp_path):
    file = tmp_path / "mine.lines"
    file.write_text("# a remark\n1. 4 3? 2. 4!  # the second move\n4 1? 7\n4 3? 4\n3\n\n")
    game = hm.games.connect_four()
    book = opened_book(str(file), game)
    player = hm.Player(game, hm.Limits(nodes=50), book=book, compiled=False)
    assert player.choose().move == 4  # three lines begin with it
    after = game.next(game.start, 4)
    third, first = game.next(after, 3), game.next(after, 1)
    assert (player.choose(third).move, player.choose(first).move) == (4, 7)
    assert book.entry(after) is None  # an opponent's moves, never played
    assert player.choose(after).counts.nodes > 0
    assert book.line(game.start, 4) == (4,)


def test_typed_lines_of_chess_are_spelled(tmp_path):
    file = tmp_path / "mine.lines"
    file.write_text("1. Nf3 d5? 2. d4\nd2d4 d7d5? Nf3\n")
    game = hm.games.chess()
    player = hm.Player(game, hm.Limits(nodes=50), book=str(file), compiled=False)
    at = game.start
    for word in ("g1f3", "d7d5"):
        at = game.next(at, game.parse(word))
    assert game.format(player.choose(at).move) == "d2d4"
    (move,) = opened_book(str(file), game).entry(at).moves
    assert move.weight == 1


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "no moves to play"),
        ("# 4 4\n", "no moves to play"),
        ("4? 4?", "no moves to play"),
        ("4 4\n4 9\n", "line 2: '9' is not legal there"),
    ],
)
def test_typed_lines_that_are_refused(tmp_path, text, words):
    file = tmp_path / "mine.lines"
    file.write_text(text)
    with pytest.raises(hm.UsageError, match=words):
        hm.Player(hm.games.connect_four(), book=str(file))
