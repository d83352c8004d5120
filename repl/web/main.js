// SPDX-License-Identifier: GPL-3.0-or-later
// Kanju in the browser: puts the page together. What the board shows, moves of one's own, buttons.
import { Board, copyPosition, element, readGame, writeSfen } from "./board.js";
import { Player } from "./replay_page.js";
import { Kanju } from "./kanju.js";
import { Editor, arranged, defenderOf, placeName, spareOf, withRest } from "./editor.js";
import { $, ask } from "./elements.js";
import { emptyWork, opened } from "./work.js";
import { arrowsAt } from "./answers.js";
import {
  address,
  call,
  canPlayLine,
  canRedo,
  canUndo,
  desk,
  full,
  notation,
  onWork,
  redo,
  setWork,
  source,
  undo,
} from "./desk.js";
import { check, explain, forgetWhy, glance, hisshi, mend, retell, solve } from "./asking.js";
import { sourceOfLink } from "./link.js";
import { listWorks, listenToMine } from "./mine.js";
import { listenToWorks, read, readFile, readLink } from "./reading.js";
import { takeAway } from "./share.js";
import { begin, stop } from "./verdict.js";
import { keepDraft, keptDraft } from "./works.js";
import { speak, spoken, t } from "./words.js";

const START = "9/9/2R6/k8/N8/B8/9/9/9 b rb4g4s3n4l18p 1"; // what a first visit shows
const root = document.documentElement;
let board, player, editor; // as in desk
let legal = { of: "", moves: [], check: false };

// ---- another work is on the board ----

function edited(position) {
  setWork({ ...desk.work, position });
}

function lay(work, before, isNew) {
  if (!before || before.variant !== work.variant) board.setGame(work.position.game);
  if (!isNew || before.variant !== work.variant) editor.selected = null;
  forgetWhy();
  $("answer").replaceChildren();
  $("versions").replaceChildren();
  player.load({ start: source(), n: [[0]] });
  $("game").value = work.variant;
  $("rest").checked = work.rest;
  $("name").value = work.name;
  $("composer").value = work.composer;
  setMode("edit");
  sayLine();
  glance();
}

// The work stands in the address, and what an address does not say in a draft: a reload loses nothing.
function stay() {
  const { variant, line, name, composer, record } = desk.work,
    hash = address();
  try {
    history.replaceState(null, "", hash);
  } catch {
    // some browsers refuse when it is done often
  }
  keepDraft({ name, composer, variant, position: source(), line, record }, hash);
}

function rename() {
  Object.assign(desk.work, { name: $("name").value.trim(), composer: $("composer").value.trim() });
  stay();
}

const commands = {
  undo,
  redo,
  side: () => edited({ ...desk.work.position, side: 1 - desk.work.position.side }),
  rest: () => $("rest").click(),
};

function command(name) {
  if (name in commands) return commands[name]();
  const position = arranged(desk.work.position, name);
  if (position) edited(position);
}

function turnRest() {
  const { work } = desk,
    rest = $("rest").checked;
  setWork(
    rest
      ? { ...opened(desk.games, { ...work, sfen: writeSfen(withRest(work.position)) }), rest }
      : { ...work, position: copyPosition(full()), rest },
  );
}

// ---- what is on the board ----

function setMode(mode) {
  if (editor.mode !== mode) editor.setMode(mode);
  $("mode-edit").setAttribute("aria-pressed", mode === "edit");
  $("mode-play").setAttribute("aria-pressed", mode === "play");
  $("setup").classList.toggle("playing", mode === "play");
  show();
}

function show() {
  player.show(player.at, editor.selected ? {} : player.marks);
} // a hint goes when a piece is taken up

function draw(position, last, n, more) {
  if ((n || player.playing) && editor.mode === "edit") return setMode("play");
  const { work, answer } = desk,
    setting = editor.mode === "edit";
  const defender = defenderOf(work.position); // whose hand the box is, while moves are played
  board.style.hands = !work.rest ? "both" : defender ? "sente" : "gote";
  board.style.low = work.rest && !setting ? defender : undefined;
  const at = setting ? work.position : position,
    spare = spareOf(at),
    here = writeSfen(position);
  const marks = { ...editor.marks(), last, ...more };
  if (!setting) {
    if (answer) marks.arrows ||= arrowsAt(player, n, answer.record);
    if (legal.of === here && legal.check)
      marks.check = at.board.indexOf(at.side ? at.game.king.toLowerCase() : at.game.king);
    if (legal.of !== here) learn(here);
  }
  board.show(at, marks, spare);
  $("side").textContent = t(at.side ? "gote to move" : "sente to move");
  $("undo").disabled = !canUndo();
  $("redo").disabled = !canRedo();
}

// The legal moves of the position that is shown.
async function learn(sfen) {
  legal = { of: sfen, moves: [], check: false };
  try {
    const found = await desk.kanju.position(sfen, call({ notation: notation() }));
    if (legal.of !== sfen) return;
    Object.assign(legal, { moves: found.moves, check: found.check });
    if (editor.selected) editor.select(editor.selected);
    else if (found.check) show();
  } catch {
    // no position to move in: it stays without moves
  }
}

// ---- moves of one's own ----

function played(usi) {
  if (player.playing && player.knows(usi)) return player.attempt(usi);
  const before = player.at,
    n = player.add(before, usi),
    move = legal.moves.find((one) => one.usi === usi);
  if (!player.links[n]) {
    const list =
      $("answer").querySelector(".kj-moves") || $("answer").appendChild(element("div", { class: "kj-moves" }));
    const own = list.querySelector(".own") || list.appendChild(element("p", { class: "own" }, t("my line") + " "));
    const ply = player.path(n).length,
      text = move ? move.text : usi;
    player.links[n] = element("a", { href: "#", "data-n": n, title: ply + " " + text }, text);
    own.append(element("i", {}, String(ply)), player.links[n]);
  }
  player.show(n);
  explain(writeSfen(player.position(n)), move ? move.text : usi, takeLine);
}

function takeLine() {
  const line = player
    .path(player.at)
    .map((place) => player.nodes[place][1])
    .filter(Boolean);
  setWork({ ...desk.work, line });
}

async function sayLine() {
  const { work } = desk,
    fate = element("span"),
    button = element("button", { type: "button", onclick: () => setWork({ ...work, line: [] }) }, t("forget it"));
  $("line").hidden = !work.line.length;
  $("line").replaceChildren(t("author's line: N plies", { N: work.line.length }) + " ", fate, button);
  if (work.line.length && !(await canPlayLine())) fate.textContent = t("it cannot be played") + " ";
}

// ---- the page ----

function speakNow(lang) {
  speak(lang);
  $("language").textContent = lang === "ja" ? "English" : "日本語";
  $("language").lang = lang === "ja" ? "en" : "ja";
  [...$("game").options].forEach((option) => {
    option.textContent = option.dataset[lang];
  });
  listWorks();
}

// Nothing is lost by it: the answer that stands is told again.
function turnLanguage() {
  const {
    answer,
    player: { at },
  } = desk;
  speakNow(spoken() === "ja" ? "en" : "ja");
  setWork(desk.work, { remember: false });
  if (answer) retell(answer, at);
}

async function followLink() {
  const { lang } = sourceOfLink(location.hash);
  if (lang && lang !== spoken()) speakNow(lang);
  await readLink();
}

function listen() {
  const on = (id, what, event = "click") => $(id).addEventListener(event, what);
  on("mode-edit", () => {
    if (player.playing) player.play(false);
    player.at = 0;
    setMode("edit");
  });
  on("mode-play", () => setMode("play"));
  on("undo", undo);
  on("redo", redo);
  on("turn", () => editor.turn(editor.selected || editor.cursor));
  on("clear", () => setWork(emptyWork(desk.games, desk.work.variant)));
  on("side", commands.side);
  on("rest", turnRest);
  on("game", () => setWork(emptyWork(desk.games, $("game").value)), "change");
  on("name", rename, "input");
  on("composer", rename, "input");
  on("solve", solve);
  on("check", check);
  on("hisshi", hisshi);
  on("stop", stop);
  on("repair", () => mend("repair"));
  on("trim", () => mend("trim"));
  on("read", () => read($("text").value));
  on("open", () => $("file").click());
  on("import", () => $("file").click());
  on(
    "file",
    () => {
      if ($("file").files[0]) readFile($("file").files[0]);
      $("file").value = "";
    },
    "change",
  );
  on("language", turnLanguage);
  document
    .querySelectorAll("[data-save]")
    .forEach((button) => button.addEventListener("click", () => takeAway(button.dataset.save)));
  addEventListener("hashchange", followLink);
  addEventListener("keydown", (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.target.closest("input, textarea") || !/^[zy]$/i.test(event.key))
      return;
    event.preventDefault();
    (event.key.toLowerCase() === "y" || event.shiftKey ? redo : undo)();
  });
  listenToWorks();
  listenToMine();
}

async function start() {
  const { lang, sfen } = sourceOfLink(location.hash),
    wished = lang || (navigator.language.startsWith("ja") ? "ja" : "en");
  speak(wished);
  const speaker = begin(t("starting …"));
  try {
    desk.kanju = await Kanju.start({ lang: wished });
    desk.games = await desk.kanju.variants();
  } catch (error) {
    return speaker.fault(t("Kanju cannot start: ") + error.message);
  }
  $("version").textContent = "Kanju " + desk.kanju.version;
  for (const game of desk.games)
    $("game").append(
      element("option", { value: game.id, "data-ja": game.name_ja, "data-en": game.name_en }, game.name_en),
    );
  board = desk.board = new Board($("board"), readGame(desk.games[0]), {
    edit: true,
    label: (place, on) => placeName(place, on, t),
    name: () => t("board"),
  });
  player = desk.player = new Player($("work"), board, draw);
  editor = desk.editor = new Editor(board, { edited, played, legal: () => legal.moves, ask, command, show });
  onWork(lay);
  const draft = keptDraft("");
  setWork(
    sfen
      ? emptyWork(desk.games, "shogi")
      : opened(desk.games, draft ? { ...draft, sfen: draft.position } : { variant: "shogi", sfen: START }),
    { remember: false },
  );
  speakNow(wished);
  await readLink({ remember: false });
  onWork(stay);
  listen();
  root.dataset.ready = Math.round(performance.now()); // milliseconds since the page was asked for
  if ("serviceWorker" in navigator) navigator.serviceWorker.register("sw.js").catch(() => {});
}

start();
