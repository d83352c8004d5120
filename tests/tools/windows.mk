# SPDX-License-Identifier: GPL-3.0-or-later
#
# Kanju for Windows, made by mingw-w64. Included by the Makefile.

# Kanju's own of repl/lib/windows is in place of it.
GLIB_OWN_windows := g_convert
WINDOWS_OWN = $(call objects,$(wildcard repl/lib/windows/*.c repl/lib/js/json*.c))
DEBIAN_SRC_windows := $(DEBIAN_ROOT)/sqlite3/sqlite3.c
DEBIAN_FLAGS_windows := -O2 $(BUILD_FLAGS_windows) -DSQLITE_THREADSAFE=1 -DSQLITE_OMIT_LOAD_EXTENSION

ifeq ($(BUILD),windows)
# Where programs begin. Stacks are as the linker has them (core/os/thread.h), and only what is touched
# takes memory.
WINDOWS_START := $(B)/core/os/start_windows.o
WINDOWS_LINK := -municode -Wl,--stack,268435456
$(B)/kanju.exe: $(B)/repl/main.o $(WINDOWS_START) $(WINDOWS_OWN) $(B)/librepl.a $(B)/libsolver.a $(B)/libcore.a $(DEBIAN_BUILD)/libdebian.a
	$(say) LINK $@
	$(Q)$(LINK) $(WINDOWS_LINK) -o $@ $(filter-out %/libdebian.a,$^) $(LIBS)
$(B)/kanju-usi.exe: $(B)/kanju.exe
	@cp $< $@
$(B)/kanju-verify.exe: $(call objects,$(VERIFY_SRC)) $(WINDOWS_START) $(DEBIAN_BUILD)/libdebian.a
	$(say) LINK $@
	$(Q)$(LINK) $(WINDOWS_LINK) -Wl,--wrap=fopen -o $@ $(filter-out %/libdebian.a,$^) $(VERIFY_LIBS)
.PHONY: windows-programs
windows-programs: $(B)/kanju.exe $(B)/kanju-usi.exe $(B)/kanju-verify.exe
endif

.PHONY: windows
windows: ## kanju.exe and its like for Windows, in build/windows (needs no network once set up)
	@$(SETUP) windows
	@sh tests/tools/debian_sources windows build/windows-root
	@$(MAKE) BUILD=windows windows-programs
	@sh tests/tools/windows_zip build/windows $(VERSION)

# What is only about Windows, and the tests of the command line, in which `unix_only` (tests/cli/lib.sh)
# leaves out what asks for something of Unix. Whole files that do:
#   library   libkanju, which there is none of on Windows
#   limits    allocations that a library preloaded lets fail, and limits of the shell
#   show      mostly PNG and PDF, which are not drawn there; tests/windows/windows.t compares the rest
WINDOWS_LEFT_OUT := library limits show
WINDOWS_CLI := $(filter-out $(WINDOWS_LEFT_OUT:%=tests/cli/%.t),$(wildcard tests/cli/*.t))
WINDOWS_TESTS := $(wildcard tests/windows/*.t) $(if $(filter 1,$(QUICK)),,$(WINDOWS_CLI))
.PHONY: check-windows
check-windows: ## test the programs for Windows under Wine (QUICK=1: in a minute)
	@$(SETUP) windows-check check
	@$(MAKE) windows
	@$(MAKE) BUILD=release all
	@KANJU='$(CURDIR)/build/windows/kanju' NATIVE='$(CURDIR)/build/kanju' QUICK=$(QUICK) \
	  sh tests/windows/wine build/windows \
	  bash tests/tools/run_tests -t 3600 $(call quoted,$(call matching,$(WINDOWS_TESTS)))
