// SPDX-License-Identifier: GPL-3.0-or-later
// Queries of a collection, in the language of `kanju find` (docs/find.md) as far as a row of the table
// can tell: a text made a test of rows. A word by itself is looked for in all texts.
import { spoken, t } from "./words.js";

const DEEPEST = 16,
  VERDICTS = ["mate", "nomate", "unknown", "sound", "blemished", "unsound"],
  CAUSES = ["time", "nodes", "memory", "stopped", "repetition"],
  COOKS = ["early", "equal", "late", "rejoin"];
const found = (row) => row.result || {},
  fileOf = ({ place }) => place.replace(/:\d+$/, "");

// Name, in Japanese, kind, and what a row has there, as find_fields.c has it.
const FIELDS = [
  ["plies", "手数", "number", (row) => found(row).plies],
  ["recorded", "記載", "number", (row) => row.plies],
  ["nodes", "局面数", "number", (row) => found(row).nodes],
  ["seconds", "秒数", "number", (row) => (row.result ? row.result.ms / 1000 : null)],
  ["open-beyond", "未決手の詰みなし", "number", (row) => found(row).beyond],
  ["verdict", "判定", "word", (row) => found(row).verdict, () => VERDICTS],
  ["cause", "原因", "word", (row) => found(row).cause, () => CAUSES],
  ["game", "種類", "word", (row) => row.variant, ({ games }) => games.map(({ id }) => id)],
  ["id", "番号", "text", (row) => row.id],
  ["title", "作品名", "text", (row) => row.title],
  ["composer", "作者", "text", (row) => row.author],
  ["author", "作者", "text", (row) => row.author],
  ["note", "備考", "text", (row) => row.note],
  ["file", "ファイル", "text", fileOf],
  ["error", "エラー", "text", (row) => row.error || found(row).error],
  ["any", "全文", "text", (row) => [row.id, row.title, row.author, row.note].join(" ")],
  ["code", "種別", "list", (row) => found(row).findings || [], ({ codes }) => [...codes, "cook"]],
  ["is", "条件", "flag", null, () => Object.keys(FLAGS)],
];

const FLAGS = {
  done: ["解済み", (row) => !!row.result && !row.result.error],
  open: ["未決", (row) => !row.error && (!row.result || row.result.verdict === "unknown")],
  error: ["エラー", (row) => !!(row.error || found(row).error)],
  longer: ["記載より長い", (row) => row.plies !== null && found(row).plies > row.plies],
  shorter: ["記載より短い", (row) => isNumber(found(row).plies) && found(row).plies < row.plies],
  unsound: ["不完全", (row) => found(row).verdict === "unsound"],
  given: ["作意あり", (row) => row.moves.length > 0],
  authors: ["作意どおり", (row) => row.moves.length > 0 && found(row).line === row.moves.join(" ")],
};

// A field or flag as it is called in the language of the page.
const nameOf = ([name, ja]) => (spoken() === "ja" ? ja : name);
const isNumber = (value) => typeof value === "number",
  fold = (text) => text.normalize("NFKC").toLowerCase();
const COMPARE = {
  "=": (a, b) => a === b,
  ":": (a, b) => a === b,
  "!=": (a, b) => a !== b,
  "<": (a, b) => a < b,
  "<=": (a, b) => a <= b,
  ">": (a, b) => a > b,
  ">=": (a, b) => a >= b,
};

class Reader {
  // `known`: {games, codes, nameOf(word)}, what a word is in Japanese
  constructor(query, known) {
    Object.assign(this, { query, known, at: 0, depth: 0 });
  }

  // Always ends by an error.
  fail(what, values = {}, at = this.at) {
    throw new SyntaxError(t("column N: ", { N: [...this.query.slice(0, at)].length + 1 }) + t(what, values));
  }

  // What comes next, if it is like that; takes it.
  take(pattern) {
    this.at += /^\s*/.exec(this.query.slice(this.at))[0].length;
    const part = pattern.exec(this.query.slice(this.at));
    if (part) this.at += part[0].length;
    return part;
  }

  takeWord(...words) {
    const before = this.at,
      name = this.take(/^\p{L}[\p{L}・-]*(?![\p{L}\d:：=<>!])/u);
    if (name && words.includes(name[0].toLowerCase())) return true;
    this.at = before;
    return false;
  }

  any() {
    const parts = [this.all()];
    while (this.takeWord("or", "または")) parts.push(this.all());
    return (row) => parts.some((part) => part(row));
  }

  all() {
    const parts = [this.one()];
    while (this.goesOn()) {
      this.takeWord("and", "かつ");
      parts.push(this.one());
    }
    return (row) => parts.every((part) => part(row));
  }

  goesOn() {
    this.take(/^/);
    const before = this.at,
      other = this.takeWord("or", "または");
    this.at = before;
    return before < this.query.length && this.query[before] !== ")" && !other;
  }

  one() {
    if (++this.depth > DEEPEST) this.fail("too deep, expected at most N levels", { N: DEEPEST });
    let test;
    if (this.takeWord("not", "除外")) {
      const inner = this.one();
      test = (row) => !inner(row);
    } else if (this.take(/^\(/)) {
      test = this.any();
      if (!this.take(/^\)/)) this.fail("a parenthesis that is not closed");
    } else test = this.test();
    this.depth--;
    return test;
  }

  value(name) {
    const quote = this.take(/^["']/);
    if (!quote) return (this.take(/^[^\s()]+/) ?? this.fail("nothing behind W", { W: name }))[0];
    const end = this.query.indexOf(quote[0], this.at);
    if (end < 0) this.fail("a quotation mark that is not closed");
    const value = this.query.slice(this.at, end);
    this.at = end + 1;
    return value;
  }

  test() {
    this.take(/^/);
    const at = this.at,
      named = this.take(/^(\p{L}[\p{L}・-]*)\s*(>=|<=|!=|[<>=:：])/u);
    if (!named) {
      if (/^[):=<>!]|^$/.test(this.query.slice(at)) || this.takeWord("or", "and", "または", "かつ"))
        this.fail("expected a word, or a test such as plies>=9");
      const text = fold(this.value(""));
      return (row) => fold(FIELDS.find(([name]) => name === "any")[3](row)).includes(text);
    }
    const name = named[1].toLowerCase(),
      field = FIELDS.find(([en, ja]) => name === en || name === ja);
    if (!field)
      this.fail(
        "unknown field W, expected one of M",
        { W: named[1], M: [...new Set(FIELDS.map(nameOf))].join(", ") },
        at,
      );
    const sign = named[2] === "：" ? ":" : named[2],
      kind = field[2];
    if (kind !== "number" && /[<>]/.test(sign)) this.fail("W is not a number, expected : = or !=", { W: name }, at);
    this.take(/^/);
    const from = this.at;
    return this[kind](field, sign, this.value(name), from);
  }

  number([, , , get], sign, value, at) {
    const ends = value.split("..").map((end) => (end.trim() === "" ? NaN : Number(end)));
    if (ends.some((end) => !Number.isFinite(end)) || ends.length > (/^(=|:|!=)$/.test(sign) ? 2 : 1))
      this.fail("W is not a number, expected one, or a range as in 9..15", { W: value }, at);
    const [least, most] = ends;
    if (most === undefined) return (row) => isNumber(get(row)) && COMPARE[sign](get(row), least);
    return (row) => isNumber(get(row)) && (get(row) >= least && get(row) <= most) === (sign !== "!=");
  }

  text([, , , get], sign, value) {
    const folded = fold(value);
    if (sign === ":") return (row) => fold(get(row) || "").includes(folded);
    return (row) => !!get(row) && COMPARE[sign](get(row), value);
  }

  inJapanese(word) {
    return FLAGS[word]?.[0] ?? this.known.nameOf(word);
  }

  // One of the words that a field can be, as it is kept.
  wordOf(field, value, at) {
    const all = field[4](this.known),
      shown = spoken() === "ja" ? all.map((one) => this.inJapanese(one) ?? one) : all,
      word = all.find((one) => value === one || value === this.inJapanese(one));
    return (
      word ??
      this.fail("W is not a value of P, expected one of M", { W: value, P: nameOf(field), M: shown.join(", ") }, at)
    );
  }

  word(field, sign, value, at) {
    const word = this.wordOf(field, value, at);
    return (row) => !!field[3](row) && COMPARE[sign](field[3](row), word);
  }

  list(field, sign, value, at) {
    const word = this.wordOf(field, value, at);
    const isIt = ({ code, severity }) =>
      word === "cook" ? COOKS.includes(code) && !/none|note/.test(severity) : code === word;
    return (row) => field[3](row).some(isIt) === (sign !== "!=");
  }

  flag(field, sign, value, at) {
    const word = this.wordOf(field, value, at),
      isSo = FLAGS[word][1];
    return (row) => isSo(row) === (sign !== "!=");
  }
}

// The test of a query; throws a SyntaxError that says in a line which word is not understood.
export function readQuery(text, known) {
  if (!text.trim()) return () => true;
  const reader = new Reader(text, known),
    test = reader.any();
  if (reader.at < text.length) reader.fail("expected the end");
  return test;
}
