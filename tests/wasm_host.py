"""Modules for pages, run inside Python by wasmtime, as `machine.js` runs them in a page."""

from __future__ import annotations

import base64
import math
import struct
import time
from typing import Any, NamedTuple

import wasmtime as w

from halfmove.engine import shapes
from halfmove.engine.wasm.plan import WasmProgram

_engine: list[w.Engine] = []


class Overrun(Exception):
    """The stack of a module grew into its data."""


class Found(NamedTuple):
    """What a search in a module found."""

    status: int
    stopped: str | None
    score: Any
    best: Any
    counts: dict[str, int]
    line: list[tuple[int, ...]]
    record: dict[str, int]
    leaf_paths: list[tuple[tuple[int, ...], ...]]


class Host:
    """A module with its memory."""

    def __init__(self, made: WasmProgram, arena: int = 1 << 20, table_bits: int = 12) -> None:
        if not _engine:
            config = w.Config()
            config.max_wasm_stack = 1 << 20  # about as much as a browser has
            _engine.append(w.Engine(config))
        about = self.about = made.about
        self.store = w.Store(_engine[0])
        self.names = list(about["fields"])
        self.arena = max(arena, about["arena_least"])
        self.places = dict(about["places"])
        end = about["end"]
        self.places["arena"] = end + 16
        end = -(-(end + 16 + 8 * self.arena) // 16) * 16
        self.rooms = [*about["rooms"], (self.places["arena"], self.arena)]
        self.bits = table_bits
        if about["uses_table"]:
            self.places["seen"] = end + 16
            end += 16 + (8 * about["entry_words"] << table_bits)
        self.memory = w.Memory(self.store, w.MemoryType(w.Limits((end >> 16) + 1, None)))
        stack = w.Global(self.store, w.GlobalType(w.ValType.i32(), True), w.Val.i32(about["stack"]))
        linker = w.Linker(_engine[0])
        module = w.Module(_engine[0], made.code)
        for needed in module.imports:
            kind = needed.type
            what: Any
            if isinstance(kind, w.MemoryType):
                what = self.memory
            elif isinstance(kind, w.GlobalType):
                what = stack
            elif isinstance(kind, w.TableType):
                what = w.Table(self.store, w.TableType(w.ValType.funcref(), w.Limits(256, None)), None)
            else:
                what = w.Func(self.store, kind, self._function(needed.name))
            linker.define(self.store, needed.module, needed.name, what)
        self.exports = linker.instantiate(self.store, module).exports(self.store)
        for place, content in about["blocks"]:
            self.memory.write(self.store, base64.b64decode(content), place)
        for place, room in self.rooms:
            self.write(place - 8, [room])
        self.template = [0] * len(self.names)
        for number, word in about["record"].items():
            self.template[int(number)] = int(word)
        for name in ("arena", "seen"):
            if name in self.places and name in about["fields"]:
                self.template[about["fields"][name]] = self.places[name]
        self.template[about["fields"]["arena_most"]] = self.arena

    def _function(self, name: str) -> Any:
        if name == "now":
            return time.monotonic_ns
        if name == "check_signals":
            return lambda: 0
        return getattr(math, name)

    def write(self, place: int, words: Any) -> None:
        self.memory.write(self.store, struct.pack(f"<{len(words)}q", *words), place)

    def read(self, place: int, count: int) -> list[int]:
        return list(struct.unpack(f"<{count}q", self.memory.read(self.store, place, place + 8 * count)))

    def _call(self, export: str, position: Any, given: dict[str, int]) -> tuple[int, dict[str, int]]:
        record = dict(zip(self.names, self.template, strict=True)) | given
        self.write(self.places["record"], list(record.values()))
        words = [shapes.as_bits(each) for each in shapes.leaves_of(shapes.canonical(position), "")]
        self.write(self.places["root_words"], words)
        guard, size = self.about["guard"]
        status = self.exports[export](self.store, 0, 0, self.places["record"])
        if any(self.read(guard, size)):
            raise Overrun
        return status, dict(zip(self.names, self.read(self.places["record"], len(self.names)), strict=True))

    def number(self, word: int) -> Any:
        return struct.unpack("<d", struct.pack("<q", word))[0] if self.about["real"] else word

    def search(self, position: Any, height: int | None = None, **given: int) -> Found:
        about = self.about
        height = about["height"] if height is None else height
        most = given.get("most_nodes", (1 << 63) - 1)
        now = time.monotonic_ns()
        given = {"height": height, "looked": now, "limit": min(most, 4)} | given
        if about["uses_table"]:
            given |= {"seen_shift": 63 - self.bits, "least_shift": 63 - self.bits}
        self.write(self.places["arena"], [0] * about["arena_start"])
        status, record = self._call("search", position, given)
        counts = {name: record[name] for name in about["counters"]} | {"inner": record["inner"]}
        size = self.read(self.places["line_sizes"] + 8 * height, 1)[0]
        n = about["move_words"]
        words = self.read(self.places["lines"] + 8 * n * (height * (height - 1) // 2), size * n)
        line = [tuple(words[i : i + n]) for i in range(0, len(words), n)]
        stopped = about["stopped"].get(str(record["fault"])) if status else None
        if status and not record["fault"] and any(self.read(place - 16, 1)[0] for place, _ in self.rooms):
            stopped = "memory"
            for place, _ in self.rooms:
                self.write(place - 16, [0])
        score, best = self.number(record["score"]), self.number(record["best"])
        return Found(status, stopped, score, best, counts, line, record, self._paths(record))

    def _paths(self, record: dict[str, int]) -> list[tuple[tuple[int, ...], ...]]:
        """The paths of the leaves, if the program records them."""
        n, paths, at = self.about["move_words"], [], 0
        words = self.read(self.places["log"], record["logged_moves"] * n)
        for size in self.read(self.places["log_sizes"], record["logged"]):
            paths.append(tuple(tuple(words[i * n : i * n + n]) for i in range(at, at + size)))
            at += size
        return paths

    def rules(self, position: Any) -> tuple[bool, Any, Any, list[tuple[int, ...]], list[tuple[int, ...]]]:
        """(is it over, its score, its evaluation, its moves, the positions after them), moves and positions as words"""
        status, _ = self._call("rules", position, {"log_most": self.about["most_moves"]})
        assert status == 0
        over, score, guess, count = self.read(self.places["log"], 4)
        m, p = self.about["move_words"], self.about["position_words"]
        moves = self.read(self.places["lines"], count * m)
        after = self.read(self.places["arena"], count * p)
        return (
            bool(over),
            self.number(score),
            self.number(guess),
            [tuple(moves[i * m : i * m + m]) for i in range(count)],
            [tuple(after[i * p : i * p + p]) for i in range(count)],
        )

    def sides(self, position: Any, count: int) -> list[bool]:
        """Whether the player that makes a move moves again, for each move."""
        status, _ = self._call("sides", position, {"log_most": self.about["most_moves"]})
        assert status == 0
        return [bool(each) for each in self.read(self.places["log"], count)]
