#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Planted defects: a hundred sound works of a game get one each, and `repair` is to find the original among its first three in 95 of
# a hundred (tests/tools/repairs.c). What it ranks higher must not be refuted by brute force. SEED (1) draws the defects, DEFECTS (1)
# is how many each work gets, GAMES which ones.
# shellcheck source=tests/cli/lib.sh
. "$(dirname "$0")/../cli/lib.sh"

: "${SEED:=1}" "${DEFECTS:=1}" "${GAMES:=shogi 56shogi ogi}"
top=$(dirname "$0")/../..
repairs=$(dirname "$KANJU")/tools/repairs
[ -x "$repairs" ] || repairs=$top/build/release/tools/repairs
if [ ! -x "$repairs" ]; then
    echo '1..0 # SKIP needs tests/tools/repairs (make tools)'
    exit 0
fi

for game in $GAMES; do
    cat "$top/puzzles/composed/$game.tsv" "$top/puzzles/$game/original.tsv" 2>/dev/null |
        grep -v '^#' | cut -f 1,2 | "$repairs" "$SEED" "$DEFECTS" >"$scratch/$game"
    tail -n 1 "$scratch/$game" | sed "s/^/# $game: /"
    planted=$(tail -n 1 "$scratch/$game" | sed 's/ planted.*//')
    found=$(tail -n 1 "$scratch/$game" | sed -E 's/.*among the first 3 ([0-9]+);.*/\1/')
    holds "$game: works enough" test "$planted" -ge 30
    holds "$game: $found of $planted are among the first three" test $((found * 100)) -ge $((planted * 95))
    holds "$game: nothing that is ranked higher is refuted" test "$(grep -c REFUTED "$scratch/$game")" -eq 0
done

done_testing
