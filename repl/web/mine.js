// SPDX-License-Identifier: GPL-3.0-or-later
// My works: the list on the page.
import { sayVerdict } from "./answers.js";
import { element } from "./board.js";
import { desk, setWork, source } from "./desk.js";
import { $ } from "./elements.js";
import { save } from "./share.js";
import { opened } from "./work.js";
import { changeWorks, isSame, keptWorks, onWorksElsewhere, writeWorks } from "./works.js";
import { t } from "./words.js";

const nameOf = (work) => work.name || t("a work by someone");

export function listWorks() {
  const works = keptWorks();
  $("works").replaceChildren(
    ...works.map((one) =>
      element(
        "li",
        {},
        element(
          "button",
          { type: "button", onclick: () => setWork(opened(desk.games, { ...one, sfen: one.position })) },
          nameOf(one),
        ),
        element("span", { class: "note" }, one.verdict ? sayVerdict(one, t).text : ""),
        element(
          "button",
          { type: "button", "aria-label": t("delete") + " " + one.name, onclick: () => remove(one) },
          "×",
        ),
      ),
    ),
  );
  if (!works.length) $("works").append(element("li", { class: "note" }, t("no work is kept yet")));
}

function change(how, told, ...more) {
  const done = changeWorks(how);
  $("kept").replaceChildren(
    done ? told : t("the browser keeps nothing: its storage is full or turned off"),
    ...(done ? more : []),
  );
  $("kept").className = done ? "note" : "bad";
  listWorks();
}

function remove(work) {
  const at = keptWorks().findIndex((one) => isSame(one, work));
  const putBack = (works) =>
    works.some((one) => isSame(one, work)) ? works : [...works.slice(0, at), work, ...works.slice(at)];
  const again = element("button", { type: "button", onclick: () => change(putBack, t("kept")) }, t("undo"));
  change((works) => works.filter((one) => !isSame(one, work)), t("deleted: N", { N: nameOf(work) }) + " ", again);
}

async function keep() {
  await desk.writing;
  const { name, composer, variant, line, record } = desk.work,
    { verdict = "", plies } = document.documentElement.dataset;
  const one = { name, composer, variant, position: source(), line, record, verdict, plies: plies ? +plies : null };
  change(
    (works) =>
      works.some((other) => isSame(other, one))
        ? works.map((other) => (isSame(other, one) ? one : other))
        : [one, ...works],
    t("kept"),
  );
}

// Works of a file, in games that are known, behind those that are there.
export function takeIn(works) {
  const good = works.filter((one) => desk.games.some(({ id }) => id === one.variant));
  const fresh = good.filter((one) => !keptWorks().some((other) => isSame(one, other)));
  change((kept) => [...kept, ...fresh], t("N works read", { N: fresh.length }));
  $("mine").open = true;
}

export function listenToMine() {
  $("keep").addEventListener("click", keep);
  $("export").addEventListener("click", () => save(writeWorks(keptWorks()), "application/json", "kanju-works.json"));
  onWorksElsewhere(listWorks);
}
