"""The exceptions of halfmove; the text of each is one sentence for people."""

from typing import Any

_LONGEST = 680  # characters of a sentence


def bounded(sentence: str) -> str:
    """The sentence; a very long one is cut to its beginning and its end, which says what to do."""
    if len(sentence) <= _LONGEST:
        return sentence
    end = _LONGEST // 3
    return f"{sentence[: _LONGEST - end - 5]} ... {sentence[-end:]}"


class HalfmoveError(Exception):
    """Base of every error that halfmove raises on purpose; its text is one sentence that says what to do.

    Examples
    --------
    >>> import halfmove as hm
    >>> try:
    ...     hm.search(hm.games.nim(), window=(3, 1))
    ... except hm.HalfmoveError as error:
    ...     print(error)
    the window (3, 1) is empty: its low end must be below its high end
    """

    def __init__(self, *arguments: object) -> None:
        super().__init__(*(bounded(each) if isinstance(each, str) else each for each in arguments))


class UsageError(HalfmoveError, ValueError):
    """A call with wrong arguments: an unknown algorithm, an empty window, a malformed tree, ..."""


class GameError(HalfmoveError):
    """A game whose rules break the contract of `Game`."""


class NotCompilable(GameError):
    """A game that works in Python but cannot be compiled."""


class LongLine(GameError):
    """A line of play that is longer than a search can hold."""


class BrokenPromise(HalfmoveError):
    """An algorithm that does not keep its promise; `breach` has the smallest tree that shows it."""

    def __init__(self, sentence: str, breach: Any = None) -> None:
        super().__init__(sentence)
        self.breach = breach


class StuckError(HalfmoveError):
    """An algorithm, run as it was printed, cannot continue."""


class NotPicklable(HalfmoveError, TypeError):
    """An object that cannot be copied to another process."""
