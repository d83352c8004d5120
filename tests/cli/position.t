#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# show, moves, perft, status, variants.
# shellcheck source=tests/cli/lib.sh
. "$(dirname "$0")/lib.sh"

start='lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1'

# ---- show
run 0 show startpos moves 7g7f 3c3d
out_has '|v香v桂v銀v金v玉v金v銀v桂v香|一'
out_has '最終手：３四歩'
run 0 show 'startpos moves 7g7f 3c3d 8h2b'
out_has '最終手：２二角不成'
run 0 show 'startpos moves 7g7f 3c3d 8h2b+'
out_has '最終手：２二馬'
run 0 show 'startpos moves 7g7f 3c3d 8h2b 3a2b B*4e'
out_has '最終手：４五角打'
run 0 show --draw style=ascii --notation usi startpos moves 7g7f
out_has '|  .  .  P  .  .  .  .  .  .|f'
out_has 'gote to move'
out_has 'last move: 7g7f'
run 0 show --json startpos moves 7g7f
json_has schema '"kanju.show/1"'
json_has side_to_move '"gote"'
json_has variant '"shogi"'
run 0 show 'lnsik^snl/1r4b1/pppppppp/8/8/PPPPPPPP/1B4R1/LNSIK^SNL / O/o'
out_has '姫'
# shellcheck disable=SC2086
run 0 show $start startpos
holds 'positions without quotes are told apart' test "$(grep -c '先手番' "$scratch/out")" -eq 2
run 0 show 香落ち
out_has '後手番'

# ---- moves
run 0 moves startpos
out_lines 30
holds 'moves are sorted' env LC_ALL=C sort -c "$scratch/out"
# what the law of repetition forbids is no legal move
repeated='1kl5/3l4/+R7/8/8/8/8/4K3 b - 1'
run 0 moves "$repeated"
out_has a6b6
run 0 moves "$repeated moves a6b6 b8a8 b6a6 a8b8"
out_lacks a6b6
out_has a6b5
out_lines 20
run 0 moves --checks "$repeated moves a6b6 b8a8 b6a6 a8b8"
out_lacks a6b6
run 0 moves --checks '7k1/9/6B1R/9/9/9/9/9/9 b G'
out_has 'G*2b'
out_lacks 'G*5e'
run 0 moves --evasions '7kR/9/9/9/9/9/9/9/9 w r'
out_lines 3
out_has '2a1a'
run 0 moves --evasions startpos
out_is ''
err_has 'the side to move is not in check'
run 0 moves --notation ja startpos
out_has '▲７六歩'
run 0 moves --json --checks '7k1/9/6B1R/9/9/9/9/9/9 b G'
json_has kind '"checks"'
out_has '"moves":["1c1a"'
# King's Privilege: two captures (docs/rules.md R3.5)
run 0 moves 'k^7/8/8/8/8/8/4+p3/4K^3 / O/o'
out_has 'e1e2'
out_has 'e1e2/+P'

# ---- perft: docs/rules.md R1, R2.2, R11.3
run 0 perft 3
out_is 25470
run 0 perft 2 --variant ogi
out_is 625
run 0 perft 3 --variant 56shogi
out_is 2668
run 0 perft 0
out_is 1
run 0 perft --divide 2
out_lines 31
holds 'the last line is the total alone' test "$(tail -n 1 "$scratch/out")" = 900
holds 'the shares add up to the total' \
    test "$(head -n 30 "$scratch/out" | awk '{ s += $2 } END { print s }')" -eq 900
run 0 perft --json --divide 1
json_has leaves 30
# the way that can be interrupted counts as the other does
run 0 perft 5 --variant dobutsu
five=$out
run 0 perft --divide 5 --variant dobutsu
holds 'a deep count is the same divided' test "$(tail -n 1 "$scratch/out")" = "$five"

# ---- status
run 0 status
out_has 'to move: sente'
run 0 status startpos moves 7g7f
out_has 'to move: gote'
out_has 'check: no'
out_has 'status: ongoing'
out_has 'points: sente 27, gote 27'
run 0 status '7k1/7G1/7P1/9/9/9/9/9/9 w -'
out_has 'status: checkmate, sente wins'
out_has 'check: by 2b'
run 0 status --json '7k1/7G1/7P1/9/9/9/9/9/9 w -'
json_has status '"checkmate"'
json_has winner '"sente"'
out_has '"checkers":["2b"]'
# four times the same position (docs/rules.md R1.15)
loop='2h3h 8b7b 3h2h 7b8b'
run 0 status "startpos moves $loop $loop $loop"
out_has 'status: repetition-draw'
out_has 'occurrences: 4'
# a move after the end
run 3 status "startpos moves $loop $loop $loop $loop"
err_has 'comes after the end'
# what ended the game is no position to solve (docs/rules.md R8.3)
taken='position sfen 8/k7/1R6/8/8/8/8/7K w - 1 moves a7b7 b6b7'
tried='5/2K2/5/5/5/4k b - 1 moves 3b3a'
mated='7k1/9/6B1R/9/9/9/9/9/9 b Grb3g4s4n4l18p 1 moves G*2b'
for over in "$taken" "$tried" "$mated"; do
    run 0 status "$over"
    out_has 'wins'
    run 0 show "$over"
    for command in solve hisshi; do
        run 3 "$command" --moves played "$over"
        err_has 'ends the game'
    done
done
printf '%s\n' "$taken" "$tried" >"$scratch/over.txt"
run 3 batch --task solve --store "$scratch/over.kdb" --json "$scratch/over.txt"
json_has errors 2
run 3 solve "$tried 1f1e"
err_has 'argument 1: move 2 comes after the end (try), expected none'
run 1 solve --no-diagram --rules try=off "$tried 1f1e"
run 0 check --no-diagram --no-themes "$mated"
out_has "author's line, 1 ply"
# perpetual check loses (docs/rules.md R1.15)
checks='1a2a 1i2i 2a1a 2i1i'
run 0 status "8k/9/9/9/9/9/9/9/8R w - moves $checks $checks $checks"
out_has 'status: perpetual-check, gote wins'
out_has 'check: by 1i'
# a legal step onto the try square is a try (docs/rules.md R2.4)
run 0 status '5/1K3/5/5/5/4k b -'
out_has 'status: ongoing'
run 0 status '5/2K2/5/5/5/4k b -'
out_has 'try: open by 3b3a'
# impasse declaration by 27 points: all conditions met (docs/rules.md R9)
won='+R+R+B+B1GGGG/K1SSSS3/9/9/9/9/9/9/8k b P 1'
run 0 status "$won"
out_has 'declaration: open, sente wins'
run 0 status --json "$won"
json_has declaration '"wins"'
run 0 status --rules declaration=none "$won"
out_lacks 'declaration'

# ---- variants
run 0 variants
for game in shogi 56shogi ogi minishogi gorogoro dobutsu suizo; do
    out_has "$game  "
done
out_has 'inferred'
out_has '香落ち'
out_has '--rules try=on (of off on on-unless-mated)'
run 0 variants --json
out_lines 7
run 0 variants --json --variant 56
out_lines 1
json_has id '"56shogi"'
json_has files 5
out_has '{"name":"try","default":"on","choices":["off","on","on-unless-mated"]}'

done_testing
