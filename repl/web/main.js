// SPDX-License-Identifier: GPL-3.0-or-later
// Kanju in the browser: the work on the board, what is asked of the program about it, and what it says.
import { Board, copyPosition, element, readGame, writeSfen } from "./board.js";
import { Player } from "./replay_page.js";
import { Kanju } from "./kanju.js";
import { Editor, arranged, defenderOf, placeName, spareOf, withRest } from "./editor.js";
import { $, ask } from "./elements.js";
import { emptyWork, opened } from "./work.js";
import { showVersions } from "./versions.js";
import { keepWorks, keptWorks, readWorks, writeWorks } from "./works.js";
import { arrowsAt, sayVerdict } from "./answers.js";
import { picture, putOut, save, sourceOfLink, linkOf } from "./share.js";
import { speak, spoken, t } from "./words.js";

const MOST_BYTES = 16 << 20, MOST_FOUND = 300, LOOK = { time: 2, nodes: 400000 };
const START = "9/9/2R6/k8/N8/B8/9/9/9 b rb4g4s3n4l18p 1"; // what a first visit shows
const root = document.documentElement;

let kanju, games, board, player, editor;
let work = null; // work.js
let answer = null; // {command, record, html, kif}
const past = [], future = [];
let legal = { of: "", moves: [], check: false };
let job = null, look = null, whyNot = null; // AbortController

// ---- the work ----

const full = () => work.rest ? withRest(work.position) : work.position;
const source = () => writeSfen(full());
const notation = () => spoken() === "ja" ? "ja" : "western";
const call = (more = {}) => ({ variant: work.variant, lang: spoken(), ...more });

function setWork(next, { remember = true } = {}) {
  if (remember && work) {
    past.push(work);
    future.length = 0;
  }
  if (!work || work.variant !== next.variant) board.setGame(next.position.game);
  if (!remember || next.variant !== work.variant) editor.selected = null;
  work = next;
  forget();
  $("game").value = work.variant;
  $("rest").checked = work.rest;
  $("name").value = work.name;
  setMode("edit");
  sayLine();
  soon();
}

function edited(position) { setWork({ ...work, position }); }

function back(from, to) {
  if (!from.length) return;
  to.push(work);
  setWork(from.pop(), { remember: false });
}

// What was said of another position stands no longer.
function forget() {
  for (const control of [job, look, whyNot]) if (control) control.abort();
  answer = null;
  delete root.dataset.verdict;
  delete root.dataset.plies;
  $("answer").replaceChildren();
  $("versions").replaceChildren();
  $("why").hidden = true;
  player.load({ start: source(), n: [[0]] });
}

const commands = {
  undo: () => back(past, future), redo: () => back(future, past), side: () => edited({ ...work.position, side: 1 - work.position.side }),
  rest: () => $("rest").click()
};

function command(name) {
  if (name in commands) return commands[name]();
  const position = arranged(work.position, name);
  if (position) edited(position);
}

// ---- what is on the board ----

function setMode(mode) {
  if (editor.mode !== mode) editor.setMode(mode);
  $("mode-edit").setAttribute("aria-pressed", mode === "edit");
  $("mode-play").setAttribute("aria-pressed", mode === "play");
  $("setup").classList.toggle("playing", mode === "play");
  show();
}

function show() { player.show(player.at, editor.selected ? {} : player.marks); } // a hint goes when a piece is taken up

function draw(position, last, n, more) {
  if ((n || player.playing) && editor.mode === "edit") return setMode("play");
  const setting = editor.mode === "edit";
  const defender = defenderOf(work.position); // whose hand the box is, while moves are played
  board.style.hands = !work.rest ? "both" : defender ? "sente" : "gote";
  board.style.low = work.rest && !setting ? defender : undefined;
  const at = setting ? work.position : position, spare = spareOf(at), here = writeSfen(position);
  const marks = { ...editor.marks(), last, ...more };
  if (!setting) {
    if (answer) marks.arrows ||= arrowsAt(player, n, answer.record);
    if (legal.of === here && legal.check) marks.check = at.board.indexOf(at.side ? at.game.king.toLowerCase() : at.game.king);
    if (legal.of !== here) learn(here);
  }
  board.show(at, marks, spare);
  $("side").textContent = t(at.side ? "gote to move" : "sente to move");
  $("undo").disabled = !past.length;
  $("redo").disabled = !future.length;
}

// The legal moves of the position that is shown.
async function learn(sfen) {
  legal = { of: sfen, moves: [], check: false };
  try {
    const found = await kanju.position(sfen, call({ notation: notation() }));
    if (legal.of !== sfen) return;
    Object.assign(legal, { moves: found.moves, check: found.check });
    if (editor.selected) editor.select(editor.selected);
    else if (found.check) show();
  } catch {
    // no position to move in: it stays without moves
  }
}

// ---- moves of one's own: what they come to ----

function played(usi) {
  if (player.playing && player.knows(usi)) return player.attempt(usi);
  const before = player.at, n = player.add(before, usi), move = legal.moves.find((one) => one.usi === usi);
  if (!player.links[n]) {
    const list = $("answer").querySelector(".kj-moves") || $("answer").appendChild(element("div", { class: "kj-moves" }));
    const own = list.querySelector(".own") || list.appendChild(element("p", { class: "own" }, t("my line") + " "));
    const ply = player.path(n).length, text = move ? move.text : usi;
    player.links[n] = element("a", { href: "#", "data-n": n, title: ply + " " + text }, text);
    own.append(element("i", {}, String(ply)), player.links[n]);
  }
  player.show(n);
  explain(n, move ? move.text : usi);
}

async function explain(n, name) {
  if (whyNot) whyNot.abort();
  const control = whyNot = new AbortController(), attacker = 1 - defenderOf(work.position);
  const words = ["solve", "--no-diagram", "--refutation", "--no-progress", "--time=5", "--notation=" + notation(), "--variant=" + work.variant,
    "--attacker=" + (attacker ? "gote" : "sente"), "--", "text"];
  try {
    const reply = await kanju.command(words, { lang: spoken(), signal: control.signal, files: { text: writeSfen(player.position(n)) } });
    if (whyNot !== control) return;
    const text = (reply.text.trim() || reply.messages.join("\n")).replace(/^\S+: /, "");
    $("why").replaceChildren(element("h3", {}, t("after N", { N: name })), element("pre", {}, text));
    $("why").append(element("button", { type: "button", onclick: takeLine }, t("take this line as the author's")));
    $("why").hidden = false;
  } catch (error) {
    if (!error.stopped) say(error.message, "", "bad fault");
  }
}

function takeLine() {
  const line = player.path(player.at).map((place) => player.nodes[place][1]).filter(Boolean);
  setWork({ ...work, line });
}

function sayLine() {
  $("line").hidden = !work.line.length;
  $("line").replaceChildren(t("author's line: N plies", { N: work.line.length }) + " ",
    element("button", { type: "button", onclick: () => setWork({ ...work, line: [] }) }, t("forget it")));
}

// ---- asking ----

function say(text, more = "", kind = "") {
  $("said").textContent = text;
  $("said").className = "big " + kind;
  $("more").textContent = more;
}

function sayRecord(record) {
  const { text, kind, verdict, plies } = sayVerdict(record, t);
  const cost = record.nodes === undefined ? "" : t("N nodes, T s", { N: record.nodes.toLocaleString(spoken()), T: (record.ms / 1000).toFixed(2) });
  say(text, [record.cause ? t(record.cause) : "", record.note || "", cost].filter(Boolean).join(" · "), kind);
  root.dataset.verdict = verdict;
  root.dataset.plies = plies ?? "";
}

// The verdict while the work is set up: what is found in a moment.
let timer;
function soon() {
  clearTimeout(timer);
  say("", "");
  timer = setTimeout(glance, 150);
}

async function glance() {
  if (look) look.abort();
  if (job) return;
  const control = look = new AbortController(), defender = defenderOf(work.position), king = work.position.game.king;
  if (!work.position.board.includes(defender ? king.toLowerCase() : king)) return say(t("no king to be mated"), "", "note");
  try {
    const record = await kanju.solve(source(), LOOK, call({ signal: control.signal }));
    if (look === control) sayRecord(record);
  } catch (error) {
    if (look === control && !error.stopped) say(error.message, "", "bad fault");
  }
}

// Runs a search that may take long, with its progress and a button to stop it.
async function search(task) {
  for (const control of [job, look]) if (control) control.abort();
  const control = job = new AbortController();
  look = null;
  clearTimeout(timer);
  $("busy").hidden = $("stop").hidden = false;
  say(t("searching"), "");
  const onProgress = ({ text, seconds }) => { $("more").textContent = text.split(/[\r\n]/).map((part) => part.replace(/\x1b\[K/g, "").trim()).filter(Boolean).pop() || seconds.toFixed(0) + " s"; };
  try {
    await task(call({ signal: control.signal, onProgress }));
  } catch (error) {
    if (job === control) say(error.stopped ? t("stopped") : error.message, "", error.stopped ? "note" : "bad fault");
  } finally {
    if (job === control) {
      job = null;
      $("busy").hidden = $("stop").hidden = true;
    }
  }
}

const limit = () => "--time=" + $("limit").value;

// A command whose answer is stepped through: its JSON, page and record in one run.
async function run(name, more, { signal, onProgress, lang }) {
  const words = [name, "--json", "--html=out.html", "--kif=out.kif", "--progress", "--threads=1", limit(), "--notation=" + notation(),
    "--variant=" + work.variant, ...more, "--", "text"];
  const reply = await kanju.command(words, { signal, onProgress, lang, files: { text: source() } });
  const record = reply.records[0], text = (file) => reply.files.has(file) ? new TextDecoder().decode(reply.files.get(file)) : "";
  if (!record || record.error) throw new Error(record ? record.error : reply.messages.join("\n"));
  present({ command: name, record, html: text("out.html"), kif: text("out.kif") });
}

// The program's page has the list of moves, the findings and the tree.
function present(found) {
  answer = found;
  const page = new DOMParser().parseFromString(found.html.replace(/<style>.*?<\/style>/s, ""), "text/html"), section = page.querySelector("section.kj");
  sayRecord(found.record);
  if (!section) return;
  const parts = [".kj-keys", ".kj-said", ".kj-found", ".kj-moves"].map((part) => section.querySelector(part)).filter(Boolean);
  const why = page.querySelector("details .kj-refutation");
  if (why) parts.push(why.parentElement);
  $("answer").replaceChildren(...parts.map((part) => document.adoptNode(part)));
  player.load(JSON.parse(section.querySelector("script").textContent));
  player.hide(false);
}

const lineOption = () => work.line.length ? ["--line=" + work.line.join(" ")] : [];
const solve = () => search((options) => run("solve", [], options));
const check = () => search((options) => run("check", ["--tries", ...lineOption()], options));

const hisshi = () => search(async (options) => {
  const record = await kanju.hisshi(source(), { time: $("limit").value, notation: notation() }, options);
  const names = record.line_text || record.line, list = element("div", { class: "kj-moves" });
  answer = { command: "hisshi", record };
  sayRecord(record);
  names.forEach((name, i) => list.append(element("i", {}, String(i + 1)), element("a", { href: "#", "data-n": i + 1, title: i + 1 + " " + name }, name)));
  $("answer").replaceChildren(list);
  player.load({ start: source(), n: [[0], ...record.line.map((usi, i) => [i, usi])] });
  player.show(0);
});

// ---- mending: versions as small boards ----

const mend = (name) => search(async (options) => {
  const record = await kanju[name](source(), { time: $("limit").value, line: work.line.join(" ") || undefined }, options);
  sayRecord(record);
  showVersions($("versions"), record, work.position.game, (sfen) => opened(games, { variant: work.variant, sfen }), take);
});

function take(found) {
  setWork({ ...opened(games, { ...work, sfen: found.position }), line: work.line });
  $("work").focus();
}

// ---- reading ----

async function sfenOf(problem) {
  const game = games.find((one) => one.id === problem.variant);
  if (!game.letter_files) return problem.position;
  const [record] = await kanju.convert(problem.position, "sfen", { variant: problem.variant });
  return record.text.trim().replace(/^sfen /, "");
}

async function openProblem(problem) {
  const { headers = {} } = problem;
  setWork(opened(games, { variant: problem.variant, sfen: await sfenOf(problem), line: problem.moves,
    name: headers["作品名"] || headers["棋戦"] || "", composer: headers["作者"] || "" }));
}

function tooLarge(bytes) {
  if (bytes > MOST_BYTES) say(t("a file of N MB: at most M MB are read", { N: Math.round(bytes / 1e6), M: MOST_BYTES >> 20 }), "", "bad fault");
  return bytes > MOST_BYTES;
}

async function read(text, name) {
  if (tooLarge(text.byteLength || text.length)) return;
  if (!(text.length || text.byteLength)) return say(t("there is nothing to read"), "", "bad fault");
  say(t("reading …"));
  try {
    const problems = await kanju.read(text, { lang: spoken(), name }), good = problems.filter((problem) => !problem.error);
    if (!good.length) return say(problems.length ? problems[0].error : t("there is nothing to read"), "", "bad fault");
    listFound(good);
    await openProblem(good[0]);
  } catch (error) {
    say(error.message, "", "bad fault");
  }
}

function listFound(problems) {
  $("found").replaceChildren();
  if (problems.length < 2) return;
  $("in").open = true;
  $("found").append(element("p", {}, t("N problems", { N: problems.length })), element("div", { class: "bar" },
    ...problems.slice(0, MOST_FOUND).map((problem) => element("button", { type: "button", onclick: () => openProblem(problem) }, String(problem.id).slice(0, 60)))));
}

async function readFile(file) {
  if (tooLarge(file.size)) return;
  const bytes = new Uint8Array(await file.arrayBuffer()), works = readWorks(new TextDecoder().decode(bytes));
  if (works) takeIn(works);
  else await read(bytes, file.name);
}

async function readLink() {
  const { sfen, moves, todo, lang } = sourceOfLink(location.hash);
  if (lang && lang !== spoken()) speakNow(lang);
  if (!sfen) return false;
  try {
    const [problem] = await kanju.read(sfen, { lang: spoken() });
    if (problem.error) throw new Error(problem.error);
    await openProblem({ ...problem, moves });
  } catch (error) {
    say(t("the link says nothing that can be read: ") + error.message, "", "bad fault");
    return true;
  }
  if (todo === "solve") solve();
  if (todo === "check") check();
  return true;
}

// ---- taking away ----

const outputs = {
  async link() {
    const link = linkOf({ sfen: source(), moves: work.line, lang: spoken() });
    putOut($("saved"), link, t);
  },
  async kif() {
    const text = answer && answer.kif || (await kanju.convert("sfen " + source() + (work.line.length ? " moves " + work.line.join(" ") : ""), "kif", call()))[0].text;
    return [text, "text/plain", "kif"];
  },
  async svg() { return [await kanju.svg(source(), { title: work.name || undefined }, call()), "image/svg+xml", "svg"]; },
  async png() { return [await picture(await kanju.svg(source(), { title: work.name || undefined }, call())), "image/png", "png"]; },
  async page() { return [answer && answer.html || await kanju.page("check", source(), { time: 60 }, call()), "text/html", "html"]; },
  async certificate() {
    const { bytes } = await kanju.certificate(source(), { time: $("limit").value }, call());
    return [bytes, "application/octet-stream", "kjc"];
  }
};

async function takeAway(kind) {
  try {
    const made = await outputs[kind]();
    if (!made) return;
    const [data, type, ending] = made, name = (work.name.replace(/[^\p{L}\p{N}_-]+/gu, "_").slice(0, 60) || "kanju") + "." + ending;
    save(data, type, name);
    $("saved").textContent = t("saved: N", { N: name });
  } catch (error) {
    $("saved").textContent = error.message;
  }
}

// ---- works that are kept ----

function listWorks() {
  const works = keptWorks();
  $("works").replaceChildren(...works.map((one, i) => element("li", {},
    element("button", { type: "button", onclick: () => setWork(opened(games, { ...one, sfen: one.position })) }, one.name || t("a work by someone")),
    element("span", { class: "note" }, one.verdict ? sayVerdict(one, t).text : ""),
    element("button", { type: "button", "aria-label": t("delete") + " " + one.name, onclick: () => { works.splice(i, 1); keepWorks(works); listWorks(); } }, "×"))));
  if (!works.length) $("works").append(element("li", { class: "note" }, t("no work is kept yet")));
}

function keepThese(works, told) {
  if (!keepWorks(works)) return say(t("the browser keeps nothing: its storage is full or turned off"), "", "bad fault");
  listWorks();
  say($("said").textContent, told);
}

function keep() {
  const name = $("name").value.trim(), works = keptWorks(), record = answer && answer.record;
  work.name = name;
  const one = { name, composer: work.composer, variant: work.variant, position: source(), line: work.line,
    verdict: root.dataset.verdict || "", plies: record ? record.plies : root.dataset.plies ? +root.dataset.plies : null };
  const at = works.findIndex((other) => other.position === one.position);
  if (at >= 0) works[at] = one;
  else works.unshift(one);
  keepThese(works, t("kept"));
}

function takeIn(works) {
  const known = games.map((game) => game.id), good = works.filter((one) => known.includes(one.variant)), kept = keptWorks();
  const fresh = good.filter((one) => !kept.some((other) => other.position === one.position));
  keepThese([...kept, ...fresh], t("N works read", { N: fresh.length }));
  $("mine").open = true;
}

// ---- the page ----

function speakNow(lang) {
  speak(lang);
  $("language").textContent = lang === "ja" ? "English" : "日本語";
  $("language").lang = lang === "ja" ? "en" : "ja";
  [...$("game").options].forEach((option) => { option.textContent = option.dataset[lang]; });
  listWorks();
  if (work) { sayLine(); show(); }
}

function listen() {
  const on = (id, what, event = "click") => $(id).addEventListener(event, what);
  on("mode-edit", () => {
    if (player.playing) player.play(false);
    player.at = 0;
    setMode("edit");
  });
  on("mode-play", () => setMode("play"));
  on("undo", commands.undo);
  on("redo", commands.redo);
  on("turn", () => editor.turn(editor.selected || editor.cursor));
  on("clear", () => setWork(emptyWork(games, work.variant)));
  on("side", commands.side);
  on("rest", () => setWork($("rest").checked ? { ...opened(games, { ...work, sfen: writeSfen(withRest(work.position)) }), line: work.line, rest: true } : { ...work, position: copyPosition(full()), rest: false }));
  on("game", () => setWork(emptyWork(games, $("game").value)), "change");
  on("solve", solve);
  on("check", check);
  on("hisshi", hisshi);
  on("stop", () => job && job.abort());
  on("repair", () => mend("repair"));
  on("trim", () => mend("trim"));
  on("read", () => read($("text").value));
  on("open", () => $("file").click());
  on("import", () => $("file").click());
  on("file", () => { if ($("file").files[0]) readFile($("file").files[0]); $("file").value = ""; }, "change");
  on("keep", keep);
  on("export", () => save(writeWorks(keptWorks()), "application/json", "kanju-works.json"));
  on("language", () => { speakNow(spoken() === "ja" ? "en" : "ja"); if (answer) forget(); soon(); });
  document.querySelectorAll("[data-save]").forEach((button) => button.addEventListener("click", () => takeAway(button.dataset.save)));
  addEventListener("hashchange", readLink);
  addEventListener("dragover", (event) => event.preventDefault());
  addEventListener("drop", (event) => {
    event.preventDefault();
    const { files } = event.dataTransfer, text = event.dataTransfer.getData("text/plain");
    if (files.length) readFile(files[0]);
    else if (text) read(text);
  });
  addEventListener("paste", (event) => {
    if (event.target.closest("input, textarea")) return;
    const { files } = event.clipboardData;
    if (files.length) readFile(files[0]);
    else read(event.clipboardData.getData("text/plain"));
  });
  addEventListener("keydown", (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.target.closest("input, textarea") || !/^[zy]$/i.test(event.key)) return;
    event.preventDefault();
    commands[event.key.toLowerCase() === "y" || event.shiftKey ? "redo" : "undo"]();
  });
}

async function start() {
  const asked = sourceOfLink(location.hash).lang, wished = asked || (navigator.language.startsWith("ja") ? "ja" : "en");
  speak(wished);
  say(t("starting …"));
  try {
    kanju = await Kanju.start({ lang: wished });
    games = await kanju.variants();
  } catch (error) {
    return say(t("Kanju cannot start: ") + error.message, "", "bad fault");
  }
  $("version").textContent = "Kanju " + kanju.version;
  for (const game of games) $("game").append(element("option", { value: game.id, "data-ja": game.name_ja, "data-en": game.name_en }, game.name_en));
  board = new Board($("board"), readGame(games[0]), { edit: true, label: (place, on) => placeName(place, on, t), name: () => t("board") });
  player = new Player($("work"), board, draw);
  editor = new Editor(board, { edited, played, legal: () => legal.moves, ask, command, show });
  listen();
  setWork(opened(games, { variant: "shogi", sfen: START }), { remember: false });
  speakNow(wished);
  await readLink();
  root.dataset.ready = Math.round(performance.now()); // milliseconds since the page was asked for
  if ("serviceWorker" in navigator) navigator.serviceWorker.register("sw.js").catch(() => {});
}

start();
