#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Targets of make that documents name and .ci/run does not run, each by its name and as small as it can be
# made. TARGETS=WORD takes those lines that have the word. tests/tools/lint_docs.pl finds a target that
# stands in neither place.
# shellcheck source=tests/cli/lib.sh
. "$(dirname "$0")/../cli/lib.sh"

cd "$(dirname "$0")/../.." || exit 1
export DESTDIR=$scratch/root

# Without what the make that runs this test has put into the environment.
while read -r line; do
    case $line in *"${TARGETS:-make}"*) ;; *) continue ;; esac
    echo "# $line"
    if ! env -u MAKEFLAGS -u MAKELEVEL -u KANJU bash -c "$line" >"$scratch/log" 2>&1 </dev/null; then
        tail -20 "$scratch/log" | sed 's/^/# /'
        fail "$line"
    else
        pass "$line"
    fi
done <<'EOF'
make help
make setup
make man
make tools
make install
make uninstall
make run-check T=test_moves
make check-slow T=test_lines_slow
make mutants T=cores
make fuzz FUZZ_TIME=1
make tsan T=test_limits
make tsan-works KANJU_PROBLEMS=100
make s390x
make coverage T=core/rules
make ablate SHARE=1000
make web
EOF
holds 'the generated pages are as they were' git diff --exit-code --stat docs

done_testing
