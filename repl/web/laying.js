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
import { redo, setMode, undo } from "./view.js";
import { opened } from "./work.js";
import { keepDraft } from "./works.js";
import { steps, t } from "./words.js";

function lay(work, before, isNew) {
  const { answer, board, editor, player } = desk;
  if (answer) return sayLine(); // it stands to this work, too
  const isOther = !before || before.variant !== work.variant;
  if (isOther) board.setGame(work.position.game);
  if (isOther || !isNew) editor.selected = null;
  forgetWhy();
  $("answer").replaceChildren();
  $("versions").replaceChildren();
  player.load({ start: source(), n: [[0]], words: steps() });
  $("game").value = document.documentElement.dataset.game = work.variant;
  $("rest").checked = work.rest;
  $("name").value = work.name;
  $("composer").value = work.composer;
  listStarts();
  if (isNew) closeSheets();
  setMode("edit");
  sayLine();
  glance();
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
    history.replaceState(null, "", hash);
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

export function rename() {
  Object.assign(desk.work, { name: $("name").value.trim(), composer: $("composer").value.trim() });
  stay();
}

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
