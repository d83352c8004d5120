// SPDX-License-Identifier: GPL-3.0-or-later
// The command line of the package does what the native program does: what it prints, says and writes, its exit
// status, and how it ends by Ctrl-C.
import assert from "node:assert";
import { isUtf8 } from "node:buffer";
import { spawn, spawnSync } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { done, file, longest, native, test } from "./lib.mjs";

const root = new URL("../../", import.meta.url).pathname;
const NATIVE = [process.env.KANJU ?? `${root}build/kanju`],
  OURS = [process.execPath, `${root}build/web/cli.mjs`];
const THREE = "9/9/2R6/k8/N8/B8/9/9/9 b rb4g4s3n4l18p 1";
const NOMATE = "9/9/9/k8/9/B8/9/9/9 b r2r4g4s3n4l18p 1";
const COOKED = "9/9/2R6/k8/N8/B8/9/8r/9 b b4g4s3n4l18p 1";
const isRoot = process.getuid() === 0;
const top = mkdtempSync(`${tmpdir()}/kanju-cli-`);

// What both find where they run.
const given = `${top}/given`;
mkdirSync(`${given}/works/more`, { recursive: true });
const kif = native(["convert", "--format=kif", `sfen ${THREE} moves 7c8c+ 9d9e 8c8e`]).out;
const cp932 = spawnSync(NATIVE[0], ["convert", "--format=kif", "--encoding=cp932", THREE]).stdout;
for (const [name, bytes] of Object.entries({
  "a.sfen": THREE,
  "none.sfen": NOMATE,
  "cooked.sfen": COOKED,
  "hard.sfen": longest(),
  "empty.kif": "",
  "binary.kif": Buffer.from([1, 2, 3, 0, 255]),
  "works/2.kif": kif,
  "works/10.kif": cp932,
  "works/詰将棋.kif": kif,
  "works/more/list.tsv": file("puzzles/demo/collection.tsv"),
  "works/more/picture.png": "no problem",
  "works/wrong.csa": "this is none",
  "closed.sfen": THREE,
  "report.html": "somebody's own",
}))
  writeFileSync(`${given}/${name}`, bytes);
symlinkSync("linked.kif", `${given}/link.kif`);

// Text without times; bytes that are no UTF-8 as characters.
const untimed = (bytes) =>
  (isUtf8(bytes) ? bytes.toString() : bytes.toString("latin1"))
    .replace(/"ms":\d+/g, '"ms":0')
    .replace(/\d+\.\d+ s\b/g, "T s")
    .replace(/, \d+ nodes\/s/g, "")
    .replace(/\d+\.\d+秒(、毎秒\d+局面)?/g, "T秒");

// Files of a folder by name, with their contents.
function filesOf(folder, at = "") {
  const all = {};
  for (const entry of readdirSync(`${folder}/${at}`, { withFileTypes: true })) {
    const name = `${at}${entry.name}`;
    if (entry.isDirectory()) Object.assign(all, filesOf(folder, `${name}/`));
    else if (entry.isSymbolicLink()) all[name] = "a link";
    else if (isRoot || statSync(`${folder}/${name}`).mode & 0o400)
      all[name] = untimed(readFileSync(`${folder}/${name}`));
  }
  return all;
}

// What comes of a command line in a folder of its own.
function result([program, ...first], words, { input = "", env = {} }) {
  const folder = `${top}/here`;
  cpSync(given, folder, { recursive: true, verbatimSymlinks: true });
  chmodSync(`${folder}/closed.sfen`, 0);
  const { stdout, stderr, status, error } = spawnSync(program, [...first, ...words], {
    input,
    cwd: folder,
    env: { ...process.env, LC_ALL: "", LANG: "C.UTF-8", ...env },
    maxBuffer: 1 << 28,
  });
  if (error) throw error;
  const { kept, ...files } = filesOf(folder); // a checkpoint says of which build it is
  if (kept) files.kept = "a checkpoint";
  rmSync(folder, { recursive: true });
  return { status, out: untimed(stdout), err: untimed(stderr), files };
}

const ONE = "--threads=1";
const japanese = { env: { LANG: "ja_JP.UTF-8" } };
const table = [
  // what is read
  [["solve", ONE, "a.sfen"]],
  [["solve", ONE, THREE]],
  [["solve", ONE, ...THREE.split(" ")]],
  [["solve", ONE, "--json", "a.sfen", `${given}/none.sfen`, "./works/../cooked.sfen"]],
  [["solve", ONE, "works"]],
  [["check", ONE, "--json", "works/", "a.sfen"]],
  [["check", ONE, "cooked.sfen"]],
  [["solve", ONE, "-"], { input: THREE }],
  [["check", ONE, "--json", "-"], { input: cp932 }],
  [["solve", ONE, "-"], { input: "" }],
  [["solve", ONE, "--json", "-", "-"], { input: `${THREE}\n`.repeat(5000) + "wrong", slow: true }],
  // and what cannot be
  [["solve", ONE, "nothing.kif"]],
  [["solve", ONE, "no/folder/work.kif", "a.sfen"]],
  [["solve", ONE, "a.sfen/work.kif"]],
  [["solve", ONE, "empty.kif", "binary.kif", "closed.sfen", "works/wrong.csa"]],
  [["solve", ONE, "link.kif"]],
  [["check", ONE, "--json", "works/more/picture.png", "empty.kif"]],
  // what is written
  [["solve", ONE, "a.sfen", "--kif=out.kif", "--html=out.html", "--certificate", "out.kjc"]],
  [["check", ONE, "cooked.sfen", "--kif=out.kif", "--html=作品.html", "--lang=ja"]],
  [["show", "a.sfen", "-o", "out.svg"]],
  [["convert", "works", "--format=csa", "--output=new/"]],
  [["convert", "a.sfen", "-o", "link.kif"]],
  [["convert", "a.sfen", "--format=kif", "--encoding=cp932"]],
  [["solve", ONE, "a.sfen", "--kif=a.sfen"]],
  [["solve", ONE, "a.sfen", "--html=no/folder/out.html"]],
  [["solve", ONE, "a.sfen", "--kif=works"]],
  [["solve", ONE, "a.sfen", "--html=report.html"]],
  [["solve", ONE, "hard.sfen", "--nodes=2000", "--checkpoint=kept"]],
  // other commands
  [["repair", ONE, "--nodes=20000", "cooked.sfen"]],
  [["compose", ONE, "--plies=1-3", "--seed=1", "--nodes=20000"]],
  [["moves", "startpos"]],
  [["perft", "3"]],
  [["status", "--json", "a.sfen"]],
  [["variants"]],
  [["show", "a.sfen", "--color=always"], { env: { COLUMNS: "40" } }],
  [["verify", "a.sfen"]],
  [["verify", "nothing.kjc"]],
  // usage
  [["--version"]],
  [["help", "check", "--all"]],
  [["solve", "--help"]],
  [["solve"]],
  [["sovle", "a.sfen"]],
  [["--threads=1"]],
  [["solve", "--nodes=many", "a.sfen"]],
  [["solve", "--unknown", "a.sfen"]],
  // in Japanese
  [["check", ONE, "works"], japanese],
  [["--lang=ja", "解く", ONE, "nothing.kif"]],
  [["solve", "--nodes=many"], japanese],
  [["help", "--lang=ja", "solve"]],
];
for (const [words, { slow, ...more } = {}] of table) {
  if (slow && process.env.QUICK === "1") continue;
  const shown = words.join(" ").replaceAll(given, "").slice(0, 70);
  await test(`kanju ${shown}${more.input === undefined ? "" : ` < ${more.input.length} bytes`}`, () => {
    const expected = result(NATIVE, words, more),
      ours = result(OURS, words, more);
    for (const part of ["err", "out", "status", "files"])
      assert.deepEqual({ [part]: ours[part] }, { [part]: expected[part] });
  });
}

await test("a certificate that it writes is believed, by it and natively; a false one is not", () => {
  const path = `${top}/work.kjc`,
    run = ([program, ...first], ...words) => spawnSync(program, [...first, ...words]).status;
  assert.equal(run(OURS, "solve", THREE, `--certificate=${path}`), 0);
  assert.deepEqual([run(OURS, "verify", path), run(NATIVE, "verify", path)], [0, 0]);
  const bytes = readFileSync(path);
  bytes[bytes.length - 9] ^= 1;
  writeFileSync(path, bytes);
  const status = run(OURS, "verify", path);
  assert.ok(status !== 0 && status === run(NATIVE, "verify", path), status);
});

await test("commands of the native program alone, and none, are refused in a line", () => {
  for (const [words, env] of [
    [["batch", "works"], {}],
    [["usi"], {}],
    [["--lang=ja", "report"], {}],
    [["place", "+R", "5b"], { LANG: "ja_JP.UTF-8" }],
    [[], {}],
  ]) {
    const { status, out, err } = result(OURS, words, { env });
    assert.deepEqual([status, out, err.split("\n").length], [2, "", 2], words.join(" "));
    assert.match(err, /this build|この版/);
  }
  const { out } = result(OURS, ["help"], {});
  assert.ok(!/batch|workbench|\bman\b|collections/.test(out), out);
});

// A child that gets SIGINT once `isUnderWay`; all that it said.
function interrupted([program, ...first], words, isUnderWay) {
  return new Promise((resolve) => {
    const child = spawn(program, [...first, ...words], { timeout: 120000, killSignal: "SIGKILL" }),
      said = { out: "", err: "" };
    const look = () => typeof isUnderWay !== "number" && isUnderWay(said) && child.kill("SIGINT");
    child.stdout.on("data", (data) => ((said.out += data), look()));
    child.stderr.on("data", (data) => ((said.err += data), look()));
    child.on("close", (status, signal) => resolve({ ...said, status, signal }));
    if (typeof isUnderWay === "number") setTimeout(() => child.kill("SIGINT"), isUnderWay);
  });
}

await test("by Ctrl-C it ends with what it has", async () => {
  for (const program of [NATIVE, OURS]) {
    const words = ["solve", ONE, "--json", "--progress", longest()],
      { out, err, status } = await interrupted(program, words, ({ err }) => err.includes("proving"));
    const { verdict, cause, nodes } = JSON.parse(out);
    assert.deepEqual([status, verdict, cause], [130, "unknown", "stopped"]);
    assert.ok(nodes > 0);
    assert.match(err, /\r\x1b\[K$/); // the line is taken away
  }
});

await test("by Ctrl-C it ends while it waits for standard input", async () => {
  let ended;
  for (const wait of [500, 2000, 8000]) {
    ended = await interrupted(OURS, ["solve", "-"], wait);
    if (!ended.signal) break; // else it had not begun
  }
  assert.deepEqual(ended, { out: "", err: "", status: 130, signal: null });
});

await test("nobody reads: it ends in silence", async () => {
  const child = spawn(OURS[0], [...OURS.slice(1), "solve", ONE, `${given}/works`]);
  let err = "";
  child.stderr.on("data", (data) => (err += data));
  child.stdout.destroy();
  const status = await new Promise((resolve) => child.on("close", resolve));
  assert.equal(status, 141);
  assert.ok(!/EPIPE|pipe|output/i.test(err), err);
});

await test("on a terminal it shows its progress, and takes it away", () => {
  const line = [...OURS, "solve", ONE, "--nodes=20000", `${given}/hard.sfen`].join(" "),
    { stdout, status } = spawnSync("script", ["-qefc", line, "/dev/null"], { env: { ...process.env, TERM: "xterm" } });
  const [, progress, rest] = /^([^]*proving[^]*\r\x1b\[K)([^]*)$/.exec(stdout.toString());
  assert.equal(status, 4);
  assert.ok(progress && !rest.includes("proving") && rest.includes("unknown"), rest);
});

rmSync(top, { recursive: true });
done();
