// SPDX-License-Identifier: GPL-3.0-or-later
// Tests of the module kanju: TAP, and the native program beside it.
import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync } from "node:fs";

const root = new URL("../../", import.meta.url);
let n = 0,
  failed = 0;

/** What `make check-web` has installed, and where pictures go. */
export const tools = new URL("build/web-check/node_modules/", root),
  shots = new URL("build/web-check/pictures/", root);
mkdirSync(shots, { recursive: true });

let describe = async () => "";
/** `told()`: a promise of the text that is printed below the stack when a test fails. */
export function onFailure(told) {
  describe = told;
}

/** A test: passes unless it throws. */
export async function test(name, run) {
  try {
    await run();
    console.log(`ok ${++n} - ${name}`);
  } catch (error) {
    failed++;
    console.log(`not ok ${++n} - ${name}`);
    console.log((String(error.stack ?? error) + "\n" + (await describe())).replace(/^/gm, "# "));
  }
}

/** After the last test. */
export function done() {
  console.log(`1..${n}`);
  process.exit(failed ? 1 : 0);
}

/** The built module. */
export const load = () => import(new URL("build/web/kanju.js", root));

/** What the native program prints with these words. */
export function native(words, input) {
  const program = process.env.KANJU ?? new URL("build/kanju", root).pathname;
  const { stdout, stderr, status } = spawnSync(program, words, { input, maxBuffer: 1 << 30, cwd: root.pathname });
  return { status, out: stdout.toString(), err: stderr.toString() };
}

export const file = (path) => readFileSync(new URL(path, root));

/** Rows of all lists of puzzles: id, position, plies. */
export function puzzles() {
  const rows = [];
  for (const folder of readdirSync(new URL("puzzles", root), { withFileTypes: true })) {
    if (!folder.isDirectory()) continue;
    for (const name of readdirSync(new URL(`puzzles/${folder.name}`, root))) {
      if (!name.endsWith(".tsv")) continue;
      for (const line of file(`puzzles/${folder.name}/${name}`).toString().split("\n")) {
        if (!line || line.startsWith("#")) continue;
        const [id, position, plies] = line.split("\t");
        rows.push({ list: `${folder.name}/${name}`, id, position, plies: +plies, line });
      }
    }
  }
  return rows;
}

/** The longest of the classics: it keeps a search busy for a while. */
export function longest() {
  const length = ({ line }) => +/(\d+)手/.exec(line)?.[1] || 0;
  return puzzles()
    .filter(({ list }) => list === "shogi/classics.tsv")
    .reduce((a, b) => (length(b) > length(a) ? b : a)).position;
}

/** Without what the clock says. */
export const timeless = (record) =>
  JSON.parse(JSON.stringify(record, (key, value) => (key === "ms" ? undefined : value)));
