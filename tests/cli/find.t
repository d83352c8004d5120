#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Reports on a store, and queries.
# shellcheck source=tests/cli/lib.sh
. "$(dirname "$0")/lib.sh"

docs=$(realpath "$(dirname "$0")/../../docs")
cd "$scratch" || exit 1
mate1='7k1/9/6B1R/9/9/9/9/9/9 b Grb3g4s4n4l18p 1'
cat >list.tsv <<E
one	$mate1	1	the first
mirrored	1k7/9/R1B6/9/9/9/9/9/9 b Grb3g4s4n4l18p 1	3
turned	9/9/9/9/9/9/r1b6/9/1K7 w g1RB3G4S4N4L18P 1
near	7k1/9/6B1R/9/9/9/9/8l/9 b Grb3g4s4n3l18p 1
three	6n1k/9/8p/9/5B3/9/9/9/9 b RSrb4g3s3n4l17p 1	3
none	6n1k/9/8p/9/9/5B3/9/9/9 b RSrb4g3s3n4l17p 1	7
bad	7k1/9/6X1R/9/9/9/9/9/9 b G 1
E
cat >one.kif <<E
作品名：一間の飛
作者：看寿, "the son"
発表誌：雑誌
手数：1手
後手の持駒：角二　金四　銀四　桂四　香四　歩十六　
  ９ ８ ７ ６ ５ ４ ３ ２ １
+---------------------------+
| ・ ・ ・ ・ ・ ・ ・ ・v玉|一
| ・ ・ ・ ・ ・ ・ ・ ・ ・|二
| ・ ・ ・ ・ ・ ・ ・ 歩 と|三
| ・ ・ ・ ・ ・ ・ ・ ・ ・|四
| ・ ・ ・ ・ ・ ・ ・ ・ ・|五
| ・ ・ ・ ・ ・ ・ ・ ・ ・|六
| ・ ・ ・ ・ ・ ・ ・ ・ ・|七
| ・ ・ ・ ・ ・ ・ ・ ・ ・|八
| ・ ・ ・ ・ ・ ・ ・ ・ ・|九
+---------------------------+
先手の持駒：飛二　
先手番
E
run 3 batch --store a.kdb list.tsv one.kif

# queries: which ids they find
finds() { # IDS QUERY
    run 0 find a.kdb "$2"
    local ids
    ids=$(cut -f 1 "$scratch/out" | tr '\n' ' ')
    [ "$ids" = "$1" ]
    say $? "'$2' finds $1" "found: $ids"
}
finds 'one mirrored turned near three 一間の飛 ' 'verdict:mate'
finds 'none ' 'verdict=nomate'
finds 'three ' 'plies>1'
finds 'three ' 'plies:2..5'
finds 'one mirrored turned near 一間の飛 ' 'plies!=2..5'
finds 'one mirrored turned ' 'is:duplicate'
finds 'one ' 'is:duplicate and is:first'
finds 'mirrored ' 'is:shorter and verdict:mate'
finds 'one ' 'note:FIRST'
finds '' 'note=first'
finds '一間の飛 ' 'composer:"看寿, "'
finds '一間の飛 ' 'any:雑誌'
finds 'three none ' 'file:list id:e and (recorded=3 or recorded=7) and not is:duplicate'
finds 'three none ' 'board:n'
finds 'one mirrored turned near ' 'board:R+b or king:2a or king:8a or king:8i'
finds 'near ' 'at:2a=k,1h=l'
finds 'turned ' 'at:8i=k'
finds 'mirrored ' 'first:G*8b'
finds 'turned ' 'last:G*8h move:G*8h mate:8i'
finds 'one mirrored turned near ' 'hand:G'
finds 'three none ' 'hand=SR'
finds 'near ' 'uses=BGR not is:duplicate'
finds 'one mirrored near ' 'pattern:k1/2/?R'
finds 'one near ' 'pattern=7k1//6B1R'
finds 'one ' 'pattern=7k1//6B1R////9/9'
finds '' 'pattern:k1K/2/?R'
finds 'three ' 'board:n (plies=3 or plies=5) not (verdict:nomate)'
finds 'none ' 'handsize=2 pieces=4 copies=1 verdict:nomate'
finds 'one mirrored turned near three none 一間の飛 ' 'not game:ogi or is:error'
finds '' 'is:open'
finds '' 'code:cook or theme:drop-mate-avoided'

# what is wrong is said with its column
run 2 find a.kdb 'plies>=9 and pliez:1'
err_has "column 14: unknown field 'pliez'"
for query in "verdict:unsoud|did you mean 'unsound'" "code:cok|did you mean 'cook'" \
    "theme:sacrifise|did you mean 'sacrifice'" "game:shgi|did you mean 'shogi'" \
    "cause:nods|did you mean 'nodes'" "is:errror|did you mean 'error'" \
    'theme:x|expected a theme (' 'verdict:x|expected one of mate, nomate, unknown, sound, ' \
    'game:xxxxxx|expected one of shogi, '; do
    run 2 find a.kdb "plies=1 or ${query%|*}"
    err_lines 1
    err_has "${query#*|}"
    err_has "QUERY: column "
done
run 2 find a.kdb 'plies=1 or pliez:1'
err_has "column 12: unknown field 'pliez', did you mean 'plies'?"
run 2 compose --theme sacrifise --nodes 1
err_has "unknown theme 'sacrifise', did you mean 'sacrifice'?"
for word in mate nomate unknown sound blemished unsound hisshi none; do
    run 0 find a.kdb "verdict:$word"
done
run 0 find a.kdb 'code:line or code:no-mate or cause:memory or game:dobutsu'
# what could not be read is no problem
run 0 find a.kdb is:error
out_lines 0
err_has 'warning: --format=list cannot show what could not be read (1), expected text, csv'
run 0 find --format kif a.kdb is:error
err_has 'warning: --format=kif cannot show'
for format in text csv jsonl html; do
    run 0 find --format "$format" a.kdb is:error
    err_lines 0
    out_has 'is not a piece of shogi'
done
run 0 find a.kdb plies=1
err_lines 0
run 2 find a.kdb 'plies:x'
err_has "column 7: 'x' is not a number"
run 2 find a.kdb '(plies=1'
err_has "column 9: expected ')' for the '(' at column 1"
run 2 find a.kdb 'plies=1)'
err_has "column 8: ')', expected the end"
run 2 find a.kdb 'composer<x'
err_has "column 1: 'composer' is not a number"
run 2 find a.kdb 'note:"a'
err_has "column 6: a quote that does not end"
run 2 find a.kdb 'at:5x=k'
err_has 'column 4: '
run 2 find a.kdb 'not'
err_has 'column 4: '
run 2 find a.kdb 'plies=1 or'
err_has 'column 11: '
run 2 find a.kdb "$(printf '(%.0s' $(seq 100))"
err_has 'too deep'
run 3 find none.kdb 'plies=1'
err_has 'none.kdb: no such file'
run 2 find --task solve --format nothing a.kdb 'plies=1'
# a value is never SQL
run 0 find a.kdb "id:\"'; DROP TABLE item; --\""
out_lines 0

# a found list is a collection
run 0 find a.kdb 'plies=1' -o found.tsv
run 0 batch --store b.kdb found.tsv
out_has '3 different problems: 3 mate'

# reports
run 0 report a.kdb
out_has '8 problems in 2 files, 5 of them different; 1 not understood'
out_has $'list.tsv:1  one\n  list.tsv:2  mirrored\n  list.tsv:3  turned'
out_has 'the same but for one piece'
out_has "not understood: "
out_has 'nomate                                  1'
run 0 report --format csv --stable a.kdb
out_lines 9
out_has 'one.kif:1,一間の飛,一間の飛,"看寿, ""the son""",'
out_has 'list.tsv:3,turned,,,,,,,shogi,9/9/9/9/9/9/r1b6/9/1K7 w'
run 0 report --format jsonl --stable a.kdb
out_lines 8
json_has title '"一間の飛"'
json_has headers '{"発表誌":"雑誌"}'
json_has error "\"'X' is not a piece of shogi, expected one of R B G S N L P K\""
out_has '"line":["G*8h"]'
cp out first
run 3 batch --store c.kdb --threads 3 one.kif list.tsv
run 0 report --format jsonl --stable c.kdb
holds 'a stable report depends on the contents only' cmp first out
run 0 report --format kif a.kdb -o all.kif
run 1 solve all.kif
out_has '7 problems: 6 mate, 1 no mate, 0 unknown, 0 not understood'
run 5 report a.kdb -o no/such/folder

# every field is described
run 2 find a.kdb "x=1"
read -ra fields < <(sed "s/.*one of //; s/ (see.*//; s/,//g" err)
for field in "${fields[@]}"; do
    holds "$field is described" grep -q "\`$field\`" "$docs/find.md"
done

# a folder gets a file for each problem, in any format
for i in $(seq 11); do printf 'x%s\t7k1/9/6B1R/9/9/9/9/9/9 b Grb3g4s4n4l18p 1\n' "$i"; done >"$scratch/many.tsv"
"$KANJU" batch --store "$scratch/many.kdb" --nodes 1000 "$scratch/many.tsv" >/dev/null 2>&1
for format in text:txt list:tsv csv:csv jsonl:jsonl html:html kif:kifu; do
    run 0 report --format "${format%:*}" -o "$scratch/$format/" "$scratch/many.kdb"
    holds "there are 11 files of ${format%:*}, numbered in order" test "$(cd "$scratch/$format" && echo * | cut -d ' ' -f 1,9-)" = \
        "many-01.${format#*:} many-09.${format#*:} many-10.${format#*:} many-11.${format#*:}"
done
holds 'each has its problem' grep -q '^x11' "$scratch/list:tsv/many-11.tsv"
holds 'and no other' test "$(wc -l <"$scratch/jsonl:jsonl/many-03.jsonl")" -eq 1
run 0 find "$scratch/many.kdb" id:x1 -o "$scratch/list:tsv"
run 0 dedupe "$scratch/many.tsv" -o "$scratch/unique/"
holds 'dedupe has one' test "$(echo "$scratch/unique/"*)" = "$scratch/unique/many.tsv"
run 0 report --format kif -o "$scratch/all.kif" "$scratch/many.kdb"
err_has '11 records in one file, which other programs refuse; expected --output=FOLDER/'
run 0 report --format kif -o "$scratch/one.kif" "$scratch/many.kdb" --lang ja
err_has '一局ずつ書くには --output=FOLDER/'
# what is written takes the place of a file that is there, with its mode, and behind a link
chmod 640 "$scratch/all.kif"
ln -s all.kif "$scratch/link.kif"
run 0 find "$scratch/many.kdb" id=x3 --format kif -o "$scratch/link.kif"
err_lines 0
holds 'the link is still one' test -L "$scratch/link.kif"
holds 'the file behind it is new' grep -q '作品番号：x3' "$scratch/all.kif"
unix_only 'modes of files' && holds 'and as before for whom it is' test "$(stat -c %a "$scratch/all.kif")" = 640

# ---- near: prior art ----
work='9/9/2R6/k8/N8/B8/9/9/9 b rb4g4s3n4l18p 1'
mkdir "$scratch/art"
printf 'same\t%s\t3\nbroken\t9/9\n' '9/9/6R2/8k/8N/8B/9/9/9 b rb4g4s3n4l18p 1' >"$scratch/art/one.tsv"
printf 'apart\t%s\nfar\t%s\n' '8p/9/2R6/k8/N8/B8/9/9/9 b rb4g4s3n4l17p 1 moves 7c8c+ 9d9e 8c8e' \
    '8k/9/8P/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1' >"$scratch/art/two.tsv"
run 3 near "$scratch/art" "$work"
out_has 'compared with: 3, near: 2'
out_has ' 1. the same diagram, mirrored'
out_has ' 2. 1 piece apart, the same last 3 moves (piece kinds may differ)'
out_has "$scratch/art/two.tsv:1  apart"
run 0 near "$scratch/art/two.tsv" "$work"
out_lacks 'mirrored'
# the same from a store, with the line that was found; several collections; on the board
run 0 batch --store "$scratch/art.kdb" --threads 1 "$scratch/art/two.tsv"
run 0 near "$scratch/art.kdb,$scratch/art/two.tsv" "$work"
out_has 'compared with: 4, near: 2'
run 0 -c "position '$work'; near $scratch/art.kdb"
out_has ' 1. 1 piece apart'
printf 'ogi\t%s\n' 'k^7/8/Bp6/8/8/8/8/8 2S/15p4l4n2i2r2sb O/o' >"$scratch/art/three.tsv"
run 0 -c "position '$work'; near $scratch/art/three.tsv,$scratch/art.kdb"
out_has 'compared with: 3'
run 0 near --lang ja "$scratch/art.kdb" "$work"
out_has '1枚違い、最後の3手が同じ（駒種の違いを除く）'
run 3 near "$scratch/nothing" "$work"
run 3 near "$scratch/art.kdb" '9/9'
err_lines 1
run 2 near "$scratch/art.kdb"
err_has 'missing PROBLEM'

done_testing
