# What a newcomer needs: `make demo`, then `make test`. Both make `.venv` and fetch from PyPI alone.

# The first Python here that is new enough.
PYTHON ?= $(shell for python in python3 python3.13 python3.12 python3.11; do \
	$$python -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$python && break; done)
VENV := .venv
BIN := $(VENV)/bin
PROJECT := pyproject.toml setup.py
EXAMPLE := examples/separate_phases.sq

# A wheel with machine code, installed for itself, and a copy of the tests without our source beside them.
NATIVE := build/native
NATIVE_TESTS := tests/conformance tests/engine tests/lowering tests/ir tests/syntax tests/semantics tests/analysis \
	tests/worker tests/server/test_synchronization.py tests/server/test_random_session.py \
	tests/test_records.py tests/test_source.py
MORE_NATIVE_TESTS := tests/server tests/refactoring tests/advice tests/views tests/sweeps
# Each worker takes what lies together, so that what tests share is made once, and in the end takes from the other.
PYTEST := $(BIN)/python -m pytest -n 2 --dist worksteal
IN_NATIVE := cd $(NATIVE)/checkout && env -u PYTHONPATH SQLANG_REQUIRE_COMPILED=1 ../venv/bin/python -P -m pytest -n 2 --dist worksteal
PACKAGES := import sysconfig; print(sysconfig.get_path('purelib'))
# Its maker's notices about the time after 2027 are switched off.
BOOK := NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs
C_COMPILER := $(firstword $(foreach name,$(CC) cc gcc clang,$(shell command -v $(name) 2>/dev/null)))

NODE := $(and $(shell command -v node),$(shell command -v npm))
NODE_PACKAGES := $(if $(NODE),tests/syntaxes/node_modules/.package-lock.json,without-node)

.PHONY: bench bench-comparison bench-formatting bench-highlighting bench-frontend bench-memory bench-recovery bench-server random-session closed-forms compiled compiled-more demo test lint differential differential-mutants \
	format clean node-packages syntaxes without-node

demo: $(VENV)/installed
	$(BIN)/sq check $(EXAMPLE)
	$(BIN)/sq trace $(EXAMPLE)

# First what keeps one processor busy or waits for the network, side by side; then what needs all of them.
SIDE_BY_SIDE := --jobs=3 $(if $(filter output-sync,$(.FEATURES)),--output-sync)

test:
	$(MAKE) $(SIDE_BY_SIDE) before-tests
	$(MAKE) tests

# All that is tested here, the extension in VS Code too: its tests wait more than they work.
ci:
	$(MAKE) $(SIDE_BY_SIDE) test-vscode before-tests
	$(MAKE) tests

.PHONY: before-tests ci compiled-tests tests thorough
before-tests: $(if $(C_COMPILER),$(NATIVE)/installed) lint node-packages

tests: $(VENV)/installed-for-tests
	$(BIN)/sq test examples
	$(PYTEST)
ifneq ($(C_COMPILER),)
	$(MAKE) compiled-tests
else
	@echo "No C compiler was found: the compiled form is not tested." >&2
endif

# Twenty times as many examples of each property as in `make test`, and all programs where that takes some. An hour or so.
thorough: $(VENV)/installed-for-tests
	SQ_THOROUGHNESS=20 $(PYTEST) -m "hypothesis or sampled"

# The same results from machine code as from plain Python.
compiled: $(NATIVE)/installed
	$(MAKE) compiled-tests

compiled-tests:
	$(IN_NATIVE) $(NATIVE_TESTS)

# What else there is to test of the compiled form. Some minutes more.
compiled-more: $(NATIVE)/installed
	$(IN_NATIVE) $(MORE_NATIVE_TESTS)

# The packages that tests need are those of $(VENV), but not its editable installation: a folder on
# the path is not asked for more folders.
.PHONY: $(NATIVE)/installed
$(NATIVE)/installed: $(VENV)/installed-for-tests
	rm -rf $(NATIVE) build/lib.* && mkdir -p $(NATIVE)/checkout
	SQLANG_REQUIRE_COMPILED=1 $(BIN)/python -m pip wheel --quiet --disable-pip-version-check --no-deps \
		--no-build-isolation --wheel-dir $(NATIVE) .
	$(BIN)/python -m venv --without-pip $(NATIVE)/venv
	$(BIN)/python -m pip --python $(NATIVE)/venv/bin/python install --quiet --disable-pip-version-check --no-deps $(NATIVE)/*.whl
	$(BIN)/python -c "$(PACKAGES)" > "$$($(NATIVE)/venv/bin/python -c "$(PACKAGES)")/packages-for-tests.pth"
	tar --exclude=node_modules -cf - tests docs examples editors pyproject.toml | tar -xf - -C $(NATIVE)/checkout

.PHONY: docs docs-serve
# The book, into build/book. Links that lead nowhere are errors.
docs: $(VENV)/installed-for-tests
	$(BOOK) build
	@echo "The book is in build/book: $(BIN)/python -m http.server --directory build/book"

# The book as it comes out while one writes it, on http://127.0.0.1:8000.
docs-serve: $(VENV)/installed-for-tests
	$(BOOK) serve --watch docs/book

lint: $(VENV)/installed-for-tests
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy --strict

# The reference and we run N generated programs: counts, and where we differ. A run that is broken
# off goes on where it stopped.
N ?= 2000
differential: $(VENV)/installed-for-tests
	$(BIN)/python -m tests.differential.campaign $(N)

# The reference and we about 2,000 programs that are nearly right: counts, and where we disagree.
differential-mutants: $(VENV)/installed-for-tests
	$(BIN)/python -m tests.differential.agreement 2000

# Measures systems that theory knows exactly, and writes docs/closed-forms.md. Some minutes.
closed-forms: $(VENV)/installed-for-tests
	$(BIN)/python -m tests.closed_forms.table

# The reference and we, compiled and plain, on the programs of tests/bench/engine: what came out goes into
# docs/performance.md. Some minutes; wants a machine that does nothing else.
ifneq ($(C_COMPILER),)
bench: $(NATIVE)/installed
	$(BIN)/python -m tests.bench.engine --compiled $(NATIVE)/venv/bin/python
else
bench: $(VENV)/installed-for-tests
	@echo "No C compiler was found: the compiled form is not measured." >&2
	$(BIN)/python -m tests.bench.engine
endif

# In both forms, plain and compiled.
bench-frontend: $(NATIVE)/installed
	$(BIN)/python -m tests.bench.frontend
	cd $(NATIVE)/checkout && PYTHONPATH=. ../venv/bin/python -m tests.bench.frontend

# 1,000 lines through `sq fmt`, verification included.
bench-formatting: $(VENV)/installed-for-tests
	$(BIN)/python -m tests.bench.formatting

# A run of a million and one of ten million iterations: the second needs no more memory.
bench-memory: $(VENV)/installed-for-tests
	$(BIN)/python -m tests.bench.memory

# What comparing two programs costs beside running one. Half a minute.
bench-comparison: $(VENV)/installed-for-tests
	$(BIN)/python -m tests.bench.comparison

# The command line and the language server with the oldest libraries that pyproject.toml admits. Some minutes: when a bound changes.
.PHONY: test-lowest
LOWEST := build/lowest
test-lowest:
	$(PYTHON) -m venv --clear $(LOWEST)
	SQLANG_PLAIN=1 $(LOWEST)/bin/python -m pip install --quiet --disable-pip-version-check \
		--constraint tests/lowest.txt --editable '.[test]'
	$(LOWEST)/bin/python -m pytest -q -n 2 tests/server tests/cli

# Three thousand random requests among edits of one session with the language server. A minute or two.
random-session: $(VENV)/installed-for-tests
	SQ_RANDOM_REQUESTS=3000 $(BIN)/python -m pytest -q tests/server/test_random_session.py

# The language server, as it is installed, from the side of its client. Some minutes; wants a machine that does nothing else.
bench-server: $(NATIVE)/installed
	cd $(NATIVE)/checkout && PYTHONPATH=. ../venv/bin/python -m tests.bench.server

# A megabyte of a program and of each of some hostile texts through the lexer of Pygments. Some minutes.
bench-highlighting: $(VENV)/installed-for-tests
	$(BIN)/python -m tests.bench.highlighting

# What one token too few or too many costs, in every conforming program at every place. Some minutes.
bench-recovery: $(VENV)/installed-for-tests
	$(BIN)/python -m tests.bench.recovery

# What is made from the vocabulary for editors: after a change of `sqlang/vocabulary` or `syntaxes`.
syntaxes: $(VENV)/installed-for-tests node-packages
	$(BIN)/python -m sqlang_syntaxes.generating
ifneq ($(NODE),)
	$(BIN)/python -m tests.syntaxes.snapshots
else
	@echo "No Node was found: the snapshots in tests/syntaxes are as they were." >&2
endif

# What the tests of grammars run on Node.
node-packages: $(NODE_PACKAGES)

tests/syntaxes/node_modules/.package-lock.json: tests/syntaxes/package-lock.json
	cd tests/syntaxes && npm ci --silent --no-audit --no-fund
	touch $@

without-node:
	@echo "No Node was found: the TextMate grammars are not tested." >&2
	@test "$(CI)" != true

format: $(VENV)/installed-for-tests
	$(BIN)/ruff check --fix
	$(BIN)/ruff format

clean:
	rm -rf $(VENV) tests/syntaxes/node_modules build dist *.egg-info .hypothesis .mypy_cache .pytest_cache .ruff_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(BIN)/python:
	@test -n "$(PYTHON)" || { echo "sqlang needs Python 3.11 or later: make PYTHON=/path/to/python" >&2; exit 1; }
	$(PYTHON) -m venv $(VENV)

# A stamp file each, so that nothing is installed twice.
$(VENV)/installed: $(PROJECT) | $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	touch $@

$(VENV)/installed-for-tests: $(PROJECT) | $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[test]'
	touch $(VENV)/installed $@

# The extension for VS Code. Its types, its style and its quick tests need Node, and nothing else here does.
.PHONY: clean-extension contributions install-vscode lint-extension screenshots test-extension test-vscode vsix
VSCODE := editors/vscode
VSCODE_PACKAGES := $(VSCODE)/node_modules/.package-lock.json
NODE_20 := $(shell node -e 'process.exit(parseInt(process.versions.node) < 20 ? 1 : 0)' 2>/dev/null && command -v npm)

clean: clean-extension
lint: lint-extension
before-tests: test-extension
ifneq ($(NODE_20),)
lint-extension: $(VSCODE_PACKAGES)
	cd $(VSCODE) && npm run --silent check

test-extension: $(VSCODE_PACKAGES)
	cd $(VSCODE) && npm run --silent test

# The extension in a real VS Code, which takes some minutes to install the first time.
test-vscode: install-vscode test-extension $(VSCODE_PACKAGES) $(VENV)/installed-for-tests
	$(VSCODE)/test/in-vscode.sh

install-vscode:
	$(VSCODE)/test/in-vscode.sh --install

# The two pictures of the README, taken in a real VS Code.
screenshots: $(VSCODE_PACKAGES) $(VENV)/installed-for-tests
	$(VSCODE)/test/in-vscode.sh --screenshots
else
install-vscode lint-extension screenshots test-extension test-vscode:
	@echo "$@: skipped, there is no Node of version 20 or later with npm." >&2
	@test "$(CI)" != true
endif

# One file to install, with the server that it offers to install inside, and all that this needs.
vsix: contributions $(VSCODE_PACKAGES)
	rm -rf build/lib build/bdist.* $(VSCODE)/wheel && mkdir -p $(VSCODE)/wheel
	SQLANG_PLAIN=1 $(BIN)/python -m pip wheel --quiet --disable-pip-version-check --no-deps \
		--no-build-isolation --wheel-dir $(VSCODE)/wheel .
	$(BIN)/python $(VSCODE)/scripts/carried.py $(VSCODE)/wheel
	cp LICENSE $(VSCODE)/LICENSE
	cd $(VSCODE) && npm run --silent package
	@ls -l $(VSCODE)/dist/*.vsix

# What package.json repeats of the server's settings, and the snippets of the vocabulary.
contributions: $(VENV)/installed-for-tests
	$(BIN)/python $(VSCODE)/scripts/contributions.py

$(VSCODE_PACKAGES): $(VSCODE)/package-lock.json
	cd $(VSCODE) && npm ci --ignore-scripts --no-audit --no-fund
	touch $@

clean-extension:
	rm -rf $(VSCODE)/node_modules $(VSCODE)/dist $(VSCODE)/wheel $(VSCODE)/LICENSE
