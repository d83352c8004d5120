// SPDX-License-Identifier: GPL-3.0-or-later
// Another work comes on the board: the page is laid anew, the address and the draft follow. What
// changes a work as a whole.
import { arranged, withRest } from "./editor.js";
import { copyPosition, element, writeSfen } from "./board.js";
import { forgetWhy, glance } from "./asking.js";
import { address, canPlayLine, desk, full, onWork, setWork, source } from "./desk.js";
import { $ } from "./elements.js";
import { listStarts } from "./look.js";
import { closeSheets } from "./sheets.js";
import { redo, setMode, show, undo } from "./view.js";
import { isSameBoard, opened } from "./work.js";
import { keepDraft } from "./works.js";
import { steps, t } from "./words.js";

function lay(work, before, isNew) {
  const { answer, board, editor, player } = desk;
  sayAbout();
  if (answer || (before && before !== work && isSameBoard(work, before))) {
    show(); // what stands there stands to this work, too
    return sayLine();
  }
  const isOther = !before || before.variant !== work.variant;
  if (isOther) board.setGame(work.position.game);
  if (isOther || !isNew) editor.selected = null;
  forgetWhy();
  $("answer").replaceChildren();
  $("versions").replaceChildren();
  player.load({ start: source(), n: [[0]], words: steps() });
  $("game").value = document.documentElement.dataset.game = work.variant;
  $("rest").checked = work.rest;
  listStarts();
  if (isNew) closeSheets();
  setMode("edit");
  sayLine();
  glance();
}

// Not what is just being typed.
function sayAbout() {
  for (const part of ["name", "composer"])
    if ($(part).value.trim() !== desk.work[part]) $(part).value = desk.work[part];
}

async function sayLine() {
  const { work } = desk,
    fate = element("span"),
    button = element("button", { type: "button", onclick: () => setWork({ ...work, line: [] }) }, t("forget it"));
  $("line").hidden = !work.line.length;
  $("line").replaceChildren(t("author's line: N plies", { N: work.line.length }) + " ", fate, button);
  if (work.line.length && !(await canPlayLine())) fate.textContent = t("it cannot be played") + " ";
}

// The work stands in the address, and what an address does not say in a draft: a reload loses nothing.
function stay() {
  const { variant, line, name, composer, record } = desk.work,
    hash = address();
  try {
    if (location.hash !== hash) history.replaceState(null, "", hash);
  } catch {
    // some browsers refuse when it is done often
  }
  keepDraft({ name, composer, variant, position: source(), line, record }, hash);
}

export const beginLaying = () => onWork(lay);
export const beginStaying = () => onWork(stay);

// ---- changes ----

export function edited(position) {
  setWork({ ...desk.work, position });
}

let about = {}; // {work, part}: what was said last of a work; more of the same is no other step

function changeAbout(change, part) {
  const goesOn = about.work === desk.work && about.part === part;
  setWork({ ...desk.work, ...change }, { remember: !goesOn });
  about = { work: desk.work, part };
}

export const rename = ({ target: { id, value } }) => changeAbout({ [id]: value.trim() }, id);
export const comment = (record, line) => changeAbout({ record }, "comment " + line.join());

export const turnSide = () => edited({ ...desk.work.position, side: 1 - desk.work.position.side });

export function turnRest() {
  const { work } = desk,
    rest = $("rest").checked;
  setWork(
    rest
      ? { ...opened(desk.games, { ...work, sfen: writeSfen(withRest(work.position)) }), rest }
      : { ...work, position: copyPosition(full()), rest },
  );
}

// Keys of the board that are not about a piece.
const commands = { undo, redo, side: turnSide, rest: () => $("rest").click() };

export function command(name) {
  if (name in commands) return commands[name]();
  const position = arranged(desk.work.position, name);
  if (position) edited(position);
}
