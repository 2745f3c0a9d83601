"""What can go wrong, as exceptions whose text is one sentence for a person."""


class HalfmoveError(Exception):
    """Base of every error that halfmove raises on purpose."""


class UsageError(HalfmoveError, ValueError):
    """A call that asks for something impossible: unknown algorithm, empty window, a malformed tree..."""


class GameError(HalfmoveError):
    """A game whose rules break the contract of `Game`."""


class NotCompilable(GameError):
    """A game that is fine in Python but that the compiler cannot take."""


class LongLine(GameError):
    """A line of play that is longer than a search has room for."""


class StuckError(HalfmoveError):
    """An algorithm, run as it was printed, cannot go on."""
