// SPDX-License-Identifier: GPL-3.0-or-later
// A page in Chromium, and hands to work it.
import assert from "node:assert";
import { existsSync, readFileSync } from "node:fs";
import { serve } from "./serve.mjs";
import { done, onFailure, tools } from "./lib.mjs";

const { chromium } = await import(new URL("playwright-core/index.mjs", tools));

export const THREE = "9/9/2R6/k8/N8/B8/9/9/9 b rb4g4s3n4l18p 1",
  COOKED = "1R7/9/9/k8/N8/B8/9/9/9 b rb4g4s3n4l18p 1";
export const built = new URL("../../build/web/", import.meta.url);
const server = process.env.KANJU_PAGE ? null : await serve(built);
export const home = process.env.KANJU_PAGE || server.url,
  link = (sfen, more = "") => home + "#sfen=" + sfen.replaceAll(" ", "_") + more;
const PATIENCE = +process.env.PATIENCE || 90000; // milliseconds for what never comes; nothing is measured by it
// Chromium without what is around a page takes half the time.
const CHROMIUM =
  process.env.CHROMIUM ||
  ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"].find((program) => existsSync(program));
export const browser = await chromium.launch({
  executablePath: CHROMIUM,
  args: [
    "--font-render-hinting=none", // pictures are looked at
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
  ],
});

let broken = false;

// What pages said that a failed test left open; they are closed.
onFailure(async () => {
  const all = browser.contexts(),
    told = [];
  for (const page of all.flatMap((context) => context.pages()))
    told.push(
      await page
        .evaluate(() => {
          const said = [...document.querySelectorAll("[role=status], #reason, #ask:not([hidden])")];
          return [{ ...document.documentElement.dataset }, ...said.map((one) => [one.id, one.textContent.trim()])];
        })
        .then(JSON.stringify, (error) => error.message),
      ...(page.wrong ?? []), // none of one that the page opened
    );
  await Promise.all(all.map((context) => context.close()));
  return told.join("\n");
});

// A page that is ready; nothing may be said on its console, and no dialog of the browser open.
// `keeps`: for use without a network, too, which takes as long as half of opening it.
export async function open(url = home, { keeps = false, ...options } = {}) {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 900 },
    locale: "en-GB",
    acceptDownloads: true,
    ...options,
  });
  if (!keeps)
    await context.addInitScript(() => {
      if (navigator.serviceWorker) navigator.serviceWorker.register = () => Promise.reject(new Error("not kept"));
    });
  return openIn(context, url);
}
// The same as one more tab.
export async function openIn(context, url = home) {
  if (broken) throw new Error("no page, as before");
  context.setDefaultTimeout(PATIENCE);
  const page = await context.newPage();
  page.wrong = [];
  page.asked = [];
  page.on("console", (message) => page.wrong.push(message.text()));
  page.on("pageerror", (error) => page.wrong.push(error.message));
  page.on("dialog", (dialog) => {
    page.wrong.push("dialog: " + dialog.message());
    dialog.dismiss();
  });
  page.on("request", (request) => page.asked.push(request.url()));
  await page.goto(url);
  broken = true; // unless it comes: no other test need wait for it
  await page.waitForSelector("html[data-ready]");
  broken = false;
  return page;
}
export async function close(page) {
  assert.deepEqual(page.wrong, []);
  await page.context().close();
}
export const place = (page, at) => page.locator(`#board [data-at="${at}"]`);
export const square = (name) => (name.charCodeAt(1) - 97) * 9 + 9 - name[0];
export const sq = (name) => "sq:" + square(name);
export async function middle(page, at) {
  const { x, y, width, height } = await soon(async () => {
    const box = await place(page, at).boundingBox();
    assert.ok(box, at); // none where it is drawn anew in between
    return box;
  });
  return [x + width / 2, y + height / 2];
}
export async function tap(page, at) {
  await page.mouse.click(...(await middle(page, at)));
}
export async function drag(page, from, to) {
  await page.mouse.move(...(await middle(page, from)));
  await page.mouse.down();
  await page.mouse.move(...(await middle(page, to)), { steps: 5 });
  await page.mouse.up();
}
export const verdict = (page, word) => page.waitForSelector(`html[data-verdict="${word}"]`);
export const plies = (page) => page.evaluate(() => document.documentElement.dataset.plies);
export const said = (page) => page.textContent("#said");
export const failed = (page) => page.waitForSelector("#said.fault");
// What a tap does comes a moment after it: asserted until it holds, or for as long as patience lasts.
export async function soon(asserts) {
  for (const end = performance.now() + PATIENCE; ; await new Promise((later) => setTimeout(later, 50)))
    try {
      return await asserts();
    } catch (error) {
      if (performance.now() > end) throw error;
    }
}
// Longer than a glance at the work takes: what would come late has come.
export const later = (page) => page.waitForTimeout(1500);
export const on = (page, at) => place(page, at).getAttribute("aria-label");

// Once the service worker has all there is, and answers.
export const isKept = (page) => page.waitForFunction(() => navigator.serviceWorker.controller);
export async function finish() {
  await browser.close();
  if (server) server.close();
  done();
}
// What a button gives, as text.
export async function taken(page, kind) {
  if (!(await page.isVisible(`[data-save=${kind}]`))) await page.click("#out summary");
  const [download] = await Promise.all([page.waitForEvent("download"), page.click(`[data-save=${kind}]`)]);
  return readFileSync(await download.path(), "utf8");
}
// Pastes a text into its field and has it read.
export async function give(page, text) {
  if (!(await page.isVisible("#text"))) await page.click("#in summary");
  await page.fill("#text", text);
  await page.click("#read");
}
