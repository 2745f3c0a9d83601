"""Random small games with right and with wrong hooks: does `solve` make a false claim, or refuse a right game?

`python -m tests.attacks.solves [SEED] [COUNT]` solves COUNT games. Their true values are found by plain retrograde
analysis (`tests/retrograde.py`), which uses none of the hooks. All games are data for a few rules
(`tests/graph_games.py`), so they share machine code.
"""

from __future__ import annotations

import random
import warnings
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

import halfmove as hm
from halfmove.errors import HalfmoveError
from tests.attacks import as_command, sentence_fault
from tests.graph_games import HEAD, ROW, Kind, all_tiers, random_game
from tests.retrograde import solved

SCORES: tuple[tuple[Any, ...], ...] = ((-1, 0, 1), (1,), (0,), (-3, -1, 0, 2, 3, 5), (-1.5, 0.0, 2.5))
LIES = ("rank", "unrank", "ranks", "tier", "symmetry", "before")


def any_kind(chance: random.Random) -> Kind:
    backward = chance.random() < 0.3
    return Kind(
        nodes=chance.choice((1, 2, 3, 5, 8, 20)),
        cyclic=backward or chance.random() < 0.7,
        tiers=chance.choice((1, 1, 2, 3)),
        down=chance.random() < 0.5,
        turns=not backward and chance.random() < 0.4,
        mirrors=not backward and chance.random() < 0.4,
        holes=chance.choice((0, 0, 1)),
        scores=chance.choice(SCORES),
        width=chance.choice((1, 2, 3)),
        ends=chance.choice((0.1, 0.3, 0.6)),
        ranked=chance.random() < 0.7,
        backward=backward,
        staying=chance.choice((0.0, 0.0, 0.9, 0.97)),
    )


def lied(game: hm.Game, lie: str, chance: random.Random) -> hm.Game | None:
    """The same game with a hook that lies about one or two positions; None without such a hook or change."""
    data = np.array(game.data)
    nodes, tiers, lowest = (int(each) for each in data[:HEAD])
    places = HEAD + ROW * nodes
    for _ in range(chance.choice((1, 1, 2))):
        row = HEAD + ROW * chance.randrange(nodes)
        tier = int(data[row + 2])
        table = places + 2 * (tier - lowest)
        count, first = int(data[table]), int(data[table + 1])
        if lie == "rank":
            data[row + 3] = chance.choice((-1, *range(count), count))
        elif lie == "unrank":
            data[first + chance.randrange(count)] = chance.randrange(nodes)
        elif lie == "ranks":
            data[table] = chance.choice((0, max(0, count - 1), count + 1))
        elif lie == "tier":
            data[row + 2] = lowest + chance.randrange(tiers)
        elif lie == "symmetry":
            data[row + 4] = chance.randrange(nodes)
        elif data[row + 8] > 0:
            if chance.random() < 0.5:
                data[row + 8] -= 1
            else:
                data[int(data[row + 7]) + chance.randrange(int(data[row + 8]))] = chance.randrange(nodes)
    hooked = getattr(game, lie) is not None and not np.array_equal(data, game.data)
    return replace(game, data=data) if hooked else None


def claims(game: hm.Game, family: bool) -> list[Any]:
    """The positions from which a database begins: those of the family, or the start."""
    if not family:
        return [game.start]
    return [
        at
        for tier in all_tiers(game)
        for number in range(game.call("ranks", tier))
        if game.tier_of(at := game.call("unrank", tier, number)) == tier and game.call("rank", at) == number
    ]


def wrong_claims(made: hm.Database, truth: dict[Any, Any], right: bool) -> str | None:
    for at, wanted in truth.items():
        found = made.probe(at)
        if found is None and made.folded and not right:  # such as by a `symmetry` that folds only some positions
            continue
        if found != wanted:
            return f"{at} is worth {wanted}, but the database has {found}"
        line = made.line(at)
        if wanted[1] is not None and len(line) != wanted[1]:
            return f"the line from {at} has {len(line)} moves and not {wanted[1]}"
    return None


def solve_fault(game: hm.Game, right: bool, how: dict[str, Any]) -> tuple[str, str | None]:
    """How a solve ended, and its fault, if any."""
    family = how["tiers"] is not None
    speed = {key: how[key] for key in ("jobs", "compiled")}
    try:
        made = hm.solve(game, **how)
        verdict = hm.verify(made, **speed)
        truth = solved(game, claims(game, family))
        wrong = wrong_claims(made, truth, right)
    except HalfmoveError as error:
        if right:
            return "refused", f"a right game is refused: {error}"
        return "refused", sentence_fault(str(error))
    except Exception as error:
        return "error", f"{type(error).__name__}: {error}"
    if wrong:
        return "wrong", f"{wrong}; {'verify does not notice' if verdict.right else 'verify notices'}"
    if right and not verdict.right:
        return "solved", f"verify finds a fault in a right database: {verdict.fault}"
    return "solved", None


def check_fault(game: hm.Game, right: bool) -> tuple[str, str | None]:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", RuntimeWarning)  # that no line reached an end
            hm.check(game, games=3, compiled=False)
    except HalfmoveError as error:
        return "checked", f"a right game is refused by check: {error}" if right else sentence_fault(str(error))
    except Exception as error:
        return "error", f"{type(error).__name__}: {error}"
    return "checked", None


def attack(
    seed: int,
    count: int,
    report: Callable[[str], None] = lambda _: None,
    speeds: tuple[dict[str, Any], ...] = ({"compiled": False}, {"compiled": True}),
) -> tuple[Counter[str], dict[str, str]]:
    """Solve `count` games, each in one way. Returns how often solves ended in each way, and the faults."""
    chance = random.Random(f"solves {seed}")
    tried: Counter[str] = Counter()
    faults: dict[str, str] = {}
    while tried.total() < count:
        kind, number = any_kind(chance), chance.randrange(10**9)
        game = random_game(kind, number)
        lie = chance.choice((*LIES, *(None,) * len(LIES)))
        lying = None if lie is None else lied(game, lie, chance)
        if lie is not None and lying is None:
            continue
        game = lying or game
        family = kind.ranked and chance.random() < 0.5 and bool(all_tiers(game))
        how: dict[str, Any] = {
            "tiers": chance.sample(all_tiers(game), len(all_tiers(game))) if family else None,
            "symmetry": chance.random() < (0.9 if lie == "symmetry" else 0.3),
            "jobs": chance.choice((1, 2)),
            **chance.choice(speeds),
        }
        case = f"random_game({kind}, {number}) lie={lie} {how}"
        try:
            end, fault = solve_fault(game, lying is None, how)
            if fault is None and not how["symmetry"] and not kind.turns and chance.random() < 0.2:
                # Its symmetry forgets whose turn it is, which `solve` allows and players do not.
                bare = replace(game, symmetry=None)
                checked, fault = check_fault(bare, lying is None)
                tried[checked] += 1
        except HalfmoveError as error:
            end, fault = "error", str(error)
        tried[end if lying is None else f"{end}, lied"] += 1
        if fault is not None:
            faults[case] = fault
            report(f"{case}: {fault}")
    return tried, faults


if __name__ == "__main__":
    as_command(attack, "solves")
