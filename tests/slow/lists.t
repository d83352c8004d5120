#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# The lists in ../shared/data that say what is right: regress.tsv, positions on which other solvers failed, and nomate.tsv.
# What is decided must be as recorded; rows "mutation", the easy ones, and all of regress.tsv that has a length below 100 must be
# decided within LISTS seconds (20 unless told otherwise). Prints what differs or is open. LIST=folder takes the files from elsewhere.
#
# Faults of the lists themselves: the reading of sh17 is one rank too low, where there is no mate; shtsume #17 has the pieces on
# the third rank (5/+rB2 being one rank), and there 7 plies are right. Three rows have two pawns on a file: they must be refused.
# shellcheck source=tests/cli/lib.sh
. "$(dirname "$0")/../cli/lib.sh"

: "${LISTS:=20}" "${LIST:=$(dirname "$0")/../../../shared/data}"
if [ ! -r "$LIST/regress.tsv" ] || ! command -v jq >/dev/null; then
    echo "1..0 # SKIP needs $LIST/regress.tsv and jq"
    exit 0
fi

sed 's|^sh17\t5+P1k1/9/9/5+rB2/9/|sh17\t5+P1k1/9/5+rB2/9/9/|' "$LIST/regress.tsv" >"$scratch/regress.tsv"
cp "$LIST/nomate.tsv" "$scratch/nomate.tsv"

# One line a problem: id, verdict, plies, whether proved, pure plies, nodes, ms.
solved() { # FILE
    "$KANJU" solve --json --no-progress --complete-hands --time "$LISTS" "$1" 2>"$scratch/err" |
        jq -r 'select(.verdict) | [.id, .verdict, .plies // "-", .plies_proved, .pure_plies // "-", .nodes, .ms] | @tsv'
}

# Says of each row whether it is right, open or wrong.
judged() { # FILE
    awk -F '\t' -v must="$2" -v refused="$(sed -n 's/.*tsv:\([0-9]*\):.*(二歩).*/ \1 /p' "$scratch/err" | tr -d '\n')" '
        NR == FNR { verdict[$1] = $2; plies[$1] = $3; proved[$1] = $4; nodes[$1] = $6; ms[$1] = $7; next }
        /^#/ || NF < 2 { next }
        {
            v = verdict[$1]; want = $3; word = "right"
            if (v == "") word = index(refused, " " FNR " ") ? "refused" : "missing"
            else if (v == "unknown") word = "open"
            else if (want == "") word = "right"
            else if ((v == "nomate") != (want == "0")) word = "wrong"
            else if (want != "0" && proved[$1] != "true") word = plies[$1] < want + 0 ? "wrong" : "open"
            else if (want != "0" && plies[$1] != want) word = "wrong"
            easy = must == "all" ? want != "" && want < 100 : $4 ~ /mutation/
            printf "%s %s %s: recorded %s, %s %s%s (%d nodes, %d ms)\n", word, easy ? "easy" : "hard", $1,
                want == "" ? "nothing" : want, v, plies[$1], v == "mate" && proved[$1] != "true" ? " at most" : "", nodes[$1], ms[$1]
        }' "$scratch/solved" "$1"
}

for list in regress nomate; do
    solved "$scratch/$list.tsv" >"$scratch/solved"
    out=$(judged "$scratch/$list.tsv" "$([ $list = regress ] && echo all || echo mutation)")
    rows=$(grep -vc '^#' "$scratch/$list.tsv")
    awk -v list="$list" -v rows="$rows" '
        { count[$1]++; gsub(/[(,)]/, ""); ms[$2] += $(NF - 1); nodes[$2] += $(NF - 3) }
        END {
            printf "# %s: %d of %d right, %d open, %d wrong, %d refused; ", list, count["right"], rows, count["open"],
                count["wrong"] + count["missing"], count["refused"]
            printf "easy %d nodes, %d ms, hard %d nodes, %d ms\n", nodes["easy"], ms["easy"], nodes["hard"], ms["hard"]
        }' <<<"$out"
    grep -v '^right' <<<"$out" | sed 's/^/# /' || true
    [ "$(grep -c . <<<"$out")" -eq "$rows" ]
    say $? "$list: every row is answered"
    ! grep -qE '^(wrong|missing)' <<<"$out"
    say $? "$list: nothing is wrong"
    ! grep -q '^open easy' <<<"$out"
    say $? "$list: none of the easy ones is open"
done
done_testing
