"""Proofs in files: JSON with a version and a checksum. Nothing in such a file is executed, and its claims are checked.

kind, version      what the file is
game, position     the name of the game, and where the proof begins; null is the game's start
at_least, proven   what is proven
nodes              [number of the move, child] or [0, child, child, ...], or the score of a finished game
checksum           SHA-256 of all these fields, as compact JSON with sorted names
"""

from __future__ import annotations

import hashlib
import json
import math
from typing import TYPE_CHECKING, Any

from halfmove.base import outputs
from halfmove.base.checks import WHOLE, file_name, is_finite, is_whole, shown
from halfmove.base.reading import content_of, json_of
from halfmove.errors import UsageError
from halfmove.game import Game
from halfmove.proofs.nodes import Node

if TYPE_CHECKING:
    from halfmove.proofs.proof import Proof

_KIND = "halfmove proof"
_VERSION = 1
_LARGEST = 1 << 30  # bytes
_NAMES = {"kind", "version", "game", "position", "at_least", "proven", "nodes", "checksum"}


def save(proof: Proof, file: str) -> None:
    if proof.proven is None:
        raise UsageError(
            f"{proof.called}: there is no proof to write, because the search was stopped before it found one"
        )
    at_start = proof.game is not None and proof.position == proof.game.start
    data = {
        "kind": _KIND,
        "version": _VERSION,
        "game": proof.called,
        "position": None if at_start else _plain(proof.position, proof.called),
        "at_least": None if proof.at_least is None else _number(proof.at_least),
        "proven": proof.proven,
        "nodes": [_written(node) for node in proof.nodes],
    }
    data["checksum"] = _checksum(data)
    outputs.write(json.dumps(data, separators=(",", ":")) + "\n", file)


def read(file: str) -> dict[str, Any]:
    """The fields of a `Proof`, from a file. Raises UsageError if the file is not a proof or is damaged."""
    data = _json(file)
    name = file_name(file)
    if not isinstance(data, dict) or data.get("kind") != _KIND:
        raise UsageError(f"{name} is not a proof that halfmove wrote")
    if data.get("version") != _VERSION:
        raise UsageError(
            f"{name} is a proof of version {shown(data.get('version'))}, but this halfmove reads version {_VERSION}"
        )
    if data.keys() != _NAMES or data["checksum"] != _checksum(data):
        raise UsageError(f"{name} is damaged: its checksum does not match its content; make the proof again")
    at_least, position = data["at_least"], data["position"]
    known = at_least is None or (is_finite(at_least) and (isinstance(at_least, float) or abs(at_least) < WHOLE))
    if not isinstance(data["game"], str) or not isinstance(data["proven"], bool) or not known:
        raise UsageError(f"{name} is a damaged proof: its game, at_least or proven cannot be read")
    if not isinstance(data["nodes"], list) or not data["nodes"]:
        raise UsageError(f"{name} is a damaged proof: it has no positions")
    nodes = tuple(_node(each, len(data["nodes"]), name) for each in data["nodes"])
    return {
        "game": None,
        "position": position,
        "at_least": at_least,
        "proven": data["proven"],
        "nodes": nodes,
        "name": data["game"],
    }


def as_position(game: Game, position: Any) -> Any:
    """A position that was read from a file, in the form of the game's positions."""
    if position is None:
        return game.start
    made = _like(game.start, position)
    game.check_position(made)
    return made


def _like(example: Any, data: Any) -> Any:
    if isinstance(example, tuple) and isinstance(data, list) and len(data) == len(example):
        parts = [_like(one, other) for one, other in zip(example, data, strict=True)]
        return type(example)(*parts) if hasattr(example, "_fields") else tuple(parts)
    if is_whole(example) and is_whole(data) and type(example) is not int:
        return type(example)(data)
    return data


def _plain(position: Any, name: str) -> Any:
    """A position as lists of numbers and texts."""
    if isinstance(position, tuple | list):
        return [_plain(each, name) for each in position]
    if isinstance(position, bool | str | float):
        return position
    if is_whole(position):
        return int(position)
    raise UsageError(
        f"{name}: a proof from the position {shown(position)} cannot be written, because it does not consist of numbers"
    )


def _number(score: Any) -> Any:
    """A score for JSON, which has no infinities."""
    if is_whole(score):
        return int(score)
    return float(score) if math.isfinite(score) else str(float(score))


def _written(node: Node) -> Any:
    return [node.number, *node.children] if node.score is None else _number(node.score)


def _node(data: Any, count: int, name: str) -> Node:
    if isinstance(data, list):
        if len(data) > 1 and all(type(each) is int and each >= 0 for each in data) and max(data[1:]) < count:
            return Node(data[0], tuple(data[1:]))
    elif (is_whole(data) and abs(data) < WHOLE) or isinstance(data, float):
        return Node(score=data)
    elif data in ("inf", "-inf"):
        return Node(score=float(data))
    raise UsageError(f"{name} is a damaged proof: {shown(data)} is not a position of a proof")


def _checksum(data: dict[str, Any]) -> str:
    kept = {name: value for name, value in data.items() if name != "checksum"}
    return hashlib.sha256(json.dumps(kept, separators=(",", ":"), sort_keys=True).encode()).hexdigest()


def _json(file: str) -> Any:
    content = content_of(file, _LARGEST)
    try:
        return json_of(content)
    except ValueError:
        return None
