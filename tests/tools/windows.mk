# SPDX-License-Identifier: GPL-3.0-or-later
#
# Kanju for Windows, made by mingw-w64. Included by the Makefile.

# Kanju's own of repl/lib/windows is in place of it.
GLIB_OWN_windows := g_convert
DEBIAN_OWN_windows = $(call objects,$(wildcard repl/lib/windows/*.c))
DEBIAN_SRC_windows := $(DEBIAN_ROOT)/sqlite3/sqlite3.c
DEBIAN_FLAGS_windows := -O2 $(BUILD_FLAGS_windows) -DSQLITE_THREADSAFE=1 -DSQLITE_OMIT_LOAD_EXTENSION

.PHONY: windows
windows: ## what Kanju needs of others for Windows, in build/windows (needs no network once set up)
	@$(SETUP) windows
	@sh tests/tools/debian_sources windows build/windows-root
	@$(MAKE) BUILD=windows build/windows/libdebian.a
