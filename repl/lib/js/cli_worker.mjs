// SPDX-License-Identifier: GPL-3.0-or-later
// Runs one command line, with the files, the environment and the standard streams of node (cli.mjs).
// The program sees the files of the machine under their own names, so what it reads, writes and says
// of them is what the native program does.
import * as fs from "node:fs";
import { parse, resolve, sep } from "node:path";
import { isatty } from "node:tty";
import { parentPort, receiveMessageOnPort, workerData } from "node:worker_threads";

globalThis.self ??= globalThis; // emscripten asks for them
globalThis.location ??= { href: import.meta.url };
const { default: createProgram } = await import("./program.mjs");

const STOP = 0,
  ANSWER = 1; // of `flags`
const INTERNAL = 5; // the exit status
const { words, columns, flags } = workerData;
const isWindows = process.platform === "win32";
let program,
  isCutOff = false; // nobody reads standard output any more

// ---- errors

// Of WASI.
const ERRNO = {
  EACCES: 2,
  EAGAIN: 6,
  EBADF: 8,
  EBUSY: 10,
  EEXIST: 20,
  EFBIG: 22,
  EINTR: 27,
  EINVAL: 28,
  EIO: 29,
  EISDIR: 31,
  ELOOP: 32,
  EMFILE: 33,
  ENAMETOOLONG: 37,
  ENOENT: 44,
  ENOSPC: 51,
  ENOTDIR: 54,
  ENOTEMPTY: 55,
  ENXIO: 60,
  EPERM: 63,
  EPIPE: 64,
  EROFS: 69,
  ESPIPE: 70,
  ETXTBSY: 74,
  EXDEV: 75,
};

const fail = (code) => {
  throw new program.FS.ErrnoError(ERRNO[code] ?? ERRNO.EIO);
};

// What a function of node's gives, its errors as the program knows them. A stream that does not block
// is waited for.
function attempt(run) {
  for (;;) {
    try {
      return run();
    } catch ({ code, message }) {
      if (!code) throw new Error(message);
      if (code !== "EAGAIN") fail(code);
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
    }
  }
}

// ---- files

// The path on the machine of what has a name in a folder. On Windows a name may be a path by itself:
// what the program takes for one word of a path is not what Windows does.
const pathIn = (folder, name) => (isWindows && /^[a-z]:$/i.test(name) ? name + "\\" : resolve(pathOf(folder), name));
const pathOf = (node) => (node === node.parent ? sep : pathIn(node.parent, node.name));

// What is there. Links of /proc lead to what has no name.
function look(path) {
  const there = attempt(() => fs.lstatSync(path));
  return there.isSymbolicLink() && path.startsWith("/proc/") ? attempt(() => fs.statSync(path)) : there;
}

function nodeOf(parent, name, { mode, rdev }) {
  const node = program.FS.createNode(parent, name, mode, rdev);
  Object.assign(node, { node_ops: nodes, stream_ops: streams });
  return node;
}

const nodes = {
  getattr: (node) => look(pathOf(node)),
  setattr(node, { mode, size }) {
    if (mode !== undefined) attempt(() => fs.chmodSync(pathOf(node), mode & 0o7777));
    if (size !== undefined) attempt(() => fs.truncateSync(pathOf(node), size));
  },
  lookup: (parent, name) => nodeOf(parent, name, look(pathIn(parent, name))),
  mknod(parent, name, mode) {
    const path = pathIn(parent, name);
    if (program.FS.isDir(mode)) attempt(() => fs.mkdirSync(path, mode & 0o777));
    else attempt(() => fs.closeSync(fs.openSync(path, "wx", mode & 0o777)));
    return nodeOf(parent, name, look(path));
  },
  rename(node, folder, name) {
    attempt(() => fs.renameSync(pathOf(node), pathIn(folder, name)));
    Object.assign(node, { name, parent: folder });
  },
  unlink: (parent, name) => attempt(() => fs.unlinkSync(pathIn(parent, name))),
  rmdir: (parent, name) => attempt(() => fs.rmdirSync(pathIn(parent, name))),
  readdir(node) {
    const isThere = (name) => fs.lstatSync(pathIn(node, name), { throwIfNoEntry: false });
    return [".", "..", ...attempt(() => fs.readdirSync(pathOf(node)).filter(isThere))];
  },
  readlink: (node) => attempt(() => fs.readlinkSync(pathOf(node))),
};

const isFile = ({ node }) => program.FS.isFile(node.mode);
// Where to read and write: what is no file has only one place.
const placeIn = (stream, position) => (isFile(stream) ? position : null);

function writeAll(fd, buffer, offset, length, position) {
  for (let done = 0; done < length; ) {
    const place = position === null ? null : position + done;
    done += attempt(() => fs.writeSync(fd, buffer, offset + done, length - done, place));
  }
  return length;
}

const streams = {
  open(stream) {
    const modes = ["r", fs.constants.O_WRONLY, "r+"];
    if (!program.FS.isDir(stream.node.mode))
      stream.host = attempt(() => fs.openSync(pathOf(stream.node), modes[stream.flags & 3]));
  },
  close({ host }) {
    if (host !== undefined) attempt(() => fs.closeSync(host));
  },
  read: (stream, buffer, offset, length, position) =>
    attempt(() => fs.readSync(stream.host, buffer, offset, length, placeIn(stream, position))),
  write: (stream, buffer, offset, length, position) =>
    writeAll(stream.host, buffer, offset, length, placeIn(stream, position)),
  llseek(stream, offset, whence) {
    const { FS } = program,
      isDir = FS.isDir(stream.node.mode);
    if (!isDir && !isFile(stream)) fail("ESPIPE");
    const from = [0, stream.position, isDir ? 0 : look(pathOf(stream.node)).size][whence] + offset;
    return from < 0 ? fail("EINVAL") : from;
  },
  fsync({ host }) {
    attempt(() => fs.fsyncSync(host));
    return 0;
  },
};

// ---- standard input, output and error

// What the other thread answers.
function ask(request) {
  Atomics.store(flags, ANSWER, 0);
  parentPort.postMessage(request);
  Atomics.wait(flags, ANSWER, 0);
  const answer = receiveMessageOnPort(parentPort).message;
  return answer.code ? fail(answer.code) : answer;
}

let rest = new Uint8Array(0); // of what was read

const input = {
  read(stream, buffer, offset, length) {
    if (!rest.length) rest = ask({ wants: "input" }).bytes;
    const now = rest.subarray(0, length);
    buffer.set(now, offset);
    rest = rest.subarray(now.length);
    return now.length;
  },
};

const outputTo = (fd) => ({
  write(stream, buffer, offset, length) {
    try {
      if (!isatty(fd)) return writeAll(fd, buffer, offset, length, null);
      ask({ wants: "output", fd, bytes: buffer.slice(offset, offset + length) });
      return length;
    } catch (error) {
      isCutOff ||= fd === 1 && error.errno === ERRNO.EPIPE;
      throw error;
    }
  },
});

// ---- the program

function environment() {
  const env = { LANG: undefined, ...process.env }; // emscripten would ask the browser for one
  if (isWindows) env.LANG ??= Intl.DateTimeFormat().resolvedOptions().locale.replace("-", "_");
  if (columns) env.COLUMNS ??= String(columns);
  return env;
}

// The machine's files in place of those in memory that emscripten begins with.
function useFiles() {
  const { FS } = program,
    { root } = parse(process.cwd());
  for (const name of FS.readdir("/").filter((name) => !/^[.]+$/.test(name)))
    FS.hashRemoveNode(FS.lookupNode(FS.root, name));
  FS.ignorePermissions = true; // the machine says what may be done
  Object.assign(FS.root, { node_ops: nodes, stream_ops: streams });
  const folders = process.cwd().slice(root.length).split(sep);
  FS.chdir(isWindows ? `/${root.replace(/\\$/, "")}/${folders.join("/")}` : process.cwd());
  [input, outputTo(1), outputTo(2)].forEach((ops, fd) =>
    Object.assign(FS.streams[fd], { stream_ops: ops, seekable: false, tty: isatty(fd) }),
  );
}

async function run() {
  const compiled = await WebAssembly.compile(fs.readFileSync(new URL("program.wasm", import.meta.url)));
  program = await createProgram({
    instantiateWasm(imports, done) {
      done(new WebAssembly.Instance(compiled, imports));
      return {};
    },
    preRun: [(module) => Object.assign(module.ENV, environment())],
    print() {},
    printErr() {},
    atClock: () => Atomics.load(flags, STOP) && program?._kanju_interrupt(),
  });
  useFiles();
  const bytes = new TextEncoder().encode(words.map((word) => word + "\0").join(""));
  return program.ccall("kanju_main", "number", ["number", "array"], [words.length, bytes]);
}

try {
  parentPort.postMessage({ status: await run(), isCutOff });
} catch (error) {
  const isStack = error instanceof RangeError;
  const text = isStack ? "the search needs more stack or memory than it is given here" : error.message;
  if (!isCutOff && error.name !== "ExitStatus") fs.writeSync(2, `kanju: ${text}\n`);
  parentPort.postMessage({ status: error.status ?? INTERNAL, isCutOff });
}
