"""halfmove searches two-player game trees with the algorithms of the literature.

    import halfmove as hm
    hm.search(hm.games.connect_four(4, 4), "mtd_f", depth=8)

search          search a position of a game with any of `ALGORITHMS`
Game, games, trees    what is searched: your own game, built-in games, trees; `from_easyai`, `from_open_spiel`: adapters
Player          plays and solves; `Book`: its openings; `solve`, `Database`, `verify`: all positions of a game
prove           prove that a position is won, or that it is not; `perft` counts lines of play
draw, board     pictures; `explore`: a page that replays a search
play, page      a game against you: at a prompt, on a page
check           check that your own game keeps its contract
algorithm       declare an algorithm of your own; `check_algorithm`: check that it keeps its promise

Modules for more: `studies`, `compare`, `matches`, `bookmaking`, `exercises`, `theory`, `tracing`, `words`.
"""

# The public names are listed once, in public.py. That module is loaded when one of them is first used, so that
# `import halfmove` is quick and the command line can handle Ctrl-C before anything large is loaded.

__version__ = "0.1.0"

_MODULES = ("bookmaking", "compare", "exercises", "matches", "studies", "theory", "tracing", "words")
_LATE = {
    "explore": "halfmove.explorer.embedding",
    "page": "halfmove.pages.embedding",
    "play": "halfmove.cli.python_prompt",
    "train": "halfmove.learning.train",
}

TYPE_CHECKING = False  # type checkers treat this name as True
if TYPE_CHECKING:
    from halfmove import bookmaking as bookmaking
    from halfmove import compare as compare
    from halfmove import exercises as exercises
    from halfmove import matches as matches
    from halfmove import studies as studies
    from halfmove import theory as theory
    from halfmove import tracing as tracing
    from halfmove import words as words
    from halfmove.cli.python_prompt import play as play
    from halfmove.explorer.embedding import explore as explore
    from halfmove.learning.train import train as train
    from halfmove.pages.embedding import page as page
    from halfmove.public import *  # noqa: F403
else:

    def _public_names() -> dict[str, object]:
        """The names of public.py with their values, and `__all__`."""
        from importlib import import_module

        names = {key: value for key, value in vars(import_module("halfmove.public")).items() if key[0] != "_"}
        return names | {"__all__": sorted([*names, *_LATE])}

    def __getattr__(name: str) -> object:
        from importlib import import_module
        from importlib.util import find_spec

        if name in ("games", "trees"):
            import_module("halfmove.public")  # which knows how a game or a tree is shown in a notebook
        if name in (*_MODULES, "games", "trees"):
            return import_module(f"halfmove.{name}")
        if name in _LATE:  # loaded later than the other names: few programs use them
            return getattr(import_module(_LATE[name]), name)
        # Private names load nothing. Neither do other modules: after an AttributeError, `from halfmove import bits`
        # finds the module by itself.
        if name == "__all__" or not (name.startswith("_") or find_spec(f"halfmove.{name}")):
            names = _public_names()
            globals().update(names)
            if name in names:
                return names[name]
        raise AttributeError(f"module 'halfmove' has no attribute {name!r}")

    def __dir__() -> list[str]:
        return sorted({*_public_names()["__all__"], *_MODULES, *(name for name in globals() if name.startswith("__"))})
