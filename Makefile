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
SOURCES := $(shell find eccru -name '*.py')

.PHONY: help setup quick study track ui warm bench lint format test stress lock clean

help:  ## list the commands
	@awk -F ':.*## ' '/^[a-z-]+:.*## /{printf "make %-8s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

setup: $(COMPILED)  ## create the virtual environment and install everything into it

quick: $(COMPILED)  ## run the small real study (config/quick.yaml) to its last output
	$(BIN)/python -m eccru.study.resume --configfile config/quick.yaml --cores $(CORES) $(ARGS)

study: $(COMPILED)  ## run the paper's study (config.yaml); ARGS="--config missing_data=skip" passes options on
	$(BIN)/python -m eccru.study.resume --cores $(CORES) $(ARGS)

track: $(COMPILED)  ## bring MLflow up to date with the runs that are finished now, also while a study is running
	$(BIN)/python -m eccru.tracking track config.yaml
	$(BIN)/python -m eccru.tracking track config.yaml config/quick.yaml

ui: $(COMPILED)  ## open the runs in MLflow, on http://127.0.0.1:$(PORT)
	$(BIN)/python -m eccru.tracking ui $(PORT) config.yaml

warm: $(WARM)  ## compile the kernels and keep them, so that no training job has to

bench: $(COMPILED)  ## measure the tree and the methods against scikit-learn (an hour)
	$(BIN)/python -m benchmarks.tree
	$(BIN)/python -m benchmarks.methods

test: $(WARM)  ## run the whole test suite
	$(BIN)/python -m pytest -n auto --dist loadfile $(ARGS)

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
		--custom-compile-command "make lock" --extra workflow --extra dev -q pyproject.toml -o requirements.txt

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
	$(BIN)/python -m eccru.tree.warm
	touch $@
