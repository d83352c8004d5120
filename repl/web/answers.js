// SPDX-License-Identifier: GPL-3.0-or-later
// Answers of the program in a line: verdicts, and changes of a version.

// A record of solve, check, hisshi, repair or trim: its words, its class, and what the page's root
// element says of it.
export function sayVerdict(record, t) {
  const { verdict, plies } = record, at = plies !== null && plies !== undefined;
  const exact = record.plies_proved !== false;
  const said = {
    mate: at ? t(exact ? "mate in N" : "mate in N at most", { N: plies }) : t("mate by checks"),
    hisshi: plies === 0 ? t("brinkmate on the board") : t(exact ? "brinkmate in N" : "brinkmate in N at most", { N: plies }),
    none: t("no brinkmate"), nomate: t("no mate"), unknown: t("unknown"), sound: t("sound"), blemished: t("blemished"), unsound: t("unsound")
  };
  const kinds = { nomate: "bad", none: "bad", unsound: "bad", unknown: "open", blemished: "open" };
  const length = /^(sound|blemished|unsound)$/.test(verdict) && at ? " · " + t("mate in N", { N: plies }) : "";
  return { text: (said[verdict] || verdict) + length, kind: kinds[verdict] || "good", verdict, plies };
}

// A change of kanju.repair/1 or kanju.trim/1.
export function describeChange(change, game, t) {
  const face = (letter) => !letter ? "" : letter[0] === "+" ? game.faces[letter[1].toUpperCase()][2] : game.faces[letter.toUpperCase()][0];
  const values = { P: face(change.piece), Q: face(change.instead), A: change.from, B: change.to };
  const words = {
    remove: "remove P from A", add: "add P on B", move: "move P from A to B", replace: "replace P on A with Q", "hand-over": "hand P on A over",
    shift: "shift all", "hand-remove": "take P out of the hand", "hand-add": "add P to the hand", "hand-replace": "replace P in the hand with Q"
  };
  if (change.change === "add") values.P ||= values.Q;
  if (change.change === "hand-add") values.P ||= values.Q;
  return t(words[change.change] || change.change, values);
}
