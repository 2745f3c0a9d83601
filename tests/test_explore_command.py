"""`halfmove explore` and `hm.explore`: what is written into a page, and where it goes."""

from __future__ import annotations

import base64
import hashlib
import html
import json
import os
import re
import stat
import webbrowser
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import halfmove as hm
from halfmove.cli.program import main
from halfmove.errors import UsageError
from halfmove.explorer.page import STYLES, page_for
from halfmove.reports.scripted import as_json
from halfmove.trees import NAMED
from tests.conftest import refused

PAGE = Path(hm.__file__).parent / "explorer" / "page"
THESIS = NAMED["srimani_1985:figure-a1"]


def test_a_page_loads_nothing_and_runs_only_its_own_script() -> None:
    made = page_for(hm.trees.explicit([[3, 5], [4, 6]]), [("sss_star", {}), ("ps_star", {"phases": 2})], step=3)
    assert not re.search(r"<(link|img|iframe|base)\b", made)
    assert not re.search(r"<script[^>]*\bsrc=", made)
    assert "@import" not in made
    code = re.search(r"<script>(.*)</script>\s*</body>", made, re.DOTALL)
    assert code is not None
    digest = base64.b64encode(hashlib.sha256(code[1].encode()).digest()).decode()
    assert f"script-src 'sha256-{digest}'" in made
    assert "default-src 'none'" in made
    assert made.count("<script") == 2
    data = json.loads(_data(made))
    assert data["algorithms"] == [{"id": "sss_star", "parameters": {}}, {"id": "ps_star", "parameters": {"phases": 2}}]
    assert data["step"] == 3


def _data(made: str) -> str:
    found = re.search(r'id="halfmove-data">(.*?)</script>', made, re.DOTALL)
    assert found is not None
    return found[1]


def test_names_end_no_script() -> None:
    nasty = "</script><script>alert(1)</script><!--"
    made = page_for(hm.trees.explicit([1, 2], nasty))
    assert nasty not in made
    assert json.loads(_data(made))["name"] == nasty
    assert made.count("<script") == 2
    assert as_json({"a</": float("inf"), "Infinity": -float("inf")}) == '{"a\\u003c/":1e999,"Infinity":-1e999}'


def test_parts_of_the_page_are_short() -> None:
    for file in PAGE.iterdir():
        assert len(file.read_text(encoding="utf-8").splitlines()) <= 400
    assert {f"{name}.css" for name in STYLES} == {file.name for file in PAGE.glob("*.css")}


def test_explore_gives_a_frame_and_a_file(tmp_path: Path) -> None:
    made = hm.explore(hm.trees.named(THESIS.name), "ps_star", phases=2)
    frame = made._repr_html_()
    assert frame.startswith("<iframe srcdoc=")
    assert html.unescape(re.search(r'srcdoc="([^"]*)"', frame)[1]) == made.page  # type: ignore[index]
    made.save(str(tmp_path / "page.html"))
    assert (tmp_path / "page.html").read_text(encoding="utf-8") == made.page
    both = hm.explore(hm.games.nim(1, 2), ("alpha_beta", "ps_star:phases=3"))
    assert json.loads(_data(both.page))["algorithms"][1]["parameters"] == {"phases": 3}
    with pytest.raises(UsageError, match="one or two algorithms, not 3"):
        hm.explore(hm.games.nim(1), ("minimax", "scout", "sss_star"))


def _run(*words: str) -> Any:
    return CliRunner().invoke(main, ["explore", *words], standalone_mode=False)


def test_the_command_writes_a_page(tmp_path: Path) -> None:
    file = tmp_path / "page.html"
    assert _run("[[3,5],[4,6]]", "-a", "ps_star,phases=2", "-a", "sss_star", "--html", str(file)).exit_code == 0
    data = json.loads(_data(file.read_text(encoding="utf-8")))
    assert [each["id"] for each in data["algorithms"]] == ["ps_star", "sss_star"]
    assert data["nested"] == [[3, 5], [4, 6]]
    assert (
        _run(
            "srimani_1985:figure-a1", "-a", "ps_star", "--phases", "4", "--window", "0,99", "--html", str(file)
        ).exit_code
        == 0
    )
    data = json.loads(_data(file.read_text(encoding="utf-8")))
    assert (data["algorithms"][0]["parameters"], data["window"]) == ({"phases": 4}, ["0", "99"])


def test_without_a_file_the_page_goes_where_only_the_user_reads(monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    monkeypatch.setenv("BROWSER", "something")
    monkeypatch.setattr(webbrowser, "open", lambda url: bool(opened.append(url)) or True)
    file = Path(_run().output.strip())
    try:
        assert stat.S_IMODE(os.stat(file).st_mode) == 0o600
        assert opened == [file.as_uri()]
        data = json.loads(_data(file.read_text(encoding="utf-8")))
        assert (data["name"], [each["id"] for each in data["algorithms"]]) == ("a small tree", ["alpha_beta"])
        assert data["nested"] == json.loads(data["examples"][0]["tree"])
    finally:
        file.unlink()
    for name in ("BROWSER", "DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    run = _run("[1,2]")
    assert len(opened) == 1
    Path(run.output.split("\n")[0]).unlink()


OWN = """
import halfmove as hm
from halfmove.words import infinity, moves, play, value, remember

@hm.algorithm(title="mine </script>", promise="the value", proves=True)
def plain(game, p, height, a, b, run):
    best = -infinity()
    for move in moves(game, p):
        score = -value(game, play(game, p, move, height, run), height - 1, -b, -a, run)
        if score > best:
            best = score
            remember(run, height, move, best)
    return best

@hm.algorithm(title="not ours")
def strange(game, p, height, a, b, run):
    with open("x"):
        return 1
"""


def test_an_algorithm_of_ones_own(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(OWN, encoding="utf-8")
    page = tmp_path / "page.html"
    run = _run("[[3,5],[4,6]]", "-a", f"{tmp_path}/mine.py:plain", "--html", str(page))
    assert run.exit_code == 0, run.exception
    made = page.read_text(encoding="utf-8")
    assert json.loads(_data(made))["algorithms"][0]["id"] == "plain"
    assert made.count("<script") == 2
    run = _run("[[3,5],[4,6]]", "-a", f"{tmp_path}/mine.py:strange", "--html", str(page))
    refused(run, "mine.py:17: ", "`with`")
    assert page.read_text(encoding="utf-8") == made
