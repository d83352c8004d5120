// SPDX-License-Identifier: GPL-3.0-or-later
// A collection as files: a list or records that every command of Kanju reads, and the page of a report.
import { desk } from "./desk.js";
import { spoken } from "./words.js";

const AT_ONCE = 100; // works of a conversion

const clean = (text) => String(text ?? "").replace(/[\t\r\n]+/g, " "),
  plural = (rows) => (rows.length === 1 ? "1 problem" : rows.length + " problems");

// A list with a heading; what could not be read is a comment in it.
export function listOf(rows) {
  const lines = rows.map((row) =>
    row.error
      ? `# ${clean(row.id)}: ${clean(row.error)}`
      : [row.id, row.position, row.plies ?? row.result?.plies, row.moves.join(" "), row.note, row.title, row.author]
          .map(clean)
          .join("\t"),
  );
  return ["id\tsfen\tplies\tmoves\tnote\ttitle\tauthor", ...lines, ""].join("\n");
}

// KIF, of each the whole record. `told` hears how many are done.
export async function recordsOf(rows, told) {
  const good = rows.filter((row) => !row.error),
    parts = [];
  for (let i = 0; i < good.length; i += AT_ONCE) {
    const files = {};
    good.slice(i, i + AT_ONCE).forEach((row, j) => (files[`work-${i + j}`] = row.source));
    const { text, messages } = await desk.kanju.command(["convert", "--format=kif", "--", ...Object.keys(files)], {
      files,
      lang: spoken(),
    });
    if (!text) throw new Error(messages.join("\n"));
    parts.push(text);
    told(Math.min(good.length, i + AT_ONCE));
  }
  return parts.join("\n");
}

// ---- the report

const FIELDS = {
  id: (row) => row.id,
  title: (row) => row.title || null,
  composer: (row) => row.author || null,
  date: () => null,
  note: (row) => row.note || null,
  recorded: (row) => row.plies,
  error: (row) => row.error || row.result?.error || null,
  game: (row) => desk.games.findIndex(({ id }) => id === row.variant),
  position: (row, { positions }) => positions.get(row) ?? null,
  problem: () => null,
  verdict: (row) => row.result?.verdict ?? null,
  cause: (row) => row.result?.cause ?? null,
  plies: (row) => row.result?.plies ?? null,
  plies_proved: (row) => row.result?.plies_proved ?? null,
  nodes: (row) => row.result?.nodes ?? null,
  ms: (row) => row.result?.ms ?? null,
  certificate: () => null,
  difficulty: () => null,
  moves: (row) => row.result?.line || null,
  line_complete: (row) => !!row.result?.mates,
  themes: () => null,
  author: (row) => (row.moves.length ? row.moves.join(" ") === row.result?.line || row.moves.join(" ") : null),
  names: () => null,
  found: (row, { words }) => (row.result?.findings || []).map((finding) => foundOf(finding, words)),
};

const foundOf = ({ code, severity, ply, move }, words) => [
  severity,
  ply ?? 0,
  [ply, words[code] || code, move].filter(Boolean).join(" "),
  code,
];

// Positions in SFEN, which the board of the page reads.
async function positionsOf(rows) {
  const positions = new Map(rows.filter((row) => !row.error).map((row) => [row, row.position]));
  for (const { id, letter_files } of desk.games) {
    const own = rows.filter((row) => letter_files && row.variant === id && !row.error);
    if (!own.length) continue;
    const records = await desk.kanju.convert(own.map(({ position }) => position).join("\n"), "sfen", { variant: id });
    records.forEach(({ text }, i) => positions.set(own[i], text.trim()));
  }
  return positions;
}

const script = (value) => JSON.stringify(value).replaceAll("<", "\\u003c");

async function fileOf(name) {
  const answer = await fetch(name);
  if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
  return answer.text();
}

// The page of `kanju report --format html`, of these rows.
export async function reportOf(rows, title) {
  const [css, body, ...modules] = await Promise.all(
    ["kanju.css", "page.html", "board.js", "replay_page.js", "table.js", "page.js"].map(fileOf),
  );
  const { words, play } = await desk.kanju.reportWords({ lang: spoken() }),
    positions = await positionsOf(rows);
  const data = {
    title: "Kanju",
    about: `${title}, ${plural(rows)}, check, kanju ${desk.kanju.version}`,
    hidden: false,
    words,
    play,
    games: desk.games,
    fields: ["line", ...Object.keys(FIELDS)],
    near: [],
  };
  const items = [];
  let file = null;
  for (const row of rows) {
    const [, name, line] = /^(.*?)(?::(\d+))?$/s.exec(row.place);
    if (name !== file) items.push((file = name));
    items.push([line ? +line : null, ...Object.values(FIELDS).map((get) => get(row, { words, positions }))]);
  }
  return [
    `<!DOCTYPE html>\n<html lang="${spoken()}">\n<head>\n<meta charset="utf-8">\n`,
    `<meta name="viewport" content="width=device-width, initial-scale=1">\n<title>Kanju</title>\n`,
    `<style>\n${css}</style>\n</head>\n<body class="kj-report">\n${body}`,
    `<script type="application/json" id="data">${script(data)}</script>\n`,
    `<script type="application/json" id="items">${script(items)}</script>\n`,
    `<script type="module">\n${modules.map((text) => text.replace(/^import .*$/gm, "")).join("")}</script>\n`,
    "</body>\n</html>\n",
  ].join("");
}
