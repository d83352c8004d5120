// SPDX-License-Identifier: GPL-3.0-or-later
// Comments on a work and its moves. They stand in its record, which is KIF: behind the moves that lead there.
import { desk, played, record, withRecord } from "./desk.js";
import { $ } from "./elements.js";
import { t } from "./words.js";

let place = { line: [] }, // that is shown
  known = { of: null, texts: new Map() }; // comments by their moves, of a record

// In a record the move of a ply of its first line, or its head, and what is written behind it.
const behind = (ply) => new RegExp(`^(${ply ? ` *${ply} ` : "手数--"}.*\\n)((?:[*&].*\\n)*)`, "m");

async function commentAt(line) {
  const { record: kif } = desk.work,
    at = line.join();
  if (!kif) return "";
  if (known.of !== kif) known = { of: kif, texts: new Map() };
  const { texts } = known;
  if (!texts.has(at)) {
    const [, , notes] = behind(line.length).exec(await withRecord(played(line), kif));
    texts.set(at, (notes.match(/^\*.*/gm) || []).map((text) => text.slice(1)).join("\n"));
  }
  return texts.get(at);
}

// The comment on the place after these moves, beside the board and in its field. `name`: of the last.
export async function showComment(line, name) {
  const mine = (place = { line, work: desk.work }),
    field = $("comment");
  $("comment-of").textContent = name || t("start position");
  let text = "";
  try {
    text = await commentAt(line);
    field.disabled = false;
  } catch {
    field.disabled = true; // no such moves from there
  }
  if (place !== mine) return;
  $("remark").textContent = text;
  if (document.activeElement !== field || field.dataset.at !== line.join()) field.value = text;
  field.dataset.at = line.join();
}

// The record with another comment on the place after these moves.
async function write(line, text) {
  const kif = await withRecord(played(line), desk.work.record);
  const lines = text ? text.replace(/^/gm, "*") + "\n" : "";
  const put = (all, move, notes) => move + notes.replace(/^\*.*\n/gm, "") + lines;
  return record({ before: kif.replace(behind(line.length), put) });
}

// Puts what is typed into the record of the work: `change` hears of that one.
export function listenToComment(change) {
  $("comment").addEventListener("input", () => {
    const { line } = place,
      { position } = desk.work,
      text = $("comment").value.replace(/\s+$/, "");
    const put = async () => {
      if (desk.work.position !== position) return;
      const kif = await write(line, text);
      if (desk.work.position === position) change(kif, line);
    };
    desk.writing = Promise.resolve(desk.writing)
      .then(put)
      .catch(() => {}); // there is no such place
  });
}
