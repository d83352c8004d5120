#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# --nodes is kept within a tenth by every command that has it, on one thread and on two, which say the same.
# shellcheck source=tests/cli/lib.sh
. "$(dirname "$0")/lib.sh"

# shellcheck disable=SC2034 # by name
work='6G2/8L/7S1/6GRP/6G1k/9/9/9/9 b r2bg3s4n3l17p 1'
# shellcheck disable=SC2034
dear='3gs4/4k4/9/6S2/3R5/9/9/9/9 b RBb3g2s4n4l18p 1'
rows=0

asked() { # FILE THREADS NODES WORDS...: the answer goes into a file; sets `took`
    local file=$scratch/$1 threads=$2 nodes=$3
    shift 3
    "$KANJU" "$@" --json --no-progress --threads "$threads" --nodes "$nodes" >"$file" 2>"$scratch/err"
    took=$(grep -o '"nodes":[0-9]*' "$file" | tail -n 1 | cut -d : -f 2)
    took=${took:-999999999}
    sed -i -E 's/"(nodes|ms|nodes_per_second)":[0-9.]+//g' "$file"
}
while IFS='|' read -r words problem; do
    read -ra command <<<"$words"
    [ -z "$problem" ] || command+=("${!problem}")
    for nodes in 1000 10000; do
        asked one 1 $nodes "${command[@]}"
        holds "$words: $took nodes of $nodes" test "$took" -le $((nodes * 11 / 10))
        rows=$((rows + 1))
    done
    asked one 1 3000 "${command[@]}"
    asked two 2 3000 "${command[@]}"
    holds "$words: $took nodes of 3000 on two threads" test "$took" -le 3300
    case $words in solve* | hisshi* | check* | analyse*) continue ;; esac # threads share one search
    holds "$words: two threads say what one says" cmp "$scratch/one" "$scratch/two"
done <<'ROWS'
solve|dear
hisshi|dear
check|dear
check --tries|work
analyse|dear
repair|work
trim|work
tries|work
extend|work
family --piece G --on 1a-9i|work
compose --seed 1 --plies 5|
ROWS
holds 'every command was asked' test $rows -eq 22

done_testing
