#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# A server whose disk is full: workers say so, go on searching, and deliver when there is room; what
# was there stays. Needs the right to mount.
# shellcheck source=tests/cli/lib.sh
. "$(dirname "$0")/../cli/lib.sh"
mkdir "$scratch/server"
mount -t tmpfs -o size=160M none "$scratch/server" || {
    echo '1..0 # SKIP tmpfs cannot be mounted here'
    exit 0
}
export CONF="min_wal_size = 32MB
max_wal_size = 64MB
wal_recycle = off"
# shellcheck source=tests/cli/server_lib.sh
. "$(dirname "$0")/../cli/server_lib.sh"
pid=''
clean_up_more() {
    [ -z "$pid" ] || kill -TERM "$pid" 2>/dev/null
    "$postgres" crash "$scratch/server" >/dev/null 2>&1
    umount -l "$scratch/server"
}
fill() { dd if=/dev/zero of=server/ballast bs=64k 2>/dev/null; }

"$root/tests/tools/scale_problems" 6000 >problems.tsv
options=(--complete-hands --memory 16 --threads 1 --budgets "200n,2kn" problems.tsv)
"$KANJU" batch --store one.kdb "${options[@]}" >/dev/null 2>&1
"$KANJU" batch --store "$url" --enqueue "${options[@]}" >/dev/null 2>&1
"$KANJU" work --threads 1 --memory 16 "$url" >log 2>&1 &
pid=$!
until_true 'SELECT count(*)>500 FROM kanju.result'
fill
until_holds grep -q 'trying again' log
holds 'the worker says that it goes on' grep -q 'searches go on, trying again' log
echo "# $(head -n 1 log)"
fill
run 5 batch --store "$url" --enqueue "${options[@]}"
err_has 'No space left on device'
holds 'the worker is still there' kill -0 "$pid"
rm server/ballast
"$postgres" start "$scratch/server" >/dev/null 2>&1 # if it has ended
wait "$pid"
holds 'the worker ends well when there is room' test $? -eq 0
pid=''
cat log
holds 'the report is that of one machine' same_reports one.kdb "$url"
run 0 batch --status "$url"
done_testing
