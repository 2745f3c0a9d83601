"""`halfmove prove`: is a position won? The proof can be written to a file and checked."""

from __future__ import annotations

from typing import Any

import click

import halfmove as hm
from halfmove.cli import text, write
from halfmove.cli.commands import Command
from halfmove.cli.game_argument import game_from
from halfmove.cli.interrupts import interruptible
from halfmove.cli.live import live_line, ticking
from halfmove.cli.program import CheckFailed
from halfmove.cli.search import start_from
from halfmove.game import Game
from halfmove.proofs.proof import Proof


class _Score(click.ParamType):  # type: ignore[type-arg]
    name = "number"

    def convert(self, value: Any, param: Any, ctx: Any) -> Any:
        for kind in (int, float):
            try:
                return kind(value)
            except (ValueError, OverflowError):
                continue
        self.fail(f"{value!r} is not a number", param, ctx)


@click.command("prove", cls=Command)
@click.argument("game")
@click.option("--at-least", type=_Score(), metavar="X", help="Score to prove. [default: any above 0, a win]")
@click.option("--position", metavar="P", help="Start here: a node such as 1.2, or moves from the start.")
@click.option("--moves", metavar="M", help='Moves to make first, such as "4 4 5" or 445.')
@click.option(
    "-a", "--algorithm", metavar="ID", default="df_pn", show_default=True, help="df_pn, proof_number or test."
)
@click.option("--entries", type=int, metavar="N", help="Most positions in the table of df_pn.")
@click.option("--nodes", type=int, metavar="N", help="Stop after N nodes, without an answer.")
@click.option("--seconds", type=float, metavar="S", help="Stop after S seconds, without an answer.")
@click.option("--memory-limit", type=int, metavar="BYTES", help="Stop before the search uses more memory.")
@click.option("--compiled/--interpreted", default=None, help="Machine code or plain Python. [default: the faster]")
@click.option("--out", metavar="FILE", help="Write the proof to a file.")
@click.option("--verify", metavar="FILE", help="Only check the proof in this file against the rules of the game.")
@click.option("--json", "as_json", is_flag=True, help="Print the answer as JSON.")
def command(game: str, out: str | None, verify: str | None, as_json: bool, **options: Any) -> None:
    """Prove that the side to move wins, or reaches a score, or that it does not.

    GAME is a tree or a game as in `halfmove search`. A search by proof numbers finds the proof. Then the proof is
    checked: it is played through with the rules of the game alone. --verify checks a proof from a file; the exit code
    is 1 when it is wrong. If a limit stops the search, the answer is "not known", which is not an error.

    \b
    halfmove prove nim:3,4,5
    halfmove prove connect_four:width=5,height=4 --at-least 0 --out proof.json
    halfmove prove connect_four:width=5,height=4 --verify proof.json
    """
    write.check({"--out": out}, as_json)
    made = game_from(game)
    checked: int | None
    with interruptible(), live_line() as line:
        if verify is not None:
            given = [name for name, value in options.items() if value is not None and name != "algorithm"]
            if given or out is not None:
                name = given[0] if given else "out"
                raise hm.UsageError(f"--verify only checks a proof: leave --{name.replace('_', '-')} out")
            proof = Proof.load(verify)
            with ticking(line, "checking the proof"):
                checked = _checked(proof, made)
        else:
            proof = _proved(made, options, line)
            with ticking(line, "checking the proof"):
                checked = None if proof.proven is None else _checked(proof, made)
            if out is not None and proof.proven is not None:
                proof.save(out)
    file = verify or (None if proof.proven is None else out)  # without an answer no file is written
    if as_json:
        click.echo(text.as_json({**proof.as_dict(), "what": game, "checked": checked is not None, "file": file}))
    else:
        click.echo(_page(made, proof, checked, out))


def _proved(game: Game, options: dict[str, Any], line: Any) -> Proof:
    limits = hm.Limits(options["nodes"], options["seconds"], options["memory_limit"])
    parameters = {} if options["entries"] is None else {"entries": options["entries"]}
    position = start_from(game, options["position"], options["moves"])
    with ticking(line, f"proving {game.name}"):
        return hm.prove(
            game,
            position,
            at_least=options["at_least"],
            limits=limits,
            algorithm=options["algorithm"],
            compiled=options["compiled"],
            **parameters,
        )


def _checked(proof: Proof, game: Game) -> int:
    try:
        return proof.check(game)
    except hm.UsageError as error:
        raise CheckFailed(str(error)) from None


def _page(game: Game, proof: Proof, checked: int | None, out: str | None) -> str:
    if proof.proven is None:
        rows = [("answer", f"not known: stopped by the limit of {proof.stopped}")]
    else:
        rows = [("answer", _answer(game, proof))]
        if (move := proof.move) is not None:
            rows.append(("move", text.move(game, move)))
        rows.append(("proof", f"{text.count(len(proof))} positions, checked by playing it through"))
    if proof.algorithm:
        rows.append(
            ("search", f"{proof.algorithm}, {text.count(proof.counts.nodes)} nodes, {text.time(proof.seconds)}")
        )
    if out is not None:
        rows.append(("file", out if proof.proven is not None else f"{out} was not written: there is no proof"))
    return f"{game.name}\n\n{text.columns(rows)}"


def _answer(game: Game, proof: Proof) -> str:
    """What is proven. A game without a score to prove is won or not; a tree is neither won nor lost."""
    no = "" if proof.proven else "not "
    if proof.at_least is not None:
        return f"the value is {no}at least {proof.at_least}"
    value = f"the value is {no}above 0"
    return value if game.leaves_only or game.width is not None else f"{no}won ({value})"
