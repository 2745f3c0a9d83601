"""`halfmove train`: learn an evaluation of a game from its rules, and find out what it is worth."""

from __future__ import annotations

import math
import os
import textwrap
from typing import Any

import click

from halfmove.base.checks import MOST_JOBS
from halfmove.cli import text
from halfmove.cli.commands import Amount, Command
from halfmove.cli.game_argument import game_from
from halfmove.cli.interrupts import interruptible
from halfmove.cli.program import Hinted, Interrupted, note
from halfmove.cli.progress import Bar, progress
from halfmove.cli.write import check
from halfmove.errors import UsageError
from halfmove.evaluations.evaluation import Evaluation
from halfmove.game import Game
from halfmove.learning.looking import look
from halfmove.learning.strength import MOVE_TIME, Compared, compare, judge, opponents
from halfmove.learning.train import MINUTES, Stage, train
from halfmove.learning.train import Interrupted as TrainingInterrupted
from halfmove.studies.cores import cores

_POINTS = (0.25, 0.5, 0.75)  # of a training, at which its strength is measured
_POINT_SECONDS, _POINT_MOVE = 3.0, 0.005
_MOST_SHOWN = 3  # patterns
_JUDGED_FOR = 30.0  # seconds for each opponent


@click.command("train", cls=Command)
@click.argument("game")
@click.option("--out", "out_file", metavar="FILE", help="File for the evaluation.")
@click.option("--show", "shown", metavar="FILE", help="Show what counts in this evaluation, instead of training.")
@click.option("--minutes", type=Amount(), metavar="M", help=f"How long to train. [default: {MINUTES:g}]")
@click.option("--games", type=int, metavar="N", help="How many games to play: repeatable on any number of cores.")
@click.option("--seed", type=int, default=0, show_default=True, metavar="S", help="Seed of everything random.")
@click.option("--jobs", type=click.IntRange(1, MOST_JOBS), metavar="J", help="Cores. [default: all of them]")
@click.option("--resume", is_flag=True, help="Go on with a training that was interrupted.")
@click.option("--match/--no-match", "matches", default=True, help="Find out how strong it is. [default: --match]")
@click.option(
    "--time", "seconds", type=Amount(), default=MOVE_TIME, show_default=True, metavar="S",
    help="Seconds for a move in these matches.",
)  # fmt: skip
@click.option("--compiled/--interpreted", default=None, help="Machine code or plain Python. [default: the faster]")
@click.option("--json", "as_json", is_flag=True, help="Print the result as JSON.")
def command(
    game: str,
    out_file: str | None,
    shown: str | None,
    minutes: float | None,
    games: int | None,
    seed: int,
    jobs: int | None,
    resume: bool,
    matches: bool,
    seconds: float,
    compiled: bool | None,
    as_json: bool,
) -> None:
    """Learn an evaluation of a game from its rules alone, by games against itself.

    GAME is a game as in `halfmove search`, or your own: my_game.py:game. At the end the player with this evaluation
    plays by the clock against the player without it, and against the game's own evaluation if it has one. Other
    commands take the file with --evaluation.

    \b
    halfmove train my_game.py:game --minutes 2 --out my_game.eval
    halfmove play my_game.py:game --evaluation my_game.eval
    """
    made = game_from(game, trees=False)
    if shown is not None:
        _show_inside(made, Evaluation.load(shown), as_json)
        return
    file = _file(out_file, resume)
    jobs_given, jobs = jobs, jobs or cores()
    curve: list[tuple[int, Compared]] = []
    try:
        with interruptible(), progress() as bar:
            learned = train(
                made,
                minutes=minutes,
                games=games,
                seed=seed,
                jobs=jobs,
                compiled=compiled,
                checkpoint=_checkpoint(file),
                resume=resume,
                progress=_Watch(made, bar, curve if matches else None, compiled),
            )
    except TrainingInterrupted as stopped:
        given = {"--minutes": minutes, "--games": games, "--seed": seed or None, "--jobs": jobs_given}
        words = [word for name, value in given.items() if value is not None for word in (name, value)]
        raise _stopped(stopped, file, text.command("train", game, *words, "--out", file, "--resume")) from None
    learned.save(file)
    if os.path.exists(_checkpoint(file)):
        os.remove(_checkpoint(file))
    found: list[Compared] = []
    if matches:
        try:
            with interruptible(), progress() as bar:
                found = judge(
                    made, learned, seconds=seconds, within=_JUDGED_FOR, jobs=jobs, compiled=compiled,
                    progress=lambda each: bar(f"match against {each.other}", each.games, None, "games"),
                )  # fmt: skip
        except KeyboardInterrupt:
            note(f"{file} was written; its match was stopped by Ctrl-C")
    _show(made, learned, file, curve, found, as_json)


def _file(out_file: str | None, resume: bool) -> str:
    """The file of the evaluation, if it can be written."""
    if not out_file or out_file == "-":
        raise UsageError("name a file for the evaluation with --out, as in --out my_game.eval")
    check({"--out": out_file})
    if os.path.exists(out_file) and not resume:
        raise UsageError(f"{out_file} exists already: name another file")
    if os.path.exists(_checkpoint(out_file)) and not resume:
        raise UsageError(f"{_checkpoint(out_file)} is of a training that was interrupted: --resume goes on with it")
    if resume and not os.path.exists(_checkpoint(out_file)):
        raise UsageError(f"there is no training to go on with: {_checkpoint(out_file)} does not exist")
    return out_file


def _checkpoint(file: str) -> str:
    """The file from which an interrupted training goes on."""
    return f"{file}.training"


def _stopped(stopped: TrainingInterrupted, file: str, again: str) -> Exception:
    """What to say after Ctrl-C; what was learned is kept."""
    if stopped.evaluation is None:
        return Hinted("stopped by Ctrl-C before the first games")
    stopped.evaluation.save(file)
    return Interrupted(f"{stopped}; what was learned is in {file}. Go on with", again)


class _Watch:
    """Shows how far a training is, and measures its strength now and then."""

    def __init__(self, game: Game, bar: Bar, curve: list[tuple[int, Compared]] | None, compiled: bool | None) -> None:
        self._game, self._bar, self._curve, self._compiled = game, bar, curve, compiled
        self._waiting = list(_POINTS)

    def __call__(self, stage: Stage) -> None:
        if stage.what != "games":
            self._bar(stage.what, 0, 100, "%")
            return
        words = f"{stage.games:,} games, mean error {stage.error:.2f}"
        self._bar(words, int(100 * stage.part), 100, "%")
        if self._curve is not None and self._waiting and stage.part >= self._waiting[0]:
            while self._waiting and stage.part >= self._waiting[0]:
                self._waiting.pop(0)
            self._measure(stage)

    def _measure(self, stage: Stage) -> None:
        assert self._curve is not None
        assert stage.evaluation is not None
        words, other = opponents(self._game)[0]
        mine = stage.evaluation().apply(self._game)
        found = compare(
            self._game, mine, other, words, seconds=_POINT_MOVE, within=_POINT_SECONDS, compiled=self._compiled
        )
        self._curve.append((stage.games, found))


def _show(
    game: Game, learned: Evaluation, file: str, curve: list[tuple[int, Compared]], found: list[Compared], as_json: bool
) -> None:
    shape = learned.shape
    if as_json:
        data: dict[str, Any] = {"game": game.name, "file": file, "games": learned.games, "seed": learned.seed}
        data |= {"cells": len(shape.cells), "patterns": len(shape.patterns), "weights": shape.weights}
        data |= {"bytes": os.path.getsize(file), "curve": [{"games": games, **_data(each)} for games, each in curve]}
        click.echo(text.as_json(data | {"matches": [_data(each) for each in found]}))
        return
    rows = [
        ("game", game.name),
        ("learned from", f"{learned.games:,} games, seed {learned.seed}"),
        ("looks at", f"{len(shape.cells)} cells in {len(shape.patterns)} patterns: {shape.weights:,} weights"),
        ("file", f"{file}, {os.path.getsize(file) / 1000:,.0f} KB"),
    ]
    rows += [(f"after {games:,} games", str(each)) for games, each in curve]
    rows += [("at the end", str(each)) for each in found]
    click.echo(text.columns(rows))
    if found and found[0].outcome != "stronger":
        click.echo(_nothing_gained(learned, found[0]))


def _show_inside(game: Game, evaluation: Evaluation, as_json: bool) -> None:
    """What counts most in an evaluation."""
    found = look(evaluation, game)
    patterns = [evaluation.shape.patterns[number] for number in found.patterns[:_MOST_SHOWN]]
    if as_json:
        data = {"cells": found.cells, "places": found.places, "patterns": patterns}
        click.echo(text.as_json({"game": game.name, **data}))
        return
    if not any(found.places):
        rows = [(f"cell {number}", f"{worth:.3f}") for number, worth in enumerate(found.cells)]
        click.echo(text.columns([("what counts", "on the mean, where 1 is a sure win"), *rows]))
        return
    pictures = {"How much each square counts, from 0 to 9": found.picture(found.strengths())}
    for number, pattern in enumerate(patterns, 1):
        pictures[f"Pattern {number} of those that count most"] = found.picture(dict.fromkeys(pattern, "#"))
    click.echo("\n\n".join(f"{title}:\n\n{textwrap.indent(each, '  ')}" for title, each in pictures.items()))


def _nothing_gained(learned: Evaluation, found: Compared) -> str:
    """What to say if the evaluation does not make the player stronger."""
    shape = learned.shape
    worse = "The player is weaker with it" if found.outcome == "weaker" else "No gain is proven"
    tried = f"{len(shape.patterns)} patterns of up to {max(map(len, shape.patterns))} of {len(shape.cells)} cells"
    return f"{worse}. Tried: {tried}, learned from {learned.games:,} games. More games may help."


def _data(compared: Compared) -> dict[str, Any]:
    found = compared.elo
    return {
        "against": compared.other,
        "games": compared.games,
        "seconds": compared.seconds,
        "elo": {name: value if math.isfinite(value) else None for name, value in vars(found).items()},
        "outcome": compared.outcome,
    }
