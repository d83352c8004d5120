#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# compose --for-line: diagrams of a line, lines that have none, bad input, limits, the workbench.
# shellcheck source=tests/cli/lib.sh
. "$(dirname "$0")/lib.sh"

KANJU=$(realpath "$KANJU")
corner='8k/9/9/9/9/9/9/9/9 b - 1'
line='N*2c 1a2a G*2b'

# ---- what is found is sound with this line, by check ----
works_of() { # FILE: the positions of the works
    grep -oE '"works":\[.*\],"filters"' "$1" | grep -oE '\{"position":"[^"]*"' | cut -d '"' -f 4
}
run 0 compose --json --enough 3 --for-line "$line" "$corner"
works_of "$scratch/out" >"$scratch/works"
holds 'there are three' test "$(wc -l <"$scratch/works")" = 3
holds 'all of them different' test "$(sort -u "$scratch/works" | wc -l)" = 3
while read -r work; do
    run 0 check --json --no-themes --line "$line" "$work"
    json_has authors_line true
done <"$scratch/works"
out=$(cat "$scratch/works")
out_has '8k/'

# every piece has its reason
run 0 compose --no-diagram --enough 1 --most 1 --for-line "$line" "$corner"
out_has 'what the pieces are for:'
out_has '  N in hand: the line needs it'
out_has 'works: 1 of '
out_lacks 'not needed'
# the same for any number of threads
steady "$scratch/out" >"$scratch/one"
run 0 compose --no-diagram --enough 1 --most 1 --threads 3 --for-line "$line" "$corner"
holds 'three threads find what one does' diff "$scratch/one" <(steady "$scratch/out")

# in other notations, with open origins; what is given stays; only what may be added is
run 0 compose --no-diagram --enough 1 --for-line '0023KE -1121OU +0022KI' "$corner"
run 0 compose --no-diagram --enough 1 --for-line '▲２三桂打 △２一玉 ▲２二金打' "$corner"
run 0 compose --json --enough 1 --most 3 --piece S,b,r,p --on 1a-4d --for-line "$line" "$corner"
holds 'nothing else is added' test -z "$(works_of "$scratch/out" | cut -d ' ' -f 1 | tr -d '1-9/kSbrp')"
run 0 compose --json --enough 1 --for-line "$line" '8k/9/8S/9/9/9/9/9/9 b - 1'
works_of "$scratch/out" >"$scratch/works"
holds 'the silver stays' grep -qE '^[^/]*/[^/]*/[^/]*S/' "$scratch/works"

# ---- a record, a file of its own, certificates ----
problem='9/7Sk/7gl/8N/6N2/9/9/9/9 b 2r2b3g3s2n3l18p 1'
run 0 solve --kif "$scratch/work.kif" "$problem"
run 0 compose --no-diagram --enough 1 --for-line "$scratch/work.kif" -o "$scratch/list.tsv" \
    --certificates "$scratch/proofs"
out_has '▲１一銀成 △同　玉 ▲２三桂不成 △１二玉 ▲２二金'
holds 'the list has it' grep -q '	5	' "$scratch/list.tsv"
run 0 verify "$scratch/proofs/1.kjc"
# with a problem of its own the record gives the line alone
run 0 compose --json --enough 1 --for-line "$scratch/work.kif" '9/8k/8p/9/9/9/9/9/9 b - 1'
holds 'the pawn stays' grep -qE '"position":"[^/]*/[^/]*/[^/]*p/' "$scratch/out"

# ---- the workbench: the line that was played, and what is found is a candidate ----
run 0 -c "position '$problem'; answer; compose --for-line board --enough 1 --no-diagram; candidate; solve --no-diagram"
out_has 'works: 1 of '
out_has 'mate in 5'
run 0 -c "position '$corner'; compose --for-line '$line' --enough 1 --no-diagram"
run 2 compose --for-line board
err_has 'there is no board'

# ---- what no placement makes possible ----
run 1 compose --for-line 'S*9i' "$corner"
out_has 'no placement makes ply 1 possible, S*9i: it can be no check'
run 1 compose --json --for-line 'G*1b 1a2a G*2b' "$corner"
json_has ply 2
json_has move '"1a2a"'
run 1 compose --lang ja --for-line 'R*1i 1a2a R*2i 2a3a R*3i' "$corner"
out_has '5手目 R*3i'
out_has '駒がもう残っていません'
run 1 compose --for-line 'G*1b 1a1b' "$corner"
out_has 'expected a last move of the attacker'
# what was not found is unknown, with what comes nearest
run 4 compose --no-diagram --nodes 300000 --pieces 2 --for-line 'R*1i 1a2a R*2i' "$corner"
out_has 'works: 0 of 0'
run 4 compose --no-diagram --nodes 1 --for-line "$line" "$corner"

# ---- bad input ----
run 2 compose --for-line "$line"
err_has 'expected a problem with the king'
err_lines 1
run 2 compose --for-line 'N*2c xx' "$corner"
err_has "'xx' is no move"
run 2 compose --for-line '' "$corner"
err_has 'no moves'
run 2 compose --for-line "$line" '9/9/9/9/9/9/9/9/9 b - 1'
run 2 compose --for-line "$line" "$corner" "$corner"
err_has 'expected a single problem'
run 2 compose --pieces 1 --for-line "$line" "$corner"
err_has 'needs more pieces than --pieces allows'
run 2 compose --piece X --for-line "$line" "$corner"
err_has 'letters as in SFEN'
run 2 compose --for-line "$line" --on 0z "$corner"
err_has 'squares and areas'

# ---- told of, interrupted, and gone on with ----
told() { grep -q 'diagrams, [0-9]* followed, [0-9]* sound' "$scratch/err"; }
status=0
"$KANJU" compose --no-diagram --progress --nodes 1000000000 --for-line "$line" "$corner" \
    >"$scratch/out" 2>"$scratch/err" &
pid=$!
until_holds told
kill -INT $pid
wait $pid || status=$?
out=$(cat "$scratch/out")
holds 'its progress is told' told
holds 'Ctrl-C ends it' test "$status" -eq 130
out_has 'ended by hand'

cd "$scratch" || exit 1
timeless() { sed -E 's/"ms":[0-9]+//' "$@"; }
wish=(--json --nodes 1500000 --for-line "$line" "$corner")
"$KANJU" compose "${wish[@]}" >whole 2>err
for nodes in 500000 1000000 1500000; do
    "$KANJU" compose "${wish[@]/1500000/$nodes}" --checkpoint kept --resume >again 2>err
done
holds 'what was resumed finds what one finds that was not ended' diff <(timeless whole) <(timeless again)

done_testing
