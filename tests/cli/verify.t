#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Certificates checked by kanju and by kanju-verify, which must agree word for word.
# shellcheck source=tests/cli/lib.sh
. "$(dirname "$0")/lib.sh"

mate=$scratch/mate.kjc
run 0 solve --certificate "$mate" '7k1/9/6B1R/9/9/9/9/9/9 b Grb3g4s4n4l18p 1'

run 0 verify "$mate"
about='    7k1/9/6B1R/9/9/9/9/9/9 b Grb3g4s4n4l18p: attacker sente, attacker-moves checks, try off, stalemate loss, drop-stalemate legal, repetition fails'
out_is "$mate: valid: shogi mate in 1 at most, records: 1
$about"
run 0 verify - <"$mate"
out_is "-: valid: shogi mate in 1 at most, records: 1
$about"

# the mating drop G*2b; with the bishop gote's it does not mate
plain() { # BISHOP
    printf '%s\n' 'kanju-certificate 4' 'game shogi' 'attacker sente' 'attacker-moves checks' \
        'try off' 'stalemate loss' 'drop-stalemate legal' 'repetition fails' 'dominance yes' \
        "position 7k1/9/6${1}1R/9/9/9/9/9/9 b Grb3g4s4n4l18p 1" 'claim mate 1' 'end'
    printf '\225\003'
}
plain B >"$scratch/plain.kjc"
run 0 verify "$scratch/plain.kjc"
plain b >"$scratch/other.kjc"
run 1 verify "$scratch/other.kjc"
out_has "$scratch/other.kjc: refused: proof, record 1 (byte "
echo nothing >"$scratch/none.kjc"
run 3 verify "$scratch/none.kjc"
out_has "unreadable: line 1 of the header: another line is there, expected 'kanju-certificate 4'"
sed 's/^kanju-certificate 4/kanju-certificate 2/' "$scratch/plain.kjc" >"$scratch/old.kjc"
run 3 verify "$scratch/old.kjc"
out_is "$scratch/old.kjc: unreadable: format 2, but only 'kanju-certificate 4' is read: write it anew with 'kanju solve --certificate'"
run 3 verify "$scratch/missing.kjc"
out_has "unreadable: cannot be opened: "
run 3 verify "$mate" "$scratch/other.kjc" "$scratch/none.kjc"
out_has "$mate: valid"
run 1 verify "$scratch/other.kjc" "$mate"
run 2 verify

# a time limit of its own, of both
run 0 verify --time 60 "$mate"
run 2 verify --time x "$mate"
verifier=$(dirname "$(realpath "$KANJU")")/kanju-verify
holds 'kanju-verify has a time limit' "$verifier" --time 60 "$mate"
holds 'which is a time' sh -c "! '$verifier' --time -1 '$mate' 2>/dev/null"

run 0 verify --json "$mate"
out_has '"status":"valid","variant":"shogi","attacker":"sente","attacker_moves":"checks","try":"off"'
out_has '"stalemate":"loss","drop_stalemate":"legal","repetition":"fails","position":"7k1/'
out_has '"past":0,"root":"7k1/9/6B1R/9/9/9/9/9/9 b Grb3g4s4n4l18p"'
out_has '"verdict":"mate","plies":1,"shortest":false,"records":1}'
run 1 verify --json "$scratch/other.kjc"
out_has '"record":1,"byte":'

# every switch that is not as usual is named, and the position after the past
law=$scratch/law.kjc
run 0 solve -v ogi --rules checks-only=no,stalemate=draw --certificate "$law" \
    '2+B5/k7/5+R2/8/8/8/6+S1/8 b - 1 moves c8c7 a7a8 c7c6 a8a7 c6d7 a7a8'
run 0 verify "$law"
out_has '    k7/3+B4/5+R2/8/8/8/6+S1/8 b - (6 plies after 2+B5/k7/5+R2/8/8/8/6+S1/8 b - 1): '
out_has 'attacker sente, attacker-moves all, try off, stalemate draw, drop-stalemate legal, repetition literal'

# a royal piece that steps into an attack, as one of two may, has made no try [R14.9]
run 1 solve -v suizo --any --rules try=on --certificate "$scratch/try.kjc" \
    '9/9/9/9/4+e3P/7p1/5P1+rn/6k1E/3+PKS3 b P 1'
run 0 verify "$scratch/try.kjc"
out_has 'valid: suizo no mate'

# the program that is nothing but the verifier
alone=$(dirname "$(realpath "$KANJU")")/kanju-verify
agree() { # EXIT ARGUMENT...
    local expected=$1
    shift
    status=0
    "$alone" "$@" >"$scratch/alone" 2>"$scratch/err" || status=$?
    holds "kanju-verify ends with $expected" test "$status" -eq "$expected"
    "$KANJU" verify "$@" >"$scratch/whole" 2>/dev/null
    holds "kanju-verify $1 says what kanju verify says" cmp -s "$scratch/alone" "$scratch/whole"
}
agree 0 "$mate"
agree 1 "$scratch/other.kjc" "$mate"
agree 3 "$scratch/none.kjc"
holds 'kanju-verify has its usage' sh -c "'$alone' --help | grep -q 'Exit status'"
holds 'options have values after =, and may be cut short' "$alone" --mem=64 "$mate"
for wrong in '' --json --unknown '--memory x -' '--memory 0 -' '--memory -1 -'; do
    status=0
    # shellcheck disable=SC2086 # several words
    "$alone" $wrong </dev/null >/dev/null 2>&1 || status=$?
    holds "kanju-verify $wrong ends with 2" test "$status" -eq 2
done

done_testing
