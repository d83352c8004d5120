// SPDX-License-Identifier: GPL-3.0-or-later
// A collection on the page: opened, sorted, filtered, stepped through, checked and stopped, saved and
// read again by the native program; hostile titles, a narrow screen, Japanese.
import assert from "node:assert";
import { readFileSync, writeFileSync } from "node:fs";
import { COOKED, THREE, close, failed, finish, give, home, on, open, openIn, said, sq, verdict } from "./browser.mjs";
import { file, longest, native, puzzles, shots, test, tools } from "./lib.mjs";

const axe = readFileSync(new URL("axe-core/axe.min.js", tools), "utf8");
const HOSTILE = "<img src=x onerror=alert(1)>",
  SOUND = puzzles().filter(({ list, plies }) => list === "shogi/original.tsv" && plies <= 3);
const SMALL = [
  `three\t${THREE}\t3`,
  `cooked\t${COOKED}\t5`,
  "broken\tk8/9 b - 1",
  `${HOSTILE}\t${SOUND[0].position}\t1\t${HOSTILE}`,
  ...SOUND.slice(1, 5).map(({ id, position, plies }) => `${id}\t${position}\t${plies}`),
].join("\n");

const path = (name) => new URL(name, shots).pathname;
async function load(page, ...files) {
  for (const [name, text] of files) writeFileSync(path(name), text);
  await page.setInputFiles(
    "#file",
    files.map(([name]) => path(name)),
  );
  await page.waitForSelector("#collection:not([hidden])");
  await isRead(page);
}
const isRead = (page) => page.waitForSelector("#reading", { state: "hidden" });
const columns = (page) => page.$$eval("#head span", (heads) => heads.map((head) => head.textContent));
const column = async (page, name) => {
  const at = (await columns(page)).findIndex((head) => head.startsWith(name));
  return page.$$eval("#rows > .row", (rows, at) => rows.map((row) => row.children[at].textContent), at);
};
const ids = (page) => column(page, "id");
async function query(page, text) {
  await page.fill("#query", text);
  await page.press("#query", "Enter"); // at once
}
async function checkAll(page) {
  await page.click("#check-all");
  await page.waitForSelector("#check-stop", { state: "hidden" });
}
async function saved(page, kind) {
  const [download] = await Promise.all([page.waitForEvent("download"), page.click(`[data-collection=${kind}]`)]);
  return { name: download.suggestedFilename(), text: readFileSync(await download.path(), "utf8") };
}

await test("ten thousand problems: the first board at once, the page never waits, few rows in the document", async () => {
  const page = await open();
  await page.evaluate(() => {
    window.longest = 0;
    let before = performance.now();
    setInterval(() => {
      const now = performance.now();
      window.longest = Math.max(window.longest, now - before - 10);
      before = now;
    }, 10);
  });
  const rows = puzzles().filter(({ position }) => / [bw] /.test(position));
  const list = Array.from(
    { length: 10000 },
    (_, i) => `w${i}\t${rows[i % rows.length].position}\t${rows[i % rows.length].plies}`,
  );
  writeFileSync(path("many.tsv"), list.join("\n"));
  const before = Date.now();
  await page.setInputFiles("#file", path("many.tsv"));
  await page.waitForSelector("#rows > .row.on");
  const first = Date.now() - before;
  assert.ok(await page.isVisible("#reading"), "it is read already");
  await give(page, COOKED); // the collection goes on meanwhile
  await page.waitForFunction(() => /1R7/.test(location.hash));
  await isRead(page);
  console.log(
    `# first after ${first} ms, all after ${Date.now() - before} ms, the longest wait ${Math.round(await page.evaluate(() => window.longest))} ms`,
  );
  assert.match(await page.textContent("#collected"), /10,000/);
  assert.equal(await page.textContent("#shown"), "10000 of 10000");
  assert.ok((await page.locator("#rows > .row").count()) < 100);
  await page.evaluate(() => {
    document.getElementById("list").scrollTop = 1e6;
  });
  await page.waitForSelector('#rows [aria-rowindex="10001"]');
  await query(page, "id=w9999");
  assert.deepEqual(await ids(page), ["w9999"]);
  await close(page);
});

await test("ten thousand problems in JSON, or in a table with commas: the first board while the rest is read", async () => {
  const some = Array.from({ length: 10000 }, (_, i) => ({ id: `w${i}`, sfen: SOUND[i % SOUND.length].position }));
  for (const [name, text] of [
    ["many.json", JSON.stringify(some)],
    ["many.csv", ["id,sfen", ...some.map(({ id, sfen }) => `${id},${sfen}`)].join("\n")],
  ]) {
    const page = await open();
    writeFileSync(path(name), text);
    await page.setInputFiles("#file", path(name));
    const before = Date.now();
    await page.waitForSelector("#rows > .row.on");
    console.log(`# ${name}: first after ${Date.now() - before} ms`);
    assert.ok(await page.isVisible("#reading"), "it is read already");
    await close(page);
  }
});

await test("on a phone the first work is in sight, and its table a sheet", async () => {
  const page = await open(home, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  writeFileSync(path("small.tsv"), SMALL);
  await page.setInputFiles("#file", path("small.tsv"));
  await page.waitForSelector("#rows > .row.on", { state: "attached" });
  const covered = () =>
    page.evaluate(() =>
      [0, 40, 80].filter((n) => {
        const square = document.querySelector(`#board [data-at="sq:${n}"]`),
          { left, top, width, height } = square.getBoundingClientRect();
        return !square.contains(document.elementFromPoint(left + width / 2, top + height / 2));
      }),
    );
  assert.deepEqual(await covered(), []);
  await page.tap("#collection summary");
  await page.tap('.row:has-text("cooked")');
  await page.waitForFunction(() => document.getElementById("name").value === "cooked");
  assert.deepEqual(await covered(), []);
  await close(page);
});

await test("a collection of records: each is opened whole, with its comments and branches", async () => {
  const page = await open(),
    { out } = native(["convert", "--format=kif", "-"], SMALL.replace(/^broken.*\n/m, ""));
  const kif = out.replace(/^手数--.*$/m, "*前書\n$&");
  await load(page, ["all.kif", kif]);
  assert.equal((await ids(page)).length, 7);
  await page.click('.row:has-text("cooked")');
  await page.waitForFunction(() => document.getElementById("name").value === "cooked");
  assert.match(await on(page, sq("8a")), /sente's 飛/);
  await page.click('.row:has-text("three")');
  await page.waitForFunction(() => document.getElementById("name").value === "three");
  await page.waitForFunction(() => JSON.parse(sessionStorage.getItem("kanju.draft")).record.includes("*前書"));
  await close(page);
});

await test("sorted by heads, filtered by words and tests, a wrong one is told in a line", async () => {
  const page = await open();
  await load(page, ["small.tsv", SMALL]);
  assert.equal((await ids(page)).length, 8);
  assert.deepEqual(await columns(page), ["id", "verdict", "plies", "findings", "recorded"]);
  const order = async () => (await column(page, "recorded")).filter(Boolean).map(Number);
  await page.click("#head span:text-is('recorded')");
  assert.deepEqual(
    await order(),
    (await order()).slice().sort((a, b) => a - b),
  );
  await page.locator("#head [aria-sort=ascending]").press("Enter");
  assert.equal((await order())[0], 5);
  assert.equal(await page.locator("#head [aria-sort=descending]").count(), 1);
  for (const [text, n] of [
    ["cooked", 1],
    ["recorded>=3 not id:cooked", 1 + SOUND.slice(1, 5).filter(({ plies }) => plies >= 3).length],
    ["is:error", 1],
    ["(three or cooked) recorded:4..9", 1],
    ["番号:three または 記載=5", 2],
    ["", 8],
  ]) {
    await query(page, text);
    assert.equal((await ids(page)).length, n, text);
    assert.equal(await page.textContent("#query-fault"), "");
  }
  await query(page, "recorded>=3 colour:red");
  assert.match(await page.textContent("#query-fault"), /^column 13: unknown field colour, expected one of plies, /);
  assert.equal((await ids(page)).length, 8);
  await query(page, "code:nonsense");
  assert.match(await page.textContent("#query-fault"), /nonsense is not a value of code, expected one of .*early/);
  await close(page);
});

await test("stepped through by keys and buttons, within the filter; the current work is marked", async () => {
  const page = await open();
  await load(page, ["small.tsv", SMALL]);
  const marked = () => page.textContent("#rows > .on > :first-child");
  const isOpen = (name) => page.waitForFunction((name) => document.getElementById("name").value === name, name);
  assert.equal(await marked(), "three");
  await query(page, "three or cooked or " + SOUND[3].id);
  await page.click("#work-after");
  await isOpen("cooked");
  await page.locator("#board [tabindex='0']").first().focus();
  await page.keyboard.press(">");
  await isOpen(SOUND[3].id);
  assert.ok(await page.isDisabled("#work-after"));
  await page.keyboard.press("<");
  await isOpen("cooked");
  await page.locator("#list").focus();
  await page.keyboard.press("Home");
  assert.equal(await marked(), "three");
  assert.equal(await page.inputValue("#name"), "cooked"); // not before Enter
  await page.keyboard.press("Enter");
  await isOpen("three");
  assert.equal(await page.getAttribute("#list", "aria-activedescendant"), "row-0");
  await query(page, "");
  await page.click('.row:has-text("broken")');
  await failed(page);
  assert.match(await said(page), /^small\.tsv:3:\d+: /);
  await close(page);
});

await test("checked in the background: verdicts, findings, what was found on the board, kept over a reload", async () => {
  const page = await open();
  await load(page, ["small.tsv", SMALL]);
  await checkAll(page);
  assert.deepEqual(await column(page, "verdict"), ["sound", "unsound", "error", ...Array(5).fill("sound")]);
  assert.match((await column(page, "findings"))[1], /equal|early/);
  assert.match((await column(page, "findings"))[2], /rank/);
  assert.match(await page.textContent("#checked"), /checked: 7 .*sound 6/);
  assert.ok(await page.isDisabled("#check-all"));
  await page.selectOption("#of-verdict", "unsound");
  assert.deepEqual(await ids(page), ["cooked"]);
  await page.click(".row");
  await page.waitForSelector("#answer .kj-found .defect");
  assert.equal(await page.getAttribute("html", "data-verdict"), "unsound");
  await page.click("#answer .kj-found .defect a");
  await page.click("#mode-play");
  await page.waitForSelector(".kj-arrow-cook");
  await page.selectOption("#of-verdict", "");
  for (const [text, n] of [
    ["code:cook", 1],
    ["verdict:sound plies<=3", 6],
    ["is:shorter", 1],
    ["種別:余詰", 1],
    ["判定:完全 not recorded:3", 6 - SOUND.slice(1, 5).filter(({ plies }) => plies === 3).length - 1],
  ]) {
    await query(page, text);
    assert.equal((await ids(page)).length, n, text);
  }
  const again = await openIn(page.context());
  await load(again, ["small.tsv", SMALL]);
  await again.waitForFunction(() => /checked: 7/.test(document.getElementById("checked").textContent));
  assert.deepEqual(again.wrong, []);
  await close(page);
});

await test("stopped, it keeps what it has, and goes on where it was; the board answers meanwhile", async () => {
  const page = await open(),
    long = longest();
  await load(page, ["long.tsv", [`three\t${THREE}\t3`, `long\t${long}`, `cooked\t${COOKED}`].join("\n")]);
  await page.selectOption("#each", "600");
  await page.click("#check-all");
  await page.waitForFunction(() => /sound/.test(document.querySelector("#rows > .row").textContent));
  await give(page, THREE);
  await verdict(page, "mate");
  await page.click("#check");
  await verdict(page, "sound");
  assert.ok(await page.isVisible("#check-stop"));
  await page.click("#check-stop");
  await page.waitForSelector("#check-stop", { state: "hidden" });
  assert.deepEqual((await column(page, "verdict"))[1], "");
  await query(page, "not id:long");
  await checkAll(page);
  assert.deepEqual(await column(page, "verdict"), ["sound", "unsound"]);
  await query(page, "id:long");
  await page.selectOption("#each", "2");
  await checkAll(page);
  assert.deepEqual(await column(page, "verdict"), ["unknown"]);
  assert.ok(await page.isDisabled("#check-all"));
  await page.selectOption("#each", "10"); // more time may say more
  assert.ok(await page.isEnabled("#check-all"));
  await close(page);
});

await test("saved as a list, as records and as a report, of what is shown", async () => {
  const page = await open();
  await load(page, ["small.tsv", SMALL]);
  await checkAll(page);
  const list = await saved(page, "tsv");
  assert.equal(list.name, "small.tsv");
  assert.match(list.text, /^# broken: small\.tsv:3/m);
  writeFileSync(path("again.tsv"), list.text);
  const checked = (name) => {
    const { out } = native(["check", "--json", "--no-progress", path(name)]);
    return out
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
  };
  const records = checked("again.tsv");
  assert.deepEqual(
    records.map(({ verdict }) => verdict),
    ["sound", "unsound", ...Array(5).fill("sound")],
  );
  assert.deepEqual(
    records.map(({ id }) => id),
    (await ids(page)).filter((id) => id !== "broken"),
  );
  const kif = await saved(page, "kif");
  writeFileSync(path("again.kif"), kif.text);
  assert.deepEqual(
    checked("again.kif").map(({ id }) => id),
    records.map(({ id }) => id),
  );
  await query(page, "code:cook or is:error");
  const report = await saved(page, "html");
  assert.equal(report.name, "small-part.report.html");
  const other = await page.context().newPage(),
    wrong = [];
  for (const event of ["pageerror", "console", "dialog"]) other.on(event, (what) => wrong.push(String(what)));
  await other.setContent(report.text);
  await other.waitForSelector("#one .kj-found");
  assert.equal(await other.textContent("#shown"), "2 of 2");
  assert.match(await other.textContent("#one .verdict"), /unsound in 3, recorded: 5/);
  await other.screenshot({ path: path("collection-report.png") });
  await query(page, "");
  await other.setContent((await saved(page, "html")).text);
  await other.waitForSelector("#one .kj-board svg");
  assert.equal(await other.locator("img").count(), 0);
  assert.deepEqual(wrong, []);
  await other.close();
  await close(page);
});

await test("several files and folders are one collection; files that cannot be read are rows", async () => {
  const page = await open();
  await load(page, ["one.sfen", THREE], ["two.sfen", COOKED], ["three.kif", "no record\n"]);
  assert.deepEqual(await column(page, "verdict"), ["", "", "error"]);
  assert.deepEqual(await ids(page), ["one.sfen:1", "two.sfen:1", "three.kif"]);
  await page.evaluate(
    ([three, cooked]) => {
      const data = new DataTransfer();
      data.items.add(new File([three], "a.sfen"));
      data.items.add(new File([cooked], "b.sfen"));
      dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
    },
    [THREE, COOKED],
  );
  await page.waitForFunction(() => /a\.sfen/.test(document.getElementById("rows").textContent));
  await isRead(page);
  assert.deepEqual(await ids(page), ["a.sfen:1", "b.sfen:1"]);
  await give(page, COOKED); // one problem is no collection, and leaves the one there is
  await page.waitForFunction(() => /1R7/.test(location.hash));
  assert.deepEqual(await ids(page), ["a.sfen:1", "b.sfen:1"]);
  await close(page);
});

await test("all games of the puzzles: opened, and the report draws each", async () => {
  const page = await open(),
    lists = ["dobutsu", "ogi", "minishogi", "56shogi"].map((game) => `puzzles/${game}/original.tsv`);
  const some = lists.map((name) =>
    file(name)
      .toString()
      .split("\n")
      .filter((line) => /^[^#]/.test(line))
      .slice(0, 2),
  );
  await load(page, ["games.tsv", some.flat().join("\n")]);
  for (const game of ["dobutsu", "ogi", "minishogi", "56shogi"]) {
    await query(page, "game:" + game);
    assert.equal((await ids(page)).length, 2, game);
    await page.click(".row");
    await page.waitForFunction((game) => document.getElementById("game").value === game, game);
  }
  await query(page, "");
  await checkAll(page);
  const { text } = await saved(page, "html");
  const other = await page.context().newPage(),
    wrong = [];
  other.on("pageerror", (error) => wrong.push(error.message));
  await other.setContent(text);
  for (let i = 0; i < 8; i++) {
    await other.click(`.row >> nth=${i}`);
    assert.ok((await other.locator("#one .kj-piece").count()) > 1);
  }
  assert.deepEqual(wrong, []);
  await other.close();
  await close(page);
});

await test("no fault for axe: English and Japanese, light and dark, wide and 320 px", async () => {
  for (const [locale, colorScheme, width] of [
    ["en-GB", "light", 1280],
    ["ja-JP", "dark", 320],
  ]) {
    const page = await open(home, { locale, colorScheme, viewport: { width, height: 900 }, bypassCSP: true });
    await load(page, ["small.tsv", SMALL]);
    if (width === 320) await page.click("#collection summary");
    await checkAll(page);
    await query(page, "foo:1");
    await page.click('.row:has-text("cooked")');
    await page.waitForSelector("#answer .kj-found .defect");
    await page.addScriptTag({ content: axe });
    const { violations } = await page.evaluate(() =>
      window.axe.run({
        runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"],
        resultTypes: ["violations"],
      }),
    );
    assert.deepEqual(
      violations.map((fault) => fault.id + ": " + fault.nodes.map((node) => node.html.slice(0, 160)).slice(0, 3)),
      [],
    );
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "too wide");
    if (locale === "ja-JP") {
      assert.doesNotMatch(await page.innerText("#collection"), /sound|every|equal|Check|verdict|unknown/);
      assert.match((await column(page, "指摘"))[1], /余詰|早詰/);
      await page.click("#language");
      await page.waitForFunction(() => /unsound/.test(document.getElementById("rows").textContent));
      assert.match(await page.textContent("#query-fault"), /^column 1: unknown field foo/);
      assert.doesNotMatch((await page.innerText("#collection")).replace(/^small\.tsv:.*/gm, ""), /[ぁ-ん]/);
    }
    await page.screenshot({ path: path(`collection-${locale}-${width}.png`), fullPage: true });
    assert.deepEqual(page.wrong, []);
    await page.context().close();
  }
});

await finish();
