#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# The engine driven by the USI clients of other programs: solving, refuting, stopping, and finding a
# second solution. KANJU_GUIS names a folder with checkouts of them, which are not part of Kanju:
# shogihome (github.com/sunfish-shogi/shogihome), cshogi (github.com/TadaoYamaoka/cshogi) and Ayane
# (github.com/yaneurao/Ayane). What ShogiHome is bundled with comes from npm and is kept in
# build/npm. With TRANSCRIPT=FILE the conversations are written there.
cd "$(dirname "$0")/../.." || exit 1
: "${KANJU:=build/kanju}"
if [ -z "${KANJU_GUIS:-}" ]; then
    echo "ok 1 - left out: KANJU_GUIS names no folder with checkouts of GUIs"
    echo "1..1"
    exit 0
fi
sound='6n1k/9/8p/9/5B3/9/9/9/9 b RSrb4g3s3n4l17p 1'
cooked='k1g6/9/1+RN6/2N6/9/9/9/9/9 b Pr2b3g4s2n4l17p 1'
none='6n1k/9/8p/9/9/5B3/9/9/9 b RSrb4g3s3n4l17p 1'
long='4k4/9/9/9/9/9/9/9/9 b RS2N2L9Pr2b4g3s2n2l9p 1'
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
ln -s "$(realpath "$KANJU")" "$scratch/kanju-usi"
transcript=${TRANSCRIPT:-$scratch/transcript}
: >"$transcript"
number=0

# The client's own numbers become those of this test.
renumber() { # NAME
    local line
    while IFS= read -r line; do
        case $line in
        1..*) ended=true ;;
        'ok '* | 'not ok '*)
            number=$((number + 1))
            echo "${line%%[0-9]*}$number - ${line#* - }"
            ;;
        *) echo "# $line" ;;
        esac
    done <"$scratch/out"
    number=$((number + 1))
    if $ended; then
        echo "ok $number - $1: to the end"
    else
        echo "not ok $number - $1: to the end"
        tail -n 20 "$transcript" | sed 's/^/# /'
    fi
}

drive() { # NAME FOLDER COMMAND...
    local name=$1 folder=$2 ended=false
    shift 2
    if [ ! -d "$KANJU_GUIS/$folder" ]; then
        number=$((number + 1))
        echo "not ok $number - $name: there is no checkout $KANJU_GUIS/$folder"
        return
    fi
    timeout 120 "$@" >"$scratch/out" 2>>"$transcript"
    renumber "$name"
}

drive cshogi cshogi python3 tests/slow/gui_cshogi.py "$scratch/kanju-usi" \
    "$KANJU_GUIS/cshogi" "$sound" "$cooked" "$none" "$long"
drive ayane Ayane python3 tests/slow/gui_ayane.py "$scratch/kanju-usi" \
    "$KANJU_GUIS/Ayane" "$sound" "$cooked" "$none" "$long"

# ShogiHome's sources are bundled with the driver, as its own build does, with what they need.
if [ -d "$KANJU_GUIS/shogihome" ]; then
    modules=$PWD/build/npm/node_modules
    if [ ! -d "$modules/esbuild" ] || [ ! -d "$modules/encoding-japanese" ] ||
        [ ! -d "$modules/tsshogi" ]; then
        npm install --silent --no-audit --no-fund --prefix build/npm \
            esbuild@0.25.0 tsshogi@2.2.0 encoding-japanese@2.2.0 >/dev/null
    fi
    NODE_PATH=$modules "$modules/.bin/esbuild" tests/slow/gui_shogihome.ts --bundle \
        --platform=node --format=esm --alias:@="$(realpath "$KANJU_GUIS/shogihome/src")" \
        --outfile="$scratch/shogihome.mjs" --log-level=error
fi
drive shogihome shogihome node "$scratch/shogihome.mjs" "$scratch/kanju-usi" "$sound" "$cooked" \
    "$none" "$long"
echo "1..$number"
