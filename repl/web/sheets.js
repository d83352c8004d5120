// SPDX-License-Identifier: GPL-3.0-or-later
// Lists and fields beside the board. In narrow places they come as sheets from below, one at a time,
// above the bar, so that a search and its Stop stay in sight.
import { $ } from "./elements.js";

const sheets = document.querySelectorAll("#sheets > details"),
  root = document.documentElement;
const isNarrow = () => getComputedStyle(root).getPropertyValue("--narrow") === "1"; // kanju.css says when

// What was chosen on a sheet is now on the board.
export function closeSheets(but = null) {
  if (isNarrow()) for (const sheet of sheets) sheet.open = sheet === but;
}

// Opens a sheet that nobody has asked for where it covers nothing.
export function offerSheet(sheet) {
  sheet.open = sheet.open || !isNarrow();
}

// An answer has come: the head of the page makes room for it in narrow places, and where it or the
// board has been scrolled out of sight.
export function makeRoom() {
  const isAbove = $("board").getBoundingClientRect().top < 0 || $("answer").getBoundingClientRect().top < 0;
  if (isNarrow() || isAbove) scrollTo({ top: document.querySelector("header").offsetHeight + 8, behavior: "instant" });
}

export function listenToSheets() {
  for (const sheet of sheets)
    sheet.addEventListener("toggle", () => {
      if (sheet.open) closeSheets(sheet);
    });
  addEventListener("keydown", ({ key }) => {
    if (key === "Escape") closeSheets();
  });
  new ResizeObserver(() => root.style.setProperty("--bar", $("bar").offsetHeight + "px")).observe($("bar"));
}
