// SPDX-License-Identifier: GPL-3.0-or-later
// The module kanju: formats, searches, stopping, progress, memory, errors.
import assert from "node:assert";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { done, load, longest, native, puzzles, test, timeless } from "./lib.mjs";

const { Kanju, KanjuError } = await load();
const kanju = await Kanju.start();
const THREE = "9/9/2R6/k8/N8/B8/9/9/9 b rb4g4s3n4l18p 1";
const LINE = ["7c8c+", "9d9e", "8c8e"];
const COOKED = "9/9/2R6/k8/N8/B8/9/8r/9 b b4g4s3n4l18p 1";
const HARD = longest();
const rejected = async (promise) => {
  try {
    await promise;
  } catch (error) {
    assert.ok(error instanceof KanjuError, error.stack);
    return error;
  }
  throw new Error("not rejected");
};

await test("the version is the program's", () => assert.match(kanju.version, /^\d+\.\d+\.\d+/));

await test("every format is read, and gives the same problem", async () => {
  const usi = `sfen ${THREE} moves ${LINE.join(" ")}`;
  for (const format of ["usi", "kif", "ki2", "csa", "jkf"]) {
    const [{ text }] = await kanju.convert(usi, format);
    const [problem] = await kanju.read(text);
    assert.equal(problem.error, null, format);
    assert.equal(problem.position.replace(/ 1$/, ""), THREE.replace(/ 1$/, ""), format);
    assert.deepEqual(problem.moves, LINE, format);
  }
  for (const format of ["sfen", "bod"]) {
    const [problem] = await kanju.read((await kanju.convert(`sfen ${THREE}`, format))[0].text);
    assert.equal(problem.position.replace(/ 1$/, ""), THREE.replace(/ 1$/, ""), format);
  }
});

// All items of a source, as the native program tells of them: one a line.
async function listed(source, name) {
  const items = [];
  let slices = 0;
  for await (const { problems, read, size } of kanju.list(source, { name })) {
    assert.ok(read <= size);
    items.push(...problems);
    slices++;
  }
  return { items, slices };
}
function told(source, name) {
  const folder = mkdtempSync(`${tmpdir()}/kanju-web-`);
  writeFileSync(`${folder}/${name}`, source);
  const { out } = native(["convert", "--json", "--format=tsv", `${folder}/${name}`]);
  rmSync(folder, { recursive: true });
  return out
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line.replaceAll(folder + "/", "")));
}

await test("a long source is read in slices, and gives what the whole of it gives", async () => {
  const works = puzzles().filter(({ list }) => list === "shogi/original.tsv"),
    rows = Array.from({ length: 1500 }, (_, i) => ({ ...works[i % works.length], id: `w${i}` }));
  const row = ({ id, position, plies }, i) => (i % 97 === 5 ? `${id}\tk8/9 b - 1` : `${id}\t${position}\t${plies}`),
    list = rows.map(row).join("\n");
  const bare = rows.map(({ position }) => `sfen ${position}`).join("\r\n"),
    heading = "# a list\nid\tsfen\tplies\ttitle\n" + rows.map((one) => row(one, 0) + `\t題 ${one.id}`).join("\n");
  const kif = native(["convert", "--format=kif", "-"], rows.map((one) => row(one, 0)).join("\n")).out;
  const cp932 = spawnSync("iconv", ["-f", "UTF-8", "-t", "CP932"], { input: kif, maxBuffer: 1 << 28 }).stdout;
  const broken = kif.replace(/(w1200\n[^|]*)\|/, "$1!");
  const objects = rows.map(({ id, position }, i) => JSON.stringify({ id, position, note: 'a "{b}", [' + i })),
    fields = rows.map(({ id, position }) => `${id},${position},3,"a, b"`);
  for (const [name, source, n] of [
    ["list.tsv", list, 1500],
    ["bare.sfen", bare, 1500],
    ["heading.tsv", heading, 1500],
    ["all.kif", kif, 1500],
    ["cp932.kif", cp932, 1500],
    ["broken.kif", broken, 1201],
    ["table.csv", "id,sfen,plies,note\n" + fields.join("\n"), 1500],
    ["quoted.csv", "番号,局面,手数,備考\r\n" + fields.join("\r\n").replaceAll("a, b", "a,\nb"), 1500],
    ["plain.csv", rows.map(({ id, position }) => `${id},${position}`).join("\n"), 1500],
    ["array.json", `[\n${objects.join(",\n")}\n]\n`, 1500],
    ["line.json", `[${objects.join(",")}]`, 1500],
    ["lines.jsonl", objects.join("\n") + "\n", 1500],
    ["empty.json", "[]", 1],
    ["one.kif", kif.slice(0, kif.indexOf("w1\n") - 4), 1],
    ["empty.tsv", "# nothing\n", 1],
  ]) {
    const { items, slices } = await listed(source, name),
      whole = told(source, name);
    assert.equal(items.length, n, name);
    assert.ok(n < 1000 || slices > 1, name);
    for (const [i, record] of whole.entries()) {
      const item = items[i];
      assert.deepEqual([item.id, item.place], [record.id, record.place], `${name} ${i}`);
      assert.equal(!!item.error, !!record.error, `${name} ${i}`);
      if (!record.error) assert.equal(item.position, record.position);
      else if (record.column) assert.ok(item.error.startsWith(`${record.place}:${record.column}: `), item.error);
    }
    for (const i of [0, 1, 200, 1100, n - 1].filter((i) => i < n && !items[i].error)) {
      const [problem, ...more] = await kanju.read(items[i].source);
      assert.deepEqual([more.length, problem.position], [0, items[i].position], `${name} ${i}`);
      if (!/bare|csv|one/.test(name)) assert.equal(problem.id.replace("題 ", ""), items[i].id);
    }
  }
});

await test("of many records in JSON each is read whole, and a fault in them is told", async () => {
  const kif = `${(await kanju.convert(`sfen ${THREE} moves ${LINE.join(" ")}`, "kif"))[0].text}変化：1手\n   1 ７四飛(73)\n*紛れ\n`,
    jkf = (await kanju.convert(kif, "jkf"))[0].text.trim();
  const { items } = await listed(Array(50).fill(jkf).join("\n"), "all.jkf");
  assert.equal(items.length, 50);
  assert.match((await kanju.read(items[49].source))[0].kif, /紛れ/);
  const cut = await listed(`[{"sfen": "${THREE}"}, {"sfen": "${THREE}"`, "cut.json").catch((error) => error);
  assert.ok(cut instanceof KanjuError || cut.items.some(({ error }) => error), JSON.stringify(cut));
});

await test("of a list the moves, lengths, titles and authors", async () => {
  const kif = `作品名：試し\n作者：某\n手数：３手\n${(await kanju.convert(`sfen ${THREE} moves ${LINE.join(" ")}`, "kif"))[0].text}`;
  const [{ title, author, plies, moves, usi }] = (await listed(kif, "a.kif")).items;
  assert.deepEqual([title, author, plies, moves], ["試し", "某", 3, LINE]);
  assert.equal((await kanju.solve(usi)).plies, 3);
  const [bare] = (await listed(`sfen ${THREE} moves 7c8c+`, "a")).items;
  assert.deepEqual([bare.title, bare.plies, bare.id], ["", 1, "a:1"]);
});

await test("a second one of the same program has Workers of its own, and the words of reports are known", async () => {
  const other = kanju.beside({ workers: 1 });
  assert.equal(other.version, kanju.version);
  assert.equal((await other.solve(THREE)).plies, 3);
  other.close();
  const { words, play } = await kanju.reportWords({ lang: "ja" });
  assert.equal(words.early, "早詰");
  assert.equal(words.unsound, "不完全");
  assert.ok(play.hint);
  assert.equal((await kanju.reportWords()).words.early, undefined);
});

await test("KIF in CP932 is read, with its headers and branches", async () => {
  const text = `作品名：試し\n作者：某\n${(await kanju.convert(`sfen ${THREE} moves ${LINE.join(" ")}`, "kif"))[0].text}変化：1手\n   1 ７四飛(73)\n`;
  const bytes = native(["convert", "--format=kif", "--encoding=cp932", "-"], text).out;
  const [problem] = await kanju.read(text);
  assert.equal(problem.id, "試し");
  assert.equal(problem.headers["作者"], "某");
  assert.equal(problem.jkf.moves[1].forks.length, 1);
  const reply = await kanju.command(["convert", "--format=kif", "--encoding=cp932", "--output=o.kif", "a.kif"], {
    files: { "a.kif": text },
  });
  const [again] = await kanju.read(reply.files.get("o.kif"));
  assert.equal(again.headers["作品名"], "試し");
  assert.ok(bytes);
});

await test("what cannot be read is told with its place", async () => {
  const [problem] = await kanju.read("k8/9/9/9/9/9/9/9 b - 1");
  assert.match(problem.error, /rank/);
  const error = await rejected(kanju.solve("k8/9/9/9/9/9/9/9 b - 1", {}, { name: "mine.sfen" }));
  assert.match(error.message, /^mine\.sfen:1:\d+: /);
  const japanese = await rejected(kanju.solve("k8/9/9/9/9/9/9/9 b - 1", {}, { lang: "ja" }));
  assert.match(japanese.message, /[ぁ-ん]/);
});

await test("legal moves have names in both notations, and say whether they check", async () => {
  const place = await kanju.position(THREE);
  assert.equal(place.side, "sente");
  assert.equal(place.variant, "shogi");
  const move = place.moves.find(({ usi }) => usi === "7c8c+");
  assert.ok(move.check && move.text.includes("飛成"), JSON.stringify(move));
  assert.ok(place.moves.some(({ check }) => !check));
  const western = await kanju.position(THREE, { notation: "western" });
  assert.match(western.moves.find(({ usi }) => usi === "7c8c+").text, /R.*\+/);
});

await test("a line is played in any notation, and refused where it is illegal", async () => {
  const steps = await kanju.line(THREE, ["８三飛成", "9d9e", "8c8e"]);
  assert.deepEqual(
    steps.map(({ usi }) => usi),
    LINE,
  );
  assert.ok(steps[0].check && !steps[1].check);
  await rejected(kanju.line(THREE, ["7c7i+", "1a1b"]));
});

await test("solve, check, hisshi, repair and trim say what the program says", async () => {
  const two = { nodes: 100000 };
  for (const [name, position] of [
    ["solve", THREE],
    ["check", THREE],
    ["check", COOKED],
    ["repair", COOKED],
    ["trim", THREE],
    ["tries", THREE],
    ["hisshi", "9/9/6g1k/6+B2/8B/7P1/9/9/9 b 2r3g4s4n4l17p 1"],
  ]) {
    const ours = await kanju[name](position, two);
    const { out } = native([name, "--json", "--threads=1", "--memory=256", "--nodes=100000", position]);
    assert.deepEqual({ ...timeless(ours), id: "" }, { ...timeless(JSON.parse(out)), id: "" }, name);
  }
});

await test("compose and extend make the works that the program makes", async () => {
  const wish = { nodes: 100000, plies: "1-3", seed: 1 };
  for (const [ours, words] of [
    [kanju.compose(wish), ["compose", "--plies=1-3", "--seed=1"]],
    [kanju.extend(THREE, { nodes: 100000 }), ["extend", THREE]],
  ]) {
    const { out } = native([...words, "--json", "--threads=1", "--memory=256", "--nodes=100000"]),
      record = await ours;
    assert.deepEqual({ ...timeless(record), id: "" }, { ...timeless(JSON.parse(out)), id: "" }, words[0]);
  }
});

// Seconds that this process has computed, in all of its threads, since a point before.
const computed = (since) => {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1e6;
};

await test("works of seven plies are checked within three seconds each", async () => {
  const works = puzzles().filter(({ list, plies }) => list === "shogi/original.tsv" && plies === 7),
    took = [];
  for (const { position } of works) {
    const before = process.cpuUsage();
    assert.equal((await kanju.check(position, { tries: true })).plies, 7);
    took.push(computed(before));
  }
  console.log(`# ${works.length} works, the longest ${Math.max(...took).toFixed(2)} s`);
  assert.ok(Math.max(...took) < 3);
});

await test("a certificate is believed by kanju-verify, and a false one is not", async () => {
  const { record, bytes } = await kanju.certificate(THREE);
  assert.equal(record.verdict, "mate");
  assert.equal((await kanju.verify(bytes)).status, "valid");
  const folder = mkdtempSync(`${tmpdir()}/kanju-web-`);
  writeFileSync(`${folder}/web.kjc`, bytes);
  assert.equal(native(["verify", `${folder}/web.kjc`]).status, 0);
  rmSync(folder, { recursive: true });
  bytes[bytes.length - 9] ^= 1;
  assert.notEqual((await kanju.verify(bytes)).status, "valid");
});

await test("pictures, records and pages", async () => {
  assert.match(await kanju.svg(THREE, { title: "<b>" }), /^<\?xml[^]*&#60;b&#62;[^]*<\/svg>\s*$/);
  assert.match(await kanju.kif("solve", THREE), /８三飛成/);
  const page = await kanju.page("check", COOKED, { nodes: 20000 }, { lang: "ja" });
  assert.match(page, /<html lang="ja"/);
  assert.match(await kanju.page("show", `sfen ${THREE} moves ${LINE.join(" ")}`), /<section class="kj"/);
});

// A search without end that has told of its progress, and what stops it.
async function underWay(kanju, call = {}) {
  const stop = new AbortController();
  const [search, told] = await new Promise((begun) => {
    const search = kanju.solve(
      HARD,
      {},
      { ...call, signal: stop.signal, onProgress: (progress) => begun([{ search }, progress]) },
    );
  });
  return { ...search, told, stop };
}

await test("a search tells of its progress in the language asked for", async () => {
  const { search, told, stop } = await underWay(kanju, { lang: "ja" });
  assert.match(told.text, /秒/);
  assert.ok(told.seconds > 0);
  stop.abort();
  await search.catch(() => {});
});

await test("a search that is stopped ends soon, with what it has", async () => {
  const patient = await Kanju.start({ workers: 1, grace: 1e6 });
  for (let i = 0; i < 3; i++) {
    const { search, stop } = await underWay(patient),
      before = process.cpuUsage();
    stop.abort();
    const { verdict, cause, nodes } = await search;
    assert.ok(computed(before) < 0.1, `${computed(before)} s later`);
    assert.deepEqual([verdict, cause], ["unknown", "stopped"]);
    assert.ok(nodes > 0);
  }
  patient.close();
});

await test("stopped before or just after it has begun, it says so as well", async () => {
  for (const wait of [-1, 0, 1, 5, 20]) {
    const stop = new AbortController();
    if (wait < 0) stop.abort();
    const search = kanju.solve(HARD, {}, { signal: stop.signal });
    setTimeout(() => stop.abort(), wait);
    const result = await search.catch((error) => error),
      isError = result instanceof KanjuError;
    assert.ok(isError ? result.stopped : result.cause === "stopped", JSON.stringify(result));
    assert.ok(isError || wait >= 0);
  }
});

await test("stopped while it waits for a Worker, it says so at once", async () => {
  const one = await Kanju.start({ workers: 1 }),
    { search, stop } = await underWay(one);
  const give_up = new AbortController(),
    waiting = rejected(one.solve(THREE, {}, { signal: give_up.signal }));
  give_up.abort();
  const first = await Promise.race([waiting, search]);
  assert.ok(first instanceof KanjuError && first.stopped);
  const next = one.solve(THREE); // the place in the queue is free
  stop.abort();
  await search.catch(() => {});
  assert.equal((await next).plies, 3);
  one.close();
});

await test("a Worker that is ended is replaced, whoever waited for it has left or not", async () => {
  const one = await Kanju.start({ workers: 1, grace: 0 });
  for (let i = 0; i < 3; i++) {
    const { search, stop } = await underWay(one),
      give_up = new AbortController(),
      waiting = one.solve(THREE, {}, { signal: give_up.signal }).catch((error) => error);
    stop.abort();
    await search.catch(() => {}); // another Worker is being opened for who waits
    give_up.abort();
    await waiting;
  }
  assert.equal((await one.solve(THREE)).plies, 3);
  one.close();
});

await test("closed while a Worker is opened and another call waits, it refuses both", async () => {
  const one = kanju.beside({ workers: 1 }),
    calls = [rejected(one.solve(THREE)), rejected(one.solve(THREE))];
  one.close();
  await Promise.all(calls);
});

await test("what the program says beside its answer is told", async () => {
  const told = [],
    onMessages = (messages) => told.push(...messages);
  await kanju.solve("4k4/9/4P4/9/4P4/9/9/9/9 b G2r2b3g4s4n4l16p 1", {}, { onMessages, onProgress() {} });
  assert.equal(told.length, 1);
  assert.match(told[0], /^text:1: warning: .*二歩/);
  await kanju.solve(THREE, {}, { onMessages });
  assert.equal(told.length, 1);
});

await test("a work as a record keeps what one before had", async () => {
  const before =
    (await kanju.convert(`sfen ${THREE} moves ${LINE.join(" ")}`, "kif"))[0].text
      .replace(/^/, "作品名：朝顔\n備考：初出\n")
      .replace(/^手数--.*$/m, "*前書\n$&") + "\n変化：1手\n   1 ７四飛(73)\n*紛れ\n";
  const same = await kanju.record(await kanju.kif("solve", THREE), { before, title: "夕顔", author: "某" });
  for (const part of ["作品名：夕顔", "作者：某", "備考：初出", "手数：3手", "*前書", "変化：1手", "*紛れ"])
    assert.ok(same.includes(part), part + "\n" + same);
  assert.equal((await kanju.read(same))[0].error, null);
  assert.equal(await kanju.record(same, { before: same }), same);
  const other = await kanju.record(COOKED, { before });
  for (const part of ["作品名：朝顔", "備考：初出", "*前書"]) assert.ok(other.includes(part), part);
  assert.ok(!other.includes("紛れ"));
  assert.match((await rejected(kanju.record("9/9 b - 1"))).message, /rank|board/);
});

await test("where memory is not shared it stops all the same, and others go on", async () => {
  const shared = globalThis.SharedArrayBuffer;
  delete globalThis.SharedArrayBuffer;
  try {
    const stop = new AbortController(),
      search = rejected(kanju.solve(HARD, {}, { signal: stop.signal }));
    const beside = kanju.solve(THREE);
    setTimeout(() => stop.abort(), 200);
    const error = await search;
    assert.ok(error.stopped);
    assert.equal((await beside).plies, 3);
    assert.equal((await kanju.solve(THREE)).plies, 3);
  } finally {
    globalThis.SharedArrayBuffer = shared;
  }
});

await test("more calls than Workers wait for their turn", async () => {
  const all = await Promise.all(Array.from({ length: 12 }, () => kanju.solve(THREE)));
  assert.ok(all.every(({ plies }) => plies === 3));
});

await test("memory is flat over 500 solves", async () => {
  const one = await Kanju.start({ workers: 1, memory: 64 });
  const rss = async () => process.memoryUsage().rss;
  for (let i = 0; i < 100; i++) await one.solve(THREE);
  const before = await rss();
  for (let i = 0; i < 400; i++) await one.solve(THREE);
  const grown = ((await rss()) - before) / (1 << 20);
  one.close();
  assert.ok(grown < 64, `${grown.toFixed(1)} MiB more`);
});

await test("too much memory is an error in words, and what is promised can be had", async () => {
  const error = await rejected(Kanju.start({ memory: 5000 }));
  assert.match(error.message, /MiB/);
  const big = await Kanju.start({ memory: 2048, workers: 1 });
  assert.equal((await big.solve(THREE)).plies, 3);
  big.close();
});

await test("a wrong option is told as the command line tells it", async () => {
  const error = await rejected(kanju.solve(THREE, { nodes: "many" }));
  assert.match(error.message, /nodes/);
  assert.equal(error.status, 2);
});

await test("hostile and damaged texts are refused in words, and all goes on", async () => {
  const big = "９".repeat(20e6);
  for (const text of ["", "\0\0\0", "<script>alert(1)</script>", "{".repeat(1e6), big, "\u{1f600}".repeat(1000)]) {
    const [problem] = await kanju.read(text);
    assert.ok(problem.error && problem.error.length < 200, text.slice(0, 20));
  }
  assert.equal((await kanju.solve(THREE)).plies, 3);
});

await test("all that is loaded takes at most 1.5 MB", () => {
  const size = (name) => statSync(new URL(`../../build/web/${name}`, import.meta.url)).size;
  const bytes = ["kanju.js", "worker.js", "program.mjs", "program.wasm"].map(size).reduce((a, b) => a + b);
  console.log(`# ${bytes} bytes`);
  assert.ok(bytes <= 1.5e6);
});

await test("closed, it refuses", async () => {
  kanju.close();
  await rejected(kanju.solve(THREE));
});

done();
