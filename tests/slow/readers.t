#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Records through Kanju, written and read by the libraries of other programs: tsshogi (ShogiHome) and
# json-kifu-format, from npm, which are kept in build/npm.
cd "$(dirname "$0")/../.." || exit 1
: "${KANJU:=build/kanju}"
modules=build/npm/node_modules
if [ ! -d "$modules/tsshogi" ] || [ ! -d "$modules/json-kifu-format" ]; then
    mkdir -p build/npm
    npm install --silent --no-audit --no-fund --prefix build/npm \
        tsshogi@2.2.0 json-kifu-format@5.5.0 >/dev/null || {
        echo "not ok 1 - npm brings the libraries"
        exit 1
    }
fi
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
node tests/slow/readers.cjs "$(realpath "$KANJU")" "$PWD/$modules" "$scratch" "${SEED:-1}"
