#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# docs/rules.md: every clause has a test and every citation a clause; and what only the program does.
# shellcheck source=tests/cli/lib.sh
. "$(dirname "$0")/lib.sh"

check_rules=tests/tools/check_rules
holds 'every clause is cited, every citation is of a clause' "$check_rules"

# A made-up tree, to see that check_rules can fail.
tree=$scratch/tree
mkdir -p "$tree/docs" "$tree/tests/unit"
rules() { printf '**%s Title.** Text.\n' "$@" >"$tree/docs/rules.md"; }
tests_cite() { printf '// [%s]\n' "$@" >"$tree/tests/unit/test_it.c"; }
refuses() { # TEXT OF THE MESSAGE
    status=0 out=''
    err=$("$check_rules" "$tree" 2>&1) || status=$?
    holds 'it is refused' test "$status" -eq 1
    err_has "$1"
}

rules R1.1 R1.2 R2.1
tests_cite R1.1 R2.1 R1.2
holds 'a complete tree passes' "$check_rules" "$tree"
tests_cite R1.1 R2.1
refuses 'no test cites: R1.2'
tests_cite R1.1 R1.2 R2.1 R2.9
refuses 'no such clause in docs/rules.md: R2.9 tests/unit/test_it.c:4'
rules R1.1 R1.1 R2.1
refuses 'defined twice in docs/rules.md: R1.1'
rules R1.1 R1.3 R2.1
refuses 'out of order in docs/rules.md: R1.3'

# [R12.13] hands as written, a warning, and the rest of the set on request
run 0 solve '7k1/9/6B1R/9/9/9/9/9/9 b G'
err_has "35 pieces are in nobody's hand"
run 0 solve --json --complete-hands '7k1/9/6B1R/9/9/9/9/9/9 b G'
err_lines 0
out_has ' b Grb3g4s4n4l18p 1"'

done_testing
