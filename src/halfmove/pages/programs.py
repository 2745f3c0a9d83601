"""The player of a game as programs for a page, and the numbers of `players/` that its script needs."""

from __future__ import annotations

from typing import Any, NamedTuple

from halfmove.engine import PersistentMemory, Task, WasmProgram, wasm_program
from halfmove.game import Game
from halfmove.kernels import primitives as v
from halfmove.kernels.declaration import Algorithm
from halfmove.model import WIDE, Limits
from halfmove.parts.history import HISTORY_WORDS
from halfmove.parts.in_progress import IN_PROGRESS_WORDS
from halfmove.parts.killers import KILLER_WORDS
from halfmove.players import deepening, distances, levels, lines, playing
from halfmove.players.core import PlayerCore
from halfmove.players.kernels.deep import ASKS_LOSS, ASKS_WIN
from halfmove.players.kernels.knowing import RAISED
from halfmove.players.kernels.mcts import mcts
from halfmove.players.player import Player, core_of


class PlayerPrograms(NamedTuple):
    """What a page needs to play a game.

    programs   the search to a depth and, where the game has no evaluation, that by random games
    numbers    what its script must know about the game and the player; plain data
    """

    programs: tuple[WasmProgram, ...]
    numbers: dict[str, Any]


def player_programs(game: Game, numbers: bool = False) -> PlayerPrograms:
    """The programs for a page of a game. Raises NotCompilable if the game cannot run there.

    numbers   the page also asks for the numbers of positions, by the `rank` hook
    """
    core = core_of(Player(game))
    core.look(game.start)
    first, *others = playing.algorithms_of(core)
    programs = (_program(core, first, numbers), *(_program(core, each, False) for each in others))
    return PlayerPrograms(programs, _numbers(core))


def _program(core: PlayerCore, algorithm: Algorithm, numbers: bool) -> WasmProgram:
    game = core.game
    names = {each.name for each in algorithm.parameters}
    settled = algorithm.settle({name: value for name, value in core.options.items() if name in names})
    short = game.longest is not None and game.longest <= deepening.DEEPEST
    depth = None if short or algorithm is mcts.algorithm else deepening.DEEPEST
    task = Task(game, algorithm, settled, WIDE, depth, game.start, Limits(), trace=False, real=core.real)
    task.attach = _attach
    task.attach_memory()
    return wasm_program(task, numbers)


def _attach(task: Task) -> None:
    words = {"in_progress": IN_PROGRESS_WORDS, "killer_moves": KILLER_WORDS, "good_moves": HISTORY_WORDS}
    task.external = {name: PersistentMemory(number) for name, number in words.items()}


def _numbers(core: PlayerCore) -> dict[str, Any]:
    game = core.game
    return {
        "evaluates": game.evaluate is not None,
        "bounds": game.bounds is not None,
        "tries": game.tries is not None,
        "turn": game.turn is not None,
        "selective": core.guesses,
        "differ": core.wins_differ,
        "sizesDiffer": core.sizes_differ,
        "direct": distances.is_direct(core),
        "deepest": deepening.DEEPEST,
        "forced": deepening.FORCED,
        "longer": deepening.LONGER,
        "quickPart": playing.QUICK_PART,
        "lineNodes": lines.NODES,
        "lineEach": lines.EACH,
        "lengthNodes": distances.NODES,
        "lengthLongest": distances.LONGEST,
        "raised": RAISED,
        "asksWin": ASKS_WIN,
        "asksLoss": ASKS_LOSS,
        "proofs": {"lower": v.LOWER, "upper": v.UPPER, "estimate": v.ESTIMATE},
        "mistakePart": levels.FIRST_PART,
        "unit": game.unit,
        "levels": [
            {"number": number, "words": levels.described(number), **level._asdict()}
            for number, level in levels.LEVELS.items()
        ],
    }
