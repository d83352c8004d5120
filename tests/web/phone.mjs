// SPDX-License-Identifier: GPL-3.0-or-later
// The page in one's pocket: board and answer on one screen, by touch, upright and lying, with large
// letters; and what people expect of a board.
import assert from "node:assert";
import {
  COOKED,
  THREE,
  close,
  finish,
  home,
  link,
  middle,
  on,
  open,
  place,
  said,
  soon,
  sq,
  verdict,
} from "./browser.mjs";
import { shots, test } from "./lib.mjs";

const PHONE = { hasTouch: true, isMobile: true };
const tall = { width: 390, height: 844 },
  small = { width: 320, height: 640 },
  lying = { width: 844, height: 390 };
const attribute = (page, name) => page.getAttribute("html", "data-" + name);
const idle = (page) => page.waitForSelector("html:not([data-busy])");
const picture = (page, name) => page.screenshot({ path: new URL(`phone-${name}.png`, shots).pathname });

// Where an element is, or what lies over its middle, unless it is in sight as a whole.
const hidden = (page, selector) =>
  page.evaluate((wanted) => {
    const one = document.querySelector(wanted),
      { left, top, right, bottom, width } = one.getBoundingClientRect();
    const where = [left, top, right, bottom].map(Math.round).join(" ");
    if (!width || left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1) return where;
    const found = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    return found && (one.contains(found) || found.contains(one))
      ? ""
      : where + " under " + found?.outerHTML.slice(0, 80);
  }, selector);
const seen = async (page, selectors, where) => {
  for (const selector of selectors)
    assert.equal(where + " " + selector + ": " + (await hidden(page, selector)), where + " " + selector + ": ");
};
const squares = [`#board [data-at="sq:0"]`, `#board [data-at="sq:80"]`];

// A finger that goes across the board, or stays.
async function finger(page, from, to, rest = 0) {
  const touch = async (type, x, y) =>
    page.evaluate(
      ([kind, clientX, clientY]) => {
        const target = document.elementFromPoint(clientX, clientY);
        const about = { clientX, clientY, pointerId: 7, pointerType: "touch", isPrimary: true, bubbles: true };
        target.dispatchEvent(new PointerEvent(kind, { ...about, button: kind === "pointermove" ? -1 : 0 }));
      },
      [type, x, y],
    );
  const [x, y] = await middle(page, from);
  await touch("pointerdown", x, y);
  if (rest) await page.waitForTimeout(rest);
  if (to) await touch("pointermove", x + to, y);
  await touch("pointerup", x + (to || 0), y);
}

for (const [name, viewport] of Object.entries({ tall, small, lying }))
  await test(`${name}: board, verdict, moves and buttons are in sight at once`, async () => {
    const page = await open(link(COOKED), { viewport, ...PHONE });
    await verdict(page, "mate");
    const heard = ["#said", "#solve", "#check", "#why-not"];
    await seen(page, [...squares, ...heard], "before");
    await page.tap("[data-do=check]");
    await verdict(page, "unsound");
    await idle(page);
    await seen(page, [...squares, ...heard, "[data-go=forth]", "#answer .kj-found .defect a"], "after");
    await page.tap("[data-go=forth]");
    await soon(async () => assert.match(await page.textContent(".kj-now"), /^1 /));
    await page.tap("#answer .kj-found .defect a");
    await soon(async () => assert.match(await page.textContent("#reason"), /cook/));
    await seen(page, [...squares, ...heard, "#reason"], "the cook");
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true);
    await picture(page, name);
    await close(page);
  });

await test("letters twice as large: what is said and the buttons stay in sight, the board with them", async () => {
  for (const viewport of [tall, small]) {
    const page = await open(link(COOKED), { viewport, ...PHONE });
    await page.evaluate(() => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync("html { font-size: 200% }");
      document.adoptedStyleSheets = [sheet];
    });
    await page.tap("[data-do=check]");
    await verdict(page, "unsound");
    await seen(page, ["#said", "#check", "[data-go=forth]"], "large");
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true);
    await picture(page, "large-" + viewport.width);
    page.wrong = [];
    await close(page);
  }
});

await test("lists are sheets from below, above a search and its Stop", async () => {
  const page = await open(link(COOKED), { viewport: tall, ...PHONE });
  await verdict(page, "mate");
  await page.tap("#mine summary");
  await soon(async () => assert.ok(await page.isVisible("#name")));
  await page.tap("#mend summary");
  await soon(async () => assert.ok(await page.isHidden("#name")));
  await page.selectOption("#limit", "0");
  await page.tap("[data-do=repair]");
  await page.waitForSelector("#stop:not([hidden])");
  await seen(page, ["#stop", "#said"], "repairing");
  await page.waitForSelector(".version svg");
  await picture(page, "sheet");
  await page.tap("#stop").catch(() => {}); // it may be over
  await idle(page);
  await page.tap(".version");
  await soon(async () => assert.ok(await page.isHidden(".version")));
  await seen(page, squares, "chosen");
  await close(page);
});

await test("swiped: forth and back, and take back takes a move back", async () => {
  const page = await open(link(THREE), { viewport: tall, ...PHONE });
  await page.tap("[data-do=solve]");
  await verdict(page, "mate");
  await page.waitForSelector("#answer .kj-moves a");
  await page.tap("#mode-play");
  await finger(page, sq("5c"), -80);
  assert.match(await on(page, sq("8c")), /sente's 龍/);
  await finger(page, sq("5c"), -80);
  await finger(page, sq("5c"), 80);
  assert.match(await on(page, sq("9d")), /gote's/);
  await page.tap("#undo");
  await soon(async () => assert.match(await on(page, sq("7c")), /sente's 飛/));
  assert.ok((await page.locator("#answer .kj-moves a").count()) > 2, "the answer stays");
  await close(page);
});

await test("the answer becomes the author's line, and stays", async () => {
  const page = await open(link(THREE), { viewport: tall, ...PHONE });
  await page.tap("[data-do=solve]");
  await page.waitForSelector("[data-do=line]");
  await page.tap("[data-do=line]");
  await soon(async () => assert.match(await page.textContent("#line"), /3 plies/));
  assert.ok((await page.locator("#answer .kj-moves a").count()) > 2);
  assert.match(await page.evaluate(() => location.hash), /moves=7c8c\+,9d9e,8c8e/);
  assert.equal(await attribute(page, "verdict"), "mate");
  await close(page);
});

await test("why: of the move that is shown, in the bar", async () => {
  const page = await open(link(THREE), { viewport: tall, ...PHONE });
  await verdict(page, "mate");
  await page.tap("#mode-play");
  const tap = async (at) => page.touchscreen.tap(...(await middle(page, at)));
  await tap(sq("7c"));
  await page.waitForSelector(".kj-target");
  await tap(sq("9c"));
  await page.tap("#ask button >> nth=0");
  await page.waitForFunction(() => /the king takes/.test(document.getElementById("reason").textContent));
  await seen(page, ["#reason", ...squares], "why");
  await page.waitForSelector("#why pre"); // it comes below, and moves what is there
  await page.tap("#undo");
  await soon(async () => assert.equal(await page.textContent("#reason"), ""));
  await page.tap("[data-do=why]");
  await page.waitForFunction(() => /mate/.test(document.getElementById("reason").textContent));
  await close(page);
});

for (const [name, viewport] of Object.entries({ tall, small }))
  await test(`${name}: solved by oneself, right and wrong are told in sight`, async () => {
    const page = await open(link(THREE), { viewport, ...PHONE });
    const tap = async (at) => page.touchscreen.tap(...(await middle(page, at))),
      tells = async (where, words) => {
        await page.waitForFunction(
          ([where, words]) => document.querySelector(where).textContent.includes(words),
          [where, words],
        );
        await seen(page, [...squares, where, ".kj-hint", '#bar [data-go="back"]', ".kj-hide"], words);
      };
    await page.tap("[data-do=solve]");
    await page.tap(".kj-play");
    await tells(".kj-said", "your move");
    await tap(sq("7c"));
    await page.waitForSelector(".kj-target");
    await tap(sq("9c"));
    await page.tap("#ask button >> nth=0");
    await tells("#reason", "R-9c+: Kx9c the king takes");
    assert.equal(await page.textContent(".kj-said"), "(◀ takes it back)");
    await page.tap('#bar [data-go="back"]');
    await page.tap(".kj-hint");
    await tells(".kj-said", "hint");
    assert.equal(await page.locator(".kj-arrow-line").count(), 0);
    await page.tap(".kj-hint");
    await page.waitForSelector(".kj-arrow-line");
    await page.tap("[data-do=why]");
    await tells("#reason", "mate in 3");
    assert.doesNotMatch(await page.textContent("#reason"), /8c/); // that would be the answer
    await tap(sq("7c"));
    await page.waitForSelector(".kj-target");
    await tap(sq("8c"));
    await page.tap("#ask button >> nth=0");
    await tells(".kj-said", "right, go on");
    await picture(page, "solving-" + name);
    await close(page);
  });

await test("lying: an answer brings the board back that was scrolled away", async () => {
  const page = await open(link(COOKED), { viewport: lying, ...PHONE });
  await verdict(page, "mate");
  await page.tap("#in summary");
  await page.evaluate(() => scrollTo({ top: 1e4, behavior: "instant" }));
  await page.tap("[data-do=check]");
  await page.waitForSelector("#answer .kj-found");
  await seen(page, [...squares, "#said", "#answer .kj-found .defect a"], "after");
  await close(page);
});

await test("held down: all that can be done with a piece, and what may stand on an empty square", async () => {
  const page = await open(link(THREE), { viewport: tall, ...PHONE });
  await verdict(page, "mate");
  const choose = async (at, words) => {
    await finger(page, at, 0, 600);
    await page.tap(`#ask button:has-text("${words}")`);
  };
  await choose(sq("7c"), "turn it over");
  assert.match(await on(page, sq("7c")), /sente's 龍/);
  await choose(sq("7c"), "change its side");
  assert.match(await on(page, sq("7c")), /gote's 龍/);
  await choose(sq("7c"), "to sente's hand");
  assert.match(await on(page, "hand:0:R"), / 1$/);
  await choose(sq("5e"), "金");
  assert.match(await on(page, sq("5e")), /sente's 金/);
  await choose(sq("5e"), "remove it");
  assert.match(await on(page, sq("5e")), /empty/);
  await close(page);
});

await test("seen from the other side, on paper, with letters: and remembered, the language too", async () => {
  const page = await open(link(THREE));
  await verdict(page, "mate");
  const [, before] = await middle(page, sq("7c"));
  await page.click("#look summary");
  await page.check("#flip");
  const [, after] = await middle(page, sq("7c"));
  assert.ok(after > before);
  await page.selectOption("#wood", "paper");
  await page.selectOption("#faces", "letters");
  assert.equal(await place(page, sq("7c")).locator(".kj-face").textContent(), "R");
  assert.equal(await page.locator("#board .kj-plain").count(), 1);
  await page.click("#language");
  await page.goto(home);
  await page.reload();
  await page.waitForSelector("html[data-ready]");
  assert.equal(await page.getAttribute("html", "lang"), "ja");
  assert.equal(await page.locator("#board .kj-plain").count(), 1);
  assert.ok(await page.isChecked("#flip"));
  await page.screenshot({ path: new URL("flipped.png", shots).pathname });
  await close(page);
});

await test("begun with a king alone, the even game, a handicap", async () => {
  const page = await open();
  await page.click("#look summary");
  const pieces = () => page.locator('#board [data-at^="sq:"] .kj-piece').count();
  for (const [name, n] of [
    ["king alone", 1],
    ["even game", 40],
    ["two pieces", 38],
  ]) {
    await page.selectOption("#start", { label: name });
    await page.waitForFunction(
      (want) => document.querySelectorAll('#board [data-at^="sq:"] .kj-piece').length === want,
      n,
    );
    assert.equal(await pieces(), n);
  }
  await close(page);
});

await test("a QR code of the link, links do more than solve, and a link as text", async () => {
  const page = await open(link(COOKED, "&do=repair"));
  await page.waitForSelector(".version svg");
  await page.click("#out summary");
  await page.click("[data-save=qr]");
  await page.waitForSelector("#saved .qr path");
  await page.click("#in summary");
  await page.fill("#text", link(THREE, "&moves=7c8c%2B,9d9e,8c8e"));
  await page.click("#read");
  await page.waitForFunction(() => /3 plies/.test(document.getElementById("line").textContent));
  await verdict(page, "mate");
  await close(page);
});

await test("what the page says of itself to those that embed it", async () => {
  const page = await open(link(THREE));
  await verdict(page, "mate");
  await idle(page);
  assert.equal(await attribute(page, "plies"), "3");
  assert.equal(await attribute(page, "game"), "shogi");
  for (const part of ["board", "said", "stop"]) assert.equal(await page.locator(`[data-part=${part}]`).count(), 1);
  for (const act of ["solve", "check", "repair", "why"])
    assert.equal(await page.locator(`[data-do=${act}]`).count(), 1);
  for (const kind of ["kif", "svg", "png", "link", "report", "certificate"])
    assert.equal(await page.locator(`[data-save=${kind}]`).count(), 1);
  assert.equal(await page.locator("input[type=file]").count(), 1);
  await page.click("#in summary");
  await page.fill("#text", "nonsense");
  await page.click("#read");
  await page.waitForSelector("#said.fault");
  assert.match(String(await attribute(page, "verdict")), /null|error/);
  assert.ok((await said(page)).length > 0);
  await close(page);
});

await finish();
