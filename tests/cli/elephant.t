#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# 醉象: what holds elephant and prince, what says that it cannot, and bad input (docs/rules.md R14).
# shellcheck source=tests/cli/lib.sh
. "$(dirname "$0")/lib.sh"

both='3+ek4/9/3+P5/9/4E4/9/9/9/9 b RBrb4g4s4n4l17p 1' # a prince beside the king, an elephant on 5e
taken='9/7k1/6+e+P1/9/9/9/2B6/9/9 b 2rb4g4s4n4l17p 1' # a mate in three: a king is taken
game=(--variant suizo)

# the board tells its game
run 0 solve --no-diagram "$taken"
out_has 'mate in 3 plies'

# one line each: where, what, expected
bad() { # ARGUMENT... MESSAGE
    run 3 convert --format sfen "${@:1:$#-1}"
    err_lines 1
    err_has "${*: -1}"
}
bad --variant shogi '4k4/9/4E4/9/9/9/9/9/4K4 b - 1' "'E' is not a piece of shogi, expected one of R B G S N L P K, or --variant suizo"
bad "${game[@]}" '4k4/9/4E4/9/9/9/9/9/4K4 b +E 1' "'+E' cannot be in hand"
bad "${game[@]}" '9/9/9/9/9/9/9/9/9 b G 1' 'no king on the board'
run 3 solve --no-diagram "${game[@]}" '4k4/9/3EEE3/9/9/9/9/9/9 b - 1'
err_has '3 of 象 (E), expected at most 2'
run 3 solve --no-diagram "${game[@]}" '3kk4/9/4E4/9/9/9/9/9/9 b - 1'
err_has 'two kings of one side: gote has another on'
run 3 solve --no-diagram "${game[@]}" '4k4/9/9/9/9/9/9/9/9 b E 1'
err_has '象 (E), expected none in hand'

# moves, in every spelling
for spelling in 象 酔 醉 酔象 醉象; do
    run 0 -c "position ${game[*]} '$both'; play 5四$spelling; sfen"
    out_has 'moves 5e5d'
done
run 0 -c "position ${game[*]} '3+ek4/9/9/9/9/9/9/9/4K4 w - 1'; play 6二太子; sfen"
out_has 'moves 6a6b'

# formats that hold them come back the same, with a move; the others refuse
for format in kif ki2 usi; do
    run 0 convert "${game[@]}" --format "$format" "sfen $both moves 5e5d" -o "$scratch/a.$format"
    run 0 convert "${game[@]}" --format usi "$scratch/a.$format"
    out_has "${both% 1} 1 moves 5e5d"
done
run 0 convert "${game[@]}" --format bod "$both" -o "$scratch/a.bod"
sed -i 's/ 象/ 酔/; s/v太/v太子/' "$scratch/a.bod"
run 0 convert --format sfen "$scratch/a.bod"
out_is "$both"
for format in csa jkf; do
    run 3 convert "${game[@]}" --format "$format" "$both"
    err_lines 1
    err_has 'of shogi with the drunk elephant'
    out_is ''
done

# one of two royal pieces is attacked: to take it is a move, and there are checks [R14.3]
run 0 moves --checks "${game[@]}" '9/9/5k3/9/9/3+E1L+e2/9/9/9 b RSg 1'
out_lines 164

# ... and to take one does not end the game
run 4 analyse --nodes 1000 "${game[@]}" 'sfen 9/9/5k3/9/9/3+E1L+e2/9/9/9 b RSg 1 moves 4f4c 3f3e'
out_lacks 'ends the game'

# an elephant may become royal and be checked: of repetition `nomate` is then no claim [R14.4] [R14.6]
while IFS='|' read -r switch position royal; do
    {
        printf '%s\n' 'kanju-certificate 4' "game suizo $switch" 'attacker sente' \
            'attacker-moves checks' 'try off' 'stalemate loss' 'drop-stalemate legal' \
            'repetition fourth' 'dominance no' "position $position" 'claim nomate' end | sed 's/ $//'
        printf '\0'
    } >"$scratch/forged.kjc"
    run 1 verify "$scratch/forged.kjc"
    "$royal" "only 'mate' can be claimed"
    # ... and the search looks at what counting could win
    run 1 solve --json --no-diagram "${game[@]}" "$position" \
        --rules "repetition=fourfold,mutual-perpetual=mover-loses${switch:+,$switch}"
    [ "$royal" = out_has ] && how=exhaustion || how=no_repetition
    json_has decided_by "\"$how\""
done <<'EOF'
|4k4/9/9/9/3R5/9/9/9/E8 b - 1|out_has
|4k4/9/9/9/3R5/9/9/9/e8 b - 1|out_lacks
elephant=hand|4k4/9/9/9/3R5/9/9/9/e8 b - 1|out_has
elephant=hand|4k4/9/9/9/3R5/9/9/9/9 b e 1|out_has
elephant=hand|4k4/9/9/9/3R5/9/9/9/+e8 b - 1|out_lacks
elephant=hand|4k4/9/9/9/3R5/9/9/9/9 b - 1|out_lacks
EOF
run 1 solve --no-diagram "${game[@]}" --rules repetition=fourfold \
    --certificate "$scratch/e.kjc" '4k4/9/4E4/9/9/9/9/9/9 b - 1'
run 0 verify "$scratch/e.kjc"
out_lacks 'by the law of repetition'

# pictures
for format in svg html; do
    run 0 show "${game[@]}" --format "$format" "$both"
    out_has '>象<'
done
if unix_only 'PNG and PDF'; then
    run 0 show "${game[@]}" "$both" -o "$scratch/a.png"
    holds 'the PNG is one' grep -q PNG "$scratch/a.png"
fi

# the editor puts both kinds
run 0 -c "new ${game[*]} empty; place k 5a +e 6a E 5e; sfen"
out_has '3+ek4/9/9/9/4E4/9/9/9/9 b'

# taking a king on the way: solver, USI, certificate, batch, find
run 0 solve --no-diagram "${game[@]}" --certificate "$scratch/c.kjc" "$taken"
out_has 'mate in 3 plies'
run 0 verify "$scratch/c.kjc"
out_has 'valid: suizo mate in 3 at most'
for switch in elephant=hand drops=no; do
    run 0 solve --no-diagram "${game[@]}" --rules "$switch" --certificate "$scratch/d.kjc" \
        "${taken%% b *} b - 1"
    run 0 verify --json "$scratch/d.kjc"
    json_has switch "\"$switch\""
done
# without drops a report has no pieces that are missing
run 0 check --useless no --rules drops=no --report-certificate "$scratch/e.kjc" 'k8/9/1GR6/9/9/9/9/9/9 b - 1'
run 0 verify "$scratch/e.kjc"
out_has 'valid: shogi work sound in 1'
"$KANJU" usi <<<"setoption name UCI_Variant value suizo
position sfen $taken
go mate nodes 20000" >"$scratch/usi"
holds 'the USI engine mates' grep -q '^checkmate 7g3c+ ' "$scratch/usi"
printf 'taken\t%s\t3\n' "$taken" >"$scratch/list.tsv"
run 0 batch "${game[@]}" --store "$scratch/a.kdb" "$scratch/list.tsv"
run 0 find "$scratch/a.kdb" 'game:suizo and plies=3'
out_has '9/7k1/6+e+P1'

# the solution of 1707 (docs/classics.md) can be played to its end
moves=$(sed -n '/^      moves N/,/G\*1b/p' docs/classics.md | tr -d "'\n")
run 4 follow "${game[@]}" --nodes 20 "sfen 1g1g5/6B2/2N1+B4/p6P1/6Nk1/e8/9/3G5/2R6 b 2NLrg4s3l16p 1 $moves"
out_has '45 of 45 plies followed; 184 other replies'

done_testing
