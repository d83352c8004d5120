#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# 必至: verdicts, lines, the mates behind them, limits, what does not fit.
# shellcheck source=tests/cli/lib.sh
. "$(dirname "$0")/lib.sh"

one='9/9/6g1k/6+B2/8B/7P1/9/9/9 b 2r3g4s4n4l17p 1'
behind='9/9/6+B1k/6+B2/9/7P1/9/9/9 w G2r3g4s4n4l17p 1'
mate='7k1/9/6B1R/9/9/9/9/9/9 b Grb3g4s4n4l18p 1'
none='7nk/7p1/9/8S/9/9/9/9/9 b G2r2b3g3s3n4l17p 1'

run 0 hisshi --no-diagram "$one"
out_has '必至 in 1 ply: ▲３三角成'
run 0 solve --goal hisshi --no-diagram "$one"
out_has '必至 in 1 ply: ▲３三角成'
run 0 hisshi "$one"
out_has '先手番'
out_has '   1  ▲３三角成'
run 0 hisshi --mates --no-diagram "$one"
out_has '  threat, mate in 1: ▲２三馬寄'
out_has '  mate in 1: △１四玉 ▲２四馬引'
run 0 hisshi --no-diagram "$one" "$mate"
out_has '必至 in 1 ply'
out_has 'no 必至 but a mate: checks alone are enough'
run 0 hisshi --no-diagram --attacker sente "$behind"
out_has '必至 as it stands'
run 1 hisshi --no-diagram "$none"
out_has 'no 必至: mate is not forced by checks and threats'
run 4 hisshi --no-diagram --nodes 20 "$none"
out_has 'unknown, node limit reached'

# why, and the light, on the workbench: each defence with its mate, each attack with its defence
run 0 -c "$one; why --goal=hisshi"
out_has '必至 in 1: ▲３三角成'
out_has '  a pass: mate in 1: ▲２三馬寄'
out_has '△２二銀, △２二歩: mate in 1: ▲２四馬引'
run 0 -c "$one; set goal hisshi; why 1e3c+; why 1e2d; why 2f2e; 1e3c+; why; P*2b; why"
out_has 'it is 必至: every defence fails'
out_has 'no 必至: refuted by △同　金'
out_has 'it is no threat: a pass would not be mated'
out_has '必至 as it stands: every defence fails'
run 0 -c "$none; set goal hisshi; why"
out_has 'no 必至: mate is not forced by checks and threats'
out_has '  ▲２三銀成: refuted by △同　歩'
out_has '  every other move: no check and no threat'
run 4 -c "$none; why --goal=hisshi --nodes 20"
out_has 'unknown, node limit reached'
run 0 -c "$mate; why --goal=hisshi"
out_has 'no 必至 but a mate: checks alone are enough'
run 3 -c 'new empty; place G 5a; why --goal=hisshi'
run 0 -c "set lang ja; $one; hisshi; なぜ --goal=必至"
out_has '「なぜ --goal=hisshi」でそれぞれの受けと詰みを示します'
out_has '  手抜き: 1手詰 ▲２三馬寄'
while IFS='|' read -r position light; do
    run 0 -c "set goal hisshi; watch on; $position
wait
watch"
    out_has "$light"
done <<EOS
$one|必至 1, 1 blemish
$behind|必至 0
$mate|mate by checks
$none|no 必至
EOS
run 0 -c "watch on --goal=hisshi; $one; set profile strict
wait
watch
set goal mate
wait
watch"
out_has '必至 1'
out_has 'no mate'

run 0 hisshi --json "$one"
json_has schema '"kanju.hisshi/1"'
json_has verdict '"hisshi"'
json_has plies 1
json_has plies_proved true
json_has line '["1e3c+"]'
run 0 solve --goal=hisshi --json --mates "$one"
out_has '"mates":[{"pass":true,"reply":null,"verdict":"mate","plies":1,'
run 0 hisshi --json "$mate"
json_has verdict '"mate"'
json_has plies null
run 1 hisshi --json "$none"
json_has verdict '"none"'
run 4 hisshi --json --nodes 20 "$none"
json_has verdict '"unknown"'
json_has cause '"nodes"'

# a king that can be taken at once
run 0 hisshi --no-diagram --variant dobutsu '3/l2/C2/2L b - 1'
out_has 'no 必至 but a mate in 0 plies: the king can be captured now'
run 0 hisshi --json --mates --certificate "$scratch/capture.kjc" '8/8/k7/8/R7/8/8/7K b S 1'
json_has verdict '"mate"'
run 0 verify "$scratch/capture.kjc"
out_has '必至 in 0 at most'
run 1 hisshi --json --attacker sente 'k6R/8/1K6/8/8/8/8/1r6 w - 1'
json_has verdict '"none"'

# certificates
run 0 hisshi --no-diagram --certificate "$scratch/one.kjc" "$one"
out_has "certificate: $scratch/one.kjc, 436 records"
run 0 verify "$scratch/one.kjc"
out_has 'valid: shogi 必至 in 1 at most, records: 436'
run 0 verify --json "$scratch/one.kjc"
json_has verdict '"hisshi"'
run 1 hisshi --json --certificate "$scratch/none.kjc" "$none"
json_has certificate null
holds 'what is not forced has no certificate' test ! -e "$scratch/none.kjc"
run 0 hisshi --no-diagram --attacker sente --certificate "$scratch/behind.kjc" "$behind"
run 0 verify "$scratch/behind.kjc"
out_has '必至 in 0 at most'

# the attacker's own king: a reply that checks it is a reply
run 0 hisshi --lang ja --no-diagram "$one"
out_has '1手必至'
run 2 solve --goal hisshi --kif "$scratch/line.kif" "$one"
err_has '--kif is about mates by checks, expected none with the goal hisshi'
run 2 solve --goal hisshi --refutation "$one"
err_has '--refutation is about mates by checks'
run 2 hisshi --rules checks-only=no "$one"
err_has '--rules checks-only is about mates by checks'
run 3 hisshi 'nonsense'
run 2 solve --goal tsumero "$one"
err_has 'expected mate or hisshi'

# the problems in puzzles/hisshi have their lengths
run 0 hisshi --no-diagram "$(dirname "$0")/../../puzzles/hisshi/shogi.tsv"
out_has 'hisshi-001: 必至 in 1 ply'
out_lacks 'recorded'
out_lacks 'not proved'

# in the workbench
run 0 -c "position $one; hisshi --no-diagram"
out_has '必至 in 1 ply'

done_testing
