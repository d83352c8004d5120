#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Edits of the board: words for squares, pieces and hands, drawn boards, the line that is intended, and
# sessions that are damaged.
# shellcheck source=tests/cli/lib.sh
. "$(dirname "$0")/lib.sh"

KANJU=$(realpath "$KANJU")
cd "$scratch" || exit 1
# What the workbench says to commands, messages with it, each behind its line.
says() { # COMMANDS EXPECTED
    status=0
    out=$("$KANJU" --keep-going -c "$1" 2>&1) || status=$?
    err=''
    out=${out//kanju: -c:/}
    out_is "$2"
}

# a square has many names, a piece too
says 'new empty; place G 5e; remove 55; place G 5e; remove ５五; place G 5e; remove 5五; place G 5e; remove ５５
position; place G 0e; new empty --variant 56shogi; place G 61' '9/9/9/9/9/9/9/9/9 b 2r2b4g4s4n4l18p 1
'"2: '0e': expected a square for the piece (see 'help place')
2: '61': expected a square for the piece (see 'help place')"
says 'new empty; place 飛 9a; place v飛 8a; place 龍 7a; place 竜 6a; place v成銀 5a; place 全 4a; place ▽玉 3a
place 王 2a; place と 1a; place v圭 9b; position' 'Rr+R+R+s+SkK+P/+n8/9/9/9/9/9/9/9 b 2b4g2s3n4l17p 1'
for piece in +G 成金 X; do
    says "new empty; place $piece 5e" "1: '$piece': expected a piece such as P, +r or v歩 (see 'help place')"
done

# hands are set, added to and taken from; what cannot be changes nothing
says 'new empty; hand b 2P G; position; give b 金 歩十二; position; give b - g4p; position
give b - 9G; give b K; give b 3; position; hand b -; position' '9/9/9/9/9/9/9/9/9 b G2P2r2b3g4s4n4l16p 1
9/9/9/9/9/9/9/9/9 b 2G14P2r2b2g4s4n4l4p 1
9/9/9/9/9/9/9/9/9 b G10P2r2b3g4s4n4l8p 1
'"2: hand at '9G': expected pieces that are in the hand (see 'help give')
2: hand at 'K': expected pieces that a hand can hold (see 'help give')
2: hand at '3': expected pieces such as 2P, G or 歩二 (see 'help give')
"'9/9/9/9/9/9/9/9/9 b G10P2r2b3g4s4n4l8p 1
9/9/9/9/9/9/9/9/9 b 2r2b4g4s4n4l18p 1'

# a side keeps one king; a shift off the board changes nothing
says 'new empty; place k 1a; place k 9a; position; shift left; position; shift right; shift down 2; position' 'k8/9/9/9/9/9/9/9/9 b 2r2b4g4s4n4l18p 1
'"1: a piece would leave the board (see 'help shift')"'
k8/9/9/9/9/9/9/9/9 b 2r2b4g4s4n4l18p 1
9/9/1k7/9/9/9/9/9/9 b 2r2b4g4s4n4l18p 1'

# a board that is drawn; and one with a cell too few, or with what is no piece
drawn='後手の持駒：飛　歩二
| ・v王 ・ ・ ・|一
| ・ ・ ・ ・ ・|二
| ・ ・ X ・ ・|三
| ・ ・ ・ ・ ・|四
| ・ ・ と ・ 角|五
先手の持駒：金二
後手番
position'
says "${drawn/X/v成銀}" '1k3/5/2+s2/5/2+P1B w 2Gr2p 1'
says "${drawn/X/v鯉}" '6: board line 4, column 6: expected 5 pieces or ・
9: a board that is not whole, expected all its ranks
lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1'
says "${drawn/X ・/v全}" '6: board line 4: 4 squares, expected 5
9: a board that is not whole, expected all its ranks
lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1'

# the line that is intended is kept through edits, and goes with the board
work='9/9/2R6/k8/N8/B8/9/9/9 b rb4g4s3n4l18p 1'
says "position '$work'; intend 7c8c+ 9d9e 8c8e; move 7c 1c; intend; move 1c 7c; intend; move 9f 1b; intend
move 9e 1a; intend; undo 2; intend; flip mirror; intend; shift up 2; intend" 'intended: 7c8c+ 9d9e 8c8e
it breaks at ply 1, 7c8c+: no such piece of the side to move there or in hand
intended: ▲８三飛成 △９五玉 ▲８五龍
intended: ▲８三飛成 △９五玉 ▲８五龍
it breaks at ply 3, 8c8e: it does not mate
intended: ▲８三飛成 △９五玉 ▲８五龍
it breaks at ply 3, 8c8e: it does not mate
undone: move N on 9e to 1a; move B on 9f to 1b
intended: ▲８三飛成 △９五玉 ▲８五龍
intended: ▲２三飛成 △１五玉 ▲２五龍
intended: ▲２一飛成 △１三玉 ▲２三龍'
# moves on the board that mate are intended without a word, others are not; from a place within the
# rest of the line is
says "position '$work'; play 7c8c+ 9d9e; goto 0; move 9f 1b; intend
undo; goto end; 8c8e; goto 0; move 9f 1b; intend" 'no line is intended
undone: move B on 9f to 1b
intended: ▲８三飛成 △９五玉 ▲８五龍
it breaks at ply 3, 8c8e: it does not mate'
says "position '$work'; intend 7c8c+ 9d9e 8c8e; play 7c8c+ 9d9e; place p 1a; intend" 'intended: ▲８五龍'
# a line mates that ends where only futile interpositions are left, or no reply by the law of Ogi
says "position '8k/9/5+R3/9/4N4/9/9/9/9 b Sr2b4g3s3n4l18p 1'; play 4c1c 1a2a S*2b 2a3b 5e4c+ 3b4a 1c1a; goto 0
place p 9i; intend; move 5e 5f; intend" 'intended: ▲１三龍 △２一玉 ▲２二銀 △３二玉 ▲４三桂成 △４一玉 ▲１一龍
intended: ▲１三龍 △２一玉 ▲２二銀 △３二玉 5e4c+ 3b4a 1c1a
it breaks at ply 5, 5e4c+: no such piece of the side to move there or in hand'
says "position '8/k^7/3+b4/8/8/7+I/8/8 /16p4l4n4s2rbi O/o'; play h3c8 a7a8 c8b6 a8b8 b6a6; goto 0; place P h1
intend; undo; goto end; play b8a8 a6b6; goto 0; place P h1; intend" 'no line is intended
undone: put P on h1
intended: ▲c8神 △a8玉 ▲b6神 △b8玉 ▲a6神 △a8玉 ▲b6神'

# a session that is damaged changes nothing
start='"game":"shogi","start":"4k4/9/9/9/9/9/9/9/4K4 b - 1"'
far='"game":"shogi","start":"9/9 b - 1"'
state="$start,\"moves\":[],\"here\":0"
deep=$(printf '[%.0s' {1..5000})
damaged() { # DOCUMENT: it changes nothing, and is told in one line
    printf '%b' "$1" >damaged
    run 3 --keep-going -c 'new kings; place G 5e; restore damaged; undo; position'
    out_is 'undone: put G on 5e
4k4/9/9/9/9/9/9/9/4K4 b 2r2b4g4s4n4l18p 1'
    holds 'it is told in one line' test "$(wc -l <"$scratch/err")" = 1
    err_has 'damaged: '
}
for states in '' '"states":[]' '"states":[1],"present":0' '"states":[{}],"present":0' \
    "\"states\":[{$far}],\"present\":0" "\"states\":[{$state}],\"present\":1" \
    "\"states\":[{\"like\":1,$state}],\"present\":-1" \
    "\"states\":[{$start,\"moves\":[458752]}],\"present\":0" \
    "\"states\":[{$start,\"moves\":[65535]}],\"present\":0" \
    "\"states\":[{$start,\"moves\":[-1]}],\"present\":0" \
    "\"states\":[{$start,\"moves\":[],\"here\":1}],\"present\":0" \
    "\"states\":[{$state,\"intended\":[0]}],\"present\":0" \
    "\"states\":[{$state,\"headers\":[{}]}],\"present\":0" \
    "\"states\":[{$state,\"names\":{\"x\":0}}],\"present\":0" \
    "\"kept\":[{}],\"states\":[{$state}],\"present\":0" \
    "\"states\":[{$state}],\"present\":0,\"collection\":{}" \
    "\"states\":[{$state}],\"present\":0,\"versions\":[{}]" \
    "\"states\":[{$state}],\"present\":0,\"settings\":{\"nonsense\":\"1\"}" \
    "\"states\":[{$state}],\"present\":0,\"jobs\":[{}]"; do
    damaged "{\"schema\":\"kanju.session/6\"${states:+,}$states}"
done
for text in '' '[]' '{"schema":1}' '{"schema":"kanju.session/7"}' '{"schema":"kanju.session/6","states":[' \
    'kanju workbench 5\nboard\n' "$deep" '\xff'; do
    damaged "$text"
done
# one that is cut anywhere as well, and one of an older version stays as it is
"$KANJU" -c 'new kings; place G 5e; name x; keep whole' >out
for length in 100 300 500; do
    damaged "$(head -c $length whole)"
done
printf 'kanju workbench 5\nboard\n' >older
cp older before
run 3 -c 'restore older'
err_has 'older: a session of an older version of Kanju, which alone can read it; it stays as it is'
holds 'it does' cmp older before

# a list keeps what was not changed: its mark, line ends, words that are no position
printf '\xef\xbb\xbf# title\r\n\r\na\t8k/9 b -\t3\tnote\tmore\r\n? ??\r\nplain' >list.txt
start='lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1'
printf '\xef\xbb\xbf# title\r\n\r\na\t%s\t3\tnote\tmore\r\n? ??\r\nplain\r\nc\t%s\r\n' "$start" "$start" >expected.txt
says "open list.txt; position '$start'; put; add c; next PLAIN; save" "1/3  a
1: list.txt:3:3: a board of 9 files and 2 ranks belongs to no game, expected one of 9x9, 5x6, 8x8, 5x5, 3x4
put into 1/3, not saved yet
added as 4/4, not saved yet
3/4
1: list.txt:5:1: 'plain' is not a board, expected rows with '/' between them
saved list.txt: 4 problems"
holds 'the rest is there, byte for byte' cmp list.txt expected.txt

done_testing
