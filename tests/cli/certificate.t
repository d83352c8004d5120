#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# solve --certificate: where files go, and what becomes of them. Every file is verified by the
# stand-alone verifier, built beside the program.
# shellcheck source=tests/cli/lib.sh
. "$(dirname "$0")/lib.sh"

verifier=$(dirname "$KANJU")/kanju-verify
mate3='8B/8k/9/7Gg/9/8L/9/9/9 b 2rb2g4s4n3l18p 1'
nomate='8s/9/6G1k/9/8G/9/9/9/9 b B2rb2g3s4n4l18p 1'
endless='g1+P1k1+P+P+L/1p3P3/+R+p2pp1pl/1NNsg+p2+R/+b+nL+P1+p3/1P3ssP1/2P1+Ps2N/4+P1P1L/+B5G1g b - 1'
defender='7k1/9/7P1/9/9/9/9/9/9 w r2b4g4s4n4l17p 1'

valid() { # FILE CLAIM
    "$verifier" "$1" >"$scratch/verdict" 2>&1
    holds "$(basename "$1") is valid" grep -q "valid: $2" "$scratch/verdict"
}

one=$scratch/one.kjc
run 0 solve --certificate "$one" "$mate3"
out_has "certificate: $one, 9 records"
valid "$one" 'shogi mate in 3 at most'
holds 'it is one zstd frame' test "$(od -An -tx1 -N4 "$one")" = ' 28 b5 2f fd'
run 0 solve --certificate-length shortest --certificate "$one" "$mate3"
valid "$one" 'shogi mate in 3 (shortest)'
run 1 solve --json --certificate "$one" "$nomate"
json_has certificate "\"$one\""
valid "$one" 'shogi no mate'
run 0 solve --json "$mate3"
json_has certificate null
run 1 solve --certificate "$one" "$defender"
valid "$one" 'shogi no mate'

# no file without a verdict, and the old one stays
cp "$one" "$scratch/before"
run 4 solve --json --nodes 100 --certificate "$one" "$endless"
json_has certificate null
holds 'the file is as it was' cmp -s "$one" "$scratch/before"

# several problems
printf '%s\n' "a/1	$mate3" "no	$nomate" "	$mate3" >"$scratch/list"
run 1 solve -j 2 --certificate "$scratch/new/folder/" "$scratch/list"
valid "$scratch/new/folder/a_1.kjc" 'shogi mate'
valid "$scratch/new/folder/no.kjc" 'shogi no mate'
holds 'there are three files' test "$(find "$scratch/new/folder" -type f | wc -l)" -eq 3
run 1 solve --certificate "$scratch/c%i.kjc" "$scratch/list"
valid "$scratch/c2.kjc" 'shogi no mate'
for _ in $(seq 10); do echo "$mate3"; done >"$scratch/ten"
run 0 solve --certificate "$scratch/t%i.kjc" "$scratch/ten"
holds 'numbers have equally many digits' test -s "$scratch/t01.kjc" -a -s "$scratch/t10.kjc"
run 2 solve --certificate "$one" "$scratch/list"
err_has 'several problems'
err_has '%i'
out_is ''
printf '%s\n' "x	$mate3" "x	$mate3" >"$scratch/twins"
run 2 solve --certificate "$scratch/new/" "$scratch/twins"
err_has 'new/x.kjc'
run 2 solve --certificate= "$mate3"
err_has 'expected a file'

# of the bare length, if no other is asked for, and that is said
futile='5l2S/9/1+B3pPRp/6+s1L/5G1R1/6LGG/4+p4/5Ssp1/5+B+p1k b G3Nnl12p 1'
run 0 solve --certificate "$one" "$futile"
out_has 'mate in 69 plies, 77 with futile interpositions'
out_has 'note: the certificate is of the bare length, 77 plies; for the conventional one use --certificate-length=conventional'
valid "$one" 'shogi mate in 77 at most'
run 0 solve --json --certificate "$one" "$futile"
json_has note '"the certificate is of the bare length, 77 plies; for the conventional one use --certificate-length=conventional"'
run 0 solve --json "$futile"
json_has note null

# the conventional length
run 0 solve --json --certificate-length conventional --certificate "$one" "$futile"
json_has note null
valid "$one" 'shogi mate in 69 (interpositions wide)'
run 0 verify --json "$one"
json_has interpositions '"wide"'
json_has plies 69
run 0 solve --profile interpositions=std2 --certificate-length conventional --certificate "$one" "$mate3"
valid "$one" 'shogi mate in 3 (interpositions std2)'
zstd -dqc "$one" >"$scratch/plain"
sed 's/^claim length 3/claim length 5/' "$scratch/plain" >"$scratch/bad"
run 1 verify "$scratch/bad"
out_has 'a reference to a fact that says less'
sed 's/^claim length 3/claim length 1/' "$scratch/plain" >"$scratch/bad"
run 1 verify "$scratch/bad"
out_has 'refused: '
sed 's/^claim length 3/claim length 4/' "$scratch/plain" >"$scratch/bad"
run 1 verify "$scratch/bad"
out_has 'no mate from here takes 4 plies'
sed 's/^claim length 3/claim length x/' "$scratch/plain" >"$scratch/bad"
run 3 verify "$scratch/bad"
out_has "line 7 of the header: no number, expected 'claim length PLIES'"
sed 's/^kanju-length 4/kanju-length 1/' "$scratch/plain" >"$scratch/bad"
run 3 verify "$scratch/bad"
out_has "format 1, but only 'kanju-length 4' is read: write it anew with 'kanju solve --certificate-length conventional'"
sed 's/^kanju-length 4/kanju-length 5/' "$scratch/plain" >"$scratch/bad"
run 3 verify "$scratch/bad"
out_has "unreadable: format 5, but only 'kanju-length 4' is read"
head -c -1 "$scratch/plain" >"$scratch/bad"
run 1 verify "$scratch/bad"
run 0 solve --profile interpositions=count --certificate-length conventional --certificate "$one" "$mate3"
valid "$one" 'shogi mate in 3 (shortest)'
run 1 solve --certificate-length conventional --certificate "$one" "$nomate"
valid "$one" 'shogi no mate'
run 4 solve --profile interpositions=restore --certificate-length conventional --certificate "$one" "$mate3"
err_has 'no certificate: this rule of interpositions is not in the format'

# by a law that counts the moves before the position are shown, where what is claimed can be
run 0 solve --rules repetition=fourfold --certificate "$one" --certificate-length shortest \
    '8k/9/6B1R/9/9/9/9/9/9 w Grb3g4s4n4l18p 1 moves 1a2a'
run 0 verify "$one"
out_has ' (1 ply after 8k/9/6B1R/9/9/9/9/9/9 w Grb3g4s4n4l18p 1): attacker sente'
out_has 'repetition fourth'
run 1 solve --rules repetition=fourfold --certificate "$one" '8k/9/9/9/9/9/9/9/4K4 w G2r2b3g4s4n4l18p 1 moves 1a2a'
out_has 'note: the certificate is of the position alone, what comes back failing'
run 0 verify "$one"
out_has ', repetition fails'

# what cannot be written is said, the verdict stands, and nothing is left behind
run 5 solve --certificate "$scratch/missing/x.kjc" "$mate3"
err_has 'missing/x.kjc: cannot open'
out_has 'mate in 3 plies'
out_lacks 'certificate:'
run 5 solve --certificate "$scratch/new" "$mate3"
err_has 'cannot open'
run 5 solve --certificate "$one/" "$mate3"
err_has 'cannot make the folder'
if [ -w /dev/full ]; then
    run 5 solve --certificate /dev/full "$mate3"
    err_has 'cannot write'
fi
holds 'no temporary file is left' test -z "$(find "$scratch" -name '*.kjc.*')"

# the shortest length, where it is not known
run 4 solve --json --certificate "$one" --certificate-length shortest --nodes 0 --shorten 0.000001 \
    --time 2 "$endless"
json_has certificate null

done_testing
