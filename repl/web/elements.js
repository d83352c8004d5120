// SPDX-License-Identifier: GPL-3.0-or-later
// Pieces of the page, made by script.
import { t } from "./words.js";

export const $ = (id) => document.getElementById(id);

// Of the attributes those that begin with "on" are functions.
export function element(name, attributes = {}, ...inside) {
  const made = document.createElement(name);
  for (const key in attributes) {
    if (key.startsWith("on")) made.addEventListener(key.slice(2), attributes[key]);
    else made.setAttribute(key, attributes[key]);
  }
  made.append(...inside);
  return made;
}

// A dialog with the moves as buttons: one of them, or null.
export function ask(moves) {
  const box = $("ask");
  return new Promise((resolve) => {
    const choose = (move) => { box.close(); resolve(move); };
    box.replaceChildren(...moves.map((move) => element("button", { type: "button", class: "main", onclick: () => choose(move) }, move.text || move.usi)),
      element("button", { type: "button", onclick: () => choose(null) }, t("cancel")));
    box.oncancel = () => resolve(null);
    box.showModal();
  });
}
