// SPDX-License-Identifier: GPL-3.0-or-later
// The module kanju, for node and browsers (docs/web.md). Records are those of docs/output-schema.md,
// as the program prints them with --json; docs/schema has a JSON Schema of each.

export type Language = "en" | "ja";

/** Text in any format that Kanju reads, or the bytes of a file: SFEN, USI, USEN, FEEN, KIF, KI2, BOD,
 * CSA, JKF, or a list with a problem a line; in UTF-8, CP932 or EUC-JP. */
export type Source = string | Uint8Array | ArrayBuffer;

export type Format = "sfen" | "usi" | "feen" | "kif" | "ki2" | "bod" | "csa" | "jkf";
export type Notation = "usi" | "ja" | "ja-shogi" | "western" | "digits" | "digits-dht";

/** Options of a command by their names on its command line without dashes (`kanju help check --all`):
 * {nodes: 100000, line: "7c8c+ 9d9e", complete_hands: true}. true: the flag, false or undefined: not
 * given; _ stands for -. */
export type Options = { [name: string]: string | number | boolean | undefined };

/** One object of JSON as the program prints it. `schema` says which (kanju.solve/2); one that has
 * `error` is a problem that could not be read, with the place of the fault. */
export interface Record {
  schema: string;
  id: string;
  error?: string;
  column?: number;
  [field: string]: any;
}

export interface Progress {
  /** One line, in the language of the call. */
  text: string;
  /** Since the call began. */
  seconds: number;
}

/** What goes for every call. */
export interface Call {
  /** Stops the search: within 100 ms the call is over. Where memory can be shared (node; pages that
   * are cross-origin isolated), it ends as by Ctrl-C, with what was found (cause "stopped"; status 130); elsewhere
   * it is rejected with a KanjuError whose `stopped` is true. */
  signal?: AbortSignal;
  onProgress?: (progress: Progress) => void;
  /** Of a command: what the program says beside its answer, such as warnings of 二歩; a text each. */
  onMessages?: (messages: string[]) => void;
  /** Of messages, progress, texts and pages; else that of start(). */
  lang?: Language;
  /** Id of the game (variants()), if it is not to be told by the text. */
  variant?: string;
  /** Name of the source, for places in messages ("work.kif:3"); its ending tells nothing but that. */
  name?: string;
}

/** What a command gave. */
export interface Reply {
  /** As the program's exit status: 0, 1 (no mate, unsound), 2 usage, 3 input, 4 undecided, 130 stopped. */
  status: number;
  records: Record[];
  /** Standard output that is no JSON. */
  text: string;
  /** Standard error, a message each. */
  messages: string[];
  /** Files that it wrote, by name. */
  files: Map<string, Uint8Array>;
}

/** What went wrong, in words of the language of the call. */
export class KanjuError extends Error {
  /** As of Reply; 0: not of a command. */
  status: number;
  /** The call was stopped by its signal. */
  stopped: boolean;
  /** The browser refused memory, or the search needed more stack than it gives. */
  memory: boolean;
}

/** One problem of a source. */
export interface Problem {
  /** Its title or id in the text, else its place there. */
  id: string;
  /** null for one that cannot be read. */
  variant: string | null;
  /** SFEN (FEEN of Ogi) of the start. */
  position: string;
  /** Moves of its main line, in USI. */
  moves: string[];
  /** Both in one, as other calls take it: "sfen … moves …". */
  usi: string;
  /** Of the file: title, composer, source and so on, by the names of the file. */
  headers: { [name: string]: string };
  /** The whole record with branches and comments, as JKF; null where JKF cannot hold it. */
  jkf: any;
  /** The same as KIF, which holds every game. */
  kif: string | null;
  /** What is wrong with it. */
  error: string | null;
}

/** One problem of a long source, as a table shows it. */
export interface Item {
  /** Its title or id in the text, else its place there. */
  id: string;
  /** "name:line". */
  place: string;
  variant: string | null;
  position: string;
  moves: string[];
  usi: string;
  title: string;
  author: string;
  note: string;
  /** Its length as the text says it, else that of its moves; null: neither. */
  plies: number | null;
  /** What read() makes the whole record of: a part of the source where that can be cut, else `usi`. */
  source: Source;
  error: string | null;
}

/** A part of a long source. */
export interface Slice {
  problems: Item[];
  /** Bytes that are read, and that there are. */
  read: number;
  size: number;
}

/** A place after a move. */
export interface Step {
  usi: string;
  /** In the notation asked for. */
  text: string;
  /** The position after it, SFEN or FEEN. */
  position: string;
  /** The side to move is then in check. */
  check: boolean;
}

/** A legal move. */
export interface Move {
  usi: string;
  text: string;
  /** It gives check. */
  check: boolean;
}

export interface Position {
  variant: string;
  /** SFEN or FEEN. */
  position: string;
  side: "sente" | "gote";
  check: boolean;
  moves: Move[];
}

export interface StartOptions {
  /** MiB for the tables of a search, 1 to 2048; 256 unless said. What cannot be had is an error in words. */
  memory?: number;
  lang?: Language;
  /** How many calls may run side by side, each on a Worker of its own; 2 unless said. More wait. A
   * Worker begins when it is needed. */
  workers?: number;
  /** Milliseconds in which a search that is stopped may end by itself, before its Worker is ended; 90
   * unless said. */
  grace?: number;
}

/** Kanju, running in Workers. Every call may be made at any time. */
export class Kanju {
  /** Loads the program; with an error in words if that cannot be. */
  static start(options?: StartOptions): Promise<Kanju>;
  /** "0.1.0". */
  readonly version: string;
  /** The same program in Workers of its own, with these options instead: what runs long there keeps
   * nobody waiting here. */
  beside(options?: StartOptions): Kanju;
  /** Ends all Workers; calls under way are rejected. */
  close(): void;

  // ---- positions: answered within a few milliseconds

  /** Problems of a text in any format. Those that cannot be read are in the list, with `error`. */
  read(source: Source, call?: Call): Promise<Problem[]>;
  /** The same of long lists and collections, slice by slice, so that the first are there at once. Each
   * slice is read when it is asked for. */
  list(source: Source, call?: Call): AsyncGenerator<Slice, void, void>;
  /** The work of a source as KIF, with what a record of it `before` has besides: headers and first
   * comments, and where both start from one position all comments and branches. `title` and `author`
   * replace those of the record. */
  record(source: Source, about?: { before?: Source; title?: string; author?: string }, call?: Call): Promise<string>;
  /** In another format: kanju.convert/1, `text` and what it cannot hold (`lost`). */
  convert(source: Source, format: Format, call?: Call & { encoding?: string }): Promise<Record[]>;
  /** The side to move and all legal moves; rejects what is no position. "ja" unless a notation is said. */
  position(usi: string, call?: Call & { notation?: Notation }): Promise<Position>;
  /** The moves of a line, written in any notation, one after the other; rejected where one is illegal. */
  line(usi: string, moves: string[], call?: Call & { notation?: Notation }): Promise<Step[]>;
  /** kanju.status/1: checks, whether the game is over, what makes a position impossible. */
  status(usi: string, call?: Call): Promise<Record>;
  /** The games: kanju.variants/1. */
  variants(call?: Call): Promise<Record[]>;
  /** A picture of the position after the moves, SVG. options: title, composer, draw. */
  svg(source: Source, options?: Options, call?: Call): Promise<string>;

  /** The words of reports by their codes: verdicts, findings, themes, and what the page of a report
   * (`words`) and its player (`play`) say; what is the same in English is not there. */
  reportWords(call?: Call): Promise<{ words: { [code: string]: string }; play: { [key: string]: string } }>;

  // ---- searches. Of a source with one problem; `options` are those of the command

  /** kanju.solve/2. Option refutation: what refutes each check (why not). */
  solve(source: Source, options?: Options, call?: Call): Promise<Record>;
  /** kanju.check/2: all findings, cooks with their lines, what every other move comes to. */
  check(source: Source, options?: Options, call?: Call): Promise<Record>;
  /** kanju.hisshi/1. */
  hisshi(source: Source, options?: Options, call?: Call): Promise<Record>;
  /** kanju.repair/1: single changes after which the work is sound. */
  repair(source: Source, options?: Options, call?: Call): Promise<Record>;
  /** kanju.trim/1. */
  trim(source: Source, options?: Options, call?: Call): Promise<Record>;
  /** kanju.tries/1. */
  tries(source: Source, options?: Options, call?: Call): Promise<Record>;
  /** kanju.extend/1: works with two plies, or `depth` of them, in front of this one. */
  extend(source: Source, options?: Options, call?: Call): Promise<Record>;
  /** kanju.compose/1: works made out of nothing. They are the same for the same seed, wish and `nodes`. */
  compose(options?: Options, call?: Call): Promise<Record>;

  // ---- what can be taken away

  /** The solution as KIF with its variations (solve --kif), or a check's annotated record. */
  kif(command: "solve" | "check", source: Source, options?: Options, call?: Call): Promise<string>;
  /** The page to step through, HTML (--html). */
  page(command: "solve" | "check" | "show", source: Source, options?: Options, call?: Call): Promise<string>;
  /** A certificate of a mate or no mate, for kanju-verify, and the record of the solve. */
  certificate(source: Source, options?: Options, call?: Call): Promise<{ record: Record; bytes: Uint8Array }>;
  /** kanju.verify/1: checked by rules that share nothing with the solver. */
  verify(certificate: Uint8Array, call?: Call): Promise<Record>;

  /** Any of the commands: ["check", "--json", "work.kif"], with files that it finds by name. */
  command(words: string[], call?: Call & { files?: { [name: string]: Source } }): Promise<Reply>;
}
