// SPDX-License-Identifier: GPL-3.0-or-later
// How the board looks, from which side, and with what it begins. This browser remembers it, and the
// language that was chosen.
import { element } from "./board.js";
import { desk, setWork } from "./desk.js";
import { $ } from "./elements.js";
import { sfenOf } from "./reading.js";
import { turnSounds } from "./sounds.js";
import { show } from "./view.js";
import { emptyWork, opened } from "./work.js";
import { keep, kept } from "./works.js";
import { spoken, t } from "./words.js";

const LOOK = "kanju.look";
const look = { flip: false, wood: "wood", faces: "kanji", sounds: false, lang: "", ...kept(LOOK) };

function use() {
  Object.assign(desk.board.style, { flip: look.flip, plain: look.wood === "paper", faces: look.faces });
  turnSounds(look.sounds);
}

function remember(change) {
  Object.assign(look, change);
  keep(LOOK, look);
}

export const rememberedLanguage = () => (/^(ja|en)$/.test(look.lang) ? look.lang : "");
export const rememberLanguage = (lang) => remember({ lang });

// The start positions of the game that is on the board; `at` 0 is a king alone.
export function listStarts() {
  const { handicaps } = desk.games.find(({ id }) => id === desk.work.variant);
  const names = handicaps.map((one) => (spoken() === "ja" ? one.name_ja : one.name_en));
  $("start").replaceChildren(...["—", t("king alone"), ...names].map((name) => element("option", {}, name)));
}

async function begin() {
  const { variant } = desk.work,
    at = $("start").selectedIndex;
  $("start").selectedIndex = 0;
  if (at === 1) setWork(emptyWork(desk.games, variant));
  if (at < 2) return;
  const { position } = desk.games.find(({ id }) => id === variant).handicaps[at - 2];
  setWork(opened(desk.games, { variant, sfen: await sfenOf({ variant, position }) }));
}

export function listenToLook() {
  for (const [id, value] of [
    ["flip", "checked"],
    ["wood", "value"],
    ["faces", "value"],
    ["sounds", "checked"],
  ]) {
    $(id)[value] = look[id];
    $(id).addEventListener("change", () => {
      remember({ [id]: $(id)[value] });
      use();
      show();
    });
  }
  $("start").addEventListener("change", begin);
  use();
}
