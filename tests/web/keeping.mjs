// SPDX-License-Identifier: GPL-3.0-or-later
// Nothing is lost: by a reload, by ×, between two tabs, by a new version of the page.
import assert from "node:assert";
import {
  COOKED,
  THREE,
  built,
  close,
  drag,
  finish,
  give,
  home,
  isKept,
  link,
  on,
  open,
  openIn,
  sq,
  taken,
  tap,
  verdict,
} from "./browser.mjs";
import { serve } from "./serve.mjs";
import { test } from "./lib.mjs";

const again = async (page) => {
  await page.reload();
  await page.waitForSelector("html[data-ready]");
};
const works = (page) => page.textContent("#works");
async function keep(page, name) {
  await page.fill("#name", name);
  await page.click("#keep");
}
const cross = (page, name) => page.click(`#works button[aria-label="delete ${name}"]`);

await test("a reload loses nothing: the work, its game, its line, its title, what its record said", async () => {
  const page = await open();
  await page.selectOption("#game", "gorogoro");
  await tap(page, "box:G");
  await tap(page, "sq:12");
  await again(page);
  assert.equal(await page.inputValue("#game"), "gorogoro");
  assert.match(await on(page, "sq:12"), /sente's 金/);
  const { text } = await page.evaluate(() => ({ text: location.hash }));
  assert.match(text, /game=gorogoro/);

  await give(page, `sfen ${THREE} moves 7c8c+ 9d9e 8c8e`);
  await verdict(page, "mate");
  await page.click("#mine summary");
  await page.fill("#name", "朝顔");
  await again(page);
  await verdict(page, "mate");
  assert.equal(await page.inputValue("#name"), "朝顔");
  assert.ok(await page.isVisible("#line"));
  const kif = (await taken(page, "kif")).replace("   1 ８三飛成(73)", "*一言\n   1 ８三飛成(73)");
  await give(page, kif);
  await verdict(page, "mate");
  await again(page);
  assert.ok((await taken(page, "kif")).includes("*一言"));
  await close(page);
});

const remark = (page, text) =>
  page.waitForFunction((text) => document.getElementById("remark").textContent === text, text);
// Types a comment, and waits for the record to have it.
async function say(page, text) {
  await page.fill("#comment", text);
  await remark(page, text);
}

await test("comments are read beside the board, typed in their field, and kept", async () => {
  const page = await open();
  await give(page, `sfen ${THREE} moves 7c8c+ 9d9e 8c8e`);
  await verdict(page, "mate");
  await page.click("#mine summary");
  await say(page, "狙いの一手\n\n*二行*");
  assert.equal(await page.textContent("#comment-of"), "start position");
  await page.click("#check");
  await verdict(page, "sound");
  await page.click('#bar [data-go="forth"]');
  assert.equal(await page.textContent("#comment-of"), "1 R-8c+");
  await remark(page, "");
  await say(page, "主眼手");
  await page.locator("#comment").pressSequentially("だ");
  await remark(page, "主眼手だ");
  await page.click("#undo"); // of moves: back
  await remark(page, "狙いの一手\n\n*二行*");
  await page.click("#keep");
  for (const text of ["朝顔", "夕顔"]) await page.fill("#name", text);
  await page.click("#mode-edit");
  await page.click("#undo"); // the title, in one step
  assert.equal(await page.inputValue("#name"), "");
  assert.equal(await page.getAttribute("html", "data-verdict"), "sound"); // the answer stays
  await page.click("#redo");
  assert.equal(await page.inputValue("#name"), "夕顔");
  const kif = await taken(page, "kif");
  assert.match(kif, /\n\*狙いの一手\n\*\n\*\*二行\*\n *1 .*\n\*主眼手だ\n *2 /);
  await again(page);
  await remark(page, "狙いの一手\n\n*二行*");
  await page.click("#clear");
  await remark(page, "");
  await page.click("#mine summary");
  await page.click("#works button");
  await remark(page, "狙いの一手\n\n*二行*");
  await page.fill("#comment", "");
  await remark(page, "");
  assert.doesNotMatch(await taken(page, "kif"), /狙い/);
  const [{ text }] = await page.evaluate(async (kif) => {
    const { Kanju } = await import("./kanju.js");
    return (await Kanju.start()).convert(kif, "jkf");
  }, kif);
  await give(page, text);
  await page.waitForFunction(() => /狙いの一手\n\n\*二行\*$/.test(document.getElementById("remark").textContent));
  await close(page);
});

await test("a board that is no position yet is there after a reload, and without an address", async () => {
  const page = await open();
  await page.click("#clear");
  await drag(page, sq("5a"), "box");
  await tap(page, "box:R");
  await tap(page, sq("5e"));
  await again(page);
  assert.match(await on(page, sq("5e")), /sente's 飛/);
  const other = await openIn(page.context(), home);
  assert.match(await on(other, sq("5e")), /sente's 飛/);
  assert.deepEqual(other.wrong, []);
  await close(page);
});

await test("two tabs have a work each, and both come back", async () => {
  const one = await open(),
    two = await openIn(one.context());
  await give(one, THREE);
  await verdict(one, "mate");
  await give(two, COOKED);
  await verdict(two, "mate");
  for (const page of [one, two]) await again(page);
  assert.match(await on(one, sq("7c")), /sente's 飛/);
  assert.match(await on(two, sq("8a")), /sente's 飛/);
  assert.deepEqual(two.wrong, []);
  await close(one);
});

await test("× can be taken back", async () => {
  const page = await open(link(THREE));
  await verdict(page, "mate");
  await page.click("#mine summary");
  await keep(page, "first");
  await give(page, COOKED);
  await verdict(page, "mate");
  await keep(page, "second");
  await cross(page, "first");
  assert.doesNotMatch(await works(page), /first/);
  await page.click("#kept button");
  assert.match(await works(page), /second.*first/s);
  await again(page);
  assert.match(await works(page), /second.*first/s);
  await close(page);
});

await test("two tabs keep each other's works", async () => {
  const one = await open(link(THREE)),
    two = await openIn(one.context(), link(COOKED));
  for (const page of [one, two]) {
    await verdict(page, "mate");
    await page.click("#mine summary");
  }
  await keep(one, "of one");
  await two.waitForSelector('#works button[aria-label="delete of one"]');
  await keep(two, "of two");
  await one.waitForSelector('#works button[aria-label="delete of two"]');
  await cross(one, "of one");
  await two.waitForSelector('#works button[aria-label="delete of one"]', { state: "detached" });
  assert.match(await works(two), /of two/);
  assert.deepEqual(two.wrong, []);
  await close(one);
});

// Two files of a version that say which they are of; a browser may keep what it has got for a day.
await test("a new version comes whole, whatever the browser has kept of the old one", async () => {
  let version = 1;
  const server = await serve(built, {
    headers: { "Cache-Control": "max-age=86400" },
    change(name, bytes) {
      const mark = name === "main.js" ? "main" : name === "words.js" ? "words" : null;
      if (mark) return `${bytes}\ndocument.documentElement.dataset.${mark} = ${version};\n`;
      return name === "sw.js" ? bytes.toString().replace(/"kanju-/, `"v${version}-`) : bytes;
    },
  });
  const versions = (page) =>
    page.evaluate(() => document.documentElement.dataset.main + document.documentElement.dataset.words);
  const page = await open(server.url, { keeps: true });
  await isKept(page);
  assert.equal(await versions(page), "11");
  await again(page);
  await page.evaluate(() => caches.keys()).then((keys) => assert.equal(keys.length, 1));
  version = 2;
  await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    const begun = new Promise((found) =>
      registration.addEventListener("updatefound", () => found(registration.installing)),
    );
    await registration.update();
    const worker = await begun;
    await new Promise((done) => {
      const look = () => {
        if (/installed|activated/.test(worker.state)) done();
      };
      worker.addEventListener("statechange", look);
      look();
    });
  });
  assert.equal(await versions(page), "11"); // the page goes on with its own
  const other = await openIn(page.context(), server.url); // not the only one: still the old one, and whole
  assert.equal(await versions(other), "11");
  await other.close();
  let now = "11";
  for (let i = 0; i < 50 && now === "11"; i++) {
    // the first that the browser takes for the only one
    await again(page);
    now = await versions(page);
  }
  assert.equal(now, "22");
  await page.waitForSelector("html[data-verdict]");
  await close(page);
  server.close();
});

await finish();
