#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# show: pictures. Text is in position.t.
# shellcheck source=tests/cli/lib.sh
. "$(dirname "$0")/lib.sh"

mate='7k1/9/6B1R/9/9/9/9/9/9 b G2P'

cat >"$scratch/work.kif" <<'END'
作品名：小品集
作者：無名氏
発表誌：試験
手合割：その他
後手の持駒：なし
  ９ ８ ７ ６ ５ ４ ３ ２ １
+---------------------------+
| ・ ・ ・ ・ ・ ・ ・v玉 ・|一
| ・ ・ ・ ・ ・ ・ ・ ・ ・|二
| ・ ・ ・ ・ ・ ・ 角 ・ 飛|三
| ・ ・ ・ ・ ・ ・ ・ ・ ・|四
| ・ ・ ・ ・ ・ ・ ・ ・ ・|五
| ・ ・ ・ ・ ・ ・ ・ ・ ・|六
| ・ ・ ・ ・ ・ ・ ・ ・ ・|七
| ・ ・ ・ ・ ・ ・ ・ ・ ・|八
| ・ ・ ・ ・ ・ ・ ・ ・ ・|九
+---------------------------+
先手の持駒：金　歩二
手数----指手---------消費時間--
END

# SVG: well formed, with nothing from elsewhere in it
run 0 show --format svg "$scratch/work.kif"
out_has '<title>小品集</title>'
out_has '>金</text>'
holds 'it names its fonts once' test "$(grep -c font-family "$scratch/out")" -eq 1
holds 'the SVG is well formed' xmllint --noout --nonet "$scratch/out"
run 0 show --format svg --title 'a <b> & "c"' --author '' "$mate"
out_has '<title>a &#60;b&#62; &#38; &#34;c&#34;</title>'
holds 'the SVG is well formed' xmllint --noout --nonet "$scratch/out"
for variant in shogi 56shogi minishogi gorogoro dobutsu ogi suizo; do
    run 0 show --format svg --draw palette=color --variant "$variant" startpos
    holds "the SVG of $variant is well formed" xmllint --noout --nonet "$scratch/out"
done

# the ending of the file is the format
run 0 show "$scratch/work.kif" -o "$scratch/a.pdf"
out_is ''
pdftotext "$scratch/a.pdf" "$scratch/a.txt"
for word in 小品集 無名氏（試験） 飛 角; do
    holds "the PDF has $word" grep -q "$word" "$scratch/a.txt"
done
run 0 show "$mate" -o "$scratch/a.png" --draw size=200
holds 'the PNG is one' grep -q PNG "$scratch/a.png"
# a system without rsvg-convert, and one where it fails
mkdir "$scratch/bin"
PATH=$scratch/bin run 5 show "$mate" -o "$scratch/b.png"
err_has 'librsvg2-bin'
err_lines 1
PATH=$scratch/bin run 0 show "$mate" -o "$scratch/b.svg"
printf '#!/bin/sh\necho why >&2; echo more >&2; exit 3\n' >"$scratch/bin/rsvg-convert"
chmod +x "$scratch/bin/rsvg-convert"
mkdir "$scratch/tmp"
TMPDIR=$scratch/tmp PATH=$scratch/bin:$PATH run 5 show "$mate" -o "$scratch/b.png"
err_has 'rsvg-convert failed: why'
err_lines 1
holds 'no picture is there' test ! -e "$scratch/b.png"
holds 'and nothing is left behind' test -z "$(ls "$scratch/tmp")"

# to a folder, one file each
printf '%s\n%s\n' "$mate" "$mate" >"$scratch/two.sfen"
run 0 show --format svg -o "$scratch/folder/" "$scratch/two.sfen"
holds 'there are two files' test -s "$scratch/folder/two-1.svg" -a -s "$scratch/folder/two-2.svg"
# numbered so that the order of names is theirs; where one file makes another's name, neither is lost
for i in $(seq 12); do echo "$mate"; done >"$scratch/dozen.sfen"
echo "$mate" >"$scratch/dozen-02.sfen"
run 0 show --format svg -o "$scratch/dozen/" "$scratch/dozen.sfen" "$scratch/dozen-02.sfen"
holds 'numbers have two digits' test "$(cd "$scratch/dozen" && echo *)" = \
    "$(for i in 01 02-2 02 03 04 05 06 07 08 09 10 11 12; do printf 'dozen-%s.svg ' $i; done | sed 's/ $//')"
run 0 show --json -o "$scratch/b.svg" "$mate"
json_has file "\"$scratch/b.svg\""

# what is drawn: the hand of the attacker alone in a mate problem, the last move
run 0 show --format svg "$mate"
out_lacks '>な</text>' # なし of gote
run 0 show --format svg --draw hands=both "$mate"
out_has '>な</text>'
run 0 show --format svg startpos moves 7g7f
out_has '#cfcfcf'
out_has '図は▲７六歩まで'
run 0 show --format svg --draw coordinates=no,style=ascii "$mate"
out_lacks '>一</text>'
out_has '>R</text>'
run 0 show --format svg --draw faces=full '8k/9/8+S/9/9/9/9/9/9 b -'
out_has '>成</text>'

# a page to step through
cat >>"$scratch/work.kif" <<'END'
*<b>一手目</b>
1 １二飛成(13)
2 ３一玉(21)
3 ３二金打
変化：2手
2 ２二玉(21)
END
sed -i 's/^2 ２二玉(21)/2 同　玉(21)/' "$scratch/work.kif"
run 0 show -o "$scratch/steps.html" --draw palette=color "$scratch/work.kif"
cp "$scratch/steps.html" "$scratch/out"
out=$(cat "$scratch/out")
out_has '<!DOCTYPE html>'
out_has '<title>小品集</title>'
out_has '<p>&#60;b&#62;一手目&#60;/b&#62;</p>'
out_has '▲１二飛成'
out_has '<details><summary>'
out_lacks '<b>一手目'
out_lacks 'https:'
out_lacks 'src='
holds 'the diagram is well formed' xmllint --noout --nonet - < <(sed -n '/^<svg .*role/,/^<\/svg>/p' "$scratch/out")
holds 'nothing is loaded' test "$(grep -o 'http:[^"]*' "$scratch/out" | sort -u | grep -cv 'www.w3.org')" -eq 0
run 0 show --format html --draw style=ascii startpos moves 7g7f
out_has '>P-7f</a>'
out_has 'lang="en"'

# sheets: of a work with its author's line, which mates
"$KANJU" solve --kif "$scratch/three.kif" '6n1k/9/8p/9/5B3/9/9/9/9 b RSrb4g3s3n4l17p 1' >/dev/null
sed -i '1,/^後手の持駒/s/^後手の持駒/作品名：三手\n&/' "$scratch/three.kif"
run 0 sheet --draw grid=1x2 --title 'Sheet of three' -o "$scratch/sheet.pdf" "$scratch/three.kif" "$scratch/two.sfen"
out_is "$scratch/sheet.pdf: 3 problems, 3 pages"
pdftotext -layout "$scratch/sheet.pdf" "$scratch/sheet.txt"
for word in 'Sheet of three' '第1問.*三手（3手）' 解答 '第3問（1手）' ▲１二飛 ▲２二金; do
    holds "the sheet has $word" grep -q "$word" "$scratch/sheet.txt"
done
# and the same pages for a browser
run 0 sheet --draw grid=1x2 --title 'Three < four' -o "$scratch/sheet.html" "$scratch/three.kif" "$scratch/two.sfen"
out_is "$scratch/sheet.html: 3 problems, 3 pages"
for word in '<title>Three &#60; four</title>' 第1問 解答 ▲１二飛 ▲２二金; do
    holds "the page has $word" grep -q "$word" "$scratch/sheet.html"
done
holds 'each page is one' test "$(grep -c '<section>' "$scratch/sheet.html")" -eq 3
holds 'nothing is loaded' test "$(grep -o 'http:[^"]*' "$scratch/sheet.html" | sort -u | grep -cv 'www.w3.org')" -eq 0
run 0 sheet --format html -o "$scratch/pages/" "$scratch/two.sfen"
holds 'there are two' test "$(cd "$scratch/pages" && echo *)" = 'two-1.html two-2.html'
run 2 sheet --format html -o "$scratch/sheet.pdf" "$mate"
err_has 'the name ends as that of another format'
run 0 sheet --draw solutions=no,style=ascii -o "$scratch/sheet.pdf" "$scratch/two.sfen"
out_is "$scratch/sheet.pdf: 2 problems, 1 page"
pdftotext "$scratch/sheet.pdf" "$scratch/sheet.txt"
holds 'numbers are English beside letters' grep -q 'No. 2' "$scratch/sheet.txt"
run 1 sheet -o "$scratch/sheet.pdf" '7k1/9/9/9/9/9/9/9/9 b G'
pdftotext "$scratch/sheet.pdf" "$scratch/sheet.txt"
holds 'no mate is said' grep -q 不詰 "$scratch/sheet.txt"
run 4 sheet --nodes 1 -o "$scratch/sheet.pdf" '7k1/9/9/9/9/9/9/9/9 b R2G'
run 3 sheet -o "$scratch/sheet.pdf" garbage "$mate"
out_is "$scratch/sheet.pdf: 1 problem, 2 pages"
run 2 sheet "$mate"
err_has '--output=FILE.pdf'
run 2 sheet -o "$scratch/sheet.png" "$mate"
err_has 'sheet.png: the ending is that of another format, expected .pdf, .html or .htm'
holds 'and nothing is written under that name' test ! -e "$scratch/sheet.png"
run 2 sheet --draw grid=2x -o "$scratch/sheet.pdf" "$mate"
err_has 'such as 2x3'
run 2 sheet --draw grid=9x1 -o "$scratch/sheet.pdf" "$mate"
run 5 sheet -o "$scratch/no/such.pdf" "$mate"
# the author's line is printed if it mates, after a mark where that was not found out, and else not at all
"$KANJU" solve --kif "$scratch/nine.kif" '5+B3/9/9/1R7/9/2+S6/k8/9/9 b rb4g3s4n4l18p 1' >/dev/null
for row in 'three.kif|▲３二銀|（3手|0' 'work.kif|▲２二金|（1手|0' 'nine.kif|未確認: .*▲９六馬|未確認|4|--nodes=1'; do
    IFS='|' read -r file has mark status limit <<<"$row"
    run "$status" sheet ${limit:+"$limit"} -o "$scratch/author.pdf" "$scratch/$file"
    pdftotext -layout "$scratch/author.pdf" "$scratch/author.txt"
    holds "the solution of $file $limit is $has" grep -q "$has" "$scratch/author.txt"
    holds "with $mark" grep -q "$mark" "$scratch/author.txt"
done
err_has "nine.kif:1: the author's line is not verified, since a limit was reached"
# a line that leaves out futile interpositions is whole as it is
run 0 sheet -o "$scratch/author.pdf" 'sfen 8R/4ggk2/5pp2/7+b1/9/9/9/9/9 b BGSNrg3s3n4l16p 1 moves S*2c 2d2c G*3a 3b2b 3a2a 2b3b N*2d 2c2d B*4a 3b4a 2a2b'
pdftotext -layout "$scratch/author.pdf" "$scratch/author.txt"
holds 'it has eleven plies' grep -q '（11手）' "$scratch/author.txt"
run 0 sheet -o "$scratch/author.pdf" --json "$scratch/work.kif" "$scratch/three.kif" "$mate"
err_has "work.kif:1: the author's line fails at ply 2 and is not on the sheet"
json_has verified 1
json_has solved 2
pdftotext "$scratch/author.pdf" "$scratch/author.txt"
holds 'the line that fails is not there' test "$(grep -c １二飛成 "$scratch/author.txt")" -eq 0
# lengths under the diagrams are those of the shortest mate
run 0 sheet --draw lengths=yes,solutions=no -o "$scratch/lengths.pdf" "$scratch/three.kif" "$mate"
out_is "$scratch/lengths.pdf: 2 problems, 1 page"
pdftotext -layout "$scratch/lengths.pdf" "$scratch/lengths.txt"
holds 'under each diagram' grep -q '3手詰 .*1手詰' "$scratch/lengths.txt"
run 1 sheet --draw lengths=yes,solutions=no,style=ascii -o "$scratch/lengths.pdf" '7k1/9/9/9/9/9/9/9/9 b G'
pdftotext "$scratch/lengths.pdf" "$scratch/lengths.txt"
holds 'what is no mate has none' test "$(grep -c 'mate in' "$scratch/lengths.txt")" -eq 0

# several on one page of HTML
run 0 show --format html "$scratch/two.sfen"
holds 'the page has two' test "$(grep -c '<section' "$scratch/out")" -eq 2

# bad input
run 2 show --format gif "$mate"
err_has 'expected text'
run 2 show --format png --draw font='No Such Font' "$mate"
err_has 'no such font'
run 0 show --format svg --draw font='No Such Font' "$mate"
out_has "font-family=\"'No Such Font','"
run 5 show "$mate" -o "$scratch/no/such/folder.svg"
err_has 'No such file'
run 2 show "$mate" -o "$scratch/board.txt"
err_has 'ends in .svg'
for format in svg png pdf; do
    run 2 show --format $format -o "$scratch/both.$format" "$scratch/two.sfen"
    err_has "FOLDER/ (one file each), or 'kanju sheet'"
done
run 2 show --format svg --json "$mate"
err_has '--output=FILE'
run 2 show --draw size=3 --format png "$mate"
run 3 show --format svg garbage
out_is ''
# an impossible position is drawn all the same
run 3 show --format svg '9/9/9/9/9/9/9/9/P7P b 4G3P'
out_has '</svg>'
# without any font
mkdir "$scratch/none"
printf '<fontconfig><dir>%s</dir></fontconfig>\n' "$scratch/none" >"$scratch/none/fonts.conf"
FONTCONFIG_FILE=$scratch/none/fonts.conf run 2 show --format png "$mate"
err_has 'fonts-ipaexfont-mincho'
err_lines 1

# a sheet for each problem, into a folder
run 0 sheet -o "$scratch/sheets/" "$scratch/two.sfen" "$mate"
out_lines 3
holds 'there are three sheets' test "$(cd "$scratch/sheets" && echo *)" = 'argument-2.pdf two-1.pdf two-2.pdf'
pdftotext "$scratch/sheets/argument-2.pdf" "$scratch/a.txt"
holds 'numbered one after the other' grep -q '第3問' "$scratch/a.txt"

# the place where a problem was read is no title, and titles have no folders in them
mkdir -p "$scratch/deep/er"
"$KANJU" convert --format kif "$mate" >"$scratch/deep/er/w.kif"
run 0 show --format html -o "$scratch/t.html" "$scratch/deep/er/w.kif"
holds 'nor that of a page' grep -q '<title>Tsume-shogi</title>' "$scratch/t.html"
run 0 solve --no-diagram --html "$scratch/t.html" "$scratch/deep/er/w.kif"
holds 'nor that of solutions' grep -q '<title>Tsume-shogi</title>' "$scratch/t.html"
"$KANJU" check --no-diagram --each-nodes 1000 --useless=no --html "$scratch/t.html" --kif "$scratch/t.kif" "$scratch/deep/er/w.kif" >/dev/null
holds 'nor that of a check' grep -q '>Tsume-shogi</h2>' "$scratch/t.html"
holds 'nor that of its record' test "$(grep -c '^作品' "$scratch/t.kif")" = 0
"$KANJU" batch --store "$scratch/t.kdb" --nodes 1000 "$scratch/deep" >/dev/null 2>&1
"$KANJU" report --format kif -o "$scratch/t.kif" "$scratch/t.kdb"
holds 'nor that of a record' test "$(grep -c '^作品' "$scratch/t.kif")" = 0
holds 'where it stands in a comment, without folders' grep -q '^\*kanju: w.kif:1: ' "$scratch/t.kif"
"$KANJU" find "$scratch/t.kdb" plies=1 >"$scratch/t.tsv"
run 0 sheet -o "$scratch/t.pdf" "$scratch/t.tsv"
pdftotext "$scratch/t.pdf" "$scratch/t.txt"
holds 'nor those of a sheet' test -z "$(grep deep "$scratch/t.txt")" -a -n "$(grep 'w.kif:1' "$scratch/t.txt")"

# the last move of Ōgi keeps what it says of the King's Privilege
kept='5Snr/5I1k^/7s/8/8/8/8/8 /16p4l3n2b2sir O/o moves f8g7+ h7g7/+S'
run 0 show --moves played "$kept"
out_has '最終手：g7玉（特権）'
run 0 show --moves played "${kept%/+S}"
out_lacks '特権'
run 0 show --moves played --draw style=ascii "$kept"
out_has 'last move to g7, keeping what it took promoted'

done_testing
