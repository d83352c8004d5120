#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# check --report-certificate: the file, and what verify says of it and of what is none.
# shellcheck source=tests/cli/lib.sh
. "$(dirname "$0")/lib.sh"

verifier=$(dirname "$KANJU")/kanju-verify
sound='9/9/2R6/k8/N8/B8/9/9/9 b rb4g4s3n4l18p 1'
cooked='9/9/9/9/9/9/1+S7/2l6/k1B6 b G2S2rb3gs4n3l18p 1'
nomate='8s/9/6G1k/9/8G/9/9/9/9 b B2rb2g3s4n4l18p 1'
one=$scratch/one.kjc

run 0 check --useless no --report-certificate "$one" "$sound"
out_has "certificate of the report: $one (moves: 10, facts: "
out_has 'leaves open what useless pieces there are'
run 0 verify "$one"
out_has 'valid: shogi work sound in 3 (main line 7c8c+ 9d9e 8c8e)'
out_has 'other moves: 10 (10 attacks refuted), defects: 0'
"$verifier" "$one" >"$scratch/verdict"
holds 'the program alone says the same' grep -q 'valid: shogi work sound in 3' "$scratch/verdict"
run 0 verify --json "$one"
json_has verdict '"sound"'
json_has plies 3
json_has line '"7c8c+ 9d9e 8c8e"'
json_has open 0
holds 'every claim is there' test "$(grep -o '"class":"fails"' "$scratch/out" | wc -l)" -eq 10

# an open move has a bound, which is shown like all else
open='8+P/7+b1/5p1k1/6p1p/8B/9/9/9/9 b RGr3g4s4n4l14p 1'
run 4 check --no-diagram --each-nodes 1000 --report-certificate "$one" "$open"
out_has 'the certificate leaves moves open: 9'
run 0 verify "$one"
out_has 'valid: shogi work unknown in 3'
run 0 verify --json "$one"
holds 'each open move has its bound' test "$(grep -oE '"beyond":[79]' "$scratch/out" | wc -l)" -eq 9
zstd -dqc "$one" >"$scratch/plain"
holds 'the header says it, too' grep -aqx 'open 1 G\*2d 7' "$scratch/plain"
LC_ALL=C sed 's/^open 1 G\*2d 7$/open 1 G*2d 9/' "$scratch/plain" >"$scratch/bad"
run 1 verify "$scratch/bad"
out_has "the header says 'open 1 G*2d 9' where 'open 1 G*2d 7' was shown"
LC_ALL=C sed 's/^open 1 G\*2d 7$/open 1 G*2d/' "$scratch/plain" >"$scratch/bad"
run 1 verify "$scratch/bad"
LC_ALL=C sed 's/^claim unknown/claim sound/' "$scratch/plain" >"$scratch/bad"
run 1 verify "$scratch/bad"
out_has "the claim is 'sound', shown is 'unknown'"

# pieces: needed ones, one that is not, one in hand
run 0 check --report-certificate "$one" "$sound"
out_lacks 'leaves open'
run 0 verify "$one"
out_has 'defects: 0, blemishes: 0, notes: 0, open: 0, useless pieces: 0, open: 0'
run 0 verify --json "$one"
json_has open_pieces 0
holds 'each piece is named' grep -q '"piece":"9e","class":"needed"' "$scratch/out"
run 0 check --report-certificate "$one" '9/9/2R6/k8/N8/B8/9/9/6P2 b rb4g4s3n4l17p 1'
run 0 verify "$one"
out_has 'valid: shogi work blemished in 3'
out_has 'blemishes: 1, notes: 0, open: 0, useless pieces: 1, open: 0'
run 0 verify --json "$one"
holds 'the useless one is named' \
    grep -q '"piece":"3i","class":"useless","severity":"blemish"' "$scratch/out"
run 1 check --profile strict --report-certificate "$one" '9/9/2R6/k8/N8/B8/9/9/6P2 b rb4g4s3n4l17p 1'
run 0 verify "$one"
out_has 'valid: shogi work unsound in 3'

# two royal pieces: the prince is taken, and the king mated
prince='R8/k1+e6/3+E5/9/9/9/9/9/9 b SNr2b4g3s3n4l18p 1'
for switch in leaves hand; do
    run 0 check --rules elephant=$switch --report-certificate "$one" "$prince"
    run 0 verify "$one"
    out_has 'valid: suizo work sound in 5 (main line 6c7b 9b9a S*8b 9a9b N*8d)'
    out_has 'notes: 0, open: 0, useless pieces: 0, open: 0'
done
out_has 'elephant=hand'

# what a profile asks that is not shown makes it unknown
run 0 check --useless no --profile strict --report-certificate "$one" "$sound"
run 0 verify "$one"
out_has 'valid: shogi work unknown in 3'
run 0 check --useless no --profile strict,useless=blemish --report-certificate "$one" "$sound"
run 0 verify "$one"
out_has 'valid: shogi work sound in 3'

# no mate, and a work with defects
run 1 check --report-certificate "$one" "$nomate"
run 0 verify "$one"
out_has 'valid: shogi work unsound in 0 (no mate)'
run 1 check --useless no --json --report-certificate "$one" "$cooked"
json_has report_certificate "\"$one\""
json_has report_uncertified null
run 0 verify "$one"
out_has 'valid: shogi work unsound in 3 (main line S*8h 9i8i G*9i), other moves: 5 (2 attacks refuted), defects: 2'

# what has none
rm "$one"
run 4 check --useless no --report-certificate "$one" '8/k^7/8/2+b5/8/7+I/8/8 /16p4l4n4s2rbi O/o'
err_has 'no certificate of the report: the law of repetition is in force'
holds 'there is no file' test ! -e "$one"
run 4 check --useless no --profile interpositions=restore --report-certificate "$one" "$sound"
err_has 'this rule of interpositions is not in the format'

# several, and bad names
printf '%s\n' "a	$sound" "b	$nomate" >"$scratch/list"
run 1 check --useless no --report-certificate "$scratch/new/" "$scratch/list"
run 0 verify "$scratch/new/a.kjc" "$scratch/new/b.kjc"
run 2 check --report-certificate "$one" "$scratch/list"
err_has '--report-certificate='
run 2 check --report-certificate= "$sound"
err_has 'expected a file'

# the example of docs/report-certificate.md, byte by byte
weights() {
    for code in fails early equal late last choice promotion order rejoin detour mirror shorter \
        leaves same same-last not-main futile escape last-in-one late-at-last leftover length set \
        no-mate useless; do
        echo "weight $code note"
    done
}
plain() { # CLAIM LINE
    printf '%s\n' 'kanju-report 4' 'game minishogi' 'attacker sente' 'try off' \
        'position 1k3/5/1P3/5/5 b G2r2bg2sp 1' 'interpositions count' 'excess ignore' 'recorded 0'
    weights
    printf '%s\n' "claim $1" 'finding note fails 1 4c4b'
    [ -z "$2" ] || printf '%s\n' "$2"
    echo end
    printf '\001\241\001\001\017\000\001\007\000\001\013\000\001\013\000\001\017\000'
    if [ "$2" = 'open pieces' ]; then printf '\000'; else printf '\001\002\003'; fi
    printf '\013\000\013\000\003\000'
}
plain 'sound 1' 'open pieces' >"$scratch/plain"
run 0 verify "$scratch/plain"
out_has 'open: 0, pieces open'
plain 'sound 1' '' >"$scratch/plain"
run 0 verify "$scratch/plain"
out_has 'valid: minishogi work sound in 1 (main line G*4b), other moves: 5 (5 attacks refuted)'
out_has 'facts: 8'

# bad files
head -c -1 "$scratch/plain" >"$scratch/bad"
run 1 verify "$scratch/bad"
out_has 'refused: fact 1 '
out_has 'the file ends'
plain 'blemished 1' '' >"$scratch/bad"
run 1 verify "$scratch/bad"
out_has "the claim is 'blemished', shown is 'sound'"
plain 'sound 3' '' >"$scratch/bad"
run 1 verify "$scratch/bad"
out_has 'the claim is about 3 plies, the main line has 1'
plain 'sound 1' 'finding defect equal 1 G*3a' >"$scratch/bad"
run 1 verify "$scratch/bad"
out_has "the header says 'finding defect equal 1 G*3a' where '' was shown"
plain 'sound 1' 'finding note useless 4c' >"$scratch/bad"
run 1 verify "$scratch/bad"
out_has "the header says 'finding note useless 4c' where '' was shown"
plain 'sound 1' '' | sed 's/^weight last-in-one note/weight last-in-one defect/' >"$scratch/ok"
run 0 verify "$scratch/ok"
out_has 'useless pieces: 0'
plain 'sound 1' '' | head -c -9 >"$scratch/bad"
printf '\001\001\000\000\001\000\001\000' >>"$scratch/bad"
run 1 verify "$scratch/bad"
out_has 'refused: piece 4c (byte'
out_has 'no mate as soon as this'

for old in 1 2 3; do
    sed "s/^kanju-report 4/kanju-report $old/" "$scratch/plain" >"$scratch/bad"
    run 3 verify "$scratch/bad"
    out_is "$scratch/bad: unreadable: format $old, but only 'kanju-report 4' is read: write it anew with 'kanju check --report-certificate'"
done
sed 's/^weight order note/weight order much/' "$scratch/plain" >"$scratch/bad"
run 3 verify "$scratch/bad"
out_has "line 16 of the header: a value is unknown, expected 'weight order none|note|blemish|defect'"
(cat "$scratch/plain" && echo) >"$scratch/bad"
run 1 verify "$scratch/bad"
out_has 'something follows the end'
done_testing
