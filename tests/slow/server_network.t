#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Workers behind a bad network: slow, cut in the middle of an answer, silent. tests/tools/bad_network.pl
# makes it so; traffic control would need a kernel that has it.
# shellcheck source=tests/cli/lib.sh
. "$(dirname "$0")/../cli/lib.sh"
# shellcheck source=tests/cli/server_lib.sh
. "$(dirname "$0")/../cli/server_lib.sh"
proxy=''
clean_up_more() { [ -z "$proxy" ] || kill "$proxy" 2>/dev/null; }

options=(--memory 64 --threads 1 --budgets "300n,3kn" "$puzzles/shogi" "$puzzles/ogi")
"$KANJU" batch --store one.kdb "${options[@]}" >/dev/null 2>&1
begin() { # ARGUMENTS OF bad_network.pl
    [ -z "$proxy" ] || { kill "$proxy" && wait "$proxy"; } 2>/dev/null
    sql 'DROP SCHEMA IF EXISTS kanju CASCADE'
    "$KANJU" batch --store "$url" --enqueue --lease "${lease:-60}" "${options[@]}" >/dev/null 2>&1
    rm -f port
    "$root/tests/tools/bad_network.pl" "$scratch/server/.s.PGSQL.5432" "$@" >port &
    proxy=$!
    until [ -s port ]; do sleep 0.05; done
    bad="postgresql://kanju@127.0.0.1:$(cat port)/postgres"
}

begin 300
run 0 work --json --threads 2 --memory 128 "$bad"
json_has contradictions 0
holds 'slow: the report is that of one machine' same_reports one.kdb "$url"
holds 'slow: a report over it is the same' same_reports one.kdb "$bad"

# wherever in the answers: while it connects, says hello, and gives problems
for bytes in 100 700 1000 3000 8000 20000; do
    begin 0 "$bytes" 3
    status=5 tries=0
    while [ $status -ne 0 ] && [ $tries -lt 5 ]; do
        tries=$((tries + 1)) status=0
        "$KANJU" work --threads 1 --memory 64 "$bad" >log 2>&1 || status=$?
        [ $status -eq 0 ] || holds "cut after $bytes: refused in one line" test "$(wc -l <log)" -eq 1
    done
    echo "# $tries tries: $(grep -c 'trying again' log) times away while at it"
    holds "cut after $bytes: the worker ends well" test $status -eq 0
    holds "cut after $bytes: the report is that of one machine" same_reports one.kdb "$url"
    holds "cut after $bytes: nobody contradicts" \
        test "$(sql "SELECT count(*) FROM kanju.failure WHERE kind='contradiction'")" = 0
done

# no end of the connection, but no answer: problems go to another worker, and late results come
lease=1
begin 0
"$KANJU" work --threads 1 --memory 64 "$bad" >log 2>&1 &
pid=$!
until_true 'SELECT count(*)>0 FROM kanju.work WHERE state=1'
kill -USR1 "$proxy"
run 0 work --json --threads 1 --memory 64 "$url"
json_has contradictions 0
until_holds grep -q 'no answer in 60 s; searches go on' log
holds 'silent: the worker says that nobody answers' grep -q 'no answer in 60 s; searches go on' log
kill -USR1 "$proxy"
wait $pid
holds 'silent: it ends well when the network is back' test $? -eq 0
holds 'silent: the report is that of one machine' same_reports one.kdb "$url"
done_testing
