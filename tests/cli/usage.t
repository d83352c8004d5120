#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Wrong usage, help, version, exit status and write errors.
# shellcheck source=tests/cli/lib.sh
. "$(dirname "$0")/lib.sh"

misused() { # TEXT OF THE MESSAGE, then the arguments
    local text=$1
    shift
    run 2 "$@"
    err_lines 1
    err_has "$text"
    out_is ''
}

misused "unknown command 'foo'" foo
misused "unknown command 'sovle', did you mean 'solve'?" sovle x
misused 'solve: missing PROBLEM' solve
misused "moves: unexpected argument 'y'" moves x y
misused 'unknown option --bogus' solve --bogus x
misused 'unknown option --no-diag' solve --no-diag x
run 0 solve --no-diagram --notation=western '7k1/9/6B1R/9/9/9/9/9/9 b Grb3g4s4n4l18p'
out_has 'G*2b'
misused "--time=soon: expected a number from 0" solve --time soon x
misused '--time=-1: expected' solve --time=-1 x
misused '--memory=0: expected MiB from 1' solve --memory 0 x
misused '--profile=std2: expected modern, app, classic, strict or bare' solve --profile std2 x
misused '--profile interpositions=some: expected count, std2, last, wide or restore' solve --profile interpositions=some x
misused '--rules repetition=often: expected attacker-fails, exact or fourfold' solve --rules repetition=often x
misused '--attacker=me: expected auto, sente or gote' solve --attacker me x
misused '--variant=chess: expected one of shogi, 56shogi, ogi' solve --variant chess x
misused "DEPTH '99': expected a whole number from 0 to 64" perft 99
misused 'expected only one of them' moves --checks --evasions startpos
misused "unexpected option '--json', expected a command first" --json

# values that are wrong say what was expected
while IFS='|' read -r words text; do
    # shellcheck disable=SC2086 # words
    misused "$text" solve $words x
done <<'EOS'
--time=nan|expected a number
--time=5M|--time=5M: expected a number from 0 to
--memory=0|expected MiB from 1 to 1048576, as 512, 2G or 50%
--memory=1.5|expected MiB
--memory=5k|--memory=5k: expected MiB from 1 to
--memory=0%|--memory=0%: expected MiB
--memory=101%|expected MiB
--memory=50%%|expected MiB
--nodes=1.5|--nodes=1.5: expected a whole number from 0 to
--nodes=10G0|--nodes=10G0: expected a whole number from 0 to
--nodes=5m|--nodes=5m: expected a whole number from 0 to
--nodes=1e30|--nodes=1e30: expected a whole number from 0 to
--nodes=50%|expected a whole number
--nodes=99999999999999999999|expected a whole number
--rules=try=maybe|expected off, on or on-unless-mated
--rules=try|--rules=try: expected NAME=VALUE
--rules=profile=bare|unknown name 'profile', expected repetition, checks-only, try,
--profile=order=note|unknown name 'order'
--draw=size=20|unknown name 'size', expected
--try=on|unknown option --try, did you mean '--rules try'?
--tim=3|unknown option --tim, did you mean '--time'?
--timer=3|unknown option --timer, did you mean '--time'?
--nod=3|unknown option --nod
--no-=3|unknown option --no-
--progress=3|--progress takes no value
EOS
misused 'issing argument' solve x --time

# without a command: the workbench, which here has nothing to read
run 0 </dev/null
out_is ''
err_lines 0

# help on standard output for every command that help lists
for first in help --help -h; do
    run 0 "$first"
    out_has 'solve'
    err_lines 0
done
holds 'on one screen' test "$(wc -l <"$scratch/out")" -le 24
run 0 help --all
commands=$(sed -n 's/^  \([a-z]*\) .*/\1/p' "$scratch/out")
holds 'help lists at least eight commands' test "$(echo "$commands" | wc -w)" -ge 8
for command in $commands; do
    run 0 help "$command"
    out_has "usage: kanju $command"
    err_lines 0
    by_help=$out
    run 0 "$command" --help
    holds "$command --help says the same" test "$out" = "$by_help"
    holds "help $command fits into 80 columns" \
        test "$(awk 'length($0) > m { m = length($0) } END { print m + 0 }' "$scratch/out")" -le 100
done
misused "unknown command 'zzzz'" help zzzz
run 0 --version
out_has 'kanju '
out_lines 1

# the status that wins over many problems: 3 before 4 before 1 (man page, "EXIT STATUS")
mate='7k1/9/6B1R/9/9/9/9/9/9 b Grb3g4s4n4l18p 1'
none='8s/9/6G1k/9/8G/9/9/9/9 b B2rb2g3s4n4l18p 1'
hard='l7g/4kp1Sn/1P+R1gs3/3+p+p1s2/B1p+r1P3/L8/+n3NgB+pP/1+p3G1+p1/P1PsP4 b Lnl5p 1'
run 0 solve "$mate" "$mate"
run 1 solve "$mate" "$none"
run 4 solve --nodes 50 "$hard" "$mate"
run 4 solve --nodes 600 "$none" "$hard"
run 3 solve --nodes 50 "$hard" "$none" garbage

# what cannot be written is an internal error with a message
if [ -w /dev/full ]; then
    status=0
    "$KANJU" solve --json "$mate" >/dev/full 2>"$scratch/err" || status=$?
    err=$(cat "$scratch/err")
    holds 'a full disk ends with 5' test "$status" -eq 5
    err_has 'standard output: No space left'
fi
{
    status=0
    "$KANJU" variants 2>"$scratch/err" || status=$?
    echo "$status" >"$scratch/status"
} | true
err=$(cat "$scratch/err")
holds 'a closed pipe is no crash' grep -qE '^(0|141)$' "$scratch/status"

# standard output that is closed is no place for results, nor for the next file that is opened
cp "$(dirname "$0")/../../puzzles/minishogi/original.tsv" "$scratch/some.tsv"
"$KANJU" batch --nodes 100 --store "$scratch/s.kdb" "$scratch/some.tsv" >&- 2>"$scratch/err" && status=0 || status=$?
err=$(cat "$scratch/err")
holds 'a closed output ends with 5' test "$status" -eq 5
unix_only 'what Wine makes of a closed output' && err_has 'standard output: Bad file descriptor'
run 0 report "$scratch/s.kdb"
"$KANJU" solve "$mate" <&- 2>"$scratch/err" >"$scratch/out" && status=0 || status=$?
holds 'a closed input does no harm' test "$status" -eq 0
"$KANJU" solve - <&- >"$scratch/out" 2>"$scratch/err" && status=0 || status=$?
err=$(cat "$scratch/err")
holds 'one that is read is an error' test "$status" -eq 3
unix_only 'what Wine makes of a closed input' && err_has 'Bad file descriptor'

# stores that cannot be
run 2 merge "$scratch/s.kdb" "$scratch/../$(basename "$scratch")/s.kdb"
err_has 'is a file that is read, expected another one'
run 3 report "$scratch"
err_has 'no ordinary file, expected a store'
if unix_only '/dev/null as a store'; then
    run 3 batch --nodes 1 --store /dev/null "$scratch/some.tsv"
    err_has 'no ordinary file, expected a store'
fi
run 3 batch --nodes 1 --store "$scratch/t.kdb" ''
err_has "'': No such file"
if unix_only 'modes of files and names that Windows does not have'; then
    # a store in a folder nobody may write to is read all the same (root may write anywhere: somebody else tries)
    mkdir "$scratch/shelf"
    cp "$scratch/s.kdb" "$scratch/shelf"
    cp "$KANJU" "$scratch/kanju"
    chmod 755 "$scratch" && chmod 644 "$scratch/shelf/s.kdb" && chmod 555 "$scratch/shelf"
    as_other() {
        if [ "$(id -u)" -ne 0 ]; then "$@"; else setpriv --reuid 65534 --regid 65534 --clear-groups "$@"; fi
    }
    if as_other "$scratch/kanju" --version >/dev/null 2>&1 && as_other test -r "$scratch/shelf/s.kdb"; then
        holds 'a report of a store on a read-only shelf' \
            diff <(as_other "$scratch/kanju" report --stable "$scratch/shelf/s.kdb" 2>&1) \
            <("$KANJU" report --stable "$scratch/s.kdb")
        as_other "$scratch/kanju" batch --nodes 1 --store "$scratch/shelf/s.kdb" >"$scratch/out" 2>"$scratch/err"
        holds 'work on it needs a place' test $? -eq 5
        err=$(cat "$scratch/err")
        err_has 'shelf/s.kdb: Permission denied'
    fi
    chmod 755 "$scratch/shelf"
    cp "$scratch/s.kdb" "$scratch/odd ?#%41.kdb"
    run 0 report "$scratch/odd ?#%41.kdb"
fi
if [ -w /dev/full ]; then
    run 5 report --format html -o /dev/full "$scratch/s.kdb"
    err_has '/dev/full: No space left'
fi

# what is in front of a command is for it, and without one for the workbench
run 2 --lang ja -c undo
err_has '元に戻すものがありません'
run 3 --lang=ja show nonsense
err_has '盤面ではありません'
printf 'undo\n' >"$scratch/undo"
run 2 --lang ja <"$scratch/undo"
err_has '標準入力:1: 元に戻すもの'
run 2 --lang ja --keep-going -c 'undo; undo; set lang'
out_has 'ja'
run 2 --lang xx
err_has '--lang=xx: expected en or ja'
run 2 solve --nodez 5 startpos
err_has "unknown option --nodez, did you mean '--nodes'? (see 'kanju help solve')"

# what a terminal would obey is not passed on
run 3 solve $'x\033[31my\302\233y'
err_has "no file 'x?[31my??y'"

# colour: asked for, not asked for, forbidden
run 0 show --color=always startpos
out_has $'\033['
run 0 show startpos
out_lacks $'\033['
run 0 show --color=never startpos
out_lacks $'\033['

done_testing
