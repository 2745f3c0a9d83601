"""An evaluation that was learned from the rules of a game.

>>> import halfmove as hm
>>> evaluation = hm.train(hm.games.tic_tac_toe(), games=200, compiled=False)  # doctest: +SKIP
>>> evaluation.save("tic_tac_toe.eval")  # doctest: +SKIP
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from halfmove.base import outputs
from halfmove.base.arrays import frozen
from halfmove.base.checks import shown
from halfmove.base.gate import checked
from halfmove.base.notebook import Shows
from halfmove.conformance.rules_hash import rules_hash
from halfmove.errors import UsageError
from halfmove.evaluations import files
from halfmove.evaluations.code import code_of, form_of, packed
from halfmove.evaluations.shape import Shape
from halfmove.game import Game


class Evaluation(Shows):
    """An evaluation of a game, learned from its rules. `halfmove.train` makes one.

    A guess is between the worst loss and the smallest win of the game: no guess is taken for a proven result. Positions
    that the game's `symmetry` declares equal have the same guess.

    Parameters
    ----------
    shape : Shape
        What it looks at.
    weights : numpy.ndarray
        Its weights, of 16 bits.
    about : dict
        How it was made: the name of the game, the hash of its rules, the seed and the number of games.
    """

    @checked
    def __init__(self, shape: Shape, weights: Any, about: dict[str, Any]) -> None:
        try:
            shape.check()
            self.about = files.about(about)
            if not isinstance(weights, np.ndarray) or weights.dtype != np.int16 or weights.shape != (shape.weights,):
                raise ValueError(f"its weights must be an array of {shape.weights} whole numbers of 16 bits")
        except (TypeError, AttributeError, ValueError) as error:
            raise UsageError(f"this is no evaluation: {error}") from None
        self.shape, self.weights = shape, frozen(weights)

    @property
    def name(self) -> str:
        """The name of the game that it was made for."""
        return str(self.about["name"])

    @property
    def games(self) -> int:
        """How many games it was learned from."""
        return int(self.about["games"])

    @property
    def seed(self) -> int:
        """The seed of these games."""
        return int(self.about["seed"])

    def __repr__(self) -> str:
        return f"Evaluation({shown(self.name)}, {len(self.shape.patterns)} patterns, {self.games:,} games)"

    def __reduce__(self) -> Any:
        return _from_bytes, (self.as_bytes(),)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Evaluation) and self.as_bytes() == other.as_bytes()

    __hash__ = None  # type: ignore[assignment]

    def check_rules(self, game: Game) -> None:
        """Raise a UsageError if it was made for other rules than those of a game."""
        if self.about["rules"] != rules_hash(game):
            other = "other rules of this game" if self.name == game.name else shown(self.name)
            raise UsageError(f"this evaluation is not for {game.name}: it was made for {other}")

    def as_bytes(self) -> bytes:
        """Return the content of its file."""
        return files.as_bytes(self.shape, self.weights, self.about)

    @checked
    def save(self, path: str | Path) -> None:
        """Write it to a file. The file is written as a whole, or stays as it was.

        Parameters
        ----------
        path : str or Path
            The file.
        """
        outputs.write(self.as_bytes(), str(path))

    @classmethod
    def load(cls, path: Any) -> Evaluation:
        """Read an evaluation from its file.

        Parameters
        ----------
        path : str or Path
            The file.

        Returns
        -------
        Evaluation
            The evaluation.

        Raises
        ------
        UsageError
            If the file is not an evaluation, or is damaged.
        """
        if not isinstance(path, str | Path):
            raise UsageError(f"an evaluation is read from a file: give its name, not {shown(path)}")
        return cls(*files.read(path))

    @classmethod
    def of(cls, given: Any) -> Evaluation:
        """The evaluation itself, or the one in a file."""
        if isinstance(given, Evaluation):
            return given
        if isinstance(given, str | Path):
            return cls.load(given)
        raise UsageError(f"evaluation must be an Evaluation or the name of a file, not {shown(given)}")

    @checked
    def apply(self, game: Game) -> Game:
        """Return the game with this evaluation in place of its own.

        Parameters
        ----------
        game : Game
            The game that it was made for.

        Returns
        -------
        Game
            A game with the same rules. Its hook `gain`, which belongs to an evaluation, is left out.

        Raises
        ------
        UsageError
            If it was made for other rules.
        """
        self.check_rules(game)
        return applied(self.shape, self.weights, game)


def evaluated(game: Game, evaluation: Any) -> Game:
    """The game with an evaluation, or the one in a file; None: the game itself."""
    return game if evaluation is None else Evaluation.of(evaluation).apply(game)


def without_evaluation(game: Game) -> Game:
    """The same game for a player that has no evaluation."""
    return replace(game, evaluate=None, weights=None, gain=None, selective=False)


def applied(shape: Shape, weights: np.ndarray, game: Game) -> Game:
    """A game with an evaluation of this shape."""
    code = code_of(shape, form_of(game.start), game.symmetry if shape.symmetric else None, game.data is not None)
    return replace(
        game, evaluate=code.evaluate, weights=np.concatenate([code.rows, packed(weights)]), gain=None, selective=False
    )


def _from_bytes(content: bytes) -> Evaluation:
    return Evaluation(*files.parsed(content))
