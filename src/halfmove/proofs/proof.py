"""A proof as a thing: what it says, its positions, its file, and the tree that it is."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from halfmove.base.checks import shown
from halfmove.base.gate import checked
from halfmove.base.printable import printable_line
from halfmove.errors import UsageError
from halfmove.game import Game
from halfmove.model import Counts, Score
from halfmove.proofs import files
from halfmove.proofs.checking import check_nodes
from halfmove.proofs.nodes import Node


@dataclass(frozen=True, eq=False, repr=False)
class Proof:
    """That the value of a position is at least some score, or that it is not: with the moves that show it.

    game       the game; None of a proof from a file, until it is checked
    position   where it begins
    at_least   the score that was asked about; None: any score above 0
    proven     True: it is at least that; False: it is not; None: a limit ended the search, and nothing is known
    nodes      the positions of the proof, the first one first; positions that are reached in several ways stand once
    algorithm, counts, seconds, stopped    how it was found

    >>> import halfmove as hm
    >>> hm.prove(hm.games.nim(1, 2), compiled=False).proven
    True
    """

    game: Game | None
    position: Any
    at_least: Score | None
    proven: bool | None
    nodes: tuple[Node, ...] = field(default=(), repr=False)
    algorithm: str = ""
    counts: Counts = field(default_factory=Counts)
    seconds: float = 0.0
    stopped: str | None = None
    name: str = ""

    @property
    def called(self) -> str:
        """The name of the game."""
        return self.name if self.game is None else self.game.name

    def __len__(self) -> int:
        """How many positions the proof has."""
        return len(self.nodes)

    def __bool__(self) -> bool:
        """Whether it is proven that the value is at least the score."""
        return self.proven is True

    def __repr__(self) -> str:
        return f"<Proof: {self}>"

    def __str__(self) -> str:
        called = printable_line(self.called)  # a file may have said it
        goal = "above 0" if self.at_least is None else f"at least {self.at_least}"
        if self.proven is None:
            return f"{called}: whether the value is {goal} is not known; stopped by the limit of {self.stopped}"
        return f"{called}: the value is {'' if self.proven else 'not '}{goal}; {len(self.nodes):,} positions"

    @property
    def move(self) -> Any:
        """The first move, where the side to move succeeds; else None."""
        if not self.nodes or not self.nodes[0].number or self.game is None:
            return None
        return self.game.legal(self.position)[self.nodes[0].number - 1]

    @checked
    def check(self, game: Game | None = None) -> int:
        """Play the whole proof through by the rules of a game, and nothing else. Returns how many positions it has.

        Raises UsageError, with what is wrong and where. Of a proof from a file the game must be named.
        """
        return len(self._played(game))

    def _played(self, game: Game | None) -> list[tuple[Any, int]]:
        game = self.game if game is None else game
        if game is None:
            raise UsageError(f"this proof comes from a file: name its game, {shown(self.called)}, to check it")
        if game.name != self.called:
            raise UsageError(f"this is a proof of {shown(self.called)}, not of {shown(game.name)}")
        if self.proven is None:
            raise UsageError(f"{game.name}: there is nothing to check: the search was stopped before it had a proof")
        return check_nodes(game, files.as_position(game, self.position), self.at_least, self.proven, self.nodes)

    @checked
    def save(self, path: str | Path) -> None:
        """Write the proof to a file, whole or not at all. See `load`."""
        files.save(self, str(path))

    @staticmethod
    @checked
    def load(path: str | Path, game: Game | None = None) -> Proof:
        """The proof in a file. With its game it is checked at once; without, by `check` when that is named."""
        proof = Proof(**files.read(str(path)))
        if game is None:
            return proof
        proof.check(game)
        return Proof(**{**vars(proof), "game": game, "position": files.as_position(game, proof.position)})

    def as_dict(self) -> dict[str, Any]:
        """What it says and how it was found, ready for JSON; the proof itself is in its file."""
        return {
            "game": self.called,
            "at_least": self.at_least,
            "proven": self.proven,
            "positions": len(self.nodes),
            "algorithm": self.algorithm,
            "nodes": self.counts.nodes,
            "seconds": self.seconds,
            "stopped": self.stopped,
        }

    @checked
    def tree(self, game: Game | None = None) -> Game:
        """The proof as a game of its own, whose moves are those of the proof alone: to draw, to explore, to search.

        Its positions are the numbers of the proof's positions. Positions below a depth limit count as what is proven.
        """
        sides = self._played(game)
        game = self.game if game is None else game
        assert game is not None
        nodes, inner = self.nodes, game
        bound = 1 if self.at_least is None else self.at_least
        known = bound if self.proven else 0 if self.at_least is None else bound - 1

        def moves(node: int) -> Any:
            number = nodes[node].number
            legal = inner.legal(sides[node][0])
            yield from legal[number - 1 : number] if number else legal

        def play(node: int, move: Any) -> int:
            legal = list(moves(node))
            return nodes[node].children[legal.index(move)]

        def result(node: int) -> tuple[bool, Score]:
            score = nodes[node].score
            return score is not None, 0 if score is None else score

        def evaluate(node: int) -> Score:
            return known if sides[node][1] == 0 else -known

        def turn(node: int) -> int:
            return sides[node][1]

        def show(node: int) -> str:
            return inner.picture(sides[node][0], sides[node][1] == 1)

        return Game(
            f"proof of {game.name}",
            0,
            moves,
            play,
            result,
            evaluate,
            turn=turn if game.turn is not None else None,
            show=show,
            parse=game.parse,
            format=game.format,
            longest=_longest(nodes),
        )


def _longest(nodes: tuple[Node, ...]) -> int | None:
    """How long the longest line of a proof is; None if play may go round and round."""
    before = [0] * len(nodes)
    for node in nodes:
        for child in node.children:
            before[child] += 1
    depth = [0] * len(nodes)
    free = [number for number, count in enumerate(before) if count == 0]
    for number in free:  # which grows meanwhile
        for child in nodes[number].children:
            depth[child] = max(depth[child], depth[number] + 1)
            before[child] -= 1
            if before[child] == 0:
                free.append(child)
    return max(depth) if len(free) == len(nodes) else None
