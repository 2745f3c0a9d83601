"""How often a player makes an error at its horizon, with and without quiescence.

The results are the tables of docs/the-horizon-effect.md.

    python benchmarks/horizon.py            errors at depths 1 to 4, then matches at equal nodes
    python benchmarks/horizon.py --find     positions in which only the search without quiescence makes an error

Positions come from random games with a fixed seed, and no limit is a time: the counts are the same everywhere.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import islice
from typing import Any

from random_games import random_lines

import halfmove as hm

# game, depth of the judge, least cost of a move that is an error
TRIALS = (
    (hm.games.breakthrough(6, 6), 9, 10),
    (hm.games.checkers(), 10, 100),
    (hm.games.kalah(6, 4), 10, 4),
)
POSITIONS, DEPTHS, SEED = 300, (1, 2, 3, 4), 1
PAIRS, OPENING, NODES = 100, 6, 20_000


def random_positions(game: hm.Game, count: int, seed: int) -> Iterator[Any]:
    """Positions of random games with more than one move."""
    return islice((at for _, at in random_lines(game, range(6, 31), seed) if len(game.legal(at)) > 1), count)


class Judge:
    """The values of moves by a much deeper search."""

    def __init__(self, game: hm.Game, depth: int) -> None:
        self.game, self.depth, self.player = game, depth, hm.Player(game, hm.Limits())
        self.known: dict[Any, Any] = {}

    def worth(self, p: Any, move: Any) -> Any:
        child = self.game.next(p, move)
        if child not in self.known:
            over, score = self.game.outcome(child)
            self.known[child] = score if over else self.player.choose(child, depth=self.depth - 1).value
        return self.known[child] if self.game.moves_again(p, child) else -self.known[child]

    def best(self, p: Any) -> Any:
        return self.player.choose(p, depth=self.depth).move


def errors(game: hm.Game, deep: int, margin: int) -> None:
    judge, both = Judge(game, deep), [hm.Player(game, hm.Limits(), quiescence=on) for on in (False, True)]
    wrong = {(depth, on): 0 for depth in DEPTHS for on in (False, True)}
    alone = dict.fromkeys(wrong, 0)  # errors that only one of the two makes
    nodes = dict.fromkeys(wrong, 0)
    for p in random_positions(game, POSITIONS, SEED):
        best = judge.worth(p, judge.best(p))
        for depth in DEPTHS:
            errs = []
            for on in (False, True):
                both[on].forget()
                found = both[on].choose(p, depth=depth)
                nodes[depth, on] += found.counts.nodes
                errs.append(best - judge.worth(p, found.move) >= margin)
                wrong[depth, on] += errs[on]
            if errs[0] != errs[1]:
                alone[depth, errs[1]] += 1
    for depth in DEPTHS:
        cells = [wrong[depth, False], wrong[depth, True], alone[depth, False], alone[depth, True]]
        cells += [round(nodes[depth, on] / POSITIONS) for on in (False, True)]
        print("| " + " | ".join(map(str, [game.name, depth, *cells])) + " |", flush=True)


def play_out(game: hm.Game, at: Any, players: list[hm.Player]) -> Any:
    """The score of the side to move at the beginning, which the first of two players plays."""
    mine = True
    while not game.outcome(at)[0]:
        child = game.next(at, players[0 if mine else 1].choose(at).move)
        mine = mine if game.moves_again(at, child) else not mine
        at = child
    score = game.outcome(at)[1]
    return score if mine else -score


def match(game: hm.Game) -> None:
    with_it, without = (hm.Player(game, hm.Limits(nodes=NODES), quiescence=on) for on in (True, False))
    won = drawn = lost = 0
    for _, p in islice(random_lines(game, range(OPENING, OPENING + 1), SEED), PAIRS):
        for players, sign in (([with_it, without], 1), ([without, with_it], -1)):
            for player in players:
                player.forget()
            score = sign * play_out(game, p, players)
            won, drawn, lost = won + (score > 0), drawn + (score == 0), lost + (score < 0)
    points = (won + drawn / 2) / (won + drawn + lost)
    print(f"| {game.name} | {won} | {drawn} | {lost} | {points:.1%} |", flush=True)


def find(game: hm.Game, deep: int, margin: int) -> None:
    """Print positions in which only the search without quiescence makes an error, those with the fewest moves first."""
    judge, both = Judge(game, deep), [hm.Player(game, hm.Limits(), quiescence=on) for on in (False, True)]
    found = []
    for p in random_positions(game, POSITIONS, SEED):
        for depth in DEPTHS:
            moves = [both[on].choose(p, depth=depth).move for on in (False, True)]
            worth = [judge.worth(p, move) for move in moves]
            if worth[1] - worth[0] >= 2 * margin and worth[1] == judge.worth(p, judge.best(p)):
                found.append((len(game.legal(p)), depth, p, [game.format(move) for move in moves], worth))
    found.sort(key=lambda each: each[:2])
    for _count, depth, p, moves, worth in found[:12]:
        print(game.show(p), p, f"depth {depth}: {moves[0]} is worth {worth[0]}, {moves[1]} {worth[1]}", sep="\n")


if __name__ == "__main__":
    if "--find" in sys.argv:
        for trial in TRIALS:
            find(*trial)
    else:
        print("| game | depth | errors without | errors with | only without | only with | nodes without | nodes with |")
        print("|---|---|---|---|---|---|---|---|")
        for trial in TRIALS:
            errors(*trial)
        print("\n| game | won | drawn | lost | points |\n|---|---|---|---|---|")
        for game, _deep, _margin in TRIALS:
            match(game)
