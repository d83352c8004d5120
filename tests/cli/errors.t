#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Impossible and unreadable input: one clear line each, with the place, and exit 3.
# shellcheck source=tests/cli/lib.sh
. "$(dirname "$0")/lib.sh"

refused() { # TEXT OF THE MESSAGE, then the arguments
    local text=$1
    shift
    run 3 "$@" </dev/null
    err_lines 1
    err_has "$text"
    out_is ''
}

# impossible positions (docs/rules.md R7)
refused 'argument 1:14: two unpromoted pawns of one side on a file (二歩)' \
    solve --rules odd-starts=refused '7k1/9/4p4/9/4p4/9/9/9/9 b G'
refused 'argument 1:1: more pieces of a kind than the set has: 5 of 金 (G), expected at most 4' \
    solve '7k1/9/9/9/9/9/9/9/9 b 5G'
refused 'argument 1:1: no king on the board, expected at least one' solve '9/9/9/9/9/9/9/9/9 b G'
refused 'argument 1:2: the side not to move is in check: the king of gote on 2a can be taken, expected gote to move' \
    solve '7kR/9/9/9/9/9/9/9/9 b G'
refused 'argument 1:8: the side not to move is in check' solve '+P+P+P4kR/9/9/9/9/9/9/9/9 b G' # a + is no square
refused 'argument 1:2: two kings of one side: gote has another on 2a, expected one a side' \
    solve '7kk/9/9/9/9/9/9/9/9 b G'
refused 'a piece that can never move' solve --rules odd-starts=refused 'P6k1/9/9/9/9/9/9/9/9 b G'
# what is odd about a start is said (a published work has nine pawns on a file), and no more
nine='7pk/7p1/7p1/7p1/7p1/7p1/7p1/7p1/7p1 b 2R4L4s4nrb'
for command in 'solve --nodes 1000 --no-diagram' 'check --nodes 1000 --no-diagram' show moves status \
    'convert --format kif' 'analyse --each-nodes 100,100'; do
    # shellcheck disable=SC2086 # words
    "$KANJU" $command "${nine%rb} 1" >"$scratch/out" 2>"$scratch/err" </dev/null
    holds "'$command' takes doubled pawns" test "$(grep -c '二歩' "$scratch/err")" = 1
    holds 'and is done with them' test -s "$scratch/out"
done
run 0 solve --certificate "$scratch/odd.kjc" '7pk/7p1/6R2/7p1/9/9/9/9/9 b G2L'
err_has "warning: two unpromoted pawns of one side on a file (二歩): gote's 歩 on 2b"
run 0 verify "$scratch/odd.kjc"
run 0 solve --certificate "$scratch/odd.kjc" 'P6k1/9/6B1R/9/9/9/9/9/9 b G'
err_has "warning: a piece that can never move (行き所のない駒): sente's 歩 on 9a"
run 0 verify "$scratch/odd.kjc"
printf '7k1/9/4p2BR/9/4p4/9/9/9/9 b G 1\n' >"$scratch/odd.sfen"
run 0 batch --store "$scratch/odd.kdb" "$scratch/odd.sfen"
err_has '二歩'
run 3 batch --rules odd-starts=refused --store "$scratch/odder.kdb" "$scratch/odd.sfen"
# versions of a work have no such pawns unless it has
run 0 family --list --piece p --on 5a-5i '7k1/9/4p1B1R/9/9/9/9/9/9 b Grb3g4s4n4l17p 1'
out_lines 0
run 0 family --list --piece p --on 5a-5i '7k1/9/4p1B1R/4p4/9/9/9/9/9 b Grb3g4s4n4l16p 1'
holds 'of one that has, they may' test -s "$scratch/out"
for command in moves status perft\ 1; do
    # shellcheck disable=SC2086 # perft has an argument
    refused 'no king on the board' $command '9/9/9/9/9/9/9/9/9 b G'
done

# a column of the second line counts within that line
printf '# list\nx\t9/9/9/9/4P4/9/9/4P4/7k1 b - 1\n' >"$scratch/nifu"
refused "$scratch/nifu:2:" solve --rules odd-starts=refused "$scratch/nifu"
printf '\r\n9/9/9/9/4P4/9/9/4P4/7k1 b - 1\r\n' >"$scratch/crlf"
refused "$scratch/crlf:2:18: two unpromoted pawns" solve --rules odd-starts=refused "$scratch/crlf"

# no position at all
refused "no file 'garbage', and no position" solve garbage
refused 'argument 1: empty' solve ''
refused 'argument 1:1: ' solve 'hello world'
refused 'argument 1:' solve '7k1/9/9 b G'
refused "no file 'missing.tsv'" solve missing.tsv
refused "'X' is not a piece of shogi" solve '7k1/9/6X1R/9/9/9/9/9/9 b G'
refused 'is illegal' show 'startpos moves 7g7e'
refused 'empty, expected a problem' solve /dev/null
refused 'stdin: empty' solve -
mkdir "$scratch/empty"
refused 'no file of a known format in it' solve "$scratch/empty"

# noise: 10 MB of random bytes, of one line, of NULs, cut UTF-8
head -c 10000000 /dev/urandom >"$scratch/noise"
refused 'expected text in UTF-8, CP932 or EUC-JP' solve "$scratch/noise"
run 3 solve - <"$scratch/noise"
err_lines 1
head -c 10000000 /dev/zero | tr '\0' 'x' >"$scratch/line"
refused 'a line of 10000000 bytes' solve "$scratch/line"
head -c 10000000 /dev/zero >"$scratch/nul"
refused 'looks like a binary file (byte 0x00)' solve "$scratch/nul"
refused 'argument 1' solve $'\xe5\x9b'

# in JSON the object says so as well
run 3 solve --json --rules odd-starts=refused '7k1/9/4p4/9/4p4/9/9/9/9 b G'
out_lines 1
json_has schema '"kanju.solve/2"'
json_has column 14
json_has place '"argument 1"'
out_has '"error":"two unpromoted pawns'

# show draws what cannot be, so that the fault is seen
run 3 show --rules odd-starts=refused '7k1/9/4p4/9/4p4/9/9/9/9 b G'
out_has 'v歩'
err_has '二歩'

done_testing
