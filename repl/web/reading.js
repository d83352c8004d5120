// SPDX-License-Identifier: GPL-3.0-or-later
// Works that come in: texts, files, links, and what was on the board before.
import { check, hisshi, mend, solve } from "./asking.js";
import { call, desk, setWork } from "./desk.js";
import { sourceOfLink } from "./link.js";
import { takeIn } from "./mine.js";
import { begin } from "./verdict.js";
import { opened } from "./work.js";
import { keptDraft, readWorks } from "./works.js";
import { spoken, t } from "./words.js";

const MOST_BYTES = 16 << 20,
  MOST_OF_LISTS = 32 << 20;

// The position of a problem in SFEN, as games with letters for files have it otherwise.
export async function sfenOf(problem) {
  const game = desk.games.find((one) => one.id === problem.variant);
  if (!game.letter_files) return problem.position;
  const [record] = await desk.kanju.convert(problem.position, "sfen", { variant: problem.variant });
  return record.text.trim().replace(/^sfen /, "");
}

async function openProblem({ headers = {}, kif = "", ...problem }, more) {
  setWork(
    opened(desk.games, {
      variant: problem.variant,
      sfen: await sfenOf(problem),
      line: problem.moves,
      record: kif,
      name: headers["作品名"] || headers["棋戦"] || "",
      composer: headers["作者"] || "",
    }),
    more,
  );
}

const BARE = /^\s*((position )?sfen )?[\w+/]+ [bw] \S+/;

// Slices of a source. A position alone says no game: it is read as one of the game that is chosen, if
// that can be.
async function* slicesOf(data, name) {
  const begins = typeof data === "string" ? data.slice(0, 4000) : new TextDecoder().decode(data.subarray(0, 4000));
  const chosen = BARE.test(begins) ? desk.kanju.list(data, call({ name })) : null,
    { value } = (await chosen?.next()) ?? {};
  if (value && !value.problems.some((problem) => problem.error)) {
    yield value;
    yield* chosen;
  } else yield* desk.kanju.list(data, { lang: spoken(), name });
}

// A row of a list as a work on the board, with the whole of its record.
async function openRow(row) {
  const named = { headers: { 作品名: row.title, 作者: row.author } };
  const problems = await desk.kanju.read(row.source, { lang: spoken(), variant: row.variant, name: "text" });
  const whole = problems.find((problem) => !problem.error && problem.position === row.position);
  if (row === latest) await openProblem(whole ?? { ...row, ...named });
}
let latest = null; // of the rows to be opened

async function show(row) {
  latest = row;
  await openRow(row);
}

const MANY_LINES = 1000; // bytes in which a long list has a line at least

// Whether a file is too long; lists are read in slices, and may be longer.
function isTooLarge(size, begins = "") {
  const most = /[\r\n]/.test(begins.slice(0, MANY_LINES)) && !/^\s*[[{]/.test(begins) ? MOST_OF_LISTS : MOST_BYTES;
  if (size > most)
    begin().fault(t("a file of N MB: at most M MB are read", { N: Math.round(size / 1e6), M: most >> 20 }));
  return size > most;
}

let collection = null; // the module of the table

// The first collection brings the table.
async function loadTable() {
  if (collection) return;
  const loaded = await import("./collection.js");
  if (!collection) loaded.listenToCollection(show);
  collection = loaded;
}

let reading = null, // the latest call
  gathering = null; // that which the collection is of

// Reads sources {name, size, data()} one after the other. The first work that can be read is put on
// the board; several are the collection, with those that cannot, which goes on while one work is read.
async function readAll(sources) {
  const mine = (reading = {}),
    speaker = begin(t("reading …"), { works: true }),
    size = sources.reduce((sum, source) => sum + source.size, 0);
  let before = 0,
    rows = [],
    shown = null,
    isCollection = false;
  const isOver = () => (isCollection ? gathering : reading) !== mine;
  const add = async (part) => {
    if (!shown || (!isCollection && rows.length < 2)) return;
    await loadTable();
    if (isOver()) return;
    const begins = !isCollection;
    if (begins) collection.beginCollection(sources.length > 1 ? "" : sources[0].name);
    isCollection = true;
    if (begins) gathering = mine;
    collection.addRows(rows, part);
    rows = [];
    if (begins) collection.markRow(shown);
  };
  try {
    for (const source of sources) {
      for await (const slice of slicesOf(await source.data(), source.name)) {
        if (isOver()) return;
        rows.push(...slice.problems);
        const first = shown ? null : rows.find((row) => !row.error);
        if (first) {
          if (!speaker.speaks()) return;
          await show((shown = first));
        }
        if (isOver()) return;
        await add(Math.min(0.999, (before + (source.size * slice.read) / slice.size) / size));
      }
      before += source.size;
    }
    if (!shown) throw new Error(rows.length ? rows[0].error : t("there is nothing to read"));
  } catch (error) {
    if (reading === mine && !shown) speaker.fault(error.message);
    else if (reading === mine) begin().fault(error.message);
  } finally {
    speaker.end();
    if (isCollection && gathering === mine) collection.endReading();
  }
}

export async function read(text, name) {
  const size = text.byteLength ?? text.length;
  if (isTooLarge(size, typeof text === "string" ? text : "")) return;
  if (!size) return begin().fault(t("there is nothing to read"));
  await readAll([{ name, size, data: async () => text }]);
}

const bytesOf = async (file) => new Uint8Array(await file.arrayBuffer());
const textOf = async (file, length) => new TextDecoder().decode(await file.slice(0, length).arrayBuffer());

// Files: a list of My works, or problems.
export async function readFiles(files) {
  const sources = [];
  for (const file of files) {
    const begins = await textOf(file, MANY_LINES);
    if (isTooLarge(file.size, begins)) return;
    const works = /^\s*\{\s*"kanju"/.test(begins) ? readWorks(await file.text()) : null;
    if (works) takeIn(works);
    else sources.push({ name: file.name, size: Math.max(1, file.size), data: () => bytesOf(file) });
  }
  if (sources.length) await readAll(sources);
}

const KNOWN = /\.(kifu?|ki2u?|bod|csa|jkf|json|sfen|usi|usen|feen|tsv|csv|txt)$/i;

// The files of what is dropped: of folders those whose names end as one of a format does.
async function filesOf(entry) {
  if (entry.isFile) return [await new Promise((found, fail) => entry.file(found, fail))];
  const reader = entry.createReader(),
    files = [];
  for (let some; (some = await new Promise((found, fail) => reader.readEntries(found, fail))).length; )
    for (const one of some.sort((a, b) => (a.name < b.name ? -1 : 1)))
      if (one.isDirectory || KNOWN.test(one.name)) files.push(...(await filesOf(one)));
  return files;
}

async function readDropped({ items, files }) {
  const entries = [...items].map((item) => item.webkitGetAsEntry?.()); // before anything is waited for
  const all = [...files];
  if (!entries.some((entry) => entry?.isDirectory)) return readFiles(all);
  try {
    await readFiles((await Promise.all(entries.filter(Boolean).map(filesOf))).flat());
  } catch (error) {
    begin().fault(error.message);
  }
}

const doAtOnce = { solve, check, hisshi, repair: () => mend("repair"), trim: () => mend("trim") };

// Opens what the address says, if anything, and leaves the address as it is.
export async function readLink({ remember = true } = {}) {
  const { hash } = location,
    { sfen, moves, game, todo } = sourceOfLink(hash),
    draft = keptDraft(hash);
  if (!sfen) return;
  if (draft) {
    // the same, with what an address does not say
    setWork(opened(desk.games, { ...draft, sfen: draft.position }), { remember });
  } else
    try {
      const [problem] = await desk.kanju.read(sfen, { lang: spoken(), variant: game || undefined });
      if (problem.error) throw new Error(problem.error);
      await openProblem({ ...problem, moves, kif: "" }, { remember });
    } catch (error) {
      return begin().fault(t("the link says nothing that can be read: ") + error.message);
    }
  history.replaceState(null, "", hash);
  if (todo) doAtOnce[todo]();
}

export function listenToWorks() {
  addEventListener("dragover", (event) => event.preventDefault());
  addEventListener("drop", (event) => {
    event.preventDefault();
    const { files } = event.dataTransfer,
      text = event.dataTransfer.getData("text/plain");
    if (files.length) readDropped(event.dataTransfer);
    else if (text) read(text);
  });
  addEventListener("paste", (event) => {
    if (event.target.closest("input, textarea")) return;
    const { files } = event.clipboardData;
    if (files.length) readFiles([...files]);
    else read(event.clipboardData.getData("text/plain"));
  });
}
