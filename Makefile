# The habits of the project: what a person or a machine runs, by name.

LYDIAN := target/release/lydian
# The commands below name files in target/, so builds go there whatever the environment says.
export CARGO_TARGET_DIR := $(CURDIR)/target

.PHONY: demo test check check-full bench build setup clean

# See Lydian at work: tests for one formula, then every oracle and every kill in them proved again.
demo: build
	$(LYDIAN) generate specs/doppler.lyd --out lydian.out
	$(LYDIAN) verify lydian.out/*suite.json

build: setup
	cargo build --release

# All tests, from a fresh checkout on.
test: setup
	cargo test --workspace
	scripts/end-to-end.sh
	cargo xtask refute all

# What must hold before a change is good: format, lints, tests, documentation, walls.
check: setup
	cargo xtask check

# As check, and the tests that take long.
check-full: check
	LYDIAN_FULL=1 cargo test --workspace --release
	cargo build --release
	cargo xtask refute all --release --times 50

# Measurements; SPECS chooses what is measured.
bench: build
	scripts/bench.py "$(SPECS)"
	scripts/growth.py
	scripts/bench_solvers.py
	scripts/bench_bugs.py
	scripts/bench_check.py
	scripts/bench_faults.py --hunt 100000 --random 100
	scripts/bench_cover.py
	scripts/bench_cover_own.py
	scripts/bench_stress.py
	scripts/bench_learn.py
	scripts/bench_accuracy.py
	cargo bench -p lydian-solver

# System packages that a fresh machine lacks.
setup:
	@scripts/setup.sh

clean:
	cargo clean
	rm -rf lydian.out lydian.out.old
