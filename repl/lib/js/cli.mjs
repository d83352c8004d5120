#!/usr/bin/env node
// SPDX-License-Identifier: GPL-3.0-or-later
// The command line in node. The program runs in a Worker (cli_worker.mjs); here is what a thread that
// computes cannot do: Ctrl-C, reading standard input so that Ctrl-C ends that, too, and writing to a
// terminal, whose characters node knows on every system.
import { isatty } from "node:tty";
import { Worker } from "node:worker_threads";

const STOP = 0,
  ANSWER = 1, // of `flags`
  ONE_WISH = 500, // ms within which signals are one wish, as in repl/cli/session.c
  INTERNAL = 5,
  CUT_OFF = 141; // as of a program that SIGPIPE ends
const flags = new Int32Array(new SharedArrayBuffer(8));
const columns = isatty(1) ? process.stdout.columns : isatty(2) ? process.stderr.columns : undefined;
const worker = new Worker(new URL("cli_worker.mjs", import.meta.url), {
  workerData: { words: process.argv.slice(2), columns, flags },
  resourceLimits: { stackSizeMb: 64 },
  stdout: true, // it writes by itself
  stderr: true,
});
let chunks, // of standard input
  isReading = false,
  firstWish;

// An answer to the Worker, which waits for it.
function give(answer) {
  isReading = false;
  worker.postMessage(answer);
  Atomics.store(flags, ANSWER, 1);
  Atomics.notify(flags, ANSWER);
}

const nextChunk = async () => {
  chunks ??= process.stdin[Symbol.asyncIterator]();
  return { bytes: (await chunks.next()).value ?? new Uint8Array(0) };
};

async function read() {
  if (Atomics.load(flags, STOP)) return give({ code: "EINTR" });
  isReading = true;
  const answer = await nextChunk().catch(({ code }) => ({ code }));
  if (isReading) give(answer);
}

const write = (fd, bytes) =>
  (fd === 1 ? process.stdout : process.stderr).write(bytes, (error) => give({ code: error?.code }));

process.on("SIGINT", () => {
  const now = performance.now();
  if (firstWish !== undefined && now - firstWish > ONE_WISH) {
    process.removeAllListeners("SIGINT");
    process.kill(process.pid, "SIGINT");
  }
  firstWish ??= now;
  Atomics.store(flags, STOP, 1);
  if (isReading) give({ code: "EINTR" });
});

worker.on("message", ({ wants, fd, bytes, status, isCutOff }) => {
  if (wants === "input") read();
  else if (wants === "output") write(fd, bytes);
  else process.exit(isCutOff ? CUT_OFF : status);
});
worker.on("error", (error) => {
  process.stderr.write(`kanju: ${error.message}\n`);
  process.exit(INTERNAL);
});
