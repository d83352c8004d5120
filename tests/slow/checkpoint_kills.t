#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# One long proof killed at random KILLS times (100 unless told otherwise), while it reads and writes its file too: it ends
# with the answer of a search that nobody touched, and no kill costs more than the interval, EVERY seconds (2), or two
# thirds of what the run had searched. The work is row ID of FILE in the lists of others (LIST=folder), which must be at
# hand. Between kills it computes for PAUSE hundredths of a second (25) on average and a second more for each 50 MB to be
# read and written. MEMORY=512 THREADS=1; SEED repeats, as far as timing allows. WHOLE=file: what was said of it untouched.
# A short run: KILLS=5 PAUSE=20 FILE=zukou.tsv ID=zuko010.
# shellcheck source=tests/cli/lib.sh
. "$(dirname "$0")/../cli/lib.sh"

: "${KILLS:=100}" "${EVERY:=2}" "${PAUSE:=25}" "${THREADS:=1}" "${MEMORY:=512}" "${SEED:=$$}" "${WHOLE:=}"
: "${FILE:=musou.tsv}" "${ID:=muso073}" "${LIST:=$(dirname "$0")/../../../shared/data}"
if [ ! -r "$LIST/$FILE" ]; then
    echo "1..0 # SKIP needs $LIST/$FILE"
    exit 0
fi
sfen=$(awk -F'\t' -v id="$ID" '$1 == id { print $2; exit }' "$LIST/$FILE")
[ -z "$WHOLE" ] || cp "$WHOLE" "$scratch/whole"
cd "$scratch" || exit 1
RANDOM=$SEED
echo "# $ID, SEED=$SEED KILLS=$KILLS EVERY=$EVERY MEMORY=$MEMORY THREADS=$THREADS"

solve=("$KANJU" solve --json --no-progress --threads "$THREADS" --memory "$MEMORY" --profile bare --shorten 1
    --checkpoint-every "$EVERY")
number() { grep -o "\"$2\":[0-9]*" "$1" | tail -1 | cut -d: -f2; }
# What is proved: the verdict, and the length if it is.
facts() {
    grep -o '"verdict":"[a-z]*"' "$1"
    if grep -q '"pure_proved":true' "$1"; then grep -o '"pure_plies":[0-9]*' "$1"; fi
}
changed() { stat -c %.3Y "$1" 2>/dev/null || echo 0; }

[ -s whole ] || "${solve[@]}" --checkpoint once "$sfen" >whole 2>err
rm -f once
echo "# untouched: $(facts whole | tr '\n' ' ')$(number whole nodes) nodes, $(number whole ms) ms"

# What a kill at NOW costs, and the most it may, of a run that began at BEGUN, searches since LOADED and wrote the file at
# WRITTEN. To write takes about as long as to read.
cost() { # NOW BEGUN LOADED WRITTEN
    awk -v now="$1" -v begun="$2" -v loaded="$3" -v written="$4" -v every="$EVERY" 'BEGIN {
        searched = loaded ? now - loaded : 0
        since = now - written
        lost = since < searched ? since : searched
        most = searched * 2 / 3 > every ? searched * 2 / 3 : every
        printf "%.2f %.2f %.2f\n", searched, lost, most + 1.5 + (loaded ? 2 * (loaded - begun) : 0) }'
}

# Waits until a process has computed for so many hundredths of a second, or has ended: how far it gets in them does not
# depend on what else the machine does.
let_compute() { # PID HUNDREDTHS
    local stat
    while read -ra stat <"/proc/$1/stat" && [ "${stat[2]}" != Z ] && [ $((stat[13] + stat[14])) -lt "$2" ]; do
        sleep 0.02
    done 2>/dev/null
}

# begins an own run, so that even the first has a file to go on from
"${solve[@]}" --checkpoint search --nodes 1000 "$sfen" >out 2>err
started=$SECONDS ended=0
for ((kills = 0; ended == 0;)); do
    begun=$EPOCHREALTIME
    "${solve[@]}" --checkpoint search --resume "$sfen" >out 2>err &
    search=$!
    line=
    if [ "$kills" -lt "$KILLS" ]; then
        let_compute "$search" $(((PAUSE + $(stat -c %s search) / 500000) * 2 * RANDOM / 32768))
        now=$EPOCHREALTIME
        kill -KILL "$search" 2>/dev/null
        loaded=0
        if grep -q 'goes on after' err; then loaded=$(changed err); fi
        line="$(cost "$now" "$begun" "$loaded" "$(changed search)") $(grep -o 'after [0-9]*' err | cut -d' ' -f2)"
    fi
    status=0
    wait "$search" 2>/dev/null || status=$?
    if [ "$status" -lt 128 ]; then
        ended=1
    elif [ -n "$line" ]; then
        kills=$((kills + 1))
        echo "$line" >>costs
        [ $((kills % 10)) -ne 0 ] || echo "# $kills kills: $line, $(stat -c %s search) bytes, $((SECONDS - started)) s"
    fi
done

awk -v kills="$kills" '{ searched += $1; lost += $2; idle += $1 == 0; if ($2 > most) most = $2 }
    END { printf "# %d kills, %d of them while reading; searched %.0f s until then, of which lost %.0f s, at most %.1f s a kill\n",
        kills, idle, searched, lost, most }' costs
echo "# $(number out nodes) nodes that were kept, $(number whole nodes) untouched; $((SECONDS - started)) s in all," \
    "$(($(stat -c %s search) >> 20)) MiB"
holds 'the answer is that of a search that nobody touched' diff <(facts whole) <(facts out)
holds 'it was killed as often as it was to be' test "$kills" -eq "$KILLS"
out=$(awk '$2 > $3' costs)
holds 'no kill cost more than it may' test -z "$out"
out=$(awk '$4 != "" { if ($4 < before) print before, $4; before = $4 }' costs)
holds 'nodes that are kept only ever grow' test -z "$out"
holds 'nothing is left beside the file' test "$(echo search*)" = search
done_testing
