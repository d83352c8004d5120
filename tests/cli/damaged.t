#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Stores with a byte that has changed, or written by somebody who means harm: what is no result is
# named and left out, the rest is shown, and nothing that a terminal obeys comes out.
# shellcheck source=tests/cli/lib.sh
. "$(dirname "$0")/lib.sh"

cd "$scratch" || exit 1
printf '%s\n' '7k1/9/6B1R/9/9/9/9/9/9 b Grb3g4s4n4l18p 1' '7nk/9/7P1/9/9/9/9/9/9 b 2S2r2b4g2s3n4l17p 1' >two.sfen
run 1 batch --store all.kdb two.sfen
sqlite() { # STORE STATEMENT
    python3 -c 'import sqlite3, sys
store = sqlite3.connect(sys.argv[1])
store.execute("PRAGMA ignore_check_constraints=ON")
store.executescript(sys.argv[2])' "$1" "$2"
}
"$KANJU" report --format jsonl --stable all.kdb >whole.jsonl

# a byte of the file
sqlite all.kdb 'PRAGMA journal_mode=DELETE'
python3 -c 'import sys
head, row, tail = open("all.kdb", "rb").read().rpartition(b"verdict\":\"nomate")
open("flipped.kdb", "wb").write(head + b"verdict\":\"nomape" + tail)'
holds 'the files differ in a byte' test "$(cmp -l all.kdb flipped.kdb | wc -l)" = 1
run 3 report flipped.kdb
err_has "two.sfen:2: damaged: what the store has is not a result ('nomape') and is left out; 'kanju batch' finds it out again"
out_has '2 problems'
run 3 find flipped.kdb 'verdict:mate'
out_lines 1
run 3 report --lang ja flipped.kdb
err_has '壊れています'
for format in text html csv jsonl kif list; do run 3 report --format $format flipped.kdb; done
# what is good goes on, what is damaged does not
run 0 merge --json new.kdb all.kdb
sqlite new.kdb 'DELETE FROM result'
run 0 merge --json new.kdb flipped.kdb
json_has results 1
run 1 batch --store flipped.kdb
"$KANJU" report --format jsonl --stable flipped.kdb >healed.jsonl
holds 'it is found out again' cmp whole.jsonl healed.jsonl

# whatever it is that stands there
spoil() { # STATUS CHANGE
    cp all.kdb evil.kdb
    sqlite evil.kdb "UPDATE result SET $2"
    run "$1" report --format jsonl evil.kdb
    out_lines 2
}
spoil 3 "answer=json_set(answer,'$.verdict','sound')"
spoil 3 "answer=json_set(answer,'$.plies',-5)"
spoil 3 "answer=json_set(answer,'$.line',json_array('7g7f' || char(27) || '[31m'),'$.plies',1)"
spoil 3 'settled=7'
spoil 3 "answer=printf('%.*c', 100000, '[')"
spoil 3 "answer='{'"
spoil 3 "answer='[]'"
cp all.kdb evil.kdb
sqlite evil.kdb "UPDATE item SET headers=printf('%.*c', 100000, '[')"
for format in jsonl kif; do run 0 report --format $format evil.kdb; done
holds 'nobody writes that by mistake' test -z "$(python3 -c 'import sqlite3
sqlite3.connect("all.kdb").execute("UPDATE result SET answer=replace(answer,\"nomate\",\"nomape\")")' 2>/dev/null && echo written)"

# text that is no UTF-8 is replaced, up to a letter that the end of the text cuts short
cp all.kdb evil.kdb
sqlite evil.kdb "UPDATE item SET title=CAST(x'61e38182ff62e381' AS TEXT),note=CAST(x'fd' AS TEXT)"
for format in text html csv jsonl kif list; do
    run 0 report --format $format evil.kdb
    holds "$format is UTF-8" iconv -f UTF-8 -t UTF-8 -o /dev/null "$scratch/out"
done
run 0 report --format jsonl --stable evil.kdb
out_has $'a\u3042\ufffdb\ufffd'
run 0 find evil.kdb 'title:あ'
out_lines 2
run 0 find evil.kdb $'title:\xff'
out_lines 2

# a store whose maker has written its tables himself: he may say of anything that it is a result
own() { # STATUS STATEMENTS
    cp all.kdb evil.kdb
    sqlite evil.kdb "$2"
    for format in text html csv kif list; do run "$1" report --format $format evil.kdb; done
    "$KANJU" report --format jsonl evil.kdb >evil.jsonl 2>&1
    holds 'so does JSON' test $? = "$1"
    run "$1" find evil.kdb 'plies>=-9 or not code:cook'
}
tables='DROP VIEW code; DROP VIEW theme; ALTER TABLE result RENAME TO old; CREATE TABLE result AS SELECT * FROM old;
CREATE VIEW code AS SELECT task, problem, verdict AS code, 7 AS ply, 3 AS severity FROM result;
CREATE VIEW theme AS SELECT task, problem, verdict AS theme FROM result;'
own 0 "$tables UPDATE result SET verdict=char(27)||'[31m',plies=-5,pure_plies=1e300,line='x y',leftover=x'ff',whole=1"
own 0 "$tables UPDATE result SET verdict=NULL,plies=NULL,nodes=-1,ms='soon',difficulty='hard',whole=1"
own 3 "$tables UPDATE result SET whole='yes'"
own 5 'DROP TABLE item'
own 5 'DROP VIEW code; DROP TABLE result; CREATE TABLE result(task)'

# names: of files, in messages, in JSON
if unix_only 'names of files with what a terminal obeys'; then
    name=$'a\033[31m\u202e\u2028b'
    printf '%s\t%s\n' $'a\u202e\u2028b' '7k1/9/6B1R/9/9/9/9/9/9 b Grb3g4s4n4l18p 1' >"$name.tsv"
    run 0 batch --store named.kdb "$name.tsv"
    for format in text html csv jsonl kif list; do
        run 0 report --format $format named.kdb
        harmless="$(LC_ALL=C.UTF-8 grep -c -P '\x1b|\x{202e}|\x{2028}' "$scratch/out")"
        holds "$format shows nothing that is obeyed" test "$harmless" = 0
    done
    run 0 report --format kif -o names/ named.kdb
    holds 'names of files are of what is shown' test "$(echo names/*)" = 'names/a-[31m--b.kifu'
fi
done_testing
