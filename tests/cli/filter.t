#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# What is printed does no harm: to terminals, which obey control characters, to spreadsheets, which
# calculate, and to who reads no further.
# shellcheck source=tests/cli/lib.sh
. "$(dirname "$0")/lib.sh"

cd "$scratch" || exit 1
mate='7k1/9/6B1R/9/9/9/9/9/9 b Grb3g4s4n4l18p 1'
verify=$(dirname "$(realpath "$KANJU")")/kanju-verify

# ---- control characters ----

# Of what was printed none is left but line feeds (and tabs of lists, returns of CSV).
tame() {
    ! LC_ALL=C grep -q -a -e $'[\x01-\x08\x0b\x0c\x0e-\x1f\x7f]' -e $'\xc2[\x80-\x9f]' out err
}
printed() { # ARGUMENT...: any status
    "$KANJU" "$@" >out 2>err </dev/null || true
    holds "$(printf '%.60s' "kanju ${*@Q}") prints nothing a terminal obeys" tame
}
evil=$'\e[31m\x07\x7f\xc2\x9b'
mkdir folder
printf 'x%s\t%s\n%s\n' "$evil" "$mate" "$mate" >"folder/a$evil.tsv"
printf '作品名：題\xc2\x9b31m\n手合割：平手\n' >folder/b.kif
printf '{"header":{"作品名":"\\u001b[31m","作者":"\\u009b\\u007f"},"initial":{"preset":"HIRATE"},"moves":[{}]}' \
    >folder/c.jkf
printf 'garbage\n' >$'folder/forged\nkanju: all is well'.tsv
tar cf "d$evil.tar" folder
printed batch --store s.kdb --budgets 1kn folder "d$evil.tar"
holds 'a name makes no line of its own' sh -c '! grep -q "^kanju: all is well" err'
run 0 report s.kdb
holds 'in a report neither' sh -c '! grep -q "^kanju: all is well" out'
for format in text list csv jsonl html kif; do
    printed report --format "$format" s.kdb
done
printed find s.kdb 'verdict:mate'
printed find --json s.kdb 'verdict:mate'
printed find s.kdb "$evil"
for options in '' --json; do
    # shellcheck disable=SC2086 # none, or one word
    for command in 'solve --nodes 1000' 'check --nodes 1000' show 'convert --format kif' \
        'convert --format jkf' 'status' 'moves'; do
        printed $command $options "folder/a$evil.tsv" folder/b.kif folder/c.jkf "none$evil"
    done
done
printed usi "setoption name $evil value 1" "$evil" "position $evil"
printed -c "solve folder/none$evil.tsv; open 'folder/a$evil.tsv'; open folder/c.jkf; list; $evil"
printed solve "--$evil"
printed help "$evil"
"$KANJU" find --json s.kdb 'title:31m' >out
holds 'JSON has them all the same, escaped' grep -q '"title":"?\[31m"' out

# ---- formulas ----

printf '=1+1\t%s\n+x\t%s\n-1\t%s\n@x\t%s\n' "$mate" "$mate" "$mate" "$mate" >=cmd.tsv
run 0 batch --store csv.kdb --budgets 1kn ./=cmd.tsv =cmd.tsv
run 0 report --format csv csv.kdb
for cell in "'=cmd.tsv:1," ",'=1+1," ",'+x," ",'-1," ",'@x,"; do
    out_has "$cell"
done
out_has ',-,' # nothing in hand

# ---- many tests in a query ----

many() { # N
    printf 'plies=1'
    printf ' or plies=%d' $(seq 2 "$1")
}
run 0 find csv.kdb "$(many 500)"
run 2 find csv.kdb "$(many 501)"
err_has 'more tests, expected at most 500'
run 2 find csv.kdb "$(many 2000)"
err_lines 1
nots=$(printf 'not %.0s' $(seq 14))
run 0 find csv.kdb "$nots ($(many 500))"

# ---- nobody reads ----

# Prints into a pipe without a reader: ends as cat would, by SIGPIPE and without a word.
unread() { # ARGUMENT...
    local result=0
    exec 3> >(:)
    wait $!
    "$@" >&3 2>err || result=$?
    exec 3>&-
    err=$(cat err) status=$result
    [ "$result" -eq 141 ] && [ -z "$err" ]
}
run 0 solve --certificate mate.kjc "$mate"
while IFS= read -r command; do
    # shellcheck disable=SC2086 # words
    holds "kanju $command ends quietly when nobody reads" unread "$KANJU" $command
done <<'COMMANDS'
show startpos
solve --nodes 10 startpos
moves startpos
perft 1 startpos
status startpos
convert startpos
variants
help
help --man
--version
verify mate.kjc
usi usi
report csv.kdb
report --format csv csv.kdb
report --format jsonl csv.kdb
report --format html csv.kdb
find csv.kdb plies=1
batch --store csv.kdb
-c help
COMMANDS
if unix_only 'pipes that nobody reads, /dev/full'; then
    holds 'kanju-verify ends quietly as well' unread "$verify" mate.kjc
    run 5 report --output /dev/full csv.kdb
    err_has 'No space left'
fi

# ---- the command line ----

run 2 solve --json=false "$mate"
err_has '--json takes no value'
run 2 solve --no-diagram=1 "$mate"
err_has '--no-diagram takes no value'
run 0 -V
out_has 'kanju '
holds 'kanju-verify --version has the same' \
    test "$("$verify" --version)" = "kanju-verify ${out#kanju }"

done_testing
