// SPDX-License-Identifier: GPL-3.0-or-later
// What the parts of the page share: the program, the games, the work on the desk with its past, and
// the answer that stands to it. Who wants to know of another work is told.
import { writeSfen } from "./board.js";
import { withRest } from "./editor.js";
import { hashOf } from "./link.js";
import { isSameBoard } from "./work.js";
import { spoken } from "./words.js";

export const desk = {
  kanju: null,
  games: [],
  board: null,
  player: null,
  editor: null,
  work: null, // work.js
  answer: null, // {command, record, html, kif}
  writing: null, // a promise while a comment goes into the record
};

const past = [],
  future = [],
  told = [];

// `listener` gets the new work, the one before, and whether it is new, not one of before again.
export function onWork(listener) {
  told.push(listener);
}

function lay(work, isNew, answer = null) {
  const before = desk.work;
  const isNamed = before && work !== before && isSameBoard(work, before);
  desk.work = work;
  desk.answer = answer ?? (isNamed ? desk.answer : null);
  for (const listener of told) listener(work, before, isNew);
}

// `answer`: what stands to this work, too.
export function setWork(work, { remember = true, answer = null } = {}) {
  if (remember && desk.work) {
    past.push(desk.work);
    future.length = 0;
  }
  lay(work, remember, answer);
}

function back(from, to) {
  if (!from.length) return;
  to.push(desk.work);
  lay(from.pop(), false);
}

export const undo = () => back(past, future),
  redo = () => back(future, past);
export const canUndo = () => past.length > 0,
  canRedo = () => future.length > 0;

// The position with the defender's hand, as text, and how the program is asked about it.
export const full = () => (desk.work.rest ? withRest(desk.work.position) : desk.work.position);
export const source = () => writeSfen(full());
export const notation = () => (spoken() === "ja" ? "ja" : "western");
export const address = () => hashOf({ sfen: source(), moves: desk.work.line, game: desk.work.variant, lang: spoken() });
export const call = (more = {}) => ({ variant: desk.work.variant, lang: spoken(), ...more });

// The moves to a place of what is stepped through.
export const lineTo = (n) =>
  desk.player
    .path(n)
    .map((place) => desk.player.nodes[place][1])
    .filter(Boolean);

// Whether the author's line can be played from what is set up.
export async function canPlayLine() {
  return desk.kanju.convert(`sfen ${source()} moves ${desk.work.line.join(" ")}`, "usi", call()).then(
    () => true,
    () => false,
  );
}

// The work after some moves, as text.
export const played = (line) => "sfen " + source() + (line.length ? " moves " + line.join(" ") : "");

// A record with all that another has of the same work, and its title and author.
export function withRecord(now, before) {
  const { name: title, composer: author } = desk.work;
  return desk.kanju.record(now, { before: before || undefined, title, author }, call());
}

// The work as a record that keeps what it was opened with (`before`), and its line where it can be
// played; `answer`: a record to be put under it.
export async function record({ answer = "", before = desk.work.record } = {}) {
  const { line } = desk.work;
  return withRecord(answer || played(line.length && (await canPlayLine()) ? line : []), before);
}
