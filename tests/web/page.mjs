// SPDX-License-Identifier: GPL-3.0-or-later
// The page in Chromium, worked by real events: set up by mouse, touch and keys, solved, checked,
// mended, shared, kept, without a network, in both languages, narrow and dark; and hostile input.
import assert from "node:assert";
import { readFileSync, writeFileSync } from "node:fs";
import {
  COOKED,
  THREE,
  close,
  drag,
  finish,
  home,
  isKept,
  link,
  middle,
  on,
  open,
  place,
  plies,
  said,
  sq,
  tap,
  verdict,
} from "./browser.mjs";
import { longest, shots, test, tools } from "./lib.mjs";

const axe = readFileSync(new URL("axe-core/axe.min.js", tools), "utf8");

await test("all that is loaded takes at most 1.5 MB", async () => {
  const page = await open();
  // each file once, of how many Workers it is asked for
  const bytes = await page.evaluate(() => {
    const sizes = performance.getEntries().map(({ name, decodedBodySize }) => [name, decodedBodySize || 0]);
    return [...new Map(sizes).values()].reduce((sum, size) => sum + size, 0);
  });
  console.log(`# ready after ${await page.getAttribute("html", "data-ready")} ms, ${bytes} bytes`);
  assert.ok(bytes > 1e6 && bytes <= 1.5e6, String(bytes));
  await close(page);
});

await test("it asks for nothing after loading", async () => {
  const page = await open(home, { keeps: true });
  await verdict(page, "mate");
  assert.equal(await plies(page), "3");
  const before = page.asked.length;
  assert.ok(
    page.asked.every((url) => url.startsWith(home) || url.startsWith("blob:")),
    page.asked.join(" "),
  );
  await isKept(page);
  const kept = page.asked.length;
  await page.click("#check");
  await verdict(page, "sound");
  assert.equal(page.asked.length, kept);
  assert.ok(before <= kept);
  await close(page);
});

await test("set up by mouse: from the box, dragged, turned, taken off, undone", async () => {
  const page = await open();
  await page.click("#clear");
  assert.match(await on(page, sq("5a")), /5a gote's 王|5a gote's 玉/);
  await tap(page, "box:G");
  await tap(page, sq("5c"));
  assert.match(await on(page, sq("5c")), /sente's 金/);
  await tap(page, "box:P");
  await tap(page, "stand:0");
  await tap(page, sq("9i")); // the pawn is still taken up
  assert.match(await on(page, sq("9i")), /sente's 歩/);
  await tap(page, sq("9i"));
  assert.match(await on(page, sq("9i")), /sente's と/);
  await tap(page, sq("9i"));
  assert.match(await on(page, sq("9i")), /gote's 歩/);
  await page.keyboard.press("Escape");
  await drag(page, "box:G", "stand:0");
  assert.match(await on(page, "hand:0:G"), / 1$/);
  await drag(page, sq("9i"), sq("8h"));
  assert.match(await on(page, sq("8h")), /gote's 歩/);
  await drag(page, sq("8h"), "box");
  assert.match(await on(page, sq("8h")), /empty/);
  await page.click("#undo");
  assert.match(await on(page, sq("8h")), /gote's 歩/);
  await page.click("#redo");
  assert.match(await on(page, sq("8h")), /empty/);
  await verdict(page, "mate");
  assert.equal(await plies(page), "1"); // G*5b
  await close(page);
});

await test("set up by touch, at 320 px", async () => {
  const page = await open(home, { viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true });
  await page.tap("#clear");
  const touch = async (at) => page.touchscreen.tap(...(await middle(page, at)));
  await place(page, "box").scrollIntoViewIfNeeded();
  await touch("box:G");
  await touch(sq("5c"));
  await touch("stand:0");
  await touch("box:G");
  await touch("stand:0");
  await verdict(page, "mate");
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  const { width, height } = await place(page, sq("5e")).boundingBox();
  assert.ok(width >= 24 && height >= 24, width + " " + height);
  await page.screenshot({ path: new URL("320.png", shots).pathname, fullPage: true });
  await close(page);
});

await test("set up by keys alone", async () => {
  const page = await open();
  await page.click("#clear");
  await place(page, sq("9a")).focus();
  for (const key of ["5", "3", "g", "ArrowUp", "ArrowDown", "/", "g", "Escape"]) await page.keyboard.press(key);
  assert.match(await on(page, sq("5c")), /sente's 金/);
  assert.match(await on(page, "hand:0:G"), / 1$/);
  await verdict(page, "mate");
  assert.equal(await plies(page), "1");
  await place(page, sq("5c")).focus();
  for (const key of ["ArrowRight", "Shift+P", "~", "+"]) await page.keyboard.press(key);
  assert.match(await on(page, sq("4c")), /sente's と/);
  await page.keyboard.press("Space");
  assert.match(await on(page, sq("4c")), /empty/);
  await page.keyboard.press("]");
  assert.match(await on(page, sq("4c")), /sente's 金/);
  await page.keyboard.press("u");
  assert.match(await on(page, sq("5c")), /sente's 金/);
  await close(page);
});

await test("solved: stepped through by keys, buttons and the list", async () => {
  const page = await open(link(THREE));
  await page.click("#solve");
  await page.waitForSelector("#answer .kj-moves a");
  assert.equal(await page.getAttribute("html", "data-verdict"), "mate");
  await page.click('#bar [data-go="forth"]');
  assert.match(await on(page, sq("8c")), /sente's 龍/);
  await page.keyboard.press("End");
  assert.match(await on(page, sq("8e")), /sente's 龍/);
  await page.keyboard.press("Home");
  assert.match(await on(page, sq("7c")), /sente's 飛/);
  await page.click('#answer .kj-moves a[data-n="2"]');
  assert.match(await on(page, sq("9e")), /gote's/);
  await page.keyboard.press("a");
  assert.ok(await page.isHidden("#answer .kj-moves"));
  await page.keyboard.press("a");
  await page.click("#mine summary");
  await page.locator("#name").pressSequentially("hal a"); // letters that are keys elsewhere
  assert.ok(await page.isVisible("#answer .kj-moves"));
  assert.equal(await page.inputValue("#name"), "hal a");
  await close(page);
});

await test("checked: the cook is a line on the board", async () => {
  const page = await open(link(COOKED, "&do=check"));
  await verdict(page, "unsound");
  assert.equal(await plies(page), "3");
  await page.click("#mode-play");
  await page.waitForSelector(".kj-arrow-cook");
  await page.click("#answer .kj-found .defect a");
  assert.match(await on(page, sq("8e")), /sente's 龍/);
  await page.screenshot({ path: new URL("cook.png", shots).pathname });
  await close(page);
});

await test("solved by oneself: hints, a move that is answered, one that is not, and the mate", async () => {
  const page = await open(link(THREE, "&do=solve"));
  const told = () => page.textContent("#bar .kj-said"),
    play = async (from, to, choice) => {
      await tap(page, sq(from));
      await tap(page, sq(to));
      if (choice !== undefined) await page.click(`#ask button:has-text("${choice}")`);
    };
  await page.click("#bar .kj-play");
  assert.ok(await page.isHidden("#answer .kj-moves"));
  assert.match(await told(), /your move/);
  await page.click("#bar .kj-hint");
  assert.equal(await page.locator("#board .kj-hit.kj-selected").count(), 1);
  await page.keyboard.press("?");
  await page.waitForSelector("#board .kj-arrow-line");
  await page.waitForSelector("#board .kj-target", { state: "detached" });
  await play("7c", "9c", "+");
  await page.waitForSelector("#why:not([hidden]) pre");
  await page.click('#bar [data-go="back"]');
  assert.match(await on(page, sq("7c")), /sente's 飛/);
  await play("7c", "8c", "+");
  assert.match(await told(), /right, go on/);
  assert.match(await on(page, sq("9e")), /gote's 玉|gote's 王/); // the defence has moved
  await play("8c", "8e");
  assert.match(await told(), /solved/);
  assert.ok(await page.isVisible("#answer .kj-moves"));
  await page.click("#bar .kj-play");
  await page.click("#mode-edit");
  assert.equal(await page.locator(".kj-playing").count(), 0);
  await close(page);
});

await test("a move is not lost that is made before the legal moves are known", async () => {
  const page = await open(link(THREE, "&do=solve"));
  await verdict(page, "mate");
  await page.click("#mode-play");
  await page.evaluate(async () => {
    const { kanju } = (await import("./desk.js")).desk,
      position = kanju.position.bind(kanju),
      gate = new Promise((open) => (window.answer = open));
    kanju.position = async (...all) => (await gate, position(...all));
  });
  for (const go of ["forth", "back"]) await page.click(`#bar [data-go="${go}"]`);
  await tap(page, sq("7c"));
  await tap(page, sq("8c"));
  await page.evaluate(() => window.answer());
  await page.click("#ask button >> nth=0");
  assert.match(await on(page, sq("8c")), /sente's 龍/);
  await close(page);
});

await test("why not: a move of one's own is answered", async () => {
  const page = await open(link(THREE));
  await page.click("#mode-play");
  await tap(page, sq("7c"));
  await page.waitForSelector(".kj-target");
  await tap(page, sq("9c"));
  await page.click("#ask button >> nth=0");
  await page.waitForSelector("#why:not([hidden]) pre");
  assert.match(await page.textContent("#why pre"), /no mate/);
  assert.match(await page.textContent("#answer .own"), /R/);
  await close(page);
});

await test("brinkmate, and an answer that stops", async () => {
  const page = await open(link(THREE));
  await page.click("#hisshi");
  await verdict(page, "mate");
  await page.selectOption("#limit", "0");
  await page.evaluate(
    (hash) => {
      location.hash = hash;
    },
    "#sfen=" + longest().replaceAll(" ", "_") + "&do=check",
  );
  await page.waitForSelector("#stop:not([hidden])");
  await page.click("#stop");
  await page.waitForSelector("#stop", { state: "hidden" });
  await close(page);
});

await test("repaired: a version is a small board, and is taken by a tap", async () => {
  const page = await open(link("9/9/2R6/k8/N8/B8/9/8r/9 b b4g4s3n4l18p 1"));
  await page.click("#mend summary");
  await page.click("#repair");
  await page.waitForSelector("#versions .version svg");
  await page.screenshot({ path: new URL("mend.png", shots).pathname, fullPage: true });
  await page.click("#versions .version >> nth=0");
  await page.waitForSelector("#undo:not([disabled])");
  await close(page);
});

await test("a line's placements: the king stays, a placement is taken with the line", async () => {
  const page = await open(link("7k1/9/6B1R/9/9/9/9/9/9 b Grb3g4s4n4l18p 1", "&moves=G*2b"));
  await page.click("#mend summary");
  await page.selectOption("#limit", "10");
  await page.click("#place");
  await page.waitForSelector("#versions .version svg");
  assert.match(await said(page), /^(one placement|\d+ placements)$/);
  await page.screenshot({ path: new URL("placements.png", shots).pathname, fullPage: true });
  await page.click("#versions .version >> nth=0");
  await page.waitForSelector("#undo:not([disabled])");
  await page.click("#check");
  await verdict(page, "sound");
  assert.equal(await plies(page), "1");
  await close(page);
});

await test("no line, no placements: it says what to do", async () => {
  const page = await open(link("7k1/9/6B1R/9/9/9/9/9/9 b Grb3g4s4n4l18p 1"));
  await page.click("#mend summary");
  await page.click("#place");
  assert.equal(await said(page), "Play the moves of the solution first.");
  await close(page);
});

await test("taken away: link, KIF, SVG, PNG, report, certificate", async () => {
  const page = await open(link(THREE, "&do=solve"), { permissions: ["clipboard-read", "clipboard-write"] });
  await page.waitForSelector("#answer .kj-moves a");
  await page.click("#out summary");
  const begins = {
    kif: /^#|^手合割|^[^\n]*KIF|^\ufeff/,
    svg: /^<\?xml|^<svg/,
    png: /^.PNG/s,
    report: /^<!DOCTYPE html>/,
    certificate: /^/,
  };
  for (const [kind, begin] of Object.entries(begins)) {
    const [download] = await Promise.all([page.waitForEvent("download"), page.click(`[data-save=${kind}]`)]);
    const text = readFileSync(await download.path(), "latin1");
    assert.ok(text.length > 100, kind + " " + text.length);
    if (kind !== "kif") assert.match(text, begin, kind);
  }
  await page.click("[data-save=link]");
  await page.waitForFunction(() => document.getElementById("saved").textContent === "copied");
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  assert.ok(copied.startsWith(home + "#sfen=9/9/2R6/k8/N8/B8/9/9/9_b_"), copied);
  const other = await open(copied + "&do=solve");
  await other.waitForSelector("#answer .kj-moves a");
  await close(other);
  await close(page);
});

await test("pasted and dropped: every format", async () => {
  const page = await open();
  const bod =
    "後手の持駒：飛　角　金四　銀四　桂三　香四　歩十八\n  ９ ８ ７ ６ ５ ４ ３ ２ １\n+---------------------------+\n" +
    "| ・ ・ ・ ・ ・ ・ ・ ・ ・|一\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|二\n| ・ ・ 飛 ・ ・ ・ ・ ・ ・|三\n|v玉 ・ ・ ・ ・ ・ ・ ・ ・|四\n| 桂 ・ ・ ・ ・ ・ ・ ・ ・|五\n" +
    "| 角 ・ ・ ・ ・ ・ ・ ・ ・|六\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|七\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|八\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|九\n+---------------------------+\n先手の持駒：なし\n先手番\n";
  const paste = (text) =>
    page.evaluate((text) => {
      const data = new DataTransfer();
      data.setData("text/plain", text);
      document
        .getElementById("work")
        .dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
    }, text);
  for (const text of [
    THREE,
    "sfen " + THREE + " moves 7c8c+ 9d9e 8c8e",
    bod,
    bod + "手数----指手---------消費時間--\n1 ８三飛成(73)\n",
  ]) {
    await page.click("#clear");
    await paste(text);
    await page.waitForSelector(`#board [data-at="${sq("7c")}"] .kj-piece`);
    await verdict(page, "mate");
  }
  assert.match(await page.textContent("#line"), /1/);
  await page.click("#clear");
  await page.evaluate((text) => {
    const data = new DataTransfer();
    data.items.add(new File([text], "work.kif"));
    dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
  }, bod);
  await page.waitForSelector(`#board [data-at="${sq("7c")}"] .kj-piece`);
  await close(page);
});

await test("kept in the browser, saved as a file, read again", async () => {
  const page = await open(link(THREE));
  await verdict(page, "mate");
  await page.click("#mine summary");
  await page.fill("#name", "three <b>plies</b>");
  await page.click("#keep");
  assert.match(await page.textContent("#works"), /three <b>plies<\/b>/);
  const [download] = await Promise.all([page.waitForEvent("download"), page.click("#export")]);
  const file = await download.path();
  await page.click("#works button[aria-label]");
  assert.doesNotMatch(await page.textContent("#works"), /plies/);
  await page.setInputFiles("#file", file);
  await page.waitForFunction(() => /plies/.test(document.getElementById("works").textContent));
  await page.reload();
  await page.waitForSelector("html[data-ready]");
  await page.click("#mine summary");
  await page.click("#works li button");
  await verdict(page, "mate");
  assert.deepEqual(await page.evaluate(() => Object.keys(localStorage).sort()), ["kanju.draft", "kanju.works"]);
  await close(page);
});

await test("without a network it is still all there", async () => {
  const page = await open(home, { keeps: true });
  await isKept(page);
  await page.context().setOffline(true);
  await page.goto(link(COOKED, "&do=check"));
  await page.reload();
  await verdict(page, "unsound");
  await close(page);
});

await test("hostile titles, links and files do nothing, and are told of in a line", async () => {
  const page = await open();
  const mark = "<img src=x onerror=alert(1)><script>alert(2)</script>\"'>";
  const kif = (title) =>
    `作品名：${title}\n作者：${title}\n` +
    "後手の持駒：飛　角　金四　銀四　桂三　香四　歩十八\n+---------------------------+\n" +
    "| ・ ・ ・ ・ ・ ・ ・ ・ ・|一\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|二\n| ・ ・ 飛 ・ ・ ・ ・ ・ ・|三\n|v玉 ・ ・ ・ ・ ・ ・ ・ ・|四\n| 桂 ・ ・ ・ ・ ・ ・ ・ ・|五\n" +
    "| 角 ・ ・ ・ ・ ・ ・ ・ ・|六\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|七\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|八\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|九\n+---------------------------+\n先手の持駒：なし\n*" +
    title +
    "\n";
  await page.click("#in summary");
  await page.fill("#text", kif(mark));
  await page.click("#read");
  await page.waitForFunction(() => document.getElementById("name").value.includes("<img"));
  await page.click("#check");
  await verdict(page, "sound");
  await page.click("#mine summary");
  await page.click("#keep");
  assert.equal(await page.evaluate(() => document.querySelectorAll("img, #answer script, #works b").length), 0);
  const lines = [
    "nonsense",
    "9/9 b - 1",
    "x".repeat(100000),
    "\u0000\u0001\u0002",
    "k".repeat(81) + " b - 1",
    "<svg onload=alert(1)>",
    '{"kanju":"works","works":[{"position":5}]}',
  ];
  for (const text of lines) {
    await page.fill("#text", text);
    await page.click("#read");
    await page.waitForFunction(() => /bad/.test(document.getElementById("said").className));
    assert.ok((await said(page)).length < 400, await said(page));
  }
  for (const hash of [
    "#sfen=" + "9".repeat(100000),
    "#sfen=%E0%A4%A",
    "#sfen=" + encodeURIComponent(mark) + "&do=check&lang=zz",
    "#moves=" + mark,
    "#sfen=" + THREE.replaceAll(" ", "_") + "&moves=7c8c+,<b>",
  ]) {
    await page.evaluate((hash) => {
      location.hash = hash;
    }, hash);
    await page.waitForFunction(() => document.getElementById("said").textContent !== "");
  }
  writeFileSync(new URL("big.kif", shots), Buffer.alloc(60 << 20, 65));
  await page.setInputFiles("#file", new URL("big.kif", shots).pathname);
  await page.waitForFunction(() => /16 MB/.test(document.getElementById("said").textContent));
  await page.setInputFiles("#file", {
    name: "picture.png",
    mimeType: "image/png",
    buffer: Buffer.from("89504e470d0a1a0a0000000d49484452000000010000000108", "hex"),
  });
  await page.waitForFunction(() => /bad/.test(document.getElementById("said").className));
  await close(page);
});

await test("files of chance: whatever is read, nothing breaks", async () => {
  const page = await open();
  await page.click("#in summary");
  let seed = 5;
  const chance = (n) => (seed = (seed * 48271) % 2147483647) % n;
  const pool = [..."0123456789/+kKrRbBgGsSnNlLpP -*<>&\"'\n\t：　玉飛▲△同{}[],:"];
  for (let i = 0; i < 60; i++) {
    const text =
      i % 2
        ? Array.from({ length: 1 + chance(200) }, () => pool[chance(pool.length)]).join("")
        : [...THREE].map((c) => (chance(12) ? c : pool[chance(pool.length)])).join("");
    await page.fill("#text", text);
    await page.click("#read");
    await page.waitForFunction(() => document.getElementById("said").textContent !== "reading …");
  }
  await page.goto(link(THREE));
  await verdict(page, "mate");
  await close(page);
});

await test("the other games", async () => {
  const page = await open();
  for (const game of await page.$$eval("#game option", (options) => options.map((option) => option.value))) {
    await page.selectOption("#game", game);
    await page.waitForFunction(() => document.getElementById("said").textContent !== "");
    assert.ok((await page.locator("#board .kj-piece").count()) > 1, game);
  }
  await page.goto(home + "#sfen=" + encodeURIComponent("k^7/8/1K^6/8/8/8/8/7R / O/o") + "&do=solve");
  await verdict(page, "mate");
  await page.waitForSelector("#answer .kj-moves a");
  await page.click('#bar [data-go="last"]');
  await close(page);
});

await test("no fault for axe: English and Japanese, light and dark, wide and narrow", async () => {
  for (const [locale, colorScheme, width] of [
    ["en-GB", "light", 1280],
    ["ja-JP", "dark", 1280],
    ["ja-JP", "light", 320],
    ["en-GB", "dark", 320],
  ]) {
    const page = await open(link(COOKED, "&do=check"), {
      locale,
      colorScheme,
      viewport: { width, height: 900 },
      bypassCSP: true,
    });
    await verdict(page, "unsound");
    for (const id of ["mend", "out", "in", "mine"]) await page.click(`#${id} > summary`);
    await page.addScriptTag({ content: axe });
    const { violations } = await page.evaluate(() =>
      window.axe.run({
        runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"],
        resultTypes: ["violations"],
      }),
    );
    assert.deepEqual(
      violations.map(
        (fault) =>
          fault.id +
          ": " +
          fault.nodes
            .map((node) => node.html.slice(0, 120))
            .slice(0, 3)
            .join(" | "),
      ),
      [],
    );
    assert.equal(await page.getAttribute("html", "lang"), locale.slice(0, 2));
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "too wide");
    if (locale === "ja-JP") {
      assert.doesNotMatch(await page.innerText("body"), /mate|sound|defect|nodes/);
      const lines = await page.$$eval(".kj-found .kj-move", (moves) => moves.map((one) => one.getClientRects().length));
      assert.ok(lines.length && lines.every((n) => n === 1), "a move is broken at the end of a line");
    }
    if (width === 1280 && locale === "en-GB") {
      await page.emulateMedia({ media: "print" });
      await page.screenshot({ path: new URL("print.png", shots).pathname, fullPage: true });
      await page.emulateMedia({ media: "screen" });
    }
    await page.screenshot({ path: new URL(`${locale}-${colorScheme}-${width}.png`, shots).pathname, fullPage: true });
    await page.context().close();
  }
});

await finish();
