#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# The problems of puzzles/hisshi are sound: those that are checked soon, the others as far as one gets. tests/slow has all.
# shellcheck source=tests/cli/lib.sh
. "$(dirname "$0")/lib.sh"

list=$(dirname "$0")/../../puzzles/hisshi
LEAST=20 # of the quick ones
cat "$list"/*.tsv >"$scratch/all.tsv"
run 4 batch --store "$scratch/h.kdb" --task check --goal hisshi --useless no --nodes 100000 "$scratch/all.tsv"
out_has ' 0 blemished, 0 unsound'
sound=$(sed -n 's/.*: \([0-9]*\) sound.*/\1/p' "$scratch/out")
holds "at least $LEAST of them are sound by now: $sound" test "$sound" -ge "$LEAST"

done_testing
