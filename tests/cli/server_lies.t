#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# A role that may only work, and lies: what it says about its own work is worth what it is worth,
# but nobody else's results, and no reader of the store, may suffer from it.
# shellcheck source=tests/cli/lib.sh
. "$(dirname "$0")/lib.sh"

here=$(realpath "$(dirname "$0")")
# shellcheck source=tests/cli/server_lib.sh
. "$here/server_lib.sh"

sql 'CREATE ROLE liar LOGIN; CREATE ROLE honest LOGIN; CREATE ROLE friend LOGIN'
as_honest="postgresql://honest@/postgres?${url#*\?}"
as_liar() { # STATEMENT
    psql -X -q -A -t -v ON_ERROR_STOP=1 "postgresql://liar@/postgres?${url#*\?}" <<<"$1" 2>&1
}
# A run anew, with the lists as its problems.
begin() { # BUDGETS LIST
    sql 'DROP SCHEMA IF EXISTS kanju CASCADE' 2>/dev/null
    "$KANJU" batch --store "$url" --enqueue --lease "${lease:-60}" --memory 64 --threads 1 --budgets "$1" "$2" >/dev/null 2>&1
    sql "SELECT kanju.allow_work('liar'); SELECT kanju.allow_work('honest'); SELECT kanju.allow_work('friend')" >/dev/null
}
# The liar enrols; $token.
enrol() { # THREADS
    token=$(as_liar "SELECT kanju.hello('$version','h',1,$1,NULL)->>'token'")
}
# It claims, or delivers.
claim() { # HOW_MANY
    as_liar "SELECT kanju.exchange('$token','[]','{}','{}',$1,false)->'jobs'"
}
deliver() { # RESULTS
    as_liar "SELECT kanju.exchange('$token','$1','{}','{}',0,false)"
}

# ---- checkpoints that call every mate none ----

mate=1g1B5/kp1G5/1NN6/9/9/9/9/9/9
printf '%s\n' "$mate b Rrb2g4s2n4l17p 1" >mate.sfen
"$KANJU" batch --store learnt.kdb --budgets 1kn mate.sfen >/dev/null 2>&1
forged=$(python3 "$here/forge_checkpoint.py" learnt.kdb 2>/dev/null)
begin 1kn,200kn mate.sfen
version=$(sql 'SELECT version FROM kanju.task')
enrol 1
claim 1 >/dev/null
deliver "[{\"problem\":1,\"pass\":0,\"no_news\":false,\"verdict\":\"unknown\",\"cause\":\"nodes\",\"settled\":0,\"proved\":0,\"complete\":0,\"nodes\":1000,\"ms\":1,\"codes\":[],\"themes\":[],\"checkpoint\":\"$forged\"}]" >/dev/null
as_liar "SELECT kanju.exchange('$token','[]','{}','{}',0,true)" >/dev/null
holds 'the checkpoint is in the store' test "$(sql 'SELECT role FROM kanju.checkpoint')" = liar
run 0 work --threads 1 --memory 64 "$as_honest"
holds 'a lie is not said in the name of another' test "$(sql 'SELECT verdict, plies FROM kanju.result')" = 'mate|15'
holds 'who has done which pass is kept' test "$(sql "SELECT string_agg(role || d.pass, ' ' ORDER BY d.pass) FROM kanju.work w, unnest(doers, done_passes) d(id, pass) JOIN kanju.worker USING (id)")" = 'liar0 honest1'
run 0 work --verify-certificates 1 "$url"

# what a worker finds that leans on an earlier pass is told with the names of both
begin 1kn,2kn mate.sfen
enrol 1
claim 1 >/dev/null
deliver '[{"problem":1,"pass":0,"no_news":false,"verdict":"mate","plies":3,"pure_plies":3,"settled":0,"proved":0,"complete":0,"nodes":1000,"ms":1,"codes":[],"themes":[]}]' >/dev/null
as_liar "SELECT kanju.exchange('$token','[]','{}','{}',0,true)" >/dev/null
token=$(psql -X -q -A -t "$as_honest" -c "SELECT kanju.hello('$version','h',1,1,NULL)->>'token'")
as_honest() { psql -X -q -A -t "$as_honest" -c "$1"; }
as_honest "SELECT kanju.exchange('$token','[]','{}','{}',1,false)" >/dev/null
as_honest "SELECT kanju.exchange('$token','[{\"problem\":1,\"pass\":1,\"no_news\":true,\"verdict\":\"mate\",\"settled\":0,\"nodes\":2000,\"ms\":1,\"codes\":[],\"themes\":[]}]','{}','{}',0,true)" >/dev/null
holds 'no news is nobody else'"'"'s result' test "$(sql 'SELECT role FROM kanju.work JOIN kanju.worker w ON w.id=doer')" = liar
sql "UPDATE kanju.result SET verdict='nomate', plies=NULL, pure_plies=NULL; UPDATE kanju.run SET nodes='{1000,200000}'"
run 1 work --verify-certificates 1 "$url"
err_has 'nomate by worker 1 (liar), pass 1 by worker 1 (liar), pass 2 by worker 2 (honest), but mate 15 by a certificate'

# tokens are of the role that got them
enrol 1
holds 'a token is of no use to another role' test -z "$(as_honest "SELECT kanju.exchange('$token','[]','{}','{}',1,false)" 2>/dev/null)"

# ---- what is no result ----

printf '%s\n' "$mate b Rrb2g4s2n4l17p 1" '1R7/1S7/9/k8/9/9/9/9/9 b Gr2b3g3s4n4l18p 1' >two.sfen
sound='"no_news":false,"settled":1,"proved":0,"complete":0,"nodes":1,"ms":1,"codes":[],"themes":[]'
long=$(printf '%0400000d' 0)
begin 200kn two.sfen
enrol 1
refused() { # MEMBERS
    sql 'DELETE FROM kanju.result; UPDATE kanju.work SET state=1, owner=1'
    # a good one beside it is taken
    deliver "[{\"problem\":2,\"pass\":0,\"verdict\":\"mate\",\"plies\":15,$sound},{\"problem\":1,\"pass\":0,$sound,$1}]" >said
    holds "refused: ${1:0:60}" grep -q '"new": 1.*"refused": 1' said
}
nested=$(printf '[%.0s' $(seq 3000))
refused '"verdict":"<script>alert(1)</script>"'
holds 'its problem is set aside' test "$(sql 'SELECT state FROM kanju.work ORDER BY problem')" = $'3\n2'
run 1 batch --status "$url"
out_has 'worker 1 (liar): no verdict of this task'
out_lacks '<script>'
run 1 batch --json --status "$url"
out_has '"kind":"refused"'
while read -r members; do
    refused "$members"
done <<'END'
"verdict":"sound"
"verdict":"nomate","plies":3
"verdict":"mate","plies":-5
"verdict":"mate","plies":3,"settled":7
"verdict":"mate","plies":3,"nodes":-1
"verdict":"mate","plies":99999999999999999999
"verdict":"mate","plies":"three"
"verdict":"mate","line":"\n7g7f"
"verdict":"unknown","cause":"<b>"
"verdict":null
"verdict":"mate","codes":[{"code":"<b>","ply":1,"detail":"","severity":1}]
"verdict":"mate","codes":7
"verdict":"mate","themes":["a b"]
"verdict":"mate","report":"[]"
"verdict":"mate","report":"{"
"verdict":"unknown","checkpoint":"%"
END
refused "\"verdict\":\"unknown\",\"checkpoint\":\"$long\""
refused "\"verdict\":\"mate\",\"leftover\":\"$long\""
refused "\"verdict\":\"mate\",\"report\":\"{\\\"a\\\":$nested${nested//[/]}}\""
run 0 report --format jsonl "$url"
out_lines 2
holds 'what is not asked in such words changes nothing' grep -q 'malformed\|invalid input\|cannot' <(deliver '{' 2>&1)
# nor does it stay that a worker says where a certificate is on its machine
begin 200kn mate.sfen
enrol 1
claim 1 >/dev/null
deliver "[{\"problem\":1,\"pass\":0,\"verdict\":\"mate\",\"plies\":3,$sound,\"certificate\":\"/etc/passwd\"}]" >/dev/null
holds 'it names no files' test "$(sql 'SELECT certificate IS NULL FROM kanju.result')" = t
# what came before anybody looked is wrong, even where no certificate is found
sql 'ALTER TABLE kanju.result DROP CONSTRAINT known_plies'
sql 'UPDATE kanju.result SET plies=-5; ALTER TABLE kanju.result ADD CONSTRAINT known_plies CHECK (plies BETWEEN 0 AND 65535) NOT VALID; UPDATE kanju.run SET nodes=ARRAY[2]::bigint[]'
run 1 work --verify-certificates 1 "$url"
err_has 'mate -5 by worker 1 (liar), which cannot be'
# so is a line that nobody can play
begin 2n mate.sfen
enrol 1
claim 1 >/dev/null
deliver "[{\"problem\":1,\"pass\":0,\"verdict\":\"mate\",\"plies\":3,$sound,\"line\":\"R*9d 9b9c 1a1b\"}]" >/dev/null
run 1 work --verify-certificates 1 "$url"
err_has 'mate 3 by worker 1 (liar), which cannot be'

# ---- a file and a server take the same rows ----

begin 200kn mate.sfen
"$KANJU" batch --task check --store rows.kdb --budgets 200kn mate.sfen >/dev/null 2>&1
run 0 merge "$url" rows.kdb
for statement in "INSERT INTO code VALUES(1,1,'a',1,'',1)" "INSERT INTO theme VALUES(1,1,'a')"; do
    sql "SET search_path=kanju; $statement"
    python3 -c 'import sqlite3, sys
with sqlite3.connect("rows.kdb") as store: store.execute(sys.argv[1])' "$statement"
done
taken_by_file() { # STATEMENT
    python3 -c 'import sqlite3, sys
sqlite3.connect("rows.kdb").execute(sys.argv[1])' "$1" 2>/dev/null
}
taken_by_server() { # STATEMENT
    sql "SET search_path=kanju; BEGIN; $1; ROLLBACK" >/dev/null 2>&1
}
while read -r yes table set; do
    said=
    taken_by_file "UPDATE $table SET $set" && said=+
    taken_by_server "UPDATE $table SET $set" && said+=+
    case $yes in yes) yes=++ ;; no) yes= ;; esac
    holds "both or none: ${set:0:50}" test "$said" = "$yes"
done <<END
no result verdict='nomape'
no result verdict='nomate'
yes result verdict='nomate',plies=NULL,pure_plies=NULL,line=NULL
no result cause=''
no result cause='a b'
no result cause='${long:0:41}'
yes result cause='time'
no result settled=2
no result plies=-1
no result plies=65536
yes result plies=65535
no result pure_plies=-1
no result proved=2
no result complete=4
no result line='é'
no result line='${long:0:65537}'
yes result line='R*9d ~'
no result leftover='a b'
yes result leftover='2P-+b'
no result nodes=-1
no result ms=-1
no result certificate='${long:0:4097}'
no result report='{'
yes result report='{}'
yes result report=NULL
no result difficulty=1e9
yes result difficulty=-5.5
no code code='A' WHERE code='a'
no code code='' WHERE code='a'
no code ply=65536 WHERE code='a'
no code detail='é' WHERE code='a'
yes code detail='G*1b' WHERE code='a'
no code severity=4 WHERE code='a'
no theme theme='A' WHERE theme='a'
yes theme theme='a-9_z' WHERE theme='a'
END

# ---- deaths that were none ----

"$KANJU" family --list --piece P --on 1a-9i '1R7/1S7/9/k8/9/9/9/9/9 b Gr2b3g3s4n4l18p 1' 2>/dev/null | head -600 >many.tsv
lease=600 begin 1kn many.tsv
kill_all() { # THREADS
    enrol "$1"
    claim 10000 >claimed
    ids=$(grep -o '"problem": [0-9]*' claimed | grep -o '[0-9]*' | paste -sd,)
    as_liar "SELECT kanju.died('$token','{$ids}','x')" >/dev/null
}
blamed() { sql "SELECT count(*) FROM kanju.work WHERE deaths>=$1"; }
kill_all 2
holds 'a worker has so many problems in hand, no more' test "$(wc -w <<<"${ids//,/ }")" -le 512
holds 'it died of as many as it had threads' test "$(blamed 1)" = 2
as_liar "SELECT kanju.died('$token','{$ids}','x')" >/dev/null
claim 10000 >claimed
as_liar "SELECT kanju.died('$token','{$(grep -o '"problem": [0-9]*' claimed | grep -o '[0-9]*' | paste -sd,)}','x')" >/dev/null
holds 'it died once' test "$(blamed 1)" = 2
for _ in 1 2 3; do kill_all 2; done
holds 'others are not given the same at once' test "$(blamed 2)" = 0
sql "UPDATE kanju.work SET since = since - interval '1 hour'"
kill_all 2
holds 'but after some time' test "$(blamed 2)" = 2
sql "UPDATE kanju.work SET since = since - interval '1 hour'"
errors() { grep -c 'ERROR' "$scratch/server/data/server.log"; }
before=$(errors)
run 0 work --threads 2 --memory 128 "$as_honest"
holds 'a worker asks nothing that it may not' test "$(errors)" = "$before"
holds 'all are solved in spite of that' test "$(sql 'SELECT count(*) FROM kanju.work WHERE state<>2')" = 0

# ---- a server of an earlier version ----

begin 300n,200kn mate.sfen
run 0 work --threads 1 --memory 64 "$as_honest"
"$KANJU" report --format jsonl --stable "$url" >before.jsonl
sql 'ALTER TABLE kanju.checkpoint DROP COLUMN role; ALTER TABLE kanju.worker DROP COLUMN role, DROP COLUMN died;
     ALTER TABLE kanju.work DROP COLUMN doers, DROP COLUMN done_passes;
     DROP FUNCTION kanju.doers_of; DROP FUNCTION kanju.name_of; UPDATE kanju.store SET version=2'
run 5 report "$as_honest"
run 0 report "$url"
"$KANJU" report --format jsonl --stable "$url" >after.jsonl
holds 'what was known is known' cmp before.jsonl after.jsonl
sql 'ALTER TABLE kanju.checkpoint DROP COLUMN role; ALTER TABLE kanju.worker DROP COLUMN role, DROP COLUMN died;
     ALTER TABLE kanju.work DROP COLUMN doers, DROP COLUMN done_passes, DROP COLUMN doer;
     ALTER TABLE kanju.run DROP COLUMN salt; DROP TABLE kanju.verified; UPDATE kanju.store SET version=1'
run 0 report "$url"
# what titles of before said stood among the other headers
sql "UPDATE kanju.item SET headers='{\"発表年月\":\"1755\",\"備考\":\"n\"}' WHERE number=1"
sql 'ALTER TABLE kanju.item DROP COLUMN date; UPDATE kanju.store SET version=4'
run 0 report "$url"
holds 'it is in columns now' test "$(sql "SELECT DISTINCT date||note||coalesce(headers,'-') FROM kanju.item WHERE number=1")" = '1755n-'
# checks of before are made anew
sql 'ALTER TABLE kanju.result DROP CONSTRAINT known_plies, ADD CONSTRAINT lengths CHECK (plies < 0) NOT VALID;
     UPDATE kanju.store SET version=3'
printf '%s\n' "$mate b Rrb2g4s2n4l17p 1" '1R7/1S7/9/k8/9/9/9/9/9 b Gr2b3g3s4n4l18p 1' >more.sfen
run 0 batch --store "$url" --enqueue --memory 64 --threads 1 --budgets 300n,200kn more.sfen
run 0 work --threads 1 --memory 64 "$as_honest"
run 0 batch --status "$url"
out_has 'all is done'
run 0 work --verify-certificates 1 "$url"
holds 'checks are those of this version' test "$(sql "SELECT string_agg(conname, ' ') FROM pg_constraint WHERE conname IN ('lengths', 'known_plies')")" = known_plies
done_testing
