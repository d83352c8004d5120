#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# No command writes over what it reads, whatever the file is called there.
# shellcheck source=tests/cli/lib.sh
. "$(dirname "$0")/lib.sh"

cd "$scratch" || exit 1
mkdir folder
printf 'x\t7k1/9/6B1R/9/9/9/9/9/9 b Grb3g4s4n4l18p 1\n' >a.tsv
printf '手合割：平手\n   1 ７六歩(77)\n' >a.kif
run 0 batch --store s.kdb --no-progress a.tsv
cp s.kdb other.kdb
run 0 solve --certificate mate.kjc a.tsv
cp a.tsv 1.kjc
cp a.tsv folder/x.kjc
cp a.kif folder/a.kifu

# Every name of the file is the same file.
refused() { # FILE OUTPUT-OPTION ARGUMENT...: the option comes with its value behind it
    local file=$1 option=$2 name
    shift 2
    ln -f "$file" hard
    ln -sf "$file" soft
    cp "$file" before
    for name in "$file" "./$file" "$scratch/$file" hard soft; do
        run 2 "$@" "$option$name"
        err_lines 1
        err_has 'is a file that is read, expected another one'
        holds "$file stays as it was" cmp before "$file"
    done
    rm hard soft
}

refused a.tsv --html= solve a.tsv
refused a.tsv --certificate= solve a.tsv
refused a.tsv --html= check a.tsv
refused a.tsv --kif= check a.tsv
refused a.kif --output= convert a.kif
refused a.kif --output= show --format svg a.kif
refused a.tsv --output= sheet a.tsv
refused a.tsv --output= dedupe a.tsv
refused a.tsv --store= batch a.tsv
refused s.kdb --output= report s.kdb
refused s.kdb --output= find s.kdb verdict:mate
refused s.kdb '' merge s.kdb other.kdb

# standard input is a file as well
cp a.tsv same
# shellcheck disable=SC2094 # that is the point
run 2 solve --html same - <same
err_has 'is a file that is read'
holds 'it stays as it was' cmp a.tsv same

# names made for a folder
run 5 convert --format kif --output folder/ folder/a.kifu
err_has "'folder/a.kifu' is a file that is read, expected another one"
holds 'the record stays as it was' cmp a.kif folder/a.kifu
run 5 convert --format kif --output folder folder/
holds 'that of the folder too' cmp a.kif folder/a.kifu
run 2 solve --certificate=%i.kjc 1.kjc
holds 'a name with a number in it' cmp a.tsv 1.kjc
run 2 solve --certificate=folder/ folder/x.kjc
holds 'the name of a problem' cmp a.tsv folder/x.kjc

# the workbench: what a command reads, and the collection that is open
cp a.tsv before
for line in 'solve a.tsv > a.tsv' 'once! a.tsv; solve a.tsv' 'open a.tsv; keep a.tsv' \
    'open a.tsv; show -o a.tsv --format svg' 'open a.tsv; position > a.tsv' \
    'open a.tsv; solve --html=./a.tsv'; do
    run 2 -c "$line" </dev/null
    err_has 'is a file that is read'
    holds "'$line' leaves the file" cmp before a.tsv
done
run 0 -c 'open a.tsv; save a.tsv; save; keep session; keep! session; restore session' </dev/null

# what is no ordinary file may be both
run 3 solve --html /dev/null /dev/null
err_has 'empty'
run 0 sheet -o new.pdf a.tsv
run 0 sheet -o new.pdf a.tsv

done_testing
