# The commands of the README. `make` alone lists them.
PYTHON ?= python3
CORES ?= all
ARGS ?=
PORT ?= 5000
VENV := .venv
BIN := $(VENV)/bin
INSTALLED := $(VENV)/.installed
COMPILED := $(VENV)/.compiled
WARM := $(VENV)/.warm
CONVENTIONS := $(wildcard config/conventions/*.yaml)
SEEDS ?= 2 3 4 5
SOURCES := $(shell find eccru -name '*.py')

.PHONY: help setup quick study votes conventions seeds track ui warm bench docs lint format test test-cluster stress lock clean

help:  ## list the commands
	@awk -F ':.*## ' '/^[a-z-]+:.*## /{printf "make %-12s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

setup: $(COMPILED)  ## create the virtual environment and install everything into it

quick: $(COMPILED)  ## run the small real study (config/quick.yaml) to its last output
	$(BIN)/python -m eccru.study.resume --configfile config/quick.yaml --cores $(CORES) $(ARGS)

study: $(COMPILED)  ## run the paper's study (config.yaml); ARGS="--config missing_data=skip" passes options on
	$(BIN)/python -m eccru.study.resume --cores $(CORES) $(ARGS)

votes: $(COMPILED)  ## run the paper's study under its other reading (config/votes.yaml)
	$(BIN)/python -m eccru.study.resume --configfile config/votes.yaml --cores $(CORES) $(ARGS)

conventions: $(COMPILED)  ## run the studies of conventions (config/conventions) and make the table of their ranks
	for file in $(CONVENTIONS); do \
		$(BIN)/python -m eccru.study.resume --configfile config/fourteen.yaml $$file --cores $(CORES) $(ARGS) || exit 1; \
	done
	$(BIN)/python -m eccru.paper conventions results/conventions results/conventions

seeds: $(COMPILED)  ## run the paper's study less mediamill under four more seeds, and measure the spread
	for seed in $(SEEDS); do \
		$(BIN)/python -m eccru.study.resume --configfile config/fourteen.yaml --cores $(CORES) \
			--config seed=$$seed study=seed-$$seed results=results/seeds/$$seed $(ARGS) || exit 1; \
	done
	$(BIN)/python -m eccru.paper seeds results/tables results/seeds results/seeds

track: $(COMPILED)  ## bring MLflow up to date with the runs that are finished now, also while a study is running
	$(BIN)/python -m eccru track config.yaml
	$(BIN)/python -m eccru track config.yaml config/quick.yaml

ui: $(COMPILED)  ## open the runs in MLflow, on http://127.0.0.1:$(PORT)
	$(BIN)/python -m eccru ui --port $(PORT)

warm: $(WARM)  ## compile the kernels and keep them, so that no training job has to

bench: $(COMPILED)  ## measure the tree, its start, and the methods against scikit-learn (ten minutes)
	$(BIN)/python -m benchmarks.tree
	$(BIN)/python -m benchmarks.start
	$(BIN)/python -m benchmarks.methods

test: $(WARM)  ## run the whole test suite
	$(BIN)/python -m pytest -n auto --dist loadfile $(ARGS)

test-cluster: $(WARM)  ## the study on a real Slurm, tracking for a group, the steps of the Dockerfile (as root)
	tests/cluster/install.sh
	ECCRU_CLUSTER=1 $(BIN)/python -m pytest -n 3 --dist loadfile tests/cluster $(ARGS)

docs: $(WARM)  ## build the documentation as a site: docs/_build/html/index.html
	$(BIN)/sphinx-build -W --keep-going -q -b html docs docs/_build/html

stress: $(WARM)  ## attack the workflow: kills, full disks, damage, mutated inputs (half an hour; root for the disks)
	$(BIN)/python -m tests.stress $(ARGS)

lint: $(COMPILED)  ## check format and style of the code and the workflow
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/snakefmt --check Snakefile rules
	$(BIN)/snakemake --lint

format: $(COMPILED)  ## format the code and the workflow
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .
	$(BIN)/snakefmt Snakefile rules

lock: $(COMPILED)  ## resolve the dependencies of pyproject.toml anew into requirements.txt
	$(BIN)/uv pip compile --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
		--custom-compile-command "make lock" --extra study --extra modern --extra slurm --extra docs --extra dev -q pyproject.toml -o requirements.txt

clean:  ## delete all results; the data and the environment stay
	rm -rf results mlflow.db mlartifacts

$(INSTALLED): requirements.txt pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit("eccru needs Python >= 3.11, but $(PYTHON) is " + sys.version.split()[0] if sys.version_info < (3, 11) else 0)'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --require-hashes -r requirements.txt
	$(BIN)/python -m pip install --quiet --no-deps --no-build-isolation --editable .
	touch $@

# Bytecode of the package is written here, since users may have switched its writing off: it triples the start of a job.
$(COMPILED): $(INSTALLED) $(SOURCES)
	$(BIN)/python -m compileall -q eccru
	touch $@

$(WARM): $(COMPILED)
	$(BIN)/python -m eccru warm
	touch $@
