// SPDX-License-Identifier: GPL-3.0-or-later
// What repair and trim found, and placements of a line: versions of the work as small boards.
import { Board, element, squareOf } from "./board.js";
import { describeChange } from "./answers.js";
import { defenderOf } from "./editor.js";
import { t } from "./words.js";

// `read` gives the work of a position in SFEN, `take` gets the version that is chosen.
export function showVersions(box, record, game, read, take) {
  box.replaceChildren();
  for (const [title, versions] of [
    ["sound after this", record.repairs || record.forms || []],
    ["the line as the only solution", (record.works || []).map(asVersion)],
    ["nearly", record.near || []],
  ]) {
    if (!versions.length) continue;
    box.append(
      element("h3", {}, t(title)),
      element("div", { class: "versions" }, ...versions.map((found) => version(found, game, read, take))),
    );
  }
  if (!box.children.length) box.append(element("p", { class: "note" }, t("nothing found")));
}

const asVersion = (made) => ({ ...made, changes: [], words: t("N pieces", { N: made.pieces }) });

function version(found, game, read, take) {
  const small = element("div", { class: "kj-board" });
  const squares = found.changes
    .flatMap((change) => [change.from, change.to])
    .filter(Boolean)
    .map((name) => squareOf(game, name));
  const words = found.words || found.changes.map((change) => describeChange(change, game, t)).join(", ");
  const left = (found.defects || []).length
    ? found.defects.length > 1
      ? t("N defects left", { N: found.defects.length })
      : t("one defect left")
    : t("N plies", { N: found.plies });
  const figure = element(
    "button",
    { type: "button", class: "version", onclick: () => take(found) },
    small,
    element("span", {}, words),
    element("small", {}, left),
  );
  const next = read(found.position);
  setTimeout(() =>
    new Board(small, game, {
      coordinates: false,
      hands: next.rest ? (defenderOf(next.position) ? "sente" : "gote") : "both",
    }).show(next.position, { changed: squares }),
  );
  return figure;
}
