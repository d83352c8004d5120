#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# What the workbench writes, and what it leaves alone.
# shellcheck source=tests/cli/lib.sh
. "$(dirname "$0")/lib.sh"

KANJU=$(realpath "$KANJU")
export XDG_STATE_HOME=$scratch/state XDG_CONFIG_HOME=$scratch/config
mkdir "$scratch/work"
cd "$scratch/work" || exit 1
mate='7k1/9/6B1R/9/9/9/9/9/9 b G'

# nobody's work is written over without a word: by ! or a yes, whatever writes
printf 'mine\t%s 1\n' "$mate" >own.tsv
printf 'precious\n' >victim.tsv
cp victim.tsv victim.before
for writer in 'save victim.tsv' 'keep victim.tsv' 'perft 1 > victim.tsv' \
    'trim --no-diagram --nodes 2000; candidate all victim.tsv'; do
    run 2 -c "open own.tsv; $writer"
    err_has "victim.tsv: it exists, expected another name ('"
    holds "'$writer' has left it as it was" cmp victim.tsv victim.before
done
run 0 -c 'open own.tsv; save! victim.tsv; save'
out_has $'saved victim.tsv: 1 problem\nsaved victim.tsv: 1 problem'
holds 'a ! writes' cmp victim.tsv own.tsv
run 0 -c 'open own.tsv; save! victim.before; perft 0 >! victim.tsv; perft 0 >> victim.tsv; !cat victim.tsv
keep! victim.tsv; perft 0 >! victim.tsv; !cat victim.tsv'
if unix_only 'commands of the shell'; then
    out_has $'saved victim.before: 1 problem\n1\n1\nkept in victim.tsv: '
    out_has $'\n1'
fi
run 0 -c 'open own.tsv; save ./own.tsv; ! ln own.tsv same.tsv
save same.tsv; perft 0 >! victim.tsv; save new.tsv; save new.tsv'
# what cannot run has written nothing, not over what is there either
run 2 -c 'nonsense >! victim.tsv'
holds 'the file is as it was' test "$(cat victim.tsv)" = 1
# the file opened is somebody else's once it was changed; the list in a kept session knows it, too
run 2 -c 'open own.tsv; place P 9i; put; keep list.kept
!echo "# theirs" >>own.tsv
save'
err_has 'own.tsv: it was changed by somebody else since it was read'
run 2 -c 'restore list.kept; save'
err_has 'own.tsv: it was changed by somebody else since it was read'
holds 'their line is there' grep -q theirs own.tsv
run 0 -c 'restore list.kept; save!; put; save'
holds 'and gone when that was said' test "$(grep -c theirs own.tsv)" = 0
# what nothing makes again is not for options either; on the command line ! says it too
"$KANJU" batch --store whole.kdb --nodes 1000 own.tsv >"$scratch/out" 2>&1
cp whole.kdb whole.before
for option in "convert --format sfen -o" "report --format jsonl -o" "solve --html" "solve --certificate" \
    "solve --kif" "check --kif"; do
    # shellcheck disable=SC2086
    set -- ${option% *} "$mate" ${option##* } whole.kdb
    [ "$1" != report ] || set -- report whole.before --format jsonl -o whole.kdb
    run 2 "$@"
    err_has 'whole.kdb: it is a store of results, expected another name'
    holds 'the store is as it was' cmp whole.kdb whole.before
done
run 2 -c "$mate; perft 0 >> whole.kdb"
"$KANJU" solve --no-diagram --checkpoint whole.ckp "$mate" >"$scratch/out" 2>&1
run 2 convert --format sfen -o whole.ckp "$mate"
err_has 'whole.ckp: it is a checkpoint'
run 2 convert --format sfen -o list.kept "$mate"
err_has 'list.kept: it is a session of the workbench'
run 0 convert! --format sfen -o list.kept "$mate"
run 0 convert --format sfen -o list.kept "$mate"

# files without an end, sessions of whoever
for endless in 'open /dev/zero' 'restore /dev/zero' 'source /dev/zero'; do
    run 3 -c "$endless"
    err_has '/dev/zero: too big, expected at most 256 MiB'
done
run 3 </dev/zero
err_has 'too big, expected at most 256 MiB'
start='"game":"shogi","start":"7k1/9/6B1R/9/9/9/9/9/9 b G 1"'
head='{"schema":"kanju.session/6","states":[{'$start'}],"present":0'
job='"line":"solve --nodes 100 --no-diagram","variant":"shogi","position":"7k1/9/6B1R/9/9/9/9/9/9 b G 1"'
printf '%s\n' "$head,\"versions\":[{\"number\":2147483647,$start}]}" >far.kept
run 3 -c 'restore far.kept; history'
err_has "far.kept: damaged, expected 'number'"
printf '%s\n' "$head,\"jobs\":[{$job,\"on\":\"\\u001b[31mred\\\\007\"}]}" >red.kept
run 0 -c 'restore red.kept; jobs; jobs 1; wait'
# whether 'wait' tells the job's line depends on whether it has ended by then
out_has 'left 1: solve --nodes 100 --no-diagram  ?[31mred?'
out_lacks $'\033'
# a list keeps the author's line behind its position, whatever of it is edited
row() { sed -n "$1p" lines.tsv; }
printf 'a\tsfen 7k1/9/6B1R/9/9/9/9/9/9 b G 1 moves G*2b\t1\tnote\nb\t7k1/9/6B1R/9/9/9/9/9/9 b G 1\t1\n' >lines.tsv
head=$(row 1)
run 0 -c 'open lines.tsv; note other; put; save'
holds 'a note is put, and the line stays' test "$(row 1)" = "${head%note}other"
run 0 -c 'open lines.tsv; place p 9a; put; add c; save'
holds 'so it does where the start is edited' test "$(row 1 | cut -f2)" = \
    'p6k1/9/6B1R/9/9/9/9/9/9 b Grb3g4s4n4l17p 1 moves G*2b'
holds 'and where a problem is added' test "$(row 3 | cut -f2)" = "$(row 1 | cut -f2)"
run 0 -c 'open lines.tsv; remove 3c; remove 1c; place s 2b; put; save'
err_has "warning: moves that cannot be played from there are left out: 1"
holds 'what cannot be played goes, and is told' test "$(row 1 | cut -f2 | grep -c moves)" = 0
run 0 -c 'open lines.tsv; item 2; solve; answer; put; save'
holds 'an answer is not the author'"'"'s line' test "$(row 2 | cut -f2 | grep -c moves)" = 0
run 0 -c 'open lines.tsv; item 2; intend G*2b; item 1; list; item 2; put; save'
out_has $'    2+ b\n'
holds 'a line that is intended is' grep -q ' moves G\*2b' <<<"$(row 2)"
# a table is opened as records with all that it says, and stays as it is
cat >table.csv <<'CSV'
id,sfen,plies,moves,note,title,author
p1,7k1/9/6B1R/9/9/9/9/9/9 b G 1,1,G*2b,good,Title,Somebody
p2,7k1/9/6B1R/9/9/9/9/9/9 b G 1,1,G*1b,,,
p3,7k1/9/6B1X/9/9/9/9/9/9 b G 1,1,,,,
CSV
cp table.csv table.before
run 2 -c 'open table.csv; line; title; author; note; item 2; line; note other; put; save'
out_has $'1/2  p1 Title  (Somebody)\n   1  ▲２二金\nTitle\nSomebody\ngood\n2/2  p2\n   1  ▲１二金'
err_has 'table.csv: warning: 1 problem cannot be read and is left out'
err_has 'table.csv is no list or record and stays as it is'
holds 'a table is not written' cmp table.csv table.before
run 0 -c 'open table.csv; keep table.kept; restore! table.kept; title; note'
out_has $'Title\ngood'
run 0 -c 'open table.csv; item 2; note other; put; save table.kif'
run 0 -c 'open table.kif; note; line; item 2; note; line'
out_has $'good\n   1  ▲２二金\n2/2  p2\nother\n   1  ▲１二金'
printf 'sfen,plies\nxx,1\n' >bad.csv
run 3 -c 'open bad.csv'
err_has "bad.csv:2:1: sfen: 'xx' is not a board"
# a script brings sessions back that a terminal has kept
mkdir -p "$XDG_STATE_HOME/kanju/sessions"
"$KANJU" -c 'new; name here; keep mine.kept'
cp mine.kept "$XDG_STATE_HOME/kanju/sessions/2026-11-27T10.00.00.session"
run 0 -c 'restore; restore 1; name'
out_has '  1 20'
out_has $'names 1\nhere  4k4/9'

done_testing
