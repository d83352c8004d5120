#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Memory that runs out, anywhere: an allocation fails, or it and all after it, or address space is limited. Every run must
# end with the right answer, or with status 5 and a line, or as GLib ends a program that gets nothing; never by SIGSEGV,
# and the store of a batch must be good for going on. STEP=N tries every Nth allocation (tests/slow/limits.t: all).
# shellcheck source=tests/cli/lib.sh
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

: "${STEP:=}"
here=$(cd "$(dirname "$0")" && pwd)
puzzles=$here/../../puzzles
cd "$scratch" || exit 1

if sanitized; then
    pass 'sanitizers have allocators and limits of their own: nothing to try here'
    done_testing
    exit
fi

read -ra compiler <<<"${CC:-gcc}"
holds 'what makes allocations fail builds' "${compiler[@]}" -O1 -Wall -Wextra -Werror -shared -fPIC \
    -o fail.so "$here/../cli/fail_alloc.c"

grep -v '^#' "$puzzles/minishogi/original.tsv" | head -n 4 >some.tsv
printf '%s\n' '8/8/k^7/8/8/8/8/8 4PI/ o/O' >>some.tsv
tar -czf some.tar.gz some.tsv

# Without times and names of threads' order: what must be the same in every run.
plain() { sed -E 's/ in [0-9.]+ s, [0-9]+\/s//; s/"ms":[0-9]+//; s/[0-9.]+ s\b//; s/[0-9,]+ ms//' "$1"; }

# What each program does when nothing fails.
right() { # NAME
    rm -f s.kdb*
    FAIL_COUNT=$scratch/count LD_PRELOAD=$scratch/fail.so "$KANJU" "${command[@]}" >"$1.out" 2>"$1.err"
    right=$?
    plain "$1.out" >"$1.plain"
    total=$(cat count)
}

# One run has ended: is that a way it may?
judge() { # NAME STATUS WHAT
    local last
    last=$(tail -n 1 run.err)
    ends[$2]=$((${ends[$2]:-0} + 1))
    plain run.out >run.plain
    case $2 in
    "$right") cmp -s run.plain "$1.plain" && return ;;
    5 | 127) [ -n "$last" ] && return ;;
    133 | 134) return ;; # GLib, or a library as it is loaded
    esac
    # what could not be read, or is unknown, for want of memory
    [ "$2" -le 4 ] && cat run.out run.err | grep -Eqi 'memory|allocate' && return
    odd=$((odd + 1))
    [ "$odd" -gt 20 ] || echo "# $1, $3: status $2: $last"
}

# The store a failed batch left is good, and gone on with.
go_on() { # NAME WHAT
    [ -e s.kdb ] || return
    "$KANJU" "${command[@]}" >again.out 2>again.err
    [ $? -eq "$right" ] && [ "$(sed -n 's/ problems.*//p' again.out)" = "$(sed -n 's/ problems.*//p' "$1.out")" ] && return
    odd=$((odd + 1))
    echo "# $1, $2: gone on with: $(tail -n 1 again.err)"
}

# A command with allocations failing, $1 of them as long as STEP does not say otherwise.
failing() { # TIMES NAME WORD...
    local times=$1 name=$2 mode step n
    shift 2
    command=("$@")
    right "$name"
    for mode in one all; do
        local -A ends=()
        odd=0
        step=${STEP:-$((total / times + 1))}
        for ((n = 1; n <= total; n += step)); do
            rm -f s.kdb*
            (
                [ $mode = one ] || export FAIL_ON=1
                FAIL_AT=$n LD_PRELOAD=$scratch/fail.so exec "$KANJU" "${command[@]}"
            ) >run.out 2>run.err
            judge "$name" $? "$mode of $n"
            ((n % 8)) || go_on "$name" "$mode of $n"
        done
        echo "# $name, $mode, every ${step}th of $total: $(for s in "${!ends[@]}"; do echo "status $s: ${ends[$s]};"; done | tr '\n' ' ')"
        holds "$name: $([ $mode = one ] && echo 'an allocation that fails' || echo 'no memory from some point on') is borne or told" \
            test "$odd" -eq 0
    done
}

# A command within address space from what it needs to start up to so much more, in KiB.
limited() { # MORE STEP NAME WORD...
    local more=$1 step=$2 name=$3 least=16384 most=1048576 middle v
    shift 3
    command=("$@")
    right "$name"
    while ((most - least > 64)); do # where the loader is just content
        middle=$(((least + most) / 2))
        if (ulimit -v $middle && exec "$KANJU" --version) >/dev/null 2>&1; then most=$middle; else least=$middle; fi
    done
    local -A ends=()
    odd=0
    for ((v = least - 256; v < most + more; v += step)); do
        rm -f s.kdb*
        (ulimit -v $v && exec "$KANJU" "${command[@]}") >run.out 2>run.err
        judge "$name" $? "$v KiB"
        ((v / step % 8)) || go_on "$name" "$v KiB"
    done
    echo "# $name, $((least - 256)) to $((most + more)) KiB: $(for s in "${!ends[@]}"; do echo "status $s: ${ends[$s]};"; done | tr '\n' ' ')"
    holds "$name: a limit on address space is borne or told" test "$odd" -eq 0
}

batch=(batch --nodes 2000 --memory 4 --no-progress --store s.kdb)
limits=(--nodes 2000 --memory 4)
"$KANJU" "${batch[@]}" some.tsv >/dev/null 2>&1
mv s.kdb whole.kdb
"$KANJU" solve "${limits[@]}" --certificate proof.kjc "$(cut -f 2 some.tsv | head -n 1)" >/dev/null 2>&1
{
    failing 16 batch "${batch[@]}" some.tsv
    failing 12 solve solve --json "${limits[@]}" some.tsv
    failing 12 check check "${limits[@]}" some.tsv
    failing 6 report report --format csv whole.kdb
    failing 6 find find whole.kdb 'verdict:mate plies<5'
    failing 6 verify verify proof.kjc
    failing 6 convert convert --format kif some.tsv
    limited "$((STEP ? 4000 : 1500))" "$((STEP ? 4 : 147))" 'limited batch' "${batch[@]}" some.tar.gz
} 2>/dev/null

# Threads take what address space there is, and do without where there is none.
hard=$(awk -F'\t' '$1 == "zuko005" { print $2 }' "$here/../data/solver.tsv")
for mib in 900 1300 2000 4000 9000; do
    found=$( (ulimit -v $((mib * 1024)) && exec "$KANJU" solve --json --threads 64 --memory 32 "$hard") 2>run.err)
    holds "64 threads are asked for, with $mib MiB of addresses" grep -q '"verdict":"mate".*"pure_plies":21' <<<"$found"
done

done_testing
