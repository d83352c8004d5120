// SPDX-License-Identifier: GPL-3.0-or-later
// Lists and fields beside the board. In narrow places they come as sheets from below, one at a time,
// above the bar, so that a search and its Stop stay in sight.
import { $ } from "./elements.js";

const narrow = matchMedia("(max-width: 30rem), (max-width: 52rem) and (max-aspect-ratio: 1/1)"); // as kanju.css
const sheets = document.querySelectorAll("#sheets > details");

// What was chosen on a sheet is now on the board.
export function closeSheets(but = null) {
  if (narrow.matches) for (const sheet of sheets) sheet.open = sheet === but;
}

// An answer has come: in narrow places the head of the page makes room for it.
export function makeRoom() {
  if (narrow.matches) scrollTo({ top: document.querySelector("header").offsetHeight + 8, behavior: "instant" });
}

export function listenToSheets() {
  for (const sheet of sheets)
    sheet.addEventListener("toggle", () => {
      if (sheet.open) closeSheets(sheet);
    });
  addEventListener("keydown", ({ key }) => {
    if (key === "Escape") closeSheets();
  });
  const root = document.documentElement;
  new ResizeObserver(() => root.style.setProperty("--bar", $("bar").offsetHeight + "px")).observe($("bar"));
}
