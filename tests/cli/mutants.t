#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# tests/tools/mutants.pl, on a tree of one policy and one test.
# shellcheck source=tests/cli/lib.sh
. "$(dirname "$0")/lib.sh"

tools=$(realpath "$(dirname "$0")/../tools")
cd "$scratch" || exit
mkdir -p tree/core tree/tests/data tree/tests/tools tree/tests/unit/core
cd tree || exit
export BUILD=release
unset TEST_TIMEOUT
cp "$tools/mutants.pl" "$tools/run_tests" tests/tools/
echo 'limit=10' >core/policy
cat >tests/unit/core/test_limit.c <<'END'
#!/bin/sh
. ./core/policy
echo 1..1
[ "$limit" -le 10 ] && echo 'ok 1' || echo 'not ok 1'
END
cat >Makefile <<'END'
build/release/tests/unit/core/test_limit: tests/unit/core/test_limit.c core/policy
	sh -n core/policy
	mkdir -p $(@D) && cp $< $@ && chmod +x $@
END

# mutant FROM TO [TEST]: adds one to the list
mutant() {
    printf '\ncore/policy: %s\n- %s\n+ %s\n' "${3:-test_limit}" "$1" "$2" >>tests/data/mutants.list
}

# mutants STATUS WORD...: runs the script
mutants() {
    local expected=$1
    shift
    status=0
    perl tests/tools/mutants.pl "$@" >"$scratch/out" 2>"$scratch/err" || status=$?
    out=$(cat "$scratch/out") err=$(cat "$scratch/err")
    [ "$status" -eq "$expected" ]
    say $? "mutants.pl $* ends with $expected"
}

tree() { find . -path ./build -prune -o -type f -print0 | sort -z | xargs -0 cksum; }

mutant limit=10 limit=11
tree >"$scratch/before"
mutants 0
out_has 'caught   core/policy:1: by test_limit'
out_has '1 mutants: 1 caught, 0 survived, 0 stale'
mutants 0 --check
out_is ''

mutant limit=10 limit=9
mutants 0 --check
mutant limit=12 limit=13
mutant limit=10 limit=12 test_none
mutant limit=10 'limit=(('
mutants 1 --check
out_has "STALE    tests/data/mutants.list:10: core/policy: 'limit=12' stands there 0 times, expected once"
out_has 'there is no test test_none'
mutants 1
out_has 'SURVIVED core/policy:1: test_limit'
out_has '+ limit=9'
out_has 'it does not build'
out_has '5 mutants: 1 caught, 1 survived, 3 stale'
mutants 2 solver/
err_has 'there are none of these'
tree | grep -v mutants.list >"$scratch/after"
grep -v mutants.list "$scratch/before" >"$scratch/was"
holds 'the tree is as it was' cmp "$scratch/was" "$scratch/after"

# a test that fails anyway shows nothing
echo 'limit=11' >core/policy
: >tests/data/mutants.list
mutant limit=11 limit=12
mutants 2
err_has 'fails without a mutant'

done_testing
