// SPDX-License-Identifier: GPL-3.0-or-later
// A collection of works as a table: filtered, checked in the background, saved. Rows are items of
// kanju.list() with their place `n` and the `result` of a check, or null.
import { present } from "./asking.js";
import { element } from "./board.js";
import { checkRows, isToDo } from "./collection_check.js";
import { call, desk, notation, source } from "./desk.js";
import { $ } from "./elements.js";
import { readQuery } from "./find.js";
import { keepResult, keptResults } from "./results.js";
import { fileName, save } from "./share.js";
import { makeRoom, offerSheet } from "./sheets.js";
import { Table } from "./table.js";
import { begin } from "./verdict.js";
import { spoken, t } from "./words.js";

const PATIENCE = 150, // milliseconds from a key to the table
  MOST_NAMED = 20, // plies
  MANY = 50000, // rows that take twice as long to look at
  LOOKS = 4, // of these one is for what has come into a filter
  PACE = 500; // milliseconds between two looks at what was found meanwhile
const isNumber = (value) => typeof value === "number";
const WEIGHTS = ["none", "note", "blemish", "defect"];
const TYPES = { tsv: "text/tab-separated-values", kif: "text/plain", html: "text/html" };

let rows = [],
  table,
  open, // shows a row's work on the board
  passes = () => true,
  words = {}, // of reports, in the language of the page
  codes = {}, // all codes, in Japanese
  read = null, // {part} while it is read
  running = null, // {control, done, of, at, begun} while it is checked
  saving = "",
  filed = "collection";

// ---- what a row says

const verdictOf = ({ error, result }) => (error || result?.error ? "error" : (result?.verdict ?? ""));

const sayVerdict = (verdict) =>
  verdict === "error" ? t("error") : verdict === "" ? t("not checked") : words[verdict] || t(verdict);

// The worst first; what is only noted in parentheses; each code once.
function sayFindings({ error, result }) {
  if (error || result?.error) return error || result.error;
  const worst = [...(result?.findings || [])].sort((a, b) => WEIGHTS.indexOf(b.severity) - WEIGHTS.indexOf(a.severity));
  const said = worst.map(({ code, severity }) => {
    const word = words[code] || code;
    return WEIGHTS.indexOf(severity) > 1 ? word : `(${word})`;
  });
  return [...new Set(said)].join(" ");
}

const KINDS = { unknown: "open", blemished: "open", unsound: "bad", error: "bad" };
const isOther = ({ plies }, found) => plies !== null && isNumber(found) && found !== plies;
// What matters most first, since a phone shows no more.
const COLUMNS = [
  { name: "id", get: ({ id }) => id, width: "minmax(7em, 1.2fr)", ends: true },
  { name: "title", get: ({ title, id }) => (title === id ? "" : title), width: "minmax(4em, 1.2fr)", spare: true },
  { name: "verdict", get: verdictOf, width: "5.5em", say: (v) => v && sayVerdict(v), kind: (row, v) => KINDS[v] },
  {
    name: "plies",
    get: ({ result }) => result?.plies,
    width: "3.5em",
    number: true,
    kind: (row, plies) => (isOther(row, plies) ? "bad" : ""),
  },
  { name: "findings", get: sayFindings, width: "minmax(7em, 1.4fr)" },
  { name: "recorded", get: ({ plies }) => plies, width: "5.6em", number: true, spare: true },
];

// ---- reading

// A new collection, which takes the place of the one before. `name`: of what it is read from.
export function beginCollection(name) {
  if (running) running.control.abort();
  rows = [];
  table.chosen = null;
  table.set([]);
  filed = fileName((name || "").replace(/\.\w+$/, ""), "collection");
  $("query").value = $("of-verdict").value = $("of-code").value = "";
  passes = () => true;
  $("collection").hidden = false;
  offerSheet($("collection"));
}

// Adds rows; `part` of all there is to read is read then, 1: the end.
export async function addRows(added, part) {
  const own = rows;
  for (const row of added) own.push(Object.assign(row, { n: own.length, result: null }));
  read = { part };
  soon();
  const kept = await keptResults(desk.kanju.version, added);
  if (!kept.some(Boolean) || own !== rows) return;
  added.forEach((row, i) => (row.result ??= kept[i] ?? null));
  soon();
}

export function endReading() {
  read = null;
  show({ stay: true });
}

// Marks the row whose work is on the board.
export function markRow(row) {
  table.mark(row);
  tell();
}

// ---- showing

let waiting = null;

// Shows what has come, not too often; at once what comes first.
function soon() {
  if (!table.view.length) show();
  waiting ??= setTimeout(
    () => {
      waiting = null;
      show({ stay: true });
    },
    PACE * (1 + rows.length / MANY),
  );
}

function optionsOf(select, values, say) {
  const old = select.value,
    all = [...values].sort();
  if (
    all.join() ===
    [...select.options]
      .slice(1)
      .map(({ value }) => value)
      .join()
  )
    return;
  while (select.options.length > 1) select.options[1].remove();
  select.append(...all.map((value) => element("option", { value }, say(value))));
  select.value = all.includes(old) ? old : "";
}

function offer() {
  const verdicts = new Set(rows.map((row) => verdictOf(row) || "none")),
    found = new Set(rows.flatMap(({ result }) => (result?.findings || []).map(({ code }) => code)));
  optionsOf($("of-verdict"), verdicts, (verdict) => sayVerdict(verdict === "none" ? "" : verdict));
  optionsOf($("of-code"), found, (code) => words[code] || code);
}

function isIn(row) {
  const verdict = $("of-verdict").value,
    code = $("of-code").value;
  return (
    (!verdict || (verdictOf(row) || "none") === verdict) &&
    (!code || (row.result?.findings || []).some((finding) => finding.code === code)) &&
    passes(row)
  );
}

const shownRows = () => rows.filter(isIn);

// Columns that some row has something in, or may have after a check.
function useColumns() {
  const used = COLUMNS.filter(({ spare, get }) => !spare || rows.some((row) => get(row)));
  if (used.length === table.columns.length) return;
  table.order.column = used.indexOf(table.columns[table.order.column]);
  table.setColumns(used);
}

function show(how) {
  useColumns();
  offer();
  table.set(table.inOrder(shownRows()), how);
  tell();
}

function tell() {
  const { view } = table,
    at = view.indexOf(table.chosen),
    todo = view.filter((row) => isToDo(row, +$("each").value)).length;
  $("collected").textContent = t(read ? "N problems so far" : "N problems", {
    N: rows.length.toLocaleString(spoken()),
  });
  $("shown").textContent = t("N of M", { N: view.length, M: rows.length });
  $("reading").hidden = !read;
  if (read) $("reading").value = read.part;
  $("work-before").disabled = at <= 0;
  $("work-after").disabled = at + 1 >= view.length;
  $("check-all").hidden = !!running;
  $("check-stop").hidden = $("checking").hidden = !running;
  $("check-all").disabled = !todo;
  document.querySelectorAll("[data-collection]").forEach((button) => (button.disabled = !!saving || !view.length));
  $("checked").textContent = [saving, running ? sayRunning() : sayDone()].filter(Boolean).join(" · ");
  if (running) $("checking").value = running.done / running.of;
}

function sayRunning() {
  const { done, of, begun, at } = running,
    seconds = (performance.now() - begun) / 1000;
  return t("checked: N of M, T s", { N: done, M: of, T: seconds.toFixed(0) }) + (at ? " · " + at : "");
}

function sayDone() {
  const done = rows.filter(({ result }) => result && !result.error);
  if (!done.length) return "";
  const counts = {};
  for (const { result } of done) counts[result.verdict] = (counts[result.verdict] || 0) + 1;
  const said = Object.keys(counts).map((verdict) => `${sayVerdict(verdict)} ${counts[verdict]}`);
  return t("checked: N", { N: done.length }) + " · " + said.join(", ");
}

// ---- filtering

function filter() {
  const query = $("query").value,
    known = {
      games: desk.games,
      codes: Object.keys(codes),
      nameOf: (word) => codes[word] || desk.games.find(({ id }) => id === word)?.name_ja || JAPANESE[word],
    };
  try {
    passes = readQuery(query, known);
    $("query-fault").textContent = "";
    $("query").removeAttribute("aria-invalid");
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    $("query-fault").textContent = error.message;
    $("query").setAttribute("aria-invalid", "true");
    return; // the table stays as it is
  }
  show();
}

const JAPANESE = {
  cook: "余詰",
  mate: "詰み",
  nomate: "不詰",
  time: "時間",
  nodes: "局面数",
  memory: "メモリー",
  stopped: "中止",
};

// ---- one work

async function choose(row) {
  if (!row) return;
  markRow(row);
  if (row.error) return begin().fault(row.error);
  await open(row);
  if (table.chosen === row && row.result) await showResult(row);
}

// What the check found, as the answer to the work on the board.
async function showResult({ result }) {
  const speaker = begin(),
    { work } = desk;
  if (result.error) return speaker.fault(result.error);
  speaker.record(result);
  try {
    const line = result.line ? " moves " + result.line : "",
      html = await desk.kanju.page("show", `sfen ${source()}${line}`, { notation: notation() }, call());
    if (desk.work !== work || !speaker.speaks()) return;
    present({ command: "check", record: { ...result, line: result.line.split(" ").filter(Boolean) }, html, kif: "" });
    desk.answer.html = ""; // a report is asked for anew
    desk.player.show(0);
  } catch {
    // the line cannot be shown there: the verdict and the findings are
  }
  const found = listFindings(result, {});
  $("answer").prepend(found);
  const names = await namesOf(result);
  if (desk.work !== work) return;
  found.replaceWith(listFindings(result, names));
  makeRoom();
}

// What the moves of findings are called, by ply and move.
async function namesOf({ findings, line }) {
  const moves = line ? line.split(" ") : [],
    names = {},
    plies = new Set(findings.filter(({ ply, move }) => ply && move && ply <= moves.length).map(({ ply }) => ply));
  for (const ply of [...plies].slice(0, MOST_NAMED)) {
    const at = `sfen ${source()} moves ${moves.slice(0, ply - 1).join(" ")}`.replace(/ moves $/, "");
    const found = await desk.kanju.position(at, call({ notation: notation() })).catch(() => ({ moves: [] }));
    for (const { usi, text } of found.moves) names[ply + usi] = text;
  }
  return names;
}

function listFindings({ findings, line }, names) {
  const plies = line ? line.split(" ").length : 0;
  return element(
    "ul",
    { class: "kj-found" },
    ...findings.map(({ code, severity, ply, move }) => {
      const text = [ply ? t("ply N", { N: ply }) : "", words[code] || code, names[ply + move] ?? move]
          .filter(Boolean)
          .join(" · "),
        inside = ply && ply <= plies ? element("a", { href: "#", "data-n": ply - 1 }, text) : text;
      return element("li", { class: severity }, inside);
    }),
  );
}

// ---- checking

async function checkAll() {
  const limit = +$("each").value,
    todo = table.view.filter((row) => isToDo(row, limit));
  if (running || !todo.length) return;
  const mine = { control: new AbortController(), done: 0, of: todo.length, at: "", begun: performance.now() };
  running = mine;
  let looks = 0;
  const clock = setInterval(() => {
    if (looks++ % LOOKS === 0) return soon();
    table.fill();
    tell();
  }, PACE);
  tell();
  try {
    await checkRows(desk.kanju, todo, {
      limit,
      lang: spoken(),
      signal: mine.control.signal,
      begun: ({ id }) => (mine.at = id),
      done(row, result) {
        row.result = result;
        mine.done++;
        if (!result.error) keepResult(desk.kanju.version, row);
      },
    });
  } finally {
    clearInterval(clock);
    running = null;
    show({ stay: true });
  }
}

// ---- saving

async function saveAs(kind) {
  const all = table.view,
    name = `${filed}${all.length < rows.length ? "-" + t("part") : ""}.${kind === "html" ? "report.html" : kind}`;
  const told = (done) => {
    saving = t("writing: N of M", { N: done, M: all.length });
    tell();
  };
  told(0);
  try {
    const { listOf, recordsOf, reportOf } = await import("./collection_save.js"); // few need it
    const text =
      kind === "tsv" ? listOf(all) : kind === "kif" ? await recordsOf(all, told) : await reportOf(all, filed);
    save(text, TYPES[kind], name);
    saving = "";
    tell();
    $("checked").textContent = t("saved: N", { N: name });
  } catch (error) {
    saving = "";
    tell();
    $("checked").textContent = error.message;
  }
}

// ---- listening

async function takeWords() {
  const lang = spoken(),
    japanese = (await desk.kanju.reportWords({ lang: "ja" })).words;
  words = lang === "ja" ? japanese : (await desk.kanju.reportWords({ lang })).words;
  codes = Object.fromEntries(Object.entries(japanese).filter(([code]) => /^[a-z-]+$/.test(code)));
  for (const id of ["of-verdict", "of-code"]) while ($(id).options.length > 1) $(id).options[1].remove();
  table.heads();
  if ($("query").value) filter(); // what is wrong with it is told in the language
  if (rows.length) show({ stay: true });
}

// The sheet of the table, which goes from what is chosen on it, stays for the next step.
async function go(way) {
  const wasOpen = $("collection").open;
  await choose(table.beside(way));
  $("collection").open = wasOpen;
}

function onKey(event) {
  const { key } = event;
  if (event.ctrlKey || event.altKey || event.metaKey || event.target.closest("input, textarea, select")) return;
  if (!rows.length || (key !== "<" && key !== ">")) return;
  event.preventDefault();
  go(key === ">" ? 1 : -1);
}

// Arrows and the like mark a row, Enter opens it.
function onListKey(event) {
  const { view, chosen, page } = table,
    at = view.indexOf(chosen),
    ways = {
      ArrowDown: at + 1,
      ArrowUp: at - 1,
      PageDown: at + page,
      PageUp: at - page,
      Home: 0,
      End: view.length - 1,
    };
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  if (event.key === "Enter" && chosen) choose(chosen);
  else if (event.key in ways && view.length) markRow(view[Math.max(0, Math.min(view.length - 1, ways[event.key]))]);
  else return;
  event.preventDefault();
  event.stopPropagation();
}

// `opens` puts the work of a row on the board.
export function listenToCollection(opens) {
  const on = (id, what, event = "click") => $(id).addEventListener(event, what);
  let typing;
  open = opens;
  table = new Table($("list"), { columns: COLUMNS, t, choose, sorted: () => show() });
  table.setColumns(COLUMNS);
  on(
    "query",
    () => {
      clearTimeout(typing);
      typing = setTimeout(filter, PATIENCE);
    },
    "input",
  );
  on("of-verdict", () => show(), "change");
  on("of-code", () => show(), "change");
  on("each", tell, "change");
  on(
    "filter",
    (event) => {
      event.preventDefault();
      clearTimeout(typing);
      filter();
    },
    "submit",
  );
  on("check-all", checkAll);
  on("check-stop", () => running?.control.abort());
  on("work-before", () => go(-1));
  on("work-after", () => go(1));
  on("list", onListKey, "keydown");
  on("collection", () => table.fill(), "toggle");
  addEventListener("keydown", onKey);
  document
    .querySelectorAll("[data-collection]")
    .forEach((button) => button.addEventListener("click", () => saveAs(button.dataset.collection)));
  new MutationObserver(takeWords).observe(document.documentElement, { attributeFilter: ["lang"] });
  takeWords();
}
