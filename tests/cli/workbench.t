#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# The workbench fed from -c, pipes and files; the examples of docs/workbench.md and of help.
# shellcheck source=tests/cli/lib.sh
. "$(dirname "$0")/lib.sh"

docs=$(realpath "$(dirname "$0")/../../docs/workbench.md")
KANJU=$(realpath "$KANJU")
export XDG_STATE_HOME=$scratch/state XDG_CONFIG_HOME=$scratch/config
mkdir "$scratch/work"
cd "$scratch/work" || exit 1

mate='7k1/9/6B1R/9/9/9/9/9/9 b G'

script() { # STATUS ARGUMENT... : standard input are the commands
    cat >"$scratch/commands"
    run "$@" <"$scratch/commands"
}

# a session of more than 60 commands
script 0 <<'EOS'
# comments are left out
new kings; place g 4a 6a +R5c v歩 ５二
name one; position
remove 52 5c; move 4a 3b; place S 3b r 6a; position
undo 4; position
redo 2; redo; position
name one recall; name one diff; name
hand b 2P G; give b 銀; give b - P; hand w rest; status
turn; turn b; flip; flip; flip mirror; shift left; shift right; position
name one diff
name one forget; hand w rest; position
startpos; 7g7f 3c3d; play ２六歩; P-8d; position
-2; +1; goto 1; line; goto end
goto 1; 8c8d; -1; line; 3c3d; position; -1
why 2g2f; why 2g2e; why 5e5d
moves --checks; status
new empty; new; new kings --variant ogi; position; new --variant 56shogi; position
new startpos --variant shogi; new hirate; new kyo-ochi; position
!echo done; help undo; help mirror; jobs; watch; set diagram off
EOS
out_has '3gkg3/4p4/4+R4/9/9/9/9/9/4K4 b r2b2g4s4n4l17p 1'
out_has 'no difference'
out_has '7g7f 3c3d 2g2f 8c8d'
out_has '2g2f: '
out_has 'done'
holds 'the script has at least sixty commands' \
    test "$(grep -v '^#' "$scratch/commands" | tr ';' '\n' | wc -l)" -ge 60

# edits and their undoing
script 0 <<'EOS'
new; place R 5b; place +R 5b; hand b G; turn; undo 4; position; redo 2; position
EOS
out_is $'undone: the other side to move; add G to the hand; replace R on 5b by +R; put R on 5b
4k4/9/9/9/9/9/9/9/9 b 2r2b4g4s4n4l18p 1
done again: put R on 5b; replace R on 5b by +R
4k4/4+R4/9/9/9/9/9/9/9 b r2b4g4s4n4l18p 1'
run 0 -c "$mate; G*2b; u; r"
out_is $'undone: ▲２二金\ndone again: ▲２二金'

# a version that is on the board already is no change; watch says why a position cannot be,
# and comes back with its session
run 2 -c "$mate; G*2b; history 1; position; undo 9; undo"
out_is $'7k1/9/6B1R/9/9/9/9/9/9 b Grb3g4s4n4l18p 1\nundone: ▲２二金; another position'
err_has 'nothing to undo'
run 0 -c $'new; watch on; place R 5c; hand b 3R\nwait; watch; keep lit; watch off; restore lit\nwait; watch'
out_has $'impossible: more pieces of a kind than the set has\nmore pieces of a kind than the set has: 4 of 飛 (R), expected at most 2\nkept'
out_has $'restored: earlier states 3, names 0\nimpossible: '

# what is missing is told with how the command is called
run 2 -c "new; hand R"
err_has "hand: missing PIECES, expected 'hand SIDE PIECES...'"
run 0 -c "position '9/9/2R6/k8/N8/B8/9/9/9 b rb4g4s3n4l18p 1'; bisect"
out_has 'this version is sound, so there is nothing to bisect'
# of a mate the line is told once
run 0 -c "$mate; why"
out_is 'mate in 1: ▲２二金'

# output through commands of the shell; what is only read in part is no error, nor is the end of it
if unix_only 'commands of the shell'; then
    run 0 -c "$mate; moves | head -n 1; moves | wc -l | tr -d ' '; perft 1 | tr 0-9 a-j; !echo end"
    holds 'a pipe takes the output' test "$(sed -n '2p;3p;4p' "$scratch/out" | tr '\n' ,)" = "$("$KANJU" moves "$mate" | wc -l | tr -d ' '),$("$KANJU" perft 1 "$mate" | tr 0-9 a-j),end,"
fi
run 2 -c "$mate; moves |"
err_has '|: missing the command'
run 2 -c "$mate; moves > x | cat"
err_has 'to a file or through |'
if unix_only 'commands of the shell'; then
    run 0 -c "startpos; perft 3 --divide | true; !echo on"
    out_has 'on'
fi

# why: a check that fails, a reply, the position itself; what is found is in the tree
nomate='4k4/9/4P4/9/9/9/9/9/9 b Rr2b4g4s4n4l17p'
run 0 -c "$nomate; why R*9a; line; position"
out_has '▲９一飛 fails: no mate, best defence: △６一歩'
out_has 'P is interposed at 6a, and '
out_has '最終手：６一歩打'
out_has 'no moves'
out_has '4k4/9/4P4/9/9/9/9/9/9 b Rr2b4g4s4n4l17p 1'
run 0 -c "$nomate; why"
out_has 'no mate, nearest failure: ▲５二歩成 △同　玉'
run 0 -c "$mate; why G*2b; why 1c2c+; why 1c1b+; 1c1b+; why 2a1b"
out_has '▲２二金 mates'
out_has '▲２三飛成 mates in 3: △３一玉 ▲３二金'
given='2k2+n3/2B1R4/3g5/5+L3/9/9/9/9/3L5 b rb3g4s3n2l18p 1'
run 0 -c "position '$given'; why 7b6a+; 7b6a+; why 7a8a"
out_has '▲６二香成; B is given up and draws the king to 6a; the line of R on 5b is opened'
out_has '△８一玉 does not escape: mate in 3: ▲７二馬 '
run 0 -c "position '7lk/7p1/9/7N1/8R/9/9/9/9 w r2b4g4s3n3l17p 1'; set attacker sente; why P*1b"
out_has '; a futile interposition; the piece interposed is just taken'

# every command of the command line works on the board
run 0 -c "$mate; solve --no-diagram"
out_has 'board: mate in 1 ply'
run 0 -c "$mate; solve --json"
json_has verdict '"mate"'
run 0 -c "new --variant ogi; $mate; show --draw style=ascii; moves --checks"
out_has 'G*2b'
run 0 -c 'new startpos --variant dobutsu; perft 2'
holds 'perft counts in the game on the board' test "$(tail -n 1 "$scratch/out")" = "$("$KANJU" perft --variant dobutsu 2 | tail -n 1)"
run 0 -c "$mate
name one; startpos; show --draw style=ascii %one; perft 1"
out_has '30'
err_lines 0

# positions and moves without a command, and boards drawn
run 0 -c 'sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1
☗７六歩
3c3d
position'
out_has 'moves 7g7f 3c3d'
"$KANJU" show "$mate" >board.txt
run 0 <board.txt
run 0 -c "source board.txt; position"
out_is '7k1/9/6B1R/9/9/9/9/9/9 b G 1'
run 3 -c '| ・ ・|一'
err_has 'not whole'

# the rest of the set is the defender's, and the set stays whole
run 0 -c 'new; place G 5b; position; hand b R2P; position; place n 4a 6a 4b 6b; remove 4a; place +n 4b; position
turn; place +R 5b; undo; move 5a 1a; give b - P; give b S; position'
out_has '4k4/4G4/9/9/9/9/9/9/9 b 2r2b3g4s4n4l18p 1'
out_has 'b R2Pr2b3g4s4n4l16p 1'
out_has '3nk4/3nG+n3/9/9/9/9/9/9/9 b R2Pr2b3g4sn4l16p 1'
run 1 -c 'new; place s 4a; place G 5c; check --no-themes --lang en'
holds 'a diagram just entered has the whole set' test "$(grep -c 'whole set' "$scratch/out")" = 0
# all of a kind are on the board, and one more: that is told; the roles change, and the hands with them
run 3 --keep-going -c 'new; place n 4a 6a 4b 6b 5e; status; new empty; place K 5i; position; new kings; turn; position'
err_has 'more pieces of a kind than the set has: 5 of 桂'
out_has '9/9/9/9/9/9/9/9/4K4 b 2R2B4G4S4N4L18P 1'
out_has '4k4/9/9/9/9/9/9/9/4K4 w 2r2b4g4s4n4l18p 1'
# what was said of the defender's hand stays: by commands, in what is typed or drawn; a game at odds is no diagram
run 0 -c "hand w -; position; new; hand w -; place P 5e; position; hand w rest; place P 5f; position
${mate}p; position; $mate; position; startpos; remove 1a; position"
out_is 'lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1
4k4/9/9/9/4P4/9/9/9/9 b - 1
4k4/9/9/9/4P4/4P4/9/9/9 b 2r2b4g4s4n4l16p 1
7k1/9/6B1R/9/9/9/9/9/9 b Gp 1
7k1/9/6B1R/9/9/9/9/9/9 b Grb3g4s4n4l18p 1
lnsgkgsn1/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1'
grep -v 後手 board.txt >drawn.txt
run 0 -c 'source drawn.txt; position'
out_is '7k1/9/6B1R/9/9/9/9/9/9 b Grb3g4s4n4l18p 1'
# files are kept to the letter until they are edited, not their hands alone
echo "$mate" >short.sfen
run 0 -c 'position short.sfen; position; hand w p; position; undo; place P 9i; position; open short.sfen; position'
out_is '7k1/9/6B1R/9/9/9/9/9/9 b G 1
7k1/9/6B1R/9/9/9/9/9/9 b Gp 1
undone: only the defender'\''s hand
7k1/9/6B1R/9/9/9/9/9/P8 b Grb3g4s4n4l17p 1
1/1
7k1/9/6B1R/9/9/9/9/9/9 b G 1'
run 0 solve "$mate" # the command line takes what it is given
err_has "35 pieces are in nobody's hand"

# as the examples have them, in quotes; what was to be a position is refused as one
run 0 -c "startpos; '$mate'; position; \"sfen $mate 1\"; '$mate 1' moves G*2b; position; +1; position"
out_is $'7k1/9/6B1R/9/9/9/9/9/9 b Grb3g4s4n4l18p 1\n7k1/9/6B1R/9/9/9/9/9/9 b Grb3g4s4n4l18p 1\n7k1/9/6B1R/9/9/9/9/9/9 b Grb3g4s4n4l18p 1 moves G*2b'
for bad in '4k4/9/9 b G' "'4k4/9/9 b G'" '4k4 b -' '7k1/9/6B1R/9/9/9/9/9/9/9 b G 1' lnsgkgsnl/9; do
    run 3 -c "$bad"
    holds "'$bad' is no position" grep -qE 'belongs to no game|is not a board' <<<"$err"
done

# words that can only be moves are refused as moves
for move in 7g7e 5e5d ▲５五角 55角 'P*5e'; do
    run 3 -c "startpos; $move"
    err_has "$move: column "
done
# a move of CSA alone is played; a record of CSA has its first lines before it
run 0 -c 'startpos
+7776FU
3334FU; +8822UM
position'
out_is 'lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1 moves 7g7f 3c3d 8h2b+'
for move in +7775FU 3334FU 0055FU 8822UM 7776XX 9999OU; do
    run 3 -c "startpos; play $move"
    err_has "$move"
done
run 0 -c 'new; place p 1b; hand b G; flip board; position; undo; flip sides; position; flip both; flip; position; undo 2; redo 2'
out_is $'9/9/9/9/9/9/9/p8/4k4 b G2r2b3g4s4n4l17p 1\nundone: move p on 1b to 9h; then move k on 5a to 5i\n4K4/8P/9/9/9/9/9/9/9 w 2R2B3G4S4N4L17Pg 1\n4K4/8P/9/9/9/9/9/9/9 w 2R2B3G4S4N4L17Pg 1\nundone: turn the board; turn the board\ndone again: turn the board; turn the board'
run 0 -c 'set lang ja; help 詰'
out_has '  解く '
# one clear line for what cannot be
run 2 -c 'position >'
err_has '>: missing the FILE'
script 2 < <(printf 'x%.0s' {1..5000})
err_has "unknown command 'xxx"
holds 'a long word is cut' test "${#err}" -lt 200
script 3 < <(printf '手合割：平手\n手数----指手---------消費時間--\n   1 ７六歩(77)\n   2 ３四')
err_has 'pasted: line 4: column 5: end of text'
script 3 < <(printf '後手の持駒：なし\n| ・ ・ ・ ・v玉 ・ ・ ・ ・|一')
err_has 'a board that is not whole'
script 2 < <(head -c 2000 "$KANJU" | tr -d '!')
err_lines 1
script 5 --keep-going <<'EOS'
place G 0a; hand b 99P; move 5e; shift up 5; undo 99999999999; name nobody recall; goto 99; open /tmp
place K; give b - R; turn x; position > /nosuch/file; %nothing; restore nosuch; goto; set style default
EOS
holds 'each error is one line that says where' test "$(grep -c '^kanju: standard input:[12]: ' "$scratch/err")" = 15
holds 'and no more than that' test "$(wc -l <"$scratch/err")" = 15

# That of Windows ends its lines with CR LF.
of_shell() { out=${out//$'\r'/}; }

# errors stop a script, where they are is said; --keep-going goes on
script 2 <<'EOS'
!echo one
nonsense
!echo two
EOS
of_shell
out_is 'one'
err_has "unknown command 'nonsense'"
err_has 'kanju: standard input:2: '
run 2 --keep-going <"$scratch/commands"
of_shell
out_is $'one\ntwo'
run 2 -c 'take b G'
err_has "'take' is no command any more, expected 'give SIDE - PIECES'"
run 2 -c 'place X 5e'
err_has "'X': expected a piece"
run 2 -c 'place P 0z'
run 2 -c 'place "open'
err_has 'quotes'
run 3 -c 'startpos; play 7g7e'
run 2 -c 'sol'
err_has "unknown command 'sol'"
run 2 -c 'undo'
err_has 'nothing to undo'
run 2 -c 'edit'
err_has 'no terminal'
run 2 place P 5e
err_has "is a command of the workbench"
run 2 -c
err_has 'missing COMMANDS'
# an answer is no error
run 1 -c "new; solve; !echo goes on"
out_has 'goes on'

# files: source, output of one command, lists kept as they are
printf 'new\nposition\n' >commands
run 0 -c 'source commands'
out_is '4k4/9/9/9/9/9/9/9/9 b 2r2b4g4s4n4l18p 1'
printf '!echo one\nbogus\n' >bad
run 2 -c 'source bad; !echo two'
err_has 'bad:2: '
of_shell
out_is 'one'
printf 'source loop\n' >loop
run 2 -c 'source loop'
err_has 'deep'
run 0 -c 'new; position > a.txt; perft 1 >> a.txt; position > b.txt; !echo here'
of_shell
out_is 'here'
holds 'output went to the files' test "$(cat a.txt b.txt)" = '4k4/9/9/9/9/9/9/9/9 b 2r2b4g4s4n4l18p 1
0
4k4/9/9/9/9/9/9/9/9 b 2r2b4g4s4n4l18p 1'
run 0 -c '!echo from the shell'
of_shell
out_is 'from the shell'
printf '# kept\na\t7k1/9/6B1R/9/9/9/9/9/9 b G\t1\tnote\n\nnot understood\n8k/9/8P/9/9/9/9/9/9 b G' >list.txt
cp list.txt before.txt
# a new list begins with what is on the board
run 0 -c 'new empty; place k 1a; place G 1c; give b G; save begun.txt; place P 5e; add two; save'
out_has 'added as 2/2, not saved yet'
holds 'both are in it' test "$(wc -l <begun.txt)" -eq 2
run 2 -c 'save begun.txt'
err_has 'begun.txt: it exists, expected another name'
run 2 -c 'save begun.kif'
err_has 'expected the FILE of a list'
run 2 -c 'open list.txt; save begun.kif'
err_has 'expected the FILE of a list'
run 2 -c 'add'
err_has "'save FILE' makes one"
holds 'nothing else is made' test ! -e begun.kif
run 0 -c 'open list.txt; next 2; next -2; save'
holds 'a list saved unchanged is the same' cmp list.txt before.txt
run 0 -c 'open list.txt; give b P; put; save'
holds 'only the position has changed' test "$(diff list.txt before.txt | grep -c '^[<>]')" = 2
out_has 'saved list.txt: 3 problems'
grep -q $'^a\t7k1/9/6B1R/9/9/9/9/9/9 b GPrb3g4s4n4l17p 1\t1\tnote$' list.txt
say $? 'id, plies and note stay'
run 3 -c 'open list.txt; item 2'
err_has 'list.txt:4:1: '

# what one search has proved all others know: those after it may not look at more than a position
three='6n1k/9/8p/9/5B3/9/9/9/9 b RSrb4g3s3n4l17p 1'
run 0 -c "$three; solve --no-diagram; +2; position; undo; +1; position; -1
set nodes 1; answer; watch on; wait; watch"
out_has 'moves R*1b 1a2a'
out_has 'moves R*1b'
out_has 'mate in 3: ▲１二飛 △２一玉 ▲３二銀'
out_has 'mate 3'
# a place on the line is known as well; the same with other settings or another hand is not
run 4 -c "$three; check --no-themes > check.txt; set nodes 1; answer; +1; answer; -1
set interpositions count; answer; set interpositions default; give w - P; answer"
holds 'and what check has found' test "$(grep -c '^mate in' "$scratch/out")" = 2
out_has 'mate in 2: △２一玉 ▲３二銀'
holds 'but no more than that' test "$(grep -c '^unknown, nodes' "$scratch/out")" = 2

# where there is no mate the answer is what fails most nearly, after a check what refutes it; both go into the tree
none='4ks3/9/4P4/9/9/9/9/9/9 b G 1'
run 1 -c "$none; answer; +2; position"
out_has 'no mate, nearest failure: ▲５二金 △同　銀 (S on 4a takes the checking G, and '
out_has 'moves G*5b 4a5b'
run 1 -c "$none; G*5b; answer; +1; position; -2; answer --branches; line"
out_has 'no mate, best defence: △同　銀 '
out_has 'moves G*5b 4a5b'
holds 'every check is there' test "$(grep -cE '^      ▲' "$scratch/out")" = 6
run 4 -c "$none; solve --no-diagram; set nodes 1; G*5b; answer; set nodes default; answer; set nodes 1; answer"
out_has 'no mate, best defence: △同　銀 '
# and where it is not known, a reply that may hold
run 4 -c "set nodes 1; position '4k4/9/4P4/9/9/9/9/9/9 w RBG'; answer"
out_has 'not known to lose: △'

# how hard a work is does not depend on what was searched before: it is known by the first proof, or not at all
run 0 -c "$three; solve --no-diagram; check; check; place P 9i; check; undo; check"
holds 'the stars stay' test "$(grep -c ', 1 of 8 stars' "$scratch/out")" = 3
holds 'and none are no zero' test "$(grep -c 'no star rating' "$scratch/out")" = 1

# a setting takes no board away that is to be drawn
run 0 -c 'set diagram on
set time 5
new; set time 6'
holds 'the first board and the new one are drawn' test "$(grep -c '先手の持駒' "$scratch/out")" = 2

# options for the whole session
run 0 -c "set style ascii; set notation usi; $mate
set; solve &
wait; show; set style default; set notation default; set"
out_has '* style                ascii '
out_has 'G*2b'
out_has '|  .  .  .  .  .  .  .  k  .|a'
out_has 'nothing is set'
run 0 -c 'set style magazine; set faces other; new; place +s 4a +n 3a +l 2a +p 1a; hand b 2G 5P; show'
out_has '| ・ ・ ・ ・v玉v全v今v仝v个|一  金二'
run 0 -c 'set style=magazine; set hands both; new startpos --variant ogi; show'
out_has 'なし      |v香v桂v銀v姫v玉v銀v桂v香|8  なし'
dobutsu='new startpos --variant dobutsu; position --variant dobutsu "l2/1g1/3/1L1 b - 1"'
run 0 -c "$dobutsu; 2d2c; set king-en-prise refused; undo; why 2d2c; set king-en-prise; keep s; set king-en-prise default
restore s; why 2d2c; redo; position"
holds 'a rule switch makes moves illegal' test "$(grep -c '2d2c: .*illegal' "$scratch/out")" = 2
out_has '* king-en-prise        refused '
out_has 'moves 2d2c'
run 3 -c "$dobutsu; set king-en-prise refused; play 2d2c"
run 2 -c 'set profile nobody'
err_has '--profile=nobody: expected'
run 2 -c 'set nodez 5'
err_has "'nodez' cannot be set, did you mean 'nodes'?"
run 2 -c "set '' 5"
err_has "'' cannot be set"
run 2 -c 'set certificate x'
err_has "'certificate' cannot be set"
run 2 -c 'set progress maybe'
err_has 'expected on or off'
run 2 -c 'set time -- -1'
# languages: by option, for the session, by the environment; never in what programs read
run 2 -c 'set lang ja; undo; undo'
err_has '元に戻すものがありません'
run 0 -c "set lang ja; new; place G 5b; jobs; set lang default; jobs"
out_has 'no jobs'
LC_ALL=ja_JP.UTF-8 run 0 -c "$mate; solve; help"
out_has '1手詰'
out_has '解く 必至 検討'
LC_ALL=ja_JP.UTF-8 run 0 -c "$mate; solve --lang en"
out_has 'mate in 1 ply'
LC_ALL=ja_JP.UTF-8 run 3 solve --json '9/9/9/9/9/9/9/9/9 b - 1'
out_has '"error":"no king on the board'
run 2 solve --lang ja --time x startpos
run 3 show --lang ja '5kk2/9/9/9/9/9/9/9/9 w - 1' nonsense
err_has '片方に玉が二枚あります: 後手の二つ目が４一にあります'

# watch obeys them as well
run 0 -c "set profile strict; watch on; $mate
wait
watch
set attacker gote
wait
watch"
out_has 'mate 1, 2 defects (4 cooks)'
out_has 'no king'

# a record is opened with its moves and branches ahead
"$KANJU" convert --format kif 'startpos moves 7g7f 3c3d 2g2f' >game.kif
run 0 -c 'position game.kif; position; +3; position'
out_has 'b - 1 moves 7g7f 3c3d 2g2f'

run 3 -c 'open nosuch'
# a file is read once: a pipe would have nothing the second time
if unix_only 'named pipes'; then
    mkfifo pipe
    cat list.txt >pipe &
    run 0 -c 'open pipe; next 2; position'
    wait $!
    expected=$out
    run 0 -c 'open list.txt; next 2; position'
    out_is "$expected"
fi
run 3 -c 'source nosuch'

# records are edited in their own format, encoding and line ends
"$KANJU" convert --format kif "${mate}p 1 moves G*2b" | sed 's/^手数-/*注\n?なぞ\n&/' | iconv -t cp932 | sed 's/$/\r/' >one.kif
cp one.kif one.before
run 0 -c 'open one.kif; put; save; +1; position'
out_is $'1/1\n1/1 has it already, nothing to save\nsaved one.kif: 1 problem\n7k1/9/6B1R/9/9/9/9/9/9 b Gp 1 moves G*2b'
holds 'saved unchanged it is the same' cmp one.kif one.before
run 2 -c 'open one.kif; save one.csa'
err_has 'one.csa: expected a name for kif'
holds 'none is written' test ! -e one.csa
run 0 -c 'open one.kif; save other.ki2'
run 0 -c 'open other.ki2'
run 0 -c 'open one.kif; place P 9f; put; save'
holds 'one line is another, and has its bytes' \
    test "$(diff one.before one.kif | grep -a '^>' | iconv -f cp932)" = $'> | 歩 ・ ・ ・ ・ ・ ・ ・ ・|六\r'
run 0 -c 'open one.kif; place P 2c; hand b -; put; add again; item 1; line'
err_has 'stay as comments: 1'
out_has 'added as 2/2'
"$KANJU" convert --format kif "startpos moves 7g7f 3c3d 2g2f" >cut.kif
cp cut.kif cut.before
run 0 -c 'open cut.kif; startpos; put; save'
holds 'a board without moves takes none out' cmp cut.kif cut.before
run 3 -c 'open one.kif; add ☖'
err_has 'CP932 does not have'
printf '作品名：壊\n| ・|一\n' | iconv -t cp932 | cat one.before - >broken.kif
run 0 -c 'open broken.kif; put; save broken2.kif'
err_has 'broken.kif:21:1:'
holds 'what is not read stays' cmp broken.kif broken2.kif
# where files are written: through links, keeping modes, and to devices as they are
cp one.before plain.kif
chmod 640 plain.kif
ln -s plain.kif link.kif
run 0 -c 'open link.kif; place P 9f; put; save'
holds 'a link stays a link' test -L link.kif
unix_only 'modes of files' && holds 'and leads to what was saved' test "$(stat -c %a plain.kif) $(cmp -s plain.kif one.before; echo $?)" = '640 1'
run 5 -c 'open plain.kif; save /nosuch/x'
err_has '/nosuch/x: No such file'
if [ -c /dev/full ]; then
    run 5 -c 'open plain.kif; save /dev/full'
    err_has '/dev/full: No space left'
    holds 'a device stays one' test -c /dev/full
fi
"$KANJU" convert --format csa "$mate" >one.csa
run 3 -c 'open one.csa; new startpos --variant ogi; put'
err_has 'CSA has no code for 姫'
# a store is opened as a list and never written to
printf 'a\t%s 1\nb\t8k/9/8P/9/9/9/9/9/9 b G 1\n' "$mate" >two.txt
"$KANJU" batch --store two.kdb --nodes 1000 two.txt >"$scratch/out" 2>&1
run 0 -c 'open two.kdb; next; position; next -1; position'
out_is $'1/2  a\n2/2  b\n8k/9/8P/9/9/9/9/9/9 b G 1\n1/2  a\n7k1/9/6B1R/9/9/9/9/9/9 b G 1'
run 2 -c 'open two.kdb; put; save two.kdb'

# the background: jobs, stop, wait, watch
run 0 -c "$mate
solve --no-diagram &
wait
jobs"
out_has '[1] solve --no-diagram'
out_has 'mate in 1 ply'
out_has 'no jobs'
run 130 -c 'startpos; perft 30 &
stop
wait'
out_has '(stopped)'
run 0 -c "set profile strict; watch on; $mate
wait
watch
watch off; watch"
out_has 'mate 1, 2 defects (4 cooks)'
out_has 'off'

# the work on the board is checked, wherever one is in its moves
run 1 -c "$mate; G*2b; check --profile strict --no-diagram"
out_has 'another last move, longer: ▲２三飛不成'
run 0 -c "6n1k/9/8p/9/5B3/9/9/9/9 b RSrb4g3s3n4l17p 1
check &
wait; answer --branches; goto end; line"
out_has '[1] check'
out_has 'main line, 3 plies'
out_has '*  3  ▲３二銀'
run 2 -c 'browse'
err_has 'no terminal'

# records pasted at the prompt, whose lines would be comments and commands otherwise
cat >"$scratch/pasted.kif" <<'END'
# ---- Kifu for Windows ----
手合割：平手
先手：山田
手数----指手---------消費時間--
   1 ７六歩(77)   ( 0:01/00:00:01)
*a comment; quit
   2 ３四歩(33)
   3 ２二角成(88)
   4 投了
まで3手で先手の勝ち

変化：3手
   3 ６六歩(67)
   4 ８四歩(83)

position
-1
line
END
run 0 <"$scratch/pasted.kif"
out_has 'b - 1 moves 7g7f 3c3d 8h2b+'
out_has '      ▲６六歩'
printf '%s\n' V2.2 N+somebody PI + +7776FU T1 -3334FU "'comment" +8822UM %TORYO position \
    >"$scratch/pasted.csa"
run 0 <"$scratch/pasted.csa"
out_has 'b - 1 moves 7g7f 3c3d 8h2b+'
printf '%s\n' 'new; place K 5i' 手合割：平手 '1 ７六飛(77)' position >"$scratch/pasted.kif"
run 3 <"$scratch/pasted.kif"
err_has 'pasted: line 2: column'
"$KANJU" convert --format kif '7k1/9/6B1R/9/9/9/9/9/9 b G 1 moves G*2b' >"$scratch/pasted.kif"
printf 'undo\nposition\n' >>"$scratch/pasted.kif"
run 0 -c "new; place G 5e; source $scratch/pasted.kif"
out_is $'undone: move k on 5a to 2a; then remove G on 5e; then put R on 1c; then put B on 3c; then add G to the hand\n4k4/9/9/9/4G4/9/9/9/9 b 2r2b3g4s4n4l18p 1'

# a session kept and brought back, with what undo brings back
run 0 -c 'new; place G 5b; name one; 4k4/9/4P4/9/9/9/9/9/9 b G 1
keep kept; startpos; restore kept; position; name; undo 3; position'
out_has '4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1'
out_has 'one  4k4/4G4/9'
run 3 -c 'restore list.txt'
err_has 'not a saved workbench'

# completion for shells comes from the same table
for shell in bash zsh fish; do
    run 0 help --completion=$shell
    out_has 'kanju help --complete='
done
run 2 help --completion=csh
run 0 help --complete='kanju so'
out_is 'solve'
run 0 help --complete='kanju solve --not'
out_is '--notation='
PATH=$(dirname "$KANJU"):$PATH
# what bash offers at the end of a line; a value after = is a word of its own
# shellcheck disable=SC2016 # for the other shell
bash -c 'eval "$(kanju help --completion=bash)"; complete -p kanju >/dev/null
compopt() { :; }
offer() { COMP_LINE=$1 COMP_POINT=${#1}; shift; COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)); _kanju; echo "${COMPREPLY[*]}"; }
offer "kanju sol" kanju sol
offer "kanju solve --notation=w" kanju solve --notation = w
offer "kanju help pla" kanju help pla' >"$scratch/out" 2>"$scratch/err"
say $? 'bash takes the script'
out=$(cat "$scratch/out")
out_is $'solve\nwestern\nplace play'
if command -v zsh >/dev/null; then
    # shellcheck disable=SC2016
    zsh -f -c 'compdef() { :; }; compadd() { print -l $found; }; _files() { :; }
eval "$(kanju help --completion=zsh)"; LBUFFER="kanju sol"; CURRENT=2; _kanju' >"$scratch/out" 2>&1
    out=$(cat "$scratch/out")
    out_is 'solve'
fi
if command -v fish >/dev/null; then
    HOME=$scratch fish -c 'kanju help --completion=fish | source; complete -C "kanju sol"; complete -C "kanju solve --notation=w"' >"$scratch/out" 2>&1
    out=$(cat "$scratch/out")
    out_is $'solve\n--notation=western'
fi

# what the documentation shows, and the examples of help: each in a folder of its own
session "$docs"
example() { # WORDS SHOWS
    local folder
    case $1 in *!*) unix_only "commands of the shell: ${1//$'\n'/ ; }" || return 0 ;; esac
    folder=$(mktemp -d "$scratch/example.XXXXXX")
    (cd "$folder" && "$KANJU" <<<"$1") >"$scratch/out" 2>&1
    out=$(cat "$scratch/out") err=''
    case $out in *"$2"*) true ;; *) false ;; esac
    say $? "example works: ${1//$'\n'/ ; }"
}
words='' number=0
while IFS= read -r line; do
    case $line in
        'shows: '*)
            example "$words" "${line#shows: }"
            words='' number=$((number + 1))
            ;;
        *) words+=${words:+$'\n'}$line ;;
    esac
done < <("$KANJU" help --examples)
holds 'with examples' test "$number" -gt 50

done_testing
