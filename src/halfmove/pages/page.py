"""The page of a game: one HTML file in which it is played, against the package's own search as WebAssembly.

Its HTML, styles and scripts are in the folder `js/` and are joined here. Everything that comes from the game is data.
"""

from __future__ import annotations

import base64
import io
import re
import zlib
from contextlib import redirect_stdout
from functools import cache
from importlib.resources import files
from typing import Any

import halfmove
from halfmove.base.printable import printable_line
from halfmove.base.signatures import has_parameter
from halfmove.engine import shapes
from halfmove.errors import UsageError
from halfmove.evaluations.evaluation import evaluated
from halfmove.game import Game
from halfmove.pages.how_to_play import how_to_play
from halfmove.pages.known import booked_positions, solved_positions
from halfmove.pages.portable import evaluator, portable, shape_of
from halfmove.pages.programs import player_programs
from halfmove.pages.samples import samples, side_names, whole_results
from halfmove.players.advantages import GUESS, WORDS, steps_of
from halfmove.players.levels import DEFAULT, LEVELS, described, name_of
from halfmove.repetition import words_of_repetition
from halfmove.reports.scripted import as_json, packed_document, without_comments

WORKER = ("machine", "thinking", "worker")
# The scripts of the page, each after those that it needs while it is loaded.
SCRIPTS = (
    "dom", "theme", "grid", "clicks", "pieces", "layout", "board",
    "words", "history", "graph", "share", "controls", "app",
)  # fmt: skip
STYLES = ("colours", "board", "style")
SOURCE = ("machine", "known", "source", "main")

_POLICY = "worker-src blob:"
_FOR_PEOPLE = ("show", "format", "spell", "say", "locate", "write", "clicks")


def page_for(
    game: Game,
    *,
    level: int = DEFAULT,
    seconds: float = 1.0,
    who: str = "first",
    endgames: Any = None,
    evaluation: Any = None,
    book: Any = None,
) -> str:
    """The page, as HTML. Raises NotCompilable if the rules of the game cannot run in a page.

    level     how strong the computer plays at first, from 1 to 10
    seconds   how long it may think about a move at first
    who       the side that a person plays at first: "first", "second", "both" or "none"
    endgames  a database of solved positions,
    evaluation  an evaluation that was learned, and
    book      an opening book, that go into the page
    """
    game = evaluated(game, evaluation)
    _check_playable(game)
    solved = None if endgames is None else solved_positions(game, endgames)
    booked = None if book is None else booked_positions(game, book)
    made = player_programs(game, solved is not None and solved["ranked"])
    real = made.programs[0].about["real"]
    texts = portable({name: getattr(game, name) for name in _FOR_PEOPLE})
    with redirect_stdout(io.StringIO()):  # a `show` may print
        played = samples(game, real, most_moves=made.programs[0].about["most_moves"], spells="spell" in texts.roots)
        about = _about(game, level, seconds, who, played)
    move = next(iter(game.legal(game.start, 1)))
    about |= {"canLocate": "locate" in texts.roots, "canWrite": "write" in texts.roots}
    about["notes"] += [
        f"The page cannot run `{name}` of this game: {_bare(why)}." for name, why in texts.refused.items()
    ]
    for found, what in ((solved, "A database of {} solved positions"), (booked, "An opening book of {} positions")):
        if found is not None:
            size = len(zlib.compress(as_json(found).encode(), 9)) * 4 // 3
            about["notes"].append(f"{what.format(format(len(found['rows']), ','))} is inside ({size / 1000:.0f} KB).")
    if game.weights is not None:
        size = len(zlib.compress(game.weights.tobytes(), 9)) * 4 // 3
        about["notes"].append(f"A learned evaluation of {len(game.weights):,} words is inside ({size / 1000:.0f} KB).")
    data = {
        "about": about,
        "programs": [{"code": base64.b64encode(each.code).decode(), "about": each.about} for each in made.programs],
        "player": made.numbers,
        "wholeResults": whole_results(game, played),
        "repetition": _repetition(game),
        "start": [str(shapes.as_bits(each)) for each in shapes.leaves_of(shapes.canonical(game.start), "")],
        "texts": {
            "position": shape_of(shapes.canonical(game.start), texts),
            "move": shape_of(shapes.canonical(move), texts),
            "second": game.show is not None and has_parameter(game.show, "second"),
            "things": texts.things,
            "roots": texts.roots,
        },
        "samples": played,
        "known": {"solved": solved, "booked": booked},
        "worker": worker_script(),
    }
    code = script(*SCRIPTS) + without_comments(evaluator(texts)) + script(*SOURCE)
    return packed_document(about["title"], style(), text("page.html"), data, code, _POLICY)


def _repetition(game: Game) -> dict[str, Any] | None:
    """What the page must know to end a game when a position comes again; None if that ends nothing."""
    if not game.occurrences or game.lasting is None:
        return None
    return {
        "occurrences": game.occurrences,
        "score": game.repetition_score,
        "words": words_of_repetition(game.occurrences),
        "step": 2 if game.turn is None else 1,
        "uncounted": game.uncounted is not None,
    }


def served_document(game: Game, level: int, seconds: float, who: str = "first") -> str:
    """The page for a game that a server plays (`serving.py`)."""
    _check_playable(game)
    about = _about(game, level, seconds, who, samples(game, False, plain=True))
    about |= {"served": True, "canLocate": game.locate is not None, "canWrite": game.write is not None}
    code = script(*SCRIPTS, "served")
    return packed_document(about["title"], style(), text("page.html"), {"about": about}, code, "connect-src 'self'")


def _bare(sentence: str) -> str:
    """A sentence with the names of files, but without their folders: the page goes to other people."""
    return re.sub(r"[^\s()'\"]*[/\\]([^/\\\s()]+:\d+)", r"\1", sentence)


def _check_playable(game: Game) -> None:
    if game.leaves_only:
        raise UsageError(f"{game.name} is a tree, and only its leaves have scores: name a game to play")
    if game.outcome(game.start)[0]:
        raise UsageError(f"{game.name}: the game is over at its start, so there is nothing to play")


def _about(game: Game, level: int, seconds: float, who: str, played: list[dict[str, Any]]) -> dict[str, Any]:
    """What the page says about the game, and how it begins."""
    return {
        "name": printable_line(game.name),
        "title": title_of(game),
        "rules": how_to_play(game),
        "levels": [{"number": number, "name": name_of(number), "words": described(number)} for number in LEVELS],
        "advantage": {"beyond": steps_of(game), "words": WORDS, "guess": GUESS, "blind": game.evaluate is None},
        "players": side_names(game, played),
        "unit": game.unit,
        "seconds": seconds,
        "level": level,
        "who": who,
        "version": halfmove.__version__,
        "notes": [],
        "served": False,
        "canLocate": False,
        "canWrite": False,
    }


def title_of(game: Game) -> str:
    """The name of a game, as a heading."""
    name = printable_line(game.name)
    return name[:1].upper() + name[1:]


@cache
def worker_script() -> str:
    """The script of the worker in which the computer thinks."""
    return '"use strict";\n' + script(*WORKER)


@cache
def script(*names: str) -> str:
    """Scripts of the page, joined."""
    return "".join(without_comments(text(f"{name}.js")) for name in names)


@cache
def style() -> str:
    return "".join(without_comments(text(f"{name}.css")) for name in STYLES)


@cache
def text(name: str) -> str:
    """A file of the page."""
    return (files("halfmove.pages") / "js" / name).read_text(encoding="utf-8")
