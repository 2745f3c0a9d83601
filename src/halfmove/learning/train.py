"""`halfmove.train`: learn an evaluation of a game from its rules."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from halfmove.base.checks import MOST_JOBS, shown, whole
from halfmove.base.gate import checked
from halfmove.conformance.rules_hash import rules_hash
from halfmove.errors import UsageError
from halfmove.evaluations.evaluation import Evaluation
from halfmove.game import Game
from halfmove.learning import checkpoints
from halfmove.learning.cells import sample
from halfmove.learning.checkpoints import Checkpoint
from halfmove.learning.course import course_for
from halfmove.learning.shaping import largest_guess, shape_of
from halfmove.learning.trainer import Trainer
from halfmove.studies.cores import cores

MINUTES = 2.0
_SAVE_EVERY = 20.0  # seconds between two checkpoints
_MINUTE = 60.0
_MOST_MINUTES = 1_000_000
_MOST_SEED = 1 << 62
_RECENT = 0.95  # how much of the mean error is that of earlier batches


@dataclass(frozen=True)
class Stage:
    """How far a training is.

    Attributes
    ----------
    what : str
        What is being done, in words.
    games : int
        How many games were played.
    part : float
        The part of the training that is done, from 0 to 1.
    seconds : float
        How long it has taken, with what an interrupted training took before.
    error : float
        The mean error of the last guesses, where a win is 1 and a loss is -1.
    evaluation : callable or None
        Makes the evaluation as it is now; None before there is one.
    """

    what: str
    games: int = 0
    part: float = 0.0
    seconds: float = 0.0
    error: float = 0.0
    evaluation: Callable[[], Evaluation] | None = None


class Interrupted(KeyboardInterrupt):
    """Raised on Ctrl-C during a training. `evaluation` is what was learned so far, or None."""

    def __init__(self, evaluation: Evaluation | None) -> None:
        games = 0 if evaluation is None else evaluation.games
        super().__init__(f"stopped by Ctrl-C after {games:,} games")
        self.evaluation = evaluation


@checked
def train(
    game: Game,
    *,
    minutes: float | None = None,
    games: int | None = None,
    seed: int = 0,
    jobs: int | None = None,
    compiled: bool | None = None,
    checkpoint: str | None = None,
    resume: bool = False,
    progress: Callable[[Stage], Any] | None = None,
) -> Evaluation:
    """Learn an evaluation of a game from its rules: the evaluation plays against itself.

    Nothing is known of the game but its rules. What its positions are made of, and which parts of them belong together,
    is found in random games.

    Parameters
    ----------
    game : Game
        The game. Its own `evaluate` plays no part.
    minutes : float, optional
        How long to train. The default is two minutes, unless `games` is given.
    games : int, optional
        How many games to play. With the same seed, the evaluation is the same on any machine with any number of cores.
    seed : int
        Seed of everything random.
    jobs : int, optional
        How many cores to use. The default is all of them.
    compiled : bool, optional
        True: machine code. False: plain Python, which is much slower. None: machine code if the game can be compiled.
    checkpoint : str, optional
        A file that is written now and then, from which an interrupted training can go on.
    resume : bool
        Go on from the checkpoint, if it exists. The result is that of a training without interruption.
    progress : callable, optional
        Called with a `Stage` after each batch of games.

    Returns
    -------
    Evaluation
        The evaluation: `save` writes it to a file, `apply` gives a game with it, and `Player` takes it.

    Raises
    ------
    UsageError
        If there is nothing to learn in this game, or the checkpoint is of other rules.
    Interrupted
        On Ctrl-C. It holds what was learned so far.

    Examples
    --------
    >>> import halfmove as hm
    >>> evaluation = hm.train(hm.games.tic_tac_toe(), games=40, compiled=False)
    >>> evaluation.games
    40
    """
    plan = _Plan.of(minutes, games)
    seed, jobs = (
        whole("seed", seed, -_MOST_SEED, _MOST_SEED),
        cores() if jobs is None else whole("jobs", jobs, 1, MOST_JOBS),
    )
    if game.leaves_only:
        raise UsageError(f"{game.name} is a tree, in which only leaves have scores: there is nothing to guess")
    if resume and checkpoint is None:
        raise UsageError("resume needs the file of the checkpoint: give checkpoint=")
    tell = progress or (lambda stage: None)
    before = _before(game, checkpoint, resume)
    run = _Running(game, plan, jobs, compiled, checkpoint, tell)
    try:
        run.begin(before, seed)
        run.go()
    except KeyboardInterrupt:
        raise Interrupted(run.keep()) from None
    finally:
        run.close()
    return run.evaluation()


def _before(game: Game, checkpoint: str | None, resume: bool) -> Checkpoint | None:
    """The training to go on with, if there is one."""
    if checkpoint is None or not os.path.exists(checkpoint):
        return None
    if not resume:
        raise UsageError(f"{checkpoint} already exists: resume=True goes on with its training; or name another file")
    return checkpoints.read(checkpoint, game)


@dataclass(frozen=True)
class _Plan:
    """How long to train: a number of games, a time in seconds, or what is over first."""

    games: int | None
    seconds: float | None

    @classmethod
    def of(cls, minutes: float | None, games: int | None) -> _Plan:
        if minutes is not None and not 0 < minutes <= _MOST_MINUTES:
            raise UsageError(f"minutes must be a number above 0, up to {_MOST_MINUTES:,}, not {shown(minutes)}")
        if games is not None:
            whole("games", games, 1, 1 << 40)
        elif minutes is None:
            minutes = MINUTES
        return cls(games, None if minutes is None else _MINUTE * minutes)

    def part(self, games: int, seconds: float) -> float:
        """Which part of the training is done."""
        parts = [0.0]
        if self.games is not None:
            parts.append(games / self.games)
        if self.seconds is not None:
            parts.append(seconds / self.seconds)
        return min(max(parts), 1.0)


class _Running:
    """A training while it runs."""

    def __init__(
        self,
        game: Game,
        plan: _Plan,
        jobs: int,
        compiled: bool | None,
        checkpoint: str | None,
        tell: Callable[[Stage], Any],
    ) -> None:
        self._game, self._plan, self._jobs, self._compiled = game, plan, jobs, compiled
        self._checkpoint, self._tell = checkpoint, tell
        self._trainer: Trainer | None = None
        self._began, self._earlier = time.monotonic(), 0.0
        self._error = 0.0

    @property
    def seconds(self) -> float:
        """How long it took, with what it took before it was interrupted."""
        return self._earlier + time.monotonic() - self._began

    def begin(self, before: Checkpoint | None, seed: int) -> None:
        """Find out what to train, or read it from a checkpoint, and compile."""
        if before is None:
            self._say("random games")
            seen = sample(self._game, seed)
            shape = shape_of(self._game, seen, seed, progress=self._say)
            course = course_for(seen, seed)
        else:
            shape, course, self._earlier = before.shape, before.course, before.seconds
        self._say("compiling")
        self._trainer = Trainer(self._game, shape, course, self._jobs, self._compiled)
        if before is not None:
            before.put_into(self._trainer)

    def _say(self, what: str) -> None:
        self._report(Stage(what, seconds=self.seconds))

    def _report(self, stage: Stage) -> None:
        """Call the function of the user, whose time does not count."""
        before = time.monotonic()
        self._tell(stage)
        self._began += time.monotonic() - before

    def go(self) -> None:
        """Play and learn until the end."""
        assert self._trainer is not None
        trainer, plan = self._trainer, self._plan
        saved = time.monotonic()
        while (part := plan.part(trainer.done.games, self.seconds)) < 1 or not trainer.done.games:
            most = trainer.course.batch if plan.games is None else plan.games - trainer.done.games
            error = trainer.batch(most)
            self._error = error if trainer.done.batches == 1 else _RECENT * self._error + (1 - _RECENT) * error
            part = plan.part(trainer.done.games, self.seconds)
            self._report(Stage("games", trainer.done.games, part, self.seconds, self._error**0.5, self.evaluation))
            if self._checkpoint is not None and time.monotonic() > saved + _SAVE_EVERY:
                self.save()
                saved = time.monotonic()

    def save(self) -> None:
        """Write the checkpoint."""
        if self._checkpoint is not None and self._trainer is not None:
            checkpoints.write(self._checkpoint, self._trainer, self.seconds)

    def keep(self) -> Evaluation | None:
        """What was learned when the training is interrupted; the checkpoint is written."""
        if self._trainer is None or not self._trainer.done.games:
            return None
        if self._trainer.between:
            self.save()
        return self.evaluation()

    def evaluation(self) -> Evaluation:
        """The evaluation as it is now."""
        assert self._trainer is not None
        trainer, game = self._trainer, self._game
        trainer.close()  # whoever asks may want to start processes, which needs a process without threads
        about = {"name": game.name, "rules": rules_hash(game), "seed": trainer.course.seed}
        shape, smallest = trainer.shape, trainer.done.smallest
        if smallest < shape.limit:  # than in the random games
            shape = replace(shape, limit=largest_guess({shape.limit, smallest}))
        return Evaluation(shape, trainer.whole_weights(), about | {"games": trainer.done.games})

    def close(self) -> None:
        if self._trainer is not None:
            self._trainer.close()
