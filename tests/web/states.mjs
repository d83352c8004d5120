// SPDX-License-Identifier: GPL-3.0-or-later
// Every state that the page can be in has no fault for axe, on phones: in both languages, light and dark.
import assert from "node:assert";
import { readFileSync } from "node:fs";
import { COOKED, THREE, close, finish, link, middle, open, sq } from "./browser.mjs";
import { longest, shots, test, tools } from "./lib.mjs";

const axe = readFileSync(new URL("axe-core/axe.min.js", tools), "utf8");
const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
const tap = async (page, at) => page.touchscreen.tap(...(await middle(page, at)));
// What axe finds. What the bar covers in part has to have its size where it is scrolled clear of it.
const faultsOf = (page) =>
  page.evaluate(async (runOnly) => {
    const run = async (where) => (await window.axe.run(where, { runOnly, resultTypes: ["violations"] })).violations;
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

// By name: what is opened, and steps to the state: what is tapped, ["fill", where, text], ["see", what].
const see = (what) => ["see", what],
  says = (word) => see(`html[data-verdict="${word}"]`),
  moves = see("#answer .kj-moves a");
const solved = [says("mate"), "[data-do=solve]", moves, says("mate")],
  checked = ["[data-do=check]", says("unsound"), moves];
const states = {
  first: [THREE, says("mate")],
  solved: [THREE, ...solved],
  checked: [COOKED, ...checked],
  cook: [COOKED, ...checked, "#answer .kj-found .defect a"],
  "by oneself": [THREE, ...solved, ".kj-play"],
  "to be chosen": [THREE, says("mate"), "#mode-play", sq("7c"), see(".kj-target"), sq("9c"), see("#ask[open] button")],
  why: [THREE, says("mate"), "[data-do=why]", see("#why:not([hidden]) pre")],
  mended: [COOKED, says("mate"), "#mend summary", "[data-do=repair]", see(".version svg")],
  "taken away": [THREE, says("mate"), "#out summary", "[data-save=qr]", see("#saved .qr path")],
  kept: [THREE, says("mate"), "#mine summary", ["fill", "#name", "朝顔"], "#keep", see("#works button")],
  commented: [THREE, says("mate"), "#mine summary", ["fill", "#comment", "狙い".repeat(200)], see("#remark")],
  looked: [THREE, "#look summary"],
  collected: [
    THREE,
    "#in summary",
    ["fill", "#text", `a\t${THREE}\t3\nb\t${COOKED}\t3\nnonsense\n`],
    "#read",
    ["attached", "#rows > .row.on"],
    "#collection summary",
  ],
  fault: [THREE, "#in summary", ["fill", "#text", "nonsense"], "#read", see("#said.fault")],
  searching: [longest(), "[data-do=check]", see("#stop:not([hidden])")],
};

async function step(page, what) {
  if (typeof what === "string") return what.startsWith("sq:") ? tap(page, what) : page.locator(what).first().tap();
  const [act, where, text] = what;
  return act === "fill"
    ? page.fill(where, text)
    : page.waitForSelector(where, { state: act === "see" ? "visible" : act });
}

const about = { hasTouch: true, isMobile: true, bypassCSP: true };
for (const [name, [work, ...steps]] of Object.entries(states))
  await test(`no fault for axe: ${name}`, async () => {
    for (const [locale, colorScheme, width, height] of [
      ["en-GB", "light", 390, 844],
      ["ja-JP", "dark", 320, 640],
    ]) {
      const page = await open(link(work), { ...about, locale, colorScheme, viewport: { width, height } });
      for (const one of steps) await step(page, one);
      await page.addScriptTag({ content: axe });
      const faults = await faultsOf(page);
      assert.equal([locale, ...faults].join("\n"), locale);
      await page.screenshot({ path: new URL(`state-${name.replaceAll(" ", "-")}-${locale}.png`, shots).pathname });
      await close(page);
    }
  });

await finish();
