#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Planted defects: a hundred sound works of a game get one each, and `repair` is to find the original among its first three in 95 of
# a hundred (tests/tools/repairs.c). What it ranks higher must be sound by brute force and certificates; one in ten may be too big for
# that. SEED (1) draws the defects, MOST (100) is how many are planted a game, GAMES which ones. A game takes some minutes.
# shellcheck source=tests/cli/lib.sh
. "$(dirname "$0")/../cli/lib.sh"

: "${SEED:=1}" "${MOST:=100}" "${GAMES:=shogi 56shogi ogi}"
top=$(dirname "$0")/../..
repairs=$(dirname "$KANJU")/tools/repairs
[ -x "$repairs" ] || repairs=$top/build/release/tools/repairs
if [ ! -x "$repairs" ]; then
    echo '1..0 # SKIP needs tests/tools/repairs (make tools)'
    exit 0
fi

# Works of a game, those that people would look at first; the tool takes those that are sound. Those of
# Ōgi are trimmed ones, for in most others weaker pieces do as well, and these versions come first.
works() {
    [ "$1" != ogi ] || {
        cat "$top/tests/data/trimmed-ogi.tsv"
        return
    }
    cat "$top/puzzles/composed/$1.tsv" "$top/puzzles/$1"/{original,law}.tsv 2>/dev/null
    awk -F '\t' '$5 == "-"' "$top/tests/data/defects/$1.tsv"
    [ "$1" != shogi ] || cat "$top"/../shared/data/mate0{9,7}.tsv 2>/dev/null
}

# The number after some words in the last line.
figure() {
    tail -n 1 "$scratch/$1" | sed -E "s/.*$2 ([0-9]+).*/\1/"
}

for game in $GAMES; do
    works "$game" | grep -v '^#' | cut -f 1,2 | "$repairs" "$SEED" 1 "$MOST" >"$scratch/$game"
    tail -n 1 "$scratch/$game" | sed "s/^/# $game: /"
    planted=$(tail -n 1 "$scratch/$game" | sed 's/ planted.*//')
    found=$(figure "$game" 'among the first 3')
    higher=$(figure "$game" 'ranked higher')
    confirmed=$(figure "$game" confirmed)
    holds "$game: works enough" test "$planted" -ge $((MOST < 90 ? MOST : 90)) # 56shogi has 98
    holds "$game: $found of $planted are among the first three" test $((found * 100)) -ge $((planted * 95))
    holds "$game: nothing that is ranked higher is refuted" test "$(figure "$game" refuted)" -eq 0
    holds "$game: $confirmed of $higher that are ranked higher are confirmed" test $((confirmed * 10)) -ge $((higher * 9))
done

done_testing
