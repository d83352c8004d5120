#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Several threads at one problem: verdict and lengths as with one, certificates that are believed, limits and stops obeyed.
# shellcheck source=tests/cli/lib.sh
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

data=$(cd "$(dirname "$0")/.." && pwd)/data/solver.tsv
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
"$KANJU" solve --threads 4 --shorten 0 "$sfen" >stopped 2>&1 &
search=$!
sleep 1
kill -INT "$search"
wait "$search"
holds 'Ctrl-C ends a search on several threads' test "$?" -ne 139

done_testing
