// SPDX-License-Identifier: GPL-3.0-or-later
// Pieces of the page, made by script.
import { element } from "./board.js";
import { t } from "./words.js";

export const $ = (id) => document.getElementById(id);

// A dialog with the moves as buttons: one of them, or null.
export function ask(moves) {
  const box = $("ask");
  return new Promise((resolve) => {
    const choose = (move) => {
      box.close();
      resolve(move);
    };
    box.replaceChildren(
      ...moves.map((move) =>
        element("button", { type: "button", class: "main", onclick: () => choose(move) }, move.text || move.usi),
      ),
      element("button", { type: "button", onclick: () => choose(null) }, t("cancel")),
    );
    box.oncancel = () => resolve(null);
    box.showModal();
  });
}

// One of some names, or null.
export async function choose(names) {
  const chosen = await ask(names.map((name) => ({ text: t(name), name })));
  return chosen && chosen.name;
}
