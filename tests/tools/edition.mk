# SPDX-License-Identifier: GPL-3.0-or-later
#
# Editions (docs/batch.md#reports): pages of collections, for any host of files. Included by the Makefile.
#
# The classics come from their export; their certificates are those that are there already (docs/classics.md).
# The games of Kanju's own are checked here and now, and their certificates verified.

EDITION := build/edition
EDITION_PUZZLES := puzzles/56shogi puzzles/ogi/original.tsv puzzles/composed/56shogi.tsv \
	puzzles/composed/ogi.tsv puzzles/composed/suizo.tsv
.PHONY: edition
edition: $(B)/kanju $(B)/kanju-verify ## pages of the classics and of puzzles, with certificates, in build/edition
	@mkdir -p $(EDITION)
	$(Q)$(B)/kanju report --edition $(EDITION)/classics --title 図巧・無双 puzzles/classics/classics.export
	$(Q)$(B)/kanju batch --task check --store build/edition.kdb --budgets 100kn,1Mn --no-progress \
	  --certificate $(EDITION)/puzzles/certificates/ $(EDITION_PUZZLES)
	$(Q)$(B)/kanju report --edition $(EDITION)/puzzles --title 56将棋・王棋・醉象将棋 build/edition.kdb
	$(Q)for folder in $(EDITION)/*/; do \
	  python3 tests/tools/check_pages.py $$folder || exit 1; \
	  find $${folder}certificates -name '*.kjc' | xargs -r $(B)/kanju-verify >$(EDITION).verified || \
	    { cat $(EDITION).verified >&2; exit 1; }; \
	done
