#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Collections without duplicates, parts of stores, merging; and what is left after kills.
# shellcheck source=tests/cli/lib.sh
. "$(dirname "$0")/lib.sh"

puzzles=$(realpath "$(dirname "$0")/../../puzzles")
cd "$scratch" || exit 1

# dedupe: mirrored, turned and repeated ones go
printf '%s\n' '7k1/9/6B1R/9/9/9/9/9/9 b Grb3g4s4n4l18p 1' '1k7/9/R1B6/9/9/9/9/9/9 b Grb3g4s4n4l18p 1' \
    '6n1k/9/8p/9/5B3/9/9/9/9 b RSrb4g3s3n4l17p 1' '9/9/9/9/9/9/r1b6/9/1K7 w g1RB3G4S4N4L18P 1' >a.sfen
run 0 dedupe a.sfen
out_lines 2
err_has 'a.sfen:2: the same as a.sfen:1'
err_has 'a.sfen:4: the same as a.sfen:1'
err_lines 2
run 0 dedupe a.sfen a.sfen -o unique.tsv
run 0 dedupe unique.tsv
err_lines 0
echo bad >>a.sfen
run 3 dedupe --format jsonl --stable a.sfen
json_has schema '"kanju.dedupe/1"'

# parts: every problem is in one of them; worked on apart and merged they are the whole
budgets='300n,3kn'
echo 'no position' >bad.sfen
collection=("$puzzles/shogi" "$puzzles/ogi" a.sfen bad.sfen)
"$KANJU" batch --store whole.kdb --budgets $budgets "${collection[@]}" >/dev/null 2>&1
"$KANJU" report --format jsonl --stable whole.kdb >whole.jsonl
for wrong in 3/2 0/2 1 1/ /2 1/0 x/y; do
    run 2 batch --shard $wrong --store x.kdb "${collection[@]}"
    err_has 'expected I/N'
done
total=0
for i in 1 2 3; do
    status=0
    "$KANJU" batch --json --shard $i/3 --store part$i.kdb --budgets $budgets "${collection[@]}" \
        >"out$i" 2>"err$i" || status=$?
    errors=$(grep -c ':1: ' "err$i")
    holds 'what is no problem is told by the first part' test "$errors" -eq $((i == 1 ? 2 : 0))
    total=$((total + $(grep -oE '"problems":[0-9]+' "out$i" | cut -d : -f 2)))
done
holds 'each problem is in one part' test "$total" -eq "$("$KANJU" find whole.kdb 'is:first and not is:error' | wc -l)"
run 0 merge --json all.kdb part1.kdb part2.kdb part3.kdb
out_lines 3
json_has contradictions 0
"$KANJU" report --format jsonl --stable all.kdb >merged.jsonl
holds 'the parts together are the whole' cmp whole.jsonl merged.jsonl
"$KANJU" report --format jsonl --stable part3.kdb part1.kdb part2.kdb >read.jsonl 2>/dev/null
holds 'also where they are only read' cmp whole.jsonl read.jsonl
run 0 find part1.kdb part2.kdb part3.kdb 'plies>=9 or' 'plies<4'
out_lines "$("$KANJU" find whole.kdb 'plies>=9 or plies<4' | wc -l)"
run 3 report part1.kdb a.sfen
run 0 import --json all.kdb part1.kdb
json_has results 0
# a store goes on as a part of what it holds
"$KANJU" batch --store read.kdb --budgets 1n "${collection[@]}" >/dev/null 2>&1
for i in 2 1; do "$KANJU" batch --shard $i/2 --store read.kdb --budgets $budgets >/dev/null 2>&1; done
"$KANJU" report --format jsonl --stable read.kdb >read.jsonl
holds 'part after part' cmp whole.jsonl read.jsonl
run 3 merge new.kdb all.kdb a.sfen
run 3 merge new.kdb none.kdb
holds 'nothing is made of what is no store' test ! -e new.kdb

# results are taken over by their certificates: all of them, but none that lies
sqlite() { # STORE SQL
    /usr/bin/python3 -c 'import sqlite3, sys
with sqlite3.connect(sys.argv[1]) as db: db.executescript(sys.argv[2])' "$1" "$2"
}
works=("$puzzles/shogi" "$puzzles/ogi" "$puzzles/demo")
"$KANJU" batch --store true.kdb --nodes 100000 --certificate true/ "${works[@]}" >/dev/null 2>&1
"$KANJU" batch --task check --store judged.kdb --nodes 200000 --certificate judged/ "${works[@]}" >/dev/null 2>&1
decided=$("$KANJU" find true.kdb 'is:first and (verdict:mate or verdict:nomate)' | wc -l)
run 0 merge --json --verify all taken.kdb true.kdb
json_has results "$decided"
json_has refused 0
run 4 merge --json --verify all judged-taken.kdb judged.kdb
err_has 'have no certificate here and are not taken over' # of Ōgi none of the report
lie() { # STORE WHAT SQL
    cp "$1.kdb" lie.kdb
    sqlite lie.kdb "$3"
    rm -f caught.kdb
    run 1 merge --json --verify all caught.kdb lie.kdb
    err_has 'the certificate does not show what is said'
    holds "$2" grep -q '"refused":[1-9]' <<<"$out"
    rm -f caught.kdb
    run 1 merge --verify 99.9% caught.kdb lie.kdb
    err_has 'nothing of this store is taken over'
    run 0 find caught.kdb 'verdict:mate or verdict:sound or verdict:unsound'
    out_lines 0
}
lie true 'a shorter mate' "UPDATE result SET answer=json_set(answer,'\$.plies',3,'\$.pure_plies',3) WHERE pure_plies>3"
lie true 'a mate where there is none' "UPDATE result SET answer=json_set(answer,'\$.verdict','mate','\$.plies',3,'\$.pure_plies',3) WHERE verdict='nomate'"
lie true 'no mate' "UPDATE result SET answer=json_set(answer,'\$.verdict','nomate','\$.plies',NULL,'\$.pure_plies',NULL) WHERE pure_plies=5"
lie true 'another problem' "UPDATE result SET answer=json_set(answer,'\$.certificate',(SELECT max(certificate) FROM result)) WHERE verdict='mate'"
lie true 'other rules' "UPDATE task SET rules=replace(rules,'checks-only=yes','checks-only=no')"
lie judged 'a sound work' "UPDATE result SET answer=json_set(answer,'\$.verdict','sound') WHERE verdict='unsound'"
lie judged 'another line' "UPDATE result SET answer=json_set(answer,'\$.line',json_array('G*5b')) WHERE verdict='sound'"
lie judged 'other conventions' "UPDATE task SET rules=replace(rules,'modern','strict')"
# a length that is called the shortest has to be shown to be so
sqlite true.kdb "UPDATE result SET answer=json_set(answer,'\$.plies_proved',json('true')) WHERE verdict='mate'"
run 0 merge --verify all unproved.kdb true.kdb
run 0 report --format jsonl unproved.kdb
holds 'which these certificates do not' test -z "$(grep -o '"plies_proved":true' "$scratch/out")"
mkdir moved && mv true true.kdb moved
run 0 merge --json --verify all moved.kdb moved/true.kdb
json_has results "$decided"
rm -r moved/true
run 4 merge --json --verify all none.kdb moved/true.kdb
json_has results 0
for wrong in 0 101 x '' -5 5x; do run 2 merge --verify="$wrong" none.kdb moved/true.kdb; done

# killed at random moments, the same command in the end has the same contents
RANDOM=${SEED:-1} kills=0
for i in $(seq 200); do
    "$KANJU" batch --store killed.kdb --threads 2 --budgets $budgets "${collection[@]}" \
        >/dev/null 2>&1 &
    pid=$!
    # the first ones before it can have ended, on any machine
    sleep "0.$(printf '%03d' $((RANDOM % (4 + 4 * i))))"
    kill -KILL $pid 2>/dev/null && kills=$((kills + 1))
    status=0
    wait $pid 2>/dev/null || status=$?
    [ "$status" -eq 137 ] || break
done
echo "# $kills kills"
holds 'it was killed several times' test "$kills" -ge 3
"$KANJU" batch --store killed.kdb --threads 2 --budgets $budgets "${collection[@]}" \
    >/dev/null 2>&1 # to the end, should the kills have gone on till now
"$KANJU" report --format jsonl --stable killed.kdb >killed.jsonl
holds 'it ends with the contents of an undisturbed run' cmp whole.jsonl killed.jsonl
run 4 batch --json --store killed.kdb --budgets $budgets
json_has done_now 0

# reports do not depend on the order in which files were read
mate() { echo "7k1/9/6B1R/9/9/9/9/$1/9 b Grb3g4s4n4l$2p 1"; }
{ mate p8 17 && mate 9 18; } >one.sfen
{ mate 9 18 && mate p8 17 && mate 1p7 17; } >two.sfen
for order in 'one.sfen two.sfen' 'two.sfen one.sfen'; do
    rm -f order.kdb
    for file in $order; do "$KANJU" batch --store order.kdb --complete-hands --nodes 100 "$file" >/dev/null 2>&1; done
    run 0 report --stable order.kdb
    cp "$scratch/out" "order-${order%%.*}"
done
holds 'the order of reading does not show' diff order-one order-two
out_has 'the same problem'
out_has 'the same but for one piece'

# whichever of the two pieces a problem has, it may be stored as the mirror image of its neighbour
gold='4k4/9/4P4/9/9/9/9'
echo "$gold/p8/9 b G2r2b3g4s4n4l16p 1" >pawn.sfen
echo "$gold/l8/9 b G2r2b3g4s4n3l17p 1" >lance.sfen
echo "$gold/p7l/9 b G2r2b3g4s4n3l16p 1" >both.sfen
for one in pawn lance; do
    "$KANJU" batch --store "$one.kdb" --nodes 100 "$one.sfen" both.sfen >/dev/null 2>&1
    run 0 report --stable "$one.kdb"
    out_has 'the same but for one piece'
done

done_testing
