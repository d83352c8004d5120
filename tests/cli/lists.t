#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Lists and tables: one meaning everywhere, and nothing of them lost on the way through formats.
# shellcheck source=tests/cli/lib.sh
. "$(dirname "$0")/lib.sh"
cd "$scratch" || exit
KANJU=$(cd "$OLDPWD" && realpath "$KANJU")

one='7k1/9/6B1R/9/9/9/9/9/9 b Grb3g4s4n4l18p 1'
three='6n1k/9/8p/9/5B3/9/9/9/9 b RSrb4g3s3n4l17p 1'

# ---- moves behind a position: the author's line where they check
line="$three moves R*1b 1a2a S*3b"
open="$three moves R*1b 1a2a"
quiet="$three moves S*5e"
printf 'sfen %s\nposition sfen %s\n' "$line" "$open" >lines.usi
run 0 solve --json lines.usi
holds 'both are mates in three' test "$(grep -c '"plies":3' <<<"$out")" = 2
run 0 batch --store a.kdb --json lines.usi
run 1 check --json --useless=no --no-themes lines.usi
out_has 'lines.usi:2'
run 0 find a.kdb plies=3
out_lines 2
run 0 check --json --useless=no "$line"
json_has plies 3
for given in "$line" "$open"; do
    run 0 solve --json "$given"
    json_has plies 3
    json_has position "\"$three\""
    run 0 show --json "$given"
    json_has position "\"$three\""
    run 0 convert "$given"
    out_is "$three"
    run 0 solve --json --moves line "$given"
    json_has plies 3
done
run 0 solve --json --moves played "$open"
json_has plies 1
run 1 solve --json "$quiet"
holds 'a quiet move has been played' grep -q ' w ' <<<"$out"
run 0 convert "$quiet"
out_has ' w '
run 0 solve --json --moves line "$quiet"
json_has plies 3
# of a record likewise
"$KANJU" convert -f kif "$open" >open.kif
run 0 solve --json open.kif
json_has plies 3
run 0 solve --json --moves played open.kif
json_has plies 1
# commands about a position of a game take them as played
run 0 moves --notation usi "$open"
out_has 'S*3b'
run 0 status "$open"
out_has 'to move: sente'
run 0 perft 1 "$line"
out_is 0
run 2 solve --moves maybe "$one"

# ---- 必至: threats are as good as checks
brink='9/9/6g1k/6+B2/8B/7P1/9/9/9 b 2r3g4s4n4l17p 1'
threat=$("$KANJU" hisshi --json "$brink" | sed 's/.*"line":\["\([^"]*\)".*/\1/')
printf 'sfen %s moves %s\n' "$brink" "$threat" >brink.usi
run 0 hisshi --json brink.usi
json_has plies 1
run 0 solve --goal hisshi --json brink.usi
json_has plies 1
run 0 batch --task hisshi --store h.kdb --json brink.usi
run 0 find h.kdb verdict:hisshi
out_has "$brink"
run 1 hisshi --json "$brink moves 2f2e" # a quiet move that threatens nothing

# ---- id, length, note, title, author and date through every format that holds them
printf 'id,sfen,plies,moves,note,title,author,date\n' >all.csv
printf '7,%s,3,R*1b 1a2a S*3b,"a note, long",題,山田,2026-11\n' "$three" >>all.csv
run 0 convert -f tsv all.csv
whole=$out
holds 'the table has it all' grep -qF "7	$three	3	R*1b 1a2a S*3b	a note, long	題	山田	2026-11" <<<"$whole"
for format in kif ki2 csa jkf tsv; do
    run 0 convert -f "$format" -o "x.$format" all.csv
    run 0 convert -f tsv "x.$format"
    out_is "$whole"
    run 0 batch --store "$format.kdb" --json "x.$format"
    run 0 report --format csv "$format.kdb"
    out_has ',7,題,山田,2026-11,3,"a note, long",'
done
printf 'work\t%s\t1\tfirst\n0\t%s\t0\n' "$one" "$one" >plain.tsv
run 0 convert plain.tsv
out_is "$(cat plain.tsv)"
run 0 convert -f kif -o plain.kif plain.tsv
run 0 convert -f tsv plain.kif
out_has "work	$one	1		first"
out_has "0	$one	0"
run 0 convert -f usi all.csv
err_has 'usi cannot hold headers'

# ---- a game keeps how it ended
printf 'position startpos moves 7g7f 3c3d resign\n' >ended.usi
run 0 convert -f csa ended.usi
out_has '%TORYO'
run 0 convert -f kif 'startpos moves 7g7f win'
out_has '入玉勝ち'

# ---- a byte order mark before a command is none of it
bom=$'\xef\xbb\xbf'
printf '%susi\nquit\n' "$bom" | "$KANJU" usi >said
holds 'the engine answers' grep -q usiok said
printf '%susi\n%sposition sfen %s moves G*2b\n%sgo mate 100\nquit\n' "$bom" "$bom" "$three" "$bom" |
    "$KANJU" usi >said
holds 'to each of its commands' grep -q '^checkmate' said
printf '%ssolve --json %s\n' "$bom" "'$one'" | "$KANJU" >said
holds 'so does the workbench' grep -q '"plies":1' said
printf 'position startpos moves 7g7f 3c3d resign\ngo mate 10\nquit\n' | "$KANJU" usi >said
holds 'a game that has ended is a position' grep -q '^checkmate' said
holds 'without a word against it' test "$(grep -c 'string position' said)" = 0

# ---- what cannot be read is told with its place, the others go on
printf '# list\n%s\nwhat\n\nx\t%s\n' "$one" "$one" >bad.tsv
run 3 solve --json bad.tsv
err_has 'bad.tsv:3:1:'
holds 'two are solved' test "$(grep -c '"verdict":"mate"' <<<"$out")" = 2
printf 'id,sfen\n1,\n2,%s\n' "$one" >bad.csv
run 3 convert bad.csv
err_has "bad.csv:2: no position, expected one as 'sfen'"
out_is "2	$one"
run 3 solve 'https://lishogi.org/Ab3dEf9h'
err_has 'a link without a position'
err_lines 1
run 0 solve --json 'https://lishogi.org/analysis/8k/9/8P/9/9/9/9/9/9_b_G2r2b3g4s4n4l17p_1'
json_has plies 1

# ---- folders are read by all commands, as batch reads them
mkdir -p in/deep
printf '%s\n' "$one" >in/a.sfen
printf 'id,sfen\n2,%s\n' "$three" >in/deep/b.csv
printf '{"sfen":"%s"}\n' "$one" >in/deep/c.jsonl
echo 'not looked at' >in/d.pdf
run 0 solve --no-diagram in
out_has 'in/a.sfen:1: mate in 1 ply'
out_has '2: mate in 3 plies'
out_has '3 problems: 3 mate'
for command in 'check --useless=no' hisshi convert show; do
    # shellcheck disable=SC2086
    run 0 $command --json in
    holds "$command reads three" test "$(wc -l <<<"$out")" = 3
done
run 0 batch --store in.kdb --json in
json_has items 3
printf 'PK\003\004' >in/e.zip
run 3 solve --no-diagram in
err_has 'in/e.zip: '
out_has '4 problems: 3 mate, 0 no mate, 0 unknown, 1 not understood'
mkdir bare
run 3 solve bare
err_has 'bare: no file of a known format'

done_testing
