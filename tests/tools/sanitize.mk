# SPDX-License-Identifier: GPL-3.0-or-later
#
# Tests under sanitizers and valgrind, mutants, benchmarks, fuzzing, coverage. Included by the
# Makefile.

# With ALL=1 also what is used of a function's own variables when it has returned, which takes a
# quarter longer.
SAN_ENV := ASAN_OPTIONS=strict_string_checks=1:detect_stack_use_after_return=$(if $(ALL),1,0) \
	UBSAN_OPTIONS=print_stacktrace=1 G_DEBUG=gc-friendly

# Left out: those that measure memory, or link a program of their own with the library.
SAN_CLI = $(filter-out %/batch_memory.t %/library.t %/limits.t,$(FAST_CLI))
# With SOME=1, of the program's tests only these. They go through parsers, files and stores,
# threads and signals, where memory goes wrong; the rest asks what is right, which the release
# build answers.
SAN_SOME := $(patsubst %,tests/cli/%.t,batch certificate checkpoint convert damaged errors filter \
	input position threads usi verify workbench_edits workbench_files)

.PHONY: sanitize run-sanitize tsan run-tsan
sanitize: ## run the unit and program tests and the fuzz corpus under ASan and UBSan (ALL=1, SOME=1: more, less)
	@$(MAKE) setup
	@$(MAKE) BUILD=san test-programs
	@$(MAKE) BUILD=san run-sanitize
run-sanitize:
	@$(SAN_ENV) $(RUN_TESTS) -t 600 -l sanitizers \
	  $(call quoted,$(FAST_UNIT) $(if $(SOME),$(filter $(SAN_SOME),$(SAN_CLI)),$(SAN_CLI))) $(replays)

# Those that hold much in memory by hand, and every command as JSON; with ALL=1 every example of the
# man page as well, which takes as long as the rest together.
MEMCHECK_UNIT := $(foreach t,batch commands diagram difficulty \
	follow hands input options problem records screens session_edit sfen table \
	textboard useless verify_file,$(or $(filter %/test_$(t),$(UNIT_TESTS)),$(error memcheck: no test_$(t))))
MEMCHECK_CLI := $(patsubst %,tests/cli/%.t,schema check_extras $(if $(ALL),man_examples))
.PHONY: memcheck run-memcheck
memcheck: ## run some tests under valgrind, which sees what was never given a value (ALL=1: more)
	@$(SETUP) memcheck
	@$(MAKE) all $(MEMCHECK_UNIT)
	@$(MAKE) run-memcheck
run-memcheck:
	@mkdir -p $(B)/memcheck
	@sh tests/tools/memcheck --make $(B)/memcheck/kanju '$(CURDIR)/$(B)/kanju'
	@KANJU='$(CURDIR)/$(B)/memcheck/kanju' bash tests/tools/run_tests -j $(JOBS) -t 600 -l memcheck \
	  $(call quoted,$(MEMCHECK_CLI)) $(foreach t,$(MEMCHECK_UNIT),'tests/tools/memcheck $t')

# A processor that keeps the upper byte of a number first. Those tests that see how numbers lie in
# memory: of rules, texts, keys, tables and checkpoints. The emulator has no limits of stacks.
S390X_TESTS := $(filter-out %/test_thread,$(filter $(B)/tests/unit/core/% \
	$(B)/tests/unit/solver/search/% %/test_checkpoint,$(UNIT_TESTS)))
.PHONY: s390x run-s390x
s390x: ## run core's tests on an emulated s390x, where numbers lie in memory the other way round
	@$(SETUP) s390x
	@sh tests/tools/s390x_root $(S390X_ROOT)
	@$(MAKE) BUILD=s390x run-s390x
run-s390x: $(PROGRAM) $(S390X_TESTS)
	@bash tests/tools/run_tests -j $(JOBS) -t 600 -l s390x \
	  $(foreach t,$(S390X_TESTS),'qemu-s390x -L $(S390X_ROOT) $t')

# GLib's own allocator and locks are not seen by the thread sanitizer: memory that one thread gives
# back and another one gets would look shared. GMutex and GAsyncQueue are not used where it runs.
TSAN_ENV := G_SLICE=always-malloc TSAN_OPTIONS=halt_on_error=1

tsan: ## run the solver's unit tests under the thread sanitizer
	@$(MAKE) setup
	@$(MAKE) BUILD=tsan test-programs
	@$(MAKE) BUILD=tsan run-tsan
run-tsan:
	@$(TSAN_ENV) $(RUN_TESTS) -t 600 -l threads \
	  $(call quoted,$(FAST_UNIT))

# What several threads do on real works and with interrupted stores.
TSAN_WORKS := $(call programs,tests/slow/test_threads_slow.c tests/slow/test_torn_stores_slow.c)
.PHONY: tsan-works run-tsan-works
tsan-works: ## search real works on 2, 4 and 8 threads under the thread sanitizer
	@$(MAKE) setup
	@$(MAKE) BUILD=tsan run-tsan-works
run-tsan-works: $(PROGRAM) $(TSAN_WORKS)
	@$(TSAN_ENV) $(RUN_TESTS) -t 7200 -l threads \
	  $(call quoted,$(TSAN_WORKS) tests/cli/threads.t)

# Each is built and tested in a copy of the tree, one after the other.
.PHONY: mutants
mutants: ## plant wrong lines in policies and name those that no test notices (slow; T=part of a file)
	@$(MAKE) setup
	@$(MAKE) T= all
	@BUILD=$(BUILD) TEST_TIMEOUT=$(TEST_TIMEOUT) perl tests/tools/mutants.pl $(T)

.PHONY: bench fuzz run-fuzz coverage run-coverage
# Lists of other problems: tests/bench/ablate.
DATA ?= -
.PHONY: ablate
ablate: ## what each heuristic of the search is worth, one after the other (DATA=folder of lists, SHARE=n)
	@$(SETUP) build ablate
	@$(MAKE) BUILD=ablate all
	@bash tests/bench/ablate build/ablate/kanju '$(DATA)'
bench: ## the program's own benchmark
	@$(MAKE) BUILD=release bench-programs
	build/kanju bench

fuzz: ## fuzz each target for FUZZ_TIME seconds (clang)
	@$(MAKE) setup-fuzz
	@$(MAKE) BUILD=fuzz fuzz-programs
	@$(MAKE) BUILD=fuzz run-fuzz
run-fuzz:
	@sh tests/tools/run_fuzz $(FUZZ_TIME) $(FUZZERS)

coverage: ## line coverage of the tests, as HTML in build/cov/html
	@$(MAKE) setup-coverage
	@$(MAKE) BUILD=cov test-programs
	@$(MAKE) BUILD=cov run-coverage
run-coverage:
	@find $(B) -name '*.gcda' -delete
	@status=0; $(RUN_TESTS) -t 1200 $(FAST_TESTS) || status=1; \
	  sh tests/tools/coverage_report $(B) && exit $$status

