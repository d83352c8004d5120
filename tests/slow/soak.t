#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# A soak: for SOAK seconds (60 unless told otherwise; an hour: SOAK=3600) batches are killed at random, run
# into limits of memory, file size and descriptors, find broken files, stores in use and reports that read
# meanwhile; the same command is given again and again. In the end the store must hold what one undisturbed
# run finds out. Budgets are in nodes, so that results repeat exactly. SEED repeats the same disturbances as
# far as timing allows.
# shellcheck source=tests/cli/lib.sh
. "$(dirname "$0")/../cli/lib.sh"

: "${SOAK:=60}" "${SEED:=$$}"
puzzles=$(realpath "$(dirname "$0")/../../puzzles")
cd "$scratch" || exit 1
RANDOM=$SEED
echo "# SEED=$SEED SOAK=$SOAK"

# ---- a collection: every puzzle there is, many small ones, formats, and what is broken ----

mkdir -p in/deep
for list in "$puzzles"/*/*.tsv; do cp "$list" "in/$(basename "$(dirname "$list")")-${list##*/}"; done
row=(n8 1n7 2n6 3n5 4n4 5n3 6n2 7n1 8n 9)
for a in "${row[@]}"; do
    for b in "${row[@]}"; do
        for c in "${row[@]}"; do
            n=${a//[!n]/}${c//[!n]/} s=${b//[!n]/}
            echo "7k1/9/6B1R/9/9/$a/${b//n/s}/$c/9 b Grb3g$((4 - ${#s}))s$((4 - ${#n}))n4l18p 1"
        done
    done
done | sed 's/0[snl]//g; s/\([^0-9]\)1\([sn]\)/\1\2/g' >in/many.sfen
"$KANJU" convert --format kif -o in/deep/ in/shogi-original.tsv 2>/dev/null
tar -czf in/some.tar.gz -C in deep many.sfen # refused
head -c 2000 /dev/urandom >in/noise.kif
printf 'x\tnot a position\n\n#\n7k1/9/6B1R/9/9/9/9/9/9 b G 1\textra\n' >in/odd.tsv
: >in/empty.csa
printf '手合割：平手\n   1 ９九龍(11)\n' | iconv -f UTF-8 -t CP932 >in/deep/bad.kif

# the solutions as the authors', for checks
"$KANJU" batch --store works.kdb in/minishogi-original.tsv >works.out 2>&1
"$KANJU" report --format kif -o in/authors.kif works.kdb
works=(in/minishogi-original.tsv in/authors.kif)

batch=(batch --budgets "500n,5kn" --memory 64 --threads 2 --no-progress)
contents() { # STORE: all that does not depend on the run
    for kind in solve check; do
        "$KANJU" report --stable --task "$kind" --format csv "$1" || return 1
        "$KANJU" report --stable --task "$kind" --format text "$1" || return 1
    done
}

start=$SECONDS
"$KANJU" "${batch[@]}" --store still.kdb in >still.out 2>still.err
first=$?
"$KANJU" "${batch[@]}" --store still.kdb --task check "${works[@]}" >still2.out 2>&1
second=$?
holds 'the undisturbed run ends by itself' test "$first" -le 4 -a "$second" -le 4
contents still.kdb >still.txt
echo "# undisturbed: $((SECONDS - start)) s, $(wc -l <still.txt) lines; $(sed -n 2p still.out)"
holds 'and has what to compare' test "$(wc -l <still.txt)" -gt 1000

# ---- the same, disturbed ----

disturbances=(kill term full memory files reader parallel none)
declare -A count
rounds=0 odd=0
# Starts a batch under a limit; its process is $pid.
begin() { # LIMIT...
    (
        [ $# -eq 0 ] || ulimit "$@"
        exec "$KANJU" "${command[@]}" >run.out 2>run.err
    ) &
    pid=$!
}
tell_odd() { # STATUS DISTURBANCE
    odd=$((odd + 1))
    echo "# round $rounds, $2: status $1: $(tail -n 1 run.err)"
}
disturb() {
    local kind=${disturbances[RANDOM % ${#disturbances[@]}]} result
    command=("${batch[@]}" --store soak.kdb in)
    ((RANDOM % 4)) || command=("${batch[@]}" --store soak.kdb --task check "${works[@]}")
    case $kind in
    full) begin -f $((RANDOM % 600 + 8)) ;;            # KiB a file may have, as if the disk were full
    memory) begin -v $((RANDOM * 40 + 60000 + RANDOM % 40)) ;; # KiB of address space
    files) begin -n $((RANDOM % 12 + 4)) ;;
    *) begin ;;
    esac
    case $kind in
    kill | term)
        sleep "0.$((RANDOM % 10))$((RANDOM % 10))"
        kill -"$([ "$kind" = kill ] && echo KILL || echo TERM)" "$pid" 2>/dev/null
        ;;
    reader) "$KANJU" report --format csv soak.kdb >/dev/null 2>&1 ;;
    parallel) "$KANJU" "${command[@]}" >/dev/null 2>&1 ;;
    esac
    wait "$pid" 2>/dev/null
    result=$?
    rounds=$((rounds + 1))
    count[$kind]=$((${count[$kind]:-0} + 1))
    # 128 and more: a signal, ours, SIGXFSZ, or GLib's end without memory; 5: a limit was told; 3: so was another process
    case $kind:$result in
    *:[0134] | kill:137 | term:143 | term:130 | full:5 | full:153 | memory:5 | files:5 | memory:127 | memory:13[34] | files:127 | parallel:5) ;;
    *) tell_odd "$result" "$kind" ;;
    esac
    # an hour wants more than one store
    if [ "$kind" = none ] && [ "$result" -le 4 ] && ((RANDOM % 2)); then
        compare "round $rounds"
        rm -f soak.kdb soak.kdb-journal soak.kdb-lock
    fi
}
finish() {
    "$KANJU" "${batch[@]}" --store soak.kdb in >run.out 2>run.err
    "$KANJU" "${batch[@]}" --store soak.kdb --task check "${works[@]}" >>run.out 2>>run.err
}
stores=0 differ=0
compare() { # NAME
    finish
    contents soak.kdb >soak.txt 2>contents.err
    stores=$((stores + 1))
    if ! cmp -s still.txt soak.txt; then
        differ=$((differ + 1))
        diff still.txt soak.txt | head -n 20 | cut -c 1-300 | sed "s/^/# $1: /"
        head -n 3 contents.err run.err | sed "s/^/# $1: /"
    fi
}

stop=$((SECONDS + SOAK))
while [ "$SECONDS" -lt "$stop" ]; do disturb; done 2>/dev/null
compare 'at the end'
for kind in "${disturbances[@]}"; do echo "# $kind: ${count[$kind]:-0}"; done
echo "# $rounds rounds, $stores stores compared"
holds 'every batch ended in a way it may' test "$odd" -eq 0
holds 'and every store has what the undisturbed run found' test "$differ" -eq 0
sqlite=$(command -v sqlite3)
[ -z "$sqlite" ] || holds 'and is whole' test "$("$sqlite" soak.kdb 'PRAGMA integrity_check')" = ok

done_testing
