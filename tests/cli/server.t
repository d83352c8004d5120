#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Stores on a server: the same commands and the same results as with a file; workers, killed,
# stopped, late, refused; the server gone for a while.
# shellcheck source=tests/cli/lib.sh
. "$(dirname "$0")/lib.sh"

# shellcheck source=tests/cli/server_lib.sh
. "$(dirname "$0")/server_lib.sh"
other="postgresql://kanju@/other?${url#*\?}"

# what is no store
run 5 report 'postgresql://nobody@/nothing?host=/nowhere'
err_has 'nowhere'
err_lines 1
run 3 report "$url"
err_has "no store of Kanju, expected one that 'kanju batch' made"
run 2 work here.kdb
err_has "expected a store on a server"
run 2 batch --status here.kdb
run 2 work --nodes 5 "$url"
err_has '--nodes: the run has its own limits'
run 5 report "postgresql://kanju:secret@/none?${url#*\?}"
err_has 'database "none" does not exist'
holds 'no password is shown' test "$(grep -c secret <<<"$err")" -eq 0

# the same command on a file and on the server: the same results
budgets='300n,3kn'
printf 'bad\t7k1/9/6X1R/9/9/9/9/9/9 b G 1\n' >bad.tsv
run 3 batch --store file.kdb --budgets $budgets "$puzzles/shogi" "$puzzles/ogi" bad.tsv
said=$(head -2 <<<"$out")
run 3 batch --store "$url" --budgets $budgets "$puzzles/shogi" "$puzzles/ogi" bad.tsv
holds 'it says the same' test "$(head -2 <<<"$out")" = "$said"
holds 'reports are equal, byte for byte' same_reports file.kdb "$url"
run 0 find "$url" 'plies>=11 and handsize>=2 and not code:cook'
found=$out
run 0 find file.kdb 'plies>=11 and handsize>=2 and not code:cook'
out_is "$found"
run 3 batch --store "$url" --json --budgets $budgets "$puzzles/shogi" "$puzzles/ogi" bad.tsv
json_has done_now 0
run 4 batch --store "$url" --json --budgets $budgets
json_has problems 92
run 0 batch --status "$url"
out_has 'all is done'
# checks, with what files claim
run 1 batch --task check --store file.kdb --useless no --budgets 20kn "$puzzles/demo"
run 1 batch --task check --store "$url" --useless no --budgets 20kn "$puzzles/demo"
holds 'checks are equal' same_reports file.kdb "$url"
# a file that has changed
printf 'gone\t%s\nstays\t%s\n' '7k1/9/6B1R/9/9/9/9/9/9 b G 1' '6n1k/9/8p/9/5B3/9/9/9/9 b RS 1' >list.tsv
run 0 batch --store "$url" --enqueue list.tsv
sed -i 1d list.tsv
run 0 batch --store "$url" --enqueue list.tsv
run 0 find "$url" 'id=gone or id=stays'
out_lines 1

# from store to store
run 0 export "$url" copy.kdb
holds 'an export is the whole' same_reports copy.kdb "$url"
createdb -U kanju -h "$scratch/server" other
run 0 batch --store "$other" --enqueue --budgets $budgets "$puzzles/shogi"
run 0 merge --json "$other" file.kdb
json_has contradictions 0
run 0 merge --json "$other" file.kdb
json_has results 0
same_solved() { # STORE STORE
    cmp <("$KANJU" report --task solve --format jsonl --stable "$1") <("$KANJU" report --task solve --format jsonl --stable "$2")
}
holds 'what was merged into a server is the same' same_solved "$other" file.kdb
run 0 merge --json copy.kdb "$other"
json_has results 0

# workers are killed, all of their processes or one, and the server is stopped hard; the result is
# that of one machine
sql 'DROP SCHEMA kanju CASCADE'
budgets='300n,3kn,20kn'
"$KANJU" batch --store one.kdb --budgets $budgets "$puzzles" "$root/tests/data" >/dev/null 2>&1
"$KANJU" batch --store "$url" --enqueue --lease 1 --memory 128 --threads 2 --budgets $budgets "$puzzles" \
    "$root/tests/data" >/dev/null 2>&1
"$KANJU" batch --status "$url" >/dev/null
holds 'cron is told that nobody is at work' test $? -eq 1
pids=()
for i in 1 2 3; do
    "$KANJU" work --threads 1 --memory 64 "$url" >"work$i" 2>&1 &
    pids+=($!)
done
until_true 'SELECT count(*)>100 FROM kanju.result'
read -r child < <(pgrep -P "${pids[0]}")
kill -KILL "$child"                                   # the first one goes on with another
kill -KILL "${pids[1]}" "$(pgrep -P "${pids[1]}")"    # the second one is no more
"$postgres" crash "$scratch/server"
sleep 0.3
"$postgres" start "$scratch/server" >/dev/null
for pid in "${pids[@]}"; do wait "$pid"; done 2>/dev/null
holds 'the worker says what it died of' grep -q 'killed by signal 9' work1
holds 'reports are equal after all' same_reports one.kdb "$url"
run 0 batch --json --status "$url"
json_has open 0
json_has contradictions 0

# two workers with one lease: one is stopped until the other has taken its problems over
sql 'DROP SCHEMA kanju CASCADE'
"$KANJU" batch --store "$url" --enqueue --lease 0.5 --memory 128 --threads 2 --budgets $budgets \
    "$puzzles/shogi" >/dev/null 2>&1
"$KANJU" work --threads 1 --memory 64 "$url" >late 2>&1 &
slow=$!
until_true 'SELECT count(*)>0 FROM kanju.work WHERE state=1'
read -r child < <(pgrep -P $slow)
kill -STOP "$child"
run 0 work --json --memory 64 "$url"
json_has contradictions 0
kill -CONT "$child"
wait $slow
"$KANJU" batch --store shogi.kdb --budgets $budgets "$puzzles/shogi" >/dev/null 2>&1
holds 'reports are equal with late results' same_reports shogi.kdb "$url"

# a worker with no right but to work; one that sets its clock by itself is not believed, one of
# another version is refused
sql "CREATE ROLE worker LOGIN; SELECT kanju.allow_work('worker')"
as_worker="postgresql://worker@/postgres?${url#*\?}"
run 0 batch --store "$url" --enqueue --memory 64 --threads 1 --budgets 1kn "$puzzles/56shogi"
run 5 report "$as_worker"
err_has 'permission denied'
run 0 work --threads 1 --memory 64 "$as_worker"
run 0 batch --status "$url"
run 2 work --memory 3 "$url"
err_has 'MiB is less than one search of this run takes'
run 4 batch --store "$url" --enqueue --nodes 2000 "$puzzles/56shogi"
sql "UPDATE kanju.task SET version='0.0.1'"
run 2 work "$url"
err_has 'the run is for kanju 0.0.1'
err_lines 1

# a result that contradicts another one is told, and the first stays
sql "DROP SCHEMA kanju CASCADE"
run 0 batch --store "$url" --enqueue --memory 64 --threads 1 --budgets 300n,3kn "$puzzles/demo/nomate.sfen"
token=$(sql "SELECT kanju.hello((SELECT version FROM kanju.task),'h',1,1,NULL)->>'token'")
say_verdict() { # VERDICT PASS
    sql "SELECT kanju.exchange('$token','[{\"problem\":1,\"pass\":$2,\"no_news\":false,\"verdict\":\"$1\",\"settled\":0,\"nodes\":1,\"ms\":1,\"codes\":[],\"themes\":[]}]','{}','{}',1,false)->>'contradictions'"
}
holds 'the first counts' test "$(say_verdict mate 0)" = 0
holds 'the other one is noticed' test "$(say_verdict nomate 0)" = 1
run 1 batch --status "$url"
out_has '1 contradictions'
out_has 'contradiction'
run 0 find "$url" verdict:mate
out_lines 1

printf '%s\n' '1Sk^5/8/2B5/8/8/8/8/8 S/16p4l4n2i2r2sb O/o' >ogi.feen
# results are held against certificates: what is true agrees, a lie is told and taken out, and the
# problem can be solved again; nobody with the rights of a worker alone may do so
sql "DROP SCHEMA kanju CASCADE"
run 0 batch --store "$url" --enqueue --memory 64 --threads 1 --budgets 300kn "$puzzles/demo/nomate.sfen" "$puzzles/dobutsu" ogi.feen
token=$(sql "SELECT kanju.hello((SELECT version FROM kanju.task),'h',1,1,NULL)->>'token'")
sql "SELECT kanju.exchange('$token','[{\"problem\":1,\"pass\":0,\"no_news\":false,\"verdict\":\"mate\",\"plies\":3,\"proved\":1,\"settled\":1,\"nodes\":1,\"ms\":1,\"codes\":[],\"themes\":[]}]','{}','{}',1,true)" >/dev/null
run 0 work --threads 1 --memory 64 "$url"
run 0 work --json --verify-certificates 0 "$url"
json_has chosen 0
sql "SELECT kanju.allow_work('worker')"
run 5 work --verify-certificates 1 "$as_worker"
err_has 'permission denied'
run 1 work --json --verify-certificates 1 "$url"
json_has contradictions 1
err_has 'contradiction: problem 1: mate 3 by worker 1, but nomate by a certificate that was verified'
holds 'all others agree' grep -q "\"agree\":$(sql "SELECT count(*) FROM kanju.result WHERE verdict<>'unknown'")," <<<"$out"
run 1 batch --status "$url"
out_has '1 set aside, 1 contradictions'
run 0 batch --store "$url" --enqueue --retry --memory 64 --threads 1 --budgets 300kn "$puzzles/demo/nomate.sfen"
run 0 work --threads 1 --memory 64 "$url"
run 0 work --json --verify-certificates 1 "$url"
json_has agree 1
# of a check the whole report is certified, so that a lie about soundness is told too
sql "DROP SCHEMA kanju CASCADE"
echo '9/9/2R6/k8/N8/B8/9/9/9 b rb4g4s3n4l18p 1' >sound.sfen
run 0 batch --store "$url" --enqueue --task check --memory 64 --threads 1 --budgets 300kn sound.sfen
token=$(sql "SELECT kanju.hello((SELECT version FROM kanju.task),'h',1,1,NULL)->>'token'")
sql "SELECT kanju.exchange('$token','[{\"problem\":1,\"pass\":0,\"no_news\":false,\"verdict\":\"unsound\",\"plies\":3,\"proved\":1,\"settled\":1,\"nodes\":1,\"ms\":1,\"codes\":[],\"themes\":[]}]','{}','{}',1,true)" >/dev/null
run 1 work --json --verify-certificates 1 "$url"
json_has contradictions 1
err_has 'but sound 3 by a certificate that was verified'

# what kills three workers is set aside, with what they died of
sql "DROP SCHEMA kanju CASCADE"
printf 'endless\t%s\n' 'g1+P1k1+P+P+L/1p3P3/+R+p2pp1pl/1NNsg+p2+R/+b+nL+P1+p3/1P3ssP1/2P1+Ps2N/4+P1P1L/+B5G1g b - 1' >endless.tsv
run 0 batch --store "$url" --enqueue --lease 8 --memory 64 --threads 1 --budgets 1Gn endless.tsv
"$KANJU" work --threads 1 --memory 64 "$url" >poison 2>&1 &
pid=$!
for i in 1 2 3; do
    until_true "SELECT count(*)=$i FROM kanju.worker" && until_true 'SELECT count(*)=1 FROM kanju.work WHERE state=1'
    read -r child < <(pgrep -P $pid)
    sleep 0.2
    kill -KILL "$child"
done
wait $pid
run 1 batch --status "$url"
out_has '1 set aside'
out_has 'endless'
out_has 'killed by signal 9'
run 0 batch --store "$url" --enqueue --retry --memory 64 --threads 1 --budgets 1Gn endless.tsv
# asked to end it gives back what it has
"$KANJU" work --threads 1 --memory 64 "$url" >graceful 2>&1 &
pid=$!
until_true 'SELECT count(*)=1 FROM kanju.work WHERE state=1'
kill -TERM $pid
wait $pid
holds 'it ends as after Ctrl-C' test $? -eq 130
holds 'nothing is claimed any more' test "$(sql 'SELECT count(*) FROM kanju.work WHERE state=1')" = 0

# the page, and no place on the server's disk
run 1 batch --status "$url" -o status.html
holds 'the page has the tables' grep -q '<th>limit</th>' status.html
done_testing
