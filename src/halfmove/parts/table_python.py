"""The transposition table of an interpreted search: a dictionary."""

from __future__ import annotations

import math
from typing import Any

from halfmove.engine.bind import Slots
from halfmove.errors import Full
from halfmove.parts import table as t

_UNKNOWN = (False, -math.inf, math.inf)


class Table(dict[Any, Any]):
    """(position, height) -> (True, lower bound, upper bound); as many entries as machine code could have."""

    def __init__(self, position_words: int, most_words: int | None) -> None:
        super().__init__()
        self._most = math.inf if most_words is None else 3 * most_words // (4 * (position_words + 3))

    def put(self, key: Any, value: Any) -> None:
        self[key] = value
        if len(self) > self._most:
            raise Full


def _open_table(run):
    pass


def _recall(run, p, height):
    return run.memo.get((p, height), _UNKNOWN)


def _record(run, p, height, lower, upper):
    run.memo.put((p, height), (True, lower, upper))
    run.table = len(run.memo)


SLOTS: Slots = {t.open_table: _open_table, t.recall: _recall, t.record: _record}
