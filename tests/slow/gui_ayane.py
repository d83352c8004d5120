# SPDX-License-Identifier: GPL-3.0-or-later
"""Drives an engine by the USI client of Ayane, whose folder is given. Prints TAP; the conversation
goes to standard error."""
import os
import sys
import time

engine_path, folder, sound, cooked, none, long = sys.argv[1:]
sys.path.insert(0, os.path.join(folder, "source"))
import shogi.Ayane as ayane  # noqa: E402

number = 0


def holds(good, name):
    global number
    number += 1
    print("ok" if good else "not ok", number, "- ayane:", name)


class Engine(ayane.UsiEngine):
    """The client, with what it says and hears shown."""

    def dispatch_message(self, message):
        print("ayane | <", message, file=sys.stderr)
        super().dispatch_message(message)

    def send_command(self, message):
        print("ayane | >", message, file=sys.stderr)
        super().send_command(message)


def connect(options):
    engine = Engine()
    engine.set_engine_options(options)
    engine.connect(engine_path)
    engine.wait_for_state(ayane.UsiEngineState.WaitCommand)
    return engine


engine = connect({"USI_Hash": "64", "MultiPV": "3"})
engine.usi_position("sfen " + sound)
engine.usi_go_and_wait_checkmate("mate 10000")
result = engine.think_result
holds(result.checkmate.split()[0] == "R*1b", "go mate solves")
holds(len(result.pvs) == 1 and result.pvs[0].eval == ayane.UsiEvalValue.mate_in_ply(3),
      "there is one mating first move, with its length")
engine.usi_position("sfen " + none)
engine.usi_go_and_wait_checkmate("mate 10000")
holds(engine.think_result.checkmate == "nomate", "go mate refutes")
engine.usi_position("sfen " + long)
engine.usi_go("mate infinite")
time.sleep(1)
begun = time.monotonic()
engine.usi_stop()
engine.wait_checkmate()
holds(engine.think_result.checkmate == "timeout" and time.monotonic() - begun < 3, "stop stops")
engine.usi_position("sfen " + cooked)
engine.usi_go_and_wait_checkmate("mate 10000")
result = engine.think_result
holds(len(result.pvs) == 2 and all(pv.eval.is_mate_score() for pv in result.pvs),
      "MultiPV lists both first moves with their lengths")
holds(result.pvs[0].pv.split() == result.checkmate.split(), "the first of which is the answer")
holds(result.pvs[0].pv.split()[0] != result.pvs[1].pv.split()[0], "and the other another move")
engine.usi_position("startpos")
holds(len(engine.get_moves().split()) == 30, "it tells the legal moves")
holds(engine.get_side_to_move() == ayane.Turn.BLACK, "and the side to move")
engine.disconnect()
print("1..%d" % number)
