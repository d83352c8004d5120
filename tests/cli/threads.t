#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Several threads at one problem: verdict and lengths as with one, certificates that are believed, limits and stops obeyed.
# shellcheck source=tests/cli/lib.sh
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

top=$(cd "$(dirname "$0")/../.." && pwd)
data=$top/tests/data/solver.tsv
cd "$scratch" || exit 1

# What must not depend on the threads.
facts() { sed -E 's/.*("verdict":"[a-z]*").*("plies":[0-9]*).*("pure_plies":[0-9]*).*/\1 \2 \3/'; }

for id in zuko005 yo116_loop khtest_min3; do
    sfen=$(awk -F'\t' -v id="$id" '$1 == id { print $2 }' "$data")
    "$KANJU" solve --json --threads 1 "$sfen" 2>err | facts >one
    for threads in 2 4; do
        run 0 solve --json --threads "$threads" --memory 2 --certificate "$id.cert" "$sfen"
        facts <out >many
        holds "$id on $threads threads is as on one" cmp one many
        run 0 verify "$id.cert"
    done
done

sfen=$(awk -F'\t' '$1 == "yo116_umanoko" { print $2 }' "$data")
run 4 solve --json --threads 2 --nodes 30000 "$sfen"
out_has '"nodes":30000'
"$KANJU" solve --threads 4 --shorten 0 --progress "$sfen" >stopped 2>&1 &
search=$!
until_holds test -s stopped
kill -INT "$search"
wait "$search"
holds 'Ctrl-C ends a search on several threads' test "$?" -ne 139

# ---- many problems ----

list=$top/puzzles/56shogi/original.tsv

head -12 "$list" >list.tsv
verdicts() { grep -v '"first":true' "$1" | facts; }
"$KANJU" solve --json --threads 1 list.tsv >alone 2>/dev/null
verdicts alone >one
for options in '--threads 4' '--threads 4 --first' '--threads 40 --time 600'; do
    read -ra words <<<"$options"
    run 0 solve --json --memory 64 "${words[@]}" list.tsv
    verdicts out >many
    holds "a list solved with $options is as on one thread" cmp one many
done
found() { sed -E 's/.*"id":("[^"]*").*("verdict":"[a-z]*").*/\1 \2/' "$1"; }
"$KANJU" check --json --threads 1 --no-themes list.tsv 2>/dev/null >alone
found alone >one
status=0
"$KANJU" check --json --threads 4 --memory 64 --no-themes list.tsv >several 2>err || status=$?
found several >many
holds 'and so is one that is checked' cmp one many
for task in solve check; do
    for threads in 1 4; do
        rm -f store.kdb*
        run 0 batch --store store.kdb --task "$task" --threads "$threads" --memory 64 --budgets 2kn,20kn list.tsv
        "$KANJU" report store.kdb --format jsonl 2>err | sed -E 's/"(ms|seconds|updated|time)":[^,}]*//g' >"$task-$threads"
    done
    holds "batches that $task have the same results with any number of threads" cmp "$task-1" "$task-4"
    rm -f store.kdb*
    run 0 batch --store store.kdb --task "$task" --threads 40 --memory 64 --budgets 200s list.tsv
    out_has '10 different problems'
done
holds 'and they have some' test "$(grep -c verdict solve-1)" -ge 10

# ---- node counts that repeat ----

nodes() { grep -o '"nodes":[0-9]*' "$1"; }
run 0 solve --json --threads 1 list.tsv
nodes out >one
run 0 solve --json --threads 40 --deterministic list.tsv
nodes out >many
holds 'with --deterministic node counts are those of one thread' cmp one many
sfen=$(awk -F'\t' '$1 == "zuko005" { print $2 }' "$data")
run 0 solve --json --deterministic "$sfen"
nodes out >one
run 0 solve --json --deterministic --threads 4 "$sfen"
nodes out >many
holds 'of a single problem, too' cmp one many

done_testing
