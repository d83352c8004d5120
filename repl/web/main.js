// SPDX-License-Identifier: GPL-3.0-or-later
// Kanju in the browser: puts the page together, and hears its buttons.
import { Board, element, readGame } from "./board.js";
import { Player } from "./replay_page.js";
import { Kanju } from "./kanju.js";
import { Editor, placeName } from "./editor.js";
import { $, ask, choose } from "./elements.js";
import { emptyWork, opened } from "./work.js";
import { listenToComment } from "./comment.js";
import { desk, setWork } from "./desk.js";
import { check, hisshi, mend, place, retell, solve } from "./asking.js";
import { beginLaying, beginStaying, command, comment, edited, rename, turnRest, turnSide } from "./laying.js";
import { sourceOfLink } from "./link.js";
import { listenToLook, rememberLanguage, rememberedLanguage } from "./look.js";
import { listWorks, listenToMine } from "./mine.js";
import { listenToWorks, read, readFiles, readLink } from "./reading.js";
import { listenToSheets } from "./sheets.js";
import { listenToSharing } from "./share.js";
import { begin, stop } from "./verdict.js";
import { draw, legalMoves, played, redo, setMode, show, undo, why } from "./view.js";
import { keptDraft } from "./works.js";
import { speak, spoken, t } from "./words.js";

const START = "9/9/2R6/k8/N8/B8/9/9/9 b rb4g4s3n4l18p 1"; // what a first visit shows
const root = document.documentElement;

// ---- the language ----

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
  rememberLanguage(spoken());
  setWork(desk.work, { remember: false });
  if (answer) retell(answer, at);
}

async function followLink() {
  const { lang } = sourceOfLink(location.hash);
  if (lang && lang !== spoken()) speakNow(lang);
  await readLink();
}

// ---- buttons ----

function listen() {
  const on = (id, what, event = "click") => $(id).addEventListener(event, what);
  on("mode-edit", () => setMode("edit"));
  on("mode-play", () => setMode("play"));
  on("undo", undo);
  on("redo", redo);
  on("turn", () => desk.editor.turn(desk.editor.selected || desk.editor.cursor));
  on("clear", () => setWork(emptyWork(desk.games, desk.work.variant)));
  on("side", turnSide);
  on("rest", turnRest);
  on("game", () => setWork(emptyWork(desk.games, $("game").value)), "change");
  on("name", rename, "input");
  on("composer", rename, "input");
  listenToComment(comment);
  on("solve", solve);
  on("check", check);
  on("hisshi", hisshi);
  on("why-not", why);
  on("stop", stop);
  on("repair", () => mend("repair"));
  on("trim", () => mend("trim"));
  on("place", place);
  on("read", () => read($("text").value));
  on("open", () => $("file").click());
  on("import", () => $("file").click());
  on(
    "file",
    () => {
      readFiles([...$("file").files]);
      $("file").value = "";
    },
    "change",
  );
  on("language", turnLanguage);
  listenToSharing();
  addEventListener("hashchange", followLink);
  addEventListener("keydown", (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.target.closest("input, textarea") || !/^[zy]$/i.test(event.key))
      return;
    event.preventDefault();
    (event.key.toLowerCase() === "y" || event.shiftKey ? redo : undo)();
  });
  listenToWorks();
  listenToMine();
  listenToLook();
  listenToSheets();
}

async function start() {
  const { lang, sfen } = sourceOfLink(location.hash),
    wished = lang || rememberedLanguage() || (navigator.language.startsWith("ja") ? "ja" : "en");
  speak(wished);
  const speaker = begin(t("starting …"), { works: true });
  try {
    desk.kanju = await Kanju.start({ lang: wished });
    desk.games = await desk.kanju.variants();
  } catch (error) {
    speaker.fault(t("Kanju cannot start: ") + error.message);
    return speaker.end();
  }
  $("version").textContent = "Kanju " + desk.kanju.version;
  for (const game of desk.games)
    $("game").append(
      element("option", { value: game.id, "data-ja": game.name_ja, "data-en": game.name_en }, game.name_en),
    );
  desk.board = new Board($("board"), readGame(desk.games[0]), {
    edit: true,
    label: (place, on) => placeName(place, on, t),
    name: () => t("board"),
  });
  desk.player = new Player($("work"), desk.board, draw);
  const step = (where) => desk.player.go(where);
  desk.editor = new Editor(desk.board, { edited, played, legal: legalMoves, ask, choose, command, show, step });
  listen();
  beginLaying();
  const draft = keptDraft("");
  setWork(
    sfen
      ? emptyWork(desk.games, "shogi")
      : opened(desk.games, draft ? { ...draft, sfen: draft.position } : { variant: "shogi", sfen: START }),
    { remember: false },
  );
  speakNow(wished);
  await readLink({ remember: false });
  beginStaying();
  root.dataset.ready = Math.round(performance.now()); // milliseconds since the page was asked for
  if ("serviceWorker" in navigator) navigator.serviceWorker.register("sw.js").catch(() => {});
}

start();
