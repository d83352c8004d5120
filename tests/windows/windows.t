#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# The programs for Windows under Wine beside those of this machine: all puzzles, certificates both ways,
# sessions of GUIs, batches that are killed, names and encodings, and the zip file by itself.
# KANJU: a script that runs kanju.exe; NATIVE: this machine's program; QUICK=1: some of the puzzles.
top=$(realpath "$(dirname "$0")/../..")
cd "$top" || exit 1
: "${NATIVE:=$top/build/kanju}" "${QUICK:=}"
# shellcheck source=tests/cli/lib.sh
. tests/cli/lib.sh
folder=$(dirname "$KANJU")
mate='7k1/9/6B1R/9/9/9/9/9/9 b Grb3g4s4n4l18p'
work='4k4/9/4P4/9/9/9/9/9/9 b G2S2r2b3g2s4n4l17p'

# ---- the same answers ----

# What both say of files, without times and what goes by the order of two threads.
told_by() { # PROGRAM OUT ARGUMENT...
    local program=$1 out=$2
    shift 2
    "$program" "$@" 2>"$scratch/told.err" | sed -E 's/"(ms|seconds|nps|version)":[0-9."a-z+-]*,?//g' >"$out"
}
same() { # NAME ARGUMENT...
    local name=$1
    shift
    told_by "$NATIVE" "$scratch/native" "$@"
    told_by "$KANJU" "$scratch/windows" "$@"
    [ -s "$scratch/native" ]
    say $? "$name: there are answers"
    holds "$name: the same on Windows" cmp "$scratch/native" "$scratch/windows"
}
puzzles=(puzzles/demo puzzles/56shogi puzzles/minishogi puzzles/gorogoro puzzles/dobutsu)
[ -n "$QUICK" ] || puzzles+=(puzzles/shogi puzzles/ogi puzzles/composed)
mapfile -t files < <(find "${puzzles[@]}" -type f \( -name '*.tsv' -o -name '*.sfen' -o -name '*.kif' \) | sort)
for file in "${files[@]}"; do
    same "$file" solve --json --deterministic --nodes 20000 "$file"
done
same 'a check' check --json --deterministic --nodes 20000 puzzles/demo
same 'a diagram' show --format svg "$mate"
same 'a record' convert --format kif puzzles/demo/shogi.sfen

# ---- certificates ----

run 0 solve --certificate "$scratch/windows.kjc" "$mate"
holds 'a certificate made on Windows is believed here' "$folder/../kanju-verify" "$scratch/windows.kjc"
"$NATIVE" check --deterministic --report-certificate "$scratch/native.kjr" "$mate" >"$scratch/out" 2>&1
holds 'a report made here is believed on Windows' "$folder/kanju-verify" "$scratch/native.kjr"
run 0 check --deterministic --report-certificate "$scratch/windows.kjr" "$mate"
holds 'a report made on Windows is believed here' "$folder/../kanju-verify" "$scratch/windows.kjr"
holds 'both wrote the same bytes' cmp "$scratch/native.kjr" "$scratch/windows.kjr"

# ---- names, encodings, errors ----

mkdir "$scratch/作品 集"
"$NATIVE" convert --format kif "$work" >"$scratch/作品 集/詰将棋.kif"
cd "$scratch" || exit 1
iconv -f UTF-8 -t CP932 "作品 集/詰将棋.kif" | sed 's/$/\r/' >"作品 集/古い.kif"
run 0 solve --no-diagram '作品 集/古い.kif'
out_has '▲'
run 0 solve --no-diagram '作品 集/*.kif'
out_has '古い.kif'
out_has '詰将棋.kif'
run 0 solve --json --html '答え.html' "$work"
holds 'a page has a Japanese name' grep -q '<html' '答え.html'
run 0 solve --no-diagram "$(Z=$(realpath "作品 集/詰将棋.kif") && printf 'Z:%s' "${Z//\//\\}")"
out_has 'mate in'
long=$(printf 'long-folder-name-%s/' {1..20})
mkdir -p "$long"
cp '作品 集/詰将棋.kif' "$long/a.kif"
run 0 solve --no-diagram "${long}a.kif"
out_has 'mate in'
run 3 solve 'none.kif'
err_has 'none.kif'
run 2 solve --nonsense "$mate"
err_lines 1
run 0 --lang ja solve --no-diagram "$mate"
out_has '1手詰'

# ---- the workbench ----

printf '%s\n' "position $mate" 'solve --no-diagram' 'name 一 ' 'undo' 'redo' 'save 保存.tsv' >script
status=0
"$KANJU" <script >out 2>err || status=$?
slurp out && out=$text && slurp err && err=$text
holds 'a script runs' test "$status" -eq 0
out_has 'mate in 1 ply'
holds 'a work is saved' grep -q '7k1/9' '保存.tsv'

# ---- a store, and a batch that is killed ----

cp "$top/puzzles/composed/shogi.tsv" works.tsv
kills=10
for _ in $(seq $kills); do
    timeout -s KILL 1.5 "$KANJU" batch --task check --nodes 2000 --threads 1 --store killed.kdb works.tsv \
        >/dev/null 2>&1
done
# some are undecided within this limit
run 4 batch --json --task check --nodes 2000 --threads 2 --store killed.kdb works.tsv
run 4 batch --json --task check --nodes 2000 --threads 2 --store whole.kdb works.tsv
for store in killed whole; do
    run 0 report --stable --format csv "$store.kdb"
    cp out "$store.items"
done
holds "after $kills kills all is there" cmp killed.items whole.items
holds 'this machine reads the store' "$NATIVE" find whole.kdb verdict:sound
holds 'no lock is left' test ! -e killed.kdb-lock

# ---- a GUI ----

mkdir 'an engine'
cp "$folder/kanju-usi.exe" 'an engine'
usi() { WINEPREFIX=$folder/wine WINEDEBUG=-all /usr/lib/wine/wine64 'an engine/kanju-usi.exe' "$@"; }
coproc GUI { usi 2>/dev/null; }
ask() { printf '%s\r\n' "$@" >&"${GUI[1]}"; }
until_line() { # PATTERN
    local line
    while IFS= read -r -t 120 line <&"${GUI[0]}"; do
        line=${line%$'\r'}
        # shellcheck disable=SC2053 # it is a pattern
        [[ $line == $1 ]] && return 0
    done
    return 1
}
ask usi
holds 'the engine names itself' until_line 'id name *'
holds 'it lists its options' until_line usiok
ask 'setoption name USI_Hash value 64' 'setoption name MultiPV value 2' isready
holds 'it is ready' until_line readyok
ask usinewgame "position sfen $mate 1" 'go mate infinite'
holds 'it mates' until_line 'checkmate G\*2b*'
ask 'position sfen 4k4/9/9/9/9/9/9/9/9 b RS2N2L9Pr2b4g3s2n2l9p 1' 'go mate infinite'
sleep 1
ask stop
holds 'it stops' until_line 'checkmate *'
ask 'go mate infinite'
sleep 1
ask quit
holds 'it ends in a search' wait "$GUI_PID"

# ---- the zip file by itself ----

zip=$(ls "$folder"/kanju-*-windows-x86_64.zip)
mkdir fresh
(cd fresh && /usr/bin/python3 -m zipfile -e "$zip" .)
fresh=$(echo fresh/kanju-*)
for file in README.txt README.ja.txt licences/glib.txt kanju-verify.exe; do
    holds "the zip has $file" test -s "$fresh/$file"
done
status=0
WINEPREFIX=$scratch/prefix WINEDEBUG=-all WINEDLLOVERRIDES='mscoree,mshtml,winemenubuilder.exe=' \
    /usr/lib/wine/wine64 "$fresh/kanju.exe" solve --no-diagram "$mate" >out 2>err || status=$?
slurp out && out=$text && slurp err && err=$text
holds 'in a new prefix it runs' test "$status" -eq 0
out_has 'mate in 1 ply'
WINEPREFIX=$scratch/prefix /usr/lib/wine/wineserver64 -k 2>/dev/null

done_testing
