#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# KILLS searches of long problems killed at random (100 unless told otherwise, for SECONDS at most, 600): each problem
# ends with the answer of one that nobody touched. Says what was searched again in all. THREADS=1, SEED repeats.
# shellcheck source=tests/cli/lib.sh
. "$(dirname "$0")/../cli/lib.sh"

: "${KILLS:=100}" "${SECONDS_MOST:=600}" "${THREADS:=1}" "${SEED:=$$}"
suite=$(realpath "$(dirname "$0")/../data/solver.tsv")
cd "$scratch" || exit 1
RANDOM=$SEED
echo "# SEED=$SEED KILLS=$KILLS"
number() { grep -o "\"$2\":[0-9]*" "$1" | tail -1 | cut -d: -f2; }
facts() { grep -o '"verdict":"[a-z]*"\|"pure_plies":[0-9]*\|"pure_proved":[a-z]*' "$1" | tail -3; }

kills=0 whole_nodes=0 all_nodes=0 idle=0
ids=(yo116_umanoko zuko005 khtest_min3)
for ((round = 0; kills < KILLS && SECONDS < SECONDS_MOST; round++)); do
    id=${ids[round % ${#ids[@]}]}
    sfen=$(awk -F'\t' -v id="$id" '$1 == id { print $2 }' "$suite")
    solve=(solve --json --threads "$THREADS" --profile bare --shorten 1)
    if [ ! -s "$id.whole" ]; then
        "$KANJU" "${solve[@]}" --checkpoint "$id.once" "$sfen" >"$id.whole" 2>err
        rm -f "$id.once"
    fi
    rm -f search
    pause=3 ended=0
    while [ "$ended" = 0 ]; do
        before=$(cksum search 2>&1)
        "$KANJU" "${solve[@]}" --checkpoint search --checkpoint-every 0.1 --resume "$sfen" >out 2>err &
        search=$!
        # an end by itself is waited for when there were kills enough
        if [ "$kills" -lt "$KILLS" ] && [ "$SECONDS" -lt "$SECONDS_MOST" ]; then
            tenths=$((pause + RANDOM % 5))
            sleep "$((tenths / 10)).$((tenths % 10))"
            kill -KILL "$search" 2>/dev/null && kills=$((kills + 1))
        fi
        if wait "$search" 2>/dev/null; then ended=1; fi
        # a busy machine: time to begin and to write at least once
        if [ "$before" = "$(cksum search 2>&1)" ]; then pause=$((pause < 60 ? pause + 3 : 60)) idle=$((idle + 1)); fi
    done
    holds "$id: the answer after $kills kills so far is that of an undisturbed search" \
        diff <(facts "$id.whole") <(facts out)
    whole_nodes=$((whole_nodes + $(number "$id.whole" nodes)))
    all_nodes=$((all_nodes + $(number out nodes)))
done
echo "# $kills kills, $idle of them before anything new was written; ${round} problems;" \
    "$all_nodes nodes that were kept for $whole_nodes undisturbed: $((all_nodes * 1000 / whole_nodes - 1000)) permille more; $SECONDS s"
holds "there were kills: $kills" test "$kills" -ge "$((KILLS < 20 ? KILLS : 20))"
done_testing
