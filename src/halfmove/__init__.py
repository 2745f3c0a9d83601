"""halfmove searches two-player game trees with any algorithm of the literature.

    import halfmove as hm
    hm.search(hm.games.connect_four(4, 4), "mtd_f", depth=8)

search          a position of a game, with any of `ALGORITHMS`
Game, games, trees    what is searched: a game of one's own, games, trees; `from_easyai`, `from_open_spiel`: of others
Player          plays and solves; `Book`: its openings; `solve`, `Database`, `verify`: all positions of a game
prove           that a position is won, or is not
draw, board, explore    pictures, and a page that replays a search
check           does a game of one's own keep its contract?
algorithm       an algorithm of one's own

Modules for more: `studies`, `compare`, `matches`, `bookmaking`, `exercises`, `theory`, `tracing`, `words`.
"""

# The library is loaded when it is first asked for something, so that the command line is there at once.

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

_MODULES = ("bookmaking", "compare", "exercises", "matches", "studies", "theory", "tracing", "words")

TYPE_CHECKING = False  # a type checker takes it for True
if TYPE_CHECKING:
    from halfmove import bookmaking as bookmaking
    from halfmove import compare as compare
    from halfmove import exercises as exercises
    from halfmove import games, trees
    from halfmove import matches as matches
    from halfmove import studies as studies
    from halfmove import theory as theory
    from halfmove import tracing as tracing
    from halfmove import words as words
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
        if name in _MODULES:  # not loaded with the rest
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
        return sorted({*__all__, *_MODULES, *(name for name in globals() if name.startswith("__"))})
