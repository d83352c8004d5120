#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# kanju usi in conversation with a scripted GUI, and with one that does not keep to the protocol.
# shellcheck source=tests/cli/lib.sh
. "$(dirname "$0")/lib.sh"

mate='7k1/9/6B1R/9/9/9/9/9/9 b Grb3g4s4n4l18p 1'
# an open board and many pieces keep a search busy for a long time
long='4k4/9/9/9/9/9/9/9/9 b RS2N2L9Pr2b4g3s2n2l9p 1'

# A conversation: the program as a coprocess, lines written one by one, answers waited for.
begin() {
    coproc ENGINE { "$KANJU" usi 2>"$scratch/err"; }
    in=${ENGINE[1]} from=${ENGINE[0]} engine=$ENGINE_PID
}
tell() { printf '%s\n' "$1" >&"$in"; }
# Reads lines up to one that begins so, within twenty seconds; all of them into $out.
hear() { # BEGINNING
    local line
    out='' answer=''
    while IFS= read -r -t 600 line <&"$from"; do
        out+=$line$'\n'
        case $line in "$1"*)
            answer=$line
            break
            ;;
        esac
    done
    [ -n "$answer" ]
    say $? "an answer '$1' comes"
}
answer_is() { # LINE
    [ "$answer" = "$1" ]
    say $? "the answer is '$1'" "answer: $answer"
}
end() {
    tell quit
    status=0
    wait "$engine" || status=$?
    holds 'quit ends it with 0' test "$status" -eq 0
    holds 'nothing is on standard error' test ! -s "$scratch/err"
}

begin
tell usi
hear usiok
out_has 'id name Kanju '
out_has 'id author '
out_has 'option name USI_Hash type spin default 1024 min 1 max '
out_has "option name Threads type spin default $(nproc) min 1 max "
out_has 'option name USI_Variant type combo default board var board var shogi '
out_has 'option name Profile type combo default '
tell isready
hear readyok
tell usinewgame
tell "position sfen $mate"
tell 'go mate 10000'
hear checkmate
answer_is 'checkmate G*2b'
out_has 'info depth 1 score mate 1 nodes '
out_has ' pv G*2b'
out_has ' nps '
out_has ' hashfull '
tell "position sfen 6n1k/9/8p/9/5B3/9/9/9/9 b RSrb4g3s3n4l17p 1 moves R*1b 1a2a"
tell 'go mate infinite'
hear checkmate
answer_is 'checkmate S*3b'
tell 'position startpos'
tell 'go mate 10000'
hear checkmate
answer_is 'checkmate nomate'

# stop, limits, and a position that is searched for long
tell "position sfen $long"
tell 'go mate infinite'
hear 'info string proving'
tell isready
hear readyok
tell ponderhit
tell stop
hear checkmate
answer_is 'checkmate timeout'
tell 'go mate 100'
hear checkmate
answer_is 'checkmate timeout'
tell 'go mate infinite'
tell 'go mate nodes 1000'
hear checkmate
answer_is 'checkmate timeout'
hear 'info string unknown: nodes'
hear checkmate
tell stop
tell stop
tell isready
hear readyok
answer_is readyok

# who asks for a move gets one
tell "position sfen $mate"
tell 'go btime 60000 wtime 60000 byoyomi 1000'
hear bestmove
answer_is 'bestmove G*2b'
tell 'go infinite'
hear 'info string proving'
tell isready
hear readyok
tell stop
hear bestmove
answer_is 'bestmove G*2b'
tell 'position startpos moves 7g7f'
tell 'go nodes 1000'
hear bestmove
holds 'without a mate a legal move is played' grep -qE '^bestmove [1-9][a-i][1-9][a-i]' \
    <<<"$answer"
# just a mate
first='3gs4/4k4/9/6S2/3R5/9/9/9/9 b RBb3g2s4n4l18p 1'
tell "position sfen $first"
tell 'setoption name FirstMate value true'
tell 'go mate nodes 20000'
hear checkmate
holds 'the answer comes with the first mate' test "$(grep -oE '^info depth .* nodes [0-9]+' <<<"$out" |
    tail -n 1 | grep -oE '[0-9]+$')" -lt 10000
out_has 'lowerbound'
tell 'setoption name FirstMate value false'
# the game is over
tell 'usinewgame'
tell 'position sfen 8/k7/1R6/8/8/8/8/7K w - 1 moves a7b7 b6b7'
tell 'go mate 1000'
hear checkmate
answer_is 'checkmate notimplemented'
out_has 'info string position: move 2 ends the game (king-captured), expected a position in'
tell "position sfen $mate moves G*2b"
tell 'go mate 1000'
hear checkmate
answer_is 'checkmate nomate'
# mated, to move: nothing can be played
tell 'position sfen 7k1/7G1/6B1R/9/9/9/9/9/9 w rb3g4s4n4l18p 1'
tell 'go movetime 1000'
hear bestmove
answer_is 'bestmove resign'

# "checkmate" alone is no answer that GUIs can read, so a side that is mated has no mate to give
tell 'go mate 1000'
hear checkmate
answer_is 'checkmate nomate'
out_has 'score mate -0'
out_has 'info string the side to move is mated already'
# mated but for an interposition that changes nothing
tell 'position sfen R7k/7pp/8N/9/9/9/9/9/9 w r2b4g4s3n4l16p 1'
tell 'go mate 1000'
hear checkmate
answer_is 'checkmate nomate'
out_has 'info string the side to move is mated already, but for futile interpositions'
# a defender to move who is mated later: the line begins with his reply
tell "position sfen $mate moves 1c1a+"
tell 'go mate 1000'
hear checkmate
answer_is 'checkmate 2a3b 1a2b 3b4c G*4d'
out_has 'score mate -4'

# the moves of a game count: without them there is no mate
tell 'position 8/k^7/8/2+b5/8/7+I/8/8 /16p4l4n4s2rbi O/o moves h3c8 a7a8 c8c7 a8a7'
tell 'go mate 1000'
hear checkmate
answer_is 'checkmate c7c8'

# options set during a search hold from the next one on
tell "position sfen $long"
tell 'go mate infinite'
hear 'info string proving'
tell 'setoption name Nodes value 10'
tell 'setoption name USI_Hash value 2'
tell stop
hear checkmate
out_has 'info string unknown: stopped'
tell 'go mate infinite'
hear checkmate
out_has 'info string unknown: nodes'
tell 'setoption name Nodes value 0'

# options
tell 'setoption name USI_Variant value ogi'
tell 'setoption name CompleteHands value true'
tell 'position sfen k7/8/1K6/8/8/8/8/8 b +P 1'
tell 'go mate 1000'
hear checkmate
holds 'Ogi: a promoted pawn from hand mates' grep -qF 'checkmate +P*' <<<"$answer"
tell 'setoption name UCI_Variant value 56shogi'
tell "position sfen $mate"
hear 'info string position'
tell 'setoption name usi_variant value board'
tell 'go mate 1000'
hear checkmate
answer_is 'checkmate G*2b'
for wrong in 'name Nonsense value 1' 'name USI_Hash value many' 'name USI_Hash' 'name Try value x' \
    'name CompleteHands value perhaps' 'name USI_Variant value chess' 'value' ''; do
    tell "setoption $wrong"
    hear 'info string'
done
tell 'setoption name Try value game'
tell usi
hear usiok
out_has 'option name CompleteHands type check default true'

# what GUIs set unasked, and second solutions
tell 'setoption name USI_Ponder value true'
tell 'setoption name MultiPV value 3'
tell usi
hear usiok
out_lacks 'unknown option'
out_has 'option name MultiPV type spin default 3 min 1 max '
cooked='k1g6/9/1+RN6/2N6/9/9/9/9/9 b Pr2b3g4s2n4l17p 1'
tell "position sfen $cooked"
tell 'go mate 60000'
hear checkmate
answer_is 'checkmate 7c8a+ 7a8a 8c8a 9a8a G*8b'
out_has 'info depth 5 multipv 1 score mate 5 nodes '
out_has ' pv 7c8a+ 7a8a 8c8a 9a8a G*8b'
out_has 'info depth 5 multipv 2 score mate 5 nodes '
out_has ' pv 7d8b+ 7a8b P*9b'
out_has 'info string multipv 2 7d8b+: cook of equal length, mate in 5'
out_lacks 'multipv 3'
# more mates than are asked for
tell 'setoption name USI_MultiPV value 2'
tell 'position sfen 8k/9/8G/9/9/9/9/9/9 b RGr2b2g4s4n4l18p 1'
tell 'go mate 60000'
hear checkmate
out_has 'multipv 2 score mate 1 '
out_has ' are listed'
out_lacks 'multipv 3'
# the only first move of a work is listed alone; without a mate, and for a side that is mated, none
tell "position sfen 6n1k/9/8p/9/5B3/9/9/9/9 b RSrb4g3s3n4l17p 1"
tell 'go mate 60000'
hear checkmate
answer_is 'checkmate R*1b 1a2a S*3b'
out_has 'multipv 1 score mate 3 '
out_lacks 'multipv 2'
tell 'position startpos'
tell 'go mate 60000'
hear checkmate
out_lacks multipv
tell "position sfen $mate moves 1c1a+"
tell 'go mate 60000'
hear checkmate
out_lacks multipv
# a limit leaves them out
tell "position sfen $cooked"
tell 'go mate nodes 57'
hear checkmate
out_has 'info string the limit came before other first moves were looked at'
tell 'setoption name MultiPV value 0'
hear "info string MultiPV: '0': expected a whole number from 1 to "
tell 'setoption name MultiPV value 1'

# each position of a line
tell "position sfen $cooked"
tell 'go matedebug 7c8a+ 7a8a 8c8b'
hear checkmate
answer_is 'checkmate 7c8a+ 7a8a 8c8a 9a8a G*8b'
out_has 'info string matedebug 0: mate in 5: 7c8a+ ('
out_has 'info string matedebug 1 7c8a+: mate in 4: 7a8a ('
out_has 'info string matedebug 2 7a8a: mate in 3: 8c8a ('
out_has 'info string matedebug 3 8c8b: no mate ('
tell 'go matedebug 7c8a+ 9i9h mate 60000'
hear checkmate
out_has 'info string matedebug 1 7c8a+: mate in 4'
out_has 'info string matedebug 2 9i9h: no piece of gote on 9i'
tell "position sfen $long"
tell 'go matedebug P*5b nodes 100'
hear checkmate
answer_is 'checkmate timeout'
out_has 'info string matedebug 0: unknown, nodes ('
out_has 'info string matedebug 1 P*5b: '
tell 'go matedebug'
tell stop
hear checkmate
out_has 'info string matedebug 0: unknown, stopped ('

# in Japanese is what stands behind `info string`, and nothing else; from now on, on every thread
tell usi
hear usiok
out_has 'option name Language type combo default auto var auto var en var ja'
said=
hear_too() { # BEGINNING
    hear "$1"
    said+=$out
}
tell 'setoption name language value ja'
tell usi
hear usiok
out_has 'option name Language type combo default ja var auto var en var ja'
tell 'setoption name MultiPV value 3'
tell "position sfen $cooked"
tell 'go matedebug 7c8a+ 7a8a 8c8b mate 60000'
hear_too checkmate
answer_is 'checkmate 7c8a+ 7a8a 8c8a 9a8a G*8b'
out_has 'info string 証明中'
out_has 'info string ほかの初手を確認中'
out_has 'info string multipv 2 7d8b+: 同手数余詰、5手詰'
out_has 'info depth 5 multipv 2 score mate 5 nodes '
out_has 'info string matedebug 0: 5手詰: 7c8a+（'
out_has 'info string matedebug 3 8c8b: 不詰（'
tell 'go matedebug 9i9h nodes 57'
hear_too checkmate
out_has 'info string ほかの初手を調べる前に上限に達しました'
out_has 'info string matedebug 1 9i9h: '
tell 'position sfen 8k/9/8G/9/9/9/9/9/9 b RG 1'
tell 'setoption name MultiPV value 2'
tell 'setoption name CompleteHands value false'
tell 'go mate 60000'
hear_too checkmate
out_has 'info string 注意: どちらの持駒でもない駒が'
out_has '、うち2通りを示しました'
tell 'setoption name MultiPV value 1'
tell "position sfen $long"
tell 'go matedebug P*5b nodes 100'
hear_too checkmate
out_has 'info string 不明: 局面数'
out_has 'info string matedebug 0: 不明、局面数（'
tell 'position sfen R7k/7pp/8N/9/9/9/9/9/9 w r2b4g4s3n4l16p 1'
tell 'go mate 1000'
hear_too checkmate
answer_is 'checkmate nomate'
out_has 'info string 手番の側は、無駄合を除けばすでに詰んでいます'
tell 'position startpos'
tell 'go nodes 1000'
hear_too bestmove
out_has 'info string 不詰'
out_has 'info string 詰ます手がないので、ただの合法手です'
for wrong in 'setoption name Nonsense value 1' 'setoption name USI_Hash value many' \
    'setoption name CompleteHands value perhaps' 'setoption name USI_Variant value chess' \
    'setoption name Language value xx' 'setoption name MultiPV value 0' setoption \
    'position sfen 9/9 b - 1' "position sfen $mate moves 1a1b" 0000; do
    tell "$wrong"
    hear_too 'info string'
done
holds 'much was said' test "$(grep -c '^info string ' <<<"$said")" -gt 25
left=$(sed -nE 's/^info string (matedebug|multipv|setoption|MultiPV|USI_Variant)?//p' <<<"$said" |
    sed 's/（CompleteHands）//; s/true か false//' | perl "$(dirname "$0")/../tools/japanese.pl")
holds "all of it in Japanese: $left" test -z "$left"
tell 'setoption name Language value auto'
tell 0000
hear 'info string not understood: 0000'

# a mate of 611 plies, or of more where the search was stopped: all moves in one line of each kind
tell "position $(awk -F'\t' '$1 == "zuko-100" { print $2 }' puzzles/shogi/classics.tsv)"
tell 'go mate infinite'
hear 'info string shortening'
tell stop
hear checkmate
holds 'the answer has all its moves' test "$(wc -w <<<"$answer")" -ge 612
holds 'one pv has them too' grep -qF " pv ${answer#checkmate }" <<<"$out"

# pondering ends by stop, or by a hit and the clock
tell "position sfen $long"
tell 'go ponder btime 20000 wtime 20000 byoyomi 0'
hear 'info string proving'
tell isready
hear readyok
tell ponderhit
hear bestmove
tell "position sfen $mate"
tell 'go ponder btime 1000 wtime 1000 byoyomi 0'
hear 'info depth 1 score mate 1'
tell isready
hear readyok
tell 'ponderhit btime 900 wtime 1000'
hear bestmove
answer_is 'bestmove G*2b'
tell ponderhit

# what programs made for YaneuraOu ask
tell "position sfen $mate moves G*2b"
tell moves
tell side
hear white
holds 'without legal moves the line is empty' test "$out" = $'\nwhite\n'
tell 'position startpos'
tell moves
hear '5i4h '
holds 'the legal moves in a line' test "$(wc -w <<<"$answer")" -eq 30

# nonsense
tell 'go mate'
hear checkmate
for wrong in 'position' 'position sfen' 'position sfen 9/9 b - 1' "position sfen $mate moves 1a1b" \
    'position sfen 9/9/9/9/9/9/9/9/9 b - 1' 'position -'; do
    tell "$wrong"
    tell 'go mate 1000'
    hear checkmate
    answer_is 'checkmate notimplemented'
done
tell $'\xff\xfe nonsense \x01'
hear 'info string not understood: '
tell $'  go\tmate 1000\r'
hear checkmate
tell "position sfen $mate"
tell 'go mate x y z mate'
hear checkmate
answer_is 'checkmate G*2b'
tell "$(head -c 5000000 /dev/zero | tr '\0' x)"
hear 'info string a line of more than'
tell isready
hear readyok
answer_is readyok
tell 'go mate infinite'
end

# input that ends
run 0 usi </dev/null
out_is ''
printf 'position sfen %s\ngo mate 10000' "$mate" >"$scratch/in"
run 0 usi <"$scratch/in"
out_has 'checkmate G*2b'
printf 'position sfen %s\ngo mate infinite\n' "$long" >"$scratch/in"
run 0 usi <"$scratch/in"
out_has 'checkmate timeout'
printf 'position sfen %s\ngo infinite\n' "$mate" >"$scratch/in"
run 0 usi <"$scratch/in"
out_has 'bestmove G*2b'
run 0 usi "position sfen $mate" 'go mate 5000' </dev/null
out_has 'checkmate G*2b'
run 0 usi quit "position sfen $mate" 'go mate 5000' </dev/null
out_is ''
run 0 usi --nodes 10 --memory 16 "position sfen $long" 'go mate infinite' </dev/null
out_has 'checkmate timeout'
head -c 300000 /dev/urandom >"$scratch/in"
run 0 usi <"$scratch/in"

# a GUI that stops reading ends the engine
{
    printf 'position sfen %s\ngo mate 60000\n' "$long"
    sleep 1
} | timeout 600 "$KANJU" usi 2>/dev/null | head -n 1 >/dev/null
ended=("${PIPESTATUS[@]}")
holds 'an engine nobody hears ends soon' test "${ended[1]}" -ne 124

# by its other name, and greeted without any
ln -s "$(realpath "$KANJU")$(on_windows && echo -usi)" "$scratch/kanju-usi"
printf 'usi\nposition sfen %s\ngo mate 9000\n' "$mate" >"$scratch/in"
plain=$KANJU
KANJU=$scratch/kanju-usi
run 0 <"$scratch/in"
out_has usiok
out_has 'checkmate G*2b'
run 0 --version
out_has 'kanju '
run 0 --help
out_has 'usage: kanju usi '
run 2 --nonsense </dev/null
KANJU=$plain
run 0 <"$scratch/in"
out_has usiok
out_has 'checkmate G*2b'
printf '  usi \r\nquit\r\nsolve nonsense\n' >"$scratch/in"
run 0 <"$scratch/in"
out_has usiok
out_lacks nonsense
# elsewhere in a script it is a command that needs standard input for itself
printf 'variants\nusi\n' >"$scratch/in"
run 2 <"$scratch/in"
err_has 'outside of the workbench'

run 2 usi --variant chess </dev/null
err_has "--variant=chess"
run 2 -c usi
err_has 'outside of the workbench'

# the developers' comparison believes no engine
cat >"$scratch/fake" <<'END'
#!/bin/sh
while read -r line; do
    case $line in
    usi) echo usiok ;;
    isready) echo readyok ;;
    go*) echo "checkmate $*" ;;
    quit) exit ;;
    esac
done
END
compare() { # STATUS ANSWER
    local status=0
    python3 "$(dirname "$0")/../tools/compare.py" --kanju "$KANJU" --time 5 "sh $scratch/fake $2" \
        "$scratch/one.tsv" >"$scratch/out" 2>"$scratch/err" || status=$?
    out=$(cat "$scratch/out") err=$(cat "$scratch/err")
    holds "compared with '$2'" test "$status" -eq "$1"
}
printf 'one\t%s\n' "$mate" >"$scratch/one.tsv"
compare 0 'G*2b'
compare 0 timeout
compare 1 nomate
compare 1 'G*5e'
out_has 'is no check'
compare 1 'G*1b 2a3a G*9i'
compare 1 'G*1b'

done_testing
