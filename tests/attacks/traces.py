"""Recorded searches on trees and games of all shapes: do they find the same, and can all events be shown?

`python -m tests.attacks.traces [SEED] [COUNT]` makes COUNT searches.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from typing import Any

import halfmove as hm
from halfmove.errors import HalfmoveError
from halfmove.tracing import listing, reasons, told
from tests.attacks import as_command
from tests.attacks.searches import any_parameters, any_tree, any_window, brute


def any_game(chance: random.Random) -> hm.Game:
    """A game whose positions are ints, texts or tuples that many lines lead to.

    Moves may be unhashable, and a player may move twice.
    """
    size, kind, as_lists = chance.randint(4, 14), chance.choice(["int", "text", "tuple"]), chance.random() < 0.2
    children = {i: [chance.randint(i + 1, size) for _ in range(chance.randint(1, 3))] for i in range(size)}
    score = chance.randint(-3, 3)

    def position(i: int) -> Any:
        return {"int": i, "text": str(i), "tuple": (i,)}[kind]

    def number(p: Any) -> int:
        return int(p[0] if kind == "tuple" else p)

    def moves(p: Any) -> Any:
        for i in range(len(children[number(p)])):
            yield [i] if as_lists else i

    def play(p: Any, move: Any) -> Any:
        return position(children[number(p)][move[0] if as_lists else move])

    def result(p: Any) -> Any:
        return number(p) == size, score

    def evaluate(p: Any) -> int:
        return number(p) * 7 % 5 - 2

    def turn(p: Any) -> int:
        return number(p) // 3 % 2

    again = turn if chance.random() < 0.4 else None
    return hm.Game("a game", position(0), moves, play, result, evaluate, turn=again, longest=size + 1)


def attack(
    seed: int, count: int, report: Callable[[str], None] = lambda _: None
) -> tuple[Counter[str], dict[str, str]]:
    """Search `count` times, with and without a log. Returns how often searches ended in each way, and the faults."""
    chance = random.Random(f"traces {seed}")
    tried: Counter[str] = Counter()
    faults: dict[str, str] = {}
    while tried.total() < count:
        algorithm = hm.ALGORITHMS[chance.choice(sorted(hm.ALGORITHMS))]
        how = any_parameters(chance, algorithm)
        if chance.random() < 0.5:
            tree = any_tree(chance)
            game = hm.trees.explicit(tree)
            nodes = chance.choice([None, None, 1, 5, 30])
            how |= {"window": any_window(chance, brute(tree)), "limits": nodes and hm.Limits(nodes=nodes)}
        else:
            game, tree = any_game(chance), None
            how |= {"depth": chance.choice([None, 0, 1, 3, 5])}
        if algorithm.tables and chance.random() < 0.3:
            how["table"] = "1 MB"
        plain, recorded = answer(game, algorithm.id, how, False), answer(game, algorithm.id, how, True)
        tried["refused" if isinstance(plain, str) else "searched"] += 1
        if plain != recorded:
            faults[f"{tree!r} {algorithm.id} {how}"] = f"{plain} without a log, {recorded} with one"
    for case, fault in faults.items():
        report(f"{case}: {fault}")
    return tried, faults


def answer(game: hm.Game, algorithm: str, how: dict[str, Any], trace: bool) -> Any:
    """What a search finds, or the sentence that refuses it. Everything that is recorded is shown once."""
    try:
        r = hm.search(game, algorithm, compiled=False, trace=trace, **how)
    except HalfmoveError as error:
        return str(error)
    if trace:
        assert len(r.leaf_order or ()) == r.counts.leaves
        assert len(list(told(r.log))) >= len(r.log)
        assert all("{" not in each.text for each in reasons(r.log))
        assert listing(r.events or ()) or not r.events
        assert r.as_dict()
    return r.value, r.bound, r.counts, r.line, r.stopped


if __name__ == "__main__":
    as_command(attack, "traces")
