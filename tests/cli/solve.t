#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# solve: verdicts, lines, JSON, limits, many problems.
# shellcheck source=tests/cli/lib.sh
. "$(dirname "$0")/lib.sh"

mate1='7k1/9/6B1R/9/9/9/9/9/9 b G'
full1='7k1/9/6B1R/9/9/9/9/9/9 b Grb3g4s4n4l18p 1'
mate3='8B/8k/9/7Gg/9/8L/9/9/9 b 2rb2g4s4n3l18p 1'
nomate='8s/9/6G1k/9/8G/9/9/9/9 b B2rb2g3s4n4l18p 1'
hard='l7g/4kp1Sn/1P+R1gs3/3+p+p1s2/B1p+r1P3/L8/+n3NgB+pP/1+p3G1+p1/P1PsP4 b Lnl5p 1'

# ミクロコスモス (1525 plies): nobody solves it in a second or two
endless='g1+P1k1+P+P+L/1p3P3/+R+p2pp1pl/1NNsg+p2+R/+b+nL+P1+p3/1P3ssP1/2P1+Ps2N/4+P1P1L/+B5G1g b - 1'

# verdict, length, line
run 0 solve "$full1"
out_has 'mate in 1 ply'
out_has '▲２二金'
out_has 'left in hand: nothing'
out_has '先手の持駒：金'
err_lines 0
run 0 solve --notation western "$full1"
out_has 'G*2b'
run 0 solve "$mate3"
out_has 'mate in 3 plies'
run 1 solve "$nomate"
out_has 'no mate'

# why there is no mate: the nearest failure, and the tree (docs/refutation.md)
run 1 solve --complete-hands '4ks3/9/4P4/9/9/9/9/9/9 b G 1'
out_has 'nearest failure: ▲５二金 △同　銀 (S on 4a takes the checking G, and the checks run out (at most 2 more); it is the only reply that holds)'
run 1 solve --lang ja --complete-hands '4ks3/9/4P4/9/9/9/9/9/9 b G 1'
out_has '最も惜しい手: ▲５二金 △同　銀（王手の金を４一銀に取られ、王手はあと2回までしか続かない。受けはこれだけ）'
run 1 solve --no-diagram --complete-hands '4ks3/9/4P4/9/9/9/9/9/9 b G 1'
out_has 'no mate: ▲５二金 △同　銀 ('
run 1 solve --refutation --complete-hands '4ks3/9/4P4/9/9/9/9/9/9 b G 1'
for check in ▲５二金 ▲６一金 ▲６二金 ▲５二歩成 ▲４二金 ▲５二歩不成; do
    holds "$check is refuted" grep -q "^    $check △" "$scratch/out"
done
run 1 solve --refutation --tree-plies 1 --tree-moves 2 --complete-hands '4ks3/9/4P4/9/9/9/9/9/9 b G 1'
out_has '… 4 more, refuted as well'
holds 'one check deep' test "$(grep -c '^     ' "$scratch/out")" -eq 0
run 1 solve --refutation -v ogi --no-diagram '1kl5/3l4/+R7/8/8/8/8/4K3 b - 1'
out_has '▲b6龍 △a8玉  the king gets out at a8, and all that is left is perpetual check; it is the only reply that holds'
out_has 'the position comes back'
# the king may not go back to b8 behind c8: by the law that reply loses
run 1 solve --refutation --tree-plies 6 -v ogi --no-diagram '2k5/l7/7+R/8/8/8/8/8 b - 1'
out_has '▲b6龍 △a8玉  the king gets out at a8, and the checks run out (at most 3 more); it is the only reply that holds'
# of one move, as a page asks: the position after it, the defender to move
run 1 solve --json --lang ja --notation ja --attacker sente '4ks3/4G4/4P4/9/9/9/9/9/9 w 2r2b3g3s4n4l17p 1'
out_has '"reply":"4a5b","reply_text":"△５二銀","does":"takes","because":"王手の金を４一銀に取られ、'
run 1 solve --json --notation ja --attacker sente '4ks3/4G4/4P4/9/9/9/9/9/9 w 2r2b3g3s4n4l17p 1'
out_has '"because":"S on 4a takes the checking G, and '
run 1 solve --json --attacker sente '4ks3/4G4/4P4/9/9/9/9/9/9 w 2r2b3g3s4n4l17p 1'
out_lacks '"because"'
# and of a mate what each move does, and what each shorter defence allows
given='2k2+n3/2B1R4/3g5/5+L3/9/9/9/9/3L5 b rb3g4s3n2l18p 1'
run 0 solve --explain "$given"
out_has '#1 ▲６一角成  B is given up and draws the king to 6a; the line of R on 5b is opened'
out_has '    △８一玉  ▲７二馬 mates in 3; +B on 6a was not taken'
out_has '#3 ▲６三香不成  G on 6c is taken; promoting would not mate'
out_has '    △６二合  ▲同　飛成 mates; the piece interposed is just taken; '
out_has '#7 ▲６二香成  it is mate'
run 0 solve --explain --lang ja "$given" "$given"
out_has '#1 ▲６一角成  角を捨てて玉を６一に呼ぶ。５二飛の利きが通る'
out_has '    △８一玉  ▲７二馬から3手で詰む。６一馬が取られずに残っている'
run 0 solve --explain --json --html "$scratch/page.html" --kif "$scratch/said.kif" "$given"
out_has '"explained":[{"ply":1,"move":"7b6a+","because":"B is given up and draws the king to 6a; '
out_has '{"ply":2,"move":"7a8a","because":"▲７二馬 mates in 3; '
holds 'the page has it' grep -q 'B is given up and draws the king to 6a' "$scratch/page.html"
holds 'so has the record' grep -q '^\*B is given up and draws the king to 6a' "$scratch/said.kif"
run 0 solve --json "$given"
out_lacks '"explained"'
run 1 solve --explain --json '4ks3/9/4P4/9/9/9/9/9/9 b Gr 1'
out_has '"explained":[]'
run 2 solve --explain --goal hisshi "$given"
err_has '--explain'
run 0 solve -v ogi --moves played --no-diagram '2k5/l7/7+R/8/8/8/8/8 b - 1 moves h6c6 c8b8 c6b6 b8c8'
out_has 'mate in 21 plies by the law of repetition'
run 1 solve --json --notation ja '4ks3/9/4P4/9/9/9/9/9/9 b Gr 1'
out_has '"tries":[{"check":"G*5b","check_text":"▲５二金","reply":"4a5b","reply_text":"△同　銀","does":"takes","because":"S on 4a takes the checking G, and the checks run out (at most 2 more); it is the only reply that holds","open":false,'
out_has '"left_out":5'
run 0 solve --json "$full1"
out_has '"refutation":[]'
# the defender first: his best move is named
run 1 solve --no-diagram '4k4/9/4G4/9/9/9/9/9/9 w - 1'
holds 'a defence is named' grep -q 'no mate: △' "$scratch/out"

# the table's aliases, and words without quotes
run 0 mate --no-diagram "$full1"
# shellcheck disable=SC2086
run 0 solve --no-diagram $full1
out_has 'mate in 1 ply'
run 0 solve --no-diagram 7k1/9/6B1R/9/9/9/9/9/9 b - 1 7k1/9/6B1R/9/9/9/9/9/9 b G
out_has '2 problems: 2 mate'

# JSON: docs/output-schema.md
run 0 solve --json "$mate3"
out_lines 1
json_has schema '"kanju.solve/2"'
json_has variant '"shogi"'
json_has position "\"$mate3\""
json_has verdict '"mate"'
json_has profile '"modern"'
json_has interpositions '"wide"'
json_has plies 3
json_has pure_plies 3
json_has plies_proved true
json_has leftover '"-"'
json_has cause null
run 1 solve --json "$nomate"
json_has verdict '"nomate"'
json_has plies null

# --any: the first mate and no more
first='3gs4/4k4/9/6S2/3R5/9/9/9/9 b RBb3g2s4n4l18p 1' # 9 plies, found at first: more
run 0 solve --any --threads 1 --json --certificate "$scratch/any.kjc" "$first"
json_has verdict '"mate"'
json_has plies_proved false
json_has pure_proved false
json_has line_complete true
any_plies=$(grep -o '"plies":[0-9]*' "$scratch/out" | cut -d : -f 2)
any_nodes=$(grep -o '"nodes":[0-9]*' "$scratch/out" | cut -d : -f 2)
holds 'it is not the shortest' test "$any_plies" -gt 9
run 0 verify "$scratch/any.kjc"
out_has "mate in $any_plies at most"
run 0 solve --first --threads 1 --json "$first"
json_has plies 9
json_has plies "$any_plies"
json_has nodes "$any_nodes"
run 0 solve --any --json "$mate1"
json_has plies_proved true
run 0 solve --any --no-diagram 'k^1l5/3l4/8/1+R6/8/8/8/4K^3 / O/o' '8/7k/8/8/7+P/8/8/1K6 b P+I 1'
out_has 'by the law of repetition'
out_has '2 mate, 0 no mate'
run 1 solve --any --json "$nomate"
run 2 solve --any --first "$first"
err_has '--first with --any'
run 2 solve --any --shorten 1 "$first"
err_has '--shorten with --any'
run 2 solve --any --certificate "$scratch/any.kjc" --certificate-length shortest "$first"
err_has '--certificate-length=shortest with --any'
run 2 solve --any --certificate "$scratch/any.kjc" --certificate-length conventional "$first"
err_has '--certificate-length=conventional with --any'
run 2 solve --goal hisshi --any "$first"
err_has '--any is about mates by checks'

# --first: the first mate at once, the shortest after it
run 0 solve --first --json "$mate3"
out_lines 2
json_has first true
json_has first false
json_has plies_proved false
json_has plies_proved true
holds 'the first mate comes first and has a line' \
    grep -q '^{.*"first":true,.*"plies_proved":false,.*"line_complete":true' "$scratch/out"
run 0 solve --first "$mate3"
out_has 'mate in at most 3 plies, not proved shortest'
out_has 'mate in 3 plies'
holds 'one board for both' [ "$(grep -c '^先手番' "$scratch/out")" -eq 1 ]
run 1 solve --first --json "$nomate"
out_lines 1
json_has first false
run 0 solve --first -j2 "$mate3" "$full1"
holds 'each problem has a first mate' [ "$(grep -c 'not proved shortest' "$scratch/out")" -eq 2 ]
# by Ōgi's law of repetition, too
run 0 solve --first --json '1k^6/p1+s5/3I4/8/8/8/8/8 S/15p4l4n2b2r2si O/o'
out_lines 2
json_has decided_by '"no_repetition"'

# limits make the answer unknown, never "no mate"
# a value may stand right behind its letter
run 4 solve --json -n100 -j2 "$hard"
run 2 solve -j2x "$hard"
err_has "--threads=2x: expected"
run 4 solve --json --nodes 100 "$hard"
json_has verdict '"unknown"'
json_has cause '"nodes"'
run 4 solve --nodes 100 "$hard"
out_has 'unknown, node limit reached'
run 4 solve --json --time 0.01 "$endless"
json_has cause '"time"'

# progress is told nowhere but where it is asked for
run 4 solve --json --nodes 100 "$hard"
err_lines 0

# one thread gives the same nodes every time, and so do several
run 0 solve --json "$mate3"
first=$(sed 's/,"ms":[0-9]*//' "$scratch/out")
run 0 solve --json "$mate3"
holds 'a second run is the same but for the time' \
    test "$first" = "$(sed 's/,"ms":[0-9]*//' "$scratch/out")"

# files: order kept on several threads, bad lines do not stop the others
cat >"$scratch/list.tsv" <<END
# a comment
one	$full1	1
two	$mate3	5	a wrong length
bad	7k1/9/6X1R/9/9/9/9/9/9 b G 1
three	$nomate	0
END
run 3 solve "$scratch/list.tsv"
out_has 'one: mate in 1 ply'
out_has 'two: mate in 3 plies [recorded: 5]'
run 3 solve --lang ja "$scratch/list.tsv"
out_has '［記載: 5手］'
out_lacks 'recorded'
run 3 solve "$scratch/list.tsv"
out_has '4 problems: 2 mate, 1 no mate, 0 unknown, 1 not understood'
err_has "$scratch/list.tsv:4:12: 'X' is not a piece"
err_lines 1
run 3 solve --json --threads 3 "$scratch/list.tsv"
out_lines 4
holds 'several threads keep the order' \
    test "$(sed 's/.*"id":"\([a-z]*\)".*/\1/' "$scratch/out" | tr '\n' ' ')" = 'one two bad three '
json_has column 12
run 3 solve - <"$scratch/list.tsv"
err_has 'stdin:4:12:'
printf '\220\175\215\111\t%s\n' "$full1" >"$scratch/cp932.tsv"
run 0 solve --json "$scratch/cp932.tsv"
json_has id '"図巧"'

# the defender's hand (docs/rules.md R12.13)
run 0 solve "$mate1"
err_has '35 pieces are in nobody'
run 0 solve --complete-hands --json "$mate1"
err_lines 0
json_has position "\"$full1\""

# who attacks
run 3 solve --attacker gote "$full1"
err_has 'the defender, sente, has no king'
run 1 solve --json '7k1/9/6B1R/9/9/9/9/9/9 w Grb3g4s4n4l18p 1'
json_has attacker '"sente"'
holds 'the note says that he is not in check' grep -q '"note":"the defender is to move and not' \
    "$scratch/out"

# other games; Ōgi lengths end with the move before the capture (docs/rules.md R12.8, R12.9)
run 0 solve --json 'k^7/8/1K^6/8/8/8/8/7R / O/o'
json_has variant '"ogi"'
json_has plies 1
run 0 solve --json '4r2k^/8/6N1/8/8/8/8/4K^2R / O/o'
json_has plies 0
# zugzwang is no mate problem unless asked for (docs/rules.md R12.5)
run 0 solve --json --rules checks-only=zugzwang --variant ogi 'k^7/8/1K^6/8/8/8/8/1R6 / O/o'
json_has verdict '"mate"'
# a legal step onto the try square saves the defender (docs/rules.md R2.4)
save='5/5/5/1G3/2k1B/4+P b G2rb2g4s9p 1'
run 1 solve --json "$save"
json_has variant '"56shogi"'
run 0 solve --json --rules try=off "$save"
json_has plies 3

# a page to step through: the main line, and the other replies with what follows them
# the tree of a solution as KIF, which every command reads again
work='9/9/9/9/9/9/1+R7/9/k8 b Sr2b4g3s4n4l18p 1'
run 0 solve --no-diagram --kif "$scratch/tree.kif" "$work"
cp "$scratch/tree.kif" "$scratch/out"
out=$(cat "$scratch/tree.kif")
out_has '変化：'
out_has '手数：7手'
run 0 solve --no-diagram "$scratch/tree.kif"
out_has 'mate in 7 plies'
run 0 convert --format usen "$scratch/tree.kif"
holds 'branches stay when it is converted' test "$(tr -cd '~' <<<"$out" | wc -c)" -gt 2
run 0 solve --no-diagram --kif "$scratch/trees/" "$work" "$mate3"
holds 'a file a problem in a folder' test "$(find "$scratch/trees" -name '*.kifu' | wc -l)" -eq 2
run 2 solve --kif '' "$work"
err_has 'the name is empty'
run 5 solve --no-diagram --kif /dev/full "$work"
err_has '/dev/full: No space left on device'

run 0 solve --lang ja --html "$scratch/page.html" "$mate3"
cp "$scratch/page.html" "$scratch/out"
out=$(cat "$scratch/out")
out_has '<html lang="ja">'
out_has '<p>3手詰</p>'
out_has '<details><summary>'
out_has '>詰み</a>'
out_has '解答を隠す'
run 0 solve --lang en --html "$scratch/page.html" "$mate3"
cp "$scratch/page.html" "$scratch/out"
out=$(cat "$scratch/out")
out_has '<html lang="en">'
out_has '<p>mate in 3</p>'
out_has '>mate</a>'
out_has 'hide the answer'
out_lacks '詰'
out_lacks 'キー'
run 1 solve --html "$scratch/page.html" --draw style=ascii --notation western "$nomate"
holds 'no mate is said' grep -q '<p>no mate</p>' "$scratch/page.html"
run 1 solve --html "$scratch/page.html" --lang en --tree-moves 3 '4ks3/9/4P4/9/9/9/9/9/9 b G 1'
holds 'and why' grep -q 'S on 4a takes the checking G, and the checks run out' "$scratch/page.html"
holds 'and what is left out' grep -q '3 checks more, refuted as well' "$scratch/page.html"
run 4 solve --html "$scratch/page.html" --nodes 10 "$hard"
holds 'unknown is said' grep -q '<p>unknown</p>' "$scratch/page.html"
run 5 solve --html "$scratch/no/such/page.html" "$mate3"
err_has 'No such file'
# a page names a font for whoever looks at it
run 0 solve --html "$scratch/font.html" --draw font='No Such Font' "$mate3"
holds 'it is named first' grep -q "font-family=\"'No Such Font','" "$scratch/font.html"
run 3 solve --html "$scratch/page.html" garbage

# Ōgi's law of repetition binds both sides (docs/repetition.md)
outside='k^1l5/3l4/8/1+R6/8/8/8/4K^3 / O/o'
run 0 solve --json "$outside"
json_has plies 5
json_has plies_proved true
json_has decided_by '"repetition"'
run 0 solve --no-diagram "$outside"
out_has 'mate in 5 plies by the law of repetition'
run 1 solve --json --rules repetition=attacker-fails "$outside"
json_has verdict '"nomate"'
run 1 solve --json '1k^l5/3l4/+R7/8/8/8/8/4K^3 / O/o'
json_has decided_by '"repetition"'
run 1 solve --json --moves played 'k^7/8/8/SLB5/8/8/8/8 /16p4n3l3s2i2rb O/o moves b5b8+'
json_has decided_by '"exhaustion"'
# moves before the position count
run 0 solve --json --moves played "$outside moves b5a6 a8b8 a6b6 b8a8"
json_has plies 1
for moves in '' ' moves b5a6 a8b8 a6b6 b8a8'; do
    run 0 solve --moves played --certificate "$scratch/loop.kjc" "$outside$moves"
    run 0 verify "$scratch/loop.kjc"
    out_has 'by the law of repetition'
done

# what can be left in hand takes longer to settle than the length: where that is too long for the effort allowed,
# the mate has its moves all the same, and a note
run 0 solve --json --progress --threads 1 --shorten 1 '8k/9/9/9/9/9/9/9/9 b R2GSr2b2g3s4n4l18p 1'
json_has plies 31
json_has line_complete true
json_has line_kind '"leftover-open"'
out_has '"note":"the search ended before it was settled what can be left in hand"'
err_has ', mate ≤'
err_has ', mate 31'
holds 'no progress line has the bare length as exact' test -z "$(grep -oE 'mate (3[2-9]|4)' "$scratch/err")"
holds 'the line has 31 moves' test "$(sed 's/.*"line":\[//; s/\].*//' "$scratch/out" | tr , '\n' | wc -l)" -eq 31

# Ctrl-C: what was done is printed; the progress that was asked for tells when the second one has begun
status=0
rm -f "$scratch/out" "$scratch/err"
"$KANJU" solve --json --progress "$full1" "$endless" >"$scratch/out" 2>"$scratch/err" &
pid=$!
until_holds grep -qs 'verdict' "$scratch/out"
until_holds grep -qs 'nodes' "$scratch/err"
kill -INT "$pid"
wait "$pid" || status=$?
out=$(cat "$scratch/out") err=$(cat "$scratch/err")
holds 'Ctrl-C ends with 130' test "$status" -eq 130
holds 'what was done is printed' grep -q '"verdict":"mate"' "$scratch/out"
holds 'and what was begun' grep -q '"cause":"stopped"' "$scratch/out"

done_testing
