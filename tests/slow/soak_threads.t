#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# A soak of threads: for SOAK seconds (60 unless told otherwise; an hour: SOAK=3600) one engine searches work after work
# on THREADS threads (4), while batches with as many jobs fill stores. Each answer must be that of one thread, each store
# what one job finds out, and the memory of the engine and of the batches must not grow. The works are those of the puzzles
# and of the lists of others, where they are at hand (LIST=folder), that take 16,000 to NODES nodes. SEED repeats.
# shellcheck source=tests/cli/lib.sh
. "$(dirname "$0")/../cli/lib.sh"

: "${SOAK:=60}" "${THREADS:=4}" "${NODES:=100000}" "${SEED:=$$}" "${LIST:=$(dirname "$0")/../../../shared/data}"
root=$(realpath "$(dirname "$0")/../..")
lists=("$root"/puzzles/shogi/*.tsv "$root"/puzzles/composed/*.tsv "$root"/tests/data/solver.tsv)
for list in zukou musou mate09 mate11; do
    [ ! -r "$LIST/$list.tsv" ] || lists+=("$(realpath "$LIST/$list.tsv")")
done
cd "$scratch" || exit 1
RANDOM=$SEED
echo "# SEED=$SEED SOAK=$SOAK THREADS=$THREADS"
memory() { sed -n "s/^$1:[^0-9]*\([0-9]*\).*/\1/p" "/proc/$2/status" 2>/dev/null; } # KiB

# ---- what one thread says ----

"$KANJU" solve --json --no-progress --complete-hands --threads 1 --memory 64 --nodes "$NODES" "${lists[@]}" >alone.json 2>err
# verdict, proved plies with the attacker to move, position; of works in which several threads join
/usr/bin/python3 - >works <<'END'
import json

for line in open("alone.json", encoding="utf-8"):
    r = json.loads(line)
    decided = r.get("verdict") == "nomate" or (r.get("verdict") == "mate" and r["plies_proved"])
    if decided and r["variant"] == "shogi" and r["nodes"] >= 16000:
        print(r["verdict"], r.get("plies") or 0, r["position"], sep="\t")
END
works=$(wc -l <works)
echo "# $works works"
holds 'there are works to search' test "$works" -ge 5
"$root/tests/tools/scale_problems" 2000 >problems.tsv
batch=(batch --complete-hands --budgets "200n,2kn" --memory 64)
"$KANJU" "${batch[@]}" --threads 1 --store one.kdb problems.tsv >/dev/null 2>&1
"$KANJU" report --stable --format jsonl one.kdb >one.txt

# ---- batches, as long as the engine searches ----

batches() {
    while [ ! -e over ]; do
        rm -f many.kdb*
        "$KANJU" "${batch[@]}" --threads "$THREADS" --store many.kdb problems.tsv >/dev/null 2>&1 &
        local pid=$! now peak=0
        while now=$(memory VmHWM "$pid") && [ -n "$now" ]; do
            peak=$now
            sleep 0.05
        done
        wait "$pid"
        "$KANJU" report --stable --format jsonl many.kdb >many.txt
        echo "$peak $(cmp -s one.txt many.txt && echo same || echo other)" >>rounds_of_batches
    done
}
batches &
side=$!

# ---- the engine ----

coproc ENGINE { exec "$KANJU" usi 2>engine.err; }
in=${ENGINE[1]} from=${ENGINE[0]} engine=$ENGINE_PID
tell() { printf '%s\n' "$1" >&"$in"; }
# Lines up to the answer; $plies of the last score, with a ? if it is a bound.
hear() {
    plies=0 answer=
    while IFS= read -r -t 600 line <&"$from"; do
        case $line in
        checkmate*)
            answer=$line
            break
            ;;
        *'score mate '*)
            plies=${line#*score mate } plies=${plies%% *} plies=${plies#-}
            case $line in *bound*) plies="$plies?" ;; esac
            ;;
        esac
    done
}
tell "setoption name Threads value $THREADS"
tell 'setoption name USI_Hash value 64'
tell 'setoption name CompleteHands value true'
asked=0 wrong=0 open=0 rounds=0
end=$((SECONDS + SOAK))
while [ "$SECONDS" -lt "$end" ] && [ "$wrong" -lt 10 ]; do
    while IFS=$'\t' read -r verdict length position; do
        tell "position sfen $position"
        tell 'go mate 600000'
        hear
        asked=$((asked + 1))
        case $verdict:$answer in
        nomate:'checkmate nomate') ;;
        mate:'checkmate '[1-9A-Z]*)
            case $plies in
            "$length") ;;
            *'?') open=$((open + 1)) ;;
            *) wrong=$((wrong + 1)) && echo "# $position: $plies plies, alone $length" ;;
            esac
            ;;
        *) wrong=$((wrong + 1)) && echo "# $position: $answer, alone $verdict $length" ;;
        esac
        [ "$SECONDS" -lt "$end" ] || break
    done < <(shuf --random-source=<(yes "$SEED$rounds") works)
    tell 'position sfen 7k1/9/6B1R/9/9/9/9/9/9 b Grb3g4s4n4l18p 1'
    tell 'go mate 10000'
    hear
    memory VmRSS "$engine" >>rounds_of_engine
    rounds=$((rounds + 1))
done
touch over
tell quit
wait "$engine"
status=$?
wait "$side"

# ---- what came of it ----

# The largest of the second quarter of the rounds, and of the last.
growth() { # FILE
    awk '{ kib[NR] = $1 } END {
        for (i = 1; i <= NR; i++) {
            if (i > NR / 4 && i <= NR / 2 + 0.5 && kib[i] > early) early = kib[i]
            if (i > NR * 3 / 4 && kib[i] > late) late = kib[i]
        }
        print early + 0, late + 0 }' "$1"
}
for who in engine batches; do
    read -r early late < <(growth "rounds_of_$who")
    echo "# $who: $(wc -l <"rounds_of_$who") rounds, $early KiB in the second quarter of them, $late KiB in the last"
    [ "$(wc -l <"rounds_of_$who")" -lt 4 ] || holds "the memory of the $who does not grow" test "$late" -le $((early + early / 20 + 4096))
done
echo "# $asked works asked, $open lengths left open, $wrong wrong"
holds 'every answer of the engine is that of one thread' test "$wrong" -eq 0 -a "$asked" -gt 0 -a "$open" -lt "$asked"
holds 'the engine ends as it should' test "$status" -eq 0 -a ! -s engine.err
out=$(grep -c other rounds_of_batches)
holds 'every store has what one job finds out' test "$out" -eq 0
done_testing
