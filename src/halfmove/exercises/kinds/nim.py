"""Nim: the tree of a small position with its values, the winner, and the winning first move."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from itertools import combinations_with_replacement
from typing import Any, NamedTuple

from halfmove.drawing.pictures import Picture, picture_of_tree
from halfmove.engine.search import search
from halfmove.exercises.levels import listed
from halfmove.exercises.model import Exercise, Gap, Solution
from halfmove.exercises.model import Rules as Legend
from halfmove.game import Game
from halfmove.trees.unfolding import MOST_NODES, unfold

NODES = {1: range(4, 13), 2: range(13, 19), 3: range(19, 27), 4: range(27, 37), 5: range(37, 54)}
MISERE_FROM = 2  # from this level on, taking the last match may lose
PILES, MATCHES = 4, 6  # at most

QUESTION = (
    "Nim: {piles}. The player to move takes {most} from one pile. The player who takes the last match {ends}. "
    "MAX moves first. Draw the whole tree. Which player wins if both play well, and with which first move?"
)
HOW_TO_DRAW = Legend(
    "Trees of Nim",
    (
        "Draw a square □ where it is MAX's turn and a circle ○ where it is MIN's. Write a position as its piles in "
        "rising order, as in 1,2, without empty piles, and 0 when all are empty. Moves to the same piles are one "
        "branch.",
        "Give each leaf the value 1 if MAX has won and -1 if MIN has won, and every other node its minimax value.",
    ),
)
WINNERS = ("MAX, who moves first", "MIN, who moves second")
NO_MOVE = "none: every first move loses"


class Rules(NamedTuple):
    """Piles in rising order; how many matches one may take; whether the player who takes the last one loses."""

    piles: tuple[int, ...]
    most: int
    misere: bool


Position = tuple[int, ...]


def children(position: Position, most: int) -> list[Position]:
    """The positions after one move: the smallest pile first, and few matches first."""
    found: dict[Position, None] = {}
    for pile, size in enumerate(position):
        for take in range(1, min(size, most) + 1):
            found[tuple(sorted((*position[:pile], size - take, *position[pile + 1 :])))] = None
    return list(found)


def game_of(rules: Rules) -> Game:
    """The game. A move is the position that it leads to, so that moves to the same piles are one move."""

    def moves(position: Position) -> Iterator[Position]:
        yield from children(position, rules.most)

    return Game(
        "nim",
        rules.piles,
        moves,
        lambda position, move: move,
        lambda position: (not any(position), 1 if rules.misere else -1),
        longest=sum(rules.piles),
        format=_shown,
    )


@cache
def everything() -> dict[int, list[Rules]]:
    """The rules of every level: trees of the right size, no two alike, with at most one winning first move."""
    found: dict[int, list[Rules]] = {level: [] for level in NODES}
    for count in range(1, PILES + 1):
        for piles in combinations_with_replacement(range(1, MATCHES + 1), count):
            for most in sorted({2, 3, max(piles)}):
                size = _size(piles, most) if most <= max(piles) else 0
                for level, nodes in NODES.items():
                    for misere in (False, True)[: 1 + (level >= MISERE_FROM)]:
                        rules = Rules(piles, most, misere)
                        if size in nodes and len(children(piles, most)) > 1 and len(_winning(rules)) < 2:
                            found[level].append(rules)
    return found


@cache
def _size(position: Position, most: int) -> int:
    """The number of nodes of the tree."""
    return 1 + sum(_size(child, most) for child in children(position, most))


def _winning(rules: Rules) -> list[Position]:
    """The first moves that win."""
    game = game_of(rules)
    first = children(rules.piles, rules.most)
    return [move for move in first if -search(game, "minimax", position=move, compiled=False).value > 0]


def make(chance: random.Random, level: int) -> Exercise | None:
    return _made(chance.choice(everything()[level]), level)


@cache
def _made(rules: Rules, level: int) -> Exercise:
    game = game_of(rules)
    result = search(game, "minimax", compiled=False)
    picture = _picture(game, rules)
    won = result.value > 0
    winner = WINNERS[0] if won else WINNERS[1]
    (move,) = _winning(rules) if won else (None,)
    move_text = "" if move is None else _move_text(rules.piles, move)
    nodes = len(picture.nodes)
    data: dict[str, Any] = {"piles": rules.piles, "most": rules.most, "last_match_loses": rules.misere}
    return Exercise(
        "nim",
        level,
        "Nim",
        _question(rules),
        Solution(
            (winner, move_text or NO_MOVE),
            None,
            (f"The tree has {nodes} nodes, {sum(node.is_leaf for node in picture.nodes)} of them leaves.",),
            picture,
            {**data, "value": result.value, "winner": "first" if won else "second", "move": move},
        ),
        (HOW_TO_DRAW,),
        fields=("Winner", "Winning first move, if there is one"),
        space=10 + 2 * level,
        gaps=_gaps(rules, winner, move_text or NO_MOVE),
        check="" if rules.misere or rules.most < max(rules.piles) else f"halfmove search nim:{_shown(rules.piles)}",
    )


def _picture(game: Game, rules: Rules) -> Picture:
    """The tree with its values; the name of a node is its position."""
    written = unfold(game, most=MOST_NODES)
    picture = picture_of_tree(written)
    picture.nodes[0].name = _shown(rules.piles)
    for node in picture.nodes[1:]:
        node.name, node.move = node.move, ""
    if picture.nodes[0].value == "-1":
        for node in picture.nodes:
            node.best = False  # all lines lose
    return picture


def _question(rules: Rules) -> tuple[str, ...]:
    piles = rules.piles
    matches = f"{piles[0]} matches" if len(piles) == 1 else f"{listed(piles)} matches"
    described = f"one pile of {matches}" if len(piles) == 1 else f"{len(piles)} piles of {matches}"
    most = "any number of matches, at least one," if rules.most >= max(piles) else f"1 to {rules.most} matches"
    return (QUESTION.format(piles=described, most=most, ends="loses" if rules.misere else "wins"),)


def _gaps(rules: Rules, winner: str, move: str) -> tuple[Gap, ...]:
    last = "loses" if rules.misere else "wins"
    begin = f"Begin at the leaves: at 0 the player who took the last match {last}. Then give each node above its value."
    moves = [_move_text(rules.piles, after) for after in children(rules.piles, rules.most)]
    why = "A first move wins if the position after it is lost for MIN. If there is no such move, MIN wins."
    return (
        Gap("line 0", "Winner", "choice", winner, begin, list(WINNERS)),
        Gap("line 1", "Winning first move", "choice", move, why, [*moves, NO_MOVE]),
    )


def _move_text(before: Position, after: Position) -> str:
    """A move in words."""
    left, new = list(before), list(after)
    for size in before:
        if size in new:
            left.remove(size)
            new.remove(size)
    article = "the" if before.count(left[0]) == 1 else "a"
    return f"take {left[0] - new[0]} from {article} pile of {left[0]}, which leaves {_shown(after)}"


def _shown(position: Position) -> str:
    """The piles that are not empty."""
    return ",".join(str(pile) for pile in position if pile) or "0"
