# SPDX-License-Identifier: GPL-3.0-or-later
#
# Kanju's build. GNU make 4 and this file are all it takes to start: `make
# demo` and `make check` install the rest. `make help` lists the targets.
#
# Source lists are wildcards, so a new module needs no edit here:
#   core/*/*.c              libcore.a
#   solver/*.c solver/*/*.c libsolver.a
#   repl/*.c repl/*/*.c     program kanju (main in repl/main.c); librepl.a is the rest
#   repl/verify/*.c         also the program kanju-verify, which is nothing else
#   repl/lib/*.c            libkanju: its interface, over the commands of repl
#   tests/unit/ROOM/test_*.c  a test program each; tests/slow/test_*.c likewise
#   tests/support/*/*.c     shared by all of them; so are tests/naive/*.c
#   tests/naive/selftest.c  a test program of the naive rules alone
#   tests/cli/*.t           shell tests printing TAP, given KANJU=program; tests/slow/*.t likewise
#   tests/fuzz/fuzz_*.c     fuzz targets, their inputs in tests/fuzz/corpus/*
#   tests/bench/*.c tests/tools/*.c    a program each

# ---- version ---------------------------------------------------------------

VERSION := 0.1.0
# Of libkanju: grows when a program made for it before would not work any more.
SOVERSION := 1

# ---- user variables: make X=..., the environment, or config.mk -------------

-include config.mk

# release, debug, ablate (release, whose heuristics can be switched off), san (address, undefined), tsan, cov, fuzz, pgo, s390x, wasm or windows
BUILD   ?= release
PREFIX  ?= /usr/local
BINDIR  ?= $(PREFIX)/bin
LIBDIR  ?= $(PREFIX)/lib
INCLUDEDIR ?= $(PREFIX)/include
MANDIR  ?= $(PREFIX)/share/man
SHAREDIR ?= $(PREFIX)/share
DATADIR ?= $(PREFIX)/share/kanju
DOCDIR  ?= $(PREFIX)/share/doc/kanju
DESTDIR ?=
# auto: x86-64-v3 where this machine can run it; generic: plain C for any CPU;
# else a value for -march
ARCH    ?= auto
# 1: -march=native, for this machine only
NATIVE  ?= 0
LTO     ?= 0
# 1: warnings are errors
WERROR  ?= 0
# 1: show the commands
V       ?= 0
# check, check-slow, sanitize: only the test programs whose path holds this
T       ?=
# fuzz: seconds per target
FUZZ_TIME ?= 30
# seconds a process of a test program may compute (run_tests)
TEST_TIMEOUT ?= 170
# format, check-format: these files only
F       ?=

CFLAGS_release := -O3 -g
CFLAGS_debug   := -O0 -g3
CFLAGS_ablate  := -O3 -g
CFLAGS_san     := -g1 -fno-omit-frame-pointer
CFLAGS_tsan    := -O1 -g -fno-omit-frame-pointer
CFLAGS_cov     := -O0 -g
CFLAGS_fuzz    := -O1 -g -fno-omit-frame-pointer
CFLAGS_pgo     := -O3 -g
CFLAGS_s390x   := -O2
CFLAGS_wasm    := -g0
CFLAGS_windows := -O3
ifeq ($(CFLAGS_$(BUILD)),)
$(error unknown BUILD=$(BUILD), expected release, debug, ablate, san, tsan, cov, fuzz, pgo, s390x, wasm or windows)
endif
CFLAGS  ?= $(CFLAGS_$(BUILD))
LDFLAGS ?=
ifeq ($(origin CC),default)
CC := $(if $(filter fuzz,$(BUILD)),clang,gcc)
endif
# Cross compiled with Debian's libraries (tests/tools/s390x_root); its programs run under qemu.
S390X_ROOT := build/s390x-root
ifeq ($(BUILD),s390x)
CC := s390x-linux-gnu-gcc
AR := s390x-linux-gnu-ar
ARCH := generic
PKG_ENV := PKG_CONFIG_SYSROOT_DIR=$(S390X_ROOT) \
	PKG_CONFIG_LIBDIR=$(S390X_ROOT)/usr/lib/s390x-linux-gnu/pkgconfig:$(S390X_ROOT)/usr/share/pkgconfig
endif
# Where Debian has no libraries, sources of them (tests/tools/debian.mk): WebAssembly, which `make web`
# makes pages of (tests/tools/web.mk), and Windows (tests/tools/windows.mk).
DEBIAN_ROOT := $(if $(filter wasm windows,$(BUILD)),build/$(BUILD)-root)
# in one place, whatever processor B is for
DEBIAN_BUILD := build/$(BUILD)
ifeq ($(BUILD),wasm)
CC := clang-14 -target wasm32-unknown-emscripten --sysroot=/usr/share/emscripten/cache/sysroot
AR := llvm-ar-14
ARCH := generic
else ifeq ($(BUILD),windows)
CC := x86_64-w64-mingw32-gcc-posix
AR := x86_64-w64-mingw32-ar
ARCH := x86-64-v2
endif
ifeq ($(origin AR),default)
AR := $(if $(filter 1,$(LTO)),$(if $(findstring clang,$(CC)),llvm-ar,gcc-ar),ar)
endif

# ---- make itself -----------------------------------------------------------

MAKEFLAGS += --no-builtin-rules --no-print-directory
SHELL := /bin/sh
JOBS := $(shell nproc 2>/dev/null || echo 1)

# In parallel unless told otherwise; a make called by a make shares its jobs.
ifeq ($(MAKELEVEL),0)
ifeq ($(filter -j%,$(MAKEFLAGS)),)
MAKEFLAGS += -j$(JOBS)
endif
endif

# Output of parallel recipes is kept together, except where a target runs long
# and should be seen running (these build by calling make once more).
LIVE_GOALS := deb demo demo-scale check check-slow check-windows bench fuzz sanitize memcheck \
	tsan tsan-works coverage pgo s390x run-s390x run-tsan-works \
	setup setup-dev setup-fuzz setup-coverage lint tidy run-check run-sanitize run-memcheck run-tsan \
	run-fuzz run-coverage
ifeq ($(filter $(LIVE_GOALS),$(MAKECMDGOALS)),)
MAKEFLAGS += --output-sync=target
endif

ifeq ($(V),1)
Q :=
say = @:
else
Q := @
say = @printf '  %-7s %s\n'
endif

.DEFAULT_GOAL := all
.DELETE_ON_ERROR:
.SUFFIXES:
.PHONY: FORCE
FORCE:

all: ## build the libraries and the program (default)

# ---- libraries -------------------------------------------------------------

# Nothing may fail here where pkg-config or a library is missing: setup runs
# from this very file.
pkg = $(shell $(PKG_ENV) pkg-config $(1) 2>/dev/null)

GLIB_CFLAGS := $(call pkg,--cflags glib-2.0)
GLIB_LIBS := $(call pkg,--libs glib-2.0)
# core reads and writes JKF, which is JSON
JSON_CFLAGS := $(call pkg,--cflags json-glib-1.0)
JSON_LIBS := $(call pkg,--libs json-glib-1.0)
REPL_PACKAGES := json-glib-1.0 readline libzstd sqlite3
REPL_CFLAGS := $(call pkg,--cflags glib-2.0 $(REPL_PACKAGES))
REPL_LIBS := $(call pkg,--libs glib-2.0 $(REPL_PACKAGES))
VERIFY_LIBS := $(call pkg,--libs libzstd)
ifneq ($(DEBIAN_ROOT),)
DEBIAN_MORE_windows := sqlite3
SYSTEM_LIBS_windows := -lws2_32 -lole32 -luuid
GLIB_CFLAGS := $(patsubst %,-isystem$(DEBIAN_ROOT)/%,include glib glib/glib zstd/lib $(DEBIAN_MORE_$(BUILD)))
JSON_CFLAGS := -Irepl/lib/js
GLIB_LIBS := $(DEBIAN_BUILD)/libdebian.a $(SYSTEM_LIBS_$(BUILD))
REPL_CFLAGS := $(GLIB_CFLAGS) $(JSON_CFLAGS)
REPL_LIBS := $(GLIB_LIBS)
VERIFY_LIBS := $(GLIB_LIBS)
endif
CMOCKA_CFLAGS := $(call pkg,--cflags cmocka)
CMOCKA_LIBS := $(call pkg,--libs cmocka)

# ---- flags -----------------------------------------------------------------

CPU_FLAGS_V3 := avx2 bmi1 bmi2 fma movbe abm f16c
ifeq ($(NATIVE),1)
ARCH_FLAGS := -march=native
else ifeq ($(ARCH),generic)
ARCH_FLAGS :=
else ifneq ($(filter auto $(shell uname -m) amd64 arm64,$(ARCH)),) # an ARCH some environments set
CPU_FLAGS := $(if $(filter x86_64,$(shell uname -m)),$(shell sed -n '/^flags/{p;q;}' /proc/cpuinfo 2>/dev/null))
ARCH_FLAGS := $(if $(filter-out $(CPU_FLAGS),$(CPU_FLAGS_V3)),,-march=x86-64-v3)
else
ARCH_FLAGS := -march=$(ARCH)
endif

WARNINGS := -Wall -Wextra -Wshadow -Wstrict-prototypes -Wmissing-prototypes -Wvla \
	-Wcast-qual -Wformat=2 -Wundef -Wimplicit-fallthrough

# pgo: which of the two steps, generate or use
PGO ?= use
# What is used before it was given a value is nonsense here, and not the zero it happens to be.
# GCC 12 then clears bytes that are no padding in a large struct that is initialised with another
# one inside: such a member is assigned after the initialiser.
BUILD_FLAGS_san     := -fsanitize=address,undefined -fno-sanitize-recover=all \
	-ftrivial-auto-var-init=pattern
BUILD_FLAGS_ablate  := -DKJ_ABLATION
BUILD_FLAGS_tsan    := -fsanitize=thread
BUILD_FLAGS_cov     := --coverage -fprofile-update=atomic
BUILD_FLAGS_fuzz    := -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=all
BUILD_FLAGS_s390x   := --sysroot=$(S390X_ROOT)
BUILD_FLAGS_wasm    := -msimd128
# printf as in C, and no DLL beside the program
BUILD_FLAGS_windows := -static -D__USE_MINGW_ANSI_STDIO=1
BUILD_FLAGS_pgo     := $(if $(filter generate,$(PGO)),\
	-fprofile-generate -fprofile-update=atomic,\
	-fprofile-use -fprofile-correction -Wno-missing-profile)

BUILD_FLAGS := $(strip $(BUILD_FLAGS_$(BUILD)) $(ARCH_FLAGS) $(if $(filter 1,$(LTO)),-flto=auto))

B := build/$(BUILD)

# What Kanju needs stays apart from CFLAGS, so setting those never drops it.
BASE_FLAGS := -std=gnu11 -I. $(if $(filter wasm windows,$(BUILD)),,-fPIC) -fvisibility=hidden $(WARNINGS) $(if $(filter 1,$(WERROR)),-Werror) $(BUILD_FLAGS)
# Asserts of tests hold in every configuration.
NDEBUG       := $(if $(filter release ablate pgo wasm windows,$(BUILD)),-DNDEBUG)
FLAGS_core   := $(NDEBUG) $(GLIB_CFLAGS) $(JSON_CFLAGS)
THREADS      := $(if $(filter wasm,$(BUILD)),,-pthread)
FLAGS_solver := $(NDEBUG) $(THREADS) $(GLIB_CFLAGS)
FLAGS_repl   := $(NDEBUG) $(THREADS) -I$(B) $(REPL_CFLAGS)
FLAGS_tests  := -pthread -I$(B) $(REPL_CFLAGS) $(CMOCKA_CFLAGS)
# What is loaded over the network is small where it need not be fast, and what the sanitizers look at
# is soon compiled. In WebAssembly -O3 gains nothing over -O2 that could be measured, nor -O2 for
# lengths, for the law of repetition, for what of the rules a search does not ask, and for what it does
# only now and then or with several threads.
HOT_ROOMS    := core/rules solver/search solver/length solver/hisshi solver/repetition
HOT_ORACLES  := repl/verify tests/naive tests/support/brute_force
COLD_wasm    := solver/length/% solver/repetition/% \
	$(patsubst %,core/rules/%.c,games impasse legality record tables unmove) \
	$(patsubst %,solver/search/%.c,crowd examples replay reserve result table_save team thread)
# Places on which the flags of an object depend there.
PLACES_wasm  := $(HOT_ROOMS) $(COLD_wasm)
PLACES_san   := $(HOT_ROOMS) $(HOT_ORACLES)
FLAGS_wasm    = $(if $(filter $(HOT_ROOMS:=/%),$(filter-out $(COLD_wasm),$(1))),-O2,-Oz)
FLAGS_san     = $(if $(filter $(HOT_ROOMS:=/%) $(HOT_ORACLES:=/%),$(1)),-O2,-O1)
flags_of = $(BASE_FLAGS) $(FLAGS_$(firstword $(subst /, ,$(1)))) $(FLAGS_$(filter wasm san,$(BUILD))) $(CPPFLAGS) $(CFLAGS)

# At a fixed place a sanitizer's descriptions of places in the source, which are more than the
# program itself, need no relocation whenever it starts.
LINK_FLAGS_san := -no-pie
LINK = $(CC) $(CFLAGS) $(BUILD_FLAGS) $(LINK_FLAGS_$(BUILD)) $(LDFLAGS)
LIBS := -pthread $(REPL_LIBS) -lm

# ---- sources ---------------------------------------------------------------

# A source that is named for systems (file_unix.c, file_web.c) is one of them for each; the web takes
# what has none of its own from unix, and Windows what neither can do from the web.
SYSTEM := $(or $(patsubst wasm,web,$(filter wasm windows,$(BUILD))),unix)
SYSTEMS := %_unix.c %_windows.c %_web.c
others_of_web = $(filter-out $(patsubst %_web.c,%_unix.c,$(filter %_web.c,$(1))),$(filter %_unix.c,$(1)))
others_of_windows = $(filter repl/diagram/rsvg_web.c repl/cli/pager_web.c,$(1))
for_system = $(filter-out $(SYSTEMS),$(1)) $(filter %_$(SYSTEM).c,$(1)) $(call others_of_$(SYSTEM),$(1))

CORE_SRC    := $(call for_system,$(wildcard core/*.c core/*/*.c))
SOLVER_SRC  := $(wildcard solver/*.c solver/*/*.c)
MAIN_SRC    := $(wildcard repl/main.c)
VERIFY_SRC  := $(wildcard repl/verify/*.c)
VERIFY_MAIN := $(wildcard repl/verify/main.c)
REPL_SRC    := $(filter-out $(MAIN_SRC) $(VERIFY_MAIN),$(call for_system,$(wildcard repl/*.c repl/*/*.c)))
NAIVE_TEST  := $(wildcard tests/naive/selftest.c)
NAIVE_SRC   := $(filter-out $(NAIVE_TEST),$(wildcard tests/naive/*.c))
UNIT_SRC    := $(wildcard tests/unit/*/test_*.c tests/unit/*/*/test_*.c)
SLOW_SRC    := $(wildcard tests/slow/test_*.c)
SUPPORT_SRC := $(filter-out $(UNIT_SRC) $(SLOW_SRC),\
	$(wildcard tests/support/*/*.c tests/slow/*.c))
FUZZ_SRC    := $(wildcard tests/fuzz/fuzz_*.c)
FUZZ_COMMON := $(filter-out $(FUZZ_SRC) tests/fuzz/replay.c,$(wildcard tests/fuzz/*.c))
BENCH_SRC   := $(wildcard tests/bench/*.c)
TOOLS_SRC   := $(wildcard tests/tools/*.c)
CLI_TESTS   := $(wildcard tests/cli/*.t)
SLOW_CLI    := $(wildcard tests/slow/*.t)

LIB_SRC     := $(wildcard repl/lib/*.c)
# Of these the linker takes what the library's commands need.
LIB_REST    := $(CORE_SRC) $(SOLVER_SRC) $(filter-out repl/lib/%,$(REPL_SRC))

PROGRAM_SRC := $(CORE_SRC) $(SOLVER_SRC) $(REPL_SRC) $(MAIN_SRC) $(VERIFY_MAIN)
TEST_SRC := $(NAIVE_SRC) $(NAIVE_TEST) $(UNIT_SRC) $(SLOW_SRC) $(SUPPORT_SRC) $(FUZZ_SRC) \
	$(FUZZ_COMMON) $(wildcard tests/fuzz/replay.c) $(BENCH_SRC) $(TOOLS_SRC)
SOURCES := $(PROGRAM_SRC) $(TEST_SRC)
# *.tmpl.h are bodies, compiled only inside the sources that include them.
HEADERS := $(filter-out %.tmpl.h,$(wildcard $(foreach d,core solver repl tests,$d/*.h $d/*/*.h $d/*/*/*.h)))
SCRIPTS := .ci/run $(filter-out %.c %.h %.md %.mjs %.mk %.pl %.py %/debian,$(wildcard tests/tools/*)) \
	$(wildcard tests/cli/*.t tests/slow/*.t tests/cli/*.sh puzzles/*.sh)

objects = $(patsubst %.c,$(B)/%.o,$(1))
programs = $(patsubst %.c,$(B)/%,$(1))
OBJECTS := $(call objects,$(SOURCES))

LIBRARIES := $(B)/libcore.a $(B)/libsolver.a $(B)/librepl.a
TEST_LIBRARIES := $(B)/libsupport.a $(B)/libnaive.a $(B)/librepl.a $(B)/libsolver.a $(B)/libcore.a
PROGRAM := $(if $(MAIN_SRC),$(B)/kanju) $(if $(VERIFY_MAIN),$(B)/kanju-verify)
OTHER_NAMES := $(if $(MAIN_SRC),$(B)/kanju-usi)
UNIT_TESTS := $(call programs,$(UNIT_SRC) $(NAIVE_TEST))
SLOW_TESTS := $(call programs,$(SLOW_SRC))
FUZZERS := $(call programs,$(FUZZ_SRC))
BENCHES := $(call programs,$(BENCH_SRC))
TOOLS := $(patsubst tests/tools/%.c,$(B)/tools/%,$(TOOLS_SRC))

# ---- rules -----------------------------------------------------------------

# $(call remembered,FILE,TEXT): a file that holds TEXT and is rewritten only
# when TEXT has changed, to depend on.
same = $(and $(findstring x$(1)x,x$(2)x),$(findstring x$(2)x,x$(1)x))
define remembered
$(1): $(if $(call same,$(strip $(2)),$(strip $(file < $(1)))),,FORCE)
$(1): export KANJU_TEXT := $(strip $(2))
$(1):
	@mkdir -p $$(@D) && printf '%s\n' "$$$$KANJU_TEXT" >$$@
endef

MISSING_LIBRARIES := $(strip $(if $(GLIB_LIBS),,glib-2.0) $(if $(REPL_CFLAGS),,$(REPL_PACKAGES)))
# Its last words set apart objects that were made before what the compiler says was kept.
FLAGS_TEXT := $(CC) $(shell $(CC) -dumpversion 2>/dev/null) $(call flags_of,core) \
	$(FLAGS_tests) $(LINK_FLAGS_$(BUILD)) $(LDFLAGS) $(LIBS) $(PLACES_$(BUILD)) -- what it says is kept
$(eval $(call remembered,$(B)/flags,$(FLAGS_TEXT)))
$(eval $(call remembered,$(B)/sources,$(SOURCES)))

ifneq ($(MISSING_LIBRARIES),)
$(B)/flags: libraries-missing
.PHONY: libraries-missing
libraries-missing:
	@echo "missing: $(MISSING_LIBRARIES) (or pkg-config). 'make setup' installs what is needed:" >&2
	@sh tests/tools/setup --list build >&2
	@exit 1
endif

# What the compiler says of a file stays beside its object, for lint.
$(B)/%.o: %.c $(B)/flags
	$(say) CC $<
	@[ -d $(@D) ] || mkdir -p $(@D)
	$(Q)$(CC) $(call flags_of,$<) -MMD -MP -c -o $@ $< 2>$(@:.o=.said); \
	  status=$$?; [ ! -s $(@:.o=.said) ] || cat $(@:.o=.said) >&2; exit $$status

-include $(OBJECTS:.o=.d)

# The version as git tells it, else the plain number; for repl/ and tests/ as
# #include "version.h".
$(call objects,$(REPL_SRC) $(MAIN_SRC) $(VERIFY_MAIN) $(TEST_SRC)): | $(B)/version.h
$(B)/version.h: FORCE
	@mkdir -p $(@D)
	@sh tests/tools/version_header $(VERSION) >$@.new
	@if cmp -s $@.new $@; then rm $@.new; else mv $@.new $@; fi

# Style and script of pages, as strings for C, without lines that are comments. Pages have their
# modules one after the other, as one script.
TEXT_HEADERS := $(patsubst %,$(B)/%.h,$(wildcard $(foreach e,css html js sql,repl/*/*.$e)))
$(call objects,$(REPL_SRC)): | $(TEXT_HEADERS)
$(TEXT_HEADERS): $(B)/%.h: % Makefile
	@mkdir -p $(@D)
	$(Q)sed -e '/SPDX/!{/^ *\/\/ /d;}; /^ *\/\*.*\*\/$$/d; /^ *\/\*/,/\*\/$$/d; /^$$/d' \
	    -e '/^import /d; s/^export //; s/\\/&&/g; s/"/\\"/g; s/^/"/; s/$$/\\n"/' $< >$@

# An archive is made afresh, so that it never keeps a source that has gone.
define archive
$$(B)/lib$(1).a: $$(call objects,$(2)) $$(B)/sources
	$$(say) AR $$@
	$$(Q)rm -f $$@ && $$(AR) rcs $$@ $$(filter %.o,$$^)
endef
$(eval $(call archive,core,$(CORE_SRC)))
$(eval $(call archive,solver,$(SOLVER_SRC)))
$(eval $(call archive,repl,$(REPL_SRC)))
$(eval $(call archive,support,$(SUPPORT_SRC)))
$(eval $(call archive,naive,$(NAIVE_SRC)))
$(eval $(call archive,rest,$(LIB_REST)))

$(B)/kanju: $(B)/repl/main.o $(B)/librepl.a $(B)/libsolver.a $(B)/libcore.a
	$(say) LINK $@
	$(Q)$(LINK) -o $@ $^ $(LIBS)

# Another name, by which GUIs start the engine.
$(B)/kanju-usi: $(B)/kanju
	@ln -sf kanju $@

# Made of the verifier's folder and nothing else of Kanju.
$(B)/kanju-verify: $(call objects,$(VERIFY_SRC))
	$(say) LINK $@
	$(Q)$(LINK) -o $@ $^ $(VERIFY_LIBS)

# ---- libkanju ---------------------------------------------------------------

# Of the program's objects, whose names stay inside: only those of the interface are for others.
SONAME := libkanju.so.$(SOVERSION)
LIB_OBJECTS := $(call objects,$(LIB_SRC))
LIBKANJU := $(B)/$(SONAME) $(B)/libkanju.a $(B)/kanju.pc
LIBKANJU_LIBS := -pthread $(JSON_LIBS) $(VERIFY_LIBS) $(call pkg,--libs sqlite3) -lm

$(B)/$(SONAME): $(LIB_OBJECTS) $(B)/librest.a repl/lib/kanju.map
	$(say) LINK $@
	$(Q)$(LINK) -shared -Wl,-soname,$(SONAME) -Wl,--version-script=repl/lib/kanju.map \
	  -Wl,--no-undefined -o $@ $(LIB_OBJECTS) $(B)/librest.a $(LIBKANJU_LIBS)

$(B)/libkanju.a: $(LIB_OBJECTS) $(B)/librest.a
	$(say) AR $@
	$(Q)$(CC) -r -nostdlib $(if $(filter 1,$(LTO)),-flinker-output=nolto-rel) \
	  -o $(B)/libkanju.o $(LIB_OBJECTS) $(B)/librest.a
	$(Q)objcopy --localize-hidden $(B)/libkanju.o
	$(Q)rm -f $@ && $(AR) rcs $@ $(B)/libkanju.o

define PC_TEXT
prefix=$(PREFIX)
libdir=$(LIBDIR)
includedir=$(INCLUDEDIR)

Name: kanju
Description: reads, solves and verifies shogi problems
Version: $(VERSION)
Libs: -L$${libdir} -lkanju
Libs.private: $(call pkg,--static --libs glib-2.0 json-glib-1.0 libzstd sqlite3) -pthread -lm
Cflags: -I$${includedir}
endef
$(B)/kanju.pc: FORCE
	@mkdir -p $(@D)
	$(file >$@,$(PC_TEXT))

.PHONY: lib
lib: $(LIBKANJU) ## build libkanju, shared and static

# The programs of the release configuration have short names.
SHORT_NAMES := $(patsubst $(B)/%,build/%,$(PROGRAM) $(OTHER_NAMES))
build/kanju build/kanju-verify build/kanju-usi: build/%: build/release/%
	@ln -sf release/$* $@

$(call programs,$(UNIT_SRC) $(SLOW_SRC) $(BENCH_SRC)): $(B)/%: $(B)/%.o $(TEST_LIBRARIES)
	$(say) LINK $@
	$(Q)$(LINK) -o $@ $^ $(LIBS) $(CMOCKA_LIBS)

# The naive rules must stand without any of the code they are there to check.
$(call programs,$(NAIVE_TEST)): %: %.o $(B)/libnaive.a
	$(say) LINK $@
	$(Q)$(LINK) -o $@ $^ $(GLIB_LIBS) -lm $(CMOCKA_LIBS)

ifeq ($(BUILD),fuzz)
FUZZ_DRIVER :=
FUZZ_LINK := -fsanitize=fuzzer
else
FUZZ_DRIVER := $(B)/tests/fuzz/replay.o
FUZZ_LINK :=
endif
$(FUZZERS): $(B)/%: $(B)/%.o $(FUZZ_DRIVER) $(call objects,$(FUZZ_COMMON)) $(TEST_LIBRARIES)
	$(say) LINK $@
	$(Q)$(LINK) $(FUZZ_LINK) -o $@ $^ $(LIBS) $(CMOCKA_LIBS)

$(TOOLS): $(B)/tools/%: $(B)/tests/tools/%.o $(TEST_LIBRARIES)
	$(say) LINK $@
	@mkdir -p $(@D)
	$(Q)$(LINK) -o $@ $^ $(LIBS) $(CMOCKA_LIBS)

# With T= only what matches is built and run.
matching = $(if $(T),$(foreach t,$(1),$(if $(findstring $(T),$(t)),$(t))),$(1))
FAST_UNIT := $(call matching,$(UNIT_TESTS))
FAST_CLI := $(call matching,$(CLI_TESTS))
FAST_FUZZ := $(call matching,$(FUZZERS))

# ---- programs --------------------------------------------------------------

.PHONY: all tools test-programs slow-programs fuzz-programs bench-programs
all: $(LIBRARIES) $(PROGRAM) $(OTHER_NAMES) $(if $(filter release,$(BUILD)),$(SHORT_NAMES) $(LIBKANJU))
tools: $(TOOLS) ## build the developers' programs into build/<config>/tools
test-programs: $(if $(T),$(if $(FAST_CLI),$(PROGRAM)) $(FAST_UNIT) $(FAST_FUZZ),\
	all $(UNIT_TESTS) $(FUZZERS))
slow-programs: all $(SLOW_TESTS)
fuzz-programs: $(FUZZERS)
bench-programs: all $(BENCHES)

# ---- set-up ----------------------------------------------------------------

SETUP := CC='$(CC)' sh tests/tools/setup
.PHONY: deps setup setup-dev setup-fuzz setup-coverage
deps: ## print which packages are missing, install nothing
	@$(SETUP) --list dev coverage
setup: ## install what building and testing need (apt, as root or by sudo)
	@$(SETUP) check
setup-dev: ## install what format, lint and fuzz need as well
	@$(SETUP) dev
setup-fuzz:
	@$(SETUP) fuzz
setup-coverage:
	@$(SETUP) coverage

.PHONY: demo
demo: ## install what building needs, build, and solve the demonstration problems
	@$(SETUP) build
	@$(MAKE) BUILD=release all
	@sh tests/tools/demo build/kanju

.PHONY: demo-scale
demo-scale: ## a collection in 40 parts under GNU parallel, some of them killed (safe to repeat)
	@$(SETUP) build scale
	@$(MAKE) BUILD=release all
	@bash tests/tools/demo_scale build/kanju

# ---- tests -----------------------------------------------------------------

quoted = $(foreach t,$(1),'$(t)')
replays = $(foreach f,$(FAST_FUZZ),'$(f) tests/fuzz/corpus/$(patsubst fuzz_%,%,$(notdir $(f)))')
# One more at a time than there are processors: some tests wait.
RUN_TESTS := KANJU='$(CURDIR)/$(B)/kanju' bash tests/tools/run_tests -j $$(($(JOBS) + 1))
FAST_TESTS = $(call quoted,$(FAST_UNIT) $(FAST_CLI)) $(replays)

.PHONY: check check-slow run-check
check: ## set up, build, and run all tests but the slow ones
	@$(MAKE) setup
	@$(MAKE) run-check

# The tests of any configuration, without set-up: make run-check BUILD=debug
run-check:
	@$(MAKE) test-programs
	@$(RUN_TESTS) -t $(TEST_TIMEOUT) $(FAST_TESTS)

check-slow: ## run the slow tests: deep perft, long comparisons, big collections
	@$(SETUP) slow
	@$(MAKE) slow-programs
	@$(RUN_TESTS) -t 7200 $(call quoted,$(call matching,$(SLOW_TESTS) $(SLOW_CLI)))

# ---- the rest ---------------------------------------------------------------

include $(patsubst %,tests/tools/%.mk,node sanitize quality install web windows debian edition)

# ---- clean, help -----------------------------------------------------------

.PHONY: clean distclean help
clean: ## remove the build folders
	rm -rf build
distclean: clean ## clean, and remove config.mk and compile_commands.json too
	rm -f config.mk compile_commands.json
help: ## this list
	@echo "make [TARGET] [VARIABLE=value]..., targets:"
	@sed -n 's/^\([a-z][a-z-]*\):.*## \(.*\)/\1|\2/p' $(MAKEFILE_LIST) | \
	  while IFS='|' read -r name text; do printf '  %-15s %s\n' "$$name" "$$text"; done
	@echo "variables: BUILD=release|debug|san|tsan|cov|fuzz CC CFLAGS LDFLAGS PREFIX DESTDIR"
	@echo "  ARCH=auto|generic|<-march value> NATIVE=1 LTO=1 WERROR=1 V=1 T=<part of a test's path>"
	@echo "  FUZZ_TIME=<seconds>; may also be set in config.mk"
