#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# The runner of tests limits what they compute, not how long the machine takes for it; setup asks a demonstration for no
# more than building needs.
# shellcheck source=tests/cli/lib.sh
. "$(dirname "$0")/lib.sh"

tools=$(realpath "$(dirname "$0")/../tools")
cd "$scratch" || exit 1
printf '#!/bin/sh\nsleep 2\necho ok 1\necho 1..1\n' >waits
printf '#!/bin/sh\nwhile :; do :; done\n' >computes
printf '#!/bin/sh\necho ok 1\necho not ok 2\necho 1..2\n' >fails
chmod +x waits computes fails
ran() { # ARGUMENT...
    status=0
    bash "$tools/run_tests" "$@" >out 2>err || status=$?
    out=$(cat out)
}
ran -t 1 ./waits
holds 'a test that waits is not out of time' test "$status" -eq 0
out_has '1 passed, 0 failed'
ran -t 1 ./computes ./fails
holds 'one that computes for too long is' grep -q '^FAIL.*computes  (out of time' out
out_has '1 passed, 2 failed'
holds 'which is a failure' test "$status" -eq 1

asked=$(CC=/nonexistent PKG_CONFIG=false PATH=/nonexistent /bin/sh "$tools/setup" --list build)
holds 'building needs GLib' grep -q libglib2.0-dev <<<"$asked"
holds 'and neither a server nor tests' test -z "$(grep -E ' (postgresql|poppler|libcmocka)' <<<"$asked")"
demo=$(make -n -C "$tools/../.." demo 2>/dev/null | grep 'tests/tools/setup')
holds 'a demonstration asks for no more' grep -q 'setup build$' <<<"$demo"

done_testing
