#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# convert, and files of games wherever a problem can stand.
# shellcheck source=tests/cli/lib.sh
. "$(dirname "$0")/lib.sh"

mate='7k1/9/6B1R/9/9/9/9/9/9 b Grb3g4s4n4l18p 1'

# USEN and links with it, as arguments and in files
run 0 convert --format usen startpos moves 7g7f 3c3d
out_is '~0.7ku2jm.'
run 0 convert --format usi 'https://example.org/?bn=A&u=%7E0.7ku2jm.r&move=2'
out_has 'moves 7g7f 3c3d'
err_has 'usi cannot hold headers, how it ends'
run 0 solve --no-diagram '7k1_9_6B1R_9_9_9_9_9_9.b.Grb3g4s4n4l18p~0..'
out_has 'mate in 1 ply'
printf '~0.7ku2jm.~1.20m.\n\n~0.x\n' >"$scratch/links.txt"
run 3 convert --format kif "$scratch/links.txt"
out_has '変化：2手'
err_has "links.txt:3:4: 'x' is not a move of USEN"
run 3 convert --format usen --variant minishogi startpos
err_has 'USEN is for shogi alone'

# A problem with headers, comments, unknown lines and a branch, as Kanju writes it.
cat >"$scratch/full.kif" <<'END'
作品番号：12
作品名：例題
作者：Kanju
受賞：なし
手合割：その他
後手の持駒：飛　角　金三　銀四　桂四　香四　歩十八
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
知らない行
手数----指手---------消費時間--
   1 ２二金打     ( 0:00/00:00:00)+
*詰み
   2 詰み         ( 0:00/00:00:00)

変化：1手
   1 ２二角成(33) ( 0:00/00:00:00)
*これは紛れ
END

# ---- solving files of games
run 0 solve "$scratch/full.kif"
out_has 'mate in 1 ply'
run 0 solve --json "$scratch/full.kif"
json_has id '"12"'
json_has verdict '"mate"'
# a position alone needs no 手合割：その他, which python-shogi refuses; what was there in BOD stays
run 0 convert --format bod "$scratch/full.kif"
out_lacks 'その他'
out_has '作品名：例題'
sed '/^手数----/,$d' "$scratch/full.kif" >"$scratch/full.bod"
run 0 convert --format bod "$scratch/full.bod"
out_has '手合割：その他'

for format in ki2 bod csa jkf sfen feen; do
    run 0 convert --format "$format" --output "$scratch/one.$format" "$scratch/full.kif"
    run 0 solve --json "$scratch/one.$format"
    json_has verdict '"mate"'
done
# in USI the moves are the author's line, unless they have been played, and here the last one mates
run 0 convert --format usi --output "$scratch/one.usi" "$scratch/full.kif"
run 0 solve "$scratch/one.usi"
out_has 'mate in 1 ply'
run 3 solve --moves played "$scratch/one.usi"
err_has 'move 1 ends the game (checkmate)'
run 0 check --no-diagram "$scratch/one.usi"
out_has "author's line, 1 ply"
run 0 solve - <"$scratch/one.csa"
out_has 'mate in 1 ply'

# ---- nothing is lost where nothing need be
run 0 convert --format kif "$scratch/full.kif"
holds 'KIF comes back byte by byte' cmp -s "$scratch/out" "$scratch/full.kif"
err_lines 0
sed '/^知らない行$/d' "$scratch/full.kif" >"$scratch/known.kif"
run 0 convert --format kif "$scratch/one.jkf"
grep -v '知らない行' "$scratch/out" >"$scratch/from_jkf"
holds 'KIF comes back by way of JKF' cmp -s "$scratch/from_jkf" "$scratch/known.kif"
run 0 convert --format csa "$scratch/one.csa"
holds 'CSA comes back byte by byte' cmp -s "$scratch/out" "$scratch/one.csa"
run 0 convert --format jkf "$scratch/one.jkf"
holds 'JKF comes back byte by byte' cmp -s "$scratch/out" "$scratch/one.jkf"

# ---- encodings and line ends
run 0 convert --format kif --encoding cp932 --output "$scratch/sjis.kif" "$scratch/full.kif"
holds 'CP932 is written' test "$(iconv -f CP932 -t UTF-8 "$scratch/sjis.kif" | cksum)" = \
    "$(cksum <"$scratch/full.kif")"
sed 's/$/\r/' "$scratch/full.kif" | iconv -f UTF-8 -t CP932 >"$scratch/dos.kif"
run 0 convert --format kif --encoding cp932 "$scratch/dos.kif"
holds 'a file as on Windows comes back byte by byte' cmp -s "$scratch/out" "$scratch/dos.kif"
printf '\357\273\277手合割：平手\n' >"$scratch/bom.kif"
run 0 convert --format kif "$scratch/bom.kif"
holds 'a byte order mark is kept' cmp -s "$scratch/out" "$scratch/bom.kif"
# pieces keep the names that a file has for them: 竜, 王, 全 (move by move)
cat >"$scratch/names.kif" <<'E'
手合割：その他
後手の持駒：なし
  ９ ８ ７ ６ ５ ４ ３ ２ １
+---------------------------+
| ・ ・ ・ ・ ・ ・ ・ ・v玉|一
| ・ ・ ・ ・ ・ ・ ・ ・ ・|二
| ・ ・ ・ ・ 全 ・ ・ ・ ・|三
| ・ ・ ・ ・ ・ ・ ・ ・ ・|四
| ・ ・ ・ ・ 竜 ・ ・ ・ ・|五
| ・ ・ ・ ・ ・ ・ ・ ・ ・|六
| ・ ・ ・ ・ ・ ・ ・ ・ ・|七
| ・ ・ ・ ・ ・ ・ ・ ・ ・|八
| 龍 ・ ・ ・ 王 ・ ・ ・ ・|九
+---------------------------+
先手の持駒：なし
先手番
手数----指手---------消費時間--
   1 ４三全(53)
   2 ２一王(11)
   3 ４五竜(55)+
   4 １一玉(21)
   5 ９五龍(99)

変化：3手
   3 ４八王(59)
E
run 0 convert --format kif "$scratch/names.kif"
holds 'names of pieces in KIF stay' diff "$scratch/names.kif" "$scratch/out"
run 0 convert -o "$scratch/names.ki2" "$scratch/names.kif"
run 0 convert --format ki2 "$scratch/names.ki2"
holds 'and in KI2' diff "$scratch/names.ki2" "$scratch/out"
out_has '▲４三全'
out_has '竜'
run 0 convert --format jkf "$scratch/names.kif"
mv "$scratch/out" "$scratch/names.jkf"
run 0 convert --format kif "$scratch/names.jkf"
out_has '４五龍(55)'

# UTF-16 as its mark tells, a file as any other
for order in LE BE; do
    {
        printf '\357\273\277'
        sed 's/$/\r/' "$scratch/full.kif"
    } | iconv -f UTF-8 -t UTF-16$order >"$scratch/wide.kif"
    run 0 convert --format kif "$scratch/wide.kif"
    holds "UTF-16 ($order) becomes UTF-8 with a mark" \
        test "$(sed '1s/^\xef\xbb\xbf//; s/\r$//' "$scratch/out" | cksum)" = "$(cksum <"$scratch/full.kif")"
    printf '\357\273\277a\t7k1/9/6B1R/9/9/9/9/9/9 b Grb3g4s4n4l18p 1\nb\t7k1/9/6X1R/9/9/9/9/9/9 b - 1\n' |
        iconv -f UTF-8 -t UTF-16$order >"$scratch/wide.tsv"
    run 3 solve --no-diagram "$scratch/wide.tsv"
    out_has 'a: mate in 1 ply'
    err_has "wide.tsv:2:10: 'X' is not a piece"
    run 3 solve --no-diagram - <"$scratch/wide.tsv"
    out_has 'a: mate in 1 ply'
    run 3 batch --store "$scratch/wide$order.kdb" - <"$scratch/wide.tsv"
    out_has '1 mate'
    # saved as it was
    run 0 -c "open $scratch/wide.tsv; give b P; put; save" </dev/null
    holds "and comes back in UTF-16 ($order)" test "$(iconv -f UTF-16 -t UTF-8 "$scratch/wide.tsv")" = \
        "$(printf 'a\t7k1/9/6B1R/9/9/9/9/9/9 b GPrb3g4s4n4l17p 1\nb\t7k1/9/6X1R/9/9/9/9/9/9 b - 1')"
    holds 'with its mark' test "$(head -c 2 "$scratch/wide.tsv" | od -An -tx1)" = \
        "$([ $order = LE ] && echo ' ff fe' || echo ' fe ff')"
done
printf '\377\376a' >"$scratch/cut.kif"
run 3 show "$scratch/cut.kif"
err_has 'byte 3: no UTF-16, which its first two bytes tell'
# neither a mark nor CR goes where programs read
printf '\357\273\277手合割：平手\r\n   1 ７六歩(77)\r\n' >"$scratch/both.kif"
printf '\357\273\2777k1/9/6B1R/9/9/9/9/9/9 b G 1\r\n' >"$scratch/both.sfen"
for format in sfen usi feen usen jkf; do
    for file in both.kif both.sfen; do
        [ "$format.$file" != usen.both.sfen ] || continue
        run 0 convert --format "$format" "$scratch/$file"
        cp "$scratch/out" "$scratch/shown"
        holds "$format of $file is plain" test -z "$(tr -d -c '\r\357' <"$scratch/shown")"
        run 0 convert -o "$scratch/plain.$format" "$scratch/$file"
        holds "a file as well" cmp "$scratch/shown" "$scratch/plain.$format"
    done
done
run 0 convert --format kif "$scratch/sjis.kif"
holds 'CP932 becomes UTF-8' cmp -s "$scratch/out" "$scratch/full.kif"
printf '先手：☗\n手合割：平手\n' >"$scratch/mark.kif"
run 3 convert --format kif --encoding cp932 "$scratch/mark.kif"
err_has "line 1: column 4: CP932 does not have '☗', expected UTF-8"

# ---- what a format cannot hold is said
run 0 convert --format csa "$scratch/full.kif"
out_has 'P-00AL'
out_has '+0022KI'
out_has '%TSUMI'
err_has 'warning: csa cannot hold 1 branch'
run 0 convert --format usi "$scratch/full.kif"
out_is "position sfen $mate moves G*2b"
err_has 'warning: usi cannot hold 1 branch, headers, comments, times, how it ends'
run 0 convert "$scratch/full.kif"
out_is "$mate"
run 3 convert --format csa '4k^3/8/8/8/8/8/8/4K^3 / O/o'
err_has 'CSA has no code for 姫 of Ōgi'
run 3 convert --format feen --variant 56shogi '2k2/5/5/5/5/2K2 b -'
err_has 'FEEN has no style for'

# ---- positions of other games
run 0 convert --format feen '4k^3/8/8/8/8/8/8/4K^3 / O/o'
out_is '4k^3/8/8/8/8/8/8/4K^3 / O/o'
run 0 convert --format kif --output "$scratch/ogi.kif" '4k^3/8/8/8/8/8/4+p3/4K^3 +P/ O/o'
run 0 convert --format feen "$scratch/ogi.kif"
out_is '4k^3/8/8/8/8/8/4+p3/4K^3 +P/ O/o'
run 0 convert --format csa --output "$scratch/56.csa" '2k2/5/5/5/5/2K2 b RG 1'
run 0 convert "$scratch/56.csa"
out_is '2k2/5/5/5/5/2K2 b RG 1'
run 0 convert --format usi startpos moves 7g7f
out_is 'position sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1 moves 7g7f'
run 0 convert startpos moves 7g7f
out_has ' w - 1'

ogi='4k^3/8/8/8/8/8/4+p3/4K^3 +P/ O/o moves e1e2/+P e8e7 +P*a7'
run 0 convert --format usi "$ogi"
out_has ' moves e1e2/+P e8e7 +P*a7'
run 3 convert --format usi 'startpos moves 7g7f 3c3'
err_has "argument 1:23: '3' is not a square"
# what went says so
run 2 convert --format pan startpos
err_has '--format=pan: expected sfen, usi'

# ---- lists keep their fields
printf 'a\t%s\t1\t良い\nb\t%s\t3\n' "$mate" "$mate" >"$scratch/list.tsv"
run 0 convert "$scratch/list.tsv"
holds 'a list comes back' cmp -s "$scratch/out" "$scratch/list.tsv"
run 0 convert --format kif --output "$scratch/list.kif" "$scratch/list.tsv"
err_has '2 records in one file, which other programs refuse; expected --output=FOLDER/'
run 0 solve --json "$scratch/list.kif"
out_lines 2
json_has id '"b"'
holds 'the note is a remark' grep -q '^備考：良い$' "$scratch/list.kif"

# ---- folders
mkdir -p "$scratch/in/deep"
cp "$scratch/full.kif" "$scratch/in/a.kif"
cp "$scratch/list.tsv" "$scratch/in/deep/b.tsv"
echo 'no problem' >"$scratch/in/c.pdf"
run 0 convert --format csa --output "$scratch/res/" "$scratch/in"
holds 'there is a file for each problem' \
    test "$(cd "$scratch/res" && echo *)" = 'a.csa b-1.csa b-2.csa'
run 0 convert --format kif --output "$scratch/kifs/" "$scratch/in/a.kif"
holds 'UTF-8 has the extension .kifu' cmp -s "$scratch/kifs/a.kifu" "$scratch/full.kif"
mkdir "$scratch/none"
run 3 convert "$scratch/none"
err_has 'no file of a known format in it'

# ---- JSON
run 0 convert --json --format csa "$scratch/full.kif"
out_lines 1
json_has format '"csa"'
json_has lost '"1 branch"'
json_has file null
holds 'the text is there' grep -q '"text":"'"'"'CSA encoding=UTF-8\\n' "$scratch/out"

# ---- errors tell file, line and column; the others go on
printf '手合割：平手\n   1 ７六歩(77)\n   2 ９九龍(11)\n' >"$scratch/bad.kif"
run 3 convert --format usi "$scratch/bad.kif" "$scratch/full.kif"
err_has "bad.kif:3:8: no 龍 on 1a, which has 香"
out_has 'G*2b'
printf '手合割：平手\n先手の持駒：なし\n   1 ９九龍打\n' >"$scratch/late.kif"
run 3 solve "$scratch/late.kif"
err_has 'late.kif:3:'
# what is wrong with a position, at its row
printf '手合割：その他\n| ・ ・ ・|\n| ・v獅 ・|\n|v獅 ・ ・|\n| ・ ・ 獅|\n' >"$scratch/kings.kif"
run 3 solve "$scratch/kings.kif"
err_has 'kings.kif:4: two kings of one side: gote has another on 3c'
printf 'P1 *  *  *  *  * \nP2-OU *  *  *  * \nP3 *  *  *  * -OU\n' >"$scratch/kings.csa"
printf 'P4 *  *  *  *  * \nP5 *  *  *  *  * \n+\n' >>"$scratch/kings.csa"
run 3 solve "$scratch/kings.csa"
err_has 'kings.csa:2: two kings of one side: gote has another on 5b'
printf 'PI\n+\n+7775FU\n' >"$scratch/bad.csa"
run 3 solve "$scratch/bad.csa"
err_has 'bad.csa:3:2: move 1 is impossible'
printf '{"moves":[{},{"special":"DANCE"}]}' >"$scratch/bad.jkf"
run 3 solve "$scratch/bad.jkf"
err_has 'bad.jkf: moves[1]: an unknown special'
printf 'nothing of the kind\n' >"$scratch/empty.kif"
run 3 convert "$scratch/empty.kif"
err_has 'no position, move or header in it'
run 2 convert --format svg startpos
err_has '--format=svg: expected sfen, usi'

done_testing
