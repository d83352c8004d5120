#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# The session in the README gives what the README shows.
# shellcheck source=tests/cli/lib.sh
. "$(dirname "$0")/lib.sh"

session README.md
holds 'the session has at least six commands' test "$number" -ge 6

# Files and commands the README names are there.
for file in $(grep -oE '\]\([^)#]+\)' README.md | tr -d '()]'); do
    holds "$file is there" test -e "$file"
done
while read -r target; do
    holds "make $target exists" grep -q "^$target:" Makefile tests/tools/*.mk
done < <(grep -oE '`make [a-z-]+' README.md | cut -d ' ' -f 2 | sort -u)

done_testing
