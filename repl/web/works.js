// SPDX-License-Identifier: GPL-3.0-or-later
// What this browser keeps: a list of works, and the work that was on the board last. Other tabs
// keep theirs in the same places, so a list is read anew before it is changed.
const WORKS = "kanju.works",
  DRAFT = "kanju.draft";

// One work as it may come from a file or a store that others wrote, or null.
function tidy(work) {
  const text = (value, most) => (typeof value === "string" && value.length <= most ? value : "");
  if (!work || typeof work !== "object" || !text(work.position, 2000)) return null;
  const line = Array.isArray(work.line) ? work.line.filter((usi) => text(usi, 12)).slice(0, 4000) : [];
  return {
    name: text(work.name, 200),
    composer: text(work.composer, 200),
    variant: text(work.variant, 40),
    position: work.position,
    line,
    record: text(work.record, 1 << 20),
    verdict: text(work.verdict, 40),
    plies: Number.isInteger(work.plies) ? work.plies : null,
  };
}

function tidyList(works) {
  return Array.isArray(works) ? works.map(tidy).filter(Boolean) : [];
}

function get(store, key) {
  try {
    return JSON.parse(store().getItem(key));
  } catch {
    // turned off, or not ours
    return null;
  }
}

// Whether it could be stored.
function put(store, key, value) {
  try {
    store().setItem(key, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

const local = () => localStorage,
  ofTab = () => sessionStorage;

export const kept = (key) => get(local, key),
  keep = (key, value) => put(local, key, value);

export const isSame = (one, other) => one.position === other.position && one.variant === other.variant;
export const keptWorks = () => tidyList(get(local, WORKS));

// Gives `change` the list as it is now and stores what it returns. Whether that could be.
export function changeWorks(change) {
  return put(local, WORKS, change(keptWorks()));
}

// Tells of changes that other tabs have made.
export function onWorksElsewhere(listener) {
  addEventListener("storage", ({ key }) => {
    if (key === WORKS || key === null) listener();
  });
}

// The work on the board, with the address that has a part of it: of this tab, and the latest of all.
export function keepDraft(work, hash) {
  for (const store of [ofTab, local]) put(store, DRAFT, { ...work, hash });
}

// The draft of an address, or of any ("").
export function keptDraft(hash) {
  const drafts = [ofTab, local].map((store) => get(store, DRAFT)),
    found = drafts.find((draft) => draft && (!hash || draft.hash === hash));
  return tidy(found);
}

export function writeWorks(works) {
  return JSON.stringify({ kanju: "works", version: 1, works }, null, 1) + "\n";
}

// The works of such a file, or null if it is none.
export function readWorks(text) {
  try {
    const { kanju, works } = JSON.parse(text);
    return kanju === "works" && Array.isArray(works) ? tidyList(works) : null;
  } catch {
    return null;
  }
}
