"""OPEN and BACKUP as the lists of the papers, read off the blocks of an interpreted search."""

from __future__ import annotations

import math
from typing import Any

from halfmove.algorithms.sss_star_1979 import FATHER, NEXT, NUMBER
from halfmove.engine.task import Outcome
from halfmove.model import Event, Retained, State
from halfmove.parts.blocks import ASLEEP, COUNT, DONE, FIRST, GONE, HELD, HIGH, LOW, OPENED, SOLVED, WIDTH


class Recorder:
    """Called before each operator; collects `Event`s."""

    def __init__(self, backup: bool) -> None:
        self.events: list[Event] = []
        self._backup = backup

    def __call__(self, run: Any, case: int) -> None:
        states: list[tuple[tuple[int, ...], str, Any]] = []
        retained: list[Retained] = []
        if run.listed:
            states = self._list(run)
        elif run.root:
            self._walk(run, run.root, (), states, retained)
        elif case:
            states.append(((), "L", run.high))
            retained += [Retained("0", 0, run.low, run.high)] if self._backup else []
        else:
            states.append(((), "S", run.best))
        if not run.listed:
            states.sort(key=lambda state: (-state[2], state[0]))
        opened = tuple(State(_name(node), status, Outcome.number(merit, math.inf)) for node, status, merit in states)
        # ITERSSS* passes over INACTIVE states, or over ACTIVE ones while it fills its memory.
        taken = next((state for state in opened if (state.status == "l") == bool(run.filling)), opened[0])
        self.events.append(Event(case or None, taken, opened, tuple(retained)))

    def leaf(self, merit: Any, score: Any) -> None:
        """The whole search of a root that is a leaf."""
        first, last = State("0", "L", merit), State("0", "S", score)
        self.events = [Event(3, first, (first,)), Event(None, last, (last,))]

    def _list(self, run: Any) -> list[tuple[tuple[int, ...], str, Any]]:
        """OPEN of the original SSS*, whose order is its own."""
        blocks, states, state = run.store.blocks, [], run.root
        while state:
            node, path = state, []
            while blocks[node].numbers[FATHER]:
                path.append(blocks[node].numbers[NUMBER])
                node = blocks[node].numbers[FATHER]
            states.append((tuple(reversed(path)), "S" if blocks[state].sons[0] else "L", blocks[state].merits[0]))
            state = blocks[state].numbers[NEXT]
        return states

    def _walk(self, run: Any, number: int, node: tuple[int, ...], states: list[Any], retained: list[Retained]) -> None:
        block = run.store.blocks[number]
        first = block.numbers[FIRST] + 1
        if self._backup and run.partition_ends(block.numbers[WIDTH])[0] < block.numbers[WIDTH]:
            retained.append(Retained(_name(node), block.numbers[OPENED], block.scores[LOW], block.scores[HIGH]))
        for i in range(block.numbers[COUNT]):
            merit, son, child = block.merits[i], block.sons[i], block.children[i]
            at = (*node, first + i)
            if son == GONE:
                continue
            if child > 0:
                self._walk(run, child, (*at, son), states, retained)
            elif son == DONE:
                states.append((at, "S", merit))
            elif son == 0:
                states.append((at, _live(child), merit))
            else:
                states.append(((*at, son), "S" if child == SOLVED else _live(child), merit))


def _live(child: int) -> str:
    return "l" if child in (ASLEEP, HELD) else "L"


def _name(node: tuple[int, ...]) -> str:
    return ".".join(map(str, node)) or "0"
