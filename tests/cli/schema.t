#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Every field of every JSON object is described in docs/output-schema.md, under its schema, and every
# object is as a file of docs/schema says: done_testing looks at all JSON that a test saw.
# shellcheck source=tests/cli/lib.sh
. "$(dirname "$0")/lib.sh"

doc=$(dirname "$0")/../../docs/output-schema.md
mate='7k1/9/6B1R/9/9/9/9/9/9 b Grb3g4s4n4l18p 1'

described() { # COMMAND
    sed -n "1,/^## Input that/p; /^## kanju.$1\//,/^## kanju/p" "$doc"
}

check() { # COMMAND ARGUMENT...
    run "${expected:-0}" "$@"
    local schema
    schema=$(sed -nE "s|^## (kanju\\.$1/[0-9]+).*|\\1|p" "$doc")
    holds "the schema is $schema" grep -q "^{\"schema\":\"$schema\"," "$scratch/out"
    described "$1" >"$scratch/doc"
    local unknown=
    # keys stand after { or , and before a colon
    for key in $(grep -oE '[{,]"[a-z_]+":' "$scratch/out" | tr -d '{,":' | sort -u); do
        grep -q "\`$key\`" "$scratch/doc" || unknown="$unknown $key"
    done
    holds "every field of $1 is described${unknown:+, but not$unknown}" test -z "$unknown"
}

check solve --json --notation ja "$mate"
expected=1 check solve --json --notation ja '4ks3/9/4P4/9/9/9/9/9/9 b Gr 1'
check hisshi --json --mates --notation ja '9/9/6g1k/6+B2/8B/7P1/9/9/9 b 2r3g4s4n4l17p 1'
check repair --json 'k1g6/9/1+RN6/2N6/9/9/9/9/9 b Pr2b3g4s2n4l17p 1'
check trim --json '9/9/2R6/k8/N8/B8/9/8r/9 b b4g4s3n4l18p 1'
check tries --json 'k1g6/9/1+RN6/2N6/9/9/9/9/9 b r2b3g4s2n4l18p 1'
check family --json --piece R --on 8a-8i '9/9/9/k8/N8/B8/9/9/9 b 2rb4g4s3n4l18p 1'
check extend --json '9/9/9/9/9/9/1+R7/9/k8 b Sr2b4g3s4n4l18p 1'
check compose --json --plies 1-5 --nodes 300000
check compose --json --enough 1 --for-line 'N*2c 1a2a G*2b' '8k/9/9/9/9/9/9/9/9 b - 1'
expected=1 check compose --json --for-line 'S*9i' '8k/9/9/9/9/9/9/9/9 b - 1'
check show --json startpos moves 7g7f
check show --json -o "$scratch/picture.svg" startpos
if unix_only 'PNG and PDF'; then
    check sheet --json -o "$scratch/sheet.pdf" "$mate"
fi
check convert --json --format csa "$mate"
check moves --json --checks "$mate"
run 0 solve --certificate "$scratch/mate.kjc" "$mate"
check verify --json "$scratch/mate.kjc"
echo "$mate" >"$scratch/mate.sfen"
check batch --json --store "$scratch/mate.kdb" "$scratch/mate.sfen"
check report --json "$scratch/mate.kdb"
run 0 find --json "$scratch/mate.kdb" plies=1
out_has '{"schema":"kanju.find/1",'
check near --json "$scratch/mate.kdb" "$mate"
check merge --json "$scratch/other.kdb" "$scratch/mate.kdb"
check check --json '3k5/4n4/+BG3P3/9/9/9/9/9/9 b G2rb2g4s3n4l17p 1'
check follow --json 'sfen 6n1k/9/8p/9/5B3/9/9/9/9 b RSrb4g3s3n4l17p 1 moves R*1b 1a2a S*3b'
check perft --json --divide 1
check status --json startpos
check variants --json

# the fields people were promised first (design of the command line)
run 0 solve --json "$mate"
for key in schema id variant position verdict cause plies pure_plies plies_proved line leftover \
    nodes ms; do
    out_has "\"$key\":"
done

run 3 solve --json garbage
for key in id error place column; do
    out_has "\"$key\":"
    holds "$key of an error is described" grep -q "\`$key\`" "$doc"
done


# the page and the schemas are of the same forms and fields
run 0 solve --json "$mate"
holds "docs/schema: $(/usr/bin/python3 "$validator" --described)" \
    /usr/bin/python3 "$validator" --described
refuses() { # WHAT SED
    status=0
    sed "$2" "$scratch/out" | /usr/bin/python3 "$validator" >"$scratch/faults" || status=$?
    holds "refused: $1" test "$status" -eq 1 -a -s "$scratch/faults"
}
refuses 'a field more' 's/,/,"more":1,/'
refuses 'a field less' 's/"missing":[0-9]*,//'
refuses 'another type' 's/"plies":1,/"plies":"1",/'
refuses 'another word' 's/"verdict":"mate"/"verdict":"maybe"/'
refuses 'a form without a schema' 's/solve/salve/'

done_testing
