# SPDX-License-Identifier: GPL-3.0-or-later
#
# Kanju in browsers: the module of repl/lib/js and the page beside it, made by emscripten. Included
# by the Makefile.
#
# The program is libkanju. What it has of others is built by debian.mk.

WEB := build/web

# Kanju's own of repl/lib/js are in place of these.
GLIB_OWN_wasm := g_convert g_array_sort g_ptr_array_sort g_queue_clear_full
DEBIAN_FLAGS_wasm := -Oz -DZSTD_NO_INLINE -DHUF_FORCE_DECOMPRESS_X1 -DZSTD_FORCE_DECOMPRESS_SEQUENCES_SHORT

# Rooms of the program that a browser has use for: all of them is compiled, and the linker takes what
# the commands need, from repl/lib/js before what it stands for.
WEB_ROOMS := job verify cli run diagram check lib command
WEB_SRC := $(filter-out repl/verify/main.c $(wildcard repl/command/*usi*.c),$(call for_system,$(wildcard $(WEB_ROOMS:%=repl/%/*.c) repl/collection/*_web.c repl/batch/*_web.c))) \
	repl/report/report_options.c repl/batch/batch_options.c \
	repl/report/report_words.c repl/report/cmd_report_words.c
WEB_MAIN := $(wildcard repl/lib/js/*.c)

WEB_LINK := -sMODULARIZE=1 -sEXPORT_ES6=1 -sENVIRONMENT=worker --no-entry -sFILESYSTEM=1 \
	-sALLOW_MEMORY_GROWTH=1 -sMAXIMUM_MEMORY=4GB -sINITIAL_MEMORY=96MB -sTOTAL_STACK=64MB -Wl,--stack-first \
	-sALLOW_TABLE_GROWTH=1 -sEXPORTED_RUNTIME_METHODS=FS,ENV,ccall,addFunction,UTF8ToString \
	-sEXPORTED_FUNCTIONS=_malloc,_free,_kanju_version,_kanju_new,_kanju_call,_kanju_stop,_kanju_on_progress,_kanju_main,_kanju_interrupt \
	--js-library repl/lib/js/host.js

ifeq ($(BUILD),wasm)
$(eval $(call archive,web,$(WEB_SRC)))
$(B)/program.mjs: $(call objects,$(WEB_MAIN)) $(B)/libweb.a $(B)/libsolver.a $(B)/libcore.a $(B)/libdebian.a \
  repl/lib/js/host.js tests/tools/web.mk
	$(say) LINK $@
	$(Q)NODE_PATH=/usr/share/nodejs emcc -Oz $(BUILD_FLAGS) $(WEB_LINK) -o $@ $(filter %.o %.a,$^)
endif

# QR codes are drawn by Debian's qrcode-generator, which a page loads when one is asked for.
QRCODE := /usr/share/nodejs/qrcode-generator/qrcode.js
# Whatever stands in the two folders, and the program.
WEB_FILES := $(filter-out %.c %.h,$(wildcard repl/lib/js/*.* repl/web/*.*)) \
	repl/diagram/board.js repl/diagram/replay_page.js repl/diagram/table.js repl/diagram/kanju.css repl/report/page.html repl/report/page.js
.PHONY: web web-files check-web
web: ## Kanju in the browser: the page and the module, in build/web (needs no network once set up)
	@$(SETUP) web
	@sh tests/tools/debian_sources wasm build/wasm-root
	@$(MAKE) BUILD=wasm web-files
# What is for node alone, or for people.
WEB_UNLOADED := -e '^cli.*\.mjs$$' -e '\.d\.ts$$' -e '^COPYING$$' -e '^README\.md$$' -e '^package\.json$$'
web-files: $(B)/program.mjs
	@mkdir -p $(WEB)
	cp $(filter-out %/host.js,$(WEB_FILES)) $(B)/program.mjs $(B)/program.wasm COPYING $(WEB)
	@{ cat $(QRCODE); echo 'export default qrcode;'; } >$(WEB)/qrcode.js
	@cd $(WEB) && files=$$(ls | grep -v -e '^sw\.js$$' $(WEB_UNLOADED)) && \
	  sed -i "s/@VERSION@/kanju-$$(cat $$files | sha256sum | cut -c1-16)/; s|/\*@FILES@\*/|$$(printf '"%s", ' $$files)|" sw.js

# QUICK=1 leaves out what takes minutes or another browser.
WEB_SLOW := $(patsubst %,tests/web/%.mjs,equal speed story webkit)
WEB_TESTS := $(filter-out %/lib.mjs %/serve.mjs %/browser.mjs $(if $(filter 1,$(QUICK)),$(WEB_SLOW)),$(wildcard tests/web/*.mjs))
check-web: ## test the module and the page (QUICK=1: in two minutes, in one browser)
	@$(SETUP) web-$(if $(filter 1,$(QUICK)),quick,check)
	@$(MAKE) $(NODE_READY)
	@$(MAKE) web
	@$(MAKE) BUILD=release all
	@$(RUN_TESTS) -t 3600 $(patsubst %,'node %',$(call matching,$(WEB_TESTS)))
