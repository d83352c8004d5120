#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Batches: collections of all kinds into a store, kills, resumption, limits.
# shellcheck source=tests/cli/lib.sh
. "$(dirname "$0")/lib.sh"

mate1='7k1/9/6B1R/9/9/9/9/9/9 b Grb3g4s4n4l18p 1'
mirror1='1k7/9/R1B6/9/9/9/9/9/9 b Grb3g4s4n4l18p 1'
mate3='6n1k/9/8p/9/5B3/9/9/9/9 b RSrb4g3s3n4l17p 1'
nomate='6n1k/9/8p/9/9/5B3/9/9/9 b RSrb4g3s3n4l17p 1'
# ミクロコスモス (1525 plies): nobody solves it in a second or two
endless='g1+P1k1+P+P+L/1p3P3/+R+p2pp1pl/1NNsg+p2+R/+b+nL+P1+p3/1P3ssP1/2P1+Ps2N/4+P1P1L/+B5G1g b - 1'
puzzles=$(realpath "$(dirname "$0")/../../puzzles")
cd "$scratch" || exit 1

# wrong usage
run 2 batch "$mate1"
err_has '--store=FILE is missing'
run 2 batch --store a.kdb --budgets 10,1 a.tsv
err_has "'1' is not more than the one before"
run 2 batch --store a.kdb --budgets 1,10 --time 5 a.tsv
err_has 'expected only one of them'
run 3 batch --store none.kdb
err_has 'none.kdb: no such file'
echo 'not a store, but long enough to be taken for one if nobody looks' >text.kdb
run 3 batch --store text.kdb
err_has 'text.kdb: '
run 3 batch --store a.kdb no-such.tsv neither
err_has 'no-such.tsv: No such file'
holds 'no store is left behind by wrong usage' test ! -e a.kdb

# files and folders
mkdir -p in/deep
printf 'one\t%s\t1\nmirrored\t%s\nbad\t7k1/9/6X1R/9/9/9/9/9/9 b G 1\n' "$mate1" "$mirror1" >in/a.tsv
"$KANJU" convert --format kif -o in/deep/b.kif "$mate3" 2>/dev/null
echo 'not looked at' >in/deep/notes.md
printf '%s\n' "$nomate" >in/c.sfen
tar -cf in/d.tar -C in deep/b.kif a.tsv
run 3 batch --store a.kdb --threads 2 in
out_has 'read: 6 in 4 files, 2 not understood'
holds 'a store is one file' test "$(echo a.kdb*)" = a.kdb
out_has '3 different problems: 2 mate, 1 no mate, 0 unknown'
out_has 'done now: 3 in'
err_has "in/a.tsv:3:12: 'X' is not a piece"
err_has "in/d.tar: an archive or compressed, unpack it first: bsdtar -xf 'in/d.tar'"

# the same again: nothing is left to do; a changed file is read anew
run 3 batch --store a.kdb in
out_has 'done now: 0 in'
printf '%s\n' "$mate1" >in/a.tsv
rm in/d.tar
run 1 batch --store a.kdb in
out_has 'read: 3 in 3 files, 0 not understood'
out_has 'done now: 0 in'
# other rules are another task
run 1 batch --store a.kdb --json --shorten 2 in
json_has done_now 3
run 1 batch --store a.kdb --json
json_has problems 3
json_has done_now 0
# moves before a position count by the law of repetition: mirrored or not, they make another problem
law='8/k^7/8/2+b5/8/7+I/8/8 /16p4l4n4s2rbi O/o'
before='h3c8 a7a8 c8c7 a8a7'
{
    printf 'alone\t%s\n' "$law"
    printf 'after\t%s moves %s\n' "$law" "$before"
    printf 'mirrored\t8/7k^/8/5+b2/8/+I7/8/8 /16p4l4n4s2rbi O/o moves a3f8 h7h8 f8f7 h8h7\n'
} >law.tsv
run 0 batch --moves played --store law.kdb --json --certificate proofs/ law.tsv
json_has problems 2
run 0 find law.kdb 'verdict:mate'
out_lines 3
out_has "alone	$law	5"
out_has "after	$law moves $before	1"
out_has 'moves a3f8 h7h8 f8f7 h8h7	1'
run 0 find law.kdb 'is:duplicate'
out_lines 2
for proof in proofs/*.kjc; do
    run 0 verify "$proof"
done
run 0 report law.kdb --format jsonl
out_has "\"position\":\"$law moves $before\""
# but unless told so, checks behind a position are the author's line
run 0 batch --store lines.kdb --json law.tsv
json_has problems 1
# what was not decided begins anew: no checkpoint knows them
run 4 batch --moves played --store law2.kdb --nodes 2 law.tsv
run 0 batch --store law2.kdb --json --nodes 9000
json_has done_now 2
run 0 find law2.kdb 'plies:1'
out_lines 2
# a check knows no moves before a position
run 0 batch --task check --store law.kdb --json
json_has problems 1
err_has '1 problems are positions after moves'
# where what comes back fails they do not count
run 1 batch --moves played --store fails.kdb --json --rules repetition=attacker-fails law.tsv
run 0 find fails.kdb 'verdict:nomate'
out_lines 3
holds 'the position alone is kept' test "$(grep -c moves <<<"$out")" -eq 0
# from standard input, and what is not there
run 0 batch --store b.kdb --json - <in/a.tsv
json_has done_now 1
run 3 batch --store b.kdb --json in/a.tsv nothing.kif
err_has 'nothing.kif: No such file'
json_has errors 1

# a budget is all that is spent, but for a tenth that the line may take
echo '3gs4/4k4/9/6S2/3R5/9/9/9/9 b RBb3g2s4n4l18p 1' >dear.sfen
within() { # NODES
    local nodes
    nodes=$("$KANJU" report --format jsonl dear.kdb | grep -o '"nodes":[0-9]*' | cut -d : -f 2)
    holds "within $1 nodes and a tenth" test "${nodes:-none}" -le $(($1 * 11 / 10))
}
run 0 batch --store dear.kdb --budgets 1kn,10kn,50kn dear.sfen
within 50000
rm dear.kdb
run 0 batch --store dear.kdb --nodes 100000 dear.sfen
within 100000
out_has '1 mate'

# an undecided problem gets its limits once, and larger ones in the next pass
printf 'short\t%s\nendless\t%s\n' "$mate1" "$endless" >hard.tsv
run 4 batch --store c.kdb --json --budgets 1kn,2kn hard.tsv
json_has done_now 3
run 4 batch --store c.kdb --json --budgets 1kn,2kn hard.tsv
json_has done_now 0
run 4 batch --store c.kdb --json --nodes 1000 hard.tsv
json_has done_now 0
run 4 batch --store c.kdb --json --nodes 3000 hard.tsv
json_has done_now 1

# a later pass goes on from the checkpoint of the one before: in one run, in two, in a merged store
again='l7g/4kp1Sn/1P+R1gs3/3+p+p1s2/B1p+r1P3/L8/+n3NgB+pP/1+p3G1+p1/P1PsP4 b Lnl5p 1'
printf 'endless\t%s\nagain\t%s\n' "$endless" "$again" >harder.tsv
nodes() { # STORE: of the results
    "$KANJU" report --format jsonl "$1" | grep -oE '"id":"[a-z]*"|"verdict":"[a-z]*"|"nodes":[0-9]*'
}
run 0 batch --store g.kdb --budgets 20n,60n,9kn "$puzzles/shogi/original.tsv"
run 4 batch --store h.kdb --nodes 20 --shorten 4 "$puzzles/shogi/original.tsv"
run 0 merge i.kdb h.kdb
run 4 batch --store i.kdb --nodes 60 --shorten 4
run 0 batch --store i.kdb --nodes 9000 --shorten 4
holds 'passes give the same, in one run or in several' diff <(nodes g.kdb) <(nodes i.kdb)
run 0 batch --store j.kdb --nodes 9000 --shorten 4 "$puzzles/shogi/original.tsv"
holds 'which is seen, for a search that begins anew is not the same' test "$(nodes j.kdb)" != "$(nodes i.kdb)"

# certificates
run 0 batch --store d.kdb --certificate certs/ in/a.tsv
run 0 verify certs/*.kjc
out_has 'valid: shogi mate in 1'
run 0 find d.kdb certified:yes
out_has '7k1/9/6B1R'
printf '%s\n' 'a	9/9/2R6/k8/N8/B8/9/9/9 b rb4g4s3n4l18p 1' >whole.tsv
run 0 batch --store whole.kdb --task check --certificate whole/ whole.tsv
run 0 verify whole/*.kjc
out_has 'valid: shogi work sound in 3'
out_has 'useless pieces: 0, open: 0'
run 0 report whole.kdb --format html -o whole.html
holds 'the page has the mark' grep -q 'whole/' whole.html
run 0 find whole.kdb certified:no
out_lines 0
run 0 batch --store bare.kdb --task check whole.tsv
run 0 find bare.kdb certified:yes
out_lines 0
printf '%s\n' 'a	9/9/9/+Ng7/9/k1+B6/9/2b6/9 b R3g4s3n4l18p 1' >set.tsv
run 1 batch --store set.kdb --task check --nodes 100 --certificate set/ set.tsv
run 0 find set.kdb certified:no --json
json_has report_uncertified '"the main line is not settled"'
run 2 find bare.kdb certified:maybe
err_has "'maybe'"

# one writer at a time; the signal prints the status; Ctrl-C keeps what is done
# the terminal of a test is none, so the shell's children ignore SIGINT unless it is monitored
set -m
"$KANJU" batch --store e.kdb --threads 1 --time 6000 hard.tsv >out1 2>err1 &
pid=$!
set +m
until_holds test -s e.kdb-journal -o -s e.kdb
run 5 batch --store e.kdb hard.tsv
err_has 'e.kdb: another kanju is writing to it'
mkdir links
ln -s ../e.kdb links/soft.kdb
run 5 batch --store links/soft.kdb hard.tsv
err_has 'soft.kdb: another kanju is writing to it'
ln e.kdb hard.kdb
run 3 batch --store hard.kdb hard.tsv
err_has 'the file has other names (hard links)'
run 0 report hard.kdb
run 0 report links/soft.kdb
rm hard.kdb
if unix_only 'signals that ask how far it is'; then
    kill -USR1 $pid
    until_holds grep -q 'pass 1 of 1 (6000 s)' err1
fi
kill -INT $pid
status=0
wait $pid || status=$?
out=$(cat out1)
holds 'Ctrl-C ends with 130' test "$status" -eq 130
out_has '1 not done yet'
run 4 batch --store e.kdb --json --nodes 1000
json_has done_now 1

# a store that is deleted or replaced during the run: told long before the problem is decided
if unix_only 'a store that is deleted while it is open'; then
    searched_once() { [ "$("$KANJU" report --format jsonl gone.kdb 2>/dev/null | grep -c '"nodes":1[0-9][0-9][0-9]')" = 1 ]; }
    for what in 'rm gone.kdb' 'mv gone.kdb moved.kdb' 'mv moved.kdb gone.kdb'; do
        "$KANJU" batch --store gone.kdb --threads 1 --nodes 10 hard.tsv >/dev/null 2>&1
        [ -e moved.kdb ] || "$KANJU" merge moved.kdb gone.kdb >/dev/null
        [ "$what" != 'mv gone.kdb moved.kdb' ] || rm moved.kdb
        "$KANJU" batch --store gone.kdb --threads 1 --budgets 1kn,100Gn hard.tsv >out1 2>err1 &
        pid=$!
        until_holds searched_once
        $what
        status=0
        wait $pid || status=$?
        err=$(cat err1) out=$(cat out1)
        holds "after '$what' it ends" test "$status" -eq 5
        err_has 'gone.kdb: the store was deleted, moved or replaced during the run'
        [ "$what" != 'mv gone.kdb moved.kdb' ] || run 0 find moved.kdb 'nodes>=1000'
        rm -f gone.kdb
    done
    out_lines 1
fi

# the hardest that are running, by name, the longest first
if unix_only 'signals that ask how far it is'; then
    told_the_hardest() { kill -USR1 $pid && grep -q 'hardest: .*; ' err1; }
    "$KANJU" batch --store k.kdb --threads 2 --time 6000 harder.tsv >out1 2>err1 &
    pid=$!
    until_holds test -e k.kdb
    until_holds told_the_hardest
    kill -TERM $pid
    wait $pid
    err=$(cat err1)
    holds 'the hardest are named' grep -qE 'hardest: (endless|again), [0-9]+ s, [0-9.]+ M nodes; (endless|again), ' err1

    # it is heard from the beginning, while problems are still being read
    mkfifo slow.fifo
    "$KANJU" batch --store s.kdb - <slow.fifo >out1 2>err1 &
    pid=$!
    exec 7>slow.fifo
    echo "$mate1" >&7
    until_holds test -e s.kdb
    kill -USR1 $pid
    exec 7>&-
    status=0
    wait $pid || status=$?
    err=$(cat err1) out=$(cat out1)
    holds 'a signal while problems are read ends nothing' test "$status" -eq 0
    err_has 'pass 1 of 3 (1 s)'
fi

# 729 problems that differ in what stands far away
row=(n8 1n7 2n6 3n5 4n4 5n3 6n2 7n1 8n)
for a in "${row[@]}"; do for b in "${row[@]}"; do for c in "${row[@]}"; do
    echo "7k1/9/6B1R/9/9/$a/${b//n/s}/${c//n/l}/9 b Grb3g3s3n3l18p 1"
done; done; done >many.sfen

# a disk that is full is told as such, the store stays whole, and the batch goes on where it was
if unix_only 'disks that ulimit fills'; then
    (
        ulimit -f 128
        exec "$KANJU" batch --store f.kdb many.sfen >out1 2>err1
    )
    status=$? err=$(cat err1) out=$(cat out1)
    holds 'a full disk is an error' test "$status" -eq 5
    err_has 'the same command goes on from there'
    # at any moment: also while the searches go on, which use what must not be freed before they have ended
    export MALLOC_PERTURB_=165 GLIBC_TUNABLES=glibc.malloc.tcache_count=0
    base='l7g/4kp1Sn/1P+R1gs3/3+p+p1s2/B1p+r1P3/L8/+n3NgB+pP/1+p3G1+p1/P1PsP4 b'
    for lance in l L; do for knight in n N; do for pawns in 5p P4p 2P3p 3P2p 4Pp 5P; do
        echo "$base $lance${knight}l$pawns 1"
    done; done; done >searches.sfen
    for room in 128 144 160 192; do
        rm -f full.kdb*
        (
            trap '' XFSZ
            ulimit -f $room
            exec "$KANJU" batch --store full.kdb --threads 4 --memory 64 --budgets 100kn searches.sfen >out1 2>err1
        )
        status=$? err=$(cat err1) out=$(cat out1)
        holds "a disk of $room KiB is full while searches run" test "$status" -eq 5
        err_has 'the same command goes on from there'
        holds 'in one line' test "$(wc -l <err1)" -eq 1
    done
    unset MALLOC_PERTURB_ GLIBC_TUNABLES
fi
run 0 batch --store f.kdb many.sfen
out_has '729 different problems: 729 mate, 0 no mate, 0 unknown'

# the task `check`: verdicts, codes with moves of the diagram as it was read, the report itself
cat >"$scratch/works.tsv" <<'END'
a	9/9/2R6/k8/N8/B8/9/9/9 b rb4g4s3n4l18p 1
b	1R7/9/9/k8/N8/B8/9/9/9 b rb4g4s3n4l18p 1
c	9/9/9/9/9/9/9/9/kPB6 b 2G2rb2g4s4n4l17p 1
d	9/9/9/9/9/9/9/9/6B1k b Rrb4g4s4n4l18p 1
END
run 1 batch --task check --store "$scratch/works.kdb" "$scratch/works.tsv"
out_has '4 different problems: 1 sound, 1 blemished, 2 unsound, 0 unknown'
run 0 report --notation usi "$scratch/works.kdb"
out_has 'ply 1, cook of equal length: 8a8e+ (3 plies): 9d9c 8e8c'
out_has 'ply 2, variation of equal length: 9i9h (4 plies)'
out_has 'profile=modern'
run 0 report --format jsonl "$scratch/works.kdb"
out_has '"report":{"goal":"mate","profile":"modern"'
out_has '"codes":[{"code":"same","severity":"blemish","ply":2,"detail":"9i9h",'
run 0 find "$scratch/works.kdb" verdict=unsound plies=3
out_has 'b	1R7'
out_lines 1
run 1 batch --task check --profile bare --store "$scratch/works.kdb" "$scratch/works.tsv"

# a list on standard input may be of any length: it is taken in parts, and lines keep their numbers
note=$(printf '%0500d' 0)
awk -v note="$note" 'BEGIN { for (i = 1; i <= 9000; i++) print "number" i "\t" (i == 8999 ? "nonsense" : "7k1/9/6B1R/9/9/9/9/9/9 b G 1\t1\t" note) }' >"$scratch/long.tsv"
holds 'the list is longer than a part' test "$(wc -c <"$scratch/long.tsv")" -gt 4500000
run 3 batch --json --store "$scratch/long.kdb" - <"$scratch/long.tsv"
json_has items 9000
json_has files 1
json_has problems 1
err_has 'stdin:8999:12'
err_lines 2 # and a warning
run 3 batch --json --store "$scratch/long.kdb" - < <(head -n 3000 "$scratch/long.tsv" | tail -n 2990; echo nonsense)
err_has 'stdin:2991'
run 0 report --format jsonl "$scratch/long.kdb"
holds 'a shorter list takes its place' test "$(wc -l <<<"$out")" = 2991
done_testing
