# SPDX-License-Identifier: GPL-3.0-or-later
"""Asks the Python package, over the library as installed, what it promises; run by library.t with
the program and a folder for files. Prints "ok ..." lines."""
import json
import os
import subprocess
import sys
import threading
import time

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


def threads():
    return len(os.listdir("/proc/self/task"))


def command(*words):
    """What the command line prints, without what differs from run to run."""
    ran = subprocess.run([program, *words, "--json"], capture_output=True, text=True, check=False)
    return without(json.loads(ran.stdout))


def without(record):
    return {key: value for key, value in record.items() if key not in ("ms", "id")}


for text in (ONE, COOKED, NONE):
    holds(without(kanju.solve(text).json()) == command("solve", text),
          "a result is that of the command line")
holds(without(kanju.check(COOKED, themes=True).json()) == command("check", COOKED),
      "and so is a report")
for _ in range(20):
    kept = kanju.parse("first\t%s\n" % ONE)[0].solve(), kanju.parse("second\t%s\n" % ONE)[0].check()
    others = [kanju.parse("other\t%s\t1\tnote\n" % NONE) for _ in range(3)]
    names = [answer.json()["id"] for answer in kept]
    if names != ["first", "second"]:
        break
holds(names == ["first", "second"], "results print the problem they are of when that is gone")
certificate = folder + "/python.kjc"
result = kanju.solve(ONE, certificate=certificate)
holds(result.certificate_error is None and kanju.verify(certificate)["status"] == "valid",
      "a certificate is written and verified")
holds(kanju.verify(certificate) == json.loads(subprocess.run(
    [program, "verify", "--json", certificate], capture_output=True, check=False).stdout),
      "as the command line does")
report = kanju.check(COOKED, report_certificate=certificate)
holds(report.certificate_error is None and kanju.verify(certificate)["status"] == "valid",
      "a report has one too")
report = kanju.check(COOKED, report_certificate=certificate, goal="hisshi")
holds(report.certificate_error is not None and "goal" in report.certificate_error,
      "or it is said why not")
holds(kanju.verify("/nonexistent")["status"] == "unreadable", "one that is not there is not")

# messages of the reader of JSON quote bytes that need not be whole characters
for data in [('{"' + "x" * i + "玉" * 20 + '"}').encode() for i in range(3)] + [
        b'{"a": \xe3\x81\x82}', b'{"header":{},\n"moves":[\xf0\x9f\x98\x80']:
    name = folder + "/cut.jkf"
    with open(name, "wb") as file:
        file.write(data)
    message = kanju.read(name)[0].error
    holds(message.startswith("line ") and ": not JSON: unexpected" in message and
          "\n" not in message and "<data>" not in message, "what is not JSON: " + message)
holds(raises(kanju.Error, lambda: kanju.solve(ONE, time="abc")).startswith("time=abc: "),
      "options have the names that they have here")

FIRST = "3gs4/4k4/9/6S2/3R5/9/9/9/9 b RBb3g2s4n4l18p 1"
anyhow, whole = kanju.solve(FIRST, any=True), kanju.solve(FIRST)
holds(anyhow.verdict == kanju.Verdict.MATE and not anyhow.plies_proved and
      anyhow.plies > whole.plies == 9 and anyhow.nodes * 10 < whole.nodes, "any ends with the first mate")
holds(kanju.check(COOKED, any=True).json()["findings"] == kanju.check(COOKED).json()["findings"],
      "which a check does not know")
holds("ends the game" in raises(kanju.Error, lambda: kanju.solve(
    "position sfen 8/k7/1R6/8/8/8/8/7K w - 1 moves a7b7 b6b7")), "a game that is over is refused")
result = kanju.solve(ONE)
holds((result.verdict, result.plies, result.pure_plies, result.line, result.leftover,
       result.plies_proved, result.line_kind, result.cause)
      == (kanju.Verdict.MATE, 1, 1, ["G*2b"], "-", True, "main", ""), "a mate has its fields")
result = kanju.solve(NONE)
holds((result.verdict, result.plies, result.line, result.leftover)
      == (kanju.Verdict.NOMATE, None, [], None), "without one they are None")
holds(kanju.solve(HARD, nodes=1000).cause == "nodes", "a limit makes it unknown")

# progress and stopping
solver = kanju.Solver(memory=32)
searching = threading.Event()
stopper = threading.Thread(target=lambda: searching.wait() and solver.stop())
stopper.start()
holds(solver.solve(HARD, progress=lambda _: searching.set()).cause == "stopped",
      "another thread stops a search")
stopper.join()
seen = []
holds(kanju.solve(HARD, memory=32, progress=lambda p: seen.append(p.nodes) or False).cause
      == "stopped" and len(seen) >= 1, "so does a progress function")


def fails(_):
    raise KeyError("in progress")


holds("in progress" in raises(KeyError, lambda: kanju.solve(HARD, memory=32, progress=fails)),
      "whose exception comes out")
kept = kanju.Solver(memory=32, nodes=5000).solve(HARD, checkpoint=True).checkpoint
more = kanju.Solver(memory=32, nodes=8000).solve(HARD, checkpoint=kept)
holds(bool(kept) and 5000 < more.nodes <= 9000, "a search goes on from a checkpoint")

# trees
nodes = list(kanju.solution_nodes("sfen " + ONE + " moves 1c1a+", moves="played"))
holds(nodes[0].move is None and nodes[1].line == [nodes[1].move] and
      sum(node.end == "mate" for node in nodes) > 1, "a solution is walked")
holds(all(node.parent.ply + 1 == node.ply for node in nodes[1:]), "each place has the one before")
report = kanju.check(COOKED, useless="no")
holds(len(report.tree.children) == 2 and "変化" in report.record("kif"), "a report has a tree")
holds([(finding.code, finding.severity) for finding in report.findings]
      == [("leftover", "defect"), ("equal", "defect")], "and findings")

# batches
problems = kanju.parse("\n".join(f"p{i}\t{ONE if i % 3 else COOKED}" for i in range(12)))
told = []
answers = list(kanju.batch(problems, threads=3, memory=16,
                           progress=lambda done, total: told.append((done, total))))
holds([problem.id for problem, _ in answers] == [f"p{i}" for i in range(12)] and
      [answer.plies for _, answer in answers] == [1 if i % 3 else 5 for i in range(12)],
      "a batch is in the order of its problems")
holds(told == [(i, 12) for i in range(1, 13)], "and tells of its progress")
stopped = list(kanju.batch(problems, threads=2, memory=16, progress=lambda done, _: done < 4))
holds(len(stopped) == 4, "which ends it")
begun = time.process_time()
for _ in kanju.batch(kanju.parse(ONE + "\n" + HARD), threads=2, memory=16):
    break
holds(time.process_time() - begun < 10, "a batch that is left stops its searches")
alone = kanju.solve(COOKED)
together = kanju.solve(COOKED, threads=3, memory=32)
holds((together.verdict, together.plies, together.plies_proved)
      == (alone.verdict, alone.plies, alone.plies_proved), "several threads find the same")
most = 0


def count(_):
    global most
    most = max(most, threads())
    return most < 6  # the search goes on until all have joined


kanju.solve(HARD, threads=5, memory=32, progress=count)
holds(most >= 6, "they are as many as asked for")
problem, answer = next(kanju.batch(kanju.parse(HARD), threads=4, memory=32, nodes=300000))
holds(answer.cause == "nodes", "a batch of one problem searches it with all its threads")
holds("expected the goal mate" in raises(kanju.Error, lambda: kanju.solve(ONE, goal="hisshi")),
      "a goal that is not searched for is an error")
holds("unknown task" in raises(kanju.Error, lambda: list(kanju.batch([], "play"))) and
      "unknown option" in raises(kanju.Error, lambda: list(kanju.batch([], nonsense=1))),
      "a wrong batch is an error")

# positions
start = kanju.Position("startpos")
holds(start == kanju.Position(start.text) and hash(start) == hash(kanju.Position(start.text)) and
      start != start.play("7g7f"), "positions are compared")
mated = kanju.Position(ONE).play("G*2b")
holds(mated.in_check and mated.evasions() == [] and mated.moves() == [] and
      "G*2b" in kanju.Position(ONE).checks(), "a mated side has no moves")
holds(kanju.Position("startpos", "ogi").game == "ogi", "other games are known")

# what is wrong
for name, function in {
        "no position": lambda: kanju.solve("nonsense"),
        "several": lambda: kanju.solve(ONE + "\n" + ONE),
        "an empty text": lambda: kanju.solve(""),
        "an unknown option": lambda: kanju.solve(ONE, nonsense=1),
        "a wrong value": lambda: kanju.solve(ONE, time="soon"),
        "an option of the terminal": lambda: kanju.solve(ONE, progress_bar=True),
        "no threads": lambda: kanju.solve(ONE, threads=0),
        "no game": lambda: kanju.parse(ONE, "chess"),
        "no file": lambda: kanju.read("/nonexistent"),
        "an illegal move": lambda: start.play("5e5d"),
        "no notation": lambda: start.move_text("7g7f", "klingon"),
        "a tree not kept": lambda: kanju.solve(ONE).record("kif"),
        "no format": lambda: kanju.solve(ONE, tree=True).record("tex"),
        "a line that cannot be": lambda: kanju.check(ONE, line="5e5d"),
}.items():
    holds(raises(kanju.Error, function) != "", f"{name} is an error")
holds(raises(ValueError, lambda: kanju.Position("a\0b")) != "", "so is a NUL")
holds(kanju.parse("x")[0].error is not None and kanju.parse("x")[0].position is None,
      "a problem that cannot be read has an error")
sys.exit(failures > 0)
