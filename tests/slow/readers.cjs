// SPDX-License-Identifier: GPL-3.0-or-later
// Records written by other libraries, through Kanju, and read by them again: nothing may be lost.
// node readers.cjs KANJU MODULES FOLDER [SEED]; prints TAP.
"use strict";
const { execFileSync } = require("child_process");
const fs = require("fs"), path = require("path");
const [kanju, modules, folder, seed] = process.argv.slice(2);
const ts = require(path.join(modules, "tsshogi"));
const { Parsers, JKFPlayer } = require(path.join(modules, "json-kifu-format"));

let tests = 0;
function check(name, good, detail) {
  tests++;
  console.log((good ? "ok " : "not ok ") + tests + " - " + name);
  if (!good && detail) console.log(String(detail).slice(0, 3000).replace(/^/gm, "#   "));
}
function differs(a, b) {
  const x = a.split("\n"), y = b.split("\n");
  for (let i = 0; i < Math.max(x.length, y.length); i++)
    if (x[i] !== y[i])
      return "line " + (i + 1) + "\nexpected: " + x.slice(Math.max(0, i - 12), i + 2).join("\n") +
        "\nfound:    " + y.slice(i, i + 2).join("\n");
  return "";
}

let state = Number(seed || 1);
function random(n) { // a small generator, the same everywhere
  state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
  return (state >> 8) % n;
}

// ---- records ----

const files = "123456789", ranks = "abcdefghi";
const squares = [...files].flatMap((f) => [...ranks].map((r) => f + r));
// A random legal move; captures and promotions more often than their number.
function randomMove(position) {
  for (let tries = 0; tries < 20000; tries++) {
    const from = random(4) === 0 ? "PLNSGBR"[random(7)] + "*" : squares[random(81)];
    const usi = from + squares[random(81)] + (from[1] !== "*" && random(2) ? "+" : "");
    const move = position.createMoveByUSI(usi);
    if (move && position.isValidMove(move)) return move;
  }
  return null;
}
const starts = [
  null,
  "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w GR5pnsg 1",
  "9/9/6n1k/9/8p/9/9/9/9 b RSrb4g3s3n4l17p 1",
];
function randomRecord(start, plies, branches) {
  const position = start ? ts.Position.newBySFEN(start) : new ts.Position();
  const record = new ts.Record(position);
  if (start) record.metadata.setStandardMetadata("title", "題名 <&>");
  record.first.comment = "はじめに\n二行目";
  const grow = (n) => {
    for (let i = 0; i < n; i++) {
      const move = randomMove(record.position);
      if (!move) break;
      record.append(move);
      if (random(4) === 0) record.current.comment = "手 " + record.current.ply;
      record.current.setElapsedMs(1000 * random(100));
    }
  };
  grow(plies);
  if (random(2)) record.append(ts.SpecialMoveType.RESIGN);
  for (let i = 0; i < branches; i++) {
    record.resetAllBranchSelection();
    record.goto(random(plies - 1));
    grow(1 + random(6));
  }
  record.resetAllBranchSelection();
  return record;
}
// All paths of a record from its root, sorted, with what is written beside them.
function tree(record, what) {
  const lines = [], at = new Map();
  record.forEach((node) => {
    const word = node.move.usi !== undefined ? node.move.usi : node.ply ? "%" + node.move.type : "";
    const own = (node.prev ? at.get(node.prev) + " " : record.initialPosition.sfen) + word;
    at.set(node, own);
    const beside = (what.comments ? " #" + node.comment.trim().replace(/\n/g, "/") : "") +
      (what.times && node.ply && node.move.usi !== undefined ? " @" + node.elapsedMs : "");
    lines.push(own + beside);
  });
  return lines.sort().join("\n");
}

// ---- through Kanju ----

function convert(text, extension, to) {
  const file = path.join(folder, "in." + extension);
  fs.writeFileSync(file, text);
  return execFileSync(kanju, ["convert", "--format", to, file], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
}
const importers = {
  kif: ts.importKIF, ki2: ts.importKI2, csa: ts.importCSA, jkf: ts.importJKFString,
  usi: (text) => ts.Record.newByUSI(text.trim()),
  usen: (text) => ts.Record.newByUSEN(text.trim()),
};
const exporters = {
  kif: (r) => ts.exportKIF(r), ki2: (r) => ts.exportKI2(r), csa: (r) => ts.exportCSA(r), jkf: (r) => ts.exportJKFString(r),
  usen: (r) => r.usen[0],
};
// What two formats both hold.
const holds = {
  kif: { comments: true, times: true, branches: true },
  ki2: { comments: true, branches: true },
  jkf: { comments: true, times: true, branches: true },
  csa: { comments: true, times: true },
  usi: {},
  usen: { branches: true },
};
function mainLine(record) {
  const main = new ts.Record(record.initialPosition);
  main.first.comment = record.first.comment;
  for (let node = record.first.next; node; node = node.next) {
    main.append(node.move, { ignoreValidation: true });
    main.current.comment = node.comment;
    main.current.setElapsedMs(node.elapsedMs);
  }
  return main;
}
function checkRecord(name, record) {
  for (const from of Object.keys(exporters)) {
    for (const to of Object.keys(importers)) {
      const what = {};
      for (const key of ["comments", "times", "branches"]) what[key] = !!(holds[from][key] && holds[to][key]);
      let text, back;
      try {
        text = convert(exporters[from](record), from, to);
        back = importers[to](text);
        if (back instanceof Error) throw back;
      } catch (error) {
        check(name + ", " + from + " to " + to, false, error.message + "\n" + (text || ""));
        continue;
      }
      let expected = what.branches ? record : mainLine(record), found = back;
      let a = tree(expected, what), b = tree(found, what);
      // USI has no ends; in USEN tsshogi repeats the end of a line behind all branches after it
      const ends = to !== "usi" && from !== "usen";
      const bare = (lines) => lines.split("\n").filter((line) => !line.includes("%")).join("\n");
      if (!ends) [a, b] = [bare(a), bare(b)];
      if (to === "csa") // headers CSA has no name for are comments there
        b = b.replace("#表題：題名 <&>/", "#");
      check(name + ", " + from + " to " + to, a === b, differs(a, b) + "\n" + text);
    }
  }
}

// ---- JKF by its own library ----

// Moves without what a reader works out for itself.
function plain(moves) {
  return moves.map((m) => {
    const move = m.move && { from: m.move.from, to: m.move.to, piece: m.move.piece, promote: m.move.promote,
      capture: m.move.capture, color: m.move.color, relative: m.move.relative };
    return JSON.parse(JSON.stringify({ move, special: m.special, comments: m.comments, forks: m.forks && m.forks.map(plain),
      time: m.time && m.time.now }));
  });
}
function checkJkf(name, record) {
  const kif = ts.exportKIF(record);
  try {
    // the library's own reader of the same file, made whole by its player
    const theirs = new JKFPlayer(Parsers.parseKIF(convert(kif, "kif", "kif"))).kifu;
    const ours = new JKFPlayer(JSON.parse(convert(kif, "kif", "jkf"))).kifu;
    const a = JSON.stringify(plain(theirs.moves), null, 1), b = JSON.stringify(plain(ours.moves), null, 1);
    check(name + ", our JKF is theirs", a === b, differs(a, b));
    const ki2 = new JKFPlayer(Parsers.parseKI2(convert(kif, "kif", "ki2"))).kifu;
    const usable = (m) => m.move && { from: m.move.from, to: m.move.to, piece: m.move.piece, promote: m.move.promote };
    const c = JSON.stringify(ours.moves.map(usable).filter(Boolean)), d = JSON.stringify(ki2.moves.map(usable).filter(Boolean));
    check(name + ", our KI2 is read", c === d, differs(c.replace(/\},/g, "},\n"), d.replace(/\},/g, "},\n")));
    // it knows no version but 2
    const text = convert(kif, "kif", "csa").replace("'CSA encoding=UTF-8\n", "").replace("V3.0", "V2.2");
    const csa = new JKFPlayer(Parsers.parseCSA(text)).kifu;
    const e = JSON.stringify(csa.moves.map(usable).filter(Boolean));
    check(name + ", our CSA is read", c === e, differs(c.replace(/\},/g, "},\n"), e.replace(/\},/g, "},\n")));
  } catch (error) {
    check(name + ", read by json-kifu-format", false, error.stack);
  }
}

// A position alone has no line 手合割, which python-shogi refuses; both know it by its diagram.
function checkBod(name, sfen) {
  const start = ts.Position.newBySFEN(sfen).sfen; // with hands in their order
  const bod = convert(ts.exportKIF(randomRecord(start, 2, 0)), "kif", "bod");
  const theirs = ts.importKIF(bod);
  check(name + ", our BOD is read by tsshogi", theirs.initialPosition && theirs.initialPosition.sfen === start, bod);
  const player = new JKFPlayer(Parsers.parseKIF(bod));
  check(name + ", our BOD is read by json-kifu-format", player.shogi.toSFENString(1) === start, bod);
  check(name + ", our BOD has no その他", !bod.includes("その他"), bod);
}
starts.forEach((start, i) => start && checkBod("start " + i, start));

for (let i = 0; i < 12; i++) {
  const record = randomRecord(starts[i % starts.length], 20 + random(40), i < 3 ? 0 : random(8));
  checkRecord("record " + i, record);
  checkJkf("record " + i, record);
}
console.log("1.." + tests);
