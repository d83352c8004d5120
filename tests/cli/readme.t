#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# The session in the README gives what the README shows. In its ```console blocks a line that begins with
# "$ build/kanju" is a command, what follows up to the next "$" its output. Node counts and times may differ.
# shellcheck source=tests/cli/lib.sh
. "$(dirname "$0")/lib.sh"

awk -v folder="$scratch" '
    /^```/ { inside = $0 == "```console"; output = ""; next }
    inside && /^\$ / {
        output = ""
        if ($0 ~ /^\$ build\/kanju /) {
            n++
            print substr($0, 3) >(folder "/" n ".command")
            output = folder "/" n ".expected"
            printf "" >output
        }
        next
    }
    inside && output != "" { print >output }
' README.md

# Makes what may differ from run to run the same.
steady() {
    sed -E -e 's/[0-9]+ nodes?, [0-9.]+ s(, [0-9]+ nodes\/s)?/N nodes, T s/' \
        -e 's/"nodes":[0-9]+,"ms":[0-9]+/"nodes":N,"ms":T/' "$1"
}

number=0
while [ -e "$scratch/$((number + 1)).command" ]; do
    number=$((number + 1))
    command=$(cat "$scratch/$number.command")
    status=0
    eval "\"\$KANJU\" ${command#build/kanju }" >"$scratch/out" 2>"$scratch/err" </dev/null ||
        status=$?
    out=$(cat "$scratch/out") err=$(cat "$scratch/err")
    holds "$command" diff <(steady "$scratch/$number.expected") <(steady "$scratch/out")
    err_lines 0
done
holds 'the session has at least six commands' test "$number" -ge 6

# Files and commands the README names are there.
for file in $(grep -oE '\]\([^)#]+\)' README.md | tr -d '()]'); do
    holds "$file is there" test -e "$file"
done
while read -r target; do
    holds "make $target exists" grep -q "^$target:" Makefile tests/tools/*.mk
done < <(grep -oE '`make [a-z-]+' README.md | cut -d ' ' -f 2 | sort -u)

done_testing
