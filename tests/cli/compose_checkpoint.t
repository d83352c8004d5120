#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# What the commands of the composer keep in a file: a list that was ended, however often and by whatever, and resumed
# is that of one that was not; files that do not fit are refused; a full disk stops nothing.
# shellcheck source=tests/cli/lib.sh
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

KANJU=$(realpath "$KANJU")
cd "$scratch" || exit 1
faulty='k1g6/9/1+RN6/2N6/9/9/9/9/9 b Pr2b3g4s2n4l17p 1'
sound='k1g6/9/1+RN6/2N6/9/9/9/9/9 b r2b3g4s2n4l18p 1'
bare='9/9/9/9/9/9/1+R7/9/k8 b Sr2b4g3s4n4l18p 1'

timeless() { sed -E 's/"ms":[0-9]+//' "$@"; }
nodes_of() { grep -o '"nodes":[0-9]*' "$1" | tail -1 | cut -d: -f2; }

# ---- every command, ended by limits ----

ended_and_resumed() { # COMMAND...
    "$KANJU" "$@" --json >whole 2>err
    rm -f kept
    for part in 3 2; do # not even the work may be checked by then
        "$KANJU" "$@" --json --checkpoint kept --resume --nodes $(($(nodes_of whole) / part)) >out 2>err
    done
    holds "$1 ended by a limit is kept" test -s kept
    "$KANJU" "$@" --json --checkpoint kept --resume >again 2>err
    holds "$1 that was resumed lists what one lists that was not ended" diff <(timeless whole) <(timeless again)
    "$KANJU" "$@" --json --checkpoint kept --resume --threads 3 >again 2>err
    holds "$1 goes on" grep -q 'goes on after [1-9]' err
    holds 'and does so again after its end' diff <(timeless whole) <(timeless again)
}
ended_and_resumed repair --threads 1 --near 9 "$faulty"
ended_and_resumed repair --threads 2 --changes 2 --keep any --line 4c3b '2k2/5/3B1/5/5/5 b GP2rb3g4s9p 1'
ended_and_resumed trim --moves --threads 1 "$sound"
ended_and_resumed tries --threads 1 "$sound"
ended_and_resumed family --threads 1 --piece R --on 7a-9c --in-hand 1 '9/9/9/k8/N8/B8/9/9/9 b 2rb4g4s3n4l18p 1'
if ! sanitized; then
    ended_and_resumed trim --threads 1 "$sound"
    ended_and_resumed extend --threads 1 "$bare"
    ended_and_resumed extend --threads 2 --depth 6 --beam 4 '2k2/5/1G3/5/5/5 b G2r2b2g4s10p 1'
    ended_and_resumed tries --threads 1 'k^7/8/Bp6/8/8/8/8/8 2S/15p4l4n2i2r2sb O/o'
fi

# compose always has a limit of nodes, which is of all runs
wish=(--plies 1-9 --seed 3 --chase --json)
"$KANJU" compose "${wish[@]}" --nodes 800000 >whole 2>err
rm -f kept
for nodes in 50000 500000 800000; do
    "$KANJU" compose "${wish[@]}" --nodes "$nodes" --checkpoint kept --resume >again 2>err
done
holds 'compose that was resumed makes what one makes that was not ended' diff <(timeless whole) <(timeless again)
"$KANJU" compose "${wish[@]}" --nodes 150000 --threads 1 >whole 2>err
"$KANJU" compose "${wish[@]}" --nodes 150000 --checkpoint kept --resume >again 2>err
holds 'and with fewer nodes what one makes with fewer' diff <(timeless whole) <(timeless again)
run 3 compose "${wish[@]}" --nodes 150000 --checkpoint kept --resume "$bare"
err_has 'kept: made with works=0, expected works=1'
run 3 compose --plies 1-9 --seed 4 --chase --checkpoint kept --resume
err_has 'kept: made with seed=3, expected seed=4'

# ---- ended at random ----

needless='9/9/2R6/k8/N8/B8/9/8r/9 b b4g4s3n4l18p 1'
"$KANJU" repair --json --near 0 "$needless" >whole 2>err
cut_short() { # SIGNAL COMMAND...
    local signal=$1
    shift
    "$KANJU" "$@" --json --checkpoint kept --checkpoint-every 0.05 --resume >out 2>err &
    local search=$!
    sleep "0.$((RANDOM % 6 + 2))"
    kill "-$signal" "$search" 2>/dev/null
    wait "$search" 2>/dev/null
}
for signals in 'KILL KILL' 'INT KILL TERM'; do
    rm -f kept
    for signal in $signals; do cut_short "$signal" repair --near 0 "$needless"; done
    "$KANJU" repair --json --near 0 --checkpoint kept --resume "$needless" >again 2>err
    holds "a repair ended by $signals" diff <(timeless whole) <(timeless again)
done
rm -f kept kept.*
"$KANJU" extend --no-diagram --depth 6 --time 0.3 --checkpoint kept "$bare" >out 2>err
err=$(cat err) out=$(cat out)
out_has 'ended early'
err_has 'kept: the search is kept, --resume goes on with it'

# ---- what does not fit ----

run 2 extend --depth 6 --checkpoint kept "$bare"
err_has 'the file exists, expected --resume'
run 2 repair --resume "$faulty"
err_has '--resume: expected --checkpoint FILE as well'
run 2 repair --checkpoint new "$faulty" "$sound"
err_has 'expected a single problem'
run 2 compose --checkpoint ''
run 2 family --list --piece R --checkpoint new "$bare"
err_has 'expected without --checkpoint'
run 3 extend --depth 6 --checkpoint kept --resume "$sound"
err_has 'kept: made with position='
err_lines 1
run 3 extend --depth 4 --checkpoint kept --resume "$bare"
err_has 'kept: made with depth=6, expected depth=4'
run 3 extend --depth 6 --profile classic --checkpoint kept --resume "$bare"
run 3 trim --checkpoint kept --resume "$bare"
err_has 'made with command=extend, expected command=trim'
run 3 solve --checkpoint kept --resume "$bare"
err_has 'made with command=extend'
run 3 extend --lang ja --depth 2 --checkpoint kept --resume "$bare"
err_has '作られています'
for cut in 0 10 25 $(($(stat -c %s kept) - 1)); do
    head -c "$cut" kept >short
    run 3 extend --depth 6 --checkpoint short --resume "$bare"
    err_lines 1
    holds "a file of $cut bytes is left alone" test "$(stat -c %s short)" -eq "$cut"
done
size=$(stat -c %s kept)
for at in $((size / 2)) $((size / 8)); do # there and in what says what it is about
    { head -c "$at" kept && printf 'x!' && tail -c +$((at + 3)) kept; } >damaged
    run 3 extend --depth 6 --checkpoint damaged --resume "$bare"
    err_has 'damaged: damaged or cut short'
done
run 2 extend --depth 6 --checkpoint . --resume "$bare"

# ---- a full disk ----

if unix_only 'disks that ulimit fills'; then
    rm -f kept
    "$KANJU" repair --json --near 0 "$faulty" >whole 2>err
    "$KANJU" repair --json --near 0 --nodes 20000 --checkpoint kept "$faulty" >out 2>err
    cp kept before
    (
        ulimit -f 0
        exec "$KANJU" repair --json --near 0 --checkpoint kept --checkpoint-every 0.05 --resume "$faulty"
    ) 2> >(cat >err) | cat >again
    holds 'a full disk does not end it' diff <(timeless whole) <(timeless again)
    holds 'it is told once' test "$(grep -c 'not written, the search goes on' err)" -eq 1
    holds 'and the file before stays' cmp -s kept before
    holds 'with nothing beside it' test "$(echo kept*)" = kept
fi
run 0 repair --near 0 --checkpoint nowhere/kept "$faulty"
err_has 'nowhere/kept: not written, the search goes on'

# ---- in the workbench ----

run 0 -c "position '$faulty'; repair --no-diagram --near 0 --nodes 20000 --checkpoint board; repair --no-diagram --near 0 --checkpoint board --resume; candidate; position"
out_has '1/1  take P out of the hand'
out_has "$sound"

done_testing
