// SPDX-License-Identifier: GPL-3.0-or-later
// `npm pack` makes a package that installs without a network, runs the samples of docs/web.md and of
// its README, and has the program.
import assert from "node:assert";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { done, file, native, test, timeless } from "./lib.mjs";

const folder = mkdtempSync(`${tmpdir()}/kanju-package-`);
const run = (program, ...words) => execFileSync(program, words, { cwd: folder }).toString();
let archive;

await test("the module is packed, with nothing of the page", () => {
  const [{ filename, files }] = JSON.parse(
    run("npm", "pack", "--json", new URL("../../build/web", import.meta.url).pathname),
  );
  archive = filename;
  const names = files.map(({ path }) => path).sort();
  assert.deepEqual(names, [
    "COPYING",
    "README.md",
    "cli.mjs",
    "cli_worker.mjs",
    "kanju.d.ts",
    "kanju.js",
    "package.json",
    "program.mjs",
    "program.wasm",
    "worker.js",
  ]);
});

await test("it installs without a network", () => {
  run("npm", "init", "-y");
  run("npm", "install", "--offline", "--no-audit", "--no-fund", archive);
});

const list = new URL("../../puzzles/demo/collection.tsv", import.meta.url).pathname;
const recordsOf = (text) =>
  text
    .trim()
    .split("\n")
    .map((line) => timeless(JSON.parse(line)));
const expected = recordsOf(native(["solve", "--threads=1", "--json", list]).out);
const sampleOf = (page) => /```js\n([^]*?)```/.exec(file(page).toString())[1];

for (const [page, before] of [
  ["docs/web.md", 'import { readFileSync } from "node:fs";\nconst text = readFileSync(process.argv[2]);\n'],
  ["repl/lib/js/README.md", ""],
])
  await test(`the sample of ${page} runs`, () => {
    writeFileSync(`${folder}/sample.mjs`, before + sampleOf(page));
    const said = run("node", "sample.mjs", list).trim().split("\n");
    assert.deepEqual(
      said,
      expected.map(({ id, verdict, plies, line }) => [id, verdict, plies, ...line].join(" ")),
    );
  });

await test("it has the program", () => {
  assert.equal(run("npx", "--offline", "kanju", "--version"), native(["--version"]).out);
  assert.deepEqual(recordsOf(run("node_modules/.bin/kanju", "solve", "--json", list)), expected);
});

rmSync(folder, { recursive: true });
done();
