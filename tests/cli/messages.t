#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Every message has its Japanese, and every part of the program says it.
# shellcheck source=tests/cli/lib.sh
. "$(dirname "$0")/lib.sh"

KANJU=$(realpath "$KANJU")
cd "$(dirname "$0")/../.." || exit 1
mate='7k1/9/6B1R/9/9/9/9/9/9 b G'

# what the sources say, against core/text/messages.def (help: tests/unit/core/text/test_translations.c)
missing=$(perl tests/tools/messages.pl --missing)
holds "no message lacks Japanese: $missing" test -z "$missing"
untranslated=$(perl tests/tools/messages.pl --untranslated)
holds "no message escapes translation: $untranslated" test -z "$untranslated"
# it would find one, in every form that GLib has
mkdir -p "$scratch/sources"
cp -r core solver repl "$scratch/sources"
cat >"$scratch/sources/repl/cli/escaping.c" <<'END'
    g_set_error_literal(error, KJ_USAGE_ERROR, 0,
                        "one problem expected");
    g_set_error(error, KJ_USAGE_ERROR, 0, "%s: two expected", name);
    *error = g_error_new(KJ_USAGE_ERROR, 0, "three of %u", n);
    g_prefix_error(error, "in line %u: ", n);
    input->error = g_strdup("none of them");
    g_set_error_literal(error, KJ_USAGE_ERROR, 0, kj_tr("a word of it"));
    g_set_error(error, KJ_USAGE_ERROR, 0, "%s: %s", name, why);
END
escaping=$(cd "$scratch/sources" && perl "$OLDPWD/tests/tools/messages.pl" --untranslated)
holds "it finds those that do: $escaping" test "$(wc -l <<<"$escaping")" = 5
english=$(perl tests/tools/messages.pl --english)
holds "nothing stays English: $english" test -z "$english"
mkdir -p "$scratch/raw/repl/shell" "$scratch/raw/core/text"
cat >"$scratch/raw/repl/shell/cmd_raw.c" <<'END'
    kj_printer_line(printer, "%s %d%s", name, rest, rest < 0 ? "  too many" : "");
    kj_printer_line(printer, "status: %s", kj_status_name(kind));
    kj_printer_line(printer, "declaration: %s", names[result]);
    kj_usage_error(error, "positions of %s", a.game->row->id);
    return g_strdup(letters ? "gote to move" : "後手番");
    return g_strdup_printf(letters ? "after %s" : "図は%sまで", move);
    return g_strdup_printf("%u in hand", n);
    KJ_SHOWN_TEXT(start, text, "  start", start)
    kj_printer_line(printer, "%s: %s", kj_tr("see raw"), kj_tr(kj_status_name(kind)));
    {.name = "raw", .ja = "生", {"gote to move", "後手番"}},
END
sed -i 's/{.name = /\n    .name = /; s/, .ja/,\n    .ja/' "$scratch/raw/repl/shell/cmd_raw.c"
printf '%s\n' 'KJ_MESSAGE("see raw", "「raw」を参照")' >"$scratch/raw/core/text/messages.def"
english=$(cd "$scratch/raw" && perl "$OLDPWD/tests/tools/messages.pl" --english 2>&1)
places=$(grep -oE 'cmd_raw\.c:[0-9]+|is called .*' <<<"$english" | sort -u | sed 's/.*://')
holds "it finds what stays: $english" test "$(xargs <<<"$places")" = '1 2 3 4 5 6 7 8 is called 生'
stale=$(perl tests/tools/messages.pl --stale)
holds "no Japanese is of what is no longer said: $stale" test -z "$stale"
holds 'messages are found at all' test "$(perl tests/tools/messages.pl | wc -l)" -gt 300

# what had escaped
run 2 check --lang ja --certificates "$scratch/c" "$mate" "$mate"
err_has '問題を1題だけ指定してください'
printf '\n' >"$scratch/empty.tsv"
run 3 batch --lang ja --store "$scratch/empty.kdb" "$scratch/empty.tsv"
err_has '一行に一題が必要です'

# help as a whole
run 0 help solve --lang ja
out_has '攻方が詰ませられるか'
out_has 'オプション'
holds 'no line of Japanese help is too long' test -z "$(grep -E '^.{81}' <<<"$out")"
run 0 help --lang=ja
out_has '作品集'
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
out_has '[1] 盤: /dev/full: 書くことができません'
# a check of many on threads, its page and its record
report="$scratch/check"
run 1 check --lang ja --profile strict --threads=2 --html "$report.html" --kif "$report.kif" "$mate" "$mate"
out_has '最終手余詰（長手数）'
out_has '局面、'
holds 'the page of a check is Japanese' grep -q '<title>検討</title>' "$report.html"
holds 'the record of a check is Japanese' grep -q '不完全 欠陥' "$report.kif"
run 1 -c "set lang ja; $mate; check --tree --no-diagram --profile strict &
wait"
out_has '[最終手余詰（長手数）]'
out_has '趣向・手筋（手数目）'
# whole collections: counts, how far it is, a full disk, and what is wrong with a query
printf '7k1/9/6B1R/9/9/9/9/9/9 b Grb3g4s4n4l18p 1\n' >"$scratch/one.sfen"
run 0 batch --lang ja --store "$scratch/s.kdb" --nodes 1000 "$scratch/one.sfen"
out_has '異なる問題1題: 詰み1、不詰0、不明0'
run 0 batch --lang ja --task check --store "$scratch/s.kdb" --nodes 1000000 "$scratch/one.sfen"
out_has '完全0、キズ1、不完全0、不明0'
if unix_only 'signals that ask how far it is, named pipes, disks that ulimit fills'; then
    mkfifo "$scratch/fifo"
    "$KANJU" batch --lang ja --store "$scratch/t.kdb" - <"$scratch/fifo" >/dev/null 2>"$scratch/err" &
    pid=$!
    exec 7>"$scratch/fifo"
    cat "$scratch/one.sfen" >&7
    until_holds test -e "$scratch/t.kdb"
    kill -USR1 $pid
    exec 7>&-
    wait $pid
    err=$(cat "$scratch/err")
    err_has '1回目/全3回（1秒）'
    (
        trap '' XFSZ
        ulimit -f 20
        exec "$KANJU" batch --lang ja --store "$scratch/u.kdb" "$scratch/one.sfen" 2>"$scratch/err"
    )
    err=$(cat "$scratch/err")
    err_has '同じコマンドで続きから始まります'
fi
for query in foo=1 plies=x is=xx at=5 'title>3' plies '(plies=3' 'plies=3)' hand:! at:5z=k '"' move:zz king:9z 'plies=1 or' pattern:!; do
    run 2 find "$scratch/s.kdb" --lang ja "$query"
    holds "what is wrong with $query is said in Japanese" test -z "$(grep -E 'expected|unknown|end of' <<<"$err")"
done

done_testing
