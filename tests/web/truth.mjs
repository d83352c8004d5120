// SPDX-License-Identifier: GPL-3.0-or-later
// The page says what is so: one voice in the verdict box, the game of a work, warnings, records kept
// whole, and searches that can be stopped.
import assert from "node:assert";
import {
  COOKED,
  THREE,
  close,
  drag,
  failed,
  finish,
  give,
  home,
  isKept,
  later,
  link,
  middle,
  on,
  open,
  place,
  sq,
  taken,
  tap,
  verdict,
} from "./browser.mjs";
import { longest, test } from "./lib.mjs";

const ROUND = "k1S2/1P3/G4/5/5/5 b 3g3s5p 1"; // of goro-goro: sound there, not in 56shogi
const TWO_PAWNS = "4k4/9/4P4/9/4P4/9/9/9/9 b G2r2b3g4s4n4l16p 1",
  DEAD = "N3k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s3n4l17p 1";

const board = (head, rows, more) => `${head}後手の持駒：飛　角　金四　銀四　桂三　香四　歩十八
  ９ ８ ７ ６ ５ ４ ３ ２ １
+---------------------------+
${rows.map((row, i) => `|${row}|${"一二三四五六七八九"[i]}\n`).join("")}+---------------------------+
先手の持駒：なし
${more}`;
const NONE = " ・ ・ ・ ・ ・ ・ ・ ・ ・";
const RECORD = board(
  "作品名：朝顔\n作者：某氏\n発表誌：試し\n",
  [
    NONE,
    NONE,
    " ・ ・ 飛 ・ ・ ・ ・ ・ ・",
    "v玉 ・ ・ ・ ・ ・ ・ ・ ・",
    " 桂 ・ ・ ・ ・ ・ ・ ・ ・",
    " 角 ・ ・ ・ ・ ・ ・ ・ ・",
    NONE,
    NONE,
    NONE,
  ],
  `*狙いの一手
手数----指手---------消費時間--
   1 ８三飛成(73)
*主眼手
   2 ９五玉(94)
   3 ８五龍(83)
   4 詰み

変化：1手
   1 ７四飛(73)
*紛れ
   2 ８三玉(94)
`,
);

const isGreen = (page) =>
  page.evaluate(
    () => document.getElementById("said").classList.contains("good") || "verdict" in document.documentElement.dataset,
  );

await test("a link that cannot be read is told of, and nothing is green", async () => {
  const page = await open(home + "#sfen=nonsense");
  await failed(page);
  await later(page);
  await failed(page);
  assert.ok(!(await isGreen(page)));
  await close(page);
});

await test("a text that cannot be read is told of as long as nothing else is asked", async () => {
  const page = await open(link(THREE));
  await verdict(page, "mate");
  await tap(page, "box:G");
  await tap(page, sq("1i")); // a glance is on its way
  await give(page, "9/9 b - 1");
  await failed(page);
  await later(page);
  await failed(page);
  assert.ok(!(await isGreen(page)));
  await page.click("#check");
  await page.waitForSelector("html[data-verdict]");
  await close(page);
});

await test("a search that another one has taken over is not heard any more", async () => {
  const page = await open(link(longest()), { keeps: true });
  await isKept(page);
  await page.reload(); // now isolated: what is stopped still gives what it has found
  await page.waitForSelector("html[data-ready]");
  assert.ok(await page.evaluate(() => crossOriginIsolated));
  await page.click("#check");
  await page.waitForSelector("#stop:not([hidden])");
  await page.evaluate(
    (hash) => {
      location.hash = hash;
    },
    "#sfen=" + THREE.replaceAll(" ", "_"),
  );
  await verdict(page, "mate");
  await later(page);
  assert.equal(await page.getAttribute("html", "data-plies"), "3");
  assert.equal(await page.textContent("#answer"), "");
  await close(page);
});

await test("the game stands in the link, and links without one still open", async () => {
  const page = await open(home + "#sfen=" + ROUND.replaceAll(" ", "_") + "&game=gorogoro&do=check", {
    permissions: ["clipboard-read", "clipboard-write"],
  });
  await verdict(page, "sound");
  await page.click("#out summary");
  await page.click("[data-save=link]");
  await page.waitForFunction(() => document.getElementById("saved").textContent !== "");
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  await close(page);
  const other = await open(copied + "&do=check");
  await verdict(other, "sound");
  assert.equal(await other.inputValue("#game"), "gorogoro");
  await close(other);
  const old = await open(home + "#sfen=" + ROUND.replaceAll(" ", "_") + "&do=check");
  await verdict(old, "unsound");
  assert.equal(await old.inputValue("#game"), "56shogi");
  await close(old);
  const wrong = await open(home + "#sfen=" + ROUND.replaceAll(" ", "_") + "&game=go");
  await failed(wrong);
  await close(wrong);
});

await test("a position that is read is one of the game that is chosen, where it can be", async () => {
  const page = await open();
  await page.selectOption("#game", "gorogoro");
  await give(page, ROUND);
  await page.waitForSelector(`#board [data-at="sq:2"] .kj-piece`);
  assert.equal(await page.inputValue("#game"), "gorogoro");
  await give(page, THREE);
  await verdict(page, "mate");
  assert.equal(await page.inputValue("#game"), "shogi");
  await close(page);
});

await test("shogi with the drunk elephant is set up: what leaves the game is in no hand", async () => {
  const page = await open();
  await page.selectOption("#game", "suizo");
  await verdict(page, "nomate");
  await drag(page, "box:E", sq("5c"));
  assert.match(await on(page, sq("5c")), /sente's 象/);
  await tap(page, "box:G");
  await tap(page, "stand:0");
  await verdict(page, "mate");
  await drag(page, "box:E", "stand:0");
  assert.match(await on(page, "box:E"), / 1$/);
  await page.click("#solve");
  await page.waitForSelector("#answer .kj-moves a");
  await close(page);
});

await test("the answer stays when the language is changed, and is told in it", async () => {
  for (const [button, en, ja] of [
    ["solve", /^mate in 3$/, /^3手詰/],
    ["check", /^sound/, /^完全/],
  ]) {
    const page = await open(link(THREE, "&lang=en"));
    await page.click("#" + button);
    await page.waitForSelector("#answer .kj-moves a");
    assert.match(await page.textContent("#said"), en);
    const moves = await page.locator("#answer .kj-moves a").count();
    await page.click('#answer .kj-moves a[data-n="2"]');
    await page.click("#language");
    assert.equal(await page.locator("#answer .kj-moves a").count(), moves); // at once
    await page.waitForFunction(
      () =>
        /[▲△☗☖]|龍|成/.test(document.querySelector("#answer .kj-moves").textContent) &&
        "verdict" in document.documentElement.dataset,
    );
    assert.match(await page.textContent("#said"), ja);
    assert.equal(await page.locator("#answer .kj-moves a").count(), moves);
    assert.equal(
      await page.evaluate(() => document.querySelector('#answer .kj-moves a[data-n="2"]').matches(".kj-on")),
      true,
    );
    await close(page);
  }
});

await test("what is odd about a position is told beside the verdict, in both languages", async () => {
  for (const [sfen, en, ja] of [
    [TWO_PAWNS, /two unpromoted pawns/, /^注意.*二歩/],
    [DEAD, /never move/, /^注意.*行き所のない駒/],
  ])
    for (const [lang, words] of [
      ["en", en],
      ["ja", ja],
    ]) {
      const page = await open(link(sfen, "&lang=" + lang));
      await verdict(page, "mate");
      assert.match(await page.textContent("#warned"), words);
      await page.click("#check");
      await page.waitForSelector("#answer .kj-moves a");
      assert.match(await page.textContent("#warned"), words);
      await page.click("#clear");
      await verdict(page, "nomate");
      assert.equal(await page.textContent("#warned"), "");
      await close(page);
    }
});

const everything = ["作品名：朝顔", "作者：某氏", "発表誌：試し", "*狙いの一手", "*主眼手", "変化：1手", "*紛れ"];

await test("a record is kept from opening to saving, before and after it is solved", async () => {
  const page = await open();
  await give(page, RECORD);
  await verdict(page, "mate");
  assert.equal(await page.inputValue("#name"), "朝顔");
  let kif = await taken(page, "kif");
  for (const words of everything) assert.ok(kif.includes(words), words + "\n" + kif);
  await page.click("#check");
  await page.waitForSelector("#answer .kj-moves a");
  kif = await taken(page, "kif");
  for (const words of [...everything, "完全性："]) assert.ok(kif.includes(words), words + "\n" + kif);
  const report = await taken(page, "report");
  for (const words of ["朝顔", "某氏"]) assert.ok(report.includes(words), words);
  await close(page);
});

await test("an edited work keeps its title, author and first words; its old moves go", async () => {
  const page = await open();
  await give(page, RECORD);
  await verdict(page, "mate");
  await page.click("#mine summary");
  await page.fill("#name", "夕顔");
  await page.fill("#composer", "");
  await drag(page, sq("7c"), sq("7b"));
  await page.waitForFunction(() => /cannot be played/.test(document.getElementById("line").textContent));
  const kif = await taken(page, "kif");
  for (const words of ["作品名：夕顔", "発表誌：試し", "*狙いの一手"])
    assert.ok(kif.includes(words), words + "\n" + kif);
  for (const words of ["作者", "*紛れ"]) assert.ok(!kif.includes(words), words + "\n" + kif);
  await close(page);
});

await test("records of other games keep their titles as well", async () => {
  const page = await open(home + "#sfen=" + ROUND.replaceAll(" ", "_") + "&game=gorogoro");
  await page.click("#mine summary");
  await page.fill("#name", "丸");
  const kif = await taken(page, "kif");
  assert.match(kif, /作品名：丸/);
  await page.click("#clear");
  await give(page, kif);
  await verdict(page, "mate");
  assert.equal(await page.inputValue("#name"), "丸");
  assert.equal(await page.inputValue("#game"), "gorogoro");
  await close(page);
});

for (const kind of ["certificate", "report"])
  await test(`a search that leads to a file can be stopped, pressed twice as well: ${kind}`, async () => {
    const page = await open(link(longest()));
    await page.selectOption("#limit", "0");
    await page.click("#out summary");
    for (let i = 0; i < 3; i++) await page.click(`[data-save=${kind}]`);
    await page.waitForSelector("#stop:not([hidden])");
    await page.click("#stop");
    await page.waitForSelector("#stop", { state: "hidden" });
    assert.equal(await page.textContent("#saved"), "");
    await page.evaluate(
      (hash) => {
        location.hash = hash;
      },
      "#sfen=" + COOKED.replaceAll(" ", "_") + "&do=check",
    ); // nothing is in its way
    await verdict(page, "unsound");
    await close(page);
  });

await test("a piece is dragged by a finger, and the page is moved by one beside it", async () => {
  const page = await open(home, { viewport: { width: 390, height: 500 }, hasTouch: true, isMobile: true });
  const touch = await page.context().newCDPSession(page);
  const swipe = async ([x, y], [toX, toY]) => {
    const at = (part) => [{ x: x + (toX - x) * part, y: y + (toY - y) * part }];
    await touch.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: at(0) });
    for (let part = 1; part <= 8; part++)
      await touch.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: at(part / 8) });
    await touch.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  };
  await place(page, sq("6d")).evaluate((square) => square.scrollIntoView({ block: "center", behavior: "instant" }));
  await swipe(await middle(page, sq("7c")), await middle(page, sq("5e")));
  assert.match(await on(page, sq("5e")), /sente's 飛/);
  assert.match(await on(page, sq("7c")), /empty/);
  await page.waitForSelector("html[data-verdict]");
  const before = await page.evaluate(() => scrollY),
    [x, y] = await middle(page, sq("2e"));
  await swipe([x, y], [x, y - 120]);
  await page.waitForFunction((before) => scrollY > before, before);
  await close(page);
});

await finish();
