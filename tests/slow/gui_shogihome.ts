// SPDX-License-Identifier: GPL-3.0-or-later
// Drives an engine by the USI client of ShogiHome (its EngineProcess, on a real child process).
// Prints TAP; the conversation goes to standard error.
import { EngineProcess } from "@/background/usi/engine.js";

const [enginePath, sound, cooked, none, long] = process.argv.slice(2);
let number = 0;
function holds(good: boolean, name: string) {
  number += 1;
  console.log(`${good ? "ok" : "not ok"} ${number} - shogihome: ${name}`);
}
// eslint-disable-next-line @typescript-eslint/no-explicit-any
const logger = { info: () => {}, warn: () => {}, error: () => {} } as any;
const engine = new EngineProcess(enginePath, 1, logger, { timeout: 10000 });
engine.on("command", (command) =>
  console.error(`shogihome | ${command.type === "send" ? ">" : "<"} ${command.command}`),
);

function next(begin: () => void): Promise<string> {
  return new Promise((resolve) => {
    engine.on("checkmate", (_, moves) => resolve(moves.join(" ")));
    engine.on("noMate", () => resolve("no mate"));
    engine.on("checkmateTimeout", () => resolve("timeout"));
    engine.on("checkmateNotImplemented", () => resolve("not implemented"));
    engine.on("bestmove", (_, move) => resolve("move " + move));
    engine.on("error", (error) => resolve("error " + error));
    engine.on("timeout", () => resolve("no answer"));
    begin();
  });
}

const infos: { multipv?: number; scoreMate?: number; pv?: string[] }[] = [];
await new Promise<void>((resolve) => engine.on("usiok", resolve).launch());
holds(engine.name.startsWith("Kanju"), "the engine has a name");
holds(engine.engineOptions["MultiPV"]?.type === "spin", "and options");
engine.setOption("USI_Hash", 64);
await new Promise<void>((resolve) => {
  engine.on("ready", () => resolve());
  engine.ready();
});
holds(
  (await next(() => engine.goMate("position sfen " + sound, 10))).startsWith("R*1b "),
  "mate search solves",
);
holds((await next(() => engine.goMate("position sfen " + none, 10))) === "no mate", "refutes");
setTimeout(() => engine.stop(), 1000);
holds((await next(() => engine.goMate("position sfen " + long))) === "timeout", "and stops");
engine.on("info", (_, info) => infos.push(info));
engine.setOption("MultiPV", 3);
const answer = await next(() => engine.goMate("position sfen " + cooked, 10));
const listed = infos.filter((info) => info.multipv === 2);
holds(listed.length === 1 && listed[0].scoreMate === 5, "MultiPV tells the second solution");
holds(listed[0]?.pv?.[0] !== answer.split(" ")[0], "which is another first move");
// research: until it is told to stop, or another position comes
setTimeout(() => engine.go("position sfen " + sound), 1000);
setTimeout(() => engine.stop(), 2000);
const first = await next(() => engine.go("position sfen " + cooked));
const second = await next(() => {});
holds(first === "move " + answer.split(" ")[0] && second === "move R*1b", "research goes on");
await new Promise<void>((resolve) => engine.on("close", resolve).quit());
console.log(`1..${number}`);
