#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# The commands that change a work: docs/composing.md, limits, bad input, all games.
# shellcheck source=tests/cli/lib.sh
. "$(dirname "$0")/lib.sh"

if ! sanitized; then
    session docs/composing.md
    holds 'docs/composing.md has at least five commands' test "$number" -ge 5
fi

# ---- repair ----
sound='9/9/2R6/k8/N8/B8/9/9/9 b rb4g4s3n4l18p 1'
faulty='k1g6/9/1+RN6/2N6/9/9/9/9/9 b Pr2b3g4s2n4l17p 1'

run 0 repair --no-diagram "$sound"
out_has 'there is nothing to repair'
run 0 repair --lang ja --no-diagram "$faulty"
out_has '持駒から歩を除く'
# the board of the best is drawn, and lines up
run 0 repair "$faulty"
holds 'two boards are drawn' test "$(grep -c '^+---' "$scratch/out")" -eq 4

# the same for any number of jobs
run 0 repair --json --threads 1 "$faulty"
sed -E 's/"ms":[0-9]+//' "$scratch/out" >"$scratch/one"
run 0 repair --json --threads 3 "$faulty"
holds 'three jobs find what one does' diff "$scratch/one" <(sed -E 's/"ms":[0-9]+//' "$scratch/out")

# what is printed as sound is sound for check, the line is kept
run 0 repair --json --keep-plies 1 --most 20 "$faulty"
grep -oE '"repairs":\[.*\],"near"' "$scratch/out" | grep -oE '"position":"[^"]*"' | cut -d '"' -f 4 >"$scratch/repairs"
holds 'there are repairs' test -s "$scratch/repairs"
run 0 check --no-themes "$scratch/repairs"

# other games
run 0 repair --no-diagram '2k2/5/3B1/5/5/5 b GP2rb3g4s9p 1'
out_has 'take P out of the hand'
run 0 repair --no-diagram --nodes 1000000 'k^7/8/Bp6/8/8/8/8/8 2SP/14p4l4n2i2r2sb O/o'
out_has 'sound'

# limits: what was judged is printed
run 0 repair --no-diagram --nodes 20000 --threads 1 --near 0 "$faulty"
out_has 'ended early: '
cp "$scratch/out" "$scratch/one"
run 0 repair --no-diagram --nodes 20000 --threads 3 --near 0 "$faulty"
holds 'it ends where one job does' diff <(steady "$scratch/one") <(steady "$scratch/out")
run 0 repair --no-diagram --changes 2 --most 1 --nodes 3000000 "$faulty"
out_has ' 1. take P out of the hand'

# ---- trim ----
bulky='9/9/2R6/k8/N8/B8/9/8r/9 b b4g4s3n4l18p 1'
run 0 trim --no-diagram "$bulky"
out_has 'r on 1h: not needed'
out_has "$sound"
# what is left of a work that has been trimmed cannot be trimmed again
run 0 trim --no-diagram "$sound"
out_has 'nothing can be removed or weakened'
out_lacks 'not needed'
# with a piece moved it can, and what is found is as sound
run 0 trim --no-diagram --moves "$sound"
out_has 'remove N on 9e; then move B on 9f to 7d; then replace B on 7d by S (sound, 3 plies; pieces saved: 1)'
run 0 trim --json --moves --most 100 "$sound"
grep -oE '"forms":\[.*\],"versions"' "$scratch/out" | grep -oE '"position":"[^"]*"' | cut -d '"' -f 4 >"$scratch/forms"
holds 'there are several' test "$(wc -l <"$scratch/forms")" -ge 2
run 0 check --no-themes "$scratch/forms"
run 0 trim --no-diagram --moves --lang ja '5+B2k/9/7B1/9/9/9/9/9/9 b S2r4g3s4n4l18p 1'
out_has '駒を一枚動かしても'
run 0 trim --no-diagram --moves '2k2/5/1G3/5/5/5 b G2r2b2g4s10p 1'
run 0 trim --no-diagram --moves 'k^7/8/Bp6/8/8/8/8/8 2S/15p4l4n2i2r2sb O/o'
run 1 trim --no-diagram "$faulty"
out_has 'only a sound work can be trimmed'
run 3 trim '4k4/9/9/9/9/9/9/9/9 b 2r2b4g4s4n4l18p 1'
err_has 'no intended line, expected --line'
run 0 trim --lang ja --no-diagram "$bulky"
out_has '駒の役割'
run 0 trim --no-diagram 'k^7/8/Bp6/8/8/8/8/8 2S/15p4l4n2i2r2sb O/o'
out_has 'what the pieces are for'
run 0 trim --no-diagram '2k2/5/1G3/5/5/5 b G2r2b2g4s10p 1'
out_has 'what the pieces are for'

# ---- tries ----
run 0 tries --no-diagram --threads 1 "$sound"
steady "$scratch/out" >"$scratch/one"
run 0 tries --no-diagram --threads 3 "$sound"
holds 'three jobs follow tries as one does' diff "$scratch/one" <(steady "$scratch/out")
run 0 tries --lang ja --no-diagram "$sound"
out_has '紛れ: '
run 0 tries --no-diagram 'k^7/8/Bp6/8/8/8/8/8 2S/15p4l4n2i2r2sb O/o'
out_has 'holds out for 2 plies: ▲'
# by the law of repetition what is not known to refute is not said to
out_has '    the king takes the checking +B, and no check mates any more'
run 0 tries --lang ja --json --no-diagram --most 1 'k1g6/9/1+RN6/2N6/9/9/9/9/9 b r2b3g4s2n4l18p 1'
out_has '"does":"takes","because":"王手の龍を７一金に取られ、詰まない。受けはこれだけ"'
run 0 tries --no-diagram '2k2/5/1G3/5/5/5 b G2r2b2g4s10p 1'
out_has 'tries: '

# ---- family ----
run 0 family --piece R,G --on 7a-9c "9/9/9/k8/N8/B8/9/9/9 b 2rb4g4s3n4l18p 1"
out_has '| ・ 3* - '
holds 'a board for each piece' test "$(grep -c ' of sente:' "$scratch/out")" -eq 2
# a family holds what check says of its members
run 0 family --json --in-hand 2 'k8/9/1G7/9/9/9/9/9/9 b 2r2b3g4s4n4l18p 1'
grep -oE '"position":"[^"]*","verdict":"(sound|blemished)"' "$scratch/out" | cut -d '"' -f 4 >"$scratch/sound"
holds 'some hands make a work' test -s "$scratch/sound"
run 0 check --no-themes "$scratch/sound"
run 1 family --no-diagram --piece P --on 5i "9/9/9/k8/N8/B8/9/9/9 b 2rb4g4s3n4l18p 1"
out_has 'sound: 0'
run 0 family --lang ja --piece S --on a8-d6 'k^7/8/Bp6/8/8/8/8/8 S/15p4l4n3s2i2rb O/o'
out_has '先手の銀'
run 0 family --in-hand 1 '2k2/5/1G3/5/5/5 b 2r2b3g4s10p 1'
out_has 'sound: '
# --list writes all, as they come, for another family and for a store, where what is the same is once
run 0 family --list --piece R,G --on 7a-9c "9/9/9/k8/N8/B8/9/9/9 b 2rb4g4s3n4l18p 1"
listed=$out
run 0 family --json --piece R,G --on 7a-9c "9/9/9/k8/N8/B8/9/9/9 b 2rb4g4s3n4l18p 1"
json_has count "$(wc -l <<<"$listed")"
run 0 family --list --piece S --on 9h-8i --in-hand 1 - <<<"$listed"
holds 'a family of each' test "$(wc -l <<<"$out")" -gt 300
holds 'all can be read' test "$("$KANJU" dedupe - <<<"$out" 2>&1 >/dev/null | grep -vc 'the same as')" = 0
run 0 family --list --piece R '4k4/9/9/9/9/9/9/9/9 b 2r2b4g4s4n4l18p 1'
out_lines 64
run 0 dedupe - <<<"$out"
out_lines 32
run 2 family --list --json --piece R "$sound"
run 2 family --piece X "$sound"
err_has 'letters as in SFEN'
run 2 family --piece R --on 1z "$sound"
err_has 'squares and areas'
run 2 family "$sound"
err_has 'expected --piece'
run 2 family --piece '' "$sound"
err_has '--piece=: expected letters as in SFEN'
run 2 family --piece R --on '' "$sound"
err_has '--on=: expected squares and areas'

# ---- in the workbench: candidates are stepped through, taken over, kept ----
needless='9/9/2R6/k8/N8/B8/9/8r/9 b b4g4s3n4l18p 1'
cat >"$scratch/session" <<EOF
position '$needless'
trim --no-diagram
candidate
position
place P 1i
history
candidate all $scratch/forms.list
EOF
run 0 <"$scratch/session"
out_has "$sound"
out_has '  2  remove r on 1h'
out_has '*  3  put P on 1i'
out_has "1 version added to $scratch/forms.list"
holds 'the file has it' grep -qx "$(printf 'candidate-1\t%s\t3\tremove r on 1h' "$sound")" "$scratch/forms.list"

# one candidate takes the place of another: undo goes back to the work
run 0 -c "position '$faulty'; repair --no-diagram --near 3; candidate; candidate; candidate none; position; history"
out_has "$faulty"
out_lacks '   2  '

# a repair keeps the line that was intended before it broke
run 0 -c "position '$sound'; intend 7c8c+ 9d9e 8c8e; remove 7c; repair --no-diagram"
out_has 'put R on 7c (sound, 3 plies'
# and a try is shown with what refutes it
run 0 -c "position '$sound'; tries --no-diagram --most 1; candidate; +2; position"
out_has "$sound moves 7c9c+ 9d9c"
# also from the background
cat >"$scratch/session" <<EOF
position '$needless'
trim --no-diagram &
wait
candidate
position
EOF
run 0 <"$scratch/session"
out_has "$sound"
run 2 -c 'candidate'
err_has 'nothing is listed'
run 2 -c "position '$needless'; trim --no-diagram; candidate 2"
err_has 'no candidate 2: there are those from 1 to 1'
for word in foo 1x -1 4294967297; do
    run 2 -c "position '$needless'; trim --no-diagram; candidate $word"
    err_has "WHICH '$word': expected next, previous, none, all, or a number from 1 to 1"
    run 2 -c "position '$needless'; history $word"
    err_has "'$word' is no version, expected a number that 'history' lists"
done
run 5 -c "position '$needless'; trim --no-diagram; candidate all $scratch/nowhere/list"
err_has 'No such file'

# ---- versions ----
edits="position '$needless'; remove 1h; remove 7c"
for command in history effect bisect; do
    run 0 -c "$edits; $command --json"
    grep "^{\"schema\":\"kanju.$command/1\"," "$scratch/out" >"$scratch/json"
    holds "$command writes JSON" test -s "$scratch/json"
    cp "$scratch/json" "$scratch/out"
    out=$(cat "$scratch/out")
    out_has '"version":3'
done
out_has '"result":"broken"'
out_has '{"code":"no-mate","ply":null,"move":null}'
run 0 -c "position '$needless'; bisect --json"
out_has '"result":"sound"'
# what was not decided is neither sound nor broken
run 4 -c "position '$sound'; place p 1i; bisect --nodes 30"
out_is 'unknown: too many versions are undecided within the limits'
run 4 -c "position '$sound'; history; place p 1i; bisect --nodes 30 --json"
out_has '"result":"undecided"}'
cat >"$scratch/session" <<EOF
position '$sound'
intend 7c8c+ 9d9e 8c8e
place P 1i
move 7c 6c
remove 9f
move 6c 5c
bisect
effect 2 1
bisect 2 5
bisect 3
EOF
run 2 --keep-going <"$scratch/session"
holds 'both ways find it' test "$(grep -c '^version 3 broke it$' "$scratch/out")" -eq 2
out_has 'the intended line breaks at ply 1, 7c8c+'
out_has '  gone: useless piece: P on 1i'
err_has 'version 3: expected one that is sound'
run 2 -c 'history 7'
err_has 'no version 7'
run 3 -c 'startpos; intend 5e5d foo'
err_has '5e5d: column 1: no piece'
# a limit before the line is known: unknown, whatever is asked of the work
for command in repair trim tries extend 'repair --keep=length'; do
    # shellcheck disable=SC2086 # several words
    run 4 $command --nodes 1 "$sound"
    err_has 'unknown: no mate is found within the limits'
done
# ---- extend ----
longer='9/9/9/9/9/9/1+R7/9/k8 b Sr2b4g3s4n4l18p 1'
run 0 extend --json "$longer"
grep -oE '"works":\[.*\],"filters"' "$scratch/out" | grep -oE '"position":"[^"]*"' | cut -d '"' -f 4 >"$scratch/extended"
holds 'there are extensions' test -s "$scratch/extended"
run 0 check --no-themes "$scratch/extended"
holds 'they are nine plies long' test "$(grep -c '9 plies' "$scratch/out")" -eq "$(wc -l <"$scratch/extended")"
many='2k2/5/1G3/5/5/5 b G2r2b2g4s10p 1'
run 0 extend --json --threads 1 --depth 6 --beam 4 "$many"
sed -E 's/"ms":[0-9]+//' "$scratch/out" >"$scratch/one"
run 0 extend --json --threads 3 --depth 6 --beam 4 "$many"
holds 'three jobs extend as one does' diff "$scratch/one" <(sed -E 's/"ms":[0-9]+//' "$scratch/out")
run 1 extend --no-diagram --theme smoke "$longer"
out_has 'themes not as wished'
run 1 extend --no-diagram "$faulty"
out_has 'only a sound work can be extended'
run 0 extend --lang ja --no-diagram -o "$scratch/extended.tsv" "$longer"
out_has '逆算'
holds 'the list is a file' grep -q '^shogi-001' "$scratch/extended.tsv"
run 2 extend --theme nosuch "$longer"
err_has 'expected names of themes'

# near misses have a defect, and are numbered on; on the board one is there to be repaired
run 0 extend --no-diagram --most 1 --near 2 "$longer"
out_has 'near misses:'
out_has ' 2. in front: '
out_has 'earlier mate'
run 0 extend --json --most 1 --near 1 "$longer"
out_has '"near":[{"changes":[],"position":"'
run 0 extend --no-diagram --near 0 "$longer"
out_lacks 'near misses'
run 0 -c "position '$longer'; extend --no-diagram --most 1 --near 1; candidate 2; position"
out_has '2/2  in front: '
out_has '9/9/9/9/9/9/3+R5/k8/N8'

# ---- compose ----
# towards a theme, the first work that shows it; from nothing on a bare board
run 0 compose --no-diagram --theme double-check --enough 1 --most 1
head -5 "$scratch/out" | tail -1 | sed 's/^ *//' >"$scratch/themed"
run 0 check --no-diagram "$scratch/themed"
out_has 'sound'
run 0 -c 'compose --plies 1-5 --nodes 300000 --chase --no-diagram --most 1'
out_has 'works: 1 of'
for bare in new 'new empty' 'new kings'; do
    run 0 -c "$bare; compose --plies 1-5 --nodes 300000 --chase --no-diagram --most 1"
    out_has 'works: 1 of'
done
run 0 -c "position '$sound'; compose --from-scratch --plies 1-5 --nodes 300000 --chase --no-diagram --most 1"
out_lacks "$sound"
run 2 compose --from-scratch "$sound"
err_has 'expected no works to begin with'
wish=(--no-diagram --plies 1-5 --nodes 400000 --seed 2)
run 0 compose "${wish[@]}" --threads 1 -o "$scratch/made.tsv"
steady "$scratch/out" >"$scratch/one"
run 0 compose "${wish[@]}" --threads 3
holds 'three jobs make what one does' diff "$scratch/one" <(steady "$scratch/out")
# what is delivered is sound, with every piece needed
run 0 check --no-diagram "$scratch/made.tsv"
out_has ' 0 with blemishes, 0 unsound, 0 unknown'
# nothing is new against itself
run 4 compose "${wish[@]}" --new-against "$scratch/made.tsv" --most 1000
out_has 'like a known work'
# what is made can be certified
proofs=$scratch/proofs
run 0 repair --no-diagram --most 1 --near 0 --certificates "$proofs" '9/9/2R6/k8/N8/B8/9/8r/9 b b4g4s3n4l18p 1'
out_has "certificate of 1: $proofs/1.kjc"
run 0 verify "$proofs/1.kjc"
out_has 'work sound in 3'
rm -r "$proofs"
run 0 extend --no-diagram --most 2 --near 0 --json --certificates "$proofs" '9/9/9/9/9/9/1+R7/9/k8 b Sr2b4g3s4n4l18p 1'
out_has "\"certificates\":[{\"number\":1,\"certificate\":\"$proofs/1.kjc\",\"reason\":null}"
run 0 compose "${wish[@]}" --most 2 --certificates "$proofs"
run 0 verify "$proofs/1.kjc" "$proofs/2.kjc"
holds 'only the works listed have certificates' test "$(ls "$proofs")" = $'1.kjc\n2.kjc'
run 2 repair --no-diagram --certificates "$scratch/out/no" "$sound"
err_has '--certificates='
run 2 repair --no-diagram --certificates "$proofs" "$sound" "$sound"
err_has '--certificates: expected a single problem'
# nodes end a step, too
"$KANJU" compose --no-diagram --plies 3-7 --nodes 20000 --seed 1 >"$scratch/out" 2>&1
holds 'few nodes are not many more' test "$(sed -n 's/^\([0-9]*\) nodes, .*/\1/p' "$scratch/out")" -lt 25000
# works that are given are where it begins
run 0 compose --no-diagram --plies 3-7 --nodes 300000 --chase "$sound"
out_has 'of 1 families'
run 4 compose --no-diagram --nodes 100 --variant shogi "$(dirname "$0")/../../puzzles/composed/shogi.tsv"
err_has 'works given that were not looked at before a limit came: '
for game in 56shogi ogi; do
    run 0 compose --json --variant "$game" --plies 1-5 --nodes 300000 --chase
    grep -oE '"position":"[^"]*"' "$scratch/out" | cut -d '"' -f 4 >"$scratch/made"
    holds "works of $game are made" test -s "$scratch/made"
    run 0 check --no-diagram --variant "$game" "$scratch/made"
done
# the works in the puzzles are what their page says
for game in shogi 56shogi ogi suizo; do
    run 0 check --no-diagram --no-themes --variant "$game" "$(dirname "$0")/../../puzzles/composed/$game.tsv"
    out_has ' 0 with blemishes, 0 unsound, 0 unknown'
done
# the originals are so with every interposition, and there is nothing else to say of them
for game in shogi 56shogi ogi minishogi gorogoro dobutsu; do
    run 0 check --json --profile bare --variant "$game" "$(dirname "$0")/../../puzzles/$game/original.tsv"
    n=$(grep -vc '^#' "$(dirname "$0")/../../puzzles/$game/original.tsv")
    holds "originals of $game are sound" test "$(grep -c '"verdict":"sound".*"findings":\[\]' "$scratch/out")" = "$n"
done
demo=$(dirname "$0")/../../puzzles/demo
run 0 check --no-diagram "$demo/collection.tsv" "$demo/shogi.sfen" "$demo/56shogi.sfen" "$demo/ogi.feen"
out_has '13 problems: 13 sound, 0 with blemishes'
run 1 solve --no-diagram "$demo/nomate.sfen"
run 2 compose --plies 9-3
err_has 'a length or a range'
run 2 compose --plies 4
err_has 'expected an odd length'
run 3 compose --nodes 1000 "$scratch/nosuch"
run 3 compose --nodes 1000 --variant shogi --no-diagram 'k^7/8/Bp6/8/8/8/8/8 2S/15p4l4n2i2r2sb O/o'
# a list that cannot be written is told of at once and in the end, and what was found is printed
run 5 compose --no-diagram --nodes 500000 -o "$scratch/nowhere/list.tsv"
err_has "$scratch/nowhere/list.tsv: not written, the search goes on: No such file or directory"
err_has "kanju: $scratch/nowhere/list.tsv: No such file or directory"
out_has 'diagrams tried'
run 2 compose --use Q
err_has 'letters as in SFEN'
run 5 compose --new-against "$scratch/nosuch"
err_lines 1
run 0 compose --lang ja "${wish[@]}" --most 1
out_has '作品: '

# what no node was left to judge is undecided
run 0 trim --json --nodes 1000 '6G2/8L/7S1/6GRP/6G1k/9/9/9/9 b r2bg3s4n3l17p 1'
out_has '"square":"1b","without":"unknown"'

# bad input
run 3 repair 'k1g6/9'
err_lines 1
run 3 repair --no-diagram '9/9/9/k8/N8/9/9/9/9 b 2r2b4g4s3n4l18p 1'
err_has 'no intended line'
run 3 repair --keep-plies 9 "$faulty"
err_has 'the line has 5'
run 2 repair --keep both "$faulty"
err_has 'expected line, length or any'
run 0 help repair
out_has 'Near misses follow'

# progress is told while versions are judged, not only where a part of them has come to its end
between() { sed 's/\r/\n/g; s/\x1b\[K//g' "$scratch/err" | awk '$3 == 536 && $1 % 64 { found = 1 } END { exit !found }'; }
"$KANJU" family --progress --piece R --in-hand 1 '9/9/9/k8/N8/B8/9/9/9 b 2rb4g4s3n4l18p 1' \
    >"$scratch/out" 2>"$scratch/err" &
pid=$!
until_holds between
kill -INT $pid
wait $pid
holds 'family tells its progress' between

# what a signal ends prints what it has, also where it comes twice, to the program and to its group
computed() { # PID: half a second
    local -a field
    read -ra field <"/proc/$1/stat"
    [ $((field[13] + field[14])) -ge 50 ]
}
signals=(INT)
unix_only 'SIGTERM' && signals+=(TERM)
for signal in "${signals[@]}"; do
    status=0
    set -m
    "$KANJU" extend --no-diagram --depth 40 --beam 1000 '9/9/9/9/9/9/1+R7/9/k8 b Sr2b4g3s4n4l18p 1' >"$scratch/out" &
    pid=$!
    set +m
    until_holds computed $pid
    kill "-$signal" "$pid"
    kill "-$signal" -- "-$pid"
    wait $pid || status=$?
    out=$(cat "$scratch/out")
    holds "$signal ends it" test "$status" -eq 130
    out_has 'ended early'
done

done_testing
