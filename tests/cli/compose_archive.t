#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# An archive of compose: a store that find and report read, gone on with, whatever ended it; what is no archive.
# shellcheck source=tests/cli/lib.sh
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

KANJU=$(realpath "$KANJU")
cd "$scratch" || exit 1
wish=(--no-diagram --plies 1-5 --chase --seed 2)
cells() { grep -o '{"theme":[^{}]*}' "$@" | sed 's/,"new":[a-z]*//'; }
works() { "$KANJU" find "$1" 'verdict:sound' --format list; }

# ---- what is found is in the store, and is what check says of it ----

run 0 compose "${wish[@]}" --nodes 600000 --archive works.kdb
out_has 'archive works.kdb: works '
out_has '  few pieces: cells '
run 0 compose "${wish[@]}" --nodes 600000 --archive other.kdb --json --threads 3
cp "$scratch/out" first
run 0 find works.kdb 'verdict:sound'
cp "$scratch/out" sound
holds 'works are found' test "$(wc -l <sound)" -ge 5
run 0 find other.kdb 'verdict:sound'
holds 'three threads find the same' diff sound "$scratch/out"
run 0 check --no-diagram --no-themes sound
out_has ' 0 with blemishes, 0 unsound, 0 unknown'
run 0 report works.kdb
out_has '  sound  '
out_lacks 'unsound'
run 0 batch --task check --store works.kdb
out_has 'done now: 0 '
# the best of a cell is in the store
cells first | while IFS= read -r cell; do
    position=$(grep -o '"position":"[^"]*"' <<<"$cell" | cut -d '"' -f 4)
    grep -qF "$position" sound || echo "$position"
done >missing
holds 'the best of each cell is there' test ! -s missing
holds 'no cell is listed twice' test -z "$(cells first | cut -d , -f 1-3 | sort | uniq -d)"

# ---- it goes on ----

before=$(wc -l <sound)
run 0 compose "${wish[@]}" --nodes 300000 --archive works.kdb
out_has '(new 0)'
run 0 find works.kdb 'verdict:sound'
holds 'nothing goes' test -z "$(comm -23 <(cut -f 2 sound | sort) <(cut -f 2 "$scratch/out" | sort))"
holds 'and more comes' test "$(wc -l <"$scratch/out")" -gt "$before"
# a work that is given is kept, and where it begins
given='9/9/9/9/9/9/1+R7/9/k8 b Sr2b4g3s4n4l18p 1'
run 0 compose --no-diagram --nodes 200000 --archive given.kdb "$given"
run 0 find given.kdb 'plies=7'
out_has 'pieces'

# what a kill leaves is whole, and gone on with
rm -f killed.kdb
for part in 1 2; do
    "$KANJU" compose "${wish[@]}" --nodes 50000000 --archive killed.kdb >out 2>err &
    pid=$!
    kept() { [ -s killed.kdb ] && [ "$("$KANJU" find killed.kdb 'verdict:sound' 2>/dev/null | wc -l)" -gt $((3 * part)) ]; }
    until_holds kept
    kill -KILL $pid
    wait $pid 2>/dev/null
    holds "kill $part left works" kept
done
run 0 find killed.kdb 'verdict:sound'
cp "$scratch/out" sound
run 0 check --no-diagram --no-themes sound
run 0 compose "${wish[@]}" --nodes 100000 --archive killed.kdb
run 0 report killed.kdb
out_lacks 'not done'

# Ctrl-C prints what there is
status=0
set -m
"$KANJU" compose "${wish[@]}" --nodes 50000000 --archive ended.kdb >out &
pid=$!
set +m
ended() { [ -s ended.kdb ] && [ -n "$("$KANJU" find ended.kdb 'verdict:sound' 2>/dev/null)" ]; }
until_holds ended
kill -INT $pid
wait $pid || status=$?
holds 'Ctrl-C ends it' test "$status" -eq 130
holds 'and it says what there is' grep -q '^archive ended.kdb: works [1-9]' out

# ---- what is no archive, or not of these works ----

echo nothing >text
run 3 compose "${wish[@]}" --archive text
err_has 'text: no store of Kanju'
err_lines 1
run 3 compose --variant ogi --nodes 1000 --archive works.kdb
err_has 'works.kdb: the works are of shogi, expected those of ogi'
run 5 compose --nodes 1000 --archive nowhere/works.kdb
err_has 'nowhere/works.kdb: '
err_lines 1
run 2 compose --nodes 1000 --archive works.kdb --checkpoint kept
err_has 'expected no --checkpoint'
run 2 compose --archive works.kdb --for-line 'N*2c 1a2a G*2b' '8k/9/9/9/9/9/9/9/9 b - 1'
err_has 'expected no --for-line'
run 0 compose "${wish[@]}" --variant 56shogi --nodes 300000 --archive small.kdb --lang ja
out_has '作品庫 small.kdb: '
run 0 compose "${wish[@]}" --nodes 100000 --archive small.kdb --json # the game is that of the archive
json_has variant '"56shogi"'
if unix_only 'disks that ulimit fills'; then
    (
        ulimit -f 100
        exec "$KANJU" compose "${wish[@]}" --nodes 3000000 --archive full.kdb
    ) >out 2>err
    holds 'a full disk ends it' test $? -eq 5
    holds 'with a line' test "$(wc -l <err)" -eq 1
    run 0 compose "${wish[@]}" --nodes 300000 --archive full.kdb
fi

done_testing
