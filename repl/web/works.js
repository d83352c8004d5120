// SPDX-License-Identifier: GPL-3.0-or-later
// The works kept in this browser: all that the page stores.

const KEPT_AS = "kanju.works", MOST = 2000;

// One work as it may come from a file or a store that others wrote, or null.
function tidy(work) {
  const text = (value, most) => typeof value === "string" && value.length <= most ? value : "";
  if (!work || typeof work !== "object" || !text(work.position, 2000)) return null;
  const line = Array.isArray(work.line) ? work.line.filter((usi) => text(usi, 12)).slice(0, 4000) : [];
  return { name: text(work.name, 200), composer: text(work.composer, 200), variant: text(work.variant, 40), position: work.position, line,
    verdict: text(work.verdict, 40), plies: Number.isInteger(work.plies) ? work.plies : null };
}

export function keptWorks() {
  try {
    const works = JSON.parse(localStorage.getItem(KEPT_AS) || "[]");
    return Array.isArray(works) ? works.map(tidy).filter(Boolean) : [];
  } catch {
    return [];
  }
}

// Whether they could be stored.
export function keepWorks(works) {
  try {
    localStorage.setItem(KEPT_AS, JSON.stringify(works.slice(0, MOST)));
    return true;
  } catch {
    return false;
  }
}

export function writeWorks(works) {
  return JSON.stringify({ kanju: "works", version: 1, works }, null, 1) + "\n";
}

// The works of such a file, or null if it is none.
export function readWorks(text) {
  try {
    const { kanju, works } = JSON.parse(text);
    return kanju === "works" && Array.isArray(works) ? works.map(tidy).filter(Boolean).slice(0, MOST) : null;
  } catch {
    return null;
  }
}
