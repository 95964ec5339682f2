# Everything Vintner is run, tested and measured with. `make` alone lists it.
.DEFAULT_GOAL := help
SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
PYTHON_RUN := .venv/bin/python
PYTEST_ARGS ?=
# Tests start many Python programs, and each would compile all its code anew where the environment forbids keeping it.
export PYTHONDONTWRITEBYTECODE :=
MATRIX_ARGS ?=
# full, or few: as many of each as tests try
ATTACKS ?= full
# words of acts to profile, such as: ACTS="listing order"
ACTS ?=
# tests/sharing.py says what a process takes at a time, and what goes first.
SHARED := -n 3 --dist loadscope --no-loadscope-reorder --durations=20
# guards, or all: with the sweeps over every state, width, role, ending and order
TESTS ?= guards
CHOICE := $(if $(filter all,$(TESTS)),,-m "not sweep")
ifndef BEGUN
export BEGUN := $(shell date +%s)
endif

.PHONY: help run setup install-production test test-all test-quick check parts lint types layers django pages unit format generate lock sbom bench profile start-bars \
	probes invariants attacks fault-bars accounts-bars analytics-bars launch-bars express-bars renewals-bars edge-bars matrix express-matrix clean

help:  ## List what can be made
	@awk -F ':.*## ' '/^[a-z][a-z-]*:.*## / { printf "  make %-18s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

run:  ## Set up what's missing, start the store, keep it running until Ctrl-C
	@exec bin/run

setup:  ## Install and build whatever changed
	@bin/run setup

install-production:  ## Install what a store needs to run, and nothing of its development
	@VINTNER_ENV=production bin/run setup

test: setup check  ## Set up, then run every check but the sweeps; what CI runs

test-all:  ## Set up, then run every check, and note in docs/figures/tests.md that they passed: before an issue is done
	@$(MAKE) --no-print-directory test TESTS=all

test-quick:  ## Python's style and the quick tests of the store, without Chromium: for daily work
	@$(MAKE) --no-print-directory lint
	$(PYTHON_RUN) -m pytest $(SHARED) -m "not journey and not slow and not sweep" --quick=var/whole-run.json tests vintner $(PYTEST_ARGS)

check:  ## Run every check on what is set up
	@$(MAKE) --no-print-directory --jobs=2 --output-sync=target parts
	@$(MAKE) --no-print-directory unit

parts: types pages lint layers django  # two at a time: mypy and tsc use one processor each

lint:  ## Style of the Python code
	$(PYTHON_RUN) -m ruff check .
	$(PYTHON_RUN) -m ruff format --check .

types:  ## Types of the Python code
	$(PYTHON_RUN) -m mypy

layers:  ## Who may import whom
	$(PYTHON_RUN) -c "from importlinter.cli import lint_imports_command; lint_imports_command()"

django:  ## Migrations complete, production settings safe
	bin/with-database $(PYTHON_RUN) manage.py makemigrations --check --dry-run
	bin/check-production

pages:  ## Generated types, style, types and tests of the pages; setup builds and weighs them
	npm run --silent check

unit: ## Tests of the store, journeys in Chromium among them; what fails is run again alone
	bin/chromium
	$(if $(filter all,$(TESTS)),bin/chromium --windows)
	$(if $(filter all,$(TESTS)),bin/other-browsers)
	$(if $(filter all,$(TESTS)),bin/redis-server)
	$(PYTHON_RUN) -m tests.second_look $(if $(PYTEST_ARGS),,--note=$(TESTS)) $(SHARED) $(CHOICE) $(PYTEST_ARGS)

format:  ## Put the code into its style
	$(PYTHON_RUN) -m ruff check --fix .
	$(PYTHON_RUN) -m ruff format .
	npm run --silent format

generate:  ## Write the page types and migrations anew
	bin/with-database $(PYTHON_RUN) manage.py makemigrations
	npm run --silent types

COOLDOWN ?= 7
UV_COMPILE := -m uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header --no-annotate --exclude-newer "$(COOLDOWN) days"
# Malicious releases are mostly found within days: nothing is pinned anew that is younger.

lock:  ## Pin every dependency anew, with hashes and without addresses, none younger than COOLDOWN days
	$(PYTHON_RUN) $(UV_COMPILE) --group dev -o requirements.lock pyproject.toml
	$(PYTHON_RUN) $(UV_COMPILE) -c requirements.lock -o requirements-production.lock pyproject.toml
	$(PYTHON_RUN) -m uv --version | sed 's/uv \([0-9.]*\).*/uv==\1/' | $(PYTHON_RUN) $(UV_COMPILE) -o bin/uv.lock -
	grep -m 1 -o '^cyclonedx-bom==[0-9.]*' bin/sbom.lock | $(PYTHON_RUN) $(UV_COMPILE) -o bin/sbom.lock -
	npm install --package-lock-only --min-release-age=$(COOLDOWN)
	node frontend/scripts/bare-lock.mjs

sbom:  ## Write what the store is made of as CycloneDX, into var/sbom/
	bin/sbom

bench:  ## Measure the store and write docs/figures/
	bin/chromium
	bin/chromium --windows
	$(PYTHON_RUN) -m bench

profile:  ## Show where the time of the store goes: functions, pages and statements, for each ACTS (words) or all
	$(PYTHON_RUN) -m bench.profiling $(ACTS)

start-bars:  ## Start a store with 63 and with 100,000 wines, and print the bars of its start and its memory
	$(PYTHON_RUN) -m bench.start

invariants:  ## Try to break stock, money and orders with 200 shoppers and SIGKILL
	$(PYTHON_RUN) -m bench.invariants

attacks:  ## Attack the store in 27 ways, each with its guard and without it, and print what was blocked
	bin/chromium
	ATTACKS=$(ATTACKS) $(PYTHON_RUN) -m pytest -q -n 2 --dist loadscope --show-capture=no tests/attack

fault-bars:  ## Kill, freeze and slow down each program of the store while shoppers buy, and print the bars of faults
	$(PYTHON_RUN) -m bench.faults

accounts-bars:  ## Guess passwords, race keys and look for who has an account, and print the bars of accounts
	$(PYTHON_RUN) -m bench.accounts

analytics-bars:  ## Fill the statistics with five million events and print the bars of reports, writes and sums
	$(PYTHON_RUN) -m bench.analytics

launch-bars:  ## Let 500 shoppers watch a launch and buy, kill its schedulers, and print the bars of launches
	$(PYTHON_RUN) -m bench.launches

express-bars:  ## Buy 1,000 carts by wallets, change addresses, kill the program, and print the bars of express checkout
	$(PYTHON_RUN) -m bench.express

renewals-bars:  ## Let 2,000 boxes of subscriptions fall due, kill the workers, play months by seeds, and print the bars
	$(PYTHON_RUN) -m bench.renewals

edge-bars:  ## Attack the web server itself, freeze the renderer, let the card service hang, and print the bars of the edge
	$(PYTHON_RUN) -m bench.edge

# Journeys know the store's words, so its apps are loaded before a matrix.
WITH_APPS = DJANGO_SETTINGS_MODULE=vintner.settings bin/with-database $(PYTHON_RUN) -c \
	"import django, runpy, sys; django.setup(); runpy.run_module(sys.argv.pop(1), run_name='__main__', alter_sys=True)"

matrix:  ## Try every type of payment by every ending through every checkout, in Chromium
	bin/chromium
	$(WITH_APPS) tests.journeys.matrix $(MATRIX_ARGS)

express-matrix:  ## Try every wallet from every page by every ending, in Chromium
	bin/chromium
	$(WITH_APPS) tests.journeys.express_matrix $(MATRIX_ARGS)

PROBES ?= scripts:4 answers:4 processor:2 order:2
probes: setup  ## Play the journeys with late scripts, with late answers, on a slow processor, and in random order
	bin/chromium
	for each in $(PROBES); do \
		echo "Probe: $$each" && PROBE=$${each%:*} $(PYTHON_RUN) -m pytest -n $${each#*:} --dist load -m "not sweep" tests/journeys $(PYTEST_ARGS) || exit 1; \
	done

clean:  ## Remove what was installed, built and stored here, the demo's database among it
	-bin/postgres stop 2>/dev/null
	-bin/postgres remove 2>/dev/null
	rm -rf .venv node_modules frontend/dist sandbox_pay/static var .mypy_cache .ruff_cache .pytest_cache .hypothesis
