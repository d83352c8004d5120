// SPDX-License-Identifier: GPL-3.0-or-later
// One work on a phone, from the empty board to the link, by touch alone, in Chromium and in Firefox:
// entered, checked, its cook seen, repaired, shared, and opened again when there is no network.
import assert from "node:assert";
import { serve } from "./serve.mjs";
import { done, shots, test, tools } from "./lib.mjs";

const { default: puppeteer } = await import(new URL("puppeteer-core/lib/esm/puppeteer/puppeteer-core.js", tools));

const browsers = {
  chrome: { executablePath: process.env.CHROMIUM || "/usr/bin/chromium", args: ["--no-sandbox", "--disable-gpu"] },
  firefox: { executablePath: process.env.FIREFOX || "/usr/bin/firefox-esr" },
};
const PHONE = { width: 320, height: 640 };

// A page on a phone, and a finger; without `fingers` a mouse, since Firefox refuses its driver's touch events
// on any page from version 153 on.
async function openPhone(browser, url, wrong, fingers) {
  const page = await browser.newPage();
  page.on("console", (message) => wrong.push(message.text()));
  page.on("pageerror", (error) => wrong.push(error.message));
  await page.setViewport(PHONE);
  await page.goto(url);
  await page.waitForSelector("html[data-ready]", { timeout: 60000 });
  const tap = async (selector) => {
    const element = await page.waitForSelector(selector);
    const [x, y] = await element.evaluate((one) => {
      one.scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" });
      const { left, top, width, height } = one.getBoundingClientRect();
      return [left + width / 2, top + height / 2];
    });
    await (fingers ? page.touchscreen.tap(x, y) : page.mouse.click(x, y));
  };
  return { page, tap, at: (place) => tap(`#board [data-at="${place}"]`) };
}
const sq = (name) => "sq:" + ((name.charCodeAt(1) - 97) * 9 + 9 - name[0]);
const verdict = (page, word) => page.waitForSelector(`html[data-verdict="${word}"]`, { timeout: 60000 });

for (const [name, options] of Object.entries(browsers))
  await test(`a work on a phone: ${name}`, async () => {
    const server = await serve(new URL("../../build/web/", import.meta.url)),
      wrong = [];
    const browser = await puppeteer.launch({ browser: name, headless: true, timeout: 120000, ...options });
    try {
      const { page, tap, at } = await openPhone(browser, server.url, wrong, name === "chrome");
      const picture = (what) => page.screenshot({ path: new URL(`story-${name}-${what}.png`, shots).pathname });
      await tap("#clear");
      const pieces = ["box:R", sq("7c"), "box:N", sq("9e"), "box:B", sq("9f"), "box:L", sq("9g")];
      for (const place of [sq("5a"), sq("9d"), ...pieces]) await at(place);
      await page.waitForSelector('html[data-verdict="mate"][data-plies="3"]', { timeout: 60000 });
      await picture("entered");

      await tap("#check");
      await verdict(page, "unsound");
      await tap("#answer .kj-found .defect a");
      await tap('#bar [data-go="back"]');
      await page.waitForSelector(".kj-arrow-cook");
      await page.$eval("#board", (board) => board.scrollIntoView({ block: "center" }));
      await picture("cook");

      await tap("#mend summary");
      await tap("#repair");
      const version = "#versions .version";
      await page.waitForSelector(version + " svg", { timeout: 120000 });
      await picture("repairs");
      await tap(version);
      await tap("#check");
      await verdict(page, "sound");
      await picture("sound");

      await tap("#out summary");
      await tap("[data-save=link]");
      await page.waitForFunction(() => document.getElementById("saved").textContent !== "");
      await tap("#in summary");
      await tap("#text");
      await page.keyboard.down("Control");
      await page.keyboard.press("v");
      await page.keyboard.up("Control");
      const link = await page.$eval("#text", (field) => field.value);
      assert.ok(link.startsWith(server.url + "#sfen="), link);

      await page.waitForFunction(() => navigator.serviceWorker.controller);
      await page.close();
      server.close();
      const again = await openPhone(browser, link + "&do=check", wrong, name === "chrome");
      await verdict(again.page, "sound");
      assert.deepEqual(wrong, []);
    } catch (error) {
      const page = (await browser.pages()).at(-1);
      await page.screenshot({ path: new URL(`story-${name}-failed.png`, shots).pathname });
      throw error;
    } finally {
      await browser.close();
      server.close();
    }
  });

done();
