"""What can go wrong, as exceptions whose text is one sentence for a person."""


class HalfmoveError(Exception):
    """Base of every error that halfmove raises on purpose."""


class UsageError(HalfmoveError, ValueError):
    """A call that asks for something impossible: unknown algorithm, empty window, a malformed tree..."""


class GameError(HalfmoveError):
    """A game whose rules break the contract of `Game`."""


class NotCompilable(GameError):
    """A game that is fine in Python but that the compiler cannot take."""


class StuckError(HalfmoveError):
    """An algorithm, run as it was printed, cannot go on."""


# The rest travel out of kernels, where an exception cannot carry a message; `search` turns them into the above.


class Stopped(Exception):
    """A limit was reached; caught by `search`, which answers with a bound."""


class NoMoves(Exception):
    """A position that is not over yields no move."""


class BadScore(Exception):
    """A score that is not a number."""


class TooDeep(Exception):
    """A search without depth limit ran past the longest line that is supported."""


class Full(Exception):
    """The memory of a best-first search is used up."""


class TooWide(Exception):
    """A node has more sons than the table of partitions has columns."""


class Starved(Exception):
    """ITERSSS* without fallback: no state is ACTIVE any more."""


class Livelock(Exception):
    """ITERSSS* without fallback: a woken node still lacks space."""
