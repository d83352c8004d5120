#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# `report --edition`: a folder of pages for any host of files, with an index, in both languages, and the
# certificates.
# shellcheck source=tests/cli/lib.sh
. "$(dirname "$0")/lib.sh"

pages=$(realpath "$(dirname "$0")/../tools/check_pages.py")
cd "$scratch" || exit 1
printf '%s\n' $'id\tsfen\tplies\tnote\ttitle\tauthor\tdate' \
    $'fine\t9/9/2R6/k8/N8/B8/9/9/9 b rb4g4s3n4l18p 1\t\tof a <b>magazine</b>\t初手\t作 者\t1998' \
    $'cooked\t7R1/9/9/8k/8N/8B/9/9/9 b rb4g4s3n4l18p 1\t5' $'none\tnothing' >works.tsv
run 3 batch --store a.kdb --task check --certificate certs/ --nodes 100000 works.tsv
run 0 report --edition site a.kdb
out_is ''

# what is there
holds 'all links lead to what is there' /usr/bin/python3 "$pages" site
holds 'there is a page a work and an index in both languages, and the door' \
    test "$(cd site && echo ./*.html {en,ja}/*.html)" = \
    './index.html en/index.html en/works-1.html en/works-2.html en/works-3.html ja/index.html ja/works-1.html ja/works-2.html ja/works-3.html'
holds 'pages fetch nothing' sh -c '! grep -rEq "https?://[^w]|@import|url\(" site --include=*.html --include=*.css'

# certificates
holds 'the sums are those of the files' sh -c 'cd site/certificates && sha256sum --strict -c SHA256SUMS >/dev/null'
holds 'they are the certificates of the batch' diff -q -x SHA256SUMS certs site/certificates
run 0 verify site/certificates/*.kjc
for file in certs/*.kjc; do
    sum=$(sha256sum "$file")
    holds 'a page has the sum of each' grep -rq "${sum%% *}" site/ja
done

# what a store names is published only if it is a certificate
printf 'secret\n' >secret
cp a.kdb b.kdb
/usr/bin/python3 -c 'import sqlite3, sys
with sqlite3.connect("b.kdb") as db:
    db.execute("UPDATE result SET answer=replace(answer,certificate,?) WHERE certificate IS NOT NULL", (sys.argv[1],))' "$PWD/secret"
run 0 report --edition other b.kdb
holds 'nothing else is taken' sh -c '! ls other/certificates | grep -v SHA256SUMS'

# a page
out=$(cat site/en/works-2.html)
out_has '<dt>verdict</dt><dd>unsound, defects'
out_has '(modern)</dd>'
out_has '<dt>recorded</dt><dd>5, not as found in this diagram</dd>'
out_has 'cook of equal length: ▲２五飛成'
out_has '<a rel="prev" href="works-1.html">'
out_has '<a rel="next" href="works-3.html">'
out_has '<a href="../ja/works-2.html" hreflang="ja" lang="ja">日本語</a>'
out=$(cat site/ja/works-1.html)
out_has '<html lang="ja">'
out_has '<h1>初手</h1>'
out_has '<p>作 者 · 1998 · fine</p>'
out_has 'of a &#60;b&#62;magazine&#60;/b&#62;'
out_has '<dt>手数</dt><dd>3手（最短と証明済み）</dd>'
out_has 'data-n="3"'
out=$(cat site/en/works-3.html)
out_has '<p class="bad">'
out=$(cat site/ja/index.html)
out_has '<noscript><h1>works</h1>'
out_has '"works-1.html"'
out=$(cat site/index.html)
out_has '<h1>works</h1>'

# the same again is the same; answers hidden, a title, a query by author
cp -r site before
run 0 report --edition site a.kdb
holds 'an edition made again is the same' diff -r before site
run 0 report --edition site --title 'A <new> one' --draw answers=hidden a.kdb
holds 'the title is that asked for' grep -q '<h1>A &#60;new' site/index.html
holds 'answers can be hidden' grep -q 'data-hidden' site/en/works-1.html
run 0 report --edition one --author '作 者' a.kdb
holds 'there can be the works of one author' test "$(echo one/en/*.html)" = 'one/en/index.html one/en/works.html'

# works that are no longer in it
cp site/en/works-3.html site/en/kept.txt
printf '<p>my own</p>\n' >site/en/own.html
run 0 report --edition site --author '作 者' a.kdb
holds 'their pages go, and only they' test "$(cd site && echo {en,ja}/*)" = \
    'en/index.html en/kept.txt en/own.html en/works.html ja/index.html ja/works.html'

# certificates that are not there: the page says how one is made; those in the edition's folder are found
mkdir other
cp a.kdb other
run 0 report --edition other/site other/a.kdb
holds 'beside the store, or where it is told, they are found' test -n "$(ls other/site/certificates/*.kjc)"
mkdir -p lone/site
mv certs lone/site/certificates
run 0 report --edition bare a.kdb
holds 'the page says how it is made' grep -q "kanju check --report-certificate work.kjc 'sfen 7R1" bare/en/works-2.html
holds 'without certificates all links lead to what is there' /usr/bin/python3 "$pages" bare
run 0 report --edition lone/site a.kdb
holds 'those in the folder of the edition are taken' test -s lone/site/certificates/SHA256SUMS

# other tasks: what was solved
run 3 batch --store a.kdb --nodes 100000 works.tsv
run 0 report --edition solved --stable a.kdb
out=$(cat solved/en/works-1.html)
out_has '<dt>verdict</dt><dd>mate in 3</dd>'
out_lacks 'effort'
run 0 report --edition checked --task check a.kdb
holds 'a task can be asked for' grep -q '(modern)' checked/en/works-1.html

# what it is not written into
mkdir full
echo mine >full/mine
run 2 report --edition full a.kdb
err_has '--edition=full: the folder holds something else (mine), expected a new or empty one, or an edition'
err_lines 1
holds 'nothing was written there' test "$(ls full)" = mine
run 2 report --edition works.tsv a.kdb
err_has '--edition=works.tsv/en'
err_lines 1
run 2 report --edition '' a.kdb
err_lines 1
run 2 report --edition x -o y a.kdb
err_has '--edition with --output: expected only one of them'
run 2 report --edition x --json a.kdb
err_has '--edition with --json'
run 2 report --edition x --format csv a.kdb
run 3 report --edition x none.kdb
holds 'nothing is made for a store that is not there' test ! -e x
run 2 find --edition x a.kdb plies=3
if [ "$(id -u)" -ne 0 ]; then
    mkdir closed
    chmod a-w closed
    run 2 report --edition closed a.kdb
    err_lines 1
fi
# The message, then the status.
told_in_a_line() { [ "$(wc -l <limited)" -eq 2 ] && grep -q '^kanju: big/' limited && grep -qx 5 limited; }
unix_only 'limits on files' && (
    ulimit -f 20
    trap '' XFSZ
    "$KANJU" report --edition big a.kdb 2>limited
    echo "$?" >>limited
) && holds 'what cannot be written is told in a line' told_in_a_line

done_testing
