// SPDX-License-Identifier: GPL-3.0-or-later
// `npm pack` makes a package that installs without a network and runs the sample of docs/web.md.
import assert from "node:assert";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { done, file, native, test } from "./lib.mjs";

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
    "kanju.d.ts",
    "kanju.js",
    "package.json",
    "program.mjs",
    "program.wasm",
    "worker.js",
  ]);
});

await test("it installs without a network, and the sample of the page runs", () => {
  run("npm", "init", "-y");
  run("npm", "install", "--offline", "--no-audit", "--no-fund", archive);
  const sample = /```js\n([^]*?)```/.exec(file("docs/web.md").toString())[1];
  const text = `import { readFileSync } from "node:fs";\nconst text = readFileSync(process.argv[2]);\n${sample}`;
  writeFileSync(`${folder}/sample.mjs`, text);
  const list = new URL("../../puzzles/demo/collection.tsv", import.meta.url).pathname;
  const said = run("node", "sample.mjs", list).trim().split("\n");
  const expected = native(["solve", "--json", list])
    .out.trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  assert.deepEqual(
    said,
    expected.map(({ id, verdict, plies, line }) => [id, verdict, plies, ...line].join(" ")),
  );
});

rmSync(folder, { recursive: true });
done();
