#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Collections of 必至 problems in a store: batch with the goal hisshi, find and report.
# shellcheck source=tests/cli/lib.sh
. "$(dirname "$0")/lib.sh"

cd "$scratch" || exit
cat >works.tsv <<'END'
one	9/9/6g1k/6+B2/8B/7P1/9/9/9 b 2r3g4s4n4l17p 1	1
sound	9/9/9/9/k8/2+N6/9/9/9 b 2S2r2b4g2s3n4l18p 1	1
three	9/9/9/9/9/9/k1+N6/s8/1+N7 b S2r2b4g2s2n4l18p 1	3
mate	7k1/9/6B1R/9/9/9/9/9/9 b Grb3g4s4n4l18p 1	0
no	7nk/7p1/9/8S/9/9/9/9/9 b G2r2b3g3s3n4l17p 1	1
END

run 1 batch --store h.kdb --goal hisshi --budgets 100kn -j2 works.tsv
out_has '5 different problems: 3 必至, 1 mate, 1 no 必至, 0 unknown'
run 0 find h.kdb 'verdict=hisshi and plies=3'
out_lines 1
out_has 'three	'
run 0 find --task hisshi h.kdb 'verdict=none'
out_has 'no	'
run 0 find h.kdb 'verdict=mate'
out_has 'mate	'
run 0 report h.kdb
out_has 'no 必至'
run 0 find --format kif -o three.kif h.kdb 'plies=3'
holds 'the length in a comment' grep -q '必至 in 3' three.kif

# the same question in other words is the same task; what was open is asked again
run 1 batch --store h.kdb --task hisshi --budgets 100kn
out_has 'done now: 0'
run 4 batch --store few.kdb --goal hisshi --budgets 10n works.tsv
run 1 batch --store few.kdb --goal hisshi --budgets 10n,100kn --json
out_has '{"verdict":"hisshi","count":3},{"verdict":"mate","count":1},{"verdict":"none","count":1},{"verdict":"unknown","count":0}'

# checks
grep -v '^one' works.tsv >works2.tsv
run 1 batch --store c.kdb --task check --goal hisshi --useless no --budgets 300kn works2.tsv
out_has '4 different problems: 2 sound, 0 blemished, 2 unsound, 0 unknown'
run 0 find c.kdb 'code:mates'
out_has 'mate	'
run 0 find c.kdb 'code:no-hisshi and is:unsound'
out_has 'no	'
run 0 report c.kdb
out_has 'goal=hisshi'
run 0 find --format kif -o sound.kif c.kdb 'plies=3'
holds 'verdict and length in a comment' grep -q 'sound, 必至 in 3' sound.kif
run 0 find --lang ja --format kif -o sound.kif c.kdb 'plies=3'
holds 'the same in Japanese' grep -q '完全、3手必至' sound.kif
run 1 batch --store c.kdb --task check --useless no --budgets 300kn works2.tsv
out_lacks 'sound, 必至'
run 0 find --json --task check c.kdb 'code:no-hisshi'
out_lacks '"problem"'

run 2 batch --store c.kdb --goal hisshi --certificate proofs/ works.tsv
err_has '--certificate is about mates by checks'
run 2 batch --store c.kdb --task check --goal hisshi --profile interpositions=count works.tsv
err_has '--profile interpositions is about mates by checks'

done_testing
