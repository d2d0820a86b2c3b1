# The front door. Everything else is CMake: see CMakePresets.json.
JOBS ?= $(shell nproc)
SOURCE_DIRS := $(wildcard selvage tool example bench python fuzz test)
PREFIX ?= /usr/local
BUILD ?= build/release
CTEST := ctest --no-label-summary -j$(JOBS)

.PHONY: help setup demo install install-built test test-core test-slow test-sanitize test-threads \
  night check-changed fuzz bench bench-peers format-check lint clean

help:
	@echo "make demo           build, then publish a histogram of an example payroll"
	@echo "make install        build, then install for all users; PREFIX=$(PREFIX), DESTDIR"
	@echo "make test           build and run all quick tests"
	@echo "make test-core      the same for the library built without DuckDB"
	@echo "make test-slow      the long statistical tests"
	@echo "make test-sanitize  the quick tests under address and undefined sanitizers"
	@echo "make test-threads   the tests of the parallel readers under the thread sanitizer"
	@echo "make night          all of these, lint, 10,000 forged certificates, fuzz: some hours"
	@echo "make check-changed  lint and sanitizers for what changed since SINCE=main only"
	@echo "make fuzz           libFuzzer on every reader of untrusted text, SECONDS=60 each"
	@echo "make bench          the benchmarks"
	@echo "make bench-peers    the same tasks by OpenDP, PyDP, diffprivlib and PipelineDP"
	@echo "make format-check   clang-format"
	@echo "make lint           clang-format and clang-tidy"
	@echo "make setup          install what the build needs (the others do it too)"
	@echo "make clean          remove build/ and demo/"
	@echo "JOBS=N limits the parallel work; it is $(JOBS) now."

setup:
	@scripts/setup

demo: setup
	cmake --preset release
	cmake --build --preset release -j$(JOBS) --target selvage_tool payroll
	@scripts/demo

# SUDO=sudo where only root may write to PREFIX: then the build stays yours.
install: setup
	cmake --preset release
	cmake --build --preset release -j$(JOBS) --target selvage_tool payroll
	@$(MAKE) --no-print-directory install-built

# For every user of the machine, whatever the umask of the one who installs.
install-built:
	umask 022 && $(SUDO) env DESTDIR="$(DESTDIR)" cmake --install "$(BUILD)" --prefix "$(PREFIX)"

test: setup
	cmake --preset release
	cmake --build --preset release -j$(JOBS)
	$(CTEST) --preset release

# The library without DuckDB and without the tool.
test-core:
	cmake --preset core
	cmake --build --preset core -j$(JOBS)
	$(CTEST) --preset core

test-slow: setup
	cmake --preset release
	cmake --build --preset release -j$(JOBS)
	$(CTEST) --preset slow

test-sanitize: setup
	cmake --preset sanitize
	cmake --build --preset sanitize -j$(JOBS)
	$(CTEST) --preset sanitize

# Ten minutes or so.
test-threads: setup
	cmake --preset threads
	cmake --build --preset threads -j$(JOBS) --target source_test
	TSAN_OPTIONS="suppressions=$(CURDIR)/cmake/thread_suppressions.txt" \
	  build/threads/selvage/source/source_test --gtest_brief=1

# fuzz/CMakeLists.txt defines the target `fuzz`, which builds and runs.
SECONDS ?= 60
fuzz:
	@scripts/setup fuzz
	cmake --preset fuzz -DSELVAGE_FUZZ_SECONDS=$(SECONDS)
	cmake --build --preset fuzz -j$(JOBS) --target fuzz

# Some hours; the logs are in build/night/. ONLY="lint core" runs these parts alone.
MUTANTS ?= 10000
night: setup
	@scripts/night "$(JOBS)" "$(if $(filter command line environment,$(origin SECONDS)),$(SECONDS),600)" "$(MUTANTS)"

# bench/CMakeLists.txt defines the target `bench`, which builds and runs.
bench:
	@scripts/setup bench
	cmake --preset release
	cmake --build --preset release -j$(JOBS) --target bench

# An hour on a quiet machine; PEERS="--sizes 1000000 --rounds 1" is shorter. See bench/peers/README.md.
bench-peers:
	@scripts/setup peers
	cmake --preset release
	cmake --build --preset release -j$(JOBS) --target selvage_tool
	python3 bench/peers/run.py --python build/peers_python/bin/python3 \
	  --program "$(BUILD)/tool/selvage" $(PEERS)

# A day's work in minutes: the files and rooms that differ from a commit.
SINCE ?= main
check-changed:
	@scripts/setup lint
	@scripts/check_changed "$(SINCE)" "$(JOBS)"

format-check:
	@scripts/setup format
	find $(SOURCE_DIRS) -name '*.[ch]pp' | xargs clang-format-14 --dry-run --Werror

lint: format-check
	@scripts/setup lint
	cmake --preset dev
	run-clang-tidy-14 -quiet -j$(JOBS) -p build/dev \
	  '^$(CURDIR)/(selvage|tool|example|bench|python|fuzz)/'

clean:
	rm -rf build demo
