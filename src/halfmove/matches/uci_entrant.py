"""An engine of the Universal Chess Interface as a player of a match.

Its moves are judged by our rules. An engine that does not start is refused before the first game; one that ends, hangs
or makes an illegal move loses the game, and is started again for the next one.
"""

from __future__ import annotations

import re
from typing import Any

from halfmove.base.checks import hint, shown
from halfmove.errors import UsageError
from halfmove.game import Game
from halfmove.matches.entrant import Choice, Entrant, Turn
from halfmove.matches.players import PlayerSpec
from halfmove.players.move_text import move_from, written
from halfmove.uci.info import NO_MOVE
from halfmove.uci.process import EngineFailed, EngineProcess

_START, _READY = 60.0, 600.0  # seconds for `uci` and for `isready`, in which our own engine compiles
_PATIENCE = 5.0  # seconds that an answer may be late before the engine is taken for dead
_UNTIMED = 600.0  # seconds for a move without a limit of time
_NO_MOVES = (NO_MOVE, "0000", "NULL")
_OPTION = re.compile(r"option name (.+?) type (\w+)(.*)")


class UciEntrant(Entrant):
    """The engine, in a process that is started for its first game."""

    def __init__(self, spec: PlayerSpec, game: Game) -> None:
        super().__init__(spec, game)
        self._engine: EngineProcess | None = None
        self._fault: EngineFailed | None = None  # why the game that has begun cannot be played
        self._place = "startpos" if game.write is None else f"fen {game.write(game.start)}"

    def prepare(self) -> None:
        """See whether it starts and has these options. Other processes start their own."""
        try:
            self._begin()
        except EngineFailed as error:
            raise UsageError(f"player {self.spec}: {error}") from None
        finally:
            self._end()

    def begin(self, seed: int) -> None:
        self._fault = None
        try:
            self._begin()
        except EngineFailed as error:  # it loses this game at its first move
            self._fault = error
            self._end(kindly=False)

    def _begin(self) -> None:
        if self._engine is None or not self._engine.runs:
            self._engine = self._started()
        self._engine.say("ucinewgame")
        self._engine.say("isready")
        self._engine.hear("readyok", _READY)

    def choose(self, position: Any, turn: Turn) -> Choice:
        if self._fault is not None:
            raise self._fault
        assert self._engine is not None
        engine, found = self._engine, dict[str, int]()

        def note(words: list[str]) -> None:
            if words[0] == "info" and "string" not in words:
                for name in ("depth", "nodes"):
                    if name in words[:-1] and (after := words[words.index(name) + 1]).isdigit() and len(after) < 19:
                        found[name] = int(after)

        moves = "".join(f" {written(self.game, move)}" for move in turn.moves)
        engine.forget_lines()
        try:
            engine.say(f"position {self._place}{' moves' if moves else ''}{moves}")
            engine.say(f"go {self._limits(turn)}")
            answer = engine.hear("bestmove", self._patience(turn), note)
        except EngineFailed:
            self._end(kindly=False)
            raise
        word = answer[1] if len(answer) > 1 else NO_MOVE
        if word in _NO_MOVES:
            raise EngineFailed(f"{engine.name} has no move: it says {shown(' '.join(answer))}")
        move = move_from(self.game, position, word)
        return Choice(word if move is None else move[0], found.get("depth"), found.get("nodes"))

    def _limits(self, turn: Turn) -> str:
        """The words after `go`."""
        words, given = [], self.spec.named
        if turn.clock is not None:
            both = (turn.other or turn.clock, turn.clock) if turn.is_second else (turn.clock, turn.other or turn.clock)
            left = [max(1, int(1000 * each[0])) for each in both]
            added = [int(1000 * each[1]) for each in both]
            words += [f"wtime {left[0]} btime {left[1]} winc {added[0]} binc {added[1]}"]
        if self.spec.seconds is not None:
            words += [f"movetime {max(1, round(1000 * self.spec.seconds))}"]
        words += [f"{name} {given[name]}" for name in ("depth", "nodes") if name in given]
        return " ".join(words)

    def _patience(self, turn: Turn) -> float:
        """Seconds after which an engine that says nothing is taken for dead."""
        allowed = self.spec.seconds if turn.clock is None else turn.clock[0]
        return _UNTIMED if allowed is None else 2 * allowed + _PATIENCE

    def _started(self) -> EngineProcess:
        """A new process, with its options set."""
        program = self.spec.program
        assert program is not None
        engine = EngineProcess(program.command, program.name)
        known: dict[str, tuple[str, str, str]] = {}

        def note(words: list[str]) -> None:
            if (option := _OPTION.fullmatch(" ".join(words))) is not None:
                known[option[1].lower()] = option[1], option[2], option[3]

        try:
            engine.say("uci")
            engine.hear("uciok", _START, note)
            for name, value in program.options:
                if name.lower() not in known:
                    names = [option[0] for option in known.values()]
                    listed = f"its options are {', '.join(names)}" if names else "it has none"
                    raise UsageError(
                        f"player {self.spec}: {engine.name} has no option {shown(name)}; {hint(name, names)}{listed}"
                    )
                exact, kind, more = known[name.lower()]
                _check_value(self.spec, exact, kind, more, value)
                engine.say(f"setoption name {exact} value {value}")
            engine.say("isready")
            engine.hear("readyok", _READY)
        except BaseException:
            engine.end(kindly=False)
            raise
        return engine

    def _end(self, kindly: bool = True) -> None:
        if self._engine is not None:
            self._engine.end(kindly)
            self._engine = None


def _check_value(spec: PlayerSpec, name: str, kind: str, more: str, value: str) -> None:
    """Check a value against what the engine says of its option; engines ignore wrong ones without a word."""
    wanted = None
    if kind == "check" and value not in ("true", "false"):
        wanted = "true or false"
    if kind == "spin":
        ends = [re.search(rf"\b{end} (-?\d+)", more) for end in ("min", "max")]
        low, high = (None if end is None else int(end[1]) for end in ends)
        right = re.fullmatch(r"-?\d{1,18}", value) is not None
        if not right or (low is not None and int(value) < low) or (high is not None and int(value) > high):
            wanted = "a whole number" if low is None or high is None else f"a whole number from {low} to {high}"
    if kind == "combo":
        choices = [each.strip() for each in re.split(r"\bvar\b", more)[1:]]
        if choices and value not in choices:
            wanted = f"one of {', '.join(choices)}"
    if wanted is not None:
        raise UsageError(f"player {spec}: the option {name} is {wanted}, not {shown(value)}")
