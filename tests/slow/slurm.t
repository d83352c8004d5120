#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# A collection of PROBLEMS (100,000) in SHARDS (200) under Slurm with one node, this machine, by the job script of
# docs/scale.md: KILLS (50) of its tasks are killed within DELAY hundredths of a second (150) after they were seen, the array
# is submitted again, and the merged store must say what one process says, byte for byte. Controller, node and munge are run
# here from a folder of their own, as the user who runs the test, on loopback. A short run: PROBLEMS=2000 SHARDS=20 KILLS=5
# DELAY=5.
# shellcheck source=tests/cli/lib.sh
. "$(dirname "$0")/../cli/lib.sh"

: "${PROBLEMS:=100000}" "${SHARDS:=200}" "${KILLS:=50}" "${DELAY:=150}"
PATH=$PATH:/usr/sbin
for program in munged slurmctld slurmd sbatch; do
    if ! command -v "$program" >/dev/null; then
        echo "1..0 # SKIP needs slurm-wlm and munge"
        exit 0
    fi
done
top=$(cd "$(dirname "$0")/../.." && pwd)
cd "$scratch" || exit 1
chmod 755 . # munge looks at the folders of its socket

# ---- a cluster of one node ----
mkdir -m 755 munge state spool
head -c 1024 /dev/urandom >munge/key
chmod 600 munge/key
port=$((20000 + RANDOM % 20000))
cat >slurm.conf <<CONF
ClusterName=kanju
SlurmctldHost=localhost(127.0.0.1)
SlurmUser=$(id -un)
SlurmdUser=$(id -un)
AuthType=auth/munge
AuthInfo=socket=$scratch/munge/socket
CredType=cred/munge
SlurmctldPort=$port
SlurmdPort=$((port + 1))
StateSaveLocation=$scratch/state
SlurmdSpoolDir=$scratch/spool
SlurmctldPidFile=$scratch/slurmctld.pid
SlurmdPidFile=$scratch/slurmd.pid
SlurmctldLogFile=$scratch/slurmctld.log
SlurmdLogFile=$scratch/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SchedulerParameters=batch_sched_delay=0,sched_interval=1,sched_min_interval=100000,max_array_tasks=$((SHARDS + 1))
MaxArraySize=$((SHARDS + 1))
MaxJobCount=$((3 * SHARDS + 10))
JobCompType=jobcomp/none
AccountingStorageType=accounting_storage/none
MpiDefault=none
ReturnToService=2
NodeName=localhost NodeAddr=127.0.0.1 CPUs=$(nproc) RealMemory=$(free -m | awk 'NR == 2 { print $2 }')
PartitionName=all Nodes=localhost Default=YES MaxTime=INFINITE State=UP
CONF
export SLURM_CONF=$scratch/slurm.conf
munged --foreground --force --key-file="$scratch/munge/key" --socket="$scratch/munge/socket" \
    --pid-file="$scratch/munge/pid" --log-file="$scratch/munge/log" --seed-file="$scratch/munge/seed" 2>munge/err &
cluster=$!
stop_cluster() {
    scancel --user="$(id -un)" 2>/dev/null
    for server in slurmd slurmctld; do
        if [ -s $server.pid ]; then kill "$(cat $server.pid)" 2>/dev/null; fi
    done
    kill "$cluster" 2>/dev/null
    wait
    for server in slurmd slurmctld; do
        if [ -s $server.pid ]; then tail --pid="$(cat $server.pid)" -f /dev/null; fi
    done
}
trap 'stop_cluster; rm -rf "$scratch"' EXIT
until_holds test -S munge/socket
slurmctld -c 2>slurmctld.err
slurmd -N localhost 2>slurmd.err
idle() { [ "$(sinfo --noheader --format=%t 2>/dev/null)" = idle ]; }
until_holds idle
holds 'the node takes work' idle

# ---- the collection, by one process ----
"$top/tests/tools/scale_problems" "$PROBLEMS" >list.tsv
options=(--complete-hands --budgets "200n,2kn" --memory 16 --no-progress)
"$KANJU" batch --threads 1 --store one.kdb "${options[@]}" list.tsv >one.out 2>&1
holds 'one process ends by itself' test $? -lt 5

# ---- in parts: the recipe, with the program's name and what this test asks for ----
awk '/^## Slurm/ { on = 1 } on && /^```/ { if (inside) exit; inside = 1; next } on && inside' "$top/docs/scale.md" |
    sed "s|--array=1-200|--array=1-$SHARDS|; s|/200\"|/$SHARDS\"|; s|--mem=2G|--mem=100M|
        s|^kanju |'$KANJU' |; s|--memory 1000|${options[*]}|; s|problems.tsv|list.tsv|" >array.sh
holds 'the recipe is a job of this collection' grep -q "/$SHARDS\" .*" array.sh
submit() { sbatch --parsable --output="$scratch/slurm-%a.out" array.sh; }
running() { pgrep -f -- "batch --threads 1 .*--shard [0-9]+/$SHARDS --store"; }
none_left() { [ -z "$(squeue --noheader 2>&1)" ]; }

holds 'the array is taken' test -n "$(submit)"
killed=0
while ! none_left; do
    if [ "$killed" -lt "$KILLS" ]; then
        victim=$(running | shuf -n 1)
        # shellcheck disable=SC2015 # a victim may end by itself
        [ -n "$victim" ] && sleep "$(awk -v n=$((RANDOM % DELAY)) 'BEGIN { print n / 100 }')" && kill -KILL "$victim" 2>/dev/null && killed=$((killed + 1)) || true
    fi
    sleep 0.05
done
holds "$KILLS tasks were killed" test "$killed" -eq "$KILLS"
echo "# first round: $SECONDS s, $killed killed"
holds 'the array is taken again' test -n "$(submit)"
until_holds none_left
echo "# second round: $SECONDS s"

# ---- what came of it ----
parts=()
for i in $(seq "$SHARDS"); do parts+=("part$i.kdb"); done
holds 'every part has a store' test "$(find . -name 'part*.kdb' | wc -l)" -eq "$SHARDS"
run 0 merge all.kdb "${parts[@]}"
"$KANJU" report --format jsonl --stable one.kdb >one.jsonl
"$KANJU" report --format jsonl --stable all.kdb >all.jsonl
holds 'as many lines as problems that can be' test "$(wc -l <one.jsonl)" -gt $((PROBLEMS / 2))
holds 'the report of all parts is that of one process' cmp one.jsonl all.jsonl
run 0 report --format text "${parts[@]}"
"$KANJU" report --format text --stable one.kdb >one.txt
"$KANJU" report --format text --stable "${parts[@]}" >parts.txt
holds 'so is the report on the parts before they are merged' cmp one.txt parts.txt

done_testing
