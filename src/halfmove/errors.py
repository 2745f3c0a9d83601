"""What can go wrong, as exceptions whose text is one sentence for a person."""

_LONGEST = 680  # characters of a sentence: more is not read


def bounded(sentence: str) -> str:
    """A sentence; of one that is far too long the beginning, and the end, which says what to do."""
    if len(sentence) <= _LONGEST:
        return sentence
    end = _LONGEST // 3
    return f"{sentence[: _LONGEST - end - 5]} ... {sentence[-end:]}"


class HalfmoveError(Exception):
    """Base of every error that halfmove raises on purpose; its text is one sentence that says what to do.

    >>> import halfmove as hm
    >>> try:
    ...     hm.search(hm.games.nim(), window=(3, 1))
    ... except hm.HalfmoveError as error:
    ...     print(error)
    the window (3, 1) is empty: its low end must be below its high end
    """

    def __init__(self, *said: object) -> None:
        super().__init__(*(bounded(each) if isinstance(each, str) else each for each in said))


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


class NotPicklable(HalfmoveError, TypeError):
    """An object that cannot be copied to another process."""
