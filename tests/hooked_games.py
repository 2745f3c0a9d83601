"""Random games given as tables, with the hooks that players use, all of them right by a solved table.

A position is a node of a graph. All games are data of the same few rules, so that one compiled program serves all that
have the same hooks.

    row of a node   over, score, guess, whose turn it is, lower and upper bound, the node that stands for it, the node
                    after a skipped move, number of moves, tier, rank, whether it is urgent; then for each move where it
                    leads, whether it is noisy, whether it is tried, its order
    after the rows  the nodes by their tiers and ranks; how many tier 0 has, how many tier 1 has; no move leaves tier 1
"""

from __future__ import annotations

import math
import random
from dataclasses import dataclass
from typing import Any

import numpy as np

import halfmove as hm

from .retrograde import Solved, solved

_WIDTH = 4
_FIXED = 12
_ROW = _FIXED + 4 * _WIDTH
_FAR = 60  # stands for a bound that says nothing
_ENDLESS = 50  # a score that is infinite, where there are such


def moves(p, data):
    for number in range(data[_ROW * p + 8]):
        yield number


def play(p, move, data):
    return data[_ROW * p + _FIXED + move]


def result(p, data):
    return data[_ROW * p] != 0, data[_ROW * p + 1]


def half_result(p, data):
    return data[_ROW * p] != 0, data[_ROW * p + 1] / 2


def large(score):
    return math.inf if score >= _ENDLESS else -math.inf if score <= -_ENDLESS else score / 2


def infinite_result(p, data):
    return data[_ROW * p] != 0, large(data[_ROW * p + 1])


def evaluate(p, data):
    return data[_ROW * p + 2]


def half_evaluate(p, data):
    return data[_ROW * p + 2] / 2


def turn(p, data):
    return data[_ROW * p + 3]


def bounds(p, data):
    return data[_ROW * p + 4], data[_ROW * p + 5]


def half_bounds(p, data):
    return data[_ROW * p + 4] / 2, data[_ROW * p + 5] / 2


def infinite_bounds(p, data):
    return large(data[_ROW * p + 4]), large(data[_ROW * p + 5])


def symmetry(p, data):
    return data[_ROW * p + 6]


def skip(p, data):
    return data[_ROW * p + 7]


def noisy(p, data):
    for number in range(data[_ROW * p + 8]):
        if data[_ROW * p + _FIXED + _WIDTH + number]:
            yield number


def tries(p, data):
    for number in range(data[_ROW * p + 8]):
        if data[_ROW * p + _FIXED + 2 * _WIDTH + number]:
            yield number


def order(p, move, child, data):
    return data[_ROW * p + _FIXED + 3 * _WIDTH + move]


def tier(p, data):
    return data[_ROW * p + 9]


def rank(p, data):
    return data[_ROW * p + 10]


def ranks(tier, data):
    return data[len(data) - 2 + tier]


def unrank(tier, number, data):
    first = len(data) - 2 - data[len(data) - 2] - data[len(data) - 1]
    return data[first + number + (data[len(data) - 2] if tier == 1 else 0)]


def urgent(p, data):
    return data[_ROW * p + 11] != 0


def gain(p, move, data):
    return data[_ROW * p + _FIXED + 3 * _WIDTH + move] + 2


def key(p, data):
    return p // 3  # positions that share a key are told apart all the same


@dataclass(frozen=True)
class Hooks:
    """Which hooks a random game has, and which scores: whole, halves, or halves and infinite ones."""

    names: tuple[str, ...] = ()
    scores: str = "whole"

    @property
    def rules(self) -> dict[str, Any]:
        numbers = ("tier", "rank", "unrank", "ranks")
        made: dict[str, Any] = {name: globals()[name] for name in ("moves", "play", *numbers, *self.names)}
        made["result"] = {"whole": result, "halves": half_result, "infinite": infinite_result}[self.scores]
        if self.scores != "whole":
            made |= {"evaluate": half_evaluate} if "evaluate" in self.names else {}
        if "bounds" in self.names:
            made["bounds"] = {"whole": bounds, "halves": half_bounds, "infinite": infinite_bounds}[self.scores]
        return made


@dataclass(frozen=True)
class HookedGame:
    """A game, and what all of its positions are worth by brute force."""

    game: hm.Game
    true: Solved


def random_game(chance: random.Random, hooks: Hooks) -> HookedGame:
    """A random graph with up to 24 nodes, with cycles or without."""
    count, cyclic = chance.randint(2, 24), chance.random() < 0.4
    scores = chance.choice([(-1, 1), (-1, 0, 1), (-1, 1), (-2, -1, 0, 1, 2), (1, 2), (-3, 0, 1), (0,), (-40, 7, 8)])
    if hooks.scores == "infinite":
        scores = (*scores, _ENDLESS, -_ENDLESS)
    guesses = chance.choice([(0,), (0, 1, -1), (-3, 5, 1, -1, 0, 2), (100, -100), (-1,)])
    turns = "turn" in hooks.names
    ends = chance.choice((0.15, 0.3, 0.5))
    nodes: list[dict[str, Any]] = []
    for node in range(count):
        others = range(count) if cyclic else range(node + 1, count)
        over = len(others) == 0 or (node > 0 and chance.random() < ends)
        links = [] if over else [chance.choice(others) for _ in range(chance.randint(1, _WIDTH))]
        nodes.append({"over": over, "score": chance.choice(scores), "links": links, "side": chance.randrange(2)})
    if not any(each["over"] for each in nodes):
        nodes[-1] |= {"over": True, "links": []}
    # Where a player may move twice a node belongs to one player; else it is worth the same for both.
    mirrored = "symmetry" in hooks.names
    total = 2 * count if mirrored else count
    names = list(range(total))
    chance.shuffle(names)
    rows = [[0] * _ROW for _ in range(total)]
    for number in range(total):
        each, row = nodes[number % count], rows[names[number]]
        links = [link + count * chance.randrange(2) if mirrored else link for link in each["links"]]
        if mirrored:
            chance.shuffle(links)
        row[0:4] = [int(each["over"]), each["score"], chance.choice(guesses), each["side"] if turns else 0]
        row[4:6] = [-_FAR, _FAR]
        row[6] = names[number % count]
        row[7] = names[chance.randrange(total)]
        row[8] = len(links)
        row[11] = int(chance.random() < 0.3)
        for place, link in enumerate(links):
            row[_FIXED + place] = names[link]
            row[_FIXED + _WIDTH + place] = int(chance.random() < 0.4)
            row[_FIXED + 2 * _WIDTH + place] = 1
            row[_FIXED + 3 * _WIDTH + place] = chance.randint(-3, 3)
    if "skip" in hooks.names:
        for row in rows:  # a skipped move hands the move over
            others = [node for node, other in enumerate(rows) if not turns or other[3] != row[3]]
            row[7] = chance.choice(others) if others else row[7]
    _number(chance, rows)
    plain = _made(hooks, names[0], rows, ("moves", "play", "result", "turn"))
    true = solved(plain, range(total))
    _add_knowledge(chance, hooks, plain, true, rows)
    longest = None if cyclic or chance.random() < 0.5 else count
    return HookedGame(_made(hooks, names[0], rows, None, longest), true)


def _made(
    hooks: Hooks, start: int, rows: list[list[int]], only: tuple[str, ...] | None, longest: int | None = None
) -> hm.Game:
    rules = {name: rule for name, rule in hooks.rules.items() if only is None or name in only}
    tiers = [sorted((row[10], node) for node, row in enumerate(rows) if row[9] == tier) for tier in (0, 1)]
    tail = [node for members in tiers for _, node in members] + [len(members) for members in tiers]
    data = np.array([number for row in rows for number in row] + tail, np.int64)
    return hm.Game("hooked", start, **rules, data=data, longest=longest)


def _number(chance: random.Random, rows: list[list[int]]) -> None:
    """Give all nodes a tier and a rank: tier 1 is what some node, and its mirror image, lead to."""
    waiting = [chance.randrange(len(rows))]
    inside: set[int] = set()
    while waiting:
        node = waiting.pop()
        if node not in inside:
            inside.add(node)
            twins = [other for other, row in enumerate(rows) if row[6] == rows[node][6]]
            waiting += [*twins, *rows[node][_FIXED : _FIXED + rows[node][8]]]
    for tier in (0, 1):
        members = [node for node in range(len(rows)) if (node in inside) == (tier == 1)]
        chance.shuffle(members)
        for rank, node in enumerate(members):
            rows[node][9:11] = [tier, rank]


def _add_knowledge(chance: random.Random, hooks: Hooks, game: hm.Game, true: Solved, rows: list[list[int]]) -> None:
    """Bounds that hold, and tries that have a best move wherever bounds do not settle a position."""
    scale = 1 if hooks.scores == "whole" else 2
    how_often = chance.choice((0.0, 0.2, 0.5, 1.0))
    for node, row in enumerate(rows):
        value, _ = true[node]
        worth = int(value * scale) if abs(value) != math.inf else (_FAR if value > 0 else -_FAR)
        if "bounds" in hooks.names and chance.random() < how_often:
            low = chance.choice((-_FAR, worth, worth, max(worth - 1, -_FAR)))
            high = chance.choice((_FAR, worth, worth, min(worth + 1, _FAR)))
            row[4:6] = [low, high]
        if "symmetry" in hooks.names:
            row[4:6] = rows[row[6]][4:6] if node > row[6] else row[4:6]
    for node, row in enumerate(rows):
        if "symmetry" in hooks.names:
            row[4:6] = rows[row[6]][4:6]
        if "tries" not in hooks.names or row[0]:
            continue
        settled = "bounds" in hooks.names and row[4] == row[5]
        best = _best_moves(game, true, node)
        kept = set() if settled else {chance.choice(best)}
        for move in range(row[8]):
            row[_FIXED + 2 * _WIDTH + move] = int(move in kept or chance.random() < 0.4)


def _best_moves(game: hm.Game, true: Solved, node: int) -> list[int]:
    """Those that reach the value of a node, and of a win those that bring its end nearer."""
    value, distance = true[node]
    found = []
    for move in game.legal(node):
        child = game.next(node, move)
        worth, left = true[child]
        worth = worth if game.moves_again(node, child) else -worth
        nearer = value <= 0 or (left is not None and distance is not None and left < distance)
        if worth == value and nearer:
            found.append(move)
    return found
