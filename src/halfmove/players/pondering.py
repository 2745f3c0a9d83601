"""Thinking while the other side does: a search in a thread of its own, whose time is set, or which is ended, later."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

from halfmove.model import Result
from halfmove.players.brake import Brake
from halfmove.players.timing import Time


class Pondering:
    """A player that thinks about a position while the program goes on; made by `Player.ponder`."""

    def __init__(self, think: Callable[[Brake], Result], times: Callable[[Any], Time]) -> None:
        self._think, self._times, self._brake = think, times, Brake()
        self._result: Result | None = None
        self._error: BaseException | None = None
        self._thread = threading.Thread(target=self._work, daemon=True)
        self._thread.start()

    def _work(self) -> None:
        try:
            self._result = self._think(self._brake)
        except BaseException as error:
            self._error = error

    @property
    def done(self) -> bool:
        """Whether the move is found."""
        return not self._thread.is_alive()

    def hit(self, clock: Any = None) -> None:
        """Let the time begin: the other side made the move that led to this position.

        Parameters
        ----------
        clock : (float, float), optional
            Seconds left, and seconds added after each move. None: the limits of the player hold from now on.
        """
        self._brake.limit(self._times(clock))

    def stop(self) -> None:
        """End the search now."""
        self._brake.stop()

    def result(self) -> Result:
        """Wait for the move, and return what `Player.choose` returns. Without `hit` or `stop` it may take for ever."""
        self._thread.join()
        if self._error is not None:
            raise self._error
        assert self._result is not None
        return self._result
