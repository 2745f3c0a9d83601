"""halfmove searches two-player game trees with any algorithm of the literature.

The library is loaded when it is first asked for something, so that the command line is there at once.
"""

__version__ = "0.1.0"

__all__ = [
    "ALGORITHMS",
    "U64",
    "Book",
    "Counts",
    "Database",
    "Game",
    "GameError",
    "HalfmoveError",
    "Limits",
    "NotCompilable",
    "Parameter",
    "Part",
    "Player",
    "Proof",
    "Result",
    "UsageError",
    "Window",
    "algorithm",
    "board",
    "check",
    "draw",
    "explore",
    "from_easyai",
    "from_open_spiel",
    "games",
    "presorted",
    "prove",
    "search",
    "solve",
    "trees",
    "verify",
]

TYPE_CHECKING = False  # a type checker takes it for True
if TYPE_CHECKING:
    from halfmove import exercises as exercises
    from halfmove import games, trees
    from halfmove import theory as theory
    from halfmove.explorer.embedding import explore
    from halfmove.public import (
        ALGORITHMS,
        U64,
        Book,
        Counts,
        Database,
        Game,
        GameError,
        HalfmoveError,
        Limits,
        NotCompilable,
        Parameter,
        Part,
        Player,
        Proof,
        Result,
        UsageError,
        Window,
        algorithm,
        board,
        check,
        draw,
        from_easyai,
        from_open_spiel,
        presorted,
        prove,
        search,
        solve,
        verify,
    )
else:

    def __getattr__(name: str) -> object:
        if name in ("theory", "exercises"):  # not loaded with the rest
            import importlib

            return importlib.import_module(f"halfmove.{name}")
        if name == "explore":
            from halfmove.explorer.embedding import explore

            return explore
        if name in __all__:
            from halfmove import public

            globals().update({each: getattr(public, each) for each in __all__ if each != "explore"})
            return globals()[name]
        raise AttributeError(f"module 'halfmove' has no attribute {name!r}")

    def __dir__() -> list[str]:
        return sorted({*globals(), *__all__, "theory", "exercises"})
