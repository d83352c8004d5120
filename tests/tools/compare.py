#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Compares kanju with another engine that speaks USI: `go mate` on each problem of a list.

    compare.py [--kanju PROGRAM] [--time SECONDS] [--option NAME=VALUE]... ENGINE LIST

ENGINE is a command line, LIST what kanju reads. A row a problem: both verdicts and lengths, nodes
and seconds, and whether they can both be true. The status is 1 if some cannot. A line of the
engine's is held against kanju move by move: `kanju moves` must have it, and its end be a mate.
"""
import argparse
import json
import queue
import shlex
import subprocess
import sys
import threading
import time


class Engine:
    """A USI engine. What it writes is read by a thread, so that a silent one can be left."""

    def __init__(self, command, options):
        self.command, self.options = command, options
        self.start()

    def start(self):
        self.process = subprocess.Popen(shlex.split(self.command), text=True, bufsize=1,
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.lines = queue.Queue()
        threading.Thread(target=self.read, args=(self.process.stdout, self.lines),
                         daemon=True).start()
        self.say("usi")
        self.wait("usiok", 30)
        for option in self.options:
            name, _, value = option.partition("=")
            self.say(f"setoption name {name}" + (f" value {value}" if value else ""))
        self.say("isready")
        self.wait("readyok", 300)

    @staticmethod
    def read(stream, lines):
        for line in stream:
            lines.put(line.strip())
        lines.put(None)

    def say(self, line):
        try:
            self.process.stdin.write(line + "\n")
        except OSError:
            pass  # its end is seen by who reads

    def wait(self, word, seconds):
        """The line that begins with a word, and the nodes told before it."""
        end, nodes = time.monotonic() + seconds, None
        while True:
            try:
                line = self.lines.get(timeout=max(0.01, end - time.monotonic()))
            except queue.Empty:
                raise TimeoutError(f"no '{word}' in {seconds:g} s") from None
            if line is None:
                raise EOFError(f"it ended before '{word}'")
            words = line.split()
            if words and words[0] == word:
                return words[1:], nodes
            if words and words[0] == "info" and "nodes" in words[:-1]:
                nodes = words[words.index("nodes") + 1]

    def mate(self, position, seconds):
        self.say(f"position sfen {position}")
        self.say(f"go mate {int(seconds * 1000)}")
        return self.wait("checkmate", seconds + 10)


def kanju(program, *words):
    return subprocess.run([program, *words], text=True, capture_output=True, check=False).stdout


def is_mate(program, position, line):
    """What is wrong with a line, or None: each move is one of kanju's checks, the last mates."""
    text = f"sfen {position}"
    for i, move in enumerate(line):
        what = "--checks" if i % 2 == 0 else "--evasions"
        moves = kanju(program, "moves", what, "--notation", "usi",
                      text + (" moves " + " ".join(line[:i]) if i else "")).split()
        if move not in moves:
            return f"move {i + 1}, {move}, is no {'check' if i % 2 == 0 else 'reply'}"
    end = json.loads(kanju(program, "status", "--json", text + " moves " + " ".join(line)))
    return None if end.get("status") == "checkmate" else "its line does not end in mate"


def judge(program, row, answer):
    """(text of the answer, what cannot be)"""
    word = answer[0] if answer else ""
    if word in ("timeout", "notimplemented"):
        return word, None
    if word == "nomate":
        return "no mate", "no mate" if row["verdict"] == "mate" else None
    wrong = is_mate(program, row["position"], answer)
    text = f"mate {len(answer)}"
    if wrong:
        return text, wrong
    if row["verdict"] == "nomate":
        return text, "a mate"
    shortest = row.get("pure_plies")
    if row["verdict"] == "mate" and row.get("plies_proved") and len(answer) < shortest:
        return text, "a shorter mate"
    return text, None


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--kanju", default="build/kanju")
    parser.add_argument("--time", type=float, default=10)
    parser.add_argument("--option", action="append", default=[])
    parser.add_argument("engine")
    parser.add_argument("list")
    args = parser.parse_args()
    engine, differ, rows = Engine(args.engine, args.option), 0, 0
    solved = kanju(args.kanju, "solve", "--json", "--no-progress", "--threads", "1",
                   "--time", str(args.time), args.list)
    print(f"{'problem':24} {'kanju':>10} {'nodes':>10} {'s':>7}  {'engine':>14} {'nodes':>10} {'s':>7}")
    for row in map(json.loads, solved.splitlines()):
        if "error" in row:
            continue
        begun = time.monotonic()
        try:
            answer, nodes = engine.mate(row["position"], args.time)
            text, wrong = judge(args.kanju, row, answer)
        except (TimeoutError, EOFError) as failure:
            text, nodes, wrong = "-", None, str(failure)
            engine.process.kill()
            engine.start()
        rows, differ = rows + 1, differ + bool(wrong)
        own = "mate %s" % row["pure_plies"] if row["verdict"] == "mate" else row["verdict"]
        print(f"{row['id']:24} {own:>10} {row['nodes']:>10} {row['ms'] / 1000:7.2f}  {text:>14} "
              f"{nodes or '-':>10} {time.monotonic() - begun:7.2f}" + (f"  differs: {wrong}" if wrong else ""))
    print(f"{rows} problems, {differ} different")
    engine.say("quit")
    return 1 if differ else 0


if __name__ == "__main__":
    sys.exit(main())
