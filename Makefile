# Every target sets up what it needs: a virtual environment in .venv, made with any Python from 3.11 on.
# `make PYTHON=/path/to/python run` chooses the interpreter.

ifndef PYTHON
PYTHON := $(shell for p in python3 python3.14 python3.13 python3.12 python3.11 python; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1 && { echo $$p; break; }; done)
endif

# Tests start hundreds of processes; without bytecode on disk each of them would compile all that it imports.
unexport PYTHONDONTWRITEBYTECODE

BIN := .venv/bin
# Python makes bytecode of what it loads; of all that is installed most is never loaded.
INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile
# Machine code compiled by tests stays in the checkout; `make clean` removes it.
OWN_CACHE := HALFMOVE_CACHE="$(CURDIR)/.cache/halfmove"

# The long versions of the tests. Then many more trees, new ones every time; fails when two algorithms disagree about
# a value. Then attacks for so many seconds: searches, players, files, calls, command lines and kills, random ones from the
# same seed; some of them first with machine code that checks every index of its memory.
SOAK_SEED := $(shell date +%s)
SOAK_TREES := 20000
SOAK_SECONDS := 600
SOAK_FAMILIES := uniform:3,7 uniform:2,9,values=0..3 uniform:5,4,values=bivalued:0.4 uniform:1,6 uniform:9,3 \
	ordered:6,5,order=2,probability=0.8 ordered:4,6,order=geometric,probability=0.5 incremental:4,5 \
	incremental:3,6,values=-1.0..1.0

.PHONY: run hello test lint style types tests versions browser bench soak docs notebooks coverage package clean

# What it is at once, pages to look at as soon as it is installed, then the papers.
run: hello .venv/run.stamp
	@$(BIN)/halfmove tour tour --no-browser
	@echo
	@echo 'Next, the experiments of four papers and a lecture are run again, which takes about a minute.'
	@$(BIN)/halfmove reproduce --html report.html

hello:
	@test -e .venv/run.stamp || printf '%s\n' \
		'halfmove searches the trees of two-player games, with the algorithms of the literature.' \
		'It is installed in .venv first; that takes about a minute. Meanwhile, pictures of it:' \
		"  file://$(CURDIR)/docs/pictures/explorer.png   a search, replayed step by step" \
		"  file://$(CURDIR)/docs/pictures/page.png       a game on its own page"

# Two things at a time: pip and apt, then types and tests.
test:
	@$(MAKE) --no-print-directory -j2 style browser
	@$(MAKE) --no-print-directory -j2 types tests

lint: style types

style: .venv/test.stamp
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: .venv/test.stamp
	$(BIN)/mypy

tests: .venv/test.stamp
	$(OWN_CACHE) $(BIN)/python -m pytest -n 2 --dist worksteal

# Pages are tested in Chromium. Where there is none it is installed, if this is root on a Debian.
browser:
	@for name in chromium chromium-browser google-chrome; do command -v $$name >/dev/null && exit 0; done; \
	if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
		echo 'Chromium is not here; it is installed, for the tests of pages.'; \
		export DEBIAN_FRONTEND=noninteractive; \
		timeout 60 apt-get -qq update >/dev/null 2>&1; \
		timeout 240 apt-get -qq -y --no-install-recommends install chromium >/dev/null 2>&1 && exit 0; \
	fi; \
	echo 'There is no Chromium, and it could not be installed: tests of pages in a browser are left out.'

bench: .venv/bench.stamp
	$(OWN_CACHE) $(BIN)/python benchmarks/run.py

soak: .venv/test.stamp
	HALFMOVE_LONG_TESTS=1 $(OWN_CACHE) $(BIN)/python -m pytest -n 2
	@for family in $(SOAK_FAMILIES); do \
		$(OWN_CACHE) $(BIN)/halfmove compare --family $$family --trees $(SOAK_TREES) --seed $(SOAK_SEED) || exit 1; done
	$(OWN_CACHE) $(BIN)/python -m tests.claims 2000 $(SOAK_SEED)
	$(OWN_CACHE) HALFMOVE_KILLS=20 $(BIN)/python -m pytest -q tests/test_solving_files.py -k killed
	$(OWN_CACHE) HALFMOVE_CHECK_MEMORY=1 $(BIN)/python -m tests.attacks.searches $(SOAK_SEED) 5000
	$(OWN_CACHE) HALFMOVE_CHECK_MEMORY=1 $(BIN)/python -m tests.attacks.players $(SOAK_SEED) 20000
	$(OWN_CACHE) $(BIN)/python -m tests.attacks $(SOAK_SECONDS) $(SOAK_SEED)

# The lowest and the newest Numba that are claimed, on each Python that is here. ONLY='3.12 lowest' tries one of them.
versions: .venv/test.stamp
	$(BIN)/python -m tests.versions $(ONLY)

# Which lines the tests run. Rules and kernels are measured where they run as plain Python. The page is in htmlcov/.
coverage: .venv/coverage.stamp
	$(OWN_CACHE) $(BIN)/python -m pytest -n 2 --cov --cov-report=term:skip-covered --cov-report=html

# What would be released: a wheel and an sdist, checked, and each of them tried in an environment of its own.
package: .venv/package.stamp
	rm -rf dist
	$(BIN)/python -m build --quiet
	$(BIN)/twine check --strict dist/*
	@for file in dist/*; do \
		rm -rf .venv/tried && $(BIN)/python -m venv .venv/tried && \
		.venv/tried/bin/python -m pip install --quiet --disable-pip-version-check --no-compile $$file && \
		.venv/tried/bin/halfmove --version && \
		.venv/tried/bin/halfmove search '[[3,[7,2]],[4,1]]' && \
		.venv/tried/bin/halfmove reproduce sarkar_lecture_8 --trees 1 >/dev/null && \
		.venv/tried/bin/halfmove docs writing-a-game >/dev/null && \
		.venv/tried/bin/halfmove examples kayles .venv/tried/kayles.py && \
		echo quit | .venv/tried/bin/halfmove play .venv/tried/kayles.py:game >/dev/null && \
		echo "$$file works" || exit 1; \
	done; rm -rf .venv/tried

# Pages that are made of what the package declares, and the site in site/, which works from disk.
docs: .venv/docs.stamp
	$(BIN)/python docs/build.py
	@NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict
	@echo 'The documentation is in site/index.html: open it in a browser.'

# The outputs that the notebooks in examples/ are stored with.
notebooks: .venv/run.stamp
	$(OWN_CACHE) $(BIN)/python docs/tools/notebooks.py

clean:
	rm -rf .venv .cache .bench report.html tour htmlcov .coverage .pytest_cache .mypy_cache .ruff_cache .hypothesis build dist site
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

.venv/run.stamp: pyproject.toml | .venv/bin/python
	$(INSTALL) -e .
	@touch $@

.venv/test.stamp: pyproject.toml | .venv/bin/python
	$(INSTALL) -e '.[test]'
	@touch $@ .venv/run.stamp .venv/docs.stamp

.venv/docs.stamp: pyproject.toml | .venv/bin/python
	$(INSTALL) -e '.[docs]'
	@touch $@ .venv/run.stamp

.venv/coverage.stamp: pyproject.toml | .venv/bin/python
	$(INSTALL) -e '.[test,coverage]'
	@touch $@ .venv/run.stamp .venv/test.stamp

.venv/package.stamp: pyproject.toml | .venv/bin/python
	$(INSTALL) -e '.[package]'
	@touch $@ .venv/run.stamp

.venv/bench.stamp: pyproject.toml | .venv/bin/python
	$(INSTALL) -e '.[test,bench]'
	@touch $@ .venv/run.stamp .venv/test.stamp

.venv/bin/python:
	@test -n "$(PYTHON)" || { echo 'halfmove needs Python 3.11 or later; none was found. Name one: make PYTHON=/path/to/python' >&2; exit 1; }
	@"$(PYTHON)" -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo '$(PYTHON) is not Python 3.11 or later. Name another: make PYTHON=/path/to/python' >&2; exit 1; }
	"$(PYTHON)" -m venv .venv || { rm -rf .venv; exit 1; }
