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

if unix_only 'what Wine tells of standard input'; then
    # standard input is a file as well
    cp a.tsv same
    # shellcheck disable=SC2094 # that is the point
    run 2 solve --html same - <same
    err_has 'is a file that is read'
    holds 'it stays as it was' cmp a.tsv same
fi

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
for line in 'solve a.tsv > a.tsv' 'solve! a.tsv > a.tsv' 'open a.tsv; keep a.tsv' \
    'open a.tsv; show -o a.tsv --format svg' 'open a.tsv; position > a.tsv' \
    'open a.tsv; solve --html=./a.tsv'; do
    run 2 -c "$line" </dev/null
    err_has 'is a file that is read'
    holds "'$line' leaves the file" cmp before a.tsv
done
run 0 -c 'open a.tsv; save a.tsv; save; keep session; keep! session; restore session' </dev/null

# names that are known only when a pattern has been filled in: work of another kind stays
one='7k1/9/6B1R/9/9/9/9/9/9 b Grb3g4s4n4l18p 1'
printf 'mate\t%s\nother\t%s\n' "$one" "$one" >two.tsv
mkdir -p kept
run 0 batch --store st1 two.tsv
cp st1 store
printf 'kanju checkpoint 1\n' >kept/mate.kjc
cp kept/mate.kjc checkpoint
for words in 'solve --certificate st%i' 'check --useless no --report-certificate st%i' \
    'solve --certificate kept/' 'hisshi --certificate st%i'; do
    # shellcheck disable=SC2086
    run 2 $words two.tsv
    err_has ', expected another name'
    holds "$words leaves a store as it is" cmp store st1
    holds 'and a checkpoint' cmp checkpoint kept/mate.kjc
done
run 0 solve! --certificate 'st%i' two.tsv
run 0 verify st1
cp store st1
run 0 check --useless no --certificates proofs/ "$one"
for file in proofs/*; do
    cp store "$file"
done
run 5 check --useless no --certificates proofs/ "$one"
err_has 'cannot open: it is a store of results'
holds 'check --certificates leaves it, too' cmp store "$file"

# a full disk is no success, whoever writes
if [ -w /dev/full ]; then
    mkdir -p full
    ln -sf /dev/full full/1.kjc
    run 5 repair --no-diagram --most 1 --near 0 --certificates full/ \
        '9/9/2R6/k8/N8/B8/9/8r/9 b b4g4s3n4l18p 1'
    err_has '1.kjc: cannot write: '
fi

if unix_only '/dev/null, PDF'; then
    # what is no ordinary file may be both
    run 3 solve --html /dev/null /dev/null
    err_has 'empty'
    run 0 sheet -o new.pdf a.tsv
    run 0 sheet -o new.pdf a.tsv
fi

done_testing
