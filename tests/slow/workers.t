#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Many workers on one list for a long time: workers killed at random, the server stopped hard three
# times. Then nothing is lost or counted twice, and the report is that of one machine. PROBLEMS and
# WORKERS say how much (20,000, 8).
# shellcheck source=tests/cli/lib.sh
. "$(dirname "$0")/../cli/lib.sh"

# shellcheck source=tests/cli/server_lib.sh
. "$(dirname "$0")/../cli/server_lib.sh"
problems=${PROBLEMS:-20000} workers=${WORKERS:-8}
declare -A pids
clean_up_more() {
    kill -TERM "${pids[@]}" 2>/dev/null
    wait
}

"$root/tests/tools/scale_problems" "$problems" >problems.tsv
options=(--complete-hands --budgets "200n,2kn" --memory 64 --threads 4 problems.tsv)
"$KANJU" batch --store one.kdb "${options[@]}" >/dev/null 2>&1
"$KANJU" batch --store "$url" --enqueue --lease 3 "${options[@]}" >/dev/null 2>&1
total=$(sql 'SELECT count(*) FROM kanju.work')
echo "# $total problems"

RANDOM=${SEED:-1} deaths=0 crashes=0
start_worker() { # NUMBER
    "$KANJU" work --threads 1 --memory 16 "$url" >"log$1" 2>&1 &
    pids[$1]=$!
}
for ((i = 0; i < workers; i++)); do start_worker "$i"; done
while :; do
    open=$(sql 'SELECT count(*) FROM kanju.work WHERE state<2') || continue
    [ "$open" -gt 0 ] || break
    # every kind of end: both processes, the one that searches, gracefully
    victim=$((RANDOM % workers))
    pid=${pids[$victim]}
    child=$(pgrep -P "$pid" || true)
    case $((RANDOM % 3)) in
    0) kill -KILL "$pid" ${child:+"$child"} ;;
    1) [ -z "$child" ] || kill -KILL "$child" ;;
    2) kill -TERM "$pid" ;;
    esac 2>/dev/null
    deaths=$((deaths + 1))
    for ((i = 0; i < workers; i++)); do
        kill -0 "${pids[$i]}" 2>/dev/null || start_worker "$i"
    done
    # three times, when a quarter, a half and three quarters are done
    if [ "$crashes" -lt 3 ] && [ $((4 * (total - open))) -ge $(((crashes + 1) * total)) ]; then
        "$postgres" crash "$scratch/server"
        sleep 1
        "$postgres" start "$scratch/server" >/dev/null
        crashes=$((crashes + 1))
    fi
    sleep "0.$((RANDOM % 9))"
done 2>/dev/null
for pid in "${pids[@]}"; do wait "$pid"; done 2>/dev/null
echo "# $deaths ends of workers, $crashes of the server"
holds 'workers and the server were killed' test "$deaths" -ge 5 -a "$crashes" -eq 3
holds 'every problem is done once' test "$(sql 'SELECT count(*) FROM kanju.work WHERE state=2')" = "$total"
holds 'there is a result of each' test "$(sql 'SELECT count(*) FROM kanju.result')" = "$total"
holds 'nobody contradicts' test "$(sql "SELECT count(*) FROM kanju.failure WHERE kind='contradiction'")" = 0
for format in jsonl text; do
    "$KANJU" report --stable --format $format one.kdb >one
    "$KANJU" report --stable --format $format "$url" >many
    holds "the report ($format) is that of one machine" cmp one many
done
done_testing
