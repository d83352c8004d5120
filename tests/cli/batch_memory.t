#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# --memory is divided by --threads and not exceeded: the most that a batch ever held, by the kernel's count.
# shellcheck source=tests/cli/lib.sh
. "$(dirname "$0")/lib.sh"

puzzles=$(realpath "$(dirname "$0")/../../puzzles")
# what the program takes besides, in KiB: itself and its libraries (15 MiB), jobs on their way
besides=22000
cache=16384 # of SQLite for large stores
cd "$scratch" || exit 1

nodes=60000
! on_windows || besides=$((besides + 12000)) # Wine itself
if sanitized; then
    besides=$((besides + 600000)) nodes=6000
fi

# The most a run held, into $peak; the last reading is less than 20 ms old when it ends.
peak_of() { # ARGUMENT...
    "$KANJU" "$@" >out 2>err &
    local pid=$! now
    peak=0
    while now=$(sed -n 's/^VmHWM:[^0-9]*\([0-9]*\).*/\1/p' "/proc/$pid/status" 2>/dev/null) && [ -n "$now" ]; do
        peak=$now
        sleep 0.02
    done
    wait "$pid"
}

grep -v '^#' "$puzzles/shogi/classics.tsv" | head -n 4 >hard.tsv
# loops that Ōgi's law decides: the search with history has its share
printf '%s\n' '8/8/k^7/8/8/8/8/8 4PI/ o/O' '8/1k^6/8/4+R3/3K^4/8/8/2+l5 P/ O/o' >loops.feen
for task in solve check; do
    for memory in 4 16; do
        for jobs in 1 3; do
            rm -f a.kdb*
            peak_of batch --task $task --store a.kdb --threads $jobs --memory $memory --nodes $nodes hard.tsv loops.feen
            holds "$task, $jobs jobs, $memory MiB: $peak KiB" test "$peak" -gt 4000 -a \
                "$peak" -le $((memory * 1024 + besides))
        done
    done
done
# with little memory there are fewer jobs
peak_of batch --store b.kdb --threads 64 --memory 2 --nodes $nodes hard.tsv
holds "64 jobs, 2 MiB: $peak KiB" test "$peak" -le $((2 * 1024 + besides))
holds 'and all was done' test "$(grep -c 'done now: 4' out)" -eq 1
# collections do not count: 30,000 problems, some with two pawns on a file
row=(n8 1n7 2n6 3n5 4n4 5n3 6n2 7n1 8n)
for a in "${row[@]}"; do for b in "${row[@]}"; do for c in "${row[@]}"; do for d in p8 1p7 2p6 3p5 4p4 5p3; do
    for e in p8 1p7 2p6 3p5 4p4 5p3 6p2; do
        echo "7k1/9/6B1R/$e/$d/$a/${b//n/s}/${c//n/l}/9 b Grb3g3s3n3l16p 1"
    done
done; done; done; done >many.sfen
peak_of batch --rules odd-starts=refused --store c.kdb --threads 2 --memory 4 --nodes 100 many.sfen
holds "30,618 problems, 4 MiB: $peak KiB" test "$peak" -le $((4 * 1024 + besides + cache))
holds 'and all was read' grep -q 'read: 30618 in 1 files, 4374 not' out

done_testing
