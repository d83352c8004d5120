// SPDX-License-Identifier: GPL-3.0-or-later
// libkanju in a Worker: answers one request at a time. Searches have a fresh instance each, so that
// memory is as at first whatever was done before; what is quick is asked of one that stays.
import createProgram from "./program.mjs";

const inNode = typeof process === "object" && !!process.versions?.node;
const port = inNode ? (await import("node:worker_threads")).parentPort : globalThis;
globalThis.self ??= globalThis; // emscripten asks for them
globalThis.location ??= { href: import.meta.url };
const QUICK = ["convert", "moves", "status", "variants", "show", "record", "report-words", "help"];
let compiled; // WebAssembly.Module
let kept; // the instance for what is quick
let atClock; // looks whether the call is to stop

async function open() {
  const program = await createProgram({
    instantiateWasm(imports, done) {
      done(new WebAssembly.Instance(compiled, imports));
      return {};
    },
    print() {},
    printErr() {},
    atClock: () => atClock?.(),
  });
  program.handle = program._kanju_new();
  program.FS.mkdir("/work");
  program.FS.chdir("/work");
  return program;
}

async function ask({ request, files = {}, stop }, tell) {
  const program = QUICK.includes(request.command) ? (kept ??= await open()) : await open();
  const { FS, handle } = program,
    stopped = stop && new Int32Array(stop);
  atClock = () => stopped && Atomics.load(stopped, 0) && program._kanju_stop(handle);
  if (program !== kept && tell) {
    const told = program.addFunction((text) => (tell(program.UTF8ToString(text)), 0), "iii");
    program._kanju_on_progress(handle, told, 0);
  }
  for (const name in files) FS.writeFile(name, files[name]);
  const reply = JSON.parse(
    program.ccall("kanju_call", "string", ["number", "string"], [handle, JSON.stringify(request)]),
  );
  reply.files = new Map();
  for (const name of FS.readdir(".").filter((name) => FS.isFile(FS.stat(name).mode))) {
    if (!(name in files)) reply.files.set(name, FS.readFile(name));
    FS.unlink(name);
  }
  return reply;
}

async function onMessage({ id, program, version, ...call }) {
  compiled ??= program;
  try {
    const tell = call.told ? (text) => port.postMessage({ id, progress: text }) : null;
    const reply = version ? (await open()).ccall("kanju_version", "string") : await ask(call, tell);
    port.postMessage({ id, reply });
  } catch (error) {
    kept = undefined; // what trapped is not used again
    const stack = error instanceof RangeError || error.name === "InternalError";
    port.postMessage({ id, error: { text: error.message ?? String(error), memory: stack } });
  }
}

if (inNode) port.on("message", onMessage);
else port.onmessage = (event) => onMessage(event.data);
