# shellcheck shell=bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# For tests with a store on a server: sourced after lib.sh, it starts a private PostgreSQL in
# $scratch/server, whose URL is $url, and works in $scratch. CONF may hold lines of its
# configuration. What a test has made besides is ended and removed by `clean_up_more`.
# shellcheck disable=SC2154 # $scratch is of lib.sh

root=$(realpath "$(dirname "$0")/../..")
# shellcheck disable=SC2034 # for tests
puzzles=$root/puzzles
postgres=$root/tests/tools/private_postgres
cd "$scratch" || exit 1
chmod 755 "$scratch" # the server has a user of its own
clean_up_more() { :; }
clean_up() {
    clean_up_more
    "$postgres" remove "$scratch/server" >/dev/null 2>&1
    rm -rf "$scratch"
}
trap clean_up EXIT
url=$("$postgres" start "$scratch/server") || exit 1
PATH=$("$postgres" programs):$PATH # psql itself, not Debian's choice among versions, a Perl program

sql() { # STATEMENT
    psql -X -q -A -t -v ON_ERROR_STOP=1 "$url" -c 'SET client_min_messages=warning' -c "$1"
}
same_reports() { # STORE STORE
    cmp <("$KANJU" report --format jsonl --stable "$1") <("$KANJU" report --format jsonl --stable "$2") &&
        cmp <("$KANJU" report --stable "$1") <("$KANJU" report --stable "$2")
}
is_true() { # SELECT
    [ "$(sql "$1" 2>/dev/null)" = t ]
}
# Waits until a statement gives "t"
until_true() { # SELECT
    until_holds is_true "$1"
}
