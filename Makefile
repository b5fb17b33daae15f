# make book, make test: everything from a fresh clone, with Python 3.11 or later and make.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
PORT ?= 8000
QUIETLY := --quiet --disable-pip-version-check -c constraints.txt
NEEDED := pip -c constraints.txt -r requirements.txt -e ".[test,pdf]"
# Whatever the shell says, imports leave their bytecode: else every kernel compiles pandas again.
export PYTHONDONTWRITEBYTECODE :=
PYTEST := $(BIN)/python -m pytest -n 2 --dist loadgroup --no-loadscope-reorder
RESOLVE := $(BIN)/uv pip compile --quiet --no-annotate --no-header --no-emit-package chancegames \
	--extra test --extra pdf --extra bench pyproject.toml requirements.txt
TSC ?= npx --yes --package typescript@5.9.3 tsc

.PHONY: book test pdf epub french serve play ledger lint format clean runtimes chances setup constraints resolve interop dist

## set up, run every chapter that changed, render strictly, say what matches
book: $(STAMP)
	@$(BIN)/chancegames build

## unit tests, ledger, every chapter in three settings, strict build, every page in a browser
test: $(STAMP)
	@$(PYTEST)

## print the whole book into one PDF (needs chromium)
pdf: book
	@$(BIN)/chancegames pdf

## the whole book as one EPUB, for e-readers (needs chromium)
epub: book
	@$(BIN)/chancegames epub

## what the French edition lacks; its catalog gets a place for it, book/locale/fr/book.po
french: $(STAMP)
	@PYTHONPATH=book/_ext $(BIN)/python -m french

## look at the book in a browser at http://localhost:8000
serve: book
	@echo "http://localhost:$(PORT)"
	@$(BIN)/python -m http.server $(PORT) --bind 127.0.0.1 --directory _build/html

## make the tables of the pages that play
play: $(STAMP)
	@$(BIN)/chancegames play

## judge every claim, write _build/ledger.csv
ledger: $(STAMP)
	@$(BIN)/chancegames ledger

## what CI asks of style
lint: $(STAMP)
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy
	@$(BIN)/nbstripout --verify --keep-id notebooks/*.ipynb
	@$(BIN)/oxlint --quiet book/_static
	@if $(TSC) --version >/dev/null 2>&1; then $(TSC) -p jsconfig.json; \
	else echo "no npx here: the types of the scripts were not checked"; fi

format: $(STAMP)
	@$(BIN)/ruff check --fix .
	@$(BIN)/ruff format .
	@$(BIN)/nbstripout --keep-id notebooks/*.ipynb

## pin every package again, for every Python and system that is promised
constraints: $(STAMP)
	@$(RESOLVE) --universal --python-version 3.11.0 --upgrade -o constraints.txt

## a wheel and a source archive of the package, tried away from this folder
dist: $(STAMP)
	@rm -rf _build/dist _build/tried
	@$(BIN)/uv build --quiet --out-dir _build/dist
	@$(PYTHON) -m venv --without-pip _build/tried
	@$(BIN)/uv pip install --quiet --python _build/tried/bin/python -c constraints.txt _build/dist/*.whl
	@cd / && "$(CURDIR)/_build/tried/bin/python" "$(CURDIR)/tests/installed.py"
	@rm -rf _build/tried && ls _build/dist

## the games in Gambit, OpenSpiel and Gymnasium, in an environment of their own
interop: $(STAMP)
	@test -x _build/interop/bin/python || $(PYTHON) -m venv --without-pip _build/interop
	@$(BIN)/uv pip install --quiet --python _build/interop/bin/python --only-binary :all: \
	-e . pytest "gymnasium>=1.0" "pygambit>=17.0.0b2" "open_spiel>=2.0" "quantecon>=0.8"
	@_build/interop/bin/python -m pytest -q -p no:cacheprovider --noconftest -o addopts= tests/interop

## whether the pins can be installed on every Python that is promised; nothing is installed
resolve: $(STAMP)
	@for python in 3.11.0 3.12 3.13 3.14; do \
	$(RESOLVE) -c constraints.txt --python-version $$python >/dev/null && echo "the pins hold for Python $$python" || exit 1; done
	@$(BIN)/uv pip install --quiet --dry-run --python $(BIN)/python -r binder/requirements.txt

## measure every chapter anew, rewrite data/runtimes.csv
runtimes: $(STAMP)
	@$(BIN)/chancegames runtimes

## make the tables of Yahtzee chances anew (six minutes, 2 GB), rewrite data/yahtzee
chances: $(STAMP)
	@$(BIN)/chancegames yahtzee curve
	@$(BIN)/chancegames yahtzee rivals

clean:
	rm -rf _build $(VENV) .pytest_cache .ruff_cache .mypy_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

setup: $(STAMP)

# uv installs in seconds what takes pip a minute; pip finds the way where only its own settings know
# it.  To make the environment without pip and to let uv bring it saves a few seconds more.
$(STAMP): requirements.txt constraints.txt pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or later is needed; say: make PYTHON=python3.12")'
	@test -x $(BIN)/python || $(PYTHON) -m venv --without-pip $(VENV)
	@echo "installing into $(VENV), once ..."
	@$(PYTHON) -m pip --python $(BIN)/python install $(QUIETLY) uv 2>/dev/null || { $(BIN)/python -m ensurepip >/dev/null && $(BIN)/python -m pip install $(QUIETLY) uv; }
	@$(BIN)/uv pip install --quiet --python $(BIN)/python $(NEEDED) || { $(BIN)/python -m ensurepip >/dev/null && $(BIN)/python -m pip install --quiet $(NEEDED); }
	@touch $@
