"""Random games with random hooks, players of every kind: does any of them make a claim that brute force refutes?

`python -m tests.attacks.players [SEED] [COUNT]` asks for COUNT moves and solutions, at both speeds.
"""

from __future__ import annotations

import math
import random
import re
from collections import Counter
from collections.abc import Callable
from typing import Any

import halfmove as hm
from halfmove.books.book import Book
from halfmove.books.positions import canonical
from halfmove.books.records import Known, Link, Probed, Searched
from halfmove.errors import HalfmoveError
from halfmove.matches.players import SWITCHES
from tests.attacks import as_command, sentence_fault
from tests.hooked_games import HookedGame, Hooks, random_game
from tests.retrograde import Solved

# Sets of hooks: all together, single ones, and those that affect each other.
FAMILIES = (
    Hooks(),
    Hooks(("evaluate",)),
    Hooks(("bounds",)),
    Hooks(("evaluate", "bounds", "tries", "noisy", "symmetry", "skip", "order", "key")),
    Hooks(("symmetry",)),
    Hooks(("noisy",)),
    Hooks(("turn",)),
    Hooks(("tries", "bounds")),
    Hooks(("evaluate", "skip", "noisy")),
    Hooks(("turn", "evaluate", "bounds", "tries", "noisy", "symmetry", "skip", "order")),
    Hooks(("evaluate", "noisy", "urgent", "gain", "order", "skip")),
    Hooks(("evaluate", "bounds", "tries", "noisy", "symmetry", "skip", "order", "key", "urgent", "gain")),
    Hooks(("urgent",)),
    Hooks(("turn", "evaluate", "noisy", "urgent", "gain", "order"), "halves"),
    Hooks((), "halves"),
    Hooks(("evaluate", "bounds", "symmetry"), "halves"),
    Hooks(("bounds",), "infinite"),
    Hooks(("turn", "evaluate", "tries"), "infinite"),
)

_METHODS = ("search", "search", "auto", "mcts", "best_first")
_SWITCHES = tuple(each for each in SWITCHES if each not in ("skips", "repetitions"))  # which need hooks


def attack(
    seed: int,
    count: int,
    report: Callable[[str], None] = lambda _: None,
    speeds: tuple[bool, ...] = (False, True),
    families: tuple[Hooks, ...] = FAMILIES,
) -> tuple[Counter[str], dict[str, str]]:
    """Ask players `count` questions, each at all speeds. Returns how often each bound was claimed, and the faults."""
    chance = random.Random(f"players {seed}")
    tried: Counter[str] = Counter()
    faults: dict[str, str] = {}
    number = 0
    while tried.total() < count:
        number += 1
        case = f"seed {seed} game {number}"
        found = one_game(random.Random(chance.random()), speeds, families, tried)
        for fault in found:
            faults[f"{case}: {len(faults)}"] = fault
            report(f"{case}: {fault}")
    return tried, faults


def one_game(
    chance: random.Random, speeds: tuple[bool, ...], families: tuple[Hooks, ...], tried: Counter[str]
) -> list[str]:
    """Ask some questions about one game, to one player at each speed."""
    hooks = chance.choice(families)
    hooked = random_game(chance, hooks)
    how, questions = any_player(chance, hooked), any_questions(chance, hooked)
    found = []
    for compiled in speeds:
        try:
            player = hm.Player(hooked.game, compiled=compiled, **how)
        except HalfmoveError as error:
            tried["refused"] += 1
            found += [f"{how}: {fault}"] if (fault := sentence_fault(str(error))) else []
            continue
        for question, at, given in questions:
            answer, faults = asked(player, question, at, given, hooked)
            tried[answer[0]] += 1
            where = f"{hooks.names} {hooks.scores} compiled={compiled} {how} {question} at {at} {given}"
            found += [f"{where}: {answer[1:]}: {fault}" for fault in faults]
    return found


def any_player(chance: random.Random, hooked: HookedGame) -> dict[str, Any]:
    limits = hm.Limits(nodes=chance.choice((1, 2, 5, 20, 100, 1000)))
    if chance.random() < 0.03:
        limits = hm.Limits(seconds=chance.choice((1e-9, 0.002)))
    how: dict[str, Any] = {"limits": limits, "method": chance.choice(_METHODS), "seed": chance.randrange(3)}
    how["memory"] = chance.choice((64, 100, 1000, 4096, "1 MB", "1 MB"))
    how["threads"] = 2 if chance.random() < 0.03 else 1
    how |= {name: chance.random() < 0.5 for name in _SWITCHES if chance.random() < 0.3}
    if chance.random() < 0.15:
        how["endgames"] = [_endgame(chance, hooked)]
    if chance.random() < 0.15:
        how["book"] = _book(chance, hooked)
        how["variety"] = chance.choice((0.0, 0.0, 0.5, 2.0))
    return how


def _book(chance: random.Random, hooked: HookedGame) -> Book:
    """A book of all positions with correct claims: the values of some, bounds or guesses of others."""
    game, true = hooked.game, hooked.true
    positions = list(dict.fromkeys(canonical(game, at) for at in (game.start, *true)))
    numbers = {at: number for number, at in enumerate(positions)}
    known = []
    for at in positions:
        over = game.outcome(at)[0]
        children = [] if over else [game.next(at, move) for move in game.legal(at)]
        links = [Link(numbers[canonical(game, child)], game.moves_again(at, child)) for child in children]
        value, distance = true[at]
        near = 0 if abs(value) == math.inf else chance.randint(0, 1)
        claim = chance.choice([(value, "exact"), (value - near, "lower"), (value + near, "upper"), (1, "estimate")])
        source: dict[str, Any] = {"searched": Searched(*claim, chance.randint(1, 9), chance.randint(1, 10**6))}
        if over or chance.random() < 0.3:
            source = {"probed": Probed(value, distance)}
        inner = not over and chance.random() < 0.6
        known.append(Known((at,), **source, links=tuple(dict.fromkeys(links)) if inner else (), complete=inner))
    return Book(game, "hooked", {}, known)


def _endgame(chance: random.Random, hooked: HookedGame) -> hm.Database:
    """A database of all positions after the start, or of the tier that no move leaves."""
    game = hooked.game
    if chance.random() < 0.3:
        return hm.solve(game, compiled=False)
    return hm.solve(game, tiers=[1], compiled=False)


def any_questions(chance: random.Random, hooked: HookedGame) -> list[tuple[str, Any, dict[str, Any]]]:
    found = []
    for _ in range(chance.randint(1, 4)):
        at = chance.choice(list(hooked.true))
        given: dict[str, Any] = {}
        if chance.random() < 0.35:
            if chance.random() < 0.7:
                given["limits"] = hm.Limits(nodes=chance.choice((1, 3, 10, 100, 3000)))
            found.append(("solve", at, given))
            continue
        if chance.random() < 0.3:
            given["depth"] = chance.randint(1, 6)
        if chance.random() < 0.2:
            given["all_best"] = True
        found.append(("choose", at, given))
    return found


def asked(
    player: hm.Player, question: str, at: Any, given: dict[str, Any], hooked: HookedGame
) -> tuple[tuple[Any, ...], list[str]]:
    """The answer of a player, and its faults."""
    try:
        r = getattr(player, question)(at, **given)
        limits = given.get("limits") if question == "solve" else player.limits
        found = faults(hooked.game, hooked.true, at, r, limits)
        return (r.bound, r.value, r.said, r.move, r.line, r.counts, r.best_moves), found
    except HalfmoveError as error:
        fault = sentence_fault(str(error))
        return ("refused", str(error)), [fault] if fault else []
    except Exception as error:
        return ("error", type(error).__name__), [f"{type(error).__name__}: {error}"]


def faults(game: hm.Game, true: Solved, at: Any, r: hm.Result, limits: hm.Limits | None) -> list[str]:
    """The claims of a result that are false."""
    value, distance = true[at]
    found = []
    if r.bound == "exact" and r.value != value:
        found.append(f"its value is not the true one, {value}")
    if r.bound == "lower" and not r.value <= value:
        found.append(f"its lower bound lies above the true value, {value}")
    if r.bound == "upper" and not r.value >= value:
        found.append(f"its upper bound lies below the true value, {value}")
    if type(r.value) not in (int, float) or r.value != r.value:
        found.append("its value is not a Python number")
    if game.outcome(at)[0]:
        return found
    if r.algorithm != "solver" and r.move not in game.legal(at):
        found.append("its move is not legal")
    elif r.move is not None:
        found += move_faults(game, true, at, r)
    found += line_faults(game, true, at, r)
    found += word_faults(game, value, distance, r)
    most = math.inf if limits is None or limits.nodes is None else limits.nodes
    if r.counts.leaves > most or r.counts.nodes - r.counts.leaves > most:
        found.append("it entered more nodes than allowed")
    return found


def worth(game: hm.Game, true: Solved, at: Any, move: Any) -> Any:
    """The value of a move for the player that makes it."""
    child = game.next(at, move)
    return true[child][0] if game.moves_again(at, child) else -true[child][0]


def move_faults(game: hm.Game, true: Solved, at: Any, r: hm.Result) -> list[str]:
    reached = worth(game, true, at, r.move)
    if r.bound == "exact" and reached != r.value:
        return [f"its move is worth {reached}"]
    if r.bound == "lower" and not reached >= r.value:
        return [f"its move does not reach the lower bound, it is worth {reached}"]
    if r.best_moves and r.bound in ("exact", "lower"):
        worths = {move: worth(game, true, at, move) for move in r.best_moves}
        wrong = [move for move, it in worths.items() if it < r.value or (it > r.value and r.exact)]
        return [f"{wrong} are not among the best moves"] if wrong else []
    return []


def line_faults(game: hm.Game, true: Solved, at: Any, r: hm.Result) -> list[str]:
    """Every position on a line must satisfy the claim about the root, for the side to move at the root."""
    sign = 1
    for number, move in enumerate(r.line):
        if game.outcome(at)[0]:
            return ["its line continues after the end"]
        if move not in game.legal(at):
            return [f"move {number + 1} of its line {r.line} is not legal"]
        child = game.next(at, move)
        sign = sign if game.moves_again(at, child) else -sign
        at = child
        now = sign * true[at][0]
        if {"exact": now != r.value, "lower": now < r.value, "upper": now > r.value}.get(r.bound, False):
            return [f"move {number + 1} of its line {r.line} is worth {now}"]
    return []


def word_faults(game: hm.Game, value: Any, distance: int | None, r: hm.Result) -> list[str]:
    """Check its words: who wins, and in how many moves of the winner."""
    words = r.said.split()
    claimed = {"wins": value > 0, "loses": value < 0, "draw": value == 0}.get(words[0] if words else "", True)
    if not claimed:
        return [f"it says {r.said!r}, and the value is {value}"]
    claim = re.search(r" in (\d+)", r.said)
    if claim is None:
        return []
    if distance is None or (game.turn is not None and not (distance == 1 and value > 0)):
        return [f"it says {r.said!r}, which cannot be known"]
    number = (distance + (value > 0)) // 2
    return [] if int(claim[1]) == number else [f"it says {r.said!r}, and it takes {number}"]


if __name__ == "__main__":
    as_command(attack, "answers")
