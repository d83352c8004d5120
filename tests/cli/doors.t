#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# One text, one meaning: what the command line reads of a file, the workbench, a batch and convert read too, however it
# is written; and what one of them refuses, all refuse, at the same line.
# shellcheck source=tests/cli/lib.sh
. "$(dirname "$0")/lib.sh"
KANJU=$(realpath "$KANJU")
top=$(cd "$(dirname "$0")/../.." && pwd)
export KANJU_LIBRARY=${KANJU%/*}/libkanju.so.1 PYTHONPATH=$top/repl/lib/python PYTHONDONTWRITEBYTECODE=1
cd "$scratch" || exit 1

three='6n1k/9/8p/9/5B3/9/9/9/9 b RSrb4g3s3n4l17p 1'

# Position, verdict and length in lines of JSON.
facts() {
    perl -ne 'next unless /"position":"/; my %f = (/"(position|verdict|mate|plies)":"?([^",}]*)/g);
        print join(" | ", $f{position}, $f{mate} // $f{verdict}, $f{plies} // "null"), "\n"'
}

# Files by the library, whose command lines are the program's; `texts`: as such, as the page gives them.
by_library() { # files|texts FILE...
    python3 -c 'import json, kanju, sys
texts = []
for name in sys.argv[2:] if sys.argv[1] == "texts" else ():
    try:
        texts.append((open(name, encoding="utf-8").read(), ()))
    except UnicodeDecodeError: # a page has turned it into a text before
        texts.append((None, (name,)))
try:
    for text, names in texts or [(None, sys.argv[2:])]:
        answer = kanju.call("solve", *names, input=text)
        for record in answer.records:
            print(json.dumps(record, separators=(",", ":")))
        print(*answer.messages, sep="\n", file=sys.stderr)
    sys.exit(answer.status)
except kanju.Error as error:
    sys.exit(str(error))' "$@"
}

# What is to be the same through all doors: files, and how many problems each has. They go through a door together,
# since a start costs more than a small mate.
files=() counts=()
same() { # FILE PROBLEMS
    files+=("$1") counts+=("$2")
}
ask_all() {
    local i n script=''
    for i in "${!files[@]}"; do
        script+="open ${files[i]}"$'\n'
        for ((n = 1; n <= counts[i]; n++)); do script+="item $n; solve --json"$'\n'; done
    done
    "$KANJU" solve --json --no-progress "${files[@]}" 2>/dev/null | facts >cli
    "$KANJU" -c "$script" --keep-going 2>/dev/null | facts >workbench
    on_windows || by_library files "${files[@]}" 2>/dev/null | facts >library
    on_windows || by_library texts "${files[@]}" 2>/dev/null | facts >pasted
    "$KANJU" convert -f tsv "${files[@]}" >list.tsv 2>/dev/null
    "$KANJU" solve --json --no-progress list.tsv 2>/dev/null | facts >converted
    "$KANJU" batch --task solve --no-progress --store a.kdb "${files[@]}" >/dev/null 2>&1
    # a report may have another order: by where it was read
    "$KANJU" report --format jsonl a.kdb 2>/dev/null >report.jsonl
    for i in "${!files[@]}"; do grep -F "\"place\":\"${files[i]}:" report.jsonl | facts; done >batched
}
# The command line is the measure.
doors=(workbench converted batched)
unix_only 'libkanju' && doors+=(library pasted)
compare_all() {
    local i at=0 door
    ask_all
    for i in "${!files[@]}"; do
        for door in cli "${doors[@]}"; do
            tail -n +$((at + 1)) "$door" | head -n "${counts[i]}" >"$door.now"
        done
        holds "${files[i]}: ${counts[i]} problems" test "$(wc -l <cli.now)" = "${counts[i]}"
        for door in "${doors[@]}"; do
            holds "${files[i]}: $door" cmp cli.now "$door.now"
        done
        at=$((at + counts[i]))
    done
    for door in cli "${doors[@]}"; do
        holds "$door: no problem more" test "$(wc -l <"$door")" = $at
    done
}

# ---- one problem in every format, laid out as mails and editors do
for format in kif ki2 bod csa jkf usen usi sfen tsv; do
    "$KANJU" convert -f $format "$three moves R*1b 1a2a S*3b" >plain.$format
    same plain.$format 1
    case $format in
    kif | ki2 | bod) marks=('> ' '>> ' '　' $'\t' '  ') ;;
    csa) marks=('> ' $'\t' '  ') ;;
    *) marks=() ;;
    esac
    for i in "${!marks[@]}"; do
        sed "s/^/${marks[i]}/" plain.$format >"mark$i.$format"
        same "mark$i.$format" 1
    done
    sed 's/$/\r/' plain.$format >crlf.$format
    same crlf.$format 1
    { printf '\xef\xbb\xbf' && cat plain.$format; } >bom.$format
    same bom.$format 1
    printf '%s' "$(cat plain.$format)" >open.$format
    same open.$format 1
done
for charset in CP932 EUC-JP ISO-2022-JP; do
    iconv -f UTF-8 -t $charset plain.kif >$charset.kif
    same $charset.kif 1
done

# ---- several of them
"$KANJU" convert -f kif "sfen $three" "sfen 7k1/9/6B1R/9/9/9/9/9/9 b Grb3g4s4n4l18p 1" >two.kif
same two.kif 2
printf 'sfen %s moves R*1b 1a2a\nposition sfen %s\n' "$three" "$three" >two.usi
same two.usi 2
printf 'id,position,plies,moves\n1,%s,3,R*1b 1a2a S*3b\n' "$three" >table.csv
same table.csv 1
printf '{"id":"1","position":"%s"}\n' "$three" >table.jsonl
same table.jsonl 1
printf 'https://example.org/board?sfen=%s\n' "${three// /%20}" >address.txt
same address.txt 1
compare_all

# ---- a line of a list is a position, whatever files are called so; a row that is left out is told
printf 'a\tplain.kif\t3\nb\t-\t3\nc\t%s\t3\n' "$three" >names.tsv
run 3 --keep-going -c 'open names.tsv; item 2; item 3' <plain.kif
err_has "names.tsv:1:3: 'plain.kif' is not a board"
err_has "names.tsv:2:3: '-' is not a board"
err_lines 2
printf 'id\tsfen\n1\t%s\n2\txx\n' "$three" >left.tsv
run 0 -c 'open left.tsv'
err_has "left.tsv:3:3: sfen: 'xx' is not a board"

# ---- what is no problem is refused by all, at the same place
refused() { # FILE PLACE
    run 3 solve "$1"
    err_has "$1:$2: "
    run 3 -c "open $1"
    err_has "$1:$2: "
    run 3 batch --task solve --store none.kdb "$1"
    err_has "$1:$2: "
    run 3 convert -f sfen "$1"
    err_has "$1:$2: "
    on_windows && return
    status=0
    err=$(by_library files "$1" 2>&1 >/dev/null) || status=$?
    holds "$1: the library refuses it" test $status -ne 0
    err_has "$1:$2: "
}
grep -v '^|.*[五六]$' plain.kif >short.kif
refused short.kif 5:1
sed 's/^\(|.*\)|三$/\1/' plain.kif >cut.kif
refused cut.kif 7:1
sed -e '1i 作品名：題' -e '/^[|+]/d; /持駒/d; /９ ８/d; /手合割/d' plain.kif >bare.kif
refused bare.kif 1:1
sed 's/１二飛打/１二飛成/' plain.kif >wrong.kif
refused wrong.kif 17:9
sed 's/銀三/銀Ｘ/' plain.kif >hand.kif
refused hand.kif 2:15
sed 's/^P5.*/P5 *  * /' plain.csa >short.csa
refused short.csa 6:9
printf 'id,position\n1,xx\n' >bad.csv
refused bad.csv 2:3

done_testing
