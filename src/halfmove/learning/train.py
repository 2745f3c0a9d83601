"""`halfmove.train`: learn an evaluation of a game from its rules."""

from __future__ import annotations

import time

from halfmove.base.checks import whole
from halfmove.base.gate import checked
from halfmove.conformance.rules_hash import rules_hash
from halfmove.errors import UsageError
from halfmove.evaluations.evaluation import Evaluation
from halfmove.evaluations.shape import Shape
from halfmove.game import Game
from halfmove.learning.cells import cells_of, sample
from halfmove.learning.patterns import grown
from halfmove.learning.structure import together
from halfmove.learning.training import Settings, Trainer


def shape_of(game: Game, seen, seed: int, count: int = 30, size: int = 8, states: int = 7000, phases: int = 1) -> Shape:
    cells = cells_of(game, seen, phases)
    matrix = together(game, seen, cells.cells, seed)
    patterns = grown(matrix, cells.cells, count, size, states, seed)
    return Shape(
        leaves=seen.numbers.shape[1],
        cells=cells.cells,
        patterns=tuple(patterns),
        tables=tuple(range(len(patterns))),
        side=cells.side,
        phases=cells.phases,
        limit=1.0,
        symmetric=game.symmetry is not None,
    )


@checked
def train(
    game: Game,
    *,
    minutes: float | None = None,
    games: int | None = None,
    seed: int = 0,
    jobs: int = 1,
    compiled: bool | None = None,
) -> Evaluation:
    """Learn an evaluation of a game from its rules."""
    if minutes is None and games is None:
        minutes = 2.0
    began = time.monotonic()
    seen = sample(game, seed)
    shape = shape_of(game, seen, seed)
    trainer = Trainer(game, shape, seen, Settings(opening=max(4, int(seen.plies // 4))), seed, jobs, compiled)
    try:
        while games is None or trainer.games < games:
            if minutes is not None and time.monotonic() - began > 60 * minutes:
                break
            trainer.batch(None if games is None else games - trainer.games)
    finally:
        trainer.close()
    about = {"name": game.name, "rules": rules_hash(game), "seed": seed, "games": trainer.games}
    return Evaluation(shape, trainer.whole_weights(), about)
