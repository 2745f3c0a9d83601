"""Random games given as tables: any graph of positions, so that everything that `solve` must cope with occurs.

All of them are data of the same few rules, so that one compiled program serves all that have the same hooks.

A position is a node of a graph and whose turn it is: it is worth the same whoever that is.

    row of a node   over, score, tier, rank, the node that stands for it, its first move, number of moves,
                    the first node before it in its tier, number of these
    data            number of nodes, of tiers, lowest tier; rows; for each tier how many numbers it has and where they
                    begin; nodes by their numbers; where moves lead, twice that and 1 if who moved moves again;
                    the nodes before each
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

import halfmove as hm

ROW, HEAD = 9, 3
_WIDTH = 7


class Spot(NamedTuple):
    """A position, in parts some of which may be negative."""

    row: int
    column: int
    side: int


def spot(node, side):
    return Spot(node // _WIDTH - 3, node % _WIDTH - 2, side)


def node_of(p):
    return (p.row + 3) * _WIDTH + p.column + 2


def field(p, number, data):
    return int(data[HEAD + ROW * node_of(p) + number])


def moves(p, data):
    for number in range(field(p, 6, data)):
        yield number


def play(p, move, data):
    link = int(data[field(p, 5, data) + move])
    return spot(link // 2, p.side if link % 2 else 1 - p.side)


def result(p, data):
    return field(p, 0, data) != 0, field(p, 1, data)


def real_result(p, data):
    return field(p, 0, data) != 0, data[HEAD + ROW * node_of(p) + 1]


def turn(p, data):
    return p.side


def tier(p, data):
    return field(p, 2, data)


def symmetry(p, data):
    return spot(field(p, 4, data), 0)


def rank(p, data):
    return 2 * field(p, 3, data) + p.side


def ranks(tier, data):
    return 2 * int(data[HEAD + ROW * int(data[0]) + 2 * (tier - int(data[2]))])


def unrank(tier, number, data):
    place = int(data[HEAD + ROW * int(data[0]) + 2 * (tier - int(data[2])) + 1])
    node = int(data[min(place + number // 2, len(data) - 1)]) % int(data[0])  # a node also where a hook was made to lie
    return spot(node, number % 2)


def before(p, data):
    for place in range(field(p, 7, data), field(p, 7, data) + field(p, 8, data)):
        yield spot(int(data[place]), 1 - p.side)


@dataclass(frozen=True)
class Kind:
    """What a random game is like.

    cyclic    whether moves may lead back
    tiers     how many, and whether moves lead to lower ones
    turns     whether a player may move twice
    mirrors   whether every position has a twin that is worth the same
    backward  whether the game knows the positions before a position, which only games without `turns` may
    staying   which part of the moves is sure to stay in its tier, if there is one
    holes     how many numbers of a tier no position has, for each that has one
    """

    nodes: int = 20
    cyclic: bool = True
    tiers: int = 1
    down: bool = False
    turns: bool = False
    mirrors: bool = False
    holes: int = 0
    scores: tuple[Any, ...] = (-1, 0, 1)
    width: int = 3
    ends: float = 0.3
    ranked: bool = False
    backward: bool = False
    staying: float = 0.0


def random_game(kind: Kind, seed: int) -> hm.Game:
    chance = random.Random(seed)
    count = kind.nodes
    tiers = sorted(chance.randrange(kind.tiers) for _ in range(count))
    lowest = chance.choice((0, 5))
    rows: list[list[Any]] = []
    links: list[list[int]] = []
    for node in range(count):
        later = range(node + 1, count)
        same = [each for each in range(count) if tiers[each] >= tiers[node]]
        others: Any = same if kind.cyclic else later
        over = not others or (node > 0 and chance.random() < kind.ends)
        links.append([] if over else [chance.choice(others) for _ in range(chance.randint(1, kind.width))])
        if kind.staying:
            near = [each for each in others if tiers[each] == tiers[node]] or others
            links[-1] = [chance.choice(near) if chance.random() < kind.staying else each for each in links[-1]]
        rows.append([int(over), chance.choice(kind.scores) if over else 0])
    again = [[kind.turns and chance.random() < 0.3 for _ in row] for row in links]
    if kind.mirrors:
        rows += [list(row) for row in rows]
        tiers += tiers
    names = list(range(len(rows)))
    chance.shuffle(names)
    told = [0] * len(rows)
    for node, name in enumerate(names):
        told[name] = node
    high = kind.tiers - 1
    levels = [lowest + (high - each if kind.down else each) for each in tiers]
    # Numbers within tiers, with holes between them.
    by_number: list[list[int]] = []
    number_of: dict[int, int] = {}
    for level in range(lowest, lowest + kind.tiers):
        members = [node for node in range(len(rows)) if levels[node] == level]
        chance.shuffle(members)
        table: list[int] = []
        for node in members:
            for _ in range(chance.randint(0, kind.holes)):
                table.append(-1)
            number_of[node] = len(table)
            table.append(node)
        by_number.append([chance.choice(members) if each < 0 else each for each in table])
    begin = HEAD + ROW * len(rows) + 2 * kind.tiers
    places: list[int] = []
    flat: list[int] = []
    for table in by_number:
        places += [len(table), begin + len(flat)]
        flat += [names[node] for node in table]
    begin += len(flat)
    told_rows: list[list[Any]] = []
    moved: list[int] = []
    sources: list[list[int]] = [[] for _ in rows]
    for name, node in enumerate(told):
        twin = node % count
        told_rows.append([*rows[node], levels[node], number_of[node], names[twin]])
        told_rows[-1] += [begin + len(moved), len(links[twin])]
        for child, same in zip(links[twin], again[twin], strict=True):
            either = child + count * chance.randrange(2) if kind.mirrors else child
            moved.append(2 * names[either] + same)
            if levels[either] == levels[node]:
                sources[names[either]].append(name)
    begin += len(moved)
    data: list[Any] = [len(rows), kind.tiers, lowest]
    backward: list[int] = []
    for row, source in zip(told_rows, sources, strict=True):
        data += [*row, begin + len(backward), len(source)]
        backward += source
    data += places + flat + moved + backward
    real = any(isinstance(score, float) for score in kind.scores)
    numbers: dict[str, Any] = {"rank": rank, "unrank": unrank, "ranks": ranks} if kind.ranked else {}
    rules: dict[str, Any] = {"moves": moves, "play": play, "result": real_result if real else result}
    rules |= {"before": before} if kind.backward else {"turn": turn}
    table = np.array(data, np.float64)
    return hm.Game("random game", spot(names[0], 0), **rules, tier=tier, symmetry=symmetry, data=table, **numbers)


def all_positions(game: hm.Game) -> list[Spot]:
    return [spot(node, side) for node in range(int(game.data[0])) for side in range(2)]


def all_tiers(game: hm.Game) -> tuple[int, ...]:
    lowest = int(game.data[2])
    numbers = range(lowest, lowest + int(game.data[1]))
    return tuple(number for number in numbers if game.call("ranks", number))
