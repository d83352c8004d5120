// SPDX-License-Identifier: GPL-3.0-or-later
// The program in a Worker: runs one command at a time, each in a fresh instance, so that memory is as
// at first whatever was done before; and answers questions about positions in an instance of its own.
import createProgram from "./program.mjs";

const inNode = typeof process === "object" && !!process.versions?.node;
const port = inNode ? (await import("node:worker_threads")).parentPort : globalThis;
const SIGINT = 2;
globalThis.self ??= globalThis; // emscripten asks for them
globalThis.location ??= { href: import.meta.url };
let compiled; // WebAssembly.Module
let library; // the instance for positions

const encoder = new TextEncoder(), decoder = new TextDecoder();

// Bytes that come one by one.
function makeSink() {
  let bytes = new Uint8Array(4096), n = 0;
  return {
    put(byte) {
      if (byte === null) return;
      if (n === bytes.length) {
        const more = new Uint8Array(2 * n);
        more.set(bytes);
        bytes = more;
      }
      bytes[n++] = byte;
    },
    text: () => decoder.decode(bytes.subarray(0, n)),
    length: () => n,
  };
}

function instantiate(more) {
  return createProgram({
    noInitialRun: true,
    instantiateWasm(imports, done) {
      done(new WebAssembly.Instance(compiled, imports));
      return {};
    },
    print() {},
    printErr() {},
    ...more,
  });
}

// The line that stands last on standard error without an end: the progress line.
function barOf(text) {
  const last = text.slice(text.lastIndexOf("\n") + 1);
  return last.slice(last.lastIndexOf("\r") + 1).replace("\u001b[K", "");
}

function messagesOf(text) {
  return text.split("\n").map((line) => line.split("\r\u001b[K").pop().replace(/^kanju: /, "")).filter(Boolean);
}

async function command({ words, files, stop }, tell) {
  const out = makeSink(), err = makeSink();
  const stopped = stop && new Int32Array(stop);
  let raised = false, told = 0;
  const program = await instantiate({
    stdin: () => null,
    stdout: out.put,
    stderr: err.put,
    atClock() {
      if (stopped && !raised && Atomics.load(stopped, 0)) {
        raised = true;
        program._raise(SIGINT);
      }
      if (err.length() !== told) {
        told = err.length();
        const text = barOf(err.text());
        if (text) tell(text);
      }
    },
  });
  const { FS } = program;
  FS.mkdir("/work");
  FS.chdir("/work");
  for (const name in files) FS.writeFile(name, files[name]);
  const status = program.callMain(words);
  const written = new Map();
  for (const name of FS.readdir("."))
    if (!(name in files) && FS.isFile(FS.stat(name).mode)) written.set(name, FS.readFile(name));
  const lines = out.text().split("\n"), records = [];
  const json = words.includes("--json");
  for (const line of json ? lines : []) if (line) records.push(JSON.parse(line));
  return { status, records, text: json ? "" : out.text(), messages: messagesOf(err.text()), files: written };
}

// ---- positions, by the functions of kanju.h

// Calls `ask` with a function that calls C: texts become C's, and are freed when all is answered.
async function withLibrary(lang, ask) {
  library ??= await instantiate({});
  const { _malloc, _free, _kanju_free } = library, own = [];
  const give = (value) => {
    if (typeof value !== "string" && !(value instanceof Uint8Array)) return value;
    const bytes = typeof value === "string" ? encoder.encode(value) : value, at = _malloc(bytes.length + 1);
    library.HEAPU8.set(bytes, at);
    library.HEAPU8[at + bytes.length] = 0;
    own.push(at);
    return at;
  };
  const textAt = (at) => {
    if (!at) return null;
    const heap = library.HEAPU8;
    return decoder.decode(heap.subarray(at, heap.indexOf(0, at)));
  };
  const take = (at) => {
    const text = textAt(at);
    _kanju_free(at);
    return text;
  };
  const failure = _malloc(4);
  own.push(failure);
  const errorOf = () => take(library.HEAPU32[failure >> 2]);
  const c = (name, ...values) => {
    library.HEAPU32[failure >> 2] = 0;
    return library["_kanju_" + name](...values.map(give));
  };
  try {
    library._kj_web_speak(lang === "ja" ? 1 : 0);
    return ask({ c, give, textAt, take, failure, errorOf });
  } finally {
    own.forEach(_free);
  }
}

function fail(message) {
  throw Object.assign(new Error(message), { told: true });
}

function openPosition({ c, failure, errorOf }, usi, variant) {
  return c("position_new", usi, variant ?? 0, failure) || fail(errorOf());
}

// What KIF says before its board and moves.
function headersOf(kif) {
  const lines = (kif ?? "").split(/^手数--|^[+]--|^.*の持駒：/m)[0].matchAll(/^([^：*#\n]+)：(.*)$/gm);
  return Object.fromEntries([...lines].map(([, key, text]) => [key, text]));
}

const questions = {
  version: (_, { c, textAt }) => textAt(c("version")),

  position({ usi, variant, notation }, kit) {
    const { c, take, textAt, failure } = kit, at = openPosition(kit, usi, variant);
    const moves = [], set = (which) => take(c("position_moves", at, which)).split(" ").filter(Boolean);
    const checks = new Set(set(1));
    for (const move of set(0))
      moves.push({ usi: move, text: take(c("position_move_text", at, move, notation, failure)), check: checks.has(move) });
    const answer = {
      variant: textAt(c("position_game", at)),
      position: take(c("position_text", at)),
      side: c("position_side", at) ? "gote" : "sente",
      check: !!c("position_in_check", at),
      moves,
    };
    c("position_free", at);
    return answer;
  },

  line({ usi, variant, moves, notation }, kit) {
    const { c, take, failure, errorOf } = kit, at = openPosition(kit, usi, variant), steps = [];
    try {
      for (const move of moves) {
        const text = take(c("position_move_text", at, move, notation, failure)) ?? fail(errorOf());
        const played = library._malloc(4);
        const done = c("position_play", at, move, played, failure);
        const name = done ? null : take(library.HEAPU32[played >> 2]);
        library._free(played);
        if (done) fail(errorOf());
        steps.push({ usi: name, text, position: take(c("position_text", at)), check: !!c("position_in_check", at) });
      }
    } finally {
      c("position_free", at);
    }
    return steps;
  },

  read({ bytes, variant }, kit) {
    const { c, take, textAt, failure, errorOf } = kit;
    const all = c("parse", bytes, bytes.length, variant ?? 0, failure) || fail(errorOf());
    const problems = [], record = (i, format) => take(c("problem_record", all, i, format, failure)) ?? void errorOf();
    for (let i = 0, n = c("problems_count", all); i < n; i++) {
      const error = textAt(c("problem_error", all, i));
      const usi = error ? null : record(i, "usi"), jkf = error ? null : record(i, "jkf");
      const parsed = jkf ? JSON.parse(jkf) : null, kif = error ? null : record(i, "kif");
      const [, position, moves] = /^(?:position )?(?:sfen )?(.*?)(?: moves (.*))?\s*$/.exec(usi ?? "");
      problems.push({
        id: textAt(c("problem_id", all, i)),
        variant: textAt(c("problem_game", all, i)),
        position,
        moves: moves ? moves.split(" ") : [],
        usi: usi ? `sfen ${position}${moves ? ` moves ${moves}` : ""}` : "",
        headers: parsed?.header ?? headersOf(kif),
        jkf: parsed,
        kif,
        error,
      });
    }
    c("problems_free", all);
    return problems;
  },

  record({ bytes, variant, before, title, author }, kit) {
    const { c, take, failure, errorOf } = kit, parse = (from) => c("parse", from, from.length, variant ?? 0, failure) || fail(errorOf());
    const now = parse(bytes), old = before ? parse(before) : 0;
    try {
      return take(library._kj_web_record(old, now, ...[title, author].map((text) => kit.give(text ?? 0)), failure)) ?? fail(errorOf());
    } finally {
      c("problems_free", now);
      if (old) c("problems_free", old);
    }
  },
};

async function answer({ call, ...request }, tell) {
  if (call === "command") return command(request, tell);
  return withLibrary(request.lang, (kit) => questions[call](request, kit));
}

async function onMessage({ id, program, ...request }) {
  compiled ??= program;
  try {
    const reply = await answer(request, (text) => port.postMessage({ id, progress: text }));
    port.postMessage({ id, reply });
  } catch (error) {
    if (!error.told) library = undefined; // what trapped is not used again
    const stack = error instanceof RangeError || error.name === "InternalError";
    port.postMessage({ id, error: { text: error.message ?? String(error), told: !!error.told, memory: stack } });
  }
}

if (inNode) port.on("message", onMessage);
else port.onmessage = (event) => onMessage(event.data);
