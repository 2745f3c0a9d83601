"""What ends the work of a player from outside: a stop, or a time that is set while it searches.

Each call of a player has a brake. All its searches look at it: machine code when it reads the clock, plain Python fifty
times a second. So one thread can end, or limit, what a player does in another one.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from halfmove.engine import clock as clocks
from halfmove.players.timing import Time

_PAST = 0  # a deadline


class Brake:
    """When one call of a player must end. Any thread may use it, also before the call begins."""

    def __init__(self) -> None:
        self.stopped = False
        self.tell: Callable[[int], None] | None = None  # told a new deadline while the call runs
        self._soft = self._hard = clocks.NEVER

    def stop(self) -> None:
        """End the call now."""
        self.stopped = True
        self._end_at(_PAST)

    def limit(self, times: Time) -> None:
        """From now on the call has this time."""
        self._soft = clocks.deadline_after(times.soft)
        self._end_at(_PAST if self.stopped else clocks.deadline_after(times.hard))

    def _end_at(self, deadline: int) -> None:
        self._hard = deadline
        if self.tell is not None:
            self.tell(deadline)

    @property
    def deadline(self) -> int:
        """When all searches end, in nanoseconds of the monotonic clock."""
        return self._hard

    def is_over(self) -> bool:
        """Whether all searches must end."""
        return time.monotonic_ns() >= self._hard

    def is_enough(self) -> bool:
        """Whether no new depth should begin."""
        return time.monotonic_ns() >= min(self._soft, self._hard)
