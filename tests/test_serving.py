"""The page of a game that only Python can play: served on the loopback, to its own page alone."""

from __future__ import annotations

import http.client
import json
import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest

import halfmove as hm
from halfmove.pages.serving import Server
from tests.browsers import Open, browsers, need_chromium, openers

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


def text_moves(p: str) -> Iterator[int]:
    for i, sign in enumerate(p):
        if sign == ".":
            yield i


def text_play(p: str, i: int) -> str:
    return p[:i] + ("X" if p.count("X") == p.count("O") else "O") + p[i + 1 :]


def text_result(p: str) -> tuple[bool, int]:
    if any(p[a] == p[b] == p[c] != "." for a, b, c in LINES):
        return True, -1
    return "." not in p, 0


def text_show(p: str) -> str:
    return "\n".join(" ".join(p[i : i + 3]) for i in (0, 3, 6))


def text_game() -> hm.Game:
    """A game whose positions are texts: it cannot be compiled."""
    return hm.Game("noughts", "." * 9, text_moves, text_play, text_result, show=text_show)


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    made = Server(text_game(), level=3, seconds=0.2)
    thread = threading.Thread(target=made.run)
    thread.start()
    yield made
    made.close()
    thread.join()


def ask(server: Server, what: str, question: Any, **headers: str) -> tuple[int, list[Any]]:
    """A question as the page asks it: the status, and the lines of the answer."""
    link = http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)
    content = question if isinstance(question, bytes) else json.dumps(question).encode()
    path = headers.pop("path", "/" + server.address.split("/")[3] + "/" + what)
    sent = {"Host": f"127.0.0.1:{server.port}"} | headers
    link.request("GET" if what == "" else "POST", path, content, sent)
    answer = link.getresponse()
    found = answer.read().decode()
    link.close()
    if answer.status != 200 or what == "":
        return answer.status, [found]
    return answer.status, [json.loads(line) for line in found.split("\n") if line]


def test_only_its_own_page_is_answered(server: Server) -> None:
    """Without the secret, from another host or another page, there is nothing here."""
    good = {"path": "/" + server.address.split("/")[3] + "/"}
    assert ask(server, "", b"", **good)[0] == 200
    assert ask(server, "", b"", path="/")[0] == 404
    assert ask(server, "", b"", path="/" + "A" * 32 + "/")[0] == 404
    assert ask(server, "", b"", path=good["path"] + "../../etc/passwd")[0] == 404
    assert ask(server, "", b"", Host="evil.example", **good)[0] == 404
    assert ask(server, "", b"", Host=f"localhost:{server.port}", **good)[0] == 404
    assert ask(server, "node", {}, Origin="http://evil.example")[0] == 404
    assert ask(server, "node", {}, Origin=f"http://127.0.0.1:{server.port}")[0] == 200
    assert ask(server, "other", {})[0] == 404
    assert ask(server, "node", b"x" * 70_000)[0] == 404


def test_it_listens_on_the_loopback_only(server: Server) -> None:
    assert server.address.startswith(f"http://127.0.0.1:{server.port}/")
    assert server._server.server_address[0] == "127.0.0.1"


def test_a_position(server: Server) -> None:
    game = text_game()
    _, (node,) = ask(server, "node", {"path": [4, 0]})
    at = game.next(game.next(game.start, 4), 0)
    assert node["text"] == game.picture(at)
    assert [each["name"] for each in node["moves"]] == [str(move) for move in game.legal(at)]
    assert [each["text"] for each in node["moves"]] == [game.picture(game.next(at, move)) for move in game.legal(at)]
    assert (node["over"], node["second"]) == (False, False)


@pytest.mark.parametrize(
    "question",
    [
        b"",
        b"[",
        b"[1]",
        b"[" * 9000,
        {"path": [9]},
        {"path": [-1]},
        {"path": ["0"]},
        {"path": [True]},
        {"path": "0"},
        {"path": [0] * 20_000},
        {"place": 3},
        {"path": [0], "place": "nowhere"},
    ],
)
def test_a_bad_question_gets_a_sentence(server: Server, question: Any) -> None:
    status, (answer,) = ask(server, "node", question)
    assert status == 200
    assert isinstance(answer["error"], str)


@pytest.mark.parametrize("given", [{"level": 77}, {"level": "hrd"}, {"seconds": 0}, {"seconds": "1"}, {"id": []}])
def test_a_bad_wish_gets_a_sentence(server: Server, given: dict[str, Any]) -> None:
    _, answers = ask(server, "think", {"path": [], "seconds": 0.1, "level": 3} | given)
    assert "error" in answers[-1]


def test_thinking(server: Server) -> None:
    """A win in one is seen, and said; every answer is better than the one before."""
    _, answers = ask(server, "think", {"path": [0, 3, 0, 3], "level": 10, "seconds": 1})  # X X . / O O .
    found = answers[-1]["found"]
    assert (found["move"], found["verdict"], found["inMoves"]) == (0, "wins", 1)
    _, answers = ask(server, "analyse", {"path": [0, 3, 0, 3], "seconds": 0.5})
    values = answers[-1]["found"]
    assert values[0]["verdict"] == "wins"
    assert all(each["verdict"] != "wins" for each in values[1:])


def test_a_rule_that_fails_gets_a_sentence() -> None:
    def bad_show(p: str) -> str:
        raise KeyError(p)

    made = Server(text_game(), seconds=0.2)
    made._served._game = hm.Game("bad", "." * 9, text_moves, text_play, text_result, show=bad_show)
    thread = threading.Thread(target=made.run)
    thread.start()
    _, (answer,) = ask(made, "node", {"path": [0]})
    made.close()
    thread.join()
    assert "KeyError" in answer["error"]


def test_infinite_scores_are_written_as_javascript_reads_them() -> None:
    def endless(p: str) -> tuple[bool, float]:
        return len(p) >= 2, float("inf") if p.endswith("a") else -float("inf")

    def letters(p: str) -> Iterator[str]:
        yield "a"
        yield "b"

    made = Server(hm.Game("endless", "", letters, lambda p, move: p + move, endless), seconds=0.2)
    thread = threading.Thread(target=made.run)
    thread.start()
    _, (won,) = ask(made, "node", {"path": [1, 0]})
    _, (lost,) = ask(made, "node", {"path": [1, 1]})
    made.close()
    thread.join()
    assert (won["score"], lost["score"]) == ("Infinity", "-Infinity")


def test_a_question_that_is_stopped_holds_up_no_other(server: Server) -> None:
    """ "Move now" ends a question; the next one is answered at once, and other questions are not touched."""
    answers: list[Any] = []
    question = {"path": [], "level": 10, "seconds": 60, "id": "one-1"}
    thread = threading.Thread(target=lambda: answers.append(ask(server, "think", question)))
    thread.start()
    while server._served._asked != "one-1":
        time.sleep(0.01)
    ask(server, "stop", {"id": "other-1"})
    assert "other-1" not in server._served._stopped
    ask(server, "stop", {"id": "one-1"})
    _, next_one = ask(server, "think", {"path": [0], "level": 1, "seconds": 1, "id": "one-2"})
    assert "found" in next_one[-1]
    thread.join(timeout=100)
    assert answers


def test_a_game_in_the_browser(server: Server) -> None:
    playwright = need_chromium()
    for browser in browsers(playwright):
        for opened in openers(browser):
            _play(opened, server)


def _play(opened: Open, server: Server) -> None:
    page = opened(server.address)
    page.wait_for_selector("body[data-ready='1']")
    for _ in range(9):
        page.wait_for_selector("body[data-state=yours], body[data-state=over]")
        if page.evaluate("document.body.dataset.state") == "over":
            break
        ply = int(page.evaluate("document.body.dataset.ply"))
        page.locator("#board .can").first.click(force=True)
        page.wait_for_selector(f"body[data-ply='{ply + 1}'], body[data-ply='{ply + 2}']")
    assert page.evaluate("document.body.dataset.state") == "over"
    moves = [int(word, 36) for word in page.evaluate("location.hash").removeprefix("#g=").split(".")]
    _, (node,) = ask(server, "node", {"path": moves})
    assert node["over"]
