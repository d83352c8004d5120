#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# The sessions in README.md, docs/README.ja.md and docs/ja/ give what these show.
# shellcheck source=tests/cli/lib.sh
. "$(dirname "$0")/lib.sh"

for readme in README.md docs/README.ja.md; do
    session "$readme"
    holds "the session of $readme has at least six commands" test "$number" -ge 6
done
# the guide in Japanese, as where that is the language of the system
export LC_ALL=ja_JP.UTF-8
for page in docs/ja/*.md; do
    session "$page"
    holds "$page shows commands" test "$number" -ge 2
done
export LC_ALL=C.UTF-8

# make targets that the README names are there; links and paths are looked at by docs.t
while read -r target; do
    holds "make $target exists" grep -q "^$target:" Makefile tests/tools/*.mk
done < <(grep -oE '`make [a-z-]+' README.md | cut -d ' ' -f 2 | sort -u)

done_testing
