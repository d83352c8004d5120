#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# The manual page: made from the tables of the program, well formed, and its examples work.
# shellcheck source=tests/cli/lib.sh
. "$(dirname "$0")/lib.sh"

top=$(dirname "$0")/../..
page=$scratch/kanju.1
for name in ja/kanju.1 kanju.1; do
    perl "$top/tests/tools/generated_page.pl" "$KANJU" "$top/docs/man/$name" >"$page"
    holds "$name: the commands are in it" grep -q '^\.It Cm solve' "$page"
    if command -v mandoc >/dev/null; then
        holds "$name is well formed" mandoc -Tlint -W warning "$page"
    fi
done

# They run one after the other in an empty folder, so that a later one can use a file of an earlier.
# An example is a line ".Dl $ kanju …" and, after it, what its output must hold.
unescape() {
    sed 's/\\(aq/'"'"'/g; s/\\(dq/"/g; s/\\-/-/g; s/\\e/\\/g'
}
ln -s "$(realpath "$KANJU")" "$scratch/kanju"
n=0
while IFS= read -r command; do
    IFS= read -r shows
    n=$((n + 1))
    case $command in *.pdf*) unix_only 'PNG and PDF' || continue ;; esac
    status=0
    (cd "$scratch" && PATH=$scratch:$PATH sh -c "$command") \
        >"$scratch/out" 2>"$scratch/err" </dev/null || status=$?
    out=$(cat "$scratch/out") err=$(cat "$scratch/err")
    holds "example works: $command" test "$status" -eq 0
    out_has "$shows"
done < <(sed -n 's/^\.Dl \$ //p; s/^\.\\" shows: //p' "$page" | unescape)
holds 'there are at least eight examples' test "$n" -ge 8

# every command has at least one, but bench, which runs long
run 0 help --all
while IFS= read -r name; do
    [ "$name" = bench ] || holds "$name has an example" grep -q "^\.Dl \$ kanju $name" "$page"
done < <(sed -n 's/^  \([a-z]*\) .*/\1/p' "$scratch/out")

done_testing
