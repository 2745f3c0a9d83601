"""Numbers that stand in Python and in the page come from Python: no script of the page repeats them."""

from __future__ import annotations

import re
from importlib.resources import files
from typing import Any

import pytest

from halfmove.engine.record import FIRST_STRIDE, FIRST_TABLE
from halfmove.explorer import script as explorer_script
from halfmove.explorer.page import SCRIPTS, page_script
from halfmove.explorer.script import script_for
from halfmove.recording import log
from halfmove.trees.unfolding import MOST_NODES

from .test_explorer import _as_var

EVENTS = [kind.upper() for kind in log.KINDS]
STATUSES = ["LIVE_STATE", "SOLVED_STATE", "INACTIVE_STATE", "REVERSED"]
PAGE = files("halfmove.explorer") / "page"
OTHERS = ["search.js", "recording.js", "runtime.js"]


def constants_of_page(names: list[str]) -> dict[str, Any]:
    """What names mean in the scripts of the page."""
    context = pytest.importorskip("quickjs").Context()
    context.set_max_stack_size(1 << 26)
    code = script_for(["alpha_beta", "sss_star"], recorded=True) + page_script()
    context.eval(re.sub(r"^(const|class|let) (\w+)", _as_var, code, flags=re.MULTILINE))
    return {name: context.eval(name) for name in names}


def test_the_page_has_the_numbers_of_python() -> None:
    wanted = {name: getattr(log, name) for name in (*EVENTS, *STATUSES)} | {"MOST_NODES": MOST_NODES}
    assert constants_of_page(list(wanted)) == wanted


def test_the_page_follows_python(monkeypatch: pytest.MonkeyPatch) -> None:
    """Other numbers in Python are other numbers in the page."""
    changed = {name: 20 + at for at, name in enumerate(reversed(EVENTS))} | {"REVERSED": 8}
    for name, number in changed.items():
        monkeypatch.setattr(log, name, number)
    monkeypatch.setattr(explorer_script, "MOST_NODES", 12345)
    assert constants_of_page([*changed, "MOST_NODES"]) == changed | {"MOST_NODES": 12345}


def test_the_search_follows_python(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("FIRST_TABLE", "FIRST_STRIDE", "LINE_NODES"):
        monkeypatch.setattr(explorer_script, name, 7777)
    code = script_for(["alpha_beta"])
    for name in ("firstTable", "firstStride", "lineNodes"):
        assert re.search(rf'"{name}": ?7777\b', code)
    assert str(FIRST_TABLE) not in _text("search.js")
    assert f"stride = {FIRST_STRIDE}" not in _text("search.js")


@pytest.mark.parametrize("name", [*(f"page/{each}.js" for each in SCRIPTS), *OTHERS])
def test_no_script_repeats_an_event_number(name: str) -> None:
    code = _text(name)
    names = "|".join([*EVENTS, *STATUSES, "MOST_NODES", "LINE_NODES", "FIRST_TABLE", "WINDOW", "QUESTION", "STACKED"])
    assert re.findall(rf"\b(?:{names})\s*[=:]\s*-?\d+", code) == []
    assert re.findall(r"\b(?:kind|status|aux)(?:\[[^\]]*\])? ?[=!]==? ?\d", code) == []
    assert "LSl" not in code


def _text(name: str) -> str:
    return (PAGE.joinpath("..") / name if name in OTHERS else PAGE / name.removeprefix("page/")).read_text("utf-8")
