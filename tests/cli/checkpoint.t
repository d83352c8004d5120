#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Searches kept in a file: killed, stopped and limited ones are resumed and end with the same answer; files that do not
# fit are refused; a full disk stops nothing.
# shellcheck source=tests/cli/lib.sh
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

data=$(cd "$(dirname "$0")/.." && pwd)/data/solver.tsv
cd "$scratch" || exit 1
sfen_of() { awk -F'\t' -v id="$1" '$1 == id { print $2 }' "$data"; }
mate1='7k1/9/6B1R/9/9/9/9/9/9 b G'
long=$(sfen_of zuko005)
endless='4k4/9/9/9/9/9/9/9/9 b RS2N2L9Pr2b4g3s2n2l9p 1' # for minutes

# What must be the same, whatever happened in between.
facts() { grep -o '"verdict":"[a-z]*"\|"plies":[0-9]*\|"plies_proved":[a-z]*\|"line":\[[^]]*\]' | tail -4; }

# Two reports of a check: the same questions and answers. A question near its budget may be open in one of them.
same_report() { # REPORT REPORT
    /usr/bin/python3 - "$1" "$2" <<'END'
import json
import sys


def answers(path):
    with open(path, encoding="utf-8") as file:
        report = json.loads(file.read().splitlines()[-1])
    classes = {
        (node["ply"], move["move"]): move["class"]
        for node in report["nodes_of_line"]
        for move in node["alternatives"]
    }
    return [report[key] for key in ("mate", "shortest", "shortest_proved", "line")], classes


(facts, one), (again, other) = (answers(path) for path in sys.argv[1:])
different = [at for at in one if at in other and one[at] != other[at]]
for at in different:
    print(at, one[at], other[at])
undecided = all("unknown" in (one[at], other[at]) for at in different)
sys.exit(facts != again or set(one) != set(other) or not one or not undecided)
END
}

kept_or_ended() { # FILE PROCESS
    test -s "$1" || ! kill -0 "$2" 2>/dev/null
}
# Runs in the background until it ends by itself or SIGNAL comes, SECONDS after it has kept FILE; its status.
cut_short() { # SIGNAL SECONDS FILE ARGUMENT...
    local signal=$1 seconds=$2 file=$3
    shift 3
    "$KANJU" "$@" --checkpoint "$file" --resume >out 2>err &
    local search=$!
    until_holds kept_or_ended "$file" "$search"
    sleep "$seconds"
    kill "-$signal" "$search" 2>/dev/null
    wait "$search" 2>/dev/null
}

# ---- killed at random, again and again ----

"$KANJU" solve --json --threads 1 "$long" 2>/dev/null | facts >whole
for threads in 1 2; do
    rm -f search
    keep=(--checkpoint search --checkpoint-every 0.05 --resume)
    for _ in 1 2 3 4; do
        cut_short KILL "0.$((RANDOM % 5 + 1))" search solve --json --threads "$threads" --checkpoint-every 0.05 "$long"
    done
    rm -f search.*
    run 0 solve --json --threads "$threads" "${keep[@]}" "$long"
    facts <out | grep -v line >parts
    holds "killed four times on $threads threads, the answer is the same" diff <(grep -v line whole) parts
    out_has '"resumed_nodes":'
done

# ---- a check ----

work=$(sfen_of zuko005)
check=(check --json --threads 1 --useless=no --no-themes --each-nodes '2e4,2e4')
"$KANJU" "${check[@]}" "$work" >whole 2>/dev/null
rm -f search
for signal in INT TERM KILL; do
    cut_short "$signal" 0.3 search "${check[@]}" --checkpoint-every 0.1 "$work"
done
run 1 "${check[@]}" --checkpoint search --resume "$work"
cp out parts
holds 'a check that was stopped and killed reports the same' same_report whole parts
run 1 "${check[@]}" --checkpoint search --resume "$work"
holds 'and one that is begun again after its end what it did' same_report parts out

# ---- a line that is followed ----

played="sfen $long moves $("$KANJU" solve --json --threads 1 "$long" 2>/dev/null | sed 's/.*"line":\["\([^]]*\)"\].*/\1/; s/","/ /g')"
run 0 follow --json --threads 2 "$played"
holds 'a line followed on two threads is proved as by one' test "$(grep -c '"verdict":"proved"' out)" -eq 1
rm -f line
runs=0 status=4
while [ "$status" -eq 4 ] && [ "$runs" -lt 40 ]; do
    status=0 runs=$((runs + 1))
    "$KANJU" follow --json --threads 1 --nodes 200 --checkpoint line --resume "$played" >parts 2>err || status=$?
done
holds "and so is one in $runs runs" test "$(grep -c '"verdict":"proved"' parts)" -eq 1
holds 'that took several' test "$runs" -gt 2
run 0 follow --json --nodes 200 --checkpoint line --resume "$played"
err_has 'goes on after'
out_has '"checkpoint":"line","resumed_nodes":'
run 3 follow --checkpoint line --resume "sfen $long moves B*6c"
err_has 'line: made with position='
run 3 solve --checkpoint line --resume "$long"

# ---- stops and limits ----

rm -f search
run 4 solve --threads 1 --nodes 2000 --checkpoint search "$long"
err_has 'the search is kept, --resume goes on with it'
run 4 solve --json --threads 1 --nodes 3000 --checkpoint search --resume "$long"
err_has 'goes on after 2000 nodes'
out_has '"resumed_nodes":2000,"nodes":5000'
rm -f limited
run 4 check --threads 1 --nodes 300 --checkpoint limited "$work"
run 4 check --json --threads 1 --nodes 300 --checkpoint limited --resume "$work"
err_has 'goes on after 300 nodes'
out_has '"resumed_nodes":300,"nodes":600'
signals=(INT)
unix_only 'SIGTERM' && signals+=(TERM)
for signal in "${signals[@]}"; do
    cut_short "$signal" 0.1 soft solve --shorten 0 --threads 1 --profile bare "$endless"
    holds "$signal ends a search as Ctrl-C does" test "$?" -eq 130
    holds "and what $signal ended is kept" test -s soft
    holds 'nothing is left beside it' test "$(echo soft*)" = soft
    rm -f soft
done

cut_short KILL 0 soon solve --shorten 0 --threads 1 --profile bare "$endless"
holds 'a search is kept soon after it has begun, whatever the interval' test -s soon
run 4 solve --shorten 0 --threads 1 --profile bare --nodes 1000 --checkpoint soon --resume "$endless"
err_has 'goes on after'

# ---- what does not fit ----

run 2 solve --checkpoint search "$long"
err_has 'the file exists, expected --resume'
run 2 solve --resume "$long"
err_has '--resume: expected --checkpoint FILE as well'
run 2 solve --checkpoint-every 5 "$long"
run 2 solve --checkpoint '' "$long"
run 2 solve --checkpoint new "$long" "$mate1"
err_has 'expected a single problem'
run 2 solve --checkpoint . --resume "$long"
run 3 solve --checkpoint search --resume "$mate1"
err_has 'search: made with position='
holds 'one line says so' test "$(grep -vc warning err)" -eq 1
run 3 solve --profile bare --checkpoint search --resume "$long"
err_has 'search: made with interpositions=wide, expected interpositions=count'
run 3 solve --attacker gote --checkpoint search --resume "$long"
run 3 check --lang ja --profile bare --checkpoint search --resume "$long"
err_has '作られています'
size=$(stat -c %s search)
for cut in 0 5 19 25 100 $((size / 2)) $((size - 1)); do
    head -c "$cut" search >short
    run 3 solve --checkpoint short --resume "$long"
    holds "a file of $cut bytes is left alone" test "$(stat -c %s short)" -eq "$cut"
done
for at in 30 $((size / 3)) $((size - 2)); do
    { head -c "$at" search && printf 'x!' && tail -c +"$((at + 3))" search; } >damaged
    cmp -s search damaged && continue
    run 3 solve --checkpoint damaged --resume "$long"
    err_has 'damaged'
done
{ cat search && echo; } >longer
run 3 solve --checkpoint longer --resume "$long"
echo 'kanju checkpoint 0' >older
run 3 solve --checkpoint older --resume "$long"
err_has 'older: expected a checkpoint of kanju'
if unix_only 'another build by its bytes'; then
    # a build of its own, by its bytes
    { cat "$(realpath "$KANJU")" && echo; } >another
    chmod +x another
    status=0
    ./another solve --checkpoint search --resume "$long" >out 2>err || status=$?
    holds 'another build is refused' test "$status" -eq 3
    holds 'and named' grep -q 'made with build=' err
fi

# ---- smaller tables, other threads, solve and check of one file ----

run 0 solve --memory 1 --threads 2 --checkpoint search --resume "$long"
run 1 check --memory 2 --threads 1 --useless=no --no-themes --each-nodes '2e4,2e4' --checkpoint search --resume "$work"

# ---- 必至 ----

brink='9/9/9/2n6/9/k1G6/s2G5/2+P6/9 b S2r2b2g2s3n4l17p 1' # in 5 plies
hisshi_facts() { grep -o '"verdict":"[a-z]*"\|"plies":[0-9]*\|"plies_proved":[a-z]*'; }
"$KANJU" hisshi --json --threads 1 "$brink" 2>/dev/null | hisshi_facts >whole
runs=0 status=4
while [ "$status" -eq 4 ] && [ "$runs" -lt 40 ]; do
    status=0 runs=$((runs + 1))
    "$KANJU" hisshi --json --threads 1 --nodes 1500 --checkpoint brink --resume "$brink" >out 2>err || status=$?
done
hisshi_facts <out >parts
holds "a 必至 searched in $runs runs is the same" diff whole parts
holds 'it took several' test "$runs" -gt 3
run 0 solve --goal hisshi --json --checkpoint brink --resume "$brink"
err_has 'goes on after'
out_has '"verdict":"hisshi"'
out_has '"checkpoint":"brink","resumed_nodes":'
run 3 solve --checkpoint brink --resume "$brink"
err_has 'brink: made with goal=hisshi, expected goal=mate'
run 3 hisshi --checkpoint search --resume "$long"
err_has 'search: made with goal=mate, expected goal=hisshi'
head -c "$(($(stat -c %s brink) / 2))" brink >short
run 3 hisshi --checkpoint short --resume "$brink"
err_has 'short: damaged or cut short'
rm -f judged
"$KANJU" check --goal hisshi --json --threads 1 "$brink" >whole 2>/dev/null
runs=0 status=4
while [ "$status" -eq 4 ] && [ "$runs" -lt 40 ]; do
    status=0 runs=$((runs + 1))
    "$KANJU" check --goal hisshi --json --threads 1 --nodes 20000 --checkpoint judged --resume "$brink" >parts 2>err || status=$?
done
holds "a 必至 checked in $runs runs is the same" same_report whole parts
holds 'it took several runs' test "$runs" -gt 2
run 4 check --goal hisshi --json --threads 1 --nodes 2000 --checkpoint brink --resume "$brink"
err_has 'goes on after'
out_has '"mate":"mate"'
run 3 check --checkpoint judged --resume "$brink"
err_has 'judged: made with goal=hisshi, expected goal=mate'
run 0 hisshi --checkpoint judged --resume "$brink"
rm -f judged
for _ in 1 2 3 4; do
    cut_short KILL "0.0$((RANDOM % 9 + 1))" judged check --goal hisshi --json --threads 1 --checkpoint-every 0.01 "$brink"
done
run 0 check --goal hisshi --json --threads 1 --checkpoint judged --resume "$brink"
cp out parts
holds 'a check of 必至 that was killed reports the same' same_report whole parts
cut_short KILL 0 killed hisshi --threads 1 "$endless"
run 4 hisshi --threads 1 --nodes 1000 --checkpoint killed --resume "$endless"
err_has 'goes on after'

# ---- a full disk ----

if unix_only 'disks that ulimit fills, links'; then
    rm -f search
    "$KANJU" solve --threads 1 --nodes 300 --checkpoint search "$long" >out 2>err
    cp search before
    (
        ulimit -f 8
        exec "$KANJU" solve --json --threads 1 --checkpoint search --checkpoint-every 0.05 --resume "$long" >out 2>err
    )
    holds 'a full disk does not end the search' test "$?" -eq 0
    holds 'it is told once' test "$(grep -c 'not written, the search goes on' err)" -eq 1
    holds 'and the file before stays' cmp -s search before
    holds 'with nothing beside it' test "$(echo search*)" = search
    mkdir elsewhere
    ln -s elsewhere/search link
    run 0 solve --checkpoint link "$mate1"
    holds 'a link to a file that is not there yet stays one' test -L link
    holds 'and the file is where it leads' test -s elsewhere/search
fi
run 2 solve --checkpoint new --certificate ./new "$mate1"
err_has '--checkpoint=new: the file of --certificate, expected another name'
run 2 solve --checkpoint new --checkpoint-every 0 "$mate1"
err_has '--checkpoint-every=0: expected a number from 0.01 to 1000000'
run 0 solve --checkpoint nowhere/search "$mate1"
err_has 'nowhere/search: not written, the search goes on'

done_testing
