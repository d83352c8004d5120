#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# The page of `report --format html` in a real browser: drawn, sorted, filtered, stepped through by keys,
# and with 100,000 problems. Needs Chromium; BROWSER names another one of its kind.
# shellcheck source=tests/cli/lib.sh
. "$(dirname "$0")/../cli/lib.sh"

browser=${BROWSER:-$(command -v chromium || command -v chromium-browser || command -v google-chrome)}
puzzles=$(realpath "$(dirname "$0")/../../puzzles")
cd "$scratch" || exit 1
if [ -z "$browser" ]; then
    fail 'a browser is there' 'expected chromium: apt-get install chromium'
    done_testing
    exit
fi

# Opens PAGE with a script run at its end; $out gets what the script puts into `said`.
look() { # PAGE SCRIPT
    {
        echo '<script>window.onerror = function (what) { document.documentElement.setAttribute("data-error", what); };</script>'
        cat "$1"
        cat <<END
<script type="module">
function key(name) { document.body.dispatchEvent(new KeyboardEvent("keydown", { key: name, bubbles: true, cancelable: true })); }
function all(what) { return Array.from(document.querySelectorAll(what)); }
function text(what) { return all(what).map(function (e) { return e.textContent; }).join("|"); }
function seen(what) { return all(what).filter(function (e) { return e.offsetHeight > 0; }).map(function (e) { return e.textContent; }).join("|"); }
function tap(at) { document.querySelector("[data-at=\\"sq:" + at + "\\"] .kj-hit").dispatchEvent(new MouseEvent("click", { bubbles: true })); }
function put(id, value) { var e = document.getElementById(id); e.value = value; e.dispatchEvent(new Event("input", { bubbles: true })); }
var said = [];
$2
window.onerror = null; // what comes late finds nothing
document.body.innerHTML = "";
var pre = document.createElement("pre"); pre.id = "said"; pre.textContent = said.join("\n"); document.body.appendChild(pre);
</script>
END
    } >looked.html
    timeout 120 "$browser" --headless --no-sandbox --disable-gpu --disable-quic --no-first-run \
        --disable-background-networking --disable-component-update --disable-sync \
        --user-data-dir="$scratch/profile" --window-size=1300,900 --dump-dom \
        "file://$scratch/looked.html" >dom 2>browser.err
    out=$(sed -n '/<pre id="said">/,$p' dom | sed 's/.*<pre id="said">//; s/<\/pre>.*//; /<\/html>$/d')
    err=$(grep -o 'data-error="[^"]*"' dom)
}

cat >list.tsv <<'END'
three	6n1k/9/8p/9/5B3/9/9/9/9 b RSrb4g3s3n4l17p 1	3	a note
one	7k1/9/6B1R/9/9/9/9/9/9 b Grb3g4s4n4l18p 1	1
again	1k7/9/R1B6/9/9/9/9/9/9 b Grb3g4s4n4l18p 1	5
none	6n1k/9/8p/9/9/5B3/9/9/9 b RSrb4g3s3n4l17p 1	7	</script><b>not markup</b>
ogi	k^7/8/1K^6/8/8/8/8/7R / O/o	1
bad	nothing
END
run 3 batch --store a.kdb list.tsv
run 0 report --format html -o a.html a.kdb
holds 'the page fetches nothing' sh -c '! grep -Eq "(src|href)=|@import|url\(" a.html'

look a.html '
said.push(text("#head span"), text(".row span:first-child"), document.getElementById("shown").textContent);
said.push(all("#one svg text").length, text("#one .kj-moves"));
key("ArrowRight"); said.push(text("#one .kj-moves .kj-on")); key("End"); said.push(text("#one .kj-moves .kj-on"));
key("ArrowRight"); key("ArrowLeft"); said.push(text("#one .kj-moves .kj-on")); key("Home"); said.push("start:" + text("#one .kj-moves .kj-on"));
key("ArrowDown"); said.push(text("#one h2")); said.push(text("#more p:nth-last-child(-n+2)"));
key("ArrowUp"); key("ArrowUp"); said.push(text("#one h2"));'
holds 'there is no error in the script' test -z "$err"
out_has 'three|one|again|none|ogi|bad'
out_has '6 of 6'
out_has '1▲１二飛2△２一玉3▲３二銀 mate in 3'
out_has '1▲１二飛2△２一玉3▲３二銀 mate in 3 plies
▲１二飛
▲３二銀
△２一玉
start:
one
'
out_has 'the same problem: again'
look a.html '
put("text", "NOT MARKUP"); said.push(text(".row span:first-child"));
put("text", ""); put("verdict", "nomate"); said.push("v:" + text(".row span:first-child"));
put("verdict", ""); put("least", "2"); said.push("p:" + text(".row span:first-child"));
put("least", ""); all("#head span").filter(function (e) { return e.textContent === "recorded"; })[0].click();
said.push("s:" + text(".row span:first-child"));
all("#head span").filter(function (e) { return e.textContent.indexOf("recorded") === 0; })[0].click();
said.push("r:" + text(".row span:first-child"));
all("#counts a")[0].click();'
holds 'there is no error in the script' test -z "$err"
out_is 'none
v:none
p:three
s:one|ogi|three|again|none|bad
r:none|again|three|one|ogi|bad'
look a.html '
all(".row")[4].click(); said.push(text("#one h2"), text("#one .kj-moves a")); key("End");
said.push(all("#one .kj-lines line").length, all("#one .kj-to").length);'
holds 'there is no error in the script' test -z "$err"
out_has '▲'
out_has '18
1'

# checks: what was found and how bad it is, themes, difficulty; filtered by code
printf 'fine\t9/9/2R6/k8/N8/B8/9/9/9 b rb4g4s3n4l18p 1\ncooked\t7R1/9/9/8k/8N/8B/9/9/9 b rb4g4s3n4l18p 1\n' >works.tsv
run 1 batch --store c.kdb --task check works.tsv
run 0 report --format html -o c.html c.kdb
look c.html '
put("code", "equal"); said.push("c:" + text(".row span:first-child")); all(".row")[0].click();
said.push(text("#one .kj-found"), text("#one .verdict"), /themes: .*simple/.test(text("#one p")));
said.push(all("#head span").some(function (e) { return e.textContent === "hard"; }));
said.push(all("#plots svg").some(function (e) { return e.getAttribute("aria-label") === "length and difficulty"; }));'
holds 'there is no error in the script' test -z "$err"
out_is 'c:cooked
defect, ply 1, cook of equal length: ▲２五飛成 (3 plies): △１三玉 ▲２三龍
unsound in 3
true
true
true'

# the index of an edition: a work leads to its page, and places are left out
run 0 report --edition site c.kdb
look site/en/index.html '
said.push(text("h1"), document.querySelector("#one h2 a").getAttribute("href"), text("#head span").includes("place"));
key("ArrowDown"); said.push(document.querySelector("#one h2 a").getAttribute("href"), text("#one .kj-found").length > 0);'
holds 'there is no error in the script' test -z "$err"
out_is 'works
works-1.html
false
works-2.html
true'

# answers hidden: no moves, no findings, no steps, until the key a or the button shows them
run 0 report --format html --draw answers=hidden --lang ja -o h.html c.kdb
look h.html '
all(".row")[1].click(); key("ArrowRight");
said.push("hidden:" + seen("#more :is(.kj-moves, .kj-found, .kj-answer)") + text("#one .kj-now"), seen("#one button"));
key("a"); key("ArrowRight"); said.push("shown:" + seen("#one .kj-moves .kj-on"), /欠陥/.test(seen("#one .kj-found")));
key("a"); said.push("again:" + seen("#one .kj-moves"));
said.push(text("#head span").indexOf("判定") > 0, /不完全/.test(text(".row")));'
holds 'there is no error in the script' test -z "$err"
out_is 'hidden:
|◀|◀|▶|▶||解答を見る|自分で解く
shown:▲２三飛成
true
again:
true
true'

# solved in the page: a wrong move, the right ones, and on to the next, which is still hidden
look h.html '
function now(name) { said.push(name + ": " + text(".kj-said") + "; " + document.querySelector("#one .kj-diagram").getAttribute("aria-label").split(" ")[0] + "; " +
  all("#one .kj-selected").length + " " + all("#one .kj-arrow").length + " " + (seen(".kj-moves") !== "")); }
all(".row")[0].click(); document.querySelector(".kj-play").click(); now("play");
key("?"); now("hint"); key("?"); now("more");
tap(20); tap(24); all(".kj-said button")[1].click(); now("wrong");
tap(20); tap(19); all(".kj-said button")[0].click(); now("right");
tap(19); tap(37); now("solved");
key("ArrowDown"); now("next"); key("a"); now("given up");'
holds 'there is no error in the script' test -z "$err"
out_is 'play: 攻方の手を指してください（駒、行き先の順に）; 9/9/2R6/k8/N8/B8/9/9/9; 0 0 false
hint: 盤にヒントを示しました; 9/9/2R6/k8/N8/B8/9/9/9; 1 0 false
more: 盤にヒントを示しました; 9/9/2R6/k8/N8/B8/9/9/9; 1 1 false
wrong: その手はこのページにありません; 9/9/2R6/k8/N8/B8/9/9/9; 0 0 false
right: ▲８三飛成 △９五玉 正解です。次の手をどうぞ; 9/9/1+R7/9/k8/B8/9/9/9; 0 0 false
solved: 詰みました。正解です; 9/9/9/9/k+R7/B8/9/9/9; 0 0 true
next: 攻方の手を指してください（駒、行き先の順に）; 7R1/9/9/8k/8N/8B/9/9/9; 0 0 false
given up: ; 7R1/9/9/8k/8N/8B/9/9/9; 0 0 true'

# long names keep their ends, where they differ
for n in 1 2; do printf 'collection/of/long/names/problem-000%s\t7k1/9/6B1R/9/9/9/9/9/9 b Grb3g4s4n4l%sp 1\n' $n $((16 + n)); done >long.tsv
run 0 batch --store long.kdb long.tsv
run 0 report --format html -o long.html long.kdb
look long.html 'all(".row .ends").slice(0, 3).forEach(function (e) { var tail = e.lastChild.getBoundingClientRect(), cell = e.getBoundingClientRect();
  said.push(e.lastChild.textContent + " " + (tail.right <= cell.right + 1)); });'
out_has 'oblem-0001 true'
out_has 'oblem-0002 true'

# on a phone the verdict is in sight; on paper all rows are, under a head on every page
for n in $(seq 1001 1180); do printf 'row-%s\t7k1/9/6B1R/9/9/9/9/9/9 b G\n' "$n"; done >rows.tsv
run 0 batch --store rows.kdb rows.tsv
run 0 report --format html -o rows.html rows.kdb
look rows.html 'document.body.style.width = "390px"; document.querySelector("main").style.display = "block";
var edge = document.getElementById("list").getBoundingClientRect().right;
all("#head span").slice(0, 3).forEach(function (e) { said.push(e.textContent + " " + (e.getBoundingClientRect().right <= edge)); });'
out_is $'problem true\nverdict true\nplies true'
timeout 120 "$browser" --headless --no-sandbox --disable-gpu --disable-background-networking --user-data-dir="$scratch/profile" \
    --no-pdf-header-footer --print-to-pdf=rows.pdf "file://$scratch/rows.html" 2>/dev/null
pdftotext -layout rows.pdf rows.txt
holds 'all rows are on paper' test "$(grep -o 'row-1[01][0-9][0-9]' rows.txt | sort -u | wc -l)" -eq 180
holds 'on pages with a head each' test "$(grep -c 'problem .*verdict' rows.txt)" -ge 3

# every problem of the folder: all positions and solutions are drawn without an error
mapfile -t lists < <(find "$puzzles" -type f ! -name '*.md' ! -path '*/classics/*')
run 4 batch --store p.kdb --budgets 5kn "${lists[@]}"
run 0 report --format html -o p.html p.kdb
look p.html '
var n = +document.getElementById("shown").textContent.split(" ")[0], drawn = 0, moves = 0;
for (var i = 0; i < n; i++) { drawn += all("#one svg").length; key("End"); moves += all("#one .kj-moves .kj-on").length; key("ArrowDown"); }
said.push(n === drawn && moves > n / 2 ? "all" : n + " " + drawn + " " + moves);'
holds 'there is no error in the script' test -z "$err"
out_is 'all'

# 100,000 problems: a tenth of a million rows from a few hundred by what stands far away
row=(n8 1n7 2n6 3n5 4n4 5n3 6n2 7n1 8n 9)
for a in "${row[@]}"; do for b in "${row[@]}"; do for c in "${row[@]}"; do for d in "${row[@]}"; do
    for e in "${row[@]}"; do
        board="7k1/9/6B1R/$d/$e/$a/${b//n/s}/${c//n/l}/9"
        in=${a//[!n]/}${d//[!n]/}${e//[!n]/}
        s=${b//[!n]/} l=${c//[!n]/}
        echo "$board b Grb3g$((4 - ${#s}))s$((4 - ${#in}))n$((4 - ${#l}))l18p 1"
    done
done; done; done; done >many.sfen
holds 'there are 100,000 problems' test "$(wc -l <many.sfen)" -eq 100000
start=$SECONDS
run 0 batch --store m.kdb --no-progress many.sfen
echo "# $((SECONDS - start)) s for $out"
start=$SECONDS
run 0 report --format html -o m.html m.kdb
echo "# $((SECONDS - start)) s for a page of $(($(stat -c %s m.html) >> 20)) MiB"
look m.html '
var t = performance.now(); said.push(document.getElementById("shown").textContent, all(".row").length < 100);
all("#head span")[0].click(); put("text", "many.sfen:99999"); said.push(text(".row span:first-child"));
put("text", ""); document.getElementById("list").scrollTop = 2e6;
said.push("ms:" + Math.round(performance.now() - t), "loaded:" + Math.round(t));'
holds 'there is no error in the script' test -z "$err"
out_has '100000 of 100000
true
many.sfen:99999'
echo "# ${out//$'\n'/ }"

done_testing
