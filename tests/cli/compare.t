#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# kanju compare with an engine that answers as each test wants, also wrongly or not at all.
# shellcheck source=tests/cli/lib.sh
. "$(dirname "$0")/lib.sh"

one='7k1/9/6B1R/9/9/9/9/9/9 b Grb3g4s4n4l18p 1'
five='9/9/9/9/9/9/9/2G6/kP7 b 2G2r2bg4s4n4l17p 1'
none='6n1k/9/8p/9/9/5B3/9/9/9 b RSrb4g3s3n4l17p 1'

# The fake: answers "go" with its arguments, one line each, or does what the first says.
cat >"$scratch/fake" <<'END'
#!/bin/sh
while read -r line; do
    echo "$line" >>"$(dirname "$0")/heard"
    case $line in
    usi)
        [ "$1" = mute ] && exec sleep 60
        echo 'id name Fake'
        echo 'option name USI_Hash type spin default 16 min 1 max 64'
        [ "$1" = variants ] && echo 'option name USI_Variant type combo default shogi var shogi var ogi'
        echo usiok
        ;;
    isready) echo readyok ;;
    go*)
        case $1 in
        die) exit 7 ;;
        crash) kill -SEGV $$ ;;
        hang) exec sleep 60 ;;
        flood) exec yes ;;
        slow) ;;
        *) for answer; do echo "$answer"; done ;;
        esac
        ;;
    stop) [ "$1" = slow ] && echo 'checkmate timeout' ;;
    quit) exit ;;
    esac
done
END
chmod +x "$scratch/fake"
fake="sh $scratch/fake"

compare() { # STATUS ANSWER PROBLEM...
    local expected=$1 answer=$2
    shift 2
    : >"$scratch/heard"
    run "$expected" compare --time 60 --memory 100 --engine "$fake $answer" "$@"
}

# those that keep silent are waited for, so they begin first
"$KANJU" compare --engine "$fake mute" "$one" >"$scratch/mute.out" 2>&1 &
mute=$!
"$KANJU" compare --time 0.2 --engine "$fake hang" "$one" >"$scratch/hang.out" 2>&1 &
hang=$!
"$KANJU" compare --time 0.2 --engine "$fake flood" "$one" >"$scratch/flood.out" 2>&1 &
flood=$!

# the same
compare 0 "'info nodes 12 string nodes 3' 'checkmate G*2b'" "$one"
out_has 'mate 1 '
out_has ' 12 '
out_has '1 problems: 1 the same, 0 undecided, 0 different'
holds 'the engine is given no more memory than it takes' \
    grep -qx 'setoption name USI_Hash value 64' "$scratch/heard"
holds 'it is asked about the position' grep -qx "position sfen $one" "$scratch/heard"
holds 'within the time' grep -qx 'go mate 60000' "$scratch/heard"
compare 0 "'checkmate nomate'" "$none"
compare 0 "'checkmate timeout'" "$none"
out_has '0 the same, 1 undecided, 0 different'
compare 0 "'checkmate notimplemented'" "$none"
out_has 'cannot'
run 0 compare --engine "$fake 'checkmate nomate'" --engine-options 'USI_Hash=1;Strange' "$none"
holds 'options of the engine are set' grep -qx 'setoption name USI_Hash value 1' "$scratch/heard"
holds 'those without a value too' grep -qx 'setoption name Strange' "$scratch/heard"

# lengths: a slow attack, a weak defence
compare 1 "'checkmate 1c2c+ 2a3a G*3b'" "$one"
out_has 'differs: length'
out_has 'move 1: 1c2c+ mates 2 plies later than G*2b'
compare 1 "'checkmate G*9h 9i8i G*8h'" "$five"
out_has 'move 2: 9i8i is mated 2 plies sooner than 9i9h'

# verdicts
compare 1 "'checkmate nomate'" "$one"
out_has 'differs: verdict'
out_has "Kanju's line mates, checked move by move"
# the rook's drop at 1b can be taken, but the engine has the king step aside into mate
away='6n1k/9/8p/9/5B3/9/9/9/9 b RSrb4g3s3n4l17p 1'
compare 0 "'checkmate R*1b 1a2a S*3b'" "$away"

# lines that are none
compare 1 "'checkmate G*1b'" "$one"
out_has 'differs: line'
out_has "the engine's line: at its end the defender has a move"
compare 1 "'checkmate G*5e'" "$one"
out_has 'move 1: G*5e gives no check'
compare 1 "'checkmate 3c9i'" "$one"
out_has 'move 1: 3c9i gives no check'
compare 1 "'checkmate 3c3d'" "$one"
out_has 'move 1: 3c3d is illegal'
compare 1 "'checkmate xyz'" "$one"
out_has "move 1: 'xyz' is not a move"
compare 1 'checkmate' "$one"
out_has "it ends before a move of the attacker"
compare 1 "'checkmate G*2b resign'" "$one"
out_has "move 2: 'resign' is not a move"

# certificates of the problems that differ, and only of those
compare 1 "'checkmate nomate'" --certificates "$scratch/proofs" "$one" "$none"
out_has "certificate: $scratch/proofs/argument_1.kjc"
run 0 verify "$scratch/proofs/argument_1.kjc"
holds 'agreement needs no certificate' test ! -e "$scratch/proofs/argument_2.kjc"

# failures, after which the next problem is asked again
compare 1 die "$one" "$none"
out_has 'the engine: it has ended (exit status 7)'
out_has '2 different (failure 2)'
compare 1 crash "$one"
out_has 'the engine: it has ended (killed by signal 11)'
run 0 compare --time 1 --engine "$fake slow" "$one"
out_has '? (time)'
run 1 compare --engine false "$one" "$one" "$one" "$one" "$one"
out_has 'the engine: no usiok: it has ended (exit status 1)'
out_has 'not asked: it could not be started 3 times'
run 2 compare "$one"
err_has '--engine: not given'
run 2 compare --engine "$scratch/missing" "$one"
err_has 'is not a program that can be run'
run 2 compare --engine "'" "$one"
err_has '--engine: '
run 3 compare --engine "$fake 'checkmate G*2b'" garbage "$one"
out_has '1 the same, 0 undecided, 0 different, 1 not understood'
run 4 compare --nodes 1 --engine "$fake 'checkmate G*2b'" "$five"

# other games
ogi='k^7/8/1K^6/8/8/8/8/8 +P/ O/o'
compare 0 "'checkmate nomate'" --complete-hands "$ogi"
out_has 'not asked'
out_has 'it does not say that it knows ogi'
compare 0 "variants 'checkmate timeout'" --complete-hands "$ogi" "$one"
holds 'the game is said' grep -qx 'setoption name USI_Variant value ogi' "$scratch/heard"
holds 'and said again when it changes' grep -qx 'setoption name USI_Variant value shogi' \
    "$scratch/heard"

# with itself, on many problems side by side
problems=$(dirname "$0")/../../puzzles/demo/collection.tsv
run 0 compare --threads 2 --engine "'$KANJU' usi" "$problems"
out_has ' 0 undecided, 0 different'
run 0 compare --complete-hands --engine "'$KANJU' usi" "$ogi"
out_has '1 the same'

# the moves before a position count by the law of repetition: with them the last of five is a mate
law='8/k^7/8/2+b5/8/7+I/8/8 /16p4l4n4s2rbi O/o'
before='h3c8 a7a8 c8c7 a8a7'
run 0 compare --threads 1 --engine "'$KANJU' usi" "$law moves $before" "$law"
out_has '2 problems: 2 the same'
out_has 'argument 1  mate 1 '
out_has 'argument 2  mate 5 '
compare 1 "variants 'checkmate nomate'" "$law moves $before"
out_has "Kanju's line mates, checked move by move"
holds 'the engine is told them' \
    grep -qx "position sfen 8/k^*7/8/2+b5/8/7+I/8/8 .* moves $before" "$scratch/heard"
compare 0 "variants 'checkmate c7c8'" "$law moves $before"
compare 1 "variants 'checkmate $before c7c8 a7a8'" "$law"
out_has 'move 6: a7a8 is illegal'
compare 1 "variants 'checkmate h3c8'" "$law"
out_has "the engine's line: at its end the defender has a move"
compare 1 "variants 'checkmate c7c8'" --rules repetition=attacker-fails "$law moves $before"
out_has "the engine's line: at its end the defender has a move"
# where what comes back fails, as in shogi, they do not count: it is asked about the position
compare 0 "'checkmate 2a3b 1a2b 3b4c G*4d'" "$one moves 1c1a+"
holds 'it is not told moves that do not count' test -z "$(grep moves "$scratch/heard")"

# for programs
run 1 compare --json --engine "$fake 'checkmate 1c2c+ 2a3a G*3b'" "$one"
json_has engine_verdict '"mate"'
json_has engine_plies 3
json_has difference '"length"'
json_has pure_plies 1
out_has '"remarks":["move 1: '
out_has '"id":"total","problems":1,"same":0,'

status=0
wait "$mute" || status=$?
out=$(cat "$scratch/mute.out")
holds 'an engine that never answers usi is a difference' test "$status" -eq 1
out_has 'no usiok: no answer in time'
silent() { # NAME JOB
    status=0
    wait "$2" || status=$?
    out=$(cat "$scratch/$1.out")
    holds "an engine that does $1 is a difference" test "$status" -eq 1
    out_has 'the engine: no answer in time'
}
silent hang "$hang"
silent flood "$flood"

done_testing
