#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# analyse: positions, records, all games, limits, threads, KIF, bad input; docs/analyse.md.
# shellcheck source=tests/cli/lib.sh
. "$(dirname "$0")/lib.sh"

# gote is under 詰めろ in the last position
start='position sfen 4k4/9/4P4/9/9/9/9/9/4K4'

# ---- a position ----
run 0 analyse --no-diagram "7nl/5Bbkp/5p1p1/9/6RN1/9/9/9/4K4 b 2G"
out_has "gote's king: mate in 5 (詰み)"
out_has '▲３三金(5)'
out_has "sente's king: no mate threatened"
run 4 analyse --no-diagram --each-nodes 2000 --json "4k4/9/4P4/9/9/9/9/9/4K4 w G2r"
out_has '"side":"gote","case":"pass","verdict":"mate","cause":null,"plies":1'
out_has '"cause":"nodes"'
out_has '"move":"5a4b","check":false,"wins":false,"loses":"nomate"'
# with the gold in gote's hand there is nothing to fear
run 4 analyse --no-diagram --each-nodes 2000 "4k4/9/4P4/9/9/9/9/9/4K4 w g2r"
out_has "gote's king: no mate threatened"
out_has 'with more in hand there would be a mate: 金'
# mated, and in check
run 0 analyse --no-diagram '4k4/4G4/4P4/9/9/9/9/9/4K4 w -'
out_has "gote's king: mated"
run 0 analyse --no-diagram --lang ja '4k4/4G4/4P4/9/9/9/9/9/4K4 w -'
out_has '後手玉: 詰んでいる'
# one king
run 0 analyse --no-diagram '4k4/9/4P4/9/9/9/9/9/9 b G'
out_has "gote's king: mate in 1"

# ---- a record ----
moves='5i4h 5a6a 5c5b+ 6a5b G*5c 5b6a 5c5b'
run 0 analyse --color never "$start b G moves 5i4h 5a4a 4h3g"
out_has 'misses a mate in 1: ▲５二金'
out_has 'argument 1: plies 1 to 3 of 3'
run 0 analyse "$start b G moves $moves" --from 3 --to 4
out_has 'plies 3 to 4 of 7'
run 0 analyse "$start w Gp moves P*1b 5i4h 5a4a"
out_has '1  △１二歩        loses (頓死) to a mate in 1: ▲５二金'
out_has '6 of 74 moves do not lose so: △４一玉'
out_has 'misses a mate in 1'
out_has 'threatens a mate in 1 (詰めろ)'
out_has 'answers the threat of mate (詰めろ)'
out_has 'sente: 1 mate missed, 0 moves lost to a mate'
run 0 analyse --lang ja "$start w Gp moves P*1b 5i4h 5a4a"
out_has '頓死 1手詰: ▲５二金'
out_has '先手: 詰み逃し1、頓死0、詰めろ1'
run 0 analyse --color always "$start w Gp moves P*1b"
out_has $'\033[31mloses'
run 0 analyse --no-diagram --at 1 "$start w Gp moves P*1b"
out_has 'sente to move'

# KIF of KIF keeps what is there
cat >"$scratch/game.kif" <<'EOS'
手合割：平手
先手：甲
後手：乙
手数----指手---------消費時間--
   1 ７六歩(77)
*角道
   2 ３四歩(33)
   3 投了
EOS
run 0 analyse "$scratch/game.kif" --kif "$scratch/out.kif"
out_has 'no mate, no threat of mate'
holds 'the headers stay' grep -q '先手：甲' "$scratch/out.kif"
holds 'comments stay' grep -q '^\*角道' "$scratch/out.kif"
holds 'the end stays' grep -q '投了' "$scratch/out.kif"
run 0 analyse "$start b G moves 5i4h 5a4a 4h3g" --kif "$scratch/out.kif"
holds 'what was found is a comment' grep -q '^\*misses a mate in 1' "$scratch/out.kif"
holds 'the mate is a branch' grep -q '変化：1手' "$scratch/out.kif"
run 0 convert --format usi "$scratch/out.kif"
run 3 analyse "$scratch/game.kif" --from 9
err_has 'the record has 2 moves'
run 3 analyse "$scratch/game.kif" --at 3
run 3 analyse "4k4/9/4P4/9/9/9/9/9/4K4 b G" --from 1
err_has 'no moves to analyse'
run 2 analyse "$scratch/game.kif" --at 1 --from 1
run 2 analyse "$scratch/game.kif" --from 2 --to 1
run 2 analyse "$scratch/game.kif" --kif ''
run 2 analyse "$scratch/game.kif" --kif "$scratch/game.kif"

# ---- the law of repetition: a loop that wins, with its past, and one that fails ----
loop='k^1l5/3l4/8/1+R6/8/8/8/4K^3 / O/o'
run 0 analyse --each-nodes 20000 "$loop moves b5a6 a8b8 a6b6 b8a8 b6a6"
out_has '5  ▲a6龍          keeps a mate in 1'
run 0 analyse --no-diagram --each-nodes 20000 "1k^l5/3l4/+R7/8/8/8/8/4K^3 / O/o"
out_has "gote's king: no mate"

# ---- 56shogi: a try ends the game ----
run 0 analyse --no-diagram --each-nodes 20000 "5/1K3/5/3k1/5/5 b -"
out_has 'end the game: ▲３一玉'

# ---- limits of the whole, threads ----
run 4 analyse --json --nodes 1 "$(dirname "$0")"/../../puzzles/games/greedy.kif --from 30
out_has '"cut":true'
run 0 analyse --json "$start b G moves $moves"
sed -E 's/"ms":[0-9]+//' "$scratch/out" >"$scratch/one"
run 0 analyse --json --threads 3 "$start b G moves $moves"
holds 'three threads find what one does' \
    diff "$scratch/one" <(sed -E 's/"ms":[0-9]+//' "$scratch/out")
printf '%s\n' "4k4/9/4P4/9/9/9/9/9/4K4 b G" "7nl/5Bbkp/5p1p1/9/6RN1/9/9/9/4K4 b 2G" >"$scratch/list"
run 0 analyse --json --threads 2 "$scratch/list"
holds 'results come in order' test "$(grep -o '"id":"[^"]*' "$scratch/out" | grep -o '[0-9]$' | tr -d '\n')" = 12

run 4 analyse --time 0.000001 "$start b G moves $moves"
out_has 'ended early: 0 of 8 plies analysed'

# ---- the workbench ----
run 4 -c "new; place K 5i k 5a P 5c; hand b G; analyse --no-diagram --each-nodes 20000"
out_has "gote's king: mate in 1 (詰み)"

cd "$(dirname "$0")/../.." || exit 1
session docs/analyse.md

done_testing
