#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# What a work says of itself, and its solution, on the way into files.
# shellcheck source=tests/cli/lib.sh
. "$(dirname "$0")/lib.sh"
cd "$scratch" || exit 1
unset LC_ALL LANG LC_MESSAGES LANGUAGE

mate='7k1/9/6B1R/9/9/9/9/9/9 b Grb3g4s4n4l18p'
five='7k1/9/5S2p/9/9/9/9/9/9 b RGr2b3g3s4n4l17p'

# ---- said on the workbench, kept through edits, undone, saved and brought back
run 0 -c "position '$mate'; title 初雪; author 山田 太郎; date 2026-11; note 習作; title; give b P; author; note"
out_has '初雪'
out_has '山田 太郎'
out_has '習作'
run 0 -c "position '$mate'; title 初雪; undo; redo; name a; new; name a recall; title; undo 2"
out_has 'undone: title: 初雪'
out_has 'done again: title: 初雪'
run 2 -c "new; date"
err_has 'the work has no date'
run 2 --lang ja -c "new; title"
err_has '作品名がありません'
XDG_STATE_HOME=$scratch/state run 0 -c "position '$mate'; title 雪; note 一; give b P; keep here"
XDG_STATE_HOME=$scratch/state run 0 -c "restore here; title; undo 2; title"
out_is 'restored: earlier states 4, names 0
雪
undone: add P to the hand; note on the work: 一
雪'

# ---- headers of every format that has a place for them
for format in kif ki2 bod csa jkf; do
    "$KANJU" convert -f $format --title 初雪 --author 山田 --date 2026-11 --note 習作 "$mate" >a.$format
    run 0 convert -f kif a.$format
    for header in 作品名：初雪 作者：山田 発表年月：2026-11 備考：習作; do out_has "$header"; done
done
run 0 convert --title 1 --note n "$mate"
out_has $'1\t7k1/9/6B1R'
run 0 convert -f kif --title '' a.kif
out_lacks 作品名
printf '7\t%s\t1\tn\nb\t%s\n' "$mate" "$mate" >list.tsv
run 0 convert -f kif list.tsv
out_has '作品番号：7'
out_has '作品名：b'
out_has '備考：n'

# ---- a place is no title
run 0 check --no-diagram --useless=no --kif c.kif --html c.html "$mate"
run 0 solve --no-diagram --kif s.kif --html s.html "$mate"
run 0 show -o p.html "$mate"
holds 'argument 1 stays on the terminal' test -z "$(grep -l 'argument 1' c.kif c.html s.kif s.html p.html)"
holds 'the page has a name' grep -q '<title>Tsume-shogi</title>' p.html

# ---- the solution goes along, with variations where they have a place
run 0 -c "position '$five'; solve --no-diagram; convert -f kif"
out_has '手数：5手'
out_has '   6 詰み'
out_has '変化：2手'
run 0 -c "position '$five'; solve --no-diagram; convert -f kif --no-moves"
out_lacks '詰み'
run 0 -c "position '$five'; convert -f kif"
out_lacks '詰み'
run 0 -c "position '$five'; solve --no-diagram; convert -f csa"
out_has '%TSUMI'
holds 'nothing is lost' test ! -s "$scratch/err"
run 0 -c "position '$five'; solve --no-diagram; convert -f usi"
out_has ' moves R*2c'
holds 'nobody wrote what is lost' test ! -s "$scratch/err"
run 0 -c "position '$five'; title 雪; convert -f usi"
err_has 'usi cannot hold headers'
run 0 -c "position '$five'; solve --no-diagram; show -o steps.html; show -o bare.html --no-moves"
holds 'the page steps through it' test "$(wc -c <steps.html)" -gt "$(wc -c <bare.html)"
if unix_only 'PNG and PDF'; then
    run 0 -c "position '$five'; solve --no-diagram; sheet -o s.pdf; sheet -o n.pdf --no-moves"
    out_has 's.pdf: 1 problem, 2 pages'
    out_has 'n.pdf: 1 problem, 1 page'
fi
# what watch says is a mate is solved
run 0 -c "watch on; position '$five'
wait
convert -f kif"
out_has '   6 詰み'
out_has '変化：2手'

# ---- put and add: titles, length, note, solution; other lines stay
{ printf '#KIF version=2.0 encoding=UTF-8\n作品名：古い\n作者：だれか\n出典：本\n手数：1手\n'; "$KANJU" convert -f kif "$five"; } >w.kif
run 0 -c "open w.kif; title; title 新しい; note 一筆; solve --no-diagram; put; save"
out_has '古い'
holds 'the title is another' grep -q '^作品名：新しい$' w.kif
holds 'the author stays' grep -q '^作者：だれか$' w.kif
holds 'and what else was there' grep -q '^出典：本$' w.kif
holds 'the note has come' grep -q '^備考：一筆$' w.kif
holds 'the length is right' grep -q '^手数：5手$' w.kif
holds 'the moves, too' grep -q '^   1 ' w.kif
holds 'and the variations' grep -q '^変化：2手$' w.kif
run 0 -c "open w.kif; title -; put; add 2; save"
holds 'one title is gone' test "$(grep -c '^作品名' w.kif)" = 0
holds 'the new one has a number' grep -q '^作品番号：2$' w.kif
run 0 -c "open list.tsv; next; solve --no-diagram; note 良い; author 山田; put; position '$five'; title 雪; solve --no-diagram; add; save"
err_has 'a list cannot hold the author'
holds 'the length and note of a list' grep -q $'^b\t7k1.*\t1\t良い$' list.tsv
holds 'and of what was added' grep -q $'^雪\t7k1/9/5S2p.*\t5$' list.tsv
run 0 -c "position '$five'; title 雪; author 山田; note 良い; solve --no-diagram; save new.tsv; open new.tsv; title; note"
out_has '雪'
out_has '良い'
err_has 'a list cannot hold the author'
holds 'a new list has what add writes' grep -q $'^雪\t7k1/9/5S2p.*\t5\t良い$' new.tsv
run 0 -c "position '$five'; solve --no-diagram; save bare.tsv; open bare.tsv; position"
holds 'a length without a title' grep -q $'^\t7k1/9/5S2p.*\t5$' bare.tsv
out_has $'saved bare.tsv: 1 problem\n1/1\n7k1/9/5S2p'
run 0 -c "open list.tsv; next; list; list 雪; list 7k1"
out_has $'    1  7\n*   2  b\n    3  雪\n    3  雪\n    1  7'
run 2 -c "open list.tsv; list zzz"
err_has "no problem has 'zzz' in its line"
run 2 -c "list"
err_has 'no collection is open'

# ---- a record in its own language
printf '作者：Smith\n' | cat - <("$KANJU" convert -f kif "$mate") >en.kif
run 0 check --lang ja --no-diagram --kif c.kif en.kif
holds 'comments in English' grep -q '^\*blemished' c.kif
printf '作者：山田\n' | cat - <("$KANJU" convert -f kif "$mate") >ja.kif
run 0 check --no-diagram --kif c.kif ja.kif
holds 'comments in Japanese' grep -q '^\*完全' c.kif

# ---- stores
"$KANJU" batch -s a.kdb a.kif >/dev/null 2>&1
run 0 find a.kdb 'author:山田 date:2026 note:習作' --json
out_has '"date":"2026-11"'
out_has '"note":"習作"'
printf '作品名：雪\n' | cat - <("$KANJU" convert -f kif "$mate") >snow.kif
"$KANJU" batch -s snow.kdb snow.kif >/dev/null 2>&1
run 0 find snow.kdb plies=1
out_is $'雪\t7k1/9/6B1R/9/9/9/9/9/9 b Grb3g4s4n4l18p 1\t1' # its title once, and no note
run 0 report a.kdb -f kif
out_has '発表年月：2026-11'

# ---- a report for an author
mkdir col
"$KANJU" convert -f kif --title 初雪 --author '山田 太郎' --date 2026-11 "$mate" >col/1.kif
"$KANJU" convert -f kif --title 雪の朝 --author '山田 太郎' "$five" >col/2.kif
"$KANJU" convert -f kif --title 他人 --author 鈴木 '8k/9/6S2/9/9/9/9/9/9 b RGr2b3g3s4n4l18p' >col/3.kif
"$KANJU" batch -s b.kdb --task check --budgets 20kn col >/dev/null 2>&1
run 0 --lang ja report b.kdb --author 山田
out_has '山田 太郎 作品検討報告'
out_has '2作、'
out_has '初雪（2026-11）'
out_has '本手順: ▲２二金'
out_has '3手目を指す前'
out_has '欠陥 3手目'
out_lacks '他人'
out_lacks '局面数'
out_lacks 'profile='
out_lacks 'b.kdb'
run 0 report b.kdb --work 初雪
out_has 'Report on works by 山田 太郎'
out_has '1 work; blemished: 1'
out_lacks 雪の朝
run 0 --lang ja report b.kdb --author '山田 太郎' --notation western -o r.html
holds 'a page in Japanese' grep -q '<html lang="ja">' r.html
holds 'with a board for each place' test "$(grep -c '<svg[^>]*viewBox' r.html)" -ge 4
holds 'in the notation asked for' grep -q 'G\*2b' r.html
if unix_only 'PNG and PDF'; then
    run 0 report b.kdb --author '山田 太郎' -o r.pdf
    pdftotext -layout r.pdf r.txt
    holds 'the PDF has both works' test "$(grep -c '初雪\|雪の朝' r.txt)" = 2
fi
# where the author's line fails beyond the main line is said on its own board
cat >fails.kif <<'END'
作品名：冬の夜
作者：鈴木
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
先手の持駒：金
   1 １二飛成(13)
   2 同　玉(21)
   3 ２二角成(33)
END
"$KANJU" batch --store f.kdb --task check fails.kif >/dev/null 2>&1
for call in '--work 冬の夜' '' '--work 冬の夜 --format kif'; do
    # shellcheck disable=SC2086 # words
    run 0 report f.kdb $call
    out_has "defect: the author's line does not work, ply"
done
run 0 report f.kdb --work 冬の夜
out_has '最終手：'
run 2 report b.kdb --author 佐藤
err_has 'no work by this author, expected one of: 山田 太郎; 鈴木'
run 2 report b.kdb --work nothing
err_has 'no such work'
run 0 report b.kdb --author 鈴木 --format list
out_lines 1
run 0 --lang ja report b.kdb -o all.html
holds 'the search box of the page is in Japanese' grep -q '探す文字' all.html
done_testing
