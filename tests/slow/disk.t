#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Full disks of all sizes: a batch ends with a line and status 5, or with all done, and goes on once there is
# room. Files may have a limited size everywhere; file systems in memory (tmpfs) and with blocks smaller than a
# page (ext4 in a file) are mounted where that is allowed.
# shellcheck source=tests/cli/lib.sh
. "$(dirname "$0")/../cli/lib.sh"

: "${STEP:=40}" # KiB
export MALLOC_PERTURB_=165 GLIBC_TUNABLES=glibc.malloc.tcache_count=0
puzzles=$(realpath "$(dirname "$0")/../../puzzles")
cd "$scratch" || exit 1
mkdir disk
trap 'umount -l disk 2>/dev/null; rm -rf "$scratch"' EXIT

# searches that are under way when a commit fails, and many small results
base='l7g/4kp1Sn/1P+R1gs3/3+p+p1s2/B1p+r1P3/L8/+n3NgB+pP/1+p3G1+p1/P1PsP4 b'
for lance in l L; do for knight in n N; do for pawns in 5p P4p 2P3p 3P2p 4Pp 5P; do
    echo "$base $lance${knight}l$pawns 1"
done; done; done >searches.sfen
collection=("$puzzles/shogi/original.tsv" searches.sfen)

full=0 done=0 odd=0
batch() { # STORE NAME
    local status=0
    timeout 100 "$KANJU" batch --store "$1" --threads 4 --memory 64 --budgets 50kn "${collection[@]}" \
        >out1 2>err1 || status=$?
    case $status:$(wc -l <err1) in
    5:1) full=$((full + 1)) ;;
    [04]:*) done=$((done + 1)) ;;
    *)
        odd=$((odd + 1))
        echo "# $2: status $status: $(head -n 2 err1)"
        ;;
    esac
}
tell() { # NAME
    echo "# $1: $full full, $done done"
    holds "$1: every batch ended in a way it may" test "$odd" -eq 0
    holds "$1: there were full disks" test "$full" -ge 3
    full=0 done=0 odd=0
}

for ((room = 8; room <= 600; room += STEP)); do
    rm -f limited.kdb*
    (
        ulimit -f $room
        batch limited.kdb "file of $room KiB"
        echo "$full $done $odd" >counts
    )
    read -r full "done" odd <counts
done
tell 'limited files'
run 4 batch --store limited.kdb --budgets 50kn "${collection[@]}"
run 4 batch --store limited.kdb --budgets 50kn --json
json_has done_now 0

can_mount() { mount -t tmpfs -o size=16k tmpfs disk 2>/dev/null && umount disk; }
if can_mount; then
    for ((room = 40; room <= 1200; room += 2 * STEP)); do
        mount -t tmpfs -o size=${room}k tmpfs disk
        batch disk/s.kdb "tmpfs of $room KiB"
        umount disk
    done
    tell 'tmpfs'
fi
if can_mount && truncate -s 2M image && mkfs.ext4 -q -m 0 -b 1024 -O ^has_journal image 2>/dev/null &&
    mount -o loop image disk 2>/dev/null; then
    for ((room = 16; room <= 700; room += STEP)); do
        rm -rf disk/*
        free=$(df -k --output=avail disk | tail -n 1)
        head -c $((free - room))k /dev/zero >disk/fill 2>/dev/null
        batch disk/s.kdb "ext4 with $room KiB free"
    done
    umount disk
    tell 'ext4'
fi

done_testing
