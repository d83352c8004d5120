// SPDX-License-Identifier: GPL-3.0-or-later
// Every state that the page can be in has no fault for axe, on a phone: in both languages, light and dark.
import assert from "node:assert";
import { readFileSync } from "node:fs";
import { COOKED, THREE, close, finish, link, middle, open, sq, verdict } from "./browser.mjs";
import { longest, shots, test, tools } from "./lib.mjs";

const axe = readFileSync(new URL("axe-core/axe.min.js", tools), "utf8");
const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
const tap = async (page, at) => page.touchscreen.tap(...(await middle(page, at)));
const answered = (page) => page.waitForSelector("#answer .kj-moves a");
async function asked(page, button, word) {
  await page.tap(`[data-do=${button}]`);
  await verdict(page, word);
  await answered(page);
}

// What axe finds. What the bar covers in part has to have its size where it is scrolled clear of it.
const faultsOf = (page) =>
  page.evaluate(async (runOnly) => {
    const run = async (where) => (await window.axe.run(where, { runOnly })).violations;
    const faults = [];
    for (const { id, nodes } of await run(document))
      for (const { html, target } of nodes) {
        document.querySelector(target[0]).scrollIntoView({ block: "center", behavior: "instant" });
        const again =
          id === "target-size" ? (await run({ include: [target] })).filter((fault) => fault.id === id) : [id];
        if (again.length) faults.push(id + ": " + html.slice(0, 160));
      }
    return faults;
  }, tags);

// By name: what is opened, and how one comes there from it.
const states = {
  first: [THREE, (page) => verdict(page, "mate")],
  solved: [THREE, (page) => asked(page, "solve", "mate")],
  checked: [COOKED, (page) => asked(page, "check", "unsound")],
  cook: [
    COOKED,
    async (page) => {
      await asked(page, "check", "unsound");
      await page.tap("#answer .kj-found .defect a");
    },
  ],
  "by oneself": [
    THREE,
    async (page) => {
      await asked(page, "solve", "mate");
      await page.locator(".kj-play").tap();
    },
  ],
  "to be chosen": [
    THREE,
    async (page) => {
      await verdict(page, "mate");
      await page.tap("#mode-play");
      await tap(page, sq("7c"));
      await page.waitForSelector(".kj-target");
      await tap(page, sq("9c"));
      await page.waitForSelector("#ask[open] button");
    },
  ],
  why: [
    THREE,
    async (page) => {
      await verdict(page, "mate");
      await page.tap("[data-do=why]");
      await page.waitForSelector("#why:not([hidden]) pre");
    },
  ],
  mended: [
    COOKED,
    async (page) => {
      await verdict(page, "mate");
      await page.tap("#mend summary");
      await page.tap("[data-do=repair]");
      await page.waitForSelector(".version svg");
    },
  ],
  "taken away": [
    THREE,
    async (page) => {
      await verdict(page, "mate");
      await page.tap("#out summary");
      await page.tap("[data-save=qr]");
      await page.waitForSelector("#saved .qr path");
    },
  ],
  kept: [
    THREE,
    async (page) => {
      await verdict(page, "mate");
      await page.tap("#mine summary");
      await page.fill("#name", "朝顔");
      await page.tap("#keep");
      await page.waitForSelector("#works button");
    },
  ],
  looked: [THREE, (page) => page.tap("#look summary")],
  collected: [
    THREE,
    async (page) => {
      await page.tap("#in summary");
      await page.fill("#text", `a\t${THREE}\t3\nb\t${COOKED}\t3\nnonsense\n`);
      await page.tap("#read");
      await page.waitForSelector("#rows > .row.on", { state: "attached" });
      await page.tap("#collection summary");
    },
  ],
  fault: [
    THREE,
    async (page) => {
      await page.tap("#in summary");
      await page.fill("#text", "nonsense");
      await page.tap("#read");
      await page.waitForSelector("#said.fault");
    },
  ],
  searching: [
    longest(),
    async (page) => {
      await page.tap("[data-do=check]");
      await page.waitForSelector("#stop:not([hidden])");
    },
  ],
};

const about = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, bypassCSP: true };
for (const [name, [work, reach]] of Object.entries(states))
  await test(`no fault for axe: ${name}`, async () => {
    for (const [locale, colorScheme] of [
      ["en-GB", "light"],
      ["ja-JP", "dark"],
    ]) {
      const page = await open(link(work), { ...about, locale, colorScheme });
      await reach(page);
      await page.addScriptTag({ content: axe });
      const faults = await faultsOf(page);
      assert.equal([locale, ...faults].join("\n"), locale);
      await page.screenshot({ path: new URL(`state-${name.replaceAll(" ", "-")}-${locale}.png`, shots).pathname });
      await close(page);
    }
  });

await finish();
