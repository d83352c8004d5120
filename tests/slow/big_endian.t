#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# On a processor that keeps the upper byte first (s390x, emulated) all is as here: rules, node counts, and what one of the
# two writes the other one reads.
# shellcheck source=tests/cli/lib.sh
. "$(dirname "$0")/../cli/lib.sh"

top=$(realpath "$(dirname "$0")/../..")
here=$KANJU there=$scratch/there
cat >"$there" <<END
#!/bin/sh
exec qemu-s390x -L '$top/build/s390x-root' '$top/build/s390x/kanju' "\$@"
END
chmod +x "$there"
core_tests() { env -u MAKEFLAGS -u MAKELEVEL make -C "$top" s390x >"$scratch/log" 2>&1 || { sed 's/^/# /' "$scratch/log" && false; }; }
holds "core's tests hold there" core_tests
said=$(gcc -U__SIZEOF_INT128__ -E "$top/core/rules/types.h" 2>&1 >/dev/null)
holds 'a processor of 32 bits is refused in words' grep -q '#error "Kanju needs a 64-bit processor' <<<"$said"
cd "$scratch" || exit 1

same() { # NAME ARGUMENT...
    local name=$1 program
    shift
    for program in "$here" "$there"; do
        "$program" "$@" 2>/dev/null | sed -E 's/"(ms|seconds)":[0-9.]+//g; s/[0-9.]+ s\b//' >"out-${program##*/}"
    done
    holds "$name is the same" test -s out-there
    holds "$name has no difference" cmp "out-${here##*/}" out-there
}
for game in shogi 56shogi ogi; do same "perft of $game" perft --variant "$game" 3 startpos; done
grep -v '^#' "$top/puzzles/shogi/classics.tsv" | head -n 6 >works.tsv
cp "$top"/puzzles/demo/*.{sfen,feen} "$top/puzzles/56shogi/original.tsv" .
for task in solve check; do
    same "$task" $task --json --threads 1 --nodes 20000 works.tsv ./*.sfen ./*.feen
    same "$task in several threads" $task --json --threads 3 --deterministic --nodes 20000 original.tsv
done

# ---- files ----

for pair in "$here $there" "$there $here"; do
    read -r writer reader <<<"$pair"
    KANJU=$writer
    rm -rf certs store.kdb* kept
    run 4 batch --store store.kdb --nodes 3000 --certificate certs/ works.tsv ./*.sfen ./*.feen
    "$writer" report --format jsonl --stable store.kdb >written
    run 4 solve --threads 1 --nodes 2000 --shorten 0 --checkpoint kept '4k4/9/9/9/9/9/9/9/9 b RS2N2L9Pr2b4g3s2n2l9p 1'
    KANJU=$reader
    run 0 verify certs/*.kjc
    "$reader" report --format jsonl --stable store.kdb >again
    holds 'a store is read as it was written' cmp written again
    # a search goes on with what the other one kept only where that can be told apart
    run 3 solve --threads 1 --nodes 2000 --shorten 0 --checkpoint kept --resume '4k4/9/9/9/9/9/9/9/9 b RS2N2L9Pr2b4g3s2n2l9p 1'
    err_has 'kept: made with build='
    run 4 batch --store store.kdb --nodes 20000 works.tsv ./*.sfen ./*.feen
    run 4 batch --store fresh.kdb --nodes 20000 works.tsv ./*.sfen ./*.feen
    holds 'and finds what a fresh one does' diff <("$reader" find store.kdb 'verdict:mate') <("$reader" find fresh.kdb 'verdict:mate')
    rm -f fresh.kdb*
done
done_testing
