#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# The author's line on the workbench is that of the file, and diagrams with a slip can be mended.
# shellcheck source=tests/cli/lib.sh
. "$(dirname "$0")/lib.sh"

# Rows of a diagram: rank 2 and 4 as given.
diagram()
{
    printf '後手の持駒：飛二　角　金三　銀三　桂四　香四　歩十七　\n'
    printf '  ９ ８ ７ ６ ５ ４ ３ ２ １\n+---------------------------+\n'
    empty='| ・ ・ ・ ・ ・ ・ ・ ・ ・|'
    printf '%s\n' "$empty一" '| ・ ・ ・ ・ ・ ・ ・ ・v玉|二' '| ・ ・ ・ ・ ・ ・ ・ ・v歩|三' \
        "${1:-| ・ ・ ・ ・ ・ 馬 ・ ・ ・|}四" "$empty五" "$empty六" "$empty七" "$empty八" "$empty九"
    printf '+---------------------------+\n先手の持駒：銀　金　\n手数----指手---------消費時間--\n'
}
{ diagram && printf '   1 ２三銀打\n   2 同　玉\n   3 ３四馬(44)\n   4 中断\n'; } >"$scratch/line.kif"
diagram '| ・ ・ ・ ・ 金 馬 金 金 ・|' >"$scratch/slip.kif"
printf '   1 ２三銀打\n   2 同　玉\n   3 ３四馬(44)\n   4 中断\n' >>"$scratch/slip.kif"
cd "$scratch" || exit 1

broken="the author's line does not work, ply 4: the line does not end in mate"
checks='check --no-diagram --no-themes'
# shellcheck disable=SC2086 # words
run 1 $checks line.kif
out_has "$broken"
for way in "open line.kif; $checks" "position line.kif; $checks" \
    "open line.kif; +3; $checks" "open line.kif; answer; $checks" \
    "open line.kif; keep s; new; restore! s; $checks"; do
    run 1 -c "$way"
    out_has "$broken"
done
# of an edited diagram it is not asked for, as it cannot be
run 1 -c "open line.kif; remove 1c; $checks"
out_lacks "author's line"

# what a search has found is no author's line, what was played or said is one
mate='7k1/9/6B1R/9/9/9/9/9/9 b Grb3g4s4n4l18p 1'
run 0 -c "$mate; answer; $checks; +1; goto start; $checks" --keep-going
out_lacks "author's line"
for way in 'G*2b' 'answer; undo; G*2b' 'intend G*2b' 'answer; intend found'; do
    run 0 -c "$mate; $way; $checks"
    out_has "author's line, 1 ply"
done

# why says it in a sentence, then shows the board
run 0 -c "$mate; why G*2b"
out_has $'▲２二金 mates; the king is kept from 3a, 3b\n後手の持駒'

# a diagram that cannot be is on the board with what is wrong, and its moves are there when it can
cp slip.kif mended.kif
run 0 -c 'open mended.kif; remove 5d 3d 2d; put; save; open mended.kif; line'
err_has 'mended.kif:16:6: moves from a position that cannot be'
err_has 'warning: more pieces of a kind than the set has: 7 of 金'
out_has '   3  ▲３四馬'
grep -v 持駒 mended.kif >mended # hands are written in our order
grep -v 持駒 line.kif >line
holds 'nothing else has changed' cmp mended line
cat line.kif <(echo) slip.kif >two.kif
run 0 -c 'open two.kif; item 2; position'
out_has $'2/2\n9/8k/8p/4G+B'

# the first king is the defender's, unless it is said to be another's
run 0 -c 'new empty; place 玉 11; position; place 玉 99; position; new empty; place K 11; position; new empty; place v玉11; position'
out_has '8k/9/9/9/9/9/9/9/9 b'
out_has '8k/9/9/9/9/9/9/9/K8 b'
out_has '8K/9/9/9/9/9/9/9/9 b'

done_testing
