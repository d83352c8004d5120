// SPDX-License-Identifier: GPL-3.0-or-later
// Works that come in: texts, files, links, and what was on the board before.
import { element } from "./board.js";
import { check, hisshi, mend, solve } from "./asking.js";
import { call, desk, setWork } from "./desk.js";
import { $ } from "./elements.js";
import { sourceOfLink } from "./link.js";
import { takeIn } from "./mine.js";
import { begin } from "./verdict.js";
import { opened } from "./work.js";
import { keptDraft, readWorks } from "./works.js";
import { spoken, t } from "./words.js";

const MOST_BYTES = 16 << 20,
  MOST_FOUND = 300;

// The position of a problem in SFEN, as games with letters for files have it otherwise.
export async function sfenOf(problem) {
  const game = desk.games.find((one) => one.id === problem.variant);
  if (!game.letter_files) return problem.position;
  const [record] = await desk.kanju.convert(problem.position, "sfen", { variant: problem.variant });
  return record.text.trim().replace(/^sfen /, "");
}

async function openProblem({ headers = {}, kif = "", ...problem }, more) {
  setWork(
    opened(desk.games, {
      variant: problem.variant,
      sfen: await sfenOf(problem),
      line: problem.moves,
      record: kif,
      name: headers["作品名"] || headers["棋戦"] || "",
      composer: headers["作者"] || "",
    }),
    more,
  );
}

// A position alone says no game: it is read as one of the game that is chosen, if it can be.
async function readProblems(text, name) {
  const bare = typeof text === "string" && /^\s*((position )?sfen )?[\w+/]+ [bw] \S+/.test(text);
  if (bare) {
    const problems = await desk.kanju.read(text, call({ name }));
    if (!problems.some((problem) => problem.error)) return problems;
  }
  return desk.kanju.read(text, { lang: spoken(), name });
}

function isTooLarge(bytes) {
  if (bytes > MOST_BYTES)
    begin().fault(t("a file of N MB: at most M MB are read", { N: Math.round(bytes / 1e6), M: MOST_BYTES >> 20 }));
  return bytes > MOST_BYTES;
}

export async function read(text, name) {
  if (isTooLarge(text.byteLength || text.length)) return;
  const speaker = begin(t("reading …"), { works: true });
  try {
    const problems = text.length || text.byteLength ? await readProblems(text, name) : [];
    const good = problems.filter((problem) => !problem.error);
    if (!good.length) throw new Error(problems.length ? problems[0].error : t("there is nothing to read"));
    if (!speaker.speaks()) return;
    listFound(good);
    await openProblem(good[0]);
  } catch (error) {
    speaker.fault(error.message);
  } finally {
    speaker.end();
  }
}

function listFound(problems) {
  $("found").replaceChildren();
  if (problems.length < 2) return;
  $("in").open = true;
  $("found").append(
    element("p", {}, t("N problems", { N: problems.length })),
    element(
      "div",
      { class: "bar" },
      ...problems
        .slice(0, MOST_FOUND)
        .map((problem) =>
          element("button", { type: "button", onclick: () => openProblem(problem) }, String(problem.id).slice(0, 60)),
        ),
    ),
  );
}

export async function readFile(file) {
  if (isTooLarge(file.size)) return;
  const bytes = new Uint8Array(await file.arrayBuffer()),
    works = readWorks(new TextDecoder().decode(bytes));
  if (works) takeIn(works);
  else await read(bytes, file.name);
}

const doAtOnce = { solve, check, hisshi, repair: () => mend("repair"), trim: () => mend("trim") };

// Opens what the address says, if anything, and leaves the address as it is.
export async function readLink({ remember = true } = {}) {
  const { hash } = location,
    { sfen, moves, game, todo } = sourceOfLink(hash),
    draft = keptDraft(hash);
  if (!sfen) return;
  if (draft) {
    // the same, with what an address does not say
    setWork(opened(desk.games, { ...draft, sfen: draft.position }), { remember });
  } else
    try {
      const [problem] = await desk.kanju.read(sfen, { lang: spoken(), variant: game || undefined });
      if (problem.error) throw new Error(problem.error);
      await openProblem({ ...problem, moves, kif: "" }, { remember });
    } catch (error) {
      return begin().fault(t("the link says nothing that can be read: ") + error.message);
    }
  history.replaceState(null, "", hash);
  if (todo) doAtOnce[todo]();
}

export function listenToWorks() {
  addEventListener("dragover", (event) => event.preventDefault());
  addEventListener("drop", (event) => {
    event.preventDefault();
    const { files } = event.dataTransfer,
      text = event.dataTransfer.getData("text/plain");
    if (files.length) readFile(files[0]);
    else if (text) read(text);
  });
  addEventListener("paste", (event) => {
    if (event.target.closest("input, textarea")) return;
    const { files } = event.clipboardData;
    if (files.length) readFile(files[0]);
    else read(event.clipboardData.getData("text/plain"));
  });
}
