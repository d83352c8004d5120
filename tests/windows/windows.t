#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# The programs for Windows under Wine beside those of this machine: all puzzles, certificates both ways,
# sessions of GUIs, runs that are killed, files that cannot be written, names and encodings, and the zip
# file by itself.
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
for game in shogi 56shogi minishogi gorogoro dobutsu ogi suizo; do
    same "the picture of $game" show --format svg --draw palette=color --variant $game startpos
done
same 'a page' show --format html puzzles/demo/shogi.sfen
for kind in native windows; do
    program=$KANJU
    [ "$kind" = native ] && program=$NATIVE
    (cd "$scratch" && "$program" sheet --nodes 20000 -o "$kind.html" "$OLDPWD/puzzles/demo/collection.tsv") >/dev/null 2>&1
done
holds 'a sheet: the same on Windows' cmp "$scratch/native.html" "$scratch/windows.html"
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

# names that are made, which any system must take
run 0 check --useless no --certificates proofs/ "$mate"
holds 'a drop is named' test -s 'proofs/1-G_3a.kjc'
printf 'a<b>:"c"|d?e*\t%s\t1\n' "$mate" >odd.tsv
run 0 solve --certificate odd/ odd.tsv
holds 'so is a work of any title' test "$(echo odd/*)" = 'odd/a_b___c__d_e_.kjc'

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

# A search that keeps itself again and again leaves nothing beside its file, but if it is killed in the
# instant in which that gets its name: one kill of these may be so.
endless='4k4/9/9/9/9/9/9/9/9 b RS2N2L9Pr2b4g3s2n2l9p 1'
left=0
for _ in 1 2 3 4 5; do
    timeout -s KILL 1.$((RANDOM % 5 + 2)) "$KANJU" solve --shorten 0 --threads 1 --checkpoint kept --resume \
        --checkpoint-every 0.01 "$endless" >/dev/null 2>&1
    sleep 0.5 # until Wine has seen it
    [ "$(echo kept*)" = kept ] || left=$((left + 1))
    rm -f kept.*
done
holds "after five kills the search is kept, and nothing beside it: $left" test "$left" -le 1
run 4 solve --shorten 0 --threads 1 --nodes 1000 --checkpoint kept --resume "$endless"
err_has 'goes on after'

wine() { WINEPREFIX=$folder/wine WINEDEBUG=-all /usr/lib/wine/wine64 "$@"; }
# one that another build has kept is not gone on with
{ cat "$folder/kanju.exe" && echo; } >other.exe
wine ./other.exe solve --threads 1 --nodes 1000 --checkpoint kept --resume "$endless" >other.txt 2>&1
holds 'builds are told apart' grep -q 'kept: made with build=' other.txt

# ---- files that cannot be written ----

engine=$(printf 'Z:%s' "${folder//\//\\}")'\kanju-usi.exe'
echo "$mate" >a.sfen
# another program has it open: cmd.exe, for an engine
coproc HOLDER { wine cmd /c "$engine >> busy.sfen"; }
echo usi >&"${HOLDER[1]}"
until_holds grep -q usiok busy.sfen
cp busy.sfen before
run 5 convert --format sfen -o busy.sfen a.sfen
err_has 'busy.sfen: Permission denied'
run 5 -c "position '$mate'; position >! busy.sfen"
holds 'what another program holds stays' cmp busy.sfen before
holds 'with nothing beside it' test "$(echo busy*)" = busy.sfen
echo quit >&"${HOLDER[1]}"
wait "$HOLDER_PID"
run 0 convert --format sfen -o busy.sfen a.sfen
holds 'and is written once it is free' test "$(wc -l <busy.sfen)" -eq 1

# a disk that is full, and one that may not be written to
mkdir disk
if mount -t tmpfs -o size=256k tmpfs disk 2>/dev/null; then
    trap 'umount "$scratch/disk"; rm -rf "$scratch"' EXIT
    cp a.sfen works.tsv disk
    run 0 batch --store disk/s.kdb a.sfen
    run 0 report --stable --format csv disk/s.kdb
    cp out whole
    cat /dev/zero >disk/fill 2>/dev/null
    for words in 'convert --format kif -o disk/a.kif' 'solve --html disk/a.html' 'solve --certificate disk/a.kjc'; do
        # shellcheck disable=SC2086 # words
        run 5 $words a.sfen
        err_has 'No space left on device'
    done
    run 5 batch --store disk/s.kdb works.tsv
    err_has 'the same command goes on from there'
    holds 'nothing is left of them' test "$(cd disk && echo *)" = 'a.sfen fill s.kdb works.tsv'
    rm disk/fill
    run 0 report --stable --format csv disk/s.kdb
    holds 'the store is as it was' cmp out whole
    mount -o remount,ro disk
    run 5 convert --format kif -o disk/a.kif a.sfen
    err_has 'disk/a.kif: Permission denied'
    run 5 batch --store disk/s.kdb works.tsv
    err_has 'disk/s.kdb: Permission denied'
    run 0 report --stable --format csv disk/s.kdb
    holds 'a store that may only be read is read' cmp out whole
    umount disk
    trap 'rm -rf "$scratch"' EXIT
else
    echo '# left out: a full disk and one that may only be read, since nothing may be mounted here'
fi

# ---- Ctrl-C, which Wine makes of the signal ----

for words in 'solve --shorten 0 --no-diagram' 'batch --store stopped.kdb'; do
    echo "$endless" >endless.sfen
    set -m
    # shellcheck disable=SC2086 # words
    "$KANJU" $words --threads 1 --time 6000 endless.sfen >out 2>err &
    pid=$!
    set +m
    sleep 2
    kill -INT $pid
    status=0
    wait $pid || status=$?
    holds "Ctrl-C ends '$words' with 130" test "$status" -eq 130
    holds 'and what was found is told' test -s out
done
run 4 batch --store stopped.kdb --nodes 1000 --json
json_has done_now 1

# ---- a GUI ----

mkdir 'an engine'
cp "$folder/kanju-usi.exe" 'an engine'
coproc GUI { wine 'an engine/kanju-usi.exe' 2>/dev/null; }
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

# another, that has it in a folder with a Japanese name, sets what it was told and asks in other ways
mkdir '将棋 エンジン'
cp "$folder/kanju-usi.exe" '将棋 エンジン'
coproc GUI { wine '将棋 エンジン/kanju-usi.exe' 2>/dev/null; }
ask usi
defaults=$(sed -n 's/^option name \([^ ]*\) type [a-z]* default \([^ ]*\).*/setoption name \1 value \2/p' \
    < <("$NATIVE" usi usi </dev/null))
holds 'it answers from there' until_line usiok
ask "$defaults" 'setoption name Threads value 2' 'setoption name Profile value modern' \
    'setoption name Language value ja' isready
holds 'it takes its defaults back' until_line readyok
ask usinewgame "position sfen $endless" 'go mate 1000'
holds 'a limit of time ends a search' until_line 'checkmate timeout*'
ask 'go mate infinite' 'isready'
holds 'it is ready in a search' until_line readyok
ask stop
holds 'it stops' until_line 'checkmate *'
ask 'position sfen 6n1k/9/8p/9/5B3/9/9/9/9 b RSrb4g3s3n4l17p 1 moves R*1b 1a2a' 'go ponder'
ask ponderhit
holds 'it goes on from moves' until_line 'bestmove S\*3b*'
ask 'setoption name MultiPV value 3' "position sfen $mate" 'go mate 5000'
holds 'it names another first move' until_line 'info depth * multipv 2 *'
holds 'and the mate' until_line 'checkmate G\*2b*'
ask 'position sfen nonsense'
holds 'it says what it does not understand' until_line 'info string *'
ask quit
holds 'and ends' wait "$GUI_PID"

# ---- the zip file by itself ----

zip=$(ls "$folder"/kanju-*-windows-x86_64.zip)
mkdir fresh
(cd fresh && /usr/bin/python3 -m zipfile -e "$zip" .)
fresh=$(echo fresh/kanju-*)
for file in README.txt README.ja.txt docs/usi.md docs/ja/solve.md licences/glib.txt kanju-verify.exe; do
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
