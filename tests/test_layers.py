"""Imports point one way only: a layer knows the layers below it and nothing above."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

import halfmove
from halfmove.base import identity

PACKAGE = Path(halfmove.__file__).parent

# From the bottom up. A module may import from its own layer and from those before it.
LAYERS = [
    {"errors"},
    {"base"},
    {"counts"},
    {"model"},
    {"bits"},
    {"hooks"},
    {"game"},
    {"random_games", "repetition", "endings"},
    {"conformance"},
    {"trees", "games"},
    {"adapters"},
    {"kernels"},
    {"parts"},
    {"words"},
    {"algorithms"},
    {"recording"},
    {"engine"},
    {"evaluations"},
    {"books"},
    {"solving"},
    {"players"},
    {"pgn", "uci"},
    {"proofs", "counting"},
    {"contracts"},
    {"tracing"},
    {"drawing"},
    {"showing"},
    {"public"},
    {"theory"},
    {"studies"},
    {"compare", "matches", "bookmaking"},
    {"learning"},
    {"reports"},
    {"pages"},
    {"explorer"},
    {"exercises"},
    {"manual"},
    {"cli"},
]
HEIGHT = {name: height for height, layer in enumerate(LAYERS) for name in layer}

# The same inside the engine, one module after the other: what a kernel is bound to, what is run, how it is compiled.
# fmt: off
ENGINE = [
    "bind", "fingerprint", "rules", "shapes", "checked_memory", "memory", "layout", "scores", "clock", "task", "record",
    "guards",
    "plain/memory", "plain/recorder", "plain/run",
    "hopeless",
    "native/target", "native/cache", "native/messages", "native/entries", "native/program",
    *[f"native/numba/{name}" for name in (
        "machine", "u64", "rule_types", "memory", "checked", "scores", "linking", "shortcuts", "build", "quick",
        "plain", "browser", "compiler",
    )],
    "native/workspace", "native/team", "native/self_check", "native/ways", "native/making", "native/compiling",
    "runner", "wasm/module", "wasm/plan", "wasm/making", "tables", "translated", "endgames",
    *[f"parallel/{name}" for name in ("progress", "young_brothers", "workers", "jobs", "machines", "searching")],
    "search", "check",
]
# fmt: on
FILES = sorted(PACKAGE.rglob("*.py"))

# Numba and LLVM are imported in one package only, and that only when something is compiled or loaded.
COMPILER = "engine/native/numba/"


def name_of(file: Path) -> str:
    return file.relative_to(PACKAGE).as_posix()


def layer_of(file: Path) -> str:
    return file.relative_to(PACKAGE).parts[0].removesuffix(".py")


def imported(file: Path) -> list[tuple[str, bool]]:
    """The modules that a file imports, and whether it does so as soon as it is imported itself."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    inner = {node for each in ast.walk(tree) if isinstance(each, ast.FunctionDef) for node in ast.walk(each)}
    found = []
    for node in ast.walk(tree):
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{file} has a relative import"
            module = node.module or ""
            names = [f"{module}.{alias.name}" for alias in node.names] if module == "halfmove" else [module]
        found += [(each, node not in inner) for each in names]
    return found


@pytest.mark.parametrize("file", FILES, ids=name_of)
def test_imports_point_down(file: Path) -> None:
    layer = layer_of(file)
    if layer in ("__init__", "__main__"):
        return
    assert layer in HEIGHT, f"{name_of(file)} belongs to no layer: name it in {Path(__file__).name}"
    for module, _ in imported(file):
        top, _, rest = module.partition(".")
        if top == "halfmove":
            other = rest.partition(".")[0]
            if other in HEIGHT:
                assert HEIGHT[other] <= HEIGHT[layer], f"{name_of(file)} imports {module}, which is above it"


def test_the_table_of_layers_is_true() -> None:
    text = (Path(__file__).parents[1] / "ARCHITECTURE.md").read_text(encoding="utf-8")
    table = re.findall(r"^\| (`.+?) \|", text, re.MULTILINE)
    rows = [{name.removesuffix(".py") for name in re.findall(r"`([\w.]+)/?`", row)} for row in table]
    assert set().union(*rows) == set(HEIGHT)
    heights = [(min(HEIGHT[name] for name in row), max(HEIGHT[name] for name in row)) for row in rows]
    assert heights == sorted(heights)


def test_imports_inside_the_engine_point_one_way() -> None:
    engine = PACKAGE / "engine"
    files = {file.relative_to(engine).with_suffix("").as_posix(): file for file in sorted(engine.rglob("*.py"))}
    files = {name: file for name, file in files.items() if not name.endswith("__init__")}
    assert sorted(files) == sorted(ENGINE)
    for name, file in files.items():
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("halfmove.engine"):
                inner = (node.module or "").removeprefix("halfmove.engine").strip(".").replace(".", "/")
                within = [f"{inner}/{alias.name}".strip("/") for alias in node.names]
                for other in [inner] if inner in ENGINE else within:
                    assert ENGINE.index(other) < ENGINE.index(name), f"engine/{name}.py imports {other}"


@pytest.mark.parametrize("file", FILES, ids=name_of)
def test_one_package_knows_the_compiler(file: Path) -> None:
    if not name_of(file).startswith(COMPILER):
        for module, _at_once in imported(file):
            assert module.partition(".")[0] not in ("numba", "llvmlite"), f"{name_of(file)} imports {module}"


# What other packages may import of the engine: its front, and a few modules; the explorer is a target of its own.
FRONT = {
    "halfmove.engine",
    *(f"halfmove.engine.{name}" for name in ("search", "check", "bind", "parallel.workers")),
}
FOR_TARGETS = {f"halfmove.engine.{name}" for name in ("layout", "record", "rules", "scores")}


@pytest.mark.parametrize("file", FILES, ids=name_of)
def test_the_engine_has_a_front(file: Path) -> None:
    if layer_of(file) != "engine":
        allowed = FRONT | (FOR_TARGETS if layer_of(file) == "explorer" else set())
        for module, _ in imported(file):
            assert not module.startswith("halfmove.engine") or module in allowed, f"{name_of(file)} imports {module}"


def test_no_algorithm_knows_a_game_and_no_game_an_algorithm() -> None:
    for file in FILES:
        names = [module for module, _ in imported(file)]
        if layer_of(file) in ("trees", "games"):
            assert not [name for name in names if name.startswith(("halfmove.engine", "halfmove.algorithms"))]
        if layer_of(file) in ("algorithms", "parts", "engine"):
            assert not [name for name in names if name.startswith(("halfmove.games", "halfmove.trees"))]


def test_files_are_ideas() -> None:
    """No module grows past what one can read in one go."""
    for file in FILES:
        assert len(file.read_text(encoding="utf-8").splitlines()) <= 400, f"{name_of(file)} is longer than 400 lines"


def test_the_identity_covers_the_modules_beside_the_packages() -> None:
    """Code that decides counts may not move to a module that the identity of this halfmove does not cover."""
    covered = {file for pattern in identity._DECIDE_COUNTS for file in PACKAGE.glob(pattern)}
    needed = {module.partition(".")[2].partition(".")[0] for file in covered for module, _ in imported(file)}
    beside = {PACKAGE / f"{name}.py" for name in needed - {"errors", "words"}}
    assert PACKAGE / "counts.py" in covered
    assert {file for file in beside if file.is_file()} <= covered
