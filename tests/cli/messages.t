#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Every message has its Japanese, and every part of the program says it.
# shellcheck source=tests/cli/lib.sh
. "$(dirname "$0")/lib.sh"

KANJU=$(realpath "$KANJU")
cd "$(dirname "$0")/../.." || exit 1
mate='7k1/9/6B1R/9/9/9/9/9/9 b G'

# what the sources say, against core/messages.def (help: tests/unit/test_translations.c)
missing=$(perl tests/tools/messages.pl --missing)
holds "no message lacks Japanese: $missing" test -z "$missing"
stale=$(perl tests/tools/messages.pl --stale)
holds "no Japanese is of what is no longer said: $stale" test -z "$stale"
holds 'messages are found at all' test "$(perl tests/tools/messages.pl | wc -l)" -gt 300

# help as a whole
run 0 help solve --lang ja
out_has '攻方が詰ませられるか'
out_has 'オプション'
holds 'no line of Japanese help is too long' test -z "$(grep -E '^.{81}' <<<"$out")"
run 0 help --lang=ja
out_has '問題集'
# before the options are read, from files, from the search's threads and from the background
run 2 solve --time=x --lang=ja "$mate"
err_has '数を指定してください'
run 3 show --lang ja 'l2/1g1/3/1L1 x - 1'
err_has '手番ではありません'
run 5 solve --lang ja --no-diagram --certificate=/dev/full "$mate"
err_has '書くことができません'
run 5 solve --lang ja --threads=2 --no-diagram --certificate="/nosuch/%i" "$mate" "$mate"
err_has '開くことができません'
holds 'messages of threads are Japanese' test -z "$(grep -E ': cannot ' <<<"$err")"
run 5 -c "set lang ja; $mate; solve --no-diagram --certificate=/dev/full &
wait"
out_has '[1] board: /dev/full: 書くことができません'
# a check of many on threads, its page and its record
report="$scratch/check"
run 1 check --lang ja --profile strict --threads=2 --html "$report.html" --annotate "$report.kif" "$mate" "$mate"
out_has '長手数余詰'
out_has '局面、'
holds 'the page of a check is Japanese' grep -q '<title>検討</title>' "$report.html"
holds 'the record of a check is Japanese' grep -q '不完全 欠陥' "$report.kif"
run 1 -c "set lang ja; $mate; check --tree --no-diagram --profile strict &
wait"
out_has '[長手数余詰]'
out_has '趣向・手筋(手数目)'
done_testing
