#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Prints a page with its chapter on what an export of the classics holds made anew:
classics_page.py KANJU EXPORT PAGE."""
import collections
import json
import re
import subprocess
import sys
import textwrap

BOOKS = {"zuko": "図巧", "muso": "無双"}
VERDICTS = {"sound": "sound", "blemished": "sound but for blemishes", "unsound": "unsound", "unknown": "open"}
CLAIMED = ("文献", "1993")  # in the notes of those with a fault that was known
BEGIN, END = "<!-- from classics.export: begin -->\n", "<!-- end -->\n"


class Work:
    """What the export says of one."""

    def __init__(self, item):
        self.book, self.number = BOOKS[item["id"][:4]], int(item["id"][4:])
        self.recorded = item["recorded"]
        self.verdict = item["verdict"] or "unknown"
        self.claimed = any(word in (item["note"] or "") for word in CLAIMED)
        self.certified = item["certificate"] is not None
        report = item["report"] or {}
        self.none = report.get("mate") == "nomate"
        self.mate = report.get("mate") == "mate"
        self.plies = report.get("shortest")
        self.proved = bool(report.get("shortest_proved"))
        self.profiles = {one["profile"]: one["verdict"] for one in report.get("profiles") or []}
        self.defects = {one["code"] for one in item["codes"] or [] if one["severity"] == "defect"}


def wrapped(text):
    return textwrap.fill(text, 100, break_on_hyphens=False, break_long_words=False) + "\n"


def listed(works, say=lambda work: str(work.number), between=" "):
    """Numbers by book: "図巧 1 2, 無双 3"."""
    books = collections.defaultdict(list)
    for work in works:
        books[work.book].append(say(work))
    return ", ".join(f"{book} {between.join(books[book])}" for book in BOOKS.values() if books[book]) or "none"


def table(head, rows):
    out = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    return "\n".join(out + ["| " + " | ".join(map(str, row)) + " |" for row in rows]) + "\n"


def count(works, test):
    return sum(1 for work in works if test(work))


def verdict_tables(works):
    books = [[w for w in works if w.book == book] for book in BOOKS.values()] + [works]
    yield table(["by `modern`", *BOOKS.values(), "together"],
                [[words, *(count(of, lambda w, v=verdict: w.verdict == v) for of in books)]
                 for verdict, words in VERDICTS.items()])
    yield table(["by profile", *VERDICTS.values()],
                [[f"`{profile}`", *(count(works, lambda w, v=verdict, p=profile: w.profiles.get(p, "unknown") == v)
                                    for verdict in VERDICTS)]
                 for profile in ("modern", "app", "classic", "strict", "bare")])


def chapter(works, version):
    found = {verdict: [w for w in works if w.verdict == verdict] for verdict in VERDICTS}
    proved = [w for w in works if w.proved]
    other = [w for w in proved if w.plies != w.recorded]
    new = [w for w in found["unsound"] if not w.claimed and not w.none]
    beside_length = [w for w in new if w.defects - {"length", "leftover", "line"}]
    mates = [w for w in works if w.mate and not w.proved]
    yield "## What was found\n"
    yield wrapped(
        f"Of the {len(works)} works {len(found['sound'])} are sound by `modern` and {len(found['blemished'])} more but "
        f"for blemishes, {len(found['unsound'])} are unsound in these diagrams, {len(found['unknown'])} are open. "
        f"{count(works, lambda w: w.none)} have no mate here ({listed(w for w in works if w.none)}). "
        f"{count(works, lambda w: w.certified)} verdicts have a certificate. Of the unsound {len(new)} stand in "
        f"`puzzles/classics` without a remark that the literature has a fault of them; {len(beside_length)} of these have "
        f"another defect than their length or what is left over: {listed(beside_length)}. Many are of kinds that were put "
        f"up with when these works were made.")
    yield wrapped(
        f"{len(proved)} lengths are proved to be shortest, {len(proved) - len(other)} of them as recorded. The others, "
        f"with the recorded length in brackets: "
        f"{listed(other, lambda w: f'{w.number}: {w.plies} ({w.recorded})', ', ')}. "
        f"A mate is known, but not that none is shorter: {listed(mates)}. Neither mate nor refutation: "
        f"{listed(w for w in works if not w.mate and not w.none)}. What each work has, and its open moves, are on the pages "
        f"that `make edition` builds.")
    yield from verdict_tables(works)
    for verdict, words in list(VERDICTS.items()):
        yield textwrap.fill(f"- {words[0].upper()}{words[1:]}: {listed(found[verdict])}.", 100, subsequent_indent="  ",
                            break_on_hyphens=False)
    yield "\n" + wrapped(f"From `puzzles/classics/classics.export`, by kanju {version}; `tests/bench/classics` wrote this "
                         f"chapter.")


def main(kanju, export, page):
    with open(export, encoding="utf-8") as file:
        task = json.loads(file.readline())["tasks"][-1]
    lines = subprocess.run([kanju, "report", "--lang", "en", "--task", "check", "--format", "jsonl", export], check=True,
                           capture_output=True, encoding="utf-8").stdout.splitlines()
    works = sorted((Work(json.loads(line)) for line in lines), key=lambda w: (w.book != "図巧", w.number))
    with open(page, encoding="utf-8") as file:
        text = file.read()
    made = BEGIN + "\n".join(chapter(works, task["version"])) + END
    assert len(re.findall(re.escape(BEGIN), text)) == 1, f"{page}: no place for the chapter"
    print(re.sub(re.escape(BEGIN) + ".*?" + re.escape(END), lambda _: made, text, flags=re.S), end="")


main(*sys.argv[1:])
