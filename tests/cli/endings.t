#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# The ending of a file's name decides what is written; nothing is written of what was refused.
# shellcheck source=tests/cli/lib.sh
. "$(dirname "$0")/lib.sh"

cd "$scratch" || exit 1
mate='7k1/9/6B1R/9/9/9/9/9/9 b G'
printf 'x\t%srb3g4s4n4l18p 1\t1\n' "$mate" >a.tsv
printf 'x\tk8/9/9/9/9/9/9/9/8x b - 1\n' >bad.tsv

begins() { # FILE TEXT
    head -c 300 "$1" >begin
    holds "$1 begins with $2" grep -qaF -- "$2" begin
}

# every format of every command by the ending alone
for row in 'kif:手合割' 'kifu:手合割' 'KIF:手合割' 'ki2:手合割' 'bod:後手の持駒' 'csa:P1' 'jkf:{' \
    'json:{' 'sfen:x' 'tsv:x' 'usi:position sfen' 'txt:x' 'new:x'; do
    file=x.${row%%:*}
    rm -f x.* # KIF and kif are the same on Windows
    run 0 convert -o "$file" a.tsv
    begins "$file" "${row#*:}"
done
run 0 convert -o x.feen startpos
begins x.feen 'lnsg'
run 0 convert -o x.usen startpos moves 7g7f
begins x.usen '~0.'
pictures=(svg:'<svg' html:'<!DOCTYPE' htm:'<!DOCTYPE')
unix_only 'PNG and PDF' && pictures+=(png:PNG pdf:%PDF)
for row in "${pictures[@]}"; do
    run 0 show -o "y.${row%%:*}" a.tsv
    begins "y.${row%%:*}" "${row#*:}"
done
run 0 batch --store s.kdb --no-progress a.tsv
for row in csv:place jsonl:'{"schema"' html:'<!DOCTYPE' tsv:x sfen:x kif:作品番号 kifu:作品番号; do
    for command in report find dedupe; do
        words=("$command" s.kdb -o "z.${row%%:*}")
        [ $command != find ] || words+=(verdict:mate)
        [ $command != dedupe ] || words=(dedupe -o "z.${row%%:*}" a.tsv)
        rm -f "z.${row%%:*}"
        run 0 "${words[@]}"
        begins "z.${row%%:*}" "${row#*:}"
    done
done
run 0 extend --most 1 -o made.kif '9/9/9/9/9/9/1+R7/9/k8 b Sr2b4g3s4n4l18p 1'
begins made.kif 手合割
run 0 convert --format usi made.kif
out_has ' moves '
run 0 extend --most 1 -o made.tsv '9/9/9/9/9/9/1+R7/9/k8 b Sr2b4g3s4n4l18p 1'
begins made.tsv shogi-001

# what was asked for and what the name says must be one
apart() { # WORDS...
    rm -rf made
    run 2 "$@"
    err_lines 1
    err_has "ends as that of another format"
}
apart convert --format csa -o made.kif a.tsv
apart convert --format csa -o made.kif a.tsv
apart show --format svg -o made.png a.tsv
apart report --format csv -o made.html s.kdb
apart find -f list -o made.csv s.kdb verdict:mate
apart extend --format list -o made.kif "$mate"
for words in 'convert -o made.html a.tsv' 'convert -o made.csv a.tsv' 'show -o made.kif a.tsv' \
    'report -o made.png s.kdb' 'find -o made.json s.kdb verdict:mate' 'sheet -o made.png a.tsv' \
    'extend -o made.html a.tsv' 'compose -o made.csv' 'solve --html made.kif a.tsv' \
    'solve --kif made.html a.tsv' 'solve --certificate made.html a.tsv' \
    'solve --checkpoint made.kif a.tsv' 'check --html made.tsv a.tsv' \
    'check --kif made.html a.tsv' 'analyse --kif made.csv a.tsv' \
    'batch --store made.csv a.tsv'; do
    # shellcheck disable=SC2086 # words
    run 2 $words
    err_lines 1
    err_has 'the ending is that of another format, expected .'
done
holds 'nothing was written of all that' test -z "$(find . -newer made.tsv -name 'made.*')"
run 2 report --json -o made.csv s.kdb
err_has '--json with another --format'
run 2 find --json --format csv s.kdb verdict:mate
err_has '--json with another --format'
run 0 report --json -o z.jsonl s.kdb
run 0 report --json --format jsonl s.kdb

# --format and its second name; the one letter for all
run 0 convert --format csa "$mate"
one=$out
run 0 convert --format csa "$mate"
out_is "$one"
run 0 convert -f csa "$mate"
out_is "$one"
run 2 convert --format svg "$mate"
err_has '--format=svg: expected sfen, usi'
# a folder has no ending
mkdir folder.html
run 0 convert --format kif -o folder.html a.tsv
holds 'it goes into the folder' test -s folder.html/a.kifu

# nothing is written where the input was refused, and what is there stays
printf 'old' >old
writers=('solve --html' 'solve --kif' 'check --html' 'check --kif' 'show -f html -o' 'convert -o'
    'analyse --kif')
unix_only 'PNG and PDF' && writers+=('sheet -o' 'show -f pdf -o')
for words in "${writers[@]}"; do
    # shellcheck disable=SC2086 # words
    run 3 $words refused bad.tsv
    holds "'$words' makes no file" test ! -e refused
    # shellcheck disable=SC2086
    run 3 $words old bad.tsv
    holds "'$words' leaves the one that is there" test "$(cat old)" = old
done
# of several those that were understood
run 3 solve --html some.html a.tsv bad.tsv
begins some.html '<!DOCTYPE'
run 3 convert -o some.usi bad.tsv a.tsv
begins some.usi position

done_testing
