// SPDX-License-Identifier: GPL-3.0-or-later
// The module kanju: the program in Workers, for node and browsers. What there is, is in kanju.d.ts.

const inNode = typeof process === "object" && !!process.versions?.node;
const here = (name) => new URL(name, import.meta.url);
const MIB_AT_MOST = 2048;

const words = {
  en: {
    stopped: "stopped",
    closed: "Kanju was closed",
    load: "Kanju cannot be loaded: ",
    stack: "the search needs more stack or memory than it is given here",
    one: (n) => `${n} problems, expected one`,
    failed: "the program failed: ",
    memory: (n) => `memory: ${n}, expected 1 to ${MIB_AT_MOST} (MiB)`,
  },
  ja: {
    stopped: "中止しました",
    closed: "終了しました",
    load: "読み込めません: ",
    stack: "探索に必要なスタックかメモリーが足りません",
    one: (n) => `${n} 題あります。1 題だけにしてください`,
    failed: "プログラムの誤りです: ",
    memory: (n) => `memory: ${n} は使えません。1 から ${MIB_AT_MOST} まで（MiB）です`,
  },
};

export class KanjuError extends Error {
  constructor(message, { status = 0, stopped = false, memory = false } = {}) {
    super(message);
    Object.assign(this, { name: "KanjuError", status, stopped, memory });
  }
}

const bytesOf = (source) =>
  typeof source === "string"
    ? new TextEncoder().encode(source)
    : source instanceof Uint8Array
      ? source
      : new Uint8Array(source);

// A part of a buffer as a buffer of its own: a message takes all of what it is a part of.
const byItself = (bytes) => (bytes.byteLength < bytes.buffer.byteLength ? bytes.slice() : bytes);

// What KIF says before its board and moves.
function headersOf(kif) {
  const lines = kif.split(/^手数--|^[+]--|^.*の持駒：/m)[0].matchAll(/^([^：*#\n]+)：(.*)$/gm);
  return Object.fromEntries([...lines].map(([, key, text]) => [key, text]));
}

// ---- sources in slices

const SLICES = [1 << 14, 1 << 16]; // bytes of the first and of the others
const NEWLINE = 10,
  RETURN = 13,
  BACKSLASH = 92;
const [QUOTE, COMMA, OPEN, CLOSE] = new TextEncoder().encode('",[]');
const isBlank = (byte) => byte === 32 || (byte >= 9 && byte <= RETURN);

// Where each line begins; after a line end at the end of all one more.
function linesOf(bytes) {
  const starts = [0];
  for (let i = 0; i < bytes.length; i++)
    if (bytes[i] === NEWLINE || (bytes[i] === RETURN && bytes[i + 1] !== NEWLINE)) starts.push(i + 1);
  return starts;
}

// The end of a slice, after a whole line.
function endOfLine(bytes, from, length) {
  let to = from + length;
  while (to < bytes.length && bytes[to - 1] !== NEWLINE && (bytes[to - 1] !== RETURN || bytes[to] === NEWLINE)) to++;
  return { to: Math.min(to, bytes.length) };
}

// The same in a table with commas, of which a field in quotation marks may have lines in it.
function endOfRow(bytes, from, length) {
  for (let at = from, quoted = false; at < bytes.length; at++) {
    if (bytes[at] === QUOTE) quoted = !quoted;
    if (bytes[at] === NEWLINE && !quoted && at + 1 >= from + length) return { to: at + 1 };
  }
  return { to: bytes.length };
}

// The same in JSON, before a value of an array or one of many; `values`: where those of the slice are.
function endOfValue(bytes, from, length) {
  const isArray = bytes[bytes.findIndex((byte) => !isBlank(byte))] === OPEN,
    values = [];
  let depth = isArray && from ? 1 : 0,
    begin = 0;
  const outer = +isArray;
  for (let at = from; at < bytes.length; at++) {
    if (bytes[at] === QUOTE) {
      while (++at < bytes.length && bytes[at] !== QUOTE) if (bytes[at] === BACKSLASH) at++;
    } else if ((bytes[at] | 32) === 123) {
      if (depth++ === outer) begin = at; // { or [
    } else if ((bytes[at] | 32) === 125 && --depth === outer) {
      values.push([begin, at + 1]);
      if (at + 1 < from + length) continue;
      let to = at + 1;
      while (isBlank(bytes[to])) to++;
      if (isArray && bytes[to] === CLOSE) break;
      if (isArray && bytes[to] === COMMA) to++;
      while (isBlank(bytes[to])) to++;
      if (to >= bytes.length) break;
      return { to, values, isArray };
    }
  }
  return { to: bytes.length, values, isArray };
}

const endOfAll = (bytes) => ({ to: bytes.length });

// How a source is cut, and how much of it is a heading that goes for all of it. What stands in a table
// with commas is only known by the name of its position, or by one.
function shapeOf(bytes) {
  const text = new TextDecoder().decode(bytes.subarray(0, SLICES[0])),
    lines = text.split(/\r\n|\r|\n/),
    first = lines.findIndex((line) => /^\s*[^#\s]/.test(line));
  const line = lines[first] ?? "",
    isNamed = !line.includes("/");
  if (/^\s*[[{]/.test(line)) return { end: endOfValue, heading: 0 };
  if (/^[^：\t]*[,;]/.test(line)) {
    const isTable = isNamed ? POSITION.test(line) : / [bw] /.test(line);
    return { end: isTable ? endOfRow : endOfAll, heading: isNamed && isTable ? first + 1 : 0 };
  }
  return { end: endOfLine, heading: isNamed && line.includes("\t") ? first + 1 : 0 };
}
const POSITION = /(^|[,;])\s*"?(sfen|position|initial_sfen|fen|feen|局面|初期局面)"?\s*([,;]|$)/i;

function joined(one, other) {
  const both = new Uint8Array(one.length + other.length);
  both.set(one);
  both.set(other, one.length);
  return both;
}

// One row of a table of the program: an item of a list but for where it stands.
function itemOf({ id, variant = null, position = "", place, text = "", ...record }) {
  const [, , length = "", line = "", note = "", title = "", author = ""] = text.replace(/\n$/, "").split("\t"),
    moves = line ? line.split(" ") : [],
    recorded = /^\s*(\d+)/.exec(length.normalize("NFKC"));
  return {
    id,
    place,
    variant,
    position,
    moves,
    usi: text && `sfen ${position}${moves.length ? ` moves ${line}` : ""}`,
    title: title || (id === place ? "" : id),
    author,
    note,
    plies: recorded ? +recorded[1] : moves.length || null,
    error: record.error ? placed({ ...record, place }) : null,
  };
}

const placed = ({ place, column, error }) => `${place}${column ? ":" + column : ""}: ${error}`;

// A Worker with what differs between node and browsers.
async function openWorker() {
  if (!inNode) return new Worker(here("worker.js"), { type: "module" });
  const { Worker: NodeWorker } = await import("node:worker_threads");
  const worker = new NodeWorker(here("worker.js"), { resourceLimits: { stackSizeMb: 64 } });
  worker.on("message", (data) => worker.onmessage?.({ data }));
  worker.on("error", (error) => worker.onerror?.(error));
  worker.unref();
  return worker;
}

async function loadProgram() {
  if (inNode) return WebAssembly.compile(await (await import("node:fs/promises")).readFile(here("program.wasm")));
  const answer = await fetch(here("program.wasm"));
  if (!answer.ok) throw new Error(`program.wasm: ${answer.status}`);
  const whole = answer.clone(); // for servers that do not say what it is
  return WebAssembly.compileStreaming(answer).catch(async () => WebAssembly.compile(await whole.arrayBuffer()));
}

export class Kanju {
  #program;
  #lang;
  #memory;
  #most;
  #grace;
  #idle = [];
  #open = new Set();
  #waiting = [];
  #next = 0;
  #closed = false;

  static async start({ memory = 256, lang = "en", workers = 2, grace = 90 } = {}) {
    const kanju = new Kanju().#with({ memory, lang, workers, grace });
    try {
      const program = loadProgram();
      kanju.#take().then((worker) => kanju.#give(worker)); // meanwhile
      kanju.#program = await program;
    } catch (error) {
      throw new KanjuError(words[lang].load + error.message);
    }
    kanju.version = await kanju.#ask({ version: true });
    return kanju;
  }

  #with({ memory, lang, workers, grace }) {
    if (!(memory >= 1 && memory <= MIB_AT_MOST)) throw new KanjuError(words[lang].memory(memory));
    this.#lang = lang;
    this.#memory = Math.floor(memory);
    this.#most = Math.max(1, workers);
    this.#grace = grace;
    return this;
  }

  // The same program in Workers of its own.
  beside({ memory = this.#memory, lang = this.#lang, workers = this.#most, grace = this.#grace } = {}) {
    const kanju = new Kanju().#with({ memory, lang, workers, grace });
    kanju.#program = this.#program;
    kanju.version = this.version;
    return kanju;
  }

  close() {
    this.#closed = true;
    for (const worker of this.#open) {
      worker.terminate?.();
      worker.fail?.(words[this.#lang].closed, {});
    }
    for (const wait of this.#waiting.splice(0)) wait(null);
    this.#open.clear();
    this.#idle = [];
  }

  // ---- Workers

  async #take(signal) {
    const worker = this.#idle.pop();
    if (worker) return worker;
    if (this.#open.size >= this.#most) return this.#wait(signal);
    const placeholder = {};
    this.#open.add(placeholder); // so that no more than #most are opened at once
    const opened = await openWorker();
    this.#open.delete(placeholder);
    this.#open.add(opened);
    if (this.#closed) opened.terminate();
    return opened;
  }

  // For a Worker that is given back; null where the call is over before.
  #wait(signal) {
    return new Promise((resolve) => {
      const leave = () => {
        this.#waiting = this.#waiting.filter((one) => one !== come);
        resolve(null);
      };
      const come = (worker) => {
        signal?.removeEventListener("abort", leave);
        resolve(worker);
      };
      this.#waiting.push(come);
      signal?.addEventListener("abort", leave, { once: true });
    });
  }

  #give(worker) {
    if (this.#closed) return;
    const wait = this.#waiting.shift();
    if (wait) wait(worker);
    else this.#idle.push(worker);
  }

  // Ends one that cannot be used any more, and lets another take its place. What it still says is not heard.
  #drop(worker) {
    worker.onmessage = worker.onerror = null;
    worker.terminate();
    this.#open.delete(worker);
    if (this.#waiting.length) this.#take().then((another) => this.#give(another));
  }

  async #ask(request, { signal, onProgress, lang = this.#lang } = {}) {
    const say = words[lang];
    const check = () => {
      if (this.#closed) throw new KanjuError(say.closed);
      if (signal?.aborted) throw new KanjuError(say.stopped, { stopped: true });
    };
    check();
    const worker = await this.#take(signal);
    try {
      check();
    } catch (error) {
      if (worker) this.#give(worker);
      throw error;
    }
    const id = this.#next++,
      begun = performance.now();
    const stop = signal && typeof SharedArrayBuffer === "function" ? new SharedArrayBuffer(4) : null;
    let timer, onAbort, fail;
    try {
      return await new Promise((resolve, reject) => {
        worker.fail = fail = (text, more) => reject(new KanjuError(text, more));
        const kill = () => {
          this.#drop(worker);
          fail(say.stopped, { stopped: true });
        };
        onAbort = () => {
          if (!stop) return kill();
          Atomics.store(new Int32Array(stop), 0, 1);
          timer = setTimeout(kill, this.#grace);
        };
        signal?.addEventListener("abort", onAbort, { once: true });
        worker.onerror = (error) => {
          error.preventDefault?.();
          this.#drop(worker);
          fail(say.failed + (error.message ?? error), {});
        };
        worker.onmessage = ({ data }) => {
          if (data.id !== id) return;
          if (data.progress !== undefined)
            return onProgress?.({ text: data.progress, seconds: (performance.now() - begun) / 1000 });
          this.#give(worker);
          if (!data.error) return resolve(data.reply);
          const { text, memory } = data.error;
          fail(memory ? say.stack : say.failed + text, { memory });
        };
        if (inNode) worker.ref();
        const program = worker.hasProgram ? undefined : this.#program; // once is enough
        worker.hasProgram = true;
        worker.postMessage({ id, program, stop, told: !!onProgress, ...request });
      });
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener("abort", onAbort);
      if (worker.fail === fail) {
        worker.fail = undefined;
        if (inNode) worker.unref();
      }
    }
  }

  // ---- commands

  // A request with the files that it names.
  async #call(request, given, call = {}) {
    const files = {};
    for (const [name, source] of Object.entries(given)) files[name] = byItself(bytesOf(source));
    return this.#ask({ request: { lang: call.lang ?? this.#lang, ...request }, files }, call);
  }

  async command([command, ...args], call = {}) {
    return this.#call({ command, args, json: false }, call.files ?? {}, call);
  }

  // A command on one source, or on none (null).
  async #reply(command, options, source, call = {}) {
    const file = (call.name ?? "text").replace(/^.*[\\/]/, "") || "text",
      given = source === null ? {} : { [file]: source };
    const reply = await this.#call(
      { command, variant: call.variant, ...options, args: ["--", ...Object.keys(given)] },
      given,
      call,
    );
    if (reply.records.length || reply.text) return reply;
    if (call.signal?.aborted) throw new KanjuError(words[call.lang ?? this.#lang].stopped, { stopped: true }); // before it had begun
    throw new KanjuError(reply.error ?? reply.messages.join("\n"), { status: reply.status });
  }

  // The same, where all can be read.
  async #run(command, options, source, call = {}) {
    const reply = await this.#reply(command, options, source, call),
      wrong = reply.records.find((record) => record.error);
    if (wrong) throw new KanjuError(placed(wrong), { status: reply.status });
    call.onMessages?.(reply.messages);
    return reply;
  }

  async #search(command, options, source, call = {}) {
    const reply = await this.#run(command, { memory: this.#memory, threads: 1, ...options }, source, call);
    if (reply.records.length !== 1) throw new KanjuError(words[call.lang ?? this.#lang].one(reply.records.length));
    return reply;
  }

  async #record(command, options, source, call) {
    return (await this.#search(command, options, source, call)).records[0];
  }

  // ---- positions

  async read(source, call) {
    const bytes = bytesOf(source),
      all = [];
    for (const format of ["usi", "jkf", "kif"]) {
      const isVain = all[0]?.every((record) => record.error); // it takes as long again
      all.push(isVain ? all[0] : (await this.#reply("convert", { format }, bytes, call)).records);
    }
    return all[0].map(({ id, variant = null, text = "", ...record }, i) => {
      const [jkf, kif] = all.slice(1).map((records) => records[i].text ?? null),
        parsed = jkf && JSON.parse(jkf);
      const [, position, moves] = /^(?:position )?(?:sfen )?(.*?)(?: moves (.*))?\s*$/.exec(text);
      const usi = text && `sfen ${position}${moves ? ` moves ${moves}` : ""}`,
        headers = parsed?.header ?? headersOf(kif ?? "");
      return {
        id,
        variant,
        position,
        moves: moves ? moves.split(" ") : [],
        usi,
        headers,
        jkf: parsed,
        kif,
        error: record.error ? placed(record) : null,
      };
    });
  }

  // In slices. Of lines the last problem is left to the next one, since it may be cut.
  async *list(source, call = {}) {
    let bytes = bytesOf(source);
    if ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff))
      bytes = bytesOf(new TextDecoder(bytes[0] === 0xff ? "utf-16le" : "utf-16be").decode(bytes));
    const size = bytes.length,
      { end, heading } = shapeOf(bytes),
      head = heading ? bytes.subarray(0, linesOf(bytes.subarray(0, SLICES[0]))[heading]) : null;
    for (let from = 0, lines = 0, length = SLICES[0], begun = true; begun || from < size; begun = false) {
      const { to, values, isArray } = end(bytes, from, length),
        part = bytes.subarray(from, to),
        under = head && from > 0,
        before = lines - (under ? heading : 0); // lines of the source before the first of the text
      let text = under ? joined(head, part) : part;
      if (isArray && to < size) text = joined(bytes.subarray(from, values.at(-1)[1]), [CLOSE]);
      if (isArray && from > 0) text = joined([OPEN], text);
      const { records } = await this.#reply("convert", { format: "tsv" }, text, call);
      const lineOf = ({ place }) => +(/:(\d+)$/.exec(place)?.[1] ?? 0);
      const all = under ? records.filter((record) => !lineOf(record) || lineOf(record) > heading) : records;
      const cut = to < size && end === endOfLine ? (all[all.length - 1]?.error ? 2 : 1) : 0,
        kept = all.slice(0, Math.max(0, all.length - cut));
      if (cut && !kept.length) {
        length *= 2;
        continue;
      }
      const starts = linesOf(part),
        offset = (line) => starts[line - 1 - (lines - before)] ?? part.length;
      const ends = [...all.slice(1).map(lineOf), 0].map((line) => (line ? offset(line) : part.length));
      // what a problem stands in: its value, or its lines
      const ownOf = (record, i) => {
        if (values?.length === all.length) return bytes.subarray(...values[i]);
        const line = lineOf(record);
        return line && !values && (end !== endOfAll || all.length === 1) ? part.subarray(offset(line), ends[i]) : null;
      };
      const problems = kept.map((record, i) => {
        const line = lineOf(record),
          place = line ? record.place.replace(/\d+$/, String(line + before)) : record.place,
          item = itemOf({ ...record, place, id: record.id === record.place ? place : record.id }),
          own = ownOf(record, i);
        return { ...item, source: !own ? item.usi : head && (from || i) ? joined(head, own) : own };
      });
      const next = cut ? offset(lineOf(all[kept.length])) : part.length;
      lines += starts.findLastIndex((start) => start <= next);
      from += next;
      length = SLICES[1];
      yield { problems, read: from, size };
    }
  }

  async reportWords(call = {}) {
    return JSON.parse((await this.#call({ command: "report-words", args: [] }, {}, call)).text);
  }

  async position(usi, call = {}) {
    const ask = async (command, options) => (await this.#run(command, options, usi, call)).records[0];
    const { variant, position, usi: all, moves: texts } = await ask("moves", { notation: call.notation ?? "ja" });
    const { usi: checks } = await ask("moves", { checks: true }),
      { side_to_move, checkers } = await ask("status");
    const moves = all.map((usi, i) => ({ usi, text: texts[i], check: checks.includes(usi) }));
    return {
      variant,
      position,
      side: side_to_move,
      check: checkers.length > 0,
      moves: moves.sort((a, b) => (a.usi < b.usi ? -1 : 1)),
    };
  }

  async record(now, { before, title, author } = {}, call = {}) {
    const given = before ? { now, before } : { now },
      request = { command: "record", title, author, variant: call.variant };
    const { text, error, status } = await this.#call({ ...request, args: ["--", ...Object.keys(given)] }, given, call);
    if (!text) throw new KanjuError(error, { status });
    return text;
  }

  async line(usi, moves, call) {
    if (!moves.length) return [];
    const [{ text }] = await this.convert(`sfen ${usi.replace(/^sfen /, "")} moves ${moves.join(" ")}`, "usi", call),
      steps = [];
    const [, start, played] = /sfen (.*) moves (.*?)\s*$/.exec(text);
    let at = await this.position(start, call),
      line = `sfen ${start} moves`;
    for (const move of played.split(" ")) {
      const { text } = at.moves.find(({ usi }) => usi === move);
      at = await this.position((line += " " + move), call);
      steps.push({ usi: move, text, position: at.position, check: at.check });
    }
    return steps;
  }

  async convert(source, format, call = {}) {
    return (await this.#run("convert", { format, encoding: call.encoding }, source, call)).records;
  }

  async status(usi, call) {
    return (await this.#run("status", {}, usi, call)).records[0];
  }

  async variants(call) {
    return (await this.#run("variants", {}, null, call)).records;
  }

  async svg(source, options, call) {
    return (await this.#run("show", { format: "svg", json: false, ...options }, source, call)).text;
  }

  // ---- searches

  solve(source, options, call) {
    return this.#record("solve", options, source, call);
  }
  check(source, options, call) {
    return this.#record("check", options, source, call);
  }
  hisshi(source, options, call) {
    return this.#record("hisshi", options, source, call);
  }
  repair(source, options, call) {
    return this.#record("repair", options, source, call);
  }
  trim(source, options, call) {
    return this.#record("trim", options, source, call);
  }
  tries(source, options, call) {
    return this.#record("tries", options, source, call);
  }
  extend(source, options, call) {
    return this.#record("extend", options, source, call);
  }
  compose(options, call) {
    return this.#record("compose", options, null, call);
  }

  // ---- files

  async #written(name, options, file, source, call) {
    const reply =
      name === "show" ? await this.#run(name, options, source, call) : await this.#search(name, options, source, call);
    const bytes = reply.files.get(file);
    if (!bytes && call?.signal?.aborted)
      throw new KanjuError(words[call.lang ?? this.#lang].stopped, { stopped: true });
    if (!bytes) throw new KanjuError(reply.messages.join("\n"), { status: reply.status });
    return { record: reply.records[0], bytes };
  }

  async kif(name, source, options, call) {
    const { bytes } = await this.#written(name, { ...options, kif: "out.kif" }, "out.kif", source, call);
    return new TextDecoder().decode(bytes);
  }

  async page(name, source, options, call) {
    const more = { [name === "show" ? "output" : "html"]: "out.html" };
    const { bytes } = await this.#written(name, { ...options, ...more }, "out.html", source, call);
    return new TextDecoder().decode(bytes);
  }

  certificate(source, options, call) {
    return this.#written("solve", { ...options, certificate: "out.kjc" }, "out.kjc", source, call);
  }

  async verify(certificate, call) {
    return (
      await this.#call({ command: "verify", args: ["certificate.kjc"] }, { "certificate.kjc": certificate }, call)
    ).records[0];
  }
}
