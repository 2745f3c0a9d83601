"""Which parameters a search should have on the trees of a game: chosen on model trees, checked on the game.

PS* has its number of parts, ITERSSS* its memory, staged SSS* its stage, SAB and ABS their split. Each is searched with
several values on resampled trees. The value with the fewest leaves within a storage is the advice. Then the game itself
is searched with that value and its neighbours.

>>> from halfmove.studies.order_samples import sampled
>>> found = sampled("tic_tac_toe:opening=2", 3, positions=3, walks=20)
>>> [(each.algorithm, each.chosen.value) for each in advice(found, trees=2)][4]
('sss_alpha_beta', 2)
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from halfmove.base.checks import whole
from halfmove.base.gate import checked
from halfmove.game import Game
from halfmove.studies.order_models import leaves_of, searched, searched_positions
from halfmove.studies.order_samples import Progress, Sampled
from halfmove.studies.order_statistics import shape_of
from halfmove.studies.searcher import Measured
from halfmove.studies.specs import AlgorithmSpec
from halfmove.studies.statistics import Ratio, ratio

PARAMETERS = (
    ("ps_star", "phases"),
    ("ps_star", "partitions"),  # the size of the first; all other children are in a second one
    ("iter_sss_star", "memory"),
    ("staged_sss_star", "stage"),
    ("sss_alpha_beta", "split"),
    ("alpha_beta_sss", "split"),
)
SPARED = 10  # without a storage, the advice is for this part of what SSS* stores
_MOST_PHASES = 8
_MOST_STAGES = 8
_MEMORIES = (10, 30, 100, 300, 1000, 3000, 10_000, 30_000)
_ENOUGH = 0.02  # a neighbour that saves less is no better


@dataclass(frozen=True)
class Choice:
    """One value of the parameter.

    Attributes
    ----------
    value : int
        The value.
    predicted : Ratio
        The leaves on model trees, divided by those of alpha-beta there.
    storage : int
        The most states that OPEN and BACKUP held on any model tree.
    measured : Ratio or None
        The same ratio on the game; None if it was not measured.
    """

    value: int
    predicted: Ratio
    storage: int
    measured: Ratio | None = None


@dataclass(frozen=True)
class Advice:
    """The best value of a parameter, and the others.

    Attributes
    ----------
    algorithm, parameter : str
        The algorithm and its parameter. The value of `partitions` is the size of the first one; the rest is a second.
    limit : int
        The states that may be stored.
    choices : tuple of Choice
        All values, in order.
    chosen : Choice
        The value with the fewest leaves on model trees among those that store no more; if all store more, the one
        that stores the least.
    """

    algorithm: str
    parameter: str
    limit: int
    choices: tuple[Choice, ...]
    chosen: Choice

    @property
    def better(self) -> Choice | None:
        """A neighbour within the storage that needs fewer leaves on the game, by more than 2 %; None if there is none.

        It shows that the advice is wrong.
        """
        if self.chosen.measured is None:
            return None
        limit = max(self.limit, self.chosen.storage)
        least = (1 - _ENOUGH) * self.chosen.measured.value
        known = [each for each in self.choices if each.measured is not None and each.storage <= limit]
        best = min(known, key=lambda each: each.measured.value)  # type: ignore[union-attr]
        return best if best.measured is not None and best.measured.value < least else None


@checked
def advice(
    found: Sampled,
    order: str = "rules",
    storage: int | None = None,
    *,
    trees: int = 4,
    progress: Progress | None = None,
) -> list[Advice]:
    """Choose parameters on model trees, and measure them and their neighbours on the game.

    Parameters
    ----------
    found : Sampled
        The nodes, from `sampled`.
    order : str
        The order of the moves: "rules", "order" or "evaluation".
    storage : int, optional
        The states that may be stored; a tenth of what SSS* stores if it is not given.
    trees : int
        Model trees for each position.
    progress : callable, optional
        Called with (algorithms done, algorithms in all).

    Returns
    -------
    list of Advice
        For PS*, ITERSSS*, staged SSS*, SAB and ABS.
    """
    games, models = searched_positions(found, order, trees)
    flat = [tree for some in models for tree in some]
    base = leaves_of(AlgorithmSpec("alpha_beta"), flat)
    most = max(each.counts.max_open for each in searched(AlgorithmSpec("sss_star"), flat))
    limit = max(1, most // SPARED) if storage is None else whole("storage", storage, 1)
    own_base = leaves_of(AlgorithmSpec("alpha_beta"), games, found.depth)
    told = []
    for number, (algorithm, parameter) in enumerate(PARAMETERS, 1):
        choices = []
        for value in _values(parameter, found, most):
            runs = searched(_with(algorithm, parameter, value), flat)
            choices.append(Choice(value, ratio([each.counts.leaves for each in runs], base), storage_of(runs)))
        if choices:
            told.append(_measured(algorithm, parameter, choices, limit, games, own_base, found.depth))
        if progress is not None:
            progress(number, len(PARAMETERS))
    return told


def storage_of(runs: Iterable[Measured]) -> int:
    return max(each.counts.max_open + each.counts.max_backup for each in runs)


def _with(algorithm: str, parameter: str, value: int) -> AlgorithmSpec:
    return AlgorithmSpec.of(algorithm, **{parameter: (value,) if parameter == "partitions" else value})


def _values(parameter: str, found: Sampled, most: int) -> Sequence[int]:
    """The values that are tried."""
    if parameter in ("phases", "partitions"):
        return range(1, min(_MOST_PHASES, shape_of(found).widest) + 1)
    if parameter == "memory":
        return [each for each in _MEMORIES if each < most] or _MEMORIES[:1]
    if parameter == "stage":
        return range(1, min(found.depth, _MOST_STAGES) + 1)
    return range(1, min(found.depth, _MOST_STAGES + 1))


def _measured(
    algorithm: str,
    parameter: str,
    choices: Sequence[Choice],
    limit: int,
    games: Sequence[Game],
    base: Sequence[int],
    depth: int,
) -> Advice:
    """The advice, with its choice and the neighbours of that measured on the game."""
    within = [place for place, each in enumerate(choices) if each.storage <= limit]
    if within:
        best = min(within, key=lambda place: choices[place].predicted.value)
    else:
        best = min(range(len(choices)), key=lambda place: (choices[place].storage, choices[place].predicted.value))
    known = list(choices)
    for place in range(max(0, best - 1), min(len(choices), best + 2)):
        spec = _with(algorithm, parameter, choices[place].value)
        leaves = leaves_of(spec, games, depth)
        known[place] = replace(choices[place], measured=ratio(leaves, base))
    return Advice(algorithm, parameter, limit, tuple(known), known[best])
