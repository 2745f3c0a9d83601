"""OPEN and BACKUP as the lists of the papers, read off the blocks of an interpreted search."""

from __future__ import annotations

from typing import Any

from halfmove.model import Event, Retained, State
from halfmove.search.blocks import DONE, FIRST, GONE, HIGH, KEPT, LOW, OPENED, SOLVED


class Recorder:
    """Called before each operator; collects `Event`s."""

    def __init__(self) -> None:
        self.events: list[Event] = []

    def __call__(self, run: Any, case: int) -> None:
        states: list[tuple[tuple[int, ...], str, Any]] = []
        retained: list[Retained] = []
        if run.root:
            self._walk(run, run.root, (), states, retained)
        else:
            states.append(((), "L", run.high) if case else ((), "S", run.best))
        states.sort(key=lambda state: (-state[2], state[0]))
        opened = tuple(State(_name(node), status, merit) for node, status, merit in states)
        self.events.append(Event(case or None, opened, tuple(retained)))

    def leaf(self, merit: Any, score: Any) -> None:
        """The whole search of a root that is a leaf."""
        self.events = [Event(3, (State("0", "L", merit),)), Event(None, (State("0", "S", score),))]

    def _walk(
        self, run: Any, number: int, node: tuple[int, ...], states: list[Any], retained: list[Retained]
    ) -> None:
        block = run.store.blocks[number]
        first = block.numbers[FIRST] + 1
        if block.numbers[KEPT]:
            retained.append(Retained(_name(node), block.numbers[OPENED], block.scores[LOW], block.scores[HIGH]))
        for i, (merit, son, child) in enumerate(zip(block.merits, block.sons, block.children, strict=True)):
            at = (*node, first + i)
            if son == GONE:
                continue
            if child > 0:
                self._walk(run, child, (*at, son), states, retained)
            elif son == DONE:
                states.append((at, "S", merit))
            elif son == 0:
                states.append((at, "L", merit))
            else:
                states.append(((*at, son), "S" if child == SOLVED else "L", merit))


def _name(node: tuple[int, ...]) -> str:
    return ".".join(map(str, node)) or "0"
