"""Run the notebooks in examples/ and store their outputs, so that they can be read before anything is installed.

python docs/tools/notebooks.py            run them and store what has changed
python docs/tools/notebooks.py --check    exit with 1 if a stored output is not what the cell gives

Jupyter is not needed. Outputs are readable in viewers that run no scripts: a picture is stored as SVG, and a page as
the picture of its search. Times change from run to run. An output that differs in nothing else stays as it is stored.
"""

from __future__ import annotations

import base64
import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

EXAMPLES = Path(__file__).parents[2] / "examples"
SECONDS = 300  # that one notebook may take on a busy machine; they take a few
STILLS = {"hm.explore": "hm.draw"}  # a page -> what makes a picture of it from the same arguments

# Runs the cells one after the other in one namespace, and tells of each what it printed and what a notebook would show.
_RUNNER = """
import ast, contextlib, io, json, sys
STILLS = json.loads(sys.argv[1])

class Printer:
    stack = ()
    def __init__(self):
        self.parts = []
    def text(self, words):
        self.parts.append(words)

def plain(value):
    if hasattr(value, "_repr_pretty_"):
        value._repr_pretty_(printer := Printer(), False)
        return "".join(printer.parts)
    return repr(value)

def evaluated(node, name):
    return eval(compile(ast.Expression(node), name, "eval"), scope)

def shown(node, name):
    value = evaluated(node, name)
    if value is None:
        return None
    data = {"text/plain": plain(value)}
    for kind, method in (("text/html", "_repr_html_"), ("image/svg+xml", "_repr_svg_")):
        if hasattr(value, method):
            data[kind] = getattr(value, method)()
    if "<iframe" in data.get("text/html", ""):
        node.func = ast.parse(STILLS[ast.unparse(node.func)], mode="eval").body
        data = {"text/plain": data["text/plain"], "image/svg+xml": evaluated(node, name)._repr_svg_()}
    return data

scope = {"__name__": "__main__"}
found = []
for number, cell in enumerate(json.load(sys.stdin), 1):
    name = f"cell {number}"
    tree = ast.parse(cell, name)
    last = tree.body.pop().value if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        exec(compile(tree, name, "exec"), scope)
        data = None if last is None else shown(last, name)
    found.append((printed.getvalue(), data))
json.dump(found, sys.stdout)
"""
_PICTURE = re.compile(r'<img [^>]*src="data:image/svg\+xml;base64,([^"]+)">')
_CHANGING = re.compile(
    r"\d[\d.,]*(?:e[+-]?\d+)? (?:ns|µs|ms|s|(?:thousand |million |billion )?\w+/s)\b"
    r"|(?<=seconds=)\d[\d.]*(?:e[+-]?\d+)?|plain Python|machine code"
)


def read(notebook: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(notebook.read_text(encoding="utf-8"))
    return found


def with_outputs(notebook: Path, before: str = "") -> dict[str, Any]:
    """The notebook as it should be stored: run, in a process and an empty folder of its own.

    before   Python that runs first
    """
    data = read(notebook)
    cells = [cell for cell in data["cells"] if cell["cell_type"] == "code"]
    for number, (cell, (printed, shown)) in enumerate(zip(cells, _run(cells, before), strict=True), 1):
        outputs = [_stream(printed)] * bool(printed) + (_results(shown, number) if shown else [])
        if cell["execution_count"] != number or without_times(cell["outputs"]) != without_times(outputs):
            cell["execution_count"], cell["outputs"] = number, outputs
    return data


def _run(cells: list[dict[str, Any]], before: str) -> list[tuple[str, dict[str, str] | None]]:
    with tempfile.TemporaryDirectory() as folder:
        ran = subprocess.run(
            [sys.executable, "-c", f"{before}\n{_RUNNER}", json.dumps(STILLS)],
            input=json.dumps(["".join(cell["source"]) for cell in cells]),
            capture_output=True,
            text=True,
            timeout=SECONDS,
            cwd=folder,
            env=dict(os.environ) | {"PYTHONIOENCODING": "utf-8"},
            check=False,
        )
        left = os.listdir(folder)
    if ran.returncode or ran.stderr or left:
        raise RuntimeError(ran.stderr or f"it left files: {', '.join(left)}")
    found: list[tuple[str, dict[str, str] | None]] = json.loads(ran.stdout)
    return found


def _stream(printed: str) -> dict[str, Any]:
    return {"name": "stdout", "output_type": "stream", "text": printed.splitlines(keepends=True)}


def _results(shown: dict[str, str], number: int) -> list[dict[str, Any]]:
    """What a cell shows. Viewers may leave pictures inside HTML out: each is stored as an output of its own."""
    plain, html = shown["text/plain"], shown.get("text/html", "")
    pictures = [base64.b64decode(each).decode() for each in _PICTURE.findall(html)]
    pictures += [shown["image/svg+xml"]] if "image/svg+xml" in shown and not pictures else []
    words = _PICTURE.sub("", html)
    if not pictures:
        return [_output(shown, number)]
    if re.sub(r"<[^>]*>", "", words).strip():
        return [_output({"text/plain": plain, "text/html": words}, number), *map(_picture, pictures)]
    return [_output({"text/plain": plain, "image/svg+xml": pictures[0]}, number), *map(_picture, pictures[1:])]


def _output(data: dict[str, str], number: int) -> dict[str, Any]:
    lines = {kind: text.splitlines(keepends=True) for kind, text in sorted(data.items())}
    return {"data": lines, "execution_count": number, "metadata": {}, "output_type": "execute_result"}


def _picture(svg: str) -> dict[str, Any]:
    lines = {"image/svg+xml": svg.splitlines(keepends=True), "text/plain": ["<a picture>"]}
    return {"data": lines, "metadata": {}, "output_type": "display_data"}


def without_times(outputs: list[dict[str, Any]]) -> str:
    return _CHANGING.sub("TIME", json.dumps(outputs, ensure_ascii=False))


def text_of(data: dict[str, Any]) -> str:
    return json.dumps(data, indent=1, ensure_ascii=False) + "\n"


def main() -> int:
    changed = []
    for notebook in sorted(EXAMPLES.glob("*.ipynb")):
        text = text_of(with_outputs(notebook))
        if text != notebook.read_text(encoding="utf-8"):
            changed.append(notebook.name)
            if "--check" not in sys.argv[1:]:
                notebook.write_text(text, encoding="utf-8")
    if changed and "--check" in sys.argv[1:]:
        print(f"not up to date: {', '.join(changed)}; run `make notebooks`", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
