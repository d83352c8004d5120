#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# GUIs send back every option with the default it was told: the answers must stay what they are without.
# shellcheck source=tests/cli/lib.sh
. "$(dirname "$0")/lib.sh"

nodes=20000 # of each problem; the same nodes give the same answer

# The lines a GUI sends that has read the options of $1.
echo_of() { # FILE
    sed -nE 's/^option name ([^ ]+) type [a-z]+ default ([^ ]*).*/setoption name \1 value \2/p' "$1"
}

timeless() { sed -E 's/ time [0-9]+//; s/ nps [0-9]+//'; }

# Answers and last infos of one engine to all problems of a game.
ask() { # GAME SETUP FILE...
    local game=$1 setup=$2 line last='' position
    shift 2
    coproc ENGINE { "$KANJU" usi 2>&1; }
    local in=${ENGINE[1]} from=${ENGINE[0]} engine=$ENGINE_PID
    cat "$setup" >&"$in"
    printf 'setoption name UCI_Variant value %s\n' "$game" >&"$in"
    while IFS=$'\t' read -r _ position _; do
        printf '%s\n' "position ${position:-startpos}" "go mate nodes $nodes" >&"$in"
        while IFS= read -r -t 60 line <&"$from"; do
            case $line in
                checkmate*)
                    printf '%s %s: %s; %s\n' "$game" "$position" "$last" "$line"
                    break
                    ;;
                'info depth '*) last=$line ;;
                *'not understood'* | *'unknown option'* | *expected*) printf '%s\n' "$line" ;;
            esac
        done
    done < <(grep -hv '^#' "$@")
    printf 'quit\n' >&"$in"
    wait "$engine"
}

"$KANJU" usi usi </dev/null >"$scratch/options"
echo_of "$scratch/options" >"$scratch/echo"
: >"$scratch/nothing"
holds 'all options have a default' test "$(grep -c '^option' "$scratch/options")" -eq \
    "$(wc -l <"$scratch/echo")"
holds 'and there are many' test "$(wc -l <"$scratch/echo")" -gt 15


games=$(sed -nE 's/^option name USI_Variant .* var board//p' "$scratch/options" | sed 's/ var / /g')
for game in $games; do
    files=(puzzles/"$game"/*.tsv)
    [ -e "${files[0]}" ] || files=(puzzles/composed/"$game".tsv)
    ask "$game" "$scratch/nothing" "${files[@]}" | timeless >"$scratch/plain"
    ask "$game" "$scratch/echo" "${files[@]}" | timeless >"$scratch/echoed"
    holds "$game has answers" grep -q 'checkmate [^tn]' "$scratch/plain"
    difference=$(diff "$scratch/plain" "$scratch/echoed" | head -n 6)
    [ -z "$difference" ]
    say $? "$game: the defaults sent back change no answer" "$difference"
done

done_testing
