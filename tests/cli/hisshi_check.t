#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# check --goal=hisshi: sound problems, second solutions, the author's line, what is no 必至.
# shellcheck source=tests/cli/lib.sh
. "$(dirname "$0")/lib.sh"

sound='9/9/9/k8/2G6/9/9/9/9 b 2S2r2b3g2s4n4l18p 1'
two='9/9/6g1k/6+B2/8B/7P1/9/9/9 b 2r3g4s4n4l17p 1'
mate='7k1/9/6B1R/9/9/9/9/9/9 b Grb3g4s4n4l18p 1'
none='7nk/7p1/9/8S/9/9/9/9/9 b G2r2b3g3s3n4l17p 1'
check=(check --time 0 --goal=hisshi --no-diagram --useless=no)

run 0 "${check[@]}" --tree --line 'S*8d' "$sound"
out_has 'sound, useless pieces not looked for (modern)'
out_has "author's line, 1 ply to 必至"
out_has '▲８四金 △同　玉  [does not force mate]'
run 0 "${check[@]}" --json --html "$scratch/page.html" --kif "$scratch/record.kif" "$sound"
json_has goal '"hisshi"'
json_has verdict '"sound"'
json_has mate '"mate"'
json_has plies 1
json_has shortest_proved true
json_has line '["S*8d"]'
json_has leftover null
holds 'a page is written' grep -q '完全\|sound' "$scratch/page.html"
holds 'a record is written' grep -q '８四銀打' "$scratch/record.kif"

# a second solution: the weights of profiles
run 1 "${check[@]}" --first-defect "${two/7P1/9}"
out_has 'defect'
run 4 "${check[@]}" --each-nodes 10000 "$two"
out_has 'blemish, ply 1, promotion or not: ▲３三角不成'
run 4 "${check[@]}" --each-nodes 10000 --profile app "$two"
out_has 'note, ply 1, promotion or not: ▲３三角不成'
run 1 "${check[@]}" --each-nodes 10000 --profile strict "$two"
out_has 'defect, ply 1, promotion or not: ▲３三角不成'

# what is won as it stands is no problem
run 1 "${check[@]}" --complete-hands --variant dobutsu '3/l2/C2/2L b - 1'
out_has 'defect: a mate by checks'
run 1 "${check[@]}" --complete-hands --variant dobutsu --attacker gote '3/l2/C2/2L b - 1'
out_has 'defect: no 必至'
run 1 "${check[@]}" --attacker sente '9/9/6+B1k/6+B2/9/7P1/9/9/9 w G2r3g4s4n4l17p 1'
out_has 'defect: won as it stands, there is nothing to solve'

# the author's line
run 1 "${check[@]}" --each-nodes 10000 --first-defect --line 'S*8e' "$sound"
out_has "the author's line does not work, ply 2: the line does not end in 必至"
run 1 "${check[@]}" --each-nodes 100 --first-defect --line 'S*5e' "$sound"
out_has 'ply 1: the move is neither a check nor a threat'
run 4 "${check[@]}" --each-nodes 5 --line 'S*8d' "$sound"
out_has 'note: the main line is not settled'

run 1 "${check[@]}" "$mate"
out_has 'defect: a mate by checks'
run 1 "${check[@]}" "$none"
out_has 'defect: no 必至'
run 1 "${check[@]}" --lang ja "$none"
out_has '不必至'
run 4 "${check[@]}" --nodes 20 "$none"
out_has '必至: unknown'
run 4 "${check[@]}" --each-nodes 5000 "$sound"
out_has 'undecided'

# certificates of what is forced
three='9/9/9/9/9/9/k1+N6/s8/1+N7 b S2r2b4g2s2n4l18p 1'
run 0 "${check[@]}" --certificates "$scratch/proofs" "$three"
out_has "certificates in $scratch/proofs: "
out_has 'no certificate, not forced: '
holds 'one of the work' test -s "$scratch/proofs/0.kjc"
run 0 verify "$scratch"/proofs/*.kjc
out_has '必至 in 3 at most'
out_lacks 'broken'
run 0 "${check[@]}" --json --certificates "$scratch/proofs" "$sound"
out_has '"uncertified":[{"ply":1,"move":"'
out_has '"reason":"not forced"'

done_testing
