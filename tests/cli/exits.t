#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Whatever can answer "unknown" ends with 4 then, on the command line and on the board; what shows a
# store tells of answers and gives none.
# shellcheck source=tests/cli/lib.sh
. "$(dirname "$0")/lib.sh"

cd "$scratch" || exit 1
none='6n1k/9/8p/9/9/5B3/9/9/9 b RSrb4g3s3n4l17p 1'
mate='9/9/2R6/k8/N8/B8/9/8r/9 b b4g4s3n4l18p 1'
printf '%s\n' "$none" >none.sfen
run 0 solve --no-diagram --certificate mate.kjc "$mate"
"$KANJU" solve --certificate none.kjc "$none" >/dev/null

# STATUS COMMAND of a problem, which is $problem there
each() {
    while read -r expected command; do
        eval "run $expected $command"
    done
}
problem=$none each <<'EOF'
4 solve --nodes 5 "$problem"
1 solve "$problem"
4 check --nodes 5 "$problem"
1 check "$problem"
4 hisshi --nodes 5 "$problem"
4 analyse --nodes 5 "$problem"
4 follow --nodes 5 "$problem moves S*2b 1a2b R*2c"
4 family --piece P --nodes 5 "$problem"
4 repair --nodes 5 "$problem"
4 trim --nodes 5 "$problem"
4 tries --nodes 5 "$problem"
4 extend --nodes 5 "$problem"
4 verify --time 0.000000001 none.kjc
0 verify none.kjc
4 batch --nodes 5 --store open.kdb none.sfen
0 report open.kdb
1 batch --store done.kdb none.sfen
4 merge --verify all new.kdb done.kdb
0 find open.kdb verdict:unknown
4 -c "position '$problem'; answer --nodes 5"
4 -c "position '$problem'; why --nodes 5"
4 -c "position '$problem'; why S*2b --nodes 5"
4 -c "position '$problem'; why --goal hisshi --nodes 5"
4 -c "position '$problem'; solve --nodes 5 &; wait"
4 -c "position '$problem'; place S 9i; history --nodes 5"
4 -c "position '$problem'; place S 9i; effect --nodes 5"
4 -c "position '$problem'; place S 9i; bisect --nodes 5"
EOF
problem=$mate each <<'EOF'
4 repair --each-nodes 1 --near 0 "$problem"
4 trim --each-nodes 20 "$problem"
4 compose --nodes 100
0 -c "position '$problem'; remove 1h; history"
0 -c "position '$problem'; remove 1h; effect"
4 -c "position '$problem'; remove 1h; history --nodes 2"
4 -c "position '$problem'; remove 1h; effect --nodes 2"
EOF
done_testing
