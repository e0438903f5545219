# Everything runs in $(VENV), against the wheel built from this tree.
# Another Python: make test PYTHON=python3.13 VENV=.venv-3.13

PYTHON ?= python3
VENV ?= .venv
JOBS ?= 2
# Neighbouring tests stay in one process, with the fixtures that they share; who is done first takes over from the others.
PARALLEL := -n $(JOBS) --dist worksteal

BIN := $(VENV)/bin
DIST := $(VENV)/dist
PIP := $(BIN)/python -m pip --disable-pip-version-check -qq
DEPENDENCIES := $(VENV)/dependencies.stamp
WHEEL := $(VENV)/wheel.stamp
DOCS_TOOLS := $(VENV)/docs-tools.stamp
# Folders are listed as well: their time changes when a file is removed.
SOURCES := $(shell find src \( -name __pycache__ -o -name '.*_cache' \) -prune -o \( -type f -o -type d \) -print)

.DELETE_ON_ERROR:
.DEFAULT_GOAL := help
.PHONY: help install test test-browser lint types demo docs campaign bench bench-citations fmt clean check-python
# A PYTHONPATH from outside could put src before the installed wheel.
unexport PYTHONPATH

help: ## show this list
	@sed -nE 's/^([a-z-]+):[^#]*## (.*)/  make \1\t\2/p' $(firstword $(MAKEFILE_LIST)) | expand -t 24

install: $(WHEEL) ## make .venv and install the wheel built from this tree, with the development tools

test: lint types $(WHEEL) ## everything a change must pass: ruff, mypy, pytest
	NOUMENA_TEST_WHEEL=1 $(BIN)/python -m pytest $(PARALLEL)

test-browser: $(WHEEL) ## the report in a real browser; gets one from the system's packages, or says why not and skips
	@sh tests/browser/prepare.sh $(BIN)/python
	$(BIN)/python -m pytest -m browser -rs tests/browser

lint: $(WHEEL) ## ruff: rules and format
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(WHEEL) ## mypy, strict, on src and tests
	$(BIN)/mypy --strict

demo: $(WHEEL) ## run two small examples, and match the citations that come with Noumena; writes citations.html
	$(BIN)/noumena demo
	$(BIN)/noumena citations --samples 20000 --report citations.html

docs: $(WHEEL) $(DOCS_TOOLS) ## build the documentation in site/; its tutorials are run, which takes minutes the first time
	rm -rf site
	$(BIN)/python -m sphinx --fail-on-warning --fresh-env --quiet --doctree-dir $(VENV)/doctrees docs site
	$(BIN)/python docs/extensions/site_check.py site
	@echo "open site/index.html"

campaign: $(WHEEL) ## the long tests
	NOUMENA_TEST_WHEEL=1 $(BIN)/python -m pytest $(PARALLEL) -m campaign --hypothesis-profile=campaign tests

bench: $(WHEEL) ## the benchmarks, side by side with hand-written rivals; kept in benchmarks/results
	$(BIN)/python -m benchmarks

bench-citations: $(WHEEL) ## the paper's Table 1 with our rows; takes long, less with TABLE="--samples 2000 --runs 2 --sets face"
	$(BIN)/python -m benchmarks table $(TABLE)

fmt: $(WHEEL) ## let ruff format and mend what it can
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

clean: ## remove .venv, the built wheel, the site and all caches
	rm -rf $(VENV) dist site .pytest_cache .ruff_cache .mypy_cache .hypothesis
	find src tests docs \( -name __pycache__ -o -name '.*_cache' \) -prune -exec rm -rf {} +

# Order-only in the rules below: looked at every time, without making anything out of date.
check-python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	    echo "Noumena needs Python 3.11 or newer; '$(PYTHON) --version' says: $$($(PYTHON) --version 2>&1)" >&2; \
	    echo "Name another one: make PYTHON=python3.12" >&2; exit 1; }
	@version='import sys; print("%d.%d" % sys.version_info[:2])'; \
	if [ -x $(BIN)/python ] && [ "$$($(BIN)/python -c "$$version")" != "$$($(PYTHON) -c "$$version")" ]; then \
	    echo "$(VENV) has $$($(BIN)/python --version), but '$(PYTHON)' is $$($(PYTHON) --version)." >&2; \
	    echo "Run 'make clean' first, or keep both: make PYTHON=$(PYTHON) VENV=.venv-other" >&2; exit 1; \
	fi

# A half-made environment is removed, so that the next try starts afresh. The pip that comes with Python 3.11 is new enough.
$(BIN)/python: | check-python
	@echo "making $(VENV)"
	@$(PYTHON) -m venv $(VENV) || { rm -rf $(VENV); exit 1; }

# A stamp bears the time its work began, so that a file changed meanwhile counts as newer.
$(DEPENDENCIES): pyproject.toml | check-python $(BIN)/python
	@echo "installing the dependencies"
	@touch $@.begun
	@$(PIP) install '.[dev]'
	@mv $@.begun $@

$(WHEEL): $(DEPENDENCIES) README.md LICENSE $(SOURCES)
	@echo "building and installing the wheel"
	@touch $@.begun
	@rm -rf $(DIST)
	@$(BIN)/python -m build --wheel --no-isolation --outdir $(DIST) . >$(VENV)/build.log 2>&1 || { cat $(VENV)/build.log >&2; exit 1; }
	@$(PIP) install --no-deps --force-reinstall $(DIST)/noumena-*.whl
	@mv $@.begun $@

$(DOCS_TOOLS): $(DEPENDENCIES) | $(WHEEL)
	@echo "installing the tools of the documentation"
	@touch $@.begun
	@$(PIP) install "$$(echo $(DIST)/noumena-*.whl)[docs]"
	@mv $@.begun $@
