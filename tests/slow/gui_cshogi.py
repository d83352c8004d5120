# SPDX-License-Identifier: GPL-3.0-or-later
"""Drives an engine by the USI client of cshogi, whose folder is given. Prints TAP; the conversation
goes to standard error."""
import importlib.util
import os
import sys
import threading
import time

engine_path, folder, sound, cooked, none, long = sys.argv[1:]
spec = importlib.util.spec_from_file_location(
    "cshogi_engine", os.path.join(folder, "cshogi/usi/Engine.py"))
client = importlib.util.module_from_spec(spec)
spec.loader.exec_module(client)
number = 0


def hear(line):
    print("cshogi |", line, file=sys.stderr)


def holds(good, name):
    global number
    number += 1
    print("ok" if good else "not ok", number, "- cshogi:", name)


engine = client.Engine(engine_path, connect=False)
engine.connect(listener=hear)
holds(engine.name.startswith("Kanju"), "the engine has a name")
holds(any("name USI_Hash type spin" in line for line in engine.usi()), "and options")
engine.setoption("USI_Hash", 64, hear)
engine.isready(hear)
engine.usinewgame(hear)

engine.position(sfen="sfen " + sound, listener=hear)
holds(engine.go_mate(10000, hear).split()[0] == "R*1b", "go_mate solves")
engine.position(sfen="sfen " + none, listener=hear)
holds(engine.go_mate(10000, hear) == "nomate", "go_mate refutes")

engine.position(sfen="sfen " + long, listener=hear)
threading.Timer(1.0, lambda: engine.stop(hear)).start()
begun = time.monotonic()
holds(engine.go_mate(listener=hear) == "timeout" and time.monotonic() - begun < 5, "stop stops")

engine.setoption("MultiPV", 3, hear)
engine.position(sfen="sfen " + cooked, listener=hear)
listener = client.MultiPVListener(hear)
answer = engine.go_mate(10000, listener.listen())
found = listener.info
holds(len(found) == 2 and [line["mate"] for line in found] == [5, 5],
      "MultiPV lists both first moves with their lengths")
holds(found[0]["pv"] == answer.split(), "the first of which is the answer")
holds(found[0]["pv"][0] != found[1]["pv"][0], "and the other another move")

# moves of a game, with the clock; the mate is played
engine.setoption("MultiPV", 1, hear)
engine.position(sfen="sfen " + sound, listener=hear)
info = client.InfoListener(listner=hear)
move, ponder = engine.go(btime=60000, wtime=60000, byoyomi=1000, listener=info.listen())
holds(move == "R*1b" and info.score == info.mate_score, "go plays the mate and tells its score")
engine.quit(hear)
print("1..%d" % number)
