// SPDX-License-Identifier: GPL-3.0-or-later
// A work in WebKit, as on a Mac or an iPhone: checked, its cook seen, repaired, its link as a QR code.
// The browser is worked by WebDriver (W3C), which WebKitGTK's own driver speaks.
import assert from "node:assert";
import { spawn } from "node:child_process";
import { readdirSync, writeFileSync } from "node:fs";
import { serve } from "./serve.mjs";
import { done, shots, test } from "./lib.mjs";

const COOKED = "1R7/9/9/k8/N8/B8/9/9/9 b rb4g4s3n4l18p 1";
const PORT = 4455,
  DISPLAY = ":77",
  LIBRARIES = "/usr/lib/" + process.arch.replace("x64", "x86_64").replace("arm64", "aarch64") + "-linux-gnu";
const folder = readdirSync(LIBRARIES)
  .filter((name) => /^webkit2gtk-4/.test(name))
  .sort()
  .at(-1);
const pause = (milliseconds) => new Promise((wake) => setTimeout(wake, milliseconds));

async function ask(method, path, body) {
  const answer = await fetch(`http://127.0.0.1:${PORT}${path}`, { method, body: body && JSON.stringify(body) });
  const { value } = await answer.json();
  if (value && value.error) throw new Error(value.message);
  return value;
}

// A window of the browser: a script's value, a click, a picture, and waiting for a condition.
async function openWindow() {
  const binary = `${LIBRARIES}/${folder}/MiniBrowser`;
  const options = { "webkitgtk:browserOptions": { binary, args: ["--automation"] } };
  for (let tries = 0; ; tries++)
    try {
      const { sessionId } = await ask("POST", "/session", { capabilities: { alwaysMatch: options } });
      return `/session/${sessionId}`;
    } catch (error) {
      if (tries > 50) throw error;
      await pause(200);
    }
}

await test("a work in WebKit", async () => {
  const server = await serve(new URL("../../build/web/", import.meta.url)),
    env = { ...process.env, DISPLAY, WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: "1", LANG: "C.UTF-8" };
  const started = [
    spawn("Xvfb", [DISPLAY, "-screen", "0", "1400x1000x24"], { stdio: "ignore" }),
    spawn("WebKitWebDriver", [`--port=${PORT}`], { stdio: "ignore", env }),
  ];
  try {
    const session = await openWindow();
    const value = (script) => ask("POST", session + "/execute/sync", { script: "return " + script, args: [] });
    const until = async (script) => {
      for (let tries = 0; !(await value(`!!(${script})`)); tries++) {
        assert.ok(tries < 600, script);
        await pause(200);
      }
    };
    const click = async (selector) => {
      const found = await ask("POST", session + "/element", { using: "css selector", value: selector });
      await ask("POST", `${session}/element/${Object.values(found)[0]}/click`, {});
    };
    const picture = async (name) =>
      writeFileSync(
        new URL(`webkit-${name}.png`, shots),
        Buffer.from(await ask("GET", session + "/screenshot"), "base64"),
      );
    const verdict = (word) => until(`document.documentElement.dataset.verdict === "${word}"`);

    await ask("POST", session + "/window/rect", { width: 430, height: 900 });
    await ask("POST", session + "/url", { url: `${server.url}#sfen=${COOKED.replaceAll(" ", "_")}&lang=en` });
    await until("document.documentElement.dataset.ready");
    await verdict("mate");
    await click("[data-do=check]");
    await verdict("unsound");
    await click("#answer .kj-found .defect a");
    assert.match(await value('document.getElementById("reason").textContent'), /cook/);
    await picture("cook");
    await click("#mend summary");
    await click("[data-do=repair]");
    await until('document.querySelector(".version svg")');
    await picture("repairs");
    await click(".version");
    await verdict("mate");
    await click("#out summary");
    await click("[data-save=qr]");
    await until('document.querySelector("#saved .qr path")');
    await picture("link");
    await ask("DELETE", session);
  } finally {
    for (const process_ of started) process_.kill();
    server.close();
  }
});

done();
