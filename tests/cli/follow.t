#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# An author's line as a proof: what is proved, what breaks a line, and 最後の審判 under three readings.
# shellcheck source=tests/cli/lib.sh
. "$(dirname "$0")/lib.sh"

round='4e4d 4b3c 4d5c 5a4b 5c5b 5f7d B*6c 7d6c+ 5b6c B*8e 6c6b 4b5a 6b5c 3c4b 5c4d P*4e 4d4e 8e6g'
judgement="sfen 1+P1pS2+PR/2n2S1lg/1l3p1p1/1G2n1pS1/N1p2k3/3S2l2/4K1lgP/3P1+p2p/4Pg1PN b BPrb4p 1 \
moves B*5f $round P*5f 6g5f $round P*5f 6g5f $round 4e4d 2d3c 4d3e 1i2g 3e2f G*1f 2f2g 6g4i 4h4i G*2h"

run 0 follow --rules repetition=fourfold,uchifuzume-perpetual=author --notation usi "$judgement"
out_has 'ply 60: P*5f may not be played: a pawn drop may not mate (打歩詰), for every reply would lose'
out_has '69 of 69 plies followed; 44 other replies: 44 proved, 0 open'
out_has 'proved: the line ends in mate'
run 1 follow --rules repetition=fourfold --notation usi "$judgement"
out_has 'broken at ply 60: P*5f gets away: then 6g5f, perpetual-check, occurrence 4: gote wins'
run 1 follow --notation usi "$judgement"
out_has 'broken at ply 21: 6g5f brings a position back, which fails the attacker'
run 1 follow --json --rules repetition=fourfold "$judgement"
out_has '"verdict":"broken"'
out_has '"ply":60,"move":"P*5f"'

# What the line proves, no search says is not so: the drop is barred by a loop.
diagram=${judgement#sfen } diagram=${diagram%% moves*}
run 4 solve --json --threads 1 --rules repetition=fourfold,uchifuzume-perpetual=author "$diagram"
out_has '"verdict":"unknown","cause":"repetition"'
run 4 check --json --threads 1 --no-themes --useless no --rules repetition=fourfold,uchifuzume-perpetual=author "$diagram"
out_has '"mate":"unknown"'
run 4 check --threads 1 --no-themes --useless no --rules repetition=fourfold,mutual-perpetual=mover-loses "$diagram"
run 1 solve --json --threads 1 --rules repetition=fourfold "$diagram"
out_has '"verdict":"nomate"'

three='sfen 6n1k/9/8p/9/5B3/9/9/9/9 b RSrb4g3s3n4l17p 1 moves'
run 0 follow "$three R*1b 1a2a S*3b"
out_has 'proved: the line ends in mate'
run 0 follow "$three R*1b"
out_has 'proved: the line and 2 plies after it mate, by search'
out_has 'after the line: '
run 1 follow --notation usi "$three R*5a"
out_has 'broken at ply'
run 1 follow --notation usi "$three 4e3d"
out_has 'broken at ply 1: 4e3d gives no check'
hard='sfen 9/9/9/9/4k4/9/9/9/9 b 2R2B4G4S4N4L18P 1 moves'
run 4 follow --nodes 1 "$hard R*5d"
out_has 'open'

# Ōgi: the last move is mate by the law of repetition
run 0 follow 'k^1l5/3l4/8/1+R6/8/8/8/4K^3 / O/o moves b5a6 a8b8 a6b6 b8a8 b6a6'
out_has 'proved'

run 3 follow '7k1/9/6B1R/9/9/9/9/9/9 b G'
err_has 'no line to follow, expected moves after the position or in its file'

done_testing
