// SPDX-License-Identifier: GPL-3.0-or-later
// How fast the module is beside the native program: nodes in a second of a processor, on the works of
// puzzles/shogi, the same for both, in one run: the best of some rounds, since other
// work on the machine only slows. The module's code has been compiled before, as on a page that is
// used for a while; what a first search takes is told too.
import assert from "node:assert";
import { execFileSync } from "node:child_process";
import { done, file, load, test } from "./lib.mjs";

const { Kanju } = await load();
const NODES = process.env.KANJU_NODES ?? "300000",
  ROUNDS = +(process.env.KANJU_ROUNDS ?? 8);
const list = ["classics", "original"]
  .map((name) =>
    file(`puzzles/shogi/${name}.tsv`)
      .toString()
      .replace(/^#.*\n/gm, ""),
  )
  .join("");
const words = ["solve", "--json", "--threads=1", "--no-progress", "--memory=256", `--nodes=${NODES}`];
const program = process.env.KANJU ?? "build/kanju";
const nodesOf = (records) => records.reduce((sum, { nodes }) => sum + nodes, 0);

function native() {
  const script = `TIMEFORMAT=%U; time "$@"`;
  const all = execFileSync("bash", ["-c", `(${script}) 2>&1; true`, "bash", program, ...words, "-"], {
    input: list,
    maxBuffer: 1 << 28,
  });
  const lines = all.toString().trim().split("\n");
  return {
    seconds: +lines.pop(),
    nodes: nodesOf(lines.filter((line) => line[0] === "{").map((line) => JSON.parse(line))),
  };
}

const started = performance.now();
const kanju = await Kanju.start({ workers: 1 });
const ready = performance.now() - started;

async function module() {
  const before = process.cpuUsage().user;
  const { records } = await kanju.command([...words, "list"], { files: { list } });
  return { seconds: (process.cpuUsage().user - before) / 1e6, nodes: nodesOf(records) };
}

await test("the same nodes, at least 0.6 of them in a second", async () => {
  const first = await module();
  const ours = [],
    theirs = [],
    best = (runs) => Math.min(...runs.map(({ seconds }) => seconds));
  let ratio = 0;
  for (let i = 0; i < ROUNDS && (i < 2 || ratio < 0.6); i++) {
    theirs.push(native());
    ours.push(await module());
    ratio = best(theirs) / best(ours);
  }
  assert.equal(ours[0].nodes, theirs[0].nodes);
  console.log(`# ready in ${ready.toFixed(0)} ms; ${list.trim().split("\n").length} works, ${ours[0].nodes} nodes`);
  console.log(
    `# first ${first.seconds.toFixed(2)} s, then ${best(ours).toFixed(2)} s; native ${best(theirs).toFixed(2)} s: ${ratio.toFixed(2)} of its speed`,
  );
  assert.ok(ratio >= 0.6, String(ratio));
});

done();
