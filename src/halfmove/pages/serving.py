"""The page of a game that only Python can play, served on the loopback of this computer.

The page is the same. Its rules and its player are asked of this process. The server listens on 127.0.0.1 only, answers
only to a secret in the address, and only if the browser names this address as its host: so no other page can reach it.
"""

from __future__ import annotations

import json
import math
import secrets
import threading
import time
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, NamedTuple

from halfmove.base.faults import error_text
from halfmove.conformance.clicks import clicked
from halfmove.errors import HalfmoveError, NotCompilable, UsageError
from halfmove.game import Game
from halfmove.model import Limits, Result
from halfmove.pages.page import served_document
from halfmove.players.analysing import analyses
from halfmove.players.brake import Brake
from halfmove.players.levels import DEFAULT, STRONGEST, level_of, move_at_level
from halfmove.players.move_text import line_spelled, spelled
from halfmove.players.player import Player, core_of
from halfmove.players.position_text import text_of_position
from halfmove.players.timing import Time
from halfmove.repetition import how_it_ended, outcome_in_game

_MOST_BYTES = 1 << 16  # of a question
_MOST_MOVES = 10_000  # of a game
_MOST_SECONDS = 3600.0
_LONGEST_NAME = 64  # of a question
_KEPT = 2000  # positions whose moves are remembered

_METHODS = {"mcts": "random games", "book": "book", "database": "database"}

Live = Callable[[Any], Any]  # is called with better and better answers


class _Stopped(Exception):
    """The page wants the move now."""


class _Spot(NamedTuple):
    """A position of a game, whether the second player is to move there, and the one before it."""

    at: Any
    second: bool
    before: _Spot | None

    def positions(self) -> tuple[Any, ...]:
        """The positions of the game so far, this one last."""
        found, spot = [], self
        while spot is not None:
            found.append(spot.at)
            spot = spot.before  # type: ignore[assignment]
        return tuple(reversed(found))


class ServedGame:
    """A game with its player, as the page asks for it. Positions are named by the numbers of the moves so far."""

    def __init__(self, game: Game, endgames: Any, book: Any) -> None:
        self._game = game
        self._known_to_player: dict[str, Any] = {"endgames": [] if endgames is None else [endgames], "book": book}
        self._player = _player(game, **self._known_to_player)
        self._core = core_of(self._player)
        self._known: dict[tuple[str | None, tuple[int, ...]], _Spot] = {}
        self._lock = threading.Lock()
        self._stopped: set[Any] = set()
        self._asked: Any = None  # the question that is being answered
        self._brake = Brake()  # ends its search
        self._chance = secrets.SystemRandom()

    def node(self, place: str | None, path: tuple[int, ...]) -> dict[str, Any]:
        """A position for the page: its text, and its moves with the texts after them."""
        game, spot = self._game, self._at(place, path)
        at, second, positions = spot.at, spot.second, spot.positions()
        over, score = outcome_in_game(game, positions)
        moves = []
        for move in [] if over else game.legal(at):
            child = game.next(at, move)
            after = second if game.moves_again(at, child) else not second
            clicks = clicked(game, at, move)
            moves.append(
                {"name": spelled(game, at, move), "text": game.picture(child, after), "second": after, "clicks": clicks}
            )
        if not over and not moves:
            raise UsageError("the rules say that the game goes on here, but there is no move")
        key = f"{place} {path}"
        text = game.picture(at, second)
        return {
            "over": over, "score": _number(score) if over else None, "second": second, "text": text, "moves": moves,
            "key": key,
            "by": None if not over or score == 0 or game.say is None else game.say(abs(score)),
            "why": how_it_ended(game, positions) or None,
            "written": None if game.write is None else text_of_position(game, at),
        }  # fmt: skip

    def think(
        self,
        place: str | None,
        path: tuple[int, ...],
        level: int,
        seconds: float,
        number: Any,
        live: Callable[..., Any],
    ) -> None:
        """Call `live` with better and better thoughts about a position."""
        spot = self._at(place, path)
        at = spot.at
        began = time.perf_counter()

        def tell(result: Result) -> None:
            live(self._thought(at, result, began))
            if number in self._stopped:
                raise _Stopped

        core, lock = self._core, self._lock
        with lock, core.call() as self._brake:
            self._asked = number
            core.past = spot.positions()[:-1]
            try:
                made = move_at_level(core, at, level_of(level), Time(seconds, seconds), self._chance, tell)
                live(self._thought(at, made.result, began) | {"mistake": made.is_mistake})
            except _Stopped:
                pass

    def analyse(self, place: str | None, path: tuple[int, ...], seconds: float, number: Any, live: Live) -> None:
        """Call `live` with a list of all moves and their values, as they become known."""
        spot = self._at(place, path)
        core, lock = self._core, self._lock
        with lock, core.call() as self._brake:
            self._asked = number
            core.past = spot.positions()[:-1]
            for found in analyses(core, spot.at, seconds):
                live([{"move": i, **self._value(result)} for i, result in enumerate(found)])
                if number in self._stopped:
                    return

    def _value(self, result: Result | None) -> dict[str, Any]:
        if result is None:
            return _worded(0, "estimate", "+0")
        return _worded(result.value, result.bound, self._points(result.value), result.said)

    def stop(self, number: Any) -> None:
        """End a question. Another player answers the next one, if a slow rule does not let the search end at once."""
        if number == self._asked:
            self._stopped.add(number)
            self._brake.stop()
            self._player = _player(self._game, **self._known_to_player)
            self._core, self._lock = core_of(self._player), threading.Lock()

    def _at(self, place: str | None, path: tuple[int, ...]) -> _Spot:
        """A position with those before it. It is played from the longest part of the path that is known."""
        known = len(path)
        while known and (place, path[:known]) not in self._known:
            known -= 1
        spot = self._known.get((place, path[:known]))
        if spot is None:
            spot = _Spot(self._game.start if place is None else self._core.position(place), False, None)
        for i in range(known, len(path)):
            spot = self._after(spot, path[i])
        if len(self._known) > _KEPT:
            self._known.clear()
        self._known[place, path] = spot
        return spot

    def _after(self, spot: _Spot, number: int) -> _Spot:
        game, at = self._game, spot.at
        moves = [] if outcome_in_game(game, spot.positions())[0] else game.legal(at)
        if not 0 <= number < len(moves):
            raise UsageError(f"the game has no move with the number {number} there")
        child = game.next(at, moves[number])
        return _Spot(child, spot.second if game.moves_again(at, child) else not spot.second, spot)

    def _thought(self, at: Any, result: Result, began: float) -> dict[str, Any]:
        game = self._game
        line = result._known_line
        legal = game.legal(at)
        return {
            **_worded(result.value, result.bound, self._points(result.value), result.said),
            "move": legal.index(line[0]) if line and line[0] in legal else 0,
            "line": line_spelled(game, at, line),
            "depth": result.depth,
            "nodes": result.counts.nodes,
            "ms": 1000 * (time.perf_counter() - began),
            "method": _METHODS.get(result.algorithm, "search") if len(legal) > 1 else "only move",
            "playouts": result.counters.get("played") if result.counters else None,
            "mistake": False,
        }

    def _points(self, value: Any) -> str:
        if math.isinf(value):
            return ""
        points = value / self._game.unit
        return f"{points:+.2f}" if self._game.unit != 1 or value != int(value) else f"{int(value):+d}"


def _player(game: Game, **known: Any) -> Player:
    """A player as machine code, where the game can be compiled for this computer; else in plain Python."""
    try:
        player = Player(game, Limits(seconds=1.0), compiled=True, **known)
        player.prepare()
    except NotCompilable:
        player = Player(game, Limits(seconds=1.0), compiled=False, **known)
    return player


def _worded(value: Any, bound: str, points: str, said: str = "") -> dict[str, Any]:
    """What a value says, as the page wants it; `said` is what the player says of it."""
    won, lost = value > 0 and bound in ("exact", "lower"), value < 0 and bound in ("exact", "upper")
    verdict = "wins" if won else "loses" if lost else "draw" if value == 0 and bound == "exact" else None
    words = said.split(" ")
    moves = int(words[2]) if len(words) > 2 and words[1] == "in" and words[2].isdecimal() else None
    return {
        "value": _number(value),
        "bound": bound,
        "verdict": verdict,
        "inMoves": moves if won or lost else None,
        "by": None,
        "points": points,
    }


def _number(score: Any) -> str:
    """A score as JavaScript reads it."""
    return repr(float(score)).replace("inf", "Infinity")


class Server:
    """A server for one game. `address` is what a browser opens; `run` serves until `close`, or Ctrl-C."""

    def __init__(
        self,
        game: Game,
        level: int = DEFAULT,
        seconds: float = 1.0,
        who: str = "first",
        endgames: Any = None,
        book: Any = None,
    ) -> None:
        self._token = secrets.token_urlsafe(24)
        self._served = ServedGame(game, endgames, book)
        self._page = served_document(game, level, seconds, who).encode()
        handler = type("Handler", (_Handler,), {"server_part": self})
        self._server = _Quiet(("127.0.0.1", 0), handler)
        self._server.daemon_threads = True
        self.port = self._server.server_address[1]
        self.address = f"http://127.0.0.1:{self.port}/{self._token}/"

    def run(self) -> None:
        self._server.serve_forever(poll_interval=0.1)

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()

    def allows(self, host: str | None, path: str, origin: str | None) -> str | None:
        """What is asked for, if the question comes from our own page; else None."""
        parts = path.split("/")
        if host != f"127.0.0.1:{self.port}" or origin not in (None, f"http://{host}") or len(parts) != 3:
            return None
        return parts[2] if secrets.compare_digest(parts[1].encode(), self._token.encode()) else None

    @property
    def page(self) -> bytes:
        return self._page

    def answer(self, what: str, question: dict[str, Any], live: Callable[[Any], Any]) -> dict[str, Any] | None:
        """Answer a question: at once, or by calls of `live`. Raises UsageError for one that makes no sense."""
        place, path = question.get("place"), question.get("path", [])
        number = question.get("id", 0)
        if not isinstance(number, int | str) or len(str(number)) > _LONGEST_NAME:
            raise UsageError("a question has a number, or a short text")
        if what == "stop":
            self._served.stop(number)
            return {}
        if place is not None and not isinstance(place, str):
            raise UsageError("a position is named by a text")
        if not isinstance(path, list) or len(path) > _MOST_MOVES or not all(type(each) is int for each in path):
            raise UsageError("a game is a list of the numbers of its moves")
        if what == "node":
            return self._served.node(place, tuple(path))
        seconds = question.get("seconds", 1)
        if not isinstance(seconds, int | float) or not 0 < seconds <= _MOST_SECONDS:
            raise UsageError("the time for a move must be a number of seconds above 0")
        if what == "analyse":
            self._served.analyse(place, tuple(path), seconds, number, live)
            return None
        level = question.get("level")
        self._served.think(place, tuple(path), STRONGEST if level is None else level, seconds, number, live)
        return None


class _Quiet(ThreadingHTTPServer):
    def handle_error(self, request: Any, client_address: Any) -> None:
        pass  # a page that was closed while it was answered


_QUESTIONS = ("node", "think", "analyse", "stop")


class _Handler(BaseHTTPRequestHandler):
    server_part: Server
    protocol_version = "HTTP/1.1"
    timeout = 60

    def do_GET(self) -> None:
        if self._wanted() != "":
            self._refuse()
            return
        self._head(200, "text/html; charset=utf-8", len(self.server_part.page))
        self.wfile.write(self.server_part.page)

    def do_POST(self) -> None:
        what = self._wanted()
        length = self.headers.get("Content-Length", "")
        if what not in _QUESTIONS or not length.isdecimal() or len(length) > 6 or int(length) > _MOST_BYTES:
            self._refuse()
            return
        content = self.rfile.read(int(length))
        if what in ("node", "stop"):
            answer = json.dumps(self._answer(what, content, lambda found: None)).encode()
            self._head(200, "application/json", len(answer))
            self.wfile.write(answer)
            return
        self._head(200, "application/x-ndjson", None)
        try:
            last = self._answer(what, content, lambda found: self._line({"found": found}))
            if last is not None:
                self._line(last)
        except OSError:
            return  # the page was closed
        self.close_connection = True

    def _answer(self, what: str, content: bytes, live: Callable[[Any], Any]) -> Any:
        try:
            question = json.loads(content)
            if not isinstance(question, dict):
                raise UsageError("a question is an object")
            return self.server_part.answer(what, question, live)
        except HalfmoveError as error:
            return {"error": str(error)}
        except (ValueError, RecursionError):
            return {"error": "the question cannot be read"}
        except OSError:
            raise
        except Exception as error:  # of a rule
            return {"error": error_text(error)}

    def _line(self, words: Any) -> None:
        self.wfile.write(json.dumps(words).encode() + b"\n")
        self.wfile.flush()

    def _wanted(self) -> str | None:
        return self.server_part.allows(self.headers.get("Host"), self.path, self.headers.get("Origin"))

    def _refuse(self) -> None:
        self.close_connection = True
        self._head(404, "text/plain", 0)

    def _head(self, status: int, kind: str, length: int | None) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Cache-Control", "no-store")
        self.send_header("X-Content-Type-Options", "nosniff")
        self.send_header("Referrer-Policy", "no-referrer")
        if length is None:
            self.send_header("Connection", "close")
        else:
            self.send_header("Content-Length", str(length))
        self.end_headers()

    def log_message(self, *_: Any) -> None:
        pass  # a terminal shows the game's address, not every question
