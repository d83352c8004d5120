#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# One question, one answer: `check`, a batch of checks and the light of the workbench say the same of a work: verdict,
# findings, codes. Over the demo problems and a part of every suite, every EVERY-th row (30; the slow tests take all).
# shellcheck source=tests/cli/lib.sh
. "$(dirname "$0")/lib.sh"

: "${EVERY:=30}" "${KANJU_PUZZLES:=puzzles}"
data=$(dirname "$0")/../data

# Rows of a list as positions with the author's line after them, where there is one.
works() { # GAME FILE
    awk -F '\t' -v every="$EVERY" '!/^#/ && NF > 1 && n++ % every == 0 {
        line = $4 ~ /^[-+a-zA-Z0-9*\/ ]+ [-+a-zA-Z0-9*\/ ]+$/ && $4 ~ /[0-9]/ && NF > 5 ? " moves " $4 : ""
        print $2 line }' "$2" | sed "s|^|$1\t|"
}
{
    for game in shogi 56shogi ogi; do works $game "$data/defects/$game.tsv"; done
    for game in shogi 56shogi ogi minishogi gorogoro dobutsu; do
        works $game "$KANJU_PUZZLES/$game/original.tsv"
    done
    awk -F '\t' -v OFS='\t' '!/^#/ { sub(/-.*/, "", $1); print $1, $2 }' "$KANJU_PUZZLES/demo/collection.tsv"
    # a useless piece: a blemish that only one of the three saw
    printf 'shogi\t%s\n' '6n1k/9/8p/9/5B3/9/9/9/9 b RSrb4g3s3n4l17p 1'
} >"$scratch/works"

# What the JSON of a check, or of a report on a batch, has: verdict and findings, each with severity, code, ply and move
# (of one about a move; other details are words).
facts() { # KEY of the findings
    perl -ne 'next unless /"'"$1"'":\[(.*?)\],"(?:themes|nodes_of_line)"/; my $list = $1;
        my ($verdict) = /^\{.*?"verdict":"(sound|blemished|unsound|unknown)"/;
        my @found;
        for ($list =~ /\{(.*?)\}/g) {
            my %f = (/"(\w+)":"?([^",]*)/g);
            next if $f{severity} eq "none";
            my $move = $f{move} // $f{detail} // "";
            push @found, "$f{severity} $f{code}@" . ($f{ply} eq "null" ? 0 : $f{ply}) .
                ($move =~ /^[-+a-zA-Z0-9*^\/]+$/ && $move ne "null" && $f{code} ne "line" ? " $move" : "");
        }
        print "$verdict: ", join(", ", sort @found), "\n"'
}

compare() { # GAME [OPTION]...
    local game=$1
    shift
    awk -F '\t' -v game="$game" '$1 == game { print (game == "ogi" ? "" : "sfen ") $2 }' "$scratch/works" >"$scratch/$game.txt"
    [ -s "$scratch/$game.txt" ] || return
    rm -f "$scratch/$game.kdb"
    "$KANJU" check --json --no-progress "$@" -v "$game" "$scratch/$game.txt" 2>/dev/null |
        facts findings >"$scratch/$game.check"
    "$KANJU" batch --task check "$@" -v "$game" --budgets 1Gn --store "$scratch/$game.kdb" \
        "$scratch/$game.txt" >/dev/null 2>&1
    "$KANJU" report --format jsonl "$scratch/$game.kdb" | facts codes >"$scratch/$game.batch"
    "$KANJU" check --no-progress "$@" -v "$game" "$scratch/$game.txt" "$scratch/$game.txt" 2>/dev/null |
        sed -n 's/^[^ ]*: \(.*\) ([0-9]* nodes, .*/\1/p' | head -n "$(wc -l <"$scratch/$game.txt")" >"$scratch/$game.short"
    {
        echo "watch on --time 100 --memory 1024"
        for option; do echo "set ${option#--}" | tr '=' ' '; done
        while read -r work; do
            echo "position --variant $game '$work'"
            printf 'goto start\nwait\nwatch\n'
        done <"$scratch/$game.txt"
    } >"$scratch/$game.script"
    "$KANJU" <"$scratch/$game.script" 2>/dev/null | grep -A 1 -E '^(mate|no mate|\?|no king|impossible)' |
        grep -v -E '^(mate|no mate|\?|no king|impossible|--)' >"$scratch/$game.light"
    holds "$game: there are verdicts" test "$(wc -l <"$scratch/$game.check")" -eq "$(wc -l <"$scratch/$game.txt")"
    holds "$game: a batch says what check says ($*)" diff "$scratch/$game.check" "$scratch/$game.batch"
    holds "$game: the light says what check says ($*)" diff "$scratch/$game.short" "$scratch/$game.light"
}

for game in shogi 56shogi ogi minishogi gorogoro dobutsu; do compare "$game"; done
compare shogi --profile=app
compare shogi --useless=no --profile interpositions=count

# what is not looked for is said
spare='6n1k/9/8p/9/5B3/9/9/9/9 b RSrb4g3s3n4l17p 1'
run 0 check --useless no "$spare"
out_has 'sound, useless pieces not looked for (modern)'
run 0 check --useless no --lang ja "$spare"
out_has '完全、飾り駒は未検討'
run 2 batch --store "$scratch/s.kdb" --useless no "$spare"
err_has '--useless: expected only with --task check'
echo "$spare" >"$scratch/spare.sfen"
run 0 batch --store "$scratch/s.kdb" --task check --useless no "$scratch/spare.sfen"
out_has 'useless pieces not looked for'
run 0 report "$scratch/s.kdb"
out_has 'useless=no'
run 0 batch --store "$scratch/s.kdb" --task check "$scratch/spare.sfen"
out_has '0 sound, 1 blemished'
out_lacks 'useless pieces'
run 0 -c "watch on; $spare
wait; watch
set useless no
wait; watch"
out_is $'mate 3, 1 blemish\nblemished, blemishes 1 [depends on the profile], 3 plies; useless\nmate 3, sound\nsound, useless pieces not looked for, 3 plies'
done_testing
