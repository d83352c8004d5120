// SPDX-License-Identifier: GPL-3.0-or-later
// Answers of the program: verdicts and changes of a version in a line, moves as arrows.

// A record of solve, check, hisshi, repair, trim or of placements: its words, its class, and what the
// page's root element says of it.
export function sayVerdict(record, t) {
  const { verdict, plies } = record,
    at = plies !== null && plies !== undefined;
  const exact = record.plies_proved !== false;
  const said = {
    mate: at ? t(exact ? "mate in N" : "mate in N at most", { N: plies }) : t("mate by checks"),
    hisshi:
      plies === 0 ? t("brinkmate on the board") : t(exact ? "brinkmate in N" : "brinkmate in N at most", { N: plies }),
    none: t("no brinkmate"),
    nomate: t("no mate"),
    unknown: t("unknown"),
    sound: t("sound"),
    blemished: t("blemished"),
    unsound: t("unsound"),
    placements: t(["no placement found", "one placement"][record.works?.length] || "N placements", {
      N: record.works?.length,
    }),
  };
  const kinds = {
    placements: record.works?.length ? "good" : "open",
    nomate: "bad",
    none: "bad",
    unsound: "bad",
    unknown: "open",
    blemished: "open",
  };
  const length = /^(sound|blemished|unsound)$/.test(verdict) && at ? " · " + t("mate in N", { N: plies }) : "";
  return { text: (said[verdict] || verdict) + length, kind: kinds[verdict] || "good", verdict, plies };
}

// A change of kanju.repair/1 or kanju.trim/1.
export function describeChange(change, game, t) {
  const face = (letter) =>
    !letter ? "" : letter[0] === "+" ? game.faces[letter[1].toUpperCase()][2] : game.faces[letter.toUpperCase()][0];
  const values = { P: face(change.piece), Q: face(change.instead), A: change.from, B: change.to };
  const words = {
    remove: "remove P from A",
    add: "add P on B",
    move: "move P from A to B",
    replace: "replace P on A with Q",
    "hand-over": "hand P on A over",
    shift: "shift all",
    "hand-remove": "take P out of the hand",
    "hand-add": "add P to the hand",
    "hand-replace": "replace P in the hand with Q",
  };
  if (change.change === "add") values.P ||= values.Q;
  if (change.change === "hand-add") values.P ||= values.Q;
  return t(words[change.change] || change.change, values);
}

// The move of the line, the cooks beside it, and the tries that hold out.
export function arrowsAt(player, n, record) {
  if (player.hidden || !player.kids[n].length) return [];
  const kids = player.kids[n].map((kid) => player.nodes[kid][1]).filter(Boolean),
    path = player.path(n),
    out = [];
  if (!kids.length) return out;
  out.push({ usi: kids[0], kind: "line" });
  if (path.some((place) => player.kids[player.nodes[place][0]][0] !== place)) return out;
  const ply = path.length + 1;
  for (const finding of record.findings || [])
    if (finding.ply === ply && finding.move && finding.severity === "defect" && finding.move !== kids[0])
      out.push({ usi: finding.move, kind: "cook" });
  for (const one of (record.tries || []).filter((try_) => try_.ply === ply && try_.held > 0).slice(0, 2))
    out.push({ usi: one.move, kind: "try" });
  return out;
}
