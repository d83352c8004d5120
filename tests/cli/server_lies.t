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
    psql -X -q -A -t -v ON_ERROR_STOP=1 "postgresql://liar@/postgres?${url#*\?}" -c "$1" 2>&1
}
# A run anew, with the lists as its problems.
begin() { # BUDGETS LIST
    sql 'DROP SCHEMA IF EXISTS kanju CASCADE' 2>/dev/null
    "$KANJU" batch --store "$url" --enqueue --lease "${lease:-60}" --memory 64 --jobs 1 --budgets "$1" "$2" >/dev/null 2>&1
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

# ---- a server of an earlier version ----

begin 300n,200kn mate.sfen
run 0 work --threads 1 --memory 64 "$as_honest"
"$KANJU" report --format jsonl --stable "$url" >before.jsonl
sql 'ALTER TABLE kanju.checkpoint DROP COLUMN role; ALTER TABLE kanju.worker DROP COLUMN role;
     ALTER TABLE kanju.work DROP COLUMN doers, DROP COLUMN done_passes;
     DROP FUNCTION kanju.doers_of; DROP FUNCTION kanju.name_of; UPDATE kanju.store SET version=2'
run 5 report "$as_honest"
run 0 report "$url"
"$KANJU" report --format jsonl --stable "$url" >after.jsonl
holds 'what was known is known' cmp before.jsonl after.jsonl
sql 'ALTER TABLE kanju.checkpoint DROP COLUMN role; ALTER TABLE kanju.worker DROP COLUMN role;
     ALTER TABLE kanju.work DROP COLUMN doers, DROP COLUMN done_passes, DROP COLUMN doer;
     ALTER TABLE kanju.run DROP COLUMN salt; DROP TABLE kanju.verified; UPDATE kanju.store SET version=1'
printf '%s\n' "$mate b Rrb2g4s2n4l17p 1" '1R7/1S7/9/k8/9/9/9/9/9 b Gr2b3g3s4n4l18p 1' >more.sfen
run 0 batch --store "$url" --enqueue --memory 64 --jobs 1 --budgets 300n,200kn more.sfen
run 0 work --threads 1 --memory 64 "$as_honest"
run 0 batch --status "$url"
out_has 'all is done'
run 0 work --verify-certificates 1 "$url"
done_testing
