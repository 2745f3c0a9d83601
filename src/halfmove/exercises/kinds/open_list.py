"""OPEN, and BACKUP if the algorithm has one, after some steps of a state-space search."""

from __future__ import annotations

import random
from typing import Any, NamedTuple

from halfmove.exercises.kinds.order import cases
from halfmove.exercises.levels import listed, tree_for
from halfmove.exercises.model import TREES, Exercise, Gap, Rules, Solution
from halfmove.recording.log import Event
from halfmove.tracing.listings import entries

FAR = 99  # more than any leaf: the first merit on OPEN
QUESTION = "{title} searches this tree. {how}Give {lists} after {steps}."
STATES = (
    "OPEN begins with ({first}): node 0, {status}, merit 99, which is more than any leaf. A step takes one state from "
    "OPEN and applies the case that fits it.",
    "A new state has the merit of the state that it comes from, unless its case says otherwise.",
    "Write each state as in (1.2,L,7), with L for LIVE{letters} and S for SOLVED, the largest merit first, and among "
    "equal merits the leftmost node.",
)
BACKUP = Rules(
    "BACKUP",
    (
        "BACKUP is written from left to right: (1.1,2,3,9) is the MAX node 1.1 with 2 children opened, lower bound 3 "
        "and merit 9. It holds the MAX nodes with more than one part until they are SOLVED.",
        "The lower bound of node 0 begins at -99. Any other MAX node begins with the bound of the MAX node above it, "
        "and a bound that rises is passed down to all MAX nodes below. No merit falls below the bound.",
        "Before 6b and 6c the other states below the parent leave OPEN. A partition is one of the two parts.",
    ),
)
ITERATIVE = "OPEN has room for {memory} states. At first all of them are INACTIVE. "
ITERATIVE_RULES = (
    "While memory is being filled, a step takes the first INACTIVE state. New LIVE states are INACTIVE, SOLVED ones "
    "are ACTIVE. This phase ends when no state is INACTIVE, or at the first MAX node whose children do not fit into "
    "memory. In that case the step changes nothing else.",
    "From then on a step takes the first ACTIVE state, and new states are ACTIVE. A LIVE MAX node whose children do "
    "not fit into memory becomes INACTIVE.",
    "In place of case 6: the states below the parent that are not better than the SOLVED MIN node leave OPEN. If "
    "INACTIVE states are left below the parent, the deepest of them becomes ACTIVE, and among several the leftmost. "
    "Otherwise the parent is SOLVED in place of its child.",
)
EMPTY = "(empty)"
WHY = "Go through the steps one by one, and find the case that fits the state that each takes."
FIRST = 2  # the first level with this kind: two half-moves are too few to see what a best-first search does


class Asked(NamedTuple):
    """An algorithm: its id, its name, its parameters, and the levels that use it."""

    id: str
    title: str
    given: dict[str, Any]
    levels: range


ASKED = [
    Asked("sss_star", "SSS*", {}, range(FIRST, 5)),
    Asked("ps_star", "PS*(2)", {"phases": 2}, range(4, 6)),
    Asked("iter_sss_star", "ITERSSS*", {"memory": "minimum"}, range(5, 6)),
]


def make(chance: random.Random, level: int) -> Exercise | None:
    asked = chance.choice([each for each in ASKED if level in each.levels])
    drawn = tree_for(chance, level)
    if drawn is None:
        return None
    result = drawn.searched(asked.id, window=(-FAR, FAR), **asked.given)
    events = result.events or ()
    steps = _steps(chance, events, level)
    if steps is None or result.counts.fallbacks:
        return None
    with_backup, iterative = asked.id == "ps_star", asked.id == "iter_sss_star"
    how, rules = "", cases(asked.id, asked.title)
    if with_backup:
        how = "It opens the children of a MAX node in two parts; the first is at least as large as the second. "
    if iterative:
        memory = 1 + (events[0].space or 0)
        how, rules = ITERATIVE.format(memory=memory), Rules(rules.title, (*rules.lines[:-1], *ITERATIVE_RULES))
    lists = "OPEN and BACKUP" if with_backup else "OPEN"
    question = QUESTION.format(title=asked.title, how=how, lists=lists, steps=f"steps {listed(steps)}")
    fields, answers, data = [], [], []
    for step in steps:
        event = events[step]
        fields.append(f"OPEN after step {step}")
        answers.append(entries(event.open))
        if with_backup:
            fields.append(f"BACKUP after step {step}")
            answers.append(entries(event.backup) or EMPTY)
        data.append({"step": step, "open": [list(each) for each in event.open]})
        data[-1] |= {"backup": [list(each) for each in event.backup]} if with_backup else {}
    explanation = f"Cases applied, from step 1 on: {', '.join(str(event.case) for event in events[: steps[-1]])}."
    options = "".join(f" --{name} {value}" for name, value in asked.given.items())
    return Exercise(
        "open",
        level,
        f"{'OPEN and BACKUP' if with_backup else 'OPEN'}: {asked.title}",
        (question,),
        Solution(
            tuple(answers),
            None,
            (explanation,),
            None,
            {"algorithm": asked.id, "parameters": asked.given, "steps": data},
        ),
        (TREES, _states(entries(events[0].open), iterative), rules, *([BACKUP] if with_backup else [])),
        tree=drawn.tree,
        picture=drawn.picture(),
        fields=tuple(fields),
        gaps=tuple(
            Gap(f"line {number}", name, "states", "" if answer == EMPTY else answer, WHY)
            for number, (name, answer) in enumerate(zip(fields, answers, strict=True))
        ),
        check=f"halfmove trace '{drawn.as_text}' -a {asked.id}{options} --window -{FAR},{FAR}",
    )


def _steps(chance: random.Random, events: tuple[Event, ...], level: int) -> list[int] | None:
    """The steps that the question asks about: after the first leaf, not at the end, and at different stages."""
    last = min(len(events) - 2, 6 + 3 * level)
    solved = next(number for number, event in enumerate(events) if event.open[-1].status == "S")
    wanted = 2 if level < 3 else 3
    possible = [step for step in range(max(solved, 3), last + 1) if len(events[step].open) > 1 or events[step].backup]
    if len(possible) < 2 * wanted:
        return None
    size = len(possible) / wanted
    return [chance.choice(possible[round(i * size) : round((i + 1) * size)]) for i in range(wanted)]


def _states(first: str, iterative: bool) -> Rules:
    """What OPEN begins with, and how a state is written."""
    status, letters = ("LIVE and INACTIVE", ", l for LIVE and INACTIVE") if iterative else ("LIVE", "")
    told = tuple(line.format(first=first[1:-1], status=status, letters=letters) for line in STATES)
    return Rules("OPEN with INACTIVE states" if iterative else "OPEN", told)
