#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# All problems of puzzles/hisshi are sound, have the recorded length, and every piece is needed.
# shellcheck source=tests/cli/lib.sh
. "$(dirname "$0")/../cli/lib.sh"

list=$(dirname "$0")/../../puzzles/hisshi
cat "$list"/*.tsv >"$scratch/all.tsv"
run 0 batch --store "$scratch/h.kdb" --task check --goal hisshi --nodes 40000000 "$scratch/all.tsv"
out_has ' 0 blemished, 0 unsound, 0 unknown'
run 0 find "$scratch/h.kdb" 'plies>=1 and not is:longer and not is:shorter'
out_lines "$(grep -vc '^#' "$scratch/all.tsv")"
run 0 find "$scratch/h.kdb" 'code:useless or code:useless-open'
out_lines 0

done_testing
