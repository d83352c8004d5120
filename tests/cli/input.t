#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# What is no problem: files with nothing in them, by every door; and what is no file.
# shellcheck source=tests/cli/lib.sh
. "$(dirname "$0")/lib.sh"

folder=$scratch/files
mkdir "$folder"
cd "$folder" || exit 1

# ---- nothing in it ----

: >empty.kif
: >empty.csa
: >empty.jkf
printf '\n \r\n' >blank.ki2
printf 'こんにちは\n' >hello.kif
printf 'こんにちは：世界\n' >colon.kif
printf 'まで、お待ちください。\n' >until.txt
printf '手数----指手---------消費時間--\n' >ruler.kif
printf 'V2.2\n' >version.csa
printf 'Hello\n' >hello.csa
printf '{}\n' >object.jkf
printf '{"name":"kanju","moves":[{}]}\n' >other.json
nothings=(*)

for name in "${nothings[@]}"; do
    for command in solve check show 'convert --format kif'; do
        # shellcheck disable=SC2086 # some have an option
        run 3 $command "$name" </dev/null
        err_lines 1
        out_is ''
    done
    run 3 solve --json "$name"
    out_has '"error":'
    out_lacks '"position":'
    run 3 solve - <"$name"
    [ "$name" = hello.csa ] || err_lines 1 # no name tells that it is one record
    run 3 batch --store ../all.kdb "$name"
    err_lines 1
    out_lacks 'checkmate'
    run 3 -c "open $name" </dev/null
    err_has "$name: no"
done
run 3 solve ruler.kif
err_has 'ruler.kif: no position, move or header in it'

run 3 batch --store ../all.kdb .
err_lines ${#nothings[@]}

# a record needs no more than one of these
printf '手合割：平手\n' >header.kif
printf '   1 ７六歩(77)\n' >moves.kif
printf '▲７六歩 △３四歩\n' >moves.ki2
printf 'まで0手で中断\n' >end.kif
printf '手合割：平手\n後手番\n' >turn.bod
printf 'PI\n+\n' >board.csa
printf '{"header":{"先手":"甲"},"moves":[{}]}\n' >header.jkf
printf '{"header":{},"initial":{"preset":"HIRATE"},"moves":[{}]}\n' >initial.jkf
for name in header.kif moves.kif moves.ki2 end.kif turn.bod board.csa header.jkf initial.jkf; do
    run 0 show "$name"
    err_lines 0
done

# ---- a file is opened and read once, and told by its bytes: a pipe is as good ----

printf 'one\t7k1/9/6B1R/9/9/9/9/9/9 b Grb3g4s4n4l18p 1\t3\n' >one.tsv
printf 'position startpos moves 7g7f 3c3d\n' >moves.usi
iconv -t CP932 moves.kif >cp932.kif
printf '\357\273\277{"header":{},"moves":[{},{"special":"TORYO"}]}\n' >mark.jkf
unix_only 'named pipes' && mkfifo pipe
for name in header.kif moves.kif moves.ki2 end.kif turn.bod board.csa header.jkf initial.jkf \
    one.tsv moves.usi cp932.kif mark.jkf; do
    run 0 convert --format jkf "$name"
    expected=$out
    if [ -p pipe ]; then
        cat "$name" >pipe &
        # were it opened again, there would be nobody who writes
        run 0 convert --format jkf pipe
        wait $!
        out_is "$expected"
    fi
    run 0 convert --format jkf - <"$name"
    out_is "$expected"
done
printf '\n9/9/9/9/9/9/9/9/P8 b - 1\n3k5/4P4/9/9/9/9/9/9/P3P4 b - 1\n' >faults.sfen
run 3 check --rules odd-starts=refused faults.sfen
expected=${err//faults.sfen/pipe}
err_has 'faults.sfen:3:23: '
if unix_only 'named pipes'; then
    cat faults.sfen >pipe &
    run 3 check --rules odd-starts=refused pipe
    wait $!
    holds 'faults are placed in the lines of a pipe too' test "$err" = "$expected"
    printf '{"moves":[{},{"move":{"to":{"x":7,"y":6}}}]}' >pipe &
    run 3 check --rules odd-starts=refused pipe
    wait $!
    err_has 'pipe: moves[1]: no piece'
fi

# ---- no ordinary files ----

if unix_only 'devices, links that lead nowhere'; then
    # a folder's pipes and devices would be waited for, or never end
    mkdir special
    mkfifo special/a.kif
    ln -s /dev/zero special/b.kif
    cp header.kif special/c.kif
    ln -s nowhere special/d.kif
    run 3 batch --store ../special.kdb --budgets 1n special
    err_lines 1
    err_has 'special/d.kif: No such file or directory'
    out_has 'read: 2 in 2 files'
    run 3 convert --format sfen special
    err_lines 1
    out_is 'lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1'

    # a link that leads nowhere is a file that is not there, and no position
    for command in solve check show 'convert --format kif'; do
        # shellcheck disable=SC2086 # some have an option
        run 3 $command special/d.kif
        err_has 'special/d.kif: No such file or directory'
    done
fi

# archives and compressed files are refused, with the command that unpacks them
echo '7k1/9/6B1R/9/9/9/9/9/9 b G' | gzip >'a list.sfen.gz'
for command in solve check 'convert --format kif' 'batch --store ../packed.kdb'; do
    # shellcheck disable=SC2086 # some have an option
    run 3 $command 'a list.sfen.gz'
    err_lines 1
    err_has "a list.sfen.gz: an archive or compressed, unpack it first: gunzip -k 'a list.sfen.gz'"
done
run 3 -c "open 'a list.sfen.gz'"
err_has "a list.sfen.gz: an archive or compressed, unpack it first: gunzip -k 'a list.sfen.gz'"
run 3 solve - <'a list.sfen.gz'
err_has "unpack it first: gunzip -k '-'"

done_testing
