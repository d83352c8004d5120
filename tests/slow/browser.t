#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Pages in a real browser (Chromium, headless): steps by keys, buttons and clicks, folding, and nothing
# loaded from anywhere.
# shellcheck source=tests/cli/lib.sh
. "$(dirname "$0")/../cli/lib.sh"

browser=$(command -v chromium || command -v chromium-browser || command -v google-chrome)
holds 'there is a browser' test -n "$browser"

# A script that works a page like a reader, and writes what it sees as lines of text at its end.
cat >"$scratch/reader.js" <<'END'
var lines = [], box = document.querySelector("section.kj");
function say(text) { lines.push(text); }
// how many pieces are on the board, how many squares are marked, which move is
function see(name) {
  var on = box.querySelector(".kj-on");
  say(name + ": " + box.querySelectorAll("[data-at^=sq] .kj-piece").length + " pieces, " + (on ? on.title : "start") +
      ", marks " + box.querySelectorAll(".kj-from, .kj-to").length +
      ", open " + box.querySelectorAll("details[open]").length);
}
function key(name) { box.dispatchEvent(new KeyboardEvent("keydown", { key: name, bubbles: true, cancelable: true })); }
var start = box.querySelector(".kj-diagram").innerHTML;
see("start");
key("ArrowRight"); see("one");
key("ArrowRight"); key("ArrowRight"); see("three");
key("ArrowLeft"); key("ArrowDown"); key("ArrowRight"); see("beside");
key("Home"); see("home");
say("as before: " + (box.querySelector(".kj-diagram").innerHTML === start));
key("End"); see("end");
say("last button off: " + box.querySelector("button[data-go=last]").disabled);
box.querySelector("button[data-go=back]").click(); see("button");
var folded = box.querySelector("details [data-n]");
if (folded) folded.click();
see("click");
box.querySelector(".kj-board").dispatchEvent(new MouseEvent("click", { bubbles: true, clientX: 1 })); see("board");
var king = box.querySelector("svg").getBoundingClientRect();
say("drawn: " + (king.width > 200 && king.height > 200));
say("loaded: " + performance.getEntriesByType("resource").length);
say("focus: " + (document.activeElement === box));
// a button that is turned off while it has the focus
key("End");
box.querySelector("button[data-go=back]").focus();
document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key: "Home", bubbles: true, cancelable: true }));
document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true, cancelable: true }));
see("after Home on a button");
// answers hidden and shown
var moves = box.querySelector(".kj-moves");
key("a"); key("ArrowRight"); see("hidden");
say("moves hidden: " + (moves.offsetHeight === 0));
key("a"); key("ArrowRight"); see("shown");
say("moves shown: " + (moves.offsetHeight > 0));
say("too wide: " + (document.documentElement.scrollWidth > innerWidth));
var result = document.createElement("pre");
result.id = "seen";
result.textContent = "\n" + lines.join("\n") + "\n";
document.body.appendChild(result);
END

# Runs it on a page; `out` is what it saw.
visit() { # PAGE
    { cat "$1"; printf '<script type="module">\n%s\n</script>\n' "$(cat "$scratch/reader.js")"; } >"$scratch/visited.html"
    "$browser" --headless --no-sandbox --disable-gpu --disable-quic --no-first-run \
        --disable-background-networking --disable-component-update --disable-sync \
        --user-data-dir="$scratch/profile" --dump-dom "file://$scratch/visited.html" \
        >"$scratch/dom" 2>"$scratch/err"
    out=$(sed -n '/<pre id="seen">/,/<\/pre>/p' "$scratch/dom")
    err='' # it complains of what there is not on a server
}

# 3 plies; the other replies are variations
mate3='8B/8k/9/7Gg/9/8L/9/9/9 b 2rb2g4s4n3l18p 1'
run 0 solve --html "$scratch/solution.html" "$mate3"
visit "$scratch/solution.html"
out_has 'start: 5 pieces, start, marks 0, open 0'
out_has 'one: 4 pieces, 1 '
out_has 'three: '
out_has 'home: 5 pieces, start, marks 0'
out_has 'as before: true'
out_has ' mate, marks 1'
out_has 'last button off: true'
out_has 'drawn: true'
out_has 'loaded: 0'
out_has 'focus: true'
out_has 'after Home on a button: 4 pieces, 1 '
out_has 'hidden: 5 pieces, start'
out_has 'moves hidden: true'
out_has 'shown: 4 pieces, 1 '
out_has 'moves shown: true'
out_has 'too wide: false'
holds 'a variation unfolds when it is entered' grep -q 'beside: .* open [1-9]' "$scratch/dom"
holds 'a click on a move goes there' grep -q 'click: .* pieces, 2 ' "$scratch/dom"
holds 'a click on the left of the board goes back' grep -q 'board: .* pieces, 1 ' "$scratch/dom"

# the attacker's moves played by the reader: right ones, one that fails, one that the page has not
run 0 check --html "$scratch/play.html" --lang en --draw answers=hidden '9/9/2R6/k8/N8/B8/9/9/9 b rb4g4s3n4l18p 1'
cp "$scratch/reader.js" "$scratch/stepper.js"
cat >"$scratch/reader.js" <<'END'
var lines = [], box = document.querySelector("section.kj");
function key(name) { box.dispatchEvent(new KeyboardEvent("keydown", { key: name, bubbles: true, cancelable: true })); }
function tap(square) { box.querySelector('[data-at="sq:' + square + '"] .kj-hit').dispatchEvent(new MouseEvent("click", { bubbles: true })); }
function see(name) {
  lines.push(name + ": " + box.querySelector(".kj-said").textContent + "; " + box.querySelector(".kj-diagram").getAttribute("aria-label").split(" ")[0] +
    "; " + box.querySelectorAll(".kj-selected").length + " marked, " + box.querySelectorAll(".kj-arrow").length + " arrows, moves " +
    (box.querySelector(".kj-moves").offsetHeight > 0));
}
box.querySelector(".kj-play").click(); see("play");
box.querySelector(".kj-hint").click(); see("hint");
key("?"); see("hints");
tap(20); tap(24); box.querySelector(".kj-said button").click(); see("not there");
tap(20); tap(19); see("promotes or not");
box.querySelector(".kj-said button").click(); see("right");
tap(19); tap(28); see("fails");
key("ArrowLeft"); see("taken back");
tap(19); tap(37); see("mate");
var result = document.createElement("pre");
result.id = "seen";
result.textContent = "\n" + lines.join("\n") + "\n";
document.body.appendChild(result);
END
visit "$scratch/play.html"
cp "$scratch/stepper.js" "$scratch/reader.js"
out_has 'play: your move: the piece, then the square; 9/9/2R6/k8/N8/B8/9/9/9; 0 marked, 0 arrows, moves false'
out_has 'hint: hint: see the board; 9/9/2R6/k8/N8/B8/9/9/9; 1 marked, 0 arrows, moves false'
out_has 'hints: hint: see the board; 9/9/2R6/k8/N8/B8/9/9/9; 1 marked, 1 arrows, moves false'
out_has 'not there: that move is not in this page; 9/9/2R6/k8/N8/B8/9/9/9; 0 marked'
out_has 'promotes or not: promotedo not promote'
out_has 'right: ▲８三飛成 △９五玉 right, go on; 9/9/1+R7/9/k8/B8/9/9/9; 0 marked, 0 arrows, moves false'
out_has 'fails: ▲８四龍 △同　玉 does not mate: the king takes the checking +R, and no check is left (◀ takes it back); 9/9/9/1k7/9/B8/9/9/9'
out_has 'taken back: your move: the piece, then the square; 9/9/1+R7/9/k8/B8/9/9/9'
out_has 'mate: mate: solved; 9/9/9/9/k+R7/B8/9/9/9; 0 marked, 0 arrows, moves true'

# a check by the same player: a finding leads to its move; on a phone as on a desk, hidden at first
run 1 check --html "$scratch/check.html" --draw answers=hidden --lang ja '1R7/9/9/k8/N8/B8/9/9/9 b rb4g4s3n4l18p 1'
cat >"$scratch/found.js" <<'END'
var lines = [], box = document.querySelector("section.kj"), link = box.querySelector(".kj-found .defect a");
function on() { var a = box.querySelector(".kj-on"); return a ? a.textContent : "start"; }
lines.push("hidden: " + (link.offsetHeight === 0));
box.querySelector(".kj-hide").click();
lines.push("shown: " + (link.offsetHeight > 0) + " " + on());
link.click();
lines.push("at: " + on() + ", open " + (box.querySelectorAll("details[open]").length > 0));
lines.push("wide: " + (document.documentElement.scrollWidth > innerWidth) + " " + innerWidth);
lines.push("ground: " + getComputedStyle(document.body).backgroundColor + " " +
  getComputedStyle(box.querySelector(".kj-wood")).fill);
END
{ cat "$scratch/check.html"; printf '<script type="module">\n%s\nwindow.seen = lines.join("\\n");\n</script>\n' "$(cat "$scratch/found.js")"; } >"$scratch/framed.html"
for width in 390 1280; do
    for dark in 0 1; do
        cat >"$scratch/frame.html" <<END
<!DOCTYPE html><iframe style="width:${width}px;height:800px"></iframe><script>
var frame = document.querySelector("iframe");
frame.onload = function () {
  var pre = document.createElement("pre"); pre.id = "seen";
  pre.textContent = "\n" + frame.contentWindow.seen + "\n"; document.body.appendChild(pre);
};
frame.src = "framed.html";
</script>
END
        "$browser" --headless --no-sandbox --disable-gpu --disable-quic --no-first-run \
            --disable-background-networking --disable-component-update --disable-sync --allow-file-access-from-files --window-size=1400,1000 \
            --blink-settings=preferredColorScheme=$((1 - dark)) --user-data-dir="$scratch/profile$dark" \
            --virtual-time-budget=3000 --dump-dom "file://$scratch/frame.html" >"$scratch/dom" 2>/dev/null
        out=$(sed -n '/<pre id="seen">/,/<\/pre>/p' "$scratch/dom")
        out_has 'hidden: true'
        out_has 'shown: true start'
        out_has 'at: ▲８五飛成, open true'
        out_has "wide: false $width"
        if [ $dark = 1 ]; then
            out_has 'ground: rgb(28, 26, 23) rgb(195, 154, 87)'
        else
            out_has 'ground: rgb(251, 249, 245) rgb(233, 197, 131)'
        fi
    done
done

# a game
run 0 show --format html startpos moves 7g7f 3c3d 8h2b+
cp "$scratch/out" "$scratch/game.html"
visit "$scratch/game.html"
out_has 'end: 39 pieces, 3 '

# SVG looks in the browser as in the PNG: both are drawn and compared point by point, roughly
run 0 show "$mate3" --draw palette=color,size=500 -o "$scratch/a.svg"
run 0 show "$mate3" --draw palette=color,size=500 -o "$scratch/a.png"
cat >"$scratch/compare.html" <<'END'
<!DOCTYPE html><body><script>
function load(name) {
  return new Promise(function (done) {
    var image = new Image();
    image.onload = function () {
      var canvas = document.createElement("canvas");
      canvas.width = 500; canvas.height = image.height;
      var context = canvas.getContext("2d");
      context.drawImage(image, 0, 0, 500, canvas.height);
      done(context.getImageData(0, 0, 500, canvas.height).data);
    };
    image.src = name;
  });
}
Promise.all([load(SVG), load(PNG)]).then(function (pictures) {
  var far = 0, dark = 0, n = Math.min(pictures[0].length, pictures[1].length);
  for (var i = 0; i < n; i += 4) {
    if (Math.abs(pictures[0][i] - pictures[1][i]) > 96) far++;
    if (pictures[1][i] < 96) dark++;
  }
  document.body.innerHTML = "<pre id='seen'>\nalike: " + (far * 2000 < n) + ", dark: " + (dark > 2000) +
    "\n</pre>";
});
</script>
END
for kind in svg+xml:SVG:svg png:PNG:png; do
    IFS=: read -r type name file <<<"$kind"
    printf '<script>var %s = "data:image/%s;base64,%s";</script>\n' "$name" "$type" \
        "$(base64 -w0 "$scratch/a.$file")" >>"$scratch/data.html"
done
cat "$scratch/data.html" "$scratch/compare.html" >"$scratch/page.html"
echo '' >"$scratch/reader.js"
visit "$scratch/page.html"
out_has 'alike: true, dark: true'

done_testing
