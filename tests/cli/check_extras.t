#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# check: what is said beside the verdict: useless pieces, themes, difficulty.
# shellcheck source=tests/cli/lib.sh
. "$(dirname "$0")/lib.sh"

spare='9/9/9/9/9/3p5/1+S7/9/k1L6 b GS2r2b3g2s4n3l17p 1' # sound but for the pawn
lances='k8/9/9/1N7/lN7/PL7/+L8/9/9 b L2r2b4g4s2n17p 1'  # three sacrifices

# useless pieces: a finding the profile weighs
run 0 check "$spare"
out_has 'blemish: useless piece: P on 6f'
out_lacks 'could be'
run 1 check --profile strict "$spare"
out_has 'defect: useless piece'
run 0 check --useless no --profile strict "$spare"
out_lacks 'useless piece:'
run 0 check --useless weaker "$spare"
out_has 'L on 7i could be P'
out_lacks 'could stand'
run 0 check --useless shifted "$spare"
out_has 'P on 6f could stand on 5e'
out_lacks 'could be'
run 0 check --useless all --lang ja "$spare"
out_has 'キズ: 飾り駒: ６六歩'
out_has '７九香は歩でもよい'
out_has '６六歩は５五にあってもよい'
run 2 check --useless every "$spare"
err_has 'pieces'

# wrong checks that hold out
tempting='k1g6/9/1+RN6/2N6/9/9/9/9/9 b r2b3g4s2n4l18p 1'
run 0 check --tries --html "$scratch/page.html" "$tempting"
out_has 'tries that hold out:'
out_has 'ply 1, holds out for'
holds 'the page lists them' grep -q 'try, ply 1' "$scratch/page.html"
run 0 check --tries --json "$tempting"
out_has '"held":'
out_has '"tries_cut":false'
run 0 check --json "$lances"
out_has '"tries":null'

# themes and what the difficulty rests on
run 0 check "$lances"
out_has 'sacrifice (1, 3, 5)'
out_has 'stars, from: plies: 9'
run 0 check --lang ja "$lances"
out_has '捨駒（1、3、5）'
out_has '難度'
run 0 check --no-themes "$lances"
out_lacks 'sacrifice'
out_lacks 'difficulty'

# JSON
run 0 check --json --useless all "$spare"
json_has change '"remove"'
json_has instead '"P"'
json_has to '"5e"'
run 0 check --json "$lances"
json_has theme '"sacrifice"'
out_has '"plies":[1,3,5]'
json_has feature '"plies"'
json_has hundredths 900
run 0 check --json --no-themes --useless no "$lances"
json_has themes null
json_has difficulty null
json_has spares null

# what is added without a piece weighs as the profile says: a longer mate at the last ply
stops='1kB2/3+b1/5/5/5/5 b GS2r3g3s10p 1'
run 1 check --no-diagram --no-themes "$stops"
out_has 'useless piece: +B on 2b, S in hand'
for weigh in '--profile late-at-last=defect' '--profile late-at-last=blemish' '--profile strict'; do
    # shellcheck disable=SC2086
    run 1 check --no-diagram --no-themes $weigh "$stops"
    out_has 'useless piece: S in hand'
done

# a piece in hand is said to be there, in JSON, stores and reports, too
in_hand='k1g6/9/1+RN6/2N6/9/9/9/9/9 b Pr2b3g4s2n4l17p 1'
run 1 check --json --no-themes "$in_hand"
out_has '"spares":[{"change":"remove","piece":"P","square":"hand","instead":null,"to":null,"state":"yes"}]'
printf 'in-hand\t%s\n' "$in_hand" >"$scratch/hand.tsv"
run 1 batch --store "$scratch/hand.kdb" --task check "$scratch/hand.tsv"
run 0 report --format csv "$scratch/hand.kdb"
out_has 'blemish: useless piece: P in hand'

# checked again, with what the solver cache has (under valgrind too: make memcheck)
run 0 -c "position sfen $lances; check --json --useless no; check --json --useless no"
out_lines 2

done_testing
