#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Workers whose clock is days off, or runs ten times too fast or too slow: leases are by the server's
# clock, so nothing is lost and no result is wrong. Needs faketime.
# shellcheck source=tests/cli/lib.sh
. "$(dirname "$0")/../cli/lib.sh"
# shellcheck source=tests/cli/server_lib.sh
. "$(dirname "$0")/../cli/server_lib.sh"

options=(--memory 64 --threads 1 --budgets "300n,3kn,30kn" "$puzzles/shogi" "$puzzles/ogi")
"$KANJU" batch --store one.kdb "${options[@]}" >/dev/null 2>&1
"$KANJU" batch --store "$url" --enqueue --lease 3 "${options[@]}" >/dev/null 2>&1
pids=()
start() { # CLOCK DO_NOT_FAKE_MONOTONIC
    FAKETIME_DONT_FAKE_MONOTONIC=$2 faketime -f "$1" "$KANJU" work --json --threads 1 --memory 64 \
        "$url" >"log${#pids[@]}" 2>&1 &
    pids+=($!)
}
start '+3d' 1
start '-400d' 1
start '+0 x10' 0
start '+0 x0.1' 0
failed=0
for pid in "${pids[@]}"; do wait "$pid" || failed=1; done
cat log*
holds 'all workers end well' test $failed -eq 0
holds 'the report is that of one machine' same_reports one.kdb "$url"
# ten times too slow it is silent for longer than a lease, and that is what it is told of
slow=$(grep -o '"worker":[0-9]*' log3 | cut -d : -f 2)
holds 'nobody but the slow one lost what it was at' \
    test "$(sql "SELECT count(*) FROM kanju.failure WHERE kind<>'silence' OR worker<>$slow")" = 0
holds 'nobody contradicts' grep -qv '"contradictions":[1-9]' log0 log1 log2 log3
holds 'times are those of the server' \
    test "$(sql "SELECT bool_and(begun BETWEEN now()-interval '1 hour' AND now()) FROM kanju.worker")" = t
done_testing
