"""The progress of a solve, as it is reported to the caller."""

from __future__ import annotations

from typing import NamedTuple


class Progress(NamedTuple):
    """The progress of a solve.

    Attributes
    ----------
    stage : str
        "listing" the positions, "counting" them, or "solving" them.
    tier : int
        The tier that is worked on.
    done, of : int
        The positions of this stage that are done, and how many there are; `of` is 0 if that is not known yet.
    seconds : float
        The time since the stage began in this run.
    begun : int
        The positions that were done already when this run began the stage.
    deep : int
        The half-moves between the start and the positions that are being listed; 0 if that is not known.
    """

    stage: str
    tier: int
    done: int
    of: int
    seconds: float
    begun: int = 0
    deep: int = 0

    @property
    def rate(self) -> float:
        """Positions per second in this run."""
        return (self.done - self.begun) / self.seconds if self.seconds > 0 else 0.0

    @property
    def left(self) -> float | None:
        """Seconds until the end of the stage; None if that is not known."""
        return (self.of - self.done) / self.rate if self.of and self.rate > 0 else None
