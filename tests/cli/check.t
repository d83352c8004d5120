#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# check: verdicts, findings, languages, lines, trees, records, certificates, limits.
# shellcheck source=tests/cli/lib.sh
. "$(dirname "$0")/lib.sh"

sound='9/9/2R6/k8/N8/B8/9/9/9 b rb4g4s3n4l18p 1'
sound_line='7c8c+ 9d9e 8c8e'
equal='1R7/9/9/k8/N8/B8/9/9/9 b rb4g4s3n4l18p 1'
early='9/9/9/9/9/9/1B7/2G6/kP7 b 2G2rbg4s4n4l17p 1'
order='k1g6/B1B6/S8/9/9/9/9/9/9 b 2r3g3s4n4l18p 1'
same='9/9/9/9/9/9/9/9/kPB6 b 2G2rb2g4s4n4l17p 1'
nomate='9/9/9/9/9/9/9/9/6B1k b Rrb4g4s4n4l18p 1'
drop='8k/7L1/7G1/9/9/9/9/9/9 b P2r2b3g4s4n3l17p 1'
ogi='8/7k^/4B1P1/5+P1N/8/8/8/8 /14p4l4s3n2i2rb O/o'
minishogi='+R4/5/5/1+B3/5/1k3 b Grb3g4s10p 1'
hard='l7g/4kp1Sn/1P+R1gs3/3+p+p1s2/B1p+r1P3/L8/+n3NgB+pP/1+p3G1+p1/P1PsP4 b Lnl5p 1'

# verdicts and statuses, in three games
# the king may keep what he captures promoted; where nothing else changes that is no blemish
privilege=$(grep -m1 '^ogi-041' puzzles/ogi/original.tsv | cut -f2)
run 0 check --no-diagram -v ogi "$privilege"
out_has 'sound [depends'
out_has 'note, ply 8, variation of equal length: △同　玉（特権）'
run 1 check --no-diagram -v ogi --profile strict "$privilege"
out_has 'defect, ply 8, variation of equal length'

for position in "$sound" "$ogi" "$minishogi"; do
    run 0 check "$position"
    out_has 'sound'
    out_has 'fail'
    err_lines 0
done
out_lacks 'unsound'
run 1 check --no-diagram "$equal"
out_has 'unsound, defects 1'
out_has 'defect, ply 1, cook of equal length: ▲８五飛成'
run 0 check --no-diagram "$same"
out_has 'blemished, blemishes 1'
out_has 'blemish, ply 2, variation of equal length'
run 1 check "$nomate"
out_has 'defect: no mate'
out_has 'nearest failure: ▲'
# and why, as a tree; where a check fails, by what
run 1 check --tree --complete-hands '4ks3/9/4P4/9/9/9/9/9/9 b G 1'
out_has 'refutation:'
out_has '    ▲５二金 △同　銀  S on 4a takes the checking G, and the checks run out '
out_has '    ▲６一金 △４二玉  the king gets out at 4b, and '
run 1 check --kif "$scratch/no.kif" --html "$scratch/no.html" '4ks3/9/4P4/9/9/9/9/9/9 b G 1'
holds 'the page has it' grep -q '▲６一金 △４二玉  the king gets out at 4b' "$scratch/no.html"
holds 'so has the record' grep -q '変化：1手' "$scratch/no.kif"
run 1 check --json '4ks3/9/4P4/9/9/9/9/9/9 b Gr 1'
out_has '"refutation":[{"reply":null,'
run 1 check --tree --no-diagram -v ogi 'k^1l5/3l4/8/1+R6/8/8/8/4K^3 / O/o'
out_has '× ▲b8龍 △同　玉  [does not mate: the king takes the checking +R, and no check is left]'
# of a work that mates what each move does, and what each shorter defence allows
given='2k2+n3/2B1R4/3g5/5+L3/9/9/9/9/3L5 b rb3g4s3n2l18p 1'
run 0 check --explain --no-diagram --html "$scratch/said.html" --kif "$scratch/said.kif" "$given"
out_has '    B is given up and draws the king to 6a; the line of R on 5b is opened; no other check mates'
out_has '    △８一玉: ▲７二馬 mates in at most 3; +B on 6a was not taken'
holds 'the page has it' grep -q 'B is given up and draws the king to 6a' "$scratch/said.html"
holds 'so has the record' grep -q '^\*B is given up and draws the king to 6a' "$scratch/said.kif"
run 0 check --explain --tree --lang ja --no-diagram "$given"
out_has '   1  ▲６一角成  [角を捨てて玉を６一に呼ぶ。５二飛の利きが通る。ほかの王手では詰まない]'
out_has '[短手数、▲７二馬から3手以内に詰む。６一馬が取られずに残っている]'
run 0 check --tree --no-diagram "$given"
out_has 'mates in at most 3; +B on 6a was not taken]'
out_lacks 'B is given up'
run 0 check --explain --json "$given"
out_has '"move":"7b6a+","plies":7,"futile":false,"examined":true,"mate":"mate","least":7,"most":7,"because":"B is given up and '
out_has '"because":"▲７二馬 mates in at most 3; +B on 6a was not taken","line":'
run 0 check --json "$given"
out_lacks '"because"'
run 2 check --explain --goal hisshi "$given"
err_has '--explain'
# a line that ends by the law of repetition is one, one that the law forbids is not, and what it forbids is no reply
loop='k1l5/3l4/8/1+R6/8/8/8/4K3 b - 1'
run 1 check -v ogi --no-diagram --line 'b5a6 a8b8 a6b6 b8a8 b6a6' "$loop"
out_has "author's line, 5 plies"
out_lacks 'does not work'
run 1 check -v ogi --no-diagram --line 'b5a6 a8b8 a6b6 b8a8 b6a6 a8b8' "$loop"
out_has "the author's line does not work, ply 6: the law of repetition forbids the move"
out_lacks 'pawn drop'
run 1 check "$drop"
out_has 'mate only by an illegal pawn drop'
run 4 check --nodes 200 "$hard"
out_has 'mate: unknown (nodes)'
run 4 check --no-diagram --nodes 60 "$ogi"
out_has 'unknown'

# languages and notations; a line a problem in one grammar
run 1 check "$sound" 'k8/9/1G7/9/9/9/9/9/9 b G2r2b2g4s4n4l17p 1' "$nomate"
out_has 'argument 1: sound, 3 plies ('
out_has 'argument 2: unsound, defects 1, 1 ply; set ('
out_has 'argument 3: unsound, defects 1; no-mate ('
run 1 check --lang ja "$sound" "$equal" "$nomate"
out_has '引数1: 完全、3手（'
out_has '引数2: 不完全 欠陥1、3手、同手数余詰 #1（'
out_has '引数3: 不完全 欠陥1、不詰（'
leftover=$(grep -m1 '^shogi-leftover-' tests/data/defects/shogi.tsv | cut -f2)
run 1 check --no-diagram --lang ja "$leftover moves $(grep -m1 '^shogi-leftover-' tests/data/defects/shogi.tsv | cut -f4)"
out_has '欠陥: 駒余り: 桂'
out_has '持駒の桂'
run 1 check --no-diagram --lang ja '9/9/2R6/k8/N8/B8/9/9/9 b rb4g4s3n4l17p 1'
out_has '駒数不整合: どちらの持駒でもない駒1枚'
run 1 check --no-diagram '9/9/2R6/k8/N8/B8/9/9/9 b rb4g4s3n4l17p 1'
out_has "1 piece in nobody's hand"
run 1 check --no-diagram --lang ja --line '7c8c+ 9d9e' "$sound"
out_has '欠陥: 作意不成立 3手目: 詰みで終わらない'
run 4 check --no-diagram --lang ja --nodes 200 "$hard"
out_has '詰否不明（局面数）'
run 1 check --lang ja "$equal"
out_has '不完全'
out_has '同手数余詰'
out_lacks 'mate'
run 1 check --notation usi "$equal"
out_has '#1 8a8c+ | 5 other checks fail'

# the author's line: verified, and what is better than it
run 0 check --line "$sound_line" "$sound"
out_has "author's line, 3 plies"
run 0 check "$sound moves $sound_line"
out_has "author's line, 3 plies"
run 1 check --line 'G*9h 9i8i 7h8h 8i7i G*6i' "$early"
out_has 'ply 3, earlier mate'
out_has 'shortest mate: 3'
run 1 check --line '7c8c+ 9d9e' "$sound"
out_has "the author's line does not work"
run 1 check --line '7c6c 9d9e' "$sound"
out_has 'not legal or gives no check'
run 3 check --line '7c8c+ 1a1b' "$sound"
err_has '--line, move 2'

# profiles: a row of rules, and the verdict that hangs on it
run 1 check --line '7b8a+ 7a8a 9b8a+ 9a8a G*8b' "$order"
out_has 'depends on the profile'
out_has 'transposed order: ▲８一角左成 (back to ply 5)'
run 0 check --profile classic --line '7b8a+ 7a8a 9b8a+ 9a8a G*8b' "$order"
out_has 'blemished'
run 1 check --profile strict "$same"
out_has 'unsound'
# single weights, and those at the last ply, where a slower mate is a cook by the strict reading
run 0 check --profile order=blemish --line '7b8a+ 7a8a 9b8a+ 9a8a G*8b' "$order"
out_has 'blemish, ply 1, transposed order'
late='9/9/9/9/9/9/9/2G6/kB7 b 2G2rbg4s4n4l18p 1'
for profile in modern app classic; do
    run 0 check --no-diagram --profile "$profile" "$late"
    out_has 'note, ply 3, another last move, longer'
done
run 1 check --no-diagram --profile strict "$late"
out_has 'defect, ply 3, another last move, longer'
run 0 check --no-diagram --profile late-at-last=blemish "$late"
out_has 'blemish, ply 3, another last move, longer'
run 1 check --no-diagram --profile strict --profile late=note "$late"
for wrong in order=bad nothing=note no-mate=note longer=note =; do
    run 2 check --profile "$wrong" "$late"
    err_has 'expected a key, a code of the report'
done
for wrong in none order ','; do
    run 2 check --profile "$wrong" "$same"
    err_has 'modern'
done

# a longer variation that leaves a piece: tolerated by some profiles, whose main line is then the shorter one
excess='k1g2/B1G2/ppg2/5/5/5 b GS2rb3s8p 1'
run 1 check --no-diagram "$excess"
out_has 'main line, 5 plies; left in hand: 金'
run 0 check --no-diagram --profile classic "$excess"
out_has 'main line, 3 plies; left in hand: nothing'
out_has 'against the longest defence: 5 plies'
out_has 'blemish, ply 2, longer variation, piece left over: △同　金 (4 plies)'
run 1 check --no-diagram --profile classic --profile variation-excess=reject "$excess"
out_has 'main line, 5 plies'

# while a useless piece is open the verdict is, where one would be a defect; else a mark stands
spare='7S1/6S1P/8k/9/9/9/9/9/9 b RGr2b3g2s4n4l17p 1'
for weigh in '--profile app' '--profile useless=defect'; do
    # shellcheck disable=SC2086
    run 4 check --no-diagram --nodes 50000 $weigh "$spare"
    out_has 'unknown [depends on the profile], useless pieces not all decided'
    out_has 'note: useless pieces not all decided: P on 1b, S on 2a'
done
run 0 check --json --nodes 50000 "$spare"
out_has '"verdict":"sound"'
out_has '{"code":"open-useless","severity":"note","ply":null,"move":null,"detail":"pieces","numbers":[2],"depends":'
out_has '{"profile":"app","verdict":"unknown"}'
out_has '{"profile":"modern","verdict":"sound"}'
run 0 check --no-diagram --lang ja --nodes 50000 "$spare"
out_has '飾り駒未決: １二歩、２一銀'
# with the limit used up for it, as for open moves
run 1 check --no-diagram --profile app --nodes 2000000 "$spare"
out_has 'defect: useless piece: P on 1b, S on 2a'
out_lacks 'not all decided'

# what stays open has a bound that is proved, and stays open
open='8+P/7+b1/5p1k1/6p1p/8B/9/9/9/9 b RGr3g4s4n4l14p 1'
run 4 check --no-diagram --each-nodes 1000 "$open"
out_has 'unknown, undecided moves 9 (no cook within 7 plies after them) (modern)'
out_has '7 plies after it)'
run 4 check --json --each-nodes 1000 "$open"
out_has '"open":9,"open_beyond":7,'
out_has '"class":"unknown","severity":"none","verdict":"unknown","cause":"nodes","plies":null,"exact":false,"beyond":7,"back_to":null,'
holds 'a tenth of the nodes at most' test \
    "$(sed -nE 's/.*"nodes":([0-9]+),"ms".*/\1/p' "$scratch/out")" -lt 14000
run 4 check --no-diagram --each-nodes 1000 --tree --html "$scratch/open.html" "$open"
out_has '[undecided: no mate within 7 plies after it]'
holds 'the page has it' grep -q 'no mate within 7 plies after it' "$scratch/open.html"
run 4 check --no-diagram --lang ja --each-nodes 1000 "$open"
out_has '未決9（その後7手以内に余詰なし）'
run 1 check --json "$equal"
out_has '"open":0,"open_beyond":null,'
out_lacks 'to go on'
# without any limit it ends all the same, and says what to type
run 4 check --no-diagram --no-themes --profile classic "$open"
out_has "no limit was set, so it ended by itself; to go on: kanju check --time=100 --no-diagram --profile=classic --no-themes '$open'"
out_has 'undecided: ▲'
# a part of a limit of the whole is kept for it
run 4 check --json --nodes 20000 "$open"
out_has '"open_beyond":7,'
printf 'open\t%s\nequal\t%s\n' "$open" "$equal" >"$scratch/open.tsv"
run 4 batch --store "$scratch/open.kdb" --task check --nodes 20000 "$scratch/open.tsv"
run 0 find "$scratch/open.kdb" 'open-beyond<9'
out_has "$open"
out_lacks "$equal"
run 0 find "$scratch/open.kdb" 'open-beyond>=9'
out_lacks "$open"

# a mate has its moves, also where the limits end before its main line
zuko2='9/9/3B3G1/6+p1n/7+p1/7k1/5BL1p/7G1/7+R+r b N2P2g4s2n3l13p 1'
for nodes in 4000 10000 12000; do
    run 4 check --json --nodes "$nodes" "$zuko2"
    holds "a mate within $nodes nodes has a line" \
        grep -qE '"mate":"unknown"|"(mating_)?line":\["2h2g"' "$scratch/out"
done
run 4 check --no-diagram --nodes 10000 "$zuko2"
out_has 'a line that mates, for want of the main line, 21 plies'
out_has 'note: the main line is not settled'
out_has 'undecided: ▲'
out_lacks 'defect'
run 4 check --json --nodes 10000 "$zuko2"
out_has '"tentative":true'
out_has '"verdict":"unknown"'
out_has '{"code":"tentative","severity":"note","ply":null,'
run 4 check --no-diagram --lang ja --nodes 10000 "$zuko2"
out_has '作意未決'
# an author's line is proved from its end, with less than it takes to solve the work; what stays open is said
run 0 check --json --useless no "$zuko2"
zuko2_line=$(sed -nE 's/.*"line":\["(2h2g[^]]*)"\],"leftover".*/\1/p' "$scratch/out" | sed 's/","/ /g')
run 4 check --json --each-nodes 1500 "$zuko2"
out_has '"mate":"unknown"'
run 4 check --json --each-nodes 1500 --line "$zuko2_line" "$zuko2"
out_has '"mate":"mate"'
out_has '"authors_line":true'
out_has '"shortest_proved":false'
out_lacks '"open_lengths":0'
out_has '{"code":"open-length","severity":"note","ply":3,"move":null,"detail":"between","numbers":['
run 4 check --no-diagram --each-nodes 600 --line "$zuko2_line" "$zuko2"
out_has "author's line, 21 plies"
out_has 'mate: unknown (nodes)'
out_has 'the line is a proof from ply '
out_has ', open lengths '
out_has 'note: the shortest mate is not settled, ply 3: no mate proved'
run 4 check --no-diagram --lang ja --each-nodes 600 --line "$zuko2_line" "$zuko2"
out_has '最短手数未決'
out_has '手目以降で詰みの証明になっている'
out_has '詰みは未証明'
# futile interpositions are not counted, in the author's line neither, but where the rules say so
through='9/9/6P2/9/4B4/9/6R2/7k+p/9 b Grb3g4s4n4l16p 1'
run 0 check --no-diagram "$through"
out_has 'main line, 3 plies'
out_has 'shortest mate with futile interpositions counted: 9 plies'
run 0 check --no-diagram --line 'G*3i 2h1i 3g1g P*4f 5e4f P*3g 4f3g P*2h 3g2h' "$through"
out_has "author's line, 3 plies; left in hand: nothing"
out_has "note, ply 4, the line's own reply is futile"
out_has 'futile interposition: △４六合（飛角金銀桂香）, △３七合, △２八合'
run 0 check --no-diagram --profile interpositions=last "$through"
out_has 'main line, 3 plies'
run 1 check --no-diagram --profile bare "$through"
out_has 'main line, 9 plies'
out_lacks 'futile'

# JSON
run 1 check --json "$equal"
out_lines 1
json_has schema '"kanju.check/2"'
json_has verdict '"unsound"'
json_has plies 3
json_has code '"equal"'
json_has severity '"defect"'
run 4 check --json --nodes 200 "$hard"
json_has verdict '"unknown"'

# in Ōgi a mate, or none, by the law of repetition says so
oglaw='8/k^7/8/2+b5/8/7+I/8/8 /16p4l4n4s2rbi O/o'
run 0 check --no-diagram "$oglaw"
out_has 'sound, mate by the law of repetition'
run 0 check --no-diagram --lang ja "$oglaw"
out_has '完全、千日手の規定による詰み'
run 0 check --json "$oglaw"
json_has by_repetition true
run 0 check --json "$sound"
json_has by_repetition false
run 0 solve --lang ja --html "$scratch/page.html" "$oglaw"
holds 'the page says so' grep -q '<p>5手詰（千日手の規定による）</p>' "$scratch/page.html"

# the tree
run 0 check --tree "$sound"
out_has '   1  ▲８三飛成'
out_has '      × ▲'
run 0 check --tree --tree-moves 2 "$sound"
out_has '      … 3 more'

# a page to step through, by the player of solutions: findings with links to their moves
run 1 check --html "$scratch/page.html" --lang ja "$order" "$sound"
holds 'the page is in Japanese' grep -q '<html lang="ja">' "$scratch/page.html"
holds 'the page has both' test "$(grep -c '<section class="kj"' "$scratch/page.html")" -eq 2
holds 'what is wrong leads to its move' \
    grep -qE '<li class="defect"><a href="#" data-n="[0-9]+">欠陥 [0-9]+手目 手順前後: ▲' "$scratch/page.html"
holds 'other moves are there, with what refutes them' grep -q '<p>不詰、.*られ、.*</p>' "$scratch/page.html"
holds 'every fold that begins ends' test "$(grep -o '<details' "$scratch/page.html" | wc -l)" -eq \
    "$(grep -o '</details>' "$scratch/page.html" | wc -l)"
run 1 check --html "$scratch/page.html" --lang en --notation western --draw answers=hidden "$order"
holds 'the page is in English' grep -q '<html lang="en">' "$scratch/page.html"
holds 'moves are in the notation asked for' grep -qE 'defect, ply [0-9]+, transposed order: [A-Z]' "$scratch/page.html"
holds 'answers are hidden' grep -q '<section class="kj" tabindex="0" lang="en" data-hidden>' "$scratch/page.html"
holds 'and a button shows them' grep -q '"show":"show the answer"' "$scratch/page.html"
holds 'its solver may play it' grep -q '"begin":"your move: the piece, then the square".*"play":true' "$scratch/page.html"
# interpositions that are met alike are one row
run 0 check --html "$scratch/page.html" --line 'G*3i 2h1i 3g1g P*4f 5e4f P*3g 4f3g P*2h 3g2h' --tree-moves 99 "$through"
holds 'and the piece is named where it matters' grep -q '△４六合（飛角金銀桂香）</span>' "$scratch/page.html"
holds 'no piece alone is there' test "$(grep -c '△２八[飛角金銀桂香]<' "$scratch/page.html")" -eq 0
run 5 check --html "$scratch/none/page.html" "$sound"
err_has 'none/page.html'

# the record with variations can be read again, and the line in it is the author's
run 1 check --kif "$scratch/order.kif" "$order"
holds 'the record has a variation' grep -q '^変化：1手' "$scratch/order.kif"
holds 'the record has a comment' grep -q '^\*.*transposed order' "$scratch/order.kif"
holds 'the record has a diagram' grep -q '^| ・' "$scratch/order.kif"
run 1 check "$scratch/order.kif"
out_has "author's line, 5 plies"

# certificates of every claim
run 1 check --certificates "$scratch/claims" "$equal"
out_has 'certificates in'
run 0 verify "$scratch"/claims/*.kjc
holds 'one a move that mates or fails, and one of the work' \
    test "$(find "$scratch/claims" -name '*.kjc' | wc -l)" -ge 12
# by the law of repetition too, with what was played before; each says what the report says
law='8/k^7/8/2+b5/8/7+I/8/8 /16p4l4n4s2rbi O/o'
run 0 check --json --useless no --certificates "$scratch/law" "$law"
json_has uncertified '[]'
run 0 verify "$scratch"/law/*.kjc
out_has '5-c7b8.kjc: valid: ogi no mate by the law of repetition'
run 0 verify --json "$scratch/law/5-c7b8.kjc"
json_has past 5
mkdir -p "$scratch/taken/0.kjc/x"
run 5 check --no-diagram --certificates "$scratch/taken" "$sound"
err_has '0.kjc'
run 2 check --certificates "$scratch/claims" "$equal" "$sound"
err_has 'expected a single problem'

# records of several works: a file each in a folder; in one file they are warned of
check_two() { "$KANJU" check --no-diagram "$@" "$sound" "$equal" 2>"$scratch/err" >/dev/null; err=$(cat "$scratch/err"); }
check_two --kif "$scratch/records/"
holds 'there are two records' test -s "$scratch/records/argument-1.kifu" -a -s "$scratch/records/argument-2.kifu"
holds 'and no warning' test -z "$err"
check_two --kif "$scratch/records.kif"
err_has '2 records in one file, which other programs refuse; expected --kif=FOLDER/'

for option in --certificates --kif --html; do
    run 2 check "$option" '' "$sound"
    err_has "$option: the name is empty"
done

# efforts
run 0 check --each-time 0.1,1 "$sound"
run 0 check --each-nodes 1e3,1e5 "$sound"
run 2 check --each-time=soon "$sound"
err_has 'joined by commas'
run 0 check --reverse 1 "$sound"
out_has 'not looked at'

# the workbench: the board, the moves behind the cursor are the author's line, a warm table, the background
bench="position sfen $sound; 7c8c+; 9d9e; 8c8e; goto 0"
run 0 -c "$bench; check --no-diagram"
out_has "author's line, 3 plies"
run 0 -c "$bench; +1; check --no-diagram"
out_has "author's line, 3 plies"
run 0 -c "position sfen $sound; 7c8c+; 9d9e; goto 0; check --no-diagram"
out_has 'main line, 3 plies'
run 0 -c "$bench; check --json --threads 1; check --json --threads 1"
out_lines 2
first=$(sed -n '1s/.*"nodes":\([0-9]*\),"ms.*/\1/p' "$scratch/out")
second=$(sed -n '2s/.*"nodes":\([0-9]*\),"ms.*/\1/p' "$scratch/out")
holds 'the second time costs a fraction' test "$second" -lt $((first / 4))
run 0 -c "$bench; check --no-diagram &; wait"
out_has 'sound (modern)'

# many problems
run 1 check "$sound" "$equal" "$same"
out_has '3 problems: 1 sound, 1 with blemishes, 1 unsound, 0 unknown'
out_has 'equal #1'

# the verdict alone: the first defect is enough, and what was not looked at is said
run 1 check --json "$equal"
json_has first_defect false
json_has open 0
all=$(grep -oE '"nodes":[0-9]+,"ms"' <<<"$out" | grep -oE '[0-9]+')
run 1 check --json --first-defect "$equal"
json_has verdict '"unsound"'
json_has defects 1
json_has first_defect true
first=$(grep -oE '"nodes":[0-9]+,"ms"' <<<"$out" | grep -oE '[0-9]+')
holds "fewer nodes: $first of $all" test "$first" -lt "$all"
run 1 check --first-defect "$equal"
out_has 'ended at the first defect: '
run 1 check --first-defect --lang ja "$equal"
out_has '最初の欠陥で終了'
run 0 check --json --first-defect "$sound"
json_has verdict '"sound"'
json_has first_defect false

done_testing
