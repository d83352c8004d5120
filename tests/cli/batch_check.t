#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Whole collections checked: what `kanju check` says is in the store, in reports and in queries.
# shellcheck source=tests/cli/lib.sh
. "$(dirname "$0")/lib.sh"

sound='9/9/1R7/9/k8/9/2N6/9/9 b r2b4g4s3n4l18p 1'
equal='1R7/9/9/k8/N8/B8/9/9/9 b rb4g4s3n4l18p 1'
nomate='9/9/9/9/9/9/9/9/6B1k b Rrb4g4s4n4l18p 1'
hard='l7g/4kp1Sn/1P+R1gs3/3+p+p1s2/B1p+r1P3/L8/+n3NgB+pP/1+p3G1+p1/P1PsP4 b Lnl5p 1'
defects=$(realpath "$(dirname "$0")/../data/defects/shogi.tsv")
cd "$scratch" || exit 1

# the same work mirrored and turned: the moves of its codes go along
mirrored=$(awk -v p="$equal" 'BEGIN {
    n = split(p, part, " "); rows = split(part[1], row, "/")
    for (r = 1; r <= rows; r++) {
        out = ""; plus = ""
        for (i = 1; i <= length(row[r]); i++) {
            c = substr(row[r], i, 1)
            if (c == "+") { plus = "+"; continue }
            out = plus c out; plus = ""
        }
        board = board (r > 1 ? "/" : "") out
    }
    print board, part[2], part[3], 1 }')
printf 'sound\t%s\t1\nequal\t%s\nmirrored\t%s\nnone\t%s\t3\nhard\t%s\n' \
    "$sound" "$equal" "$mirrored" "$nomate" "$hard" >works.tsv

run 4 batch --store a.kdb --task check --nodes 3000 works.tsv
out_has '4 different problems: 1 sound, 0 blemished, 2 unsound, 1 unknown'
run 4 batch --store a.kdb --task check --nodes 3000 --json
json_has done_now 0
json_has task '"check"'
# what is decided is not tried again with more
run 4 batch --store a.kdb --task check --nodes 4000 --json
json_has done_now 1

# a line that mates stands for the main line that a limit did not let be found; larger limits find it
zuko2='9/9/3B3G1/6+p1n/7+p1/7k1/5BL1p/7G1/7+R+r b N2P2g4s2n3l13p 1'
printf 'zuko2\t%s\t21\n' "$zuko2" >zuko2.tsv
run 4 batch --store z.kdb --task check --useless no --nodes 10000 zuko2.tsv
run 0 report --format jsonl z.kdb
out_has '"code":"tentative"'
out_has '"line_kind":"other"'
out_lacks '"severity":"defect"'
run 0 find z.kdb 'code:tentative'
out_lines 1
run 0 report --lang ja z.kdb
out_has '作意未決'
run 0 batch --store z.kdb --task check --useless no --nodes 100000
run 0 report --format jsonl z.kdb
out_lacks '"code":"tentative"'
out_has '"line_kind":"main"'

# such a line may be shorter than the shortest mate there is: its length is not told as a bound, nor a bound as a length
printf 'zuko19\t2+b6/P1l+R5/pk7/N1P6/1S7/2p6/1R7/9/9 b 3Pb4g3s3n3l11p 1\t21\n' >zuko19.tsv
run 4 batch --store bound.kdb --task check --useless no --nodes 10000 zuko19.tsv
run 0 find bound.kdb code:tentative --json
lengths=$(/usr/bin/python3 -c 'import json, sys
one = json.load(sys.stdin)
print(one["plies"] == one["report"]["shortest"] > len(one["line"]) > one["recorded"], one["plies_proved"])' <<<"$out")
holds 'the length is that of the shortest mate known' test "$lengths" = 'True False'
run 0 find bound.kdb code:tentative --format kif
out_has 'at most, not proved shortest'
run 0 find bound.kdb is:longer
holds 'a bound is not longer than recorded' test -z "$out"

# useless pieces that are open: the verdict where one would be a defect, else a mark to be found by
printf 'spare\t7S1/6S1P/8k/9/9/9/9/9/9 b RGr2b3g2s4n4l17p 1\t3\n' >spare.tsv
run 4 batch --store p.kdb --task check --profile app --nodes 50000 spare.tsv
out_has '1 different problems: 0 sound, 0 blemished, 0 unsound, 1 unknown'
run 0 batch --store q.kdb --task check --nodes 50000 spare.tsv
for store in p q; do
    run 0 find $store.kdb 'code:open-useless'
    out_lines 1
    run 0 report --format csv $store.kdb
    out_has 'note: useless pieces not all decided: S on 2a, P on 1b'
    run 0 report --lang ja $store.kdb
    out_has '飾り駒未決'
done
run 1 batch --store p.kdb --task check --profile app --nodes 500000
run 0 find p.kdb 'code:open-useless'
out_lines 0
run 0 find p.kdb 'code:useless verdict:unsound'
out_lines 1

# reports: codes of each as check itself has them
run 0 report --format jsonl a.kdb
cp out report.jsonl
field() { # ID PATTERN: what it finds in the line of the problem
    grep "\"id\":\"$1\"" report.jsonl | grep -oE "$2"
}
for id in equal mirrored; do
    position=$equal move=8a8e+
    [ "$id" = mirrored ] && position=$mirrored move=2a2e+
    run 1 check --json "$position"
    found='"code":"equal","severity":"defect","ply":1,'
    out_has "$found\"move\":\"$move\""
    holds "the code of $id is that of check" test "$(field "$id" '"codes":[^]]*"detail":"[^"]*"')" = \
        "\"codes\":[{$found\"detail\":\"$move\""
    each='"profile":"[a-z]*","verdict":"[a-z]*"'
    holds "$id has the verdict of every profile" test "$(field "$id" "$each" | tail -n 5)" = \
        "$(grep -oE "$each" <<<"$out" | tail -n 5)"
done
holds 'themes are there' test "$(field sound '"themes":[^]]*' | tail -n 1)" = \
    '"themes":["model-mate","no-defenders","poor","simple"'
holds 'and difficulty' test -n "$(field sound '"difficulty":[1-9]')"
holds 'what is unknown says why' test "$(field hard '"cause":"[a-z]*"')" = '"cause":"nodes"'

run 0 report a.kdb
out_has 'checked: shorten='
out_has 'unsound, mate in 3'
out_has 'defect, ply 1, cook of equal length: '
out_has 'defect: no mate'
run 0 report --format csv a.kdb
out_has ',equal@1,'
run 0 report --format kif a.kdb
out_has '*defect, ply 1, cook of equal length: '
run 0 report --format html -o page.html a.kdb
holds 'the page has the codes' grep -q ',"equal"\]' page.html

# the first defect only is another task, with the same verdicts
run 2 batch --store a.kdb --first-defect works.tsv
err_has 'expected only with --task check'
run 4 batch --store a.kdb --task check --first-defect --nodes 3000 works.tsv
out_has '4 different problems: 1 sound, 0 blemished, 2 unsound, 1 unknown'
out_has 'done now: 4 in'
run 0 report --task check a.kdb
out_has 'first-defect=yes'
run 4 batch --store a.kdb --task check --nodes 3000 works.tsv
out_has 'done now: 0 in' # the one that is open had 4000

# queries
for query in is:unsound verdict:unsound; do
    run 0 find a.kdb "$query"
    out_lines 3
done
run 0 find a.kdb 'code:cook and not is:duplicate or theme:simple and difficulty>=0.1 and is:proved and verdict:sound'
out_lines 1
out_has 'sound'
run 0 find a.kdb 'code:cook'
out_lines 2
run 0 find a.kdb 'code:no-mate'
out_has 'none'
out_lines 1

# merged stores keep all of it
run 0 merge b.kdb a.kdb
run 0 report --format csv --stable a.kdb
mv out a.csv
run 0 report --format csv --stable b.kdb
holds 'a part has the codes, themes and difficulty' diff a.csv out

# ---- what the file claims: the author's line and the length, verified as check does ----

mkdir claims
"$KANJU" convert --format kif "sfen $equal moves 8a8e+ 9d9c 8e8c" >claims/good.kif
sed -i '1i 手数：5手' claims/good.kif
"$KANJU" convert --format kif "sfen $equal moves 8a8c+ 9d9e 8c8d" >claims/short.kif
printf 'told\t%s\t3\nwrong\t%s\t7\nmoves\tsfen %s moves 8a8e+ 9d9c 8e8c\n' \
    "$equal" "$mirrored" "$equal" >claims/list.tsv
run 1 batch --store c.kdb --task check --nodes 20000 claims
out_has '5 different problems: 0 sound, 0 blemished, 5 unsound'
run 0 report --format jsonl c.kdb
cp out report.jsonl
for item in good.kif:1 short.kif:1 list.tsv:1 list.tsv:2 list.tsv:3; do
    grep "claims/$item\"" report.jsonl >item.json
    file=claims/${item%:*}
    "$KANJU" check --json "$file" 2>/dev/null | sed -n "${item#*:}p" >check.json
    words='"code":"[a-z-]*","severity":"[a-z]*","ply":[0-9]*'
    holds "$item is checked as check does" test "$(grep -oE '"code":"(line|length|equal)"' check.json | sort -u)" = \
        "$(grep -oE '"codes":.*"themes":\[' item.json | grep -oE '"code":"(line|length|equal)"' | sort -u)"
    holds "$item has codes" grep -qE "$words" item.json
done
holds 'the main line is the author'"'"'s' grep -q '"author_line":\["8a8e+","9d9c","8e8c"\].*"authors":true' report.jsonl
run 0 find c.kdb code:length
out_lines 2
out_has wrong
run 0 find c.kdb code:line
out_lines 1
out_has 'short.kif'
run 0 find c.kdb is:given
out_lines 3
run 0 find c.kdb is:authors
out_lines 2
run 0 report c.kdb
out_has 'defect: another length than recorded: recorded 7, found 3'
out_has "the author's line: ▲８三飛成 △９五玉 ▲８四龍"
out_has "▲８五飛成 △９三玉 ▲８三龍 (the author's)"
run 0 report --notation usi c.kdb
out_has "the author's line: 8a8c+ 9d9e 8c8d"
out_has "8a8e+ 9d9c 8e8c (the author's)"
run 0 report --format html -o page.html c.kdb
holds 'the page has the line' grep -q '"▲８三飛成 △９五玉 ▲８四龍"' page.html
run 0 report --format csv c.kdb
out_has ',8a8c+ 9d9e 8c8d,'
# nothing is done again; a solve is of the position alone
run 1 batch --store c.kdb --task check --nodes 20000 --json claims
json_has done_now 0
run 0 batch --store c.kdb --json claims
json_has problems 1
run 1 batch --store c.kdb --task check --nodes 20000 --json
json_has done_now 0
run 0 merge d.kdb c.kdb
run 0 report --task check --format csv --stable c.kdb
mv out c.csv
run 0 report --task check --format csv --stable d.kdb
holds 'a part has what files claim' diff c.csv out


# ---- what was found, for an editor: by the move and its line, in the language and notation asked for ----

mkdir found
# one whose canonical form is its mirror image, with title and composer, and once more under another title
for n in 1 2; do
    { printf '作品名：双子の%s\n作者：山田\n' "$n"; "$KANJU" convert --format kif "sfen $mirrored moves 2a2e+ 1d1c 2e2c"; } >found/$n.kif
done
run 1 batch --store f.kdb --task check --nodes 100000 found
run 0 report f.kdb
out_has 'defect, ply 1, cook of equal length: ▲２三飛成 (3 plies): △１五玉 ▲２五龍'
out_has $'the same problem\n  found/1.kif:1  双子の1  (山田)\n  found/2.kif:1  双子の2  (山田)'
out_has $'found/1.kif:1  双子の1  (山田)\n'
holds 'the board is beside the finding' grep -A 1 '^先手番' "$scratch/out" | grep -q 'defect, ply 1'
run 0 report --lang ja f.kdb
out_has '欠陥 1手目 同手数余詰: ▲２三飛成（3手）: △１五玉 ▲２五龍'
out_has $'判定\n  不完全'
out_has '同一作'
out_lacks 'defect'
run 0 report --notation western f.kdb
out_has 'cook of equal length: R-2c+ (3 plies): K'
run 0 report --lang ja f.kdb
out_has '検討: shorten='
# a place is no number of a work
printf '%s\n' "$sound" >unnamed.sfen
run 0 batch --store u.kdb --task check --nodes 100000 unnamed.sfen
run 0 report --format kif u.kdb
out_lacks '作品番号'
out_has '*kanju: unnamed.sfen:1: '
run 0 report --format kif --lang ja f.kdb
out_has $'*欠陥 1手目 同手数余詰: ▲２三飛成（3手）: △１五玉 ▲２五龍'
out_has $'変化：1手\n   1 ２三飛成(21)\n   2 １五玉(14)\n   3 ２五龍(23)'
out_has '作者：山田'
run 0 report --format csv --notation usi f.kdb
out_has '"defect, ply 1, cook of equal length: 2a2c+ (3 plies): 1d1e 2c2e'
run 0 report --format jsonl f.kdb
out_has '"detail":"2a2c+","line":["1d1e","2c2e"],"text":"defect, ply 1, '
run 0 report --format jsonl --stable f.kdb
out_has '"detail":"2a2c+","line":[],"text":"defect, ply 1, cook of equal length: ▲２三飛成"'

# reports of before kanju.check/2, whose details were English
printf 'x\t9/9/2R6/k8/N8/B8/9/8r/9 b b4g4s3n4l18p 1\t7\n' >old.tsv
run 1 batch --store old.kdb --task check --useless all old.tsv
run 0 report --lang ja --stable old.kdb
out_has '欠陥: 手数相違: 記載は7手、実際は3手'
out_has 'キズ: 飾り駒: １八飛'
new=$out
/usr/bin/python3 - <<'END'
import json, sqlite3
store = sqlite3.connect("old.kdb")
report = json.loads(store.execute("SELECT answer FROM result").fetchone()[0])
report["schema"] = "kanju.check/1"
for finding in report["findings"]:
    words = {"lengths": "recorded 7, found 3", "pieces": "R on 1h", None: None}
    finding["details"] = words[finding.pop("detail")]
    del finding["numbers"]
store.execute("UPDATE result SET answer=?", [json.dumps(report, separators=(",", ":"))])
store.commit()
END
run 0 report --lang ja --stable old.kdb
out_is "$new"

run 0 report --format html --lang ja -o page.html f.kdb
holds 'the page is Japanese' grep -q '<html lang="ja">' page.html
holds 'the page has findings by their moves' grep -q '\["defect",1,"欠陥 1手目 同手数余詰: ▲２三飛成（3手）: △１五玉 ▲２五龍","equal"\]' page.html
holds 'and words for what it says itself' grep -q '"unsound":"不完全"' page.html
holds 'answers are seen' grep -q '"hidden":false' page.html
run 0 report --format html --lang en --notation western --draw answers=hidden -o page.html f.kdb
holds 'the page is English' grep -q '<html lang="en">' page.html
holds 'its moves are in the notation asked for' grep -q '"defect, ply 1, cook of equal length: R-2c+ (3 plies): K' page.html
holds 'answers are hidden' grep -q '"hidden":true' page.html
holds 'plots come after the problems' test "$(grep -n 'id="counts"' page.html | cut -d: -f1)" -gt \
    "$(grep -n 'id="one"' page.html | cut -d: -f1)"

# so are variations: the replies' as well as the attacker's
printf 'longer\tsfen %s moves %s\n' "$(awk -F '\t' '$5 ~ /^longer@/ { print $2; exit }' "$defects")" \
    "$(awk -F '\t' '$5 ~ /^longer@/ { print $4; exit }' "$defects")" >longer.tsv
run 1 batch --store l.kdb --task check longer.tsv
run 0 report l.kdb
holds 'a longer variation has its line' grep -qE 'ply 2, longer variation, piece left over: △[^:]*: ▲' "$scratch/out"

# a useless piece stands where it stands in the file, not in the canonical problem
for square in 9f 1f; do
    work='7k1/9/6B1R/9/9/p8/9/9/9 b Grb3g4s4n4l17p 1'
    [ $square = 1f ] && work='1k7/9/R1B6/9/9/8p/9/9/9 b Grb3g4s4n4l17p 1'
    printf '%s\t%s\n' "$square" "$work" >"$square.tsv"
    "$KANJU" batch --store u.kdb --task check "$square.tsv" >/dev/null
    run 0 check --no-diagram "$work"
    out_has "P on $square"
done
run 0 report --format jsonl u.kdb
for square in 9f 1f; do
    holds "useless is P on $square" grep -q "\"id\":\"$square\".*\"code\":\"useless\",[^}]*\"detail\":\"[^\"]*P on $square" "$scratch/out"
done

# a position is checked once for each claim, and the report counts as batch does
mate='7k1/9/6B1R/9/9/9/9/9/9 b Grb3g4s4n4l18p 1'
printf 'a\t%s moves G*2b\nb\t%s\nc\t%s\t5\nd\t%s\n' "$mate" "$mate" "$mate" "$mate" >"$scratch/claims.tsv"
run 1 batch --task check --nodes 100000 --store "$scratch/claims.kdb" "$scratch/claims.tsv"
different=$(sed -n 's/^\([0-9]*\) different problems.*/\1/p' <<<"$out")
run 0 report "$scratch/claims.kdb"
out_has "4 problems in 1 files, $different of them different"
holds 'a claim makes a difference' test "$different" -gt 1


# what mates later at the last ply is a note, and stands apart from real cooks everywhere
cat >last.tsv <<'END'
last	3g1/2S1k/5/2+P2/5/5 b 2r2b3g3s9p 1	5
cook	k1G2/1g3/S4/5/5/5 b 2G2r2b3s10p 1	3
END
"$KANJU" batch --task check --store last.kdb last.tsv >/dev/null
run 0 find last.kdb code:cook
out_lines 1
out_has 'cook	'
run 0 find last.kdb code:late
out_lines 2
run 0 --lang en report last.kdb
holds 'the tables count by weight' test "$(grep -A1 -E '^(defects|notes)$' "$scratch/out" | grep -c '^  late  *1$')" -eq 2
run 0 --lang ja report --work last last.kdb
out_has '参考 5手目 最終手余詰（長手数）: ▲３二金'
out_has '初手: 玉を１三、２二へ逃がさない。応手は一つしかない。ほかの王手では詰まない'
out_lacks '欠陥'
out_has '指摘する点はありません'
run 0 --lang ja report --work cook last.kdb
out_has '欠陥 1手目 長手数余詰: ▲４一金打'
out_lacks '指摘する点'
run 0 --lang en report --format jsonl last.kdb
out_has '{"code":"late","severity":"note","ply":5,'
out_has '{"code":"late","severity":"defect","ply":1,'
run 0 --lang en report --format html -o last.html last.kdb
holds 'the page has the weights and codes' \
    grep -q '\["note",5,"note, ply 5, another last move, longer:[^]]*","late"\]' last.html

done_testing
