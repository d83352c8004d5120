# SPDX-License-Identifier: GPL-3.0-or-later
#
# Format, lint, profiles. Included by the Makefile.

CLANG_FORMAT ?= $(firstword $(shell command -v clang-format-14 2>/dev/null) clang-format)
OTHER_SYSTEMS = $(filter-out $(SOURCES),$(foreach s,$(subst %,,$(SYSTEMS)),$(wildcard */*/*$s)))
FORMATTED = $(or $(strip $(F)),$(SOURCES) $(OTHER_SYSTEMS) $(HEADERS) $(wildcard */*.tmpl.h */*/*.tmpl.h))
SCRIPTS_JS = $(wildcard repl/*/*.js repl/*/*.mjs repl/*/*/*.js repl/*/*/*.mjs tests/*/*.mjs)
PRETTY = $(SCRIPTS_JS) repl/web/index.html
.PHONY: format check-format
format: $(NODE_READY) ## format the sources (F=files: only these)
	$(Q)$(CLANG_FORMAT) -i $(filter-out %.js %.mjs %.html,$(FORMATTED))
	$(Q)echo $(if $(strip $(F)),$(filter %.js %.mjs %.html,$F),$(PRETTY)) | \
	  xargs -r $(NODE_BIN)/prettier --log-level warn --write
check-format: ## say which sources are not formatted
	$(say) FORMAT "$(words $(FORMATTED)) files"
	$(Q)$(CLANG_FORMAT) --version | grep -q 'version 14\.' || \
	  { echo "clang-format 14 is needed: make setup-dev" >&2; exit 1; }
	$(Q)$(CLANG_FORMAT) --dry-run --Werror $(FORMATTED)

# A header passes if it compiles on its own, and twice. That it does if a source includes it before
# anything else, and it has the pragma.
HEADER_CHECKS := $(HEADERS:%=$(B)/headers/%.ok)
$(HEADER_CHECKS): $(B)/headers/%.ok: % $(B)/flags | $(B)/version.h
	@[ -d $(@D) ] || mkdir -p $(@D)
	$(Q)if [ -e $(<:.h=.c) ] && grep -q '^#pragma once' $< && \
	  [ "$$(grep -m1 '^#include' $(<:.h=.c))" = '#include "$<"' ]; then touch $@; exit; fi; \
	  printf '#include "%s"\n' $< $< | $(CC) $(call flags_of,$<) -Werror -fsyntax-only \
	  -MMD -MP -MF $(@:.ok=.d) -MT $@ -x c - && touch $@
-include $(HEADER_CHECKS:.ok=.d)

.PHONY: check-headers check-layers
check-headers: $(HEADER_CHECKS) ## each header compiles alone
	$(say) HEADERS "$(words $(HEADERS)) headers stand alone"

# Each library must link with those below it only.
check-layers: $(B)/libcore.a $(B)/libsolver.a $(B)/librepl.a ## no layer uses a higher one
	$(Q)perl tests/tools/check_circles.pl $(B)
	$(Q)printf 'int main(void)\n{\n    return 0;\n}\n' >$(B)/empty.c
	$(Q)$(LINK) -o $(B)/link-core $(B)/empty.c \
	  -Wl,--whole-archive $(B)/libcore.a -Wl,--no-whole-archive $(JSON_LIBS)
	$(Q)$(LINK) -o $(B)/link-solver $(B)/empty.c -Wl,--whole-archive $(B)/libsolver.a \
	  -Wl,--no-whole-archive $(B)/libcore.a $(JSON_LIBS) -pthread -lm
	$(say) LAYERS "core and solver stand alone"

CPPCHECK := cppcheck --quiet -j $(JOBS) --cppcheck-build-dir=$(B)/cppcheck \
	--enable=warning,performance,portability --std=c11 --library=gtk \
	--inline-suppr --suppress=missingIncludeSystem --suppress=unknownMacro \
	--suppress=arrayIndexThenCheck --suppress=constStatement \
	--error-exitcode=1 -I. -DNDEBUG -D__SIZEOF_INT128__=16
# of texts, which need no build
LINT_TEXTS := lint-limits lint-words lint-messages lint-docs lint-man lint-rooms lint-mutants lint-shell lint-js
# of the code as it is built
LINT_CODE := lint-build lint-cppcheck check-headers check-layers
.PHONY: lint lint-texts lint-code $(LINT_TEXTS) lint-build lint-cppcheck tidy
lint-texts: $(LINT_TEXTS) ## those static checks that need no build
lint-code: $(LINT_CODE) ## those that do
lint: ## all static checks: warnings as errors, cppcheck, limits, layers, scripts
	@$(MAKE) setup-dev
	@$(MAKE) --keep-going lint-texts lint-code
	@echo "lint: clean"
# The objects are those of the build; a warning of it is said again here, and is an error.
lint-build: $(OBJECTS)
	$(Q)! cat $(OBJECTS:.o=.said) 2>&1 | grep '' >&2
lint-cppcheck:
	$(say) CPPCHECK "$(words $(SOURCES)) files"
	@mkdir -p $(B)/cppcheck
	$(Q)$(if $(SOURCES),$(CPPCHECK) $(SOURCES))
lint-limits:
	$(Q)sh tests/tools/lint_lengths $(SOURCES) $(HEADERS) $(wildcard */*.tmpl.h */*/*.tmpl.h)
lint-words:
	$(Q)sh tests/tools/lint_words $(SOURCES) $(HEADERS) $(wildcard */*.tmpl.h */*/*.tmpl.h */*.def)
# messages without Japanese, and what is printed without being looked up
lint-messages:
	$(Q)for what in missing untranslated english; do \
	  said=$$(perl tests/tools/messages.pl --$$what) || exit 1; \
	  [ -z "$$said" ] || { echo "$$said" >&2; exit 1; }; \
	done
lint-docs:
	$(Q)perl tests/tools/lint_docs.pl
lint-shell:
	$(say) SHELL "$(words $(SCRIPTS)) scripts"
	$(Q)echo $(SCRIPTS) | xargs -n 16 -P $(JOBS) shellcheck -x
	$(Q)! grep -nE '^(\.|source) .*\.t"?$$' $(SCRIPTS) # of one that is sourced, $$0 is the other
lint-js: $(NODE_READY)
	$(say) JS "$(words $(SCRIPTS_JS)) files"
	$(Q)$(NODE_BIN)/prettier --log-level warn --check $(PRETTY)
	$(Q)$(NODE_BIN)/eslint -c tests/tools/eslint.config.mjs $(SCRIPTS_JS)
lint-man:
	$(Q)mandoc -Tlint -W warning $(wildcard docs/man/*.1 docs/man/ja/*.1)
lint-rooms:
	$(Q)perl tests/tools/check_rooms.pl
lint-mutants:
	$(Q)perl tests/tools/mutants.pl --check
tidy: ## clang-tidy over the program's sources (slow)
	@printf '%s\n' $(PROGRAM_SRC) | xargs -n 1 -P $(JOBS) sh -c \
	  'clang-tidy --quiet "$$0" -- -std=gnu11 -I. -I$(B) $(REPL_CFLAGS) 2>/dev/null'

.PHONY: pgo compdb
pgo: ## profile-guided build in build/pgo, trained by the benchmark
	@rm -rf build/pgo
	@$(MAKE) BUILD=pgo PGO=generate all
	build/pgo/kanju bench
	@$(MAKE) BUILD=pgo PGO=use all
	@echo "the program is build/pgo/kanju; 'make install BUILD=pgo' installs it"

# $(1) as the inside of a JSON string
json = $(subst ",\",$(subst \,\\,$(1)))
compdb: ## write compile_commands.json for editors and clang tools
	@$(file >compile_commands.json,[)
	@$(foreach s,$(SOURCES),$(file >>compile_commands.json,{"directory":"$(CURDIR)",\
	  "file":"$s","command":"$(call json,$(CC) $(call flags_of,$s) -c $s)"}$(if \
	  $(filter-out $(lastword $(SOURCES)),$s),$(comma))))
	@$(file >>compile_commands.json,])
	@echo "compile_commands.json: $(words $(SOURCES)) files"
comma := ,

