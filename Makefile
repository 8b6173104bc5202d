# Everything runs in .venv, which is made on first use and brought up to date when pyproject.toml changes.
# ARGS adds options to play, test, mutants and bench: make test ARGS="-k nim"

PYTHON ?= python3
ARGS ?=

VENV := .venv
BIN := $(VENV)/bin
INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile --editable
# To bytecode, by all processors, which pip does with one; some packages have files of other Pythons.
COMPILE := $(BIN)/python -m compileall -qq -j 0 $(VENV)/lib || true

# Whatever the environment says, bytecode is kept: otherwise each process reads half a thousand files anew.
export PYTHONDONTWRITEBYTECODE :=

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help play test test-long mutants check bench clean tools

help: ## show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-9s %s\n", $$1, $$2 }' Makefile

play: $(VENV)/.web ## open the page: play, analyse, step through searches
	@$(BIN)/zermelo serve $(ARGS)

# Worksteal keeps a file's tests together at first, so that few workers compile the same unit; some tests wait
# for something most of the time, so that half as many workers again as processors keep them all busy.
WORKERS = $(shell $(BIN)/python -c 'import os; print(max(2, (os.cpu_count() or 1) * 3 // 2))')

test: tools ## run the tests and doctests (minutes)
	$(BIN)/python -m pytest -n $(WORKERS) --dist worksteal -q $(ARGS)

test-long: tools ## run them with every example, and those marked long
	ZERMELO_TESTS=long $(BIN)/python -m pytest -n $(WORKERS) --dist worksteal -q $(ARGS)

mutants: tools ## seed faults one by one; each must fail a test (under an hour)
	$(BIN)/python tests/mutants/run.py $(ARGS)

check: $(VENV)/.dev ## lint and type-check
	$(BIN)/python -m ruff check .
	$(BIN)/python -m mypy

bench: $(VENV)/.peers ## measure Zermelo against its peers (an hour)
	$(BIN)/python bench/textbook.py $(ARGS)
	for part in default compile chess styles dice backgammon engine remembered solver strong csp web; do $(BIN)/python bench/$$part.py || exit 1; done

clean: ## remove .venv and everything else that was generated
	rm -rf $(VENV) build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find . -name .git -prune -o -type d -name __pycache__ -prune -exec rm -rf {} +

# Each stamp is touched last, so that an interrupted install is done again. What the tests need has what the page
# needs, and is installed in one go. The browser is installed meanwhile.
tools:
	@$(MAKE) --no-print-directory --jobs=2 $(VENV)/.dev $(VENV)/.browser

$(VENV)/.made:
	@command -v "$(PYTHON)" >/dev/null || \
	  { echo 'Zermelo needs Python 3.11 or newer, and there is no "$(PYTHON)" here: name yours with make PYTHON=...' >&2; exit 1; }
	@"$(PYTHON)" -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo 'Zermelo needs Python 3.11 or newer, and "$(PYTHON)" is older: name a newer one with make PYTHON=...' >&2; exit 1; }
	@"$(PYTHON)" -c 'import venv, ensurepip' 2>/dev/null || \
	  { echo 'Zermelo needs the venv module, and "$(PYTHON)" has none: install it (on Debian and Ubuntu, the package python3-venv).' >&2; exit 1; }
	@echo "Making $(VENV)"
	@"$(PYTHON)" -m venv $(VENV)
	@touch $@

$(VENV)/.web: pyproject.toml $(VENV)/.made
	@echo "Installing Zermelo and its web server into $(VENV) (only when pyproject.toml changes)"
	@$(INSTALL) '.[web]'
	@$(COMPILE)
	@touch $@

$(VENV)/.dev: pyproject.toml $(VENV)/.made
	@echo "Installing Zermelo, its web server and the test tools into $(VENV) (only when pyproject.toml changes)"
	@$(INSTALL) '.[dev]'
	@$(COMPILE)
	@touch $(VENV)/.web $@

# The browser tests drive Debian's Chromium, which is installed where it is missing and that is allowed.
BROWSERS := chromium-headless-shell chromium
$(VENV)/.browser: $(VENV)/.made
	@for name in $(BROWSERS) chromium-browser google-chrome; do command -v $$name >/dev/null && exit 0; done; \
	  echo "Installing Chromium for the browser tests"; export DEBIAN_FRONTEND=noninteractive; \
	  [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null && apt-get update -qq >/dev/null 2>&1; \
	  for name in $(BROWSERS); do \
	    [ "$$(id -u)" = 0 ] && apt-get install -y -qq $$name >/dev/null 2>&1 && exit 0; done; \
	  echo "It could not be installed: the browser tests will be skipped"
	@touch $@

$(VENV)/.peers: $(VENV)/.dev
	@echo "Installing the peers of the benchmark"
	@$(INSTALL) '.[dev,peers]'
	@$(COMPILE)
	@touch $@
