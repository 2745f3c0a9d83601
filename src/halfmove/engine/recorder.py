"""Records the operators of an interpreted state-space search, with OPEN and BACKUP as the lists of the papers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from halfmove.engine.scores import number
from halfmove.model import Event, Retained, State


class Recorder:
    """Called before each operator; collects `Event`s. `lists` reads OPEN and BACKUP off the memory of the run."""

    def __init__(self, lists: Callable[..., Any], backup: bool) -> None:
        self.events: list[Event] = []
        self._lists, self._backup = lists, backup

    def __call__(self, run: Any, case: int) -> None:
        if run.root:
            states, backup, taken = self._lists(run)
        else:  # before the root is expanded, or after it is solved
            taken = ((), "L", run.high) if case else ((), "S", run.best)
            states = [taken]
            backup = [((), 0, run.low, run.high)] if case and self._backup else []
        opened = tuple(_state(state, run.extremes) for state in states)
        retained = tuple(Retained(_name(path), *rest) for path, *rest in backup)
        self.events.append(Event(case or None, _state(taken, run.extremes), opened, retained))

    def leaf(self, merit: Any, score: Any) -> None:
        """The whole search of a root that is a leaf."""
        first, last = State("0", "L", merit), State("0", "S", score)
        self.events = [Event(3, first, (first,)), Event(None, last, (last,))]


def _state(state: tuple[tuple[int, ...], str, Any], extremes: int) -> State:
    path, status, merit = state
    return State(_name(path), status, number(merit, extremes))


def _name(path: tuple[int, ...]) -> str:
    return ".".join(map(str, path)) or "0"
