// SPDX-License-Identifier: GPL-3.0-or-later
// What the board shows, while one sets up and while one steps or plays; moves of one's own.
import { element, writeSfen } from "./board.js";
import { arrowsAt } from "./answers.js";
import { explain, whyOf } from "./asking.js";
import { showComment } from "./comment.js";
import { call, canRedo, canUndo, desk, lineTo, notation, redo as redoWork, undo as undoWork } from "./desk.js";
import { defenderOf, spareOf } from "./editor.js";
import { $ } from "./elements.js";
import { click } from "./sounds.js";
import { t } from "./words.js";

let legal = { of: "", moves: null, check: false }; // moves null: not known yet

export const legalMoves = () => legal.moves;
const isPlaying = () => desk.editor.mode === "play";

export function setMode(mode) {
  const { editor, player } = desk;
  if (mode === "edit") {
    if (player.playing) player.play(false);
    player.at = 0;
  }
  if (editor.mode !== mode) editor.setMode(mode);
  $("mode-edit").setAttribute("aria-pressed", mode === "edit");
  $("mode-play").setAttribute("aria-pressed", mode === "play");
  $("work").classList.toggle("moving", mode === "play");
  show();
}

// A hint goes when a piece is taken up.
export function show() {
  const { editor, player } = desk;
  player.show(player.at, editor.selected ? {} : player.marks);
}

export function draw(position, last, n, more) {
  const { answer, board, editor, player, work } = desk;
  if ((n || player.playing) && !isPlaying()) return setMode("play");
  const setting = !isPlaying(),
    defender = defenderOf(work.position); // whose hand the box is, while moves are played
  board.style.hands = !work.rest ? "both" : defender ? "sente" : "gote";
  board.style.low = work.rest && !setting ? defender : undefined;
  const at = setting ? work.position : position,
    marks = { ...editor.marks(), last, ...more };
  if (answer && !editor.selected) marks.arrows ||= arrowsAt(player, n, answer.record);
  const here = writeSfen(position);
  if (!setting) {
    if (legal.of === here && legal.check)
      marks.check = at.board.indexOf(at.side ? at.game.king.toLowerCase() : at.game.king);
    if (legal.of !== here) learn(here);
  }
  board.show(at, marks, spareOf(at));
  $("side").textContent = t(at.side ? "gote to move" : "sente to move");
  $("reason").textContent = setting ? "" : (whyOf(here) ?? player.reason(n));
  showComment(setting ? [] : lineTo(n), setting ? "" : player.links[n]?.title);
  $("bar").querySelector(".kj-keys").hidden = player.nodes.length < 2;
  $("undo").disabled = !(canTakeBack() || canUndo());
  $("redo").disabled = !(canGoOn() || canRedo());
}

// The legal moves of the position that is shown.
async function learn(sfen) {
  legal = { of: sfen, moves: null, check: false };
  desk.editor.wanted = null; // it was of another position
  try {
    const found = await desk.kanju.position(sfen, call({ notation: notation() }));
    if (legal.of !== sfen) return;
    Object.assign(legal, { moves: found.moves, check: found.check });
    if (desk.editor.selected) desk.editor.learnt();
    else if (found.check) show();
  } catch {
    if (legal.of === sfen) legal.moves = []; // no position to move in
  }
}

// ---- moves of one's own ----

const nameOf = (n) => (desk.player.links[n] ? desk.player.links[n].textContent : "");

export function played(usi) {
  const { player } = desk;
  click();
  if (player.playing && player.knows(usi)) return player.attempt(usi);
  const n = player.add(player.at, usi);
  if (!player.links[n]) listOwn(n, usi);
  player.show(n);
  if (player.playing) $("bar").querySelector(".kj-said").textContent = player.words.takeback;
  why();
}

// The list of moves has it as one's own.
function listOwn(n, usi) {
  const { player } = desk,
    move = legal.moves?.find((one) => one.usi === usi);
  const list = $("answer").querySelector(".kj-moves") || $("answer").appendChild(element("div", { class: "kj-moves" }));
  const own = list.querySelector(".own") || list.appendChild(element("p", { class: "own" }, t("my line") + " "));
  const ply = player.path(n).length,
    text = move ? move.text : usi;
  player.links[n] = element("a", { href: "#", "data-n": n, title: ply + " " + text }, text);
  own.append(element("i", {}, String(ply)), player.links[n]);
}

// What the position that is shown comes to.
export function why() {
  const { player } = desk,
    n = player.at;
  explain(writeSfen(player.position(n)), nameOf(n), lineTo(n));
}

// ---- back and forth: while moves are shown one goes along them, else to the work before ----

function canTakeBack() {
  return isPlaying() && desk.player.at > 0;
}

function canGoOn() {
  return isPlaying() && !desk.player.hidden && desk.player.kids[desk.player.at].length > 0;
}

export function undo() {
  const { player } = desk;
  if (!canTakeBack()) return undoWork();
  if (player.playing) player.go("back");
  else player.show(player.nodes[player.at][0]);
}

export function redo() {
  if (canGoOn()) desk.player.go("forth");
  else redoWork();
}
