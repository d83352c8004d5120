# SPDX-License-Identifier: GPL-3.0-or-later
"""Asks the Python package, over the library as installed, what it promises; run by library.t with
the program and a folder for files. Prints "ok ..." lines."""
import json
import subprocess
import sys
import threading

import kanju

program, folder = sys.argv[1:]
ONE = "7k1/9/6B1R/9/9/9/9/9/9 b Grb3g4s4n4l18p 1"
COOKED = "k1g6/9/1+RN6/2N6/9/9/9/9/9 b Pr2b3g4s2n4l17p 1"
NONE = "6n1k/9/8p/9/9/5B3/9/9/9 b RSrb4g3s3n4l17p 1"
HARD = "4k4/9/9/9/9/9/9/9/9 b RS2N2L9Pr2b4g3s2n2l9p 1"
failures = 0


def holds(good, name):
    global failures
    failures += not good
    print("ok" if good else "not ok", "python:", name)


def raises(kind, function):
    try:
        function()
    except kind as error:
        return str(error)
    return ""


def command(*words, given=None):
    """What the command line prints, without what differs from run to run."""
    ran = subprocess.run([program, *words, "--json"], input=given, capture_output=True, text=True,
                         check=False)
    return [without(json.loads(line)) for line in ran.stdout.splitlines()]


def without(record):
    return {key: value for key, value in record.items() if key != "ms"}


problems = "one\t%s\ncooked\t%s\nnone\t%s\nbad\tnonsense\n" % (ONE, COOKED, NONE)
for name in "solve", "check", "convert", "moves", "status":
    more = {"format": "kif"} if name == "convert" else {}
    words = [f"--{key}={value}" for key, value in more.items()]
    if name in ("solve", "check"):
        more.update(nodes=20000)
        words.append("--nodes=20000")
    answer = kanju.call(name, input=problems, **more)
    holds([without(record) for record in answer.records] == command(name, *words, "-", given=problems),
          f"{name}: the records are those of the command line")

certificate = folder + "/python.kjc"
result = kanju.solve(ONE, certificate=certificate)
holds(kanju.verify(certificate)["status"] == "valid", "a certificate is written and verified")
holds(kanju.verify(certificate) == command("verify", certificate)[0], "as the command line does")
report = kanju.check(COOKED, report_certificate=certificate)
holds(kanju.verify(certificate)["status"] == "valid", "a report has one too")
holds(kanju.verify("/nonexistent")["status"] == "unreadable", "one that is not there is not")
holds("--time=abc: " in raises(kanju.Error, lambda: kanju.solve(ONE, time="abc")) and
      "not a board" in raises(kanju.Error, lambda: kanju.solve("nonsense")) and
      "2 problems" in raises(kanju.Error, lambda: kanju.solve(f"{ONE}\n{NONE}")),
      "what is wrong is told")
result = kanju.solve(ONE)
holds((result.verdict, result.plies, result.pure_plies, result.line, result.leftover,
       result.plies_proved, result.line_kind, result.cause)
      == ("mate", 1, 1, ["G*2b"], "-", True, "main", None), "a mate has its fields")
holds(kanju.solve(HARD, nodes=1000).cause == "nodes", "a limit makes it unknown")

# progress and stopping
handle = kanju.Kanju()
searching = threading.Event()
stopper = threading.Thread(target=lambda: searching.wait() and handle.stop())
stopper.start()
holds(handle.call("solve", input=HARD, memory=32, progress=lambda _: searching.set()).records[0].cause
      == "stopped", "another thread stops a search")
stopper.join()
seen = []
holds(kanju.solve(HARD, memory=32, progress=lambda line: seen.append(line) or False).cause
      == "stopped" and " nodes" in seen[0], "so does a progress function")


def fails(_):
    raise KeyError("in progress")


holds("in progress" in raises(KeyError, lambda: kanju.solve(HARD, memory=32, progress=fails)),
      "whose exception comes out")
kept = folder + "/kept.kjp"
kanju.solve(HARD, memory=32, nodes=5000, checkpoint=kept)
more = kanju.solve(HARD, memory=32, nodes=3000, checkpoint=kept, resume=True)
holds(5000 < more.nodes <= 9000, "a search goes on from a checkpoint")

# records and trees
problem = kanju.parse(f"first\t{ONE}")[0]
holds((problem.id, problem.variant) == ("first", "shogi") and kanju.solve(problem).plies == 1,
      "what is read is solved")
with open(folder + "/cp932.kif", "wb") as file:
    file.write(kanju.convert(ONE, "kif").encode("cp932"))
holds(kanju.read(folder + "/cp932.kif")[0].position == ONE, "in any encoding")
holds("no such file" in raises(kanju.Error, lambda: kanju.read("/nonexistent")),
      "a file that is not there is an error")
holds("変化" in kanju.kif(COOKED, "check", useless="no"), "a report has a tree")
holds(kanju.jkf(ONE)["moves"][1]["move"]["piece"] == "KI", "a solution, too")

# positions
start = kanju.Position(NONE)
check = start.play(start.moves(checks=True)[0])
holds(check.in_check and not start.in_check and check.side == "gote" and
      set(check.moves(evasions=True)) == set(check.moves()), "positions are played")
holds("illegal" in raises(kanju.Error, lambda: kanju.Position("startpos").play("7g7e")),
      "an illegal move is told")
holds(kanju.Position("startpos").moves(notation="western")[0] == "G4i-3h"
      or "P-7f" in kanju.Position("startpos").moves(notation="western"), "moves have names")
holds(kanju.Position("startpos") == kanju.Position("startpos") != start, "and are compared")
sys.exit(failures != 0)
