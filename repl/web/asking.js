// SPDX-License-Identifier: GPL-3.0-or-later
// Asking the program about the work: at a glance, and searches that can be stopped.
import { sayVerdict } from "./answers.js";
import { element } from "./board.js";
import { call, desk, lineTo, notation, played, record, setWork, source } from "./desk.js";
import { defenderOf } from "./editor.js";
import { $ } from "./elements.js";
import { makeRoom } from "./sheets.js";
import { begin } from "./verdict.js";
import { showVersions } from "./versions.js";
import { opened } from "./work.js";
import { steps, t } from "./words.js";

const LOOK = { time: 2, nodes: 400000 },
  SOON = 150, // milliseconds
  PLACEMENTS = 6; // of a line, after which the search ends

// The verdict while the work is set up: what is found in a moment.
export async function glance() {
  const speaker = begin("", { works: true }),
    { position } = desk.work,
    king = position.game.king;
  await new Promise((soon) => setTimeout(soon, SOON));
  if (!speaker.speaks()) return;
  try {
    if (!position.board.includes(defenderOf(position) ? king.toLowerCase() : king))
      speaker.say(t("no king to be mated"), "", "note");
    else
      speaker.record(
        await desk.kanju.solve(source(), LOOK, call({ signal: speaker.signal, onMessages: speaker.warn })),
      );
  } catch (error) {
    speaker.fault(error.message);
  } finally {
    speaker.end();
  }
}

// Runs a search that may take long, with its progress and a button to stop it. What `task` gives, or
// null where there is nothing or somebody else speaks by then.
async function search(task) {
  const speaker = begin(t("searching"), { searches: true });
  try {
    const found = await task(call({ signal: speaker.signal, onProgress: speaker.progress, onMessages: speaker.warn }));
    if (!speaker.speaks()) return null;
    speaker.record(found.record);
    return found;
  } catch (error) {
    if (error.stopped) speaker.say(t("stopped"), "", "note");
    else speaker.fault(error.message);
    return null;
  } finally {
    speaker.end();
  }
}

const limit = () => ({ time: $("limit").value });
const textOf = (bytes) => (bytes ? new TextDecoder().decode(bytes) : "");

// What the program is given: a title and an author go into its pages and records.
async function given(options) {
  const { name, composer } = desk.work;
  return name || composer
    ? desk.kanju.record("sfen " + source(), { title: name, author: composer }, options)
    : source();
}

// Runs a command that searches; its record, and the files it wrote.
async function run([name, ...words], options, files) {
  const {
    records: [record],
    messages,
    files: written,
  } = await desk.kanju.command([name, "--json", "--progress", "--threads=1", ...words], { ...options, files });
  if (!record || record.error) {
    if (options.signal.aborted) throw Object.assign(new Error(), { stopped: true }); // before it had begun
    throw new Error(record ? record.error : messages.join("\n"));
  }
  options.onMessages(messages);
  return { record, written };
}

// How it is asked by what is set on the page.
const asSet = () => ["--time=" + limit().time, "--notation=" + notation(), "--variant=" + desk.work.variant];

// A command whose answer is stepped through: its JSON, page and record in one run.
const answered = (name, more = []) =>
  search(async (options) => {
    const words = [name, "--html=out.html", "--kif=out.kif", ...asSet(), ...more, "--", "text"],
      { record, written } = await run(words, options, { text: await given(options) });
    return { command: name, record, html: textOf(written.get("out.html")), kif: textOf(written.get("out.kif")) };
  }).then(present);

// The program's page has the list of moves, the findings and the tree.
export function present(found) {
  if (!found) return null;
  forgetWhy();
  desk.answer = found;
  const page = new DOMParser().parseFromString(found.html.replace(/<style>.*?<\/style>/s, ""), "text/html"),
    section = page.querySelector("section.kj");
  if (!section) return found;
  const parts = [".kj-found", ".kj-moves"].map((part) => section.querySelector(part)).filter(Boolean);
  const why = page.querySelector("details .kj-refutation");
  if (why) parts.push(why.parentElement);
  if (found.record.line.length && !isAuthors(found.record.line)) parts.push(lineButton(found.record.line));
  $("answer").replaceChildren(...parts.map((part) => document.adoptNode(part)));
  desk.player.load(JSON.parse(section.querySelector("script").textContent));
  desk.player.hide(false);
  makeRoom();
  return found;
}

const isAuthors = (line) => desk.work.line.join() === line.join();
const lineButton = (line) =>
  element(
    "button",
    { type: "button", "data-do": "line", onclick: () => takeLine(line) },
    t("make this the author's line"),
  );

// The author's line is another one; the answer stays where it does not depend on it.
export function takeLine(line) {
  const { answer } = desk;
  setWork({ ...desk.work, line }, { answer: answer && answer.command === "solve" ? answer : null });
  document.querySelectorAll("[data-do=line]").forEach((button) => button.remove());
}

export const solve = () => answered("solve");
export const check = () =>
  answered("check", ["--tries", ...(desk.work.line.length ? ["--line=" + desk.work.line.join(" ")] : [])]);

export async function hisshi() {
  return presentHisshi(
    await search(async (options) => ({
      command: "hisshi",
      record: await desk.kanju.hisshi(source(), { ...limit(), notation: notation() }, options),
    })),
  );
}

function presentHisshi(found) {
  if (!found) return null;
  forgetWhy();
  desk.answer = found;
  const { line, line_text: names = line } = found.record,
    list = element("div", { class: "kj-moves" });
  names.forEach((name, i) =>
    list.append(
      element("i", {}, String(i + 1)),
      element("a", { href: "#", "data-n": i + 1, title: i + 1 + " " + name }, name),
    ),
  );
  $("answer").replaceChildren(list);
  desk.player.load({ start: source(), n: [[0], ...line.map((usi, i) => [i, usi])], words: steps() });
  desk.player.show(0);
  return found;
}

// Puts the answer that stood into the language that is spoken by now: its verdict at once, its moves
// and findings when they have been asked for again. It stays as it was where that is stopped.
export async function retell(answer, at) {
  const { work } = desk,
    asks = { solve, check, hisshi };
  const stand = () => {
    (answer.command === "hisshi" ? presentHisshi : present)(answer);
    desk.player.show(at);
  };
  stand();
  const again = await asks[answer.command]();
  if (desk.work !== work) return;
  if (again) desk.player.show(at);
  else if (desk.answer === answer) begin().record(answer.record);
}

// Versions of the work, by repair or trim, as small boards.
export async function mend(name) {
  const found = await search(async (options) => ({
    record: await desk.kanju[name](source(), { ...limit(), line: desk.work.line.join(" ") || undefined }, options),
  }));
  if (found) offer(found.record, () => ({}));
}

// Shows versions to be taken, each with what is new of it besides the position.
function offer(record, besides) {
  const read = (sfen) => opened(desk.games, { ...desk.work, sfen });
  $("mend").open = true;
  showVersions($("versions"), record, desk.work.position.game, read, (version) => {
    setWork({ ...read(version.position), ...besides(version) });
    $("work").focus();
  });
}

// Placements of which a line is the only solution: the moves that lead to what is shown, else those
// of the author. Of the board only the kings stay.
export async function place() {
  const shown = lineTo(desk.player.at),
    line = shown.length ? shown : desk.work.line;
  if (!line.length) return begin().say(t("Play the moves of the solution first."), "", "note");
  const found = await search(async (options) => {
    const files = { "line.sfen": played(line) },
      words = ["compose", "--for-line=line.sfen", "--enough=" + PLACEMENTS, ...asSet()],
      { record } = await run(words, options, files);
    const { text = "" } = record.impossible ? await desk.kanju.command(words, { ...options, files }) : {};
    return { record: { ...record, verdict: "placements", note: text.split("\n")[0] } };
  });
  if (found) offer(found.record, (made) => ({ line: made.line }));
}

// The bytes of a certificate, or null.
export async function certificate() {
  const found = await search((options) => desk.kanju.certificate(source(), limit(), options));
  return found && found.bytes;
}

// The page of the answer that stands, else of a check; null if there is none.
export async function report() {
  const found = desk.answer && desk.answer.html ? desk.answer : await check();
  return (found && found.record.cause !== "stopped" && found.html) || null;
}

// The record with its title, author, comments and branches, and the solution if it stands.
export async function kif() {
  await desk.writing;
  return record({ answer: desk.answer?.kif });
}

// ---- a move of one's own: what it comes to

let asked = null, // what ends the question
  stands = null; // {of: a position, text}

export function forgetWhy() {
  if (asked) asked.abort();
  stands = null;
  $("why").hidden = true;
}

// What stands of a position; it is forgotten once another one is shown.
export function whyOf(sfen) {
  if (stands?.of !== sfen) stands = null;
  return stands?.text;
}

// The reply that refutes with its reason, else the verdict with its moves.
function inOneSentence(record) {
  const [all] = record.refutation,
    why = all && (all.because ? all : all.tries[0]);
  if (why?.because) return [why.check_text, why.reply_text, why.because].filter(Boolean).join(" ");
  const { text } = sayVerdict(record, t);
  const moves = desk.player.hidden ? "" : record.line_text.join(" ");
  return [text, record.cause && t(record.cause), moves].filter(Boolean).join(" · ");
}

/*
 * What a position comes to: after a move of the attacker's why it does not mate, before one what does.
 * `name`: the move before it; `line`: the moves to it.
 */
export async function explain(sfen, name, line) {
  if (asked) asked.abort();
  const control = (asked = new AbortController()),
    options = call({ signal: control.signal }),
    attacker = defenderOf(desk.work.position) ? "sente" : "gote",
    title = name ? t("after N", { N: name }) : t("here");
  const write = (text) => {
    stands = { of: sfen, text };
    $("reason").textContent = text;
  };
  const tell = (sentence) => {
    if (asked === control && stands?.of === sfen && !control.signal.aborted) write(title + ": " + sentence);
  };
  write("…");
  try {
    const asks = { attacker, notation: notation(), time: 5 };
    tell(inOneSentence(await desk.kanju.solve(sfen, asks, options)));
    const words = Object.entries(asks).map(([key, value]) => `--${key}=${value}`);
    const { text } = await desk.kanju.command(
      [
        "solve",
        "--no-diagram",
        "--refutation",
        "--no-progress",
        "--variant=" + options.variant,
        ...words,
        "--",
        "text",
      ],
      { ...options, files: { text: sfen } },
    );
    if (asked !== control || control.signal.aborted) return;
    $("why").replaceChildren(
      element("h3", {}, title),
      element("pre", { tabindex: 0 }, text.trim().replace(/^\S+: /, "")),
      ...(line.length ? [lineButton(line)] : []),
    );
    $("why").hidden = false;
  } catch (error) {
    if (!error.stopped) tell(error.message);
  }
}
