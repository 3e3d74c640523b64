# Mars in Go. "make help" lists the targets; what takes more than a line is in scripts/.
SHELL := /bin/bash
GO ?= go
PROVE := $(GO) run ./cmd/prove
BUDGET ?= 256MiB
FACTOR ?= 4
N ?= 100000
POINTS ?= 1000000
KILLS ?= 50
MINUTES ?= 3
WORKERS ?= 1000
CHUNKS ?= 1000000
SEED ?= 1
SUITE ?= engine
PREFIX ?= /usr/local
K ?= 1
OUT ?= bench/$(SUITE).ndjson
FUZZTIME ?= 10s
SECONDS ?= 600

.DEFAULT_GOAL := help
.PHONY: help build install gen fmt vet lint test race fuzz pytest wheel image idioms coverage quickstart pages bench prove-digest prove-spill prove-scripts prove-containers prove-yarn kube prove-storm prove-chaos prove-scale prove-ncpu prove-accuracy prove-functions audit fresh golden data proto-baseline clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## /{printf "%-16s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

build: ## bin/mars and the other commands
	@scripts/with-env.sh $(GO) build -o bin/ ./cmd/...

install: build ## PREFIX=dir: mars in PREFIX/bin, and links of the names it answers to
	@scripts/install.sh $(PREFIX)

gen: ## remake generated files: protobuf, catalog, tables
	@scripts/gen.sh

fmt: ## format Go sources
	@scripts/format.sh -w

vet: ## go vet, in all modules
	@scripts/modules.sh $(GO) vet ./...

lint: ## golangci-lint, ruff, mypy and our own rules
	@scripts/lint.sh && scripts/pylint.sh

test: ## everything that must hold: tests of all kinds, lint, generated files, quickstart, small proofs
	@scripts/test.sh

race: ## all tests under the race detector
	@scripts/with-env.sh $(GO) test -race ./...

pytest: ## ARGS: the tests of the Python package, against real processes
	@scripts/pytest.sh $(ARGS)

wheel: ## leave the Python wheel with the binary in it in dist/
	@scripts/wheel.sh

image: ## leave images for containers in dist/: the engine, the engine with Python, the operator, and what they are made of; no daemon is needed
	@scripts/image.sh $(ARGS)

fuzz: ## every fuzz target, FUZZTIME=10s each; then SECONDS=600 of random programs on frames against pandas, from SEED=
	@FRAMES_SECONDS=$(SECONDS) FRAMES_SEED=$(if $(filter command line,$(origin SEED)),$(SEED)) scripts/fuzz.sh $(FUZZTIME)

idioms: ## ARGS=[-w] [FILES]: lines that people write, with NumPy and pandas and with Mars, counted; -w remakes the marks of what is refused
	@scripts/idioms.sh $(ARGS)

coverage: ## ARGS=-v: names of the original, NumPy, the array API and pandas: there, refused by name, unknown
	@scripts/coverage.sh $(ARGS)

quickstart: ## build, then real data through the engine, in under a minute
	@scripts/quickstart.sh

pages: ## the web pages: types, unit tests, and in a browser
	@scripts/ui.sh check && scripts/ui.sh browser

bench: ## SUITE=engine|cluster|kernels|frames|functions OUT=file: benchmarks beside their peers, as NDJSON; RESUME=1: a run of frames goes on that ended early
	@scripts/bench.sh $(SUITE) $(OUT)

prove-digest: ## one digest per program, whatever workers, fusion, spilling and loss do
	@scripts/with-env.sh $(PROVE) digest $(ARGS)

prove-spill: ## BUDGET=256MiB FACTOR=4: a job larger than memory, within its bound
	@scripts/with-env.sh $(PROVE) spill -budget $(BUDGET) -factor $(FACTOR) $(ARGS)

prove-storm: ## N=100000: asks with timeouts over failing gRPC links (ARGS=-in-process: without a network); none lost, none crossed
	@scripts/with-env.sh $(PROVE) storm -n $(N) $(ARGS)

prove-chaos: ## KILLS=50 SEED=1: jobs with known answers, uploads and results held, while processes are killed, frozen, cut off, drained and restarted
	@scripts/with-env.sh $(PROVE) chaos -kills $(KILLS) -seed $(SEED) $(ARGS)

prove-scale: ## WORKERS=1000 CHUNKS=1000000: the machines of one supervisor with so many workers and chunks; a rack of 40 workers dies
	@scripts/with-env.sh $(PROVE) scale -workers $(WORKERS) -chunks $(CHUNKS) $(ARGS)

prove-ncpu: ## K=1: a worker with --n-cpu K takes K cores over a minute of work, and the page says so
	@scripts/with-env.sh $(PROVE) ncpu -k $(K) $(ARGS)

prove-accuracy: ## POINTS=1000000: every function at every level against a 200-bit reference; the worst error of each in units of the last place
	@scripts/with-env.sh $(PROVE) accuracy -points $(POINTS) $(ARGS)

prove-functions: ## MINUTES=3 SEED=1: functions that do all that they should not, among jobs with known answers, while workers are killed
	@scripts/with-env.sh $(PROVE) functions -minutes $(MINUTES) -seed $(SEED) $(ARGS)

prove-scripts: ## the documentation's scripts against real processes, however they are deployed
	@scripts/prove-scripts.sh $(ARGS)

prove-containers: ## the images in containers: limits, health, programs from outside, a worker killed; needs root and podman
	@scripts/prove-containers.sh $(ARGS)

kube: ## LEVEL=2|3|4|5 ARGS=[-run X]: the operator against a real Kubernetes control plane, 2 to 4 where none is said; 5 has a real kubelet, for releases; it is built first, once, in half an hour of a processor
	@scripts/kube.sh "$(LEVEL)" $(ARGS)

prove-yarn: ## docs/yarn.md against Hadoop's own resource manager on this machine; needs java and mvn
	@scripts/prove-yarn.sh

audit: ## traits by operator; lines of code of every recipe and their median; then skips, unfinished work, long files, missing docs, operators by coverage, as one JSON line
	@scripts/with-env.sh $(GO) run ./cmd/prove audit $(ARGS)

fresh: ## clone to an empty HOME and run both commands of the README
	@scripts/fresh.sh

golden: ## remake test answers with the pinned NumPy and pandas; FILE=tensor/testdata/selecting.py for those of one script
	@scripts/golden.sh $(FILE)

data: ## FROM=dir: remake examples/data from vega-datasets
	@scripts/venv.sh >/dev/null && .venv/bin/python examples/data/make.py "$(FROM)"

proto-baseline: ## move the baseline that the contract must not break: a decision, not a repair
	@scripts/gen.sh baseline

clean: ## remove what the build left; caches and environments too
	@rm -rf bin dist .cache .venv*
