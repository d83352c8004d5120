// SPDX-License-Identifier: GPL-3.0-or-later
// The module and the native program say the same, node for node: of all puzzles and of positions at random.
// KANJU_PROBLEMS: how many of these.
import assert from "node:assert";
import { done, load, native, puzzles, test, timeless } from "./lib.mjs";

const { Kanju } = await load();
const kanju = await Kanju.start({ workers: 1 });
const RANDOM = +(process.env.KANJU_PROBLEMS ?? 2000);

// Both on one list, with one thread and the same limits.
async function same(words, lines) {
  const all = [...words, "--json", "--threads=1", "--no-progress", "--memory=64"];
  const list = lines.join("\n") + "\n";
  const theirs = native([...all, "-"], list);
  const ours = await kanju.command([...all, "list"], { files: { list } });
  const expected = theirs.out
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line.replaceAll("stdin:", "list:")));
  assert.ok(expected.length >= lines.length, theirs.err);
  assert.equal(ours.records.length, expected.length);
  expected.forEach((record, i) => assert.deepEqual(timeless(ours.records[i]), timeless(record)));
  assert.equal(ours.status, theirs.status);
}

// Numbers that repeat (Knuth's multiplier).
let seed = 34n;
function below(n) {
  seed = (seed * 6364136223846793005n + 1442695040888963407n) & 0xffffffffffffffffn;
  return Number((seed >> 33n) % BigInt(n));
}

// A puzzle with two neighbouring pieces or blanks of its board exchanged, and again.
function changed({ position }) {
  const [board, ...rest] = position.split(" ");
  const tokens = board.match(/\+?[A-Za-z]\^?|[0-9/]/g);
  for (let i = 0; i < 3; i++) {
    const at = below(tokens.length - 1);
    if (tokens[at] === "/" || tokens[at + 1] === "/") continue;
    [tokens[at], tokens[at + 1]] = [tokens[at + 1], tokens[at]];
  }
  return [tokens.join(""), ...rest].join(" ");
}

const rows = puzzles(),
  lists = Map.groupBy ? Map.groupBy(rows, (row) => row.list) : new Map();
if (!lists.size) for (const row of rows) lists.set(row.list, [...(lists.get(row.list) ?? []), row]);

for (const [list, members] of lists) {
  const lines = members.map((row) => row.line);
  const name = list.startsWith("hisshi") ? "hisshi" : "solve";
  await test(`${name}: ${list}`, () => same([name, "--nodes=100000"], lines));
  if (name === "solve") await test(`check: ${list}`, () => same(["check", "--nodes=30000"], lines));
}

const shown = rows.filter((row) => !row.list.startsWith("hisshi"));
for (let begun = 0, part = 0; begun < RANDOM; begun += 250, part++) {
  const lines = Array.from({ length: Math.min(250, RANDOM - begun) }, () => changed(shown[below(shown.length)]));
  await test(`solve: positions at random, part ${part + 1}`, () => same(["solve", "--nodes=3000"], lines));
}

done();
